"""The command ``evaluate``."""

from pathlib import Path

from model.__main__ import main
from model.cli import inputs


def test_a_model_is_scored(trained: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}"]) == 0
    said = capsys.readouterr().out
    for expected in ("held-out sentences     4", "exact match", "unknown: no gold alignment", "BLEU", "(the first 4"):
        assert expected in said
    for score in ("doubled word", "length limit", "normalized erasure", "calibration error"):
        assert f"\n{score}" in said


def test_the_toy_corpus_is_not_drawn_for_a_run_with_pairs_of_its_own(trained: Path, capsys, monkeypatch) -> None:
    monkeypatch.delattr(inputs, "open_toy_corpus")
    assert main(["evaluate", f"--model={trained}", "--sentences=0"]) == 0
    assert "held-out sentences     4" in capsys.readouterr().out


def test_a_model_is_scored_on_another_corpus_and_without_bleu(trained: Path, pairs: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}", f"--corpus={pairs}", "--sentences=0"]) == 0
    said = capsys.readouterr().out
    assert "sentences              40" in said
    assert "BLEU" not in said
