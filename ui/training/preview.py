"""A corpus at a glance: its first pairs, and its numbers."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice

import streamlit as st

from model.corpus import Corpus
from model.corpus.pair import write_pharaoh
from ui.runs import cache
from ui.widgets import html_pieces
from ui.widgets.number_format import number, percent

_N_PAIRS = 5


def show(corpus: Corpus) -> None:
    """Draw both."""
    facts = cache.corpus_facts(corpus)
    html_pieces.show_figures(
        [
            ("pairs", number(facts.n_pairs)),
            ("to learn from", number(facts.n_train)),
            ("held out", number(facts.n_held_out)),
            ("with links", number(facts.n_aligned)),
        ]
    )
    rows = [
        (name, number(side.n_words), number(side.n_distinct), str(side.longest), percent(side.unseen))
        for name, side in (("source", facts.source), ("target", facts.target))
    ]
    st.html(_table(("", "words", "different", "longest", "unseen"), rows))
    st.caption("Unseen: the share of held-out words that no sentence to learn from has.")
    pairs = [
        (" ".join(p.source), " ".join(p.target), write_pharaoh(p.alignment)) for p in islice(corpus.train, _N_PAIRS)
    ]
    n_columns = 3 if any(links for _, _, links in pairs) else 2
    st.html(_table(("source", "target", "links")[:n_columns], [pair[:n_columns] for pair in pairs]))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    first = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="preview"><table><tr>{first}</tr>{body}</table></div>'
