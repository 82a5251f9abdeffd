"""The command ``evaluate``."""

from pathlib import Path

from model.__main__ import main


def test_a_model_is_scored(trained: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}"]) == 0
    said = capsys.readouterr().out
    for expected in ("held-out sentences     4", "exact match", "unknown: no gold alignment", "BLEU", "(the first 4"):
        assert expected in said
    for score in ("doubled word", "length limit", "normalized erasure", "calibration error"):
        assert f"\n{score}" in said


def test_a_model_is_scored_on_another_corpus_and_without_bleu(trained: Path, pairs: Path, capsys) -> None:
    assert main(["evaluate", f"--model={trained}", f"--corpus={pairs}", "--sentences=0"]) == 0
    said = capsys.readouterr().out
    assert "sentences              40" in said
    assert "BLEU" not in said
