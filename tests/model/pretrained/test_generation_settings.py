"""Settings of generation that name no token, or are of another type, are refused."""

from pathlib import Path

import pytest

from model.pretrained.model_folder import open_folder
from tests.model.pretrained.refusing import change_config, refuse


@pytest.mark.parametrize("value", [[], [[]], 10**6, -3, "x", 1.5, True, {"a": 1}])
@pytest.mark.parametrize(
    "name",
    ["decoder_start_token_id", "eos_token_id", "forced_bos_token_id", "suppress_tokens", "bad_words_ids"],
)
def test_a_setting_that_names_no_token(folder: Path, name: str, value: object) -> None:
    change_config(folder, "generation_config.json", **{name: value})
    is_empty = value == [] or (value == [[]] and name != "suppress_tokens")
    if is_empty and name not in ("decoder_start_token_id", "eos_token_id"):
        assert open_folder(folder), "none is needed"
    else:
        refuse(folder)


@pytest.mark.parametrize("name", ["decoder_start_token_id", "eos_token_id"])
def test_a_first_or_last_token_that_is_not_named(folder: Path, name: str) -> None:
    change_config(folder, "generation_config.json", **{name: None, "bos_token_id": None})
    assert "first" in refuse(folder)


@pytest.mark.parametrize("values", [{"repetition_penalty": "x"}, {"no_repeat_ngram_size": "x"}, {"min_length": [1]}])
def test_a_setting_of_another_type(folder: Path, values: dict[str, object]) -> None:
    change_config(folder, "generation_config.json", **values)
    refuse(folder)
