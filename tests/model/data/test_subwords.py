"""Pieces of words: no letter is lost, special tokens stay where they are, and a file holds them whole."""

import base64
import hashlib
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceTrainer

from model.corpus.text import normalize_text
from model.data.subwords import MAX_PIECES, Subwords, learn_vocabulary, read_vocabulary
from model.data.typed_sentence import read_sentence
from model.data.vocabulary import EOS_ID, PAD_ID, SPECIALS, UNKNOWN_ID
from model.data.word_boundaries import begins_word, join_pieces
from model.inference.unknown_words import find_copied_position

SENTENCES = [
    f"{name} {verb} the {noun} {end}".split()
    for name in ("Anna", "Paul", "She", "He")
    for verb in ("doesn't like", "is liking", "likes", "liked")
    for noun in ("dog,", "dogs;", "cat", "cats")
    for end in ("today.", "in 1984!", "(again)?")
]


@pytest.fixture(scope="module")
def pieces() -> Subwords:
    return Subwords.learn(SENTENCES)


# Subject, object and verb, or subject, verb and object, without spaces between them.
UNSPACED = {
    "Japanese": (
        ("私は", "彼女は", "先生は"),
        ("本を", "手紙を", "日本語を"),
        ("読みます。", "買いました。", "見ません。"),
    ),
    "Chinese": (("我", "老师", "我的朋友"), ("喜欢", "看见了", "不想买"), ("苹果。", "一本书。", "电影。")),
    "Thai": (("ฉัน", "แม่", "นักเรียน"), ("ชอบ", "เห็น", "ไม่ชอบ"), ("ปลา", "ขนมปัง", "หนังสือ")),
}


@pytest.mark.parametrize("language", UNSPACED)
def test_a_sentence_without_spaces_is_several_pieces(language: str) -> None:
    sentences = ["".join(parts) for parts in product(*UNSPACED[language])]
    pieces = Subwords.learn([[sentence] for sentence in sentences] * 20)
    for sentence in sentences:
        tokens = pieces.tokenize([sentence])
        assert len(tokens) >= 3, "one for each part"
        assert join_pieces(tokens) == sentence


def test_words_between_spaces_may_be_one_piece() -> None:
    pieces = Subwords.learn([["wahrscheinlich", "Москва"], ["안녕하세요", "grüßt"]] * 50)
    assert pieces.tokenize(["wahrscheinlich", "안녕하세요"]) == ["wahrscheinlich", "안녕하세요"]


def test_special_tokens_stay_where_they_are(pieces: Subwords) -> None:
    assert pieces.tokens[: len(SPECIALS)] == SPECIALS
    for special in SPECIALS:
        ids = pieces.encode(pieces.tokenize([special]))
        assert not {PAD_ID, EOS_ID} & set(ids)
    assert len(set(pieces.words)) == len(pieces.words)


def test_a_word_spelled_like_a_special_token_is_a_word() -> None:
    words = [*SPECIALS, *"<>_-abdefghijklmnopqrstuvwxyz"]
    vocabulary = Subwords.learn([words] * 20)
    assert min(vocabulary.encode(vocabulary.tokenize(words))) >= len(SPECIALS)


@pytest.mark.parametrize("special", SPECIALS)
def test_letters_that_only_words_spelled_like_special_tokens_have_are_learned(special: str) -> None:
    vocabulary = Subwords.learn([["the", special, "cat"]] * 20)
    tokens = vocabulary.tokenize([special])
    assert join_pieces(tokens) == special
    assert min(vocabulary.encode(tokens)) >= len(SPECIALS)


@settings(max_examples=300)
@given(
    st.text()
    | st.text(
        alphabet="Anadogslike ▁‧·<unk>é1 ",
    )
)
def test_text_goes_to_pieces_and_back(pieces: Subwords, text: str) -> None:
    words = normalize_text(text).split()
    tokens = pieces.tokenize(words)
    assert join_pieces(tokens) == " ".join(words)
    assert sum(map(begins_word, tokens)) == len(words)
    assert len(tokens) <= len(" ".join(words)) + 1
    known = [token for token in tokens if token in pieces]
    assert [pieces.tokens[index] for index in pieces.encode(known)] == known


def test_pieces_are_cut_as_they_are_written(pieces: Subwords) -> None:
    sentence = read_sentence("She liked Paul's dogs!", pieces)
    assert join_pieces(sentence.words) == "She liked Paul's dogs!"
    assert sentence.words[:2] == ("She", "liked")
    assert sentence.words == sentence.texts
    assert sentence.typing == ""
    assert not sentence.unfinished


def test_what_is_typed_is_read_at_every_key(pieces: Subwords) -> None:
    sentence = read_sentence("She li", pieces)
    assert (join_pieces(sentence.words), sentence.typing, sentence.unfinished) == ("She li", "li", "")
    assert "likes" in pieces.complete("li")
    assert all(begins_word(word) for word in pieces.complete("", limit=1000))


def test_letters_never_seen_are_unknown_and_copied(pieces: Subwords) -> None:
    (token,) = [token for token in read_sentence("the 🦊🦊 ", pieces).tokens if not token.is_known]
    assert token.text == "‧🦊🦊"
    ids = pieces.encode(pieces.tokenize(["the", "🦊🦊", "cat"]))
    assert [pieces.is_unknown(index) for index in ids].count(True) == 1
    assert UNKNOWN_ID in ids
    assert find_copied_position(np.ones((2, len(ids))) / len(ids), ids, pieces) == ids.index(UNKNOWN_ID)


def test_numbers_are_spelled(pieces: Subwords) -> None:
    assert pieces.tokenize(["4189"]) == ["▁", "‧4", "‧1", "‧8", "‧9"]


def test_equal_sentences_give_equal_pieces(pieces: Subwords) -> None:
    assert Subwords.learn(SENTENCES).model == pieces.model


@pytest.mark.parametrize(
    "sentences",
    [[["a"]], [["🦊"]], [["▄", "_"]], [["x" * 1000]] * 3, [[str(n)] for n in range(50)], [["a", "b"]] * 2],
)
def test_corpora_of_any_size_have_pieces(sentences: list[list[str]]) -> None:
    vocabulary = Subwords.learn(sentences)
    for words in sentences:
        assert all(token in vocabulary for token in vocabulary.tokenize(words))


def test_scripts_of_many_letters_keep_the_frequent_ones() -> None:
    letters = [chr(0x4E00 + n) for n in range(MAX_PIECES + 1000)]
    vocabulary = Subwords.learn([[letter] for letter in letters] + [[letter] for letter in letters[:100]])
    assert len(vocabulary) <= MAX_PIECES
    assert all(f"‧{letter}" in vocabulary for letter in letters[:100])


def test_no_sentences_are_refused() -> None:
    with pytest.raises(ValueError, match="no sentences to learn pieces from"):
        Subwords.learn([])


def test_the_kind_of_corpus_decides() -> None:
    assert not learn_vocabulary(SENTENCES, is_subword=False).is_subword
    assert learn_vocabulary(SENTENCES, is_subword=True).is_subword


def test_a_vocabulary_is_restored_from_json(pieces: Subwords) -> None:
    back = read_vocabulary(pieces.to_json())
    assert back.tokens == pieces.tokens
    assert back.tokenize(["Paul's", "dogs!"]) == pieces.tokenize(["Paul's", "dogs!"])


def _fact(model: bytes) -> dict[str, str]:
    return {"pieces": base64.b64encode(model).decode(), "sha256": hashlib.sha256(model).hexdigest()}


@pytest.mark.parametrize("option", [{"treat_whitespace_as_suffix": True}, {"add_dummy_prefix": False}])
def test_pieces_that_do_not_say_where_a_word_begins_are_refused(
    option: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SentencePieceTrainer, "train", partial(SentencePieceTrainer.train, **option))
    with pytest.raises(ValueError, match="does not mark where words begin"):
        Subwords.learn(SENTENCES)


def test_what_is_damaged_is_refused(pieces: Subwords) -> None:
    model = pieces.model
    changed = model[:100] + bytes([model[100] ^ 1]) + model[101:]
    damaged = {**_fact(changed), "sha256": pieces.to_json()["sha256"]}
    for fact in (damaged, _fact(b"none"), _fact(b""), {**pieces.to_json(), "pieces": "é"}):
        with pytest.raises(ValueError, match=r"piece model|base64|ASCII"):
            read_vocabulary(fact)
    for fact in ({}, None, 3, {"pieces": 3, "sha256": ""}, ["\ud800"]):
        with pytest.raises((KeyError, TypeError, ValueError)):
            read_vocabulary(fact)
