"""A training step compared to ``torch.nn.Transformer`` of the same size with PyTorch's loss, optimizer and clipping.

Batches and losses are the same, and so are updates where both use AdamW; ours skips most computations at padding. The
app trains with Muon, whose updates take longer: its tokens per second stand beside those with AdamW.
"""

import warnings
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from statistics import mean

import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.sizes import LARGE, MEDIUM, SMALL
from benchmarks.table import Row
from benchmarks.timing import Compared, paired, threads
from model.corpus import toy_corpus
from model.data.batches import Batch
from model.data.vocabulary import PAD_ID
from model.training.config import OptimizerName, TrainingConfig
from model.training.loop import MAX_GRADIENT_NORM, learn
from model.training.optimizer import build_optimizer
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer
from model.transformer.layers import Embedding
from model.transformer.masks import causal_allowed

_ROUNDS = 64
_BATCHES = 32  # cycled through; as many as are sorted together


class TorchTransformer(nn.Module):
    """``torch.nn.Transformer`` with our embeddings and output layer."""

    def __init__(self, config: ModelConfig, *, n_source: int, n_target: int) -> None:
        super().__init__()
        self.source_embedding = Embedding(n_source, config)
        self.target_embedding = Embedding(n_target, config)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "enable_nested_tensor is True")  # only concerns inference
            self.transformer = nn.Transformer(
                config.d_model, config.n_heads, config.n_layers, config.n_layers, config.d_ff, config.dropout,
                batch_first=True, norm_first=config.norm is Norm.PRE,
            )  # fmt: skip
        self.output = nn.Linear(config.d_model, n_target)

    def forward(self, source: Tensor, target: Tensor, source_allowed: Tensor | None = None) -> Tensor:
        """Return the scores of the token after each target token."""
        forbidden = None if source_allowed is None else ~source_allowed
        hidden = self.transformer(
            self.source_embedding(source), self.target_embedding(target),
            tgt_mask=~causal_allowed(target.shape[1]), tgt_is_causal=True,
            src_key_padding_mask=forbidden, memory_key_padding_mask=forbidden,
        )  # fmt: skip
        scores: Tensor = self.output(hidden)
        return scores


def run() -> list[Row]:
    """Compare on the same batches with one thread, as the app trains, and with two; then on unsorted batches.

    Our batches hold sentences of similar length, which saves padding; the comparison to ``torch.nn.Transformer`` on
    unsorted sentences shows by how much. Last come tokens per second for models of several sizes, by optimizer.
    """
    rows = []
    for number in (1, 2):
        with threads(number):
            step, _ = _compare(SMALL, _ROUNDS)
        what = f"training step to torch.nn.Transformer, {number} thread{'s' * (number > 1)}"
        rows.append(Row(what, step.ours, "ms", step.floor, step.ratio, 0.65))
    with threads(1):
        step, _ = _compare(SMALL, _ROUNDS, sorts_floor=False)
        rows.append(Row("… on unsorted batches, 1 thread", step.ours, "ms", step.floor, step.ratio))
        for size, rounds in ((SMALL, _ROUNDS), (MEDIUM, 8), (LARGE, 4)):
            for optimizer in OptimizerName:
                step, n_tokens = _compare(size, rounds, optimizer=optimizer)
                rows.append(Row(
                    f"training, {size.n_layers} layers of width {size.d_model}, {optimizer.value}, 1 thread",
                    1000 * n_tokens / step.ours, "tokens/s", 1000 * n_tokens / step.floor, 1 / step.ratio,
                ))  # fmt: skip
    return rows


def _compare(
    size: ModelConfig, rounds: int, *, optimizer: OptimizerName = OptimizerName.ADAMW, sorts_floor: bool = True
) -> tuple[Compared, float]:
    """Return the times of a step of both models, and the mean number of tokens in a batch, without padding."""
    corpus = toy_corpus()
    config = TrainingConfig(learning_rate=1e-4, optimizer=optimizer)  # few steps without a schedule
    cpu = torch.device("cpu")
    task = TranslationTask(corpus, size)
    translator = task.build_learner(config.seed, cpu)
    ours, source, target = translator.model, translator.source, translator.target
    floor = TorchTransformer(ours.config, n_source=len(source), n_target=len(target))
    pairs = task.encode(translator, config)
    generator = torch.Generator().manual_seed(config.seed)
    chosen = list(islice(pairs.shuffled(config.batch_size, generator), min(rounds, _BATCHES)))
    batches = [pairs.batch(each) for each in chosen]
    drawn = torch.cat(chosen)
    unsorted = drawn[torch.randperm(len(drawn), generator=generator)].split(config.batch_size)
    floor_batches = batches if sorts_floor else [pairs.batch(each) for each in unsorted]
    compared = paired(
        _our_step(task, ours, config, cycle(batches)),
        _floor_step(floor, config, cycle(floor_batches)),
        rounds=rounds,
        warmup=min(rounds, _BATCHES) // 2,
    )
    return compared, mean(int(pairs.lengths(each).sum()) for each in chosen)


def _our_step(
    task: TranslationTask, model: Transformer, config: TrainingConfig, batches: Iterator[Batch]
) -> Callable[[], Tensor]:
    model.train()
    optimizer = build_optimizer(model, config)

    def step() -> Tensor:
        loss = learn(task, model, next(batches), optimizer, config.label_smoothing)
        nn.utils.clip_grad_norm_(optimizer.weights, MAX_GRADIENT_NORM)
        optimizer.step()
        return loss

    return step


def _floor_step(model: TorchTransformer, config: TrainingConfig, batches: Iterator[Batch]) -> Callable[[], Tensor]:
    """Return the same step with PyTorch's modules alone."""
    model.train()
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay, betas=(0.9, 0.98), fused=True
    )

    def step() -> Tensor:
        batch = next(batches)
        scores = model(batch.source, batch.fed, batch.source_allowed)
        loss = functional.cross_entropy(
            scores.flatten(0, 1), batch.expected.flatten(), ignore_index=PAD_ID, label_smoothing=config.label_smoothing
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT_NORM)
        optimizer.step()
        return loss.detach()

    return step
