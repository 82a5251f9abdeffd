"""Runs that are ended with their test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from paced import Pace, Small, wait_until

from model.corpus import Corpus


@pytest.fixture
def small(small_corpus: Corpus, tmp_path: Path) -> Iterator[Small]:
    made = Small(small_corpus, tmp_path)
    yield made
    for run in made.runs:
        run.stop()
        if isinstance(run._trainer, Pace):
            run._trainer.let(float("inf"))
        wait_until(lambda run=run: not run.is_busy)
