"""Limits on what may be trained: unfinished runs of one visitor, runs of all visitors, and the cost of each.

A visitor who throws the cookie away is a new one, so only the limits for all of them protect a public server.
"""

from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from ui.runs import machine_requirements, visitor_runs
from ui.runs.registry import get_registry

MAX_UNFINISHED = 3  # runs of one visitor
MAX_QUEUED = 20  # trainings and measurements of all visitors
_UNFINISHED = (Status.WAITING, Status.TRAINING, Status.PAUSED)


def find_obstacle_to_new_run() -> str:
    """Return why this visitor cannot start another training, "" if nothing prevents it."""
    return visitor_runs.find_lack_of_room() or find_full_queue() or _find_excess_of_runs()


def find_obstacle_to_resuming(run: TrainingRun) -> str:
    """Return why this visitor cannot resume or restart a run, "" if nothing prevents it.

    A paused run is unfinished, but not in the queue. An imported run has to meet the requirements of a new one,
    whatever its file says.
    """
    problem = "" if run in QUEUE.entries else find_full_queue()
    if run.state.status not in _UNFINISHED:
        problem = problem or _find_excess_of_runs()
    return problem or machine_requirements.find_excess(run.description.model, run.description.training, run.corpus)


def find_full_queue() -> str:
    """Return why nothing more can wait to be trained or measured, "" if there is room."""
    if len(QUEUE.entries) < MAX_QUEUED:
        return ""
    return f"The queue is full ({MAX_QUEUED} trainings and measurements): try again when one has ended."


def _find_excess_of_runs() -> str:
    descriptions = [get_registry().describe(digest) for digest in visitor_runs.read_run_list().started]
    if sum(each is not None and each.status in _UNFINISHED for each in descriptions) < MAX_UNFINISHED:
        return ""
    return (
        f"You have {MAX_UNFINISHED} unfinished runs, the most that one visitor can have:"
        " wait until one is trained, or stop one."
    )
