"""The exact odds of the effects of a shot on its target."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.attack_odds import die_cases, hit_counts
from hippodrome.games.wheelie.bases import swerve_angle
from hippodrome.games.wheelie.combat import DOUBT_ANGLE, FATAL_CRITICALS, SWERVE_ANGLE, resolve_hits
from hippodrome.games.wheelie.state import (
    BAD_KIT,
    FIGHTING,
    FINE_ARMOUR,
    MAX_ACTION_DICE,
    SHIELD_BEARER,
    STURDY_CAB,
    Skirmish,
    Unit,
)
from hippodrome.kit.geometry.fixed_point import angle_between
from hippodrome.kit.odds_text import percent

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
EFFECTS: Final = [DESTROYED, OUT_OF_ACTION, BREAKS, PERMANENT, TEMPORARY, SWERVES, NO_HARM]
LASTING_EFFECTS: Final = EFFECTS[: EFFECTS.index(PERMANENT) + 1]
DAMAGE_EFFECTS: Final = EFFECTS[: EFFECTS.index(TEMPORARY) + 1]
_HIT_ODDS: Final[dict[tuple[int, int, bool], list[tuple[tuple[int, int, bool], Fraction]]]] = {}


def harm_chances(odds: Odds) -> list[tuple[str, Fraction]]:
    """Return the chances that matter most in the odds of a shot: any damage, and lasting damage."""
    damage = sum([odds.get(name, Fraction(0)) for name in DAMAGE_EFFECTS], Fraction(0))
    lasting = sum([odds.get(name, Fraction(0)) for name in LASTING_EFFECTS], Fraction(0))
    return [("damage", damage), *([("permanent or worse", lasting)] if lasting else [])]


def harm_text(odds: Odds) -> str:
    """Return these chances in short: "24 % damage, 13 % permanent or worse"."""
    return ", ".join([f"{percent(chance)} {name}" for name, chance in harm_chances(odds)])


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
    """Return the exact odds of the damage that gets through, and of an even exchange, from a cache."""
    odds = _HIT_ODDS.get((attack, defence, bad_kit))
    if odds is None:
        odds = _HIT_ODDS[attack, defence, bad_kit] = count_hit_odds(attack, defence, bad_kit)
    return odds


def count_hit_odds(attack: int, defence: int, bad_kit: bool) -> list[tuple[tuple[int, int, bool], Fraction]]:
    """Count the odds of `hit_odds` over every number of 5s and 6s on both sides."""
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
