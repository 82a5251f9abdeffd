"""The package that ``pip install .`` installs: every module, with the files that they read."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
USE = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import figures, model
assert {module.__path__[0].startswith(sys.argv[1]) for module in (figures, model)} == {True}
walks = [pkgutil.walk_packages(package.__path__, f"{package.__name__}.") for package in (figures, model)]
names = {module.name for walk in walks for module in walk}
for name in sorted(names - {"model.__main__"}):
    importlib.import_module(name)
print(*sorted(names), sep="\\n")

from figures.heatmap import heatmap
from figures.translation_page import write_page
from model.corpus import toy_corpus
from model.inference.greedy_decoding import translate
from model.inference.intervention import Intervention
from model.inference.record_json import describe, read_json, write_json
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind

task = TranslationTask(toy_corpus(train=50, held_out=5), ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8))
*_, last = train(task, TrainingConfig(steps=1, batch_size=8, device="cpu"))
record, _ = read_json(write_json(translate(last.snapshot().translator, ["the", "cat"])))
heatmap(record.maps.head(Kind.CROSS, 0, 0), keys=record.keys(Kind.CROSS), queries=record.queries(Kind.CROSS)).data
assert "the cat" in write_page("the cat", describe(record, Intervention()), {}, [])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, built from a copy of what git has and installed without its dependencies."""
    source, wheels, target = (tmp_path_factory.mktemp(name) for name in ("source", "wheels", "installed"))
    for name in ("pyproject.toml", "requirements.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("model", "figures", "ui", "pages", "tests"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    offline = ["--no-index", "--no-deps"]
    build = ["wheel", *offline, "--no-build-isolation", "--wheel-dir", str(wheels), str(source)]
    subprocess.run([*PIP, *build], check=True, timeout=170)
    (wheel,) = wheels.glob("attention_playground-*.whl")
    subprocess.run([*PIP, "install", *offline, "--target", str(target), str(wheel)], check=True, timeout=170)
    return target


def test_the_installed_package_has_all_its_modules_and_files(installed: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-c", USE, str(installed)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=170)
    assert done.returncode == 0, done.stderr
    files = [path.relative_to(ROOT) for name in ("model", "figures") for path in (ROOT / name).rglob("*.py")]
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in files}
    assert set(done.stdout.split()) == modules - {"model", "figures"}


def test_only_the_library_is_installed_with_the_dependencies_of_the_app(installed: Path) -> None:
    (information,) = installed.glob("*.dist-info")
    assert {path.name for path in installed.iterdir()} == {"figures", "model", information.name}
    lines = (information / "METADATA").read_text(encoding="utf-8").splitlines()
    required = {line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")}
    pinned = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert required == {line.partition("#")[0].strip() for line in pinned} - {""}
