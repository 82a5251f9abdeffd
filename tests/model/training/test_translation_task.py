"""The training task of a translator."""

from dataclasses import replace
from pathlib import Path

import torch

from model.analysis.head_alignment import score_heads
from model.corpus import Corpus
from model.corpus.tsv import read_tsv_file
from model.data.vocabulary import PAD_ID
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.loss import guided_alignment_loss
from model.training.snapshot import Snapshot
from model.training.translation_task import GUIDED_HEAD, TranslationTask
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording
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


def test_guidance_adds_the_loss_of_the_guided_head(small_corpus: Corpus) -> None:
    task = TranslationTask(small_corpus, replace(SMALL, n_layers=2))
    learner = task.build_learner(0, torch.device("cpu"))
    batch = task.encode(learner, TrainingConfig(guided_alignment=0.5, beginnings=0.0)).batch(torch.arange(8))
    assert batch.guidance is not None
    weights: list[torch.Tensor] = []

    def keep(_: Site, received: torch.Tensor) -> torch.Tensor:
        weights.append(received)
        return received

    with recording(keep, sites=[Site(Kind.CROSS, 1)]):
        free = task.compute_loss(learner.model, batch._replace(guidance=None))
    n_tokens = int((batch.expected != PAD_ID).sum())
    expected = free + guided_alignment_loss(weights[0][:, GUIDED_HEAD], batch.guidance, n_tokens)
    torch.testing.assert_close(task.compute_loss(learner.model, batch), expected)
    assert expected > free


def test_typing_is_scored_at_the_end_alone(barely_trained: Snapshot) -> None:
    is_scored = [point.evaluation.normalized_erasure is not None for point in barely_trained.learning_curve]
    assert is_scored == [False, False, False, True]
