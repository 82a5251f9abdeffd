"""Attributions from gradients of generated tokens' logits with respect to the source embeddings.

The logit is the model's score of the token before softmax, after the tokens generated before it.

Shapes: N generated tokens, S source tokens, D model width, P points on the path.
"""

import numpy as np
import torch
from jaxtyping import Float
from numpy.polynomial.legendre import leggauss
from torch import Tensor

from model.analysis.generated_tokens import GeneratedTokens
from model.data.vocabulary import unknown_id
from model.inference.translator import Translator

FIRST_POINTS, MAX_POINTS = 16, 1024  # on the path
TOLERANCE = 0.005  # of the difference of the logits
_LEAST_DIFFERENCE = 1e-4  # of the logits; rounding makes the share of a smaller one meaningless
_BATCH = 256  # gradients computed at once


def multiply_gradient_by_input(translator: Translator, tokens: GeneratedTokens) -> Float[np.ndarray, "N S"]:
    """Return the gradient of each logit times the token vector, summed over its D numbers; without positions."""
    embedding = translator.model.source_embedding
    source = torch.tensor([tokens.source], device=translator.model.device)
    with torch.no_grad():
        x, vectors = embedding(source), embedding.tokens(source) * embedding.scale
    gradients = compute_gradients(translator, tokens, x)
    return (gradients[0] * vectors).sum(dim=-1).double().cpu().numpy()


def integrate_gradients(translator: Translator, tokens: GeneratedTokens) -> Float[np.ndarray, "N S"]:
    """Return integrated gradients (Sundararajan et al. 2017, arXiv:1703.01365), summed over D numbers.

    The path is a straight line from the baseline, where every source word is the unknown word at the same position, to
    the sentence. The attributions of a token sum to the difference of its two logits; the number of points on the path
    is doubled until they do within ``TOLERANCE``, or until there are ``MAX_POINTS``; ``measure_gaps`` tells how far
    they are apart.
    """
    start, end = embed_path(translator, tokens)
    difference = _subtract_logits(translator, tokens)
    scores = np.empty((len(tokens.steps), len(tokens.source)))
    rough, n_points = np.arange(len(tokens.steps)), FIRST_POINTS  # rough: tokens whose sum is not yet near enough
    while True:
        mean = _average_gradients(translator, tokens.take(rough), start, end, n_points)
        scores[rough] = (mean * (end - start)).sum(dim=-1).double().cpu().numpy()
        rough = rough[_find_gaps(scores[rough], difference[rough]) > TOLERANCE]
        if not rough.size or n_points >= MAX_POINTS:
            return scores
        n_points *= 2


def measure_gaps(
    translator: Translator, tokens: GeneratedTokens, scores: Float[np.ndarray, "N S"]
) -> Float[np.ndarray, "N"]:
    """Return how far integrated gradients are from summing to the difference of the logits, as shares of it."""
    return _find_gaps(scores, _subtract_logits(translator, tokens))


def _find_gaps(scores: Float[np.ndarray, "N S"], difference: Float[np.ndarray, "N"]) -> Float[np.ndarray, "N"]:
    return np.abs(scores.sum(axis=1) - difference) / np.maximum(np.abs(difference), _LEAST_DIFFERENCE)


def _subtract_logits(translator: Translator, tokens: GeneratedTokens) -> Float[np.ndarray, "N"]:
    """Return the logits of the tokens after the sentence minus those after the baseline of unknown words."""
    with torch.no_grad():
        low, high = compute_logits(translator, tokens, torch.cat(embed_path(translator, tokens)))
    return (high - low).double().cpu().numpy()


def embed_path(
    translator: Translator, tokens: GeneratedTokens
) -> tuple[Float[Tensor, "1 S D"], Float[Tensor, "1 S D"]]:
    """Return the embedded baseline of unknown words and the embedded sentence, positions included."""
    ids = torch.tensor([[unknown_id(word) for word in tokens.words], tokens.source], device=translator.model.device)
    with torch.no_grad():
        start, end = translator.model.source_embedding(ids).split(1)
    return start, end


def compute_gradients(
    translator: Translator, tokens: GeneratedTokens, x: Float[Tensor, "P S D"]
) -> Float[Tensor, "P N S D"]:
    """Return the gradient of each token's logit for embedded sentences; the model keeps no gradient."""
    n = len(tokens.steps)
    with torch.enable_grad():
        x = x.detach().repeat_interleave(n, dim=0).requires_grad_()  # a row for the gradient of each logit
        logits = compute_logits(translator, tokens, x).unflatten(0, (-1, n)).diagonal(dim1=1, dim2=2)  # (P, N)
        (gradients,) = torch.autograd.grad(logits.sum(), x)
    return gradients.unflatten(0, (-1, n))


def compute_logits(translator: Translator, tokens: GeneratedTokens, x: Float[Tensor, "P S D"]) -> Float[Tensor, "P N"]:
    """Return the logits of the tokens for each of some embedded sentences, after the same generated tokens."""
    model = translator.model
    fed = torch.tensor([tokens.fed], device=model.device).expand(len(x), -1)
    vectors = model.decode_vectors(fed, model.encode_vectors(x))[:, tokens.steps]  # (P, N, D)
    ids = torch.tensor(tokens.ids, device=model.device)
    return (vectors * model.output.weight[ids]).sum(dim=-1) + model.output.bias[ids]


def _average_gradients(
    translator: Translator, tokens: GeneratedTokens, start: Tensor, end: Tensor, n_points: int
) -> Float[Tensor, "N S D"]:
    """Return the mean gradients on the path by Gauss–Legendre quadrature."""
    nodes, shares = (torch.from_numpy(each).to(start) for each in leggauss(n_points))
    n_at_once = max(1, _BATCH // len(tokens.steps))
    mean = start.new_zeros((len(tokens.steps), *start.shape[1:]))
    for places, weights in zip(((nodes + 1) / 2).split(n_at_once), (shares / 2).split(n_at_once), strict=True):
        path = torch.lerp(start, end, places[:, None, None])
        mean += torch.einsum("p,pnsd->nsd", weights, compute_gradients(translator, tokens, path))
    return mean
