"""The training task of a translator."""

from dataclasses import replace
from pathlib import Path

import torch

from model.analysis.head_alignment import score_heads
from model.corpus import Corpus
from model.corpus.tsv import read_tsv_file
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.snapshot import Snapshot
from model.training.translation_task import GUIDED_HEAD, TranslationTask
from tests.model.conftest import SMALL


def test_a_corpus_in_its_file_is_learned_as_one_in_memory(
    raw_text_snapshot: Snapshot, raw_text_file: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(raw_text_file)
    *_, last = train(TranslationTask(read_tsv_file(path), SMALL), TrainingConfig(steps=2, batch_size=8))
    expected = raw_text_snapshot.translator.model.state_dict()
    for name, weights in last.snapshot().translator.model.state_dict().items():
        assert torch.equal(weights, expected[name]), name


def _train(corpus: Corpus, guided_alignment: float, steps: int) -> Snapshot:
    config = TrainingConfig(steps=steps, batch_size=32, guided_alignment=guided_alignment, device="cpu")
    *_, last = train(TranslationTask(corpus, SMALL), config)
    return last.snapshot()


def test_the_guided_head_aligns_better_than_the_same_head_unguided(small_corpus: Corpus) -> None:
    guided, free = (
        score_heads(_train(small_corpus, weight, 60).translator, small_corpus.held_out) for weight in (0.5, 0)
    )
    assert guided is not None
    assert free is not None
    assert guided[-1, GUIDED_HEAD] > free[-1, GUIDED_HEAD] + 0.1


def test_links_of_no_corpus_guide_nothing(small_corpus: Corpus) -> None:
    bare = Corpus("bare", tuple(replace(pair, alignment=frozenset()) for pair in small_corpus.train), ())
    task, config = TranslationTask(bare, SMALL), TrainingConfig(guided_alignment=0.5, beginnings=0.0)
    learner = task.build_learner(0, torch.device("cpu"))
    batch = task.encode(learner, config).batch(torch.arange(8))
    assert batch.guidance is not None
    expected = task.compute_loss(learner.model, batch._replace(guidance=None))
    torch.testing.assert_close(task.compute_loss(learner.model, batch), expected)
