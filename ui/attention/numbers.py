"""Where the numbers of the attention page come from: examples, chance, the translator, a file; all can be edited."""

import streamlit as st

from model.data.typed_sentence import read_sentence
from model.lab import attention_examples
from model.lab.attention_inputs import Given, checked_set
from model.lab.attention_stages import Mask
from model.runs.training_run import TrainingRun
from model.transformer.kind import Kind
from ui.runs import cache
from ui.widgets import head_selector, html_pieces, link_keys, matrix_editor, session
from ui.widgets.number_box import count

HAND, PROJECTED, LENGTHS, NINE = (
    "Q, K, V by hand",
    "From words to Q, K, V",
    "Valid lengths 2 and 6",
    "Softmax of 1 to 9",
)
SIZES, RANDOM, TRANSLATOR, FILE = "Different sizes", "Random numbers", "From the translator", "From a file"
_FIXED = {
    HAND: attention_examples.HAND,
    PROJECTED: attention_examples.PROJECTED,
    LENGTHS: attention_examples.LENGTHS,
    NINE: attention_examples.NINE,
}
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
            "Numbers", [*_FIXED, SIZES, RANDOM, TRANSLATOR, FILE], key=link_keys.NUMBERS, bind="query-params", width=230,
            on_change=_load,
        )  # fmt: skip
        found = _found(source, run)
        tables = st.popover("Edit", icon=":material/edit:", disabled=found is None)
        files = st.popover("Files", icon=":material/download:")
    with files:
        matrix_editor.upload("attention", checked_set, _brought)
    if found is None:
        missing = "bring a file" if source == FILE else "type a sentence"
        st.info(f"Nothing to compute with yet: {missing}.", icon=":material/info:")
        return None
    about = _ABOUT.get(source) or _about_translator()
    st.caption(about)
    with tables:
        edited, problem = matrix_editor.tables(found.matrices, checked_set)
    matrix_editor.complain(problem)
    with files:
        matrix_editor.download(edited, "attention")
    return found.with_matrices(edited)


def choose(source: str) -> None:
    """Take other numbers, with the switches that they are about."""
    session.put(link_keys.NUMBERS, source)
    _load()


def _load() -> None:
    """An example brings the switches that it is about; any choice begins without the others."""
    source = session.get(link_keys.NUMBERS)
    session.put(link_keys.MASK, Mask.LENGTHS.value if source == LENGTHS else Mask.NONE.value)
    session.put(link_keys.LENGTHS, "2, 6" if source == LENGTHS else "2")
    session.put(link_keys.SCALE, source != NINE)
    session.put(link_keys.N_HEADS, 2 if source == PROJECTED else 4 if source == TRANSLATOR else 1)


def _found(source: str, run: TrainingRun) -> Given | None:
    if source in _FIXED:
        return _FIXED[source]
    if source == SIZES:
        return attention_examples.random_sizes(count("Seed", link_keys.SEED, 0, 9999, 0))
    if source == RANDOM:
        seed = count("Seed", link_keys.SEED, 0, 9999, 0)
        length = count("Tokens", link_keys.LENGTH, 1, 64, 4)
        return attention_examples.random_given(seed, length, count("Width", link_keys.WIDTH, 1, 64, 4), 1)
    if source == TRANSLATOR:
        return _from_translator(run)
    uploaded = matrix_editor.uploaded("attention")
    return Given(uploaded) if uploaded else None


def _from_translator(run: TrainingRun) -> Given | None:
    snapshot = run.state.snapshot
    text = head_selector.short_sentence_box(is_live=False)
    kind = head_selector.attention_kind()
    layers = run.description.model.n_layers
    layer = count("Layer", link_keys.LAYER, 1, max(1, layers), 1)
    if snapshot is None:
        return None
    sentence = read_sentence(f"{text} ", snapshot.translator.source)
    html_pieces.say_if_changed(sentence)
    return cache.taken(snapshot, sentence.words, kind, layer - 1) if sentence.tokens else None


def _about_translator() -> str:
    kind = session.get(link_keys.KIND)
    if kind == Kind.CROSS:
        return "Q comes from the decoder (X, at every generated token); K and V from the encoder (X_k, the sentence)."
    if kind == Kind.ENCODER:
        return "Q, K and V all come from the encoder: the sentence looks at itself."
    return "Q, K and V all come from the decoder, and no row may look ahead: this mask is the model's own."


def _brought() -> None:
    choose(FILE)
