"""Animation of counters: their paths across the map."""

from __future__ import annotations

from hippodrome.games.chariot.drawing import counter_positions
from hippodrome.games.chariot.events import Advanced, Entered, Fled, GotOff, Moved, Withdrew
from hippodrome.games.chariot.map_drawing import hex_centre
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.events import Event


def animation_paths(s: Battle, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
    """Return the waypoints of each moved counter, ending where it lies now."""
    hexes_by_unit: dict[int, list[int]] = {}
    for event in events:
        for unit, path in _moves(event):
            hexes_by_unit.setdefault(unit, []).extend(path)
    positions = counter_positions(s.rules.ground, s.hexes)
    paths: dict[str, list[tuple[int, int, int]]] = {}
    for unit, hexes in hexes_by_unit.items():
        if s.hexes[unit] == hexes[-1]:
            points = [hex_centre(s.rules.ground, hex) for hex in hexes[:-1]]
            paths[f"unit-{unit}"] = [*[(x, y, 0) for x, y in points], (*positions[unit], 0)]
    return paths


def _moves(event: Event) -> list[tuple[int, list[int]]]:
    """Return the units an event has moved, each with the hexes it entered."""
    if isinstance(event, Moved | Entered | Fled):
        return [(unit, list(event.path)) for unit in event.units]
    if isinstance(event, Advanced | Withdrew):
        return [(unit, [int(event.hex)]) for unit in event.units]
    if isinstance(event, GotOff):
        return [(int(event.unit), [int(event.hex)])]
    return []
