"""What the commands of the command line do."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import torch
from tqdm import tqdm

from model.corpus import Corpus, Pair, toy_corpus
from model.corpus.tsv import CorpusError, read_pairs, read_tsv_file
from model.data.typed_sentence import read_sentence
from model.inference.greedy_decoding import translate as translate_words
from model.runs.registry import RunRegistry
from model.runs.run_description import RunDescription
from model.runs.run_folder import HELD_OUT, TRAIN, RunFolder, RunFolderError
from model.runs.training_run import TrainingRun
from model.storage import runs_folder
from model.training.bleu import score_text
from model.training.config import Schedule, TrainingConfig
from model.training.distributed import StartSignal, Team, open_team, follow, choose_process_device
from model.training.evaluation import evaluate as score
from model.training.loop import Progress
from model.training.loop import train as train_model
from model.training.snapshot import Snapshot
from model.training.training_state import TrainingState
from model.transformer.config import ModelConfig, Norm

_SECONDS_BETWEEN_LOOKS = 0.5


class CommandError(ValueError):
    """What was asked for cannot be done; the message says why, in one sentence."""


def train(arguments: Namespace) -> None:
    """Train on a corpus into a folder, or go on with the training that is in it."""
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
            schedule=Schedule(arguments.schedule),
            seed=arguments.seed,
            device=arguments.device,
        )
    except ValueError as error:
        raise CommandError(f"{error}.") from None
    device = _own_device(config.device)
    corpus = _corpus(arguments.corpus, arguments.seed, arguments.out)
    with open_team(device) as team:
        if team.leads:
            _lead(team, corpus, model_config, config, arguments)
        else:
            torch.set_num_threads(arguments.threads)
            with suppress(ArithmeticError, ValueError):  # the leader meets it too, and says it
                follow(team, lambda resume: list(train_model(corpus, model_config, config, resume, team=team)))


def evaluate(arguments: Namespace) -> None:
    """Score a model on held-out sentences, or on all pairs of a file."""
    snapshot = _snapshot(arguments.model)
    if arguments.corpus is not None:
        pairs = _read(arguments.corpus)
    else:
        pairs = _held_out(RunFolder(arguments.model)) if arguments.model else toy_corpus().held_out
    scores = score(snapshot.translator, pairs)
    what = "held-out sentences" if arguments.corpus is None else "sentences"
    pointing = "not known: no gold links" if scores.alignment_accuracy is None else f"{scores.alignment_accuracy:.2%}"
    print(f"{what:<22} {scores.n_sentences:,}")
    print(f"exactly right          {scores.exact_match:.2%}")
    print(f"alignment accuracy     {pointing}")
    print(f"cross-entropy          {scores.loss:.4f} nats per token")
    if arguments.sentences:
        decoded = score_text(snapshot.translator, pairs[: arguments.sentences], _bar)
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
    if sentence.had_invisible:
        print("Characters that cannot be seen are read as blanks.", file=sys.stderr)
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


def _lead(team: Team, corpus: Corpus, model_config: ModelConfig, config: TrainingConfig, arguments: Namespace) -> None:
    facts, folder, call = RunDescription.of(corpus, model_config, config), RunFolder(arguments.out), StartSignal(team)

    def trainer(
        corpus: Corpus,
        model_config: ModelConfig,
        config: TrainingConfig,
        resume: TrainingState | None = None,
        before_step: Callable[[], None] = lambda: None,
    ) -> Iterator[Progress]:
        call.out(resume)
        torch.set_num_threads(arguments.threads)  # of this thread, in which the training runs
        yield from train_model(corpus, model_config, config, resume, before_step, team)

    with call.at_most_once():
        if folder.steps and folder.facts().digest != facts.digest:
            raise CommandError(f"{folder.path} holds another run; choose another folder.")
        folder.write_facts(facts)
        print(f"corpus                 {corpus.name}: {len(corpus.train):,} pairs, {len(corpus.held_out):,} held out")
        keeps_corpus = arguments.corpus is not None
        _follow(TrainingRun(corpus, model_config, config, folder, trainer, keeps_corpus=keeps_corpus))


def _follow(run: TrainingRun) -> None:
    """Show how a training goes until it ends; interrupted, it keeps what there is and can go on later."""
    try:
        with tqdm(total=run.state.steps, unit="step", disable=None) as bar:
            while run.state.is_training:
                run.join(_SECONDS_BETWEEN_LOOKS)
                if run.state.snapshot is not None:
                    right = run.state.snapshot.evaluation.exact_match
                    bar.set_postfix(loss=f"{run.state.loss:.3f}", right=f"{right:.1%}", refresh=False)
                    bar.update(run.state.snapshot.step - bar.n)
    except KeyboardInterrupt:
        run.stop()
        run.join()
        step = run.state.snapshot.step if run.state.snapshot else 0
        print(f"Stopped; the same command goes on from step {step:,}.", file=sys.stderr)
        raise
    state = run.state
    for notice in state.notices:
        print(notice, file=sys.stderr)
    if state.error or state.snapshot is None:
        raise CommandError(f"The training failed: {state.error}.")
    scores = state.snapshot.evaluation
    print(
        f"{run.folder.path} holds the model of step {state.snapshot.step:,}: "
        f"{scores.exact_match:.2%} of {scores.n_sentences:,} held-out sentences exactly right."
    )


def _snapshot(path: Path | None) -> Snapshot:
    """The model of a folder, or else that of the app, which is trained first where it is not kept yet."""
    if path is not None:
        return RunFolder(path).newest()
    state = RunRegistry(runs_folder(), toy_corpus()).default().join()
    for notice in state.notices:
        print(notice, file=sys.stderr)
    if state.error or state.snapshot is None:
        raise CommandError(f"The training failed: {state.error}")
    return state.snapshot


def _corpus(path: Path | None, seed: int, out: Path) -> Corpus:
    if path is None:
        return toy_corpus()
    if path.resolve() in {(out / part).resolve() for part in (TRAIN, HELD_OUT)}:
        raise CommandError(f"{path} is where the run keeps pairs of its own: give --out another folder.")
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


def _held_out(folder: RunFolder) -> tuple[Pair, ...]:
    toy = toy_corpus()
    return toy.held_out if folder.facts().corpus_digest == toy.digest else folder.held_out()


def _own_device(name: str) -> torch.device:
    try:
        return choose_process_device(name)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _bar(pairs: Sequence[Pair]) -> Iterable[Pair]:
    yield from tqdm(pairs, unit="sentence", disable=None)


__all__ = ["CommandError", "RunFolderError", "evaluate", "info", "train", "translate"]
