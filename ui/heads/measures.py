"""The measures that colour the picture of all heads."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from figures.share_text import format_share
from model.analysis.head_offsets import name_offset
from model.analysis.head_report import HeadScores
from model.analysis.head_trait import Trait
from ui.widgets.number_format import plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Trait):
    """A measure that colours the heads.

    Attributes:
        about: one line that explains it.
        missing: says which heads have one, where others have none.
        format: returns a value as a text.
    """

    about: str
    missing: str = ""
    format: Callable[[float], str] = format_share


def format_gain(gain: float) -> str:
    """Return a difference of two shares in points."""
    points = round(100 * gain)
    return f"{name_offset(points)} {plural(abs(points), 'point')}"


_AT_GENERATED = "at the step that generates the word"
_AT_FED = "at the step that is fed the word"
_ALIGNED = "Share of target words at which a cross head looks most at a source word of the gold alignment,"
_ERROR = "Alignment error rate of the links from each target word to the largest weight; 0 is best,"
RELATION, ONE_OFFSET = "relation", "one offset"
_CROSS_ONLY, _ENCODER_ONLY = "cross only", "encoder only"

_MEASURES = (
    Measure(
        name="confidence",
        read=lambda head: head.confidence,
        about="The largest weight of a row, on average: a confident head looks at one token.",
    ),
    Measure(
        name="alignment",
        read=lambda head: head.alignment_accuracy,
        about=f"{_ALIGNED} {_AT_GENERATED}.",
        missing=_CROSS_ONLY,
    ),
    Measure(
        name="error",
        read=lambda head: head.aer,
        is_smaller_better=True,
        about=f"{_ERROR} {_AT_GENERATED}.",
        missing=_CROSS_ONLY,
    ),
    Measure(
        name="alignment as fed",
        read=lambda head: head.alignment_accuracy_fed,
        about=f"{_ALIGNED} {_AT_FED}.",
        missing=_CROSS_ONLY,
    ),
    Measure(
        name="error as fed",
        read=lambda head: head.aer_fed,
        is_smaller_better=True,
        about=f"{_ERROR} {_AT_FED}.",
        missing=_CROSS_ONLY,
    ),
    Measure(
        name="entropy",
        read=lambda head: head.entropy,
        about="Spread of a row: 0 for one token, 100 % for equal weights on all.",
    ),
    Measure(
        name=ONE_OFFSET,
        read=lambda head: head.offset_share,
        about="Share of rows whose largest weight is at the head's commonest distance, such as the token before; of the"
        " rows that have a token there.",
    ),
    Measure(
        name="first or last",
        read=lambda head: head.sink,
        about="Weight on the first or the last token, whichever is larger; in decoder attention on <bos>.",
    ),
    Measure(
        name=RELATION,
        read=lambda head: head.relations[0].gain if head.relations else None,
        about="How many points more often an encoder head follows its best relation of the grammar than one fixed"
        " offset would; dark for none.",
        missing=_ENCODER_ONLY,
        format=format_gain,
    ),
)


def list_measures(scores: Sequence[HeadScores]) -> Mapping[str, Measure]:
    """Return by name the measures that some head has."""
    return {each.name: each for each in _MEASURES if any(each.read(head) is not None for head in scores)}


def find_best_head(scores: Sequence[HeadScores], measure: Measure) -> HeadScores:
    """Return the head with the best value of a measure that some head has."""
    rated = [(rating, head) for head in scores if (rating := measure.rate(head)) is not None]
    return max(rated, key=lambda each: each[0])[1]
