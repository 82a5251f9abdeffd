"""Sentences: the list of all structures, and what is drawn from it and parsed with it."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

from model.corpus.grammar import commands, greetings, listener, questions, short_phrases, speaker
from model.corpus.grammar.adverb_question import adverb_question
from model.corpus.grammar.clause import Mood, question, statement
from model.corpus.grammar.contrast import contrast, two_actions
from model.corpus.grammar.demonstrative_clause import demonstrative_clause
from model.corpus.grammar.derivation import Derivation, Rule
from model.corpus.grammar.existence import existence
from model.corpus.grammar.french import Tokens, begins_with_vowel, join_words
from model.corpus.grammar.frequency import frequent
from model.corpus.grammar.fronted_time import fronted_time
from model.corpus.grammar.generics import habit, trait
from model.corpus.grammar.joined_clauses import joined_clauses
from model.corpus.grammar.relation import Related
from model.corpus.grammar.self_portrait import introduction, portrait, self_portrait
from model.corpus.grammar.thought import thought
from model.corpus.pair import Pair

MAX_WORDS = 24  # above the longest sentence drawn

STRUCTURES: tuple[tuple[Rule[Tokens], int], ...] = (  # with the share of each in percent
    (lambda d: statement(d).tokens, 16),
    (lambda d: statement(d, Mood.NEGATION).tokens, 12),
    (question, 11),
    (thought, 2),
    (habit, 2),
    (trait, 2),
    (demonstrative_clause, 4),
    (joined_clauses, 3),
    (contrast, 1),
    (two_actions, 1),
    (frequent, 1),
    (fronted_time, 2),
    (questions.who_question, 3),
    (questions.object_question, 3),
    (questions.place_question, 2),
    (adverb_question, 2),
    (questions.inverted_question, 3),
    (existence, 3),
    (introduction, 1),
    (greetings.greeting, 1),
    (greetings.greeted_sentence, 1),
    (greetings.answer, 1),
    (self_portrait, 1),
    (portrait, 1),
    (short_phrases.fixed_phrase, 5),
    (short_phrases.phrase_alone, 3),
    (short_phrases.joined_phrases, 2),
    (short_phrases.single_word, 5),
    (short_phrases.bare_phrase, 2),
    (commands.proposal, 1),
    (commands.command, 3),
)
_DRAWN = tuple(rule for rule, share in STRUCTURES for _ in range(share))
_PARSED_FIRST = (short_phrases.fixed_phrase, short_phrases.single_word)
_PARSED_BY_OTHERS = {contrast, portrait}  # by two actions, and as statements
_PARSED = tuple(dict.fromkeys((*_PARSED_FIRST, *(rule for rule, _ in STRUCTURES if rule not in _PARSED_BY_OTHERS))))


def _sentence(d: Derivation) -> Tokens:
    return d.choose((), _PARSED)(d)


def sample_pair(random: Random) -> Pair:
    """Draw a sentence with its translation and alignment; equal states of ``random`` give equal pairs."""
    words, tokens = speaker.draw(random.choice(_DRAWN), random)
    return _pair(words, tokens)


def parse(words: Sequence[str]) -> Pair | None:
    """Return the pair whose source is ``words``, or None if the grammar does not derive them.

    A word that is not in the lexicon is a masculine name, or a masculine noun after a determiner.
    """
    return _parse(tuple(words))


@lru_cache(4096)
def _parse(words: tuple[str, ...]) -> Pair | None:
    spoken = _normalize_articles(words)
    if not 0 < len(words) <= MAX_WORDS or spoken is None:
        return None
    tokens = listener.parse(_sentence, spoken)
    return None if tokens is None else _pair(spoken, tokens)


def is_sentence(words: Sequence[str]) -> bool:
    """Return True for words that may have a mark at their end; a lone verb, learned as an infinitive, is a command."""
    return parse(words) is not None and not short_phrases.is_infinitive(words)


def find_relations(words: Sequence[str]) -> tuple[Related, ...]:
    """Return the grammatical relations between the words of a sentence; none if the grammar does not derive it."""
    spoken = _normalize_articles(tuple(words))
    if not 0 < len(words) <= MAX_WORDS or spoken is None:
        return ()
    return listener.parse(lambda d: (_sentence(d), tuple(d.relations))[1], spoken) or ()


def is_beginning(words: Sequence[str], typing: str = "") -> bool:
    """Return True if a sentence of the grammar begins with these words, or is these words.

    Args:
        words: finished words.
        typing: letters that begin the word after them, if any.
    """
    return _is_beginning(tuple(words), typing)


@lru_cache(4096)
def _is_beginning(words: tuple[str, ...], typing: str) -> bool:
    started = (typing,) if typing else ()
    spoken = _normalize_articles((*words, *started))
    if len(words) + len(started) > MAX_WORDS or spoken is None:
        return False
    return listener.is_beginning(_sentence, spoken[: len(words)], typing)


def find_wrong_article(words: Sequence[str]) -> str:
    """Return the first "a" or "an" that is wrong before the word after it, "" if none is."""
    spelled = _spell_articles(["a" if word == "an" else word for word in words])
    return next((word for word, right in zip(words[:-1], spelled, strict=False) if word != right), "")


def _pair(words: Sequence[str], tokens: Tokens) -> Pair:
    target = join_words(tokens)
    links = frozenset((link, place) for place, (_, sources) in enumerate(target) for link in sources)
    return Pair(tuple(_spell_articles(words)), tuple(word for word, _ in target), links)


def _spell_articles(words: Sequence[str]) -> list[str]:
    """Replace "a" by "an" before a vowel; the rules always say "a"."""
    return ["an" if word == "a" and begins_with_vowel(after) else word for word, after in pairwise([*words, "."])]


def _normalize_articles(words: Sequence[str]) -> list[str] | None:
    """Replace "an" by "a"; return None if an article is wrong before its next word."""
    plain = ["a" if word == "an" else word for word in words]
    spelled = _spell_articles(plain)
    return plain if spelled[:-1] == list(words[:-1]) and words[-1:] in ((), tuple(spelled[-1:]), ("an",)) else None
