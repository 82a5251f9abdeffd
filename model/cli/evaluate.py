"""The command ``evaluate``: score a model on held-out sentences, or on all pairs of a file."""

from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from tqdm import tqdm

from model.analysis.alignment_reading import ALL_HEADS
from model.analysis.prediction_scores import score_without
from model.analysis.teacher_forced_maps import read_maps
from model.cli.inputs import load_model, read_file, read_run_corpus
from model.cli.outputs import print_line
from model.cli.parser import CommandError
from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.named_head import Head, parse_heads
from model.inference.translator import Translator
from model.training.bleu import score_text
from model.training.evaluation import evaluate
from model.transformer.kind import Kind

_N_TYPED = 500  # sentences whose beginnings are translated
_show_progress = partial(tqdm, unit="sentence", disable=None)
_show_lengths = partial(tqdm, desc="beginnings", unit="length", disable=None)


def run(arguments: Namespace) -> None:
    """Print the scores of a model.

    Raises:
        CommandError: the model or the pairs cannot be read, the model lacks a head that is to be switched off, or
            there is no head to give uniform weights.
    """
    if arguments.uniform and not arguments.off:
        raise CommandError("Uniform weights need heads to give them to: name them with --off.")
    translator = load_model(arguments.model).translator
    off, rejected = parse_heads(arguments.off, translator.model.config)
    if rejected:
        raise CommandError(f"The model has no head {rejected[0][:20]!r}; it has {_name_heads(translator)}.")
    pairs = read_run_corpus(arguments.model).held_out if arguments.corpus is None else read_file(arguments.corpus)
    scores = evaluate(translator, pairs, n_typed=_N_TYPED, progress=_show_lengths)
    label = "held-out sentences" if arguments.corpus is None else "sentences"
    typed = f"(the first {min(_N_TYPED, scores.n_sentences):,} typed word by word)"
    print_line(label, f"{scores.n_sentences:,}")
    print_line("exact match", f"{scores.exact_match:.2%}")
    print_line("alignment accuracy", _format(scores.alignment_accuracy, ".2%", "unknown: no gold alignment"))
    if scores.alignment_accuracy is not None:
        mutual = ALL_HEADS.score(read_maps(translator, pairs, [Kind.CROSS]))
        print_line("mutual alignment", _format(mutual, ".2%"))
    print_line("cross-entropy", f"{scores.loss:.4f} nats per token")
    has_beginnings = scores.doubled_share is not None
    no_beginning = "unknown: every source sentence is a single word, which has no beginning"
    nothing_erased = "unknown: all translations are empty" if has_beginnings else no_beginning
    print_line("doubled word", _format(scores.doubled_share, ".2%", no_beginning, f" of beginnings {typed}"))
    print_line("length limit", _format(scores.length_limit_share, ".2%", no_beginning, f" of beginnings {typed}"))
    print_line("normalized erasure", _format(scores.normalized_erasure, ".3f", nothing_erased, f" {typed}"))
    print_line("calibration error", _format(scores.calibration_error, ".2%", note=f" {typed}"))
    if off:
        _print_without(translator, pairs, off, is_uniform=arguments.uniform)
    if arguments.sentences:
        text_scores = score_text(translator, pairs[: arguments.sentences], _show_progress)
        sample = f"(the first {text_scores.n_sentences:,})"
        print_line("BLEU", f"{text_scores.bleu:.2f} {sample}")
        print_line("exact match of text", f"{text_scores.exact_match:.2%} {sample}")


def _name_heads(translator: Translator) -> str:
    config = translator.model.config
    lasts = [Head(kind, config.count_layers(kind) - 1, config.count_heads(kind) - 1) for kind in Kind]
    return ", ".join(f"{kind.value}-1-1 to {last}" for kind, last in zip(Kind, lasts, strict=True))


def _print_without(translator: Translator, pairs: Sequence[Pair], off: Sequence[Head], *, is_uniform: bool) -> None:
    encoded = EncodedPairs(pairs, translator.source, translator.target, translator.model.device)
    scores = score_without(translator, pairs, encoded, off, is_uniform=is_uniform)
    names = "; ".join(each.name for each in off)
    print_line("with uniform weights" if is_uniform else "without", names)
    print_line("  exact match", f"{scores.exact_match:.2%}")
    print_line("  token accuracy", f"{scores.token_accuracy:.2%}")
    print_line("  cross-entropy", f"{-scores.log_probability:.4f} nats per token")


def _format(score: float | None, form: str, unknown: str = "unknown", note: str = "") -> str:
    return unknown if score is None else f"{score:{form}}{note}"
