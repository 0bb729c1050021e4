"""Starting and stopping the server with the command; ports, files, settings and browsers."""

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
import typer.testing
from websockets.exceptions import ConnectionClosed

from hippodrome import cli
from hippodrome.server.http import run
from hippodrome.server.http.addresses import local_address
from hippodrome.server.http.run import ServeError
from hippodrome.server.settings import Quotas, Retention, Settings
from tests.server.socket_client import SocketClient
from tests.serving import TIMEOUT_S, make_settings, run_in_process, run_in_thread


def startup_error(*arguments: str) -> str:
    """Run the command, which must fail with exit code 2 and one line of error, and return that line."""
    command = [sys.executable, "-m", "hippodrome.cli", "serve", "--no-browser", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("hippodrome: ")
    return lines[0]


# -------------------------------------------------------------------- starting and stopping


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_prints_its_address_and_stops_on_a_signal(tmp_path: Path, signal_number: signal.Signals) -> None:
    with run_in_process(tmp_path) as server:
        assert httpx.get(f"{server.address}/health", timeout=TIMEOUT_S).json()["status"] == "ok"
        assert f"Your matches are saved in {tmp_path / 'matches.sqlite'}" in server.output
        assert server.stop(signal_number) == 0
        assert server.output[-1] == "Hippodrome has stopped. Your matches are saved."
        assert "Traceback" not in server.log()
        assert "rror" not in server.log()


def test_a_shutdown_is_announced_and_the_match_is_there_after_a_restart(tmp_path: Path) -> None:
    with run_in_process(tmp_path, "--dev-games") as server:
        request = {"game": "pig", "scenario": "plain", "seats": [{"person": True}, {"person": True}]}
        created = httpx.post(f"{server.address}/api/matches", json=request, timeout=TIMEOUT_S).json()
        path = f"/socket/match/{created['id']}"
        keys = list(created["keys"].values())
        with (
            SocketClient(server.address, path, keys[:1]) as red,
            SocketClient(server.address, "/socket/lobby", keys) as lobby,
        ):
            red.wait_for("frame")
            assert red.play("roll")["type"] == "done"
            lobby.wait_for("lobby_list")
            assert server.stop() == 0
            for client in (red, lobby):
                assert client.wait_for("socket_error")["code"] == "shutdown"
                with pytest.raises(ConnectionClosed) as closed:
                    client.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
        server.start()
        with SocketClient(server.address, path, keys[:1]) as red:
            red.wait_for("frame")
            assert red.frame["move"] == 1
        assert server.stop() == 0
        assert "Traceback" not in server.log()


def test_the_data_folder_is_created_and_the_secret_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    with run_in_process(tmp_path / "deep" / "data"):
        secret = tmp_path / "deep" / "data" / "secret"
        assert secret.stat().st_mode & 0o077 == 0


def test_a_broken_signing_key_stops_the_start_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "signing-key").write_bytes(b"\xff\x00")
    line = startup_error("--data-dir", str(tmp_path))
    assert f"cannot sign records: {tmp_path / 'signing-key'} does not hold a signing key" in line


def test_a_server_without_database_writes_no_file(tmp_path: Path) -> None:
    with run_in_process(tmp_path, "--db", "off") as server:
        assert "Your matches are not saved: they are lost when the server stops." in server.output
        assert httpx.get(f"{server.address}/health", timeout=TIMEOUT_S).status_code == 200
        assert server.stop() == 0
    assert {path.name for path in tmp_path.iterdir()} <= {"secret", "signing-key", "public-keys.json", "log"}


def test_the_json_log_has_one_object_per_line(tmp_path: Path) -> None:
    with run_in_process(tmp_path, "--log-json") as server:
        httpx.get(f"{server.address}/api/games?key=very-secret", timeout=TIMEOUT_S)
        server.stop()
        lines = [json.loads(line) for line in server.log().splitlines()]
    assert [line["event"] for line in lines] == ["server started", "request", "server stopped"]
    assert lines[1]["path"] == "/api/games"
    assert lines[1]["status"] == 200
    assert "very-secret" not in server.log()


# -------------------------------------------------------------------- errors at the start


def test_a_requested_port_that_is_in_use_is_an_error(tmp_path: Path) -> None:
    with run.bind_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} is in use" in startup_error("--data-dir", str(tmp_path), "--port", str(port))


def test_the_next_free_port_is_used_if_none_was_requested() -> None:
    with run.bind_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with run.open_listener("127.0.0.1", port, is_given=False) as listener:
            assert port < listener.getsockname()[1] < port + run.MAX_PORTS_TRIED


@pytest.mark.parametrize("host", ["192.0.2.77", "no.such.host.invalid"])
def test_an_unusable_host_is_named_in_the_error(host: str) -> None:
    with pytest.raises(ServeError, match=host):
        run.open_listener(host, 0, is_given=True)


def test_a_second_server_on_the_same_database_names_the_first(tmp_path: Path) -> None:
    with run_in_process(tmp_path) as server:
        with pytest.raises(ServeError, match=server.address):
            run.lock_data(tmp_path / "matches.sqlite")
        server.kill()
        run.lock_data(tmp_path / "matches.sqlite").release()


def test_a_lock_file_that_cannot_be_written_is_reported_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite.lock").mkdir()
    with pytest.raises(
        ServeError, match=rf"^cannot write to {tmp_path}: Is a directory; choose another file with --db$"
    ):
        run.lock_data(tmp_path / "matches.sqlite")


def test_a_file_that_is_not_a_database_is_left_unchanged(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Messala, " * 100)
    with pytest.raises(ServeError, match=r"letter\.txt"):
        asyncio.run(run.check_database(Settings(db=letter)))
    assert letter.read_text() == "Dear Messala, " * 100


def test_a_database_of_a_newer_version_is_rejected(tmp_path: Path) -> None:
    later = sqlite3.connect(tmp_path / "matches.sqlite")
    later.execute("PRAGMA user_version=999")
    later.close()
    with pytest.raises(ServeError, match="newer version"):
        asyncio.run(run.check_database(Settings(data_dir=tmp_path)))


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path: Path) -> None:
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
def test_inconsistent_settings_are_rejected(settings: Settings, why: str) -> None:
    with pytest.raises(ServeError, match=why):
        run.serve(settings)


@pytest.mark.parametrize(
    ("content", "problem"), [(b"", "is empty"), (b" \n", "is empty"), (b"\xff\x00\x80", "not text")]
)
def test_a_damaged_secret_is_an_error_of_one_line(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "secret").write_bytes(content)
    error = startup_error("--data-dir", str(tmp_path))
    assert problem in error
    assert "restore it from a copy, or delete it" in error
    assert (tmp_path / "secret").read_bytes() == content


# -------------------------------------------------------------------- public servers


def test_a_public_server_without_trusted_proxy_prints_a_warning() -> None:
    public = Settings(public=True, origins=("https://play.example.org",))
    assert run.NO_TRUSTED_PROXY in run.startup_lines(public, 8000)
    proxied = Settings(public=True, origins=public.origins, trusted_proxies=("127.0.0.1",))
    assert run.NO_TRUSTED_PROXY not in run.startup_lines(proxied, 8000)
    assert run.NO_TRUSTED_PROXY not in run.startup_lines(Settings(), 8000)


def test_a_public_server_does_not_describe_its_api(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, public=True, origins=("https://play.example.org",))
    with run_in_thread(settings) as address:
        for path in ("/api/openapi.json", "/api/docs"):
            answer = httpx.get(f"{address}{path}", headers={"host": "play.example.org"}, timeout=TIMEOUT_S)
            assert answer.status_code == 404, path


def test_the_command_sets_quotas_and_times(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Settings] = []
    monkeypatch.setattr(run, "serve", lambda settings, **rest: seen.append(settings))
    options = ["--max-matches", "5", "--max-imports", "6", "--max-mb", "7", "--keep-unfinished", "8"]
    options += ["--keep-finished", "9", "--keep-imported", "10", "--min-free-mb", "11"]
    for words in ([], ["--public"], options, ["--no-limits"]):
        result = typer.testing.CliRunner().invoke(cli.app, ["serve", *words])
        assert result.exit_code == 0, result.output
    assert [(one.quotas, one.retention, one.min_free_mb) for one in seen] == [
        (Quotas.default(public=False), Retention(), 200),
        (Quotas.default(public=True), Retention(90, 365, 90), 200),
        (Quotas(5, 6, 7), Retention(8, 9, 10), 11),
        (Quotas(), Retention(), 200),
    ]
    assert [one.connection_limits.per_address for one in seen] == [300, 300, 300, 0]


def test_a_public_server_trusts_only_its_configured_proxy(tmp_path: Path) -> None:
    public = ["--public", "--origin", "https://play.example.org", "--log-json"]
    headers = {"Host": "play.example.org", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    for folder, more, expected in (("a", ["--trusted-proxy", "127.0.0.1"], "203.0.113.9"), ("b", [], "127.0.0.1")):
        with run_in_process(tmp_path / folder, *public, *more) as server:
            answer = httpx.get(f"{server.address}/api/games", headers=headers, timeout=TIMEOUT_S)
            assert answer.status_code == 200
            assert "strict-transport-security" in answer.headers
            assert httpx.get(f"{server.address}/api/docs", headers=headers, timeout=TIMEOUT_S).status_code == 404
            server.stop()
            lines = [json.loads(line) for line in server.log().splitlines()]
            assert next(line["from"] for line in lines if line["event"] == "request") == expected


# -------------------------------------------------------------------- addresses and browsers


def test_the_printed_address_can_be_opened_in_a_browser() -> None:
    assert local_address("0.0.0.0", 8000) == "http://127.0.0.1:8000"
    assert local_address("::", 8000) == "http://[::1]:8000"
    assert local_address("::1", 8000) == "http://[::1]:8000"
    assert local_address("attic", 80) == "http://attic:80"


def test_the_server_reports_a_client_that_is_not_built(tmp_path: Path) -> None:
    lines = run.startup_lines(Settings(data_dir=tmp_path, static=tmp_path), 8000)
    assert any("./play" in line for line in lines)


class FakeStdout:
    """Standard output that is a terminal or not."""

    def __init__(self, is_terminal: bool = True) -> None:
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine with a display, a terminal and a graphical browser."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("browser"))
    return monkeypatch


def no_browser() -> webbrowser.BaseBrowser:
    raise webbrowser.Error("none")


def test_a_browser_is_opened_on_a_desktop_with_a_terminal(desktop: pytest.MonkeyPatch) -> None:
    desktop.setattr(sys, "stdout", FakeStdout())
    assert run.has_browser()


@pytest.mark.parametrize("without", ["terminal", "display", "browser", "interactive user", "graphical browser"])
def test_no_browser_is_opened_without_terminal_display_or_graphical_browser(
    desktop: pytest.MonkeyPatch, without: str
) -> None:
    desktop.setattr(sys, "stdout", FakeStdout(without != "terminal"))
    if without == "display":
        desktop.delenv("DISPLAY")
    elif without == "browser":
        desktop.setattr(webbrowser, "get", no_browser)
    elif without == "interactive user":
        desktop.setenv("CI", "true")
    elif without == "graphical browser":
        desktop.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("text browser"))
    assert not run.has_browser()


def test_a_listener_that_cannot_be_bound_is_closed() -> None:
    with pytest.raises(OSError, match="Address already in use"), run.bind_socket("127.0.0.1", 0) as taken:
        run.bind_socket("127.0.0.1", taken.getsockname()[1])
    with run.bind_socket("127.0.0.1", 65535), pytest.raises(ServeError, match="no port"):
        run.open_listener("127.0.0.1", 65535, is_given=False)


def test_a_busy_thread_keeps_the_event_loop_waiting_for_less_than_a_millisecond() -> None:
    before = sys.getswitchinterval()
    try:
        run.tune_threads()
        assert sys.getswitchinterval() < 0.001
    finally:
        sys.setswitchinterval(before)
