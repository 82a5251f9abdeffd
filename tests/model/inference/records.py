"""Records that no model made: any tokens, numbers and shapes."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from model.inference.attention_maps import AttentionMaps
from model.inference.edited_row import EditedRow
from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.inference.row_labels import shift_right
from model.inference.translation import Candidate, DecodingStep, Translation
from model.transformer.kind import Kind

TOKENS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PROBABILITIES = st.floats(0, 1)


@st.composite
def records(draw: st.DrawFn, *, has_equal_stacks: bool = False) -> tuple[Translation, Intervention]:
    """Draw a record and an intervention; both stacks may have to have equally many layers and heads."""
    source = tuple(draw(st.lists(TOKENS, min_size=1, max_size=4)))
    candidates = st.lists(st.builds(Candidate, TOKENS, PROBABILITIES), min_size=1, max_size=3).map(tuple)
    copied = st.none() | st.integers(0, len(source) - 1)
    step = st.builds(DecodingStep, TOKENS, TOKENS, PROBABILITIES, candidates, copied, st.none() | TOKENS)
    steps = tuple(draw(st.lists(step, min_size=1, max_size=4)))
    encoder_sizes, (n_layers, n_heads) = draw(st.tuples(*[st.tuples(st.integers(1, 2), st.integers(1, 2))] * 2))
    if has_equal_stacks:
        encoder_sizes = n_layers, n_heads
    random = np.random.default_rng(draw(st.integers(0, 99)))
    maps = {}
    for kind in Kind:
        rows = len(source) if kind is Kind.ENCODER else len(steps)
        keys = len(steps) if kind is Kind.DECODER else len(source)
        sizes = encoder_sizes if kind is Kind.ENCODER else (n_layers, n_heads)
        exponents = random.uniform(-45, 0, (*sizes, rows, keys))  # down to the least float32
        maps[kind] = (10.0**exponents).astype(np.float32)
    maps[Kind.DECODER][..., np.triu(np.ones((len(steps), len(steps)), dtype=bool), 1)] = np.nan
    head = st.sampled_from(
        [Head(kind, *place) for kind, weights in maps.items() for place in np.ndindex(weights.shape[:2])]
    )
    off = tuple(sorted(draw(st.sets(head, max_size=2))))
    weights = st.sampled_from([((0, 100),), ((3, 100),), ((0, 30), (2, 70))])
    row = st.builds(EditedRow, head, st.integers(0, 3), weights).filter(
        lambda each: each.head.kind is not Kind.DECODER or each.weights[-1][0] <= each.row
    )
    rows = tuple(sorted(draw(st.lists(row, max_size=2, unique_by=lambda each: (each.head, each.row)))))
    forced = tuple((t, each.forced) for t, each in enumerate(steps) if each.forced is not None)
    is_complete, is_subword = draw(st.booleans()), draw(st.booleans())
    specials = tuple(sorted(draw(st.sets(st.sampled_from((*source, *(each.token for each in steps))), max_size=2))))
    translation = Translation(source, steps, AttentionMaps(maps), is_complete, is_subword, specials)
    return translation, Intervention(off, draw(st.booleans()), rows, forced)


def make_record(
    source: Sequence[str], target: Sequence[str], n_layers: int, n_heads: int, encoder: tuple[int, int] | None = None
) -> Translation:
    """Return a record of these tokens with random weights, whose rows sum to 1; the encoder may have other sizes."""
    others = (Candidate("un", 0.25), Candidate("la", 0.125))
    fed = shift_right(tuple(target))
    steps = tuple(
        DecodingStep(*pair, 0.25, (Candidate(pair[1], 0.5), *others)) for pair in zip(fed, target, strict=True)
    )
    random, n_source, n_steps = np.random.default_rng(0), len(source), len(target)
    sizes = {Kind.CROSS: (n_steps, n_source), Kind.ENCODER: (n_source,) * 2, Kind.DECODER: (n_steps,) * 2}
    maps = {
        kind: random.dirichlet(
            np.ones(n_keys), ((kind is Kind.ENCODER and encoder) or (n_layers, n_heads)) + (n_queries,)
        ).astype(np.float32)
        for kind, (n_queries, n_keys) in sizes.items()
    }
    maps[Kind.DECODER][..., np.triu(np.ones((n_steps, n_steps), dtype=bool), 1)] = np.nan
    return Translation(tuple(source), steps, AttentionMaps(maps), is_complete=True)


def assert_same(first: Translation, second: Translation) -> None:
    """Compare two records bit for bit."""
    for field in ("source", "steps", "is_complete", "is_subword", "specials"):
        assert getattr(first, field) == getattr(second, field)
    for kind in Kind:
        assert first.maps[kind].shape == second.maps[kind].shape
        assert first.maps[kind].dtype == second.maps[kind].dtype == np.float32
        assert np.array_equal(first.maps[kind], second.maps[kind], equal_nan=True)
        assert first.maps[kind].tobytes() == second.maps[kind].tobytes()
