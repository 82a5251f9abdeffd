"""Fixtures that all tests share."""

import functools
from collections.abc import Iterator

import plotly.graph_objects as go
import pytest
import torch
from hypothesis import settings

from figures.plain_figure import PlainFigure

# Tests of many threads on a small model: one thread each is fastest, and the same everywhere.
torch.set_num_threads(1)

# A busy machine is no error: speed is measured by benchmarks.
settings.register_profile("untimed", settings(deadline=None))
settings.load_profile("untimed")


@pytest.fixture(scope="session", autouse=True)
def _figures_are_checked() -> Iterator[None]:
    """Let Plotly check every figure that is written while tests run."""
    write = PlainFigure.to_dict

    @functools.wraps(write)
    def check_and_write(figure: PlainFigure) -> dict[str, object]:
        written = write(figure)
        go.Figure(written, skip_invalid=False)
        return written

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PlainFigure, "to_dict", check_and_write)
        yield
