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
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
_SECONDS_BETWEEN_LOOKS = 0.5
_SECONDS_OF_A_FAILED_START = 5.0  # a process that ends sooner could not start
_MAX_FAILED_STARTS = 3  # in a row, of one process
_SECONDS_TO_END = 15.0  # a training finishes its step and saves


def main() -> None:
    """Serve until interrupted, or until a process ends at once several times in a row."""
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
    with tempfile.TemporaryDirectory(prefix="attention-playground-") as folder, ExitStack() as ending:
        configuration = Path(folder) / "nginx.conf"
        configuration.write_text(fill_in(options.address, options.port, ports, folder))
        commands = {str(port): _app_command(port) for port in ports}
        commands["nginx"] = [nginx, "-c", str(configuration), "-p", folder, "-e", "stderr"]
        processes: dict[str, subprocess.Popen[bytes]] = {}
        starts = {name: Starts() for name in commands}
        ending.callback(lambda: _end(list(processes.values())))
        while True:
            for name, command in commands.items():
                process = processes.get(name)
                if name == "nginx" and process is None:
                    if not all(map(_answers, ports)):  # it would pass over a process that does not answer
                        continue
                    print(f"http://{options.address}:{options.port}, {options.processes} processes", flush=True)
                if process is None or process.poll() is not None:
                    if process is not None:
                        if starts[name].has_failed(time.monotonic()):
                            code = process.returncode
                            sys.exit(f"{name} ended with {code} at once, {_MAX_FAILED_STARTS} times in a row")
                        print(f"{name} ended with {process.returncode} and is started again", flush=True)
                    starts[name].started = time.monotonic()
                    processes[name] = subprocess.Popen(command, cwd=ROOT)
            time.sleep(_SECONDS_BETWEEN_LOOKS)


@dataclass
class Starts:
    """The starts of one server process.

    Attributes:
        started: on the monotonic clock, in seconds.
        n_failed: starts in a row after which it ended at once.
    """

    started: float = 0.0
    n_failed: int = 0

    def has_failed(self, now: float) -> bool:
        """Return True if the process, which has ended, has now ended at once too often to be started again."""
        self.n_failed = self.n_failed + 1 if now - self.started < _SECONDS_OF_A_FAILED_START else 0
        return self.n_failed >= _MAX_FAILED_STARTS


def check_ports(places: Iterable[tuple[str, int]]) -> None:
    """Exit with a sentence if a port of an address cannot be listened on, as another program has it."""
    for address, port in places:
        try:
            with socket.socket() as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do
                listener.bind((address, port))
        except OSError as error:
            sys.exit(f"port {port} of {address} cannot be used ({error.strerror}): choose another with --port")


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
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
    servers = " ".join(f"server 127.0.0.1:{each} max_fails=1 fail_timeout=5s;" for each in ports)
    names = {"ADDRESS": address, "PORT": str(port), "SERVERS": servers, "FOLDER": folder}
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
    for process in processes:
        try:
            process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
