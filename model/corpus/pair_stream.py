"""Pairs drawn from the grammar without end, by several processes if many are wanted.

They are drawn in blocks, each with random numbers of its own, so that the pairs do not depend on the number of
processes. The processes are started as commands: those of ``multiprocessing`` would execute the main script.
"""

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count, islice
from pathlib import Path
from random import Random

from model.corpus.grammar.sentence import sample_pair
from model.corpus.lexicon.known_words import ENGLISH_WORDS
from model.corpus.pair import Pair, read_pair, write_pair

_BLOCK = 500  # pairs; as text they fit the buffer of a pipe, so that no process waits while another's are read
_MANY = 10_000  # pairs, below which starting processes takes longer than they save
_MAX_PROCESSES = 4
_ROOT = Path(__file__).parents[2]


def stream_pairs(seed: int, n_wanted: int) -> Generator[Pair]:
    """Yield pairs without end; no invented word occurs in two of them. Equal seeds give equal pairs.

    Args:
        seed: of the random numbers.
        n_wanted: how many pairs the caller wants, about; decides how many processes draw them.
    """
    invented: set[str] = set()
    n_processes = min(_MAX_PROCESSES, os.cpu_count() or 1) if n_wanted >= _MANY else 1
    for pair in _draw(seed, n_processes):
        new = [word for word in pair.source if word not in ENGLISH_WORDS]
        if len(set(new)) == len(new) and invented.isdisjoint(new):
            invented.update(new)
            yield pair


def _draw(seed: int, n_processes: int) -> Iterator[Pair]:
    """Yield the pairs of all blocks; those that a process fails to write are drawn here."""
    with ExitStack() as stack:
        outputs: list[Iterator[str]] = []
        if n_processes > 1:
            with suppress(OSError):  # no process can be started
                outputs = [stack.enter_context(_process(seed, first, n_processes)) for first in range(n_processes)]
        for number in count():
            lines = list(islice(outputs[number % n_processes], _BLOCK)) if outputs else []
            is_whole = len(lines) == _BLOCK and lines[-1].endswith("\n")
            yield from map(read_pair, lines) if is_whole else _draw_block(seed, number)


@contextmanager
def _process(seed: int, first: int, step: int) -> Iterator[Iterator[str]]:
    """Start a process that writes every ``step``-th block from ``first`` on, until it is left."""
    program = f"from {__name__} import write_blocks; write_blocks({seed}, {first}, {step})"
    with subprocess.Popen(  # noqa: S603 (the program is ours)
        [sys.executable, "-c", program],
        cwd=_ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",  # where a process is ended within a letter; what it wrote last is not read
    ) as process:
        try:
            yield process.stdout or iter(())
        finally:
            process.kill()


def write_blocks(seed: int, first: int, step: int) -> None:
    """Write every ``step``-th block from ``first`` on to standard output, a pair a line, until nobody reads it."""
    for number in count(first, step):
        text = "".join(f"{write_pair(pair)}\n" for pair in _draw_block(seed, number))
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()


def _draw_block(seed: int, number: int) -> Iterator[Pair]:
    random = Random(f"{seed} {number}")  # noqa: S311 (not for cryptography)
    return (sample_pair(random) for _ in range(_BLOCK))
