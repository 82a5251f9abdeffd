"""Calibration: does a model that is 80 % sure of a token get it right in 80 % of the cases?

Shapes: N tokens.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.gold_predictions import predict_gold
from model.inference.translator import Translator

_N_BINS = 15


def compute_calibration_error(
    probabilities: Float[Tensor, "N"], is_correct: Bool[Tensor, "N"], n_bins: int = _N_BINS
) -> float:
    """Return the expected calibration error (Guo et al. 2017, arXiv:1706.04599, equation 3).

    Predictions are sorted into bins of equal width by their probability, (0, 1 / n_bins] and so on. The error is the
    gap between mean probability and accuracy in a bin, averaged over the bins, weighted by their predictions.

    Args:
        probabilities: of the most probable token, one per prediction, at least one.
        is_correct: True where that token is the right one.
        n_bins: number of bins.

    Returns:
        A number from 0, perfectly calibrated, to 1.
    """
    bins = (probabilities * n_bins).ceil().long().clamp(1, n_bins) - 1
    gaps = torch.bincount(bins, weights=is_correct.double() - probabilities.double())  # sums over each bin
    return float(gaps.abs().sum()) / len(probabilities)


def measure_calibration_error(translator: Translator, pairs: Sequence[Pair]) -> float:
    """Return the expected calibration error over the target tokens of pairs, ``<eos>`` included, under teacher forcing.

    Args:
        translator: its model in evaluation mode.
        pairs: at least one.
    """
    encoded = EncodedPairs(pairs, translator.source, translator.target, translator.model.device)
    probabilities, is_correct = [], []
    for batch in predict_gold(translator, pairs, encoded):
        probabilities.append(batch.scores.softmax(dim=-1).amax(dim=-1).cpu())
        is_correct.append(batch.is_right.cpu())
    return compute_calibration_error(torch.cat(probabilities), torch.cat(is_correct))
