"""The model from a shell: ``python -m model train``, ``evaluate``, ``translate``, ``analyse`` and ``info``."""

import logging
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

_SILENT = logging.NullHandler()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; it is 2, after one sentence, if arguments or files are invalid."""
    if sys.stderr is None:  # it is closed; print would write to standard output in its place, and tqdm fail
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (open until the process ends)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a narrow encoding lacks the spaces of French punctuation
    logging.getLogger("model.runs.run_file").addHandler(_SILENT)  # commands print what it logs for servers
    try:
        return _run(argv)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of the output has closed it
        _discard_output()
        return 0
    except OSError as error:  # such as a full disk that the output goes to
        _discard_output()
        print(f"The command was ended ({error.strerror or error}).", file=sys.stderr)
        return 2


def _discard_output() -> None:
    """Prevent a second error at exit, when what is left of the output is written."""
    if sys.stdout is not None:  # it was open
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str] | None) -> int:
    from model.cli.parser import CommandError, build_parser  # a slow import, which may be interrupted too

    arguments = build_parser().parse_args(argv)
    command = import_module(f"model.cli.{arguments.command}")  # now that they are valid: PyTorch takes seconds
    try:
        command.run(arguments)
        print(end="", flush=True)  # which does nothing if standard output is closed
    except CommandError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    status = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # while Python ends, an interrupt would replace the status
    sys.exit(status)
