"""The fuzz targets: readers of typed, linked and uploaded input, with the exceptions that the page puts into words."""

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
from figures.translation_page import write_page
from fuzz.inputs import CORPUS, HEAD_LINK, SENTENCE, SPLICED
from fuzz.mutations import mutate_archive, mutate_bytes, mutate_json, mutate_member, mutate_text
from fuzz.pages import QUERY, open_page
from fuzz.samples import Samples
from model.corpus import is_beginning, parse
from model.corpus.grammar.sentence import find_relations
from model.corpus.tsv import CorpusError, read_tsv
from model.data.typed_sentence import read_sentence
from model.inference.edited_row import parse_rows
from model.inference.forced_tokens import parse_tokens
from model.inference.greedy_decoding import translate
from model.inference.intervention import Intervention, describe_changes
from model.inference.named_head import parse_heads
from model.inference.record_json import describe, read_json, write_json
from model.inference.record_npz import read_npz
from model.inference.row_labels import label_steps
from model.inference.translation import Translation
from model.lab.matrix_files import read_matrices
from model.runs.archive import unpack
from model.runs.run_file import RunFolderError
from model.runs.run_folder import RunFolder
from model.transformer.kind import Kind
from ui.training.run_summary import describe_scores
from ui.widgets.edited_cells import apply_edits
from ui.widgets.markdown import escape_markdown
from ui.widgets.number_format import format_share_of


@dataclass(frozen=True)
class Target:
    """One reader.

    Attributes:
        inputs: that are tried.
        read: takes one of them.
        allowed: exceptions that the page turns into a sentence; any other is a failure.
        share: of all inputs.
        vary: draws changed copies of an input that has reached new lines; None if the inputs are not varied.
    """

    inputs: st.SearchStrategy[Any]
    read: Callable[[Any], object]
    allowed: tuple[type[Exception], ...]
    share: float
    vary: Callable[[Any], st.SearchStrategy[Any]] | None = None


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

    def parse_words(words: tuple[str, ...]) -> None:
        parse(words)
        find_relations(words)
        if words:
            is_beginning(words[:-1], words[-1])

    def unpack_run(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            description = unpack(data, Path(folder), [])
            snapshot = RunFolder(Path(folder) / description.digest).load_snapshot()
            format_share_of(snapshot.evaluation.exact_match, snapshot.evaluation.n_sentences)
            describe_scores(snapshot)
            translate(snapshot.translator, (snapshot.translator.source.words[-1],))

    def open_record(record: tuple[Translation, Intervention]) -> None:
        translation, intervention = record
        changes = describe_changes(intervention, translation)
        maps = {kind.value: translation.maps[kind] for kind in Kind}
        labels = label_steps(translation.keys(Kind.DECODER), translation.target)
        write_page(translation.source_text, describe(translation, intervention), maps, labels, changes=changes)

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

    def vary_file(damage: tuple[str, bytes]) -> st.SearchStrategy[tuple[str, bytes]]:
        return st.tuples(st.just(damage[0]), mutate_member(*damage))

    damaged = st.sampled_from(sorted(samples.folder.items())).flatmap(vary_file)
    edits = HEAD_LINK | mutate_text(samples.edits.decode())
    records = mutate_json(samples.record_json) | mutate_bytes(samples.record_json)
    return {
        "sentences": Target(SENTENCE, lambda text: read_sentence(text, translator.source), (), 0.2, mutate_text),
        "sentences of the grammar": Target(SPLICED, parse_words, (), 0.1),
        "sentences to pictures": Target(SENTENCE, draw, (), 0.01, mutate_text),
        "links: heads, rows, tokens": Target(HEAD_LINK, follow_link, (), 0.2, mutate_text),
        "links: edited cells": Target(
            edits, lambda text: apply_edits(samples.matrices, text), (ValueError,), 0.097, mutate_text
        ),
        "links: all keys, on pages": Target(QUERY, open_page, (), 0.003),
        "corpora": Target(CORPUS, read_tsv, (CorpusError,), 0.08, mutate_bytes),
        "matrices, CSV": Target(
            mutate_bytes(samples.csv), lambda data: read_matrices("m.csv", data), (ValueError,), 0.05, mutate_bytes
        ),
        "matrices, NPZ": Target(
            mutate_archive(samples.npz), lambda data: read_matrices("m.npz", data), (ValueError,), 0.06, mutate_archive
        ),
        "records, JSON": Target(
            records,
            lambda data: open_record(read_json(data)),
            (ValueError,),
            0.06,
            lambda data: mutate_json(data) | mutate_bytes(data),
        ),
        "records, NPZ": Target(
            mutate_archive(samples.record_npz),
            lambda data: open_record(read_npz(data)),
            (ValueError,),
            0.06,
            mutate_archive,
        ),
        "runs": Target(mutate_archive(samples.archive), unpack_run, (ValueError,), 0.05, mutate_archive),
        "run folders": Target(damaged, open_folder, (RunFolderError,), 0.03, vary_file),
    }


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
