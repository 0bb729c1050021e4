"""Set-up: the choice of machines (CR-G2) and the grid (CR-S2, CR-Q47)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.events import MachinePicked, Placed
from hippodrome.games.races.machines import BASE_LENGTH_MI, MAX_MACHINES
from hippodrome.games.races.state import RACING, Chariot, Race, new_chariot
from hippodrome.games.races.track import LEFT
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step
from hippodrome.kit.events import Event
from hippodrome.kit.units import INCH

PICK_ACTIONS: Final = [Action("pick", (number,)) for number in range(MAX_MACHINES)]
WALL_GAP_MI: Final = 500  # between the inside wall and the first base
BASE_GAP_MI: Final = INCH
ROW_SPACING_MI: Final = 6 * INCH
MAX_TIE_ROLLS: Final = 12  # chariots still tied after that go in seat order


@mypyc_attr(acyclic=True)
class PickMachine(Choice):
    """CR-G2: each player picks a machine."""

    RULE: ClassVar[str] = "CR-G2"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the seat that picks; seats pick in order."""
        return (int(self.seat),)

    def proposals(self, s: Race) -> list[Action]:
        """Return a pick for each machine."""
        return PICK_ACTIONS[: len(s.rules.machines)]

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Replace the seat's chariot by a new one of the machine picked, and ask the next seat."""
        rules = s.rules
        machine = rules.machines[action.args[0]]
        s.chariots[self.seat] = new_chariot(self.seat, machine, rules.steeds_of(machine), rules.crew_of(machine))
        if s.logging:
            s.emit(MachinePicked(self.seat, machine.number), machine.rule)
        if self.seat + 1 < len(s.chariots):
            return [PickMachine(self.seat + 1)]
        return NOTHING


def rank_by_dice(s: Race, purpose: str, group: list[int], bonus: list[int], rule: str, rolls: i64 = 1) -> list[int]:
    """Return chariots ranked by a die plus a bonus, best first. Tied chariots roll again, without the bonus.

    The dice are rolled in seat order, then for each tied group, the best group first (CR-Q57). The first roll is noted
    as the chariot's score.
    """
    scores: dict[int, list[int]] = {}
    for place, who in enumerate(group):
        die = s.roll(purpose, 1, who, rule)[0]
        scores.setdefault(die + bonus[place], []).append(who)
        if rolls == 1:
            s.chariots[who].score = die + bonus[place]
    order: list[int] = []
    for score in sorted(scores, reverse=True):
        tied = scores[score]
        is_final = len(tied) == 1 or rolls >= MAX_TIE_ROLLS
        order += tied if is_final else rank_by_dice(s, "tie", tied, [0] * len(tied), rule, rolls + 1)
    return order


@mypyc_attr(acyclic=True)
class Grid(Step):
    """CR-S2: all chariots roll; the highest roll takes the inside lane, the others line up outwards and behind."""

    RULE: ClassVar[str] = "CR-S2"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """CR-Q47: rows start 1/2 inch from the inside wall, with an inch between bases; a full row starts another."""
        seats = [int(chariot.id) for chariot in s.chariots]
        order = rank_by_dice(s, "grid", seats, [0] * len(seats), "CR-S2")
        across: i64 = WALL_GAP_MI
        row: i64 = 0
        road_width = s.rules.track.half_width(0) * 2
        for seat in order:
            chariot = s.chariots[seat]
            width = s.width(chariot)
            if across + width > road_width:
                across, row = WALL_GAP_MI, row + 1
            self.place(s, chariot, across + width // 2, row)
            across += width + BASE_GAP_MI
        return NOTHING

    def place(self, s: Race, chariot: Chariot, across: i64, row: i64) -> None:
        """Place a chariot with its front edge on the line, or 6 inches behind the row before."""
        track = s.rules.track
        half = track.half_width(0)
        aside = across - half if track.inside == LEFT else half - across
        line = track.at(0)
        x, y = line.point_nearest(-row * ROW_SPACING_MI - BASE_LENGTH_MI // 2, aside)
        chariot.move_to(x, y, line.turn)
        chariot.status = RACING
        chariot.progress = -row * ROW_SPACING_MI
        chariot.score = 0
        if s.logging:
            s.emit(Placed(chariot.id, row + 1, x, y, chariot.turn))


def grid_length(width: i64, seats: i64) -> i64:
    """Return the length of straight road that the grid needs before the line."""
    abreast = (width - WALL_GAP_MI + BASE_GAP_MI) // (2 * INCH + BASE_GAP_MI)
    rows = (seats + abreast - 1) // abreast
    return (rows - 1) * ROW_SPACING_MI + BASE_LENGTH_MI


def grid_positions(events: Sequence[Event]) -> dict[int, str]:
    """CR-S2: return each seat's place on the grid; place 1 is the inside lane."""
    order = [int(event.who) for event in events if isinstance(event, Placed)]
    return {who: f"place {place}{', the inside lane' if place == 1 else ''}" for place, who in enumerate(order, 1)}


GRID: Final = Grid()
