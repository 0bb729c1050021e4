"""Starting the server and ending it, as people do it: by the command."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
import webbrowser
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from hippodrome.server.http import run
from hippodrome.server.http.run import ServeError
from hippodrome.server.settings import Settings
from tests.server.socket_client import SocketClient
from tests.serving import TIMEOUT_S, run_in_process


def refused(*arguments: str) -> str:
    """What the command says when it cannot start: one line, and exit code 2."""
    command = [sys.executable, "-m", "hippodrome.cli", "serve", "--no-browser", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("hippodrome: ")
    return lines[0]


# -------------------------------------------------------------------- starting and ending


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_when_it_is_told_to(tmp_path: Path, sent: signal.Signals) -> None:
    with run_in_process(tmp_path) as served:
        assert httpx.get(f"{served.address}/health", timeout=TIMEOUT_S).json()["status"] == "ok"
        assert f"Your matches are saved in {tmp_path / 'matches.sqlite'}" in served.output
        assert served.stop(sent) == 0
        assert served.output[-1] == "Hippodrome has stopped. Your matches are saved."
        assert "Traceback" not in served.log()
        assert "rror" not in served.log()


def test_everybody_is_told_and_the_next_start_finds_the_match_again(tmp_path: Path) -> None:
    with run_in_process(tmp_path, "--dev-games") as served:
        request = {"game": "pig", "scenario": "plain", "seats": [{"person": True}, {"person": True}]}
        created = httpx.post(f"{served.address}/api/matches", json=request, timeout=TIMEOUT_S).json()
        table = f"/socket/match/{created['id']}"
        keys = list(created["keys"].values())
        with (
            SocketClient(served.address, table, keys[:1]) as red,
            SocketClient(served.address, "/socket/lobby", keys) as lobby,
        ):
            red.wait_for("frame")
            assert red.play("roll")["type"] == "done"
            lobby.wait_for("rows")
            assert served.stop() == 0
            for line in (red, lobby):
                assert line.wait_for("problem")["code"] == "going"
                with pytest.raises(ConnectionClosed) as closed:
                    line.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
        served.start()
        with SocketClient(served.address, table, keys[:1]) as red:
            red.wait_for("frame")
            assert red.frame["move"] == 1
        assert served.stop() == 0
        assert "Traceback" not in served.log()


def test_the_folder_is_made_and_the_secret_is_for_the_owner_alone(tmp_path: Path) -> None:
    with run_in_process(tmp_path / "deep" / "data"):
        secret = tmp_path / "deep" / "data" / "secret"
        assert secret.stat().st_mode & 0o077 == 0


def test_matches_that_are_not_to_be_kept_leave_no_file(tmp_path: Path) -> None:
    with run_in_process(tmp_path, "--db", "off") as served:
        assert "Your matches are not saved: they are lost when the server stops." in served.output
        assert httpx.get(f"{served.address}/health", timeout=TIMEOUT_S).status_code == 200
        assert served.stop() == 0
    assert {path.name for path in tmp_path.iterdir()} <= {"secret", "log"}


def test_the_log_is_one_object_a_line_for_programs(tmp_path: Path) -> None:
    with run_in_process(tmp_path, "--log-json") as served:
        httpx.get(f"{served.address}/api/games?key=very-secret", timeout=TIMEOUT_S)
        served.stop()
        lines = [json.loads(line) for line in served.log().splitlines()]
    assert [line["event"] for line in lines] == ["server started", "request", "server stopped"]
    assert lines[1]["path"] == "/api/games"
    assert lines[1]["status"] == 200
    assert "very-secret" not in served.log()


# -------------------------------------------------------------------- what stands in the way


def test_a_port_that_is_taken_is_named_if_it_was_asked_for(tmp_path: Path) -> None:
    with run.bind_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} is in use" in refused("--data-dir", str(tmp_path), "--port", str(port))


def test_the_next_port_is_tried_if_none_was_asked_for() -> None:
    with run.bind_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with run.open_listener("127.0.0.1", port, is_given=False) as found:
            assert port < found.getsockname()[1] < port + run.MAX_PORTS_TRIED


@pytest.mark.parametrize("host", ["192.0.2.77", "no.such.host.invalid"])
def test_a_place_where_nobody_can_listen_is_named(host: str) -> None:
    with pytest.raises(ServeError, match=host):
        run.open_listener(host, 0, is_given=True)


def test_the_same_matches_have_one_server_and_it_is_named(tmp_path: Path) -> None:
    with run_in_process(tmp_path) as served:
        with pytest.raises(ServeError, match=served.address):
            run.lock_data(tmp_path / "matches.sqlite")
        served.kill()
        run.lock_data(tmp_path / "matches.sqlite").release()


def test_a_file_that_holds_no_matches_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Messala, " * 100)
    with pytest.raises(ServeError, match=r"letter\.txt"):
        asyncio.run(run.check_database(Settings(db=letter)))
    assert letter.read_text() == "Dear Messala, " * 100


def test_matches_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    later = sqlite3.connect(tmp_path / "matches.sqlite")
    later.execute("PRAGMA user_version=999")
    later.close()
    with pytest.raises(ServeError, match="newer version"):
        asyncio.run(run.check_database(Settings(data_dir=tmp_path)))


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServeError, match="--data-dir"):
        run.make_folder(tmp_path / "file" / "data")


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (Settings(public=True), "--origin"),
        (Settings(public=True, origins=("play.example.org",)), "is not an origin"),
        (Settings(origins=("https://play.example.org/path",)), "is not an origin"),
        (Settings(trusted_proxies=("127.0.0.1",)), "--public"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings: Settings, why: str) -> None:
    with pytest.raises(ServeError, match=why):
        run.serve(settings)


# -------------------------------------------------------------------- in public


def test_a_public_server_believes_its_own_proxy_and_nobody_else(tmp_path: Path) -> None:
    public = ["--public", "--origin", "https://play.example.org", "--log-json"]
    headers = {"Host": "play.example.org", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    for folder, more, expected in (("a", ["--trusted-proxy", "127.0.0.1"], "203.0.113.9"), ("b", [], "127.0.0.1")):
        with run_in_process(tmp_path / folder, *public, *more) as served:
            answer = httpx.get(f"{served.address}/api/games", headers=headers, timeout=TIMEOUT_S)
            assert answer.status_code == 200
            assert "strict-transport-security" in answer.headers
            assert httpx.get(f"{served.address}/api/docs", headers=headers, timeout=TIMEOUT_S).status_code == 404
            served.stop()
            lines = [json.loads(line) for line in served.log().splitlines()]
            assert lines[1]["from"] == expected


# -------------------------------------------------------------------- addresses and browsers


def test_addresses_are_such_as_can_be_typed() -> None:
    assert run.local_address("0.0.0.0", 8000) == "http://127.0.0.1:8000"
    assert run.local_address("::", 8000) == "http://[::1]:8000"
    assert run.local_address("::1", 8000) == "http://[::1]:8000"
    assert run.local_address("attic", 80) == "http://attic:80"


def test_it_says_so_if_the_pages_are_not_built(tmp_path: Path) -> None:
    lines = run.startup_lines(Settings(data_dir=tmp_path, static=tmp_path), 8000)
    assert any("./play" in line for line in lines)


class Screen:
    """What is written to: a terminal or not."""

    def __init__(self, is_terminal: bool = True) -> None:
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine with a screen, a terminal and a browser."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("browser"))
    return monkeypatch


def no_browser() -> webbrowser.BaseBrowser:
    raise webbrowser.Error("none")


def test_a_browser_is_opened_for_somebody_who_sits_there(desk: pytest.MonkeyPatch) -> None:
    desk.setattr(sys, "stdout", Screen())
    assert run.has_browser()


@pytest.mark.parametrize("without", ["terminal", "screen", "browser", "peace", "window"])
def test_no_browser_is_opened_for_nobody(desk: pytest.MonkeyPatch, without: str) -> None:
    desk.setattr(sys, "stdout", Screen(without != "terminal"))
    if without == "screen":
        desk.delenv("DISPLAY")
    elif without == "browser":
        desk.setattr(webbrowser, "get", no_browser)
    elif without == "peace":
        desk.setenv("CI", "true")
    elif without == "window":
        desk.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("a browser of the terminal"))
    assert not run.has_browser()


def test_a_door_that_cannot_be_opened_is_not_left_ajar() -> None:
    with pytest.raises(OSError, match="Address already in use"), run.bind_socket("127.0.0.1", 0) as taken:
        run.bind_socket("127.0.0.1", taken.getsockname()[1])
    with run.bind_socket("127.0.0.1", 65535), pytest.raises(ServeError, match="no port"):
        run.open_listener("127.0.0.1", 65535, is_given=False)
