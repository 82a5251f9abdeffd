"""The command ``translate``: print the translation of one sentence, or of each line of standard input."""

import sys
from argparse import Namespace

from model.cli.inputs import load_model
from model.cli.parser import CommandError
from model.data.typed_sentence import read_sentence
from model.inference.french_text import write_translation
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator


def run(arguments: Namespace) -> None:
    """Print the translation of the sentence, or of each line of standard input; every line in gives one line out."""
    translator = load_model(arguments.model).translator
    if arguments.sentence is not None:
        print(_translate(translator, arguments.sentence))
        return
    for number, line in enumerate(sys.stdin.buffer, start=1):
        print(_translate_line(translator, line, number), flush=True)  # a pipe gets each line at once


def _translate_line(translator: Translator, line: bytes, number: int) -> str:
    """Return the translation of a line, "" if there is none; the reason goes to standard error."""
    place = f"Line {number}: "
    try:
        text = line.decode().strip()
        return _translate(translator, text, place) if text else ""
    except UnicodeDecodeError as error:
        print(f"{place}byte {error.start + 1} (0x{line[error.start]:02x}) is not UTF-8.", file=sys.stderr)
    except CommandError as error:
        print(f"{place}{error}", file=sys.stderr)
    return ""


def _translate(translator: Translator, text: str, place: str = "") -> str:
    """Return the translation of a sentence; notes on how it was read go to standard error, after ``place``."""
    sentence = read_sentence(f"{text} ", translator.source)
    if not sentence.tokens:
        raise CommandError("There is no word to translate.")
    if sentence.is_cut:
        print(f"{place}The sentence is too long and was truncated.", file=sys.stderr)
    if sentence.has_invisible:
        print(f"{place}Invisible characters were replaced by spaces.", file=sys.stderr)
    return write_translation(translate(translator, sentence.words, texts=sentence.texts), sentence)
