"""Taps deliver the right weights to the right recorder, and leave nothing behind."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
from torch import Tensor

from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind, Site
from model.transformer.taps import Edit, Recorder, Tap, is_recording, recording
from tests.typechecker import unchecked

CONFIG = ModelConfig(d_model=32, d_ff=48, dropout=0.3)
N_TOKENS = 20
SITES = {Site(kind, layer) for kind in Kind for layer in range(CONFIG.n_layers)}


@pytest.fixture(scope="module")
def model() -> Transformer:
    torch.manual_seed(0)
    return Transformer(CONFIG, n_source=N_TOKENS, n_target=N_TOKENS).eval()


def sentence(seed: int, length: int = 6) -> Tensor:
    return torch.randint(1, N_TOKENS, (2, length), generator=torch.Generator().manual_seed(seed))


def capture(model: Transformer, seed: int, *edits: Edit) -> Recorder:
    with torch.inference_mode(), recording(*edits) as recorder:
        model(sentence(seed, 3 + seed % 5), sentence(seed + 1))
    return recorder


def test_every_site_is_heard_once(model: Transformer) -> None:
    captured = capture(model, 0).captured
    assert set(captured) == SITES
    assert all(len(passes) == 1 for passes in captured.values())


def test_a_recorder_may_listen_at_one_site_alone(model: Transformer) -> None:
    site = Site(Kind.CROSS, 1)
    with torch.inference_mode(), recording(sites=(site,)) as recorder:
        model(sentence(0, 3), sentence(1))
    assert set(recorder.captured) == {site}
    torch.testing.assert_close(recorder.captured[site], capture(model, 0).captured[site], rtol=0, atol=1e-6)


def test_recorded_weights_keep_no_graph(model: Transformer) -> None:
    with recording() as recorder:
        model(sentence(0), sentence(1))
    assert not any(weights.requires_grad for (weights,) in recorder.captured.values())


@pytest.mark.parametrize("is_training", [False, True])
def test_rows_sum_to_one_before_dropout(model: Transformer, is_training: bool) -> None:
    model.train(is_training)
    try:
        captured = capture(model, 0).captured
    finally:
        model.eval()
    for (weights,) in captured.values():
        torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))
        assert (weights >= 0).all()


def test_fused_and_open_paths_agree(model: Transformer) -> None:
    source, target, allowed = sentence(0, 7), sentence(1), torch.arange(7) < torch.tensor([[7], [4]])
    with torch.inference_mode():
        fused = model(source, target, allowed)
        with recording():
            opened = model(source, target, allowed)
    torch.testing.assert_close(opened, fused, rtol=0, atol=1e-6)


def test_padding_is_never_looked_at(model: Transformer) -> None:
    allowed = torch.arange(7) < torch.tensor([[7], [4]])
    with torch.inference_mode(), recording() as recorder:
        model(sentence(0, 7), sentence(1), allowed)
    for kind in (Kind.ENCODER, Kind.CROSS):
        weights = recorder.captured[Site(kind, 0)][0]
        assert (weights[1, :, :, 4:] == 0).all()
        assert (weights[0, :, :, 4:] > 0).any()


def test_decoder_never_looks_ahead(model: Transformer) -> None:
    weights = capture(model, 0).captured[Site(Kind.DECODER, 1)][0]
    assert (weights.triu(1) == 0).all()


def test_threads_share_a_model_without_sharing_maps(model: Transformer) -> None:
    def mismatches(offset: int) -> int:
        count = 0
        for index in range(200):
            seed = (index * 7 + offset * 25) % 200
            got = capture(model, seed).captured
            count += any(not torch.equal(got[site][0], expected[seed][site][0]) for site in SITES)
        return count

    with unchecked(), ThreadPoolExecutor(8) as threads:
        expected = [capture(model, seed).captured for seed in range(200)]
        assert list(threads.map(mismatches, range(8))) == [0] * 8


def test_nothing_is_left_after_an_exception(model: Transformer) -> None:
    def fail(site: Site, weights: Tensor) -> Tensor:
        raise ArithmeticError("an edit that fails")

    before = dict(model.named_modules())
    hooks = [len(module._forward_hooks) for module in model.modules()]
    with pytest.raises(ArithmeticError):
        capture(model, 0, fail)
    assert not any(map(is_recording, SITES))
    assert dict(model.named_modules()) == before
    assert [len(module._forward_hooks) for module in model.modules()] == hooks


def test_no_weights_are_kept_on_a_module(model: Transformer) -> None:
    def attributes() -> dict[str, set[str]]:
        return {name: set(vars(module)) for name, module in model.named_modules()}

    before = attributes()
    capture(model, 0)
    assert attributes() == before
    taps = [module for module in model.modules() if isinstance(module, Tap)]
    assert len(taps) == len(SITES)
    assert not any(isinstance(value, Tensor) for tap in taps for value in vars(tap).values())
