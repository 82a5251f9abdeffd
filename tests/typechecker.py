"""The type checker of annotations while tests run: beartype, for which an int is a float, as PEP 484 has it."""

from collections.abc import Iterator
from contextlib import contextmanager

import jaxtyping
from beartype import BeartypeConf, beartype

numeric_tower = beartype(conf=BeartypeConf(is_pep484_tower=True))


@contextmanager
def unchecked() -> Iterator[None]:
    """Check nothing inside: for long trainings and many captures, where checks take longer than what they check."""
    jaxtyping.config.update("jaxtyping_disable", True)
    try:
        yield
    finally:
        jaxtyping.config.update("jaxtyping_disable", False)
