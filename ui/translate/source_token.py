"""Tokens of the source sentence, counted from 1: one whose row of an encoder map is framed, which the URL holds.

With other maps a click on a token chooses the step that looks at it most.
"""

from collections.abc import Sequence

import numpy as np

from model.inference.translation import Translation
from model.transformer.kind import Kind
from ui.translate import translate_page_keys
from ui.widgets import head_selector, link_keys, messages, session, step_slider, unbound_parameters, widget_keys
from ui.widgets.abbreviation import shorten
from ui.widgets.head_selector import HeadChoice
from ui.widgets.whole_numbers import read_whole_number

_MAX_LENGTH = 24  # characters of a rejected value in the message


def find_source_token() -> int | None:
    """Return the token chosen, None for none; the sentence may be too short for it. Reject what is no number."""
    text = unbound_parameters.read(link_keys.FRAMED)
    token = read_whole_number(text) or None
    if text and token is None:
        unbound_parameters.write(link_keys.FRAMED, "")
        value = shorten(text, _MAX_LENGTH)
        messages.report_link(f"The link frames token “{value}”, which is not the number of a token, so none is framed.")
    return token


def follow_sentence(tokens: Sequence[str], *, is_typing: bool = False) -> None:
    """Let the choice go once another token, or none, has come to its place; one of a link may wait for its token.

    The last token may grow, or shrink, while it is being typed.
    """
    token = find_source_token()
    text = tokens[token - 1].casefold() if token and token <= len(tokens) else ""
    before, text_before = session.get(widget_keys.FRAMED_WORD, (None, ""))
    is_last = is_typing and token == len(tokens)
    is_same = text == text_before or (is_last and (text.startswith(text_before) or text_before.startswith(text)))
    if token == before and text_before and not is_same:
        unbound_parameters.write(link_keys.FRAMED, "")
        token, text = None, ""
    session.put(widget_keys.FRAMED_WORD, (token, text))


def find_framed_token() -> int:
    """Return the token whose row is framed, 0 for none, as in maps of another kind than the encoder's."""
    return find_source_token() or 0 if head_selector.find_kind() is Kind.ENCODER else 0


def find_looking_steps(translation: Translation, layer: int, head: int | None) -> list[int]:
    """Return for each source token the step, counted from 1, at which a head of cross-attention looks at it most.

    Steps later than the one shown are included, that of ``<eos>`` is not; 0 for a token without weight.
    """
    weights = translation.maps.head(Kind.CROSS, layer, head)[: len(translation.words)]
    if not len(weights):
        return [0] * len(translation.source)
    return np.where(weights.any(axis=0), weights.argmax(axis=0) + 1, 0).tolist()


def remember_looking_steps(translation: Translation, choice: HeadChoice) -> None:
    """Remember the steps that clicks on source tokens choose.

    The steps come from the cross-attention head shown; if it is off or of another kind, from the mean of heads of the
    last layer.
    """
    steps = find_looking_steps(translation, choice.layer, choice.head) if choice.kind is Kind.CROSS else []
    if not any(steps):
        steps = find_looking_steps(translation, translation.maps.count_layers(Kind.CROSS) - 1, None)
    session.put(translate_page_keys.LOOKING_STEPS, steps)


def follow_click(token: int) -> None:
    """Choose in a callback what a click on a token asks for: its row of encoder maps, else the step that looks at it.

    The number comes from the browser.
    """
    if head_selector.find_kind() is Kind.ENCODER:
        toggle_source_token(token)
        return
    steps: list[int] = session.get(translate_page_keys.LOOKING_STEPS, [])
    if 1 <= token <= len(steps) and steps[token - 1]:
        step_slider.go_to(steps[token - 1])


def choose_source_token(token: int) -> None:
    """Choose a token in a callback."""
    unbound_parameters.write(link_keys.FRAMED, str(token))


def toggle_source_token(token: int) -> None:
    """Choose a token in a callback, or none if it is chosen."""
    unbound_parameters.write(link_keys.FRAMED, "" if token == find_source_token() else str(token))
