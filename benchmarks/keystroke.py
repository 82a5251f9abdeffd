"""Latency from a key press to the painted heatmap and to the settled page, against a page that only echoes.

Streamlit runs a full garbage collection after every script run, before the last messages are sent, unless
``runner.postScriptGC`` is off. So there are two floors: the echo page with Streamlit's default, and with our settings,
in which it is off. The other benchmarks take the second one.

While the app trains, fewer sentences are typed, afterwards, and compared with the same keys of the idle app.

The app trains in a thread of the server. For comparison, the same bigger model is also trained by the command line, in
a separate process of the same low priority.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from benchmarks.browser import Keystroke, Target, interleaved
from benchmarks.server import APP, ECHO, ROOT, serve
from benchmarks.sizes import MEDIUM
from benchmarks.table import Row
from benchmarks.timing import percentile
from benchmarks.trained import trained
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.storage.cache_folders import CACHE_VARIABLE

# Every | follows a key that completes a word, because such a key changes every map.
_SENTENCES = (
    "we| love| cheese|",
    "the old| queen| love|s| the black| cat|s|",
    "i| do not| eat| fish| and| he| hates| soup|",
    "does| her| teacher| read| these| book|s|",
    "paul| sees| zorbex | in| the red| garden|",
    "these| women| want| hot| coffee| with| milk|",
)
_N_BUSY = 4  # sentences typed while training
_STREAMLIT = ("streamlit", "run")
_TRAINING = ("benchmarks.training_server",)


def run() -> list[Row]:
    """Measure with a trained model, during a training in the same server, and during one in another process."""
    idle = _type_into(trained().folder, _STREAMLIT, _SENTENCES)
    with tempfile.TemporaryDirectory() as empty:
        busy = _type_into(empty, (*_TRAINING, "default"), _SENTENCES[:_N_BUSY])
    with tempfile.TemporaryDirectory() as copied:
        shutil.copytree(trained().folder, copied, dirs_exist_ok=True)
        bigger = _type_into(copied, (*_TRAINING, "bigger"), _SENTENCES[:_N_BUSY])
    with _training_process():
        apart = _type_into(trained().folder, _STREAMLIT, _SENTENCES[:_N_BUSY])
    painted, echoed, lean = (_painted(idle[name]) for name in ("app", "echo", "lean echo"))
    settled, echo_settled = _settled(idle["app"]), _settled(idle["echo"])
    same_painted, same_settled = painted[: len(apart["app"])], settled[: len(apart["app"])]  # the keys typed while busy
    busy_settled, bigger_settled = _settled(busy["app"]), _settled(bigger["app"])
    busy_painted, busy_echoed = _painted(busy["app"]), _painted(busy["echo"])
    bigger_painted, bigger_echoed = _painted(bigger["app"]), _painted(bigger["echo"])
    apart_painted = _painted(apart["app"])
    return [
        _row(f"key to heatmap, median of {len(painted)}", median(painted), median(echoed), 1.5),
        _row("key to heatmap, 95th percentile", _p95(painted), _p95(echoed), 2.0),
        _row("key to heatmap, median, to an echo page with our settings", median(painted), median(lean)),
        _row("key to page settled, median", median(settled), median(echo_settled), 2.2),
        _row("key to page settled, 95th percentile", _p95(settled), _p95(echo_settled)),
        _row(f"training: key to heatmap, median of {len(busy_painted)}, to idle",
             median(busy_painted), median(same_painted), 1.5),
        _row("training: key to heatmap, 95th percentile, to idle", _p95(busy_painted), _p95(same_painted)),
        _row("training: key to heatmap, median, to the echo meanwhile", median(busy_painted), median(busy_echoed)),
        _row("training: key to page settled, median, to idle", median(busy_settled), median(same_settled), 1.5),
        _row("training: key to page settled, 95th percentile, to idle", _p95(busy_settled), _p95(same_settled)),
        _row(f"training a model of width {MEDIUM.d_model}: key to heatmap, median of {len(bigger_painted)}, to idle",
             median(bigger_painted), median(same_painted), 1.5),
        _row("… 95th percentile, to idle", _p95(bigger_painted), _p95(same_painted)),
        _row("… key to page settled, median, to idle", median(bigger_settled), median(same_settled), 1.5),
        _row("… key to page settled, 95th percentile, to idle", _p95(bigger_settled), _p95(same_settled)),
        _row("… key to heatmap, median, to the echo meanwhile", median(bigger_painted), median(bigger_echoed)),
        _row(f"the same training in a process of its own: median of {len(apart_painted)}, to idle",
             median(apart_painted), median(same_painted)),
        _row("… 95th percentile, to idle", _p95(apart_painted), _p95(same_painted)),
    ]  # fmt: skip


def _type_into(cache: str, module: Sequence[str], sentences: Sequence[str]) -> dict[str, list[Keystroke]]:
    with ExitStack() as servers:
        app = servers.enter_context(serve(APP, env={CACHE_VARIABLE: cache}, module=module))
        echo, lean = (  # lean: with our settings
            servers.enter_context(serve(ECHO, f"--runner.postScriptGC={collects}")) for collects in ("true", "false")
        )
        targets = {"echo": Target(echo, ".st-key-echo"), "app": Target(app, ".st-key-attention")}
        if module == _STREAMLIT:
            targets["lean echo"] = Target(lean, ".st-key-echo")
        strokes = interleaved(targets, sentences)
        if module != _STREAMLIT:
            require_training(Path(cache))
        return strokes


def require_training(cache: Path) -> None:
    """Raise RuntimeError unless a run of a cache folder has begun to train, and neither ended nor failed."""
    for path in (cache / "runs").iterdir():
        folder = RunFolder(path)
        if any(folder.steps) and folder.read_description().status is Status.TRAINING:
            return
    raise RuntimeError("nothing was trained during the typing")


@contextmanager
def _training_process() -> Iterator[None]:
    """Train the bigger model by the command line, with the priority and thread count of the app's training thread."""
    with tempfile.TemporaryDirectory() as made:
        command = ["nice", "-n", "10", sys.executable, "-m", "model", "train", "--out", f"{made}/run"]
        command += ["--layers", f"{MEDIUM.n_layers}", "--heads", f"{MEDIUM.n_heads}", "--steps", "50000"]
        command += ["--d-model", f"{MEDIUM.d_model}", "--d-ff", f"{MEDIUM.d_ff}"]
        env = {**os.environ, "OMP_NUM_THREADS": "1", CACHE_VARIABLE: trained().folder}  # which holds the corpus
        silent = subprocess.DEVNULL
        training = subprocess.Popen(command, cwd=ROOT, env=env, stdout=silent, stderr=silent)
        try:
            while training.poll() is None and not list(Path(made).glob("run/step-*")):
                time.sleep(0.1)
            yield
            if training.poll() is not None:
                raise RuntimeError("the training process ended before the typing")
        finally:
            training.kill()
            training.wait()


def _painted(strokes: Sequence[Keystroke]) -> list[float]:
    return [stroke.painted for stroke in strokes]


def _settled(strokes: Sequence[Keystroke]) -> list[float]:
    return [stroke.settled for stroke in strokes]


def _p95(values: Sequence[float]) -> float:
    return percentile(values, 0.95)


def _row(what: str, ours: float, floor: float, goal: float | None = None) -> Row:
    return Row(what, ours, "ms", floor, ours / floor, goal)
