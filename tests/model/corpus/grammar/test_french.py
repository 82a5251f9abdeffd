"""Tests of the French against a table written by hand and rules of the language."""

from itertools import pairwise
from pathlib import Path

import pytest

from model.corpus import Pair, parse
from model.corpus.grammar.french import MUTE_H, VOWELS, join_words
from model.corpus.lexicon.categories import Gender, Number
from model.corpus.lexicon.inflection import imperfect
from model.corpus.lexicon.tables import ADJECTIVES, ASPIRATED, NOUNS, PHRASES
from model.corpus.lexicon.verb_table import CONJUGATIONS, VERBS, find_present

TABLE = Path(__file__).with_name("french.tsv").read_text(encoding="utf-8").splitlines()
MUTE = {"homme", "hommes", "histoire", "histoires", "heureux", "heureuse", "heureuses", "y"}
ELIDED = {"j'": "je", "m'": "me", "t'": "te", "s'": "se", "l'": "le la", "n'": "ne", "d'": "de", "qu'": "que"}
WHOLE = {word for words in ELIDED.values() for word in words.split()} | {"de"}
VERB_FORMS = {form for verb in VERBS for form in verb.french}
FORMS = {
    form: (noun.gender, number)
    for noun in NOUNS
    for number, form in zip(Number, noun.french, strict=True)
    if form and form not in VERB_FORMS and noun.french[0] not in (noun.french[1], noun.feminine[0])
}
LEADING = {form: adjective for adjective in ADJECTIVES if adjective.is_prenominal for form in adjective.french}
TRAILING = {form: adjective for adjective in ADJECTIVES if not adjective.is_prenominal for form in adjective.french}
MASCULINE = {"un", "du", "le", "au", "mon", "ton", "son", "ce", "cet", "notre", "leur", "de", "l'", "d'"}
FEMININE = {"une", "la", "ma", "ta", "sa", "mon", "ton", "son", "cette", "notre", "leur", "de", "l'", "d'"}
PLURAL = {"des", "les", "aux", "mes", "tes", "ses", "nos", "leurs", "ces", "de", "d'"}
PLURAL |= {"deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"}
FIXED = {phrase.english for phrase in PHRASES}
BEFORE_NOUNS = LEADING.keys() | MASCULINE | FEMININE | PLURAL


def has_vowel_onset(word: str) -> bool:
    return word[0] in VOWELS or word in MUTE or word.startswith("habit")


def test_the_table_is_large_and_lists_no_sentence_twice() -> None:
    assert len({row.split("\t")[0] for row in TABLE}) == len(TABLE) >= 200


@pytest.mark.parametrize("row", TABLE)
def test_the_translation_matches_the_table(row: str) -> None:
    english, french = row.split("\t")
    pair = parse(english.split())
    assert pair is not None
    assert " ".join(pair.target) == french


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("le' chat", "le chat"),
        ("le' ami", "l' ami"),
        ("de' le' pain", "du pain"),
        ("de' le' ami", "de l' ami"),
        ("à le' parc", "au parc"),
        ("à les parcs", "aux parcs"),
        ("de' les amis", "des amis"),
        ("il ne' y a pas", "il n' y a pas"),
        ("que' il", "qu' il"),
        ("je' habite", "j' habite"),
    ],
)
def test_elision_and_contraction(written: str, expected: str) -> None:
    tokens = [(word, (place,)) for place, word in enumerate(written.split())]
    joined = join_words(tokens)
    assert " ".join(word for word, _ in joined) == expected
    assert {link for _, links in joined for link in links} == set(range(len(tokens)))


def test_elision_happens_before_a_vowel_and_nowhere_else(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        for word, following in pairwise(pair.target):
            if (word, following) in {("te", "appelles"), ("la", "une"), ("que", "oui")}:
                continue
            assert not (word in WHOLE and has_vowel_onset(following)), pair.target
            assert not (word in ELIDED and not has_vowel_onset(following) and following != "il"), pair.target
        assert pair.target[-1] not in ELIDED


def test_contraction_leaves_no_article_after_its_preposition(pairs: tuple[Pair, ...]) -> None:
    infinitives = {verb.infinitive for verb in VERBS}  # before which "le" is a pronoun: "besoin de le voir"
    for pair in pairs:
        for word, following, third in zip(pair.target, pair.target[1:], (*pair.target[2:], ""), strict=False):
            is_contracted = word in ("à", "de") and following in ("le", "les") and third not in infinitives
            assert not is_contracted, pair.target


def test_special_forms_stand_before_a_vowel_and_nowhere_else(pairs: tuple[Pair, ...]) -> None:
    singular = {form for form, (_, number) in FORMS.items() if number is Number.SINGULAR}
    for pair in pairs:
        for word, following in pairwise(pair.target):
            if word in {"beau", "vieux", "nouveau", "ce", "ma", "ta", "sa"} and following in singular:
                assert not has_vowel_onset(following), pair.target
            if word in {"bel", "vieil", "nouvel", "cet"}:
                assert has_vowel_onset(following), pair.target
            if word in {"ma", "ta", "sa", "du", "au"}:
                assert not has_vowel_onset(following), pair.target


def test_words_agree_with_their_noun(pairs: tuple[Pair, ...]) -> None:
    checked = 0
    for pair in pairs:
        for at, noun in enumerate(pair.target):
            if noun not in FORMS or at == 0 or pair.target[at - 1] not in BEFORE_NOUNS:
                continue
            gender, number = FORMS[noun]
            words = {Number.PLURAL: PLURAL, Number.SINGULAR: FEMININE if gender is Gender.FEMININE else MASCULINE}
            form = 2 * number + gender
            before = at - 1
            if pair.target[before] in LEADING:
                expected = LEADING[pair.target[before]].french[form]
                assert pair.target[before] == expected, pair.target
                before -= 1
            if before >= 0 and pair.target[before] in MASCULINE | FEMININE | PLURAL:
                assert pair.target[before] in words[number], pair.target
                checked += 1
            after = pair.target[at + 1] if at + 1 < len(pair.target) else ""
            if after in TRAILING and before >= 0:
                assert after == TRAILING[after].french[form], pair.target
    assert checked > 5000


def test_the_verb_agrees_with_a_pronoun(pairs: tuple[Pair, ...]) -> None:
    persons = {"je": 0, "j'": 0, "tu": 1, "il": 2, "ils": 4}  # "nous" and "elle" can also follow a preposition
    tenses = [verb.french for verb in VERBS] + [present for present, _ in CONJUGATIONS.values()]
    tenses += [imperfect(verb.french) for verb in VERBS if "imperfect" in verb.traits]
    tenses += [imperfect(find_present("être")), ("pense", "penses", "pense", "pensons", "pensent")]
    forms = [
        {tense[person] for tense in tenses} | {"fait", "faisait", "appelle", "appelles", "y"} for person in range(5)
    ]
    clitics = {"ne", "n'", "me", "m'", "te", "t'", "se", "s'", "le", "la", "l'", "les", "lui", "leur", "nous"}
    for pair in pairs:
        for at, word in enumerate(() if pair.source in FIXED else pair.target[:-1]):
            if word in persons:
                verb = next(each for each in pair.target[at + 1 :] if each not in clitics)
                assert verb in forms[persons[word]] or pair.target[at - 1] == "s'", pair.target


def test_nobody_owns_a_child_or_an_adult(pairs: tuple[Pair, ...]) -> None:
    """Because "ma fille" is my daughter and "la femme d'anna" her wife."""
    unowned = {form for noun in NOUNS if noun.classes & {"child", "adult"} for form in noun.english}
    owners = {"'s", "my", "your", "his", "her", "our", "their"}
    adjectives = {adjective.english for adjective in ADJECTIVES}
    for pair in pairs:
        determiner = ""
        for word in pair.source:
            assert not (determiner in owners and word in unowned), pair.source
            determiner = determiner if word in adjectives else word


def test_negation_surrounds_the_verb(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        if pair.source in FIXED:
            continue
        n_opening = sum(word in {"ne", "n'"} for word in pair.target)
        assert n_opening == sum(word in {"pas", "jamais"} for word in pair.target), pair.target
        assert (n_opening > 0) == bool({"not", "no", "never"} & set(pair.source[1:]) or pair.source[:1] == ("not",)), (
            pair.source
        )


def test_an_h_of_the_lexicon_is_mute_unless_it_is_listed_as_aspirated() -> None:
    assert {"homme", "histoires", "heureuses", "habiter"} <= MUTE_H
    assert "huit" in ASPIRATED
    assert MUTE_H.isdisjoint(ASPIRATED)
    joined = [join_words([("le'", (0,)), (word, (1,))])[0][0] for word in ("homme", "huit", "hibou", "hélène")]
    assert joined == ["l'", "le", "le", "le"], "names that are not known elide nothing"
