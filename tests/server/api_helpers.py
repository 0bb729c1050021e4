"""Seats as a browser sends them to the API, friends who accept invitations, and the one form of errors."""

from __future__ import annotations

from typing import Any

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


def accept_invitations(client: httpx.Client, created: dict[str, Any], kind: str = "matches") -> dict[str, str]:
    """Accept the invitations of a new match, or of "campaigns", as friends would; return the keys of all seats.

    The keys are added to those of `created`, so that a second call accepts nothing.
    """
    for invitation in created["invitations"].values():
        url = f"/api/{kind}/{created['id']}/invitations/accept"
        answer = client.post(url, json={"invitation": invitation})
        assert answer.status_code == 201, answer.text
        created["keys"].update(answer.json()["keys"])
    created["invitations"] = {}
    keys: dict[str, str] = created["keys"]
    return keys
