"""Upload and download of matrices."""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from model.lab.matrices import Check, Matrix
from model.lab.matrix_files import read_matrices, to_csv, to_npz
from ui.widgets import messages, session, upload_limits, widget_keys
from ui.widgets.download import show_download

_HELP = (
    "Token vectors are rows. Weights are (in, out): transpose those of nn.Linear. In CSV a line such as `# X`"
    " stands before each matrix, and commas between its numbers; NPZ holds one array per name."
)


def show_downloads(matrices: Mapping[str, Matrix], name: str) -> None:
    """Show buttons that download the matrices as CSV and as NPZ."""
    formats: list[tuple[str, Callable[..., bytes], str]] = [
        ("csv", to_csv, "text/csv"),
        ("npz", to_npz, "application/zip"),
    ]
    with st.container(horizontal=True):
        for ending, convert, mime in formats:
            label, file_name = f"Download {ending.upper()}", f"{name}.{ending}"
            show_download(label, partial(convert, matrices), file_name, mime, key=f"{widget_keys.SAVE}{ending}")


def show_upload(name: str, check: Check, on_upload: Callable[[], None]) -> None:
    """Show an upload box; call ``on_upload`` after a valid file.

    Args:
        name: of the set of matrices, under which ``get_uploaded`` returns it.
        check: accepts or refuses the matrices of a file.
        on_upload: a callback.
    """
    st.file_uploader(
        "Upload matrices as CSV or NPZ", ["csv", "npz"], key=widget_keys.UPLOAD + name, on_change=_read_upload,
        args=(name, check, on_upload), max_upload_size=upload_limits.MATRICES, help=_HELP,
    )  # fmt: skip
    problem = session.get(widget_keys.REFUSED + name)
    if problem:
        kept = "" if get_uploaded(name) is None else " The numbers of the previous file are kept."
        messages.warn(problem + kept)


def get_uploaded(name: str) -> dict[str, Matrix] | None:
    """Return the matrices of the last valid file, None if there is none."""
    matrices: dict[str, Matrix] | None = session.get(widget_keys.UPLOADED + name)
    return matrices


def _read_upload(name: str, check: Check, on_upload: Callable[[], None]) -> None:
    file = session.get(widget_keys.UPLOAD + name)
    session.put(widget_keys.REFUSED + name, "")
    if file is None:
        return
    try:
        session.put(widget_keys.UPLOADED + name, read_matrices(file.name, file.getvalue(), check))
        on_upload()
    except ValueError as error:
        session.put(widget_keys.REFUSED + name, str(error))
