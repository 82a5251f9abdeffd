"""The sentences through which a visitor watches a model learn: the visitor's own, and held-out ones."""

from model.data.typed_sentence import Sentence, read_sentence
from model.runs.training_run import TrainingRun

_N_SENTENCES = 4
_SHORT, _LONG = 3, 9  # words that fit a small map


def sentences(run: TrainingRun, text: str) -> list[Sentence]:
    """The visitor's sentence, if there is one, and held-out ones that no weights were trained on."""
    snapshot = run.state.snapshot
    if snapshot is None:
        return []
    vocabulary = snapshot.translator.source
    fitting = (" ".join(pair.source) for pair in run.corpus.held_out if _SHORT <= len(pair.source) <= _LONG)
    texts = dict.fromkeys([text, *(held_out for held_out, _ in zip(fitting, range(_N_SENTENCES), strict=False))])
    read = [read_sentence(f"{each} ", vocabulary) for each in texts]
    return [sentence for sentence in read if sentence.tokens][:_N_SENTENCES]
