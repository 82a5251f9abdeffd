"""The training task of a translator."""

from pathlib import Path

import torch

from model.corpus.tsv import read_tsv_file
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.snapshot import Snapshot
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)


def test_a_corpus_in_its_file_is_learned_as_one_in_memory(
    raw_text_snapshot: Snapshot, raw_text_file: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(raw_text_file)
    *_, last = train(TranslationTask(read_tsv_file(path), SMALL), TrainingConfig(steps=2, batch_size=8))
    expected = raw_text_snapshot.translator.model.state_dict()
    for name, weights in last.snapshot().translator.model.state_dict().items():
        assert torch.equal(weights, expected[name]), name
