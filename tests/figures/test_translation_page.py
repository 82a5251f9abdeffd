"""Tests of the self-contained page; ``tests/browser/translation_page`` opens it."""

import json
import re
import zlib
from base64 import b64decode
from typing import Any

import numpy as np
import pytest
from plotly.offline import get_plotlyjs

from figures.translation_page import write_page

LIMIT = 6_000_000  # bytes
KINDS = ("cross", "encoder", "decoder")
EVIL = "</script><script>alert(1)</script>"


def read(page: str, name: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def draw_maps(n_layers: int, n_heads: int, n_tokens: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(0)
    maps = {kind: random.dirichlet(np.ones(n_tokens), (n_layers, n_heads, n_tokens)) for kind in KINDS}
    maps["decoder"][..., np.triu(np.ones((n_tokens, n_tokens), dtype=bool), 1)] = np.nan
    return {kind: weights.astype(np.float32) for kind, weights in maps.items()}


def test_the_page_holds_the_record_its_labels_and_the_gold_links() -> None:
    record = {"source": [EVIL, "@VIEW@", "@PLOTLY@"]}
    page = write_page(f"{EVIL} @RECORD@", record, {}, [EVIL], gold={(1, 0), (0, 1)}, changes=[EVIL])
    assert read(page, "record") == {**record, "maps": {}}
    assert read(page, "view")["gold"] == [[0, 1], [1, 0]]
    assert read(page, "view")["step_labels"] == [EVIL]
    assert "<script>alert" not in page


def test_the_generated_tokens_have_their_language() -> None:
    assert read(write_page("", {}, {}, [], language="fr"), "view")["language"] == "fr"
    assert not read(write_page("", {}, {}, []), "view")["language"]


def test_the_weights_are_finer_than_what_is_shown() -> None:
    maps = draw_maps(2, 3, 4)
    maps["cross"][0, 0, 0] = [1, 0, 0, np.nextafter(np.float32(1), np.float32(2))]  # a sum of float32 may exceed 1
    page = write_page("", {}, maps, [])
    view = read(page, "view")
    for kind, packed in read(page, "record")["maps"].items():
        high, low = np.frombuffer(zlib.decompress(b64decode(packed["codes"])), np.uint8).reshape(2, *packed["shape"])
        codes = 256 * high.astype(int) + low
        assert np.array_equal(codes == view["blank"], np.isnan(maps[kind]))
        np.testing.assert_allclose(np.where(codes == view["blank"], np.nan, codes / view["one"]), maps[kind], atol=1e-5)


@pytest.mark.parametrize(("sizes", "most"), [((2, 4, 12), 2_100_000), ((12, 16, 60), LIMIT)])
def test_the_page_is_small(sizes: tuple[int, int, int], most: int) -> None:
    step = {"candidates": [{"token": "x" * 12, "probability": 0.123456789}] * 5, "fed": "x" * 12, "token": "x" * 12}
    record = {"source": ["x" * 12] * sizes[2], "steps": [step] * sizes[2]}
    assert len(write_page("x " * 30, record, draw_maps(*sizes), []).encode()) < most


def test_plotly_is_the_installed_one() -> None:
    found = re.search(r'id="plotly">(.*?)</script>', write_page("", {}, {}, []))
    assert found
    assert zlib.decompress(b64decode(found[1])).decode() == get_plotlyjs()


def test_the_page_names_the_sentence_and_what_was_changed() -> None:
    page = write_page("a < b", {}, {}, [], changes=["cross, layer 1, head 2 off", "step 3: <eos>"])
    assert "<title>a &lt; b · Attention Playground</title>" in page
    assert "<bdi>a &lt; b</bdi>" in page
    assert "Decoded with changes: cross, layer 1, head 2 off; step 3: &lt;eos&gt;." in page
    assert "Decoded with changes" not in write_page("a < b", {}, {}, [])


def test_the_page_asks_for_nothing() -> None:
    page = write_page("", {}, {}, [])
    assert not re.findall(r"""(?:src|href)\s*=|@import|url\(|fetch\(|https?://""", page)
