"""The toy corpus on disk: the first start draws it, later ones read it in an eighth of the time.

The file is named after the grammar, the code and the tables of this package, so that a changed grammar is drawn anew.
Its first line holds the digest of the corpus and the number of held-out pairs, which come first.
"""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from model.corpus.corpus import Corpus, toy_corpus
from model.corpus.pair import read_pair, write_pair
from model.storage.atomic_file import delete_partial_files, write_atomically

_PACKAGE = Path(__file__).parent


def open_toy_corpus(folder: Path) -> Corpus:
    """Return the toy corpus from its file in a folder; draw it and write the file if there is none or it is damaged.

    A folder that cannot be written keeps no file.
    """
    path = locate_toy_corpus(folder)
    with suppress(OSError, ValueError):
        return _read(path)
    corpus = toy_corpus()
    delete_partial_files(folder)
    with suppress(OSError):
        write_atomically(path, _write(corpus))
        for earlier in folder.glob("toy-*.tsv"):
            if earlier != path:
                earlier.unlink(missing_ok=True)
    return corpus


def locate_toy_corpus(folder: Path) -> Path:
    """Return the file of the toy corpus in a folder, where it is once it was drawn."""
    return folder / f"toy-{_hash_grammar()}.tsv"


def _hash_grammar() -> str:
    """Return a hash of what decides which pairs are drawn: code, tables and the random numbers of this Python."""
    content = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for path in sorted((*_PACKAGE.rglob("*.py"), *_PACKAGE.rglob("*.tsv"))):
        content.update(path.read_bytes())
    return content.hexdigest()[:16]


def _write(corpus: Corpus) -> Iterator[bytes]:
    yield f"{corpus.digest} {len(corpus.held_out)}\n".encode()
    for pair in chain(corpus.held_out, corpus.train):
        yield f"{write_pair(pair)}\n".encode()


def _read(path: Path) -> Corpus:
    """Read a corpus.

    Raises:
        OSError: there is no such file.
        ValueError: the file is damaged.
    """
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    digest, n_held_out = header.split(" ")
    pairs = tuple(map(read_pair, lines))
    corpus = Corpus("toy", pairs[int(n_held_out) :], pairs[: int(n_held_out)])
    if corpus.digest != digest:
        raise ValueError(f"{path.name} is damaged")
    return corpus
