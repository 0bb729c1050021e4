"""The client files as the server serves them."""

from __future__ import annotations

import asyncio
import gzip
import os
from pathlib import Path

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.http.static_site import StaticSite
from hippodrome.server.settings import Settings

SCRIPT = "export const words = 'words';\n" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Hippodrome</title>")
    (static / "assets" / "index-abc.js").write_text(SCRIPT)
    (static / "favicon.svg").write_text("<svg/>")
    (static / ".fingerprint").write_text("hidden")
    (tmp_path / "secret.txt").write_text("secret")
    return static


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as the application behind the static site."""
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"behind"})


def send_request(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def request() -> httpx.Response:
        transport = httpx.ASGITransport(StaticSite(application, folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            sent = {"accept-encoding": "identity", **{name.replace("_", "-"): value for name, value in headers.items()}}
            return await client.request(method, path, headers=sent)

    return asyncio.run(request())


def test_the_client_may_be_in_another_folder_than_the_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HIPPODROME_STATIC", raising=False)
    assert (Settings().static.name, Settings().static.parent.name) == ("static", "server")
    monkeypatch.setenv("HIPPODROME_STATIC", str(folder))
    assert Settings().static == folder


@pytest.mark.parametrize("path", ["/", "/match/abc?at=37", "/rules/game", "/anything/else.html", "/apiary"])
def test_every_path_that_is_not_a_file_serves_the_client(folder: Path, path: str) -> None:
    answer = send_request(folder, path)
    assert answer.status_code == 200
    assert "<title>Hippodrome" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/api", "/api/games", "/socket/lobby", "/health"])
def test_api_socket_and_health_paths_go_to_the_application(folder: Path, path: str) -> None:
    assert send_request(folder, path).status_code == 299


def test_assets_are_cached_forever_and_compressed(folder: Path) -> None:
    plain = send_request(folder, "/assets/index-abc.js")
    assert plain.text == SCRIPT
    assert plain.headers["content-type"].startswith("text/javascript")
    assert "immutable" in plain.headers["cache-control"]
    compressed = send_request(folder, "/assets/index-abc.js", accept_encoding="gzip, br")
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))
    assert compressed.text == SCRIPT


def test_a_file_in_the_browser_cache_is_not_sent_again(folder: Path) -> None:
    tag = send_request(folder, "/favicon.svg").headers["etag"]
    again = send_request(folder, "/favicon.svg", if_none_match=f'"other", {tag}')
    assert again.status_code == 304
    assert again.content == b""
    assert send_request(folder, "/favicon.svg", if_none_match='"other"').status_code == 200


def test_a_rebuilt_file_is_served_in_its_new_version(folder: Path) -> None:
    page = folder / "index.html"
    assert "Hippodrome" in send_request(folder, "/").text
    page.write_text("<!doctype html><title>Newer</title>")
    os.utime(page, ns=(page.stat().st_mtime_ns + 1, page.stat().st_mtime_ns + 1))
    assert "Newer" in send_request(folder, "/").text


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/.fingerprint", "/..%5csecret.txt", "/%00"],
)
def test_hidden_files_and_files_outside_the_folder_are_not_served(folder: Path, path: str) -> None:
    answer = send_request(folder, path)
    assert "<title>Hippodrome" in answer.text, "the client is served, as for any other path"


def test_asset_paths_do_not_reach_hidden_or_outside_files(folder: Path) -> None:
    for path in ("/assets/%2e%2e/%2e%2e/secret.txt", "/assets/.hidden", "/assets/%00", "/assets/"):
        with pytest.raises(HttpError) as caught:
            send_request(folder, path)
        assert caught.value.status == 404


def test_a_symbolic_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    assert "secret" not in send_request(folder, "/link.txt").text


def test_a_missing_asset_is_not_found_and_suggests_a_reload(folder: Path) -> None:
    with pytest.raises(HttpError) as caught:
        send_request(folder, "/assets/index-old.js")
    assert caught.value.status == 404
    assert "reload" in caught.value.text


def test_pages_do_not_accept_post_requests(folder: Path) -> None:
    with pytest.raises(HttpError) as caught:
        send_request(folder, "/", "POST")
    assert caught.value.status == 405


def test_head_requests_are_answered(folder: Path) -> None:
    assert send_request(folder, "/", "HEAD").status_code == 200


def test_without_a_built_client_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = send_request(tmp_path / "nothing", "/match/abc")
    assert answer.status_code == 503
    assert "./play" in answer.text
