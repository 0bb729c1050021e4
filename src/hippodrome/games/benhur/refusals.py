"""Refusals: the clause that forbids an action, and a sentence that helps the player."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, WATER
from hippodrome.games.benhur.tricks import refuse_trick
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.geometry.lanes import LANES


def whips_allowed(race: Race, chariot: Chariot) -> tuple[i64, i64]:
    """BH-M3: return the lowest and highest number of whips that a chariot may set, after all exceptions."""
    if has_slow_start(race) or chariot.wet or chariot.whips == 0:
        return (1, 1)
    if race.turn.greased:
        return (chariot.whips - 1, chariot.whips - 1)
    if chariot.rein:
        return (1, 3)
    return (max(chariot.whips - 1, 1), min(chariot.whips + 1, 3))


def has_slow_start(race: Race) -> bool:
    """BH-Q6: return whether all chariots must stay on 1 whip because this is round 1."""
    return race.round == 1 and not race.free_first_turn


def refuse_whips(race: Race, action: Action) -> Refusal | None:
    """Return why these whips cannot be set."""
    chariot = race.chariots[race.turn.mover]
    if action.verb != "whips" or len(action.args) != 1:
        return refuse_trick(race, race.turn.mover, action)
    if action.args[0] == 0:
        return Refusal("BH-Q7", "You cannot choose 0 whips; set at least 1.")
    if not 1 <= action.args[0] <= 3:
        return Refusal("BH-M1", "You can set 1, 2 or 3 whips.")
    if has_slow_start(race):
        return Refusal("BH-Q6", "In round 1 every chariot stays on 1 whip.")
    if chariot.wet:
        return Refusal("BH-Q29", "Your chariot is wet: it starts again on exactly 1 whip.")
    if chariot.whips == 0:
        return Refusal("BH-Q17", "Your chariot has spun: it starts again on 1 whip.")
    if race.turn.greased:
        return Refusal("BH-T16", "Greased Axle: you must go down 1 whip this turn.")
    return Refusal("BH-M3", f"From {chariot.whips} you may go up or down by 1 whip at most.")


def refuse_step(race: Race, action: Action) -> Refusal | None:
    """Return why this step is not legal, or None if no clause says so."""
    chariot = race.chariots[race.turn.mover]
    if action.verb == "trick":
        return refuse_trick(race, chariot.id, action)
    if action.verb in ("left", "right") and not action.args:
        return refuse_lane(race, chariot, -1 if action.verb == "left" else 1)
    return None


def refuse_lane(race: Race, chariot: Chariot, side: i64) -> Refusal:
    """BH-L1, BH-Q18: return why a lane change is not legal."""
    lanes, kind = race.track.lanes, race.track.kind
    square = chariot.square
    lane = lanes.lane[square]
    if not lanes.straight[square]:
        rule = "BH-L1" if kind[square] == BEND else "BH-Q10"
        return Refusal(rule, "You cannot change lanes in a corner, only on a straight.")
    if kind[square] == JUMP:
        return Refusal("BH-Q18", "You cannot change lanes from a jump square: the only way to leave it is a jump.")
    if kind[square] == WATER:
        return Refusal("BH-Q18", "You cannot change lanes from a water square.")
    if lane == (1 if side < 0 else LANES):
        direction = "left" if side < 0 else "right"
        return Refusal("BH-Q18", f"There is no lane to the {direction} of lane {lane}, only the wall.")
    if lanes.segment[lanes.ahead[square]] != lanes.segment[square]:
        return Refusal("BH-Q18", "A lane change must end on the same straight, and this is its last square.")
    if race.turn.blind:
        return Refusal("BH-T20", "Sand in the Eyes: you cannot change lanes this turn.")
    target = lanes.left[square] if side < 0 else lanes.right[square]
    if kind[target] == WATER:
        return Refusal("BH-Q18", "You cannot change lanes on to a water square.")
    return Refusal("BH-Q23", "You have already met the chariot on that square this turn.")
