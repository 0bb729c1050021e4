"""The sequence of play: both players place their chariots, then turns of two commands until one is across."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.drill.driving import FULL_TURN, MAX_DRIVE_MI, TENTH_MI, ahead, obstacle, reach
from hippodrome.games.drill.events import Balked, Drawn, Drove, Lurched, Placed, TurnBegan, Wheeled, Won
from hippodrome.games.drill.state import NO_SEAT, OUT_OF_ROUNDS, REACHED, Chariot, Yard
from hippodrome.kit.actions import Action, Option, Refusal, Span
from hippodrome.kit.agenda import NOTHING, Ask, Step, legal_now
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.units import DEGREE, INCH, decimal, inches

COMMANDS_PER_TURN: Final = 2  # DRL-3
MAX_WHEEL: Final = 900  # DRL-5, in tenths of a degree
WHEEL_STEP: Final = 50
LURCH_PER_PIP_MI: Final = INCH // 2  # DRL-6
FINISH_DEPTH_MI: Final = INCH  # DRL-10
SHOUT: Final = Action("shout")
_SEATS: Final = ((0,), (1,))
_FACING: Final = (0, 1800)  # DRL-2
# Legal starting places in tenths of an inch (DRL-2): from left to right by seat, and from top to bottom.
_ACROSS: Final = (Span("x", 10, 110, 1, (10, 60, 110), 10), Span("x", 130, 230, 1, (130, 180, 230), 10))
_DOWN: Final = Span("y", 10, 150, 1, (30, 80, 130), 10)


# -------------------------------------------------------------------- the start


@mypyc_attr(acyclic=True)
class Place(Ask):
    """DRL-2: a player places a chariot."""

    RULE: ClassVar[str] = "DRL-2"
    FIELDS: ClassVar[tuple[str, ...]] = ("player",)
    __slots__ = FIELDS

    def __init__(self, player: i64) -> None:
        self.player = player

    def seats(self, yard: Yard) -> tuple[int, ...]:
        """Return the player."""
        return _SEATS[self.player]

    def options(self, yard: Yard) -> list[Option]:
        """Return all places in the player's half."""
        return [Option("place", "DRL-2", (_ACROSS[self.player], _DOWN))]

    def check(self, yard: Yard, seat: i64, action: Action) -> Refusal | None:
        """Return None for a place in the player's half and away from its sides, else a refusal."""
        across = _ACROSS[self.player]
        if action.verb == "place" and len(action.args) == 2:
            x, y = action.args
            if across.lo <= x <= across.hi and _DOWN.lo <= y <= _DOWN.hi:
                return None
        wide = f"{decimal(across.lo, 10, 1)} to {decimal(across.hi, 10, 1)}"
        high = f"{decimal(_DOWN.lo, 10, 1)} to {decimal(_DOWN.hi, 10, 1)}"
        return Refusal("DRL-2", f"Place your chariot in your half: {wide} inches across and {high} inches down.")

    def answer(self, yard: Yard, action: Action, seat: i64) -> list[Step]:
        """Place the chariot, facing the far side."""
        chariot = yard.chariots[self.player]
        x, y = action.args
        chariot.x, chariot.y = x * TENTH_MI, y * TENTH_MI
        chariot.turn = _FACING[self.player]
        chariot.placed = True
        if yard.logging:
            yard.emit(Placed(chariot.id, x, y))
        return NOTHING


# -------------------------------------------------------------------- turns


@mypyc_attr(acyclic=True)
class NextTurn(Step):
    """DRL-3: the next player's turn; when the rounds have run out, the game is over (DRL-11)."""

    RULE: ClassVar[str] = "DRL-3"
    __slots__ = ()

    def run(self, yard: Yard) -> list[Step]:
        """Begin a turn of two commands."""
        if yard.turn >= 2 * yard.rounds:
            return end_out_of_rounds(yard)
        yard.turn += 1
        yard.commands = COMMANDS_PER_TURN
        if yard.logging:
            yard.emit(TurnBegan(yard.seat(), yard.round()))
        return TURN_STEPS

    def breadcrumb(self, yard: Yard) -> str:
        """Return the round."""
        return f"Round {yard.round()}" if yard.turn else "Start"


def end_out_of_rounds(yard: Yard) -> list[Step]:
    """DRL-11: the chariot nearer to its far side wins."""
    one, other = yard.chariots[0].distance_left(), yard.chariots[1].distance_left()
    if one != other:
        return end_with_winner(yard, 0 if one < other else 1, OUT_OF_ROUNDS, "DRL-11")
    if yard.logging:
        yard.emit(Drawn(), "DRL-11")
    yard.end(NO_SEAT, OUT_OF_ROUNDS)
    return NOTHING


def end_with_winner(yard: Yard, winner: i64, reason: str, rule: str) -> list[Step]:
    """End the game."""
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
        """Return the seat whose turn it is."""
        return _SEATS[yard.seat()]

    def options(self, yard: Yard) -> list[Option]:
        """Return any distance and any angle, with hints that suit the ground and the far side, and a shout."""
        chariot = yard.chariots[yard.seat()]
        return [
            Option("drive", "DRL-4", (Span("distance", 0, MAX_DRIVE_MI, TENTH_MI, drive_hints(chariot), 1000),)),
            Option("wheel", "DRL-5", (Span("angle", -MAX_WHEEL, MAX_WHEEL, WHEEL_STEP, wheel_hints(chariot), 10),)),
            Option("shout", "DRL-6"),
        ]

    def proposals(self, yard: Yard) -> list[Action]:
        """Return the hints as actions, the farthest drive first."""
        chariot = yard.chariots[yard.seat()]
        drives = [Action("drive", (distance,)) for distance in reversed(drive_hints(chariot))]
        return [*drives, *[Action("wheel", (angle,)) for angle in wheel_hints(chariot)], SHOUT]

    def check(self, yard: Yard, seat: i64, action: Action) -> Refusal | None:
        """Return None if the command is legal, else a refusal."""
        chariot = yard.chariots[yard.seat()]
        if action.verb == "drive" and len(action.args) == 1:
            return refuse_drive(chariot, action.args[0])
        if action.verb == "wheel" and len(action.args) == 1:
            return refuse_wheel(action.args[0])
        if action.text == SHOUT.text:
            return None
        return Refusal("DRL-3", f"In your turn you can drive, wheel or shout. {legal_now(self.proposals(yard))}")

    def answer(self, yard: Yard, action: Action, seat: i64) -> list[Step]:
        """Carry out the command; then ask for the next one, if one is left."""
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
        if chariot.distance_left() <= FINISH_DEPTH_MI:
            return end_with_winner(yard, chariot.id, REACHED, "DRL-10")
        return NEXT_COMMAND if yard.commands > 0 else NOTHING

    def breadcrumb(self, yard: Yard) -> str:
        """Return whose turn it is."""
        return f"{FACTIONS[yard.seat()]}'s turn"


# -------------------------------------------------------------------- commands


def drive_hints(chariot: Chariot) -> tuple[int, ...]:
    """Return 1 inch, half the maximum and the maximum; less if something is in the way."""
    most = int(reach(chariot))
    return tuple(sorted({min(distance, most) for distance in (INCH, MAX_DRIVE_MI // 2, MAX_DRIVE_MI)}))


def refuse_drive(chariot: Chariot, distance: int) -> Refusal | None:
    """DRL-4: return why a chariot cannot drive this far, or None."""
    if not 0 <= distance <= MAX_DRIVE_MI or distance % TENTH_MI:
        return Refusal("DRL-4", f"You can drive up to {inches(MAX_DRIVE_MI)}, in steps of {inches(TENTH_MI)}.")
    most = reach(chariot)
    if distance <= most:
        return None
    rule = obstacle(chariot, most + TENTH_MI)
    what = "The post is in the way" if rule == "DRL-7" else "You would leave the yard"
    return Refusal(rule, f"{what}: in this direction you can drive up to {inches(most)}.")


def wheel_hints(chariot: Chariot) -> tuple[int, ...]:
    """Return half and full wheels to either side, and straight towards the far side if that is within reach."""
    home = (_FACING[chariot.id] - int(chariot.turn) + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    angles = {-MAX_WHEEL, -MAX_WHEEL // 2, MAX_WHEEL // 2, MAX_WHEEL}
    if home and abs(home) <= MAX_WHEEL:
        angles.add(home)
    return tuple(sorted(angles))


def refuse_wheel(angle: int) -> Refusal | None:
    """DRL-5: return why a chariot cannot wheel this far, or None."""
    if -MAX_WHEEL <= angle <= MAX_WHEEL and angle % WHEEL_STEP == 0:
        return None
    most, step = decimal(MAX_WHEEL, DEGREE, 1), decimal(WHEEL_STEP, DEGREE, 1)
    return Refusal("DRL-5", f"You can wheel up to {most} degrees to either side, in steps of {step} degrees.")


def wheel(yard: Yard, chariot: Chariot, angle: i64) -> None:
    """DRL-5: turn on the spot."""
    chariot.turn = (chariot.turn + angle) % FULL_TURN
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
    distance = min(die * LURCH_PER_PIP_MI, reach(chariot))
    chariot.x, chariot.y = ahead(chariot, distance)
    if yard.logging:
        yard.emit(Lurched(chariot.id, distance), "DRL-6")


NEXT_TURN: Final = NextTurn()
COMMAND: Final = Command()
TURN_STEPS: Final[list[Step]] = [COMMAND, NEXT_TURN]
NEXT_COMMAND: Final[list[Step]] = [COMMAND]
