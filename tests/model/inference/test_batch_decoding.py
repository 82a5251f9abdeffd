"""Sentences decoded together are translated as each alone."""

import random
from dataclasses import replace

import pytest
import torch

from model.corpus import Corpus
from model.corpus.lexicon.known_words import ENGLISH_WORDS
from model.data.vocabulary import EOS
from model.inference.batch_decoding import decode_sentences
from model.inference.greedy_decoding import length_limit, translate
from model.inference.translator import Translator
from model.training.snapshot import Snapshot
from model.training.translation_task import build_translator
from model.transformer.config import ModelConfig, Norm


def weakened(snapshot: Snapshot) -> Translator:
    """A translator that gets many sentences wrong."""
    weak = snapshot.translator.frozen()
    weights, generator = weak.model.output.weight, torch.Generator().manual_seed(0)
    with torch.no_grad():
        weights.add_(0.6 * torch.randn(weights.shape, generator=generator))
    return weak


@pytest.mark.parametrize("kind", ["trained", "weakened", "untrained"])
def test_many_sentences_are_translated_as_each_alone(kind: str, snapshot: Snapshot, corpus: Corpus) -> None:
    if kind == "untrained":
        translator = build_translator(corpus, ModelConfig(norm=Norm.POST), 0, torch.device("cpu")).frozen()
    else:
        translator = snapshot.translator if kind == "trained" else weakened(snapshot)
    sentences = [pair.source[:n] for pair in corpus.held_out[:25] for n in range(1, len(pair.source) + 1)]
    decoded = decode_sentences(translator, sentences)
    assert decoded == [translate(translator, words).vocabulary_tokens for words in sentences]
    assert all(EOS not in tokens[:-1] for tokens in decoded)
    assert any(tokens[-1] != EOS for tokens in decoded) == (kind != "trained")


def test_endless_sentences_stop_at_their_limit(small_corpus: Corpus) -> None:
    translator = build_translator(small_corpus, ModelConfig(), 0, torch.device("cpu")).frozen()
    with torch.no_grad():
        translator.model.output.bias[translator.target.encode(["le"])[0]] = 1e3
    assert [len(tokens) for tokens in decode_sentences(translator, [["the"], ["the"] * 5])] == [
        length_limit(1), length_limit(5)
    ]  # fmt: skip


def test_subwords_are_decoded_as_well(small_corpus: Corpus) -> None:
    translator = build_translator(replace(small_corpus, is_raw_text=True), ModelConfig(), 0, torch.device("cpu"))
    translator.model.eval()
    pieces = [translator.source.tokenize(words) for words in (["Anna"], ["Marguerite", "sings,"], ["Anna"])]
    assert decode_sentences(translator, pieces) == [translate(translator, each).vocabulary_tokens for each in pieces]


def test_no_sentences_give_no_translations(snapshot: Snapshot) -> None:
    assert decode_sentences(snapshot.translator, []) == []


def test_random_words_seldom_make_it_stutter(snapshot: Snapshot) -> None:
    """Of 500 random sequences of known and unknown words, at most 2 % repeat a word three times in a row."""
    draw, known = random.Random(0), sorted(ENGLISH_WORDS)
    unknown = ("zorbin", "hexagon", "umbrella")
    sentences = [
        [draw.choice(known) if draw.random() < 0.8 else draw.choice(unknown) for _ in range(draw.randint(1, 12))]
        for _ in range(500)
    ]
    decoded = decode_sentences(snapshot.translator, sentences)
    n_stutters = sum(any(a == b == c for a, b, c in zip(o, o[1:], o[2:], strict=False)) for o in decoded)
    assert n_stutters <= 10
