"""Leaving out equals the direct computation, one sentence at a time."""

import pytest
import torch

from model.analysis.generated_token import GeneratedToken, select_token
from model.analysis.leaving_out import leave_words_out
from model.inference.greedy_decoding import translate
from model.training.snapshot import Snapshot

WORDS = ["zorbin", "and", "anna", "like", "the", "old", "house"]
WITH_VOWEL = {"and", "anna", "old"}  # replaced by the unknown word that begins with a vowel


def _score(snapshot: Snapshot, words: list[str], token: GeneratedToken) -> float:
    translator = snapshot.translator
    with torch.inference_mode():
        scores = translator.model(torch.tensor([translator.source.encode(words)]), torch.tensor([token.fed]))
    return scores[0, -1].log_softmax(dim=-1)[token.id].item()


def test_it_equals_the_direct_computation(snapshot: Snapshot) -> None:
    translation = translate(snapshot.translator, WORDS)
    largest = 0.0
    for step in range(len(translation.steps)):
        token = select_token(snapshot.translator, WORDS, translation, step)
        drops = leave_words_out(snapshot.translator, token)
        for place, word in enumerate(WORDS):
            without = [*WORDS[:place], "owkqz" if word in WITH_VOWEL else "kwqz", *WORDS[place + 1 :]]
            expected = _score(snapshot, WORDS, token) - _score(snapshot, without, token)
            assert drops[place] == pytest.approx(expected, abs=1e-4)
            largest = max(largest, abs(expected))
    assert largest > 1, "the comparison would be empty"


def test_an_unknown_word_changes_nothing(snapshot: Snapshot) -> None:
    translation = translate(snapshot.translator, WORDS)
    for step in range(len(translation.steps)):
        drops = leave_words_out(snapshot.translator, select_token(snapshot.translator, WORDS, translation, step))
        assert drops[0] == pytest.approx(0, abs=1e-6)
