"""The command ``translate``: print the translation of one sentence, or of each line of standard input."""

import codecs
import re
import sys
from argparse import Namespace
from contextlib import nullcontext
from itertools import permutations
from pathlib import Path

from figures.translation_page import write_page
from model.cli.inputs import load_model, read_run_corpus
from model.cli.outputs import open_output, write_output, writing
from model.cli.parser import CommandError
from model.corpus import Corpus, Pair
from model.data.sentence import Sentence
from model.data.typed_sentence import read_finished_sentence
from model.inference.french_text import write_translation
from model.inference.gold_alignment import find_gold_alignment
from model.inference.greedy_decoding import translate
from model.inference.intervention import UNCHANGED
from model.inference.record_json import describe, write_json
from model.inference.record_npz import write_npz
from model.inference.row_labels import label_steps
from model.inference.translation import Translation
from model.inference.translator import Translator
from model.transformer.kind import Kind


def run(arguments: Namespace) -> None:
    """Print the translation of the sentence, or of each line of standard input; every line in gives one line out.

    The records go to the files that are asked for: one line of JSON per translation, one NPZ file and one HTML file per
    translation.

    Raises:
        CommandError: there is no word in the sentence, it is not UTF-8, standard input is closed, two kinds of records
            would go to one file, or a file cannot be written.
    """
    _check_paths(arguments.json, arguments.npz, arguments.html)
    translator = load_model(arguments.model).translator
    corpus = _find_corpus(arguments.model) if arguments.html else None
    if arguments.sentence is not None:
        sentence, translation = _translate_argument(translator, arguments.sentence)
        gold = find_gold_alignment(corpus, translation, sentence) if corpus else None
        if arguments.json:
            write_output(arguments.json, f"{write_json(translation)}\n".encode())
        _write(translation, gold, arguments.npz, arguments.html)
        print(write_translation(translation, sentence))
        return
    if sys.stdin is None:
        raise CommandError("Standard input is closed: give a sentence, or open it.")
    # Not before: this empties the file.
    with open_output(arguments.json) if arguments.json else nullcontext() as lines:
        for number, line in enumerate(sys.stdin.buffer, start=1):
            text = ""
            line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if found := _translate_line(translator, line, number):
                sentence, translation = found
                gold = find_gold_alignment(corpus, translation, sentence) if corpus else None
                if lines is not None:
                    with writing(arguments.json):
                        print(write_json(translation), file=lines, flush=True)
                _write(translation, gold, _number(arguments.npz, number), _number(arguments.html, number))
                text = write_translation(translation, sentence)
            print(text, flush=True)  # a pipe gets each line at once


def _check_paths(*paths: Path | None) -> None:
    """Raise CommandError if no file can have a path, or two are the same or may become so when they are numbered."""
    for path in filter(None, paths):
        with writing(path):
            if path.is_dir():
                raise CommandError(f"{path} is a folder, not a file.")
            if not path.parent.is_dir():
                raise CommandError(f"{path} cannot be written (its folder does not exist).")
    for one, other in permutations((path.resolve() for path in paths if path is not None), 2):
        if re.fullmatch(rf"{re.escape(str(one.with_suffix('')))}(-\d+)?{re.escape(one.suffix)}", str(other)):
            raise CommandError("Each kind of record needs a file of its own, whose name differs in more than a number.")


def _find_corpus(path: Path | None) -> Corpus | None:
    """Return the corpus with the gold links of its sentences, None if the folder of the model has none."""
    try:
        return read_run_corpus(path)
    except CommandError:
        return None


def _write(translation: Translation, gold: Pair | None, npz: Path | None, html: Path | None) -> None:
    if npz is not None:
        write_output(npz, write_npz(translation))
    if html is not None:
        write_output(html, _write_html(translation, gold).encode())


def _write_html(translation: Translation, gold: Pair | None) -> str:
    maps = {kind.value: translation.maps[kind] for kind in Kind}
    links = gold.alignment if gold else ()
    labels = label_steps(translation.keys(Kind.DECODER), translation.target)
    language = "" if translation.is_subword else "fr"  # models of words translate the toy language
    record = describe(translation, UNCHANGED)
    return write_page(translation.source_text, record, maps, labels, gold=links, language=language)


def _number(path: Path | None, number: int) -> Path | None:
    """Return the path with the number of a line before its ending."""
    return path and path.parent / f"{path.stem}-{number}{path.suffix}"


def _translate_argument(translator: Translator, text: str) -> tuple[Sentence, Translation]:
    """Return the sentence of the command line as read and its translation."""
    try:
        text.encode()
    except UnicodeEncodeError as error:  # Python keeps such a byte as half of a character
        raise CommandError(f"Character {error.start + 1} of the sentence is not UTF-8.") from None
    return _translate(translator, text)


def _translate_line(translator: Translator, line: bytes, number: int) -> tuple[Sentence, Translation] | None:
    """Return a line as read and its translation, None if there is none; the reason goes to standard error."""
    place = f"Line {number}: "
    try:
        text = line.decode().strip()
        return _translate(translator, text, place) if text else None
    except UnicodeDecodeError as error:
        print(f"{place}byte {error.start + 1} (0x{line[error.start]:02x}) is not UTF-8.", file=sys.stderr)
    except CommandError as error:
        print(f"{place}{error}", file=sys.stderr)
    return None


def _translate(translator: Translator, text: str, place: str = "") -> tuple[Sentence, Translation]:
    """Return a sentence as read, and its translation; notes on the sentence go to standard error."""
    sentence = read_finished_sentence(text, translator.source)
    if not sentence.tokens:
        raise CommandError("There is no word to translate.")
    if sentence.is_cut:
        print(f"{place}The sentence is too long and was truncated.", file=sys.stderr)
    if sentence.has_invisible:
        print(f"{place}Invisible characters were replaced by spaces.", file=sys.stderr)
    return sentence, translate(translator, sentence.words, texts=sentence.texts)
