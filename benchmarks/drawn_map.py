"""The maps that arrive at a visitor, and the ones that should."""

import base64
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from streamlit.proto.Element_pb2 import Element

from benchmarks.trained import load_translator
from benchmarks.visitor import read_spec
from model.corpus import toy_corpus
from model.data.typed_sentence import read_sentence
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.transformer.kind import Kind

_TOLERANCE = 1e-5


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A map as drawn: the label of each column, the weights (Q, K), and the text that names it."""

    keys: tuple[str, ...]
    weights: np.ndarray
    name: str = ""

    @property
    def layer(self) -> int:
        """The layer that the name tells, counted from 1; 0 if it tells none."""
        named = re.search(r"of layer (\d+)", self.name)
        return int(named[1]) if named else 0


@dataclass(frozen=True)
class Reference:
    """The maps that the pages should show for the default model in a cache folder."""

    folder: Path

    @cached_property
    def translator(self) -> Translator:
        """The trained default model of a cache folder."""
        return load_translator(self.folder)

    @property
    def sentences(self) -> list[str]:
        """Held-out sentences, as one would type them."""
        return [" ".join(pair.source) + " " for pair in toy_corpus().held_out]

    def read(self, text: str) -> tuple[str, ...]:
        """Return the column labels of a typed text."""
        return read_sentence(text, self.translator.source).texts

    def is_right(self, drawn: DrawnMap, head: int) -> bool:
        """Compare a map of a visitor who looks at a head, counted from 1, with the one computed directly."""
        named = re.match(r"cross attention, head (\d+) of layer (\d+)\b", drawn.name)
        if not named or int(named[1]) != head:
            return False
        if drawn.name.endswith("is switched off."):
            return not np.nan_to_num(drawn.weights).any()  # rows of later steps are blank
        right = _translate(self.folder, drawn.keys)[int(named[2]) - 1, head - 1]
        is_generated = ~np.isnan(drawn.weights).all(axis=1)
        n_rows = int(is_generated.sum())
        if right.shape != drawn.weights.shape or not is_generated[:n_rows].all():
            return False
        return bool(np.abs(right - drawn.weights)[:n_rows].max() < _TOLERANCE)


def read_map(element: Element) -> DrawnMap | None:
    """Return the big map, None for any other element."""
    spec = read_spec(element, "attention_chart")
    if spec is None:
        return None
    z = spec["data"][0]["z"]
    weights = np.array(z) if isinstance(z, list) else _decode(z)
    return DrawnMap(tuple(spec["layout"]["xaxis"]["ticktext"]), weights, element.plotly_chart.alt)


def is_overview(element: Element) -> bool:
    """Return True for the picture of all heads."""
    return element.WhichOneof("type") == "plotly_chart" and element.plotly_chart.id.endswith("-heads_chart")


def read_echo(element: Element) -> DrawnMap | None:
    """Return what the echo page repeats, without weights."""
    if element.WhichOneof("type") != "markdown":
        return None
    return DrawnMap(tuple(element.markdown.body.split()), np.empty(0))


def _decode(z: dict[str, str]) -> np.ndarray:
    values = np.frombuffer(base64.b64decode(z["bdata"]), np.dtype(z["dtype"]))
    return values.reshape([int(size) for size in z["shape"].split(",")])


@cache
def _translate(folder: Path, words: tuple[str, ...]) -> np.ndarray:
    return translate(load_translator(folder), words).maps[Kind.CROSS]
