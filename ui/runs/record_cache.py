"""A bounded cache that all visitors share, for records computed from snapshots, corpora and sentences."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar

import streamlit as st

from model.corpus import Corpus
from model.data.typed_sentence import Sentence
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
