"""From English words back to the structure the grammar would have drawn.

Every word decides by itself what may follow, so reading never backtracks. It may be generous about
agreement: what it returns counts only if it says exactly the words that were read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from model.corpus.clause import PREPOSITIONS, Action, Clause, Form, Quality, Setting
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
from model.corpus.names import NAMES, creature, is_invented
from model.corpus.phrase import Both, Name, NounPhrase, Phrase, Subject, well_formed
from model.corpus.plausibility import sensible

LONGEST = 24  # two joined subjects of four words, an auxiliary, "not", verb, object: with room to spare

_SUBJECTS = {pronoun.english: pronoun for pronoun in PRONOUNS if pronoun.english}
_OBJECTS = {pronoun.english_object: pronoun for pronoun in PRONOUNS}
_NAMES = {name.word: name for name in NAMES}
_ADJECTIVES = {adjective.english: adjective for adjective in ADJECTIVES}
_NOUNS = {word: (noun, number) for noun in NOUNS for number in Number if (word := noun.english[number])}
_VERBS = {word: verb for verb in VERBS for word in verb.english}
_DETERMINERS = {word: opening for opening in DETERMINERS for word in opening.english if word} | {"an": A}
_AUXILIARIES = {"do", "does"}


@dataclass(slots=True)
class Reader:
    """Walks over the words once, left to right; ``None`` from any method means "not a sentence"."""

    words: Sequence[str]
    at: int = 0

    def clause(self) -> Clause | None:
        """The whole sentence."""
        opening = self._word()
        question = opening in _AUXILIARIES or opening in BE_ENGLISH
        if question:
            self.at += 1
        subject = self._subject()
        if subject is None:
            return None
        carrier = opening if question else self._word()
        negated = False
        if not question and (carrier in _AUXILIARIES or carrier in BE_ENGLISH):
            self.at += 1
            negated = self._take("not")
        predicate = self._quality() if carrier in BE_ENGLISH else self._action()
        if predicate is None or self.at != len(self.words):
            return None
        form = Form.QUESTION if question else Form.NEGATION if negated else Form.STATEMENT
        clause = Clause(subject, predicate, form)
        return clause if sensible(clause) else None

    def _word(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def _take(self, word: str) -> bool:
        taken = self._word() == word
        self.at += taken
        return taken

    def _subject(self) -> Subject | None:
        pronoun = _SUBJECTS.get(self._word())
        if pronoun is not None:
            self.at += 1
            return pronoun
        first = self._phrase()
        if first is None or not self._take("and"):
            return first
        second = self._phrase()
        return Both(first, second) if second is not None else None

    def _quality(self) -> Quality | None:
        very = self._take("very")
        adjective = self._adjective()
        if adjective is None or not self._take("and"):
            return Quality(adjective, very) if adjective else None
        second = self._adjective()
        return Quality(adjective, very, second) if second else None

    def _adjective(self, precedes: bool | None = None) -> Adjective | None:
        adjective = _ADJECTIVES.get(self._word())
        if adjective is None or precedes not in (None, adjective.precedes):
            return None
        self.at += 1
        return adjective

    def _action(self) -> Action | None:
        verb = _VERBS.get(self._word())
        if verb is None:
            return None
        self.at += 1
        return self._transitive(verb) if verb.objects else self._intransitive(verb)

    def _transitive(self, verb: Verb) -> Action | None:
        thing: Pronoun | Phrase | None = None
        if self.at == len(self.words) - 1:  # "her" is a pronoun at the end, a determiner elsewhere
            thing = _OBJECTS.get(self._word())
        if thing is not None:
            self.at += 1
        else:
            thing = self._phrase()
        return Action(verb, thing) if thing is not None else None

    def _intransitive(self, verb: Verb) -> Action | None:
        preposition = self._word()
        if preposition not in PREPOSITIONS:
            return Action(verb)
        self.at += 1
        phrase = self._phrase()
        if phrase is None or (isinstance(phrase, NounPhrase) and phrase.determiner is BARE):
            return None
        if preposition == "in" and not isinstance(phrase, NounPhrase):
            return None
        return Action(verb, setting=Setting(preposition, phrase))

    def _phrase(self) -> Phrase | None:
        word = self._word()
        name = _NAMES.get(word)
        if name is None and is_invented(word):
            name = Name(word)
        if name is not None:
            self.at += 1
            return name
        determiner = _DETERMINERS.get(word, BARE)
        self.at += determiner is not BARE
        leading = self._adjective(precedes=True)
        trailing = self._adjective(precedes=False)
        word = self._word()
        noun, number = _NOUNS.get(word, (None, Number.SINGULAR))
        if noun is None:
            if determiner is BARE or not is_invented(word):
                return None
            noun = creature(word)
        self.at += 1
        phrase = NounPhrase(determiner, leading, trailing, noun, number)
        return phrase if well_formed(phrase) else None
