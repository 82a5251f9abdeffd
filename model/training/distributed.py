"""Data-parallel training in several processes started by ``torchrun``."""

import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel

from model.training.devices import choose_device
from model.training.learning_curve import EvaluationT
from model.training.snapshot import LearnerT
from model.training.task import BatchT, Examples, Task

_OF_TORCHRUN = {"RANK", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT"}  # environment variables, besides WORLD_SIZE


@dataclass(frozen=True, slots=True)
class Team:
    """The processes of one training, seen from one of them.

    Attributes:
        rank: the number of this process; process 0 is the leader.
        size: number of processes.
        device: the device of this process; None in a team of one.
    """

    rank: int = 0
    size: int = 1
    device: torch.device | None = None

    @property
    def is_leader(self) -> bool:
        """True for the process that evaluates, writes and reports."""
        return self.rank == 0

    def wrap(self, model: nn.Module) -> nn.Module:
        """Return the model with gradients averaged over all processes; in a team of one the model itself."""
        if self.size == 1:
            return model
        devices = [self.device] if self.device and self.device.type == "cuda" else None
        return DistributedDataParallel(model, device_ids=devices, forward_sync_buffers=False)

    def mean(self, value: float) -> float:
        """Return the mean of a value over all processes; all must call this."""
        if self.size == 1:
            return value
        total = torch.tensor(value, dtype=torch.float64)
        distributed.all_reduce(total)
        return float(total) / self.size

    def broadcast(self, value: Any = None) -> Any:
        """Return the leader's value in every process; all must call this."""
        values = [value]
        if self.size > 1:
            distributed.broadcast_object_list(values, src=0)
        return values[0]

    def compute_loss(
        self,
        task: Task[LearnerT, EvaluationT, BatchT],
        model: nn.Module,
        examples: Examples[BatchT],
        indices: Tensor,  # (B,)
        label_smoothing: float,
    ) -> Tensor:
        """Return the loss of this process's share of a batch, scaled so that the mean over processes is the batch's."""
        share = indices[self.rank :: self.size]
        batch = examples.batch(share if len(share) else indices[:1])  # every process takes part in every step
        n_tokens = int(examples.target_lengths(indices).sum())
        return task.compute_loss(model, batch, label_smoothing, n_tokens) * (self.size if len(share) else 0)


ALONE = Team()


def choose_process_device(name: str) -> torch.device:
    """Return the device of this process; each of several processes gets a GPU of its own.

    Raises:
        ValueError: there is no such device, there are fewer GPUs than processes, or the variables of ``torchrun`` are
            incomplete.
    """
    device = choose_device(name)
    if _count_processes() == 1 or device.type == "cpu":
        return device
    number, n_gpus = int(os.environ["LOCAL_RANK"]), torch.cuda.device_count()
    if number >= n_gpus:
        raise ValueError(
            f"Each process needs a GPU of its own, and there are {n_gpus}: start fewer processes, or use the CPU."
        )
    return torch.device("cuda", number)


@contextmanager
def open_team(device: torch.device) -> Iterator[Team]:
    """Join the team that ``torchrun`` started; without ``torchrun`` this process is alone.

    Args:
        device: of this process, see ``choose_process_device``.
    """
    if _count_processes() == 1:
        yield ALONE
        return
    # Its default arguments keep the group that exists when it is imported, as DDP does, and threads that abort exits.
    importlib.import_module("torch.distributed.nn")
    if device.type == "cuda":
        torch.cuda.set_device(device)
    distributed.init_process_group("cpu:gloo,cuda:nccl" if device.type == "cuda" else "gloo")
    try:
        yield Team(distributed.get_rank(), _count_processes(), device)
    finally:
        distributed.destroy_process_group()


def _count_processes() -> int:
    size = os.environ.get("WORLD_SIZE", "1")
    if size != "1" and not (size.isdecimal() and os.environ.keys() >= _OF_TORCHRUN):
        raise ValueError(f"WORLD_SIZE={size} is not set by torchrun: start the training with torchrun, or unset it.")
    return int(size)


class StartSignal:
    """The leader's message that starts the training in all processes, or dismisses them."""

    def __init__(self, team: Team) -> None:
        self._team, self._is_sent = team, False

    def send(self, resume: Any = None) -> None:
        """Start the training in all processes, from a state."""
        self._is_sent = True
        self._team.broadcast((True, resume))

    @contextmanager
    def sent_or_dismissed(self) -> Iterator[None]:
        """Dismiss the other processes if the block ends without a start, so that none waits for ever."""
        try:
            yield
        finally:
            if not self._is_sent:
                self._team.broadcast((False, None))


def follow(team: Team, start: Callable[[Any], object]) -> None:
    """Wait for the leader's ``StartSignal``; call ``start`` with its state unless dismissed."""
    is_started, resume = team.broadcast()
    if is_started:
        start(resume)
