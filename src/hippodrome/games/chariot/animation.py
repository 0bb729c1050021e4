"""How counters travel on the map during some events, for pictures that move."""

from __future__ import annotations

from hippodrome.games.chariot.drawing import spots
from hippodrome.games.chariot.events import Advanced, Entered, Fled, GotOff, Moved, Withdrew
from hippodrome.games.chariot.landscape import middle
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.events import Event


def paths(s: Battle, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
    """From hex to hex, to where each counter lies now. What lies on a plate travels with it."""
    ways: dict[int, list[int]] = {}
    for event in events:
        for unit, path in _ways_of(event):
            ways.setdefault(unit, []).extend(path)
    places = spots(s.rules.ground, s.hexes)
    found: dict[str, list[tuple[int, int, int]]] = {}
    for unit, way in ways.items():
        if s.hexes[unit] == way[-1]:
            points = [middle(s.rules.ground, hex) for hex in way[:-1]]
            found[f"unit-{unit}"] = [*[(x, y, 0) for x, y in points], (*places[unit], 0)]
    return found


def _ways_of(event: Event) -> list[tuple[int, list[int]]]:
    """Which units an event has moved, and through which hexes."""
    if isinstance(event, Moved | Entered | Fled):
        return [(unit, list(event.path)) for unit in event.units]
    if isinstance(event, Advanced | Withdrew):
        return [(unit, [int(event.hex)]) for unit in event.units]
    if isinstance(event, GotOff):
        return [(int(event.unit), [int(event.hex)])]
    return []
