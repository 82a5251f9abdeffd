"""What it takes to go on with a training: its weights, and what the optimizer remembers of their gradients."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from torch import Tensor, nn

from model.training.checkpoint import reading, write_tensors
from model.training.learning_curve import Course, course_facts, read_course
from model.training.optimizer import AdamW

FORMAT = "attention-playground-training-3"
_WEIGHT, _MOMENT = "weight.", "moment."


@dataclass(frozen=True, slots=True, eq=False)
class TrainingState:
    """A training after a step. The order of its pairs and its learning rate follow from the step alone.

    Attributes:
        course: what it had come to at each report so far.
        tensors: the weights by name, and the optimizer's moments of all of them and its step count; on the CPU.
    """

    course: Course
    tensors: Mapping[str, Tensor]

    @property
    def step(self) -> int:
        """Optimizer steps taken."""
        return self.course[-1].step

    @classmethod
    def of(cls, course: Course, model: nn.Module, optimizer: AdamW) -> "TrainingState":
        """A copy that later training does not touch."""
        tensors = {f"{_WEIGHT}{name}": weight for name, weight in model.state_dict().items()}
        tensors |= {f"{_MOMENT}{name}": moment for name, moment in optimizer.state.get(optimizer.weights, {}).items()}
        return cls(course, {name: tensor.detach().cpu().clone() for name, tensor in tensors.items()})

    def restore(self, model: nn.Module, optimizer: AdamW) -> None:
        """Make a model and its optimizer what they were, after a first step at least.

        Raises:
            ValueError: they are of another size, or what the optimizer remembered is missing.
        """
        try:
            model.load_state_dict(self._named(_WEIGHT))
        except RuntimeError:
            raise ValueError("the training that should go on is of a model of another size") from None
        moments = {name: moment.clone() for name, moment in self._named(_MOMENT).items()}
        wanted = {"step": (), "exp_avg": optimizer.weights.shape, "exp_avg_sq": optimizer.weights.shape}
        if {name: moment.shape for name, moment in moments.items()} != wanted:
            raise ValueError("the training that should go on lacks what its optimizer remembered")
        groups = optimizer.state_dict()["param_groups"]
        optimizer.load_state_dict({"state": {0: moments}, "param_groups": groups})

    def _named(self, prefix: str) -> dict[str, Tensor]:
        return {name.removeprefix(prefix): x for name, x in self.tensors.items() if name.startswith(prefix)}


def save_state(state: TrainingState, digest: str, path: Path) -> None:
    """Write a state whole or not at all.

    Args:
        state: what to write.
        digest: names the training it belongs to.
        path: where.

    Raises:
        OSError: the folder cannot be made or written.
    """
    write_tensors(state.tensors, FORMAT, {"course": course_facts(state.course), "digest": digest}, path)


def load_state(path: Path, digest: str) -> TrainingState:
    """Read a state back.

    Raises:
        FileNotFoundError: there is no such file.
        CheckpointError: the file is damaged, foreign, from another version, or of another training.
    """
    with reading(path, FORMAT) as (facts, tensors):
        if facts["digest"] != digest:
            raise ValueError("it belongs to another training")
        return TrainingState(read_course(facts["course"]), tensors)
