"""Every method gives one number per source token, read-only, and reads the step that generates the token."""

from dataclasses import fields

import numpy as np
import pytest

from model.analysis.attention_rollout import roll_out
from model.analysis.attributions import attribute_token
from model.inference.teacher_forcing import run_teacher_forcing
from model.transformer.kind import Kind
from tests.model.analysis.untrained_translator import TOKENS, WORDS, draw_translator


@pytest.mark.parametrize("step", range(len(TOKENS)))
def test_attention_and_rollout_are_the_rows_of_the_step(step: int) -> None:
    translator = draw_translator()
    attributions = attribute_token(translator, WORDS, TOKENS, step)
    maps = run_teacher_forcing(translator, WORDS, TOKENS)
    np.testing.assert_allclose(attributions.attention, maps[Kind.CROSS][-1, :, step].mean(axis=0), atol=1e-6)
    np.testing.assert_allclose(attributions.rollout, roll_out(maps)[step, : len(WORDS)], atol=1e-6)


@pytest.mark.parametrize("words", [WORDS, ("zzz",), ("the", "the")])
def test_every_method_gives_a_finite_number_per_word(words: tuple[str, ...]) -> None:
    attributions = attribute_token(draw_translator(), words, TOKENS, 1)
    for field in fields(attributions):
        values = getattr(attributions, field.name)
        assert values.shape == (len(words),)
        assert np.isfinite(values).all()
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 0
