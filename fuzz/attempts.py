"""The inputs that are tried on one reader, in rounds: each varies inputs that reached new lines in those before."""

from contextlib import nullcontext
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzz.line_trace import LineTrace
from fuzz.targets import Target, is_sound

_ROUNDS = 4
_TRACED = 25  # one in so many inputs, where tracing is expensive
_MAX_KEPT = 200


class Attempts:
    """The outcomes of the inputs of one target.

    Attributes:
        target: the reader.
        trace: of the lines that the traced inputs have reached.
        kept: inputs that reached new lines.
        n_tried: inputs so far.
        n_accepted: those that were not refused.
    """

    def __init__(self, target: Target) -> None:
        self.target, self.trace = target, LineTrace()
        self.kept: list[Any] = []
        self.n_tried = self.n_accepted = 0

    def try_inputs(self, n_inputs: int, number: int) -> Exception | None:
        """Try so many inputs; return the failure on the smallest input that hypothesis found, if there is one.

        Args:
            n_inputs: to try.
            number: seed of the inputs.
        """
        n_rounds = _ROUNDS if self.target.vary and n_inputs >= 10 * _ROUNDS else 1
        for place in range(n_rounds):
            n_of_round = n_inputs * (place + 1) // n_rounds - n_inputs * place // n_rounds
            failure = self._try_round(n_of_round, number + 1000 * place)
            if failure:
                return failure
        return None

    def _try_round(self, n_inputs: int, number: int) -> Exception | None:
        inputs, vary, kept = self.target.inputs, self.target.vary, tuple(self.kept)
        if kept and vary:
            inputs = inputs | st.sampled_from(kept).flatmap(vary)

        @seed(number)
        @settings(
            max_examples=max(1, n_inputs),
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )
        @given(inputs)
        def try_one(value: object) -> None:
            self._try_one(value)

        try:
            try_one()
        except Exception as error:  # anything that a reader should not raise
            return error
        return None

    def _try_one(self, value: Any) -> None:
        n_lines, is_traced = len(self.trace.lines), self.trace.is_cheap or self.n_tried % _TRACED == 0
        self.n_tried += 1
        with self.trace if is_traced else nullcontext():
            self.n_accepted += is_sound(self.target, value)
        if len(self.trace.lines) > n_lines and len(self.kept) < _MAX_KEPT:
            self.kept.append(value)
