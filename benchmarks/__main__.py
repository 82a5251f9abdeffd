"""``python -m benchmarks [NAME ...]``: run the named benchmarks, or all, and print one table."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib import import_module

import torch

from benchmarks.table import Row, render

_NAMES = (
    "start", "alignment", "keystroke", "load", "heads", "training", "decoding", "taps", "time_travel", "memory",
    "streaming", "large",
)  # fmt: skip
_ON_REQUEST = ("soak",)  # takes half an hour


def main() -> None:
    """Run the benchmarks in order and print their rows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run benchmarks and print one table.")
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"{', '.join(_NAMES)}, by default all of these; {', '.join(_ON_REQUEST)}",
    )
    names = parser.parse_args().names or _NAMES
    unknown = sorted(set(names) - {*_NAMES, *_ON_REQUEST})
    if unknown:
        parser.error(f"unknown benchmark {', '.join(unknown)}; known are {', '.join(_NAMES)}")
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}, Python {platform.python_version()}, PyTorch {torch.__version__}")
    rows: list[Row] = []
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        rows += import_module(f"benchmarks.{name}").run()
    print(render(rows))


if __name__ == "__main__":
    main()
