"""The command line: errors are one sentence, and nothing is imported in vain."""

import os
import subprocess
import sys
from pathlib import Path

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
