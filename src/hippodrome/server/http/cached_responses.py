"""Contents that stay the same: compressed once, with a tag by which a browser knows what it has already."""

from __future__ import annotations

import gzip
import hashlib

from starlette.requests import Request
from starlette.responses import Response

WORTH_PACKING = 1024
TEXTS = ("text/", "image/svg+xml", "application/json", "application/manifest+json")


class Content:
    """A content of some kind, its tag, and it again in a smaller space where that is worth it."""

    def __init__(self, data: bytes, kind: str, cache: str) -> None:
        self.data = data
        self.kind = kind
        self.cache = cache
        self.tag = f'W/"{hashlib.sha256(data).hexdigest()[:24]}"'
        is_text = kind.startswith(TEXTS)
        self.packed = gzip.compress(data, mtime=0) if is_text and len(data) >= WORTH_PACKING else b""

    def answer(self, request: Request) -> Response:
        """Return the answer to a request for it; nothing is sent that the browser has already."""
        headers = {"ETag": self.tag, "Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        if self.tag in known or self.tag.removeprefix("W/") in known:
            return Response(status_code=304, headers=headers)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, media_type=self.kind, headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.data, media_type=self.kind, headers=headers)
