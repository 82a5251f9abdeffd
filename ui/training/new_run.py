"""Beginning a training of one's own: settings, a corpus, what it needs, and a button."""

import streamlit as st

from model.corpus import Corpus
from model.runs.run_description import compute_run_digest
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.runs import cache, quotas, requirements, run_choice, visitor_runs
from ui.runs.visitor_files import MAX_NAME
from ui.training import WATCH, own_corpus, settings, training_keys
from ui.widgets import link_keys, session

_ALREADY = {
    Status.TRAINED: "These settings were trained on this corpus already: no need to wait.",
    Status.STOPPED: "These settings were trained on this corpus already, and stopped on the way; they can go on.",
    Status.FAILED: "These settings were tried on this corpus already, and failed.",
}
_BEGUN = "These settings are being trained on this corpus already: no need to train them twice."


def show() -> None:
    """Draw the whole view."""
    left, right = st.columns([3, 2], gap="large")
    with right, st.container(key=training_keys.CORPUS):
        corpus = own_corpus.choose()
    with left:
        chosen = settings.choose()
        problem = chosen.problem
        with st.container(key=training_keys.NEW_NEEDS):
            if corpus is None:
                problem = problem or "Bring a corpus first, or take the toy."
            elif chosen.model is not None:
                problem = requirements.show(chosen.model, chosen.training, corpus)
        digest = compute_run_digest(corpus.digest, chosen.model, chosen.training) if corpus and chosen.model else ""
        known = cache.runs().describe(digest) if digest else None
        problem = problem or ("" if known else quotas.obstacle())
        if problem:
            st.warning(problem, icon=":material/info:")
        elif known:
            st.info(_ALREADY.get(known.status, _BEGUN), icon=":material/done_all:")
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            name = st.text_input(
                "Name", key=training_keys.NEW_NAME, max_chars=MAX_NAME, placeholder=chosen.name or "A name", width=330,
                persist_state="session",
            )  # fmt: skip
            st.button(
                "Show it" if known else "Start training", key=training_keys.START, type="primary", disabled=bool(problem),
                icon=":material/visibility:" if known else ":material/play_arrow:", on_click=_start,
                args=(corpus, chosen.model, chosen.training, name or chosen.name),
            )  # fmt: skip


def _start(corpus: Corpus, model: ModelConfig, training: TrainingConfig, name: str) -> None:
    digest = compute_run_digest(corpus.digest, model, training)
    is_known = cache.runs().describe(digest) is not None
    if not is_known and quotas.obstacle():  # begun elsewhere in the meantime
        return
    run = cache.runs().create_run(corpus, model, training, keeps_corpus=corpus is not cache.corpus())
    if not visitor_runs.mine().is_full:  # what is trained already can be shown without being kept
        visitor_runs.keep(digest, name, is_begun=not is_known)
    run_choice.choose(run)
    session.put(link_keys.VIEW, WATCH)
