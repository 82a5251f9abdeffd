"""The command ``evaluate``: score a model on held-out sentences, or on all pairs of a file."""

from argparse import Namespace
from collections.abc import Iterable, Sequence

from tqdm import tqdm

from model.analysis.alignment_reading import ALL_HEADS
from model.analysis.teacher_forced_maps import read_maps
from model.cli.inputs import load_model, read_file, read_run_corpus
from model.corpus import Pair
from model.training.bleu import score_text
from model.training.evaluation import evaluate
from model.transformer.kind import Kind

_N_TYPED = 500  # sentences whose beginnings are translated


def run(arguments: Namespace) -> None:
    """Print the scores of a model."""
    translator = load_model(arguments.model).translator
    pairs = read_run_corpus(arguments.model).held_out if arguments.corpus is None else read_file(arguments.corpus)
    scores = evaluate(translator, pairs, n_typed=_N_TYPED)
    label = "held-out sentences" if arguments.corpus is None else "sentences"
    typed = f"(the first {min(_N_TYPED, scores.n_sentences):,} typed word by word)"
    print(f"{label:<22} {scores.n_sentences:,}")
    print(f"exact match            {scores.exact_match:.2%}")
    print(f"alignment accuracy     {_format(scores.alignment_accuracy, '.2%', 'unknown: no gold alignment')}")
    if scores.alignment_accuracy is not None:
        mutual = ALL_HEADS.score(read_maps(translator, pairs, [Kind.CROSS]))
        print(f"mutual alignment       {_format(mutual, '.2%')}")
    print(f"cross-entropy          {scores.loss:.4f} nats per token")
    print(f"doubled word           {_format(scores.doubled_share, '.2%')} of beginnings {typed}")
    print(f"length limit           {_format(scores.length_limit_share, '.2%')} of beginnings {typed}")
    print(f"normalized erasure     {_format(scores.normalized_erasure, '.3f')} {typed}")
    print(f"calibration error      {_format(scores.calibration_error, '.2%')} {typed}")
    if arguments.sentences:
        text_scores = score_text(translator, pairs[: arguments.sentences], _show_progress)
        sample = f"(the first {text_scores.n_sentences:,})"
        print(f"BLEU                   {text_scores.bleu:.2f} {sample}")
        print(f"exact match of text    {text_scores.exact_match:.2%} {sample}")


def _format(score: float | None, form: str, unknown: str = "unknown") -> str:
    return unknown if score is None else format(score, form)


def _show_progress(pairs: Sequence[Pair]) -> Iterable[Pair]:
    yield from tqdm(pairs, unit="sentence", disable=None)
