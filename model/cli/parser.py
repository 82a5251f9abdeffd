"""The arguments of the command line; parsing them does not import PyTorch."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from model.analysis.sample_size import N_SENTENCES
from model.data.sentence import MAX_TOKENS
from model.training.config import AUTO, MAX_STEPS, OptimizerName, Schedule, TrainingConfig
from model.transformer.config import ModelConfig, Norm

_MODEL, _TRAINING = ModelConfig(), TrainingConfig()
_SCHEMA = f"""\
Measure every attention head over the held-out sentences, at most {N_SENTENCES:,} of at most {MAX_TOKENS} tokens.

The JSON is an object with n_sentences, heads and aligners; the CSV has one head a line,
nested keys joined by dots.

n_sentences     number of held-out sentences
heads           list of objects, one for each head:
  kind            string: cross, encoder or decoder
  layer, head     integers, counted from 1
  entropy         number from 0 (one key) to 1 (uniform weights)
  confidence      number from 0 to 1: mean row maximum
  sink            number from 0 to 1: weight on the first or last key, whichever is larger; of
                  decoder heads always on the first, <bos>
  sink_is_last    true if that is the last key
  best_offset     integer, in tokens: key position minus query position
  offset_share    number from 0 to 1: row maxima there, of the rows that have a key there
  offset_weight   number from 0 to 1: weight there, over the same rows
  offset_coverage number from 0 to 1: rows that have a key there, of all rows
  alignment_accuracy, aer
                  numbers from 0 to 1, at the step that generates a word
  alignment_accuracy_fed, aer_fed
                  numbers from 0 to 1, at the step that is fed the word
                  (the alignment keys are absent, in the CSV empty, for encoder and decoder
                  heads and without gold links)
  relations       object from relation, such as "verb → subject", to an object of agreement and
                  offset_agreement (that of the best fixed offset), numbers from 0 to 1; {{}} for
                  cross and decoder heads and outside the toy grammar
  roles           list of strings: positional, sink, aligner, syntactic, diffuse; in the CSV
                  separated by spaces; positional needs an offset_coverage of 0.75
  importance      object of without (the head switched off) and alone (the other heads of its
                  layer switched off); each an object of what is lost: exact_match and
                  token_accuracy, from -1 to 1, and log_probability, in nats per token
aligners        object, null where no pair has links; not in the CSV:
  n_sentences     integer
  reference       string: gold, or IBM Model 1 without gold links
  reading         object of layer and head (from 1; head null for the mean, layer null for the mean
                  of all heads), is_fed and is_mutual (true or false; read at the step that is fed a
                  word, and in both directions): the reading of cross-attention chosen on training
                  pairs
  aer             object from aligner to error rate against the reference, from 0 to 1
"""


class CommandError(ValueError):
    """A command cannot be carried out; the message gives the reason in one sentence."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message[:1].upper()}{message[1:]}; see {self.prog} --help.\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; ``command`` names the module of ``model.cli`` to run."""
    parser = _Parser(prog="python -m model", description="Train a translator and evaluate it.")
    subparsers = parser.add_subparsers(required=True, dest="command", metavar="command")

    train = subparsers.add_parser("train", help="train on a corpus, into a folder")
    train.add_argument("--out", type=_path, required=True, help="folder to create")
    train.add_argument("--corpus", type=_path, help="TSV file of source and target; default: the toy corpus")
    train.add_argument("--steps", type=_whole(1, MAX_STEPS), default=_TRAINING.steps, help="optimizer steps")
    train.add_argument("--layers", type=_whole(1, 24), default=_MODEL.n_layers, help="layers of encoder and of decoder")
    train.add_argument("--heads", type=_whole(1, 64), default=_MODEL.n_heads, help="heads per attention")
    train.add_argument("--d-model", type=_whole(2, 2048), default=_MODEL.d_model, help="width of token vectors")
    train.add_argument("--d-ff", type=_whole(1, 8192), default=_MODEL.d_ff, help="width of the feed-forward layer")
    train.add_argument("--dropout", type=float, default=_MODEL.dropout, help="dropout probability")
    train.add_argument("--norm", choices=[norm.value for norm in Norm], default=_MODEL.norm.value)
    train.add_argument("--learning-rate", type=float, default=_TRAINING.learning_rate, help="peak learning rate")
    train.add_argument("--batch-size", type=_whole(1, 4096), default=_TRAINING.batch_size, help="sentence pairs")
    train.add_argument("--seed", type=_whole(0, 2**31 - 1), default=_TRAINING.seed, help="of split, weights and order")
    train.add_argument("--weight-decay", type=float, default=_TRAINING.weight_decay, help="of the optimizer")
    optimizers = [optimizer.value for optimizer in OptimizerName]
    train.add_argument(
        "--optimizer", choices=optimizers, default=_TRAINING.optimizer.value,
        help="Muon learns rare words in fewer steps, which take longer the wider the model",
    )  # fmt: skip
    train.add_argument(
        "--label-smoothing", type=float, default=_TRAINING.label_smoothing, help="probability spread over all tokens"
    )
    train.add_argument(
        "--beginnings", type=float, default=_TRAINING.beginnings,
        help="share of pairs replaced by a beginning of them, where they have one",
    )  # fmt: skip
    train.add_argument(
        "--guided-alignment", type=float, default=_TRAINING.guided_alignment,
        help="weight of the loss that guides a cross-attention head of the last layer to the gold links; 0 for none",
    )  # fmt: skip
    schedules = [schedule.value for schedule in Schedule]
    train.add_argument("--schedule", choices=schedules, default=_TRAINING.schedule.value, help="learning-rate schedule")
    train.add_argument("--device", default=AUTO, help="cpu, cuda or cuda:N; default: the GPU if there is one")
    train.add_argument("--threads", type=_whole(1, 1024), default=1, help="processor threads, for wide models")

    evaluate = subparsers.add_parser("evaluate", help="score a model on held-out sentences")
    evaluate.add_argument(
        "--corpus", type=_path,
        help="score all pairs of this file instead, up to 200,000, as they are: the app's own model reads lower-case"
        " words without punctuation",
    )  # fmt: skip
    evaluate.add_argument("--sentences", type=_whole(0, 1_000_000), default=200, help="number of sentences for BLEU")
    evaluate.add_argument(
        "--off", default="", metavar="HEADS",
        help="also score it without these heads, such as cross-2-3.decoder-1-4: kind, layer and head",
    )  # fmt: skip
    evaluate.add_argument("--uniform", action="store_true", help="give these heads uniform weights instead of none")

    analyse = subparsers.add_parser(
        "analyse", help="measure every attention head", description=_SCHEMA,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    analyse.add_argument("--out", type=_path, required=True, help="file to write; its name ends with .json or .csv")
    analyse.add_argument("--step", type=_whole(0, MAX_STEPS), help="kept training step; default: the last")

    translate = subparsers.add_parser("translate", help="translate sentences")
    translate.add_argument("sentence", nargs="?", help="default: one sentence per line of standard input")
    translate.add_argument(
        "--json", type=_path, metavar="OUT", help="file for the attention records, one line of JSON per translation"
    )
    translate.add_argument(
        "--npz", type=_path, metavar="OUT.npz",
        help="file for the record as NumPy arrays; of standard input one file per line, such as OUT-1.npz",
    )  # fmt: skip
    translate.add_argument(
        "--html", type=_path, metavar="OUT.html",
        help="self-contained HTML file with all maps and steps; numbered like NPZ files",
    )  # fmt: skip

    info = subparsers.add_parser("info", help="describe a model")

    for command in (evaluate, analyse, translate, info):
        command.add_argument("--model", type=_path, help="folder made by train; default: the app's own model")
    return parser


def _path(text: str) -> Path:
    """Parse a path; an empty one would mean the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the path is empty")
    return Path(text)


def _whole(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers within limits."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 18 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from {least:,} to {most:,}")
        return int(text)

    return parse
