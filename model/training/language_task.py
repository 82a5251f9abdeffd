"""The training task of a language model: a decoder on the English side of a corpus."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from model.corpus import Corpus
from model.data.batches import EncodedSentences, SentenceBatch
from model.data.vocabulary import PAD_ID, Vocabulary
from model.inference.text_generator import TextGenerator
from model.seeding import seeded
from model.training.config import OptimizerName, TrainingConfig
from model.training.language_evaluation import LanguageEvaluation, evaluate_language
from model.training.loss import next_token_loss
from model.training.task import Task
from model.transformer.config import LanguageConfig
from model.transformer.language_model import LanguageModel

# Without label smoothing the training loss is comparable to the held-out loss and can reach zero.
# A language model learns every beginning of a sentence from the whole sentence.
LANGUAGE_TRAINING = TrainingConfig(
    steps=500, learning_rate=8e-3, weight_decay=0.05, optimizer=OptimizerName.ADAMW, label_smoothing=0.0, beginnings=0.0
)
_N_SCORED = 1000  # held-out sentences
_N_GENERATED, _N_GENERATED_EARLIER = 500, 50  # sentences at the last report, and at those before


@dataclass(frozen=True, slots=True)
class LanguageTask(Task[TextGenerator, LanguageEvaluation, SentenceBatch]):
    """The task of predicting the next token of the English sentences of a corpus.

    Attributes:
        corpus: training and held-out pairs; their French side is not used.
        model_config: sizes.
    """

    corpus: Corpus
    model_config: LanguageConfig

    def build_learner(self, seed: int, device: torch.device) -> TextGenerator:
        """Return an initialized language model over the English words of the training split."""
        vocabulary = Vocabulary.of(pair.source for pair in self.corpus.train)
        with seeded(seed):
            model = LanguageModel(self.model_config, len(vocabulary))
        return TextGenerator(model.to(device), vocabulary)

    def encode(self, learner: TextGenerator, config: TrainingConfig) -> EncodedSentences:
        """Return the English training sentences as token ids."""
        sentences = [pair.source for pair in self.corpus.train]
        return EncodedSentences(sentences, learner.vocabulary, learner.model.device)

    def compute_loss(
        self, model: nn.Module, batch: SentenceBatch, label_smoothing: float = 0.0, n_tokens: int | None = None
    ) -> Tensor:
        """Return the mean cross-entropy of the next token, in nats: -log p(x_t | x_<t)."""
        scores = model(batch.fed, batch.fed != PAD_ID)
        return next_token_loss(scores, batch.expected, label_smoothing, n_tokens)

    def evaluate(self, learner: TextGenerator, *, is_last: bool) -> LanguageEvaluation:
        """Score a language model on held-out sentences and on sentences that it generates."""
        held_out = [pair.source for pair in self.corpus.held_out[:_N_SCORED]]
        return evaluate_language(learner, held_out, _N_GENERATED if is_last else _N_GENERATED_EARLIER)
