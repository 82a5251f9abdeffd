"""Decoding with capture: a key/value cache compared with recomputing all earlier tokens at each step."""

import math
from copy import copy
from functools import partial

import torch
from torch import Tensor

from benchmarks.table import Row
from benchmarks.timing import paired, threads
from model.corpus import toy_corpus
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.training.translation_task import build_translator
from model.transformer.attention import KeyValueCache
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Memory, Transformer
from model.transformer.kind import Kind
from model.transformer.taps import recording

_WORDS = ("she", "does", "not", "like", "the", "small", "black", "dog")
_ROUNDS = {10: 40, 40: 20, 160: 16, 500: 3}  # by tokens
_GOAL_AT = 160


def run() -> list[Row]:
    """Time whole translations of several lengths, and a late step against an early one, in one thread."""
    with threads(1):
        return _rows()


def _rows() -> list[Row]:
    translator = _endless()
    rows = []
    for n_tokens, rounds in _ROUNDS.items():
        decoding = paired(
            partial(translate, translator, _WORDS, max_steps=n_tokens),
            partial(_recompute, translator, n_tokens),
            rounds=rounds,
            warmup=1 if n_tokens < 500 else 0,
        )
        goal = 0.25 if n_tokens == _GOAL_AT else None
        what = f"decoding {n_tokens} tokens with capture to recomputing"
        rows.append(Row(what, decoding.ours, "ms", decoding.floor, decoding.ratio, goal))
    return [*rows, _late_step(translator.model, translator.source.encode(_WORDS))]


def _endless() -> Translator:
    """Return an untrained translator that never ends a sentence."""
    translator = build_translator(toy_corpus(), ModelConfig(), 0, torch.device("cpu"))
    model = translator.frozen().model
    model.output.bias[EOS_ID] = -math.inf
    return Translator(model, translator.source, translator.target)


@torch.inference_mode()
def _recompute(translator: Translator, n_tokens: int) -> dict[Kind, list[list[Tensor]]]:
    """Decode greedily with a full pass of the decoder at every step; keep the new row per kind and layer."""
    model = translator.model
    fed = [BOS_ID]
    rows: dict[Kind, list[list[Tensor]]] = {kind: [[] for _ in range(model.config.n_layers)] for kind in Kind}
    with recording():
        memory = model.encode(torch.tensor([translator.source.encode(_WORDS)]))
    for _ in range(n_tokens):
        with recording() as recorder:
            scores = model.decode(torch.tensor([fed]), memory)[0, -1]
        scores[[PAD_ID, BOS_ID]] = -math.inf
        fed.append(int(scores.argmax()))
        for site, captured in recorder.captured.items():
            rows[site.kind][site.layer].append(captured[0][0, :, -1])
    return rows


@torch.inference_mode()
def _late_step(model: Transformer, source: list[int]) -> Row:
    memory = model.encode(torch.tensor([source]))
    late, early = model.new_caches(), model.new_caches()
    for length, caches in ((500, late), (50, early)):
        model.decode(torch.full((1, length - 1), BOS_ID), memory, caches)
    step = paired(lambda: _step(model, memory, late), lambda: _step(model, memory, early), rounds=150, inner=3)
    return Row("one decoding step at length 500 to one at 50", step.ours, "ms", step.floor, step.ratio, 1.5)


def _step(model: Transformer, memory: Memory, caches: list[KeyValueCache]) -> int:
    with recording():
        scores = model.decode(torch.tensor([[BOS_ID]]), memory, list(map(copy, caches)))  # a cache grows
    return int(scores[0, -1].argmax())
