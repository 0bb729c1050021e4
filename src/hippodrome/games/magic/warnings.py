"""Warnings before actions that cannot be undone and may hurt."""

from __future__ import annotations

from hippodrome.games.magic.characters import CharacterPhase
from hippodrome.games.magic.movement import Census, MoveNext, MoveUnit, can_act, can_step, possible_targets
from hippodrome.games.magic.state import Battle
from hippodrome.games.magic.withdrawal import Advance, advance_candidates
from hippodrome.kit.actions import Action
from hippodrome.kit.templates import count_and_verb


def warning(s: Battle, seat: int, action: Action) -> str:
    """Return a warning about a legal action in one sentence, or an empty string."""
    if action.verb == "lead":
        return "The defender rolls a D6, and a 6 kills your general (WAM-F3)."
    step = s.agenda[-1] if s.agenda else None
    if action.verb == "done" and isinstance(step, MoveNext):
        census = Census(s, seat)
        idle = [unit for unit in s.units if can_act(unit, seat) and possible_targets(s, unit, census)]
        if idle:
            return "Some of your units are next to the enemy and have not declared an attack."
    return ""


def given_up(s: Battle, action: Action) -> str:
    """Return what a pass gives up: moves, spells and strikes, or an advance; an empty string for other passes."""
    step = s.agenda[-1]
    if isinstance(step, MoveNext):
        census = Census(s, step.side)
        idle = [unit for unit in s.units if can_act(unit, step.side) and unit.walked == 0 and can_step(s, unit, census)]
        return count_and_verb(len(idle), "unit", "has not moved", "have not moved") if idle else ""
    if isinstance(step, MoveUnit):
        left = s.units[s.clash.mover].moves
        return count_and_verb(left, "square", "of movement is left", "of movement are left")
    if isinstance(step, CharacterPhase):
        verbs = [other.verb for other in step.possible_actions(s)]
        actors = {other.args[0] for other in step.possible_actions(s) if other.verb != "shift"}
        left = len(actors) + int("shift" in verbs)
        return count_and_verb(left, "piece", "can still act", "can still act")
    if isinstance(step, Advance):
        return count_and_verb(len(advance_candidates(s)), "piece", "can still advance", "can still advance")
    return ""
