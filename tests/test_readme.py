"""The Python code of the README does what it says."""

import ast
import re
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

from model.corpus import toy_corpus
from model.runs.run_folder import RunFolder
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig

README = Path(__file__).parent.parent / "README.md"


def run_cells(code: str) -> tuple[list[Any], dict[str, Any]]:
    """Run code and return the values of its expressions, as a notebook shows them, and its variables."""
    values: list[Any] = []
    variables: dict[str, Any] = {}
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.Expr):
            values.append(eval(ast.unparse(statement), variables))
        else:
            exec(ast.unparse(statement), variables)
    return values, variables


def test_a_notebook_shows_a_trained_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = TranslationTask(toy_corpus(train=300, held_out=20), ModelConfig(n_layers=2, n_heads=3, d_model=12, d_ff=12))
    *_, last = train(task, TrainingConfig(steps=2, batch_size=16, device="cpu"))
    RunFolder(tmp_path / "runs" / "x").save_snapshot(last.snapshot())
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
    shown, variables = run_cells(code)
    assert variables["record"].source == ("the", "cat", "sees", "the", "dog")
    one_head, lines, all_heads = shown
    assert all(isinstance(figure, go.Figure) for figure in shown)
    assert one_head.data[0].z.shape == (len(variables["record"].steps), 5)
    assert one_head.data[0].text[0][1].endswith("at <b>cat</b>")
    assert len(lines.data[0].x) == len(variables["record"].steps) + 5
    assert len(all_heads.data[1].customdata) == 2 * (3 + 1)
