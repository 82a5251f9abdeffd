"""Tests of what serves several processes."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import pytest

from benchmarks.server import find_free_ports
from deploy.serve import Starts, fill_in

ROOT = Path(__file__).parent.parent


def test_a_process_that_ends_again_and_again_before_it_answers_is_given_up() -> None:
    starts = Starts()
    assert [starts.count_end() for _ in range(3)] == [False, False, True]


def test_a_process_that_answered_is_started_again() -> None:
    starts = Starts()
    for number in range(90):
        starts.has_answered = number % 3 == 2
        assert not starts.count_end()


def test_the_headers_let_a_page_load_from_this_site_only() -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    headers = {name: quoted or bare for name, quoted, bare in re.findall(
        r'^ +add_header (\S+) (?:"([^"]*)"|(\S+)) always;', text, re.MULTILINE)}  # fmt: skip
    policy = headers.pop("Content-Security-Policy")
    sources = {name: set(rest) for name, *rest in (each.split() for each in policy.split(";"))}
    own = ("default-src", "base-uri", "form-action", "frame-ancestors")
    assert [sources.pop(name) for name in own] == [{"'self'"}] * len(own)
    assert sources.pop("object-src") == {"'none'"}
    assert sources.pop("connect-src") == {"'self'", "data:", "blob:"}
    assert sources.pop("script-src") == {"'self'", "'unsafe-inline'", "blob:"}, "not 'unsafe-eval'"
    assert sources.pop("style-src") == {"'self'", "'unsafe-inline'"}
    assert set().union(*sources.values()) <= {"'self'", "data:", "blob:"}, "no other site"
    assert headers == {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "SAMEORIGIN",
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }


@pytest.mark.skipif(os.name != "posix", reason="the command that stands for nginx is a script of the shell")
def test_serving_ends_with_a_sentence_where_nginx_cannot_start(tmp_path: Path) -> None:
    (tmp_path / "nginx").write_text("#!/bin/sh\nexit 7\n")
    (tmp_path / "nginx").chmod(0o755)
    command = [sys.executable, "-m", "deploy.serve", "--processes=1", f"--port={find_free_ports(2)}"]
    env = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=90)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1] == "nginx ended with 7 before it answered, 3 times in a row"


@pytest.mark.skipif(os.name != "posix", reason="the reason is that of POSIX systems")
def test_a_port_that_is_taken_is_named_before_anything_is_served() -> None:
    first = find_free_ports(2)
    for taken in (first, first + 1):
        command = [sys.executable, "-m", "deploy.serve", "--processes=1", f"--port={first}"]
        with socket.create_server(("127.0.0.1", taken)):
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=90)
        assert done.returncode == 1
        reason = "Address already in use"
        assert done.stderr == f"port {taken} of 127.0.0.1 cannot be used ({reason}): choose another with --port\n"


@pytest.mark.parametrize("option", ["--processes=0", "--port=0", "--port=65534"])
def test_ports_that_are_not_there_are_refused_before_anything_is_served(option: str) -> None:
    command = [sys.executable, "-m", "deploy.serve", option]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].endswith("a port from 1 on with enough others after it")


def test_the_configuration_fits_into_a_server_that_hides_its_version_already(tmp_path: Path) -> None:
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert nginx, "this test needs nginx (Debian: apt-get install nginx)"
    first = find_free_ports(2)
    text = fill_in("127.0.0.1", first, [first + 1], str(tmp_path))
    inside = text.partition("http {\n")[2].rpartition("}")[0].splitlines()
    (tmp_path / "site.conf").write_text("\n".join(line for line in inside if str(tmp_path) not in line))
    around = f"pid {tmp_path}/pid; events {{}} http {{ server_tokens off; include {tmp_path}/site.conf; }}"
    (tmp_path / "nginx.conf").write_text(around)
    command = [nginx, "-t", "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path), "-e", "stderr"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr


def test_an_address_with_a_long_sentence_is_passed_on_to_the_app(tmp_path: Path) -> None:
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert nginx, "this test needs nginx (Debian: apt-get install nginx)"
    first = find_free_ports(2)
    (tmp_path / "nginx.conf").write_text(fill_in("127.0.0.1", first, [first + 1], str(tmp_path)))
    with subprocess.Popen([nginx, "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path), "-e", "stderr"]) as server:
        try:
            status = _ask(first, f"/?sentence={quote('é ' * 6000)}")
        finally:
            server.terminate()
    assert status == 502, "the app does not run here; 414 would mean that nginx refuses the address"


def _ask(port: int, path: str) -> int:
    """Return the status with which a server answers that may still be starting."""
    for _ in range(100):
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), 10) as client:
            client.sendall(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
            return int(client.recv(12).split()[1])
        time.sleep(0.1)
    raise TimeoutError
