"""The wait for the first weights: long enough for a training that begins, once for one that does not."""

import pytest

from model.runs.published_run import PublishedRun
from tests.apptest.fixtures import ME, AppSetup, open_page


@pytest.mark.parametrize(("script", "n_runs"), [("", 1), ("pages/training.py", 1), ("pages/language_model.py", 3)])
@pytest.mark.parametrize("has_weights", [True, False])
def test_a_wait_in_vain_is_not_repeated(
    app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch, script: str, n_runs: int, has_weights: bool
) -> None:
    waits: list[tuple[str, float | None]] = []

    def wait(run: PublishedRun[object], timeout: float | None = None) -> bool:
        waits.append((run.digest, timeout))
        return has_weights

    monkeypatch.setattr(PublishedRun, "wait", wait)
    app = open_page(script, {}, ME)
    assert not app.exception
    assert {timeout for _, timeout in waits} == {30.0}
    assert len({digest for digest, _ in waits}) == n_runs, "the translator and what else the page shows"
    if not has_weights:
        assert len(waits) == n_runs
    waits.clear()
    app.run()
    assert not app.exception
    assert bool(waits) == has_weights
