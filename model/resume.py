"""What it takes to go on with a training: its weights, and what the optimizer remembers of their gradients."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors.torch import save
from torch import Tensor, nn
from torch.optim import Optimizer

from model.checkpoint import reading
from model.storage import write_whole

FORMAT = "attention-playground-training-1"
_WEIGHT, _MOMENT = "weight.", "moment."


@dataclass(frozen=True, slots=True, eq=False)
class TrainingState:
    """A training after a step. The order of its pairs and its learning rate follow from the step alone.

    Attributes:
        step: optimizer steps taken.
        tensors: the weights by name, and per weight the optimizer's moments and step count; on the CPU.
    """

    step: int
    tensors: Mapping[str, Tensor]

    @classmethod
    def of(cls, step: int, model: nn.Module, optimizer: Optimizer) -> "TrainingState":
        """A copy that later training does not touch."""
        tensors = {f"{_WEIGHT}{name}": weight for name, weight in model.state_dict().items()}
        for index, moments in optimizer.state_dict()["state"].items():
            tensors.update({f"{_MOMENT}{index}.{name}": moment for name, moment in moments.items()})
        return cls(step, {name: tensor.detach().cpu().clone() for name, tensor in tensors.items()})

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
    facts = {"format": FORMAT, "step": str(state.step), "digest": f'"{digest}"'}
    write_whole(path, save(dict(state.tensors), facts))


def load_state(path: Path, digest: str) -> TrainingState:
    """Read a state back.

    Raises:
        FileNotFoundError: there is no such file.
        CheckpointError: the file is damaged, foreign, from another version, or of another training.
    """
    with reading(path, FORMAT) as (facts, tensors):
        if facts["digest"] != digest:
            raise ValueError("it belongs to another training")
        if type(facts["step"]) is not int or facts["step"] < 0:
            raise ValueError("its step is no number")
        return TrainingState(facts["step"], tensors)
