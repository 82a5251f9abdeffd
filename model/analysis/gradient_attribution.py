"""Attributions from gradients of a generated token's logit with respect to the source embeddings.

The logit is the model's score of the token before softmax, after the tokens generated before it.

Shapes: S source tokens, D model width, N points on the path.
"""

import numpy as np
import torch
from jaxtyping import Float
from numpy.polynomial.legendre import leggauss
from torch import Tensor

from model.analysis.generated_token import GeneratedToken
from model.data.vocabulary import unknown_id
from model.inference.translator import Translator

FIRST_POINTS, MAX_POINTS = 16, 1024  # on the path
TOLERANCE = 0.005  # of the difference of the logits
_LEAST_DIFFERENCE = 1e-4  # of the logits; rounding makes the share of a smaller one meaningless
_BATCH = 64  # points computed at once


def multiply_gradient_by_input(translator: Translator, token: GeneratedToken) -> Float[np.ndarray, "S"]:
    """Return the gradient of the logit times the token vector, summed over its D numbers; without positions."""
    embedding = translator.model.source_embedding
    source = torch.tensor([token.source], device=translator.model.device)
    with torch.no_grad():
        x, vectors = embedding(source), embedding.tokens(source) * embedding.scale
    _, gradients = compute_gradients(translator, token, x)
    return (gradients * vectors)[0].sum(dim=-1).double().cpu().numpy()


def integrate_gradients(translator: Translator, token: GeneratedToken) -> Float[np.ndarray, "S"]:
    """Return integrated gradients (Sundararajan et al. 2017, arXiv:1703.01365), summed over D numbers.

    The path is a straight line from the baseline, where every source word is the unknown word at the same position, to
    the sentence. The attributions sum to the difference of the two logits; the number of points on the path is doubled
    until they do within ``TOLERANCE``, or until there are ``MAX_POINTS``; ``measure_gap`` tells how far they are apart.
    """
    start, end = embed_path(translator, token)
    difference = _subtract_logits(translator, token)
    n_points = FIRST_POINTS
    while True:
        mean = _average_gradients(translator, token, start, end, n_points)
        scores = (mean * (end - start))[0].sum(dim=-1).double().cpu().numpy()
        if _find_gap(scores, difference) <= TOLERANCE or n_points >= MAX_POINTS:
            return scores
        n_points *= 2


def measure_gap(translator: Translator, token: GeneratedToken, scores: Float[np.ndarray, "S"]) -> float:
    """Return how far integrated gradients are from summing to the difference of the logits, as a share of it."""
    return _find_gap(scores, _subtract_logits(translator, token))


def _find_gap(scores: Float[np.ndarray, "S"], difference: float) -> float:
    return abs(float(scores.sum()) - difference) / max(abs(difference), _LEAST_DIFFERENCE)


def _subtract_logits(translator: Translator, token: GeneratedToken) -> float:
    """Return the logit of a token after the sentence minus that after the baseline of unknown words."""
    with torch.no_grad():
        low, high = compute_logits(translator, token, torch.cat(embed_path(translator, token))).tolist()
    return float(high - low)


def embed_path(translator: Translator, token: GeneratedToken) -> tuple[Float[Tensor, "1 S D"], Float[Tensor, "1 S D"]]:
    """Return the embedded baseline of unknown words and the embedded sentence, positions included."""
    ids = torch.tensor([[unknown_id(word) for word in token.words], token.source], device=translator.model.device)
    with torch.no_grad():
        start, end = translator.model.source_embedding(ids).split(1)
    return start, end


def compute_gradients(
    translator: Translator, token: GeneratedToken, x: Float[Tensor, "N S D"]
) -> tuple[Float[Tensor, "N"], Float[Tensor, "N S D"]]:
    """Return the logits of a token for embedded sentences, and their gradients; the model keeps no gradient."""
    with torch.enable_grad():
        x = x.detach().requires_grad_()
        logits = compute_logits(translator, token, x)
        (gradients,) = torch.autograd.grad(logits.sum(), x)
    return logits.detach(), gradients


def compute_logits(translator: Translator, token: GeneratedToken, x: Float[Tensor, "N S D"]) -> Float[Tensor, "N"]:
    """Return the logit of a token for each of some embedded sentences, after the same generated tokens."""
    model = translator.model
    fed = torch.tensor([token.fed], device=model.device).expand(len(x), -1)
    return model.decode(fed, model.encode_vectors(x))[:, -1, token.id]


def _average_gradients(
    translator: Translator, token: GeneratedToken, start: Tensor, end: Tensor, n_points: int
) -> Float[Tensor, "1 S D"]:
    """Return the mean gradient on the path by Gauss–Legendre quadrature."""
    nodes, shares = (torch.from_numpy(each).to(start)[:, None, None] for each in leggauss(n_points))
    total = torch.zeros_like(start)
    for places, weights in zip(((nodes + 1) / 2).split(_BATCH), (shares / 2).split(_BATCH), strict=True):
        _, gradients = compute_gradients(translator, token, start + places * (end - start))
        total += (weights * gradients).sum(dim=0, keepdim=True)
    return total
