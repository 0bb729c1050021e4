"""What a driver is warned of before it is too late: what his plan runs into (CR-X1, CR-X3, CR-X6)."""

from __future__ import annotations

from hippodrome.games.races.bodies import A_CHARIOT, NOTHING_MET, OUTCROP
from hippodrome.games.races.measures import name
from hippodrome.games.races.planning import MakePlan
from hippodrome.games.races.state import Race
from hippodrome.games.races.travel import first_meeting
from hippodrome.kit.actions import Action


def warning(s: Race, seat: int, action: Action) -> str:
    """The warning, in a sentence, or nothing."""
    if not s.agenda or not isinstance(s.agenda[-1], MakePlan) or action.verb not in ("go", "straight"):
        return ""
    race = s
    if action.verb == "straight" and s.move.plan:
        race = s.clone()
        race.move.plan = ()
    met = first_meeting(race)
    if met.code == NOTHING_MET:
        return ""
    if met.code >= A_CHARIOT:
        other = s.chariots[met.code - A_CHARIOT]
        return f"You will run into {name(other.id, s.machine(other).name)}, unless it gets out of the way."
    what = "a wall" if met.code < OUTCROP else "an obstacle"
    return f"You will hit {what}: 1 to 3 hits of Strength 4."
