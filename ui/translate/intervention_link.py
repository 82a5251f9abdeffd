"""The intervention that the URL holds: heads switched off; rows edited and tokens forced for the sentence shown."""

from collections.abc import Sequence
from dataclasses import replace

from model.inference.edited_row import EditedRow, format_rows, parse_rows
from model.inference.forced_tokens import format_tokens, parse_tokens
from model.inference.intervention import UNCHANGED, Intervention
from model.inference.named_head import Head, format_heads, parse_heads
from model.inference.translation_system import TranslationSystem
from ui.translate import translate_page_keys
from ui.widgets import link_keys, messages, off_weights, session, step_slider, text_memory, unbound_parameters
from ui.widgets.abbreviation import shorten

_MAX_LENGTH = 60  # characters of rejected parts in the message


def read_intervention(translator: TranslationSystem) -> Intervention:
    """Return the intervention of the URL; parts that this model lacks are dropped, and named once."""
    texts = [unbound_parameters.read(key) for key in (link_keys.OFF, link_keys.ROWS, link_keys.FORCED)]
    sentence = session.get(link_keys.SENTENCE)
    is_new = session.get(translate_page_keys.FORCED_SENTENCE, sentence) != sentence
    if is_new and not text_memory.is_last_choice(translate_page_keys.SENTENCE_CHANGES, sentence, _join(*texts[1:])):
        texts[1:] = ["", ""]
    off, unknown_heads = parse_heads(texts[0], translator.model.config)
    rows, unknown_rows = parse_rows(texts[1], translator.model.config)
    forced, unknown_tokens = parse_tokens(texts[2], translator.target)
    intervention = Intervention(off, rows=rows, forced=forced)
    session.put(translate_page_keys.INTERVENTION, intervention)
    if rejected := ", ".join(unknown_heads + unknown_rows + unknown_tokens):
        listed = shorten(rejected, _MAX_LENGTH)
        messages.report_link(f"The link changes heads, rows or tokens that this model lacks. Ignored: {listed}.")
    return intervention


def switch_heads(heads: Sequence[Head]) -> None:
    """Switch heads off in a callback, or on if all of them are off."""
    intervention = _get_intervention()
    off = set(intervention.off)
    off = off - set(heads) if off.issuperset(heads) else off | set(heads)
    write_intervention(replace(intervention, off=tuple(sorted(off))))


def edit_rows(edited: Sequence[EditedRow]) -> None:
    """Give rows other weights in a callback, in place of earlier edits of the same rows."""
    intervention = _get_intervention()
    rows = {(each.head, each.row): each for each in (*intervention.rows, *edited)}
    write_intervention(replace(intervention, rows=tuple(sorted(rows.values()))))


def take_back(change: Intervention) -> None:
    """Take one of the changes back in a callback; a forced token takes the later ones with it, as they followed it."""
    for step, _ in change.forced:
        force_token(step, None)
    if not change.forced:
        write_intervention(_get_intervention().without(change))


def force_token(step: int, token: str | None, *, is_kept: bool = False) -> None:
    """Force a token at a step, counted from 0, in a callback; None lets the model choose again.

    Forced tokens of later steps are dropped, because they followed another beginning, unless the token ``is_kept``: it
    stands there already.
    """
    intervention = _get_intervention()
    forced = {
        place: each for place, each in intervention.forced if place < step or (is_kept and token and place > step)
    }
    if token is not None:
        forced[step] = token
    write_intervention(replace(intervention, forced=tuple(sorted(forced.items()))))
    step_slider.go_to(step + 1)


def leave_sentence() -> None:
    """Take back, in a callback, what was changed for the sentence shown alone: edited rows and forced tokens."""
    write_intervention(replace(_get_intervention(), rows=(), forced=()))


def return_to(intervention: Intervention) -> None:
    """Make the changes of an intervention, and no others, in a callback."""
    if intervention.off:
        session.put(link_keys.FILL, off_weights.UNIFORM if intervention.is_uniform else off_weights.ZERO)
    write_intervention(intervention)


def _get_intervention() -> Intervention:
    intervention: Intervention = session.get(translate_page_keys.INTERVENTION, UNCHANGED)
    return intervention


def write_intervention(intervention: Intervention) -> None:
    """Write an intervention into the URL: in a callback, or after all widgets are drawn.

    A change of the URL repeats all of its parameters, and so also the step that was chosen for an earlier sentence,
    unless the slider has been drawn meanwhile.
    """
    sentence = session.get(link_keys.SENTENCE)
    rows, forced = format_rows(intervention.rows), format_tokens(intervention.forced)
    session.put(translate_page_keys.INTERVENTION, intervention)
    session.put(translate_page_keys.FORCED_SENTENCE, sentence)
    text_memory.remember(translate_page_keys.SENTENCE_CHANGES, sentence, _join(rows, forced))
    texts = {link_keys.OFF: format_heads(intervention.off), link_keys.ROWS: rows, link_keys.FORCED: forced}
    for key, text in texts.items():
        unbound_parameters.write(key, text)


def _join(rows: str, forced: str) -> str:
    return f"{rows}&{forced}" if rows or forced else ""
