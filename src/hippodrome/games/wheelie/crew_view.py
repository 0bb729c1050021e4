"""A crew's view of the table: where other units are and which shots are possible, derived from a view."""

from __future__ import annotations

from hippodrome.games.wheelie import shot_explanations
from hippodrome.games.wheelie.bearings import bearing_text
from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.scenarios import ScenarioData
from hippodrome.games.wheelie.state import (
    BROKEN,
    FIGHTING,
    NO_ID,
    Options,
    Piece,
    Rules,
    Skirmish,
    Unit,
    new_activation,
)
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.game import View
from hippodrome.kit.state import Json


class CrewView:
    """The table as seen from a seat's own unit: its number or NO_ID, the others' bearings, and rows of shots."""

    __slots__ = ("bearings", "own", "shots")

    def __init__(self, own: int, bearings: dict[int, str], shots: list[Json]) -> None:
        self.own = own
        self.bearings = bearings
        self.shots = shots


def crew_view(
    scenario: ScenarioData, kinds: list[ChariotKind], terrain_kinds: list[TerrainKind], view: View
) -> CrewView:
    """Return the view from a seat's own unit; empty before and after the battle."""
    own_id = own_unit(view.table, view.seat)
    if own_id == NO_ID:
        return CrewView(NO_ID, {}, [])
    s = state_from_view(scenario, kinds, terrain_kinds, view.table)
    unit = s.units[own_id]
    return CrewView(
        own_id, {int(other.id): bearing_text(s, unit, other) for other in s.others(unit)}, visible_rows(s, unit, view)
    )


def visible_shots(
    scenario: ScenarioData, kinds: list[ChariotKind], terrain_kinds: list[TerrainKind], view: View
) -> list[Json]:
    """Return only the rows of shots."""
    own_id = own_unit(view.table, view.seat)
    if own_id == NO_ID:
        return []
    s = state_from_view(scenario, kinds, terrain_kinds, view.table)
    return visible_rows(s, s.units[own_id], view)


def visible_rows(s: Skirmish, unit: Unit, view: View) -> list[Json]:
    """Return the rows of a unit's shots, without odds if the view hides them."""
    rows = shot_explanations.shot_rows(s, unit)
    return rows if view.odds else [row | {"chances": ""} for row in rows]


def own_unit(table: Json, seat: int) -> int:
    """Return the unit whose view a seat has: its acting unit, else its first on the table, else the acting unit."""
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


def state_from_view(
    scenario: ScenarioData, kinds: list[ChariotKind], terrain_kinds: list[TerrainKind], table: Json
) -> Skirmish:
    """Return a state with the table of a view, for arcs, ranges and sight."""
    width, depth = table["width"], table["depth"]
    rules = Rules(scenario, kinds, terrain_kinds, width, depth, Options())
    pieces = [Piece(*[piece[name] for name in Piece.FIELDS]) for piece in table["pieces"]]
    units = [unit_of(unit) for unit in table["units"]]
    s = Skirmish(rules, units, pieces, new_activation(table["act"]["unit"], b""), ScriptDice(()))
    s.rebuild_ground()
    return s
