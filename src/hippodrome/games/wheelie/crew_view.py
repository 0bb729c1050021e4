"""What the crew of one's own unit sees: where the others are, and who can shoot whom, worked out from a view."""

from __future__ import annotations

from hippodrome.games.wheelie import gunnery
from hippodrome.games.wheelie.bearings import bearing_text
from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.scenarios import ScenarioData
from hippodrome.games.wheelie.state import BROKEN, NO_ID, FIGHTING, Piece, Rules, Skirmish, Unit, new_activation
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.game import View
from hippodrome.kit.state import Json


class CrewView:
    """A table as one's own unit sees it: its number or -1, words for where the others are, and rows of shots."""

    __slots__ = ("bearings", "own", "shots")

    def __init__(self, own: int, bearings: dict[int, str], shots: list[Json]) -> None:
        self.own = own
        self.bearings = bearings
        self.shots = shots


def crew_view(battle: ScenarioData, kinds: list[ChariotKind], stuffs: list[TerrainKind], view: View) -> CrewView:
    """What a seat's own unit sees; nothing before the battle and after it."""
    own = own_unit(view.table, view.seat)
    if own == NO_ID:
        return CrewView(NO_ID, {}, [])
    s = state_from_view(battle, kinds, stuffs, view.table)
    mine = s.units[own]
    return CrewView(own, {int(other.id): bearing_text(s, mine, other) for other in s.others(mine)}, visible_rows(s, mine, view))


def visible_shots(battle: ScenarioData, kinds: list[ChariotKind], stuffs: list[TerrainKind], view: View) -> list[Json]:
    """Who can shoot whom, alone."""
    own = own_unit(view.table, view.seat)
    if own == NO_ID:
        return []
    s = state_from_view(battle, kinds, stuffs, view.table)
    return visible_rows(s, s.units[own], view)


def visible_rows(s: Skirmish, unit: Unit, view: View) -> list[Json]:
    """Return the rows of a unit's shots, without their chances if these are not to be told."""
    found = gunnery.shot_rows(s, unit)
    return found if view.odds else [row | {"chances": ""} for row in found]


def own_unit(table: Json, seat: int) -> int:
    """Return the unit through whose eyes a seat looks: the one that acts, if it may, else the first of its own."""
    if table["over"] or not table["turn"]:
        return NO_ID
    acting = table["units"][table["act"]["unit"]]
    if is_on_table(acting) and seat in (acting["seat"], SPECTATOR):
        return int(acting["id"])
    for unit in table["units"]:
        if unit["seat"] == seat and is_on_table(unit):
            return int(unit["id"])
    return int(acting["id"]) if is_on_table(acting) else NO_ID


def is_on_table(row: Json) -> bool:
    """Return whether a unit of a view stands on the table."""
    return row["status"] in (FIGHTING, BROKEN)


def unit_of(row: Json) -> Unit:
    """Return a unit of a view as a unit of the rules."""
    return Unit(*[row[name] for name in Unit.FIELDS])


def state_from_view(battle: ScenarioData, kinds: list[ChariotKind], stuffs: list[TerrainKind], table: Json) -> Skirmish:
    """Return the table of a view as a state in which arcs, ranges and sight can be asked for."""
    width, depth = table["width"], table["depth"]
    rules = Rules(battle, kinds, stuffs, width, depth, False, False, True, False, False, 0)
    pieces = [Piece(*[piece[name] for name in Piece.FIELDS]) for piece in table["pieces"]]
    units = [unit_of(unit) for unit in table["units"]]
    s = Skirmish(rules, units, pieces, new_activation(table["act"]["unit"], b""), ScriptDice(()))
    s.rebuild_ground()
    return s
