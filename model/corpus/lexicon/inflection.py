"""Regular forms of English and French words, which the tables may leave out."""

from model.corpus.lexicon.categories import FrenchForms

_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")


def add_s(word: str) -> str:
    """Return the regular plural of an English noun or third person singular of a verb: ``boxes``, ``cities``."""
    if word.endswith(_SIBILANTS):
        return f"{word}es"
    return f"{word[:-1]}ies" if _ends_in_consonant_y(word) else f"{word}s"


def add_ing(verb: str) -> str:
    """Return the regular progressive form of an English verb: ``writing``, ``eating``."""
    return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith("ee") else f"{verb}ing"


def add_ed(verb: str) -> str:
    """Return the regular past of an English verb: ``closed``, ``cried``, ``helped``."""
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if _ends_in_consonant_y(verb) else f"{verb}ed"


def pluralize(french: str) -> str:
    """Return the regular plural of a French noun or adjective."""
    return french if french.endswith(("s", "x", "z")) else f"{french}s"


def feminize(french: str) -> str:
    """Return the regular feminine of a French adjective."""
    return french if french.endswith("e") else f"{french}e"


def agree(masculine: str, feminine: str = "") -> tuple[str, str, str, str]:
    """Return the forms of a French adjective or participle by 2 * Number + Gender, those not given by rule."""
    feminine = feminine or feminize(masculine)
    return masculine, feminine, pluralize(masculine), pluralize(feminine)


def imperfect(present: FrenchForms) -> FrenchForms:
    """Return the imparfait of a French verb from its present tense: "avons", "avais"."""
    stem = "ét" if present[3] == "sommes" else present[3].removesuffix("ons")
    return (f"{stem}ais", f"{stem}ais", f"{stem}ait", f"{stem}ions", f"{stem}aient")


def conjugate(infinitive: str) -> FrenchForms:
    """Return the present tense of a regular French verb in -er.

    Raises:
        ValueError: the verb does not end in -er.
    """
    if not infinitive.endswith("er"):
        raise ValueError(f"{infinitive!r} is not a verb in -er, so it needs a line in conjugations.tsv")
    stem = infinitive[:-2]
    soft = f"{stem}e" if stem.endswith("g") else stem
    return (f"{stem}e", f"{stem}es", f"{stem}e", f"{soft}ons", f"{stem}ent")


def imperative(second_person: str) -> str:
    """Return the imperative of a French verb from its second person singular: "mange", "va", but "viens"."""
    return second_person[:-1] if second_person.endswith(("es", "vas")) else second_person


def _ends_in_consonant_y(word: str) -> bool:
    return word.endswith("y") and word[-2] not in "aeiou"
