"""``python -m benchmarks [NAME ...]``: run the named benchmarks, or all, and print a table as each ends."""

import argparse
import os
import platform
import signal
import sys
import traceback
from importlib import import_module

import torch

from benchmarks.table import render

_NAMES = (
    "start", "alignment", "keystroke", "load", "heads", "training", "decoding", "taps", "time_travel", "memory",
    "streaming", "large",
)  # fmt: skip
_ON_REQUEST = ("soak",)  # takes half an hour


def main() -> None:
    """Run the benchmarks in order and print the rows of each; the exit status is 1 if one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run benchmarks, print a table of each.")
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"{', '.join(_NAMES)}, by default all of these; {', '.join(_ON_REQUEST)}",
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="of soak (%(default)g)")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that servers are stopped and folders removed
    names = arguments.names or _NAMES
    unknown = sorted(set(names) - {*_NAMES, *_ON_REQUEST})
    if unknown:
        parser.error(f"unknown benchmark {', '.join(unknown)}; known are {', '.join((*_NAMES, *_ON_REQUEST))}")
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}, Python {platform.python_version()}, PyTorch {torch.__version__}")
    failed = []
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        options = {"minutes": arguments.minutes} if name in _ON_REQUEST else {}
        try:
            rows = import_module(f"benchmarks.{name}").run(**options)
        except Exception:  # the others are still worth measuring
            traceback.print_exc()
            failed.append(name)
        else:
            print(f"\n{render(rows)}", flush=True)
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
