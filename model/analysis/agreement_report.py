"""The agreement of each attribution method with leaving words out, over many sentences."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from model.analysis.attributions import LEAVING_OUT, METHODS, correlate_sentence
from model.inference.translator import Translator
from model.storage.untrusted_json import read_number

_NAMES = tuple(name for name in METHODS if name != LEAVING_OUT)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Rank correlations of a method with leaving out, over many generated tokens.

    Attributes:
        method: its name.
        mean: of the correlations; None if there is none.
        spread: their standard deviation; None likewise.
        n_tokens: tokens with a correlation.
    """

    method: str
    mean: float | None
    spread: float | None
    n_tokens: int


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """The agreement of every method with leaving out; partial while it is being measured.

    Attributes:
        step: number of sentences measured so far.
        agreements: of every method.
    """

    step: int
    agreements: tuple[Agreement, ...]

    def to_json(self) -> bytes:
        """Return the report as JSON."""
        agreements = [[each.method, each.mean, each.spread, each.n_tokens] for each in self.agreements]
        return json.dumps({"n_sentences": self.step, "agreements": agreements}).encode()

    @classmethod
    def from_json(cls, data: bytes) -> "AgreementReport":
        """Return the report that ``to_json`` wrote.

        Raises:
            ValueError: the data are no report, or one on other methods.
        """
        try:
            values: Any = json.loads(data)
            agreements = tuple(
                Agreement(str(method), read_number(mean), read_number(spread), int(n_tokens))
                for method, mean, spread, n_tokens in values["agreements"]
            )
            report = cls(int(values["n_sentences"]), agreements)
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError, OverflowError):
            raise ValueError("it is not a report on attribution methods") from None
        if tuple(each.method for each in agreements) != _NAMES:
            raise ValueError("it is about other methods")
        return report


def measure_agreement(translator: Translator, sentences: Sequence[Sequence[str]]) -> Iterator[AgreementReport]:
    """Yield a report after each sentence, over every word that is generated for the sentences so far.

    Args:
        translator: its model in evaluation mode.
        sentences: as the model reads them, each with at least one word.
    """
    sums = {name: _Sums() for name in _NAMES}
    for step, words in enumerate(sentences, start=1):
        for correlations in correlate_sentence(translator, words):
            for name, value in correlations.items():
                sums[name].add(value)
        yield AgreementReport(step, tuple(each.summarize(name) for name, each in sums.items()))


@dataclass(slots=True)
class _Sums:
    """Running sums of the correlations of one method."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float | None) -> None:
        if value is not None:
            self.n, self.total, self.squares = self.n + 1, self.total + value, self.squares + value**2

    def summarize(self, method: str) -> Agreement:
        if not self.n:
            return Agreement(method, None, None, 0)
        mean = self.total / self.n
        return Agreement(method, mean, math.sqrt(max(0.0, self.squares / self.n - mean**2)), self.n)
