"""The sentence that says whose translation both sides are fed."""

import re
from itertools import cycle

import pytest

from model.runs.training_run import TrainingRun
from tests.apptest.reading import html
from tests.ui.training.comparison import compared
from ui.training import map_difference


@pytest.mark.parametrize(("other_text", "said"), [("Il dort.", "“Il dort”"), ("", "nothing")])
def test_what_the_other_side_generates_is_told(
    other: TrainingRun, monkeypatch: pytest.MonkeyPatch, other_text: str, said: str
) -> None:
    texts = cycle(("Elle dort.", other_text))
    monkeypatch.setattr(map_difference, "write_translation", lambda *_: next(texts))
    assert re.search(
        rf"“Elle dort\.”, so that each row is the same token; [AB] alone generates {said}\.", html(compared())
    )
