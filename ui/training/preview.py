"""A corpus at a glance: its first pairs, and its numbers."""

from itertools import islice

import streamlit as st

from model.corpus import Corpus
from model.corpus.pair import write_pharaoh
from ui.runs import cache
from ui.widgets import tables
from ui.widgets.number_format import format_number, format_percent

_N_PAIRS = 5


def show(corpus: Corpus) -> None:
    """Draw both."""
    facts = cache.corpus_statistics(corpus)
    tables.show_numbers(
        [
            ("pairs", format_number(facts.n_pairs)),
            ("to learn from", format_number(facts.n_train)),
            ("held out", format_number(facts.n_held_out)),
            ("with links", format_number(facts.n_aligned)),
        ]
    )
    rows = [
        (
            name,
            format_number(side.n_words),
            format_number(side.n_distinct),
            str(side.longest),
            format_percent(side.unseen_share),
        )
        for name, side in (("source", facts.source), ("target", facts.target))
    ]
    tables.show_plain_table(("", "words", "different", "longest", "unseen"), rows)
    st.caption("Unseen: the share of held-out words that no sentence to learn from has.")
    pairs = [
        (" ".join(p.source), " ".join(p.target), write_pharaoh(p.alignment)) for p in islice(corpus.train, _N_PAIRS)
    ]
    n_columns = 3 if any(links for _, _, links in pairs) else 2
    tables.show_plain_table(("source", "target", "links")[:n_columns], [pair[:n_columns] for pair in pairs])
