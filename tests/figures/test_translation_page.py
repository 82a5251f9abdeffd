"""Tests of the self-contained page; ``tests/browser/test_translation_page.py`` opens it."""

import json
import re

from figures.translation_page import write_page

LIMIT = 6_000_000  # bytes


def read(page: str, name: str) -> object:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_page_holds_the_record_and_the_gold_links() -> None:
    record = {"source": ["</script><script>alert(1)</script>", "@VIEW@", "@PLOTLY@"]}
    page = write_page(json.dumps(record), {(1, 0), (0, 1)})
    assert read(page, "record") == record
    assert read(page, "view")["gold"] == [[0, 1], [1, 0]]
    assert "<script>alert" not in page
    assert len(page.encode()) < LIMIT


def test_the_page_asks_for_nothing() -> None:
    page = write_page("{}")
    own = page[: page.index("/**")] + page[page.rindex('"use strict"') :]  # without Plotly's script
    assert not re.findall(r"""(?:src|href)\s*=|@import|url\(|fetch\(|https?://""", own)
