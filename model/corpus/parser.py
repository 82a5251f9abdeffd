"""Recursive-descent parser of the English toy language, without backtracking.

The parser does not check agreement: ``parse`` accepts a clause only if it realizes as exactly the words parsed.
Sampling and parsing both use ``realize``, so an English sentence has exactly one French translation: "you" is one
person, groups are masculine unless wholly feminine, and bare nouns that are subjects or objects of liking take the
definite article.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from model.corpus.clause import PREPOSITIONS, AdjectivePredicate, Adjunct, Clause, Form, VerbPredicate, realize
from model.corpus.invented_words import invented_noun, is_invented
from model.corpus.known_words import NAMES
from model.corpus.lexicon import (
    ADJECTIVES,
    BARE,
    BE_ENGLISH,
    DETERMINERS,
    NOUNS,
    PRONOUNS,
    VERBS,
    A,
    Adjective,
    Number,
    Pronoun,
    Verb,
)
from model.corpus.pair import Pair
from model.corpus.phrase import Coordination, Name, NounPhrase, Phrase, Subject, is_well_formed
from model.corpus.plausibility import is_plausible

MAX_WORDS = 24  # above the longest sentence: two coordinated phrases of four words, auxiliary, "not", verb, object

_SUBJECT_PRONOUNS = {pronoun.english: pronoun for pronoun in PRONOUNS if pronoun.english}
_OBJECT_PRONOUNS = {pronoun.english_object: pronoun for pronoun in PRONOUNS}
_NAMES = {name.word: name for name in NAMES}
_ADJECTIVES = {adjective.english: adjective for adjective in ADJECTIVES}
_NOUNS = {word: (noun, number) for noun in NOUNS for number in Number if (word := noun.english[number])}
_VERBS = {word: verb for verb in VERBS for word in verb.english}
_DETERMINERS = {word: determiner for determiner in DETERMINERS for word in determiner.english if word} | {"an": A}
_AUXILIARIES = {"do", "does"}


def parse(words: Sequence[str]) -> Pair | None:
    """Return the pair whose source is ``words``, or None if the grammar does not generate them.

    A lower-case word that is not in the lexicon is a masculine name, or a masculine noun after a determiner.
    """
    if not 2 <= len(words) <= MAX_WORDS:
        return None
    clause = _Parser(words).clause()
    if clause is None:
        return None
    pair = realize(clause)
    return pair if pair.source == tuple(words) else None


@dataclass(slots=True)
class _Parser:
    """A single pass over the words; every method returns None if they cannot be parsed."""

    words: Sequence[str]
    index: int = 0

    def clause(self) -> Clause | None:
        """Parse the whole sentence."""
        first = self._word()
        is_question = first in _AUXILIARIES or first in BE_ENGLISH
        if is_question:
            self.index += 1
        subject = self._subject()
        if subject is None:
            return None
        verb = first if is_question else self._word()
        is_negated = False
        if not is_question and (verb in _AUXILIARIES or verb in BE_ENGLISH):
            self.index += 1
            is_negated = self._skip("not")
        predicate = self._adjective_predicate() if verb in BE_ENGLISH else self._verb_predicate()
        if predicate is None or self.index != len(self.words):
            return None
        form = Form.QUESTION if is_question else Form.NEGATION if is_negated else Form.STATEMENT
        clause = Clause(subject, predicate, form)
        return clause if is_plausible(clause) else None

    def _word(self) -> str:
        return self.words[self.index] if self.index < len(self.words) else ""

    def _skip(self, word: str) -> bool:
        """Return True and advance if the next word is ``word``."""
        is_next = self._word() == word
        self.index += is_next
        return is_next

    def _subject(self) -> Subject | None:
        pronoun = _SUBJECT_PRONOUNS.get(self._word())
        if pronoun is not None:
            self.index += 1
            return pronoun
        first = self._phrase()
        if first is None or not self._skip("and"):
            return first
        second = self._phrase()
        return Coordination(first, second) if second is not None else None

    def _adjective_predicate(self) -> AdjectivePredicate | None:
        very = self._skip("very")
        adjective = self._adjective()
        if adjective is None or not self._skip("and"):
            return AdjectivePredicate(adjective, very) if adjective else None
        second = self._adjective()
        return AdjectivePredicate(adjective, very, second) if second else None

    def _adjective(self, is_prenominal: bool | None = None) -> Adjective | None:
        adjective = _ADJECTIVES.get(self._word())
        if adjective is None or is_prenominal not in (None, adjective.is_prenominal):
            return None
        self.index += 1
        return adjective

    def _verb_predicate(self) -> VerbPredicate | None:
        verb = _VERBS.get(self._word())
        if verb is None:
            return None
        self.index += 1
        return self._transitive(verb) if verb.objects else self._intransitive(verb)

    def _transitive(self, verb: Verb) -> VerbPredicate | None:
        object_: Pronoun | Phrase | None = None
        if self.index == len(self.words) - 1:  # "her" is a pronoun at the end, a determiner elsewhere
            object_ = _OBJECT_PRONOUNS.get(self._word())
        if object_ is not None:
            self.index += 1
        else:
            object_ = self._phrase()
        return VerbPredicate(verb, object_) if object_ is not None else None

    def _intransitive(self, verb: Verb) -> VerbPredicate | None:
        preposition = self._word()
        if preposition not in PREPOSITIONS:
            return VerbPredicate(verb)
        self.index += 1
        phrase = self._phrase()
        if phrase is None or (isinstance(phrase, NounPhrase) and phrase.determiner is BARE):
            return None
        if preposition == "in" and not isinstance(phrase, NounPhrase):
            return None
        return VerbPredicate(verb, adjunct=Adjunct(preposition, phrase))

    def _phrase(self) -> Phrase | None:
        word = self._word()
        name = _NAMES.get(word)
        if name is None and is_invented(word):
            name = Name(word)
        if name is not None:
            self.index += 1
            return name
        determiner = _DETERMINERS.get(word, BARE)
        self.index += determiner is not BARE
        prenominal = self._adjective(is_prenominal=True)
        postnominal = self._adjective(is_prenominal=False)
        word = self._word()
        noun, number = _NOUNS.get(word, (None, Number.SINGULAR))
        if noun is None:
            if determiner is BARE or not is_invented(word):
                return None
            noun = invented_noun(word)
        self.index += 1
        phrase = NounPhrase(determiner, prenominal, postnominal, noun, number)
        return phrase if is_well_formed(phrase) else None
