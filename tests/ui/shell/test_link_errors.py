"""Invalid values in a link are reported, valid ones are not."""

import pytest

from tests.apptest.fixtures import Open


def test_invalid_values_of_a_link_are_reported_once(opened: Open) -> None:
    app = opened(layer="99", head="abc", step="-1", kind="<b>", training_step="9" * 400, mean="maybe")
    (toast,) = app.toast
    for invalid in ("layer “99”", "head “abc”", r"step “\-1”", r"kind “\<b\>”", "step “999999999999999999999999…”"):
        assert invalid in toast.value
    assert "mean “maybe”" in toast.value
    assert not app.run().toast


def test_a_valid_link_is_not_reported(opened: Open) -> None:
    valid = {"kind": "encoder", "layer": "1", "head": "3", "mean": "true", "stretch": "true", "step": "1"}
    assert not opened(sentence="i eat fish", training_step="60", **valid).toast
    default = {"kind": "cross", "layer": "2", "head": "1", "mean": "false", "stretch": "false", "gold": "false"}
    assert not opened(**default).toast


@pytest.mark.parametrize("head", ["2", "2.0", "02"])
def test_a_head_is_named_however_its_number_is_written(opened: Open, head: str) -> None:
    app = opened(head=head)
    assert not app.toast
    assert (app.slider("head").value, app.toggle("mean").value) == (2, False)


def test_unknown_names_are_listed_and_leave_the_address(opened: Open) -> None:
    app = opened(heads="0", layer="1", **{"<b>": "1"})
    (toast,) = app.toast
    assert "“heads”, “\\<b\\>”" in toast.value.replace("\\,", ",")
    assert "invalid" not in toast.value
    assert not {"heads", "<b>"} & set(app.query_params)
    assert "layer" in app.query_params
    many = opened(**{f"odd{number}": "x" for number in range(9)}).toast[0].value
    assert "odd4" in many
    assert "odd5" not in many
    assert "and 4 more" in many
