"""Settings read from files: frozen dataclasses whose fields all have defaults."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeVar

T = TypeVar("T")


def read_settings(kind: type[T], values: Mapping[str, Any]) -> T:
    """Return settings from the values that ``dataclasses.asdict`` gave, read from JSON.

    Raises:
        KeyError: a name is unknown.
        TypeError: the values have no names, or one has another type than its default: 64.0 is not 64, and would give a
            run another digest.
        ValueError: a value is not allowed.
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"{values!r} are no settings with names")
    defaults = {field.name: field.default for field in fields(kind)}  # type: ignore[arg-type]
    settings = {}
    for name, value in values.items():
        default = defaults[name]
        settings[name] = type(default)(value) if isinstance(default, StrEnum) else value
        if type(settings[name]) is not type(default):
            raise TypeError(f"{name}={value!r} is not of the type of {default!r}")
    return kind(**settings)
