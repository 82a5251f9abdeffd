"""The numbers and tokens that the installed BertViz draws are those of the record."""

import json
import re
from collections.abc import Callable
from typing import Any

import bertviz
import numpy as np
import pytest
from hypothesis import given, settings

from model.inference.bertviz_arguments import to_bertviz
from model.inference.intervention import Intervention
from model.inference.translation import Translation
from model.transformer.kind import Kind
from tests.model.inference.records import make_record, records

PARAMETERS = re.compile(r"params = (\{.*\});? *(?://.*)?$", re.MULTILINE)


@pytest.mark.filterwarnings("ignore:.*_view\\.js:pytest.PytestUnraisableExceptionWarning")  # BertViz closes no file
@pytest.mark.parametrize("view", [bertviz.head_view, bertviz.model_view])
@settings(max_examples=20)
@given(records(has_equal_stacks=True))
def test_bertviz_draws_the_numbers_of_the_record(
    view: Callable[..., Any], record: tuple[Translation, Intervention]
) -> None:
    translation, _ = record
    html = view(**to_bertviz(translation), html_action="return", prettify_tokens=False).data
    found = PARAMETERS.search(html)
    assert found
    drawn = {each["name"].lower(): each for each in json.loads(found[1])["attention"]}
    assert set(drawn) == set(Kind)
    for kind in Kind:
        assert np.array_equal(np.array(drawn[kind]["attn"], np.float32), np.nan_to_num(translation.maps[kind]))
        assert drawn[kind]["left_text"] == list(translation.queries(kind))
        columns = translation.target if kind is Kind.DECODER else translation.source
        assert drawn[kind]["right_text"] == list(columns)


@pytest.mark.parametrize("encoder", [(2, 2), (3, 4)])
def test_different_numbers_of_layers_or_heads_get_a_sentence(encoder: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="equal numbers of layers and of heads"):
        to_bertviz(make_record(("a",), ("b",), n_layers=3, n_heads=2, encoder=encoder))
