"""The prompt of the language model, which is not the sentence of the translator."""

import streamlit as st

from model.data.typed_sentence import Sentence, read_sentence
from model.data.vocabulary import Vocabulary
from ui.shell import link_errors
from ui.widgets import link_keys, sentence_box, token_chips


def type_prompt(vocabulary: Vocabulary) -> Sentence:
    """Show the box of the prompt, its tokens, and completions for the word being typed; return the prompt."""
    _read_former_link()
    prompt = read_sentence(sentence_box.type_prompt(), vocabulary)
    completions = token_chips.show_sentence(prompt, "Prompt", "unknown", note="unknown words are read as <unk>")
    with completions:
        sentence_box.offer_completions(prompt, vocabulary, link_keys.PROMPT)
    return prompt


def _read_former_link() -> None:
    """Rename the parameter under which links once held the prompt, unless the session has visited another page."""
    link = link_errors.get_opening_link()
    if link_keys.SENTENCE in link and link_keys.SENTENCE in st.query_params and link_keys.PROMPT not in link:
        st.query_params[link_keys.PROMPT] = st.query_params[link_keys.SENTENCE]
        del st.query_params[link_keys.SENTENCE]
        st.rerun()  # the box reads the URL that a run began with
