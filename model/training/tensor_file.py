"""Safetensors files that hold tensors and JSON metadata; reading them never executes code."""

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from model.storage.atomic_file import write_atomically
from model.storage.untrusted_json import load_json


class CheckpointError(ValueError):
    """A file is not a checkpoint that this version can read; the message gives the reason in one line."""


def check_path(path: Path) -> None:
    """Raise OSError if the path is not UTF-8: the library of these files could not read it."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise OSError(errno.EILSEQ, "its path is not UTF-8", str(path)) from None


def write_tensors(tensors: Mapping[str, Tensor], format_: str, values: Mapping[str, Any], path: Path) -> None:
    """Write tensors and their metadata, completely or not at all.

    Args:
        tensors: by name.
        format_: the name and version of the format.
        values: metadata; each value is stored as JSON.
        path: the file to write.

    Raises:
        OSError: the folder cannot be made or written.
    """
    check_path(path)
    metadata = {"format": format_, **{name: json.dumps(value) for name, value in values.items()}}
    write_atomically(path, save({name: tensor.contiguous() for name, tensor in tensors.items()}, metadata))


@contextmanager
def open_tensors(
    path: Path, format_: str, *, has_tensors: bool = True
) -> Iterator[tuple[dict[str, Any], dict[str, Tensor]]]:
    """Pass the metadata and tensors of a file to the block that decodes them.

    Args:
        path: the file.
        format_: the format that its metadata must name.
        has_tensors: False to read the metadata alone.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: the system does not let the file be read; its content may be valid.
        CheckpointError: the file is damaged, foreign or from another version, or the block cannot decode it.
    """
    check_path(path)
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            names = file.keys() if has_tensors else ()
            tensors = {name: file.get_tensor(name) for name in names}
    except FileNotFoundError:
        path.open("rb").close()  # safetensors raises this for every file that it cannot open; Python says why
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path)) from None  # it can be opened by now
    except OSError:  # without the number of the error
        path.open("rb").close()
        raise
    except SafetensorError as error:
        raise CheckpointError(f"{path.name} is damaged or not a safetensors file ({error})") from error
    if metadata.get("format") != format_:
        raise CheckpointError(f"{path.name} is of format {metadata.get('format')!r}, not {format_!r}")
    try:
        if not all(bool(torch.isfinite(tensor).all()) for tensor in tensors.values()):
            raise ValueError("its weights are not finite numbers")
        yield {name: load_json(value) for name, value in metadata.items() if name != "format"}, tensors
    except (KeyError, TypeError, ValueError, RuntimeError, OverflowError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CheckpointError(f"{path.name} is not a valid checkpoint ({reason})") from error
