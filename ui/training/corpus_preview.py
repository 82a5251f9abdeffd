"""The preview of a corpus: its size, its vocabulary, and its first pairs."""

from itertools import islice

import streamlit as st

from model.corpus import Corpus
from model.corpus.pair import write_pharaoh
from model.corpus.statistics import CorpusStatistics
from ui.runs.record_cache import cache_records
from ui.training import training_page_keys
from ui.widgets import tables
from ui.widgets.number_format import format_number, format_percent, plural

_N_PAIRS = 5
_UNBROKEN = "\N{NON-BREAKING HYPHEN}"


def show_corpus(corpus: Corpus) -> None:
    """Show the statistics and the first pairs of a corpus."""
    facts = _count(corpus)
    tables.show_numbers(
        [
            ("pairs", format_number(facts.n_pairs)),
            (plural(facts.n_train, "training pair"), format_number(facts.n_train)),
            (plural(facts.n_held_out, "held-out pair"), format_number(facts.n_held_out)),
            (plural(facts.n_aligned, "aligned pair"), format_number(facts.n_aligned)),
        ]
    )
    if facts.n_excluded:
        each = "that share" if facts.n_excluded > 1 else "that shares"
        st.caption(
            f"Without {format_number(facts.n_excluded)} {plural(facts.n_excluded, 'pair')} {each} a sentence with a"
            " held-out pair."
        )
    rows = [
        (
            name if side.has_spaces else f"{name}, in letters",
            *map(format_number, (side.n_words, side.n_unique, side.longest)),
            format_percent(side.out_of_vocabulary),
        )
        for name, side in (("source", facts.source), ("target", facts.target))
    ]
    with st.container(key=training_page_keys.CORPUS_WORDS):
        tables.show_plain_table(("", "words", "unique words", "longest sentence", "out-of-vocabulary"), rows)
    invented = "" if corpus.is_raw_text else " Many unique words are invented names, each of which occurs once."
    st.caption(f"Out-of-vocabulary: the share of held-out words that occur in no training pair.{invented}")
    pairs = [
        (" ".join(p.source), " ".join(p.target), write_pharaoh(p.alignment).replace("-", _UNBROKEN))
        for p in islice(corpus.train, _N_PAIRS)
    ]
    n_columns = 3 if any(alignment for _, _, alignment in pairs) else 2
    tables.show_plain_table(("source", "target", "alignment")[:n_columns], [pair[:n_columns] for pair in pairs])


@cache_records(max_entries=20)
def _count(corpus: Corpus) -> CorpusStatistics:
    return CorpusStatistics.of(corpus)
