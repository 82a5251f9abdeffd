"""The switchboard: what is changed in the model, and the translation without these changes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from html import unescape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from figures.overview import MEAN
from figures.share_text import format_share
from model.data.sentence import Sentence
from model.inference.intervention import Intervention, describe_changes
from model.inference.token_difference import find_differences
from model.inference.translation import Translation
from model.inference.translation_system import TranslationSystem
from model.transformer.config import AttentionSizes
from ui.runs import cached_records
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.translate import branches, intervention_link, translate_page_keys
from ui.translate.languages import find_target_language
from ui.translate.translation_view import DIFFERS, show_tokens
from ui.widgets import chart, head_selector, link_keys, off_weights, session, widget_keys
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_remark
from ui.widgets.markdown import escape_markdown
from ui.widgets.option_choice import choose_option

_DIFFERS_BEFORE = "differs from the translation with the changes"


@dataclass(frozen=True, slots=True)
class Switchboard:
    """The changes, the place of their names and that of the translation without them; no places without changes."""

    intervention: Intervention
    changes: DeltaGenerator | None = None
    place: DeltaGenerator | None = None

    def translate(
        self, run: ShownRun, snapshot: ShownSnapshot, sentence: Sentence
    ) -> tuple[Translation | None, frozenset[int]]:
        """Translate under the changes, show the translation without them, and return the steps that differ, from 0."""
        plain = cached_records.compute_translation(snapshot, sentence) if sentence.tokens else None
        if self.changes is None or self.place is None:
            return plain, frozenset()
        translation = (
            cached_records.compute_changed_translation(snapshot, sentence, self.intervention) if plain else None
        )
        with self.changes:
            _show_changes(self.intervention, translation)
        if plain is None or translation is None:
            return None, frozenset()
        lost, changed = find_differences(plain.target, translation.target)
        with self.place:
            note = _compare(plain, translation) if plain.target == translation.target else ""
            language = find_target_language(run)
            show_tokens("Before", plain, lost, _DIFFERS_BEFORE, language, note, can_force=True)
            self._show_idle(translation)
        return translation, changed

    def show_tried(self, run: ShownRun, snapshot: ShownSnapshot, sentence: Sentence) -> None:
        """Show the translations under earlier changes, each with a button that returns to it; none without changes.

        They stand below the maps, which so stay where they are while one head after another is switched off.
        """
        with st.container(key=translate_page_keys.TRIED):
            if self.changes is None or not sentence.tokens:
                return
            plain = cached_records.compute_translation(snapshot, sentence)
            for place, branch in enumerate(branches.remember_branches(self.intervention)):
                self._show_branch(place, branch, run, snapshot, sentence, plain)

    def describe(self, translation: Translation) -> tuple[str, ...]:
        """Return each change as a few words."""
        return tuple(describe_changes(self.intervention, translation))

    def _show_idle(self, translation: Translation) -> None:
        """Say which changes do nothing, and why."""
        idle = self.intervention.find_idle(translation)
        covered = Intervention(rows=tuple(row for row in idle.rows if row.head in self.intervention.off))
        for reason, part in (("the head is off", covered), ("this translation ends before it", idle.without(covered))):
            if part:
                show_remark(f"Without effect, because {reason}: {'; '.join(describe_changes(part, translation))}.")

    def write_link(self) -> None:
        """Write the changes into the URL; call this after all widgets are drawn."""
        intervention_link.write_intervention(self.intervention)

    @staticmethod
    def _show_branch(
        place: int,
        branch: Intervention,
        run: ShownRun,
        snapshot: ShownSnapshot,
        sentence: Sentence,
        plain: Translation,
    ) -> None:
        tried = cached_records.compute_changed_translation(snapshot, sentence, branch)
        _, changed = find_differences(plain.target, tried.target)
        name = "; ".join(describe_changes(branch, tried))
        with st.container(key=f"{translate_page_keys.BRANCH_ROW}{place}", horizontal=True, vertical_alignment="top"):
            show_tokens("Tried", tried, changed, DIFFERS, find_target_language(run), name)
            branches.show_return_button(place, branch, name)


def choose_changes(translator: TranslationSystem) -> Switchboard:
    """Draw what is changed, if anything is: a click takes a change back."""
    intervention = intervention_link.read_intervention(translator)
    # The place is there without changes too: one more element would make the browser draw all below it anew.
    board = st.container(key=translate_page_keys.SWITCHBOARD)
    if not intervention:
        return Switchboard(intervention)
    with board:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            changes = st.container(width="content")
            if intervention.off:
                names = (off_weights.ZERO, off_weights.UNIFORM)
                fill = choose_option("Switched-off heads have", names, link_keys.FILL, is_bare=True)
                intervention = replace(intervention, is_uniform=fill == off_weights.UNIFORM)
            st.button("Reset", key=translate_page_keys.RESET, on_click=branches.reset, type="tertiary")
        return Switchboard(intervention, changes, st.container())


def show_switch(config: AttentionSizes, choice: HeadChoice, intervention: Intervention) -> None:
    """Draw the button that switches the head shown off or on; for the mean of heads, every head of the layer."""
    heads = choice.list_heads(config)
    is_off = set(heads) <= set(intervention.off)
    label = f"Switch {'' if choice.head is not None else 'layer '}{'on' if is_off else 'off'}"
    effect = "with" if is_off else "without"
    st.button(
        label, key=translate_page_keys.SWITCH, icon=":material/power_settings_new:", type="tertiary",
        on_click=intervention_link.switch_heads, args=(heads,),
        help=f"Translates {effect} this head; while the mean of heads is shown, {effect} every head of the layer.",
    )  # fmt: skip


def choose_click(config: AttentionSizes) -> Callable[[], None]:
    """Draw the switch between the two things that a click on the overview does, and return what the click calls."""
    switches = st.toggle(
        "A click switches heads off", key=translate_page_keys.CLICK_SWITCHES,
        help="On: a click on a head below translates without it, and a second click with it; a click on the mean stands"
        " for every head of its layer. Off: a click opens the head above.",
    )  # fmt: skip
    return partial(_switch_clicked_head, config) if switches else head_selector.select_clicked_head


def _switch_clicked_head(config: AttentionSizes) -> None:
    if (tile := chart.read_click(widget_keys.HEADS_CHART, int, int)) is not None:
        layer, head = tile
        kind = head_selector.find_kind()
        intervention_link.switch_heads(HeadChoice(kind, layer, None if head == MEAN else head).list_heads(config))


def _show_changes(intervention: Intervention, translation: Translation | None) -> None:
    labels = describe_changes(intervention, translation)
    st.pills(
        "Changes", range(len(labels)), key=translate_page_keys.CHANGES, on_change=_take_back, args=(intervention,),
        format_func=lambda place: f"{escape_markdown(labels[place])} :material/close:",
        label_visibility="collapsed", width="content",
    )  # fmt: skip


def _take_back(intervention: Intervention) -> None:
    if (place := session.take(translate_page_keys.CHANGES)) is not None:
        intervention_link.take_back(intervention.list_changes()[place])


def _compare(plain: Translation, translation: Translation) -> str:
    """Return that the tokens are the same, and the probability that has changed most."""
    before, after = max(
        zip(plain.steps, translation.steps, strict=True),
        key=lambda pair: abs(pair[0].probability - pair[1].probability),
    )
    shares = [unescape(format_share(each.probability)) for each in (before, after)]
    change = f"; “{after.token}” has {shares[1]} instead of {shares[0]}" if shares[0] != shares[1] else ""
    return f"the translation is the same{change}"
