"""Recipients of what is given: "give her a book", "give a book to the girl", in French "lui" or "à la fille"."""

from typing import NamedTuple

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import COMPANY
from model.corpus.grammar.french import Tokens, prepend
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of, proper_noun
from model.corpus.grammar.object_pronoun import is_reflexive
from model.corpus.grammar.phrase import Article, Phrase, refers_to
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.function_words import BARE, IT, PRONOUNS, SHE, I
from model.corpus.lexicon.word_classes import PEOPLE

_OFTEN = [pronoun for pronoun in PRONOUNS if pronoun is not IT] + [I] * 3 + [SHE] * 2  # "her" is a possessive too
_PRONOUNS = Words((pronoun, (pronoun.english_object,)) for pronoun in _OFTEN)
_RECEIVING = nouns_of(PEOPLE - {"infant", "royal"})


class Recipient(NamedTuple):
    """A recipient in French: a pronoun before the verb, or words after the object; the other one is empty."""

    clitic: Tokens
    rest: Tokens


def recipient(d: Derivation, subject: Subject, *, is_after: bool = False) -> Recipient:
    """Derive who is given something.

    Args:
        d: the derivation.
        subject: who gives it.
        is_after: True after the object, with "to".
    """
    preposition = d.say("to") if is_after else None
    kind = d.choose(("noun", "name") if is_after else ("pronoun",) * 4 + ("noun", "name"), ("pronoun", "name", "noun"))
    if kind == "pronoun":
        pronoun: Pronoun = d.choose_word(_PRONOUNS)
        d.require(not is_reflexive(subject, pronoun))
        index = d.here - 1
        links = (index,) if preposition is None else (preposition, index)
        return Recipient([(pronoun.french_dative, links)], [])
    if kind == "name":
        phrase: Phrase = proper_noun(d)
    else:
        phrase = noun_phrase(d, _RECEIVING, COMPANY, is_plain=True)
        d.require(phrase.determiner is not BARE)
    d.avoid(not isinstance(subject.phrase, Pronoun | None) and refers_to(phrase, subject.phrase))
    links = (d.here - 1 if preposition is None else preposition,)
    return Recipient([], prepend(("à", links), phrase.french(Article.GENERIC)))
