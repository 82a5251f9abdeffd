"""The languages that rows of tokens are labelled with and spoken in."""

from types import SimpleNamespace

import pytest

from ui.translate.languages import find_source_language, find_target_language


@pytest.mark.parametrize(("is_raw_text", "expected"), [(False, ("en", "fr")), (True, ("", ""))])
def test_languages_are_claimed_of_the_toy_corpus_alone(is_raw_text: bool, expected: tuple[str, str]) -> None:
    run = SimpleNamespace(corpus=SimpleNamespace(is_raw_text=is_raw_text))
    assert (find_source_language(run).tag, find_target_language(run).tag) == expected


def test_the_language_of_a_record_without_a_run_is_not_claimed() -> None:
    assert find_target_language(None).tag == ""
