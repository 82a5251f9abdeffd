"""Tests of the tokens of Hugging Face tokenizers."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sentencepiece import SentencePieceProcessor
from transformers import M2M100Tokenizer, MarianTokenizer, MBart50Tokenizer

from model.data.sentence import MAX_TOKENS
from model.data.typed_sentence import read_sentence
from model.data.word_boundaries import JOINT, begins_word, join_pieces
from model.pretrained.loading import PretrainedTranslator, load
from model.pretrained.pretrained_vocabulary import PretrainedVocabulary

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


def test_a_piece_that_begins_with_the_letter_of_byte_level_spaces_changes_no_other() -> None:
    words = ["<s>", "<pad>", "</s>", "<unk>", "▁a", "▁cat", "Ġ", "Ġa", "t"]
    tokenizer = MBart50Tokenizer(vocab=[(word, -float(len(word))) for word in words], src_lang="en_XX")
    vocabulary = PretrainedVocabulary(tokenizer, len(tokenizer), bos_id=2, eos_id=2)
    assert read_sentence("a cat", vocabulary).words[1:3] == ("a", "cat")


def test_bytes_of_one_letter_have_numbers_and_join_to_it(tiny_folder: Callable[[str], Path]) -> None:
    vocabulary = load(tiny_folder("bart")).source
    pieces = [token for token in read_sentence("le déjà 🦊", vocabulary).texts if token not in vocabulary.specials]
    assert sum(map(begins_word, pieces)) == 3
    assert {"‧<0xC3>", "‧<0xA9>"} < set(pieces)
    assert join_pieces(pieces) == "le déjà 🦊"


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
    with pytest.raises(ValueError, match="not in the vocabulary"):
        translator.source.encode([f"{JOINT}no such token"])


def test_a_token_beyond_the_scores_is_read_as_unknown(tiny_folder: Callable[[str], Path]) -> None:
    tokenizer = load(tiny_folder("t5")).source._tokenizer
    n_ids = tokenizer.convert_tokens_to_ids("▁the")
    vocabulary = PretrainedVocabulary(tokenizer, n_ids, bos_id=0, eos_id=1)
    assert vocabulary.tokenize(["the", "cat"]) == ["<unk>", "cat"]


def test_languages_of_m2m100_are_special_tokens_with_their_names(
    tiny_folder: Callable[[str], Path], tmp_path: Path
) -> None:
    pieces = str(tiny_folder("marian") / "source.spm")
    model = SentencePieceProcessor(model_file=pieces)
    words = ["<s>", "<pad>", "</s>", "<unk>", *(model.id_to_piece(id_) for id_ in range(3, len(model)))]
    (tmp_path / "vocab.json").write_text(json.dumps({word: id_ for id_, word in enumerate(words)}))
    tokenizer = M2M100Tokenizer(str(tmp_path / "vocab.json"), pieces, src_lang="en", tgt_lang="fr")
    french = tokenizer.lang_token_to_id["__fr__"]
    assert french >= len(tokenizer), "languages lie beyond the tokenizer's length"
    n_ids = len(words) + len(tokenizer.lang_token_to_id) + 8
    vocabulary = PretrainedVocabulary(tokenizer, n_ids, bos_id=2, eos_id=2)
    assert vocabulary.tokens[french] == "__fr__"
    assert {"__fr__", "__en__", "</s>"} <= set(vocabulary.specials)
    assert read_sentence("a cat", vocabulary).words[0] == "__en__"
    assert len(set(vocabulary.tokens)) == n_ids


def test_languages_of_mbart_are_special_tokens_with_their_names() -> None:
    words = ["<s>", "<pad>", "</s>", "<unk>", "▁a", "▁cat", "▁", "c", "a", "t"]
    tokenizer = MBart50Tokenizer(vocab=[(word, -float(len(word))) for word in words], src_lang="en_XX")
    vocabulary = PretrainedVocabulary(tokenizer, len(tokenizer), bos_id=2, eos_id=2)
    assert {"fr_XX", "en_XX"} <= set(vocabulary.specials)
    assert read_sentence("a cat", vocabulary).words == ("en_XX", "a", "cat", "</s>")


def test_languages_of_marian_are_special_tokens(tiny_folder: Callable[[str], Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder("marian"), tmp_path / "model"))
    path = folder / "vocab.json"
    ids = json.loads(path.read_text())
    path.write_text(json.dumps({">>fra<<" if token == "E" else token: id_ for token, id_ in ids.items()}))
    tokenizer = MarianTokenizer.from_pretrained(folder)
    vocabulary = PretrainedVocabulary(tokenizer, len(ids), bos_id=len(ids) - 1, eos_id=0)
    assert read_sentence(">>fra<< a dog", vocabulary).words[0] == ">>fra<<"
    assert ">>fra<<" in vocabulary.specials
