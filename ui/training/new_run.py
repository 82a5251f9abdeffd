"""The view "New": settings, a corpus, the requirements, and the button that starts a training."""

from contextlib import suppress

import streamlit as st

from model.corpus import Corpus
from model.runs.run_description import compute_run_digest
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.runs import machine_requirements, quotas, visitor_runs
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.run_lists import clean_name
from ui.shell import page_choices
from ui.training import corpus_choice, settings, training_page_keys, watch
from ui.training.run_name import name_run
from ui.widgets import messages, session
from ui.widgets.views import go_to_view

_EXISTS = {
    Status.TRAINED: "A run with these settings and this corpus is already trained.",
    Status.STOPPED: "A run with these settings and this corpus exists and was stopped; it can be resumed.",
    Status.FAILED: "A run with these settings and this corpus exists and failed.",
}
_IS_DEFAULT = "These are the settings of the default run: change one to start another."
_IS_UNFINISHED = "A run with these settings and this corpus exists and is not finished."
_IS_OF_ANOTHER = "Another visitor has a run with these settings and this corpus; another seed starts your own."


def show(_: TrainingRun) -> None:
    """Draw the whole view, which is the same for any run shown."""
    left, right = st.columns([2, 3], gap="large")
    with left, st.container(key=training_page_keys.CORPUS):
        corpus = corpus_choice.choose_corpus()
    with right:
        chosen = settings.choose_settings()
        problem, excess = chosen.problem, ""
        with st.container(key=training_page_keys.NEW_NEEDS):
            if corpus is None:
                problem = problem or corpus_choice.explain_absence()
            elif chosen.model is not None:
                excess = machine_requirements.show_requirements(chosen.model, chosen.training, corpus)
                if chosen.training.guided_alignment and not corpus.has_links:
                    problem = "Guided alignment needs gold links, and this corpus has none: set it to 0."
        digest = compute_run_digest(corpus.digest, chosen.model, chosen.training) if corpus and chosen.model else ""
        existing = get_registry().describe(digest) if digest else None
        problem = problem or ("" if existing else excess or quotas.find_obstacle_to_new_run())
        if problem:
            messages.warn(problem)
        elif existing:
            st.info(_describe_existing(digest, existing.status), icon=":material/done_all:")
        if session.take(training_page_keys.CLEARS_NAME):
            session.put(training_page_keys.NEW_NAME, "")
        corpus_name = "" if corpus is None or corpus is get_toy_corpus() else corpus.name
        usual_name = name_run(chosen.model or ModelConfig(), chosen.training, corpus_name)
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            name = st.text_input(
                "Name", key=training_page_keys.NEW_NAME, placeholder=usual_name,
                width=330, persist_state="session",
            )  # fmt: skip
            is_clicked = st.button(
                "Show the run" if existing else "Start training", key=training_page_keys.START, type="primary",
                icon=":material/visibility:" if existing else ":material/play_arrow:", disabled=bool(problem),
            )  # fmt: skip
    # Not in a callback: what is typed last comes with the click, and is read above.
    if is_clicked and corpus and chosen.model and not problem:
        _start(corpus, chosen.model, chosen.training, clean_name(name) or usual_name)


def _describe_existing(digest: str, status: Status) -> str:
    """Return that a run with the chosen settings is there, and what the visitor can do."""
    if digest == get_registry().open_default().digest:
        return _IS_DEFAULT
    if status is not Status.TRAINED and visitor_runs.is_of_another(digest):
        return _IS_OF_ANOTHER
    return _EXISTS.get(status, _IS_UNFINISHED)


def _start(corpus: Corpus, model: ModelConfig, training: TrainingConfig, name: str) -> None:
    digest = compute_run_digest(corpus.digest, model, training)
    exists = get_registry().describe(digest) is not None
    if not exists and quotas.find_obstacle_to_new_run():  # another tab may have started one in the meantime
        return
    if not exists:
        visitor_runs.make_room()
    run = get_registry().create_run(corpus, model, training, keeps_corpus=corpus is not get_toy_corpus())
    with suppress(ValueError):  # the list is full; an existing run can be opened without being in it
        visitor_runs.add_run(digest, name, is_started=not exists)
    page_choices.show_run(run)
    session.put(training_page_keys.IS_STARTED, True)
    session.put(training_page_keys.CLEARS_NAME, True)
    go_to_view(watch.NAME)
