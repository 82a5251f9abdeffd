"""A Hugging Face encoder-decoder in a local folder, opened without running any code of its own.

Weights are read from safetensors in the folder itself; no pickle, no code from the folder, no network.
"""

import json
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from model.inference.translation_system import TranslationSystem

FAMILIES = ("bart", "m2m_100", "marian", "mbart", "mt5", "pegasus", "t5")
CONFIG = "config.json"
_WEIGHTS, _INDEX = "model.safetensors", "model.safetensors.index.json"
_LARGEST_JSON = 50_000_000  # bytes
_ABSENT = "Models of Hugging Face need the package transformers: run pip install -r requirements-models.txt."
_BROKEN = "Models of Hugging Face cannot be opened: the package transformers is installed, but it cannot be imported."


class ModelFolderError(Exception):
    """A folder that cannot be opened; its text is a sentence that says why."""


def list_model_folders(path: Path) -> list[Path]:
    """Return the folders with a model in a folder, in alphabetical order; those it cannot read are left out."""
    try:
        return sorted(each for each in path.iterdir() if (each / CONFIG).is_file())
    except OSError:
        return []


def check_folder(path: Path) -> str:
    """Return the family of the model in a folder.

    Raises:
        ModelFolderError: it holds no model, one of another family, or weights in another format.
    """
    try:
        family = read_json(path / CONFIG)["model_type"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        raise ModelFolderError(f"{path.name} holds no model: its {CONFIG} cannot be read.") from None
    if family not in FAMILIES:
        raise ModelFolderError(
            f"{path.name} is a model of the family {str(family)[:40]!r}; only encoder-decoders of these families can"
            f" be opened: {', '.join(FAMILIES)}."
        )
    list_weight_files(path)
    return str(family)


def list_weight_files(path: Path) -> list[Path]:
    """Return the files with the weights: those that the index of a folder names, else its only one.

    Raises:
        ModelFolderError: there is none, or the index names anything but safetensors in the folder.
    """
    names: Iterable[Any] = [_WEIGHTS]
    if (path / _INDEX).exists():
        try:
            names = dict.fromkeys(read_json(path / _INDEX)["weight_map"].values())
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise ModelFolderError(f"The {_INDEX} of {path.name} cannot be read.") from None
    elif not (path / _WEIGHTS).is_file():
        raise ModelFolderError(f"{path.name} has no {_WEIGHTS}; weights in no other format are opened.")
    if not all(isinstance(name, str) and _is_weight_file(path, name) for name in names):
        raise ModelFolderError(f"The {_INDEX} of {path.name} names files that are no safetensors in this folder.")
    return [path / name for name in names]


def read_versions(path: Path) -> tuple[tuple[str, int, int], ...]:
    """Return name, size and time of change of every file, which tell versions of a folder apart.

    Raises:
        ModelFolderError: the folder cannot be read.
    """
    try:
        found = [(each, each.stat()) for each in sorted(path.iterdir()) if each.is_file()]
    except OSError:
        raise ModelFolderError(f"{path.name} has files that cannot be read.") from None
    return tuple((each.name, status.st_size, status.st_mtime_ns) for each, status in found)


def _is_weight_file(path: Path, name: str) -> bool:
    is_plain = Path(name).name == name and "\\" not in name and "\0" not in name
    return is_plain and name.endswith(".safetensors") and (path / name).is_file()


def open_folder(path: Path) -> TranslationSystem:
    """Return the model of a folder on the CPU, in evaluation mode.

    Raises:
        ModelFolderError: ``transformers`` is not installed, or the folder cannot be opened.
    """
    check_folder(path)
    if find_spec("transformers") is None:
        raise ModelFolderError(_ABSENT)
    try:
        from model.pretrained import loading
    except ImportError as error:
        raise ModelFolderError(_BROKEN) from error
    return loading.load(path)


def read_json(path: Path) -> Any:
    """Return the JSON value of a file.

    Raises:
        OSError, ValueError, RecursionError: it cannot be read.
    """
    with path.open("rb") as file:
        return json.loads(file.read(_LARGEST_JSON))
