"""A Streamlit server with a training that lasts for the whole measurement.

``python -m benchmarks.training_server default|bigger app.py [streamlit's options]``: the default model, or a
larger one beside the default model, which is trained already.
"""

import sys
from functools import partial

from streamlit.web import cli

from benchmarks.sizes import MEDIUM
from model.corpus import toy_corpus
from model.runs.registry import RunRegistry
from model.training.config import TrainingConfig
from ui.runs import registry

_LONG = TrainingConfig(steps=50_000)


class _Busy(RunRegistry):
    """A registry that trains a larger model in the background."""

    def resume_interrupted(self) -> None:
        """Start the training when the first page is opened."""
        self.create_run(toy_corpus(), MEDIUM, _LONG)


which, *rest = sys.argv[1:]
vars(registry)["RunRegistry"] = _Busy if which == "bigger" else partial(RunRegistry, config=_LONG)
sys.argv = ["streamlit", "run", *rest]
cli.main()
