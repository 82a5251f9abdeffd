"""Generated tokens are read as the decoder generated them."""

import pytest

from model.analysis.generated_tokens import select_tokens
from model.data.vocabulary import BOS_ID, EOS_ID, UNKNOWN_ID
from model.inference.greedy_decoding import translate
from model.training.snapshot import Snapshot
from tests.model.analysis.selected_tokens import select_all

WORDS = ["zorbin", "likes", "the", "white", "house"]


def test_every_step_is_fed_what_was_generated_before_copying(snapshot: Snapshot) -> None:
    translator = snapshot.translator
    translation = translate(translator, WORDS)
    n_steps = len(translation.steps)
    tokens = select_tokens(translator, WORDS, translation, range(n_steps))
    assert translation.steps[0].copied_from == 0, "the name is copied, so that the vocabulary has another token"
    assert tokens.ids[0] == UNKNOWN_ID
    assert tokens.ids[-1] == EOS_ID
    assert tokens.source == tuple(translator.source.encode(WORDS))
    assert tokens.fed == (BOS_ID, *tokens.ids[:-1])
    assert tokens.steps == tuple(range(n_steps))


def test_some_steps_are_fed_what_comes_before_the_last_of_them(snapshot: Snapshot) -> None:
    translator = snapshot.translator
    translation = translate(translator, WORDS)
    tokens = select_all(translator, WORDS)
    some = select_tokens(translator, WORDS, translation, [2, 0])
    assert some.fed == tokens.fed[:3]
    assert (some.steps, some.ids) == ((2, 0), (tokens.ids[2], tokens.ids[0]))
    taken = tokens.take([2, 0])
    assert (taken.steps, taken.ids, taken.fed) == (some.steps, some.ids, tokens.fed)


@pytest.mark.parametrize("step", [-1, 99])
def test_a_step_that_does_not_exist_is_refused(snapshot: Snapshot, step: int) -> None:
    with pytest.raises(IndexError, match="no step"):
        select_tokens(snapshot.translator, WORDS, translate(snapshot.translator, WORDS), [0, step])


def test_no_step_is_refused(snapshot: Snapshot) -> None:
    with pytest.raises(ValueError, match="no step"):
        select_tokens(snapshot.translator, WORDS, translate(snapshot.translator, WORDS), [])
