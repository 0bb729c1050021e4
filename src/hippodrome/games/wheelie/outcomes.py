"""Outcomes of an action in a few words, classified from events and with exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import event_bases
from hippodrome.games.wheelie import events as battle_events
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.bases import swerve_angle
from hippodrome.games.wheelie.combat import DOUBT_ANGLE, FATAL_CRITICALS, SWERVE_ANGLE, resolve_hits
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.movement import MoverDecision
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.shot_explanations import die_cases, hit_counts
from hippodrome.games.wheelie.state import (
    BAD_KIT,
    FIGHTING,
    FINE_ARMOUR,
    MAX_ACTION_DICE,
    NO_ID,
    SHIELD_BEARER,
    STURDY_CAB,
    Skirmish,
    Unit,
)
from hippodrome.games.wheelie.warnings import collides_with
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.geometry.fixed_point import angle_between

Outcome = tuple[str, int]
Odds = dict[str, Fraction]

ONE: Final = Fraction(1)
SIXTH: Final = Fraction(1, 6)
# Effects of a shot on its target, the worst first.
DESTROYED: Final = "destroyed"
OUT_OF_ACTION: Final = "out of action"
BREAKS: Final = "breaks"
PERMANENT: Final = "permanent damage"
TEMPORARY: Final = "temporary damage"
SWERVES: Final = "swerves"
NO_HARM: Final = "no effect"
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
_EFFECTS: Final = [DESTROYED, OUT_OF_ACTION, BREAKS, PERMANENT, TEMPORARY, SWERVES, NO_HARM]
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
    worst = len(_EFFECTS) - 1
    for index, event in enumerate(events):
        if isinstance(event, _ENDING_EVENTS):
            return _EFFECTS[worst], index
        for kind, name in _HARM_EVENTS:
            if isinstance(event, kind) and event.unit == target:
                worst = min(worst, _EFFECTS.index(name))
    return _EFFECTS[worst], len(events)


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
    names = ["you" if unit == s.act.unit else unit_name(s, s.units[unit]) for unit in destroyed]
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


def add_chance(odds: Odds, name: str, chance: Fraction) -> None:
    """Add a chance to an outcome."""
    if chance:
        odds[name] = odds.get(name, Fraction(0)) + chance


def shot_odds(s: Skirmish, shooter: Unit, target: Unit) -> Odds:
    """Return the odds of a shot: hits and saves (WW-Q35, WW-Q36), the even exchange (WW-Q37), then damage."""
    dice = int(shot(s, shooter, target).dice)
    odds: Odds = {}
    for (temporary, permanent, is_even), chance in hit_odds(
        dice, int(s.kind(target).defence), shooter.trait == BAD_KIT
    ):
        if is_even:
            for name, part in even_exchange_odds(s, shooter, target).items():
                add_chance(odds, name, chance * part)
        elif temporary or permanent:
            for name, part in damage_odds(s, target, temporary, permanent).items():
                add_chance(odds, name, chance * part)
        else:
            add_chance(odds, NO_HARM, chance)
    return odds


def hit_odds(attack: int, defence: int, bad_kit: bool) -> list[tuple[tuple[int, int, bool], Fraction]]:
    """Return the exact odds of the damage that gets through, and of an even exchange."""
    die = die_cases(bad_kit)
    total = die[0] ** attack * 6**defence
    counts: dict[tuple[int, int, bool], int] = {}
    saves = hit_counts(defence, die_cases(False))
    for fives, sixes, attack_ways in hit_counts(attack, die):
        for saves_5, saves_6, defence_ways in saves:
            temporary, permanent, is_even = resolve_hits(fives, sixes, saves_5, saves_6)
            key = (int(temporary), int(permanent), is_even)
            counts[key] = counts.get(key, 0) + attack_ways * defence_ways
    return [(key, Fraction(ways, total)) for key, ways in counts.items()]


def even_exchange_odds(s: Skirmish, shooter: Unit, target: Unit) -> Odds:
    """WW-I4: return the odds after an even exchange: 1 nothing, 2 to 5 a swerve if there is room (WW-Q23), 6 damage."""
    odds: Odds = {NO_HARM: SIXTH}
    bearing = angle_between(target.turn, target.pose().turn_to_nearest(shooter.x, shooter.y))
    if bearing <= DOUBT_ANGLE or bearing >= 1800 - DOUBT_ANGLE:
        angles = [-SWERVE_ANGLE, SWERVE_ANGLE]
    else:
        angles = [SWERVE_ANGLE if target.pose().aside_scaled(shooter.x, shooter.y) < 0 else -SWERVE_ANGLE]
    for angle in angles:
        has_room = swerve_angle(s, target, angle) != 0
        add_chance(odds, SWERVES if has_room else NO_HARM, 4 * SIXTH / len(angles))
    for name, part in damage_odds(s, target, 1, 0).items():
        add_chance(odds, name, SIXTH * part)
    return odds


def damage_odds(s: Skirmish, target: Unit, temporary: int, permanent: int) -> Odds:
    """WW-Q39: return the odds of the effect of damage: cab (WW-K7), armour and shield, lost dice, morale."""
    if target.criticals + permanent >= FATAL_CRITICALS:
        return {DESTROYED: ONE}
    odds: Odds = {}
    cab_chance = SIXTH if temporary and target.seven == STURDY_CAB else Fraction(0)
    for saved, chance in ((1, cab_chance), (0, ONE - cab_chance)):
        if chance:
            damage = DamageOdds(s, target, temporary - saved)
            for _ in range(permanent):
                damage.strike()
            for name, part in damage.odds().items():
                add_chance(odds, name, chance * part)
    return odds


class DamageOdds:
    """The odds of a target's condition while Permanent Damage is applied one by one.

    The keys of `states` are the Permanent Damage taken and whether the target is broken; `lost_chance` is the chance
    that it is out of action.
    """

    def __init__(self, s: Skirmish, target: Unit, temporary: int) -> None:
        self.has_morale = s.rules.options.morale
        self.dice = int(target.pool()) - temporary
        self.permanent = int(target.permanent)
        self.temporary = temporary
        self.is_tested = target.status == FIGHTING
        armour = target.seven == FINE_ARMOUR
        shield = target.seven == SHIELD_BEARER or target.shield
        self.ignore_chance = (int(armour) + int(shield)) * SIXTH / 3
        self.lost_chance = Fraction(0)
        self.states: dict[tuple[int, bool], Fraction] = {(0, False): ONE}
        if temporary and self.dice <= 0:
            self.lost_chance, self.states = ONE, {}

    def strike(self) -> None:
        """WW-I9: apply one Permanent Damage: ignored, taking the last die, or followed by a morale test (WW-L1)."""
        next_states: dict[tuple[int, bool], Fraction] = {}
        for (hits, is_broken), chance in self.states.items():
            self.add_state(next_states, hits, is_broken, chance * self.ignore_chance)
            not_ignored = chance * (ONE - self.ignore_chance)
            if self.dice - hits - 1 <= 0:
                self.lost_chance += not_ignored
                continue
            holds = min(max(MAX_ACTION_DICE - self.permanent - hits - 1, 0), 6) * SIXTH
            if is_broken or not self.is_tested or not self.has_morale:
                holds = ONE
            self.add_state(next_states, hits + 1, is_broken, not_ignored * holds)
            self.add_state(next_states, hits + 1, True, not_ignored * (ONE - holds))
        self.states = next_states

    def add_state(self, states: dict[tuple[int, bool], Fraction], hits: int, is_broken: bool, chance: Fraction) -> None:
        """Add a chance to a state."""
        if chance:
            states[hits, is_broken] = states.get((hits, is_broken), Fraction(0)) + chance

    def odds(self) -> Odds:
        """Return the odds of each outcome."""
        odds: Odds = {}
        add_chance(odds, OUT_OF_ACTION, self.lost_chance)
        for (hits, is_broken), chance in self.states.items():
            name = BREAKS if is_broken else PERMANENT if hits else TEMPORARY if self.temporary else NO_HARM
            add_chance(odds, name, chance)
        return odds


class WheelieOutcomes(GameAnalysis):
    """The outcomes and odds of the game's actions."""

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
