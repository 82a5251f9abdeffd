"""Earlier interventions in one model's decoding of one sentence, kept to be compared with the one shown."""

import streamlit as st

from model.inference.intervention import UNCHANGED, Intervention
from ui.runs.run_choice import get_link_parameters
from ui.translate import intervention_link, translate_page_keys
from ui.widgets import link_keys, session
from ui.widgets.markdown import escape_markdown

_MAX_KEPT = 3


def remember_branches(intervention: Intervention) -> tuple[Intervention, ...]:
    """Store the intervention shown, and return those shown before it for this sentence and model, the latest first."""
    decoded = session.get(link_keys.SENTENCE), get_link_parameters()
    nothing = (decoded, intervention, ())
    earlier, last, branches = session.get(translate_page_keys.BRANCHES, nothing)
    if earlier != decoded:
        last, branches = intervention, ()
    tried = dict.fromkeys((last, *branches))
    branches = tuple(each for each in tried if each and each != intervention)[:_MAX_KEPT]
    session.put(translate_page_keys.BRANCHES, (decoded, intervention, branches))
    return branches


def show_return_button(place: int, branch: Intervention, name: str) -> None:
    """Draw the button that returns to an earlier intervention.

    Args:
        place: of the intervention among those kept.
        branch: the intervention.
        name: describes it to screen readers.
    """
    st.button(
        f"Return to {escape_markdown(name)}", key=f"{translate_page_keys.BRANCH}{place}", icon=":material/undo:",
        type="tertiary", on_click=intervention_link.return_to, args=(branch,), help="Returns to these changes.",
    )  # fmt: skip


def reset() -> None:
    """Take every change back, and forget those before, in a callback."""
    session.forget(translate_page_keys.BRANCHES)
    intervention_link.return_to(UNCHANGED)
