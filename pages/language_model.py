"""Language model: the probabilities of the next token at each keystroke, and the same model without its causal mask."""

import streamlit as st

from ui.language import generation, language_runs, mask_comparison
from ui.language.prompt import type_prompt
from ui.shell import page, scripts, training_status
from ui.widgets import texts
from ui.widgets.views import choose_view

VIEWS = {"Generation": generation.show, "With and without causal mask": mask_comparison.show}


@page.body
def language_page(runs: language_runs.LanguageRuns) -> None:
    """Draw everything below the header; every change redraws this part and not the header."""
    view = choose_view(list(VIEWS))
    language_runs.show_errors(runs)
    snapshots = runs.snapshots()
    if snapshots is None:
        if not any(run.state.error for run in runs):
            training_status.show_missing_weights()
        return
    VIEWS[view](snapshots, type_prompt(snapshots.causal.text_generator.vocabulary))


with page.open_page("Language model", show_status=language_runs.show_status):
    language_page(language_runs.open_runs())
    scripts.focus_sentence()
    with st.expander("What happens here, and where it comes from"):
        texts.show("language")
