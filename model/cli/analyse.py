"""The command ``analyse``: measure every attention head over held-out sentences, and word aligners beside them."""

import csv
import errno
import io
import json
import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tqdm import tqdm

from model.analysis.aligner_report import MODEL_1, report_aligners, train_aligners
from model.analysis.head_importance import HeadImportance, ImportanceReport, measure_importance
from model.analysis.head_report import HeadScores, report_heads
from model.analysis.head_roles import find_roles
from model.analysis.measured_pairs import choose_short
from model.analysis.prediction_scores import PredictionScores
from model.analysis.sample_size import N_QUICK, N_SENTENCES
from model.cli.inputs import load_model, read_run_corpus
from model.cli.outputs import write_output, writing
from model.cli.parser import CommandError
from model.corpus import Corpus
from model.corpus.tsv import CorpusError
from model.inference.translator import Translator


def run(arguments: Namespace) -> None:
    """Write the scores of every head to a JSON or CSV file; the JSON also holds those of the aligners.

    Raises:
        CommandError: the file has another ending or cannot be written, no sentence can be measured, or the training
            pairs cannot be read.
    """
    if arguments.out.suffix.lower() not in (".json", ".csv"):
        raise CommandError(f"The name of {arguments.out} ends neither with .json nor with .csv.")
    with writing(arguments.out):
        _check_writable(arguments.out)  # before minutes of measuring
    translator = load_model(arguments.model, arguments.step).translator
    corpus = read_run_corpus(arguments.model)
    pairs = choose_short(translator, corpus.held_out, N_SENTENCES)
    try:
        scores = report_heads(translator, pairs, lambda maps: tqdm(maps, total=len(pairs), disable=None))
    except ValueError as error:
        raise CommandError(f"The held-out sentences cannot be measured: {error}.") from None
    n_measured = 1 + len(scores)
    *_, importance = tqdm(measure_importance(translator, pairs), "importance", total=n_measured, disable=None)
    heads = [_describe(head, importance, each) for head, each in zip(scores, importance.heads, strict=True)]
    is_json = arguments.out.suffix.lower() == ".json"
    text = _write_json(len(pairs), heads, _describe_aligners(translator, corpus)) if is_json else _write_csv(heads)
    write_output(arguments.out, text.encode())
    print(f"{len(scores)} heads over {len(pairs):,} held-out sentences: {arguments.out}")


def _check_writable(path: Path) -> None:
    """Raise OSError if no file can be written in place of the path; its folder is made."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=path.parent):
        pass


def _describe(scores: HeadScores, report: ImportanceReport, importance: HeadImportance) -> dict[str, Any]:
    """Return the keys and values of one head, counted from 1; alignment scores that do not exist are absent."""
    values = scores.head.columns | {key: value for key, value in asdict(scores).items() if key != "head"}
    values["relations"] = {
        each.name: {"agreement": each.agreement, "offset_agreement": each.offset_agreement} for each in scores.relations
    }
    values["roles"] = list(find_roles(scores))
    values["importance"] = {
        "without": _describe_loss(report.untouched, importance.without),
        "alone": _describe_loss(report.untouched, importance.alone),
    }
    return {key: value for key, value in values.items() if value is not None}


def _describe_loss(untouched: PredictionScores, scores: PredictionScores) -> dict[str, float]:
    """Return what is lost of every score."""
    return {name: value - asdict(scores)[name] for name, value in asdict(untouched).items()}


def _describe_aligners(translator: Translator, corpus: Corpus) -> dict[str, Any] | None:
    """Return the keys and values of the aligners; None where no pair has links.

    Raises:
        CommandError: the training pairs are damaged or cannot be read.
    """
    try:
        aligners = train_aligners(corpus.train)
        report = report_aligners(translator, aligners, corpus.train, corpus.held_out[:N_QUICK])
    except CorpusError as error:
        raise CommandError(f"The training pairs of the run cannot be read: {error}") from None
    except OSError as error:
        raise CommandError(f"The training pairs of the run cannot be read ({error.strerror}).") from None
    except ValueError:
        return None
    reading = report.reading
    return {
        "n_sentences": len(report.pairs),
        "reference": "gold" if report.has_gold else MODEL_1,
        "reading": {
            "layer": None if reading.layer is None else reading.layer + 1,
            "head": None if reading.head is None else reading.head + 1,
            "is_fed": reading.is_fed,
            "is_mutual": reading.is_mutual,
        },
        "aer": {score.name: score.error_rate for score in report.scores},
    }


def _write_json(n_sentences: int, heads: Sequence[dict[str, Any]], aligners: dict[str, Any] | None) -> str:
    return json.dumps({"n_sentences": n_sentences, "heads": heads, "aligners": aligners}, indent=2) + "\n"


def _write_csv(heads: Sequence[dict[str, Any]]) -> str:
    text = io.StringIO()
    lines = [_flatten(head | {"roles": " ".join(head["roles"])}) for head in heads]
    writer = csv.DictWriter(text, list(dict.fromkeys(key for line in lines for key in line)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def _flatten(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested values under keys joined by dots."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        flat |= _flatten(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {f"{prefix}{key}": value}
    return flat
