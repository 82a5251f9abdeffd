"""Names, prose and style: tests mirror modules, texts are shown, words stay in their place."""

import ast
import re
from itertools import chain

import pytest

from tests.architecture.source_files import PACKAGES, ROOT, files, imports
from ui.shell.style import NAMES

SHOW_TEXT = {"texts.show", "texts.show_section", "texts.read_sections"}  # their first argument names a text
# Words that ``model`` does not know: it works in a notebook, where there is no page and no visitor.
FOREIGN = re.compile(r"\b(pages?|visitors?|streamlit|browsers?|links? of a page)\b", re.IGNORECASE)


def test_tests_are_named_after_what_they_test() -> None:
    for path in chain.from_iterable(files(f"tests/{package}") for package in PACKAGES):
        if path.name.startswith("test_"):
            mirrored = path.relative_to(ROOT / "tests")
            tested = ROOT / mirrored.with_name(path.name.removeprefix("test_"))
            pages = {ROOT / "pages/translate.py": ROOT / "app.py"}
            stands_for = {pages.get(tested, tested), (ROOT / mirrored.parent).with_suffix(".py")}
            assert any(each.exists() for each in stands_for), f"{mirrored} tests no module"


def test_every_text_exists_and_is_shown() -> None:
    nodes = [
        node
        for path in [*files("ui"), *files("pages"), ROOT / "app.py"]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    # Views name their texts in the table of their page, all other callers where they show them.
    tables = [node.value for node in nodes if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "VIEWS"]
    places = [value for table in tables if isinstance(table, ast.Dict) for value in table.values]
    places += [node.args[0] for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) in SHOW_TEXT]
    names = {node.value for place in places for node in ast.walk(place) if isinstance(node, ast.Constant)}
    assert names == {path.stem for path in (ROOT / "assets" / "texts").glob("*.md")}


def test_the_model_speaks_of_no_page_and_no_visitor() -> None:
    for path in files("model"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            assert not FOREIGN.search(line), f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def test_no_docstring_begins_with_a_question_word() -> None:
    for path in ROOT.rglob("*.py"):
        if ".venv" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                text = ast.get_docstring(node) or ""
                assert not re.match(r"(What|Whether|Which|How|Why|When|Where|Who)\b", text), f"{path}: {text}"


def test_shapes_are_checked_wherever_they_are_named(pytestconfig: pytest.Config) -> None:
    checked = str(pytestconfig.getoption("jaxtyping_packages")).split(",")
    for path in files("model"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        names_shapes = any(imported.startswith("jaxtyping.") for imported in imports(path))
        assert names_shapes <= (name in checked), f"{name} is missing in pyproject.toml"


def test_every_style_sheet_is_applied() -> None:
    assert sorted(path.stem for path in (ROOT / "assets" / "styles").iterdir()) == sorted(NAMES)


def test_a_style_is_matched_quickly_at_every_key() -> None:
    """A part with ``:has()`` below another names its class first, else a change anywhere matches the page anew."""
    style = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "assets" / "styles").iterdir())
    selectors = [selector for rule in re.findall(r"[^{}]+(?={)", style) for selector in rule.split(", ")]
    assert sum(":has(" in selector for selector in selectors) > 30
    slow = re.compile(r":has\(.*\)\S* (?:[>+~] )?(?:\[[^]]*\])?(?::not\()?:has\(")
    assert not [selector for selector in selectors if slow.search(selector)]
