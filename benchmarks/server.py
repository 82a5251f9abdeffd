"""Streamlit servers of this repository's pages, started on a free port and stopped again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
APP = ROOT / "app.py"
ECHO = ROOT / "benchmarks" / "echo.py"
CACHE_VARIABLE = "ATTENTION_PLAYGROUND_CACHE"


@contextmanager
def serve(
    script: Path, *options: str, env: Mapping[str, str] | None = None,
    module: Sequence[str] = ("streamlit", "run"), timeout: float = 60,
) -> Iterator[str]:  # fmt: skip
    """As ``served``, without its process."""
    with served(script, *options, env=env, module=module, timeout=timeout) as (url, _):
        yield url


@contextmanager
def served(
    script: Path, *options: str, env: Mapping[str, str] | None = None,
    module: Sequence[str] = ("streamlit", "run"), timeout: float = 60,
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:  # fmt: skip
    """Serve a page; gives its URL and its process once the server answers, and stops it on leaving.

    Args:
        script: the page.
        options: Streamlit's, over those of the repository's ``config.toml``.
        env: environment variables on top of this process's own.
        module: the Python module that serves, with its first arguments.
        timeout: seconds the server may take to answer.

    Raises:
        RuntimeError: the server ended, or did not answer in time.
    """
    port = _free_port()
    command = [sys.executable, "-m", *module, str(script), f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true", "--browser.gatherUsageStats=false"]
    command += ["--server.fileWatcherType=none", *options]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **(env or {})}, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_healthy(url, server, log, timeout)
            yield url, server
        finally:
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(url: str, server: subprocess.Popen[bytes], log: IO[bytes], timeout: float) -> None:
    deadline = time.monotonic() + timeout
    while True:
        try:
            with urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except (URLError, OSError):
            if server.poll() is not None or time.monotonic() > deadline:
                log.seek(0)
                said = log.read().decode(errors="replace")[-2000:]
                raise RuntimeError(f"the server did not start (exit status {server.poll()}): {said}") from None
            time.sleep(0.05)
