"""The link to the numbers behind a head: which head, row and column it opens."""

from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.analysis.head_alignment import score_heads
from model.inference.greedy_decoding import translate
from model.transformer.kind import Kind
from tests.apptest.fixtures import Open
from ui.runs.registry import get_registry

SENTENCE = "the small black dog sleeps "


def query(app: AppTest) -> dict[str, str]:
    """Return the query parameters of the link."""
    (link,) = (each.proto for each in app.get("link_button"))
    return {key: value for key, (value,) in parse_qs(urlsplit(link.url).query).items()}


@pytest.mark.parametrize("layer", [1, 2])
def test_the_mean_opens_the_head_of_its_layer_that_aligns_best(opened: Open, layer: int) -> None:
    app = opened(sentence=SENTENCE, layer=str(layer), mean="true", step="1")
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    scores = score_heads(run.state.snapshot.translator, run.corpus.held_out)
    assert scores is not None
    best = int(scores[layer - 1, :-1].argmax())
    maps = translate(run.state.snapshot.translator, SENTENCE.split()).maps
    column = int(maps.head(Kind.CROSS, layer - 1, best)[0].argmax())
    link = query(app)
    assert [link[key] for key in ("layer", "head", "row", "column")] == [
        str(each) for each in (layer, best + 1, 1, column + 1)
    ]
    (button,) = app.get("link_button")
    assert f"head {best + 1}, which aligns best" in button.proto.help


@pytest.mark.parametrize("kind", list(Kind))
def test_a_head_opens_at_the_largest_weight_of_the_row(opened: Open, kind: Kind) -> None:
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot is not None
    translation = translate(snapshot.translator, SENTENCE.split())
    last = len(translation.steps)
    rows = {"framed": "4", "step": str(last)}
    app = opened(sentence=SENTENCE, kind=kind.value, layer="2", head="3", mean="false", **rows)
    row = 4 if kind is Kind.ENCODER else last
    link = query(app)
    assert (link["head"], link["row"]) == ("3", str(row))
    assert int(link["column"]) == np.nanargmax(translation.maps.head(kind, 1, 2)[row - 1]) + 1


def test_the_encoder_opens_its_first_row_if_none_is_framed(opened: Open) -> None:
    assert query(opened(sentence=SENTENCE, kind="encoder", step="3"))["row"] == "1"


def test_changes_do_not_lead_beyond_the_numbers_that_are_opened(opened: Open) -> None:
    plain = opened(sentence="i eat fish ")
    changed = opened(sentence="i eat fish ", forced="1-le.2-petit.3-chien.4-noir.5-dort", step="5")
    assert int(query(changed)["row"]) <= plain.slider("step").max
