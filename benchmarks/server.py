"""Streamlit servers for the pages of this repository, on free local ports."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
APP = ROOT / "app.py"
ECHO = ROOT / "benchmarks" / "echo.py"
_SECONDS_TO_START = 60.0
_SECONDS_TO_END = 20.0  # of several processes, which have 15


class Server(NamedTuple):
    """A server that responds."""

    url: str
    process: subprocess.Popen[bytes]


@contextmanager
def serve(
    script: Path, *options: str, env: Mapping[str, str] | None = None,
    module: Sequence[str] = ("streamlit", "run"),
) -> Iterator[str]:  # fmt: skip
    """Serve a page as ``run_server`` does, and yield only its URL."""
    with run_server(script, *options, env=env, module=module) as server:
        yield server.url


def run_server(
    script: Path, *options: str, env: Mapping[str, str] | None = None,
    module: Sequence[str] = ("streamlit", "run"),
) -> AbstractContextManager[Server]:  # fmt: skip
    """Serve a page; yield and raise as ``run_command`` does.

    Args:
        script: script of the page.
        options: Streamlit options, which override ``config.toml``.
        env: environment variables in addition to those of this process.
        module: Python module that serves, with its first arguments.
    """
    port = _free_port()
    command = [sys.executable, "-m", *module, str(script), f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true", "--browser.gatherUsageStats=false"]
    command += ["--server.fileWatcherType=none", *options]
    return run_command(command, port, env or {}, _SECONDS_TO_START)


@contextmanager
def run_command(command: Sequence[str], port: int, env: Mapping[str, str], seconds: float) -> Iterator[Server]:
    """Run a server, yield it once it responds, and stop it at the end.

    Args:
        command: starts the server.
        port: that it responds at.
        env: environment variables in addition to those of this process.
        seconds: that it may take to start.

    Raises:
        RuntimeError: the server ended or did not respond in time; the message ends with what it printed last.
    """
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **env}, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            if not wait_until_healthy(url, seconds, lambda: process.poll() is None):
                log.seek(0)
                output = log.read().decode(errors="replace")[-2000:]
                raise RuntimeError(f"the server did not start (exit status {process.poll()}): {output}")
            yield Server(url, process)
        finally:
            process.terminate()
            try:
                process.wait(timeout=_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def find_free_ports(n: int) -> int:
    """Return the first of ``n`` free local ports in a row.

    Raises:
        RuntimeError: there are none.
    """
    # Another process that looks for free ports at the same time, as in ``make test``, begins elsewhere.
    for first in range(18000 + os.getpid() % 1000 * 10, 30000, n):
        try:
            for port in range(first, first + n):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
        except OSError:
            continue
        return first
    raise RuntimeError("no free ports")


def wait_until_healthy(url: str, timeout: float, is_alive: Callable[[], bool] = lambda: True) -> bool:
    """Return True once a server responds; False if it did not in ``timeout`` seconds, or is no longer alive."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            with urlopen(f"{url}/_stcore/health", timeout=1):
                return is_alive()  # if not, another server has the port
        except (URLError, OSError):
            if not is_alive() or time.monotonic() > deadline:
                return False
            time.sleep(0.05)
