"""Uses of an action die: natural scores, wild dice, spare Aims, traits, Experts and Runners (WW-A3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import aim_targets, shot
from hippodrome.games.wheelie.shot_explanations import refuse_shot
from hippodrome.games.wheelie.state import EXPERT_DRIVER, NO_ID, PONDEROUS, WEAK_DRIVER, Skirmish, Unit
from hippodrome.kit.actions import Action, Refusal

# Uses of a die by its natural score (WW-B2 to WW-B15), and the uses of wild dice alone (WW-B16).
ADVANCE: Final = 1
TURN: Final = 2
AIM: Final = 3
SHOOT: Final = 4
RELOAD: Final = 5
WILD: Final = 6
HEAL: Final = 7
BANK: Final = 8
VERBS: Final = ("", "advance", "turn", "aim", "shoot", "reload", "", "heal", "bank")

# Permissions to spend a die on a use.
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
    """Return what allows a die of this score to be spent on a use; the cheapest permission comes first (WW-Q8)."""
    if die in (WILD, use):
        return NATURAL
    if use in (HEAL, BANK, AIM):
        return NOT_ALLOWED
    act, kind = s.act, s.kind(unit)
    if use == SHOOT and die == AIM and act.spare < act.threes - 1 and may_spare(s):
        return SPARE_AIM
    if use == TURN and unit.expert == EXPERT_DRIVER and not act.expert:
        return BY_EXPERT
    if kind.is_runners:
        return BY_RUNNERS if use != ADVANCE and can_runners_convert(act.results, use) else NOT_ALLOWED
    has_trait = (
        (use == ADVANCE and kind.is_fast)
        or (use == TURN and kind.is_manoeuvrable)
        or (use == SHOOT and kind.is_aggressive)
    )
    is_unlimited = kind.is_fierce and s.rules.options.aggressive == "any"
    return BY_TRAIT if has_trait and (act.converted == 0 or is_unlimited) else NOT_ALLOWED


def may_spare(s: Skirmish) -> bool:
    """WW-Q1: return whether a spare Aim may serve for a shot: any, or by option only one after the first."""
    return s.rules.options.spare_aim == "any" or s.act.shots > 0


def can_runners_convert(results: i64, use: i64) -> bool:
    """WW-Q58: return whether Runners may convert: at most two dice, into different results."""
    count = sum([1 for other in (TURN, SHOOT, RELOAD) if results & (1 << other)])
    return count < MAX_RUNNERS_CONVERSIONS and not results & (1 << use)


def spend_die(s: Skirmish, unit: Unit, die: i64, use: i64) -> None:
    """Spend a die, and use up the permission that allows it."""
    act = s.act
    reason = permission(s, unit, die, use)
    if reason == SPARE_AIM:
        act.spare += 1
    elif reason == BY_EXPERT:
        act.expert = True
    elif reason == BY_TRAIT:
        act.converted += 1
    elif reason == BY_RUNNERS:
        act.results |= 1 << use
    if use == SHOOT:
        act.shots += 1
    act.spend(die)


# -------------------------------------------------------------------- refusals


def refuse_use(s: Skirmish, unit: Unit, use: i64) -> Refusal | None:
    """Return why a unit cannot do this now with any die; None if it can. An Aim also depends on its target."""
    if use == ADVANCE:
        return refuse_move(s, unit)
    if use == TURN:
        return refuse_move(s, unit) or refuse_turn(s, unit)
    if use == AIM:
        return None if unit.loaded else Refusal("WW-Q5", "You must reload before you can aim.")
    if use == SHOOT:
        return refuse_shoot(s, unit)
    if use == RELOAD:
        return Refusal("WW-Q60", "You are already loaded.") if unit.loaded else None
    if use == HEAL:
        return None if unit.temporary else Refusal("WW-Q60", "You have no Temporary Damage to remove.")
    return None


def refuse_move(s: Skirmish, unit: Unit) -> Refusal | None:
    """WW-J9, WW-S1: reject more movement actions than a slow unit has."""
    max_moves = s.kind(unit).max_moves
    if s.act.moves < max_moves:
        return None
    if s.is_runners(unit):
        return Refusal("WW-S1", "Runners may make only one Advance or Turn in a game turn.")
    return Refusal("WW-J9", f"A slow chariot may make only {max_moves} Advances or Turns in a game turn.")


def refuse_turn(s: Skirmish, unit: Unit) -> Refusal | None:
    """WW-Q57, WW-K5, WW-K4: reject a Turn Manoeuvre that the driver or the team cannot make."""
    if not s.can_turn(unit):
        return Refusal("WW-Q57", "Your driver has been hit, so you can make no more Turn Manoeuvres.")
    if unit.trait == WEAK_DRIVER and s.act.turns > 0:
        return Refusal("WW-K5", "A Weak Driver may make only one Turn Manoeuvre in a game turn.")
    if unit.trait == PONDEROUS and not s.act.advanced:
        return Refusal("WW-K4", "A Ponderous Team must advance before it can make a Turn Manoeuvre.")
    return None


def refuse_shoot(s: Skirmish, unit: Unit) -> Refusal | None:
    """WW-B15, WW-N3: reject a shot without a load or an Aim, which also serves the lance (WW-E5, WW-M4)."""
    if not unit.loaded:
        return Refusal("WW-B15", "You must reload before you can shoot.")
    if unit.aim == NO_ID:
        return Refusal("WW-N3", "You must aim before you can shoot.")
    if shot(s, unit, s.units[unit.aim]).dice == 0:
        return Refusal("WW-Q29", "You would have no dice for this shot.")
    return None


# -------------------------------------------------------------------- choices


def die_uses(s: Skirmish, unit: Unit) -> list[Action]:
    """Return everything the remaining dice can be spent on; the end of the activation comes first."""
    actions = [END]
    dice = sorted(set(s.act.dice))
    for use in (ADVANCE, TURN, SHOOT, RELOAD, HEAL, BANK):
        if refuse_use(s, unit, use) is None:
            actions.extend([SPEND[use][die] for die in dice if permission(s, unit, die, use) != NOT_ALLOWED])
    if unit.loaded and (AIM in dice or WILD in dice):
        target_ids = [int(target.id) for target in aim_targets(s, unit) if target.id != unit.aim]
        actions.extend([Action("aim", (die, target)) for target in target_ids for die in dice if die in (AIM, WILD)])
    return actions


def refuse_spending(s: Skirmish, unit: Unit, action: Action) -> Refusal | None:
    """Return why a die cannot be spent this way; None if no clause says more."""
    if action.verb not in VERBS[1:] or not action.verb or not action.args:
        return None
    use, die = VERBS.index(action.verb), action.args[0]
    if die not in list(s.act.dice):
        return Refusal("WW-A2", f"You have no {die} left among your action dice.")
    refusal = refuse_use(s, unit, use)
    if refusal is not None:
        return refusal
    if permission(s, unit, die, use) == NOT_ALLOWED:
        return refuse_score(s, unit, die, use)
    if use == AIM and len(action.args) == 2:
        return refuse_target(s, unit, action.args[1])
    return None


def refuse_score(s: Skirmish, unit: Unit, die: i64, use: i64) -> Refusal:
    """Return why a die of this score does not allow the use."""
    kind = s.kind(unit)
    if use == SHOOT and die == AIM and s.act.threes:
        if s.act.threes > 1 and not may_spare(s):
            return Refusal("WW-Q1", "A spare Aim serves only for a second shot. Shoot with another die first.")
        return Refusal("WW-Q1", "You may shoot only with Aim dice after your first.")
    if kind.is_runners:
        return Refusal(
            "WW-Q58", "Runners may convert only two dice, into two different actions: Turn, Reload or Shoot."
        )
    if s.act.converted:
        return Refusal("WW-Q7", "Your chariot has already converted a die in this activation.")
    return Refusal("WW-J8", f"You cannot spend a {die} on this.")


def refuse_target(s: Skirmish, unit: Unit, target: i64) -> Refusal | None:
    """WW-B12, WW-Q6, WW-Q60: return why a unit cannot aim at a target; None if it can."""
    if not 0 <= target < len(s.units) or not s.units[target].is_on_table() or s.units[target].side == unit.side:
        return Refusal("WW-B12", "You can aim only at enemies on the table.")
    if target == unit.aim:
        return Refusal("WW-Q60", "You are already aiming at it.")
    return refuse_shot(s, unit, s.units[target])
