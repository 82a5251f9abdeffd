"""Tests of what SECURITY.md promises about the whole project."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
CODE = [path for folder in ("model", "figures", "ui", "pages") for path in (ROOT / folder).rglob("*.py")]


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_the_tests_that_hold_a_promise_exist(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_a_test() -> None:
    rows = [line for line in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")][
        1:
    ]
    assert len(rows) > 10
    assert all("`tests/" in row for row in rows)


def test_the_server_is_closed_and_silent() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["address"] == "localhost"
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    protections = ("enableXsrfProtection", "enableCORS")
    assert all(config["server"].get(name, True) for name in protections), "Streamlit's defaults are kept"


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_unpickled(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not imported & {"pickle", "marshal", "shelve", "dill", "joblib"}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        assert ast.unparse(call.func) not in {"eval", "exec", "__import__", "os.system", "torch.load"}
        if ast.unparse(call.func) == "np.load":
            assert "allow_pickle=False" in ast.unparse(call)
