"""The encoder-decoder: padding, causality and caches do not change its scores."""

import pytest
import torch
from torch import Tensor, nn

from model.transformer.config import ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer

N = 30
norms = pytest.mark.parametrize("norm", list(Norm))


def model_of(norm: Norm) -> Transformer:
    torch.manual_seed(0)
    return Transformer(ModelConfig(d_model=32, d_ff=48, norm=norm), n_source=N, n_target=N).eval()


def ids(length: int, seed: int = 0) -> Tensor:
    return torch.randint(5, N, (1, length), generator=torch.Generator().manual_seed(seed))


@norms
def test_padding_changes_nothing(norm: Norm) -> None:
    model, source, target = model_of(norm), ids(4), ids(5, 1)
    padded = torch.cat((source, torch.zeros(1, 3, dtype=torch.long)), dim=1)
    allowed = padded != 0
    torch.testing.assert_close(model(padded, target, allowed), model(source, target), rtol=0, atol=1e-5)


@norms
def test_later_target_tokens_do_not_reach_back(norm: Norm) -> None:
    model, source, target = model_of(norm), ids(4), ids(6, 1)
    changed = target.clone()
    changed[0, 4] = (changed[0, 4] - 4) % 20 + 5
    assert not torch.equal(changed, target)
    before, after = model(source, target), model(source, changed)
    assert torch.equal(before[:, :4], after[:, :4])
    assert not torch.equal(before[:, 4:], after[:, 4:])


@norms
def test_token_by_token_with_a_cache_equals_one_pass(norm: Norm) -> None:
    model, source, target = model_of(norm), ids(4), ids(7, 1)
    memory, caches, rows = model.encode(source), model.new_caches(), []
    for position in range(7):
        rows.append(model.decode(target[:, position : position + 1], memory, caches))
    torch.testing.assert_close(torch.cat(rows, dim=1), model(source, target), rtol=0, atol=1e-5)


@norms
def test_several_tokens_after_a_cache_equal_one_pass(norm: Norm) -> None:
    model, source, target = model_of(norm), ids(4), ids(7, 1)
    memory, caches = model.encode(source), model.new_caches()
    model.decode(target[:, :3], memory, caches)
    scores = model.decode(target[:, 3:], memory, caches)
    torch.testing.assert_close(scores, model(source, target)[:, 3:], rtol=0, atol=1e-5)


@norms
def test_each_stack_ends_with_a_norm_in_pre_norm_alone(norm: Norm) -> None:
    model = model_of(norm)
    ends = [isinstance(end, nn.LayerNorm) for end in (model.encoder_norm, model.decoder_norm)]
    assert ends == [norm is Norm.PRE] * 2


def test_positions_matter() -> None:
    model, source = model_of(Norm.PRE), ids(5)
    assert not torch.allclose(model(source, ids(3, 1)), model(source.flip(1), ids(3, 1)), atol=1e-3)
