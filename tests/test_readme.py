"""The Python code of the README does what it says."""

import ast
import re
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest
from torch import nn

from model.corpus import toy_corpus
from model.runs.run_folder import RunFolder
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind

README = Path(__file__).parent.parent / "README.md"


def read_code(heading: str) -> str:
    """Return the Python code of a section."""
    section = README.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return "\n".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))


def run_cells(code: str, **variables: Any) -> tuple[list[Any], dict[str, Any]]:
    """Run code and return the values of its expressions, as a notebook shows them, and its variables."""
    values: list[Any] = []
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.Expr):
            values.append(eval(ast.unparse(statement), variables))
        else:
            exec(ast.unparse(statement), variables)
    return values, variables


def test_the_default_model_and_its_training_are_as_described() -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    model, training = ModelConfig(), TrainingConfig()
    assert (model.n_layers, model.n_heads, model.d_model, model.d_ff) == (2, 4, 64, 128)
    assert "2 layers, 4 heads, d_model 64, d_ff 128" in text
    assert training.beginnings == 1 / 5
    assert "a fifth of the training pairs, where that is possible, is cut after a random word" in text


def test_a_notebook_shows_a_trained_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = TranslationTask(toy_corpus(train=300, held_out=20), ModelConfig(n_layers=2, n_heads=3, d_model=12, d_ff=12))
    *_, last = train(task, TrainingConfig(steps=2, batch_size=16, device="cpu"))
    RunFolder(tmp_path / "runs" / "x").save_snapshot(last.snapshot())
    monkeypatch.chdir(tmp_path)
    shown, variables = run_cells(read_code("In a notebook"))
    assert variables["record"].source == ("the", "cat", "sees", "the", "dog")
    one_head, lines, lines_by_head, all_heads = shown
    assert all(isinstance(figure, go.Figure) for figure in shown)
    assert one_head.data[0].z.shape == (len(variables["record"].steps), 5)
    assert one_head.data[0].hovertext[0][1].endswith("at <b>cat</b>")
    assert len(lines.data[0].x) == len(variables["record"].steps) + 5
    assert [trace.name for trace in lines_by_head.data[1:]] == ["head 1", "head 2", "head 3"]
    assert len(all_heads.data[1].customdata) == 2 * (3 + 1)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_a_transformer_of_ones_own_gives_the_same_record() -> None:
    words = ["<s>", "</s>", "<unk>", "a", "b"]
    _, variables = run_cells(
        read_code("Models trained elsewhere"),
        transformer=nn.Transformer(8, 2, 1, 1, 8, batch_first=True), generator=nn.Linear(8, len(words)),
        embed_source=nn.Embedding(len(words), 8), embed_target=nn.Embedding(len(words), 8),
        source_words=words, target_words=words,
    )  # fmt: skip
    translation = variables["translation"]
    assert translation.source == ("a", "sentence")
    assert translation.maps[Kind.CROSS].shape == (1, 2, len(translation.steps), 2)
