"""A generated token is read as the decoder generated it."""

import pytest

from model.analysis.generated_token import select_token
from model.data.vocabulary import BOS_ID, EOS_ID, UNKNOWN_ID
from model.inference.greedy_decoding import translate
from model.training.snapshot import Snapshot

WORDS = ["zorbin", "likes", "the", "white", "house"]


def test_every_step_is_fed_what_was_generated_before_copying(snapshot: Snapshot) -> None:
    translator = snapshot.translator
    translation = translate(translator, WORDS)
    tokens = [select_token(translator, WORDS, translation, step) for step in range(len(translation.steps))]
    assert translation.steps[0].copied_from == 0, "the name is copied, so that the vocabulary has another token"
    assert tokens[0].id == UNKNOWN_ID
    assert tokens[-1].id == EOS_ID
    assert all(token.source == tuple(translator.source.encode(WORDS)) for token in tokens)
    for step, token in enumerate(tokens):
        assert token.fed == (BOS_ID, *(each.id for each in tokens[:step]))


@pytest.mark.parametrize("step", [-1, 99])
def test_a_step_that_does_not_exist_is_refused(snapshot: Snapshot, step: int) -> None:
    with pytest.raises(IndexError, match="no step"):
        select_token(snapshot.translator, WORDS, translate(snapshot.translator, WORDS), step)
