"""What one visitor may train: so many at a time, and nothing that is too much for the machine."""

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from ui.runs import cache, requirements, visitor_runs

MOST_UNFINISHED = 3  # trainings of one visitor at a time
_UNFINISHED = (Status.WAITING, Status.TRAINING, Status.PAUSED)


def obstacle() -> str:
    """Why this visitor cannot begin another training, "" where nothing is in the way."""
    return visitor_runs.FULL if visitor_runs.mine().is_full else _too_many()


def obstacle_to(run: TrainingRun) -> str:
    """Why this visitor cannot go on with a run that is there, "" where nothing is in the way.

    Whatever a file says of a run, it is asked for what the page asks of a new one.
    """
    too_many = "" if run.state.status in _UNFINISHED else _too_many()
    return too_many or requirements.too_much(run.description.model, run.description.training, run.corpus)


def _too_many() -> str:
    facts = [cache.runs().describe(digest) for digest in visitor_runs.mine().names]
    if sum(each is not None and each.status in _UNFINISHED for each in facts) < MOST_UNFINISHED:
        return ""
    return (
        f"{MOST_UNFINISHED} trainings of yours have not ended, the most that one visitor can have at a time:"
        " wait for one, or stop one."
    )
