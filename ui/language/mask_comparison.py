"""The same language model with and without its causal mask, side by side."""

import streamlit as st

from figures import losses as losses_figure
from figures.curves import Curve
from figures.heatmap import heatmap, height_of
from figures.palette import FIRST, SECOND
from figures.wording import axes, hover_texts
from model.data.typed_sentence import Sentence
from model.data.vocabulary import BOS
from model.inference.generated_text import Reading
from model.inference.translation import arrows
from model.training.language_evaluation import LanguageEvaluation
from model.training.learning_curve import CurvePoint
from model.training.snapshot import LanguageSnapshot
from model.transformer.kind import Kind
from ui.language import language_keys, sampling_controls
from ui.language.language_runs import Runs
from ui.runs import cache
from ui.widgets import chart, head_selector, html_pieces, texts
from ui.widgets.head_selector import HeadChoice

_WITH, _WITHOUT = "With the mask", "Without it"


def show(both: Runs, snapshots: tuple[LanguageSnapshot, LanguageSnapshot], sentence: Sentence) -> None:
    """Losses in training, what both write from one beginning, what one sentence costs them, where they look."""
    causal, leaky = snapshots
    texts.show("leak")
    left, right = st.columns([3, 2], gap="large", vertical_alignment="center")
    with left:
        _curves(snapshots, both.causal.state.steps)
    with right:
        html_pieces.show_scores(("", _WITH, _WITHOUT), _scores(snapshots))

    with st.container(horizontal=True, vertical_alignment="center"):
        st.html('<div class="thought"><b>What each writes</b> <span>from the same beginning</span></div>')
        with st.popover("How words are chosen"):
            chosen = sampling_controls.choose()
    writings = [cache.writing(snapshot, sentence, chosen) for snapshot in snapshots]
    with st.container(key=language_keys.WRITES):
        for name, writing in zip((_WITH, _WITHOUT), writings, strict=True):
            html_pieces.show_writing(writing, name=name, has_given=True)
        endless = cache.writing(leaky, sentence, chosen, may_end=False)
        html_pieces.show_writing(endless, name="… and <eos> forbidden", has_given=True)

    st.html(
        '<div class="thought"><b>What each word costs them</b>'
        " <span>both read what the first one wrote, in nats: −log p</span></div>"
    )
    words, shown = (*sentence.words, *writings[0].words), (*sentence.texts, *writings[0].words)
    readings = [cache.reading(now, words, shown) for now in snapshots]
    with st.container(key=language_keys.READS):
        for name, reading in zip((_WITH, _WITHOUT), readings, strict=True):
            html_pieces.show_losses(reading, name)

    html_pieces.show_heading("Where they look", "in this one sentence; the shares below are means over its words alone")
    choice = head_selector.decoder_choice(causal.text_generator.model.config)
    for column, key, name, reading in zip(
        st.columns(2, gap="large"),
        (language_keys.CAUSAL, language_keys.LEAKY),
        (_WITH, _WITHOUT),
        readings,
        strict=True,
    ):
        with column, st.container(key=key):
            _map(reading, choice, key, name)


def _curves(snapshots: tuple[LanguageSnapshot, LanguageSnapshot], n_steps: int) -> None:
    curves = []
    for name, color, snapshot in zip(("with the mask", "without it"), (FIRST, SECOND), snapshots, strict=True):
        steps = [point.step for point in snapshot.learning_curve]
        training = [point.loss for point in snapshot.learning_curve]
        held_out = [point.evaluation.loss for point in snapshot.learning_curve]
        curves.append(Curve(f"{name}, in training", steps, training, color))
        curves.append(Curve(f"{name}, held out", steps, held_out, color, is_dotted=True))
    alt = "Loss over training steps, logarithmic: with the mask it levels off, without it it falls towards zero."
    chart.draw(losses_figure.losses(curves, n_steps=n_steps), language_keys.LOSSES, alt, height=losses_figure.HEIGHT)
    st.html(
        '<div class="legend"><span class="first">━ with the mask</span><span class="second">━ without it</span>'
        "<span>solid in training, dotted on held-out sentences</span></div>"
    )


def _scores(snapshots: tuple[LanguageSnapshot, LanguageSnapshot]) -> list[tuple[str, ...]]:
    scores = [snapshot.evaluation for snapshot in snapshots]
    return [
        ("loss in training", *(_loss(snapshot.learning_curve[-1]) for snapshot in snapshots)),
        ("loss on held-out sentences", *(f"{score.loss:.3f}" for score in scores)),
        (
            f"grammatical, of {scores[0].n_generated} sentences it wrote freely",
            *(f"{100 * score.grammatical:.0f}\u202f%" for score in scores),
        ),
    ]


def _loss(point: CurvePoint[LanguageEvaluation]) -> str:
    return f"{point.loss:.3f}" if point.step else "–"


def _map(reading: Reading, choice: HeadChoice, key: str, name: str) -> None:
    weights = reading.maps.head(Kind.DECODER, choice.layer, choice.head)
    fed = (BOS, *reading.following[:-1])
    share = f"{100 * reading.share_on_next(choice.layer, choice.head):.0f}\u202f%"
    looks = f"{choice.name} looks {share} at the very next word"
    reason = ": the mask forbids it" if key == language_keys.CAUSAL else ", the answer"
    height = height_of(len(fed))
    figure = heatmap(
        weights,
        keys=fed,
        queries=arrows(fed, reading.following),
        hover=hover_texts(Kind.DECODER, weights, fed, reading.following, "predicting"),
        label_width=160,
        height=height,
        axes=axes(Kind.DECODER, "predicting"),
    )
    html_pieces.show_heading(name, f"{looks[0].upper()}{looks[1:]}{reason}.")
    alt = f"Attention {name.lower()}, {choice.name}. It looks {share} at the very next word{reason}."
    chart.draw(figure, f"{key}_chart", alt, height=height)
