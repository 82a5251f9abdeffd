"""What this machine has to train with."""

from contextlib import suppress
from pathlib import Path

import psutil
import torch

from model.training.config import AUTO

_CPU = "cpu"
_CGROUPS = Path("/sys/fs/cgroup")


def devices() -> tuple[str, ...]:
    """What a training can ask for: whatever is best, the processor, and each GPU there is."""
    gpus = ("cuda",) if _n_gpus() == 1 else tuple(f"cuda:{number}" for number in range(_n_gpus()))
    return (AUTO, _CPU, *gpus)


def choose_device(name: str = AUTO) -> torch.device:
    """The device of that name; ``AUTO`` is CUDA where there is one, else the CPU.

    Raises:
        ValueError: there is no such device here.
    """
    if name == AUTO:
        return torch.device("cuda" if _n_gpus() else _CPU)
    device = torch.device(name)
    if device.type != _CPU and (device.index or 0) >= _n_gpus():
        raise ValueError(f"There is no device {name!r} here.")
    return device


def free_memory(device: str = _CPU) -> int:
    """Bytes that a training on a device can take now; a container's limit counts as the machine's.

    Raises:
        ValueError: there is no such device here.
    """
    chosen = choose_device(device)
    if chosen.type != _CPU:
        at_hand = torch.cuda.memory_reserved(chosen) - torch.cuda.memory_allocated(chosen)  # of earlier trainings
        return int(torch.cuda.mem_get_info(chosen)[0]) + at_hand
    return min(psutil.virtual_memory().available, *room_in_container(_CGROUPS))


def room_in_container(cgroups: Path) -> list[int]:
    """Bytes left under each limit that a container sets (cgroups of both versions); none where there is no limit."""
    files = (
        (cgroups / "memory.max", cgroups / "memory.current", "inactive_file"),
        (cgroups / "memory/memory.limit_in_bytes", cgroups / "memory/memory.usage_in_bytes", "total_inactive_file"),
    )
    room = []
    for limit, used, cached in files:
        with suppress(OSError, ValueError):  # "max" stands for no limit
            most, taken = int(limit.read_text()), int(used.read_text())
            room.append(max(0, most - taken + _fact(limit.with_name("memory.stat"), cached)))
    return room


def _n_gpus() -> int:
    return torch.cuda.device_count() if torch.cuda.is_available() else 0


def _fact(path: Path, name: str) -> int:
    """One line of a file of names and numbers: what is cached only to be read again is given up when needed."""
    with suppress(OSError, ValueError):
        facts = dict(line.split() for line in path.read_text().splitlines())
        return int(facts.get(name, 0))
    return 0
