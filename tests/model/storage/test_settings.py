"""Settings come back as they were, and nothing else passes for them."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from model.storage.settings import read_settings
from model.training.config import OptimizerName, TrainingConfig
from model.transformer.config import LanguageConfig, ModelConfig, Norm


@pytest.mark.parametrize(
    "settings", [ModelConfig(n_heads=2, norm=Norm.POST), LanguageConfig(is_causal=False), TrainingConfig(steps=3)]
)
def test_they_come_back_from_json(settings: Any) -> None:
    assert read_settings(type(settings), json.loads(json.dumps(asdict(settings)))) == settings


def test_those_that_are_missing_have_their_defaults() -> None:
    assert read_settings(TrainingConfig, {"optimizer": "AdamW"}) == TrainingConfig(optimizer=OptimizerName.ADAMW)


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"n_heads": 2.0}, TypeError),
        ({"n_heads": True}, TypeError),
        ({"n_heads": "2"}, TypeError),
        ({"dropout": 0}, TypeError),
        ({"dropout": None}, TypeError),
        ({"norm": "before"}, ValueError),
        ({"norm": ["pre"]}, ValueError),
        ({"n_heads": 0}, ValueError),
        ({"colour": 1}, KeyError),
        (["n_heads"], TypeError),
        ([1], TypeError),
        ("n_heads", TypeError),
        (3, TypeError),
    ],
)
def test_a_value_of_another_type_or_name_is_refused(values: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_settings(ModelConfig, values)
