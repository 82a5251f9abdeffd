"""Which trainings go on and which wait: one at a time in this process, first come, first served."""

from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from ui.widgets import headings, named_items


def show(names: dict[str, str]) -> None:
    """Draw the line of trainings, the first of which trains; those of other visitors without their names."""
    line = QUEUE.entries
    if not line:
        headings.show_remark("Nothing is training now.")
        return
    headings.show_heading("Training now and next", "one at a time, first come, first served")
    named_items.show_queue([_told(run, names) for run in line])


def _told(run: object, names: dict[str, str]) -> tuple[str, str]:
    if not isinstance(run, TrainingRun):
        return "A language model", ""
    now = run.state
    step = now.snapshot.step if now.snapshot else 0
    left = "" if now.seconds_left is None else f", {now.seconds_left:.0f} s left"
    begun = f"step {step} of {now.steps}{left}" if step else f"{now.steps} steps"
    return names.get(run.digest, "Another visitor’s run"), begun
