"""A campaign file to import: two games of a Wheelie ladder."""

from __future__ import annotations

import json
from typing import Any

OPTIONS = {"chariots": "usual", "characteristics": "off", "morale": "on", "wrecks": "off", "aggressive": "one"}


def ladder_file(*players: str) -> str:
    """Return the file of a ladder of two games, in each of which Red made a kill."""

    def game(number: int) -> dict[str, Any]:
        figures = {"kills Red": 1, "alive Red": 1, "kills White": 0, "alive White": 1}
        experts = {"expert_red": "none", "expert_white": "none"}
        head = {"kind": "game", "match": f"old{number}", "commitment": str(number) * 64}
        return {**head, "options": {**experts, **OPTIONS}, "places": [1, 2], "figures": figures}

    head = {"format": "hippodrome campaign 1", "game": "wheelie", "campaign": "ladder"}
    rest = {"names": ["Falcons", "Bulls"], "players": list(players), "options": OPTIONS}
    return json.dumps({**head, **rest, "entries": [game(1), game(2)]}, indent=1)
