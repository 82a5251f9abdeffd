"""The time in which the folder of a run cannot be written, because of a full disk for example."""

import time
from typing import Protocol

SECONDS_BETWEEN_ATTEMPTS = 10.0
_SAVED_AGAIN = "The weights were in memory only for some time; they are saved now."


class Tell(Protocol):
    """A function that publishes a sentence, in place of an earlier one."""

    def __call__(self, notice: str, *, instead_of: str = "") -> None:
        """Publish the sentence."""


class WriteOutage:
    """An outage that ends with the next successful write; its last notice says whether it goes on.

    Attributes:
        goes_on: True after a failed write, until another succeeds.
    """

    def __init__(self, tell: Tell) -> None:
        """Begin without an outage; ``tell`` is called when one begins or ends."""
        self.goes_on = False
        self._tell = tell
        self._notice, self._next_attempt = "", 0.0

    @property
    def must_wait(self) -> bool:
        """True if the last attempt to write failed a moment ago."""
        return self.goes_on and time.monotonic() < self._next_attempt

    def allow_attempt(self) -> None:
        """Let the next write be tried, however short ago another failed."""
        self._next_attempt = 0.0

    def begin(self, reason: Exception) -> None:
        """Remember that a write has failed."""
        self.goes_on, self._next_attempt = True, time.monotonic() + SECONDS_BETWEEN_ATTEMPTS
        self._replace_notice(f"The weights are in memory only: {reason}")

    def end(self) -> None:
        """Remember that all that was lost has been written."""
        if self.goes_on:
            self.goes_on = False
            self._replace_notice(_SAVED_AGAIN)

    def _replace_notice(self, notice: str) -> None:
        self._tell(notice, instead_of=self._notice)
        self._notice = notice
