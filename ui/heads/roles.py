"""The view "Roles": what every head does, measured over held-out sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.analysis.head_description import describe_head
from model.analysis.head_offsets import name_offset
from model.analysis.head_report import HeadScores
from model.analysis.head_roles import LEAST_GAIN, ROLES, find_roles
from model.analysis.head_trait import find_best_relation, find_trait
from model.analysis.typical_sentences import MIN_TOKENS
from model.corpus import Pair
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.heads import head_picture, heads_page_keys
from ui.heads.cached_records import choose_measured_pairs, list_typical_sentences, measure_heads
from ui.heads.head_picture import link_to_example, link_to_head
from ui.heads.measures import ONE_OFFSET, RELATION, Measure, find_best_head, format_gain, list_measures
from ui.heads.progress_bar import place_progress
from ui.widgets import legends, link_keys, session, unbound_parameters
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.number_format import count, format_percent
from ui.widgets.option_choice import choose_option
from ui.widgets.tables import show_plain_table

NAME = "Roles"


def show(run: TrainingRun, snapshot: Snapshot, controls: DeltaGenerator) -> None:
    """Draw the whole view; ``controls`` is the place beside the choice of the training step."""
    pairs = choose_measured_pairs(run, snapshot)
    watch = place_progress("Measuring every head over held-out sentences", len(pairs))
    try:
        scores = measure_heads(snapshot, run.corpus, pairs, watch)
    except ValueError:
        show_remark("The held-out sentences of this corpus are too short, or too long, to measure heads on.")
        return
    has_gold = any(head.alignment_accuracy is not None for head in scores)
    measures = list_measures(scores)
    with controls:
        measure = measures[choose_option("Measure", list(measures), link_keys.MEASURE)]
    legends.show_weights(_draw_grid(scores, measure), measure.format)
    show_remark(f"{measure.about} Click a head to open it on Translate.")
    if measure.name == RELATION and all((measure.read(head) or 0.0) <= 0 for head in scores):
        show_remark("Here no head follows a relation more often than one fixed offset would.")
    if not has_gold:
        show_remark("No held-out sentence has a gold alignment, so alignment cannot be scored.")
    with st.container(key=heads_page_keys.ROLES):
        show_heading("All heads", f"over {count(len(pairs), 'held-out sentence')}; {_count_roles(scores)}")
        chosen = _show_scores(scores, measures)
    _show_head(run, snapshot, pairs, chosen or find_best_head(scores, measure), measure)
    with st.container(key=heads_page_keys.ROLE_RULES):
        show_heading("Roles", "a head has a role only where its rule is met")
        show_plain_table(("role", "rule", "source"), [(role.name, role.rule, role.source) for role in ROLES])
    head_picture.open_clicked()


def _count_roles(scores: Sequence[HeadScores]) -> str:
    """Return how many heads have a role, and how many each role."""
    found = [roles for each in scores if (roles := find_roles(each))]
    counts = Counter(role for roles in found for role in roles)
    listed = ", ".join(f"{role} ({n})" for role, n in counts.most_common())
    have = "has" if len(found) == 1 else "have"
    return f"{len(found)} of {len(scores)} {have} a role: {listed}" if found else "none has a role"


def _draw_grid(scores: Sequence[HeadScores], measure: Measure) -> float:
    """Draw the picture of all heads, and return the value of its brightest colour."""
    heads = [each.head for each in scores]
    shape = max(head.layer for head in heads) + 1, max(head.head for head in heads) + 1
    values = [np.nan if (value := measure.read(each)) is None else value for each in scores]
    texts = [_describe(each, value, measure) for each, value in zip(scores, values, strict=True)]
    alt = f"{measure.name} of every head: {shape[0]} layers of {shape[1]} heads for each kind of attention."
    brightest = max(LEAST_GAIN, np.nanmax(values)) if measure.name == RELATION else 1.0
    head_picture.draw_heads(heads, values, texts, alt, shape=shape, brightest=brightest, missing=measure.missing)
    return brightest


def _describe(scores: HeadScores, value: float, measure: Measure) -> str:
    place = f" at {name_offset(scores.best_offset)}" if measure.name == ONE_OFFSET else ""
    share = measure.missing if np.isnan(value) else f"{measure.name} {measure.format(value)}{place}"
    roles = "".join(f"<br>{role}" for role in find_roles(scores))
    return f"{scores.head.name}<br>{share}{roles}"


def _show_scores(scores: Sequence[HeadScores], measures: Mapping[str, Measure]) -> HeadScores | None:
    """Draw the table of heads and return the chosen one, which the URL holds; None if none is chosen."""
    shown = {name: measure for name, measure in measures.items() if name != RELATION}
    columns: dict[str, Any] = {
        name: st.column_config.NumberColumn(format="%.1f\u202f%%", help=measure.about)  # some roles begin at 95 %
        for name, measure in shown.items()
    }
    columns["open"] = st.column_config.LinkColumn(display_text="Translate", pinned=True)  # in sight on a phone
    relations = [_name_relation(each) for each in scores]
    if any(relations):
        columns["closest relation"] = st.column_config.TextColumn(
            width=230,
            help="Of the grammar, and by how many points the head follows it more than one offset would.",
        )
    rows = [
        {
            **each.head.columns,
            "roles": ", ".join(find_roles(each)),
            "offset": name_offset(each.best_offset),
            **{name: _percent(measure.read(each)) for name, measure in shown.items()},
            **({"closest relation": relation} if any(relations) else {}),
            "open": f"./?{urlencode(link_to_head(each.head))}",
        }
        for each, relation in zip(scores, relations, strict=True)
    ]
    names = [str(each.head) for each in scores]
    linked = st.query_params.get(link_keys.DESCRIBED)
    linked_rows = [names.index(linked)] if linked in names else []
    if unbound_parameters.take_change(link_keys.DESCRIBED):
        session.put(heads_page_keys.HEADS_TABLE, {"selection": {"rows": linked_rows}})
    table = st.dataframe(
        rows, column_config=columns, hide_index=True, height="content", placeholder="–",
        key=heads_page_keys.HEADS_TABLE, on_select="rerun", selection_mode="single-row",
        selection_default={"selection": {"rows": linked_rows}},
    )  # fmt: skip
    chosen = next((row for row in table.selection.rows if row < len(scores)), None)
    unbound_parameters.write(link_keys.DESCRIBED, "" if chosen is None else names[chosen])
    return None if chosen is None else scores[chosen]


def _show_head(
    run: TrainingRun, snapshot: Snapshot, pairs: Sequence[Pair], scores: HeadScores, measure: Measure
) -> None:
    """Say what a head does, and show the held-out sentences on which it does so most: by its role, or the measure."""
    is_followed = measure.name == RELATION and scores.relations
    trait = find_trait(scores) or (find_best_relation(scores) if is_followed else measure)
    size = "smallest" if trait.is_smaller_better else "largest"
    reason = f", the measure of its role, {roles[0]}" if (roles := find_roles(scores)) else ""
    with st.container(key=heads_page_keys.TYPICAL):
        show_heading(scores.head.title.capitalize(), "choose another head in the table above")
        show_remark(describe_head(scores))
        if scores.relations:
            show_plain_table(
                ("relation", "followed by this head", "by the best fixed offset"),
                [
                    (each.name, *map(format_percent, (each.agreement, each.offset_agreement)))
                    for each in scores.relations
                ],
            )
        watch = place_progress("Looking through the held-out sentences", len(pairs))
        sentences = list_typical_sentences(snapshot, run.corpus, pairs, scores, trait, watch)
        if not sentences:
            show_remark(f"No held-out sentence of at least {MIN_TOKENS} tokens has this measure for this head.")
            return
        rows = [
            {
                "sentence": " ".join(each.pair.source),
                trait.name: 100 * each.value,
                "open": f"./?{urlencode(link_to_example(scores.head, each.pair.source))}",
            }
            for each in sentences
        ]
        show_remark(f"The held-out sentences with the {size} {trait.name}{reason}:")
        columns: dict[str, Any] = {
            trait.name: st.column_config.NumberColumn(format="%.0f\u202f%%"),
            "open": st.column_config.LinkColumn(display_text="Translate", pinned=True),
        }
        st.dataframe(rows, column_config=columns, hide_index=True, height="content")


def _name_relation(head: HeadScores) -> str | None:
    """Return the relation that the head follows most above a fixed offset, and by how many points; None for none."""
    best = head.relations[0] if head.relations else None
    return f"{best.name}, {format_gain(best.gain)}" if best and best.gain > 0 else None


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
