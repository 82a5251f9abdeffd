"""The subject of the Translate page: a run of this app, or a model that was trained elsewhere."""

from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs.pretrained_runs import PretrainedRun, read_chosen_model
from ui.runs.pretrained_snapshot import PretrainedSnapshot

ShownRun = TrainingRun | PretrainedRun
ShownSnapshot = Snapshot | PretrainedSnapshot


def choose_shown_run(run: TrainingRun) -> ShownRun:
    """Return the model that the link names, if it can be shown, else the run."""
    chosen = read_chosen_model()
    return chosen if isinstance(chosen, PretrainedRun) else run


def is_changing(run: ShownRun, snapshot: ShownSnapshot) -> bool:
    """Return True for the newest weights of a run that trains: its next snapshot takes their place."""
    return run.state.is_training and snapshot is run.state.snapshot
