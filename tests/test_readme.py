"""The Python code of the README does what it says."""

import ast
import re
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest
from torch import nn

from model.corpus import Corpus, Pair, toy_corpus
from model.runs.run_folder import RunFolder
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from tests.model.pretrained.tiny_models import save_tiny

README = Path(__file__).parent.parent / "README.md"


def read_code(heading: str) -> list[str]:
    """Return the blocks of Python code of a section."""
    section = README.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)


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
    share = f"{training.beginnings:.0%}".replace("%", " %")
    assert f"{share} of the training pairs, where that is possible, are cut after a random word" in text


def show_in_a_notebook(
    corpus: Corpus, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Any], dict[str, Any]]:
    """Return what the code of the README shows of a model that is trained on a corpus, and its variables."""
    task = TranslationTask(corpus, ModelConfig(n_layers=2, n_heads=3, d_model=12, d_ff=12))
    *_, last = train(task, TrainingConfig(steps=2, batch_size=16, device="cpu"))
    RunFolder(folder / "runs" / "x").save_snapshot(last.snapshot())
    monkeypatch.chdir(folder)
    (code,) = read_code("In a notebook")
    return run_cells(code)


def test_a_notebook_shows_a_trained_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, variables = show_in_a_notebook(toy_corpus(train=300, held_out=20), tmp_path, monkeypatch)
    assert variables["record"].source == ("The", "cat", "sees", "the", "dog")
    assert variables["sentence"].words == ("the", "cat", "sees", "the", "dog")
    one_head, lines, lines_by_head, all_heads = shown
    assert all(isinstance(figure, go.Figure) for figure in shown)
    assert one_head.data[0].z.shape == (len(variables["record"].steps), 5)
    assert one_head.data[0].hovertext[0][1].endswith("at <b>cat</b>")
    assert len(lines.data[0].x) == len(variables["record"].steps) + 5
    assert [trace.name for trace in lines_by_head.data[1:]] == ["head 1", "head 2", "head 3"]
    assert len(all_heads.data[1].customdata) == 2 * (3 + 1)


def test_a_notebook_shows_the_subwords_of_a_model_of_ones_own_corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = (Pair(("The", "cat", "sees", "the", "dog."), ("Le", "chat", "voit", "le", "chien."), frozenset()),) * 20
    _, variables = show_in_a_notebook(Corpus("own", pairs, pairs[:2], is_raw_text=True), tmp_path, monkeypatch)
    record, vocabulary = variables["record"], variables["translator"].source
    assert record.source_text == "The cat sees the dog."
    assert vocabulary.is_subword
    assert not any(map(vocabulary.is_unknown, vocabulary.encode(record.source)))


def test_a_model_of_hugging_face_gives_the_arguments_of_bertviz(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_tiny("marian", tmp_path / "path" / "to" / "models" / "opus-mt-en-fr")
    monkeypatch.chdir(tmp_path)
    _, variables = run_cells(read_code("Models trained elsewhere")[0])
    assert variables["arguments"]["encoder_tokens"] == list(variables["sentence"].texts)
    assert len(variables["arguments"]["cross_attention"]) == 2


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_a_transformer_of_ones_own_gives_the_same_record() -> None:
    words = ["<s>", "</s>", "<unk>", "a", "b"]
    _, variables = run_cells(
        read_code("Models trained elsewhere")[1],
        transformer=nn.Transformer(8, 2, 1, 1, 8, batch_first=True), generator=nn.Linear(8, len(words)),
        embed_source=nn.Embedding(len(words), 8), embed_target=nn.Embedding(len(words), 8),
        source_words=words, target_words=words,
    )  # fmt: skip
    translation = variables["translation"]
    assert translation.source == ("a", "sentence")
    assert translation.maps[Kind.CROSS].shape == (1, 2, len(translation.steps), 2)
