"""What it takes to go on with a training: its weights, and what the optimizer remembers of their gradients."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor, nn
from torch.optim import Optimizer

from model.checkpoint import reading, write_tensors
from model.course import Course, course_facts, read_course

FORMAT = "attention-playground-training-2"
_WEIGHT, _MOMENT = "weight.", "moment."


@dataclass(frozen=True, slots=True, eq=False)
class TrainingState:
    """A training after a step. The order of its pairs and its learning rate follow from the step alone.

    Attributes:
        course: what it had come to at each report so far.
        tensors: the weights by name, and per weight the optimizer's moments and step count; on the CPU.
    """

    course: Course
    tensors: Mapping[str, Tensor]

    @property
    def step(self) -> int:
        """Optimizer steps taken."""
        return self.course[-1].step

    @classmethod
    def of(cls, course: Course, model: nn.Module, optimizer: Optimizer) -> "TrainingState":
        """A copy that later training does not touch."""
        tensors = {f"{_WEIGHT}{name}": weight for name, weight in model.state_dict().items()}
        for index, moments in optimizer.state_dict()["state"].items():
            tensors.update({f"{_MOMENT}{index}.{name}": moment for name, moment in moments.items()})
        return cls(course, {name: tensor.detach().cpu().clone() for name, tensor in tensors.items()})

    def restore(self, model: nn.Module, optimizer: Optimizer) -> None:
        """Make a model and its optimizer what they were.

        Raises:
            ValueError: they are of another size.
        """
        weights = {name.removeprefix(_WEIGHT): x for name, x in self.tensors.items() if name.startswith(_WEIGHT)}
        state: dict[int, dict[str, Any]] = {}
        for name, moment in self.tensors.items():
            if name.startswith(_MOMENT):
                index, kind = name.removeprefix(_MOMENT).split(".")
                state.setdefault(int(index), {})[kind] = moment.clone()
        try:
            model.load_state_dict(weights)
        except RuntimeError:
            raise ValueError("the training that should go on is of a model of another size") from None
        shapes = [parameter.shape for group in optimizer.param_groups for parameter in group["params"]]
        wanted = {} if self.step == 0 else {index: {"step", "exp_avg", "exp_avg_sq"} for index in range(len(shapes))}
        if {index: set(moments) for index, moments in state.items()} != wanted or any(
            moments[name].shape != shapes[index]
            for index, moments in state.items()
            for name in ("exp_avg", "exp_avg_sq")
        ):
            raise ValueError("the training that should go on lacks what its optimizer remembered")
        optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})


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
