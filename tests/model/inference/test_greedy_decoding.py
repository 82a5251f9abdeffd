"""Greedy decoding: cached steps equal one pass; limits, edits, and translations of the trained model."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
import torch

from model.corpus import Corpus, Pair, sample_pair
from model.data.vocabulary import BOS_ID, EOS, PAD_ID, UNKNOWN
from model.inference.greedy_decoding import N_CANDIDATES, choose_limit, length_limit, translate
from model.inference.translation import Translation
from model.inference.translator import Translator
from model.training.snapshot import Snapshot
from model.training.translation_task import build_translator
from model.transformer.config import MAX_LENGTH, ModelConfig, Norm
from model.transformer.head_edits import replace_row, switch_head_off
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording

WORDS = ["she", "does", "not", "like", "the", "small", "black", "dog"]
NAMED = ["zorbin", "likes", "fish"]
FRENCH = ["elle", "n'", "aime", "pas", "le", "petit", "chien", "noir"]


@pytest.fixture(scope="module")
def translation(snapshot: Snapshot) -> Translation:
    return translate(snapshot.translator, WORDS)


def test_it_translates(translation: Translation) -> None:
    assert list(translation.words) == FRENCH
    assert translation.target == (*FRENCH, EOS)
    assert translation.is_complete


@pytest.mark.parametrize("norm", [*Norm, "trained"])
def test_every_row_is_the_row_of_one_full_pass(norm: Norm | str, snapshot: Snapshot, corpus: Corpus) -> None:
    translator = snapshot.translator
    if isinstance(norm, Norm):
        translator = build_translator(corpus, ModelConfig(norm=norm), 0, torch.device("cpu")).frozen()
    held_out = [pair.source for pair in corpus.held_out[:40]]
    translations = [(words, translate(translator, words)) for words in (WORDS, NAMED, *held_out)]
    for words, translation in translations:
        rows_are_those_of_one_pass(translator, words, translation)
    if norm == "trained":
        assert any(step.copied_from is not None for _, translation in translations for step in translation.steps)


def rows_are_those_of_one_pass(translator: Translator, words: Sequence[str], translation: Translation) -> None:
    fed = [BOS_ID, *map(translator.target.tokens.index, translation.vocabulary_tokens[:-1])]
    with torch.inference_mode(), recording() as recorder:
        scores = translator.model(torch.tensor([translator.source.encode(words)]), torch.tensor([fed]))
    for kind in Kind:
        for layer in range(translator.model.config.n_layers):
            expected = recorder.captured[Site(kind, layer)][0][0].numpy()
            np.testing.assert_allclose(np.nan_to_num(translation.maps[kind][layer]), expected, atol=1e-5)
    probabilities = scores[0].softmax(-1)
    probabilities[:, [PAD_ID, BOS_ID]] = 0  # which are never generated
    for number, step in enumerate(translation.steps):
        best = probabilities[number].topk(N_CANDIDATES).values
        ids = [translator.target.tokens.index(c.token) for c in step.candidates]
        assert len(set(ids)) == N_CANDIDATES
        np.testing.assert_allclose(probabilities[number][ids], best, atol=1e-6)  # an untrained model has near ties
        np.testing.assert_allclose([c.probability for c in step.candidates], best, atol=1e-5)


def test_it_stops_at_a_limit_and_says_so(snapshot: Snapshot) -> None:
    short = translate(snapshot.translator, WORDS, max_steps=3)
    assert not short.is_complete
    assert list(short.words) == FRENCH[:3]
    endless = snapshot.translator.frozen()
    with torch.no_grad():
        endless.model.output.bias[2] = -1e9  # never <eos>
    assert len(translate(endless, ["the", "cat"]).steps) == length_limit(2)


def test_no_decoding_is_longer_than_the_positions_of_the_model() -> None:
    assert [choose_limit(steps, 100, 132) for steps in (None, 10, 1000)] == [132, 10, 132]


def test_an_edit_lasts_for_its_own_call(snapshot: Snapshot, translation: Translation) -> None:
    edited = translate(snapshot.translator, WORDS, edits=[switch_head_off(Kind.CROSS, 1, head) for head in range(4)])
    assert (edited.maps[Kind.CROSS][1] == 0).all()
    assert edited.words != translation.words
    assert translate(snapshot.translator, WORDS).words == translation.words


@pytest.mark.parametrize("is_uniform", [False, True])
def test_without_cross_attention_the_source_is_unknown(snapshot: Snapshot, *, is_uniform: bool) -> None:
    """Uniform weights still see the source, as a mean; zero weights do not."""
    edits = [switch_head_off(Kind.CROSS, layer, head, is_uniform=is_uniform) for layer in (0, 1) for head in range(4)]
    sentences = [WORDS, ["the", "old", "man", "eats", "an", "apple", "in", "the"]]  # of one length limit
    translations = (translate(snapshot.translator, words, edits=edits) for words in sentences)
    first, second = ([step.candidates for step in translation.steps] for translation in translations)
    assert (first == second) is not is_uniform


@pytest.mark.parametrize("place", [0, 2])
def test_an_unknown_word_is_copied_from_where_the_last_layer_looks(snapshot: Snapshot, place: int) -> None:
    edits = [replace_row(Kind.CROSS, 1, head, 0, [(place, 100)]) for head in range(4)]
    words = ["Zorbin", "sees", "Blarg"]
    translation = translate(snapshot.translator, words, edits=edits, forced={0: UNKNOWN})
    assert translation.steps[0].copied_from == place


@pytest.mark.parametrize("step", [0, 3, 5])
def test_a_forced_token_is_generated_and_leaves_what_came_before(
    snapshot: Snapshot, translation: Translation, step: int
) -> None:
    forced = translate(snapshot.translator, WORDS, forced={step: "chat"})
    assert forced.target[step] == forced.vocabulary_tokens[step] == "chat"
    assert forced.steps[step].forced == "chat"
    assert forced.steps[:step] == translation.steps[:step]
    assert forced.steps[step].candidates == translation.steps[step].candidates, "the model's own"
    assert forced.steps[step].probability < translation.steps[step].probability
    assert forced.steps[step + 1].fed == "chat"
    for kind in Kind:
        rows = slice(None) if kind is Kind.ENCODER else slice(step + 1)  # the row at a step precedes its token
        columns = slice(step + 1) if kind is Kind.DECODER else slice(None)
        assert np.array_equal(
            forced.maps[kind][..., rows, columns], translation.maps[kind][..., rows, columns], equal_nan=True
        )


def test_a_forced_end_ends_the_translation_and_a_step_after_it_is_not_reached(snapshot: Snapshot) -> None:
    translation = translate(snapshot.translator, WORDS, forced={2: EOS, 4: "chat"})
    assert translation.target == (*FRENCH[:2], EOS)
    assert translation.is_complete


def test_a_forced_choice_of_the_model_changes_nothing(snapshot: Snapshot, translation: Translation) -> None:
    forced = translate(snapshot.translator, WORDS, forced=dict(enumerate(translation.target)))
    assert forced.target == translation.target
    assert [step.probability for step in forced.steps] == [step.probability for step in translation.steps]


def test_a_token_outside_the_vocabulary_cannot_be_forced(snapshot: Snapshot) -> None:
    with pytest.raises(ValueError, match="not in the vocabulary: zzz"):
        translate(snapshot.translator, WORDS, forced={0: "zzz"})


def test_no_word_is_refused(snapshot: Snapshot) -> None:
    with pytest.raises(ValueError, match="at least one word"):
        translate(snapshot.translator, [])


def test_more_words_than_there_are_positions_are_refused(snapshot: Snapshot) -> None:
    with pytest.raises(ValueError, match="reads at most 1024 tokens, not 1025"):
        translate(snapshot.translator, ["cat"] * (MAX_LENGTH + 1), max_steps=1)


def test_of_equal_candidates_the_one_that_is_generated_stands_first(corpus: Corpus) -> None:
    translator = build_translator(corpus, ModelConfig(n_layers=1), 0, torch.device("cpu")).frozen()
    for weight in translator.model.parameters():
        weight.zero_()
    translation = translate(translator, WORDS)
    assert translation.vocabulary_tokens == translation.target


def test_a_token_that_is_never_generated_is_no_candidate() -> None:
    corpus = Corpus("two words", (Pair(("a",), ("b",), frozenset()),) * 8, ())
    translator = build_translator(corpus, ModelConfig(n_layers=1), 0, torch.device("cpu")).frozen()
    (step,) = translate(translator, ["a"], max_steps=1).steps
    impossible = {translator.target.tokens[id_] for id_ in translator.target.never_generated}
    assert impossible
    assert {candidate.token for candidate in step.candidates} == set(translator.target.tokens) - impossible


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("i eat fish", "je mange du poisson"),
        ("he hates meat", "il déteste la viande"),
        ("i like cats", "j'aime les chats"),
        ("the girl is tired", "la fille est fatiguée"),
        ("he sees them", "il les voit"),
        ("does she like fish", "est-ce qu'elle aime le poisson"),
        ("the animal eats meat", "l'animal mange de la viande"),
    ],
)
def test_sentences_of_the_first_tutorial(english: str, french: str, snapshot: Snapshot) -> None:
    words = translate(snapshot.translator, english.split()).words
    assert " ".join(words).replace("' ", "'") == french


def test_the_grammar_is_learned_beyond_the_corpus(snapshot: Snapshot) -> None:
    fresh = random.Random(123456)
    pairs = [sample_pair(fresh) for _ in range(100)]
    assert sum(translate(snapshot.translator, pair.source).words == pair.target for pair in pairs) >= 97


def test_a_text_is_no_list_of_words(snapshot: Snapshot) -> None:
    with pytest.raises(TypeError, match="split it into words"):
        translate(snapshot.translator, "the cat")
