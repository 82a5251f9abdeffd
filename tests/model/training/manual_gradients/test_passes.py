"""Manual gradients equal those of autograd, for every weight."""

from dataclasses import replace
from typing import TypeVar

import pytest
import torch
from torch import Tensor, nn

from model.corpus import toy_corpus
from model.data.batches import Batch, shift_rows
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID
from model.training import loop
from model.training.config import TrainingConfig
from model.training.manual_gradients.passes import compute_gradients, supports
from model.training.optimizer import build_optimizer
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer

Learner = TypeVar("Learner", bound=nn.Module)
N_SOURCE, N_TARGET = 11, 13
SMALL = ModelConfig(n_layers=2, n_heads=3, d_model=12, d_ff=20)
CONFIGS = {
    "pre-norm": SMALL,
    "post-norm": replace(SMALL, norm=Norm.POST),
    "one layer, one head": replace(SMALL, n_layers=1, n_heads=1),
}
LENGTHS = {  # words of each source, and of each target
    "padded": ([4, 1, 3], [2, 6, 1]),
    "as long as another": ([3, 3], [4, 4]),
    "one token": ([1], [1]),
    "the first is the longest": ([5, 2], [6, 2]),
}
configs = pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
lengths = pytest.mark.parametrize("n_tokens", LENGTHS.values(), ids=LENGTHS)
TASK = TranslationTask(toy_corpus(seed=1, train=20, held_out=2), SMALL)
smoothings = pytest.mark.parametrize("smoothing", [0.0, 0.1])


def rows(lengths: list[int], n_words: int, ends: bool) -> Tensor:
    """Sentences of random words, from ``<bos>`` to ``<eos>`` if they are to be written."""
    generator = torch.Generator().manual_seed(1)
    drawn = [torch.randint(EOS_ID + 1, n_words, (length,), generator=generator) for length in lengths]
    if ends:
        drawn = [torch.cat((torch.tensor([BOS_ID]), words, torch.tensor([EOS_ID]))) for words in drawn]
    return nn.utils.rnn.pad_sequence(drawn, batch_first=True, padding_value=PAD_ID)


def translation(n_tokens: tuple[list[int], list[int]]) -> Batch:
    source = rows(n_tokens[0], N_SOURCE, ends=False)
    return Batch(source, source != PAD_ID, *shift_rows(rows(n_tokens[1], N_TARGET, ends=True)))


def prepared(model: Learner) -> Learner:
    """No bias is zero and no gain one, which would hide a mistake; gradients hold leftovers of another step."""
    torch.manual_seed(2)
    for weight in model.double().parameters():
        nn.init.normal_(weight, std=0.3)
    build_optimizer(model, TrainingConfig())
    for weight in model.parameters():
        weight.grad.fill_(7.0)
    return model


def gradients(model: nn.Module) -> dict[str, Tensor]:
    return {name: weight.grad.clone() for name, weight in model.named_parameters()}


def agree(model: nn.Module, manual: Tensor, automatic: Tensor) -> None:
    """Check that the manual loss, and the gradients that the model holds now, are those of autograd."""
    ours = gradients(model)
    for weight in model.parameters():
        weight.grad.zero_()
    automatic.backward()
    torch.testing.assert_close(manual, automatic.detach(), atol=0, rtol=1e-12)
    torch.testing.assert_close(ours, gradients(model), atol=1e-13, rtol=1e-9)
    assert any(gradient.abs().max() > 1e-3 for gradient in ours.values())


@configs
@lengths
@smoothings
def test_translation(config: ModelConfig, n_tokens: tuple[list[int], list[int]], smoothing: float) -> None:
    model = prepared(Transformer(config, n_source=N_SOURCE, n_target=N_TARGET))
    batch = translation(n_tokens)
    agree(model, compute_gradients(model, batch, smoothing), TASK.compute_loss(model, batch, smoothing))


def test_padding_changes_neither_loss_nor_gradients() -> None:
    """The same sentences with more padding around them give the same loss and gradients."""
    model = prepared(Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET))
    batch = translation(([4, 1, 3], [2, 6, 1]))
    loss, learned = compute_gradients(model, batch), gradients(model)
    source, fed, expected = (nn.functional.pad(ids, (0, 3)) for ids in (batch.source, batch.fed, batch.expected))
    torch.testing.assert_close(compute_gradients(model, Batch(source, source != PAD_ID, fed, expected)), loss)
    torch.testing.assert_close(gradients(model), learned, atol=1e-13, rtol=1e-9)


def test_what_suits_is_not_left_to_autograd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "backpropagate", None)  # calling it would fail
    model = Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET)
    loop.learn(TASK, model, translation(([3], [4])), build_optimizer(model, TrainingConfig()), 0.1)
    assert all(gradient.any() for gradient in gradients(model).values() if gradient.ndim > 1)


def test_what_does_not_suit_is_left_to_autograd(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = translation(([3], [4])), translation(([3], [60]))
    model, dropping = (
        Transformer(replace(SMALL, dropout=dropout), n_source=N_SOURCE, n_target=N_TARGET) for dropout in (0.0, 0.1)
    )
    assert supports(model, short)
    assert not supports(model, long)
    assert not supports(model, translation(([60], [4])))
    assert not supports(dropping, short)
    assert not supports(model, short._replace(guidance=torch.zeros(*short.expected.shape, short.source.shape[1])))
    assert not supports(Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET).to("meta"), short)
    optimizer = build_optimizer(model, TrainingConfig())
    monkeypatch.setattr(loop, "compute_gradients", None)  # calling it would fail
    loss = loop.learn(TASK, model, long, optimizer, 0.1)
    assert not loss.requires_grad
    assert all(gradient.any() for gradient in gradients(model).values() if gradient.ndim > 1)


def test_a_weight_without_an_optimizer_is_refused() -> None:
    model = Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET)
    with pytest.raises(ValueError, match="build its optimizer first"):
        compute_gradients(model, translation(([3], [4])))
