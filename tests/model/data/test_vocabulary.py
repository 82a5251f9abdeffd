"""Words and ids."""

import pytest

from model.data.vocabulary import EOS, SPECIALS, UNKNOWN_ID, UNKNOWN_VOWEL_ID, Vocabulary

WORDS = Vocabulary.of([["the", "cat", "sees", "the", "dog"], ["the", "dog", "sees", "zorbin"]], min_count=1)


def test_ids_and_words_are_inverse() -> None:
    assert [WORDS.tokens[i] for i in WORDS.encode(["the", "dog", "sees"])] == ["the", "dog", "sees"]


def test_frequent_words_come_first_and_ties_are_alphabetical() -> None:
    assert WORDS.words == ("the", "dog", "sees", "cat", "zorbin")


def test_rare_words_are_unknown() -> None:
    vocabulary = Vocabulary.of([["the", "cat"], ["the", "zorbin"]], min_count=2)
    assert vocabulary.words == ("the",)
    assert "zorbin" not in vocabulary


def test_unknown_words_keep_whether_they_begin_with_a_vowel() -> None:
    assert WORDS.encode(["ulric", "éloi", "yves"]) == [UNKNOWN_VOWEL_ID] * 3
    assert WORDS.encode(["blorp", "yann"]) == [UNKNOWN_ID] * 2


@pytest.mark.parametrize("special", SPECIALS)
def test_a_special_token_cannot_be_typed(special: str) -> None:
    assert special not in WORDS
    assert WORDS.encode([special]) == [UNKNOWN_ID]


def test_completions_are_known_words_the_most_frequent_first() -> None:
    vocabulary = Vocabulary(["do", "dog", "dogs", "cat", "does"])
    assert vocabulary.complete("do") == ["do", "dog", "dogs", "does"]
    assert vocabulary.complete("do", limit=2) == ["do", "dog"]
    assert vocabulary.complete("x") == []
    assert EOS not in vocabulary.complete("<")


def test_a_repeated_word_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="twice in the vocabulary: cat"):
        Vocabulary(["cat", "dog", "cat"])


def test_a_vocabulary_keeps_the_most_frequent_words() -> None:
    sentences = [["a", "b", "c"], ["a", "b"], ["a", "c"], ["c"]]
    assert Vocabulary.of(sentences, max_words=2).words == ("a", "c")
