"""Set-up: chariots, terrain (WW-P3 to WW-P5), characteristics (WW-K2 to WW-K12), deployment (WW-P6)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.chariots import MAX_KINDS
from hippodrome.games.wheelie.deployment import Deploy, Mirror, OwnerChoice, PickEdge
from hippodrome.games.wheelie.events import (
    Characterised,
    ChariotPicked,
    DeploymentOrdered,
    ExpertChosen,
    PieceChosen,
    PieceDeclined,
    PieceLaid,
    PieceTurned,
    SevenChosen,
    ShieldLeft,
    ShieldTaken,
    TerrainOrdered,
)
from hippodrome.games.wheelie.roll_offs import roll_off, roll_off_seats
from hippodrome.games.wheelie.scenarios import BY_PREY, PREY_SIDE, pieces_allowed
from hippodrome.games.wheelie.sequence import NEW_TURN
from hippodrome.games.wheelie.state import (
    EXPERT_DRIVER,
    EXPERT_WARRIOR,
    FINE_ARMOUR,
    NO_EXPERT,
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
from hippodrome.kit.units import inches

TENTH_MI: Final = 100  # places are given in tenths of an inch
NONE: Final = Action("none")
TAKE: Final = Action("take")
LEAVE: Final = Action("leave")
TERRAIN_ACTIONS: Final = [Action("terrain", (stuff,)) for stuff in range(MAX_KINDS)]
SLANT_ACTIONS: Final = [Action("slant", (turn,)) for turn in (0, 450, 900, 1350)]
SEVEN_ACTIONS: Final = [Action("choose", (seven,)) for seven in (FINE_ARMOUR, SHIELD_BEARER, STURDY_CAB)]
EXPERT_ACTIONS: Final = [Action("expert", (kind,)) for kind in (NO_EXPERT, EXPERT_DRIVER, EXPERT_WARRIOR)]
PICK_ACTIONS: Final = [Action("pick", (kind,)) for kind in range(MAX_KINDS)]
HINT_MARGIN: Final = 50  # distance of suggested terrain places from the edges, in tenths of an inch


@mypyc_attr(acyclic=True)
class Begin(Step):
    """WW-P1: everything before the first turn, in the order of the rules."""

    RULE: ClassVar[str] = "WW-P1"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Schedule chariots, terrain, characteristics and deployment, then the first turn."""
        picks: list[Step] = [PickChariot(unit.id) for unit in s.units]
        experts: list[Step] = [ChooseExpert(unit.id) for unit in s.units]
        return [*picks, *experts, TerrainRolls(), RollTraits(), DeploymentRolls(), NEW_TURN]


@mypyc_attr(acyclic=True)
class PickChariot(OwnerChoice):
    """WW-P1: the player picks a chariot, if the option allows; the scenario's own chariot comes first."""

    RULE: ClassVar[str] = "WW-P1"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether to ask; Runners and the prey of a hunt are fixed."""
        unit = s.units[self.unit]
        is_prey = s.rules.scenario.ending == BY_PREY and unit.side == PREY_SIDE
        return s.rules.options.chariots == "chosen" and not s.is_runners(unit) and not is_prey

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer every kind of chariot (WW-J1 to WW-J7)."""
        scenario_kind = int(s.units[self.unit].kind)
        kinds = [int(kind.number) for kind in s.rules.kinds if not kind.is_runners]
        return [PICK_ACTIONS[scenario_kind], *[PICK_ACTIONS[kind] for kind in kinds if kind != scenario_kind]]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Give the unit the chosen kind."""
        unit = s.units[self.unit]
        unit.kind = action.args[0]
        if s.logging:
            s.emit(ChariotPicked(unit.id, unit.seat, unit.kind))
        return NOTHING


@mypyc_attr(acyclic=True)
class ChooseExpert(OwnerChoice):
    """WW-Q64: the player picks the Expert of a chariot, if the option allows; Runners have none (WW-Q52)."""

    RULE: ClassVar[str] = "WW-Q64"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether to ask."""
        return s.rules.options.experts == "chosen" and not s.is_runners(s.units[self.unit])

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer no Expert, then both kinds (WW-G2)."""
        return EXPERT_ACTIONS

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Give the chariot the Expert."""
        unit = s.units[self.unit]
        unit.expert = action.args[0]
        if s.logging:
            s.emit(ExpertChosen(unit.id, unit.seat, unit.expert))
        return NOTHING


# -------------------------------------------------------------------- terrain


@mypyc_attr(acyclic=True)
class TerrainRolls(Step):
    """WW-P5, WW-Q59: decide who places a piece; if there are too few pieces, roll for them."""

    RULE: ClassVar[str] = "WW-P5"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Ask the players from the highest roll down, or in the order of their seats."""
        seats = sorted({int(unit.seat) for unit in s.units})
        allowed = pieces_allowed(int(s.rules.width), int(s.rules.depth)) - len(s.pieces)
        if allowed < len(seats):
            seats = roll_off_seats(s, "terrain", seats)[: max(allowed, 0)]
        if s.logging:
            s.emit(TerrainOrdered(tuple(seats)))
        return [PickPiece(seat) for seat in seats]


@mypyc_attr(acyclic=True)
class PickPiece(Choice):
    """WW-P4: the player picks a piece of terrain, or none."""

    RULE: ClassVar[str] = "WW-P4"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    PASSES: ClassVar[tuple[str, ...]] = ("none",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the player."""
        return (int(self.seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer no piece, then every kind but a wreck."""
        return [NONE, *[TERRAIN_ACTIONS[kind.number] for kind in s.rules.terrain_kinds if not kind.is_wreck]]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Take the piece, then turn and place it."""
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
    """WW-P4: the player chooses the direction of the piece."""

    RULE: ClassVar[str] = "WW-P4"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def waits(self, s: Skirmish) -> bool:
        """Return whether to ask; a round piece has no direction."""
        return not s.rules.terrain_kinds[s.picked].is_round

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the player."""
        return (int(self.seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer four directions: along the table, across it, and both diagonals."""
        return SLANT_ACTIONS

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Turn the piece."""
        s.slant = action.args[0]
        if s.logging:
            s.emit(PieceTurned(self.seat, s.slant))
        return NOTHING


@mypyc_attr(acyclic=True)
class PlacePiece(Ask):
    """WW-P4: the piece lies anywhere on the table, but clear of the scenario's own piece if that is required."""

    RULE: ClassVar[str] = "WW-P4"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the player."""
        return (int(self.seat),)

    def options(self, s: Skirmish) -> list[Option]:
        """Offer positions of the centre, in tenths of an inch."""
        width, depth = int(s.rules.width) // TENTH_MI, int(s.rules.depth) // TENTH_MI
        x_span = Span(
            "x", 0, width, 1, (width // 2, HINT_MARGIN, width // 4, width - width // 4, width - HINT_MARGIN), 10
        )
        y_span = Span(
            "y", 0, depth, 1, (depth // 2, HINT_MARGIN, depth // 4, depth - depth // 4, depth - HINT_MARGIN), 10
        )
        return [Option("place", "WW-P4", (x_span, y_span))]

    def proposals(self, s: Skirmish) -> list[Action]:
        """Return a few legal positions."""
        return [action for action in super().proposals(s) if self.refuse(s, action) is None]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Reject a position that is not wholly on the table, or too close to the scenario's own piece."""
        if action.verb != "place" or len(action.args) != 2:
            return Refusal("WW-P4", f"Place the terrain on the table. {legal_now(self.proposals(s))}")
        refusal = self.refuse(s, action)
        return Refusal(refusal.rule, f"{refusal.text} {legal_now(self.proposals(s))}") if refusal is not None else None

    def refuse(self, s: Skirmish, action: Action) -> Refusal | None:
        """Return why the piece cannot lie here; None if it can."""
        kind = s.rules.terrain_kinds[s.picked]
        x, y = action.args[0] * TENTH_MI, action.args[1] * TENTH_MI
        if not is_on_table(s, kind, x, y):
            return Refusal("WW-Q59", "The whole piece of terrain must be on the table.")
        clear_distance = s.rules.scenario.clear_distance
        if clear_distance and s.pieces and not is_clear_of_centre(s, kind, x, y):
            return Refusal("WW-Q59", f"It must be at least {inches(clear_distance)} from the terrain in the middle.")
        return None

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Place the piece."""
        x, y = action.args[0] * TENTH_MI, action.args[1] * TENTH_MI
        piece = s.add_piece(s.picked, x, y, s.slant)
        s.picked = NO_ID
        s.slant = 0
        if s.logging:
            s.emit(PieceLaid(piece.id, self.seat, piece.stuff, piece.x, piece.y, piece.turn))
        return NOTHING


def is_on_table(s: Skirmish, kind: TerrainKind, x: i64, y: i64) -> bool:
    """Return whether the whole outline of a piece is on the table."""
    if not (0 <= x <= s.rules.width and 0 <= y <= s.rules.depth):
        return False
    return all(0 <= px <= s.rules.width and 0 <= py <= s.rules.depth for px, py in kind.outline(x, y, s.slant))


def is_clear_of_centre(s: Skirmish, kind: TerrainKind, x: i64, y: i64) -> bool:
    """Return whether the whole outline of a piece is far enough from the scenario's piece in the middle."""
    centre = s.pieces[0]
    reach = s.rules.terrain_kinds[centre.stuff].across // 2 + s.rules.scenario.clear_distance
    for px, py in kind.outline(x, y, s.slant):
        dx, dy = px - centre.x, py - centre.y
        if dx * dx + dy * dy < reach * reach:
            return False
    return True


# -------------------------------------------------------------------- characteristics


def has_effect(s: Skirmish, unit: Unit, trait: i64) -> bool:
    """WW-Q41: return whether a characteristic would have an effect on a chariot."""
    return s.kind(unit).has_bow or trait not in (STRONG_BOW, SHARPSHOOTER)


@mypyc_attr(acyclic=True)
class RollTraits(Step):
    """WW-Q41: roll two dice for each chariot, again without an effect; Sumerians and Runners do not roll (WW-Q52)."""

    RULE: ClassVar[str] = "WW-Q41"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Roll for all chariots, then ask for the choices."""
        if not s.rules.options.characteristics:
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
        """Roll until the characteristic has an effect."""
        while unit.trait == 0:
            dice = s.roll("trait", 2, unit.seat)
            trait = dice[0] + dice[1]
            if has_effect(s, unit, trait):
                unit.trait = trait
        if s.logging:
            s.emit(Characterised(unit.id, unit.seat, unit.trait))


@mypyc_attr(acyclic=True)
class ChooseSeven(OwnerChoice):
    """WW-K7: the player chooses Fine Armour, a Shield Bearer or a Sturdy Cab."""

    RULE: ClassVar[str] = "WW-K7"
    __slots__ = ()

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer all three, Fine Armour first."""
        return SEVEN_ACTIONS

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Fix the choice for the battle."""
        unit = s.units[self.unit]
        unit.seven = action.args[0]
        if s.logging:
            s.emit(SevenChosen(unit.id, unit.seat, unit.seven))
        return NOTHING


@mypyc_attr(acyclic=True)
class TakeShield(OwnerChoice):
    """WW-J4, WW-Q41: an Assyrian may take a Shield Bearer in addition to its characteristic."""

    RULE: ClassVar[str] = "WW-J4"
    __slots__ = ()

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer to take the Shield Bearer or not."""
        return [TAKE, LEAVE]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Record the choice."""
        unit = s.units[self.unit]
        unit.shield = action.verb == "take"
        if s.logging:
            s.emit(ShieldTaken(unit.id, unit.seat) if unit.shield else ShieldLeft(unit.id, unit.seat))
        return NOTHING


# -------------------------------------------------------------------- deployment


@mypyc_attr(acyclic=True)
class DeploymentRolls(Step):
    """WW-P6: roll a die for each unit; the lowest deploys first."""

    RULE: ClassVar[str] = "WW-P6"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Ask for the first edge, then for every unit's place and the warrior's side."""
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
