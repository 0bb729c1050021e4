"""What drivers have thought of a race so far: the same places lead to the same thoughts, in every imagined world."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.races.policy import Thought
from hippodrome.games.races.state import Race, Rules

MOST: Final = 1_000  # so many thoughts are kept, and then forgotten


def key_of(race: Race) -> tuple[int, ...]:
    """Return all that a thought depends on, but for the rules: whose move it is, and how everybody stands."""
    found = [int(race.move.mover)]
    for chariot in race.chariots:
        found += [
            int(chariot.x), int(chariot.y), int(chariot.turn), int(chariot.status), int(chariot.kind),
            int(chariot.strength), int(chariot.toughness), int(chariot.wounds), int(chariot.steeds),
            int(chariot.progress), int(chariot.penalty), int(chariot.free),
        ]  # fmt: skip
    return tuple(found)


class Memory:
    """Thoughts by how everybody stands; of one race at a time."""

    def __init__(self) -> None:
        self.rules: Rules | None = None
        self.thoughts: dict[tuple[int, ...], Thought] = {}

    def thought(self, race: Race) -> Thought:
        """What a driver thinks of the move in hand."""
        if self.rules is not race.rules or len(self.thoughts) >= MOST:
            self.thoughts = {}
            self.rules = race.rules
        key = key_of(race)
        found = self.thoughts.get(key)
        if found is None:
            found = self.think(race)
            self.thoughts[key] = found
        return found

    def think(self, race: Race) -> Thought:
        """Return a new thought."""
        return Thought(race)
