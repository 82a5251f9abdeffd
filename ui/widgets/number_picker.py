"""The choice of the matrices that a page computes with: named sources, upload, editing and download."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import streamlit as st

from model.lab.matrices import Check, Matrix
from ui.widgets import messages, session
from ui.widgets.matrix_editor import edit_matrices
from ui.widgets.matrix_transfer import show_downloads, show_upload

RANDOM, TRANSLATOR, FILE = "Random numbers", "From the translator", "From a file"


class HasMatrices(Protocol):
    """Any record of matrices by name."""

    @property
    def matrices(self) -> Mapping[str, Matrix]:
        """The matrices by name."""

    def name_rows(self, name: str) -> Sequence[str]:
        """Return a token for each row of a matrix; nothing if its rows stand for no tokens."""


Record = TypeVar("Record", bound=HasMatrices)


@dataclass(frozen=True, slots=True)
class NumberSource(Generic[Record]):
    """One entry of the choice.

    Attributes:
        label: its name; the link holds it.
        load: show the controls of this source and return its record; None if there is nothing to compute with yet.
        text: returns one line about the numbers, after ``load``.
    """

    label: str
    load: Callable[[], Record | None]
    text: Callable[[], str] | None = None


def pick_numbers(
    sources: Sequence[NumberSource[Record]],
    key: str,
    *,
    name: str,
    check: Check,
    width: int,
    on_change: Callable[[], None] | None = None,
) -> tuple[Record, dict[str, Matrix]] | None:
    """Show the choice of a source, its editor, and its files.

    Args:
        sources: in the order they are offered; the one called ``FILE`` loads the upload.
        key: of the choice, and its query parameter.
        name: of the upload and of downloaded files.
        check: accepts or refuses edited and uploaded matrices.
        width: of the choice in pixels.
        on_change: a callback after another source is chosen.

    Returns:
        The record of the source and its edited matrices; None if there is nothing to compute with yet.
    """
    by_label = {source.label: source for source in sources}

    def choose_file() -> None:
        session.put(key, FILE)
        if on_change:
            on_change()

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        label = st.selectbox("Numbers", list(by_label), key=key, bind="query-params", width=width, on_change=on_change)
        source = by_label[label]
        record = source.load()
        tables = st.popover("Edit", icon=":material/edit:", disabled=record is None)
        files = st.popover("Files", icon=":material/download:")
    with files:
        show_upload(name, check, choose_file)
    if record is None:
        about = (
            "Upload a file under Files. Links do not carry uploaded numbers."
            if label == FILE
            else "Type a sentence: its numbers appear here once the model has weights."
        )
        messages.inform(about)
        return None
    if source.text:
        st.caption(source.text())
    with tables:
        edited, problem = edit_matrices(record.matrices, check, record.name_rows)
    if problem:
        messages.warn(problem)
    with files:
        show_downloads(edited, name)
    return record, edited
