"""The sequence of play: both place their chariots, then turns of two commands until somebody is across."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.drill.driving import FARTHEST, FULL, TENTH, ahead, obstacle, reach
from hippodrome.games.drill.events import Balked, Drawn, Drove, Lurched, Placed, TurnBegan, Wheeled, Won
from hippodrome.games.drill.formatting import figure, inches
from hippodrome.games.drill.state import INCH, NOBODY, OUT_OF_ROUNDS, REACHED, Chariot, Yard
from hippodrome.kit.actions import Action, Option, Refusal, Span
from hippodrome.kit.agenda import NOTHING, Ask, Step, legal_now
from hippodrome.kit.scene import FACTIONS

COMMANDS: Final = 2  # DRL-3
WIDEST: Final = 900  # DRL-5
WHEEL_STEP: Final = 50
LURCH: Final = INCH // 2  # DRL-6
HOME: Final = INCH  # DRL-10
SHOUT: Final = Action("shout")
_SEATS: Final = ((0,), (1,))
_FACING: Final = (0, 1800)  # DRL-2
# Where chariots may be placed, in tenths of an inch (DRL-2): from left to right by seat, and from top to bottom.
_ACROSS: Final = (Span("x", 10, 110, 1, (10, 60, 110), 10), Span("x", 130, 230, 1, (130, 180, 230), 10))
_DOWN: Final = Span("y", 10, 150, 1, (30, 80, 130), 10)


# -------------------------------------------------------------------- the start


@mypyc_attr(acyclic=True)
class Place(Ask):
    """DRL-2: a player places his chariot."""

    RULE: ClassVar[str] = "DRL-2"
    FIELDS: ClassVar[tuple[str, ...]] = ("player",)
    __slots__ = FIELDS

    def __init__(self, player: i64) -> None:
        self.player = player

    def seats(self, yard: Yard) -> tuple[int, ...]:
        """Return the player."""
        return _SEATS[self.player]

    def options(self, yard: Yard) -> list[Option]:
        """Anywhere in his half."""
        return [Option("place", "DRL-2", (_ACROSS[self.player], _DOWN))]

    def check(self, yard: Yard, seat: i64, action: Action) -> Refusal | None:
        """In one's half, away from its sides."""
        across = _ACROSS[self.player]
        if action.verb == "place" and len(action.args) == 2:
            x, y = action.args
            if across.lo <= x <= across.hi and _DOWN.lo <= y <= _DOWN.hi:
                return None
        wide = f"{figure(across.lo, 10)} to {figure(across.hi, 10)}"
        high = f"{figure(_DOWN.lo, 10)} to {figure(_DOWN.hi, 10)}"
        return Refusal("DRL-2", f"Place your chariot in your half: {wide} inches across and {high} inches down.")

    def answer(self, yard: Yard, action: Action, seat: i64) -> list[Step]:
        """There it stands, facing the far side."""
        chariot = yard.chariots[self.player]
        x, y = action.args
        chariot.x, chariot.y = x * TENTH, y * TENTH
        chariot.turn = _FACING[self.player]
        chariot.placed = True
        if yard.logging:
            yard.emit(Placed(chariot.id, x, y))
        return NOTHING


# -------------------------------------------------------------------- turns


@mypyc_attr(acyclic=True)
class NextTurn(Step):
    """DRL-3: the next player's turn; when the rounds have run out the game is over (DRL-11)."""

    RULE: ClassVar[str] = "DRL-3"
    __slots__ = ()

    def run(self, yard: Yard) -> list[Step]:
        """Two commands, and then the next turn."""
        if yard.turn >= 2 * yard.rounds:
            return run_out(yard)
        yard.turn += 1
        yard.commands = COMMANDS
        if yard.logging:
            yard.emit(TurnBegan(yard.seat(), yard.round()))
        return A_TURN

    def breadcrumb(self, yard: Yard) -> str:
        """Return the round, while this step waits for the next turn."""
        return f"Round {yard.round()}" if yard.turn else "Start"


def run_out(yard: Yard) -> list[Step]:
    """DRL-11: the nearer to the far side wins."""
    one, other = yard.chariots[0].to_go(), yard.chariots[1].to_go()
    if one != other:
        return win(yard, 0 if one < other else 1, OUT_OF_ROUNDS, "DRL-11")
    if yard.logging:
        yard.emit(Drawn(), "DRL-11")
    yard.end(NOBODY, OUT_OF_ROUNDS)
    return NOTHING


def win(yard: Yard, winner: i64, reason: str, rule: str) -> list[Step]:
    """Return the game is over."""
    if yard.logging:
        yard.emit(Won(winner), rule)
    yard.end(winner, reason)
    return NOTHING


@mypyc_attr(acyclic=True)
class Command(Ask):
    """DRL-3: the player whose turn it is drives, wheels or shouts."""

    RULE: ClassVar[str] = "DRL-3"
    __slots__ = ()

    def seats(self, yard: Yard) -> tuple[int, ...]:
        """Whose turn it is."""
        return _SEATS[yard.seat()]

    def options(self, yard: Yard) -> list[Option]:
        """Any distance, any angle; hints are what the ground and the far side make worth it."""
        chariot = yard.chariots[yard.seat()]
        return [
            Option("drive", "DRL-4", (Span("distance", 0, FARTHEST, TENTH, drive_hints(chariot), 1000),)),
            Option("wheel", "DRL-5", (Span("angle", -WIDEST, WIDEST, WHEEL_STEP, wheel_hints(chariot), 10),)),
            Option("shout", "DRL-6"),
        ]

    def proposals(self, yard: Yard) -> list[Action]:
        """Return the farthest drive first."""
        chariot = yard.chariots[yard.seat()]
        drives = [Action("drive", (distance,)) for distance in reversed(drive_hints(chariot))]
        return [*drives, *[Action("wheel", (angle,)) for angle in wheel_hints(chariot)], SHOUT]

    def check(self, yard: Yard, seat: i64, action: Action) -> Refusal | None:
        """By the command."""
        chariot = yard.chariots[yard.seat()]
        if action.verb == "drive" and len(action.args) == 1:
            return refuse_drive(chariot, action.args[0])
        if action.verb == "wheel" and len(action.args) == 1:
            return refuse_wheel(action.args[0])
        if action.text == SHOUT.text:
            return None
        return Refusal("DRL-3", f"In your turn you drive, wheel or shout. {legal_now(self.proposals(yard))}")

    def answer(self, yard: Yard, action: Action, seat: i64) -> list[Step]:
        """Carry it out; then the next command, if one is left."""
        yard.commands -= 1
        chariot = yard.chariots[yard.seat()]
        if action.verb == "shout":
            shout(yard, chariot)
        elif action.verb == "wheel":
            wheel(yard, chariot, action.args[0])
        else:
            if yard.logging:
                yard.emit(Drove(chariot.id, action.args[0]), "DRL-4")
            chariot.x, chariot.y = ahead(chariot, action.args[0])
        if chariot.to_go() <= HOME:
            return win(yard, chariot.id, REACHED, "DRL-10")
        return MORE if yard.commands > 0 else NOTHING

    def breadcrumb(self, yard: Yard) -> str:
        """Whose turn it is."""
        return f"{FACTIONS[yard.seat()]}'s turn"


# -------------------------------------------------------------------- commands


def drive_hints(chariot: Chariot) -> tuple[int, ...]:
    """1 inch, half of the farthest, and as far as it goes; less where something is in the way."""
    most = int(reach(chariot))
    return tuple(sorted({min(distance, most) for distance in (INCH, FARTHEST // 2, FARTHEST)}))


def refuse_drive(chariot: Chariot, distance: int) -> Refusal | None:
    """Not too far, and not through anything."""
    if not 0 <= distance <= FARTHEST or distance % TENTH:
        return Refusal("DRL-4", f"You drive up to {inches(FARTHEST)}, in steps of {inches(TENTH)}.")
    most = reach(chariot)
    if distance <= most:
        return None
    rule = obstacle(chariot, most + TENTH)
    what = "The post is in the way" if rule == "DRL-7" else "You would leave the yard"
    return Refusal(rule, f"{what}: in this direction you can drive up to {inches(most)}.")


def wheel_hints(chariot: Chariot) -> tuple[int, ...]:
    """Half and full to either side, and straight towards the far side if that is within reach."""
    home = (_FACING[chariot.id] - int(chariot.turn) + FULL // 2) % FULL - FULL // 2
    found = {-WIDEST, -WIDEST // 2, WIDEST // 2, WIDEST}
    if home and abs(home) <= WIDEST:
        found.add(home)
    return tuple(sorted(found))


def refuse_wheel(angle: int) -> Refusal | None:
    """Not too far."""
    if -WIDEST <= angle <= WIDEST and angle % WHEEL_STEP == 0:
        return None
    most, step = figure(WIDEST, 10), figure(WHEEL_STEP, 10)
    return Refusal("DRL-5", f"You wheel up to {most} degrees to either side, in steps of {step} degrees.")


def wheel(yard: Yard, chariot: Chariot, angle: i64) -> None:
    """DRL-5: turn on the spot."""
    chariot.turn = (chariot.turn + angle) % FULL
    if yard.logging:
        yard.emit(Wheeled(chariot.id, angle), "DRL-5")


def shout(yard: Yard, chariot: Chariot) -> None:
    """DRL-6: a 1 ends the turn, any other number sends the chariot ahead."""
    die: i64 = yard.roll("shout", 1, chariot.id, "DRL-6")[0]
    if die == 1:
        yard.commands = 0
        if yard.logging:
            yard.emit(Balked(chariot.id), "DRL-6")
        return
    distance = min(die * LURCH, reach(chariot))
    chariot.x, chariot.y = ahead(chariot, distance)
    if yard.logging:
        yard.emit(Lurched(chariot.id, distance), "DRL-6")


NEXT_TURN: Final = NextTurn()
COMMAND: Final = Command()
A_TURN: Final[list[Step]] = [COMMAND, NEXT_TURN]
MORE: Final[list[Step]] = [COMMAND]
