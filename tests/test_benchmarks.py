"""Tests of what the benchmarks count, for a wrong count would hide what they look for."""

import asyncio
import base64
import contextlib
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks import __main__ as program
from benchmarks import typist as typing
from benchmarks.drawn_map import DrawnMap, Reference
from benchmarks.keystroke import require_training
from benchmarks.server import ROOT, find_free_ports, run_command
from benchmarks.table import Row
from benchmarks.timing import Compared, paired, percentile
from benchmarks.typist import Typist
from model.corpus import toy_corpus
from model.inference.attention_maps import AttentionMaps
from model.inference.translation import DecodingStep, Translation
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from ui.widgets.head_selector import HeadChoice
from ui.widgets.map_view import MapView

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


def test_the_name_of_a_map_with_changes_tells_its_head() -> None:
    maps = AttentionMaps({Kind.CROSS: np.zeros((1, 2, 1, 2), np.float32)})
    record = Translation(("the", "cat"), (DecodingStep("<bos>", "le", 1.0, ()),), maps, is_complete=True)
    view = MapView(record, HeadChoice(Kind.CROSS, 0, 1), 1, notes=("a head is off",))
    drawn = DrawnMap(record.source, view.weights, view.describe("rows", "columns"))
    assert drawn.layer == 1
    assert Reference(Path()).is_right(drawn, head=2)
    assert not Reference(Path()).is_right(drawn, head=1)


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


def test_a_benchmark_that_fails_does_not_lose_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Module:
        def __init__(self, name: str) -> None:
            self.name = name

        def run(self) -> list[Row]:
            if self.name.endswith("keystroke"):
                raise RuntimeError("no browser")
            return [Row(f"measured by {self.name}", 1.0)]

    monkeypatch.setattr(program, "import_module", Module)
    monkeypatch.setattr("sys.argv", ["benchmarks", "start", "keystroke", "taps"])
    with pytest.raises(SystemExit, match="failed: keystroke"):
        program.main()
    shown = capsys.readouterr()
    assert shown.out.index("measured by benchmarks.start") < shown.out.index("measured by benchmarks.taps")
    assert "no browser" in shown.err


def test_a_server_that_does_not_start_says_why_at_once() -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no such page')"]
    start = time.monotonic()
    with (
        pytest.raises(RuntimeError, match="exit status 1\\): no such page"),
        run_command(command, find_free_ports(1), {}, 120),
    ):
        pass
    assert time.monotonic() - start < 60


@pytest.mark.skipif(os.name != "posix", reason="SIGTERM ends a process at once on other systems")
def test_a_benchmark_that_is_terminated_cleans_up() -> None:
    code = """
import os, signal
from benchmarks import __main__ as program

class Module:
    def __init__(self, name):
        pass

    def run(self):
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            print("stopped the servers")

program.import_module = Module
program.main()
"""
    done = subprocess.run([sys.executable, "-c", code, "start"], cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert done.returncode == 143
    assert done.stdout.endswith("stopped the servers\n")


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory as Linux tells it")
def test_a_training_that_fails_ends_the_process_that_watches_its_memory(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.streaming", str(tmp_path / "missing.tsv")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "missing.tsv" in done.stderr


@pytest.mark.parametrize("status", Status)
def test_a_training_that_failed_or_did_not_begin_is_no_load(tmp_path: Path, status: Status) -> None:
    folder = RunFolder(tmp_path / "runs" / "x")
    description = RunDescription.of(toy_corpus(train=2, held_out=1), ModelConfig(), TrainingConfig())
    folder.write_description(description.with_status(status))
    (folder.path / "step-0000000.safetensors").touch()
    with pytest.raises(RuntimeError, match="nothing was trained"):
        require_training(tmp_path)
    (folder.path / "step-0000001.safetensors").touch()
    is_load = status is Status.TRAINING
    with contextlib.nullcontext() if is_load else pytest.raises(RuntimeError, match="nothing was trained"):
        require_training(tmp_path)


def test_a_percentile_is_the_smallest_value_that_enough_others_do_not_exceed() -> None:
    assert percentile(range(100, 0, -1), 0.95) == 95
    assert [percentile([3.0, 1.0, 2.0], share) for share in (0.0, 0.33, 0.34, 0.67, 1.0)] == [1, 1, 2, 3, 3]
    assert percentile([7.0], 0.95) == 7


def test_pairs_are_timed_in_turns_and_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("benchmarks.timing.time.perf_counter", lambda: clock[0])
    seconds = {"ours": iter((99.0, 1.0, 2.0, 9.0)), "floor": iter((99.0, 1.0, 4.0, 3.0))}
    calls = []

    def spend(name: str) -> None:
        calls.append(name)
        clock[0] += next(seconds[name])

    compared = paired(lambda: spend("ours"), lambda: spend("floor"), rounds=3, warmup=1)
    assert compared == Compared(ours=2000.0, floor=3000.0, ratio=1.0)
    assert calls == ["ours", "floor", "floor", "ours"] * 2


@pytest.mark.parametrize(
    ("row", "is_reached"),
    [
        (Row("at the bound", 2.0, goal=2.0), True),
        (Row("above it", 2.1, goal=2.0), False),
        (Row("the ratio counts", 9.0, floor=9.0, ratio=1.0, goal=2.0), True),
        (Row("a lower bound", 2.0, goal=2.0, at_least=True), True),
        (Row("below it", 1.9, goal=2.0, at_least=True), False),
        (Row("not measured", math.nan, goal=2.0), False),
        (Row("without a goal", 2.0), None),
    ],
    ids=lambda value: value.what if isinstance(value, Row) else "",
)
def test_a_goal_is_reached_at_its_bound(row: Row, is_reached: bool | None) -> None:
    assert row.is_reached is is_reached
