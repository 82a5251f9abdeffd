"""Page tests run in AppTest, over a small model that is trained once; other tests in a session without a server."""

from typing import Any

import pytest
import streamlit as st

from tests.apptest.fixtures import *  # noqa: F403 (fixtures)
from tests.apptest.fixtures import _components_are_looked_for_once, _shapes_are_checked_elsewhere  # noqa: F401


@pytest.fixture
def session_values(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The values of a session of the test's own, without a server."""
    values: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", values)
    return values


@pytest.fixture
def url(session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The query parameters of that session."""
    parameters: dict[str, str] = {}
    monkeypatch.setattr(st, "query_params", parameters)
    return parameters
