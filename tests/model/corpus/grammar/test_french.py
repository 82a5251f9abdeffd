"""Tests of the French against a table written by hand and rules of the language."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from model.corpus import Pair, parse
from model.corpus.french import VOWELS
from model.corpus.known_words import FRENCH_WORDS
from model.corpus.lexicon import ADJECTIVES, BE_FRENCH, NOUNS, VERBS, Gender, Number
from model.corpus.pair import write_pharaoh
from tests.model.corpus.phenomena import SHARES

TABLE = Path(__file__).with_name("french.tsv").read_text(encoding="utf-8").splitlines()
MUTE = {"homme", "hommes", "histoire", "histoires", "heureux", "heureuse", "heureuses"}
ELIDED = {"j'": "je", "m'": "me", "t'": "te", "l'": "le la", "n'": "ne", "d'": "de", "qu'": "que"}
WHOLE = {word for words in ELIDED.values() for word in words.split()}
FORMS = {
    form: (noun.gender, number) for noun in NOUNS for number, form in zip(Number, noun.french, strict=True) if form
}
LEADING = {form: adjective for adjective in ADJECTIVES if adjective.is_prenominal for form in adjective.french}
LEADING |= {"bel": LEADING["beau"], "vieil": LEADING["vieux"]}
TRAILING = {form: adjective for adjective in ADJECTIVES if not adjective.is_prenominal for form in adjective.french}
MASCULINE = {"un", "du", "le", "mon", "ton", "son", "ce", "cet", "notre", "leur", "de", "l'"}
FEMININE = {"une", "la", "ma", "ta", "sa", "mon", "ton", "son", "cette", "notre", "leur", "de", "l'"}
PLURAL = {"des", "les", "mes", "tes", "ses", "nos", "leurs", "ces", "de", "d'"}


def has_vowel_onset(word: str) -> bool:
    return word[0] in VOWELS or word in MUTE


def test_the_table_is_large_and_lists_no_sentence_twice() -> None:
    assert len({row.split("\t")[0] for row in TABLE}) == len(TABLE) >= 100


@pytest.mark.parametrize("phenomenon", SHARES)
def test_the_table_has_every_phenomenon_several_times(phenomenon: str) -> None:
    holds, _, _ = SHARES[phenomenon]
    pairs = [parse(row.split("\t")[0].split()) for row in TABLE]
    assert sum(pair is not None and holds(pair) for pair in pairs) >= 4


@pytest.mark.parametrize("row", TABLE)
def test_the_translation_matches_the_table(row: str) -> None:
    english, french = row.split("\t")
    pair = parse(english.split())
    assert pair is not None
    assert " ".join(pair.target) == french


@pytest.mark.parametrize(
    ("english", "alignment"),
    [
        ("he sees them", "0-0 1-2 2-1"),
        ("i eat fish", "0-0 1-1 2-2 2-3"),
        ("we drink water", "0-0 1-1 2-2 2-3 2-4"),
        ("the small black dog sleeps", "0-0 1-1 2-3 3-2 4-4"),
        ("she does not like cats", "0-0 1-1 1-3 2-1 2-3 3-2 4-4 4-5"),
        ("i do not see a cat", "0-0 1-1 1-3 2-1 2-3 2-4 3-2 4-4 5-5"),
        ("we do not eat fish", "0-0 1-1 1-3 2-1 2-3 2-4 3-2 4-4 4-5"),
        ("she sees small cats", "0-0 1-1 2-2 2-3 3-2 3-4"),
        ("the cat is not very black", "0-0 1-1 2-3 3-2 3-4 4-5 5-6"),
        ("does anna like it", "0-0 0-1 1-2 2-4 3-3"),
        ("are you tired and sad", "0-0 0-1 0-3 1-2 2-4 3-5 4-6"),
        ("anna and paul sleep in my old house", "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7"),
        ("young sad men see us", "0-1 1-3 2-0 2-2 3-5 4-4"),
    ],
)
def test_links_match_those_set_by_hand(english: str, alignment: str) -> None:
    pair = parse(english.split())
    assert pair is not None
    assert write_pharaoh(pair.alignment) == alignment


def test_elision_happens_before_a_vowel_and_nowhere_else(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        for word, following in pairwise(pair.target):
            assert not (word in WHOLE and has_vowel_onset(following)), pair.target
            assert not (word in ELIDED and not has_vowel_onset(following)), pair.target
        assert pair.target[-1] not in ELIDED


def test_special_forms_stand_before_a_vowel_and_nowhere_else(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        for word, following in pairwise(pair.target):
            if word in {"bel", "vieil", "cet"}:
                assert has_vowel_onset(following), pair.target
            if word in {"ma", "ta", "sa", "ce"}:
                assert not has_vowel_onset(following), pair.target
            if word == "du":
                assert not has_vowel_onset(following), pair.target


def test_words_agree_with_their_noun(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        for at, noun in enumerate(pair.target):
            if noun not in FORMS:
                continue
            gender, number = FORMS[noun]
            words = {Number.PLURAL: PLURAL, Number.SINGULAR: FEMININE if gender is Gender.FEMININE else MASCULINE}
            form = 2 * number + gender
            before = at - 1
            if pair.target[before] in LEADING:
                adjective = pair.target[before]
                expected = LEADING[adjective].french[form]
                special = {"beau": "bel", "vieux": "vieil"}.get(expected)
                if special and number is Number.SINGULAR and has_vowel_onset(noun):
                    expected = special
                assert adjective == expected, pair.target
                before -= 1
            assert pair.target[before] in words[number] | {"d'"}, pair.target
            after = pair.target[at + 1] if at + 1 < len(pair.target) else ""
            if after in TRAILING:
                assert after == TRAILING[after].french[form], pair.target


def test_feminine_possessives_become_masculine_before_a_vowel(pairs: tuple[Pair, ...]) -> None:
    vowels = {word for word, (gender, number) in FORMS.items() if has_vowel_onset(word) and not number and gender}
    text = "\n".join(" ".join(pair.target) for pair in pairs)
    possessives = re.findall(rf"\b(m|t|s)(a|on) ({'|'.join(sorted(vowels))})\b", text)
    assert len(possessives) > 100
    assert {ending for _, ending, _ in possessives} == {"on"}


def test_the_verb_agrees_with_a_pronoun(pairs: tuple[Pair, ...]) -> None:
    persons = {"je": 0, "j'": 0, "tu": 1, "il": 2, "elle": 2, "ils": 4}  # nous can also be an object
    forms = [{verb.french[person] for verb in VERBS} | {BE_FRENCH[person]} for person in range(5)]
    clitics = {"ne", "n'", "me", "m'", "te", "t'", "le", "la", "l'", "les", "nous"}
    for pair in pairs:
        subject = next((at for at, word in enumerate(pair.target[:3]) if word in persons), None)
        if subject is not None:
            verb = next(word for word in pair.target[subject + 1 :] if word not in clitics)
            assert verb in forms[persons[pair.target[subject]]], pair.target


def test_negation_surrounds_the_verb(pairs: tuple[Pair, ...]) -> None:
    verbs = {form for verb in VERBS for form in verb.french} | set(BE_FRENCH)
    for pair in pairs:
        negated = "not" in pair.source
        assert ("pas" in pair.target) == negated == bool({"ne", "n'"} & set(pair.target))
        if negated:
            opening = next(at for at, word in enumerate(pair.target) if word in {"ne", "n'"})
            assert pair.target.index("pas") - opening in (2, 3)
            assert pair.target[pair.target.index("pas") - 1] in verbs


def test_no_two_lexicon_nouns_share_a_french_form() -> None:
    assert len(FORMS) == sum(bool(form) for noun in NOUNS for form in noun.french)
    assert FORMS.keys() <= FRENCH_WORDS
