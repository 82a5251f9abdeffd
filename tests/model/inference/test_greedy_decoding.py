"""Decoding: every row is the row of one full pass, every step is what the model thought."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
import torch

from model.corpus import Corpus, Pair, parse, sample_pair
from model.data.vocabulary import BOS, BOS_ID, EOS, PAD_ID, Vocabulary
from model.inference.attention_maps import AttentionMaps
from model.inference.greedy_decoding import N_CANDIDATES, length_limit, translate
from model.inference.translation import Translation
from model.inference.translator import Translator
from model.lab.residual_stream import fed_ids
from model.training.evaluation import evaluate
from model.training.loop import new_translator
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig, Norm
from model.transformer.kind import Kind, Site
from model.transformer.taps import head_off, recording

WORDS = ["she", "does", "not", "like", "the", "small", "black", "dog"]
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
        translator = new_translator(corpus, ModelConfig(norm=norm), 0, torch.device("cpu")).frozen()
    held_out = [pair.source for pair in corpus.held_out[:40]]
    translations = [(words, translate(translator, words)) for words in (WORDS, *held_out)]
    for words, translation in translations:
        rows_are_those_of_one_pass(translator, words, translation)
    if norm == "trained":
        assert any(step.copied_from is not None for _, translation in translations for step in translation.steps)


def rows_are_those_of_one_pass(translator: Translator, words: Sequence[str], translation: Translation) -> None:
    generated = [step.candidates[0].token for step in translation.steps]  # before unknown ones are copied
    fed = [BOS_ID, *map(translator.target.tokens.index, generated[:-1])]
    with torch.inference_mode(), recording() as recorder:
        scores = translator.model(torch.tensor([translator.source.encode(words)]), torch.tensor([fed]))
    for kind in Kind:
        for layer in range(translator.model.config.n_layers):
            expected = recorder.captured[Site(kind, layer)][0][0].numpy()
            np.testing.assert_allclose(np.nan_to_num(translation.maps[kind][layer]), expected, atol=1e-5)
    probabilities = scores[0].softmax(-1)
    probabilities[:, [PAD_ID, BOS_ID]] = 0  # which are never generated
    for number, step in enumerate(translation.steps):
        best, ids = probabilities[number].topk(N_CANDIDATES)
        assert [c.token for c in step.candidates] == [translator.target.tokens[i] for i in ids.tolist()]
        np.testing.assert_allclose([c.probability for c in step.candidates], best, atol=1e-5)


def test_rows_are_generated_tokens_and_columns_what_was_fed(translation: Translation) -> None:
    assert translation.queries(Kind.CROSS) == translation.queries(Kind.DECODER) == (*FRENCH, EOS)
    assert translation.keys(Kind.CROSS) == translation.keys(Kind.ENCODER) == tuple(WORDS)
    assert translation.keys(Kind.DECODER) == (BOS, *FRENCH)
    assert [step.fed for step in translation.steps] == [BOS, *FRENCH]
    for kind in Kind:
        shape = translation.maps[kind].shape
        assert shape[2:] == (len(translation.queries(kind)), len(translation.keys(kind)))


def test_cross_attention_is_labelled_with_the_token_generated_not_the_one_fed(translation: Translation) -> None:
    """``petit`` stands before its noun and ``noir`` behind it: a shift by one would point at the wrong words."""
    attention = translation.maps.head(Kind.CROSS, 1, None)
    pointed = {token: WORDS[int(attention[row].argmax())] for row, token in enumerate(FRENCH)}
    assert pointed["elle"] == "she"
    assert pointed["petit"] == "small"
    assert pointed["chien"] == "dog"
    assert pointed["noir"] == "black"


def test_rows_sum_to_one_and_the_future_is_blank(translation: Translation) -> None:
    for kind in Kind:
        np.testing.assert_allclose(np.nansum(translation.maps[kind], axis=-1), 1, atol=1e-5)
    decoder = translation.maps[Kind.DECODER]
    is_future = np.triu(np.ones(decoder.shape[-2:], dtype=bool), 1)
    assert np.isnan(decoder[..., is_future]).all()
    assert np.isfinite(decoder[..., ~is_future]).all()


def test_the_record_cannot_be_changed(translation: Translation) -> None:
    for kind in Kind:
        assert translation.maps[kind].dtype == np.float32
        with pytest.raises(ValueError, match="read-only"):
            translation.maps[kind][0, 0, 0, 0] = 1
    with pytest.raises(AttributeError):
        translation.source = ()  # type: ignore[misc]


def test_wrong_keys_name_what_exists(translation: Translation) -> None:
    with pytest.raises(KeyError, match="2 layers of 4 heads"):
        translation.maps.head(Kind.CROSS, 2, 0)
    with pytest.raises(KeyError, match="2 layers of 4 heads"):
        translation.maps.head(Kind.CROSS, 0, 4)
    with pytest.raises(KeyError, match="no decoder attention here, only cross"):
        AttentionMaps({Kind.CROSS: np.zeros((1, 1, 1, 1), np.float32)})[Kind.DECODER]


def test_the_mean_of_heads(translation: Translation) -> None:
    np.testing.assert_allclose(
        translation.maps.head(Kind.ENCODER, 1, None), translation.maps[Kind.ENCODER][1].mean(axis=0), atol=1e-7
    )


def test_it_stops_at_a_limit_and_says_so(snapshot: Snapshot) -> None:
    short = translate(snapshot.translator, WORDS, max_steps=3)
    assert not short.is_complete
    assert list(short.words) == FRENCH[:3]
    endless = snapshot.translator.frozen()
    with torch.no_grad():
        endless.model.output.bias[2] = -1e9  # never <eos>
    assert len(translate(endless, ["the", "cat"]).steps) == length_limit(2)


def test_an_edit_lasts_for_its_own_call(snapshot: Snapshot, translation: Translation) -> None:
    edited = translate(snapshot.translator, WORDS, edits=[head_off(Kind.CROSS, 1, head) for head in range(4)])
    assert (edited.maps[Kind.CROSS][1] == 0).all()
    assert edited.words != translation.words
    assert translate(snapshot.translator, WORDS).words == translation.words


def test_no_word_is_refused(snapshot: Snapshot) -> None:
    with pytest.raises(ValueError, match="at least one word"):
        translate(snapshot.translator, [])


def test_unknown_words_are_shown_as_typed_and_where_from(snapshot: Snapshot) -> None:
    result = translate(snapshot.translator, ["zorbin", "sees", "the", "cat"], texts=["Zorbin", "sees", "the", "cat"])
    assert result.words == ("Zorbin", "voit", "le", "chat")
    assert [step.copied_from for step in result.steps] == [0, None, None, None, None]


def test_names_that_are_known_are_shown_as_typed_and_fed_as_known(snapshot: Snapshot) -> None:
    words = ("anna", "sees", "paul")
    result = translate(snapshot.translator, words, texts=("Anna", "sees", "Paul"))
    plain = translate(snapshot.translator, words)
    assert result.words == ("Anna", "voit", "Paul")
    assert result.steps[1].fed == "Anna"
    assert not any(step.copied_from for step in result.steps)
    assert np.array_equal(result.maps[Kind.DECODER], plain.maps[Kind.DECODER], equal_nan=True)
    assert fed_ids(snapshot.translator, words, result) == fed_ids(snapshot.translator, words, plain)


def renamed(pair: Pair, name: str, vocabulary: Vocabulary) -> Pair | None:
    """The sentence with its one invented name replaced by ``name``; None where there is none, or several."""
    unknown = [place for place, word in enumerate(pair.source) if word not in vocabulary]
    if len(unknown) != 1 or pair.source[unknown[0]] not in pair.target:
        return None
    return parse((*pair.source[: unknown[0]], name, *pair.source[unknown[0] + 1 :]))


def test_a_name_never_seen_is_copied(snapshot: Snapshot, corpus: Corpus) -> None:
    """Of 200 held-out sentences with one name never seen, at least 95 % come out right with the name copied."""
    names = ["brunhilde", "ulrike", "xaver", "quentin", "ingo", "yolotzin", "oyelaran", "bartholomew"]
    seen = {word for pair in corpus.train for word in pair.source}
    assert not seen & set(names)
    vocabulary = snapshot.translator.source
    pairs = (renamed(pair, names[index % len(names)], vocabulary) for index, pair in enumerate(corpus.held_out))
    cases = [pair for pair in pairs if pair is not None][:200]
    assert len(cases) == 200
    right = sum(translate(snapshot.translator, pair.source).words == pair.target for pair in cases)
    assert right >= 190, f"{right} of 200"


def test_training_reaches_what_it_promises(snapshot: Snapshot) -> None:
    assert snapshot.evaluation.n_sentences == 1000
    assert snapshot.evaluation.exact_match >= 0.99
    assert snapshot.evaluation.alignment_accuracy >= 0.98


def test_teacher_forced_exact_match_is_greedy_exact_match(snapshot: Snapshot, corpus: Corpus) -> None:
    weak = snapshot.translator.frozen()
    with torch.no_grad():  # enough noise to get a part of the sentences wrong
        torch.manual_seed(0)
        weak.model.output.weight.add_(0.25 * torch.randn_like(weak.model.output.weight))
    pairs = corpus.held_out[:150]
    greedy = sum(translate(weak, pair.source).words == pair.target for pair in pairs) / len(pairs)
    assert 0.05 < greedy < 0.95
    assert evaluate(weak, pairs).exact_match == pytest.approx(greedy)


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
    assert translate(snapshot.translator, english.split()).text == french


def test_the_grammar_is_learned_beyond_the_corpus(snapshot: Snapshot) -> None:
    fresh = random.Random(123456)
    pairs = [sample_pair(fresh) for _ in range(100)]
    assert sum(translate(snapshot.translator, pair.source).words == pair.target for pair in pairs) >= 97
