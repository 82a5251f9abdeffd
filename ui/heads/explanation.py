"""The view "Explanation": which source words a generated token depends on, by several methods side by side."""

from streamlit.delta_generator import DeltaGenerator

from figures.attribution_bars import attribution_bars, bars_height
from model.analysis.attributions import LEAVING_OUT, METHODS, MIN_TOKENS, correlate_methods, take_row
from model.analysis.gradient_attribution import MAX_POINTS
from model.data.sentence import Sentence
from model.data.typed_sentence import read_sentence
from model.inference.translation import Translation
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.heads import agreement, heads_page_keys
from ui.heads.cached_records import compute_attributions, compute_incompleteness
from ui.runs import example_sentences
from ui.runs.cached_records import compute_translation
from ui.widgets import chart, messages, sentence_box, step_slider, texts, token_chips
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.number_format import format_correlation, format_number, format_percent

NAME = "Explanation"
_LARGEST_GAP = 0.01  # of integrated gradients, as the text of this view says


def show(run: TrainingRun, snapshot: Snapshot, controls: DeltaGenerator) -> None:
    """Draw the whole view; ``controls`` is the place beside the choice of the training step."""
    with controls:
        text = sentence_box.type_short_sentence(example_sentences.choose_example(run))
    sentence = read_sentence(text, snapshot.translator.source)
    if sentence.tokens:
        _explain(run, snapshot, text, sentence)
    else:
        messages.inform("Type a sentence to see which words each token depends on.")
    texts.show("explanation_words")
    agreement.show(run, snapshot)


def _explain(run: TrainingRun, snapshot: Snapshot, text: str, sentence: Sentence) -> None:
    translation = compute_translation(snapshot, sentence)
    step = step_slider.choose_step(text, len(translation.steps), 1, is_training=run.state.is_training)
    token, generated = translation.target[step - 1], translation.vocabulary_tokens[step - 1]
    is_copied = translation.steps[step - 1].copied_from is not None
    title = f"Generating {generated}, copied as “{token}”" if is_copied else f"Generating “{token}”"
    earlier = " ".join(translation.target[: step - 1])
    show_heading(title, f"after “{earlier}”" if earlier else "the first token")
    scores = take_row(compute_attributions(snapshot, sentence, step - 1), 0)
    correlations = correlate_methods(scores)
    notes = {name: f"rank correlation {format_correlation(value)}" for name, value in correlations.items()}
    notes[LEAVING_OUT] = "decrease of log p, read as <unk>"
    figure = attribution_bars(scores, translation.source, notes=notes, reference=LEAVING_OUT)
    chart.draw(figure, heads_page_keys.BARS, _describe(translation, generated), height=bars_height(len(scores)))
    short = f" Fewer than {MIN_TOKENS} tokens have no rank correlation." if len(translation.source) < MIN_TOKENS else ""
    show_remark(f"Each method has a scale of its own. Correlations are Spearman's, with leaving out.{short}")
    if (gap := compute_incompleteness(snapshot, sentence, step - 1)) > _LARGEST_GAP:
        show_remark(
            "Integrated gradients are rough here: their sum misses the difference of the logits by"
            f" {format_percent(gap)}, because the gradient changes too fast for {format_number(MAX_POINTS)} points on"
            " the path."
        )
    show_remark("The model is unchanged here: heads switched off and words forced on Translate do not count.")
    token_chips.show_input_remark(sentence)
    if snapshot.translator.source.is_subword:
        show_remark(
            "This model reads pieces of words, and the unknown word hardly occurred in its training, or never: leaving"
            " out and integrated gradients compare with a vector that it has not learned."
        )
    if any(not each.is_known for each in sentence.tokens):
        show_remark("An unknown word cannot be left out: the model reads it as the unknown word already.")


def _describe(translation: Translation, token: str) -> str:
    return f"Scores of {' '.join(translation.source)} for generating {token}, by {', '.join(METHODS)}."
