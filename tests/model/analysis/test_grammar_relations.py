"""A head that follows a relation of the grammar is found, and told from one that looks at a fixed offset."""

from dataclasses import replace

import numpy as np
import pytest

from model.analysis.grammar_relations import MIN_INSTANCES, RelationTally
from model.analysis.head_report import KindTally
from model.analysis.head_roles import find_roles
from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Pair
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind
from tests.model.analysis.tallies import fill

# The noun stands one, two or three words after its determiner.
SENTENCES = [
    f"the {adjectives}{noun} sleeps" for noun in ("cat", "dog", "king", "girl") for adjectives in ("", "small ", "old ")
]
OBJECT = "she sees the big black dog"  # three words after
NOUNS = {"cat", "dog", "king", "girl"}


def plant(sentence: str) -> PairMaps:
    """Return encoder maps of two heads: from a determiner to its noun, and from every word to the next."""
    words = tuple(sentence.split())
    noun = next(place for place, word in enumerate(words) if word in NOUNS)
    last = len(words) - 1
    follows = [noun if word == "the" else 0 for word in words]
    after = [min(place + 1, last) for place in range(len(words))]
    maps = np.stack([np.eye(len(words), dtype=np.float32)[each] for each in (follows, after)])[None]
    return PairMaps(Pair(words, words, frozenset()), words, words, AttentionMaps({Kind.ENCODER: maps}))


@pytest.fixture
def maps() -> list[PairMaps]:
    return [plant(sentence) for sentence in (*SENTENCES, OBJECT, OBJECT)]


def test_agreement_is_the_share_of_pairs_found_beside_the_best_offset(maps: list[PairMaps]) -> None:
    scores = {(each.query, each.key): each for each in fill(RelationTally(), maps).score()}
    found = scores["determiner", "noun"]
    assert found.agreement[0].tolist() == pytest.approx([1.0, 4 / 14])  # 4 of 14 nouns follow at once
    assert found.offset_agreement == pytest.approx(8 / 14)  # 8 stand two words further on
    back = scores["noun", "determiner"]
    assert back.agreement[0].tolist() == pytest.approx([12 / 14, 0.0]), "the first word, where that is the determiner"


def test_only_the_head_that_beats_every_offset_is_syntactic(maps: list[PairMaps]) -> None:
    heads = fill(KindTally(Kind.ENCODER), maps).score()
    assert "syntactic" in find_roles(heads[0])
    assert "syntactic" not in find_roles(heads[1])
    assert heads[0].relations[0].name == "determiner → noun"
    assert heads[0].relations[0].gain == pytest.approx(1 - 8 / 14)


def test_relations_are_ordered_by_their_gain(maps: list[PairMaps]) -> None:
    """A head that looks at the next word, or from a determiner at its noun, finds each verb, but so does an offset."""
    mixed = []
    for each in maps:
        follows = [word == "the" and " ".join(each.source) != OBJECT for word in each.source]
        rows = np.where(np.array(follows)[:, None], *each.maps[Kind.ENCODER][0])
        mixed.append(replace(each, maps=AttentionMaps({Kind.ENCODER: rows[None, None]})))
    (head,) = fill(KindTally(Kind.ENCODER), mixed).score()
    first, second = head.relations[:2]
    assert (first.name, second.name) == ("determiner → noun", "subject → verb")
    assert first.agreement < second.agreement == 1


def test_rare_relations_and_other_sentences_are_not_scored(maps: list[PairMaps]) -> None:
    assert fill(RelationTally(), maps[: MIN_INSTANCES - 1]).score() == ()
    outside = PairMaps(maps[0].pair, ("x", "y"), maps[0].target, maps[0].maps)
    assert fill(RelationTally(), [outside] * 50).score() == (), "its tokens are not its words"
