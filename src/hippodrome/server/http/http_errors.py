"""Errors of the REST API: a code for clients to test, a sentence for people to read."""

from __future__ import annotations

from starlette.exceptions import HTTPException

MAX_TEXT_CHARS = 400
"""Longer error texts are cut; they may quote what the client sent."""


class HttpError(HTTPException):
    """A rejected request: HTTP status, code, text, and the field or line concerned."""

    def __init__(self, status: int, code: str, text: str, where: str = "", retry: int = 0) -> None:
        self.text = shorten(text[:1].upper() + text[1:])
        super().__init__(status, self.text)
        self.status = status
        self.code = code
        self.where = where
        self.retry_after_s = retry

    def json(self) -> dict[str, dict[str, str]]:
        """Return the body of the response."""
        return {"error": {"code": self.code, "text": self.text, "where": self.where}}


def shorten(text: str) -> str:
    """Return the text, cut to MAX_TEXT_CHARS."""
    return text if len(text) <= MAX_TEXT_CHARS else f"{text[: MAX_TEXT_CHARS - 5]} ...."


def not_found(text: str, where: str = "") -> HttpError:
    """Return a 404 error: the requested thing does not exist."""
    return HttpError(404, "not_found", text, where)


def conflict(text: str, where: str = "") -> HttpError:
    """Return a 409 error: the request does not fit the current state."""
    return HttpError(409, "conflict", text, where)


def invalid(text: str, where: str = "") -> HttpError:
    """Return a 422 error: the data sent is not valid."""
    return HttpError(422, "invalid", text, where)
