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

N_POINTS = 128  # of the path


def multiply_gradient_by_input(translator: Translator, token: GeneratedToken) -> Float[Tensor, "S"]:
    """Return the product of gradient and word embedding, without its position, summed over the model width."""
    embedding = translator.model.source_embedding
    with torch.enable_grad():
        gradient = _compute_gradients(translator, token, embedding(token.source).detach())
    words = embedding.tokens(token.source).detach() * embedding.scale
    return (gradient * words)[0].sum(dim=-1)


def integrate_gradients(translator: Translator, token: GeneratedToken, n_points: int = N_POINTS) -> Float[Tensor, "S"]:
    """Return the integrated gradients of each source token (Sundararajan et al. 2017, arXiv:1703.01365).

    The baseline is the sentence with every word replaced by the unknown word, at the same positions. The path is
    straight, and the integral is a Gauss-Legendre sum. The attributions sum to the difference between the logits of the
    sentence and of the baseline (completeness), up to the error of that sum.
    """
    embedding = translator.model.source_embedding
    with torch.no_grad():
        baseline = embedding(torch.full_like(token.source, UNKNOWN_ID))
        change = embedding(token.source) - baseline  # (1, S, D)
    nodes, weights = np.polynomial.legendre.leggauss(n_points)
    points, shares = (torch.tensor(x / 2, dtype=change.dtype, device=change.device) for x in (nodes + 1, weights))
    with torch.enable_grad():
        gradients = _compute_gradients(translator, token, baseline + points[:, None, None] * change)
    return (change[0] * torch.einsum("n,nsd->sd", shares, gradients)).sum(dim=-1)


def _compute_gradients(
    translator: Translator, token: GeneratedToken, embedded: Float[Tensor, "N S D"]
) -> Float[Tensor, "N S D"]:
    embedded.requires_grad_()
    logits = token.decode(translator, translator.model.encode_embedded(embedded))[:, token.id]
    return torch.autograd.grad(logits.sum(), embedded)[0]
