"""The link from a head to the numbers behind it on the Attention page."""

from urllib.parse import urlencode

import streamlit as st

from model.data.typed_sentence import Sentence
from model.transformer.kind import Kind
from ui.runs.pretrained_snapshot import PretrainedSnapshot
from ui.runs.run_choice import get_link_parameters
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.widgets import link_keys, session
from ui.widgets.head_selector import HeadChoice
from ui.widgets.number_picker import TRANSLATOR


def show_attention_link(
    run: ShownRun, snapshot: ShownSnapshot, sentence: Sentence, choice: HeadChoice, step: int
) -> None:
    """Draw the link to the same head on the Attention page, opened in a new tab.

    It is not a page link: when a page is left, Streamlit removes the query parameters of its widgets from the next URL.

    Args:
        run: the run shown; a model that was trained elsewhere has no link.
        snapshot: whose weights this page shows; the Attention page shows the newest, so the link needs these.
        sentence: as this page reads it; the Attention page treats every word as finished.
        choice: the head; for the mean of heads the link opens the first.
        step: decoding step, counted from 1, whose row is opened.
    """
    if isinstance(snapshot, PretrainedSnapshot):
        return
    typed = session.get(link_keys.SENTENCE, "")
    query = get_link_parameters() | {
        link_keys.NUMBERS: TRANSLATOR,
        link_keys.SENTENCE: typed.removesuffix(sentence.typing) if sentence.unfinished else typed,
        link_keys.KIND: choice.kind.value,
        link_keys.LAYER: str(choice.layer + 1),
        link_keys.HEAD: str((choice.head or 0) + 1),
        link_keys.N_HEADS: str(snapshot.translator.model.config.n_heads),
        link_keys.ROW: "1" if choice.kind is Kind.ENCODER else str(step),
    }
    st.link_button(
        "Show the calculation", f"attention?{urlencode(query)}", icon=":material/grid_on:", type="tertiary",
        disabled=snapshot is not run.state.snapshot,
        help="Opens the matrices behind this head in a new tab, every number included. They come from the newest"
        " weights, without your changes, and, where the mean of heads is shown, from the first head.",
    )  # fmt: skip
