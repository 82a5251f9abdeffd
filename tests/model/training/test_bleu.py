"""BLEU of decoded text."""

import pytest

from model.corpus import Pair
from model.training import bleu
from model.training.bleu import TextScores, score_text
from model.training.snapshot import Snapshot


def test_one_of_two_sentences_is_exact(raw_text_snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [Pair(("go",), target, frozenset()) for target in (("va", "là"), ("va", "ici"))]
    monkeypatch.setattr(bleu, "join_pieces", lambda _: "va là")
    scores = score_text(raw_text_snapshot.translator, pairs)
    assert (scores.exact_match, scores.n_sentences) == (0.5, 2)
    assert 0 < scores.bleu < 100


def test_identical_short_text_scores_100(raw_text_snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Pair(("go",), ("va", "là"), frozenset())
    monkeypatch.setattr(bleu, "join_pieces", lambda _: "va là")
    assert score_text(raw_text_snapshot.translator, [pair]) == TextScores(pytest.approx(100), 1, 1)


def test_text_without_spaces_is_compared_by_letters(
    raw_text_snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = Pair(("I", "like", "apples."), ("我喜欢苹果。",), frozenset())
    monkeypatch.setattr(bleu, "join_pieces", lambda _: "我不喜欢苹果。")
    assert score_text(raw_text_snapshot.translator, [pair]).bleu > 50
