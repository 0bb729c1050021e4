"""Why an action is refused: the clause, and a sentence a player can act on."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, PLAIN, WATER
from hippodrome.games.benhur.tricks import no_such_trick
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.geometry.lanes import LANES


def whips_allowed(race: Race, chariot: Chariot) -> tuple[i64, i64]:
    """Return the least and the most whips a chariot may set (BH-M3 and what overrules it)."""
    if race.round == 1 or chariot.wet or chariot.whips == 0:
        return (1, 1)
    if race.turn.greased:
        return (chariot.whips - 1, chariot.whips - 1)
    if chariot.rein:
        return (1, 3)
    return (max(chariot.whips - 1, 1), min(chariot.whips + 1, 3))


def refuse_whips(race: Race, action: Action) -> Refusal | None:
    """Why these whips cannot be set."""
    chariot = race.chariots[race.turn.mover]
    if action.verb != "whips" or len(action.args) != 1:
        return no_such_trick(race, race.turn.mover, action)
    if action.args[0] == 0:
        return Refusal("BH-Q7", "Nobody stands still by choice: the least is 1 whip.")
    if not 1 <= action.args[0] <= 3:
        return Refusal("BH-M1", "Speed is 1, 2 or 3 whips.")
    if race.round == 1:
        return Refusal("BH-Q6", "In the first round every chariot stays on 1 whip.")
    if chariot.wet:
        return Refusal("BH-Q29", "A chariot that was in the water starts again on exactly 1 whip.")
    if chariot.whips == 0:
        return Refusal("BH-Q17", "After a spin a chariot starts again on 1 whip.")
    if race.turn.greased:
        return Refusal("BH-T16", "Greased Axle: the chariot must go down one whip this turn.")
    return Refusal("BH-M3", f"From {chariot.whips} you may go up or down one whip at most.")


def refuse_step(race: Race, action: Action) -> Refusal | None:
    """Why this step cannot be made."""
    chariot = race.chariots[race.turn.mover]
    if action.verb == "trick":
        return no_such_trick(race, chariot.id, action)
    if action.verb in ("left", "right") and not action.args:
        return refuse_lane(race, chariot, -1 if action.verb == "left" else 1)
    return None


def refuse_lane(race: Race, chariot: Chariot, side: i64) -> Refusal:
    """Why a lane change is not possible (BH-L1, BH-Q18)."""
    lanes, kind = race.track.lanes, race.track.kind
    square = chariot.square
    lane = lanes.lane[square]
    if not lanes.straight[square]:
        rule = "BH-L1" if kind[square] == BEND else "BH-Q10"
        return Refusal(rule, "Lanes can be changed only on a straight, not in a corner.")
    if kind[square] in (JUMP, WATER):
        return Refusal("BH-Q18", "No lane change starts on a jump or water square.")
    if lane == (1 if side < 0 else LANES):
        hand = "left" if side < 0 else "right"
        return Refusal("BH-Q18", f"There is no lane to the {hand} of lane {lane}, only the wall.")
    if lanes.segment[lanes.ahead[square]] != lanes.segment[square]:
        return Refusal("BH-Q18", "This is the last square of the straight: a lane change needs both squares on it.")
    if race.turn.blind:
        return Refusal("BH-T20", "Sand in the Eyes: you may not change lanes this turn.")
    target = lanes.left[square] if side < 0 else lanes.right[square]
    if kind[target] != PLAIN:
        return Refusal("BH-Q18", "No lane change leads on to a jump or water square.")
    return Refusal("BH-Q23", "You have met the chariot over there this turn already.")
