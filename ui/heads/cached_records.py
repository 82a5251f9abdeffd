"""The scores of every head of a snapshot."""

from model.analysis.head_report import HeadScores, report_heads
from model.corpus import Corpus
from model.training.snapshot import Snapshot
from ui.runs.record_cache import cache_records

N_SENTENCES = 500  # held-out sentences measured


@cache_records(max_entries=100, spinner="Measuring every head …")
def measure_heads(snapshot: Snapshot, corpus: Corpus) -> tuple[HeadScores, ...]:
    """Return the scores of every head over held-out sentences; a snapshot is measured once, in about a second.

    Raises:
        ValueError: no held-out sentence has two tokens.
    """
    return report_heads(snapshot.translator, corpus.held_out[:N_SENTENCES])
