"""The model from a shell: ``python -m model train``, ``evaluate``, ``translate``, ``analyse`` and ``info``."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module

from model.cli.parser import CommandError, build_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; it is 2, after one sentence, if arguments or files are invalid."""
    arguments = build_parser().parse_args(argv)
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of the output has closed it; prevent a second error at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: Namespace) -> int:
    # Imported after the arguments are valid: PyTorch takes seconds.
    from model.runs.run_file import RunFolderError

    command = import_module(f"model.cli.{arguments.command}")
    try:
        command.run(arguments)
        sys.stdout.flush()
    except (CommandError, RunFolderError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
