"""The stages of a block and their widths."""

import pytest

from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.block_stages import list_stages
from model.lab.residual_stream import PARTS, record_streams
from tests.model.lab.conftest import WORDS


@pytest.mark.parametrize("part", PARTS)
def test_the_width_of_a_stage_is_that_of_its_vectors(translator: Translator, part: str) -> None:
    stream = record_streams(translator, WORDS, translate(translator, WORDS))[part]
    config = translator.model.config
    vectors = [stage for stage in list_stages(stream, 0) if stage.name != "weights"]
    assert [getattr(config, stage.width) for stage in vectors] == [stage.values.shape[-1] for stage in vectors]
    assert {stage.name for stage in vectors} >= {"x", "attention output", "expand", "relu", "contract", "sum"}
