"""Short texts that are slow to parse, sent to every route that takes a text."""

from __future__ import annotations

import json
from typing import Any

from attacks.runner import Context

KEY_PARTS = 5_900
"""As many as fit into a custom file. Without limits, parsing takes time and memory in the square of this number."""

LAB = "/api/laboratory"


async def attack(context: Context) -> None:
    """Send all texts, each to all routes at once. More at a time would slow down the attacker, not the server."""
    for _ in range(context.count(10)):
        for text in hostile_texts():
            await context.gather(context.post(path, body) for path, body in bodies(text))


def hostile_texts() -> list[str]:
    """Return texts with one deep key, with deep lists, and with as many values as fit."""
    dotted = ".".join("a" * KEY_PARTS) + " = 1\n"
    return [dotted, "a = " + "[" * KEY_PARTS + "\n", "a = [" + "1," * KEY_PARTS + "]\n"]


def bodies(text: str) -> list[tuple[str, str | dict[str, Any]]]:
    """Return the routes that take a text, each with a body that contains it."""
    seats = [{"person": True}, {"person": False, "level": "driver"}]
    match = {"game": "magic", "scenario": "battle", "options": {"army_red": text, "layout": text}, "seats": seats}
    return [
        ("/api/games/magic/custom-files/army", {"text": text}),
        ("/api/games/magic/custom-files/layout", {"text": text}),
        ("/api/matches", match),
        ("/api/variants/file", {"text": text}),
        (f"{LAB}/previews", {"text": text}),
        (f"{LAB}/experiments", {"text": text}),
        ("/api/campaigns/file", text),
        ("/api/campaigns/file", json.dumps({"entries": [text] * 5})),
        ("/api/records", text),
        ("/api/verify", text),
    ]
