"""Steps that end in another chariot: their labels, and the risk that they carry."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.benhur.movement import NextStep, diagonal_square
from hippodrome.games.benhur.ramming import SIDES, can_be_pushed_aside
from hippodrome.games.benhur.skill_rolls import LastWord, TestTricks
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP
from hippodrome.games.benhur.warnings import (
    CALTROPS_DANGER,
    JUMP_DANGER,
    RAM_DANGER,
    SKID_DANGER,
    danger_of,
)
from hippodrome.kit.actions import Action
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.templates import sentence_case

STEP_VERBS: Final = frozenset(SIDES)


def step_label(race: Race, verb: str, plain: str) -> str:
    """Return the label of a step: "Ram White: change lane left", "Jump, ram White on landing", or the plain one."""
    if verb not in STEP_VERBS or not race.agenda or not isinstance(race.agenda[-1], NextStep):
        return plain
    chariot = race.chariots[race.turn.mover]
    if verb == "straight" and race.track.kind[chariot.square] == JUMP:
        rival = rival_met(race, chariot, verb)
        return f"Jump, {contact_verb(race, chariot, rival).lower()} {FACTIONS[rival.id]}" if rival else "Jump"
    if verb == "straight" and race.track.kind[chariot.square] == BEND:
        plain = "Take the bend"
    rival = rival_met(race, chariot, verb)
    if rival is None:
        return plain
    return f"{contact_verb(race, chariot, rival)} {FACTIONS[rival.id]}: {plain[0].lower()}{plain[1:]}"


def rival_met(race: Race, chariot: Chariot, verb: str) -> Chariot | None:
    """Return the chariot on the square that a step leads to if its test succeeds, or None."""
    square = target_square(race, chariot, verb)
    rival = race.chariot_at(square) if square >= 0 else None
    return None if rival is not None and rival.id == chariot.id else rival


def target_square(race: Race, chariot: Chariot, verb: str) -> i64:
    """Return the square that a step leads to if its test succeeds; -1 if there is none."""
    if verb != "straight":
        return diagonal_square(race, chariot, SIDES[verb])
    ahead: i64 = race.track.ahead[chariot.square]
    return race.track.ahead[ahead] if race.track.kind[chariot.square] == JUMP else ahead


def contact_verb(race: Race, chariot: Chariot, rival: Chariot) -> str:
    """BH-Q23: return what happens to a rival in the way: "Ram", at the second contact "Push" or "Stop at"."""
    if not race.have_met(chariot.id, rival.id):
        return "Ram"
    return "Stop at" if race.stops_at_repeat else "Push"


# -------------------------------------------------------------------- risks


def risk(race: Race, seat: int, action: Action) -> str:
    """Return what a step, or accepting a failed test, may cost a driver with wounds to spare; empty if nothing."""
    step = race.agenda[-1] if race.agenda else None
    if not isinstance(step, (NextStep, TestTricks, LastWord)):
        return ""
    chariot = race.chariots[seat]
    danger = danger_of(race, chariot, action)
    if danger == RAM_DANGER and isinstance(step, NextStep) and action.verb in STEP_VERBS:
        return ram_risk(race, chariot, action.verb)
    if danger in (RAM_DANGER, SKID_DANGER):
        return f"If {danger}, it may cost you a wound."
    if danger == JUMP_DANGER:
        return (
            "Without a 5 or 6 you fall into the water: a wound, and your move ends. Each 6 on landing is a wound too."
        )
    return "The caltrops wound you on 4 or more, and your move ends." if danger == CALTROPS_DANGER else ""


def ram_risk(race: Race, chariot: Chariot, verb: str) -> str:
    """BH-R4, BH-R6: return whom a step rams, on which dice both are wounded, and whether the rival can give way."""
    rival = rival_met(race, chariot, verb)
    if rival is not None and not race.have_met(chariot.id, rival.id):
        side = SIDES[verb]
        text = f"You ram {FACTIONS[rival.id]}: {wound_text(race, side)}."
        if side and not can_be_pushed_aside(race, rival.square, side):
            text += f" {FACTIONS[rival.id]} cannot give way: you stay behind unless it is destroyed."
        return text
    ahead = race.chariot_at(race.track.ahead[chariot.square]) if verb != "straight" else None
    if ahead is not None and not race.have_met(chariot.id, ahead.id):
        return sentence_case(f"if the change fails, you ram {FACTIONS[ahead.id]}: {wound_text(race, 0)}.")
    return "You may run into another chariot and be wounded."


def wound_text(race: Race, side: i64) -> str:
    """Return the dice that wound in a ram from the side, or from behind (0)."""
    return "either of you is wounded on 5 or more" if side else "it is wounded on 5 or more, you on a 6"
