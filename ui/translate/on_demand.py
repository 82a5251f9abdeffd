"""The collapsed expanders below the maps; each computes nothing until it is open."""

from model.corpus import Pair
from model.data.sentence import Sentence
from model.inference.intervention import Intervention
from model.inference.translation import Translation
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.translate.attention_panel import AttentionPanel
from ui.translate.held_out_scores import show_held_out_scores
from ui.translate.languages import find_target_language
from ui.translate.other_decodings import show_other_decodings
from ui.translate.record_downloads import show_record_downloads
from ui.translate.second_sentence import show_second_sentence


def show_on_demand(
    run: ShownRun,
    snapshot: ShownSnapshot,
    sentence: Sentence,
    translation: Translation | None,
    intervention: Intervention,
    panel: AttentionPanel,
    step: int,
    gold: Pair | None,
) -> None:
    """Draw the expanders of another sentence, of other decodings, of downloads, and of what heads that are off cost."""
    show_second_sentence(run, snapshot, translation, intervention, panel)
    show_other_decodings(run, snapshot, sentence, intervention)
    show_record_downloads(translation, intervention, panel.choice, step, gold, find_target_language(run).tag)
    show_held_out_scores(run, snapshot, intervention)
