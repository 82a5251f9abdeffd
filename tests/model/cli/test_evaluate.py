"""The command ``evaluate``."""

import re
import sys
from pathlib import Path

import pytest

from model.__main__ import main
from model.cli import evaluate, inputs


def test_a_model_is_scored(trained: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}"]) == 0
    said = capsys.readouterr().out
    for expected in ("held-out sentences     4", "exact match", "unknown: no gold alignment", "BLEU", "(the first 4"):
        assert expected in said
    for score in ("doubled word", "length limit", "normalized erasure", "calibration error"):
        assert f"\n{score}" in said


def test_sentences_of_one_word_have_no_scores_of_beginnings(trained: Path, tmp_path: Path, capsys) -> None:
    (pairs := tmp_path / "words.tsv").write_text("Anna\tAnna\nlaughs.\trit.\n", encoding="utf-8")
    said = _evaluate(capsys, f"--model={trained}", f"--corpus={pairs}")
    for score in ("doubled word", "length limit", "normalized erasure"):
        assert re.search(rf"^{score} +unknown: every source sentence is a single word", said, re.MULTILINE)


def test_progress_is_shown_while_beginnings_are_translated(trained: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["evaluate", f"--model={trained}", "--sentences=0"]) == 0
    assert "beginnings: 100%" in capsys.readouterr().err


def test_a_model_is_scored_without_heads(trained: Path, capsys) -> None:
    whole, *changed = (
        _evaluate(capsys, f"--model={trained}", *options)
        for options in ((), ("--off=decoder-1-1.cross-1-1",), ("--off=decoder-1-1.cross-1-1", "--uniform"))
    )
    assert all(said.startswith(whole) for said in changed)
    none, uniform = (said.removeprefix(whole) for said in changed)
    assert none.startswith("without                cross, layer 1, head 1; decoder, layer 1, head 1\n  exact match")
    assert uniform.startswith("with uniform weights   cross, layer 1, head 1; decoder, layer 1, head 1\n  exact match")
    losses = [float(re.search(r"cross-entropy +([0-9.]+) nats", said)[1]) for said in (whole, none, uniform)]
    assert len(set(losses)) == 3


def _evaluate(capsys, *options: str) -> str:
    assert main(["evaluate", "--sentences=0", *options]) == 0
    return capsys.readouterr().out


def test_uniform_weights_need_heads_which_is_said_before_a_model_is_loaded(capsys, monkeypatch) -> None:
    monkeypatch.delattr(evaluate, "load_model")
    assert main(["evaluate", "--off=", "--uniform"]) == 2
    assert "name them with --off" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["cross-9-1", "cross-1-0", "1", "<b>"])
def test_a_head_that_the_model_lacks_is_named_beside_those_that_it_has(trained: Path, capsys, name: str) -> None:
    assert main(["evaluate", f"--model={trained}", f"--off=cross-1-1.{name}"]) == 2
    said = capsys.readouterr().err
    heads = "cross-1-1 to cross-1-2, encoder-1-1 to encoder-1-2, decoder-1-1 to decoder-1-2"
    assert said == f"The model has no head {name!r}; it has {heads}.\n"


def test_the_toy_corpus_is_not_drawn_for_a_run_with_pairs_of_its_own(trained: Path, capsys, monkeypatch) -> None:
    monkeypatch.delattr(inputs, "open_toy_corpus")
    assert main(["evaluate", f"--model={trained}", "--sentences=0"]) == 0
    assert "held-out sentences     4" in capsys.readouterr().out


def test_a_model_is_scored_on_another_corpus_and_without_bleu(trained: Path, pairs: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}", f"--corpus={pairs}", "--sentences=0"]) == 0
    said = capsys.readouterr().out
    assert "sentences              40" in said
    assert "BLEU" not in said
