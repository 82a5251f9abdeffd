"""Several processes that train one model, each on its share of every batch, started by ``torchrun``."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel

from model.data.batches import EncodedPairs
from model.training.devices import choose_device
from model.training.loss import next_token_loss


@dataclass(frozen=True, slots=True)
class Team:
    """The processes of one training, and which of them this one is.

    Attributes:
        rank: the number of this process; the first one leads: it evaluates, writes and shows.
        size: how many there are.
        device: where this one computes, if it is not alone.
    """

    rank: int = 0
    size: int = 1
    device: torch.device | None = None

    @property
    def leads(self) -> bool:
        """Whether this is the process that evaluates, writes and shows."""
        return self.rank == 0

    def join(self, model: nn.Module) -> nn.Module:
        """The model with gradients that are the mean over all processes; alone, the model itself."""
        if self.size == 1:
            return model
        devices = [self.device] if self.device and self.device.type == "cuda" else None
        return DistributedDataParallel(model, device_ids=devices, forward_sync_buffers=False)

    def mean(self, value: float) -> float:
        """The mean of a value over all processes, which all ask for it."""
        if self.size == 1:
            return value
        total = torch.tensor(value, dtype=torch.float64)
        distributed.all_reduce(total)
        return float(total) / self.size

    def say(self, what: Any = None) -> Any:
        """What the leader says, to everybody; all processes call this."""
        said = [what]
        if self.size > 1:
            distributed.broadcast_object_list(said, src=0)
        return said[0]

    def loss(self, model: nn.Module, pairs: EncodedPairs, indices: Int[Tensor, "B"], label_smoothing: float) -> Tensor:
        """The loss of this process's share of a batch, such that the mean over all processes is the batch's."""
        mine = indices[self.rank :: self.size]
        batch = pairs.batch(mine if len(mine) else indices[:1])  # all take part in every step
        scores = model(batch.source, batch.fed, batch.source_allowed)
        loss = next_token_loss(scores, batch.expected, label_smoothing, int(pairs.target_lengths(indices).sum()))
        return loss * (self.size if len(mine) else 0)


ALONE = Team()


def own_device(name: str) -> torch.device:
    """Where this process computes; of several that train together, each has a GPU of its own.

    Raises:
        ValueError: there is no such device here, or there are fewer GPUs than processes.
    """
    device = choose_device(name)
    if device.type == "cpu" or _n_processes() == 1:
        return device
    number, n_gpus = int(os.environ["LOCAL_RANK"]), torch.cuda.device_count()
    if number >= n_gpus:
        raise ValueError(f"Each process takes a GPU of its own, and here are {n_gpus}: start no more, or use cpu.")
    return torch.device("cuda", number)


@contextmanager
def assembled(device: torch.device) -> Iterator[Team]:
    """The team that ``torchrun`` started; without it, this process alone.

    Args:
        device: where this process computes, see ``own_device``.
    """
    if _n_processes() == 1:
        yield ALONE
        return
    if device.type == "cuda":
        torch.cuda.set_device(device)
    distributed.init_process_group("cpu:gloo,cuda:nccl" if device.type == "cuda" else "gloo")
    try:
        yield Team(distributed.get_rank(), _n_processes(), device)
    finally:
        distributed.destroy_process_group()


def _n_processes() -> int:
    return int(os.environ.get("WORLD_SIZE", "1"))


class Call:
    """How a leader calls the others to a training, or lets them go where there is none to do."""

    def __init__(self, team: Team) -> None:
        self._team, self._is_out = team, False

    def out(self, resume: Any = None) -> None:
        """Call everybody to a training that goes on from a state."""
        self._is_out = True
        self._team.say((True, resume))

    @contextmanager
    def at_most_once(self) -> Iterator[None]:
        """Around all that the leader does: whatever happens in it, nobody is left waiting for a call."""
        try:
            yield
        finally:
            if not self._is_out:
                self._team.say((False, None))


def follow(team: Team, take_part: Callable[[Any], object]) -> None:
    """Wait for the leader's call, and take part in the training it calls to."""
    is_called, resume = team.say()
    if is_called:
        take_part(resume)
