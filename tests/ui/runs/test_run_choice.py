"""The run that a link names."""

from model.corpus.tsv import read_tsv
from model.runs.run_folder import HELD_OUT
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import AppSetup, Open, forget
from tests.apptest.reading import chart
from ui.runs.registry import get_registry


def test_a_link_to_a_missing_run_is_reported(opened: Open) -> None:
    for digest in ("0" * 32, "../../etc/passwd", "<b>"):
        app = opened(run=digest)
        assert not app.exception
        assert any("not on this server" in warning.value for warning in app.warning)
        assert chart(app)["data"]


def test_a_link_to_a_run_without_its_corpus_is_reported(writable_app_setup: AppSetup, opened: Open) -> None:
    pairs = "\n".join(f"The {a} {b} sleeps.\tLe {b} {a} dort." for a in "bcdfg" for b in "klmnp")
    config = TrainingConfig(steps=2, batch_size=8)
    run = get_registry().create_run(read_tsv(pairs.encode()), ModelConfig(n_layers=1), config, keeps_corpus=True)
    assert run.join(60).status is Status.TRAINED
    digest = run.digest
    (run.folder.path / HELD_OUT).unlink()
    del run
    forget()
    app = opened(run=digest)
    assert not app.exception
    assert any("not on this server" in warning.value for warning in app.warning)
