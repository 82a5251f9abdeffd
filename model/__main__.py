"""The model from a shell: ``python -m model evaluate`` and ``python -m model translate SENTENCE``."""

import argparse
import sys

from model.config import ModelConfig, TrainingConfig
from model.corpus import toy_corpus
from model.decoding import translate
from model.evaluation import evaluate
from model.run import TrainingRun
from model.sentence import read_sentence
from model.snapshot import Snapshot
from model.storage import cache_folder


def main() -> int:
    """Run one command; trains first where no trained weights are kept yet."""
    parser = argparse.ArgumentParser(prog="python -m model", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("evaluate", help="score the trained model on the held-out sentences")
    commands.add_parser("translate", help="translate one sentence").add_argument("sentence")
    arguments = parser.parse_args()

    corpus = toy_corpus()
    run = TrainingRun(corpus, ModelConfig(), TrainingConfig(), cache_folder())
    state = run.join()
    for notice in (*state.notices, state.error):
        if notice:
            print(notice, file=sys.stderr)
    if state.error or state.snapshot is None:
        return 1
    if arguments.command == "evaluate":
        scores = evaluate(state.snapshot.translator, corpus.held_out)
        print(f"held-out sentences     {scores.n_sentences:,}")
        print(f"exactly right          {scores.exact_match:.2%}")
        print(f"alignment accuracy     {scores.alignment_accuracy:.2%}")
        print(f"cross-entropy          {scores.loss:.4f} nats per token")
        return 0
    return _translate(state.snapshot, arguments.sentence)


def _translate(snapshot: Snapshot, text: str) -> int:
    sentence = read_sentence(f"{text} ", snapshot.translator.source)
    if not sentence.tokens:
        print("There is no word to translate.", file=sys.stderr)
        return 1
    print(" ".join(translate(snapshot.translator, sentence.words, texts=sentence.texts).words))
    return 0


if __name__ == "__main__":
    sys.exit(main())
