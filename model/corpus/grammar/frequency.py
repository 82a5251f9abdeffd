"""Statements on the frequency of something: "she often goes to the park", "he never eats meat", "i am always tired"."""

from model.corpus.grammar.adjective_predicate import feeling, state
from model.corpus.grammar.clause import any_subject, is_indefinite
from model.corpus.grammar.complement import complement
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, DO, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.phrase import is_described
from model.corpus.grammar.predicate import predicate
from model.corpus.grammar.relation import Relation

_ADVERBS = Words(
    [("toujours", ("always",)), ("souvent", ("often",)), ("parfois", ("sometimes",)), ("jamais", ("never",))]
)
RARELY_SAID = frozenset({
    "arrive", "arrives", "hope", "hopes", "like", "likes", "live", "lives",  # "she always hopes to come"
    "very", "too", "old", "young", "now", "today", "tomorrow",
})  # fmt: skip
_WANTED = frozenset({"want", "wants"})  # "he always wants to buy a house"


def frequent(d: Derivation) -> Tokens:
    """Derive "she often goes to the park", "he never eats meat", "i am always tired"."""
    who = any_subject(d, can_be_thing=False)
    d.avoid(is_indefinite(who) or is_described(who.phrase) or who.is_indefinite_it)
    auxiliary = d.choose((DO, DO, BE), (BE, DO))
    if auxiliary is BE:
        d.say(BE.english[who.person])
    adverb, index = d.choose_word(_ADVERBS), d.here - 1
    verb = index - 1 if auxiliary is BE else d.here
    if is_never := adverb == "jamais":
        finite = Finite(who, auxiliary, verb, (index,), is_inflected=auxiliary is DO, negative=adverb)
    else:
        finite = Finite(who, auxiliary, verb, is_inflected=auxiliary is DO, frequency=[(adverb, (index,))])
    d.relate(Relation.SUBJECT, who.word, verb)
    said = predicate(d, finite, derive_complement=_state_or_feeling)
    d.avoid(not RARELY_SAID.isdisjoint(d.words) or not (is_never or _WANTED.isdisjoint(d.words)))
    d.avoid(said.verb is not None and said.verb.is_stative)  # "he always has a car"
    return said.tokens


def _state_or_feeling(d: Derivation, finite: Finite) -> Tokens:
    return d.choose((state, feeling), (complement,))(d, finite)
