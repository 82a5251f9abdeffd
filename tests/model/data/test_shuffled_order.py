"""A random order that is computed place by place: it is an order, and it is random."""

import pytest
import torch

from model.data.shuffled_order import Order


def drawn(n: int, seed: int = 0) -> torch.Tensor:
    return Order(n, torch.Generator().manual_seed(seed)).between(0, n)


@pytest.mark.parametrize("n", [*range(1, 70), 255, 256, 257, 1000, 4096, 65_537])
def test_everything_comes_once(n: int) -> None:
    assert drawn(n).sort().values.tolist() == list(range(n))


def test_the_seed_decides_and_parts_are_those_of_the_whole() -> None:
    whole = drawn(1000, seed=3)
    order = Order(1000, torch.Generator().manual_seed(3))
    assert torch.equal(torch.cat([order.between(start, start + 300) for start in range(0, 1000, 300)]), whole)
    assert not torch.equal(drawn(1000, seed=4), whole)


def test_one_generator_draws_another_order_each_time() -> None:
    generator = torch.Generator().manual_seed(0)
    first, second = (Order(1000, generator).between(0, 1000) for _ in range(2))
    assert (first == second).sum() < 10


@pytest.mark.parametrize("n", [5, 16, 37])
def test_each_comes_to_each_place_equally_often(n: int) -> None:
    n_orders = 1000
    generator = torch.Generator().manual_seed(1)
    seen = torch.zeros(n, n)
    for _ in range(n_orders):
        seen[torch.arange(n), Order(n, generator).between(0, n)] += 1
    expected = n_orders / n
    chi_square = float(((seen - expected) ** 2 / expected).sum())
    freedom = (n - 1) ** 2
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_neighbours_do_not_stay_together() -> None:
    steps = drawn(100_000).diff().abs().float()
    assert 32_000 < steps.mean() < 34_700  # a third of the range
    assert (steps < 10).sum() < 300


def test_a_part_of_very_many_costs_no_more_than_itself() -> None:
    part = Order(10**15, torch.Generator().manual_seed(0)).between(10**14, 10**14 + 1000)
    assert len(part.unique()) == 1000
    assert 0 <= int(part.min()) < int(part.max()) < 10**15
