"""The table of positions: as a picture, as waves, and how alike positions are."""

import re

import numpy as np
import streamlit as st

from figures import field, lines
from model.lab.positions import similarity, wavelength
from model.transformer.layers import sinusoidal_positions
from ui.widgets import chart, legends, link_keys, texts
from ui.widgets.number_format import format_number
from ui.widgets.option_choice import choose_option

_MOST = 128  # positions, and dimensions
_WAVES = 4
_DOT, _COSINE = "dot product", "cosine"


def show() -> None:
    """Table, similarity and waves over a length and a width."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        length = st.slider("Positions", 1, _MOST, 48, key=link_keys.N_POSITIONS, bind="query-params", width=200)
        width = st.slider("Width d_model", 1, _MOST, 64, key=link_keys.D_MODEL, bind="query-params", width=200)
        kind = choose_option("Similarity", [_DOT, _COSINE], link_keys.SIMILARITY)
        wanted = st.text_input(
            "Waves of dimensions", "1, 2, 9, 17", key=link_keys.WAVES, bind="query-params", width=170
        )
    texts.show("positions_formula")
    table = sinusoidal_positions(length, width)
    alike = similarity(table, is_cosine=kind == _COSINE).numpy()
    left, right = st.columns(2, gap="large")
    with left:
        st.html(
            '<div class="thought"><b>1 The table</b> <span>a row for each position, added to its token</span></div>'
        )
        figure = field.field(table.numpy(), row="position", column="dimension", limit=1.0)
        chart.draw(figure, "positions_chart", f"The table of positions, {length} × {width}", height=field.HEIGHT)
        st.caption(f"{length} × {width} · positions × dimensions · from −1 (blue) to 1 (red)")
    with right:
        st.html(f'<div class="thought"><b>2 How alike</b> <span>the {kind} of every two positions</span></div>')
        limit = 1.0 if kind == _COSINE else max(1.0, width / 2)
        figure = field.field(alike, row="position", column="position", limit=limit, first_column=0)
        chart.draw(figure, "similarity_chart", f"The {kind} of every two of {length} positions", height=field.HEIGHT)
        st.caption(_said(length, width, kind, alike))
    st.html('<div class="thought"><b>3 Waves</b> <span>single dimensions over the positions</span></div>')
    chosen = _dimensions(wanted, width)
    if not chosen:
        return
    names = [f"dimension {dimension}" for dimension in chosen]
    waves = {name: table[:, dimension - 1].tolist() for name, dimension in zip(names, chosen, strict=True)}
    figure = lines.lines(waves, x="position", y="", has_points=length <= 16)
    chart.draw(figure, "waves_chart", f"Waves of {', '.join(names)}", height=lines.HEIGHT)
    legends.show_lines([f"{name}, a wave is {_rounded(wavelength(n - 1, width))} positions long"
                  for name, n in zip(names, chosen, strict=True)])  # fmt: skip


def _rounded(value: float) -> str:
    return format_number(round(value)) if value >= 100 else f"{value:.3g}"


def _said(length: int, width: int, kind: str, alike: np.ndarray) -> str:
    if kind == _COSINE and np.isnan(alike).any():
        return "Position 0 is a vector of zeros here, and has no direction to compare: its row and column are blank."
    if width % 2:
        return f"{length} × {length} · the last sine has no cosine beside it, so that more than the distance counts"
    return f"{length} × {length} · the same along every diagonal: only the distance counts"


def _dimensions(text: str, width: int) -> list[int]:
    """The dimensions to draw, counted from 1; what cannot be drawn is said."""
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not parts or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        st.warning("Dimensions are whole numbers from 1, as in: 1, 2, 9, 17", icon=":material/info:")
        return []
    numbers = list(dict.fromkeys(int(part) for part in parts))
    fitting = [each for each in numbers if 1 <= each <= width][:_WAVES]
    if len(fitting) < len(numbers):
        st.caption(f"Up to {_WAVES} waves of dimensions 1 to {width} are drawn.")
    return fitting
