"""Questions with a question word: who, what, where, when, why, how."""

from functools import cache

from model.corpus.grammar.clause import is_unknown, question, statement
from model.corpus.grammar.complement import situation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import DEFINITE
from model.corpus.grammar.finite_verb import BE, CAN, DID, DO, WAS, WILL
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase, nouns_of, proper_noun
from model.corpus.grammar.phrase import Article, is_described
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_phrase import Form, Gap
from model.corpus.lexicon.entries import Gender, Number, Verb
from model.corpus.lexicon.function_words import MY, OUR, THAT, THIRD, THIS
from model.corpus.lexicon.tables import ADJECTIVES, ANIMATE, GOODS, NOUNS, PEOPLE, TIMES, VERBS

_ADVERBS = Words([("pourquoi", ("why",)), ("quand", ("when",))])
_PRONOUNS = (  # English word, "to be", French after "où", "qui" and "comment"
    ("i", "am", "suis-je", "suis-je", ""),
    ("you", "are", "es-tu", "es-tu", "vas-tu"),
    ("he", "is", "est-il", "est-il", "va-t-il"),
    ("she", "is", "est-elle", "est-elle", "va-t-elle"),
    ("it", "is", "est-il", "est-ce", ""),
    ("we", "are", "sommes-nous", "sommes-nous", ""),
    ("they", "are", "sont-ils", "sont-ils", "vont-ils"),
)
_PASSING = frozenset({"state", "temperature", "price"})  # kinds of adjectives of what has a reason
_STATIVE = frozenset(verb.english[Form.PLAIN] for verb in VERBS if verb.is_stative and "event" not in verb.traits)
_INVOLUNTARY = frozenset(
    form for verb in VERBS if verb.objects and "involuntary" in verb.traits for form in verb.english
)
_LASTING_ADJECTIVES = frozenset(each.english for each in ADJECTIVES if each.kind not in _PASSING)
_ACQUAINTED = frozenset({"kin", "spouse", "relation", "infant"})  # whose health one asks about
_LASTING = frozenset({"hope", "like", "live"})
_CIRCUMSTANCES = frozenset({"in", "at", "here", "there", "tomorrow", "with", "without", "for", "'s"})
_ASKED = frozenset({"i", "you", "we"})
_PASTIMES = frozenset(verb.english[Form.PLAIN] for verb in VERBS if "pastime" in verb.traits)
_PURSUITS = frozenset(
    verb.english[Form.PLAIN] for verb in VERBS if not verb.objects and "involuntary" not in verb.traits
)
_MASSES = frozenset(noun.english[0] for noun in NOUNS if noun.is_mass)
_TIMES = frozenset(time.english[0] for time in TIMES)
_INVERTING = Words([(("où", 2), ("where",))] * 3 + [(("qui", 3), ("who",)), (("comment", 4), ("how",))])


def who_question(d: Derivation) -> Tokens:
    """Derive a question about the subject: "who sleeps in the garden"."""
    who = Subject([("qui", (d.say("who"),))], THIRD, Gender.MASCULINE, Number.SINGULAR, PEOPLE - {"infant"})
    clause = statement(d, who=who, drawn=(BE, BE, WAS, DO, DID, DID, CAN, WILL))
    d.avoid(clause.auxiliary is DO and clause.verb is not None and not _is_asked_of_all(clause.verb))
    d.avoid(not _LASTING_ADJECTIVES.isdisjoint(d.words))  # "who is old"
    d.avoid(clause.auxiliary is DID and clause.object is not None and is_unknown(clause.object))  # "who wrote letters"
    d.avoid("hopes" in d.words)
    return clause.tokens


def object_question(d: Derivation) -> Tokens:
    """Derive a question about the object: "what does she eat"."""
    index = d.say("what")
    return [("que'", (index,)), *question(d, Gap.OBJECT, (BE, DO, DID, CAN, WILL))]


def place_question(d: Derivation) -> Tokens:
    """Derive a question about the place: "where do you live"."""
    return [("où", (d.say("where"),)), *question(d, Gap.PLACE, (BE, DO, DID, CAN))]


def adverb_question(d: Derivation) -> Tokens:
    """Derive a question about the reason or the time: "why are you sad"."""
    french = d.choose_word(_ADVERBS)
    index = d.here - 1
    auxiliaries = (BE, WAS, DO, DID) if french == "pourquoi" else (DO, DID, CAN)
    tokens = question(d, None, auxiliaries, situation)
    d.avoid(french == "pourquoi" and "right" in d.words)
    d.avoid(french == "pourquoi" and "did" in d.words and d.words[-1] in _PURSUITS)  # "why did he work"
    is_present = not {"do", "does"}.isdisjoint(d.words)
    d.avoid(
        french == "pourquoi" and is_present and (_STATIVE | {"live", "every"}).isdisjoint(d.words)
    )  # "why does he eat"
    d.avoid(french == "quand" and d.words[-1] in _PASTIMES)  # "when did he run"
    d.avoid(french == "quand" and d.words[-1] in _MASSES and "learn" not in d.words)  # "when did you drink water"
    d.avoid("can" in d.words and _ASKED.isdisjoint(d.words))  # "when can his aunt close the door"
    d.avoid(french == "quand" and "it" in d.words)
    d.avoid("live" not in d.words and not _CIRCUMSTANCES.isdisjoint(d.words))  # "why do you write in the kitchen"
    d.avoid(french == "quand" and not _STATIVE.isdisjoint(d.words))  # "when do you know her"
    d.avoid(french == "quand" and not _LASTING.isdisjoint(d.words))  # "when does he hope to wash them"
    d.avoid(french == "quand" and not _TIMES.isdisjoint(d.words))
    d.avoid(not _LASTING_ADJECTIVES.isdisjoint(d.words))  # "why were you young"
    d.avoid(french == "pourquoi" and not _INVOLUNTARY.isdisjoint(d.words))  # "why do you hear her"
    return [(french, (index,)), *tokens]


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
        return [word, (inverted[column], (d.here - 2, d.here - 1))]
    number = d.choose((Number.SINGULAR,) * 3 + (Number.PLURAL,), tuple(Number))
    index = d.say("are" if number else "is")
    verb = (("va", "vont") if french == "comment" else ("est", "sont"))[number]
    classes = {"où": ANIMATE | GOODS | {"place"}, "comment": _ACQUAINTED}.get(french, PEOPLE)
    if number is Number.SINGULAR and d.choose((True, False, False, False), (True, False)):
        phrase = proper_noun(d)
        return [word, (verb, (index,)), *phrase.french(Article.GENERIC)]
    noun = noun_phrase(d, nouns_of(frozenset(classes)), DEFINITE, number)
    d.require(noun.number is number)
    d.avoid(noun.determiner in (MY, OUR) and french != "où")  # "how is my mother"
    d.avoid(noun.determiner is THIS or (noun.determiner is THAT and french == "où"))  # it is here, or there
    d.avoid(is_described(noun))
    d.avoid(bool(noun.number) and not noun.classes & (ANIMATE | {"thing", "writing"}))  # "where are the parks"
    return [word, (verb, (index,)), *noun.french(Article.PARTITIVE)]
