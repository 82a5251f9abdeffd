"""The toy corpus and the registry of runs, which all visitors share."""

import streamlit as st

from model.corpus import Corpus
from model.corpus.corpus_file import open_toy_corpus
from model.runs.registry import RunRegistry
from model.runs.training_threads import use_one_core
from model.storage.cache_folders import cache_folder, runs_folder
from ui.runs.process_memory import map_large_blocks


@st.cache_resource(show_spinner=False)
def get_toy_corpus() -> Corpus:
    """Return the toy corpus."""
    return open_toy_corpus(cache_folder())


@st.cache_resource(show_spinner="Opening the model … A first start draws 120,000 sentence pairs: up to half a minute.")
def get_registry() -> RunRegistry:
    """Return the registry of all translators' runs; interrupted trainings resume when it is opened."""
    map_large_blocks()
    use_one_core()
    registry = RunRegistry(runs_folder(), get_toy_corpus())
    registry.open_default()
    registry.resume_interrupted()
    return registry
