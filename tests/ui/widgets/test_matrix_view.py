"""Every matrix has a name in words, for screen readers and saved pictures."""

import re

import pytest

from tests.apptest.fixtures import AppSetup, open_page

PLAIN = re.compile(r".+, \d+ × \d+")
VIEWS = {
    "pages/attention.py": ("", "Fused projections", "Linear attention", "Multi-head vs single-head"),
    "pages/blocks.py": ("Feed-forward", "Pre-norm vs post-norm", "Layer norm vs batch norm", "Full block"),
}


@pytest.mark.parametrize(("page", "view"), [(page, view) for page, views in VIEWS.items() for view in views])
def test_matrices_are_named_in_words_that_differ(app_setup: AppSetup, page: str, view: str) -> None:
    app = open_page(page, {"view": view})
    alts = [chart.proto.alt for chart in app.get("plotly_chart")]
    names = [alt for alt in alts if PLAIN.fullmatch(alt)]
    assert names
    assert len(set(names)) == len(names)
    assert not [name for name in names if re.search(r"_(?![123kv]\b)|\\", name)], "neither keys nor LaTeX"
