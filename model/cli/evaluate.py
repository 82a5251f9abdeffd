"""The command ``evaluate``: score a model on held-out sentences, or on all pairs of a file."""

from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

from tqdm import tqdm

from model.cli.inputs import load_model, read_file
from model.corpus import Pair, toy_corpus
from model.runs.run_folder import RunFolder
from model.training.bleu import score_text
from model.training.evaluation import evaluate


def run(arguments: Namespace) -> None:
    """Print the scores of a model."""
    translator = load_model(arguments.model).translator
    pairs = _read_held_out(arguments.model) if arguments.corpus is None else read_file(arguments.corpus)
    scores = evaluate(translator, pairs)
    label = "held-out sentences" if arguments.corpus is None else "sentences"
    accuracy = "unknown: no gold alignment" if scores.alignment_accuracy is None else f"{scores.alignment_accuracy:.2%}"
    print(f"{label:<22} {scores.n_sentences:,}")
    print(f"exact match            {scores.exact_match:.2%}")
    print(f"alignment accuracy     {accuracy}")
    print(f"cross-entropy          {scores.loss:.4f} nats per token")
    if arguments.sentences:
        text_scores = score_text(translator, pairs[: arguments.sentences], _show_progress)
        sample = f"(the first {text_scores.n_sentences:,})"
        print(f"BLEU                   {text_scores.bleu:.2f} {sample}")
        print(f"exact match of text    {text_scores.exact_match:.2%} {sample}")


def _read_held_out(path: Path | None) -> Sequence[Pair]:
    toy, folder = toy_corpus(), RunFolder(path) if path else None
    if folder is None or folder.read_description().corpus_digest == toy.digest:
        return toy.held_out
    return folder.read_held_out()


def _show_progress(pairs: Sequence[Pair]) -> Iterable[Pair]:
    yield from tqdm(pairs, unit="sentence", disable=None)
