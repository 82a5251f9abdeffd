"""Choices that the URL holds without a widget: written by the page, or changed by the browser's Back."""

from ui.widgets import unbound_parameters


def test_a_change_of_the_url_is_told_once_and_what_was_written_is_none(url: dict[str, str]) -> None:
    unbound_parameters.write("a", "1")
    unbound_parameters.follow_url()
    assert not unbound_parameters.take_change("a")
    for text in ("2", ""):
        url.update(a=text)
        unbound_parameters.follow_url()
        assert [unbound_parameters.take_change(key) for key in ("b", "a", "a")] == [False, True, False]
        unbound_parameters.follow_url()
        assert not unbound_parameters.take_change("a")


def test_a_change_of_a_bound_choice_is_known_until_it_is_taken(url: dict[str, str]) -> None:
    unbound_parameters.note("a", "1")
    assert "a" not in url, "its widget writes it"
    url["a"] = "1"
    unbound_parameters.follow_url()
    assert not unbound_parameters.is_changed("a")
    url.clear()
    unbound_parameters.follow_url()
    assert [unbound_parameters.is_changed("a") for _ in range(2)] == [True, True]
    assert unbound_parameters.take_change("a")
    assert not unbound_parameters.is_changed("a")


def test_the_url_of_a_fragment_changes_nothing(url: dict[str, str]) -> None:
    unbound_parameters.write("a", "1")
    url.clear()
    assert not unbound_parameters.take_change("a")


def test_a_choice_is_read_as_written_although_a_fragment_comes_with_an_older_url(url: dict[str, str]) -> None:
    url["a"] = "of the link"
    assert [unbound_parameters.read(key) for key in ("a", "b")] == ["of the link", ""]
    unbound_parameters.write("a", "written")
    url["a"] = "of the link"
    assert unbound_parameters.read("a") == "written"
    unbound_parameters.follow_url()
    assert unbound_parameters.read("a") == "of the link"


def test_a_tick_with_an_older_url_takes_nothing_back(url: dict[str, str]) -> None:
    url.update(b="of the link")
    unbound_parameters.write("a", "written")
    unbound_parameters.write("b", "")
    unbound_parameters.note("c", "bound to a widget, which writes it")
    shown = dict(url)
    url.clear()
    url.update(b="of the link")
    unbound_parameters.write_again()
    assert url == shown == {"a": "written"}
    unbound_parameters.follow_url()
    assert not unbound_parameters.is_changed("a")
    url.update(a="of Back")
    unbound_parameters.follow_url()
    unbound_parameters.write_again()
    assert url == {"a": "of Back"}, "what Back brings is kept"


def test_an_empty_choice_has_no_parameter(url: dict[str, str]) -> None:
    for text, shown in (("1", {"a": "1"}), ("", {}), ("", {})):
        unbound_parameters.write("a", text)
        assert url == shown


def test_what_another_page_wrote_is_forgotten(url: dict[str, str]) -> None:
    unbound_parameters.write("a", "1")
    unbound_parameters.forget()
    url.clear()
    unbound_parameters.follow_url()
    assert not unbound_parameters.take_change("a")
