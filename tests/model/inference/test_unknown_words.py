"""Unknown words and names keep their typed form in the translation."""

import numpy as np
import pytest

from model.corpus import Corpus, Pair, parse
from model.data.vocabulary import Vocabulary
from model.inference.greedy_decoding import translate
from model.inference.unknown_words import find_copied_position, map_name_spellings
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind


def test_unknown_words_are_shown_as_typed_and_where_from(snapshot: Snapshot) -> None:
    result = translate(snapshot.translator, ["zorbin", "sees", "the", "cat"], texts=["Zorbin", "sees", "the", "cat"])
    assert result.words == ("Zorbin", "voit", "le", "chat")
    assert [step.copied_from for step in result.steps] == [0, None, None, None, None]


def test_names_that_are_known_are_shown_as_typed_and_fed_as_known(snapshot: Snapshot) -> None:
    words = ("anna", "sees", "paul")
    result = translate(snapshot.translator, words, texts=("Anna", "sees", "Paul"))
    plain = translate(snapshot.translator, words)
    assert result.words == ("Anna", "voit", "Paul")
    assert result.steps[1].fed == "Anna"
    assert not any(step.copied_from for step in result.steps)
    assert np.array_equal(result.maps[Kind.DECODER], plain.maps[Kind.DECODER], equal_nan=True)
    assert result.vocabulary_tokens == plain.vocabulary_tokens


def test_a_place_has_a_capital_where_it_is_typed_with_one() -> None:
    words = ("anna", "lives", "in", "london")
    assert map_name_spellings(words, ("Anna", "lives", "in", "London")) == {"anna": "Anna", "londres": "Londres"}
    assert map_name_spellings(words, words) == {"anna": "anna"}
    assert map_name_spellings(("french",), ("French",)) == {}, "French writes languages in lower case"


def test_a_feast_has_a_capital_in_french() -> None:
    assert map_name_spellings(("merry", "christmas"), ("merry", "christmas")) == {"noël": "Noël"}


@pytest.mark.parametrize(
    ("words", "position"), [("the cat sleeps", 1), ("zorbin zorbin zorbin", 1), ("zorbin cat zorbin", 0)]
)
def test_a_word_is_copied_from_where_the_heads_look_on_average(words: str, position: int) -> None:
    """Among the unknown source words, if there are any."""
    vocabulary = Vocabulary(["the", "cat", "sleeps"])
    attention = np.array([[0.9, 0.1, 0.0], [0.0, 0.6, 0.4], [0.0, 0.6, 0.4]])  # on average 0.3, 0.43 and 0.27
    assert find_copied_position(attention, vocabulary.encode(words.split()), vocabulary) == position


def renamed(pair: Pair, name: str, vocabulary: Vocabulary) -> Pair | None:
    """The sentence with its one invented name replaced by ``name``; None where there is none, or several."""
    unknown = [place for place, word in enumerate(pair.source) if word not in vocabulary]
    if len(unknown) != 1 or pair.source[unknown[0]] not in pair.target:
        return None
    return parse((*pair.source[: unknown[0]], name, *pair.source[unknown[0] + 1 :]))


def test_a_name_never_seen_is_copied(snapshot: Snapshot, corpus: Corpus) -> None:
    """Of the held-out sentences with one name never seen, at least 93 % come out right with the name copied."""
    names = ["brunhilde", "ulrike", "xaver", "quentin", "ingo", "yolotzin", "oyelaran", "yvonne"]
    seen = {word for pair in corpus.train for word in pair.source}
    assert not seen & set(names)
    vocabulary = snapshot.translator.source
    pairs = (renamed(pair, names[index % len(names)], vocabulary) for index, pair in enumerate(corpus.held_out))
    cases = [pair for pair in pairs if pair is not None]
    assert len(cases) >= 100
    right = sum(translate(snapshot.translator, pair.source).words == pair.target for pair in cases)
    assert right >= 0.93 * len(cases), f"{right} of {len(cases)}"
