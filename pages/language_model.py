"""Language model: the probabilities of the next token at each keystroke, and the same model without its causal mask."""

import streamlit as st

from model.data.typed_sentence import read_sentence
from ui.language import generation, language_runs, mask_comparison
from ui.shell import page
from ui.widgets import sentence_box, texts, token_chips
from ui.widgets.views import choose_view

VIEWS = {"Write": generation.show, "With and without the mask": mask_comparison.show}


@page.body
def language_page(runs: language_runs.LanguageRuns) -> None:
    """Draw everything below the header; every change redraws this part and not the header."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = choose_view(list(VIEWS))
        language_runs.show_status(runs)
    language_runs.show_errors(runs)
    snapshots = runs.snapshots()
    if snapshots is None:
        return
    vocabulary = snapshots.causal.text_generator.vocabulary
    text = sentence_box.type_sentence("the small cat", "Type the beginning of an English sentence")
    prompt = read_sentence(text, vocabulary)
    completions = token_chips.show_sentence(prompt, "Prompt", "unknown: the model only sees that a word is there")
    VIEWS[view](snapshots, prompt)
    with completions:
        sentence_box.offer_completions(prompt, vocabulary)


with page.open_page("Language model"):
    language_page(language_runs.open_runs())
    page.focus_sentence()
    with st.expander("What happens here, and where it comes from"):
        texts.show("language")
