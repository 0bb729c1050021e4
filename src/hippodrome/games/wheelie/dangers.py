"""What a player is warned of before it is too late: collisions (WW-Q24), and a shot that wastes a better one."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.wheelie.bases import first_met, pivot
from hippodrome.games.wheelie.measures import name_of
from hippodrome.games.wheelie.movement import Mover, TurnDrive, mover
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.actions import Action


def warning(s: Skirmish, seat: int, action: Action) -> str:
    """The warning, in a sentence, or nothing."""
    step = s.agenda[-1]
    if not isinstance(step, Mover):
        return ""
    met = collides_with(s, action)
    if met:
        names = " and ".join([name_of(s, s.units[other]) for other in met])
        return f"You will collide with {names}: whoever does not throw a double is destroyed."
    if isinstance(step, TurnDrive) and action.verb == "drive" and action.args[0] < step.bounds(s)[1]:
        return "You stop early, so you cannot turn."
    return ""


def collides_with(s: Skirmish, action: Action) -> list[int]:
    """The chariots that a drive or a turn runs into."""
    unit = mover(s)
    if s.is_runners(unit) or not action.args:
        return []
    amount: i64 = action.args[0]
    if action.verb == "drive" and amount > 0:
        return first_met(s, unit, amount)[1]
    return pivot(s, unit, amount).met if action.verb == "wheel" else []
