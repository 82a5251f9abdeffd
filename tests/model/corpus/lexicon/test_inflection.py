"""Tests of regular forms."""

import pytest

from model.corpus.lexicon.inflection import add_ed, add_ing, add_s, agree, conjugate, feminize, imperfect, pluralize
from model.corpus.lexicon.verb_table import find_present


@pytest.mark.parametrize(
    ("word", "plural"), [("cat", "cats"), ("box", "boxes"), ("city", "cities"), ("boy", "boys"), ("wash", "washes")]
)
def test_s(word: str, plural: str) -> None:
    assert add_s(word) == plural


def test_ing_and_ed() -> None:
    assert [add_ing(verb) for verb in ("eat", "write", "see")] == ["eating", "writing", "seeing"]
    assert [add_ed(verb) for verb in ("help", "close", "cry", "play")] == ["helped", "closed", "cried", "played"]


def test_french_nouns_and_adjectives() -> None:
    assert [pluralize(word) for word in ("chat", "fils", "nez")] == ["chats", "fils", "nez"]
    assert [feminize(word) for word in ("petit", "rouge")] == ["petite", "rouge"]
    assert agree("allé") == ("allé", "allée", "allés", "allées")
    assert agree("blanc", "blanche") == ("blanc", "blanche", "blancs", "blanches")


def test_the_imparfait_has_the_stem_of_the_first_person_plural() -> None:
    assert imperfect(find_present("avoir")) == ("avais", "avais", "avait", "avions", "avaient")
    assert imperfect(find_present("boire")) == ("buvais", "buvais", "buvait", "buvions", "buvaient")


def test_verbs_in_er() -> None:
    assert conjugate("manger") == ("mange", "manges", "mange", "mangeons", "mangent")
    assert conjugate("parler") == ("parle", "parles", "parle", "parlons", "parlent")
    with pytest.raises(ValueError, match=r"conjugations\.tsv"):
        conjugate("finir")
