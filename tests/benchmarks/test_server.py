"""The servers that benchmarks start."""

import sys
import time

import pytest

from benchmarks.server import find_free_ports, run_command


def test_a_server_that_does_not_start_says_why_at_once() -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no such page')"]
    start = time.monotonic()
    with (
        pytest.raises(RuntimeError, match="exit status 1\\): no such page"),
        run_command(command, find_free_ports(1), {}, 120),
    ):
        pass
    assert time.monotonic() - start < 60
