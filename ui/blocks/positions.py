"""Sinusoidal positional encodings: as a heatmap, by similarity, and by dimension."""

import numpy as np
import streamlit as st

from figures.line_chart import LINE_CHART_HEIGHT, line_chart
from figures.signed_heatmap import SIGNED_HEATMAP_HEIGHT, signed_heatmap
from model.lab.positions import similarity, wavelength
from model.runs.training_run import TrainingRun
from model.transformer.layers import sinusoidal_positions
from ui.blocks import blocks_page_keys
from ui.widgets import chart, legends, link_keys, messages, texts
from ui.widgets.headings import show_heading
from ui.widgets.number_format import format_number
from ui.widgets.option_choice import choose_option
from ui.widgets.whole_numbers import parse_numbers

_MAX_SIZE = 128  # positions, and dimensions
_MAX_WAVES = 4
_DOT, _COSINE = "dot product", "cosine"


def show(_run: TrainingRun) -> None:
    """Show encodings, similarity and single dimensions for a length and a width, independent of any run."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        length = st.slider("Positions", 1, _MAX_SIZE, 48, key=link_keys.N_POSITIONS, bind="query-params", width=200)
        width = st.slider("Width d_model", 1, _MAX_SIZE, 64, key=link_keys.D_MODEL, bind="query-params", width=200)
        measure = choose_option("Similarity", [_DOT, _COSINE], link_keys.SIMILARITY)
        waves = st.text_input("Dimensions to plot", "1, 2, 9, 17", key=link_keys.WAVES, bind="query-params", width=200)
    texts.show("positions_formula")
    table = sinusoidal_positions(length, width)
    left, right = st.columns(2, gap="large")
    with left:
        show_heading("1 Encodings", "one row per position")
        figure = signed_heatmap(table.numpy(), column="dimension", limit=1.0)
        alt = f"The positional encodings, {length} × {width}"
        chart.draw(figure, blocks_page_keys.POSITIONS_CHART, alt, height=SIGNED_HEATMAP_HEIGHT)
        st.caption(f"{length} × {width} · positions × dimensions · from −1 (blue) to 1 (red)")
    with right:
        show_heading("2 Similarity", f"the {measure} of every two positions")
        similarities = similarity(table, is_cosine=measure == _COSINE).numpy()
        limit = 1.0 if measure == _COSINE else max(1.0, width / 2)
        figure = signed_heatmap(similarities, column="position", limit=limit, first_column=0)
        alt = f"The {measure} of every two of {length} positions"
        chart.draw(figure, blocks_page_keys.SIMILARITY_CHART, alt, height=SIGNED_HEATMAP_HEIGHT)
        st.caption(_describe_similarity(length, width, measure, similarities))
    show_heading("3 Dimensions", "sines and cosines over the positions")
    if dimensions := _parse_dimensions(waves, width):
        _show_waves(table.numpy(), dimensions)


def _show_waves(table: np.ndarray, dimensions: list[int]) -> None:
    length, width = table.shape
    names = [f"dimension {dimension}" for dimension in dimensions]
    waves = {name: table[:, dimension - 1].tolist() for name, dimension in zip(names, dimensions, strict=True)}
    figure = line_chart(waves, x="position", y="", has_points=length <= 16)
    chart.draw(
        figure,
        blocks_page_keys.WAVES_CHART,
        f"Values of {', '.join(names)} over the positions",
        height=LINE_CHART_HEIGHT,
    )
    lengths = [_format_wavelength(wavelength(dimension - 1, width)) for dimension in dimensions]
    legends.show_lines([f"{name}, wavelength {each} positions" for name, each in zip(names, lengths, strict=True)])


def _format_wavelength(value: float) -> str:
    return format_number(round(value)) if value >= 100 else f"{value:.3g}"


def _describe_similarity(length: int, width: int, measure: str, similarities: np.ndarray) -> str:
    if measure == _COSINE and np.isnan(similarities).any():
        return "Position 0 is a vector of zeros and has no direction: its row and column are blank."
    if length == 1:
        return "One position has no other to be compared with."
    if width % 2:
        return f"{length} × {length} · the last sine has no cosine, so similarity depends on more than the distance"
    return f"{length} × {length} · equal along every diagonal: similarity depends on the distance alone"


def _parse_dimensions(text: str, width: int) -> list[int]:
    """Return the dimensions to draw, counted from 1; show a message about those that cannot be drawn."""
    try:
        dimensions = list(dict.fromkeys(parse_numbers(text)))
    except ValueError:
        messages.warn(f"Dimensions are whole numbers from 1 to {width}, with commas between them.")
        return []
    fitting = [dimension for dimension in dimensions if 1 <= dimension <= width][:_MAX_WAVES]
    if len(fitting) < len(dimensions):
        which = f"Up to {_MAX_WAVES} of the dimensions 1 to {width} are" if width > 1 else "Only dimension 1 is"
        st.caption(f"{which} drawn.")
    return fitting
