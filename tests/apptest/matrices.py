"""Edits and reads the matrices of a page under test."""

import json

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
