"""Links: to what is on the page, and from a head to the numbers behind it."""

from urllib.parse import urlencode

import streamlit as st

from model.data.typed_sentence import Sentence
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from ui.runs.run_choice import carried
from ui.widgets import link_keys, session
from ui.widgets.assets import ASSETS
from ui.widgets.head_selector import HeadChoice
from ui.widgets.number_picker import TRANSLATOR

_BUTTON = ASSETS / "copy_link.html"


def step_by_step(sentence: Sentence, choice: HeadChoice, step: int, config: ModelConfig, *, is_newest: bool) -> None:
    """The way to the same head on the attention page, where every number of it is open, in a tab of its own.

    No page link: when a page is left, Streamlit takes what its widgets were bound to out of the next address.

    Args:
        sentence: as the page reads it; the attention page waits for no blank after the last word.
        choice: the head; of the mean of heads the first.
        step: of decoding, counted from 1, whose row is opened.
        config: of the model.
        is_newest: whether the page shows the newest weights there are, as the attention page does.
    """
    typed = session.get(link_keys.SENTENCE, "")
    chosen = carried() | {
        link_keys.NUMBERS: TRANSLATOR,
        link_keys.SENTENCE: typed.removesuffix(sentence.typing) if sentence.unfinished else typed,
        link_keys.KIND: choice.kind.value,
        link_keys.LAYER: str(choice.layer + 1),
        link_keys.HEAD: str((choice.head or 0) + 1),
        link_keys.N_HEADS: str(config.n_heads),
        link_keys.ROW: "1" if choice.kind is Kind.ENCODER else str(step),
    }
    st.link_button(
        "Step by step", f"attention?{urlencode(chosen)}", icon=":material/grid_on:", type="tertiary",
        disabled=not is_newest,
        help="The matrices behind this head, and every number in them, in a new tab: of the newest weights, and of the"
        " first head where the mean of heads is shown.",
    )  # fmt: skip
