"""The built files of the browser client.

The client has its own router, so every path that does not belong to the server gets its index page.
"""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hippodrome.server.http.cached_responses import CachedContent
from hippodrome.server.http.http_errors import HttpError, not_found

SERVER_PATHS = ("/api", "/socket", "/health", "/.well-known")
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
MEDIA_TYPES |= {".webmanifest": "application/manifest+json", ".ico": "image/x-icon", ".png": "image/png"}

NOT_BUILT = """<!doctype html>
<html lang="en">
<title>Hippodrome</title>
<h1>The server is running, but its pages have not been built</h1>
<p>Stop it, then start it with <code>./play</code> in the project folder, which builds them first.</p>
</html>
"""


def is_server_path(path: str) -> bool:
    """Return whether a path belongs to the server itself (API, sockets, health, keys), not to a page of the client."""
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in SERVER_PATHS)


class StaticSite:
    """Middleware that serves the client's files and passes server paths on to the application."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self.folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with a file of the client, or pass the request on."""
        if scope["type"] != "http" or is_server_path(scope["path"]):
            await self.app(scope, receive, send)
            return
        response = self.respond(Request(scope))
        await response(scope, receive, send)

    def respond(self, request: Request) -> Response:
        """Return the requested file, or the index page for paths that name no file.

        Raise HttpError for methods other than GET and HEAD and for missing assets.
        """
        if request.method not in ("GET", "HEAD"):
            raise HttpError(405, "method", "Pages can only be requested with GET.", "method")
        path: str = request.scope["path"]
        content = self.find(path) or (None if path.startswith("/assets/") else self.find("/index.html"))
        if content is not None:
            return content.respond(request)
        if path.startswith("/assets/"):
            raise not_found("This file does not exist. The server may have been updated; reload the page.", path)
        return HTMLResponse(NOT_BUILT, status_code=503, headers={"Cache-Control": "no-store"})

    def find(self, path: str) -> CachedContent | None:
        """Return a file of the client; None if it is missing, hidden or outside the client's folder."""
        parts = [part for part in path.split("/") if part]
        if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        file = self.folder.joinpath(*parts)
        try:
            stat = file.stat()
            if not file.is_file() or not file.resolve().is_relative_to(self.folder):
                return None
        except OSError:
            return None
        return read_file(file, parts[0] == "assets", stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=500)
def read_file(file: Path, immutable: bool, modified_ns: int, size: int) -> CachedContent:
    """Return the content of a file, read and compressed only once.

    `modified_ns` and `size` are part of the cache key, so a modified file is read again.
    """
    kind = MEDIA_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return CachedContent(file.read_bytes(), kind, CACHE_FOREVER if immutable else REVALIDATE)
