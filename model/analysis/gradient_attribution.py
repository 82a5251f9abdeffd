"""Gradients of the logit of a generated token with respect to the source embeddings.

Gradients are taken with ``torch.autograd.grad`` of the embeddings alone, so nothing is left on the shared model.

Shapes: N points of the path, S source tokens, D model width.
"""

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from model.analysis.generated_token import GeneratedToken
from model.data.vocabulary import UNKNOWN_ID
from model.inference.translator import Translator

TOLERANCE = 0.01  # largest error of the sum of the attributions, as a share of the difference of the logits
_N_POINTS = (64, 128, 256, 512, 1024)  # of the path, tried in turn


def multiply_gradient_by_input(translator: Translator, token: GeneratedToken) -> Float[Tensor, "S"]:
    """Return the product of gradient and word embedding, without its position, summed over the model width."""
    embedding = translator.model.source_embedding
    with torch.enable_grad():
        gradient = _compute_gradients(translator, token, embedding(token.source).detach())
    words = embedding.tokens(token.source).detach() * embedding.scale
    return (gradient * words)[0].sum(dim=-1)


def integrate_gradients(translator: Translator, token: GeneratedToken) -> Float[Tensor, "S"]:
    """Return the integrated gradients of each source token (Sundararajan et al. 2017, arXiv:1703.01365).

    The baseline is the sentence with every word replaced by the unknown word, at the same positions. The path is
    straight, and the integral is a Gauss-Legendre sum. The attributions sum to the difference between the logits of the
    sentence and of the baseline (completeness). The number of points doubles until the sum is within ``TOLERANCE``, or
    ends at 1,024, which differences close to 0 can reach.
    """
    embedding = translator.model.source_embedding
    with torch.no_grad():
        baseline = embedding(torch.full_like(token.source, UNKNOWN_ID))
        whole = embedding(token.source)
        ends = token.decode(translator, translator.model.encode_embedded(torch.cat((baseline, whole))))[:, token.id]
    attributions = torch.zeros_like(whole[0, :, 0])
    difference = ends[1] - ends[0]
    for n_points in _N_POINTS:
        attributions = _sum_path(translator, token, baseline, whole, n_points)
        if abs(attributions.sum() - difference) <= TOLERANCE * abs(difference):
            break
    return attributions


def _sum_path(
    translator: Translator,
    token: GeneratedToken,
    baseline: Float[Tensor, "1 S D"],
    whole: Float[Tensor, "1 S D"],
    n_points: int,
) -> Float[Tensor, "S"]:
    nodes, weights = np.polynomial.legendre.leggauss(n_points)
    points, shares = (torch.tensor(x / 2, dtype=whole.dtype, device=whole.device) for x in (nodes + 1, weights))
    with torch.enable_grad():
        gradients = _compute_gradients(translator, token, baseline + points[:, None, None] * (whole - baseline))
    return ((whole - baseline)[0] * torch.einsum("n,nsd->sd", shares, gradients)).sum(dim=-1)


def _compute_gradients(
    translator: Translator, token: GeneratedToken, embedded: Float[Tensor, "N S D"]
) -> Float[Tensor, "N S D"]:
    embedded.requires_grad_()
    logits = token.decode(translator, translator.model.encode_embedded(embedded))[:, token.id]
    return torch.autograd.grad(logits.sum(), embedded)[0]
