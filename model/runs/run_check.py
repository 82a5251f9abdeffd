"""The check of a run whose files are untrusted: its parts belong together, and its model is not too large."""

from collections.abc import Collection

from model.corpus.tsv import CorpusError
from model.data.vocabulary import MAX_WORDS
from model.inference.translator import Translator
from model.runs.kept_snapshots import count_kept
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.runs.run_folder import TRAIN, RunFolder

MAX_LAYERS, MAX_HEADS = 6, 16  # of a model whose size is limited


def check_run(folder: RunFolder, known_corpora: Collection[str], *, is_limited: bool) -> RunDescription:
    """Read all parts of a run once and return its description.

    Args:
        folder: of the run.
        known_corpora: digests of corpora that the folder need not contain.
        is_limited: True to refuse models larger than the limits.

    Raises:
        RunFolderError: a part cannot be read, or does not belong to the run; or a model is larger than the limits.
    """
    description, steps = folder.read_description(), folder.steps
    if not steps:
        raise RunFolderError("it holds no weights.")
    for step in steps:
        snapshot = folder.load_snapshot(step)
        belongs = snapshot.step == step and snapshot.translator.model.config == description.model
        if not belongs or step > description.training.steps:
            raise RunFolderError(f"the weights of step {step} are of another training.")
        if is_limited:
            _check_size(snapshot.translator)
        if len(steps) > count_kept(snapshot.translator) + 1:  # the newest of a training that was stopped
            raise RunFolderError(f"it holds the weights of {len(steps)} steps, more than are kept of a run.")
    if (state := folder.load_state()) is not None:
        reason = state.explain_misfit(snapshot.translator.model)
        if state.step >= description.training.steps > steps[-1]:
            reason = "the training state is of the last step, whose weights are missing"
        if reason:
            raise RunFolderError(f"{reason}.")
    if (folder.path / TRAIN).exists():
        _check_corpus(folder, description)
    elif description.corpus_digest not in known_corpora:
        raise RunFolderError("its training corpus is missing, and it is not the toy corpus of this version.")
    return description


def _check_size(translator: Translator) -> None:
    """Refuse too many attention maps or words: the memory they take does not follow from the size of the file."""
    model = translator.model.config
    if model.n_layers > MAX_LAYERS or model.n_heads > MAX_HEADS:
        raise RunFolderError(
            f"it has {model.n_layers:,} layers of {model.n_heads:,} heads; the limit is {MAX_LAYERS} layers of"
            f" {MAX_HEADS} heads."
        )
    n_words = max(len(translator.source.words), len(translator.target.words))
    if n_words > MAX_WORDS:
        raise RunFolderError(f"its vocabulary has {n_words:,} words; the limit is {MAX_WORDS:,}.")


def _check_corpus(folder: RunFolder, description: RunDescription) -> None:
    corpus = folder.read_corpus()
    try:
        n_pairs = (len(corpus.train), len(corpus.held_out))
        belongs = corpus.digest == description.corpus_digest
        belongs = belongs and n_pairs == (description.n_train, description.n_held_out)
    except (CorpusError, OSError) as error:
        raise RunFolderError(f"its corpus cannot be read: {error}") from None
    if not belongs:
        raise RunFolderError("its corpus is not the one it was trained on.")
