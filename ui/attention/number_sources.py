"""The sources of the Attention page's numbers: examples, random numbers, the translator, a file."""

from enum import Enum
from functools import partial

import streamlit as st

from model.data.typed_sentence import read_sentence
from model.lab import attention_examples
from model.lab.attention_inputs import AttentionInputs, check_inputs
from model.lab.attention_stages import Mask
from model.lab.matrices import MAX_SIZE
from model.lab.translator_inputs import read_attention_inputs
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from ui.runs import example_sentences
from ui.runs.record_cache import cache_records
from ui.shell import page_choices
from ui.widgets import head_selector, link_keys, sentence_box, session, token_chips
from ui.widgets.matrix_transfer import get_uploaded
from ui.widgets.number_box import choose_number
from ui.widgets.number_picker import FILE, RANDOM, TRANSLATOR, NumberSource, pick_numbers

HAND, PROJECTED, LENGTHS = "Q, K, V by hand", "From words to Q, K, V", "Valid lengths 2 and 6"
NINE, SIZES = "Softmax of 1 to 9", "Different sizes"
_NAME = "attention"
_KINDS = {
    Kind.CROSS: "Q comes from the decoder (X, one row per generated token); K and V from the encoder (X_k, the"
    " sentence).",
    Kind.ENCODER: "Q, K and V all come from the encoder: every token of the sentence looks at the whole sentence.",
    Kind.DECODER: "Q, K and V all come from the decoder, with the model's own causal mask.",
}


class Suited(Enum):
    """The sources that suit a view: all, those on which heads differ, or those that project one X."""

    ANY = (PROJECTED, HAND, LENGTHS, NINE, SIZES, RANDOM, TRANSLATOR, FILE)
    SEVERAL_HEADS = (PROJECTED, HAND, NINE, SIZES, RANDOM, TRANSLATOR, FILE)
    ONE_X = (PROJECTED, RANDOM, TRANSLATOR, FILE)


def choose_inputs(run: TrainingRun, suited: Suited) -> AttentionInputs | None:
    """Show the choice of numbers among the suited sources; None if there is nothing to compute with yet."""
    kinds = (Kind.ENCODER, Kind.DECODER) if suited is Suited.ONE_X else tuple(Kind)
    sources = [
        _example(PROJECTED, attention_examples.PROJECTED, "Three tokens as vectors X, projected to Q, K and V."),
        _example(
            HAND,
            attention_examples.HAND,
            "Three queries, keys and values; the scores are so far apart that each query looks at one key.",
        ),
        _example(
            LENGTHS,
            attention_examples.LENGTHS,
            "All keys are equal, so each query gets the mean of the values it may look at; with lengths 2 and 6, of the"
            " first 2 and the first 6.",
        ),
        _example(
            NINE,
            attention_examples.NINE,
            "K and V are the identity: without the scale, the output is the softmax of Q.",
        ),
        NumberSource(SIZES, _draw_sizes, lambda: "Queries of width 5, keys of width 3, values of width 2, projected."),
        NumberSource(RANDOM, _draw_inputs, lambda: "Drawn from a normal distribution; the seed repeats them."),
        NumberSource(
            TRANSLATOR, partial(_read_translator, run, kinds), lambda: _KINDS[Kind(session.get(link_keys.KIND))]
        ),
        NumberSource(FILE, _read_upload, _describe_upload),
    ]
    if session.get(link_keys.NUMBERS) not in (None, *suited.value):
        session.put(link_keys.NUMBERS, PROJECTED)
        _reset_options(run)
    picked = pick_numbers(
        [source for source in sources if source.label in suited.value], link_keys.NUMBERS, name=_NAME,
        check=check_inputs, width=230, on_change=partial(_reset_options, run),
    )  # fmt: skip
    return picked and picked[0].with_matrices(picked[1])


def _reset_options(run: TrainingRun) -> None:
    """Set the options that belong to the chosen numbers, and reset the others."""
    source = session.get(link_keys.NUMBERS)
    session.put(link_keys.MASK, Mask.LENGTHS.value if source == LENGTHS else Mask.NONE.value)
    session.put(link_keys.LENGTHS, "2, 6" if source == LENGTHS else "2")
    session.put(link_keys.SCALE, source != NINE)
    n_heads = {
        PROJECTED: attention_examples.PROJECTED.n_heads, SIZES: attention_examples.random_sizes(0).n_heads,
        TRANSLATOR: run.description.model.n_heads,
    }  # fmt: skip
    session.put(link_keys.N_HEADS, n_heads.get(source, 1))
    session.put(link_keys.SEED, 0)


def _example(label: str, inputs: AttentionInputs, text: str) -> NumberSource[AttentionInputs]:
    return NumberSource(label, lambda: inputs, lambda: text)


def _draw_sizes() -> AttentionInputs:
    return attention_examples.random_sizes(choose_number("Seed", link_keys.SEED, 0, 9999, 0))


def _draw_inputs() -> AttentionInputs:
    seed = choose_number("Seed", link_keys.SEED, 0, 9999, 0)
    length = choose_number("Tokens", link_keys.LENGTH, 1, MAX_SIZE, 4)
    return attention_examples.random_inputs(seed, length, choose_number("Width", link_keys.WIDTH, 1, MAX_SIZE, 4))


def _read_translator(run: TrainingRun, kinds: tuple[Kind, ...]) -> AttentionInputs | None:
    snapshot = run.state.snapshot
    text = sentence_box.type_short_sentence(example_sentences.choose_example(run))
    kind = head_selector.choose_kind(kinds)
    layer = choose_number("Layer", link_keys.LAYER, 1, run.description.model.n_layers, 1)
    if snapshot is None:
        return None
    sentence = read_sentence(text, snapshot.translator.source)
    token_chips.show_input_remark(sentence)
    _offer_return(text, kind, layer)
    return (
        _read_attention_inputs(snapshot, sentence.words, sentence.texts, kind, layer - 1) if sentence.tokens else None
    )


def _offer_return(text: str, kind: Kind, layer: int) -> None:
    """Let the Translate page open on the same row of the same head, if this page was opened in a tab of its own."""
    link = {
        link_keys.SENTENCE: text, link_keys.KIND: kind.value, link_keys.LAYER: str(layer),
        link_keys.HEAD: _read_number(link_keys.HEAD), link_keys.MEAN: "false",
    }  # fmt: skip
    link[link_keys.FRAMED if kind is Kind.ENCODER else link_keys.STEP] = _read_number(link_keys.ROW)
    page_choices.offer_link("Translate", link)


def _read_number(key: str) -> str:
    """Return the number in a box of this page that is drawn later: as it was drawn last, or as the link has it."""
    return str(session.get(key) or st.query_params.get(key, "1"))


@cache_records(max_entries=20)  # up to 8 MB each under the widest models
def _read_attention_inputs(
    snapshot: Snapshot, words: tuple[str, ...], texts: tuple[str, ...], kind: Kind, layer: int
) -> AttentionInputs:
    return read_attention_inputs(snapshot.translator, words, kind, layer, texts=texts)


def _read_upload() -> AttentionInputs | None:
    matrices = get_uploaded(_NAME)
    return AttentionInputs(matrices) if matrices else None


def _describe_upload() -> str:
    if get_uploaded(_NAME):
        return "The numbers of your file; it holds neither the names of tokens nor the number of heads."
    return "Upload Q, K and V, or X with W_q, W_k and W_v, under Files."
