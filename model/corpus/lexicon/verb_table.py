"""The tables of verbs: conjugations, and entries with what each verb is drawn with."""

from model.corpus.lexicon.categories import Classes, FrenchForms, ObjectArticle
from model.corpus.lexicon.entries import Verb
from model.corpus.lexicon.inflection import add_ed, add_ing, add_s, conjugate
from model.corpus.lexicon.table import FOLDER, Row, read_form, read_table
from model.corpus.lexicon.word_classes import read_classes


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
    (plain, *particle), infinitive = row["english"].split(), row["french"]
    participle = CONJUGATIONS[infinitive][1] if infinitive in CONJUGATIONS else f"{infinitive[:-2]}é"
    forms = (
        plain,
        read_form(row["third"], add_s(plain)),
        read_form(row["ing"], add_ing(plain)),
        read_form(row["past"], add_ed(plain)),
    )
    base, third, progressive, past = (" ".join((form, *particle)) if form else "" for form in forms)
    return Verb(
        english=(base, third, progressive, past),
        french=find_present(infinitive),
        infinitive=infinitive,
        participle=participle,
        subjects=read_classes(row["subjects"] or "animate"),
        objects=(objects := read_classes(row["objects"])),
        article=ObjectArticle(row["article"] or "definite"),
        sites=read_classes(row["sites"]),
        company=read_classes(row["company"]),
        adjuncts=frozenset(row["adjuncts"].split()),
        after=frozenset(row["after"].split()),
        adverb=row["adverb"],
        is_negated={"": None, "+": False, "-": True}[row["polarity"]],
        foreign=_foreign_objects(row) - objects,
        traits=frozenset(row["traits"].split()),
        preposition=row["preposition"],
    )


def _translation(row: Row) -> tuple[str, ...]:
    """Return what tells the French of two entries of an English verb apart."""
    is_definite = row["article"] in ("definite", "generic")
    return (
        row["french"],
        row["adverb"],
        row["preposition"],
        "generic" if is_definite else row["article"] and "partitive",
    )


def _foreign_objects(row: Row) -> Classes:
    """Return the classes of the objects of the other translations of an English verb."""
    others = [
        objects for english, french, objects in _OBJECTS if english == row["english"] and french != _translation(row)
    ]
    return frozenset().union(*others)


_OBJECTS = read_table(
    FOLDER / "verbs.tsv", lambda row: (row["english"], _translation(row), read_classes(row["objects"]))
)
VERBS = read_table(FOLDER / "verbs.tsv", _verb)
