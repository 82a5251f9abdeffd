"""Sentences of the corpus that a run is trained on: the one that pages open with, and those that a view watches."""

from model.corpus import Corpus
from ui.runs.pretrained_runs import PretrainedRun
from ui.runs.record_cache import cache_records
from ui.runs.shown_run import ShownRun
from ui.widgets import sentence_box

_MIN_WORDS, _MAX_WORDS = 3, 9  # of a sentence that fits a small map


def choose_example(run: ShownRun) -> str:
    """Return the sentence that pages open with: the toy example, or a held-out sentence of a visitor's own corpus."""
    if isinstance(run, PretrainedRun):
        return run.example
    return list_held_out(run.corpus)[0] if run.corpus.is_raw_text else sentence_box.EXAMPLE


def choose_second_example(run: ShownRun) -> str:
    """Return the sentence that is compared with that one until a visitor types another."""
    if isinstance(run, PretrainedRun):
        return run.second_example
    return list_held_out(run.corpus)[:2][-1] if run.corpus.is_raw_text else sentence_box.SECOND_EXAMPLE


@cache_records(max_entries=20)
def list_held_out(corpus: Corpus) -> tuple[str, ...]:
    """Return all different held-out sentences, those that fit a small map first."""
    lengths = {" ".join(pair.source): len(pair.source) for pair in corpus.held_out}
    return tuple(sorted(lengths, key=lambda text: not _MIN_WORDS <= lengths[text] <= _MAX_WORDS))
