"""The first view: the map and the step shown before a visitor chooses any, and one line of help."""

from streamlit.delta_generator import DeltaGenerator

from model.analysis.reordering import find_reordered_word
from model.corpus import Pair
from model.inference.translation import Translation
from ui.runs import example_sentences
from ui.runs.shown_run import ShownRun
from ui.translate import translate_page_keys
from ui.widgets import link_keys, session, step_slider, widget_keys

HELP = "Each row is a generated token; bright cells show what it looks at. Click a token or a row."
LINES_HELP = (
    "Lines tie each generated token to the source tokens it looks at, wider for a larger weight. Click a token."
)
ZOOM_HELP = "Drag on the map to zoom in; double-click to zoom out."
_CHOICES = (
    link_keys.SENTENCE, link_keys.KIND, link_keys.LAYER, link_keys.HEAD, link_keys.MEAN, link_keys.STRETCH,
    link_keys.PERCENTAGES, link_keys.GOLD, link_keys.DRAWN_AS, link_keys.TRAINING_STEP, widget_keys.FOLLOWS_DEFAULT,
    translate_page_keys.INTERVENTION,
)  # fmt: skip


def choose_step(
    place: DeltaGenerator, translation: Translation | None, gold: Pair | None, run: ShownRun | None = None
) -> int:
    """Draw the controls of the decoding step and return the step, counted from 1.

    The default is the step of the last word, where the model decides what a further word of the sentence may change.
    The example opens at its most reordered word if the gold alignment is known.

    Args:
        place: of the controls.
        translation: None for an empty page.
        gold: gold alignment of the translation, None where it is unknown.
        run: the run shown; None for a record that was opened.
    """
    n_steps = len(translation.steps) if translation else 1
    default = max(1, len(translation.words)) if translation else 1
    sentence = session.get(link_keys.SENTENCE, "")
    if run and translation and sentence == example_sentences.choose_example(run):
        word = find_reordered_word(gold) if gold else None
        if word is not None:
            default = word + 1
    with place:
        return step_slider.choose_step(sentence, n_steps, default, is_training=bool(run and run.state.is_training))


def is_untouched() -> bool:
    """Return True until the visitor types, clicks or steps for the first time in this session."""
    if session.get(translate_page_keys.IS_TOUCHED):
        return False
    follows_default = session.get(widget_keys.FOLLOWS_DEFAULT)  # which moves by itself while the model trains
    choices = (*(session.get(key) for key in _CHOICES), None if follows_default else session.get(link_keys.STEP))
    if session.get(translate_page_keys.FIRST_CHOICES, choices) != choices:
        session.put(translate_page_keys.IS_TOUCHED, True)
        return False
    session.put(translate_page_keys.FIRST_CHOICES, choices)
    return True
