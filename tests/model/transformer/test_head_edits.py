"""Edits change one head, for one call only."""

import pytest
import torch

from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.head_edits import switch_head_off
from model.transformer.kind import Kind, Site
from model.transformer.taps import Edit, recording

CROSS = Site(Kind.CROSS, 0), Site(Kind.CROSS, 1)


@pytest.fixture(scope="module")
def model() -> Transformer:
    torch.manual_seed(0)
    return Transformer(ModelConfig(d_model=32, d_ff=48), n_source=20, n_target=20).eval()


def capture(model: Transformer, *edits: Edit) -> dict[Site, list[torch.Tensor]]:
    source, target = torch.tensor([[7, 8, 9]]), torch.tensor([[1, 5, 6, 7]])
    with torch.inference_mode(), recording(*edits) as recorder:
        model(source, target)
    return recorder.captured


def test_an_edit_changes_its_head_for_one_call_only(model: Transformer) -> None:
    plain = capture(model)
    edited = capture(model, switch_head_off(Kind.CROSS, 0, 2))
    again = capture(model)
    first, second = CROSS
    assert (edited[first][0][:, 2] == 0).all()
    torch.testing.assert_close(edited[first][0][:, [0, 1, 3]], plain[first][0][:, [0, 1, 3]], rtol=0, atol=0)
    assert not torch.equal(edited[second][0], plain[second][0])
    assert all(torch.equal(again[site][0], weights) for site, (weights,) in plain.items())


def test_a_head_that_does_not_exist_is_named(model: Transformer) -> None:
    with pytest.raises(IndexError, match="heads 0 to 3, not 9"):
        capture(model, switch_head_off(Kind.CROSS, 0, 9))
