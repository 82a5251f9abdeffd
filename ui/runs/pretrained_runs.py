"""Models that were trained elsewhere, which the server offers on the Translate page."""

from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

from model.corpus import Corpus
from model.pretrained.model_folder import (
    ModelFolderError,
    check_folder,
    list_model_folders,
    open_folder,
    read_versions,
)
from model.runs.run_state import RunState, Status
from model.storage.cache_folders import models_folder
from ui.runs.pretrained_snapshot import PretrainedSnapshot
from ui.widgets import link_keys

NOT_HERE = "The model of this link is not on this server; a model trained here is shown."
_MAX_OPEN = 2  # models in memory at once, for all visitors: each takes hundreds of megabytes
_SECONDS_BETWEEN_ATTEMPTS = 60  # to open a model that could not be opened: the reason may have passed
_EXAMPLE = "The animal did not cross the street because it was too tired."
_SECOND_EXAMPLE = "The animal did not cross the street because it was too wide."
_T5_TASK = "translate English to French: "  # T5 does many tasks, and is told which in words
_NO_CORPUS = Corpus("", (), (), is_raw_text=True)


@dataclass(frozen=True, slots=True)
class PretrainedRun:
    """A model with what pages ask of a run: no corpus, no training, one snapshot.

    Attributes:
        snapshot: its weights.
        example: the sentence that the page opens with.
        second_example: a sentence to compare it with.
        corpus: without sentences, so no word has a gold alignment.
    """

    snapshot: PretrainedSnapshot
    example: str
    second_example: str
    corpus: Corpus = field(default=_NO_CORPUS)

    @property
    def state(self) -> RunState[PretrainedSnapshot]:
        """The state of a run that is trained."""
        return RunState(self.snapshot, 0, Status.TRAINED)


@dataclass(frozen=True, slots=True)
class OfferedModel:
    """A model as its files describe it before it is opened.

    Attributes:
        about: its family, or why it cannot be opened.
        can_open: False if its files show that it cannot be opened.
    """

    about: str
    can_open: bool


def list_models() -> list[str]:
    """Return the names of the models that this server offers."""
    return [path.name for path in _list_folders()]


def describe_models() -> dict[str, OfferedModel]:
    """Return what is known of each model by its name."""
    return {path.name: _describe_folder(path) for path in _list_folders()}


def _list_folders() -> list[Path]:
    folder = models_folder()
    return list_model_folders(folder) if folder else []


@st.cache_resource(show_spinner=False, ttl=_SECONDS_BETWEEN_ATTEMPTS, max_entries=100)
def _describe_folder(path: Path) -> OfferedModel:
    try:
        return OfferedModel(f"family {check_folder(path)}", can_open=True)
    except ModelFolderError as error:
        return OfferedModel(str(error), can_open=False)


def read_chosen_model() -> PretrainedRun | str | None:
    """Return the model that the link names, or a sentence that says why it cannot be shown; None if it names none."""
    name = st.query_params.get(link_keys.MODEL)
    if not name:
        return None
    folder = models_folder()
    if folder is None or name not in list_models():
        return NOT_HERE
    try:
        versions = read_versions(folder / name)
        return _explain_failure(folder / name, versions) or _open(folder / name, versions)
    except ModelFolderError as error:
        return str(error)


@st.cache_resource(show_spinner=False, ttl=_SECONDS_BETWEEN_ATTEMPTS, max_entries=20)
def _explain_failure(path: Path, versions: tuple[tuple[str, int, int], ...]) -> str:
    """Return why a model cannot be opened, "" if it can: what fails after seconds is not tried again at every key."""
    try:
        _open(path, versions)
    except ModelFolderError as error:
        return str(error)
    return ""


@st.cache_resource(show_spinner="Opening the model …", max_entries=_MAX_OPEN)
def _open(path: Path, versions: tuple[tuple[str, int, int], ...]) -> PretrainedRun:
    task = _T5_TASK if check_folder(path) == "t5" else ""
    snapshot = PretrainedSnapshot(path.name, open_folder(path), versions)
    return PretrainedRun(snapshot, f"{task}{_EXAMPLE}", f"{task}{_SECOND_EXAMPLE}")
