"""The sentence that says whose translation both sides are fed."""

from types import SimpleNamespace

import pytest

from ui.training import map_difference
from ui.training.map_difference import _name_translations


@pytest.mark.parametrize(("other", "said"), [("Il dort.", "“Il dort”"), ("", "nothing")])
def test_what_the_other_side_generates_is_told(monkeypatch: pytest.MonkeyPatch, other: str, said: str) -> None:
    texts = iter(("Elle dort.", other))
    monkeypatch.setattr(map_difference, "write_translation", lambda *_: next(texts))
    monkeypatch.setattr(map_difference, "compute_translation", lambda *_: None)
    better, worse = SimpleNamespace(letter="B"), SimpleNamespace(letter="A", snapshot=None)
    assert _name_translations(better, worse, None, None).endswith(f"; A alone generates {said}.")
