"""Beam search and sampling beside greedy decoding, opened on demand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from figures.beam_tree import TreeNode, beam_tree, has_scores, tree_height
from model.data.sentence import Sentence
from model.inference.beam_search import MAX_WIDTH, BeamSearch, trace
from model.inference.hypothesis import Hypothesis
from model.inference.intervention import Intervention
from ui.runs import cached_records
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.translate import intervention_link, translate_page_keys
from ui.translate.languages import find_target_language
from ui.widgets import chart, link_keys
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.number_format import format_decimal, format_percent
from ui.widgets.option_choice import choose_option
from ui.widgets.sampling_controls import choose_sampling_options
from ui.widgets.token_chips import chip, show_row

_BEAM, _SAMPLING = "beam search", "sampling"
_N_SAMPLES = 5
_N_PRUNED = 2  # branches shown of those pruned at a step until all are asked for; more are not legible on a phone
_LOG_PROBABILITY = "each after its score: its log-probability in nats"
_ABOUT_TREE = (
    "Each step keeps the most probable beginnings (blue lines); {pruned} it pruned are in italics. {where} the"
    " log-probability of the beginning that ends with it, in nats. Orange is the best translation found."
)


def show_other_decodings(
    run: ShownRun, snapshot: ShownSnapshot, sentence: Sentence, intervention: Intervention
) -> None:
    """Draw a collapsed expander; nothing is computed until it is open."""
    if not sentence.tokens:
        return
    expander = st.expander(
        "Beam search and sampling", key=link_keys.DECODINGS, on_change="rerun", bind="query-params"
    )  # fmt: skip
    if not expander.open:
        return
    with expander:
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            strategy = choose_option("Decoding", (_BEAM, _SAMPLING), link_keys.DECODING)
            if strategy == _BEAM:
                width = st.slider("Width", 1, MAX_WIDTH, 3, key=link_keys.BEAM_WIDTH, bind="query-params", width=180)
                penalty = st.slider(
                    "Length penalty", 0.0, 1.0, 0.0, 0.1, key=link_keys.LENGTH_PENALTY, bind="query-params", width=180,
                    help="Divides the log-probability of n tokens by ((5 + n) / 6) to this power (Wu et al. 2016):"
                    " above 0, longer translations rank higher.",
                )  # fmt: skip
                is_whole = st.toggle("All pruned branches", key=translate_page_keys.ALL_PRUNED)
            else:
                sampling = choose_sampling_options()
        unforced = replace(intervention, forced=())
        if strategy == _BEAM:
            search = cached_records.search_beam(snapshot, sentence, width, penalty, unforced)
            nodes = _list_nodes(search, None if is_whole else _N_PRUNED)
            _draw_tree(search, width, nodes)
            where = "Below a token is" if has_scores(nodes) else "Point at a token for"
            show_remark(_ABOUT_TREE.format(pruned="those" if is_whole else "the two likeliest of those", where=where))
            about = _LOG_PROBABILITY + (", divided by the length penalty" if penalty else "")
            _show_hypotheses(search.hypotheses, about, run, snapshot, sentence, intervention)
        else:
            samples = cached_records.sample_translations(snapshot, sentence, sampling, _N_SAMPLES, unforced)
            _show_hypotheses(samples, _LOG_PROBABILITY, run, snapshot, sentence, intervention)


def _list_nodes(search: BeamSearch, n_pruned: int | None) -> list[TreeNode]:
    """Return the nodes kept at every step, and as many of those pruned, the most probable first; all for None."""
    best = set(trace(search.nodes, search.ends[0])) if search.ends else set()
    shown: list[int] = []
    for step in range(search.nodes[-1].step + 1):
        places = [place for place, node in enumerate(search.nodes) if node.step == step]
        places.sort(key=lambda place: (not search.nodes[place].is_kept, -search.nodes[place].log_probability))
        n_kept = sum(search.nodes[place].is_kept for place in places)
        shown += places if n_pruned is None else places[: n_kept + n_pruned]
    index = {place: number for number, place in enumerate(shown)}
    nodes = []
    for place in shown:
        node = search.nodes[place]
        score = format_decimal(node.log_probability)
        text = f"{node.token}: {format_percent(node.probability)} here, {score} nats up to here"
        text += "" if node.is_kept else ", pruned"
        parent = None if node.parent is None else index[node.parent]
        nodes.append(TreeNode(parent, node.step, node.token, score, text, node.is_kept, place in best))
    return nodes


def _draw_tree(search: BeamSearch, width: int, nodes: Sequence[TreeNode]) -> None:
    n_steps = search.nodes[-1].step + 1
    found = " ".join(search.hypotheses[0].tokens) if search.hypotheses else "nothing"
    alt = f"A tree of {n_steps} steps, {width} hypotheses wide; the best translation found is: {found}."
    chart.draw(beam_tree(nodes), translate_page_keys.BEAM_TREE, alt, height=tree_height(n_steps))


def _show_hypotheses(
    hypotheses: Sequence[Hypothesis],
    about: str,
    run: ShownRun,
    snapshot: ShownSnapshot,
    sentence: Sentence,
    intervention: Intervention,
) -> None:
    """List the different translations, each after its score, and with a button that makes it the one shown above."""
    show_heading("Translations found", about)
    for place, (each, n) in enumerate(Counter(hypotheses).items()):
        with st.container(
            key=f"{translate_page_keys.HYPOTHESIS_ROW}{place}", horizontal=True, vertical_alignment="top"
        ):
            changed = replace(intervention, forced=each.forced)
            translation = cached_records.compute_changed_translation(snapshot, sentence, changed)
            chips = [chip(token, *["special"] * translation.is_special(token)) for token in translation.target]
            note = f"× {n}" if n > 1 else ""
            show_row(format_decimal(each.score), chips, note, find_target_language(run).tag)
            st.button(
                "Show", key=f"{translate_page_keys.HYPOTHESIS}{place}", type="tertiary", icon=":material/north:",
                on_click=intervention_link.return_to, args=(changed,),
                help="Generates this translation above, token by token.",
            )  # fmt: skip
