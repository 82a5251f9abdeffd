"""Beam search: width 1 is greedy, a wide beam tries everything, scores are sums of log-probabilities."""

import math
from collections.abc import Callable
from itertools import product

import pytest
import torch

from model.data.vocabulary import BOS_ID, EOS_ID
from model.inference.beam_search import search_beam, trace
from model.inference.greedy_decoding import mask_impossible, translate
from model.inference.teacher_forcing import encode_inputs
from model.training.snapshot import Snapshot
from model.transformer.head_edits import switch_head_off
from model.transformer.kind import Kind

SENTENCES = [
    "the cat",
    "she does not like the small black dog",
    "zorbin sees our house",
    "the the the zz",
    "do you sleep",
]


def log_probability(snapshot: Snapshot, words: list[str], tokens: tuple[str, ...]) -> float:
    """Return the sum of the log-probabilities of the tokens under teacher forcing."""
    source, fed = encode_inputs(snapshot.translator, words, tokens)
    ids = torch.tensor([snapshot.translator.target.tokens.index(token) for token in tokens])
    with torch.inference_mode():
        scores = snapshot.translator.model(source, fed)[0].log_softmax(dim=-1)
    return float(scores[torch.arange(len(ids)), ids].sum())


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("max_steps", [None, 3])
def test_a_beam_of_width_1_is_greedy(snapshot: Snapshot, sentence: str, max_steps: int | None) -> None:
    words = sentence.split()
    search = search_beam(snapshot.translator, words, 1, max_steps=max_steps)
    greedy = translate(snapshot.translator, words, max_steps=max_steps)
    assert [each.tokens for each in search.hypotheses] == [greedy.vocabulary_tokens]
    assert search.hypotheses[0].forced == ()


def test_a_beam_as_wide_as_all_beginnings_of_two_tokens_tries_them_all(snapshot: Snapshot) -> None:
    words = ["the", "cat"]
    translator = snapshot.translator
    model, tokens = translator.model, translator.target.tokens
    possible = [id_ for id_ in range(len(tokens)) if not mask_impossible(translator.target, model.device)[id_].isinf()]
    search = search_beam(translator, words, len(tokens) ** 2, max_steps=2)
    found = {each.tokens: each.log_probability for each in search.hypotheses}
    expected = {(tokens[EOS_ID],)} | {
        (tokens[first], tokens[second]) for first, second in product(possible, possible) if first != EOS_ID
    }
    assert found.keys() == expected
    source = torch.tensor([translator.source.encode(words)])
    fed = torch.tensor([[BOS_ID, id_] for id_ in possible])
    with torch.inference_mode():
        scores = model(source.expand(len(fed), -1), fed).log_softmax(dim=-1)  # (B, 2, V)
    by_hand = {
        (tokens[first], tokens[second]): float(scores[row, 0, first] + scores[row, 1, second])
        for row, first in enumerate(possible)
        for second in possible[::50]
        if first != EOS_ID
    }
    for pair, score in by_hand.items():
        assert found[pair] == pytest.approx(score, abs=1e-3)
    assert search.hypotheses[0].tokens == max(found, key=lambda each: found[each])


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("width", [2, 4, 8])
def test_scores_are_sums_of_log_probabilities(snapshot: Snapshot, sentence: str, width: int) -> None:
    words = sentence.split()
    search = search_beam(snapshot.translator, words, width)
    assert 1 <= len(search.hypotheses) <= width
    assert len({each.tokens for each in search.hypotheses}) == len(search.hypotheses)
    for each in search.hypotheses:
        assert each.log_probability == pytest.approx(log_probability(snapshot, words, each.tokens), abs=1e-4)
        assert each.score == each.log_probability
    scores = [each.score for each in search.hypotheses]
    assert scores == sorted(scores, reverse=True)


def test_the_length_penalty_divides_the_log_probability(snapshot: Snapshot) -> None:
    for each in search_beam(snapshot.translator, ["the", "cat"], 4, length_penalty=0.6).hypotheses:
        assert each.score == pytest.approx(each.log_probability / ((5 + len(each.tokens)) / 6) ** 0.6)


def test_the_length_penalty_decides_the_rank(snapshot: Snapshot) -> None:
    is_decided = False
    for english in ("the cat", "he sees the small black dog", "she does not like fish"):
        found = search_beam(snapshot.translator, english.split(), 8, length_penalty=5.0).hypotheses
        scores, sums = ([getattr(each, name) for each in found] for name in ("score", "log_probability"))
        assert scores == sorted(scores, reverse=True)
        is_decided |= sums != sorted(sums, reverse=True)
    assert is_decided, "the comparison would be empty"


@pytest.mark.parametrize("sentence", SENTENCES)
def test_forcing_a_hypothesis_generates_it(snapshot: Snapshot, sentence: str) -> None:
    words = sentence.split()
    for each in search_beam(snapshot.translator, words, 4).hypotheses:
        assert translate(snapshot.translator, words, forced=dict(each.forced)).vocabulary_tokens == each.tokens


def test_the_nodes_are_a_tree_of_what_was_kept(snapshot: Snapshot) -> None:
    width = 3
    search = search_beam(snapshot.translator, ["she", "does", "not", "like", "the", "dog"], width)
    for place, node in enumerate(search.nodes):
        if node.parent is None:
            assert node.step == 0
            before = 0.0
        else:
            parent = search.nodes[node.parent]
            assert parent.is_kept
            assert node.parent < place
            assert parent.step == node.step - 1
            before = parent.log_probability
        assert node.log_probability == pytest.approx(before + math.log(node.probability), abs=1e-5)
    for step in range(search.nodes[-1].step + 1):
        assert sum(node.is_kept for node in search.nodes if node.step == step) <= width
    for end, hypothesis in zip(search.ends, search.hypotheses, strict=True):
        assert tuple(search.nodes[place].token for place in trace(search.nodes, end)) == hypothesis.tokens


def test_edits_change_the_search_and_nothing_else(snapshot: Snapshot) -> None:
    words = ["she", "does", "not", "like", "the", "small", "black", "dog"]
    plain = search_beam(snapshot.translator, words, 2)
    edits = [switch_head_off(Kind.CROSS, 1, head) for head in range(4)]
    edited = search_beam(snapshot.translator, words, 1, edits=edits)
    assert edited.hypotheses[0].tokens == translate(snapshot.translator, words, edits=edits).vocabulary_tokens
    assert search_beam(snapshot.translator, words, 2) == plain


@pytest.mark.parametrize(("words", "width"), [([], 3), (["cat"], 0)])
def test_nothing_to_search_is_refused(snapshot: Snapshot, words: list[str], width: int) -> None:
    with pytest.raises(ValueError, match="need at least one word and a width"):
        search_beam(snapshot.translator, words, width)


@pytest.mark.parametrize("search", [translate, lambda *given, **options: search_beam(*given, 3, **options)])
def test_no_step_is_refused(snapshot: Snapshot, search: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="max_steps=0 must be at least 1"):
        search(snapshot.translator, ["cat"], max_steps=0)
