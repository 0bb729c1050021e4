"""Outcomes of an action in a few words, classified from events and with exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import event_bases
from hippodrome.games.wheelie import events as battle_events
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.movement import MoverDecision
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.shot_odds import (
    BREAKS,
    DESTROYED,
    EFFECTS,
    ONE,
    OUT_OF_ACTION,
    PERMANENT,
    SIXTH,
    SWERVES,
    TEMPORARY,
    Odds,
    add_chance,
    harm_chances,
    shot_odds,
)
from hippodrome.games.wheelie.state import NO_ID, Skirmish
from hippodrome.games.wheelie.warnings import collides_with
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import DiceRolled, Event

Outcome = tuple[str, int]

YOU: Final = "you"

_HARM_EVENTS: list[
    tuple[type[event_bases.UnitEvent] | type[event_bases.NumberEvent] | type[event_bases.PoseEvent], str]
] = [
    (battle_events.Destroyed, DESTROYED),
    (battle_events.Lost, OUT_OF_ACTION),
    (battle_events.Broke, BREAKS),
    (battle_events.TeamHit, PERMANENT),
    (battle_events.DriverHit, PERMANENT),
    (battle_events.WarriorHit, PERMANENT),
    (battle_events.TookTemporary, TEMPORARY),
    (battle_events.Swerved, SWERVES),
]
_ENDING_EVENTS: tuple[type[Event], ...] = (
    battle_events.MoveEnded,
    battle_events.ActEnded,
    battle_events.Activated,
    battle_events.TurnBegan,
    battle_events.Won,
    battle_events.Drawn,
)


# -------------------------------------------------------------------- from events


def move_outcome(s: Skirmish, verb: str, events: Sequence[Event]) -> Outcome:
    """WW-B2, WW-B9: return the inches of both movement dice, or of the higher one."""
    penalty = int(s.movement_penalty(s.units[s.act.unit]))
    for index, event in enumerate(events):
        if isinstance(event, DiceRolled):
            dice = [max(die - penalty, 0) for die in event.dice]
            return f"move {max(dice) if verb == 'turn' else sum(dice)}", index + 1
    return "", 0


def shot_outcome(target: i64, events: Sequence[Event]) -> Outcome:
    """Return the worst effect on the target of a shot, up to the next roll of another action."""
    worst = len(EFFECTS) - 1
    for index, event in enumerate(events):
        if isinstance(event, _ENDING_EVENTS):
            return EFFECTS[worst], index
        for kind, name in _HARM_EVENTS:
            if isinstance(event, kind) and event.unit == target:
                worst = min(worst, EFFECTS.index(name))
    return EFFECTS[worst], len(events)


def collision_outcome(s: Skirmish, events: Sequence[Event]) -> Outcome:
    """WW-CC1: return which chariots are destroyed in a collision; empty if there was none."""
    has_collided = False
    destroyed: list[int] = []
    counted_events = 0
    for index, event in enumerate(events):
        if isinstance(event, _ENDING_EVENTS):
            break
        has_collided = has_collided or isinstance(event, battle_events.Collided)
        if has_collided:
            counted_events = index + 1
            if isinstance(event, battle_events.Destroyed):
                destroyed.append(int(event.unit))
    return (collision_text(s, destroyed), counted_events) if has_collided else ("", 0)


def collision_text(s: Skirmish, destroyed: list[int]) -> str:
    """Return the destroyed chariots in words."""
    names = [YOU if unit == s.act.unit else unit_name(s, s.units[unit]) for unit in destroyed]
    return f"{' and '.join(names)} destroyed" if names else "all survive"


# -------------------------------------------------------------------- exact odds


def collision_odds(s: Skirmish, others: list[int]) -> Odds:
    """WW-CC1: return the odds of a collision: each chariot saves itself 1 time in 6, until the mover is gone."""
    odds: Odds = {}
    open_cases: list[tuple[list[int], Fraction]] = [([], ONE)]
    mover = int(s.act.unit)
    for other in others:
        next_cases: list[tuple[list[int], Fraction]] = []
        for destroyed, chance in open_cases:
            for mover_saves, mover_chance in ((True, SIXTH), (False, ONE - SIXTH)):
                for other_saves, other_chance in ((True, SIXTH), (False, ONE - SIXTH)):
                    destroyed_now = [
                        *destroyed,
                        *([] if mover_saves else [mover]),
                        *([] if other_saves else [int(other)]),
                    ]
                    case_chance = chance * mover_chance * other_chance
                    if mover_saves:
                        next_cases.append((destroyed_now, case_chance))
                    else:
                        add_chance(odds, collision_text(s, destroyed_now), case_chance)
        open_cases = next_cases
    for destroyed, chance in open_cases:
        add_chance(odds, collision_text(s, destroyed), chance)
    return odds


class WheelieOutcomes(GameAnalysis):
    """The outcomes and odds of the game's actions."""

    def has_odds(self, s: Skirmish, action: Action) -> bool:
        """Return whether an action is a move to roll, a shot, an aim, or a move into a collision."""
        if isinstance(s.agenda[-1], MoverDecision):
            return bool(collides_with(s, action))
        return action.verb in ("advance", "turn", "shoot", "aim")

    def classify_outcome(self, s: Skirmish, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the distance of a move, the effect of a shot, or the result of a collision."""
        if action.verb in ("advance", "turn"):
            return move_outcome(s, action.verb, events)
        if action.verb == "shoot":
            return shot_outcome(s.units[s.act.unit].aim, events)
        return collision_outcome(s, events)

    def exact_odds(self, s: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of a shot or of a move into a collision; None for anything else."""
        step = s.agenda[-1]
        unit = s.units[s.act.unit]
        if isinstance(step, SpendDie) and action.verb == "shoot" and unit.aim != NO_ID:
            return shot_odds(s, unit, s.units[unit.aim])
        if isinstance(step, MoverDecision):
            met = collides_with(s, action)
            return collision_odds(s, met) if met else None
        return None

    def prepared_odds(self, s: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of the shot that an aim makes possible; None for anything else."""
        if not isinstance(s.agenda[-1], SpendDie) or action.verb != "aim" or len(action.args) != 2:
            return None
        shooter, target = s.units[s.act.unit], s.units[action.args[1]]
        return shot_odds(s, shooter, target) if shot(s, shooter, target).dice else None

    def odds_summary(
        self, s: Skirmish, action: Action, seat: int, chances: Odds
    ) -> tuple[list[tuple[str, Fraction]], list[str]]:
        """Return what matters most: the damage of a shot, or whether you survive a collision."""
        if action.verb in ("shoot", "aim"):
            return harm_chances(chances), []
        lost = [chance for name, chance in chances.items() if name.startswith(YOU) and name.endswith(DESTROYED)]
        return ([(f"{YOU} {DESTROYED}", sum(lost, Fraction(0)))] if lost else []), []
