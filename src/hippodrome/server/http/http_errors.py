"""What goes wrong with a request, as people are told of it: a code for programs, a sentence for people."""

from __future__ import annotations

from starlette.exceptions import HTTPException

MAX_TEXT_CHARS = 400
"""The letters of the longest sentence: what was sent may be quoted in it."""


class HttpError(HTTPException):
    """A request that is not carried out: the status, a code, a sentence, and what it is about (a field, a line)."""

    def __init__(self, status: int, code: str, text: str, where: str = "", retry: int = 0) -> None:
        self.text = shorten(text[:1].upper() + text[1:])
        super().__init__(status, self.text)
        self.status = status
        self.code = code
        self.where = where
        self.retry_after_s = retry

    def json(self) -> dict[str, dict[str, str]]:
        """What is sent."""
        return {"error": {"code": self.code, "text": self.text, "where": self.where}}


def shorten(text: str) -> str:
    """Return a sentence that is not too long to be read."""
    return text if len(text) <= MAX_TEXT_CHARS else f"{text[: MAX_TEXT_CHARS - 5]} ...."


def not_found(text: str, where: str = "") -> HttpError:
    """There is no such thing."""
    return HttpError(404, "missing", text, where)


def conflict(text: str, where: str = "") -> HttpError:
    """Not as long as things stand as they do."""
    return HttpError(409, "conflict", text, where)


def invalid(text: str, where: str = "") -> HttpError:
    """What was sent is not what was asked for."""
    return HttpError(422, "invalid", text, where)
