"""A model fed a translation: its own gives back what it attended to while generating it."""

import numpy as np
import pytest

from model.inference.greedy_decoding import translate
from model.inference.teacher_forcing import find_unknown_tokens, run_teacher_forcing
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind

SENTENCES = ["she does not like the small black dog", "i see zorbl", "the cat", "apfel sees ubar"]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_its_own_translation_gives_its_own_maps(snapshot: Snapshot, sentence: str) -> None:
    words = sentence.split()
    own = translate(snapshot.translator, words)
    maps = run_teacher_forcing(snapshot.translator, words, own.vocabulary_tokens)
    for kind in Kind:
        np.testing.assert_allclose(maps[kind], own.maps[kind], atol=1e-5)


def test_every_row_sums_to_one_and_what_is_not_generated_is_blank(snapshot: Snapshot) -> None:
    maps = run_teacher_forcing(snapshot.translator, ["the", "dog"], ["le", "chat", "noir", "<eos>"])
    for kind in Kind:
        np.testing.assert_allclose(np.nansum(maps[kind], axis=-1), 1, atol=1e-5)
    assert np.isnan(maps[Kind.DECODER][0, 0, 0, 1:]).all()
    assert not np.isnan(maps[Kind.CROSS]).any()


def test_nothing_to_read_or_to_say_is_refused(snapshot: Snapshot) -> None:
    for words, tokens in (([], ["le"]), (["the"], [])):
        with pytest.raises(ValueError, match="at least one"):
            run_teacher_forcing(snapshot.translator, words, tokens)


def test_what_is_not_known_is_named_once(snapshot: Snapshot) -> None:
    assert find_unknown_tokens(snapshot.translator, ["the", "ship", "ship"], ["le", "navire", "<eos>", "<unk>"]) == [
        "ship",
        "navire",
    ]
