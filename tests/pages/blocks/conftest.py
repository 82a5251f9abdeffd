"""The Building blocks page."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import AppSetup, open_page

Page = Callable[..., AppTest]


@pytest.fixture
def page(app_setup: AppSetup) -> Page:
    """Open the page with query parameters, as the first page of a visit."""

    def opened(view: str = "", **query: str) -> AppTest:
        app = open_page("pages/blocks.py", {"view": view, **query} if view else query)
        assert not app.exception
        return app

    return opened
