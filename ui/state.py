"""The names of everything a session remembers; keys of widgets are also their names in CSS, those bound in the URL."""

from typing import Any

import streamlit as st

# Widgets bound to the URL.
SENTENCE = "sentence"
KIND = "kind"
LAYER = "layer"
HEAD = "head"
MEAN = "mean"
STEP = "step"
STRETCH = "stretch"
GOLD = "gold"
NUMBERS = "numbers"  # what the attention page computes with
VIEW = "view"
SEED = "seed"
LENGTH = "length"
WIDTH = "width"
N_HEADS = "n_heads"
MASK = "mask"
LENGTHS = "lengths"
EMPTY_ROW = "empty_row"
SCALE = "scale"
SOFTMAX = "softmax"
DROPOUT = "dropout"
ROW = "row"
COLUMN = "column"
LAYOUT = "layout"
N_POSITIONS = "positions"
D_MODEL = "d_model"
SIMILARITY = "similarity"
WAVES = "waves"
SOURCE = "source"  # what the building blocks compute with
PART = "part"  # encoder or decoder
BY = "by"  # how far a row is moved
DEPTH = "depth"
STAGE = "stage"
SENTENCES = "sentences"
CHOSEN = "chosen"  # the sentence of a batch

# Other widgets and containers.
TOKENS = "tokens"
COMPLETION = "completion"
TRANSLATION = "translation"
CANDIDATES = "candidates"
ATTENTION = "attention"
READING = "reading"
HEADS = "heads"
HEADS_CHART = "heads_chart"
TRAINING_STATUS = "training_status"
SIGNED = "signed_"  # begins the key of every container of a signed matrix
WEIGHTS_CHART = "weights_chart"
DIAGRAM_CHART = "diagram_chart"
BATCH_CHART = "batch_chart"
EDITOR = "editor_"  # begins the key of every editor of a matrix
UPLOAD = "upload"
CELL = "cell"
MEASURE = "measure"

# What lies behind the widgets.
CLICKS = "clicks"  # clicks on the overview so far
FOLLOWS_END = "follows_end"  # whether the step moves with the end of the translation
IS_PLAYING = "is_playing"
MEASURED = "measured"  # times of softmax and linear attention, once somebody asked
UPLOADED = "uploaded_"  # begins the names of the matrices of the last file, or the sentence that says why not
TICKED = "ticked"  # when play last advanced, by the monotonic clock
N_STEPS = "n_steps"  # steps of the translation shown
MOVED_TO = "moved_to"  # where the server moved the step slider to
MOVED_FROM = "moved_from"  # places it has had of late, which the browser may still report
SEEN_SENTENCE = "seen_sentence"  # the sentence the stepper was last drawn for
PUT_RIGHT = "put_right"  # the sentence and number of steps for which the slider was last put right
TYPED_AT = "typed_at"  # when the sentence last changed, by the monotonic clock
MOVED_AT = "moved_at"  # when, by the monotonic clock
SHOWN_TRAINING = "shown_training"  # the training step on show, and whether training went on


def get(key: str, default: Any = None) -> Any:
    """What this session holds under a key."""
    return st.session_state.get(key, default)


def put(key: str, value: Any) -> None:
    """Remember a value for this session; for a widget's key, only before the widget is drawn."""
    st.session_state[key] = value
