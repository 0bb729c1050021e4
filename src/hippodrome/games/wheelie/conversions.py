"""What an action die can be spent on: natural scores, wild dice, spare Aims, traits, Experts, Runners (WW-A3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import shot, aim_targets
from hippodrome.games.wheelie.gunnery import refuse_shot
from hippodrome.games.wheelie.state import EXPERT_DRIVER, NO_ID, PONDEROUS, WEAK_DRIVER, Skirmish, Unit
from hippodrome.kit.actions import Action, Refusal

# What a die can be spent on, by its natural score (WW-B2 to WW-B15), and what only a wild die does (WW-B16).
ADVANCE: Final = 1
TURN: Final = 2
AIM: Final = 3
SHOOT: Final = 4
RELOAD: Final = 5
WILD: Final = 6
HEAL: Final = 7
BANK: Final = 8
VERBS: Final = ("", "advance", "turn", "aim", "shoot", "reload", "", "heal", "bank")

# By which right a die is spent so.
NOT_ALLOWED: Final = 0
NATURAL: Final = 1
SPARE_AIM: Final = 2  # WW-B13, WW-Q1
BY_EXPERT: Final = 3  # WW-G4
BY_TRAIT: Final = 4  # WW-J8
BY_RUNNERS: Final = 5  # WW-S5

MAX_RUNNERS_CONVERSIONS: Final = 2  # WW-Q58

END: Final = Action("end")
SPEND: Final = [[Action(verb, (die,)) for die in range(7)] for verb in VERBS]


def permission(s: Skirmish, unit: Unit, die: i64, use: i64) -> i64:
    """By which right a die of this score may be spent on something; what costs least comes first (WW-Q8)."""
    if die in (WILD, use):
        return NATURAL
    if use in (HEAL, BANK, AIM):
        return NOT_ALLOWED
    act, kind = s.act, s.kind(unit)
    if use == SHOOT and die == AIM and act.spare < act.threes - 1:
        return SPARE_AIM
    if use == TURN and unit.expert == EXPERT_DRIVER and not act.expert:
        return BY_EXPERT
    if kind.is_runners:
        return BY_RUNNERS if use != ADVANCE and can_runners_convert(act.results, use) else NOT_ALLOWED
    fitting = (
        (use == ADVANCE and kind.is_fast)
        or (use == TURN and kind.is_manoeuvrable)
        or (use == SHOOT and kind.is_aggressive)
    )
    unlimited = kind.is_fierce and s.rules.unlimited_aggressive
    return BY_TRAIT if fitting and (act.converted == 0 or unlimited) else NOT_ALLOWED


def can_runners_convert(results: i64, use: i64) -> bool:
    """WW-Q58: at most two conversions, and into different results."""
    count = sum([1 for other in (TURN, SHOOT, RELOAD) if results & (1 << other)])
    return count < MAX_RUNNERS_CONVERSIONS and not results & (1 << use)


def spend_die(s: Skirmish, unit: Unit, die: i64, use: i64) -> None:
    """The die is spent, and so is the right by which it was."""
    act = s.act
    found = permission(s, unit, die, use)
    if found == SPARE_AIM:
        act.spare += 1
    elif found == BY_EXPERT:
        act.expert = True
    elif found == BY_TRAIT:
        act.converted += 1
    elif found == BY_RUNNERS:
        act.results |= 1 << use
    act.spend(die)


# -------------------------------------------------------------------- what is forbidden


def refuse_use(s: Skirmish, unit: Unit, use: i64) -> Refusal | None:
    """Why a unit cannot do something now, whatever the die; an Aim depends on its target as well."""
    if use == ADVANCE:
        return refuse_move(s, unit)
    if use == TURN:
        return refuse_move(s, unit) or refuse_turn(s, unit)
    if use == AIM:
        return None if unit.loaded else Refusal("WW-Q5", "You must reload before you can aim.")
    if use == SHOOT:
        return refuse_shoot(s, unit)
    if use == RELOAD:
        return Refusal("WW-Q60", "You are loaded already.") if unit.loaded else None
    if use == HEAL:
        return None if unit.temporary else Refusal("WW-Q60", "You have no Temporary Damage to remove.")
    return None


def refuse_move(s: Skirmish, unit: Unit) -> Refusal | None:
    """WW-J9, WW-S1: the slow have few movement actions."""
    most = s.kind(unit).max_moves
    if s.act.moves < most:
        return None
    if s.is_runners(unit):
        return Refusal("WW-S1", "Runners make one Advance or Turn in a game turn.")
    return Refusal("WW-J9", f"A slow chariot makes {most} Advances or Turns in a game turn.")


def refuse_turn(s: Skirmish, unit: Unit) -> Refusal | None:
    """WW-Q57, WW-K5, WW-K4."""
    if not s.can_turn(unit):
        return Refusal("WW-Q57", "Your driver is hit: there are no more Turn Manoeuvres.")
    if unit.trait == WEAK_DRIVER and s.act.turns > 0:
        return Refusal("WW-K5", "A Weak Driver makes one Turn Manoeuvre in a game turn.")
    if unit.trait == PONDEROUS and not s.act.advanced:
        return Refusal("WW-K4", "A Ponderous Team must advance before it can turn.")
    return None


def refuse_shoot(s: Skirmish, unit: Unit) -> Refusal | None:
    """WW-B15, WW-N3: loaded, and with a good Aim, which serves for the lance (WW-E5) and for a second shot (WW-M4)."""
    if not unit.loaded:
        return Refusal("WW-B15", "You must reload before you can shoot.")
    if unit.aim == NO_ID:
        return Refusal("WW-N3", "You must aim before you can shoot.")
    if shot(s, unit, s.units[unit.aim]).dice == 0:
        return Refusal("WW-Q29", "You would have no dice for this shot.")
    return None


# -------------------------------------------------------------------- what is possible


def die_uses(s: Skirmish, unit: Unit) -> list[Action]:
    """Everything the dice that are left can be spent on; the end of the activation first."""
    found = [END]
    dice = sorted(set(s.act.dice))
    for use in (ADVANCE, TURN, SHOOT, RELOAD, HEAL, BANK):
        if refuse_use(s, unit, use) is None:
            found.extend([SPEND[use][die] for die in dice if permission(s, unit, die, use) != NOT_ALLOWED])
    if unit.loaded and (AIM in dice or WILD in dice):
        aimed = [int(target.id) for target in aim_targets(s, unit) if target.id != unit.aim]
        found.extend([Action("aim", (die, target)) for target in aimed for die in dice if die in (AIM, WILD)])
    return found


def refuse_spending(s: Skirmish, unit: Unit, action: Action) -> Refusal | None:
    """Why a die cannot be spent so."""
    if action.verb not in VERBS[1:] or not action.verb or not action.args:
        return None
    use, die = VERBS.index(action.verb), action.args[0]
    if die not in list(s.act.dice):
        return Refusal("WW-A2", f"You have no {die} left among your action dice.")
    banned = refuse_use(s, unit, use)
    if banned is not None:
        return banned
    if permission(s, unit, die, use) == NOT_ALLOWED:
        return refuse_score(s, unit, die, use)
    if use == AIM and len(action.args) == 2:
        return refuse_target(s, unit, action.args[1])
    return None


def refuse_score(s: Skirmish, unit: Unit, die: i64, use: i64) -> Refusal:
    """Why this score is not good for it."""
    kind = s.kind(unit)
    if use == SHOOT and die == AIM and s.act.threes:
        return Refusal("WW-Q1", "Only the Aims after your first may be spent as a shot.")
    if kind.is_runners:
        return Refusal("WW-Q58", "Runners convert two dice, into two different things of Turn, Reload and Shoot.")
    if s.act.converted:
        return Refusal("WW-Q7", "Your chariot has converted its die in this activation.")
    return Refusal("WW-J8", f"A {die} of yours cannot be spent so.")


def refuse_target(s: Skirmish, unit: Unit, target: i64) -> Refusal | None:
    """WW-B12, WW-Q6, WW-Q60: why somebody cannot be aimed at."""
    if not 0 <= target < len(s.units) or not s.units[target].is_on_table() or s.units[target].side == unit.side:
        return Refusal("WW-B12", "You can aim at enemies on the table only.")
    if target == unit.aim:
        return Refusal("WW-Q60", "You are aiming at it already.")
    return refuse_shot(s, unit, s.units[target])
