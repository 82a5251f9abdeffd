"""English contractions: the words that a contracted form stands for, with ``'s`` read by what follows it."""

from collections.abc import Sequence

from model.corpus.lexicon.tables import ADJECTIVES, FEELINGS, NOUNS, NUMBERS, PREPOSITIONS
from model.data.vocabulary import Vocabulary

POSSESSIVE = "'s"
_WHOLE = {
    "i'm": ("i", "am"),
    "let's": ("let", "us"),
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
    "ain't": ("is", "not"),
    "gonna": ("going", "to"),
    "wanna": ("want", "to"),
}
_ENDINGS = {"n't": "not", "'re": "are", "'ll": "will", "'ve": "have", "'d": "would"}
_NEGATED = ("do", "does", "did", "is", "are", "was", "were", "have", "has", "had", "would", "could", "should", "must")
_HALF_ENDINGS = ("'r", "'l", "'v")  # on the way to "'re", "'ll" and "'ve"
_NEGATIONS = tuple(f"{verb}n't" for verb in _NEGATED)
_UNMARKED = {  # typed without their apostrophe; "ill", "its", "lets", "were" and "well" are other words
    form.replace("'", ""): form
    for form in ("i'm", "can't", "won't", "that's", "what's", "where's", "you're", "they're", *_NEGATIONS)
}
_FORMS = (*_WHOLE, *_ENDINGS, *_NEGATIONS, *_UNMARKED)
# Words that own nothing: ``'s`` after them is always "is".
_NOT_OWNERS = frozenset(
    {"he", "she", "it", "that", "this", "there", "here", "who", "what", "where", "when", "why", "how", "name"}
)
_ADVERBS = frozenset({"very", "too", "so", "really", "quite", "always", "never", "often", "still", "also", "just"})
_ADJECTIVES = frozenset({*(adjective.english for adjective in ADJECTIVES), *(feeling.english for feeling in FEELINGS)})
_FIXED = frozenset({"name", "birthday"})  # nouns of fixed phrases
_NOUNS = frozenset(form for noun in NOUNS for form in noun.english) - _ADJECTIVES - {""} | _FIXED
_ARTICLES = frozenset({"a", "an"})
_MODIFIERS = _ADVERBS | _ADJECTIVES | {english for english, _ in NUMBERS} | {"one", "many"}
_PREDICATES = frozenset({"asleep", "awake", "gone", "got", "mine", "yours", "ours"})  # what nobody owns


def expand_contraction(word: str) -> tuple[str, ...]:
    """Return the words of a contracted form, or the word itself.

    Args:
        word: in lower case, with a straight apostrophe; a common form may lack it: "dont".

    Returns:
        One or two words. The second is ``POSSESSIVE`` where only the words after it tell what ``'s`` stands for, and
        the typed ending itself where that is half of an ending: "we'r".
    """
    word = _UNMARKED.get(word, word)
    if word in _WHOLE:
        return _WHOLE[word]
    if word.endswith(POSSESSIVE) and word != POSSESSIVE:
        owner = word.removesuffix(POSSESSIVE)
        return owner, "is" if owner in _NOT_OWNERS else POSSESSIVE
    for ending, full in _ENDINGS.items():
        if word.endswith(ending) and word != ending:
            return word.removesuffix(ending), full
    if word.endswith(_HALF_ENDINGS) and len(word) > 2:
        return word[:-2], word[-2:]
    return (word,)


def begins_contraction(text: str) -> bool:
    """Return True if a contracted form or ending begins with this text in lower case: "don", "'l"."""
    return any(form.startswith(text) for form in _FORMS)


def resolve_possessives(words: Sequence[str], vocabulary: Vocabulary, *, is_open: bool = False) -> tuple[str, ...]:
    """Replace ``'s`` by "is" unless a noun follows, perhaps after modifiers: "anna 's two very small cats".

    A word that neither the vocabulary nor the lexicon has is taken for a noun, unless it ends in "-ing" or follows an
    adverb. A vocabulary without ``'s`` reads every one as "is".

    Args:
        words: as typed, in lower case.
        vocabulary: of the model.
        is_open: True if the last word is still being typed: "anna 's do" may become "anna 's dog".
    """
    return tuple(
        "is" if word == POSSESSIVE and not _is_possessive(words[place + 1 :], vocabulary, is_open=is_open) else word
        for place, word in enumerate(words)
    )


def _is_possessive(following: Sequence[str], vocabulary: Vocabulary, *, is_open: bool) -> bool:
    if POSSESSIVE not in vocabulary:
        return False
    is_after_adverb = False
    for place, word in enumerate(following, start=1):
        if word in _NOUNS or (is_open and place == len(following) and _begins_noun(word)):
            return True
        if word not in _MODIFIERS:
            is_last = is_open and place == len(following)
            is_predicate = word in _PREDICATES or (is_last and any(each.startswith(word) for each in _PREDICATES))
            return not (word in vocabulary or word.endswith("ing") or is_predicate or is_after_adverb)
        is_after_adverb = word in _ADVERBS
    return False


def _begins_noun(word: str) -> bool:
    """Return True for letters that begin a noun and no preposition: "i" may become "idea", but "in" as well."""
    is_other = word in _ARTICLES or any(each.english.startswith(word) for each in PREPOSITIONS)
    return not is_other and any(noun.startswith(word) for noun in _NOUNS)
