"""Generation: cached steps equal one pass, sampling follows its seed, limits are reported."""

import numpy as np
import pytest
import torch

from model.corpus import parse
from model.data.vocabulary import BOS_ID, EOS, EOS_ID
from model.inference.sampling import Sampling
from model.inference.text_generation import MAX_NEW_TOKENS, N_CANDIDATES, NEVER_GENERATED, generate, sample_sentences
from model.training.snapshot import LanguageSnapshot
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording

BEGINNINGS = [(), ("the", "small", "cat"), ("i", "do", "not"), ("zorb",)]
COMMON = [
    *BEGINNINGS[:3], ("the",), ("she",), ("we",), ("my", "mother"), ("do", "you"), ("there", "is"),
]  # fmt: skip


def test_what_it_writes_freely_is_new_and_never_holds_what_has_no_letters(causal: LanguageSnapshot) -> None:
    written = sample_sentences(causal.text_generator, 50)
    assert len(set(written)) > 40
    assert written == sample_sentences(causal.text_generator, 50)
    assert written != sample_sentences(causal.text_generator, 50, seed=1)
    never = {causal.text_generator.vocabulary.tokens[id_] for id_ in NEVER_GENERATED}
    assert not never & {word for words in written for word in words}


def test_a_sentence_that_has_ended_gets_no_further_words(
    causal: LanguageSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cat,) = causal.text_generator.vocabulary.encode(["cat"])
    draws = iter(torch.tensor([[[EOS_ID], [cat]], [[cat], [EOS_ID]]]))
    monkeypatch.setattr(torch, "multinomial", lambda *_, **__: next(draws))
    assert sample_sentences(causal.text_generator, 2) == [(), ("cat",)]


@pytest.mark.parametrize("words", BEGINNINGS, ids=" ".join)
@pytest.mark.parametrize("sampling", [None, Sampling(1.3, 20, 0.9, seed=4)], ids=["greedy", "sampling"])
def test_cached_writing_equals_recomputing(
    causal: LanguageSnapshot, words: tuple[str, ...], sampling: Sampling | None
) -> None:
    writer = causal.text_generator
    writing = generate(writer, words, sampling=sampling)
    fed = [BOS_ID, *writer.vocabulary.encode(words), *writer.vocabulary.encode(writing.tokens)]
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


def test_greedy_writing_is_grammatical(causal: LanguageSnapshot) -> None:
    """One of nine may be English that the grammar does not have, such as "the small cat is not very good"."""
    written = [(*words, *generate(causal.text_generator, words).tokens) for words in COMMON]
    assert sum(parse(words) is not None for words in written) >= len(COMMON) - 1


def test_greedy_writing_ends(causal: LanguageSnapshot) -> None:
    never = {causal.text_generator.vocabulary.tokens[id_] for id_ in NEVER_GENERATED}
    for words in BEGINNINGS[:3]:
        writing = generate(causal.text_generator, words)
        assert writing.is_complete
        assert writing.steps[-1].token == EOS
        assert all(len(step.candidates) == N_CANDIDATES for step in writing.steps)
        for step in writing.steps:
            assert step.n_possible == 1
            assert step.token == next(each.token for each in step.candidates if each.token not in never)


@pytest.mark.parametrize("is_causal", [True, False])
def test_a_limit_is_reported_and_rows_sum_to_one(
    causal: LanguageSnapshot, leaky: LanguageSnapshot, is_causal: bool
) -> None:
    writing = generate((causal if is_causal else leaky).text_generator, ("the",), may_end=False)
    assert not writing.is_complete
    assert len(writing.steps) == len(writing.tokens) == MAX_NEW_TOKENS
    assert EOS not in writing.tokens
    maps = writing.maps[Kind.DECODER]
    assert maps.shape == (2, 4, MAX_NEW_TOKENS + 1, MAX_NEW_TOKENS + 1)
    np.testing.assert_allclose(np.nansum(maps, axis=-1), 1, atol=1e-5)
    assert np.isnan(maps[..., 0, 1:]).all() == is_causal
    with pytest.raises(ValueError, match="read-only"):
        maps[0] = 0


def test_a_seed_decides(causal: LanguageSnapshot) -> None:
    def written(seed: int, temperature: float = 1.5) -> tuple[str, ...]:
        return generate(causal.text_generator, ("the",), sampling=Sampling(temperature, seed=seed)).tokens

    assert written(1) == written(1)
    assert len({written(seed) for seed in range(8)}) > 4
    greedy = generate(causal.text_generator, ("the",)).tokens
    assert {written(seed, temperature=1e-6) for seed in range(8)} == {greedy}


def test_typed_words_are_shown_as_typed(causal: LanguageSnapshot) -> None:
    writing = generate(causal.text_generator, ("the", "cat"), texts=("The", "CAT"))
    assert writing.queries(Kind.DECODER)[:2] == ("The", "CAT")
    with pytest.raises(ValueError, match="2 words, 1 texts"):
        generate(causal.text_generator, ("the", "cat"), texts=("The",))
