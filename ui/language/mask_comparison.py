"""The view "With and without causal mask": the same language model with and without its causal mask, side by side."""

import streamlit as st

from figures.heatmap import heatmap_height
from figures.learning_curves import LOSS_CURVES_HEIGHT, Curve, loss_curves
from figures.palette import RUN_COLORS
from figures.share_text import format_whole_percent
from model.data.sentence import Sentence
from model.inference.sentence_scoring import ScoredSentence
from model.training.language_evaluation import LanguageEvaluation
from model.training.learning_curve import CurvePoint
from model.training.snapshot import LanguageSnapshot
from model.transformer.kind import Kind
from ui.language import language_page_keys, next_token_choice
from ui.language.cached_records import generate_text, score_sentence
from ui.language.generated_row import show_generated_text
from ui.language.generation import PREDICTING
from ui.language.language_runs import LanguageSnapshots
from ui.widgets import chart, head_selector, legends, tables, texts
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_heading
from ui.widgets.map_view import MapView
from ui.widgets.token_chips import isolate, show_row

_WITH, _WITHOUT = "With the mask", "Without the mask"
_MAX_LOSS = 5.0  # nats at which the colour of a token's loss is strongest


def show(snapshots: LanguageSnapshots, prompt: Sentence) -> None:
    """Draw losses, scores, what both generate from one prompt, the loss of each token, and one head of both."""
    causal, leaky, n_steps = snapshots
    both = ((_WITH, causal), (_WITHOUT, leaky))
    texts.show("leak")
    left, right = st.columns([3, 2], gap="large", vertical_alignment="center")
    with left:
        _draw_curves((causal, leaky), n_steps)
    with right:
        tables.show_table(("", _WITH, _WITHOUT), _score((causal, leaky)))

    with st.container(horizontal=True, vertical_alignment="center"):
        heading = st.container(width="content")
        with st.popover("Sampling"):
            sampling = next_token_choice.choose_sampling()
    with heading:
        how = f", sampled at temperature {sampling.temperature:g}" if sampling else ""
        show_heading("Generated text", f"from the same prompt{how}")
    generated = [generate_text(snapshot, prompt, sampling) for _, snapshot in both]
    with st.container(key=language_page_keys.CONTINUATIONS):
        for (name, _), continuation in zip(both, generated, strict=True):
            show_generated_text(continuation, name=name, has_prompt=True)
        endless = generate_text(leaky, prompt, sampling, may_end=False)
        show_generated_text(endless, name=f"{_WITHOUT}, <eos> forbidden", has_prompt=True)

    show_heading("Loss of each token", "−log p in nats, of the text generated with the mask")
    text = generated[0]
    words, shown = (*prompt.words, *text.tokens), (*prompt.texts, *text.tokens)
    scored = [score_sentence(snapshot, words, shown) for _, snapshot in both]
    with st.container(key=language_page_keys.LOSS_ROWS):
        for (name, _), sentence in zip(both, scored, strict=True):
            _show_losses(sentence, name, is_complete=text.is_complete)

    show_heading("Attention", "in this sentence")
    choice = head_selector.choose_decoder_head(causal.text_generator.model.config)
    columns, keys = st.columns(2, gap="large"), (language_page_keys.CAUSAL, language_page_keys.LEAKY)
    for column, key, (name, _), sentence in zip(columns, keys, both, scored, strict=True):
        with column, st.container(key=key):
            _draw_map(sentence, choice, key, name)
    legends.show_weights(1.0)


def _draw_curves(snapshots: tuple[LanguageSnapshot, LanguageSnapshot], n_steps: int) -> None:
    curves, losses = [], []
    for name, colors, snapshot in zip(("with the mask", "without it"), RUN_COLORS, snapshots, strict=True):
        steps = [point.step for point in snapshot.learning_curve]
        training = [point.loss for point in snapshot.learning_curve]
        held_out = [point.evaluation.loss for point in snapshot.learning_curve]
        curves.append(Curve(f"training loss {name}", steps, training, colors[1], is_training=True))
        curves.append(Curve(f"held-out loss {name}", steps, held_out, colors[0]))
        losses.append(
            f"{name} after {snapshot.step} training steps: held-out loss {snapshot.evaluation.loss:.2f} nats per token"
        )
    alt = f"Losses of both models, logarithmic: {'; '.join(losses)}."
    figure = loss_curves(curves, n_steps=n_steps, lowest=0.0005)
    chart.draw(figure, language_page_keys.LOSSES, alt, height=LOSS_CURVES_HEIGHT)
    legends.show_curves(curves)


def _score(snapshots: tuple[LanguageSnapshot, LanguageSnapshot]) -> list[tuple[str, ...]]:
    scores = [snapshot.evaluation for snapshot in snapshots]
    return [
        ("training loss", *(_format_training_loss(snapshot.learning_curve[-1]) for snapshot in snapshots)),
        ("held-out loss", *(f"{score.loss:.3f}" for score in scores)),
        (
            f"grammatical, of {scores[0].n_generated} sentences generated without a prompt",
            *(format_whole_percent(score.grammatical) for score in scores),
        ),
    ]


def _format_training_loss(point: CurvePoint[LanguageEvaluation]) -> str:
    return f"{point.loss:.3f}" if point.step else "–"


def _show_losses(sentence: ScoredSentence, name: str, *, is_complete: bool) -> None:
    """Show every token of a sentence with its loss in nats, and ``<eos>`` only if the sentence is complete."""
    tokens, losses = sentence.tokens, sentence.losses
    if not is_complete:
        tokens, losses = tokens[:-1], losses[:-1]
    chips = [
        f'<span class="token loss" style="--loss:{min(1.0, loss / _MAX_LOSS):.2f}">'
        f"{isolate(token)}<small>{loss:.2f}</small></span>"
        for token, loss in zip(tokens, losses.tolist(), strict=True)
    ]
    show_row(name, chips, f"mean {losses.mean():.2f}")


def _draw_map(sentence: ScoredSentence, choice: HeadChoice, key: str, name: str) -> None:
    share = format_whole_percent(sentence.attention_to_next_token(choice.layer, choice.head))
    reason = ": the mask forbids it" if key == language_page_keys.CAUSAL else ", which it has to predict"
    looks = f"looks {share} at the next token{reason}"
    show_heading(name, looks)
    alt = f"Attention {name.lower()}, {choice.name}. It {looks}."
    height = heatmap_height(len(sentence.queries(Kind.DECODER)))
    MapView(sentence, choice, verb=PREDICTING).draw(f"{key}_chart", alt, height=height)
