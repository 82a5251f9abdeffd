"""A training as it happens: its course, and a few sentences as its heads see them, now or at an earlier step."""

import streamlit as st

from figures import course as course_figure
from figures.course import course
from figures.curves import Curve
from figures.heatmap import heatmap
from figures.palette import FIRST, SECOND
from figures.wording import hover_texts
from model.kind import Kind
from model.runs import TrainingRun
from model.sentence import Sentence, read_sentence
from model.snapshot import Snapshot
from ui import cache, controls, state, time_travel, tokens
from ui.controls import HeadChoice
from ui.training import probes

_BARE = {"displayModeBar": False}
_MAP_HEIGHT = 260


def show(run: TrainingRun) -> None:
    """Draw the whole view."""
    if run.state.snapshot is None:
        return
    left, right = st.columns([2, 3], gap="large")
    with right:
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            text = controls.short_sentence_box(is_live=True)
            choice = controls.head_choice(run.state.snapshot.translator.model.config)
        maps = st.container(key=state.PROBES)
        snapshot = time_travel.choose(run)
    with left:
        show_course(run, snapshot)
    with maps:
        for column, sentence in zip(st.columns(2) * 2, probes.sentences(run, text), strict=False):
            with column:
                _map(run, snapshot, sentence, choice)


def show_course(run: TrainingRun, snapshot: Snapshot) -> None:
    """Losses and scores so far, and in numbers as they were at the chosen step."""
