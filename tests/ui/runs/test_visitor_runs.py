"""A visitor's runs: the list takes as many as its limit."""

import pytest

from tests.apptest.fixtures import ME
from ui.runs import visitor_runs
from ui.runs.run_lists import MAX_RUNS
from ui.runs.visitor_runs import add_run, get_run_lists


@pytest.mark.usefixtures("writable_app_setup")
def test_a_full_list_takes_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor_runs, "identify_visitor", lambda: ME)
    digests = [f"{number:032x}" for number in range(MAX_RUNS)]
    for digest in digests:
        add_run(digest, "run")
    add_run(digests[0], "again")
    with pytest.raises(ValueError, match=f"You have {MAX_RUNS} runs"):
        add_run("f" * 32, "one more")
    assert list(get_run_lists().read(ME).names) == digests
