"""The tables of the lexicon: tab-separated files beside this module, one line an entry, a header line on top.

An empty cell stands for the regular form, ``-`` for a form that does not exist. To add a word, add a line.
"""

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from model.corpus.lexicon.entries import (
    Adjective,
    Classes,
    Feeling,
    FixedPhrase,
    FrenchForms,
    Gender,
    Name,
    Noun,
    ObjectArticle,
    Place,
    Preposition,
    Reasons,
    Tense,
    Time,
    Verb,
    Whereabouts,
)
from model.corpus.lexicon.inflection import add_ed, add_ing, add_s, conjugate, feminize, pluralize
from model.corpus.pair import read_pharaoh

T = TypeVar("T")
Row = dict[str, str]

FOLDER = Path(__file__).parent
PEOPLE: Classes = frozenset({"infant", "child", "adult", "kin", "spouse", "role", "royal", "relation"})
ANIMATE: Classes = PEOPLE | {"animal"}
GOODS: Classes = frozenset({"thing", "furniture", "opening", "writing", "vehicle", "plant"})
GROUPS = {
    "animate": ANIMATE,
    "people": PEOPLE,
    "talkers": PEOPLE - {"infant", "royal"},
    "grown": PEOPLE - {"infant", "child", "royal"},
}


class LexiconError(ValueError):
    """Raised for a line of a table that cannot be read; the message names the file and the line."""


def read_table(path: Path, read_row: Callable[[Row], T]) -> tuple[T, ...]:
    """Read a table.

    Raises:
        LexiconError: a line is invalid.
    """
    entries = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in (reader := csv.DictReader(file, delimiter="\t", restval="", quoting=csv.QUOTE_NONE)):
            try:
                entries.append(read_row(row))
            except (KeyError, ValueError) as error:
                raise LexiconError(f"{path.name}, line {reader.line_num}: {error}") from None
    return tuple(entries)


def _gender(letter: str) -> Gender:
    if letter not in ("m", "f"):
        raise ValueError(f"the gender is m or f, not {letter!r}")
    return Gender.MASCULINE if letter == "m" else Gender.FEMININE


def _classes(names: str) -> Classes:
    return frozenset(each for name in names.split() if name != "-" for each in GROUPS.get(name, {name}))


def _form(cell: str, regular: str) -> str:
    return "" if cell == "-" else cell or regular


def _noun(row: Row) -> Noun:
    english, french, feminine = row["english"], row["french"], row["feminine"]
    return Noun(
        (english, _form(row["plural"], add_s(english))),
        (french, _form(row["french_plural"], pluralize(french))),
        _gender(row["gender"]),
        _classes(row["class"]) | {english},
        (feminine, pluralize(feminine)) if feminine else ("", ""),
    )


def _adjective(row: Row) -> Adjective:
    masculine = row["masculine"]
    feminine = row["feminine"] or feminize(masculine)
    plural = row["plural"] or pluralize(masculine)
    forms = (masculine, feminine, plural, row["feminine_plural"] or pluralize(feminine))
    after_be = forms
    if row["after_be"]:
        masculine, feminine = row["after_be"].split()
        after_be = (masculine, feminine, pluralize(masculine), pluralize(feminine))
    if row["position"] not in ("before", "after"):
        raise ValueError(f"the position is before or after, not {row['position']!r}")
    return Adjective(
        row["english"],
        forms,
        row["position"] == "before",
        row["kind"],
        frozenset(row["degrees"].split()),
        _classes(row["attributive"]),
        _classes(row["predicative"]),
        after_be,
    )


def _conjugation(row: Row) -> tuple[str, FrenchForms, str]:
    return row["infinitive"], (row["je"], row["tu"], row["il"], row["nous"], row["ils"]), row["participle"]


CONJUGATIONS = {
    infinitive: (present, participle)
    for infinitive, present, participle in read_table(FOLDER / "conjugations.tsv", _conjugation)
}


def find_present(infinitive: str) -> FrenchForms:
    """Return the present tense of a French verb, from the table or regular in -er."""
    return CONJUGATIONS[infinitive][0] if infinitive in CONJUGATIONS else conjugate(infinitive)


def _verb(row: Row) -> Verb:
    plain, infinitive = row["english"], row["french"]
    participle = CONJUGATIONS[infinitive][1] if infinitive in CONJUGATIONS else f"{infinitive[:-2]}é"
    english = (
        plain,
        _form(row["third"], add_s(plain)),
        _form(row["ing"], add_ing(plain)),
        _form(row["past"], add_ed(plain)),
    )
    return Verb(
        english=english,
        french=find_present(infinitive),
        infinitive=infinitive,
        participle=participle,
        subjects=_classes(row["subjects"] or "animate"),
        objects=(objects := _classes(row["objects"])),
        article=ObjectArticle(row["article"] or "definite"),
        sites=_classes(row["sites"]),
        company=_classes(row["company"]),
        adjuncts=frozenset(row["adjuncts"].split()),
        after=frozenset(row["after"].split()),
        adverb=row["adverb"],
        is_negated={"": None, "+": False, "-": True}[row["polarity"]],
        foreign=_foreign_objects(row) - objects,
        traits=frozenset(row["traits"].split()),
    )


def _translation(row: Row) -> tuple[str, ...]:
    """Return what tells the French of two entries of an English verb apart."""
    is_definite = row["article"] in ("definite", "generic")
    return row["french"], row["adverb"], "generic" if is_definite else row["article"] and "partitive"


def _foreign_objects(row: Row) -> Classes:
    """Return the classes of the objects of the other translations of an English verb."""
    others = [
        objects for english, french, objects in _OBJECTS if english == row["english"] and french != _translation(row)
    ]
    return frozenset().union(*others)


def _phrase(row: Row) -> FixedPhrase:
    return FixedPhrase(tuple(row["english"].split()), tuple(row["french"].split()), read_pharaoh(row["alignment"]))


_OBJECTS = read_table(FOLDER / "verbs.tsv", lambda row: (row["english"], _translation(row), _classes(row["objects"])))
NOUNS = read_table(FOLDER / "nouns.tsv", _noun)
ADJECTIVES = read_table(FOLDER / "adjectives.tsv", _adjective)
VERBS = read_table(FOLDER / "verbs.tsv", _verb)
_SHARED: Classes = frozenset({"common", "unique"})  # classes of people, animals and things
PERSONAL, ANIMAL = (  # all classes of people, and of animals
    frozenset().union(*(noun.classes for noun in NOUNS if noun.classes & kinds)) - _SHARED
    for kinds in (PEOPLE, ANIMATE - PEOPLE)
)
NAMES = read_table(FOLDER / "names.tsv", lambda row: Name(row["name"], _gender(row["gender"])))
PLACES = read_table(
    FOLDER / "places.tsv",
    lambda row: Place(
        tuple(row["at"].split()), tuple(row["to"].split()), tuple(row["french"].split()), row["name"], row["kind"]
    ),
)
ASPIRATED = frozenset(read_table(FOLDER / "aspirated_h.tsv", lambda row: row["french"]))
PHRASES = read_table(FOLDER / "phrases.tsv", _phrase)
NUMBERS = read_table(FOLDER / "numbers.tsv", lambda row: (row["english"], row["french"]))
FEELINGS = read_table(
    FOLDER / "feelings.tsv",
    lambda row: Feeling(
        row["english"], row["french"], frozenset(row["degrees"].split()), _classes(row["subjects"] or "animate")
    ),
)
REASONS = read_table(
    FOLDER / "reasons.tsv",
    lambda row: Reasons(
        row["effect"],
        {"subject": False, "object": True}[row["of"]],
        frozenset(row["reasons"].split()),
        frozenset(row["obstacles"].split()),
    ),
)
PREPOSITIONS = read_table(
    FOLDER / "prepositions.tsv",
    lambda row: Preposition(row["english"], row["french"], row["kind"], _classes(row["objects"])),
)
WHEREABOUTS = read_table(
    FOLDER / "whereabouts.tsv",
    lambda row: Whereabouts(_classes(row["what"]), row["preposition"], _classes(row["where"])),
)
HABITS: Mapping[tuple[str, str], frozenset[str]] = MappingProxyType(  # what each kind does, and the objects
    {
        (kind, verb): objects
        for kind, verbs, objects in read_table(
            FOLDER / "habits.tsv",
            lambda row: (row["kind"], row["does"].split(), frozenset(row["what"].split())),
        )
        for verb in verbs
    }
)
TIMES = read_table(
    FOLDER / "times.tsv",
    lambda row: Time(
        tuple(row["english"].split()),
        tuple(row["french"].split()),
        frozenset(map(Tense, row["tenses"].split())),
        row["kind"],
    ),
)
