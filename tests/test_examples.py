"""The notebook in ``examples`` runs from the first cell to the last."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from model.training.config import TrainingConfig

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "examples" / "attention.ipynb"
FIGURE = "application/vnd.plotly.v1+json"


@pytest.mark.filterwarnings("ignore:Proactor event loop:RuntimeWarning")  # of ZeroMQ on Windows
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in cells), "outputs are stored"
    assert cells[0].source == f"STEPS = {TrainingConfig().steps}", "the steps of the app"
    cells[0].source = "STEPS = 2"
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = [kind for cell in cells for output in cell.outputs for kind in output.get("data", {})]
    assert kinds.count(FIGURE) == 5
    bertviz = "".join(str(output.get("data")) for output in cells[-2].outputs)
    assert "bertviz" in bertviz
    assert "black" in bertviz
    errors = [output for cell in cells for output in cell.outputs if output.get("name") == "stderr"]
    assert errors == []
