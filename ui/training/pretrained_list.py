"""The models that were trained elsewhere, in the view "Runs"."""

import streamlit as st

from ui.runs import pretrained_runs, run_choice
from ui.training import named_items, training_page_keys
from ui.widgets import headings, link_keys


def show_pretrained_models() -> None:
    """Draw the models that this server offers, each with a link that translates with it, or why it has none."""
    models = pretrained_runs.describe_models()
    if models:
        headings.show_heading("Models trained elsewhere", "for all visitors; they open on Translate")
    for name, model in models.items():
        with st.container(
            key=f"{training_page_keys.RUN_}pretrained_{name}", horizontal=True, vertical_alignment="center"
        ):
            named_items.show_item(name, [model.about])
            if model.can_open:
                st.page_link(
                    "app.py", label="Translate with it", icon=":material/translate:",
                    query_params=run_choice.get_link_parameters() | {link_keys.MODEL: name},
                )  # fmt: skip
