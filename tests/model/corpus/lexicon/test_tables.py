"""Tests of the lexicon's tables: every line is complete, and an invalid one is named."""

from collections import Counter
from pathlib import Path

import pytest

from model.corpus import parse
from model.corpus.lexicon.categories import Gender
from model.corpus.lexicon.known_words import ENGLISH_WORDS, FRENCH_WORDS
from model.corpus.lexicon.table import LexiconError, read_table
from model.corpus.lexicon.tables import (
    ADJECTIVES,
    HABITS,
    NAMES,
    NOUNS,
    PHRASES,
    PLACES,
    PREPOSITIONS,
    TIMES,
    WHEREABOUTS,
    read_noun,
)
from model.corpus.lexicon.verb_table import VERBS
from model.corpus.lexicon.word_classes import GROUPS

CLASSES = {each for noun in NOUNS for each in noun.classes}


def test_there_are_at_least_400_english_words() -> None:
    assert len(ENGLISH_WORDS) >= 400
    assert "" not in ENGLISH_WORDS | FRENCH_WORDS


def test_no_english_word_is_two_nouns_adjectives_or_names() -> None:
    for entries in (NOUNS, ADJECTIVES):
        forms = Counter(word for entry in entries for word in (entry.english if entries is NOUNS else (entry.english,)))
        assert not {word for word, count in forms.items() if word and count > 1}
    assert len({name.word for name in NAMES}) == len(NAMES)
    assert {name.gender for name in NAMES} == set(Gender)


def test_every_class_that_words_ask_for_has_nouns() -> None:
    asked = {each for adjective in ADJECTIVES for each in adjective.attributive | adjective.predicative}
    asked |= {each for verb in VERBS for each in verb.subjects | verb.objects}
    asked |= {each for preposition in PREPOSITIONS for each in preposition.objects}
    assert asked <= CLASSES | {"it"}  # what "it", "this" and "that" stand for
    assert set().union(*GROUPS.values()) <= CLASSES


def test_everything_that_verbs_ask_for_is_known() -> None:
    sites = CLASSES | {place.kind for place in PLACES}
    adjuncts = {time.kind for time in TIMES} | {"benefit", "to!", "home!", "at!"}
    after = {"want", "like", "hope", "can", "cannot", "must", "forbidden", "will", "let", "command"}
    for verb in VERBS:
        assert verb.sites <= sites
        assert verb.company <= CLASSES
        assert verb.adjuncts <= adjuncts
        assert verb.after <= after


def test_whereabouts_name_nouns_places_and_prepositions() -> None:
    local = {each.english for each in PREPOSITIONS if each.kind == "place"}
    for each in WHEREABOUTS:
        assert each.what <= CLASSES
        assert each.where <= CLASSES | {place.kind for place in PLACES}
        assert each.preposition in local


def test_a_noun_is_a_class_of_its_own() -> None:
    for noun in NOUNS:
        assert noun.english[0] in noun.classes


def test_every_habit_is_a_sentence() -> None:
    kinds = {noun.english[0]: noun.english[1] for noun in NOUNS}
    for (kind, verb), objects in HABITS.items():
        for what in objects or {""}:
            sentence = [kinds[kind], verb, *([what] if what else [])]
            assert parse(sentence) is not None, sentence


def test_links_of_fixed_phrases_cover_both_sides() -> None:
    for phrase in PHRASES:
        assert {source for source, _ in phrase.alignment} == set(range(len(phrase.english)))
        assert {target for _, target in phrase.alignment} == set(range(len(phrase.french)))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("cat\t\tchat\t\tx\tanimal", "nouns.tsv, line 3: the gender is m or f, not 'x'"),
        ("cat", "nouns.tsv, line 3: the gender is m or f, not ''"),
    ],
)
def test_an_invalid_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "nouns.tsv"
    header = "english\tplural\tfrench\tfrench_plural\tgender\tclass\tfeminine"
    path.write_text(f"{header}\ndog\t\tchien\t\tm\tanimal\n{line}\n", encoding="utf-8")
    with pytest.raises(LexiconError, match=message):
        read_table(path, read_noun)


def test_an_added_line_is_an_entry(tmp_path: Path) -> None:
    path = tmp_path / "nouns.tsv"
    header = "english\tplural\tfrench\tfrench_plural\tgender\tclass\tfeminine"
    path.write_text(f"{header}\nwolf\twolves\tloup\t\tm\tanimal\n", encoding="utf-8")
    (wolf,) = read_table(path, read_noun)
    assert (wolf.english, wolf.french, wolf.gender) == (("wolf", "wolves"), ("loup", "loups"), Gender.MASCULINE)
