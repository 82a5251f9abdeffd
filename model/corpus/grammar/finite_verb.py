"""The finite verb: English auxiliaries, and the French order of subject, negation, pronouns and verb."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from model.corpus.grammar.derivation import Words
from model.corpus.grammar.french import Token, Tokens, depend_on_next
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_phrase import VerbPhrase
from model.corpus.lexicon.categories import Tense
from model.corpus.lexicon.function_words import FIRST, FIRST_PLURAL
from model.corpus.lexicon.inflection import agree, imperfect
from model.corpus.lexicon.verb_table import find_present


@dataclass(frozen=True, eq=False)
class Auxiliary:
    """An English auxiliary; French forms are by person.

    Attributes:
        english: forms by person.
        share: how often it is drawn.
        tense: restricts adverbs of time.
        be: forms of "être" in its tense; empty if a verb follows.
        have: forms of "avoir" in its tense; empty if no French form needs it.
        before_infinitive: forms of the verb that an infinitive follows: "pouvoir" for "can".
        is_silent: True if an affirmative statement does not say it: "do".
    """

    english: tuple[str, ...]
    share: int
    tense: Tense = Tense.PRESENT
    be: tuple[str, ...] = ()
    have: tuple[str, ...] = ()
    before_infinitive: tuple[str, ...] = ()
    is_silent: bool = False


BE = Auxiliary(("am", "are", "is", "are", "are"), 8, be=find_present("être"), have=find_present("avoir"))
WAS = Auxiliary(
    ("was", "were", "was", "were", "were"),
    2,
    Tense.PAST,
    be=imperfect(find_present("être")),
    have=imperfect(find_present("avoir")),
)
DO = Auxiliary(("do", "do", "does", "do", "do"), 12, is_silent=True)
DID = Auxiliary(("did",) * 5, 7, Tense.PAST, is_silent=True)
CAN = Auxiliary(("can",) * 5, 2, Tense.FUTURE, before_infinitive=find_present("pouvoir"))
MUST = Auxiliary(("must",) * 5, 1, Tense.FUTURE, before_infinitive=find_present("devoir"))
WILL = Auxiliary(("will",) * 5, 2, Tense.FUTURE, before_infinitive=find_present("aller"))
AUXILIARIES = (BE, WAS, DO, DID, CAN, MUST, WILL)

SpokenAuxiliary = tuple[Auxiliary, str]  # with its form


@cache
def auxiliary_words(person: int, auxiliaries: tuple[Auxiliary, ...], *, is_statement: bool) -> Words[SpokenAuxiliary]:
    """Return the forms of auxiliaries for a person; those that an affirmative statement does not say are silent."""
    spoken = [(each, each.english[person]) for each in auxiliaries for _ in range(each.share)]
    return Words(((each, word), () if is_statement and each.is_silent else (word,)) for each, word in spoken)


@cache
def all_auxiliary_words(auxiliaries: tuple[Auxiliary, ...]) -> Words[SpokenAuxiliary]:
    """Return all forms of auxiliaries, for parsing a question, in which the auxiliary comes before its subject."""
    return Words(((each, word), (word,)) for each in auxiliaries for word in dict.fromkeys(each.english))


@dataclass(frozen=True, slots=True)
class Finite:
    """The beginning of a clause as English has said it: subject, auxiliary and "not".

    Attributes:
        subject: the subject.
        auxiliary: the auxiliary, said or silent.
        index: of the auxiliary; if it is silent, of the verb that follows.
        negation: indices of the English words that "ne … pas" translates, "not" last; empty if affirmative.
        is_inflected: True if the verb itself is inflected: "he sleeps", "he slept".
        infinitive: indices of "be" after an auxiliary, "will be", or of "to be"; empty if "to be" itself is finite.
        frequency: French "toujours" after the verb, if any.
        negative: French word of the negation after the verb: "pas" or "jamais".
    """

    subject: Subject
    auxiliary: Auxiliary
    index: int
    negation: tuple[int, ...] = ()
    is_inflected: bool = False
    infinitive: tuple[int, ...] = ()
    frequency: Tokens = field(default_factory=list)
    negative: str = "pas"

    @property
    def is_asked(self) -> bool:
        """True if the auxiliary stands before the subject: "can he", "is the cat"."""
        return bool(self.subject.tokens) and self.index < self.subject.tokens[0][1][0]

    @property
    def is_asked_of_speaker(self) -> bool:
        """True for "can i", "can we"."""
        return self.is_asked and self.subject.person in (FIRST, FIRST_PLURAL)

    @property
    def is_frequent(self) -> bool:
        """True if an adverb says how often."""
        return bool(self.frequency) or self.negative != "pas"

    def order(self, verb: Token, rest: Tokens, clitic: Sequence[Token] = (), subject: Tokens | None = None) -> Tokens:
        """Return subject, "ne", object pronoun, finite verb, "pas" or "toujours", and the rest.

        Args:
            verb: French finite verb.
            rest: what follows.
            clitic: object pronoun of the finite verb.
            subject: French subject; that of the clause by default.
        """
        tokens = self.subject.tokens if subject is None else subject
        if not self.negation:
            return [*tokens, *clitic, verb, *self.frequency, *rest]
        following = (*clitic, verb)
        opening = depend_on_next("ne'", self.negation, following[0])
        return [*tokens, opening, *following, (self.negative, self.negation), *rest]

    def be(self, rest: Tokens, subject: Tokens | None = None) -> Tokens:
        """Return the clause with "être" as its verb."""
        return self.conjugate("être", self.auxiliary.be, rest, subject)

    def have(self, rest: Tokens) -> Tokens:
        """Return the clause with "avoir" as its verb."""
        return self.conjugate("avoir", self.auxiliary.have, rest)

    def conjugate(self, infinitive: str, forms: tuple[str, ...], rest: Tokens, subject: Tokens | None = None) -> Tokens:
        """Return the clause with a French verb, in its infinitive after an auxiliary: "il va être fatigué"."""
        person = self.subject.person
        if not self.infinitive:
            return self.order((forms[person], (self.index,)), rest, subject=subject)
        verb = self.auxiliary.before_infinitive[person], (self.index,)
        return self.order(verb, [(infinitive, self.infinitive), *rest], subject=subject)

    def past(self, phrase: VerbPhrase) -> Tokens:
        """Return the clause with a verb in the past: "il a mangé", "elle est allée", "il l'a vue", "il avait"."""
        person, verb = self.subject.person, phrase.verb
        if "imperfect" in verb.traits:
            return self.order((imperfect(verb.french)[person], phrase.links), phrase.rest, phrase.clitic)
        is_with_be = "être" in verb.traits
        auxiliary = (find_present("être" if is_with_be else "avoir")[person], (self.index,))
        agreeing = self.subject if is_with_be else phrase.direct_pronoun
        form = 2 * agreeing.number + agreeing.gender if agreeing else 0
        return self.order(auxiliary, [(agree(verb.participle)[form], phrase.links), *phrase.rest], phrase.clitic)


def ask(index: int, tokens: Tokens) -> Tokens:
    """Return a French clause as a question, "est-ce que" linked to the English auxiliary."""
    return [("est-ce", (index,)), depend_on_next("que'", (index,), tokens[0]), *tokens]
