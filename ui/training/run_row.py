"""A run in the list: its name and settings, its scores, and its buttons."""

from dataclasses import dataclass

import streamlit as st

from model.runs.archive import MAX_BYTES
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.evaluation import Evaluation
from model.training.learning_curve import CurvePoint
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.visitor_runs import read_run_list
from ui.training import named_items, run_summary, training_page_keys
from ui.training.run_actions import show_actions
from ui.widgets import tables
from ui.widgets.number_format import format_bytes, format_number, format_percent, format_share_of


@dataclass(frozen=True, slots=True)
class RunRow:
    """The facts shown of a run.

    Attributes:
        digest: of the run.
        name: unlike that of any other run in the list.
        description: None if its files are missing.
        run: the training, if it is in memory.
        point: the last point of its learning curve; None before its first weights.
        size: bytes on disk.
    """

    digest: str
    name: str
    description: RunDescription | None
    run: TrainingRun | None
    point: CurvePoint[Evaluation] | None
    size: int

    @property
    def download_obstacle(self) -> str:
        """The reason why the run cannot be downloaded, "" if it can."""
        if self.point is None:
            return "There are no weights to download yet."
        if not self.size:
            return "The run is not on disk, so there is nothing to download."
        if self.size > MAX_BYTES:
            return "The run is too large for one file."
        has_text = self.description is not None and self.description.corpus_digest != get_toy_corpus().digest
        if has_text and self.digest not in read_run_list().started:
            return "The run holds the sentences of the visitor who started it, and only that visitor can download it."
        return ""


def read_row(digest: str, name: str) -> RunRow:
    """Read the facts of a run without opening it."""
    registry = get_registry()
    run, folder = registry.get_open_run(digest), registry.folder(digest)
    point = _read_last_point(folder) if run is None else _get_last_point(run)
    return RunRow(digest, name, registry.describe(digest), run, point, folder.size)


def show_row(row: RunRow, *, is_shown: bool, is_own: bool) -> None:
    """Draw the run and its buttons.

    Args:
        row: the facts.
        is_shown: True if the pages show this run.
        is_own: True if it is in this visitor's list, to be renamed and deleted.
    """
    look = "on_show" if is_shown else "other"
    with st.container(key=f"{training_page_keys.RUN_}{look}_{row.digest}"):
        about, scores, buttons = st.columns([4, 3.5, 4.5], gap="medium", vertical_alignment="center")
        with about:
            lines = run_summary.summarize(row.description) if row.description else ["Its files are missing."]
            named_items.show_item(row.name, lines)
        with scores:
            tables.show_numbers(_list_numbers(row))
        with buttons, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
            show_actions(row.digest, row.name, is_shown=is_shown, is_own=is_own, obstacle=row.download_obstacle)


def _list_numbers(row: RunRow) -> list[tuple[str, str]]:
    scores = row.point.evaluation if row.point else None
    return [
        (_describe_status(row), _format_step(row)),
        ("exact match", format_share_of(scores.exact_match, scores.n_sentences) if scores else "–"),
        ("alignment", format_percent(scores.alignment_accuracy) if scores else "–"),
        ("on disk", format_bytes(row.size)),
    ]


def _format_step(row: RunRow) -> str:
    step, n_steps = row.point.step if row.point else 0, row.description.training.steps if row.description else 0
    return format_number(step) if step == n_steps else f"{format_number(step)} / {format_number(n_steps)}"


def _describe_status(row: RunRow) -> str:
    if row.description is None:
        return "steps"
    n_ahead = QUEUE.count_ahead(row.run)
    is_queued = row.description.status is Status.WAITING and n_ahead
    return f"steps, place {n_ahead + 1} in the queue" if is_queued else f"steps, {row.description.status}"


def _get_last_point(run: TrainingRun) -> CurvePoint[Evaluation] | None:
    return run.state.snapshot.learning_curve[-1] if run.state.snapshot else None


def _read_last_point(folder: RunFolder) -> CurvePoint[Evaluation] | None:
    try:
        return folder.read_learning_curve()[-1]
    except RunFolderError:
        return None
