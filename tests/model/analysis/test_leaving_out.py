"""Leaving out equals the direct computation, one sentence at a time."""

import pytest
import torch

from model.analysis import leaving_out
from model.analysis.generated_tokens import GeneratedTokens
from model.analysis.leaving_out import leave_words_out
from model.training.snapshot import Snapshot
from tests.model.analysis.selected_tokens import select_all

WORDS = ["zorbin", "and", "anna", "like", "the", "old", "house"]
WITH_VOWEL = {"and", "anna", "old"}  # replaced by the unknown word that begins with a vowel


def _score(snapshot: Snapshot, words: list[str], tokens: GeneratedTokens) -> list[float]:
    translator = snapshot.translator
    scores = []
    with torch.inference_mode():
        for step, id_ in zip(tokens.steps, tokens.ids, strict=True):  # each is fed nothing that comes after it
            fed = torch.tensor([tokens.fed[: step + 1]])
            logits = translator.model(torch.tensor([translator.source.encode(words)]), fed)[0, -1]
            scores.append(logits.log_softmax(dim=-1)[id_].item())
    return scores


def test_it_equals_the_direct_computation(snapshot: Snapshot) -> None:
    tokens = select_all(snapshot.translator, WORDS)
    drops = leave_words_out(snapshot.translator, tokens)
    whole, largest = _score(snapshot, WORDS, tokens), 0.0
    for place, word in enumerate(WORDS):
        without = [*WORDS[:place], "owkqz" if word in WITH_VOWEL else "kwqz", *WORDS[place + 1 :]]
        expected = [a - b for a, b in zip(whole, _score(snapshot, without, tokens), strict=True)]
        assert drops[:, place] == pytest.approx(expected, abs=1e-4)
        largest = max(largest, *map(abs, expected))
    assert largest > 1, "the comparison would be empty"


def test_it_is_the_same_a_few_sentences_at_a_time(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = select_all(snapshot.translator, WORDS)
    whole = leave_words_out(snapshot.translator, tokens)
    monkeypatch.setattr(leaving_out, "_MAX_SCORES", 1)
    assert leave_words_out(snapshot.translator, tokens) == pytest.approx(whole, abs=1e-5)


def test_an_unknown_word_changes_nothing(snapshot: Snapshot) -> None:
    tokens = select_all(snapshot.translator, WORDS)
    assert leave_words_out(snapshot.translator, tokens)[:, 0] == pytest.approx(0, abs=1e-6)
