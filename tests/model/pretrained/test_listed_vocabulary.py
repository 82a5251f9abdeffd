"""Tests of vocabularies that are lists."""

import pytest

from model.pretrained.listed_vocabulary import ListedVocabulary

WORDS = ["<sos>", "<end>", "<?>", "a", "b"]


def test_ids_are_positions_and_others_are_unknown() -> None:
    vocabulary = ListedVocabulary(WORDS, bos="<sos>", eos="<end>", unknown="<?>")
    assert vocabulary.encode(["b", "x", "<end>"]) == [4, 2, 1]
    assert (vocabulary.bos_id, vocabulary.eos_id, vocabulary.never_generated) == (0, 1, (0,))
    assert vocabulary.words == ("a", "b")
    assert "a" in vocabulary
    assert not vocabulary.is_unknown(2)


def test_a_decoder_reads_the_token_fed_in_first_and_all_but_the_last() -> None:
    vocabulary = ListedVocabulary(["a", "b", "<end>", "<sos>"], bos="<sos>", eos="<end>")
    assert vocabulary.encode_decoder_input(["b", "a", "<end>"]) == [3, 1, 0]


def test_an_unknown_word_without_a_token_for_it_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^'x' is not in the vocabulary, .* read_finished_sentence"):
        ListedVocabulary(WORDS).encode(["a", "x"])


@pytest.mark.parametrize(
    ("tokens", "options"), [(["a", "a"], {}), (["a"], {"eos": "<end>"}), (["a"], {"specials": ["<pad>"]})]
)
def test_wrong_lists_are_refused(tokens: list[str], options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="vocabulary"):
        ListedVocabulary(tokens, **options)
