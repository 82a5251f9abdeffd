"""The view "Explanation": several methods say which words made the model generate a token, and how far they agree."""

import streamlit as st

from figures.attribution_bars import attribution_bars, bars_height
from model.analysis.attribution_agreement import METHODS, REFERENCE
from model.analysis.attributions import Attributions
from model.analysis.rank_correlation import correlate_ranks
from model.data.typed_sentence import Sentence, read_sentence
from model.inference.translation import Translation
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.heads import heads_page_keys
from ui.heads.cached_records import N_COMPARED, attribute_step, compare_attributions
from ui.runs import example_sentences, training_step
from ui.runs.cached_records import compute_translation
from ui.widgets import chart, link_keys, sentence_box, step_slider, texts, token_chips
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.tables import show_plain_table

NAME = "Explanation"
_NAMES = {
    REFERENCE: "leaving out",
    "attention": "attention",
    "value_norm": "attention × value",
    "rollout": "rollout",
    "gradient_input": "gradient × input",
    "integrated_gradients": "integrated gradients",
}


def show(run: TrainingRun) -> None:
    """Draw the whole view."""
    if run.state.snapshot is None:
        return
    left, right = st.columns([2, 1], gap="large", vertical_alignment="bottom")
    with right:
        snapshot = training_step.choose_snapshot(run)
    with left:
        text = sentence_box.type_short_sentence(example_sentences.choose_example(run), is_live=True)
    sentence = read_sentence(f"{text} ", snapshot.translator.source)
    if not sentence.tokens:
        show_remark("Type a sentence to see which of its words made the model choose a token.")
        return
    token_chips.show_input_remark(sentence)
    translation = compute_translation(snapshot, sentence)
    with left:
        n_steps = len(translation.steps)
        step = step_slider.choose_step(n_steps, len(translation.words) or 1, is_training=run.state.is_training)
    _draw_bars(snapshot, sentence, translation, step - 1)
    _show_agreement(run, snapshot)
    texts.show("explanation")


def _draw_bars(snapshot: Snapshot, sentence: Sentence, translation: Translation, step: int) -> None:
    """Draw what every method says about the token of a step, counted from 0, leaving out first."""
    attributions = attribute_step(snapshot, sentence, step)
    token = translation.target[step]
    show_heading(f"Why {token}?", f"step {step + 1} of {len(translation.steps)}: {' '.join(translation.words)}")
    values = {name: getattr(attributions, method) for method, name in _NAMES.items()}
    notes = {_NAMES[method]: _describe_agreement(attributions, method) for method in METHODS}
    notes[_NAMES[REFERENCE]] = "how much less probable without the word"
    figure = attribution_bars(values, tokens=translation.source, notes=notes)
    strongest = {name: translation.source[int(each.argmax())] for name, each in values.items()}
    alt = f"For {token}, " + ", ".join(f"{name} points to {word}" for name, word in strongest.items()) + "."
    chart.draw(figure, heads_page_keys.ATTRIBUTIONS, alt, height=bars_height(len(values), len(translation.source)))


def _describe_agreement(attributions: Attributions, method: str) -> str:
    correlation = correlate_ranks(getattr(attributions, method), attributions.leaving_out)
    return "" if correlation is None else f"rank correlation with leaving out {correlation:.2f}"


def _show_agreement(run: TrainingRun, snapshot: Snapshot) -> None:
    """Offer the comparison over held-out sentences, which takes a while, and show it."""
    label = f"Compare the methods over {N_COMPARED} held-out sentences"
    if not st.toggle(label, key=link_keys.COMPARED, bind="query-params"):
        return
    agreements = sorted(compare_attributions(snapshot, run.corpus), key=lambda each: -each.mean)
    rows = [
        (
            _NAMES[each.method],
            f"{each.mean:.2f}" if each.n_tokens else "–",
            f"± {each.spread:.2f}" if each.n_tokens else "–",
        )
        for each in agreements
    ]
    with st.container(key=heads_page_keys.AGREEMENT):
        show_plain_table(("method", "rank correlation with leaving out", "standard deviation over tokens"), rows)
        show_remark(
            f"Spearman's correlation, for each of {max(each.n_tokens for each in agreements):,} generated tokens."
        )
