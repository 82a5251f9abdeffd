"""The choice of a view, and links with a view's former name."""

from pathlib import Path

import pytest

from tests.apptest.fixtures import APP, AppSetup, open_page
from ui.widgets import link_keys
from ui.widgets.views import RENAMED

PAGES = ("attention", "blocks", "language_model")


def list_views(page: str) -> list[str]:
    """Return the names of a page's views as its script lists them."""
    script = (Path(APP).parent / "pages" / f"{page}.py").read_text(encoding="utf-8")
    return [name for name in {*RENAMED, *RENAMED.values()} if f'"{name}":' in script]


@pytest.mark.parametrize("former", RENAMED)
def test_a_link_with_a_former_name_opens_the_view(app_setup: AppSetup, former: str) -> None:
    (page,) = (page for page in PAGES if RENAMED[former] in list_views(page))
    assert former not in list_views(page)
    app = open_page(f"pages/{page}.py", {"view": former})
    assert not app.exception
    assert app.segmented_control(link_keys.VIEW).value == RENAMED[former]
    assert former not in app.query_params.get("view", [])
    again = open_page(f"pages/{page}.py", {"view": RENAMED[former]})
    assert app.query_params.get("view") == again.query_params.get("view")
