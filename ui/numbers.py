"""Where the numbers of the attention page come from: examples, chance, the translator, a file; all can be edited."""

import zlib
from collections.abc import Callable

import numpy as np
import streamlit as st

from model import examples
from model.chain import Mask
from model.files import MAX_BYTES, from_file, to_csv, to_npz
from model.given import Given, checked_set
from model.kind import Kind
from model.run import TrainingRun
from model.sentence import read_sentence
from ui import cache, controls, sharing, state

HAND, PROJECTED, LENGTHS, NINE = (
    "Q, K, V by hand",
    "From words to Q, K, V",
    "Valid lengths 2 and 6",
    "Softmax of 1 to 9",
)
SIZES, RANDOM, TRANSLATOR, FILE = "Different sizes", "Random numbers", "From the translator", "From a file"
_FIXED = {HAND: examples.HAND, PROJECTED: examples.PROJECTED, LENGTHS: examples.LENGTHS, NINE: examples.NINE}
_ABOUT = {
    HAND: "Three queries, three keys, three values, small enough for pencil and paper.",
    PROJECTED: "Three words as vectors X; each weight makes one of Q, K, V of them.",
    LENGTHS: "All keys are equal, so every query gets the mean of the values it may look at: the first 2, the first 6.",
    NINE: "K and V are the identity and the scale is off: the output is the softmax of Q itself.",
    SIZES: "Queries 5 wide, keys 3, values 2: the projections bring them to one width.",
    RANDOM: "Drawn anew for each seed.",
    FILE: "Bring Q, K and V, or X with W_q, W_k and W_v, under Files.",
}


def given(run: TrainingRun) -> Given | None:
    """Draw the choice of numbers and return them, or None with a sentence why there are none."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        source = st.selectbox(
            "Numbers", [*_FIXED, SIZES, RANDOM, TRANSLATOR, FILE], key=state.NUMBERS, bind="query-params", width=230,
            on_change=_load,
        )  # fmt: skip
        found = _found(source, run)
        editing = st.popover("Edit", icon=":material/edit:", disabled=found is None)
        files = st.popover("Files", icon=":material/download:")
        sharing.copy_link()
    with files:
        _upload()
    if found is None:
        st.info("Nothing to compute with yet: type a sentence, or bring a file.", icon=":material/info:")
        return None
    about = _ABOUT.get(source) or _about_translator()
    st.caption(about)
    with editing:
        edited, problem = _edit(found)
    if problem:
        st.warning(f"{problem} The numbers from before the edit are shown.", icon=":material/info:")
    with files:
        _download(edited)
    return edited


def _load() -> None:
    """An example brings the switches that it is about; any choice begins without the others."""
    source = state.get(state.NUMBERS)
    state.put(state.MASK, Mask.LENGTHS.value if source == LENGTHS else Mask.NONE.value)
    state.put(state.LENGTHS, "2, 6" if source == LENGTHS else "2")
    state.put(state.SCALE, source != NINE)
    state.put(state.N_HEADS, 2 if source == PROJECTED else 4 if source == TRANSLATOR else 1)


def _found(source: str, run: TrainingRun) -> Given | None:
    if source in _FIXED:
        return _FIXED[source]
    if source == SIZES:
        return examples.random_sizes(_number("Seed", state.SEED, 0, 9999, 0))
    if source == RANDOM:
        seed = _number("Seed", state.SEED, 0, 9999, 0)
        length = _number("Tokens", state.LENGTH, 1, 64, 4)
        return examples.random_given(seed, length, _number("Width", state.WIDTH, 1, 64, 4), 1)
    if source == TRANSLATOR:
        return _from_translator(run)
    uploaded = state.get(state.UPLOADED)
    return Given(uploaded) if isinstance(uploaded, dict) else None


def _from_translator(run: TrainingRun) -> Given | None:
    snapshot = run.state.snapshot
    text = st.text_input("Sentence", controls.EXAMPLE, max_chars=300, key=state.SENTENCE, bind="query-params")
    kind = st.segmented_control(
        "Attention", [kind.value for kind in Kind], default=Kind.CROSS.value, required=True, key=state.KIND,
        bind="query-params",
    )  # fmt: skip
    layers = run.model_config.n_layers
    layer = _number("Layer", state.LAYER, 1, max(1, layers), 1)
    if snapshot is None:
        return None
    sentence = read_sentence(f"{text} ", snapshot.translator.source)
    return cache.taken(run, snapshot, sentence.words, Kind(kind), layer - 1) if sentence.tokens else None


def _about_translator() -> str:
    kind = state.get(state.KIND)
    if kind == Kind.CROSS:
        return "Q comes from the decoder (X, the tokens generated); K and V come from the encoder (X_k, the sentence)."
    if kind == Kind.ENCODER:
        return "Q, K and V all come from the encoder: the sentence looks at itself."
    return "Q, K and V all come from the decoder, and no row may look ahead: this mask is the model's own."


def _number(label: str, key: str, least: int, most: int, value: int) -> int:
    return int(st.number_input(label, least, most, value, key=key, bind="query-params", width=120))


def _edit(found: Given) -> tuple[Given, str]:
    """A table for each matrix; what does not work is said, and the numbers stay as they were."""
    edited = dict(found.matrices)
    for tab, (name, matrix) in zip(st.tabs(list(edited)), found.matrices.items(), strict=True):
        with tab:
            columns = {str(number + 1): column for number, column in enumerate(matrix.T.tolist())}
            key = f"{state.EDITOR}{name}_{zlib.crc32(matrix.tobytes()):x}"
            table = st.data_editor(columns, key=key, hide_index=True, width="content", alt=f"The numbers of {name}")
            edited[name] = _column_by_column(table)
    if all(np.array_equal(edited[name], matrix) for name, matrix in found.matrices.items()):
        return found, ""
    try:
        return found.with_matrices(checked_set(edited)), ""
    except ValueError as error:
        return found, str(error)


def _column_by_column(table: dict[str, list[float | None]]) -> np.ndarray:
    """Empty cells are NaN, which the check of the matrix finds and names."""
    return np.array([[np.nan if cell is None else cell for cell in column] for column in table.values()], float).T


def _download(shown: Given) -> None:
    with st.container(horizontal=True):
        makers: list[tuple[str, Callable[..., bytes], str]] = [
            ("csv", to_csv, "text/csv"),
            ("npz", to_npz, "application/zip"),
        ]
        for ending, make, mime in makers:
            st.download_button(ending.upper(), make(shown.matrices), f"attention.{ending}", mime, key=f"save_{ending}")


def _upload() -> None:
    st.file_uploader(
        "Bring matrices as CSV or NPZ", ["csv", "npz"], key=state.UPLOAD, on_change=_read,
        max_upload_size=max(1, MAX_BYTES // 1_000_000),
    )  # fmt: skip
    problem = state.get(state.UPLOADED)
    if isinstance(problem, str):
        st.warning(problem, icon=":material/info:")


def _read() -> None:
    file = state.get(state.UPLOAD)
    if file is None:
        return
    try:
        state.put(state.UPLOADED, from_file(file.name, file.getvalue()))
        state.put(state.NUMBERS, FILE)
        _load()
    except ValueError as error:
        state.put(state.UPLOADED, str(error))
