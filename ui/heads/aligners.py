"""The view "Aligners": cross-attention as a word aligner, beside aligners that know no attention."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.analysis.aligner_report import ATTENTION, DIAGONAL, FAST_ALIGN, MODEL_1, AlignerReport
from model.analysis.alignment_reading import Reading
from model.corpus import Pair
from model.corpus.tsv import CorpusError
from model.inference.row_labels import number_repeated
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.heads import heads_page_keys
from ui.heads.cached_records import measure_aligners
from ui.widgets import changing_default, link_keys
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.number_format import count, format_percent
from ui.widgets.tables import show_plain_table

NAME = "Aligners"
_ABOUT = {
    ATTENTION: "the word with the largest weight",
    DIAGONAL: "the word at the same relative position",
    MODEL_1: "the word with the highest translation probability, at any position",
    FAST_ALIGN: "the word that is most probable by translation and by distance from the diagonal",
}
_SHARE = " multiplied by its share of all weights on that word"  # of a reading in both directions
_WRONG = " ✗"


def show(run: TrainingRun, snapshot: Snapshot, _controls: DeltaGenerator) -> None:
    """Draw the whole view, which has no controls beside the choice of the training step."""
    try:
        report = measure_aligners(snapshot, run.corpus)
    except (CorpusError, OSError):
        show_remark("The training pairs of this corpus cannot be read.")
        return
    except ValueError:
        show_remark(
            "No word of the held-out sentences can be aligned. The corpus needs more pairs, and spaces between words."
        )
        return
    with st.container(key=heads_page_keys.ALIGNERS):
        extent = f"over {count(len(report.pairs), 'held-out sentence')}"
        if report.has_gold:
            show_heading("Alignment error rate", f"{extent}; lower is better")
        else:
            show_heading("Disagreement with IBM Model 1", f"{extent}; lower is closer")
            show_remark("No held-out sentence has a gold alignment, so the links of IBM Model 1 take its place.")
        error = "error" if report.has_gold else "disagreement"
        about = _ABOUT | {ATTENTION: _ABOUT[ATTENTION] + (_SHARE if report.reading.is_mutual else "")}
        rows = [(each.name, format_percent(each.error_rate), about[each.name]) for each in report.scores]
        show_plain_table(("aligner", error, "links a target word to"), rows)
        if FAST_ALIGN not in {each.name for each in report.scores}:
            show_remark("fast_align is not compared: its package, sil-thot, is not installed on this server.")
        show_remark(
            f"Cross-attention is read at {_describe(report.reading)}. Of all readings, this one has the lowest {error}"
            " on training sentences."
        )
    _show_sentence(report)


def _describe(reading: Reading) -> str:
    head = "the mean of heads" if reading.head is None else f"head {reading.head + 1}"
    head = "the mean of all heads" if reading.layer is None else f"layer {reading.layer + 1}, {head}"
    step = "is fed the word" if reading.is_fed else "generates the word"
    return f"{head}, at the step that {step}" + (", in both directions" if reading.is_mutual else "")


def _show_sentence(report: AlignerReport) -> None:
    """Draw the choice of a held-out sentence, and the source words that each aligner links to its target words."""
    with st.container(key=heads_page_keys.LINKS):
        sentences = [" ".join(pair.source) for pair in report.pairs]
        names = list(dict.fromkeys(sentences))
        telling = sentences[_find_telling(report)]
        changing_default.follow(link_keys.ALIGNED, telling)
        sentence = st.selectbox(
            "Held-out sentence", names, names.index(telling), key=link_keys.ALIGNED, bind="query-params"
        )
        index = sentences.index(sentence)
        pair = report.pairs[index]
        reference = "gold" if report.has_gold else MODEL_1
        columns = [[_name_words(pair, each.links[index], j) for j in range(len(pair.target))] for each in report.scores]
        gold = [_name_words(pair, pair.alignment, j, is_gold=True) for j in range(len(pair.target))]
        headings = ("target word", reference, *(each.name for each in report.scores))
        show_plain_table(headings, list(zip(pair.target, gold, *columns, strict=True)))
        show_remark(
            f"{_WRONG.strip()} marks a link that is missing in the column “{reference}”; – marks a word without a link."
            " The number behind a repeated word is its position in the sentence."
        )


def _find_telling(report: AlignerReport) -> int:
    """Return the first sentence in which an aligner sets a wrong link; the first of all if there is none."""
    links = zip(*(score.links for score in report.scores), strict=True)
    is_telling = (any(each - pair.alignment for each in found) for found, pair in zip(links, report.pairs, strict=True))
    return next((place for place, is_wrong in enumerate(is_telling) if is_wrong), 0)


def _name_words(pair: Pair, links: frozenset[tuple[int, int]], target: int, *, is_gold: bool = False) -> str:
    """Return the source words that links give a target word: repeated ones with their position, wrong ones marked."""
    source = number_repeated(pair.source)
    words = [
        source[i] + ("" if is_gold or (i, j) in pair.alignment else _WRONG) for i, j in sorted(links) if j == target
    ]
    return ", ".join(words) or "–"
