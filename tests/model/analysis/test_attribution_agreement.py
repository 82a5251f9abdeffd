"""Planted attributions agree as they were planted; every generated token is attributed."""

import numpy as np
import pytest

from model.analysis.attribution_agreement import METHODS, attribute_translations, summarize_agreement
from model.analysis.attributions import Attributions
from model.inference.greedy_decoding import translate
from tests.model.analysis.untrained_translator import WORDS, draw_translator

EFFECT = np.array([0.1, 3.0, -1.0, 0.5])


def _plant(attention: np.ndarray) -> Attributions:
    return Attributions(attention, EFFECT**3, -EFFECT, np.ones(4), EFFECT.copy(), EFFECT.copy())


def test_each_method_agrees_as_planted() -> None:
    by_method = {each.method: each for each in summarize_agreement([_plant(EFFECT + 1), _plant(-EFFECT)])}
    assert tuple(by_method) == METHODS
    assert (by_method["attention"].mean, by_method["attention"].spread) == pytest.approx((0, 1))
    for method, mean in (("value_norm", 1), ("rollout", -1), ("integrated_gradients", 1)):
        assert (by_method[method].mean, by_method[method].spread) == pytest.approx((mean, 0))
        assert by_method[method].n_tokens == 2
    assert by_method["gradient_input"].n_tokens == 0, "constant values have no order"
    assert np.isnan(by_method["gradient_input"].mean)


def test_every_generated_token_is_attributed() -> None:
    translator = draw_translator()
    sentences = [WORDS[:2], WORDS]
    found = list(attribute_translations(translator, sentences))
    assert [len(each) for each in found] == [len(translate(translator, words).steps) for words in sentences]
    assert [len(each[0].attention) for each in found] == [2, 4]
