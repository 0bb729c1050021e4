"""Responses for content that rarely changes: compressed once and revalidated with an ETag."""

from __future__ import annotations

import gzip
import hashlib
from typing import Any

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

MIN_GZIP_BYTES = 1024
COMPRESSIBLE_TYPES = ("text/", "image/svg+xml", "application/json", "application/manifest+json")


JSON_CACHE_CONTROL = "no-cache"
"""A browser asks whether the JSON of a game has changed before it uses its copy: a variant may have been added."""


class CachedContent:
    """Content with its media type, cache policy and ETag, and a gzipped copy if that is worthwhile."""

    def __init__(self, data: bytes, kind: str, cache: str) -> None:
        self.data = data
        self.media_type = kind
        self.cache_control = cache
        self.etag = f'W/"{hashlib.sha256(data).hexdigest()[:24]}"'
        is_text = kind.startswith(COMPRESSIBLE_TYPES)
        self.gzipped = gzip.compress(data, mtime=0) if is_text and len(data) >= MIN_GZIP_BYTES else b""

    @classmethod
    def json(cls, model: Any) -> CachedContent:
        """Return the content for a model, or for a list of models, of pydantic."""
        return cls(to_json(model, by_alias=True), "application/json", JSON_CACHE_CONTROL)

    def respond(self, request: Request) -> Response:
        """Return the response to a request: 304 without a body if the browser already has this version."""
        headers = {"ETag": self.etag, "Cache-Control": self.cache_control, "Vary": "Accept-Encoding"}
        known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        if self.etag in known or self.etag.removeprefix("W/") in known:
            return Response(status_code=304, headers=headers)
        if self.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.gzipped, media_type=self.media_type, headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.data, media_type=self.media_type, headers=headers)
