"""The pairs that heads are measured on."""

from model.analysis.measured_pairs import choose_short
from model.corpus import Pair
from model.data.sentence import MAX_TOKENS
from model.data.vocabulary import Vocabulary
from model.inference.translator import Translator
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer


def make_translator() -> Translator:
    vocabulary = Vocabulary(["a", "b"])
    model = Transformer(
        ModelConfig(n_layers=1, n_heads=1, d_model=4, d_ff=4), n_source=len(vocabulary), n_target=len(vocabulary)
    )
    return Translator(model.eval(), vocabulary, vocabulary)


def make_pair(n_source: int, n_target: int) -> Pair:
    return Pair(("a",) * n_source, ("b",) * n_target, frozenset())


def test_pairs_with_a_sentence_that_is_too_long_are_left_out() -> None:
    short, longest = make_pair(1, 1), make_pair(MAX_TOKENS, MAX_TOKENS)
    pairs = [make_pair(MAX_TOKENS + 1, 1), short, make_pair(1, MAX_TOKENS + 1), longest, short]
    assert choose_short(make_translator(), pairs, 10) == (short, longest, short)
    assert choose_short(make_translator(), pairs, 2) == (short, longest)
    assert choose_short(make_translator(), pairs[:1], 2) == ()
