"""The model from a shell: ``python -m model train``, ``evaluate``, ``translate`` and ``info``."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from model.training.config import AUTO, MAX_STEPS, Schedule, TrainingConfig
from model.transformer.config import ModelConfig, Norm

MODEL, TRAINING = ModelConfig(), TrainingConfig()


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message[:1].upper()}{message[1:]}; {self.prog} --help tells more.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, or 2 after one sentence on what was wrong with the arguments or the files."""
    arguments = _parser().parse_args(argv)
    try:
        from model.cli import commands  # after the arguments: PyTorch takes seconds

        command: Callable[[argparse.Namespace], None] = getattr(commands, arguments.command)
        command(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who reads has enough; Python would complain once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (commands.CommandError, commands.RunFolderError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m model", description="Train a translator, and see how good it is.")
    subparsers = parser.add_subparsers(required=True, dest="command", metavar="command")

    train = subparsers.add_parser("train", help="train on a corpus, into a folder")
    train.add_argument("--out", type=_folder, required=True, help="the folder to make")
    train.add_argument("--corpus", type=Path, help="source, tab, target a line; the toy corpus by default")
    train.add_argument("--steps", type=_whole(1, MAX_STEPS), default=TRAINING.steps, help="optimizer steps")
    train.add_argument("--layers", type=_whole(1, 24), default=MODEL.n_layers, help="of encoder and of decoder")
    train.add_argument("--heads", type=_whole(1, 64), default=MODEL.n_heads, help="of each attention")
    train.add_argument("--d-model", type=_whole(2, 2048), default=MODEL.d_model, help="width of a token's vector")
    train.add_argument("--d-ff", type=_whole(1, 8192), default=MODEL.d_ff, help="width inside the feed-forward")
    train.add_argument("--dropout", type=float, default=MODEL.dropout, help="share that is dropped")
    train.add_argument("--norm", choices=[norm.value for norm in Norm], default=MODEL.norm.value)
    train.add_argument("--learning-rate", type=float, default=TRAINING.learning_rate, help="its peak")
    train.add_argument("--batch-size", type=_whole(1, 4096), default=TRAINING.batch_size, help="pairs a step")
    train.add_argument("--seed", type=_whole(0, 2**31 - 1), default=TRAINING.seed, help="draws split, weights, order")
    schedules = [schedule.value for schedule in Schedule]
    train.add_argument("--schedule", choices=schedules, default=TRAINING.schedule.value, help="of the learning rate")
    train.add_argument("--device", default=AUTO, help="cpu, cuda, cuda:1; the GPU by default where there is one")
    train.add_argument("--threads", type=_whole(1, 1024), default=1, help="processor threads, for wide models")

    evaluate = subparsers.add_parser("evaluate", help="score a model on held-out sentences")
    evaluate.add_argument("--corpus", type=Path, help="score all pairs of this file instead, up to 200,000")
    evaluate.add_argument("--sentences", type=_whole(0, 1_000_000), default=200, help="how many BLEU is measured on")

    translate = subparsers.add_parser("translate", help="translate one sentence")
    translate.add_argument("sentence")

    info = subparsers.add_parser("info", help="what a model is")

    for command in (evaluate, translate, info):
        command.add_argument("--model", type=Path, help="a folder made by train; the app's own model by default")
    return parser


def _folder(text: str) -> Path:
    """A folder, for an argument; an empty name would be where one happens to stand."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it names no folder")
    return Path(text)


def _whole(least: int, most: int) -> Callable[[str], int]:
    """A whole number within limits, for an argument."""

    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 18 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from {least:,} to {most:,}")
        return int(text)

    return number


if __name__ == "__main__":
    sys.exit(main())
