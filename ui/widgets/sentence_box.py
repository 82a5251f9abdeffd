"""The box a sentence is typed into, and what it offers to fill in: completions and examples."""

from functools import partial
from typing import Any

import streamlit as st

from model.corpus.lexicon.known_words import PROPER_WORDS
from model.corpus.text import normalize_typed_text
from model.data.sentence import Sentence
from model.data.vocabulary import Vocabulary
from ui.widgets import changing_default, link_keys, session, widget_keys
from ui.widgets.markdown import escape_markdown

EXAMPLE = "she does not like the small black dog"
SECOND_EXAMPLE = "does she like the small black dog"
PROMPT = "she does not"
EXAMPLES = (
    "he does not see them",
    "is she tired",
    "do you like the red flowers",
    "the old woman eats fish",
    "Zorbin likes the white house",
)
_PLACEHOLDER = "Type a sentence"
# A box drops what is longer without a word, and of this much only the beginning is read, which is said. A box without a
# limit would have the identity of the main box, and take over the sentence of another page.
MAX_PASTED = 20_000
_MAX_KEPT = 1000  # characters, which the URL holds too: percent-encoded, many more would make one that servers refuse
_MAIN: dict[str, Any] = {"live": "0ms", "label_visibility": "collapsed", "autocomplete": "off"}  # a page's main box


def type_sentence(example: str) -> str:
    """Draw the page's main box, with an example until the visitor types; it commits at every keystroke."""
    return _draw(example, placeholder=_PLACEHOLDER, **_MAIN)


def bring_sentence(text: str) -> None:
    """Write the sentence of another page into the box, before the page is drawn."""
    session.put(link_keys.SENTENCE, text)
    session.put(widget_keys.IS_SENTENCE_BROUGHT, True)


def type_prompt() -> str:
    """Draw the box of the beginning that the language model continues; it commits at every keystroke."""
    placeholder = "Type the beginning of an English sentence"
    return _draw_box("Prompt", PROMPT, link_keys.PROMPT, placeholder=placeholder, **_MAIN)


def type_short_sentence(example: str) -> str:
    """Draw a box of fixed width among other controls, with an example until the visitor types."""
    with st.container(key=widget_keys.SHORT_SENTENCE, width="content"):
        return _draw(example, max_chars=MAX_PASTED, width=370, live=True)


def type_second_sentence(example: str) -> str:
    """Draw the box of a sentence that is compared with that of the main box; it commits when typing pauses."""
    return _draw_box(
        "Another sentence", example, link_keys.SECOND, max_chars=MAX_PASTED, live=True, autocomplete="off",
        label_visibility="collapsed", placeholder=_PLACEHOLDER,
    )  # fmt: skip


def type_probe_sentence(example: str) -> str:
    """Draw the box for the visitor's own sentence on the Training page, which is ``example`` at first."""
    return _draw(example, max_chars=MAX_PASTED, live=True, label_visibility="collapsed", placeholder=_PLACEHOLDER)


def _draw(example: str, **options: Any) -> str:
    """Draw a box; an example that the visitor left unchanged gives way to that of another page or run."""
    changing_default.follow(link_keys.SENTENCE, example)
    brought = session.get(link_keys.SENTENCE) if session.take(widget_keys.IS_SENTENCE_BROUGHT) else None
    if brought:
        st.query_params[link_keys.SENTENCE] = brought  # the browser leaves it out of the URL of a page just opened
    text = _draw_box("Sentence", example, link_keys.SENTENCE, **options)
    if brought and text != brought:  # after the browser's Back, where the address decides: take it back
        others = {key: value for key, value in st.query_params.items() if key != link_keys.SENTENCE}
        st.query_params.from_dict(others)
    return text


def _draw_box(label: str, example: str, key: str, **options: Any) -> str:
    on_change = partial(keep_beginning, key)
    return st.text_input(label, example, key=key, bind="query-params", on_change=on_change, **options) or ""


def keep_beginning(key: str, n_kept: int = _MAX_KEPT) -> None:
    """Keep only the beginning of a long text in its box, which is still more than is read.

    Args:
        key: of the box.
        n_kept: characters to keep.
    """
    if len(text := session.get(key) or "") > n_kept:
        session.put(key, text[:n_kept])


def offer_completions(sentence: Sentence, vocabulary: Vocabulary, key: str = link_keys.SENTENCE) -> None:
    """Offer known words that complete the one being typed; a chosen one is written into the box of that key."""
    beginning = sentence.typing if vocabulary.is_subword else sentence.typing.lower()
    words = [word for word in vocabulary.complete(beginning) if word != beginning] if beginning else []
    options = words if vocabulary.is_subword else [_capitalize_name(word) for word in words]
    st.pills(
        "Completions", options, key=widget_keys.COMPLETION, on_change=_complete,
        args=(key, beginning), format_func=escape_markdown, label_visibility="visible" if options else "collapsed",
    )  # fmt: skip


def _capitalize_name(word: str) -> str:
    return word.capitalize() if word in PROPER_WORDS else word


def _complete(key: str, beginning: str) -> None:
    word = session.get(widget_keys.COMPLETION)
    text = normalize_typed_text(session.get(key, ""))  # as the letters that it completes were read
    if word and text.lower().endswith(beginning.lower()):  # unless another letter came with the click
        before, typed = text[: len(text) - len(beginning)], text[len(text) - len(beginning) :]
        word = f"{word[0].upper()}{word[1:]}" if typed[0].isupper() else word
        session.put(key, f"{before}{word} ")
    session.put(widget_keys.COMPLETION, None)


def offer_examples() -> None:
    """Offer whole sentences of the toy grammar; a chosen one is written into the box."""
    st.pills(
        "Examples", EXAMPLES, key=widget_keys.EXAMPLES, on_change=_fill_in_example, label_visibility="collapsed",
        width="content",
    )  # fmt: skip


def _fill_in_example() -> None:
    session.put(link_keys.SENTENCE, session.take(widget_keys.EXAMPLES))
