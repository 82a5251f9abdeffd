"""A bounded cache that all visitors share, for records computed from snapshots, corpora and sentences."""

from collections.abc import Callable
from operator import attrgetter
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from model.corpus import Corpus
from model.data.sentence import Sentence
from model.training.snapshot import ModelSnapshot
from ui.runs.pretrained_snapshot import PretrainedSnapshot

_Arguments = ParamSpec("_Arguments")
_Record = TypeVar("_Record")
_KEYS: dict[str | type, Callable[[Any], Any]] = {
    ModelSnapshot: attrgetter("serial"),
    PretrainedSnapshot: attrgetter("name", "versions"),
    Corpus: attrgetter("digest"),
    Sentence: attrgetter("words", "texts"),
}


def cache_records(
    max_entries: int, *, spinner: str = ""
) -> Callable[[Callable[_Arguments, _Record]], Callable[_Arguments, _Record]]:
    """Decorate a pure function that computes an immutable record, so that equal arguments share one record.

    Args:
        max_entries: number of records kept.
        spinner: text shown while a record is computed; "" for none.
    """
    return st.cache_resource(show_spinner=spinner or False, max_entries=max_entries, hash_funcs=_KEYS)


class SlowRecord(Generic[_Record]):
    """A record that takes seconds: the first visitor computes it and sees the progress, others wait for it.

    A function of ``cache_records`` returns it empty, because what such a function draws is drawn at every later call.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._record: _Record | None = None

    def get(self, compute: Callable[[], _Record]) -> _Record:
        """Return the record; if the page of the visitor who computes it is left, the next visitor begins anew."""
        with self._lock:
            if self._record is None:
                self._record = compute()
            return self._record
