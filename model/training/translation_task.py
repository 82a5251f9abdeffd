"""The training task of a translator: an encoder-decoder on sentence pairs."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from model.corpus import Corpus
from model.data.batches import Batch, EncodedPairs
from model.data.subwords import learn_vocabulary
from model.data.vocabulary import PAD_ID
from model.inference.translator import Translator
from model.seeding import seeded
from model.training.config import TrainingConfig
from model.training.evaluation import Evaluation, evaluate
from model.training.loss import guided_alignment_loss, next_token_loss
from model.training.task import Task
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording

GUIDED_HEAD = 0  # of the cross-attention of the last layer
_N_SCORED, _N_SCORED_EARLIER = 1000, 200  # held-out sentences at the last report, and at those before
N_TYPED = 100  # sentences typed word by word, at the last report only: they cost as much as N_SCORED whole ones


@dataclass(frozen=True, slots=True)
class TranslationTask(Task[Translator, Evaluation, Batch]):
    """The task of translating the pairs of a corpus.

    Attributes:
        corpus: training and held-out pairs.
        model_config: sizes.
    """

    corpus: Corpus
    model_config: ModelConfig

    def build_learner(self, seed: int, device: torch.device) -> Translator:
        """Return an initialized translator over the tokens of the training split."""
        return build_translator(self.corpus, self.model_config, seed, device)

    def encode(self, learner: Translator, config: TrainingConfig) -> EncodedPairs:
        """Return the training pairs as token ids, and as many of their beginnings as the config asks for."""
        device = learner.model.device
        return EncodedPairs(
            self.corpus.train, learner.source, learner.target, device,
            beginnings=config.beginnings, guidance=config.guided_alignment,
        )  # fmt: skip

    def compute_loss(
        self, model: nn.Module, batch: Batch, label_smoothing: float = 0.0, n_tokens: int | None = None
    ) -> Tensor:
        """Return the mean cross-entropy of the target tokens, in nats; guidance adds that of the guided head."""
        if batch.guidance is None:
            scores = model(batch.source, batch.fed, batch.source_allowed)
            return next_token_loss(scores, batch.expected, label_smoothing, n_tokens)
        weights: list[Tensor] = []  # with gradients, (B, H, T, S)

        def keep(_: Site, received: Tensor) -> Tensor:
            weights.append(received)
            return received

        with recording(keep, sites=[Site(Kind.CROSS, self.model_config.n_layers - 1)]):
            scores = model(batch.source, batch.fed, batch.source_allowed)
        loss = next_token_loss(scores, batch.expected, label_smoothing, n_tokens)
        n_tokens = int((batch.expected != PAD_ID).sum()) if n_tokens is None else n_tokens
        return loss + guided_alignment_loss(weights[-1][:, GUIDED_HEAD], batch.guidance, n_tokens)

    def evaluate(self, learner: Translator, *, is_last: bool) -> Evaluation:
        """Score a translator on held-out pairs."""
        if not is_last:
            return evaluate(learner, self.corpus.held_out[:_N_SCORED_EARLIER])
        return evaluate(learner, self.corpus.held_out[:_N_SCORED], n_typed=N_TYPED)


def build_translator(corpus: Corpus, config: ModelConfig, seed: int, device: torch.device) -> Translator:
    """Return an initialized translator over the tokens of the training split; the same seed gives the same weights."""
    source = learn_vocabulary((pair.source for pair in corpus.train), is_subword=corpus.is_raw_text)
    target = learn_vocabulary((pair.target for pair in corpus.train), is_subword=corpus.is_raw_text)
    with seeded(seed):
        model = Transformer(config, n_source=len(source), n_target=len(target))
    return Translator(model.to(device), source, target)
