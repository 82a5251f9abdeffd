"""``python -m deploy.serve``: several processes of the app behind nginx, which are started again when they end."""

import argparse
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent.parent
_SECONDS_BETWEEN_LOOKS = 0.5
_MAX_FAILED_STARTS = 3  # in a row, of one process, after which it ended without an answer
_SECONDS_TO_END = 15.0  # a training finishes its step and saves


def main() -> None:
    """Serve until interrupted, or until a process ends several times in a row before it answers."""
    parser = argparse.ArgumentParser(prog="python -m deploy.serve", description=__doc__)
    parser.add_argument("--processes", type=int, default=2, help="of the app; as many as cores (%(default)s)")
    parser.add_argument("--address", default="127.0.0.1", help="that nginx listens on; 0.0.0.0 for all (%(default)s)")
    parser.add_argument("--port", type=int, default=8500, help="of nginx; the processes take those after it")
    options = parser.parse_args()
    if options.processes < 1 or not 1 <= options.port < 65_536 - options.processes:
        parser.error("at least one process, and a port from 1 on with enough others after it")
    ports = range(options.port + 1, options.port + 1 + options.processes)
    check_ports([(options.address, options.port), *(("127.0.0.1", port) for port in ports)])
    for ending_signal in (signal.SIGTERM, signal.SIGHUP):  # nginx would go on after a SIGHUP
        signal.signal(ending_signal, lambda *_: sys.exit(0))
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(nginx).exists():
        sys.exit("nginx is missing: sudo apt-get install nginx")
    apps = [_Server(str(port), _app_command(port), ("127.0.0.1", port)) for port in ports]
    with tempfile.TemporaryDirectory(prefix="attention-playground-") as folder:
        configuration = Path(folder) / "nginx.conf"
        configuration.write_text(fill_in(options.address, options.port, ports, folder))
        command = [nginx, "-c", str(configuration), "-p", folder, "-e", "stderr"]
        proxy = _Server("nginx", command, (options.address, options.port))
        _supervise(apps, proxy, f"http://{options.address}:{options.port}, {options.processes} processes")


@dataclass
class Starts:
    """The starts of one server process.

    Attributes:
        has_answered: True once it has answered since the last one.
        n_failed: starts in a row after which it ended without an answer.
    """

    has_answered: bool = False
    n_failed: int = 0

    def count_end(self) -> bool:
        """Count an end of the process; return True if too many in a row came before an answer."""
        self.n_failed = 0 if self.has_answered else self.n_failed + 1
        self.has_answered = False
        return self.n_failed >= _MAX_FAILED_STARTS


@dataclass
class _Server:
    """A server process, to be started again when it ends."""

    name: str
    command: list[str]
    place: tuple[str, int]  # address and port that it listens on
    starts: Starts = field(default_factory=Starts)
    process: subprocess.Popen[bytes] | None = None

    def look_after(self) -> None:
        """Start the process if it does not run; exit if it ended too often."""
        if self.process is not None:
            code = self.process.poll()
            if code is None:
                self.starts.has_answered = self.starts.has_answered or _answers(self.place)
                return
            if self.starts.count_end():
                sys.exit(f"{self.name} ended with {code} before it answered, {_MAX_FAILED_STARTS} times in a row")
            print(f"{self.name} ended with {code} and is started again", flush=True)
        self.process = subprocess.Popen(self.command, cwd=ROOT)


def _supervise(apps: Sequence[_Server], nginx: _Server, greeting: str) -> NoReturn:
    """Run all servers and start again those that end; end all of them with this process."""
    try:
        while True:
            for app in apps:
                app.look_after()
            # nginx would pass over a process that has not answered yet.
            if nginx.process is not None or all(app.starts.has_answered for app in apps):
                if nginx.process is None:
                    print(greeting, flush=True)
                nginx.look_after()
            time.sleep(_SECONDS_BETWEEN_LOOKS)
    finally:
        _end([server.process for server in (*apps, nginx) if server.process is not None])


def check_ports(places: Iterable[tuple[str, int]]) -> None:
    """Exit with a sentence if a port of an address cannot be listened on, as another program has it."""
    for address, port in places:
        try:
            with socket.socket() as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do
                listener.bind((address, port))
        except OSError as error:
            sys.exit(f"port {port} of {address} cannot be used ({error.strerror}): choose another with --port")


def _answers(place: tuple[str, int]) -> bool:
    try:
        socket.create_connection(place, timeout=1).close()
    except OSError:
        return False
    return True


def fill_in(address: str, port: int, ports: Sequence[int], folder: str) -> str:
    """Return the configuration of nginx.

    Args:
        address: that it listens on.
        port: that it listens on.
        ports: of the processes, on this machine.
        folder: for its temporary files.
    """
    servers = {each: f"server 127.0.0.1:{each} fail_timeout=5s" for each in ports}
    upstreams = (
        f"upstream process_{first} {{ {server}; "
        + "".join(f"{other} backup; " for each, other in servers.items() if each != first)
        + "}"
        for first, server in servers.items()
    )
    names = {
        "ADDRESS": address,
        "PORT": str(port),
        "FOLDER": folder,
        "CHOICES": " ".join(f"{each} process_{each};" for each in ports),
        "SERVERS": " ".join(f"{server};" for server in servers.values()),
        "UPSTREAMS": "\n  ".join(upstreams),
    }
    text = (Path(__file__).parent / "nginx.conf").read_text(encoding="utf-8")
    for name, value in names.items():
        text = text.replace(f"@{name}@", value)
    return text


def _app_command(port: int) -> list[str]:
    options = (f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true")
    return [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), *options]


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + _SECONDS_TO_END
    for process in processes:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
