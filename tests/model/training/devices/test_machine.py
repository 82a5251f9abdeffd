"""The devices of a machine, and their free memory."""

from pathlib import Path

import psutil
import pytest
import torch

from model.training import devices
from model.training.devices import choose_device, list_devices, measure_container_memory, measure_free_memory

CPU = torch.device("cpu")


def test_the_cpu_is_chosen_where_there_is_nothing_else() -> None:
    assert choose_device("cpu") == CPU
    assert choose_device().type == ("cuda" if torch.cuda.is_available() else "cpu")


def test_the_machine_has_memory_and_a_processor() -> None:
    assert {"auto", "cpu"} <= set(list_devices())
    assert 0 < measure_free_memory("cpu") < 1e15
    for ask in (choose_device, measure_free_memory):
        with pytest.raises(ValueError, match="no device 'cuda:99' here"):
            ask("cuda:99")


def test_a_machine_without_limits_has_the_memory_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "_CGROUPS", tmp_path / "missing")
    assert 0 < measure_free_memory("cpu") <= psutil.virtual_memory().total


@pytest.mark.parametrize("prefix", ["", "total_"])
def test_a_container_s_limit_counts(tmp_path: Path, prefix: str) -> None:
    folder = tmp_path / "memory" if prefix else tmp_path
    names = ("memory.limit_in_bytes", "memory.usage_in_bytes") if prefix else ("memory.max", "memory.current")
    folder.mkdir(exist_ok=True)
    assert measure_container_memory(tmp_path) == []
    for name, number in zip(names, (1000, 700), strict=True):
        (folder / name).write_text(f"{number}\n")
    assert measure_container_memory(tmp_path) == [300]
    (folder / "memory.stat").write_text(f"anon 500\n{prefix}inactive_file 150\n")
    assert measure_container_memory(tmp_path) == [450], "what is cached of files can be given up"
    (folder / names[0]).write_text("max\n")
    assert measure_container_memory(tmp_path) == []
