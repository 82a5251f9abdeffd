"""Questions with a question word: who, what, where, how."""

from functools import cache

from model.corpus.grammar.adverb_question import LASTING
from model.corpus.grammar.clause import is_unknown, question, statement
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import DEFINITE
from model.corpus.grammar.finite_verb import BE, CAN, DID, DO, WAS, WILL
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of, proper_noun
from model.corpus.grammar.phrase import Article, is_described
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_choice import Gap
from model.corpus.lexicon.categories import Gender, Number
from model.corpus.lexicon.entries import Verb
from model.corpus.lexicon.function_words import BARE, MY, OUR, THAT, THIRD, THIS
from model.corpus.lexicon.word_classes import ANIMATE, GOODS, PEOPLE

_PRONOUNS = (  # English word, "to be", French after "où", "qui" and "comment"
    ("i", "am", "suis -je", "suis -je", ""),
    ("you", "are", "es -tu", "es -tu", "vas -tu"),
    ("he", "is", "est -il", "est -il", "va -t-il"),
    ("she", "is", "est -elle", "est -elle", "va -t-elle"),
    ("it", "is", "est -il", "est-ce", ""),
    ("we", "are", "sommes -nous", "sommes -nous", ""),
    ("they", "are", "sont -ils", "sont -ils", "vont -ils"),
)
_ACQUAINTED = frozenset({"kin", "spouse", "relation", "infant"})  # whose health one asks about
_INVERTING = Words([(("où", 2), ("where",))] * 3 + [(("qui", 3), ("who",)), (("comment", 4), ("how",))])


def who_question(d: Derivation) -> Tokens:
    """Derive a question about the subject: "who sleeps in the garden"."""
    who = Subject([("qui", (d.say("who"),))], THIRD, Gender.MASCULINE, Number.SINGULAR, PEOPLE - {"infant"})
    clause = statement(d, who=who, drawn=(BE, BE, WAS, DO, DID, DID, CAN, WILL))
    d.avoid(clause.auxiliary is DO and clause.verb is not None and not _is_asked_of_all(clause.verb))
    d.avoid(not LASTING.isdisjoint(d.words))  # "who is old"
    d.avoid(clause.auxiliary is DID and clause.object is not None and is_unknown(clause.object))  # "who wrote letters"
    d.avoid("their" in d.words or (clause.auxiliary is DO and d.words[-1] == "it"))  # "who loves their father", whose
    d.avoid("hopes" in d.words or (clause.auxiliary is DO and "'s" in d.words))
    d.avoid(clause.verb is not None and "rare" in clause.verb.traits)
    return clause.tokens


def object_question(d: Derivation) -> Tokens:
    """Derive a question about the object: "what does she eat"."""
    index = d.say("what")
    return [("que'", (index,)), *question(d, Gap.OBJECT, (BE, DO, DID, CAN, WILL))]


def place_question(d: Derivation) -> Tokens:
    """Derive a question about the place: "where do you live"."""
    return [("où", (d.say("where"),)), *question(d, Gap.PLACE, (BE, DO, DID, CAN))]


def _is_asked_of_all(verb: Verb) -> bool:
    """Return True for what one asks who does: who knows her, who sings, who lives here."""
    is_state = verb.is_stative and not verb.traits >= {"specific", "affirmed"}  # "who prefers the park"
    return is_state or "pastime" in verb.traits or "language" in verb.objects or "at!" in verb.adjuncts


@cache
def _be_and_subject(column: int) -> Words[tuple[str, ...] | None]:
    pronouns = [(each, (each[1], each[0])) for each in _PRONOUNS if each[column]]
    return Words([*pronouns, *[(None, ())] * 2 * len(pronouns)])


def inverted_question(d: Derivation) -> Tokens:
    """Derive a question with inversion: "où es-tu", "qui est cet homme", "comment va ta mère"."""
    french, column = d.choose_word(_INVERTING)
    word = (french, (d.here - 1,))
    inverted = d.choose_word(_be_and_subject(column))
    if inverted:
        verb, *pronoun = inverted[column].split()
        links = (d.here - 2, d.here - 1)
        return [word, (verb, links[:1] if pronoun else links), *((each, links[1:]) for each in pronoun)]
    number = d.choose((Number.SINGULAR,) * 3 + (Number.PLURAL,), tuple(Number))
    index = d.say("are" if number else "is")
    verb = (("va", "vont") if french == "comment" else ("est", "sont"))[number]
    classes = {"où": ANIMATE | GOODS | {"place"}, "comment": _ACQUAINTED}.get(french, PEOPLE)
    if number is Number.SINGULAR and d.choose((True, False, False, False), (True, False)):
        phrase = proper_noun(d)
        return [word, (verb, (index,)), *phrase.french(Article.GENERIC)]
    noun = noun_phrase(d, nouns_of(frozenset(classes)), DEFINITE, number)
    d.require(noun.number is number and noun.determiner is not BARE)  # "where is water": "où est l'eau"
    d.require(french != "comment" or bool(noun.classes & (ANIMATE | {"group"})))  # "how is the soup"
    d.avoid(noun.determiner in (MY, OUR) and french != "où")  # "how is my mother"
    d.avoid(noun.determiner is THIS or (noun.determiner is THAT and french == "où"))  # it is here, or there
    d.avoid(is_described(noun))
    d.avoid(bool(noun.number) and not noun.classes & (ANIMATE | {"thing", "writing"}))  # "where are the parks"
    return [word, (verb, (index,)), *noun.french(Article.PARTITIVE)]
