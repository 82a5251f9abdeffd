"""Candidates and maps of each step of a generated sentence: every control, every link."""

import pytest

from tests.apptest.reading import chart, chips, html
from tests.pages.language_model.conftest import Page
from tests.pages.language_model.reading import bars, rows


def test_each_key_changes_candidates_and_map(page: Page) -> None:
    app = page(prompt="the cat ")
    before = (bars(app), chart(app)["data"])
    assert len(bars(app)) == 8
    app.text_input("prompt").set_value("the cat does").run()
    assert bars(app) != before[0]
    assert chart(app)["data"] != before[1]
    assert chips(app, "Prompt") == ["the", "cat", "does"]
    generated = chips(app, "Generated")
    assert rows(app) == ["<bos> → the", "the → cat", "cat → does", f"does → {generated[0]}"]


def test_another_prompt_begins_at_its_first_step(page: Page) -> None:
    app = page()
    app.button("forward").click().run()
    assert app.slider("step").value == 2
    app.text_input("prompt").set_value("a").run()
    assert not app.exception
    assert app.slider("step").value == 1


def test_stepping_forward_and_back_is_exact(page: Page) -> None:
    app = page(prompt="she does ")
    first = (html(app), chart(app))
    assert app.slider("step").value == 1
    app.button("forward").click().run()
    assert app.slider("step").value == 2
    assert len(rows(app)) == 4
    assert chips(app, "Generated")[2:] == ["·"] * (len(chips(app, "Generated")) - 2)
    app.button("back").click().run()
    assert (html(app), chart(app)) == first


def test_masked_cells_are_blank(page: Page) -> None:
    spec = chart(page(prompt="the cat sees ", layer="2", head="3"))
    cells = spec["data"][0]
    assert len(cells["hovertext"]) == 4
    for place, row in enumerate(cells["hovertext"]):
        assert all("looks" in text for text in row[: place + 1])
        assert row[place + 1 :] == [""] * (3 - place)
    assert "predicting <b>the</b>" in cells["hovertext"][0][0]


@pytest.mark.parametrize(
    "query",
    [{"layer": "1"}, {"head": "2"}, {"mean": "false"}, {"stretch": "true", "layer": "1", "mean": "false"}],
    ids=str,
)
def test_the_choice_of_a_head_changes_the_map_and_not_the_tokens(page: Page, query: dict[str, str]) -> None:
    before, after = page(), page(**query)
    assert chart(before)["data"][0] != chart(after)["data"][0]
    assert (bars(before), chips(before, "Generated")) == (bars(after), chips(after, "Generated"))


def test_greedy_disables_the_sliders_and_sampling_uses_each(page: Page) -> None:
    names = ("temperature", "top_k", "top_p")
    app = page()
    assert all(app.slider(name).disabled for name in names)
    app.segmented_control("choosing").set_value("sampling").run()
    assert not any(app.slider(name).disabled for name in names)
    all_seeds = set()
    for seed in range(6):
        app.number_input("seed").set_value(seed).run()
        is_short = app.button("last").disabled
        if not is_short:
            app.button("last").click().run()
        all_seeds.add(tuple(chips(app, "Generated")))
        if not is_short:
            app.button("first").click().run()
    assert len(all_seeds) > 2
    plain = html(app)
    for name, value in (("temperature", 0.3), ("top_k", 3), ("top_p", 0.5)):
        before = app.slider(name).value
        app.slider(name).set_value(value).run()
        assert not app.exception
        assert html(app) != plain, name
        app.slider(name).set_value(before).run()
        assert html(app) == plain, name


def test_sampling_from_one_token_is_greedy(page: Page) -> None:
    greedy, one = page(step="99"), page(choosing="sampling", top_k="1", step="99")
    assert chips(greedy, "Generated") == chips(one, "Generated")
    assert "sampled from 1 token<" in html(one)


def test_a_link_restores_the_view(page: Page) -> None:
    query = dict(prompt="the dog ", layer="2", head="3", choosing="sampling", temperature="1.5", top_k="10",
                 top_p="0.9", seed="7", step="2")  # fmt: skip
    app = page(**query)
    assert [app.slider(name).value for name in ("layer", "head", "step", "top_k")] == [2, 3, 2, 10]
    assert [app.slider(name).value for name in ("temperature", "top_p")] == [1.5, 0.9]
    assert app.number_input("seed").value == 7
    again = page(**query)
    assert (html(app), chart(app)) == (html(again), chart(again))


@pytest.mark.parametrize(
    ("prompt", "step", "has_clicks"),
    [("a " * 59, 1, True), ("a " * 59, 2, False), ("a " * 60, 1, False), ("x" * 299, 1, False)],
)
def test_no_candidate_is_clicked_that_a_full_prompt_would_lose(
    page: Page, prompt: str, step: int, *, has_clicks: bool
) -> None:
    app = page(prompt=prompt, step=str(step))
    assert app.slider("step").value == step
    assert bars(app)
    assert ('data-forces="' in html(app)) == has_clicks


PARAMETERS = (
    "view", "layer", "head", "step", "mean", "stretch", "percentages", "choosing", "temperature", "top_k", "top_p",
    "seed",
)  # fmt: skip


@pytest.mark.parametrize("value", ["", "99", "-1", "1.5", "abc", "NaN", "1e9", "<b>", "\x00", "9" * 400], ids=ascii)
def test_a_nonsense_link_is_corrected(page: Page, value: str) -> None:
    for query in (dict.fromkeys(PARAMETERS, value), *({name: value} for name in PARAMETERS)):
        app = page(**query, prompt="the cat ")
        assert chips(app, "Prompt") == ["the", "cat"], query
        assert app.slider("layer").value in (1, 2), query
        assert app.get("plotly_chart"), query
