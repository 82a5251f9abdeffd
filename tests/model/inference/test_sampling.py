"""Drawing the next word: what temperature, top-k and top-p leave, for any scores."""

import math

import pytest
import torch

from model.inference.sampling import Sampling, compute_sampling_probabilities, keep_top_k, keep_top_p, sample_token

SCORES = [torch.randn(40, generator=torch.Generator().manual_seed(seed)) * 3 for seed in range(5)]
WAYS = [
    Sampling(temperature, top_k, top_p) for temperature in (0.1, 1.0, 2.0) for top_k in (0, 1, 7, 99)
    for top_p in (0.05, 0.5, 0.9, 1.0)
]  # fmt: skip


@pytest.mark.parametrize("way", [None, *WAYS], ids=str)
@pytest.mark.parametrize("scores", SCORES, ids=range(len(SCORES)))
def test_chances_sum_to_one_and_keep_what_is_forbidden_out(scores: torch.Tensor, way: Sampling | None) -> None:
    scores = scores.clone()
    scores[[0, 3]] = -torch.inf
    chance = compute_sampling_probabilities(scores, way)
    assert float(chance.sum()) == pytest.approx(1, abs=1e-5)
    assert float(chance[[0, 3]].sum()) == 0
    assert int(chance.argmax()) == int(scores.argmax()), "nothing overtakes the likeliest"


@pytest.mark.parametrize("scores", SCORES, ids=range(len(SCORES)))
def test_one_candidate_or_no_temperature_is_greedy(scores: torch.Tensor) -> None:
    greedy = compute_sampling_probabilities(scores, None)
    torch.testing.assert_close(compute_sampling_probabilities(scores, Sampling(top_k=1)), greedy)
    for temperature in (1e-4, 1e-38):
        torch.testing.assert_close(compute_sampling_probabilities(scores, Sampling(temperature=temperature)), greedy)
    far = float((compute_sampling_probabilities(scores, Sampling(temperature=0.5)) - greedy).abs().sum())
    near = float((compute_sampling_probabilities(scores, Sampling(temperature=0.1)) - greedy).abs().sum())
    assert near <= far


@pytest.mark.parametrize("scores", SCORES, ids=range(len(SCORES)))
def test_the_highest_temperature_is_uniform(scores: torch.Tensor) -> None:
    chance = compute_sampling_probabilities(scores, Sampling(temperature=1e38))
    torch.testing.assert_close(chance, torch.full_like(chance, 1 / len(chance)))


@pytest.mark.parametrize("top_p", [0.05, 0.3, 0.9, 0.999])
@pytest.mark.parametrize("scores", SCORES, ids=range(len(SCORES)))
def test_the_nucleus_is_the_smallest_set_that_reaches_the_mass(scores: torch.Tensor, top_p: float) -> None:
    p = scores.softmax(0)
    kept = keep_top_p(p, top_p) > 0
    assert float(p[kept].sum()) >= top_p - 1e-6
    assert float(p[kept].sum() - p[kept].min()) < top_p, "without its least likely word it would not reach it"
    assert float(p[kept].min()) >= float(p[~kept].max()), "the likeliest stay"


def test_the_nucleus_by_hand() -> None:
    p = torch.tensor([0.1, 0.5, 0.15, 0.25])
    torch.testing.assert_close(keep_top_p(p, 0.7), torch.tensor([0.0, 2 / 3, 0.0, 1 / 3]))
    torch.testing.assert_close(keep_top_p(p, 1.0), p)


def test_a_mass_that_is_reached_exactly_needs_no_other_token() -> None:
    assert keep_top_p(torch.tensor([0.5, 0.25, 0.25]), 0.5).tolist() == [1.0, 0.0, 0.0]


def test_top_k_keeps_k_even_among_equals() -> None:
    assert int(torch.isfinite(keep_top_k(torch.zeros(9), 4)).sum()) == 4
    assert torch.equal(keep_top_k(torch.zeros(9), 0), torch.zeros(9))


def test_draws_follow_the_chances_and_the_seed() -> None:
    chance = torch.tensor([0.0, 0.7, 0.3])
    drawn = [[sample_token(chance, generator) for _ in range(2000)] for generator in map(seeded, (1, 1, 2))]
    assert drawn[0] == drawn[1] != drawn[2]
    assert 0 not in drawn[0]
    assert drawn[0].count(1) / 2000 == pytest.approx(0.7, abs=0.04)


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize(
    "options",
    [{"temperature": 0.0}, {"temperature": -1.0}, {"temperature": math.nan}, {"temperature": math.inf},
     {"temperature": 1e-46}, {"temperature": 1e39},
     {"top_k": -1}, {"top_p": 0.0}, {"top_p": 1.1}],
    ids=str,
)  # fmt: skip
def test_nonsense_is_refused(options: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Sampling(**options)
