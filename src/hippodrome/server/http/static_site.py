"""The browser client: its files as they were built. Every address that is not the server's own is a page of it."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hippodrome.server.http.cached_responses import CachedContent
from hippodrome.server.http.http_errors import HttpError, not_found

SERVER_PATHS = ("/api", "/socket", "/health")
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
MEDIA_TYPES |= {".webmanifest": "application/manifest+json", ".ico": "image/x-icon", ".png": "image/png"}

NOT_BUILT = """<!doctype html>
<html lang="en">
<title>Hippodrome</title>
<h1>The server runs, but its pages are not built</h1>
<p>Stop it, and start it with <code>./play</code> in the folder of the project: that builds them first.</p>
</html>
"""


def is_server_path(path: str) -> bool:
    """Return whether an address is the server's own and no page."""
    return any(path == place or path.startswith(f"{place}/") for place in SERVER_PATHS)


class StaticSite:
    """Hands out the client, and leaves the rest to the application behind it."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self.folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file of the client, or pass it on."""
        if scope["type"] != "http" or is_server_path(scope["path"]):
            await self.app(scope, receive, send)
            return
        answer = self.respond(Request(scope))
        await answer(scope, receive, send)

    def respond(self, request: Request) -> Response:
        """Return the file that was asked for; a page of the client if it is none."""
        if request.method not in ("GET", "HEAD"):
            raise HttpError(405, "method", "Pages can only be looked at.", "method")
        path: str = request.scope["path"]
        found = self.find(path) or (None if path.startswith("/assets/") else self.find("/index.html"))
        if found is not None:
            return found.respond(request)
        if path.startswith("/assets/"):
            raise not_found("There is no such file. Reload the page to get the files it needs now.", path)
        return HTMLResponse(NOT_BUILT, status_code=503, headers={"Cache-Control": "no-store"})

    def find(self, path: str) -> CachedContent | None:
        """Return a file of the client; hidden ones and those outside its folder are not there."""
        parts = [part for part in path.split("/") if part]
        if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        file = self.folder.joinpath(*parts)
        try:
            known = file.stat()
            if not file.is_file() or not file.resolve().is_relative_to(self.folder):
                return None
        except OSError:
            return None
        return read_file(file, parts[0] == "assets", known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=500)
def read_file(file: Path, lasts: bool, changed: int, size: int) -> CachedContent:
    """Return a file, read and compressed once until it changes."""
    kind = MEDIA_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return CachedContent(file.read_bytes(), kind, CACHE_FOREVER if lasts else REVALIDATE)
