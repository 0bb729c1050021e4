"""The files of the client, as a browser gets them."""

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


async def behind(scope: Scope, receive: Receive, send: Send) -> None:
    """The application behind the site."""
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"behind"})


def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(StaticSite(behind, folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            sent = {"accept-encoding": "identity", **{name.replace("_", "-"): value for name, value in headers.items()}}
            return await client.request(method, path, headers=sent)

    return asyncio.run(asked())


@pytest.mark.parametrize("path", ["/", "/match/abc?at=37", "/rules/game", "/anything/else.html", "/apiary"])
def test_every_address_that_is_no_file_is_a_page_of_the_client(folder: Path, path: str) -> None:
    answer = ask(folder, path)
    assert answer.status_code == 200
    assert "<title>Hippodrome" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/api", "/api/games", "/socket/lobby", "/health"])
def test_what_is_the_servers_own_is_passed_on(folder: Path, path: str) -> None:
    assert ask(folder, path).status_code == 299


def test_assets_are_kept_for_good_and_packed(folder: Path) -> None:
    plain = ask(folder, "/assets/index-abc.js")
    assert plain.text == SCRIPT
    assert plain.headers["content-type"].startswith("text/javascript")
    assert "immutable" in plain.headers["cache-control"]
    packed = ask(folder, "/assets/index-abc.js", accept_encoding="gzip, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))
    assert packed.text == SCRIPT


def test_what_the_browser_has_is_not_sent_again(folder: Path) -> None:
    tag = ask(folder, "/favicon.svg").headers["etag"]
    again = ask(folder, "/favicon.svg", if_none_match=f'"other", {tag}')
    assert again.status_code == 304
    assert again.content == b""
    assert ask(folder, "/favicon.svg", if_none_match='"other"').status_code == 200


def test_a_file_that_was_built_anew_is_sent_anew(folder: Path) -> None:
    page = folder / "index.html"
    assert "Hippodrome" in ask(folder, "/").text
    page.write_text("<!doctype html><title>Newer</title>")
    os.utime(page, ns=(page.stat().st_mtime_ns + 1, page.stat().st_mtime_ns + 1))
    assert "Newer" in ask(folder, "/").text


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/.fingerprint", "/..%5csecret.txt", "/%00"],
)
def test_nothing_hidden_or_outside_is_given_out(folder: Path, path: str) -> None:
    answer = ask(folder, path)
    assert "<title>Hippodrome" in answer.text, "a page of the client, as for any other address"


def test_nothing_is_given_out_by_way_of_the_assets(folder: Path) -> None:
    for path in ("/assets/%2e%2e/%2e%2e/secret.txt", "/assets/.hidden", "/assets/%00", "/assets/"):
        with pytest.raises(HttpError) as caught:
            ask(folder, path)
        assert caught.value.status == 404


def test_a_link_that_leads_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    assert "secret" not in ask(folder, "/link.txt").text


def test_a_file_that_is_gone_is_no_page(folder: Path) -> None:
    with pytest.raises(HttpError) as caught:
        ask(folder, "/assets/index-old.js")
    assert caught.value.status == 404
    assert "Reload" in caught.value.text


def test_pages_take_nothing(folder: Path) -> None:
    with pytest.raises(HttpError) as caught:
        ask(folder, "/", "POST")
    assert caught.value.status == 405


def test_a_head_has_no_body(folder: Path) -> None:
    assert ask(folder, "/", "HEAD").status_code == 200


def test_without_a_built_client_there_is_a_page_that_says_what_to_do(tmp_path: Path) -> None:
    answer = ask(tmp_path / "nothing", "/match/abc")
    assert answer.status_code == 503
    assert "./play" in answer.text
