"""What goes wrong with a request, as people are told of it: a code for programs, a sentence for people."""

from __future__ import annotations

from starlette.exceptions import HTTPException

LONGEST = 400
"""The letters of the longest sentence: what was sent may be quoted in it."""


class Fault(HTTPException):
    """A request that is not carried out: the status, a code, a sentence, and what it is about (a field, a line)."""

    def __init__(self, status: int, code: str, text: str, where: str = "", retry: int = 0) -> None:
        self.text = shortened(text[:1].upper() + text[1:])
        super().__init__(status, self.text)
        self.status = status
        self.code = code
        self.where = where
        self.retry = retry

    def json(self) -> dict[str, dict[str, str]]:
        """What is sent."""
        return {"error": {"code": self.code, "text": self.text, "where": self.where}}


def shortened(text: str) -> str:
    """Return a sentence that is not too long to be read."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 5]} ...."


def missing(text: str, where: str = "") -> Fault:
    """There is no such thing."""
    return Fault(404, "missing", text, where)


def conflict(text: str, where: str = "") -> Fault:
    """Not as long as things stand as they do."""
    return Fault(409, "conflict", text, where)


def invalid(text: str, where: str = "") -> Fault:
    """What was sent is not what was asked for."""
    return Fault(422, "invalid", text, where)
