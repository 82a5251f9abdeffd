"""Training states: weights and optimizer moments, from which a training resumes bit for bit."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from torch import Tensor, nn

from model.training.adamw import AdamW
from model.training.evaluation import Evaluation
from model.training.learning_curve import EvaluationT, LearningCurve, read_curve, write_curve
from model.training.tensor_file import open_tensors, write_tensors

_FORMAT = "attention-playground-training-3"
_WEIGHT, _MOMENT = "weight.", "moment."


@dataclass(frozen=True, slots=True, eq=False)
class TrainingState(Generic[EvaluationT]):
    """A training after a step. The order of its batches and its learning rate follow from the step alone.

    Attributes:
        learning_curve: of the training up to this step.
        tensors: the weights by name, and the optimizer's moments of all of them and its step count; on the CPU.
    """

    learning_curve: LearningCurve[EvaluationT]
    tensors: Mapping[str, Tensor]

    @property
    def step(self) -> int:
        """Optimizer steps taken."""
        return self.learning_curve[-1].step

    @classmethod
    def of(
        cls, learning_curve: LearningCurve[EvaluationT], model: nn.Module, optimizer: AdamW
    ) -> "TrainingState[EvaluationT]":
        """Return a copy that later training does not change."""
        tensors = {f"{_WEIGHT}{name}": weight for name, weight in model.state_dict().items()}
        tensors |= {f"{_MOMENT}{name}": moment for name, moment in optimizer.state.get(optimizer.weights, {}).items()}
        return cls(learning_curve, {name: tensor.detach().to("cpu", copy=True) for name, tensor in tensors.items()})

    def restore(self, model: nn.Module, optimizer: AdamW) -> None:
        """Load this state, of step 1 or later, into a model and its optimizer.

        Raises:
            ValueError: it is of another model; the message gives the reason.
        """
        if reason := self.explain_misfit(model):
            raise ValueError(reason)
        model.load_state_dict(self._select(_WEIGHT))
        moments = {name: moment.clone() for name, moment in self._select(_MOMENT).items()}
        groups = optimizer.state_dict()["param_groups"]
        optimizer.load_state_dict({"state": {0: moments}, "param_groups": groups})

    def explain_misfit(self, model: nn.Module) -> str:
        """Return why the training of a model cannot resume from this state, "" if it can."""
        weights, moments = self._select(_WEIGHT), self._select(_MOMENT)
        n_weights = sum(weight.numel() for weight in model.parameters())
        expected = {"step": (), "exp_avg": (n_weights,), "exp_avg_sq": (n_weights,)} if self.step else {}
        if _shapes(weights) != _shapes(model.state_dict()):
            return "the training state is of a model of another size"
        if _shapes(moments) != expected:
            return "the training state lacks the moments of the optimizer"
        if not all(tensor.is_floating_point() for tensor in self.tensors.values()):
            return "the training state holds values that are not floating-point numbers"
        if self.step and moments["step"] != self.step:
            return f"the training state is not of step {self.step}"
        return ""

    def _select(self, prefix: str) -> dict[str, Tensor]:
        return {name.removeprefix(prefix): x for name, x in self.tensors.items() if name.startswith(prefix)}


def _shapes(tensors: Mapping[str, Tensor]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(tensor.shape) for name, tensor in tensors.items()}


def save_state(state: TrainingState[Evaluation], digest: str, path: Path) -> None:
    """Write the state of a translator's training, completely or not at all.

    Args:
        state: what to write.
        digest: names the training it belongs to.
        path: the file to write.

    Raises:
        OSError: the folder cannot be made or written.
    """
    values = {"course": write_curve(state.learning_curve), "digest": digest}  # named as in the files of every version
    write_tensors(state.tensors, _FORMAT, values, path)


def load_state(path: Path, digest: str) -> TrainingState[Evaluation]:
    """Read a state.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: the system does not let the file be read.
        CheckpointError: the file is damaged, foreign, from another version, or of another training.
    """
    with open_tensors(path, _FORMAT) as (values, tensors):
        if values["digest"] != digest:
            raise ValueError("it belongs to another training")
        return TrainingState(read_curve(values["course"]), tensors)
