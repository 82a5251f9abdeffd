"""The labels of a translation's maps."""

import pytest

from model.data.vocabulary import BOS, EOS
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind

WORDS = ["she", "does", "not", "like", "the", "small", "black", "dog"]
FRENCH = ["elle", "n'", "aime", "pas", "le", "petit", "chien", "noir"]


@pytest.fixture(scope="module")
def translation(snapshot: Snapshot) -> Translation:
    return translate(snapshot.translator, WORDS)


def test_rows_are_generated_tokens_and_columns_what_was_fed(translation: Translation) -> None:
    assert translation.queries(Kind.CROSS) == translation.queries(Kind.DECODER) == (*FRENCH, EOS)
    assert translation.keys(Kind.CROSS) == translation.keys(Kind.ENCODER) == tuple(WORDS)
    assert translation.keys(Kind.DECODER) == (BOS, *FRENCH)
    assert [step.fed for step in translation.steps] == [BOS, *FRENCH]
    for kind in Kind:
        shape = translation.maps[kind].shape
        assert shape[2:] == (len(translation.queries(kind)), len(translation.keys(kind)))


def test_cross_attention_is_labelled_with_the_token_generated_not_the_one_fed(translation: Translation) -> None:
    """``petit`` stands before its noun and ``noir`` behind it: a shift by one would point at the wrong words."""
    attention = translation.maps.head(Kind.CROSS, 1, None)
    pointed = {token: WORDS[int(attention[row].argmax())] for row, token in enumerate(FRENCH)}
    assert pointed["elle"] == "she"
    assert pointed["petit"] == "small"
    assert pointed["chien"] == "dog"
    assert pointed["noir"] == "black"
