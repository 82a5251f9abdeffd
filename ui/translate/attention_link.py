"""The link from a head to the numbers behind it on the Attention page."""

from urllib.parse import urlencode

import numpy as np
import streamlit as st

from model.data.sentence import Sentence
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from ui.runs import cached_records
from ui.runs.pretrained_snapshot import PretrainedSnapshot
from ui.runs.run_choice import get_link_parameters
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.widgets import link_keys, session
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_remark
from ui.widgets.number_picker import TRANSLATOR


def show_attention_link(
    run: ShownRun, snapshot: ShownSnapshot, sentence: Sentence, choice: HeadChoice, row: int
) -> None:
    """Draw the link to the same head on the Attention page, opened in a new tab.

    It is not a page link: when a page is left, Streamlit removes the query parameters of its widgets from the next URL.

    Args:
        run: the run shown; a model that was trained elsewhere gets a reason instead.
        snapshot: whose weights this page shows; the Attention page shows the newest, so the link needs these.
        sentence: as both pages read it.
        choice: the head; for the mean of heads the link opens the one of its layer that aligns best.
        row: counted from 1, opened at its largest weight; the last row if the Attention page has fewer.
    """
    if isinstance(snapshot, PretrainedSnapshot):
        show_remark("The Attention page calculates with models of this app only.")
        return
    translation = cached_records.compute_translation(snapshot, sentence)  # the page knows no changes of this one
    head, why = _choose_head(run, snapshot, choice)
    weights = translation.maps.head(choice.kind, choice.layer, head)
    row = min(row, len(weights))
    query = get_link_parameters() | {
        link_keys.NUMBERS: TRANSLATOR,
        link_keys.SENTENCE: session.get(link_keys.SENTENCE, ""),
        link_keys.KIND: choice.kind.value,
        link_keys.LAYER: str(choice.layer + 1),
        link_keys.HEAD: str(head + 1),
        link_keys.N_HEADS: str(snapshot.translator.model.config.n_heads),
        link_keys.ROW: str(row),
        link_keys.COLUMN: str(int(np.nanargmax(weights[row - 1])) + 1),
    }
    st.link_button(
        "Show the calculation", f"attention?{urlencode(query)}", icon=":material/grid_on:", type="tertiary",
        disabled=snapshot is not run.state.snapshot,
        help=f"Opens the matrices behind {why} in a new tab, every number included. They are those of the"
        " newest training step, without your changes.",
    )  # fmt: skip


def _choose_head(run: ShownRun, snapshot: Snapshot, choice: HeadChoice) -> tuple[int, str]:
    """Return the head to open, counted from 0, and its name; the mean of heads has no matrices of its own."""
    if choice.head is not None:
        return choice.head, "this head"
    scores = cached_records.score_heads(snapshot, run) if choice.kind is Kind.CROSS else None
    if scores is None:
        return 0, "the first of these heads"
    best = int(scores[choice.layer, :-1].argmax())
    return best, f"head {best + 1}, which aligns best in this layer,"
