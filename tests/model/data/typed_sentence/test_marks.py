"""The marks of typed sentences: at the end, after a phrase that begins one, and between several."""

import pytest

from model.data.typed_sentence import read_sentence
from model.data.vocabulary import Vocabulary

KNOWN = Vocabulary(["i", "you", "he", "she", "is", "do", "not", "the", "cat", "dog", "fish"])


@pytest.mark.parametrize(
    ("text", "end_mark"),
    [
        ("the cat", ""), ("the cat.", "."), ("the cat?", "?"), ("the cat ? ", "?"), ("the cat !", "!"),
        ("the cat...", "…"), ("the cat…", "…"), ("the cat?!", "?"), ("the cat...?", "?"), ("“the cat?”", "?"),
        ("the cat,", ""), ("the cat? the dog", ""), ("the. cat" * 99, ""), ("", ""),
    ],
)  # fmt: skip
def test_the_mark_at_the_end_is_kept(text: str, end_mark: str) -> None:
    assert read_sentence(text, KNOWN).end_mark == end_mark


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("the cat sees", 0),
        ("the cat, the dog, the fish", 2),
        ("He's here, and she's happy", 3),
        ("I don't, you do", 3),
        ("the cat - , you", 2),
        (", the cat, you", 2),
        ("the cat. the dog", 2),
        ("the cat! the dog, the fish", 2),
        ("the cat?", 0),
        ("the cat… sees", 0),
        ("the cat... sees", 0),
        ("the cat,the dog", 2),
        ("the Mr. cat", 0),
        ("the cat at 5 p.m. in the U.S. sees", 0),
    ],
)
def test_the_words_before_the_first_mark_are_counted_as_the_model_reads_them(text: str, n: int) -> None:
    sentence = read_sentence(f"{text} ", KNOWN)
    assert sentence.n_before_pause == n
    assert " ".join(sentence.words[:n]) in ("", "the cat", "he is here", "i do not")


@pytest.mark.parametrize("text", ["I am tired. You are happy.", "hello! I am", "hello ? I", "hello “Anna.” She is"])
def test_a_mark_between_words_ends_the_first_of_several_sentences(text: str) -> None:
    assert read_sentence(text, KNOWN).is_several


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "I am tired.",
        "I am Mr. Zorbin",
        "(Dr. Cat sees St. Cat)",
        "Prof. Cat is here",
        "I am at 5 p.m. in the house",
        "in the U.S. with a cat",
        "cats, dogs, etc. are here",
        "I am tired . . .",
        "¿ are you tired ?!",
        "… hello, Anna; I am",
    ],
)
def test_marks_at_the_ends_leave_one_sentence(text: str) -> None:
    assert not read_sentence(text, KNOWN).is_several
