"""The frame of every page: settings, style, header, navigation, errors of the training."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

import streamlit as st

from model.runs.foreground_priority import foreground_work
from model.runs.training_run import TrainingRun
from ui.runs import run_buttons, run_choice, visitor
from ui.runs.first_weights import await_first_weights
from ui.runs.pretrained_runs import PretrainedRun, read_chosen_model
from ui.shell import link_errors, page_choices, pretrained_status, shell_keys, training_status
from ui.shell.scripts import run_scripts, show_copy_link
from ui.shell.style import apply_style
from ui.shell.turns import take_turn
from ui.widgets import clocks
from ui.widgets.assets import ASSETS

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_PAGES = {
    "Translate": "app.py",
    "Heads": "pages/heads.py",
    "Attention": "pages/attention.py",
    "Building blocks": "pages/blocks.py",
    "Language model": "pages/language_model.py",
    "Training": "pages/training.py",
}


@contextmanager
def open_page(
    title: str, show_status: Callable[[], None] | None = None, *, takes_pretrained: bool = False
) -> Iterator[TrainingRun]:
    """Configure a page and draw its header; draw the rest of the page inside this context.

    Args:
        title: of the page.
        show_status: draws the status of the model that the page is about; None for the translator, whose errors
            are then shown as well.
        takes_pretrained: True if the page shows a model that was trained elsewhere, where the link names one.

    Yields:
        The training run whose weights the page shows.
    """
    with take_turn():
        link_errors.remember_link()
        page_choices.restore_choices(title, _PAGES[title])
        st.set_page_config(f"{title} · Attention Playground", str(ASSETS / "icon.svg"), layout="wide")
        apply_style()
        run = run_choice.read_chosen_run()
        pretrained = read_chosen_model() if takes_pretrained else None
        if not isinstance(pretrained, PretrainedRun):
            await_first_weights(run)
        with st.container(key=shell_keys.HEADER, horizontal=True, vertical_alignment="center", gap="medium"):
            st.html('<div class="brand">Attention Playground</div>', width="content")
            with st.container(
                key=shell_keys.PAGES, horizontal=True, vertical_alignment="center", gap="small", width="content"
            ):
                for name, script in _PAGES.items():
                    if name == title:  # a link to it would empty its URL
                        st.html(
                            f'<span role="heading" aria-level="1" aria-current="page">{name}</span>', width="content"
                        )
                    else:
                        st.page_link(script, label=name, query_params=run_choice.get_link_parameters())
            with st.container(key=shell_keys.TRAINING_STATUS, horizontal=True, horizontal_alignment="right"):
                if show_status:
                    show_status()
                elif isinstance(pretrained, PretrainedRun):
                    pretrained_status.show_pretrained_status(pretrained)
                else:
                    training_status.show_training_status(run)
            show_copy_link()
            run_scripts()
        if not isinstance(pretrained, PretrainedRun):
            pretrained_status.explain_absence(title, pretrained)
            if not show_status:
                _show_errors(run)
        with clocks.start_clocks():
            yield run
        link_errors.report_rejected_values()


def _show_errors(run: TrainingRun) -> None:
    """Show notices of the translator's training, a missing run, and why there are no weights."""
    training_status.show_notices(run.state.notices)
    run_choice.report_missing_run(run)
    if run.state.error:
        training_status.show_failure("Training", run.state.error)
        run_buttons.show_retry_button(run)
    elif run.state.snapshot is None:
        training_status.show_missing_weights()


def body(draw: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Decorate the function that draws everything below the header.

    Every change draws it again without the header, in turn with other visitors; meanwhile a training in this process
    takes few steps.
    """

    @functools.wraps(draw)
    def draw_and_remember(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        with take_turn(), foreground_work():
            clocks.forget_clocks()
            page_choices.remember_sentence()
            result = draw(*args, **kwargs)
            page_choices.remember_link()
            visitor.store_cookie()
        clocks.follow_changes()
        return result

    return st.fragment(draw_and_remember)
