"""A process that ends while a training goes on ends calmly, and loses nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from model.corpus import toy_corpus
from model.runs.registry import RunRegistry
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig

ROOT = Path(__file__).parents[4]
_PROGRAM = """
import sys
import time
from pathlib import Path
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from model.corpus import toy_corpus
from model.runs.registry import RunRegistry

runs = RunRegistry(Path(sys.argv[1]), toy_corpus(train=2000, held_out=50), ModelConfig(), TrainingConfig(steps=2000))
run = runs.open_default()
while run.state.snapshot is None or not run.state.snapshot.step:
    time.sleep(0.01)
if sys.argv[2] == "paused":
    run.pause()
    run.join()
print(run.state.snapshot.step, flush=True)
time.sleep(float(sys.argv[3]))
"""


@pytest.mark.parametrize(("what", "seconds"), [("training", 0.0), ("training", 0.013), ("paused", 0.0)])
def test_the_process_ends_calmly_and_the_next_goes_on(what: str, seconds: float, tmp_path: Path) -> None:
    command = [sys.executable, "-c", _PROGRAM, str(tmp_path), what, str(seconds)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=170)
    assert (done.returncode, done.stderr) == (0, "")
    runs = RunRegistry(tmp_path, toy_corpus(train=2000, held_out=50), ModelConfig(), TrainingConfig(steps=2000))
    (digest,) = runs.digests
    folder = runs.folder(digest)
    assert folder.read_description().status is (Status.PAUSED if what == "paused" else Status.TRAINING)
    assert folder.load_snapshot().step >= int(done.stdout), "what was published is kept"
    state = folder.load_state()
    assert state is not None
    assert state.step == folder.load_snapshot().step
