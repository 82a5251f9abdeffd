"""What a training learns from: the toy corpus, or sentence pairs that a visitor brings as a file or pastes."""

import hashlib
from html import escape
from pathlib import Path

import streamlit as st

from model.corpus import Corpus
from model.corpus.tsv import LIMITS
from ui.runs import cache
from ui.training import preview, training_keys
from ui.widgets import link_keys, session
from ui.widgets.assets import ASSETS
from ui.widgets.number_format import format_number
from ui.widgets.option_choice import choose_option

TOY, OWN = "Toy", "Own"
MAX_PASTED = 200_000  # characters
_EXAMPLE = ASSETS / "example.tsv"
_MEGABYTES = LIMITS.n_bytes // 1_000_000
_HOW = (
    "One pair a line: a sentence, a tab, its translation; and, if you have them, a second tab and the links between"
    f" their words, as in 0-0 1-2. Up to {format_number(LIMITS.n_pairs)} pairs. What you bring is kept on the server"
    " with its training."
)


def choose() -> Corpus | None:
    """Draw the choice of a corpus and its preview; None where the visitor has yet to bring one."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.html('<div class="thought"><b>Corpus</b></div>', width="content")
        which = choose_option("Corpus", [TOY, OWN], link_keys.NEW_CORPUS, is_bare=True)
    if which == TOY:
        st.caption("Everyday English and French from a grammar, with the links between words.")
        found: Corpus | None = cache.corpus()
    else:
        _bring()
        found = session.get(training_keys.OWN_CORPUS)
    if found is not None:
        preview.show(found)
    return found


def _bring() -> None:
    st.caption(_HOW)
    st.file_uploader(
        "A file", ["tsv", "txt"], key=training_keys.CORPUS_FILE, max_upload_size=_MEGABYTES, on_change=_read_file,
        label_visibility="collapsed",
    )  # fmt: skip
    st.text_area(
        f"Or paste it, up to {MAX_PASTED // 1000}\u202f000 letters", key=training_keys.PASTED, height=110,
        max_chars=MAX_PASTED, persist_state="session", on_change=_read_pasted,
        placeholder="A small dog sleeps.\tUn petit chien dort.",
    )  # fmt: skip
    with st.container(horizontal=True, gap="small"):
        st.button("Read", icon=":material/check:", on_click=_read_pasted)
        st.button("Try an example", icon=":material/lightbulb:", on_click=_try_example)
    problems: tuple[str, ...] = session.get(training_keys.CORPUS_PROBLEMS, ())
    if problems:
        has_one = session.get(training_keys.OWN_CORPUS) is not None
        st.error(
            "This text cannot be used." + (" The corpus from before stays." if has_one else ""),
            icon=":material/error:",
        )
        st.html(f'<ul class="problems">{"".join(f"<li>{escape(problem)}</li>" for problem in problems)}</ul>')


def _read_file() -> None:
    file = session.get(training_keys.CORPUS_FILE)
    if file is not None:
        _take(Path(file.name).stem, file.getvalue())


def _read_pasted() -> None:
    data = (session.get(training_keys.PASTED) or "").encode(errors="replace")
    if data.strip():
        _take("pasted", data)


def _try_example() -> None:
    session.put(training_keys.PASTED, _EXAMPLE.read_text(encoding="utf-8"))
    _read_pasted()


def _take(name: str, data: bytes) -> None:
    """Put a corpus in the place of the one from before, or say what is wrong with it."""
    read = cache.own_corpus(hashlib.sha256(data).hexdigest(), name, data)
    if isinstance(read, Corpus):
        session.put(training_keys.OWN_CORPUS, read)
    session.put(training_keys.CORPUS_PROBLEMS, () if isinstance(read, Corpus) else read)
