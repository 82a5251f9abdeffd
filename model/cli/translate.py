"""The command ``translate``: print the translation of one sentence."""

import sys
from argparse import Namespace

from model.cli.inputs import load_model
from model.cli.parser import CommandError
from model.data.typed_sentence import read_sentence
from model.inference.greedy_decoding import translate


def run(arguments: Namespace) -> None:
    """Print the translation of one sentence."""
    translator = load_model(arguments.model).translator
    sentence = read_sentence(f"{arguments.sentence} ", translator.source)
    if not sentence.tokens:
        raise CommandError("There is no word to translate.")
    if sentence.is_cut:
        print("The sentence is too long and was truncated.", file=sys.stderr)
    if sentence.has_invisible:
        print("Invisible characters were replaced by spaces.", file=sys.stderr)
    print(translate(translator, sentence.words, texts=sentence.texts).text)
