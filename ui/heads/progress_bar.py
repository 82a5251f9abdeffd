"""The progress of a computation on the page."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import streamlit as st

from ui.widgets.number_format import format_number

Item = TypeVar("Item")
_N_UPDATES = 20  # each is a message to the browser


def place_progress(text: str, n: int) -> Callable[[Iterable[Item]], Iterator[Item]]:
    """Reserve a place for a progress bar, and return a function that passes items on and draws the bar meanwhile.

    The place stays when nothing is computed, so that the elements below it do not move.

    Args:
        text: names the computation.
        n: number of items.
    """
    place = st.empty()

    def watch(items: Iterable[Item]) -> Iterator[Item]:
        for number, item in enumerate(items):
            if number % max(1, n // _N_UPDATES) == 0:
                place.progress(min(number / n, 1.0), f"{text} · {format_number(number)} of {format_number(n)}")
            yield item
        place.empty()

    return watch
