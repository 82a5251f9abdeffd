"""Tests of what SECURITY.md promises about the whole project."""

import ast
import asyncio
import ipaddress
import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from streamlit.proto.Element_pb2 import Element

from benchmarks.server import find_free_ports, wait_until_healthy
from benchmarks.visitor import Visitor
from ui.widgets import upload_limits

ROOT = Path(__file__).parent.parent
SECRET = "only-for-the-log"
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
CODE = [ROOT / "app.py"] + [
    path for folder in ("model", "figures", "ui", "pages") for path in (ROOT / folder).rglob("*.py")
]


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_the_tests_that_hold_a_promise_exist(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_a_test() -> None:
    rows = [line for line in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")][
        1:
    ]
    assert len(rows) > 10
    assert all("`tests/" in row for row in rows)


def test_the_settings_are_those_of_a_closed_and_silent_server() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["address"] == "localhost"
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    protections = ("enableXsrfProtection", "enableCORS")
    assert all(config["server"].get(name, True) for name in protections), "Streamlit's defaults are kept"


def test_a_file_that_a_box_accepts_gets_to_it() -> None:
    largest = max(upload_limits.CORPUS, upload_limits.MATRICES, upload_limits.RECORD, upload_limits.RUN)
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["maxUploadSize"] == largest
    (body,) = re.findall(r"client_max_body_size (\d+)m;", (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8"))
    assert int(body) > largest, "there is a form around the file"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The port and process of a page that fails, served with the settings of this repository and no others."""
    page = tmp_path_factory.mktemp("page") / "failing.py"
    page.write_text(f"import streamlit as st\nst.write('before')\nraise RuntimeError('{SECRET}')\n")
    port = find_free_ports(1)
    command = [sys.executable, "-m", "streamlit", "run", str(page), f"--server.port={port}", "--server.headless=true"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            assert wait_until_healthy(f"http://localhost:{port}", 60, lambda: process.poll() is None)
            yield port, process
        finally:
            process.terminate()


def test_the_server_listens_on_this_machine_only(server: tuple[int, subprocess.Popen[bytes]]) -> None:
    port, process = server
    sockets = psutil.Process(process.pid).net_connections("inet")
    listening = {each.laddr.ip for each in sockets if each.status == psutil.CONN_LISTEN and each.laddr.port == port}
    assert listening
    assert all(ipaddress.ip_address(address).is_loopback for address in listening)


def test_an_upload_without_its_token_is_refused(server: tuple[int, subprocess.Popen[bytes]]) -> None:
    port, _ = server
    url = f"http://localhost:{port}/_stcore/upload_file/session/file"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(url, data=b"content", method="PUT"), timeout=30)
    assert refused.value.code == 403
    refused.value.close()


def test_an_exception_shows_no_traceback(server: tuple[int, subprocess.Popen[bytes]]) -> None:
    port, _ = server
    shown: list[Element] = []

    async def visit() -> None:
        visitor = await Visitor.open(f"http://localhost:{port}", lambda element, _: shown.append(element),
                                     lambda *_: None, {})  # fmt: skip
        receiving = asyncio.create_task(visitor.receive())
        await asyncio.wait_for(visitor.until_finished(1), 60)
        receiving.cancel()
        await visitor.socket.close()

    asyncio.run(visit())
    assert [element.markdown.body for element in shown if element.WhichOneof("type") == "markdown"] == ["before"]
    assert any(element.WhichOneof("type") == "exception" for element in shown)
    sent = " ".join(map(str, shown))
    assert SECRET not in sent
    assert "failing.py" not in sent
    assert "RuntimeError" not in sent


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_unpickled(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert "cache_data" not in path.read_text(encoding="utf-8"), "Streamlit pickles what it holds"
    assert not find_packages(tree) & {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        assert ast.unparse(call.func) not in {"eval", "exec", "__import__", "os.system", "torch.load"}
        assert not any(keyword.arg == "unsafe_allow_html" for keyword in call.keywords)
        if ast.unparse(call.func) == "np.load":
            assert "allow_pickle=False" in ast.unparse(call)


@pytest.mark.parametrize("line", ["import pickle", "from pickle import loads", "import pickle as p, json"])
def test_every_way_of_importing_is_seen(line: str) -> None:
    assert "pickle" in find_packages(ast.parse(line))


def find_packages(tree: ast.AST) -> set[str]:
    """Return the packages that a module imports."""
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names}
