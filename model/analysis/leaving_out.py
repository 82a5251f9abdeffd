"""The effect of leaving out source words on a generated token.

Shapes: S source tokens.
"""

import numpy as np
import torch
from jaxtyping import Float

from model.analysis.generated_token import GeneratedToken
from model.data.vocabulary import unknown_id
from model.inference.translator import Translator


@torch.inference_mode()
def leave_words_out(translator: Translator, token: GeneratedToken) -> Float[np.ndarray, "S"]:
    """Return by how much the log-probability (in nats) of a token falls when each source word is unknown.

    The word is replaced by the unknown word, one at a time; the decoder reads the same generated tokens. A word that is
    unknown already has 0.
    """
    model = translator.model
    n_source = len(token.source)
    source = torch.tensor(token.source).repeat(n_source + 1, 1)  # the last row stays complete
    source[range(n_source), range(n_source)] = torch.tensor([unknown_id(word) for word in token.words])
    fed = torch.tensor([token.fed], device=model.device).expand(len(source), -1)
    scores = model(source.to(model.device), fed)[:, -1].double().log_softmax(dim=-1)[:, token.id]
    return (scores[-1] - scores[:-1]).cpu().numpy()
