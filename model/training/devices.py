"""The devices of this machine and their free memory."""

from contextlib import suppress
from pathlib import Path

import psutil
import torch

from model.training.config import AUTO

_CPU = "cpu"
_CGROUPS = Path("/sys/fs/cgroup")


def list_devices() -> tuple[str, ...]:
    """Return the names that ``choose_device`` accepts: automatic, the CPU, and each GPU."""
    gpus = ("cuda",) if _n_gpus() == 1 else tuple(f"cuda:{number}" for number in range(_n_gpus()))
    return (AUTO, _CPU, *gpus)


def choose_device(name: str = AUTO) -> torch.device:
    """Return the device of a name; ``AUTO`` is the GPU if there is one, else the CPU.

    Raises:
        ValueError: there is no such device here.
    """
    if name == AUTO:
        return torch.device("cuda" if _n_gpus() else _CPU)
    device = torch.device(name)
    if device.type != _CPU and (device.index or 0) >= _n_gpus():
        raise ValueError(f"There is no device {name!r} here.")
    return device


def measure_free_memory(device: str = _CPU) -> int:
    """Return the free bytes of a device, within the limits of a container.

    Raises:
        ValueError: there is no such device here.
    """
    chosen = choose_device(device)
    if chosen.type != _CPU:
        cached = torch.cuda.memory_reserved(chosen) - torch.cuda.memory_allocated(chosen)  # by earlier trainings
        return int(torch.cuda.mem_get_info(chosen)[0]) + cached
    return min((psutil.virtual_memory().available, *measure_container_memory(_CGROUPS)))


def measure_container_memory(cgroups: Path) -> list[int]:
    """Return the free bytes under each memory limit of a container (cgroups v1 and v2)."""
    files = (
        (cgroups / "memory.max", cgroups / "memory.current", "inactive_file"),
        (cgroups / "memory/memory.limit_in_bytes", cgroups / "memory/memory.usage_in_bytes", "total_inactive_file"),
    )
    free = []
    for limit, used, cached in files:
        with suppress(OSError, ValueError):  # "max" stands for no limit
            n_free = int(limit.read_text()) - int(used.read_text())
            # The system drops cached files when memory runs short.
            free.append(max(0, n_free + _read_number(limit.with_name("memory.stat"), cached)))
    return free


def _n_gpus() -> int:
    return torch.cuda.device_count() if torch.cuda.is_available() else 0


def _read_number(path: Path, name: str) -> int:
    """Return the number after a name in a file of names and numbers; 0 if the name is missing."""
    with suppress(OSError, ValueError):
        numbers = dict(line.split() for line in path.read_text().splitlines())
        return int(numbers.get(name, 0))
    return 0
