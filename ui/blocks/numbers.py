"""Where the numbers of the building blocks come from: by hand, chance, the translator, a file; all can be edited."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from model.data.typed_sentence import Sentence, read_sentence
from model.lab.attention_inputs import MAX_SIZE, Matrix
from model.lab.matrix_files import Check
from model.lab.residual_stream import PARTS, Reading, Stack
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import cache
from ui.widgets import head_selector, html_pieces, link_keys, matrix_editor, session
from ui.widgets.number_box import count
from ui.widgets.option_choice import one_of

HAND, RANDOM, TRANSLATOR, FILE = "By hand", "Random numbers", "From the translator", "From a file"


@dataclass(frozen=True, slots=True)
class Numbers:
    """A set of matrices that a view works on.

    Attributes:
        name: what its files are called.
        example: small enough to follow by hand.
        random: makes a set from a seed, a number of rows and a width.
        check: refuses what cannot be computed with, in a sentence.
        takes: makes a set of what the translator computes for a sentence.
    """

    name: str
    example: Mapping[str, Matrix]
    random: Callable[[int, int, int], dict[str, Matrix]]
    check: Check
    takes: Callable[["Read"], dict[str, Matrix]]


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence as the translator reads it, and the block to look at, its layer counted from 0."""

    snapshot: Snapshot
    sentence: Sentence
    reading: Reading
    part: str
    layer: int

    @property
    def stack(self) -> Stack:
        """The encoder or the decoder."""
        return self.reading[self.part]


def sentence(run: TrainingRun, *, has_layer: bool = True) -> Read | None:
    """Draw the choice of a sentence and a block; None while there is nothing to read."""
    text = head_selector.short_sentence_box(is_live=True)
    part = one_of("Stack", PARTS, link_keys.PART)
    n_layers = run.description.model.n_layers
    layer = count("Layer", link_keys.LAYER, 1, n_layers, 1) if has_layer else 1
    snapshot = run.state.snapshot
    if snapshot is None:
        return None
    found = read_sentence(f"{text} ", snapshot.translator.source)
    if not found.tokens:
        return None
    html_pieces.say_if_changed(found)
    return Read(snapshot, found, cache.stream(snapshot, found), part, layer - 1)


def numbers(of: Numbers, run: TrainingRun) -> tuple[dict[str, Matrix], tuple[str, ...]] | None:
    """Draw the choice of numbers.

    Returns:
        The matrices, and a word for each row of X where there are words; None with a sentence why there are none.
    """
    words: tuple[str, ...] = ()
    found: Mapping[str, Matrix] | None
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        chosen = st.selectbox(
            "Numbers", [HAND, RANDOM, TRANSLATOR, FILE], key=link_keys.SOURCE, bind="query-params", width=210
        )
        if chosen == RANDOM:
            size = [
                count(label, key, 1, MAX_SIZE, 4)
                for label, key in (("Rows", link_keys.LENGTH), ("Width", link_keys.WIDTH))
            ]
            found = of.random(count("Seed", link_keys.SEED, 0, 9999, 0), *size)
        elif chosen == TRANSLATOR:
            read = sentence(run)
            found, words = (of.takes(read), read.stack.tokens) if read else (None, ())
        else:
            found = of.example if chosen == HAND else matrix_editor.uploaded(of.name)
        tables = st.popover("Edit", icon=":material/edit:", disabled=found is None)
        files = st.popover("Files", icon=":material/download:")
    with files:
        matrix_editor.upload(of.name, of.check, _brought)
    if found is None:
        missing = "bring a file" if chosen == FILE else "type a sentence"
        st.info(f"Nothing to compute with yet: {missing}.", icon=":material/info:")
        return None
    with tables:
        edited, problem = matrix_editor.tables(found, of.check)
    matrix_editor.complain(problem)
    with files:
        matrix_editor.download(edited, of.name)
    return edited, words


def _brought() -> None:
    session.put(link_keys.SOURCE, FILE)
