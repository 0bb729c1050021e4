"""Before the first turn: chariots, terrain (WW-P3 to WW-P5), characteristics (WW-K2 to WW-K12), deployment (WW-P6)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.deployment import Deploy, Mirror, OwnerChoice, PickEdge
from hippodrome.games.wheelie.events import (
    Characterised,
    ChariotPicked,
    DeploymentOrdered,
    PieceChosen,
    PieceDeclined,
    PieceLaid,
    PieceTurned,
    SevenChosen,
    ShieldLeft,
    ShieldTaken,
    TerrainOrdered,
)
from hippodrome.games.wheelie.formatting import inches
from hippodrome.games.wheelie.roll_offs import roll_off, roll_off_seats
from hippodrome.games.wheelie.scenarios import BY_PREY, pieces_allowed
from hippodrome.games.wheelie.sequence import NEW_TURN
from hippodrome.games.wheelie.state import (
    FINE_ARMOUR,
    NO_ID,
    SEVEN,
    SHARPSHOOTER,
    SHIELD_BEARER,
    STRONG_BOW,
    STURDY_CAB,
    Skirmish,
    Unit,
)
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.actions import Action, Option, Refusal, Span
from hippodrome.kit.agenda import NOTHING, Ask, Choice, Step, legal_now

TENTH_MI: Final = 100  # places are given in tenths of an inch
NONE: Final = Action("none")
TAKE: Final = Action("take")
LEAVE: Final = Action("leave")
TERRAIN_ACTIONS: Final = [Action("terrain", (stuff,)) for stuff in range(10)]
SLANT_ACTIONS: Final = [Action("slant", (turn,)) for turn in (0, 450, 900, 1350)]
SEVEN_ACTIONS: Final = [Action("choose", (seven,)) for seven in (FINE_ARMOUR, SHIELD_BEARER, STURDY_CAB)]
PICK_ACTIONS: Final = [Action("pick", (kind,)) for kind in range(10)]
HINT_MARGIN: Final = 50  # hints for terrain lie so far from the edges, in tenths of an inch
PREY_SIDE: Final = 1


@mypyc_attr(acyclic=True)
class Begin(Step):
    """WW-P1: everything that comes before the first turn, in the order of the rules."""

    RULE: ClassVar[str] = "WW-P1"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Chariots, terrain, characteristics, deployment; then turn after turn."""
        picks: list[Step] = [PickChariot(unit.id) for unit in s.units]
        return [*picks, TerrainRolls(), RollTraits(), DeploymentRolls(), NEW_TURN]


@mypyc_attr(acyclic=True)
class PickChariot(OwnerChoice):
    """WW-P1: which chariot you bring, if the players choose; the scenario's own comes first."""

    RULE: ClassVar[str] = "WW-P1"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Runners are not chosen, and neither is the prey of a hunt."""
        unit = s.units[self.unit]
        hunted = s.rules.scenario.ending == BY_PREY and unit.side == PREY_SIDE
        return s.rules.picks_chariots and not s.is_runners(unit) and not hunted

    def proposals(self, s: Skirmish) -> list[Action]:
        """Return every kind of chariot (WW-J1 to WW-J7)."""
        usual = int(s.units[self.unit].kind)
        kinds = [int(kind.number) for kind in s.rules.kinds if not kind.is_runners]
        return [PICK_ACTIONS[usual], *[PICK_ACTIONS[kind] for kind in kinds if kind != usual]]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """That is the one."""
        unit = s.units[self.unit]
        unit.kind = action.args[0]
        if s.logging:
            s.emit(ChariotPicked(unit.id, unit.seat, unit.kind))
        return NOTHING


# -------------------------------------------------------------------- terrain


@mypyc_attr(acyclic=True)
class TerrainRolls(Step):
    """WW-P5, WW-Q59: who may place a piece; if there are too few, dice decide."""

    RULE: ClassVar[str] = "WW-P5"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """From the highest roll down, or by seat."""
        seats = sorted({int(unit.seat) for unit in s.units})
        allowed = pieces_allowed(int(s.rules.width), int(s.rules.depth)) - len(s.pieces)
        if allowed < len(seats):
            seats = roll_off_seats(s, "terrain", seats)[: max(allowed, 0)]
        if s.logging:
            s.emit(TerrainOrdered(tuple(seats)))
        return [PickPiece(seat) for seat in seats]


@mypyc_attr(acyclic=True)
class PickPiece(Choice):
    """WW-P4: a piece of terrain, or none."""

    RULE: ClassVar[str] = "WW-P4"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the player."""
        return (int(self.seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """None, or any kind but a wreck."""
        return [NONE, *[TERRAIN_ACTIONS[stuff.number] for stuff in s.rules.terrain_kinds if not stuff.is_wreck]]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Then it is turned and placed."""
        if action.verb == "none":
            if s.logging:
                s.emit(PieceDeclined(self.seat))
            return NOTHING
        s.picked = action.args[0]
        s.slant = 0
        if s.logging:
            s.emit(PieceChosen(self.seat, s.picked))
        return [TurnPiece(self.seat), PlacePiece(self.seat)]


@mypyc_attr(acyclic=True)
class TurnPiece(Choice):
    """WW-P4: how the piece lies."""

    RULE: ClassVar[str] = "WW-P4"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def waits(self, s: Skirmish) -> bool:
        """Return a round piece lies as it lies."""
        return not s.rules.terrain_kinds[s.picked].is_round

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the player."""
        return (int(self.seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """Along the table, across it, or slanting."""
        return SLANT_ACTIONS

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """So be it."""
        s.slant = action.args[0]
        if s.logging:
            s.emit(PieceTurned(self.seat, s.slant))
        return NOTHING


@mypyc_attr(acyclic=True)
class PlacePiece(Ask):
    """WW-P4: anywhere on the table, if the scenario does not keep its own piece clear."""

    RULE: ClassVar[str] = "WW-P4"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the player."""
        return (int(self.seat),)

    def options(self, s: Skirmish) -> list[Option]:
        """Where its middle is to lie, in tenths of an inch."""
        wide, deep = int(s.rules.width) // TENTH_MI, int(s.rules.depth) // TENTH_MI
        across = Span("x", 0, wide, 1, (wide // 2, HINT_MARGIN, wide // 4, wide - wide // 4, wide - HINT_MARGIN), 10)
        down = Span("y", 0, deep, 1, (deep // 2, HINT_MARGIN, deep // 4, deep - deep // 4, deep - HINT_MARGIN), 10)
        return [Option("place", "WW-P4", (across, down))]

    def proposals(self, s: Skirmish) -> list[Action]:
        """Those of a few places that are legal."""
        return [action for action in super().proposals(s) if self.refuse(s, action) is None]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """On the table, and clear of what must be kept clear."""
        if action.verb != "place" or len(action.args) != 2:
            return Refusal("WW-P4", f"Place your piece on the table. {legal_now(self.proposals(s))}")
        found = self.refuse(s, action)
        return Refusal(found.rule, f"{found.text} {legal_now(self.proposals(s))}") if found is not None else None

    def refuse(self, s: Skirmish, action: Action) -> Refusal | None:
        """Why the piece cannot lie there."""
        stuff = s.rules.terrain_kinds[s.picked]
        x, y = action.args[0] * TENTH_MI, action.args[1] * TENTH_MI
        if not is_on_table(s, stuff, x, y):
            return Refusal("WW-Q59", "The whole piece must lie on the table.")
        clear = s.rules.scenario.clear_distance
        if clear and s.pieces and not is_clear_of_centre(s, stuff, x, y):
            return Refusal("WW-Q59", f"It must be {inches(clear)} from the piece in the middle.")
        return None

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """There it lies."""
        x, y = action.args[0] * TENTH_MI, action.args[1] * TENTH_MI
        piece = s.add_piece(s.picked, x, y, s.slant)
        s.picked = NO_ID
        s.slant = 0
        if s.logging:
            s.emit(PieceLaid(piece.id, self.seat, piece.stuff, piece.x, piece.y, piece.turn))
        return NOTHING


def is_on_table(s: Skirmish, stuff: TerrainKind, x: i64, y: i64) -> bool:
    """Return whether no point of a piece's rim is beyond the edge."""
    if not (0 <= x <= s.rules.width and 0 <= y <= s.rules.depth):
        return False
    return all(0 <= px <= s.rules.width and 0 <= py <= s.rules.depth for px, py in stuff.outline(x, y, s.slant))


def is_clear_of_centre(s: Skirmish, stuff: TerrainKind, x: i64, y: i64) -> bool:
    """Return whether all of a piece's rim is far enough from the piece that the scenario put in the middle."""
    centre = s.pieces[0]
    reach = s.rules.terrain_kinds[centre.stuff].across // 2 + s.rules.scenario.clear_distance
    for px, py in stuff.outline(x, y, s.slant):
        dx, dy = px - centre.x, py - centre.y
        if dx * dx + dy * dy < reach * reach:
            return False
    return True


# -------------------------------------------------------------------- characteristics


def has_effect(s: Skirmish, unit: Unit, trait: i64) -> bool:
    """WW-Q41: whether a characteristic would do anything for a chariot."""
    return s.kind(unit).has_bow or trait not in (STRONG_BOW, SHARPSHOOTER)


@mypyc_attr(acyclic=True)
class RollTraits(Step):
    """WW-Q41: two dice for each chariot, again if they fit nothing; Sumerians and Runners do not roll (WW-Q52)."""

    RULE: ClassVar[str] = "WW-Q41"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Then come the choices."""
        if not s.rules.characteristics:
            return NOTHING
        steps: list[Step] = []
        for unit in s.units:
            kind = s.kind(unit)
            if kind.is_runners or kind.is_wild:
                continue
            self.roll(s, unit)
            if unit.trait == SEVEN:
                steps.append(ChooseSeven(unit.id))
            if kind.has_shield:
                steps.append(TakeShield(unit.id))
        return steps

    def roll(self, s: Skirmish, unit: Unit) -> None:
        """Until it fits."""
        while unit.trait == 0:
            dice = s.roll("trait", 2, unit.seat)
            trait = dice[0] + dice[1]
            if has_effect(s, unit, trait):
                unit.trait = trait
        if s.logging:
            s.emit(Characterised(unit.id, unit.seat, unit.trait))


@mypyc_attr(acyclic=True)
class ChooseSeven(OwnerChoice):
    """WW-K7: Fine Armour, Shield Bearer or Sturdy Cab."""

    RULE: ClassVar[str] = "WW-K7"
    __slots__ = ()

    def proposals(self, s: Skirmish) -> list[Action]:
        """Armour first."""
        return SEVEN_ACTIONS

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Chosen once for the battle."""
        unit = s.units[self.unit]
        unit.seven = action.args[0]
        if s.logging:
            s.emit(SevenChosen(unit.id, unit.seat, unit.seven))
        return NOTHING


@mypyc_attr(acyclic=True)
class TakeShield(OwnerChoice):
    """WW-J4, WW-Q41: an Assyrian may take a shield bearer besides."""

    RULE: ClassVar[str] = "WW-J4"
    __slots__ = ()

    def proposals(self, s: Skirmish) -> list[Action]:
        """Take it, or leave it."""
        return [TAKE, LEAVE]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """So be it."""
        unit = s.units[self.unit]
        unit.shield = action.verb == "take"
        if s.logging:
            s.emit(ShieldTaken(unit.id, unit.seat) if unit.shield else ShieldLeft(unit.id, unit.seat))
        return NOTHING


# -------------------------------------------------------------------- deployment


@mypyc_attr(acyclic=True)
class DeploymentRolls(Step):
    """WW-P6: a die for each unit; the lowest deploys first."""

    RULE: ClassVar[str] = "WW-P6"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Return an edge, a place on it, and which side the warrior stands on."""
        order = roll_off(s, "deployment", [int(unit.id) for unit in s.units], False)
        s.order = tuple(order)
        s.edges = tuple([NO_ID] * (1 + max([int(unit.side) for unit in s.units])))
        if s.logging:
            s.emit(DeploymentOrdered(s.order))
        steps: list[Step] = [PickEdge(order[0])]
        for unit in order:
            steps.extend([Deploy(unit), Mirror(unit)])
        return steps


BEGIN: Final = Begin()
