"""The language model: the mask hides what comes later, and without it there is nothing to learn but looking."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from model.corpus import Corpus, parse
from model.data.vocabulary import BOS_ID, EOS, EOS_ID, PAD_ID
from model.inference.sampling import Sampling
from model.inference.text_generation import MAX_NEW, N_CANDIDATES, read, write
from model.inference.text_generator import TextGenerator
from model.training.language_evaluation import NEVER_WRITTEN, write_freely
from model.training.language_task import LANGUAGE_TRAINING, LanguageTask
from model.training.loop import train
from model.training.snapshot import LanguageSnapshot
from model.transformer.config import LanguageConfig
from model.transformer.kind import Kind, Site
from model.transformer.language_model import LanguageModel
from model.transformer.taps import recording
from tests.typechecker import unchecked

CPU_TRAINING = replace(LANGUAGE_TRAINING, device="cpu")
BEGINNINGS = [(), ("the", "small", "cat"), ("i", "do", "not"), ("zorb",)]


@pytest.fixture(scope="session")
def causal(corpus: Corpus) -> LanguageSnapshot:
    """The end of the training that the page runs."""
    with unchecked():
        *_, last = train(LanguageTask(corpus, LanguageConfig()), CPU_TRAINING)
    return last.snapshot()


@pytest.fixture(scope="session")
def leaky(corpus: Corpus) -> LanguageSnapshot:
    """The same without the mask."""
    with unchecked():
        *_, last = train(LanguageTask(corpus, LanguageConfig(is_causal=False)), CPU_TRAINING)
    return last.snapshot()


def untrained(*, is_causal: bool) -> LanguageModel:
    torch.manual_seed(0)
    return LanguageModel(LanguageConfig(is_causal=is_causal), 30).eval()


def changed_at(model: LanguageModel, place: int) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """Whether each position's scores, and each layer's rows, stay when one token changes."""
    fed = torch.arange(5, 17)[None]
    other = fed.clone()
    other[0, place] = 25
    seen = []
    for ids in (fed, other):
        with torch.inference_mode(), recording() as recorder:
            seen.append((model(ids)[0], [recorder.captured[Site(Kind.DECODER, layer)][0][0] for layer in range(2)]))
    (scores, maps), (other_scores, other_maps) = seen
    same_rows = [(a == b).all(dim=(0, 2)) for a, b in zip(maps, other_maps, strict=True)]
    return (scores == other_scores).all(dim=1), same_rows


@pytest.mark.parametrize("place", [1, 6, 11])
def test_a_causal_model_is_bit_for_bit_blind_to_later_tokens(place: int) -> None:
    same_scores, same_rows = changed_at(untrained(is_causal=True), place)
    assert same_scores[:place].all()
    assert not same_scores[place]
    assert all(rows[:place].all() for rows in same_rows)


def test_without_the_mask_every_position_sees_every_token() -> None:
    same_scores, same_rows = changed_at(untrained(is_causal=False), 11)
    assert not same_scores.any()
    assert not any(rows.any() for rows in same_rows)


@pytest.mark.parametrize("is_causal", [True, False])
def test_padding_changes_nothing(is_causal: bool) -> None:
    model = untrained(is_causal=is_causal)
    short = torch.tensor([[BOS_ID, 7, 8]])
    padded = torch.tensor([[BOS_ID, 7, 8, PAD_ID, PAD_ID], [BOS_ID, 9, 9, 9, 9]])
    with torch.inference_mode():
        alone, beside = model(short)[0], model(padded, padded != PAD_ID)[0, :3]
    torch.testing.assert_close(alone, beside, atol=1e-5, rtol=0)


def test_nothing_of_the_past_is_kept_without_the_mask() -> None:
    model = untrained(is_causal=False)
    with pytest.raises(ValueError, match="without the causal mask"):
        model(torch.tensor([[BOS_ID, 7]]), caches=model.new_caches())


def test_the_leak_makes_the_loss_vanish_and_writing_impossible(
    causal: LanguageSnapshot, leaky: LanguageSnapshot
) -> None:
    good, bad = causal.evaluation, leaky.evaluation
    assert 2.0 < good.loss < 2.5, "what is left is the freedom of the grammar"
    assert bad.loss < 0.02, "held out, and yet known"
    assert leaky.learning_curve[-1].loss < 0.02
    assert good.grammatical > 0.75
    assert bad.grammatical < 0.15


def test_every_report_of_the_training_is_kept(causal: LanguageSnapshot) -> None:
    assert [point.step for point in causal.learning_curve] == [0, *sorted(LANGUAGE_TRAINING.report_at)]
    assert causal.learning_curve[0].evaluation.loss > causal.learning_curve[-1].evaluation.loss
    assert causal.learning_curve[-1].evaluation == causal.evaluation


def test_the_leaky_model_looks_at_the_answer(causal: LanguageSnapshot, leaky: LanguageSnapshot, corpus: Corpus) -> None:
    for pair in corpus.held_out[:20]:
        readings = [read(snapshot.text_generator, pair.source) for snapshot in (causal, leaky)]
        heads = [(layer, head) for layer in range(2) for head in (None, 0, 1, 2, 3)]
        assert all(readings[0].share_on_next(*head) == 0 for head in heads)
        assert max(readings[1].share_on_next(*head) for head in heads) > 0.5
        assert readings[1].losses.max() < readings[0].losses.max()


def test_what_it_writes_freely_is_new_and_never_holds_what_has_no_letters(causal: LanguageSnapshot) -> None:
    written = write_freely(causal.text_generator, 50)
    assert len(set(written)) > 40
    assert written == write_freely(causal.text_generator, 50)
    assert written != write_freely(causal.text_generator, 50, seed=1)
    never = {causal.text_generator.vocabulary.tokens[id_] for id_ in NEVER_WRITTEN}
    assert not never & {word for words in written for word in words}


@pytest.mark.parametrize("words", BEGINNINGS, ids=" ".join)
@pytest.mark.parametrize("sampling", [None, Sampling(1.3, 20, 0.9, seed=4)], ids=["greedy", "sampling"])
def test_cached_writing_equals_recomputing(
    causal: LanguageSnapshot, words: tuple[str, ...], sampling: Sampling | None
) -> None:
    writer = causal.text_generator
    writing = write(writer, words, sampling=sampling)
    fed = [BOS_ID, *writer.vocabulary.encode(words), *writer.vocabulary.encode(writing.words)]
    fed = fed if writing.is_complete else fed[:-1]
    with torch.inference_mode(), recording() as recorder:
        scores = writer.model(torch.tensor([fed]))[0]
    for layer in range(2):
        whole = recorder.captured[Site(Kind.DECODER, layer)][0][0].numpy()
        np.testing.assert_allclose(np.nan_to_num(writing.maps[Kind.DECODER][layer]), whole, atol=1e-5)
    for step, row in zip(writing.steps, scores.softmax(-1)[len(words) :], strict=True):
        for candidate in step.candidates:
            at = writer.vocabulary.tokens.index(candidate.token)
            assert candidate.probability == pytest.approx(float(row[at]), abs=1e-5)


def test_greedy_writing_is_grammatical_and_ends(causal: LanguageSnapshot) -> None:
    never = {causal.text_generator.vocabulary.tokens[id_] for id_ in NEVER_WRITTEN}
    for words in BEGINNINGS[:3]:
        writing = write(causal.text_generator, words)
        assert writing.is_complete
        assert writing.steps[-1].token == EOS
        assert parse((*words, *writing.words))
        assert all(len(step.candidates) == N_CANDIDATES for step in writing.steps)
        for step in writing.steps:
            assert step.n_possible == 1
            assert step.token == next(each.token for each in step.candidates if each.token not in never)


@pytest.mark.parametrize("is_causal", [True, False])
def test_a_limit_is_reported_and_rows_sum_to_one(
    causal: LanguageSnapshot, leaky: LanguageSnapshot, is_causal: bool
) -> None:
    writing = write((causal if is_causal else leaky).text_generator, ("the",), may_end=False)
    assert not writing.is_complete
    assert len(writing.steps) == len(writing.words) == MAX_NEW
    assert EOS not in writing.words
    maps = writing.maps[Kind.DECODER]
    assert maps.shape == (2, 4, MAX_NEW + 1, MAX_NEW + 1)
    np.testing.assert_allclose(np.nansum(maps, axis=-1), 1, atol=1e-5)
    assert np.isnan(maps[..., 0, 1:]).all() == is_causal
    with pytest.raises(ValueError, match="read-only"):
        maps[0] = 0


def test_a_seed_decides(causal: LanguageSnapshot) -> None:
    def written(seed: int, temperature: float = 1.5) -> tuple[str, ...]:
        return write(causal.text_generator, ("the",), sampling=Sampling(temperature, seed=seed)).words

    assert written(1) == written(1)
    assert len({written(seed) for seed in range(8)}) > 4
    greedy = write(causal.text_generator, ("the",)).words
    assert {written(seed, temperature=1e-4) for seed in range(8)} == {greedy}


def test_typed_words_are_shown_as_typed(causal: LanguageSnapshot) -> None:
    writing = write(causal.text_generator, ("the", "cat"), texts=("The", "CAT"))
    assert writing.following[:2] == ("The", "CAT")
    with pytest.raises(ValueError, match="2 words, 1 texts"):
        write(causal.text_generator, ("the", "cat"), texts=("The",))


def test_losses_are_those_of_training(causal: LanguageSnapshot) -> None:
    words = ("the", "cat", "sees", "a", "dog")
    reading = read(causal.text_generator, words)
    assert reading.following == (*words, EOS)
    ids = [BOS_ID, *causal.text_generator.vocabulary.encode(words), EOS_ID]
    with torch.inference_mode():
        p = causal.text_generator.model(torch.tensor([ids[:-1]]))[0].softmax(-1)
    expected = [-np.log(float(row[id_])) for row, id_ in zip(p, ids[1:], strict=True)]
    np.testing.assert_allclose(reading.losses, expected, atol=1e-4)
    assert read(causal.text_generator, ()).share_on_next(0, 0) == 0


def test_the_same_seed_gives_the_same_weights_and_both_models_start_alike(small_corpus: Corpus) -> None:
    def weights(*, is_causal: bool) -> TextGenerator:
        return LanguageTask(small_corpus, LanguageConfig(is_causal=is_causal)).build_learner(3, torch.device("cpu"))

    first, second = weights(is_causal=True), weights(is_causal=False)
    others = second.model.state_dict()
    assert all(torch.equal(value, others[name]) for name, value in first.model.state_dict().items())
    assert "bonjour" not in first.vocabulary
    assert "the" in first.vocabulary
