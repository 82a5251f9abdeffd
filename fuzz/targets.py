"""What is fuzzed: readers of typed, linked and uploaded input, with the exceptions that the page puts into words."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from figures.heatmap import heatmap
from figures.hover_texts import weight_texts
from figures.overview import overview
from fuzz.inputs import CORPUS, HEAD_LINK, SENTENCE, mutate
from fuzz.samples import Samples
from model.corpus.tsv import CorpusError, read_tsv
from model.data.typed_sentence import read_sentence
from model.inference.edited_row import parse_rows
from model.inference.greedy_decoding import translate
from model.inference.intervention import parse_tokens
from model.inference.named_head import parse_heads
from model.inference.record_json import read_json, write_json
from model.inference.record_npz import read_npz
from model.lab.matrix_files import read_matrices
from model.runs.archive import unpack
from model.runs.run_folder import RunFolder, RunFolderError
from model.transformer.kind import Kind
from ui.widgets.edited_cells import apply_edits
from ui.widgets.markdown import escape_markdown


@dataclass(frozen=True)
class Target:
    """One reader.

    Attributes:
        inputs: that are tried.
        read: takes one of them.
        allowed: exceptions that the page turns into a sentence; any other is a failure.
        share: of all inputs.
    """

    inputs: st.SearchStrategy[Any]
    read: Callable[[Any], object]
    allowed: tuple[type[Exception], ...]
    share: float


def list_targets(samples: Samples) -> dict[str, Target]:
    """Return the targets by name; their shares sum to 1."""
    translator, config = samples.translator, samples.translator.model.config

    def draw(text: str) -> None:
        sentence = read_sentence(text, translator.source)
        escape_markdown(text)
        if not sentence.tokens:
            return
        translation = translate(translator, sentence.words, texts=sentence.texts)
        read_json(write_json(translation))
        maps = translation.maps
        for kind in Kind:
            keys, queries = translation.keys(kind), translation.queries(kind)
            weights = maps.head(kind, 0, None)
            heatmap(weights, keys=keys, queries=queries, hover=weight_texts(kind, weights, keys, queries)).to_json()
            overview(maps[kind], layer=0, head=0).to_json()

    def unpack_run(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            unpack(data, Path(folder), [])

    def open_folder(damage: tuple[str, bytes]) -> None:
        name, content = damage
        with tempfile.TemporaryDirectory() as folder:
            for path, data in samples.folder.items():
                (Path(folder) / path).write_bytes(content if path == name else data)
            run = RunFolder(Path(folder))
            run.read_description()
            run.load_snapshot()
            run.read_corpus()

    def follow_link(text: str) -> None:
        parse_heads(text, config)
        parse_rows(text, config)
        parse_tokens(text, translator.target)

    damaged = st.sampled_from(sorted(samples.folder)).flatmap(
        lambda name: st.tuples(st.just(name), mutate(samples.folder[name]))
    )
    return {
        "sentences": Target(SENTENCE, lambda text: read_sentence(text, translator.source), (), 0.4),
        "sentences to pictures": Target(SENTENCE, draw, (), 0.01),
        "links: heads, rows, tokens": Target(HEAD_LINK, follow_link, (), 0.3),
        "links: edited cells": Target(
            HEAD_LINK | mutate(samples.edits).map(lambda data: data.decode(errors="replace")),
            lambda text: apply_edits(samples.matrices, text), (ValueError,), 0.1,
        ),
        "corpora": Target(CORPUS, read_tsv, (CorpusError,), 0.06),
        "matrices, CSV": Target(mutate(samples.csv), lambda data: read_matrices("m.csv", data), (ValueError,), 0.05),
        "matrices, NPZ": Target(mutate(samples.npz), lambda data: read_matrices("m.npz", data), (ValueError,), 0.03),
        "records, JSON": Target(mutate(samples.record_json), read_json, (ValueError,), 0.02),
        "records, NPZ": Target(mutate(samples.record_npz), read_npz, (ValueError,), 0.01),
        "runs": Target(mutate(samples.archive), unpack_run, (ValueError,), 0.01),
        "model folders": Target(damaged, open_folder, (RunFolderError,), 0.01),
    }  # fmt: skip


def is_sound(target: Target, value: Any) -> bool:
    """Read one input; return False if it was refused with words, as most are.

    Raises:
        Exception: the one that no caller expects, or an expected one without words.
    """
    with np.errstate(all="ignore"):
        try:
            target.read(value)
        except target.allowed as error:
            if not str(error).strip():
                raise AssertionError("refused without a word") from error
            return False
    return True
