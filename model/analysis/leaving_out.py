"""The effect of leaving out source words on generated tokens.

Shapes: N generated tokens, S source tokens.
"""

import numpy as np
import torch
from jaxtyping import Float

from model.analysis.generated_tokens import GeneratedTokens
from model.data.vocabulary import unknown_id
from model.inference.translator import Translator

_MAX_SCORES = 4_000_000  # of the vocabulary at all steps, computed at once


@torch.inference_mode()
def leave_words_out(translator: Translator, tokens: GeneratedTokens) -> Float[np.ndarray, "N S"]:
    """Return by how much the log-probability (in nats) of each token falls when each source word is unknown.

    The word is replaced by the unknown word, one at a time; the decoder reads the same generated tokens. A word that is
    unknown already has 0.
    """
    model = translator.model
    n_source = len(tokens.source)
    source = torch.tensor(tokens.source).repeat(n_source + 1, 1)  # the last row stays complete
    source[range(n_source), range(n_source)] = torch.tensor([unknown_id(word) for word in tokens.words])
    fed = torch.tensor([tokens.fed], device=model.device)
    n_at_once = max(1, _MAX_SCORES // (len(tokens.fed) * model.output.out_features))
    chosen = torch.cat(
        [
            model(rows.to(model.device), fed.expand(len(rows), -1))[:, tokens.steps]
            .double()
            .log_softmax(dim=-1)[:, range(len(tokens.ids)), tokens.ids]
            for rows in source.split(n_at_once)
        ]
    )  # (S + 1, N)
    return (chosen[-1] - chosen[:-1]).T.cpu().numpy()
