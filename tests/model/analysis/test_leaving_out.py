"""Leaving words out in one batch equals replacing them one by one."""

import math

import pytest
import torch

from model.analysis.generated_token import encode_generated_token
from model.analysis.leaving_out import leave_words_out
from model.inference.teacher_forcing import encode_inputs
from model.inference.translator import Translator
from tests.model.analysis.untrained_translator import TOKENS, WORDS, draw_translator


def _score(translator: Translator, words: list[str], step: int) -> float:
    with torch.inference_mode():
        scores = translator.model(*encode_inputs(translator, words, TOKENS))[0, step]
    return math.log(scores.softmax(dim=-1)[translator.target.tokens.index(TOKENS[step])])


@pytest.mark.parametrize("step", range(len(TOKENS)))
def test_each_word_is_replaced_by_the_unknown_word(step: int) -> None:
    translator = draw_translator()
    falls = leave_words_out(translator, encode_generated_token(translator, WORDS, TOKENS, step))
    whole = _score(translator, list(WORDS), step)
    for place, fall in enumerate(falls.tolist()):
        words = [*WORDS[:place], "zzz", *WORDS[place + 1 :]]
        assert fall == pytest.approx(whole - _score(translator, words, step), abs=1e-4)
    assert falls.abs().max() > 0.01


def test_a_word_that_is_unknown_already_changes_nothing() -> None:
    translator = draw_translator()
    falls = leave_words_out(translator, encode_generated_token(translator, ["the", "zzz"], TOKENS, 1))
    assert falls[1].item() == pytest.approx(0, abs=1e-5)
    assert abs(falls[0]) > 1e-3
