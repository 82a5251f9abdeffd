"""The command line: train, evaluate, translate and info, and one sentence for what is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from model.__main__ import main
from model.cli import commands
from model.training.checkpoint import load_checkpoint
from model.training.loop import train

ROOT = Path(__file__).parents[3]
TINY = ["--steps=12", "--layers=1", "--heads=2", "--d-model=16", "--d-ff=16", "--batch-size=16", "--device=cpu"]
NAMES = ("Anna", "Paul", "the dog", "the cat", "a child", "a king", "the queen", "a bird")
DEEDS = {"sleeps": "dort", "eats": "mange", "sings": "chante", "runs": "court", "laughs": "rit"}


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "pairs.tsv"
    lines = [f"{name} {deed}.\t{name} {fait}.\n" for name in NAMES for deed, fait in DEEDS.items()]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def trained(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "x"
    assert main(["train", f"--corpus={pairs}", f"--out={out}", "--norm=post", "--dropout=0.1", *TINY]) == 0
    return out


def test_training_leaves_weights_and_what_they_were_made_of(trained: Path) -> None:
    names = {path.name for path in trained.iterdir()}
    assert {"run.json", "train.tsv", "held_out.tsv", "step-0000000.safetensors"} < names
    assert "state.safetensors" not in names
    snapshot = load_checkpoint(trained / "step-0000012.safetensors")
    assert snapshot.step == 12
    assert {"dog", "Anna", "‧."} <= set(snapshot.translator.source.words)


def test_training_tells_of_the_corpus_and_the_end(pairs, tmp_path, capsys) -> None:
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'y'}", *TINY]) == 0
    said = capsys.readouterr().out
    assert "pairs: 36 pairs, 4 held out" in said
    assert "holds the model of step 12: " in said


def test_a_training_has_the_threads_it_is_given(pairs, tmp_path, monkeypatch) -> None:
    seen = []

    def counted(*arguments, **options):
        for progress in train(*arguments, **options):
            seen.append(torch.get_num_threads())
            yield progress

    monkeypatch.setattr(commands, "train_model", counted)
    before = torch.get_num_threads()
    try:
        assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'y'}", f"--threads={before + 1}", *TINY]) == 0
    finally:
        torch.set_num_threads(before)
    assert {*seen} == {before + 1}


def test_a_model_is_scored(trained: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}"]) == 0
    said = capsys.readouterr().out
    for expected in ("held-out sentences     4", "exactly right", "not known: no gold links", "BLEU", "(the first 4"):
        assert expected in said


def test_a_model_is_scored_on_another_corpus_and_without_bleu(trained: Path, pairs: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}", f"--corpus={pairs}", "--sentences=0"]) == 0
    said = capsys.readouterr().out
    assert "sentences              40" in said
    assert "BLEU" not in said


def test_case_and_punctuation_are_learned_and_translated_by_a_process_of_its_own(pairs: Path, tmp_path: Path) -> None:
    sizes = ["--layers=1", "--heads=2", "--d-model=32", "--d-ff=32"]
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'x'}", "--steps=100", *sizes, *TINY[5:]]) == 0
    lines = [line.split("\t") for line in pairs.read_text(encoding="utf-8").splitlines()]
    held_out = (tmp_path / "x" / "held_out.tsv").read_text(encoding="utf-8")
    source, target = next(line for line in lines if line[0].startswith("Anna") and line[0] not in held_out)
    command = [sys.executable, "-m", "model", "translate", "--model", str(tmp_path / "x"), source]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{target}\n")


def test_a_reader_that_has_enough_is_no_error(trained: Path) -> None:
    command = [sys.executable, "-m", "model", "info", "--model", str(trained)]
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(command, cwd=ROOT, stdout=writes, stderr=subprocess.PIPE)
    os.close(writes)
    assert (done.returncode, done.stderr) == (0, b"")


def test_info_tells_what_a_model_is(trained: Path, capsys) -> None:
    assert main(["info", f"--model={trained}"]) == 0
    said = capsys.readouterr().out
    for expected in ("d_model 16, d_ff 16", "0.1, post", "36 pairs, 4 held out", "step                   12 of 12"):
        assert expected in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "The following arguments are required: command"),
        (["fly"], "Argument command: invalid choice: 'fly'"),
        (["train"], "required: --out"),
        (["train", "--out="], "Argument --out: it names no folder"),
        (["train", "--out=OUT", "--steps=0"], "'0' is not a whole number from 1 to 1,000,000"),
        (["train", "--out=OUT", "--layers=1e3"], "'1e3' is not a whole number from 1 to 24"),
        (["train", "--out=OUT", "--norm=both"], "invalid choice: 'both'"),
        (["train", "--out=OUT", "--heads=3"], "d_model=64 does not divide into 3 heads."),
        (["train", "--out=OUT", "--dropout=nan"], "dropout=nan must lie in [0, 1)."),
        (["train", "--out=OUT", "--learning-rate=0"], "learning_rate=0.0 must lie in (0, 1]."),
        (["train", "--out=OUT", "--threads=0"], "'0' is not a whole number from 1 to 1,024"),
        (["train", "--out=OUT", "--device=abacus"], "device='abacus' must be auto, cpu, cuda or cuda:N."),
        (["train", "--out=OUT", "--corpus=OUT"], "cannot be read (No such file or directory)."),
        (["train", "--out=OUT", "--corpus=."], "cannot be read (Is a directory)."),
        (["train", "--out=OUT", "--corpus=BAD"], "Line 2: no tab"),
        (["train", "--out=BAD/x", "--corpus=GOOD", "--device=cpu"], "cannot be written (Not a directory)."),
        (["evaluate", "--model=OUT"], "holds no trained model"),
        (["translate", "--model=OUT", "the cat"], "holds no trained model"),
        (["info", "--model=DAMAGED"], "is damaged or not a safetensors file"),
        (["evaluate", "--model=TRAINED", "--corpus=BAD"], "Line 2: no tab"),
        (["translate", "--model=TRAINED", "\u200b"], "There is no word to translate."),
        (["train", "--out=OWN", "--corpus=OWN/train.tsv"], "is where the run keeps pairs of its own"),
        (["train", "--out=TRAINED", "--corpus=GOOD", "--device=cpu"], "holds another run; choose another folder"),
    ],
)
def test_what_is_wrong_is_one_sentence(arguments, reason, trained, pairs, tmp_path, capsys) -> None:
    (tmp_path / "bad.tsv").write_bytes(b"a\tb\nno tab\n")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "step-0000001.safetensors").write_bytes(b"not weights")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "train.tsv").write_text("a\tb\n" * 9)
    places = {"OUT": "none", "OWN": "own", "BAD": "bad.tsv", "DAMAGED": "damaged"}
    for name, place in {**{k: tmp_path / v for k, v in places.items()}, "TRAINED": trained, "GOOD": pairs}.items():
        arguments = [argument.replace(f"={name}", f"={place}") for argument in arguments]
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = exit_.code
    said = capsys.readouterr().err
    assert code == 2
    assert reason in said
    assert said.count("\n") == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("text", ["null", "[]", "{}", '{"training": {"steps": 0}}', "[" * 100_000])
def test_facts_that_are_none_are_refused(text: str, trained: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "run.json").write_text(text)
    weights = "step-0000012.safetensors"
    (tmp_path / weights).write_bytes((trained / weights).read_bytes())
    assert main(["info", f"--model={tmp_path}"]) == 2
    assert "does not say how a model is trained" in capsys.readouterr().err
    assert main(["evaluate", f"--model={tmp_path}"]) == 2
    assert "does not say how a model is trained" in capsys.readouterr().err


def test_the_app_pays_neither_for_the_command_line_nor_for_a_compiler() -> None:
    program = """
import sys
import model.training.bleu
import model.runs.registry
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from model.corpus import toy_corpus
from model.training.loop import train

for progress in train(TranslationTask(toy_corpus(train=50, held_out=5), ModelConfig()), TrainingConfig(steps=2)):
    progress.state()
print([name for name in ("sacrebleu", "torch._dynamo") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
