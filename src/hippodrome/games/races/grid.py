"""Before the start: who drives what (CR-G2), and the grid (CR-S2, CR-Q47)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.events import MachinePicked, Placed
from hippodrome.games.races.machines import LENGTH
from hippodrome.games.races.state import INCH, RACING, Chariot, Race, new_chariot
from hippodrome.games.races.track import LEFT
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step

PICK: Final = [Action("pick", (number,)) for number in range(20)]
FIRST: Final = 500  # from the inside wall
BETWEEN: Final = INCH
ROW: Final = 6 * INCH
MOST_ROLLS: Final = 12  # those who are still tied then go by seat


@mypyc_attr(acyclic=True)
class PickMachine(Choice):
    """CR-G2: one chariot for each player; here everybody picks his own."""

    RULE: ClassVar[str] = "CR-G2"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def seats(self, s: Race) -> tuple[int, ...]:
        """One after the other."""
        return (int(self.seat),)

    def proposals(self, s: Race) -> list[Action]:
        """Return every machine there is."""
        return PICK[: len(s.rules.machines)]

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Return a fresh machine of that kind."""
        rules = s.rules
        machine = rules.machines[action.args[0]]
        s.chariots[self.seat] = new_chariot(self.seat, machine, rules.steeds_of(machine), rules.crew_of(machine))
        if s.logging:
            s.emit(MachinePicked(self.seat, machine.number), machine.rule)
        if self.seat + 1 < len(s.chariots):
            return [PickMachine(self.seat + 1)]
        return NOTHING


def ranked(s: Race, purpose: str, group: list[int], bonus: list[int], rule: str, rolls: i64 = 1) -> list[int]:
    """Chariots by a die and what they add to it, best first. Ties are rolled again among the tied, without it.

    The dice fall in the order of the seats; then each tied group, the best before the others (CR-Q57).
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
        settled = len(tied) == 1 or rolls >= MOST_ROLLS
        order += tied if settled else ranked(s, "tie", tied, [0] * len(tied), rule, rolls + 1)
    return order


@mypyc_attr(acyclic=True)
class Grid(Step):
    """CR-S2: everybody rolls; the highest takes the inside lane, and so on outwards; the lowest stand behind."""

    RULE: ClassVar[str] = "CR-S2"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """CR-Q47: packed from the inside wall, 1/2 inch from it and an inch apart; a new row when one is full."""
        seats = [int(chariot.id) for chariot in s.chariots]
        order = ranked(s, "grid", seats, [0] * len(seats), "CR-S2")
        across: i64 = FIRST
        row: i64 = 0
        wide = s.rules.track.half(0) * 2
        for who in order:
            chariot = s.chariots[who]
            width = s.width(chariot)
            if across + width > wide:
                across, row = FIRST, row + 1
            self.place(s, chariot, across + width // 2, row)
            across += width + BETWEEN
        return NOTHING

    def place(self, s: Race, chariot: Chariot, across: i64, row: i64) -> None:
        """Front edges on the line, or 6 inches behind the row before; touching the line is not crossing it."""
        track = s.rules.track
        half = track.half(0)
        aside = across - half if track.inside == LEFT else half - across
        line = track.at(0)
        x, y = line.point_nearest(-row * ROW - LENGTH // 2, aside)
        chariot.put(x, y, line.turn)
        chariot.status = RACING
        chariot.progress = -row * ROW
        chariot.score = 0
        if s.logging:
            s.emit(Placed(chariot.id, row + 1, x, y, chariot.turn))


def grid_length(width: i64, seats: i64) -> i64:
    """How much straight the grid needs behind the line."""
    abreast = (width - FIRST + BETWEEN) // (2 * INCH + BETWEEN)
    rows = (seats + abreast - 1) // abreast
    return (rows - 1) * ROW + LENGTH


GRID: Final = Grid()
