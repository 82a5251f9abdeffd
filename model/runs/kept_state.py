"""The state of a training that goes on: in memory until it is written, then in the folder."""

from collections.abc import Callable

from model.runs.kept_snapshots import Write
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderDamagedError
from model.runs.run_folder import RunFolder
from model.training.evaluation import Evaluation
from model.training.training_state import TrainingState


class KeptState:
    """The state to resume from.

    Attributes:
        in_memory: None if the folder holds it, or there is none.
    """

    def __init__(
        self, folder: RunFolder, description: RunDescription, write: Write, tell: Callable[[str], None]
    ) -> None:
        """Start from the state in the folder.

        Args:
            folder: where the state is kept.
            description: settings of a training that has not ended.
            write: writes to the folder unless an earlier write has just failed.
            tell: called with a sentence when the state is damaged.
        """
        self._folder, self._description, self._write, self._tell = folder, description, write, tell
        self.in_memory: TrainingState[Evaluation] | None = None

    def write(self) -> None:
        """Write the state that is in memory, if there is one."""
        if (state := self.in_memory) is not None:
            self._write(lambda folder: folder.save_state(state, self._description.training_digest))

    def load(self) -> TrainingState[Evaluation] | None:
        """Return the state to resume from; None if there is none, or it is damaged and set aside.

        Raises:
            RunFolderError: the system does not let it be read.
        """
        try:
            state = self.in_memory or self._folder.load_state()
            if state is not None and state.step >= self._description.training.steps:
                raise RunFolderDamagedError("it is of the last step, whose weights are missing.")
            return state
        except RunFolderDamagedError as error:
            self._folder.set_aside_state()
            self._tell(f"The training state was set aside, so the training restarts instead of resuming: {error}")
            return None

    def delete(self) -> None:
        """Delete the state of a training that has ended."""
        self.in_memory = None
        self._folder.delete_state()
