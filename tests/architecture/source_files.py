"""The files of the project, and the modules that they import."""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("model", "figures", "ui", "pages")


def imports(path: Path) -> set[str]:
    """Full names of all modules a file imports, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def third_party(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)


def files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def part(package: str, name: str) -> str:
    """The sub-package of a dotted name, or the module at the package's top."""
    return name.removeprefix(f"{package}.").partition(".")[0]
