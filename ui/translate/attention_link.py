"""The link from a head to the numbers behind it on the Attention page."""

import streamlit as st

from model.data.typed_sentence import Sentence
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from ui.runs.run_choice import get_link_parameters
from ui.shell import page_choices
from ui.translate import translate_page_keys
from ui.widgets import link_keys, session
from ui.widgets.head_selector import HeadChoice
from ui.widgets.number_picker import TRANSLATOR


def show_attention_link(
    run: TrainingRun, snapshot: Snapshot, sentence: Sentence, choice: HeadChoice, step: int
) -> None:
    """Draw the button that opens the same head on the Attention page.

    Args:
        run: the training shown.
        snapshot: whose weights this page shows; the Attention page shows the newest, so the button needs these.
        sentence: as this page reads it; the Attention page treats every word as finished.
        choice: the head; for the mean of heads the Attention page opens the first.
        step: decoding step, counted from 1, whose row is opened.
    """
    if not st.button(
        "Show the calculation", key=translate_page_keys.CALCULATION, icon=":material/grid_on:", type="tertiary",
        disabled=snapshot is not run.state.snapshot,
        help="Opens the matrices behind this head, with every number. They come from the newest weights and, where the"
        " mean of heads is shown, from the first head.",
    ):  # fmt: skip
        return
    typed = session.get(link_keys.SENTENCE, "")
    page_choices.put(
        "Attention",
        {
            link_keys.NUMBERS: TRANSLATOR,
            link_keys.SENTENCE: typed.removesuffix(sentence.typing) if sentence.unfinished else typed,
            link_keys.KIND: choice.kind.value,
            link_keys.LAYER: choice.layer + 1,
            link_keys.HEAD: (choice.head or 0) + 1,
            link_keys.N_HEADS: snapshot.translator.model.config.n_heads,
            link_keys.ROW: 1 if choice.kind is Kind.ENCODER else step,
        },
    )
    st.switch_page("pages/attention.py", query_params=get_link_parameters())
