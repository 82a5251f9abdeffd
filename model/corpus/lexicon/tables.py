"""The words of the lexicon except verbs and function words, read from its tables."""

from collections.abc import Mapping
from types import MappingProxyType

from model.corpus.lexicon.categories import Classes, Gender, Tense
from model.corpus.lexicon.circumstances import Place, Preposition, Reasons, Time, Whereabouts
from model.corpus.lexicon.entries import Adjective, Comparative, Feeling, FixedPhrase, Name, Noun
from model.corpus.lexicon.inflection import add_s, agree, pluralize
from model.corpus.lexicon.table import FOLDER, Row, read_form, read_table
from model.corpus.lexicon.word_classes import ANIMATE, PEOPLE, read_classes
from model.corpus.pair import read_pharaoh


def _gender(letter: str) -> Gender:
    if letter not in ("m", "f"):
        raise ValueError(f"the gender is m or f, not {letter!r}")
    return Gender.MASCULINE if letter == "m" else Gender.FEMININE


def read_noun(row: Row) -> Noun:
    """Return the noun of a line of ``nouns.tsv``."""
    english, french, feminine = row["english"], row["french"], row["feminine"]
    return Noun(
        (english, read_form(row["plural"], add_s(english))),
        (french, read_form(row["french_plural"], pluralize(french))),
        _gender(row["gender"]),
        read_classes(row["class"]) | {english},
        (feminine, pluralize(feminine)) if feminine else ("", ""),
    )


def _adjective(row: Row) -> Adjective:
    regular = agree(row["masculine"], row["feminine"])
    forms = (*regular[:2], row["plural"] or regular[2], row["feminine_plural"] or regular[3])
    after_be = agree(*row["after_be"].split()) if row["after_be"] else forms
    if row["position"] not in ("before", "after"):
        raise ValueError(f"the position is before or after, not {row['position']!r}")
    return Adjective(
        row["english"],
        forms,
        row["position"] == "before",
        row["kind"],
        frozenset(row["degrees"].split()),
        read_classes(row["attributive"]),
        read_classes(row["predicative"]),
        after_be,
    )


def _comparative(row: Row) -> Comparative:
    masculine = row["french"]
    adjective = next((each for each in ADJECTIVES if each.english == row["adjective"]), None)
    if adjective is None:
        raise ValueError(f"{row['adjective']!r} is no adjective of adjectives.tsv")
    forms = adjective.french if masculine == adjective.french[0] else agree(masculine)
    return Comparative(tuple(row["english"].split()), adjective, forms, read_classes(row["of"]))


def _phrase(row: Row) -> FixedPhrase:
    return FixedPhrase(tuple(row["english"].split()), tuple(row["french"].split()), read_pharaoh(row["alignment"]))


NOUNS = read_table(FOLDER / "nouns.tsv", read_noun)
ADJECTIVES = read_table(FOLDER / "adjectives.tsv", _adjective)
COMPARATIVES = read_table(FOLDER / "comparatives.tsv", _comparative)
ADVERSATIVES = read_table(FOLDER / "adversatives.tsv", lambda row: (row["first"], row["second"]))
_SHARED: Classes = frozenset({"common", "unique"})  # classes of people, animals and things
PERSONAL, ANIMAL = (  # all classes of people, and of animals
    frozenset().union(*(noun.classes for noun in NOUNS if noun.classes & kinds)) - _SHARED
    for kinds in (PEOPLE, ANIMATE - PEOPLE)
)
NAMES = read_table(FOLDER / "names.tsv", lambda row: Name(row["name"], _gender(row["gender"])))
PLACES = read_table(
    FOLDER / "places.tsv",
    lambda row: Place(
        tuple(row["at"].split()),
        tuple(row["to"].split()),
        tuple(row["french"].split()),
        row["name"],
        row["kind"],
        row["article"],
    ),
)
ASPIRATED = frozenset(read_table(FOLDER / "aspirated_h.tsv", lambda row: row["french"]))
PHRASES = read_table(FOLDER / "phrases.tsv", _phrase)
NUMBERS = read_table(FOLDER / "numbers.tsv", lambda row: (row["english"], row["french"]))
FEELINGS = read_table(
    FOLDER / "feelings.tsv",
    lambda row: Feeling(
        row["english"], row["french"], frozenset(row["degrees"].split()), read_classes(row["subjects"] or "animate")
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
    lambda row: Preposition(row["english"], row["french"], row["kind"], read_classes(row["objects"])),
)
WHEREABOUTS = read_table(
    FOLDER / "whereabouts.tsv",
    lambda row: Whereabouts(read_classes(row["what"]), row["preposition"], read_classes(row["where"])),
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
