"""Scores without heads are those of a model in which their output is missing."""

from collections.abc import Sequence
from copy import deepcopy

import pytest

from model.analysis.prediction_scores import PredictionScores, score_without
from model.corpus import Corpus, Pair
from model.data.batches import EncodedPairs
from model.inference.batch_decoding import decode_sentences
from model.inference.named_head import Head
from model.inference.translator import Translator
from model.training.snapshot import Snapshot
from model.transformer.attention import MultiHeadAttention
from model.transformer.kind import Kind

N = 60
SETS = [[Head(Kind.CROSS, 1, head)] for head in range(4)]
SETS += [[Head(Kind.ENCODER, 0, 1), Head(Kind.ENCODER, 0, 2), Head(Kind.DECODER, 1, 0), Head(Kind.CROSS, 0, 3)]]


@pytest.fixture(scope="module")
def pairs(corpus: Corpus) -> Sequence[Pair]:
    return corpus.held_out[:N]


def score(translator: Translator, pairs: Sequence[Pair], off: Sequence[Head], *, is_uniform: bool) -> PredictionScores:
    encoded = EncodedPairs(pairs, translator.source, translator.target, translator.model.device)
    return score_without(translator, pairs, encoded, off, is_uniform=is_uniform)


def find_attention(translator: Translator, head: Head) -> MultiHeadAttention:
    model = translator.model
    if head.kind is Kind.ENCODER:
        return model.encoder[head.layer].self_attn
    layer = model.decoder[head.layer]
    return layer.cross_attn if head.kind is Kind.CROSS else layer.self_attn


def take_output(translator: Translator, heads: Sequence[Head]) -> Translator:
    """Return a copy of which these heads add nothing."""
    copied, config = deepcopy(translator), translator.model.config
    for head in heads:
        projection = find_attention(copied, head).out_proj.weight.data
        projection.view(config.d_model, config.n_heads, -1)[:, head.head] = 0
    return copied


@pytest.mark.parametrize("off", SETS, ids=lambda off: ".".join(map(str, off)))
def test_exact_match_without_heads_is_that_of_decoding_without_them(
    snapshot: Snapshot, pairs: Sequence[Pair], off: Sequence[Head]
) -> None:
    """Teacher forcing and decoding step by step agree on which known words come out."""
    known = [pair for pair in pairs if all(word in snapshot.translator.target for word in pair.target)]
    found = score(snapshot.translator, known, off, is_uniform=False)
    missing = take_output(snapshot.translator, off)
    decoded = decode_sentences(missing, [pair.source for pair in known])
    n_right = sum(tokens[:-1] == pair.target for tokens, pair in zip(decoded, known, strict=True))
    assert found.exact_match == n_right / len(known)
    whole = score(missing, known, [], is_uniform=False)
    assert (found.exact_match, found.token_accuracy) == (whole.exact_match, whole.token_accuracy)
    assert found.log_probability == pytest.approx(whole.log_probability, abs=1e-5)


def test_heads_that_are_off_cost_something(snapshot: Snapshot, pairs: Sequence[Pair]) -> None:
    untouched, *changed = [score(snapshot.translator, pairs, off, is_uniform=False) for off in ([], *SETS)]
    assert 0 < min(each.exact_match for each in changed) < untouched.exact_match
    assert changed[-1].log_probability < untouched.log_probability


def test_uniform_weights_are_not_none(snapshot: Snapshot, pairs: Sequence[Pair]) -> None:
    first = [Head(Kind.DECODER, 0, 0)]
    uniform, none = (score(snapshot.translator, pairs, first, is_uniform=is_uniform) for is_uniform in (True, False))
    assert uniform.log_probability != none.log_probability


def test_a_head_without_output_is_not_missed(snapshot: Snapshot, pairs: Sequence[Pair]) -> None:
    heads = [Head(Kind.DECODER, 0, 0), Head(Kind.DECODER, 0, 1)]
    translator = take_output(snapshot.translator, heads[:1])
    untouched, without, other = (
        score(translator, pairs, off, is_uniform=False).log_probability for off in ([], heads[:1], heads[1:])
    )
    assert without == pytest.approx(untouched, abs=1e-5)
    assert other != pytest.approx(untouched, abs=1e-5)
