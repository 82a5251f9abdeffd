"""The corpus of a run as a text."""

import pytest

from model.runs.run_description import RunDescription
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.training.run_summary import summarize


@pytest.mark.parametrize(
    ("name", "text"),
    [("toy", "toy corpus"), ("corpus", "corpus"), ("My Corpus", "My Corpus"), ("x" * 41, f"{'x' * 40}… corpus")],
)
def test_a_corpus_is_called_so_once_and_a_long_name_ends_with_an_ellipsis(name: str, text: str) -> None:
    description = RunDescription(name, "", 1200, 40, ModelConfig(), TrainingConfig())
    assert summarize(description)[1] == f"{text}, 1,200 training pairs"
