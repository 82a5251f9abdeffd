"""Training settings that make no sense are refused."""

import math

import pytest

from model.training.config import TrainingConfig


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"steps": 0}, "steps=0"),
        ({"batch_size": 0}, "batch_size=0"),
        ({"batch_size": 1_000_000}, "batch_size=1000000"),
        ({"seed": -1}, "seed=-1 must lie in"),
        ({"seed": 2**63}, f"seed={2**63}"),
        ({"learning_rate": 0.0}, "learning_rate=0.0"),
        ({"weight_decay": -1.0}, "weight_decay=-1.0"),
        ({"weight_decay": math.nan}, "weight_decay=nan"),
        ({"label_smoothing": 1.0}, "label_smoothing=1.0"),
        ({"beginnings": 1.0}, "beginnings=1.0"),
        ({"beginnings": -0.1}, "beginnings=-0.1"),
        ({"beginnings": math.nan}, "beginnings=nan"),
        ({"guided_alignment": -0.1}, "guided_alignment=-0.1"),
        ({"guided_alignment": math.nan}, "guided_alignment=nan"),
        ({"device": "tpu"}, "device='tpu'"),
        ({"device": "cuda:01"}, "device='cuda:01'"),
        ({"device": "cuda:٣"}, "device='cuda:٣'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(options: dict, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        TrainingConfig(**options)


def test_label_smoothing_ends_after_its_share_of_the_steps() -> None:
    config = TrainingConfig(steps=10, label_smoothing=0.2, smoothing_share=0.5)
    assert [config.smoothing_at(step) for step in (0, 4, 5, 9)] == [0.2, 0.2, 0, 0]
