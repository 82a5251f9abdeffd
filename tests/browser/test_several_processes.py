"""Tests of several processes behind a real nginx, over one folder of runs."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, expect

from benchmarks.server import CACHE_VARIABLE, ROOT, find_free_ports, wait_until_healthy
from tests.browser.conftest import DESKTOP
from tests.browser.injection import pack_hostile_run
from tests.browser.screen import Screen, only

N_PROCESSES = 2
SENTENCE, FRENCH = "the cat sleeps ", ["le", "chat", "dort", "<eos>"]


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

    def count_websockets(self) -> list[int]:
        """Return the number of open connections of each process."""
        ports = range(self.first_port, self.first_port + N_PROCESSES)
        found = [each.laddr.port for port in ports for each in self.find_process(port).net_connections("tcp")
                 if each.status == psutil.CONN_ESTABLISHED and each.laddr.port == port]  # fmt: skip
        return [found.count(port) for port in ports]


@pytest.fixture(scope="module")
def site(url: str, cache: Path) -> Iterator[Site]:
    """Several processes with the trained model of the other tests."""
    if not shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"):
        pytest.fail("These tests need nginx (Debian: apt-get install nginx).", pytrace=False)
    port = find_free_ports(N_PROCESSES + 1)
    command = [sys.executable, "-m", "deploy.serve", f"--processes={N_PROCESSES}", f"--port={port}"]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | {CACHE_VARIABLE: str(cache)}) as server:
        try:
            for each in range(port + N_PROCESSES, port - 1, -1):  # nginx last: it does not try again at once
                assert wait_until_healthy(f"http://127.0.0.1:{each}", 60)
            yield Site(f"http://127.0.0.1:{port}", port + 1, psutil.Process(server.pid))
        finally:
            server.terminate()


@pytest.fixture
def visitors(browser: Browser, site: Site) -> Iterator[list[tuple[Screen, int]]]:
    """A visitor of each process, and the place of the process."""
    found: dict[int, Screen] = {}
    others = []
    while len(found) < N_PROCESSES:
        before = site.count_websockets()
        screen = Screen(browser.new_context(viewport=DESKTOP).new_page())
        screen.page.goto(f"{site.url}/?sentence={SENTENCE.replace(' ', '%20')}")
        screen.until(lambda view: view.translation == FRENCH and view.attention, 60)
        more = [after - earlier for earlier, after in zip(before, site.count_websockets(), strict=True)]
        if more.index(max(more)) in found:
            others.append(screen)
            assert len(others) < 30, "nginx sends every visitor to the same process"
        else:
            found[more.index(max(more))] = screen
    yield [(screen, place) for place, screen in found.items()]
    for screen in (*found.values(), *others):
        screen.page.context.close()


def test_every_page_works_behind_nginx_under_its_security_policy(browser: Browser, site: Site) -> None:
    screen = Screen(browser.new_context(viewport=DESKTOP).new_page())
    for path in ("/heads", "/attention", "/blocks", "/language_model", "/training", "/"):
        answer = screen.page.goto(f"{site.url}{path}")
        assert answer is not None
        assert "object-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        only(screen.page.locator(".st-key-pages"), 60)
        expect(screen.page.locator(".js-plotly-plot").first).to_be_visible(timeout=60_000)
        screen.assert_sound()
    screen.box.fill(SENTENCE)
    view = screen.until(lambda view: view.translation == FRENCH)
    assert view.attention
    screen.page.locator(".st-key-translation .token").nth(1).click()  # a component with a script of its own
    screen.until_url("step=2")
    screen.assert_sound()
    screen.page.context.close()


def test_a_run_uploaded_on_one_process_opens_on_the_other(
    visitors: list[tuple[Screen, int]], site: Site, tmp_path: Path
) -> None:
    (one, _), (other, _) = visitors
    data, description = pack_hostile_run(tmp_path, "shared")
    one.page.goto(f"{site.url}/training?view=Runs")
    file: Any = {"name": "run.zip", "mimeType": "application/zip", "buffer": data}
    only(one.page.locator(".st-key-pages"))
    one.page.locator("[class*='st-key-loaded'] input[type=file]").set_input_files(file)
    expect(one.page.locator(".named").nth(1)).to_contain_text("shared", timeout=30_000)
    runs = {path.parent.name for path in (Path(cache_of(site)) / "runs").glob("*/run.json")
            if json.loads(path.read_text())["corpus"] == description.corpus}  # fmt: skip
    (digest,) = runs
    other.page.goto(f"{site.url}/?run={digest}&sentence=a%20")
    other.until(lambda view: view.translation and view.attention, 60)
    other.until_url(f"run={digest}")
    expect(other.page.locator(".st-key-training_status")).to_contain_text("From a link")


def cache_of(site: Site) -> str:
    return site.find_process(site.first_port).environ()[CACHE_VARIABLE]


def test_a_visitor_of_a_killed_process_goes_on_with_another(visitors: list[tuple[Screen, int]], site: Site) -> None:
    (screen, place), (other, _) = visitors
    screen.box.fill("the dog sleeps ")
    screen.until(lambda view: view.translation == ["le", "chien", "dort", "<eos>"])
    site.find_process(site.first_port + place).kill()
    screen.page.wait_for_timeout(2000)
    assert screen.box.input_value() == "the dog sleeps "
    expect(screen.box).to_be_enabled(timeout=60_000)
    screen.until(lambda view: view.translation == ["le", "chien", "dort", "<eos>"], 60)
    screen.box.fill("the dog sees a cat ")
    screen.until(lambda view: view.translation == ["le", "chien", "voit", "un", "chat", "<eos>"], 60)
    other.box.fill("the dog sees a cat ")
    other.until(lambda view: view.translation == ["le", "chien", "voit", "un", "chat", "<eos>"], 60)
    assert wait_until_healthy(f"http://127.0.0.1:{site.first_port + place}", 60)  # it was started again
