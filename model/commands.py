"""What the commands of the command line do."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from tqdm import tqdm

from model.bleu import decode
from model.config import ModelConfig, Norm, TrainingConfig
from model.corpus import Corpus, Pair, toy_corpus
from model.corpus.tsv import CorpusError, read_pairs, read_tsv_file
from model.decoding import translate as translate_words
from model.evaluation import evaluate as score
from model.run import TrainingRun
from model.run_folder import RunFolder, RunFolderError
from model.sentence import read_sentence
from model.snapshot import Snapshot
from model.storage import cache_folder
from model.training import choose_device
from model.training import train as train_on

_SECONDS_BETWEEN_SAVES = 60.0


class CommandError(ValueError):
    """What was asked for cannot be done; the message says why, in one sentence."""


def train(arguments: Namespace) -> None:
    """Train on a corpus into a folder; what there is when it is interrupted is kept."""
    try:
        model_config = ModelConfig(
            n_layers=arguments.layers,
            n_heads=arguments.heads,
            d_model=arguments.d_model,
            d_ff=arguments.d_ff,
            dropout=arguments.dropout,
            norm=Norm(arguments.norm),
        )
        config = TrainingConfig(
            steps=arguments.steps,
            batch_size=arguments.batch_size,
            learning_rate=arguments.learning_rate,
            seed=arguments.seed,
        )
    except ValueError as error:
        raise CommandError(f"{error}.") from None
    device = _device(arguments.device)
    folder = RunFolder(arguments.out)
    corpus = _corpus(arguments.corpus, arguments.seed)
    folder.begin(corpus, config)
    print(f"corpus                 {corpus.name}: {len(corpus.train):,} pairs, {len(corpus.held_out):,} held out")
    _train_into(folder, corpus, model_config, config, device)


def evaluate(arguments: Namespace) -> None:
    """Score a model on held-out sentences, or on all pairs of a file."""
    snapshot = _snapshot(arguments.model)
    if arguments.corpus is not None:
        pairs = _read(arguments.corpus)
    else:
        pairs = RunFolder(arguments.model).held_out() if arguments.model else toy_corpus().held_out
    scores = score(snapshot.translator, pairs)
    what = "held-out sentences" if arguments.corpus is None else "sentences"
    has_links = any(pair.alignment for pair in pairs)
    print(f"{what:<22} {scores.n_sentences:,}")
    print(f"exactly right          {scores.exact_match:.2%}")
    print(f"alignment accuracy     {f'{scores.alignment_accuracy:.2%}' if has_links else 'not known: no gold links'}")
    print(f"cross-entropy          {scores.loss:.4f} nats per token")
    if arguments.sentences:
        decoded = decode(snapshot.translator, pairs[: arguments.sentences], _bar)
        n = f"{decoded.n_sentences:,}"
        print(f"BLEU                   {decoded.bleu:.2f} (the first {n})")
        print(f"exactly right of those {decoded.exact_match:.2%}")


def translate(arguments: Namespace) -> None:
    """Print the translation of one sentence."""
    snapshot = _snapshot(arguments.model)
    sentence = read_sentence(f"{arguments.sentence} ", snapshot.translator.source)
    if not sentence.tokens:
        raise CommandError("There is no word to translate.")
    if sentence.was_cut:
        print("The sentence is too long; its end is left out.", file=sys.stderr)
    print(translate_words(snapshot.translator, sentence.words, texts=sentence.texts).text)


def info(arguments: Namespace) -> None:
    """Print what a model is."""
    snapshot = _snapshot(arguments.model)
    model, scores = snapshot.translator.model, snapshot.evaluation
    config = model.config
    print(f"layers, heads          {config.n_layers}, {config.n_heads}")
    print(f"widths                 d_model {config.d_model}, d_ff {config.d_ff}")
    print(f"dropout, norm          {config.dropout:g}, {config.norm}")
    print(f"weights                {sum(weight.numel() for weight in model.parameters()):,}")
    what = "pieces of words" if snapshot.translator.source.is_written else "words"
    print(f"{what:<22} {len(snapshot.translator.source.words):,} source", end=", ")
    print(f"{len(snapshot.translator.target.words):,} target")
    if arguments.model:
        facts = RunFolder(arguments.model).facts()
        training = facts.training
        print(f"corpus                 {facts.corpus}: {facts.n_train:,} pairs, {facts.n_held_out:,} held out")
        print(f"training               learning rate {training.learning_rate:g}", end=", ")
        print(f"batches of {training.batch_size}, seed {training.seed}")
        print(f"step                   {snapshot.step:,} of {training.steps:,}")
    else:
        print(f"step                   {snapshot.step:,}")
    print(f"exactly right          {scores.exact_match:.2%} of {scores.n_sentences:,} held-out sentences")
    print(f"cross-entropy          {scores.loss:.4f} nats per token")


def _train_into(
    folder: RunFolder, corpus: Corpus, model_config: ModelConfig, config: TrainingConfig, device: torch.device
) -> None:
    snapshot: Snapshot | None = None
    saved = time.monotonic()
    try:
        with tqdm(total=config.steps, unit="step", disable=None) as bar:
            for progress in train_on(corpus, model_config, config, device):
                snapshot = progress.snapshot()
                bar.set_postfix(
                    loss=f"{progress.loss:.3f}", right=f"{progress.evaluation.exact_match:.1%}", refresh=False
                )
                bar.update(progress.step - bar.n)
                if time.monotonic() - saved > _SECONDS_BETWEEN_SAVES:
                    folder.save(snapshot)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        if snapshot is not None:
            folder.save(snapshot)
            print(f"Stopped; {folder.path} holds the model of step {snapshot.step:,}.", file=sys.stderr)
        raise
    except (MemoryError, RuntimeError, OSError, CorpusError) as error:
        reason = str(error).splitlines()[0] if str(error) else "out of memory"
        raise CommandError(f"The training failed: {reason}") from None
    if snapshot is None:
        raise CommandError("The training made no model.")
    folder.save(snapshot)
    scores = snapshot.evaluation
    print(
        f"{folder.path} holds the model of step {snapshot.step:,}: "
        f"{scores.exact_match:.2%} of {scores.n_sentences:,} held-out sentences exactly right."
    )


def _snapshot(path: Path | None) -> Snapshot:
    """The model of a folder, or else that of the app, which is trained first where it is not kept yet."""
    if path is not None:
        return RunFolder(path).snapshot()
    state = TrainingRun(toy_corpus(), ModelConfig(), TrainingConfig(), cache_folder()).join()
    for notice in state.notices:
        print(notice, file=sys.stderr)
    if state.error or state.snapshot is None:
        raise CommandError(f"The training failed: {state.error}")
    return state.snapshot


def _corpus(path: Path | None, seed: int) -> Corpus:
    if path is None:
        return toy_corpus()
    try:
        return read_tsv_file(path, seed=seed)
    except CorpusError as error:
        raise CommandError(f"{path}: {error}") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read ({error.strerror}).") from None


def _read(path: Path) -> tuple[Pair, ...]:
    try:
        return read_pairs(path.read_bytes())
    except CorpusError as error:
        raise CommandError(f"{path}: {error}") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read ({error.strerror}).") from None


def _device(name: str | None) -> torch.device:
    try:
        device = choose_device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError):
        raise CommandError(f"There is no device {name!r} here.") from None
    return device


def _bar(pairs: Sequence[Pair]) -> Iterable[Pair]:
    yield from tqdm(pairs, unit="sentence", disable=None)


__all__ = ["CommandError", "RunFolderError", "evaluate", "info", "train", "translate"]
