"""Links with a view's former name open the view that has another name now."""

from pathlib import Path

import pytest

from tests.apptest.fixtures import APP, AppSetup, open_page
from ui.shell.former_views import PRESENT_NAMES
from ui.widgets import link_keys

PAGES = ("attention", "blocks", "language_model")


def list_views(page: str) -> list[str]:
    """Return the names of a page's views as its script lists them."""
    script = (Path(APP).parent / "pages" / f"{page}.py").read_text(encoding="utf-8")
    return [name for name in {*PRESENT_NAMES, *PRESENT_NAMES.values()} if f'"{name}":' in script]


@pytest.mark.parametrize("former", PRESENT_NAMES)
def test_a_link_with_a_former_name_opens_the_view(app_setup: AppSetup, former: str) -> None:
    (page,) = (page for page in PAGES if PRESENT_NAMES[former] in list_views(page))
    assert former not in list_views(page)
    app = open_page(f"pages/{page}.py", {"view": former})
    assert not app.exception
    assert app.segmented_control(link_keys.VIEW).value == PRESENT_NAMES[former]
    assert not app.toast, "the link is valid"
    again = open_page(f"pages/{page}.py", {"view": PRESENT_NAMES[former]})
    assert app.query_params.get("view") == again.query_params.get("view")
