"""Sampled translations: equal seeds agree, a low temperature is greedy, and greedy decoding can be led to each."""

import pytest

from model.inference.edited_row import pin_row
from model.inference.greedy_decoding import length_limit, translate
from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.inference.sampled_decoding import sample_translations
from model.inference.sampling import Sampling
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from tests.model.analysis.untrained_translator import draw_translator
from tests.model.inference.test_beam_search import log_probability

WORDS = ["the", "small", "animal", "saw", "her", "old", "dog"]


def test_equal_seeds_give_equal_translations(snapshot: Snapshot) -> None:
    first, again, other = (
        sample_translations(snapshot.translator, WORDS, Sampling(2.0, seed=seed), 4) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("sampling", [Sampling(0.01), Sampling(2.0, top_k=1), Sampling(2.0, top_p=1e-6)])
def test_what_leaves_one_token_is_greedy(snapshot: Snapshot, sampling: Sampling) -> None:
    (sample,) = sample_translations(snapshot.translator, WORDS, sampling, 1)
    assert sample.tokens == translate(snapshot.translator, WORDS).vocabulary_tokens
    assert sample.forced == ()


def test_forcing_a_sample_generates_it_and_its_score_is_its_log_probability(snapshot: Snapshot) -> None:
    for sample in sample_translations(snapshot.translator, WORDS, Sampling(2.0, seed=5), 6):
        forced = translate(snapshot.translator, WORDS, forced=dict(sample.forced))
        assert forced.vocabulary_tokens == sample.tokens
        assert sample.log_probability == pytest.approx(log_probability(snapshot, WORDS, sample.tokens), abs=1e-3)


def test_every_sample_is_decoded_under_the_edits(snapshot: Snapshot) -> None:
    rows = tuple(pin_row(Head(Kind.CROSS, layer, head), 0, 4) for layer in (0, 1) for head in range(4))
    intervention, greedy = Intervention(rows=rows), Sampling(2.0, top_k=1)
    edited = translate(snapshot.translator, WORDS, edits=intervention.edits).vocabulary_tokens
    assert edited != translate(snapshot.translator, WORDS).vocabulary_tokens
    samples = sample_translations(snapshot.translator, WORDS, greedy, 2, intervention=intervention)
    assert [sample.tokens for sample in samples] == [edited, edited]


def test_samples_differ_end_at_the_limit_and_hold_no_token_that_is_never_generated() -> None:
    translator, words = draw_translator(), ["the", "cat"]
    samples = sample_translations(translator, words, Sampling(100.0), 100)
    assert len({sample.tokens for sample in samples}) > 10
    assert max(len(sample.tokens) for sample in samples) == length_limit(len(words))
    never = {translator.target.tokens[id_] for id_ in translator.target.never_generated}
    assert never
    assert not any(never & set(sample.tokens) for sample in samples)


def test_no_word_is_refused(snapshot: Snapshot) -> None:
    with pytest.raises(ValueError, match="at least one word"):
        sample_translations(snapshot.translator, [], Sampling(), 1)
