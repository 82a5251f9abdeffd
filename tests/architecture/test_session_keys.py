"""Session keys are defined once, in the modules of keys, and the session is reached in one module."""

import ast

from tests.architecture.source_files import files


def test_the_session_is_reached_in_one_module() -> None:
    texts = {path: path.read_text(encoding="utf-8") for package in ("ui", "pages") for path in files(package)}
    assert [path.name for path, text in texts.items() if "st.session_state" in text] == ["session.py"]


def test_session_keys_are_given_once() -> None:
    keys = [
        node.value
        for path in files("ui")
        if path.stem.endswith("_keys")
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Assign)
        for node in ast.walk(statement.value)
        if isinstance(node, ast.Constant)
    ]
    assert len(keys) == len(set(keys))


def test_session_keys_are_written_nowhere_else() -> None:
    keys = [
        f"{path}:{given.lineno}"
        for path in files("ui")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for given in find_keys(call)
        if begins_with_a_text(given)
    ]
    assert not keys


def begins_with_a_text(key: ast.expr) -> bool:
    """Return True if a key, or one of several in turn, begins with a text that is written there."""
    match key:
        case ast.Constant():
            return True
        case ast.JoinedStr(values=[first, *_]) | ast.FormattedValue(value=first):
            return begins_with_a_text(first)
        case ast.BoolOp(values=choices):
            return any(map(begins_with_a_text, choices))
        case ast.IfExp(body=one, orelse=other):
            return begins_with_a_text(one) or begins_with_a_text(other)
    return False


def find_keys(call: ast.Call) -> list[ast.expr]:
    """Return the session keys among the arguments of a call: a chart and a map take theirs by position."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "key"]
    match ast.unparse(call.func), call.args:
        case "chart.draw", [_, key, *_]:
            given.append(key)
        case name, [key, *_] if name.endswith("iew.draw") or name.endswith(").draw"):
            given.append(key)
    return given
