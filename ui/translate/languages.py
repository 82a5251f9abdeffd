"""The two languages of a translation: how their rows are labelled, and in which language screen readers speak them."""

from dataclasses import dataclass

from ui.runs.shown_run import ShownRun


@dataclass(frozen=True, slots=True)
class Language:
    """A language on the page.

    Attributes:
        name: label of a row of its tokens.
        tag: BCP 47 tag, empty if the language is not known.
    """

    name: str
    tag: str


_ENGLISH, _FRENCH = Language("English", "en"), Language("French", "fr")
UNKNOWN_SOURCE, _UNKNOWN_TARGET = Language("Source", ""), Language("Generated", "")


def find_source_language(run: ShownRun) -> Language:
    """Return the language that a run translates from, which is known of the toy corpus alone."""
    return UNKNOWN_SOURCE if run.corpus.is_raw_text else _ENGLISH


def find_target_language(run: ShownRun | None) -> Language:
    """Return the language that a run translates into; None stands for a record whose run is not known."""
    return _UNKNOWN_TARGET if run is None or run.corpus.is_raw_text else _FRENCH
