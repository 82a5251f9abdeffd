"""The architecture: imports point down only, pages stay apart, tests mirror modules."""

import ast
import re
import sys
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("model", "figures", "ui", "pages")
# What each package may import besides the standard library and itself; a folder that is named has its own list.
ALLOWED = {
    "model": {"model", "torch", "numpy", "safetensors", "sentencepiece", "jaxtyping", "filelock", "platformdirs"}
    | {"jsonschema", "psutil", "sacrebleu", "thot", "tqdm", "transformers"},
    "model/cli": {"model", "figures", "torch", "tqdm"},
    "figures": {"figures", "model", "plotly", "numpy", "jaxtyping"},
    "ui": {"ui", "figures", "model", "streamlit", "plotly", "numpy"},
    "pages": {"ui", "figures", "model", "streamlit"},
}
# The order within packages: a sub-package imports from those on lines above its own, never from its own line.
LAYERS = {
    "model": (
        {"storage", "seeding"},
        {"corpus"},
        {"data"},
        {"transformer"},
        {"inference"},
        {"pretrained", "training", "analysis", "lab"},
        {"runs"},
        {"cli"},
        {"__main__"},
    ),
    "ui": (
        {"widgets"},
        {"runs"},
        {"shell"},
        {"translate", "attention", "blocks", "heads", "language", "training"},
    ),
}
PAGE_FOLDERS = LAYERS["ui"][-1]
# Records of ``model`` that figures may name; they bring no torch with them.
PLAIN = {"model.transformer.kind"}
LONGEST_PAGE = 60
SHOW_TEXT = {"texts.show", "texts.show_section", "texts.read_sections"}  # their first argument names a text
# Words that ``model`` does not know: it works in a notebook, where there is no page and no visitor.
FOREIGN = re.compile(r"\b(pages?|visitors?|streamlit|browsers?|links? of a page)\b", re.IGNORECASE)


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


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_down(package: str) -> None:
    for path in files(package):
        folder = path.parent.relative_to(ROOT).as_posix()
        reached = third_party(imports(path)) - ALLOWED.get(folder, ALLOWED[package])
        assert not reached, f"{path.relative_to(ROOT)} imports {sorted(reached)}"


@pytest.mark.parametrize("package", LAYERS)
def test_imports_within_a_package_point_down(package: str) -> None:
    floors = {name: floor for floor, names in enumerate(LAYERS[package]) for name in names}
    for path in files(package):
        own = path.relative_to(ROOT / package).with_suffix("").parts[0]
        if own == "__init__":
            continue
        assert own in floors, f"{path.relative_to(ROOT)} is in no layer"
        for name in imports(path):
            if name.startswith(f"{package}.") and (other := part(package, name)) != own:
                assert floors[other] < floors[own], f"{path.relative_to(ROOT)} imports {name}"


def test_a_page_opens_its_own_folder() -> None:
    for path, folder in [(ROOT / "app.py", "translate"), *((path, path.stem) for path in files("pages"))]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_PAGE, path
        opened = {part("ui", name) for name in imports(path) if name.startswith("ui.")} & PAGE_FOLDERS
        assert opened == {folder.removesuffix("_model")}, f"{path.name} opens {sorted(opened)}"


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


def test_a_widget_serves_more_than_one_page() -> None:
    callers = {path: imports(path) for package in ("ui", "pages") for path in [*files(package), ROOT / "app.py"]}
    for path in files("ui/widgets"):
        name = f"ui.widgets.{path.stem}"
        by = {each for each, names in callers.items() if any(f"{full}.".startswith(f"{name}.") for full in names)}
        folders = {each.parent for each in by}
        shared = len(folders) > 1 or {ROOT / "ui/widgets", ROOT / "pages"} & folders
        assert shared or path.stem == "__init__", f"{path.relative_to(ROOT)} is imported by {sorted(map(str, by))} only"


def test_the_transformer_can_be_read_alone() -> None:
    for path in files("model/transformer"):
        own = {name for name in imports(path) if name.startswith("model.")}
        assert {part("model", name) for name in own} <= {"transformer"}, path


def test_manual_gradients_are_called_in_one_place() -> None:
    package = "model.training.manual_gradients"
    callers = {
        path.relative_to(ROOT / "model").as_posix()
        for path in files("model")
        if "manual_gradients" not in path.parts and any(name.startswith(package) for name in imports(path))
    }
    assert callers == {"training/loop.py"}


def test_the_model_speaks_of_no_page_and_no_visitor() -> None:
    for path in files("model"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            assert not FOREIGN.search(line), f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def test_tests_are_named_after_what_they_test() -> None:
    for path in chain.from_iterable(files(f"tests/{package}") for package in PACKAGES):
        if path.name.startswith("test_"):
            mirrored = path.relative_to(ROOT / "tests")
            tested = ROOT / mirrored.with_name(path.name.removeprefix("test_"))
            pages = {ROOT / "pages/translate.py": ROOT / "app.py"}
            stands_for = {pages.get(tested, tested), (ROOT / mirrored.parent).with_suffix(".py")}
            assert any(each.exists() for each in stands_for), f"{mirrored} tests no module"


def test_a_style_is_matched_quickly_at_every_key() -> None:
    """A part with ``:has()`` below another names its class first, else a change anywhere matches the page anew."""
    style = (ROOT / "assets" / "style.css").read_text(encoding="utf-8")
    selectors = [selector for rule in re.findall(r"[^{}]+(?={)", style) for selector in rule.split(", ")]
    assert sum(":has(" in selector for selector in selectors) > 30
    slow = re.compile(r":has\(.*\)\S* (?:[>+~] )?(?:\[[^]]*\])?(?::not\()?:has\(")
    assert not [selector for selector in selectors if slow.search(selector)]


def test_the_session_is_reached_in_one_module() -> None:
    texts = {path: path.read_text(encoding="utf-8") for package in ("ui", "pages") for path in files(package)}
    assert [path.name for path, text in texts.items() if "st.session_state" in text] == ["session.py"]


def test_session_keys_are_given_once() -> None:
    keys = [
        node.value
        for path in files("ui")
        if path.stem.endswith("_keys")
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Assign)
        for node in ast.walk(statement.value)
        if isinstance(node, ast.Constant)
    ]
    assert len(keys) == len(set(keys))


def test_session_keys_are_written_nowhere_else() -> None:
    keys = [
        f"{path}:{given.lineno}"
        for path in files("ui")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for given in find_keys(call)
        if begins_with_a_text(given)
    ]
    assert not keys


def begins_with_a_text(key: ast.expr) -> bool:
    """Return True if a key, or one of several in turn, begins with a text that is written there."""
    match key:
        case ast.Constant():
            return True
        case ast.JoinedStr(values=[first, *_]) | ast.FormattedValue(value=first):
            return begins_with_a_text(first)
        case ast.BoolOp(values=choices):
            return any(map(begins_with_a_text, choices))
        case ast.IfExp(body=one, orelse=other):
            return begins_with_a_text(one) or begins_with_a_text(other)
    return False


def find_keys(call: ast.Call) -> list[ast.expr]:
    """Return the session keys among the arguments of a call: a chart and a map take theirs by position."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "key"]
    match ast.unparse(call.func), call.args:
        case "chart.draw", [_, key, *_]:
            given.append(key)
        case name, [key, *_] if name.endswith("iew.draw") or name.endswith(").draw"):
            given.append(key)
    return given


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


def test_figures_take_only_plain_records_from_the_model() -> None:
    for path in files("figures"):
        reached = {name for name in imports(path) if name.startswith("model.")}
        assert all(name.rpartition(".")[0] in PLAIN for name in reached), f"{path.name} imports {sorted(reached)}"


def test_plain_records_bring_no_torch() -> None:
    for name in PLAIN:
        path = ROOT / f"{name.replace('.', '/')}.py"
        packages = [parent / "__init__.py" for parent in path.parents if parent.is_relative_to(ROOT / "model")]
        assert not set().union(*(third_party(imports(each)) for each in (path, *packages)))


def test_the_first_page_imports_down() -> None:
    assert third_party(imports(ROOT / "app.py")) <= ALLOWED["pages"]
