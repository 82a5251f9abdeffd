"""Edits and reads the matrices of a page under test."""

import json
from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest


def edit(app: AppTest, matrix: str, row: int, column: str, value: object) -> AppTest:
    """Change one cell in the editor of a matrix."""
    (editor,) = (table for table in app.data_editor if table.key.startswith(f"editor_{matrix}_"))
    app.session_state[editor.key] = {"edited_rows": {row: {column: value}}, "added_rows": [], "deleted_rows": []}
    app.run()
    assert not app.exception
    return app


def cell_texts(app: AppTest, matrix: str) -> list[list[str]]:
    """Return the numbers in the cells of a matrix as they are shown."""
    names = (f"-chart_{matrix}", f"{matrix}_chart")
    chart = next(each for each in app.get("plotly_chart") if each.proto.id.endswith(names))
    texts: list[list[str]] = json.loads(chart.proto.spec)["data"][0]["text"]
    return texts


def pictures(app: AppTest) -> dict[str, Any]:
    """Return the cells of every matrix on the page by name."""
    cells_by_name = {}
    for chart in app.get("plotly_chart"):
        name = chart.proto.id.rpartition("-")[2].removeprefix("chart_").removesuffix("_chart")
        cells = json.loads(chart.proto.spec)["data"][0].get("customdata")
        cells_by_name[name] = json.dumps(cells)
    return cells_by_name


def changed(before: AppTest, after: AppTest, read: Callable[[AppTest], dict[str, Any]] = pictures) -> set[str]:
    """Return the names of the matrices, or of what else is read of a page, in which two pages differ."""
    old, new = read(before), read(after)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
