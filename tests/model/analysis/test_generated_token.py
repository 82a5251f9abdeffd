"""A generated token is scored as the whole translation is."""

import pytest
import torch

from model.analysis.generated_token import encode_generated_token
from model.inference.teacher_forcing import encode_inputs
from tests.model.analysis.untrained_translator import TOKENS, WORDS, draw_translator


@pytest.mark.parametrize("step", range(len(TOKENS)))
def test_its_scores_are_those_of_teacher_forcing(step: int) -> None:
    translator = draw_translator()
    token = encode_generated_token(translator, WORDS, TOKENS, step)
    assert translator.target.tokens[token.id] == TOKENS[step]
    with torch.inference_mode():
        scores = token.decode(translator, translator.model.encode(token.source))
        expected = translator.model(*encode_inputs(translator, WORDS, TOKENS))[:, step]
    torch.testing.assert_close(scores, expected)


@pytest.mark.parametrize(("words", "step"), [((), 0), (WORDS, -1), (WORDS, len(TOKENS))])
def test_no_word_and_no_such_step_are_refused(words: tuple[str, ...], step: int) -> None:
    with pytest.raises(ValueError, match="need a word and a step below 5"):
        encode_generated_token(draw_translator(), words, TOKENS, step)
