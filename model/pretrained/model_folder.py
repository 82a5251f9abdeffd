"""A Hugging Face encoder-decoder in a local folder, opened without running any code of its own.

Weights are read from safetensors only; no pickle, no code from the folder, no network.
"""

import json
from pathlib import Path

from model.inference.translation_system import TranslationSystem

FAMILIES = ("bart", "m2m_100", "marian", "mbart", "mt5", "pegasus", "t5")
_CONFIG = "config.json"
_LARGEST_CONFIG = 10_000_000  # bytes
_ABSENT = "Models of Hugging Face need the package transformers: run pip install -r requirements-models.txt."


class ModelFolderError(Exception):
    """A folder that cannot be opened; its text is a sentence that says why."""


def list_model_folders(path: Path) -> list[Path]:
    """Return the folders with a model in a folder, in alphabetical order; those it cannot read are left out."""
    try:
        return sorted(each for each in path.iterdir() if (each / _CONFIG).is_file())
    except OSError:
        return []


def check_folder(path: Path) -> str:
    """Return the family of the model in a folder.

    Raises:
        ModelFolderError: it holds no model, one of another family, or weights in another format.
    """
    try:
        with (path / _CONFIG).open("rb") as file:
            config = json.loads(file.read(_LARGEST_CONFIG))
        family = config["model_type"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        raise ModelFolderError(f"{path.name} holds no model: its {_CONFIG} cannot be read.") from None
    if family not in FAMILIES:
        raise ModelFolderError(
            f"{path.name} is a model of the family {str(family)[:40]!r}; only encoder-decoders of these families can"
            f" be opened: {', '.join(FAMILIES)}."
        )
    if not any(path.glob("*.safetensors")):
        raise ModelFolderError(f"{path.name} has no weights in the format safetensors; no other is opened.")
    return str(family)


def open_folder(path: Path) -> TranslationSystem:
    """Return the model of a folder on the CPU, in evaluation mode.

    Raises:
        ModelFolderError: ``transformers`` is not installed, or the folder cannot be opened.
    """
    check_folder(path)
    try:
        from model.pretrained import loading
    except ImportError:
        raise ModelFolderError(_ABSENT) from None
    return loading.load(path)
