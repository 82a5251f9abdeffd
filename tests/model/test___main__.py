"""The command line: errors are one sentence, and nothing is imported in vain."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from model.__main__ import main

ROOT = Path(__file__).parents[2]


def test_a_broken_module_is_reported_as_the_import_error_it_is(tmp_path: Path) -> None:
    broken = tmp_path / "tqdm.py"
    broken.write_text("import no_such_module_anywhere\n")
    command = [sys.executable, "-m", "model", "info"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([*command, "--model=none"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 2, "info needs no progress bar"
    command[-1] = "evaluate"
    done = subprocess.run([*command, "--model=none"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'no_such_module_anywhere'"


def run_without_standard_error(*arguments: str) -> tuple[int, str]:
    """Return the exit status and the output of a command whose standard error is closed."""
    program = f"import os, sys; os.close(2); os.execv(sys.executable, [sys.executable, '-m', 'model', *{arguments}])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout


@pytest.mark.parametrize("arguments", [("info", "--model=none"), ("fly",)])
def test_what_goes_wrong_is_not_written_to_standard_output(arguments: tuple[str, ...]) -> None:
    assert run_without_standard_error(*arguments) == (2, "")


def test_progress_has_no_need_of_standard_error(tmp_path: Path) -> None:
    pairs, out = tmp_path / "pairs.tsv", tmp_path / "x"
    pairs.write_text("".join(f"the {letter}\tle {letter}\n" for letter in "abcdefghij"))
    sizes = ["--layers=1", "--heads=1", "--d-model=8", "--d-ff=8", "--steps=2", "--batch-size=4"]
    status, said = run_without_standard_error("train", f"--corpus={pairs}", f"--out={out}", *sizes)
    assert (status, "holds the model of step 2" in said) == (0, True)
    status, said = run_without_standard_error("evaluate", f"--model={out}")
    assert (status, "\nBLEU" in said) == (0, True)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (pairs := tmp_path / "pairs.tsv").write_text("a cat\tun chat\na dog\tun chien\n")
    command = [sys.executable, "-m", "model", "train", f"--corpus={pairs}", f"--out={pairs}/x", "--device=cpu"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    sentence = f"{pairs}/x: the folder of the run cannot be written (Not a directory).\n"
    assert (done.returncode, done.stderr) == (2, sentence)


def test_interrupting_the_first_imports_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt if name == "CommandError" else AttributeError(name)

    monkeypatch.setitem(sys.modules, "model.cli.parser", Interrupted("parser"))
    assert main(["fly"]) == 130


@pytest.mark.skipif(os.name != "posix", reason="this system has no such signals")
def test_a_training_that_is_interrupted_several_times_is_saved(tmp_path: Path) -> None:
    (pairs := tmp_path / "pairs.tsv").write_text("".join(f"the {letter}\tle {letter}\n" for letter in "abcdefghij"))
    sizes = ["--layers=1", "--heads=1", "--d-model=8", "--d-ff=8", "--steps=100000", "--batch-size=4", "--device=cpu"]
    command = [sys.executable, "-m", "model", "train", f"--corpus={pairs}", f"--out={tmp_path / 'x'}", *sizes]
    # A shell that runs the tests in the background lets its processes ignore interrupts.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=heard) as process:
        while process.poll() is None and not (tmp_path / "x" / "step-0000001.safetensors").exists():
            time.sleep(0.05)
        for _ in range(5):
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        _, said = process.communicate()
    assert (process.returncode, said[:42]) == (130, "Saving …\nStopped; the same command resumes")
    assert (tmp_path / "x" / "state.safetensors").exists()


def test_help_does_not_import_pytorch() -> None:
    program = """
import sys
from model.__main__ import main
try:
    main(["train", "--help"])
finally:
    print("torch" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_the_app_pays_neither_for_the_command_line_nor_for_a_compiler() -> None:
    program = """
import sys
import model.training.bleu
import model.runs.registry
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from model.corpus import toy_corpus
from model.training.loop import train
from model.training.translation_task import TranslationTask

for progress in train(TranslationTask(toy_corpus(train=50, held_out=5), ModelConfig()), TrainingConfig(steps=2)):
    progress.state()
print([name for name in ("sacrebleu", "torch._dynamo") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
