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
CHOOSING = "choosing"  # how the language model chooses its next word
TEMPERATURE = "temperature"
TOP_K = "top_k"
TOP_P = "top_p"
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
EDITS = "edits"  # edited cells; in the URL without a widget

NEW_LAYERS = "new_layers"  # the settings of a training that is about to begin
NEW_HEADS = "new_heads"
NEW_WIDTH = "new_width"
NEW_INNER = "new_inner"
NEW_DROPOUT = "new_dropout"
NEW_NORM = "new_norm"
NEW_STEPS = "new_steps"
NEW_BATCH = "new_batch"
NEW_RATE = "new_rate"
NEW_SCHEDULE = "new_schedule"
NEW_SEED = "new_seed"
NEW_DEVICE = "new_device"
NEW_CORPUS = "new_corpus"

RUN = "run"  # the digest of the run whose weights are shown; none for the default
TRAINING_STEP = "training_step"  # none for the newest weights
FIRST_RUN, SECOND_RUN = "a", "b"  # the digests of two runs to compare
FIRST_STEP, SECOND_STEP = "a_step", "b_step"  # and their training steps

# Other widgets and containers.
TOKENS = "tokens"
COMPLETION = "completion"
EXAMPLES = "examples"
SHORT_SENTENCE = "short_sentence"
TRANSLATION = "translation"
CANDIDATES = "candidates"
HEAD_CHOICE = "head_choice"
ATTENTION = "attention"
READING = "reading"
HEADS = "heads"
HEADS_CHART = "heads_chart"
PAGES = "pages"
TIME_TRAVEL = "time_travel"
PROBES = "probes"
COURSE = "course"
COMPARE_CHOICE = "compare_choice"
COMPARED = "compared"  # the maps of two runs, and their difference
RUN_LIST = "run_list"
RUN_ = "run_"  # begins the key of every run of the list, and of what is done with it
LOADED = "loaded"  # a file with a run
CHOOSE_ = "choose_"  # begins the keys of the boxes that choose a run
TRAINING_STATUS = "training_status"
NEW_NAME = "new_name"
NEW_NEEDS = "new_needs"
START = "start"
CORPUS = "corpus"
CORPUS_FILE = "corpus_file"
PASTED = "pasted"
SIGNED = "signed_"  # begins the key of every container of a signed matrix
WEIGHTS_CHART = "weights_chart"
DIAGRAM_CHART = "diagram_chart"
BATCH_CHART = "batch_chart"
EDITOR = "editor_"  # begins the key of every editor of a matrix
UPLOAD = "upload"
CELL = "cell"
MEASURE = "measure"
WRITTEN = "written"
LANGUAGE_STATUS = "language_status"
LOSSES = "losses"
WRITES = "writes"
READS = "reads"
DRAWING = "drawing"
CAUSAL, LEAKY = "causal", "leaky"  # the two models side by side

# What lies behind the widgets.
CLICKS = "clicks"  # clicks on the overview so far
FOLLOWS_END = "follows_end"  # whether the step moves with the end of the translation
PLAYING = "playing"  # what advances by itself now
MEASURED = "measured"  # times of softmax and linear attention, once somebody asked
UPLOADED = "uploaded_"  # begins the names of the matrices of the last file that could be read
REFUSED = "refused_"  # begins the names of why the last file could not be, "" where it could
LINKED = "linked"  # the edited cells this visit's link came with, and the mark of the numbers they were read for
TICKED = "ticked_"  # begins the names of when it last did, by the monotonic clock
TRAINING_STEPS = "training_steps"  # those one can go to
N_STEPS = "n_steps"  # steps of the translation shown
SEEN_SENTENCE = "seen_sentence"  # the sentence the stepper was last drawn for
OWN_CORPUS = "own_corpus"  # the corpus a visitor brought
CORPUS_PROBLEMS = "corpus_problems"  # why the last text that was brought cannot be used, a sentence each
BLEU = "bleu"  # the weights whose BLEU was asked for: the digest of the run, and the step
VISITOR = "visitor"  # the secret this visitor is known by
PUT_RIGHT = "put_right"  # the sentence and number of steps for which the slider was last put right
REST = "rest"  # where the slider rests now
EARLIER_RESTS = "earlier_rests"  # where the slider rested of late before it moved by itself, and until when
SAID = "said"  # what came of loading a run, for the next time its view is drawn
N_LOADED = "n_loaded"  # files with runs so far: each gets a box of its own
SHOWN_MARKS = "shown_marks"  # what a view that follows trainings was last drawn for
SHOWN_TRAINING = "shown_training"  # the mark of the training that the page was last drawn for
ASKED = "asked"  # what the link of this visit asks for, until it is answered
SHOWN_LANGUAGE = "shown_language"  # the same for both language models


def get(key: str, default: Any = None) -> Any:
    """What this session holds under a key."""
    return st.session_state.get(key, default)


def put(key: str, value: Any) -> None:
    """Remember a value for this session; for a widget's key, only before the widget is drawn."""
    st.session_state[key] = value


def forget(key: str) -> None:
    """Hold nothing under a key any more."""
    st.session_state.pop(key, None)
