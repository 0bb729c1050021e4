"""Steps that end in another chariot: their labels, and the risk that they carry."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.benhur.movement import NextStep, diagonal_square
from hippodrome.games.benhur.ramming import SIDES, can_be_pushed_aside
from hippodrome.games.benhur.state import NO_SQUARE, Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP
from hippodrome.kit.actions import Action
from hippodrome.kit.scene import FACTIONS

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
    """BH-Q23: return what happens to a rival in the way: "Ram", at the second contact "Push" or "Meet"."""
    if not race.have_met(chariot.id, rival.id):
        return "Ram"
    return "Meet" if race.stops_at_repeat else "Push"


# -------------------------------------------------------------------- risks


def risk(race: Race, seat: int, action: Action) -> str:
    """Return the rams that a step leads to or may lead to, and caltrops in its way; an empty string if there are none.

    Bends and jumps are on every way: their odds stand on the button, and only a ram in them is a risk to confirm.
    """
    step = race.agenda[-1] if race.agenda else None
    if not isinstance(step, NextStep) or action.verb not in STEP_VERBS:
        return ""
    chariot = race.chariots[seat]
    square, verb = chariot.square, action.verb
    rival = rival_met(race, chariot, verb)
    if rival is not None:
        return ram_risk(race, chariot, rival, SIDES[verb])
    ahead = fresh_rival(race, chariot, race.track.ahead[square]) if verb != "straight" and race.turn.free < 0 else None
    if ahead is not None:
        return f"If the change fails, you ram {FACTIONS[ahead.id]}: {wound_text(0)}."
    if race.track.kind[square] in (BEND, JUMP):
        return forced_risk(race, chariot, square)
    target = target_square(race, chariot, verb)
    if target == race.caltrops:
        return "The caltrops wound you on 4 or more, and your move ends."
    return forced_risk(race, chariot, target) if race.turn.points > 1 else ""


def ram_risk(race: Race, chariot: Chariot, rival: Chariot, side: i64) -> str:
    """BH-R4, BH-R6: return on which dice a ram wounds, and whether the rival can give way; empty for a push."""
    if race.have_met(chariot.id, rival.id):
        return ""
    text = f"You ram {FACTIONS[rival.id]}: {wound_text(side)}."
    if side and not can_be_pushed_aside(race, rival.square, side):
        text += f" {FACTIONS[rival.id]} cannot give way: you stay behind unless it is destroyed."
    return text


def forced_risk(race: Race, chariot: Chariot, square: i64) -> str:
    """Return the ram that may follow when a chariot must leave a bend or a jump square."""
    track = race.track
    if track.kind[square] not in (BEND, JUMP) or square == NO_SQUARE:
        return ""
    ahead: i64 = track.ahead[square]
    is_jump = track.kind[square] == JUMP
    if is_jump:
        places = [("You jump on to", int(track.ahead[ahead])), ("If you fall short, you ram", int(ahead))]
    else:
        places = [("You drive into", int(ahead)), ("If you skid, you ram", int(track.lanes.out[square]))]
    for what, place in places:
        rival = fresh_rival(race, chariot, place) if place >= 0 else None
        if rival is not None:
            side = 1 if place == track.lanes.out[square] and not is_jump else 0
            return f"{what} {FACTIONS[rival.id]}: {wound_text(side)}."
    return ""


def fresh_rival(race: Race, chariot: Chariot, square: i64) -> Chariot | None:
    """Return the rival on a square that the chariot has not yet met this turn, or None."""
    rival = race.chariot_at(square)
    return None if rival is None or race.have_met(chariot.id, rival.id) or rival.id == chariot.id else rival


def wound_text(side: i64) -> str:
    """Return the dice that wound in a ram from the side, or from behind (0)."""
    return "either of you is wounded on 5 or more" if side else "it is wounded on 5 or more, you on a 6"
