"""The pages of the app over a tiny model, opened with any query string."""

import logging
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from fuzz.inputs import HEAD_LINK, SENTENCE
from model.corpus import toy_corpus
from model.runs.registry import RunRegistry
from model.runs.training_queue import QUEUE
from model.training.config import TrainingConfig
from model.training.language_task import LANGUAGE_TRAINING
from model.transformer.config import ModelConfig
from ui.language import language_runs
from ui.runs import registry, run_keys
from ui.widgets import link_keys

_APP = Path(__file__).parent.parent / "app.py"
_VISITOR = "a" * 32
_TRAINING = TrainingConfig(steps=20, batch_size=16, device="cpu")
_KEYS = sorted(link_keys.ALL)
_VALUE = (
    st.integers(-2, 20).map(str)
    | st.sampled_from(
        ["true", "false", "", "NaN", "1e9", "0.5", "cross", "decoder", "Causal", "uniform", "Padded batch", "Watch",
         "Compare", "Runs", "New", "Own", "Importance", "Aligners", "Residual stream", "beam", "sampling", "lines",
         "From the translator", "Full block", "float32", "0" * 32]
    ) | HEAD_LINK | SENTENCE
)  # fmt: skip
QUERY = st.tuples(
    st.sampled_from(
        ["", "pages/heads.py", "pages/attention.py", "pages/blocks.py", "pages/language_model.py", "pages/training.py"]
    ),
    st.dictionaries(st.sampled_from(_KEYS) | st.text(min_size=1, max_size=6), _VALUE, min_size=1, max_size=8),
)


@contextmanager
def tiny_app() -> Iterator[None]:
    """Let the pages show a tiny model in a temporary folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as patches:
        corpus = toy_corpus(seed=1, train=300, held_out=20)

        def open_runs(*_: Any) -> RunRegistry:
            return RunRegistry(Path(folder) / "runs", corpus, ModelConfig(n_layers=2, n_heads=2, d_model=16), _TRAINING)

        changes: Mapping[tuple[object, str], object] = {
            (registry, "RunRegistry"): open_runs,
            (registry, "open_toy_corpus"): lambda _: corpus,
            (language_runs, "cache_folder"): lambda: Path(folder),
            (language_runs, "LANGUAGE_TRAINING"): replace(LANGUAGE_TRAINING, steps=1, device="cpu"),
            # The search for components takes longer than a page.
            (manifest_scanner, "scan_component_manifests"): cache(manifest_scanner.scan_component_manifests),
        }
        patches.enter_context(patch.dict("os.environ", ATTENTION_PLAYGROUND_CACHE=folder))
        for (place, name), value in changes.items():
            patches.enter_context(patch.object(place, name, value))
        logging.disable()  # Streamlit warns at every page that is drawn without a server
        patches.callback(logging.disable, logging.NOTSET)
        registry.get_registry.clear()
        registry.get_toy_corpus.clear()
        yield


def open_page(query: tuple[str, Mapping[str, str]]) -> None:
    """Open a page with query parameters.

    Raises:
        AssertionError: the page shows an exception; the message is its text.
    """
    script, parameters = query
    app = AppTest.from_file(_APP, default_timeout=120)
    if script:
        app.switch_page(script)
    app.session_state[run_keys.VISITOR] = _VISITOR  # AppTest has no cookies
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    with QUEUE.changed:  # a training that goes on would draw random numbers while hypothesis does
        QUEUE.changed.wait_for(lambda: not QUEUE.entries, 120)
    problems = [f"{error.message}\n" + "\n".join(error.stack_trace) for error in app.exception]
    assert not problems, problems
