"""The house stands: imports point down only, and nothing that could run code is loaded."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("model", "figures", "ui", "pages")
# What each room may import besides the standard library and its own kind.
ALLOWED = {
    "model": {"model", "torch", "numpy", "safetensors", "sentencepiece", "jaxtyping", "platformdirs"}
    | {"psutil", "sacrebleu", "tqdm"},  # the last two of the command line alone
    "figures": {"figures", "model", "plotly", "numpy", "jaxtyping"},
    "ui": {"ui", "figures", "model", "streamlit", "plotly", "numpy"},
    "pages": {"ui", "figures", "model", "streamlit"},
}
# The plain record types of ``model``, which bring no torch with them.
PLAIN = {"model.kind"}


def imports(path: Path) -> set[str]:
    """Full names of all modules a file imports, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


def third_party(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)


def files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_down(package: str) -> None:
    for path in files(package):
        reached = third_party(imports(path)) - ALLOWED[package]
        assert not reached, f"{path.relative_to(ROOT)} imports {sorted(reached)}"


def test_shapes_are_checked_wherever_they_are_named(pytestconfig: pytest.Config) -> None:
    checked = str(pytestconfig.getoption("jaxtyping_packages")).split(",")
    for path in files("model"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        assert ("jaxtyping" in imports(path)) <= (name in checked), f"{name} is missing in pyproject.toml"


def test_figures_take_only_plain_records_from_the_model() -> None:
    for path in files("figures"):
        reached = {name for name in imports(path) if name.startswith("model")} - PLAIN
        assert not reached, f"{path.name} imports {sorted(reached)}"


def test_plain_records_bring_no_torch() -> None:
    for name in PLAIN:
        assert not third_party(imports(ROOT / f"{name.replace('.', '/')}.py"))


def test_the_first_page_imports_down() -> None:
    assert third_party(imports(ROOT / "app.py")) <= ALLOWED["pages"]


def test_nothing_that_can_run_code_is_loaded() -> None:
    for path in [ROOT / "app.py", *(path for package in PACKAGES for path in files(package))]:
        text = path.read_text(encoding="utf-8")
        assert not imports(path) & {"pickle", "marshal", "shelve", "dill", "cloudpickle"}, path
        for danger in ("unsafe_allow_html", "torch.load", "cache_data", "eval(", "exec("):
            assert danger not in text.replace(".eval()", "").replace("literal_eval(", ""), f"{path}: {danger}"


def test_model_works_without_a_page() -> None:
    reached = third_party(set().union(*(imports(path) for path in files("model"))))
    assert not reached & {"streamlit", "plotly"}
