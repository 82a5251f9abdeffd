"""Gradients written out are those of autograd, by every weight of both models."""

from dataclasses import asdict, replace
from typing import TypeVar

import pytest
import torch
from model.training.language_loop import language_loss
from torch import Tensor, nn

from model.data.batches import Batch, Shifted, shifted
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID
from model.training import language_loop, loop
from model.training.config import TrainingConfig
from model.training.loop import translation_loss
from model.training.manual_gradients.passes import learn_language, learn_translation, suits
from model.training.optimizer import build_optimizer
from model.transformer.config import LanguageConfig, ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer
from model.transformer.language_model import LanguageModel

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
    return Batch(source, source != PAD_ID, *shifted(rows(n_tokens[1], N_TARGET, ends=True)))


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


def agree(model: nn.Module, written_out: Tensor, asked: Tensor) -> None:
    """Loss and gradients written out, which the model has now, are those of autograd."""
    ours = gradients(model)
    for weight in model.parameters():
        weight.grad.zero_()
    asked.backward()
    torch.testing.assert_close(written_out, asked.detach(), atol=0, rtol=1e-12)
    torch.testing.assert_close(ours, gradients(model), atol=1e-13, rtol=1e-9)
    assert any(gradient.abs().max() > 1e-3 for gradient in ours.values())


@configs
@lengths
@smoothings
def test_translation(config: ModelConfig, n_tokens: tuple[list[int], list[int]], smoothing: float) -> None:
    model = prepared(Transformer(config, n_source=N_SOURCE, n_target=N_TARGET))
    batch = translation(n_tokens)
    agree(model, learn_translation(model, batch, smoothing), translation_loss(model, batch, smoothing))


@pytest.mark.parametrize("is_causal", [True, False])
@configs
@lengths
@smoothings
def test_language(
    config: ModelConfig, n_tokens: tuple[list[int], list[int]], smoothing: float, is_causal: bool
) -> None:
    model = prepared(LanguageModel(LanguageConfig(**asdict(config), is_causal=is_causal), N_TARGET))
    batch = shifted(rows(n_tokens[1], N_TARGET, ends=True))
    agree(model, learn_language(model, batch, smoothing), language_loss(model, batch, smoothing))


def test_what_is_learned_is_not_what_stands_at_padding() -> None:
    """The same sentences with more padding around them give the same loss and gradients."""
    model = prepared(Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET))
    batch = translation(([4, 1, 3], [2, 6, 1]))
    loss, learned = learn_translation(model, batch), gradients(model)
    source, fed, expected = (nn.functional.pad(ids, (0, 3)) for ids in (batch.source, batch.fed, batch.expected))
    torch.testing.assert_close(learn_translation(model, Batch(source, source != PAD_ID, fed, expected)), loss)
    torch.testing.assert_close(gradients(model), learned, atol=1e-13, rtol=1e-9)


def test_what_suits_is_not_left_to_autograd(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (loop, language_loop):
        monkeypatch.setattr(module, "differentiate", None)  # calling it would fail
    translator = Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET)
    loop.learn(translator, build_optimizer(translator, TrainingConfig()), translation(([3], [4])), 0.1)
    writer = LanguageModel(LanguageConfig(**asdict(SMALL)), N_TARGET)
    sentences = shifted(rows([4], N_TARGET, ends=True))
    language_loop.learn(writer, build_optimizer(writer, TrainingConfig()), sentences, 0.1)
    for model in (translator, writer):
        assert all(gradient.any() for gradient in gradients(model).values() if gradient.ndim > 1)


def test_what_does_not_suit_is_left_to_autograd(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = translation(([3], [4])), translation(([3], [60]))
    model, dropping = (
        Transformer(replace(SMALL, dropout=dropout), n_source=N_SOURCE, n_target=N_TARGET) for dropout in (0.0, 0.1)
    )
    assert suits(model, short)
    assert not suits(model, long)
    assert not suits(model, translation(([60], [4])))
    assert not suits(dropping, short)
    assert not suits(Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET).to("meta"), short)
    optimizer = build_optimizer(model, TrainingConfig())
    monkeypatch.setattr(loop, "learn_translation", None)  # calling it would fail
    loss = loop.learn(model, optimizer, long, 0.1)
    assert not loss.requires_grad
    assert all(gradient.any() for gradient in gradients(model).values() if gradient.ndim > 1)


def test_long_sentences_of_a_language_are_left_to_autograd(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = LanguageConfig(n_layers=1, n_heads=3, d_model=12, d_ff=20)
    model = LanguageModel(sizes, N_TARGET)
    optimizer = build_optimizer(model, TrainingConfig())
    monkeypatch.setattr(language_loop, "learn_language", None)
    long: Shifted = shifted(rows([60], N_TARGET, ends=True))
    assert not language_loop.learn(model, optimizer, long, 0.0).requires_grad


def test_a_weight_without_an_optimizer_is_refused() -> None:
    model = Transformer(SMALL, n_source=N_SOURCE, n_target=N_TARGET)
    with pytest.raises(ValueError, match="no optimizer"):
        learn_translation(model, translation(([3], [4])))
