"""The optimizer that a config asks for."""

from torch import Tensor, nn

from model.training.adamw import AdamW
from model.training.config import OptimizerName, TrainingConfig
from model.training.muon import Muon


def build_optimizer(model: nn.Module, config: TrainingConfig) -> AdamW:
    """Return an optimizer of all weights of a model."""
    optimizer = {OptimizerName.ADAMW: AdamW, OptimizerName.MUON: Muon}[config.optimizer]
    return optimizer(model, lr=config.learning_rate, weight_decay=config.weight_decay, betas=(0.9, 0.98), fused=True)


def backpropagate(optimizer: AdamW, loss: Tensor) -> Tensor:
    """Replace the gradients of the weights by those of a loss; return the loss, detached."""
    optimizer.zero_grad()
    loss.backward()
    return loss.detach()
