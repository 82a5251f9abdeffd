"""The same seed gives the same weights, bit for bit, however many threads ask at once."""

from concurrent.futures import ThreadPoolExecutor

import torch

from model.corpus import toy_corpus
from model.lab.feed_forward import EXAMPLE, compute_feed_forward
from model.lab.residual_connection import compute_residual
from model.seeding import seeded
from model.training.language_task import LanguageTask
from model.training.translation_task import build_translator
from model.transformer.config import LanguageConfig, ModelConfig, Norm

N_THREADS, N_MODELS = 8, 24


def test_many_threads_initialise_bit_equal_weights() -> None:
    corpus, device = toy_corpus(seed=1, train=200, held_out=10), torch.device("cpu")

    def made(number: int) -> list[torch.Tensor]:
        if number % 2:
            model: torch.nn.Module = LanguageTask(corpus, LanguageConfig()).build_learner(number % 3, device).model
        else:
            model = build_translator(corpus, ModelConfig(), number % 3, device).model
        return list(model.state_dict().values())

    alone = [made(number) for number in range(6)]  # both models with each of three seeds
    with ThreadPoolExecutor(N_THREADS) as pool:
        together = list(pool.map(made, range(N_MODELS)))
    for number, weights in enumerate(together):
        assert all(map(torch.equal, weights, alone[number % 6]))


def test_the_generator_of_the_process_stands_where_it_stood() -> None:
    before = torch.get_rng_state()
    with seeded(3):
        torch.rand(5)
    assert torch.equal(torch.get_rng_state(), before)


def test_pages_draw_nothing_from_the_generator_of_a_training() -> None:
    before = torch.random.get_rng_state()
    compute_feed_forward(EXAMPLE)
    compute_residual(EXAMPLE, Norm.PRE)
    assert torch.equal(torch.random.get_rng_state(), before)
