"""The reason why a training failed, in one line for readers."""

import logging

import torch

from model.corpus.tsv import CorpusError
from model.runs.run_file import RunFileMissingError, RunFolderDamagedError, RunFolderError

UNEXPECTED = "An unexpected error ended it; the log of this process has the details."
FAILED_EARLIER = "It failed earlier; the log of that time has the details."
_LOG = logging.getLogger(__name__)
# Raised with a message for readers.
_EXPLAINED = (ArithmeticError, ValueError, CorpusError, RunFolderError, RunFolderDamagedError, RunFileMissingError)


def explain_failure(error: Exception) -> str:
    """Return one line without paths; the log gets the details of an exception whose message is not for readers."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    if type(error) in _EXPLAINED and lines:
        return lines[0]
    _LOG.error("A training failed.", exc_info=error)
    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return "There is not enough memory for it."
    if isinstance(error, OSError) and error.strerror:
        return f"A file cannot be used ({error.strerror})."
    return UNEXPECTED
