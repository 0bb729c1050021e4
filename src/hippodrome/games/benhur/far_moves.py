"""Moves of several squares at once: "Straight on, all 5", and the labels of squares beyond the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hippodrome.games.benhur.contacts import contact_verb
from hippodrome.games.benhur.formatting import count_text
from hippodrome.games.benhur.movement import NextStep, diagonal_square
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, STRAIGHT
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Compound
from hippodrome.kit.destinations import ENDS_IN_CHANCE, try_compound
from hippodrome.kit.scene import FACTIONS

THEN: Final = ", then "

if TYPE_CHECKING:
    from hippodrome.games.benhur import BenHur


def straight_run(game: BenHur, race: Race, seat: int) -> Compound | None:
    """Return straight on, up to a bend, a jump, a rival or the last point; None if that is less than two squares."""
    step = race.agenda[-1]
    chariot = race.chariots[seat]
    if not isinstance(step, NextStep) or race.track.kind[chariot.square] in (BEND, JUMP):
        return None
    squares, obstacle = squares_ahead(race, int(chariot.square), int(race.turn.points))
    if squares < 2:
        return None
    actions = [STRAIGHT] * squares
    _, warning, is_chance = try_compound(game, race, seat, actions)
    free = squares - 1 if obstacle.startswith(THEN) else squares
    label = f"Straight on, all {free}" if free == race.turn.points else f"Straight on, {count_text(free, 'square')}"
    return Compound(actions, label + obstacle, ENDS_IN_CHANCE if is_chance else "", warning)


def squares_ahead(race: Race, square: int, points: int) -> tuple[int, str]:
    """Return how many squares straight on end the way or use up the points, and what ends it: ", on to the bend"."""
    for count in range(1, points + 1):
        square = race.track.ahead[square]
        rival = race.chariot_at(square)
        if rival is not None:
            return count, f"{THEN}{contact_text(race, rival)}"
        if square == race.caltrops:
            return count, ", on to the caltrops"
        if race.track.kind[square] in (BEND, JUMP):
            return count, f", on to the {'bend' if race.track.kind[square] == BEND else 'jump'}"
    return points, ""


def target_square(race: Race, action: Action) -> int:
    """Return the square to which the mover's next step leads; -1 if the action is no step."""
    chariot = race.chariots[race.turn.mover]
    if action.verb == "straight":
        return race.track.ahead[chariot.square]
    if action.verb in ("left", "right"):
        return int(diagonal_square(race, chariot, -1 if action.verb == "left" else 1))
    return -1


def way_label(race: Race, actions: list[Action]) -> str:
    """Return "Straight on, 3 squares, then ram White: change lane left"; the race is as before the last step."""
    last = actions[-1]
    rival = race.chariot_at(target_square(race, last))
    into = f"{THEN}{contact_text(race, rival)}" if rival is not None else ""
    if last.verb == "straight":
        return f"Straight on, {count_text(len(actions) - (rival is not None), 'square')}{into}"
    run = f"Straight on, {count_text(len(actions) - 1, 'square')}"
    return f"{run}{into}: change lane {last.verb}" if rival is not None else f"{run}, then change lane {last.verb}"


def contact_text(race: Race, rival: Chariot) -> str:
    """Return what the mover does to a rival in its way: "ram White"."""
    return f"{contact_verb(race, race.chariots[race.turn.mover], rival).lower()} {FACTIONS[rival.id]}"
