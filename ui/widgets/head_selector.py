"""The widgets that choose what is shown."""

from dataclasses import dataclass

import streamlit as st

from model.data.typed_sentence import Sentence
from model.data.vocabulary import Vocabulary
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from ui.widgets import chart, link_keys, session, widget_keys
from ui.widgets.markdown import plain
from ui.widgets.number_box import keep_within
from ui.widgets.option_choice import one_of

EXAMPLE = "she does not like the small black dog"
EXAMPLES = (
    "he does not see them",
    "is she tired",
    "do you like the red flowers",
    "the old woman eats fish",
    "Zorbin likes the white house",
)


@dataclass(frozen=True, slots=True)
class HeadChoice:
    """Which attention to show: kind, layer and head counted from 0, the head None for the mean of heads."""

    kind: Kind
    layer: int
    head: int | None

    @property
    def name(self) -> str:
        """The choice in words, layer and head counted from 1."""
        head = "the mean of heads" if self.head is None else f"head {self.head + 1}"
        return f"{head} of layer {self.layer + 1}"


def sentence_box(example: str = EXAMPLE, placeholder: str = "Type an English sentence") -> str:
    """The box a sentence is typed into; it commits at every key."""
    text = st.text_input(
        "Sentence", example, key=link_keys.SENTENCE, bind="query-params", live="0ms",
        label_visibility="collapsed", autocomplete="off",
        placeholder=placeholder,
    )  # fmt: skip
    return text or ""


def short_sentence_box(*, is_live: bool) -> str:
    """The same sentence among other choices; it commits at every key, or when it is done."""
    with st.container(key=widget_keys.SHORT_SENTENCE, width="content"):
        text = st.text_input(
            "Sentence", EXAMPLE, max_chars=300, key=link_keys.SENTENCE, bind="query-params", width=380, live=is_live
        )
    return text or ""


def completions(sentence: Sentence, vocabulary: Vocabulary) -> None:
    """Offer known words that complete the one being typed; choosing one writes it into the box."""
    beginning = sentence.typing if vocabulary.is_written else sentence.typing.lower()
    options = [word for word in vocabulary.complete(beginning) if word != beginning] if beginning else []
    st.pills(
        "Completions", options, key=widget_keys.COMPLETION, on_change=_complete, args=(len(beginning),), format_func=plain,
        label_visibility="collapsed",
    )  # fmt: skip


def _complete(n_typed: int) -> None:
    word = session.get(widget_keys.COMPLETION)
    if word:
        text = session.get(link_keys.SENTENCE, "")
        session.put(link_keys.SENTENCE, f"{text[: len(text) - n_typed]}{word} ")
        session.put(widget_keys.COMPLETION, None)


def examples() -> None:
    """Offer whole sentences that the toy grammar knows; choosing one writes it into the box."""
    st.pills(
        "Examples", EXAMPLES, key=widget_keys.EXAMPLES, on_change=_take_example, label_visibility="collapsed",
        width="content",
    )  # fmt: skip


def _take_example() -> None:
    session.put(link_keys.SENTENCE, session.get(widget_keys.EXAMPLES))
    session.forget(widget_keys.EXAMPLES)


def head_choice(config: ModelConfig) -> HeadChoice:
    """Kind, layer and head, with the mean of heads as a choice of its own."""
    with st.container(key=widget_keys.HEAD_CHOICE, horizontal=True, vertical_alignment="bottom", gap="medium"):
        return HeadChoice(attention_kind(), *layer_and_head(config))


def attention_kind() -> Kind:
    """Which of the three attentions."""
    return Kind(one_of("Attention", [kind.value for kind in Kind], link_keys.KIND, Kind.CROSS.value))


def decoder_choice(config: ModelConfig) -> HeadChoice:
    """Layer and head of a model that has one kind of attention, the decoder's."""
    with st.container(key=widget_keys.HEAD_CHOICE, horizontal=True, vertical_alignment="bottom", gap="medium"):
        return HeadChoice(Kind.DECODER, *layer_and_head(config))


def layer_and_head(config: ModelConfig) -> tuple[int, int | None]:
    """Layer and head, counted from 0; the head None for the mean of heads."""
    layer = _slider("Layer", config.n_layers, link_keys.LAYER)
    is_mean = session.get(link_keys.MEAN, False)
    head = _slider("Head", config.n_heads, link_keys.HEAD, is_off=is_mean)
    is_mean = st.toggle("Mean of heads", key=link_keys.MEAN, bind="query-params")
    return layer - 1, None if is_mean else head - 1


def _slider(label: str, n: int, key: str, *, is_off: bool = False) -> int:
    keep_within(key, 1, max(2, n))
    value: int = st.slider(label, 1, max(2, n), key=key, bind="query-params", disabled=is_off or n < 2, width=130)
    return min(value, n)


def stretch() -> bool:
    """Whether the brightest colour stands for the largest weight shown instead of 1."""
    return st.toggle(
        "Stretch colours", key=link_keys.STRETCH, bind="query-params",
        help="The brightest colour stands for the largest weight shown, so that faint heads can be seen.",
    )  # fmt: skip


def show_gold(*, is_possible: bool) -> bool:
    """Whether to lay the gold word alignment over cross-attention."""
    wanted = st.toggle(
        "Gold alignment", key=link_keys.GOLD, bind="query-params", disabled=not is_possible,
        help="White dots: which English word each French word translates, as the grammar knows it. Only for"
        " cross-attention, and sentences that the grammar can make and the model gets right.",
    )  # fmt: skip
    return wanted and is_possible


def choose_tile() -> None:
    """Take the layer and head whose small map was clicked."""
    tile = chart.clicked(widget_keys.HEADS_CHART)
    if tile is not None:
        layer, head = tile
        session.put(link_keys.LAYER, layer + 1)
        session.put(link_keys.MEAN, head < 0)
        if head >= 0:
            session.put(link_keys.HEAD, head + 1)
