"""Tests of the tokens of Hugging Face tokenizers."""

import pytest

from model.data.typed_sentence import MAX_TOKENS, read_sentence
from model.data.word_boundaries import JOINT, begins_word, join_pieces
from model.pretrained.loading import PretrainedTranslator

TEXTS = ("the small cat sees a dog", "an old house", "elle n'aime pas", "translate English to French: an old house")


def test_every_id_has_a_name_of_its_own(translator: PretrainedTranslator) -> None:
    vocabulary = translator.target
    assert len(set(vocabulary.tokens)) == len(vocabulary.tokens)
    assert vocabulary.encode(vocabulary.tokens) == list(range(len(vocabulary.tokens)))
    n_scores = translator.model.model.get_output_embeddings().weight.shape[0]
    assert len(vocabulary.tokens) == n_scores


@pytest.mark.parametrize("text", TEXTS)
def test_a_sentence_is_read_as_its_own_tokenizer_reads_it(translator: PretrainedTranslator, text: str) -> None:
    vocabulary = translator.source
    sentence = read_sentence(text, vocabulary)
    assert vocabulary.encode(sentence.words) == vocabulary._tokenizer(text)["input_ids"]


@pytest.mark.parametrize("text", TEXTS)
def test_pieces_join_to_the_text(translator: PretrainedTranslator, text: str) -> None:
    sentence = read_sentence(text, translator.source)
    pieces = [token for token in sentence.texts if token not in translator.source.specials]
    assert begins_word(pieces[0])
    assert join_pieces(pieces) == text


def test_special_tokens_have_their_names_and_stand_where_the_model_reads_them(translator: PretrainedTranslator) -> None:
    sentence = read_sentence("the cat", translator.source)
    assert sentence.words[-1] == "</s>"
    assert (sentence.words[0] == "<s>") == (translator.model.model.config.model_type == "bart")
    assert not read_sentence("", translator.source).tokens


def test_a_long_sentence_is_cut_before_its_last_special_token(translator: PretrainedTranslator) -> None:
    sentence = read_sentence("the cat " * 60, translator.source)
    assert sentence.is_cut
    assert sentence.words[-1] == "</s>"
    assert len(sentence.words) <= MAX_TOKENS + 2


def test_a_token_of_no_vocabulary_is_an_error(translator: PretrainedTranslator) -> None:
    with pytest.raises(KeyError):
        translator.source.encode([f"{JOINT}no such token"])
