"""The counts of a typist: a wrong one would hide what benchmarks look for."""

import asyncio
import base64
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks import typist as typing
from benchmarks.drawn_map import DrawnMap, Reference
from benchmarks.typist import Typist

PARAMS = {"kind": "cross", "layer": "1", "head": "2"}


class TrustedReference(Reference):
    """Takes every map for the right one of its columns, as the maps of other visitors are."""

    def read(self, text: str) -> tuple[str, ...]:
        return tuple(text.split())

    def is_right(self, drawn: DrawnMap, head: int) -> bool:
        return True


class SilentVisitor:
    """A visitor whose texts get no answer but those of the test."""

    async def write(self, key: str, text: str) -> None:
        pass


def draw(keys: Sequence[str], kind: str = "cross", layer: int = 1) -> Element:
    """Return the big map of a page."""
    element, weights = Element(), np.zeros((1, len(keys)))
    z = {"bdata": base64.b64encode(weights.tobytes()).decode(), "dtype": "f8", "shape": f"1, {len(keys)}"}
    spec = {"data": [{"z": z}], "layout": {"xaxis": {"ticktext": list(keys)}}}
    element.plotly_chart.spec, element.plotly_chart.id = json.dumps(spec), "$$ID-hash-attention_chart"
    element.plotly_chart.alt = f"{kind} attention, head 2 of layer {layer}: weights"
    return element


def draw_overview() -> Element:
    """Return the picture of all heads."""
    element = Element()
    element.plotly_chart.id = "$$ID-hash-heads_chart"
    return element


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Typist:
    """A visitor who has typed "the cat"."""
    monkeypatch.setattr(typing, "_INTERVAL", 0.0)
    typist = Typist(TrustedReference(Path()), PARAMS, ["the cat"], is_only_typing=True)
    visitor: Any = SilentVisitor()
    asyncio.run(typist._type_sentence(visitor, "the cat", time.monotonic() + 60))
    return typist


def test_an_own_map_is_right(typist: Typist) -> None:
    typist.see(draw(["the", "cat"]), time.monotonic())
    assert typist.count_wrong() == 0


@pytest.mark.parametrize(
    "foreign", [draw(["the", "dog"]), draw(["the", "cat"], layer=2), draw(["the", "cat"], kind="encoder")]
)
def test_a_map_of_another_visitor_is_wrong(typist: Typist, foreign: Element) -> None:
    typist.see(foreign, time.monotonic())
    assert typist.count_wrong() == 1


def test_folded_keys_are_counted_apart_from_those_that_change_nothing(typist: Typist) -> None:
    assert typist.n_keys == len("the cat")
    assert typist.n_unchanged == 1, "the space"
    typist.see(draw(["the"]), time.monotonic())
    assert (typist.n_folded, typist.n_unanswered) == (2, 3), "two shorter words are folded into this one"
    typist.see(draw(["the", "cat"]), time.monotonic())
    assert (typist.n_folded, typist.n_unanswered, len(typist.to_map)) == (4, 0, 6)


def test_a_key_that_was_taken_back_hides_no_earlier_one(typist: Typist) -> None:
    they, they_sing = ("they",), ("they", "sing")
    typist._waiting = [(0.0, they), (0.0, they_sing)]
    for newest, n_unanswered in ((they, 1), (they_sing, 2), (("the",), 0)):
        typist._newest = newest
        assert typist.n_unanswered == n_unanswered


def test_every_map_has_heads_of_its_own(typist: Typist) -> None:
    drawn, overview = draw(["the", "cat"]), draw_overview()
    for element, n_alone in ((drawn, 1), (overview, 0), (overview, 0), (drawn, 1), (drawn, 2), (overview, 1)):
        typist.see(element, time.monotonic())
        assert typist.n_alone == n_alone


def test_a_key_is_finished_when_its_script_run_has_ended(typist: Typist) -> None:
    now = time.monotonic()
    typist.end(ForwardMsg.FINISHED_SUCCESSFULLY, now)
    assert not typist.to_end, "no map yet"
    typist.see(draw(["the", "cat"]), now)
    typist.see(draw_overview(), now)
    typist.end(ForwardMsg.FINISHED_EARLY_FOR_RERUN, now)
    assert not typist.to_end
    typist.end(ForwardMsg.FINISHED_SUCCESSFULLY, now + 1)
    assert len(typist.to_end) == 6
    assert min(typist.to_end) >= 1000


def test_exceptions_and_failed_runs_are_counted(typist: Typist) -> None:
    shown = Element()
    shown.exception.message = "an error"
    typist.see(shown, time.monotonic())
    typist.end(ForwardMsg.FINISHED_WITH_COMPILE_ERROR, time.monotonic())
    assert (typist.n_exceptions, typist.n_failed) == (1, 1)
