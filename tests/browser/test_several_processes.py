"""Tests of several processes behind a real nginx, over one folder of runs."""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psutil
import pytest
from playwright.sync_api import Browser, expect

from benchmarks.server import ROOT, find_free_ports, wait_until_healthy
from deploy.serve import fill_in
from model.storage.cache_folders import CACHE_VARIABLE
from tests.browser.conftest import DESKTOP, TRAINING_TIME
from tests.browser.injection import pack_hostile_run
from tests.browser.screen import Screen

N_PROCESSES = 2
SECONDS_PASSED_OVER = 6  # nginx asks a process that did not answer again after 5 s
TRAINING = "view=New&new_steps=1200&new_layers=1&new_heads=2&new_width=32&new_inner=32"
SENTENCE, FRENCH = "the cat sleeps ", ["le", "chat", "dort", "·"]


@dataclass
class Site:
    """The address of nginx, and the first port of the processes behind it."""

    url: str
    first_port: int
    server: psutil.Process

    def find_process(self, port: int) -> psutil.Process:
        """Return the process that listens on a port."""
        for child in self.server.children():
            if f"--server.port={port}" in child.cmdline():
                return child
        raise AssertionError(f"nothing listens on {port}")

    def find_connections(self) -> set[tuple[int, int]]:
        """Return the open connections of nginx with the processes: the place of the process, and the port of nginx."""
        ports = range(self.first_port, self.first_port + N_PROCESSES)
        return {(place, each.raddr.port) for place, port in enumerate(ports)
                for each in self.find_process(port).net_connections("tcp")
                if each.status == psutil.CONN_ESTABLISHED and each.laddr.port == port}  # fmt: skip

    def find_new_places(self, before: set[tuple[int, int]]) -> set[int]:
        """Return the places of the processes that have got a connection since then."""
        return {place for place, _ in self.find_connections() - before}


@pytest.fixture(scope="module")
def nginx() -> str:
    """The path of nginx."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    return found or pytest.fail("These tests need nginx (Debian: apt-get install nginx).", pytrace=False)


@pytest.fixture(scope="module")
def site(url: str, cache: Path, nginx: str) -> Iterator[Site]:
    """Several processes with the trained model of the other tests."""
    port = find_free_ports(N_PROCESSES + 1)
    command = [sys.executable, "-m", "deploy.serve", f"--processes={N_PROCESSES}", f"--port={port}"]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | {CACHE_VARIABLE: str(cache)}) as server:
        try:
            assert wait_until_healthy(f"http://127.0.0.1:{port}", 120)
            yield Site(f"http://127.0.0.1:{port}", port + 1, psutil.Process(server.pid))
        finally:
            server.terminate()


@pytest.fixture
def visitors(browser: Browser, site: Site) -> Iterator[list[tuple[Screen, int]]]:
    """A visitor of each process, and the place of the process."""
    found: dict[int, Screen] = {}
    others = []
    while len(found) < N_PROCESSES:
        before = site.find_connections()
        screen = Screen(browser.new_context(viewport=DESKTOP).new_page())
        screen.page.goto(f"{site.url}/?sentence={SENTENCE.replace(' ', '%20')}")
        screen.until(lambda view: view.translation == FRENCH and view.attention, 60)
        (place,) = site.find_new_places(before)
        if place in found:
            others.append(screen)
            assert len(others) < 30, "nginx sends every visitor to the same process"
        else:
            found[place] = screen
    yield [(screen, place) for place, screen in found.items()]
    for screen in (*found.values(), *others):
        screen.page.context.close()


def test_every_page_works_behind_nginx_under_its_security_policy(browser: Browser, site: Site) -> None:
    screen = Screen(browser.new_context(viewport=DESKTOP).new_page())
    expected = read_headers()
    assert len(expected) == 5
    for path in ("/heads", "/attention", "/blocks", "/language_model", "/training", "/"):
        answer = screen.page.goto(f"{site.url}{path}")
        assert answer is not None
        assert expected.items() <= answer.headers.items()
        screen.only(screen.page.locator(".st-key-pages"), 60)
        expect(screen.page.locator(".js-plotly-plot").first).to_be_visible(timeout=60_000)
        screen.assert_sound()
    screen.box.fill(SENTENCE)
    screen.until(lambda view: view.translation == FRENCH and view.attention)
    screen.page.locator(".st-key-translation .token").nth(1).click()  # a component with a script of its own
    screen.until_url("step=2")
    screen.assert_sound()
    screen.page.context.close()


def read_headers() -> dict[str, str]:
    """Return the headers that the configuration adds to every answer."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    added = re.findall(r'^ +add_header (\S+) (?:"([^"]*)"|(\S+)) always;', text, re.MULTILINE)
    return {name.lower(): quoted or bare for name, quoted, bare in added}


def test_another_site_opens_no_session(site: Site) -> None:
    host = site.url.removeprefix("http://")
    foreign = ("http://other.example", f"http://other.example.{host}", f"http://{host}.other.example")
    for origin, status in ((f"http://{host}", 101), *((each, 403) for each in foreign)):
        connection, answer = open_websocket(host, origin)
        assert answer == status, origin
        connection.close()


def test_visitors_from_one_address_take_the_processes_in_turn(site: Site) -> None:
    host, before = site.url.removeprefix("http://"), site.find_connections()
    connections = [open_websocket(host, site.url)[0] for _ in range(2 * N_PROCESSES)]
    places = [place for place, _ in site.find_connections() - before]
    assert sorted(places) == sorted([*range(N_PROCESSES)] * 2)
    for connection in connections:
        connection.close()


def open_websocket(host: str, origin: str) -> tuple[http.client.HTTPConnection, int]:
    """Ask for a websocket, without cookies; return the connection and the status of the answer."""
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request("GET", "/_stcore/stream", headers={
        "Origin": origin, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol": "streamlit",
    })  # fmt: skip
    return connection, connection.getresponse().status


def test_what_visitors_type_is_not_logged_while_a_process_is_away(nginx: str, tmp_path: Path) -> None:
    port = find_free_ports(2)
    configuration = tmp_path / "nginx.conf"
    configuration.write_text(fill_in("127.0.0.1", port, [port + 1], str(tmp_path)))
    command = [nginx, "-c", str(configuration), "-p", str(tmp_path), "-e", "stderr"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            deadline = time.monotonic() + 30
            while (status := ask_status(port, "/?sentence=confidential")) is None:
                assert time.monotonic() < deadline, "nginx does not answer"
                time.sleep(0.1)
        finally:
            server.terminate()
        _, log = server.communicate(timeout=30)
    assert status == 502, "nothing stands behind it"
    assert "confidential" not in log


def ask_status(port: int, path: str) -> int | None:
    """Return the status of an answer, None while nothing answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except ConnectionError:
        return None
    finally:
        connection.close()


def test_a_run_uploaded_on_one_process_opens_on_the_other(
    visitors: list[tuple[Screen, int]], site: Site, tmp_path: Path
) -> None:
    (one, _), (other, _) = visitors
    data, description = pack_hostile_run(tmp_path, "shared")
    one.page.goto(f"{site.url}/training?view=Runs")
    file: Any = {"name": "run.zip", "mimeType": "application/zip", "buffer": data}
    one.only(one.page.locator(".st-key-pages"))
    one.page.locator("[class*='st-key-run_upload'] input[type=file]").set_input_files(file)
    expect(one.page.locator(".named").nth(1)).to_contain_text("shared", timeout=30_000)
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="Download").last.click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
        assert "run.json" in archive.namelist()
    one.assert_sound()
    runs = {path.parent.name for path in (Path(cache_of(site)) / "runs").glob("*/run.json")
            if json.loads(path.read_text())["corpus"] == description.corpus}  # fmt: skip
    (digest,) = runs
    other.page.goto(f"{site.url}/?run={digest}&sentence=a%20")
    other.until(lambda view: view.translation and view.attention, 60)
    other.until_url(f"run={digest}")
    expect(other.page.locator(".st-key-training_status")).to_contain_text("From a link")
    expect(other.page.locator(".st-key-training_status")).to_be_visible()


def test_a_training_on_one_process_is_followed_on_the_other(visitors: list[tuple[Screen, int]], site: Site) -> None:
    (one, _), (other, _) = visitors
    one.page.goto(f"{site.url}/training?{TRAINING}")
    expect(one.page.locator(".st-key-start button")).to_be_enabled(timeout=60_000)
    one.page.locator(".st-key-start button").click()
    one.page.wait_for_url("**/training?*run=*", timeout=60_000)
    (digest,) = parse_qs(urlsplit(one.page.url).query)["run"]
    expect(one.page.locator(".st-key-training_status [title^='step']")).to_be_visible(timeout=60_000)
    other.page.goto(f"{site.url}/training?view=Watch&run={digest}")
    status, steps = other.page.locator(".st-key-training_status"), set()
    deadline = time.monotonic() + TRAINING_TIME
    while "trained ·" not in (status.text_content(timeout=60_000) or "") and time.monotonic() < deadline:
        progress = status.locator("[title^='step']")
        steps |= set(progress.evaluate_all("spans => spans.map(span => span.title)"))
        other.page.wait_for_timeout(50)
    expect(status).to_contain_text("trained ·")
    assert len(steps) > 1, "it shows the progress of the other process"
    for screen in (one, other):
        expect(screen.page.locator(".st-key-training_status")).to_contain_text("trained ·", timeout=60_000)
        screen.assert_sound()


def cache_of(site: Site) -> str:
    return site.find_process(site.first_port).environ()[CACHE_VARIABLE]


def test_a_visitor_who_has_done_nothing_yet_goes_on_after_a_restart(
    visitors: list[tuple[Screen, int]], site: Site
) -> None:
    (screen, place), _ = visitors
    site.find_process(site.first_port + place).kill()
    screen.page.wait_for_timeout(2000)
    expect(screen.box).to_be_enabled(timeout=60_000)
    screen.box.fill("the dog sleeps ")
    screen.until(lambda view: view.translation == ["le", "chien", "dort", "·"], 60)
    assert wait_until_healthy(f"http://127.0.0.1:{site.first_port + place}", 60)


def test_a_visitor_of_a_killed_process_goes_on_with_another(visitors: list[tuple[Screen, int]], site: Site) -> None:
    (screen, place), (other, _) = visitors
    screen.box.fill("the dog sleeps ")
    screen.until(lambda view: view.translation == ["le", "chien", "dort", "·"])
    before = site.find_connections()
    site.find_process(site.first_port + place).kill()
    screen.page.wait_for_timeout(2000)
    assert screen.box.input_value() == "the dog sleeps "
    expect(screen.box).to_be_enabled(timeout=60_000)
    assert site.find_new_places(before) == {1 - place}, "the other process answers"
    screen.until(lambda view: view.translation == ["le", "chien", "dort", "·"], 60)
    screen.box.fill("the dog sees a cat ")
    screen.until(lambda view: view.translation == ["le", "chien", "voit", "un", "chat", "·"], 60)
    other.box.fill("the dog sees a cat ")
    other.until(lambda view: view.translation == ["le", "chien", "voit", "un", "chat", "·"], 60)
    assert wait_until_healthy(f"http://127.0.0.1:{site.first_port + place}", 60)  # it was started again
    screen.page.wait_for_timeout(SECONDS_PASSED_OVER * 1000)
    screen.page.get_by_role("link", name="Training").click()
    screen.choose("view", "Runs")
    with screen.page.expect_download() as download:
        screen.page.get_by_role("button", name="Download").last.click()
    assert zipfile.is_zipfile(download.value.path()), "files come from the process that the page is connected to"
    file: Any = {"name": "run.zip", "mimeType": "application/zip", "buffer": b"no archive"}
    screen.page.locator("[class*='st-key-run_upload'] input[type=file]").set_input_files(file)
    expect(screen.page.get_by_text("not a run")).to_be_visible(timeout=30_000)
