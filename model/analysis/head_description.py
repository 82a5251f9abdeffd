"""The description of a head in plain words, as far as its measures support it."""

from collections.abc import Iterator

from model.analysis.head_report import HeadScores
from model.analysis.head_roles import find_roles
from model.transformer.kind import Kind

NO_PATTERN = "None of these measures shows a simple pattern."
_ALMOST_ALWAYS, _USUALLY, _OFTEN = 0.9, 0.75, 0.5  # shares from which on these words are used


def describe_head(scores: HeadScores) -> str:
    """Return one sentence for each pattern that the measures of a head show, each with the share behind it."""
    return " ".join(_find_patterns(scores)) or NO_PATTERN


def _find_patterns(scores: HeadScores) -> Iterator[str]:
    roles = find_roles(scores)
    generated, fed = scores.alignment_accuracy or 0.0, scores.alignment_accuracy_fed or 0.0
    if max(generated, fed) >= _OFTEN:
        when = "it is about to translate" if generated >= fed else "was translated at the step before"
        share = max(generated, fed)
        yield f"{_name_frequency(share)} looks at the source word that {when} ({_percent(share)} of the words)."
    if "syntactic" in roles:
        best = scores.relations[0]
        yield (
            f"Looks from {_add_article(best.query)} at its {best.key} in {_percent(best.agreement)} of the cases; the"
            f" best fixed offset would in {_percent(best.offset_agreement)}."
        )
    if scores.offset_share >= max(_OFTEN, generated, fed) and scores.confidence >= _OFTEN:
        place = _name_place(scores.head.kind, scores.best_offset)
        share = scores.offset_share
        yield f"{_name_frequency(share)} looks {place} ({_percent(share)} of the rows that have a token there)."
    if "sink" in roles:
        end = f"the {'last' if scores.sink_is_last else 'first'} token"
        place = "<bos>" if scores.head.kind is Kind.DECODER else end
        yield f"Puts {_percent(scores.sink)} of its weight on {place}."
    if "diffuse" in roles:
        yield "Spreads its weight almost evenly over all tokens."


def _name_frequency(share: float) -> str:
    return "Almost always" if share >= _ALMOST_ALWAYS else "Usually" if share >= _USUALLY else "Often"


def _name_place(kind: Kind, offset: int) -> str:
    """Return in words where an offset leads; a decoder row stands at the token that it is fed."""
    unit = "position" if kind is Kind.CROSS else "token"
    number = {1: "one", 2: "two", 3: "three"}.get(abs(offset), str(abs(offset)))
    distance = f"{number} {unit}{'s' * (abs(offset) > 1)}"
    if kind is Kind.CROSS:
        place = f"{distance} {'before' if offset < 0 else 'after'} its own" if offset else "at its own position"
        return f"{place} in the source"
    if kind is Kind.DECODER:
        return f"{distance} before the token that it is fed" if offset else "at the token that it is fed"
    return f"{distance} {'back' if offset < 0 else 'ahead'}" if offset else "at the token itself"


def _add_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u202f%"
