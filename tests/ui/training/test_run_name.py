"""The name of a run whose visitor gave it none."""

import pytest

from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.runs.run_lists import MAX_NAME, RunList
from ui.training.run_name import name_run

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8)


def test_the_seed_comes_first_and_settings_of_the_defaults_are_left_out() -> None:
    assert name_run(ModelConfig(), TrainingConfig(seed=3)) == "seed 3"
    assert name_run(ModelConfig(n_layers=1), TrainingConfig(seed=3), "mine") == "mine, seed 3, 1 layer"


@pytest.mark.parametrize("corpus", ["", "own", "x" * 80])
def test_a_long_name_loses_whole_settings_and_never_its_seed(corpus: str) -> None:
    names = [name_run(SMALL, TrainingConfig(steps=12_345, batch_size=8, seed=seed), corpus) for seed in (9998, 9999)]
    for name, seed in zip(names, ("seed 9998", "seed 9999"), strict=True):
        assert len(name) <= MAX_NAME
        assert seed in name.split(", ")
        assert name.endswith(", …")
        assert RunList().with_run("1" * 32, name).names["1" * 32] == name, "nothing more is cut"
    whole = ("1 layer", "2 heads", "width 8", "feed-forward 8", "12,345 steps", "…")
    assert set(names[0].removeprefix(f"{corpus}, ").split(", ")) <= {*whole, "seed 9998", f"{'x' * 30}…"}
