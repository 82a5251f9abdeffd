"""Serves a page as ``streamlit run`` does, but with a training long enough to be measured in.

``python -m benchmarks.training_server app.py [streamlit's options]``.
"""

import sys
from functools import partial

from streamlit.web import cli

from model.config import TrainingConfig
from ui import cache

_STEPS = 5000

vars(cache)["TrainingConfig"] = partial(TrainingConfig, steps=_STEPS)
sys.argv = ["streamlit", "run", *sys.argv[1:]]
cli.main()
