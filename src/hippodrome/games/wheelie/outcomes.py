"""What comes of an action, in a few words: the classes of its odds, as dice tell them and as they are reckoned."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import events as told
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.bases import swerve_angle
from hippodrome.games.wheelie.combat import DOUBT_ANGLE, FATAL_CRITICALS, SWERVE_ANGLE, resolve_hits
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.gunnery import die_cases, hit_counts
from hippodrome.games.wheelie.movement import MoverDecision
from hippodrome.games.wheelie.sequence import SpendDie
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
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.geometry.fixed_point import angle_between

Outcome = tuple[str, int]
Odds = dict[str, Fraction]

ONE: Final = Fraction(1)
SIXTH: Final = Fraction(1, 6)
# What a shot does to its target, the worst first.
DESTROYED: Final = "destroyed"
OUT_OF_ACTION: Final = "out of action"
BREAKS: Final = "breaks"
PERMANENT: Final = "permanent damage"
TEMPORARY: Final = "temporary damage"
SWERVES: Final = "swerves"
NO_HARM: Final = "no harm"
_HARM: list[tuple[type[told.UnitEvent] | type[told.NumberEvent] | type[told.PoseEvent], str]] = [
    (told.Destroyed, DESTROYED),
    (told.Lost, OUT_OF_ACTION),
    (told.Broke, BREAKS),
    (told.TeamHit, PERMANENT),
    (told.DriverHit, PERMANENT),
    (told.WarriorHit, PERMANENT),
    (told.TookTemporary, TEMPORARY),
    (told.Swerved, SWERVES),
]
_ORDER: Final = [DESTROYED, OUT_OF_ACTION, BREAKS, PERMANENT, TEMPORARY, SWERVES, NO_HARM]
_ENDING_EVENTS: tuple[type[Event], ...] = (
    told.MoveEnded,
    told.ActEnded,
    told.Activated,
    told.TurnBegan,
    told.Won,
    told.Drawn,
)
_EVEN: Final = (0, 0, True)


# -------------------------------------------------------------------- as dice tell it


def classify_outcome(s: Skirmish, action: Action, events: Sequence[Event]) -> Outcome:
    """How far a move may go, what a shot does to its target, or who comes out of a collision."""
    if action.verb in ("advance", "turn"):
        return move_outcome(s, action.verb, events)
    if action.verb == "shoot":
        return shot_outcome(s.units[s.act.unit].aim, events)
    return collision_outcome(s, events)


def move_outcome(s: Skirmish, verb: str, events: Sequence[Event]) -> Outcome:
    """WW-B2, WW-B9: the inches of both movement dice, or of the higher one."""
    slower = int(s.movement_penalty(s.units[s.act.unit]))
    for place, event in enumerate(events):
        if isinstance(event, DiceRolled):
            dice = [max(die - slower, 0) for die in event.dice]
            return f"move {max(dice) if verb == 'turn' else sum(dice)}", place + 1
    return "", 0


def shot_outcome(target: i64, events: Sequence[Event]) -> Outcome:
    """Return the worst that a shot did to its target before somebody else's dice fall."""
    worst = len(_ORDER) - 1
    for place, event in enumerate(events):
        if isinstance(event, _ENDING_EVENTS):
            return _ORDER[worst], place
        for kind, name in _HARM:
            if isinstance(event, kind) and event.unit == target:
                worst = min(worst, _ORDER.index(name))
    return _ORDER[worst], len(events)


def collision_outcome(s: Skirmish, events: Sequence[Event]) -> Outcome:
    """WW-CC1: who is destroyed in a collision; nothing if there was none."""
    crashed = False
    gone: list[int] = []
    settled = 0
    for place, event in enumerate(events):
        if isinstance(event, _ENDING_EVENTS):
            break
        crashed = crashed or isinstance(event, told.Collided)
        if crashed:
            settled = place + 1
            if isinstance(event, told.Destroyed):
                gone.append(int(event.unit))
    return (collision_text(s, gone), settled) if crashed else ("", 0)


def collision_text(s: Skirmish, gone: list[int]) -> str:
    """Who did not come out of it."""
    names = ["you" if unit == s.act.unit else unit_name(s, s.units[unit]) for unit in gone]
    return f"{' and '.join(names)} destroyed" if names else "all come out of it"


# -------------------------------------------------------------------- as it is reckoned


def exact_odds(s: Skirmish, action: Action) -> Odds | None:
    """Of a shot, or of a move into a collision; None for anything else."""
    step = s.agenda[-1]
    unit = s.units[s.act.unit]
    if isinstance(step, SpendDie) and action.verb == "shoot" and unit.aim != NO_ID:
        return shot_odds(s, unit, s.units[unit.aim])
    if isinstance(step, MoverDecision):
        met = collides_with(s, action)
        return collision_odds(s, met) if met else None
    return None


def prepared_odds(s: Skirmish, action: Action) -> Odds | None:
    """Of the shot that an aim makes possible."""
    if not isinstance(s.agenda[-1], SpendDie) or action.verb != "aim" or len(action.args) != 2:
        return None
    shooter, target = s.units[s.act.unit], s.units[action.args[1]]
    return shot_odds(s, shooter, target) if shot(s, shooter, target).dice else None


def collision_odds(s: Skirmish, met: list[int]) -> Odds:
    """WW-CC1: one double in six saves, of the mover and of each that it touches, until the mover is gone."""
    found: Odds = {}
    going: list[tuple[list[int], Fraction]] = [([], ONE)]
    mover = int(s.act.unit)
    for other in met:
        after: list[tuple[list[int], Fraction]] = []
        for gone, chance in going:
            for mine, mine_chance in ((True, SIXTH), (False, ONE - SIXTH)):
                for theirs, their_chance in ((True, SIXTH), (False, ONE - SIXTH)):
                    lost = [*gone, *([] if mine else [mover]), *([] if theirs else [int(other)])]
                    part = chance * mine_chance * their_chance
                    if mine:
                        after.append((lost, part))
                    else:
                        add_chance(found, collision_text(s, lost), part)
        going = after
    for gone, chance in going:
        add_chance(found, collision_text(s, gone), chance)
    return found


def add_chance(found: Odds, name: str, chance: Fraction) -> None:
    """Count a chance in."""
    if chance:
        found[name] = found.get(name, Fraction(0)) + chance


def shot_odds(s: Skirmish, shooter: Unit, target: Unit) -> Odds:
    """Hits and saves (WW-Q35, WW-Q36), the even exchange (WW-Q37), then what damage does."""
    dice = int(shot(s, shooter, target).dice)
    found: Odds = {}
    for (temporary, permanent, even), chance in hit_odds(dice, int(s.kind(target).defence), shooter.trait == BAD_KIT):
        if even:
            for name, part in even_exchange_odds(s, shooter, target).items():
                add_chance(found, name, chance * part)
        elif temporary or permanent:
            for name, part in damage_odds(s, target, temporary, permanent).items():
                add_chance(found, name, chance * part)
        else:
            add_chance(found, NO_HARM, chance)
    return found


def hit_odds(attack: int, defence: int, bad_kit: bool) -> list[tuple[tuple[int, int, bool], Fraction]]:
    """What gets through so many dice, with its exact chance."""
    die = die_cases(bad_kit)
    total = die[0] ** attack * 6**defence
    found: dict[tuple[int, int, bool], int] = {}
    saves = hit_counts(defence, die_cases(False))
    for fives, sixes, count in hit_counts(attack, die):
        for saves_5, saves_6, other in saves:
            temporary, permanent, even = resolve_hits(fives, sixes, saves_5, saves_6)
            key = (int(temporary), int(permanent), even)
            found[key] = found.get(key, 0) + count * other
    return [(key, Fraction(many, total)) for key, many in found.items()]


def even_exchange_odds(s: Skirmish, shooter: Unit, target: Unit) -> Odds:
    """WW-I4: 1 nothing, 2 to 5 a swerve if there is room (WW-Q23), 6 a Temporary Damage."""
    found: Odds = {NO_HARM: SIXTH}
    off = angle_between(target.turn, target.pose().turn_to_nearest(shooter.x, shooter.y))
    if off <= DOUBT_ANGLE or off >= 1800 - DOUBT_ANGLE:
        angles = [-SWERVE_ANGLE, SWERVE_ANGLE]
    else:
        angles = [SWERVE_ANGLE if target.pose().aside_scaled(shooter.x, shooter.y) < 0 else -SWERVE_ANGLE]
    for angle in angles:
        has_room = swerve_angle(s, target, angle) != 0
        add_chance(found, SWERVES if has_room else NO_HARM, 4 * SIXTH / len(angles))
    for name, part in damage_odds(s, target, 1, 0).items():
        add_chance(found, name, SIXTH * part)
    return found


def damage_odds(s: Skirmish, target: Unit, temporary: int, permanent: int) -> Odds:
    """WW-Q39: what so much damage comes to: a cab (WW-K7), armour and shield, dice that run out, morale."""
    if target.criticals + permanent >= FATAL_CRITICALS:
        return {DESTROYED: ONE}
    found: Odds = {}
    held = SIXTH if temporary and target.seven == STURDY_CAB else Fraction(0)
    for less, chance in ((1, held), (0, ONE - held)):
        if chance:
            hurt = DamageOdds(s, target, temporary - less)
            for _ in range(permanent):
                hurt.strike()
            for name, part in hurt.odds().items():
                add_chance(found, name, chance * part)
    return found


class DamageOdds:
    """A target on which one Permanent Damage after the other strikes: with what chance it stands how.

    The keys are the Permanent Damage that was not warded off, and whether it is broken; `lost` is out of action.
    """

    def __init__(self, s: Skirmish, target: Unit, temporary: int) -> None:
        self.has_morale = s.rules.morale
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
        """WW-I9: it is warded off, takes the last die, or is followed by a morale test (WW-L1)."""
        after: dict[tuple[int, bool], Fraction] = {}
        for (hits, broken), chance in self.states.items():
            self.add_state(after, hits, broken, chance * self.ignore_chance)
            through = chance * (ONE - self.ignore_chance)
            if self.dice - hits - 1 <= 0:
                self.lost_chance += through
                continue
            holds = min(max(MAX_ACTION_DICE - self.permanent - hits - 1, 0), 6) * SIXTH
            if broken or not self.is_tested or not self.has_morale:
                holds = ONE
            self.add_state(after, hits + 1, broken, through * holds)
            self.add_state(after, hits + 1, True, through * (ONE - holds))
        self.states = after

    def add_state(self, after: dict[tuple[int, bool], Fraction], hits: int, broken: bool, chance: Fraction) -> None:
        """Count a chance in."""
        if chance:
            after[hits, broken] = after.get((hits, broken), Fraction(0)) + chance

    def odds(self) -> Odds:
        """Return the same in words."""
        found: Odds = {}
        add_chance(found, OUT_OF_ACTION, self.lost_chance)
        for (hits, broken), chance in self.states.items():
            name = BREAKS if broken else PERMANENT if hits else TEMPORARY if self.temporary else NO_HARM
            add_chance(found, name, chance)
        return found
