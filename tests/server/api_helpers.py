"""Seats as a browser sends them to the API, and the one form of its errors."""

from __future__ import annotations

import httpx

PERSON = {"person": True}
FRIEND = {"person": True, "here": False}
BOT = {"person": False, "level": "random"}


def error_of(answer: httpx.Response, status: int) -> dict[str, str]:
    """Return the error of an answer with this status, and check that it has the form common to all errors."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"error"}
    error: dict[str, str] = body["error"]
    assert set(error) == {"code", "text", "where"}
    assert error["text"].endswith(".")
    assert not error["text"][0].islower()
    return error
