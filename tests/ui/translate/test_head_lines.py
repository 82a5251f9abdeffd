"""Tests of the steps that a click on a key chooses."""

import numpy as np

from model.inference.attention_maps import AttentionMaps
from model.inference.translation import DecodingStep, Translation
from model.transformer.kind import Kind
from ui.translate.head_lines import find_key_steps
from ui.widgets.head_selector import HeadChoice
from ui.widgets.map_view import MapView

SOURCE, FED, GENERATED = ("the", "black", "the", "dog"), ("<bos>", "le", "chien"), ("le", "chien", "noir")
CROSS = np.array([[0.9, 0.1, 0.0, 0.0], [0.2, 0.1, 0.0, 0.7], [0.1, 0.8, 0.0, 0.1]], np.float32)


def find(kind: Kind, n_rows: int = 1) -> list[int]:
    maps = {Kind.CROSS: CROSS, Kind.ENCODER: np.eye(4, dtype=np.float32), Kind.DECODER: np.eye(3, dtype=np.float32)}
    steps = tuple(DecodingStep(fed, token, 1.0, ()) for fed, token in zip(FED, GENERATED, strict=True))
    record = Translation(
        SOURCE, steps, AttentionMaps({kind: weights[None, None] for kind, weights in maps.items()}), is_complete=False
    )
    return find_key_steps(MapView(record, HeadChoice(kind, 0, 0), n_rows))


def test_a_word_goes_to_the_step_that_looks_at_it_most_also_to_a_later_one() -> None:
    assert find(Kind.CROSS) == find(Kind.CROSS, 3) == [1, 3, 0, 2], "0 is none: nothing looks at the third word"


def test_a_token_fed_to_the_decoder_goes_to_the_step_that_generated_it() -> None:
    steps = find(Kind.DECODER)
    assert steps == [0, 1, 2]
    assert [GENERATED[step - 1] for step in steps[1:]] == list(FED[1:])


def test_a_token_of_the_encoder_goes_to_its_own_row() -> None:
    assert find(Kind.ENCODER) == [1, 2, 3, 4]
