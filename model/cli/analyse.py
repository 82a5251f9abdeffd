"""The command ``analyse``: measure every attention head over held-out sentences."""

import csv
import io
import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tqdm import tqdm

from model.analysis.head_report import HeadScores, find_roles, report_heads
from model.cli.inputs import load_model, read_held_out
from model.cli.parser import CommandError
from model.storage import write_atomically

_N_SENTENCES = 1000  # held-out sentences measured at most


def run(arguments: Namespace) -> None:
    """Write the scores of every head to a JSON or CSV file.

    Raises:
        CommandError: the file has another ending or cannot be written, or no sentence can be measured.
    """
    write = _WRITERS.get(arguments.out.suffix.lower())
    if write is None:
        raise CommandError(f"The name of {arguments.out} ends neither with .json nor with .csv.")
    translator = load_model(arguments.model, arguments.step).translator
    pairs = read_held_out(arguments.model)[:_N_SENTENCES]
    try:
        scores = report_heads(translator, pairs, lambda maps: tqdm(maps, total=len(pairs), disable=None))
    except ValueError as error:
        raise CommandError(f"The held-out sentences cannot be measured: {error}.") from None
    try:
        write_atomically(arguments.out, write([_describe(head) for head in scores]).encode())
    except OSError as error:
        raise CommandError(f"{arguments.out} cannot be written ({error.strerror}).") from None
    print(f"{len(scores)} heads over {len(pairs):,} held-out sentences: {arguments.out}")


def _describe(scores: HeadScores) -> dict[str, Any]:
    """Return the keys and values of one head, counted from 1; scores that do not exist are absent."""
    counted = asdict(scores) | {"kind": scores.kind.value, "layer": scores.layer + 1, "head": scores.head + 1}
    return {key: value for key, value in counted.items() if value is not None} | {"roles": list(find_roles(scores))}


def _write_json(heads: Sequence[dict[str, Any]]) -> str:
    return json.dumps({"heads": heads}, indent=2) + "\n"


def _write_csv(heads: Sequence[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(key for head in heads for key in head)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(head | {"roles": " ".join(head["roles"])} for head in heads)
    return text.getvalue()


_WRITERS = {".json": _write_json, ".csv": _write_csv}
