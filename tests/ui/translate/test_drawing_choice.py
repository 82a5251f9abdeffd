"""A head drawn as a map or as lines, and a layer as lines by head."""

import re

from tests.apptest.fixtures import Open
from tests.apptest.reading import chart, html
from ui.translate import opening_view


def test_a_head_is_drawn_as_a_map_or_as_lines_of_the_same_size(opened: Open) -> None:
    for kind in ("cross", "encoder", "decoder"):
        app = opened(kind=kind, sentence="the cat sees the dog ", step="2")
        drawn = chart(app)
        app.button_group("drawn_as").set_value("lines").run()
        assert not app.exception
        lines = chart(app)
        assert ([trace["type"] for trace in drawn["data"]], drawn["layout"].get("meta")) == (["heatmap"], None)
        (points,) = lines["data"]
        queries, keys = drawn["layout"]["yaxis"]["ticktext"], drawn["layout"]["xaxis"]["ticktext"]
        texts = [text.removeprefix("<b>").removesuffix("</b>") for text in points["text"]]
        assert texts == [*queries, *keys]
        assert lines["layout"]["height"] == drawn["layout"]["height"]
        app.button_group("drawn_as").set_value("map").run()
        assert chart(app) == drawn


def test_lines_by_head_show_all_heads_of_the_layer(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ", step="2", layer="1", drawn_as="lines by head")
    assert not app.exception
    points, *heads = chart(app)["data"]
    assert [head["name"] for head in heads] == [f"head {number}" for number in (1, 2, 3, 4)]
    drawn = {shape["line"]["color"] for shape in chart(app)["layout"]["shapes"]}
    assert drawn == {head["line"]["color"] for head in heads}
    assert all(color in html(app) for color in drawn), "the page names them too"
    assert all(re.match(r"generating <b>.*?<br>head 1: \d", text) for text in points["hovertext"][:2])
    app.toggle("mean").set_value(False).run()
    app.slider("head").set_value(3).run()
    assert chart(app)["layout"]["shapes"][-1]["line"]["color"] == heads[2]["line"]["color"]


def test_percentages_stand_in_the_cells_of_the_map(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ")
    assert "texttemplate" not in chart(app)["data"][0]
    app.toggle("percentages").set_value(True).run()
    cells = chart(app)["data"][0]
    sums = [sum(int(text or 0) for text in row) for row in cells["text"]]
    assert all(95 <= each <= 105 for each in sums[: app.slider("step").value])
    assert not any(sums[app.slider("step").value :]), "rows of later steps are blank"
    app.button_group("drawn_as").set_value("lines").run()
    assert app.toggle("percentages").disabled


def test_a_link_to_lines_opens_with_a_line_of_help_for_lines(opened: Open) -> None:
    app = opened(drawn_as="lines")
    assert chart(app)["layout"]["meta"]
    assert opening_view.LINES_HELP in html(app)
    assert opening_view.HELP not in html(app)
    assert 'class="scale widths"' in html(app)


def test_lines_of_an_empty_page_invite_as_a_map_does(opened: Open) -> None:
    app = opened(sentence="", drawn_as="lines")
    assert not app.exception
    assert not app.get("plotly_chart")
