"""Large blocks go back to the operating system, also after many of them."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = """
import ctypes

from ui.runs.process_memory import map_large_blocks


class Mallinfo(ctypes.Structure):
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]


def count_mapped() -> int:
    libc = ctypes.CDLL("libc.so.6")
    libc.mallinfo2.restype = Mallinfo
    return libc.mallinfo2().hblkhd


if {is_called}:
    map_large_blocks()
before = count_mapped()
for _ in range(3):
    block = bytes(20_000_000)
    during = count_mapped()
    del block
print(during - before >= 20_000_000, count_mapped() == before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other systems have another allocator")
@pytest.mark.parametrize("is_called", [False, True])
def test_a_block_has_pages_of_its_own_also_after_one_of_its_size_was_freed(is_called: bool) -> None:
    command = [sys.executable, "-c", SCRIPT.replace("{is_called}", str(is_called))]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert output.split() == [str(is_called), "True"]
