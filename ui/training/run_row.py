"""One run of the list: its name and settings, what it has come to, and what can be done with it."""

from dataclasses import dataclass

import streamlit as st

from model.runs.archive import MAX_BYTES
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder, RunFolderError
from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.evaluation import Evaluation
from model.training.learning_curve import CurvePoint
from ui.runs import cache, visitor_runs
from ui.training import run_actions, training_keys
from ui.training import run_summary as words
from ui.widgets import named_items, number_format, tables


@dataclass(frozen=True, slots=True)
class Row:
    """What is shown of a run.

    Attributes:
        digest: names the run.
        name: what its owner calls it.
        facts: what it is; None where it is gone.
        run: the training, where it is open.
        point: what it has come to; None before its first weights.
        size: bytes on disk.
    """

    digest: str
    name: str
    facts: RunDescription | None
    run: TrainingRun | None
    point: CurvePoint[Evaluation] | None
    size: int

    @property
    def can_be_packed(self) -> bool:
        """Whether there is something to take along, and not too much for one file."""
        return self.point is not None and 0 < self.size <= MAX_BYTES


def read(digest: str, name: str) -> Row:
    """What there is to show of a run; those that are not open stay so."""
    runs = cache.runs()
    facts, run, folder = runs.describe(digest), runs.get_open_run(digest), runs.folder(digest)
    return Row(digest, name, facts, run, _last(folder) if run is None else _now(run), folder.size)


def show(row: Row, *, is_looked_at: bool, is_own: bool) -> None:
    """Draw the run and its buttons.

    Args:
        row: what to show.
        is_looked_at: whether the pages show it.
        is_own: whether it is this visitor's, to be named and deleted.
    """
    look = "on_show" if is_looked_at else "other"
    with st.container(key=f"{training_keys.RUN_}{look}_{row.digest}"):
        what, came_to, buttons = st.columns([4, 4, 4], gap="medium", vertical_alignment="center")
        with what:
            about = [words.in_short(row.facts), words.corpus(row.facts)] if row.facts else ["Its files are gone."]
            named_items.show_item(row.name, about)
        with came_to:
            tables.show_numbers(_figures(row))
        with buttons, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
            run_actions.show(
                row.digest,
                row.name,
                is_looked_at=is_looked_at,
                is_own=is_own,
                can_be_packed=row.can_be_packed and not _is_others_text(row),
            )


def _is_others_text(row: Row) -> bool:
    """Whether the file would hold pairs that another visitor brought."""
    has_text = row.facts is not None and row.facts.corpus_digest != cache.corpus().digest
    return has_text and not visitor_runs.rules(row.digest)


def _figures(row: Row) -> list[tuple[str, str]]:
    scores = row.point.evaluation if row.point else None
    return [
        (_doing(row), _step(row)),
        ("exactly right", number_format.format_percent(scores.exact_match) if scores else "–"),
        ("alignment", number_format.format_percent(scores.alignment_accuracy) if scores else "–"),
        ("on disk", number_format.format_bytes(row.size)),
    ]


def _step(row: Row) -> str:
    step, steps = row.point.step if row.point else 0, row.facts.training.steps if row.facts else 0
    return (
        number_format.format_number(step)
        if step == steps
        else f"{number_format.format_number(step)} / {number_format.format_number(steps)}"
    )


def _doing(row: Row) -> str:
    if row.facts is None:
        return "steps"
    n_ahead = QUEUE.count_ahead(row.run)
    waits = row.facts.status is Status.WAITING and n_ahead
    return f"steps, place {n_ahead + 1} in the queue" if waits else f"steps, {row.facts.status}"


def _now(run: TrainingRun) -> CurvePoint[Evaluation] | None:
    return run.state.snapshot.learning_curve[-1] if run.state.snapshot else None


def _last(folder: RunFolder) -> CurvePoint[Evaluation] | None:
    try:
        return folder.read_learning_curve()[-1]
    except RunFolderError:
        return None
