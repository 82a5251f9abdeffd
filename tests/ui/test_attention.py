"""The attention page without a browser: what is edited flows on, switches change what they should, nonsense is told."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from figures.matrix import short
from tests.ui.conftest import APP, House
from tests.ui.reading import decoded
from ui import state

PAGE = APP.parent / "pages" / "attention.py"


@pytest.fixture
def opened(house: House) -> Any:
    def open_page(**query: str) -> AppTest:
        app = AppTest.from_file(PAGE, default_timeout=60)
        for name, value in query.items():
            app.query_params[name] = value
        return app.run()

    return open_page


def pictures(app: AppTest) -> dict[str, np.ndarray]:
    """Every matrix on the page by its name."""
    return {
        key.removeprefix("chart_"): decoded(picture["data"][0]["customdata"])
        for key, picture in charts(app).items()
        if picture["data"][0]["type"] == "heatmap"
    }
