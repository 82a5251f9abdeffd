"""Damaged copies of files: of their bytes, of the members of their archives, and of their JSON."""

import io
import json
import zipfile
import zlib
from typing import Any

from hypothesis import strategies as st

_HEADER = 8  # bytes before the JSON of a safetensors file, which hold its length
_SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 300) | st.sampled_from([2**31, 2**63, -1, 1e308, 1e-320])
    | st.floats() | st.text(max_size=8) | st.sampled_from(["x" * 5000, "../x", "cross", "encoder", "a" * 32])
)  # fmt: skip
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)


@st.composite
def mutate_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a copy with a few bytes changed, removed or added, or cut short."""
    changed = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(0, len(changed) - 1)))
        match draw(st.sampled_from(["change", "cut", "remove", "insert", "repeat"])):
            case "change" if changed:
                changed[place] = draw(st.integers(0, 255))
            case "cut":
                del changed[place:]
            case "remove":
                del changed[place : place + draw(st.integers(1, 40))]
            case "insert":
                changed[place:place] = draw(
                    st.binary(min_size=1, max_size=8) | st.sampled_from([b"NaN", b"1e999", b'"', b"{}"])
                )
            case "repeat":
                changed[place:place] = changed[place : place + draw(st.integers(1, 200))]
    return bytes(changed)


def mutate_text(text: str) -> st.SearchStrategy[str]:
    """Draw a changed copy of a text."""
    return mutate_bytes(text.encode(errors="replace")).map(lambda data: data.decode(errors="replace"))


@st.composite
def mutate_json(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a copy of a JSON file with a few of its values replaced or removed, or one of its bytes if it is none."""
    try:
        tree: Any = json.loads(data)
    except (ValueError, RecursionError):
        return draw(mutate_bytes(data))
    for _ in range(draw(st.integers(1, 3))):
        tree = _mutate_tree(draw, tree)
    return json.dumps(tree).encode()


def mutate_member(name: str, data: bytes) -> st.SearchStrategy[bytes]:
    """Draw a damaged copy of a file of a run or a record, by the kind of file that its name tells."""
    if name.endswith(".json"):
        return mutate_json(data) | mutate_bytes(data)
    if name.endswith(".safetensors"):
        return _mutate_header(data) | mutate_bytes(data)
    return mutate_bytes(data)


@st.composite
def mutate_archive(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a damaged copy of a zip file: mostly with valid checksums of damaged members, sometimes of its bytes."""
    if draw(st.integers(0, 4)) == 0:
        return draw(mutate_bytes(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            kind = archive.infolist()[0].compress_type
            members = {info.filename: archive.read(info) for info in archive.infolist()}
    except (*_ZIP_ERRORS, IndexError, KeyError):
        return draw(mutate_bytes(data))
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from(sorted(members)))
        match draw(st.sampled_from(["damage", "damage", "damage", "remove", "exchange", "rename"])):
            case "damage":
                members[name] = draw(mutate_member(name, members[name]))
            case "remove" if len(members) > 1:
                del members[name]
            case "exchange":
                members[name] = members[draw(st.sampled_from(sorted(members)))]
            case "rename":
                members[draw(mutate_text(name))] = members.pop(name)
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", kind) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name or "x"), content, kind)
    return result.getvalue()


@st.composite
def _mutate_header(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a copy of a safetensors file with another header, whose length is right."""
    size = int.from_bytes(data[:_HEADER], "little")
    try:
        tree: Any = json.loads(data[_HEADER : _HEADER + size])
        metadata = tree["__metadata__"]
        name = draw(st.sampled_from(sorted(metadata)))
        if draw(st.booleans()):
            metadata[name] = draw(mutate_json(metadata[name].encode())).decode(errors="replace")
        else:
            tree = _mutate_tree(draw, tree)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return draw(mutate_bytes(data))
    header = json.dumps(tree).encode()
    return len(header).to_bytes(_HEADER, "little") + header + data[_HEADER + size :]


def _mutate_tree(draw: st.DrawFn, tree: Any) -> Any:
    """Return the tree with one of its values replaced, removed or repeated."""
    if not isinstance(tree, dict | list) or not tree or draw(st.integers(0, 3)) == 0:
        return draw(_VALUES)
    keys = sorted(tree) if isinstance(tree, dict) else range(len(tree))
    key: Any = draw(st.sampled_from(keys))
    if draw(st.integers(0, 5)) == 0:
        del tree[key]
    elif isinstance(tree, list) and draw(st.integers(0, 5)) == 0:
        tree.insert(key, tree[key])
    else:
        tree[key] = _mutate_tree(draw, tree[key])
    return tree
