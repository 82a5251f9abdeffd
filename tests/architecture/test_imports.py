"""Imports point down only, and pages stay apart."""

import pytest

from tests.architecture.source_files import PACKAGES, ROOT, files, imports, part, third_party

# What each package may import besides the standard library and itself; a folder that is named has its own list.
ALLOWED = {
    "model": {"model", "torch", "numpy", "safetensors", "sentencepiece", "jaxtyping", "filelock", "platformdirs"}
    | {"jsonschema", "psutil", "sacrebleu", "thot", "threadpoolctl", "tqdm", "transformers"},
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


def test_the_first_page_imports_down() -> None:
    assert third_party(imports(ROOT / "app.py")) <= ALLOWED["pages"]


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


def test_figures_take_only_plain_records_from_the_model() -> None:
    for path in files("figures"):
        reached = {name for name in imports(path) if name.startswith("model.")}
        assert all(name.rpartition(".")[0] in PLAIN for name in reached), f"{path.name} imports {sorted(reached)}"


def test_plain_records_bring_no_torch() -> None:
    for name in PLAIN:
        path = ROOT / f"{name.replace('.', '/')}.py"
        packages = [parent / "__init__.py" for parent in path.parents if parent.is_relative_to(ROOT / "model")]
        assert not set().union(*(third_party(imports(each)) for each in (path, *packages)))
