"""Exact odds of plans, swipes and attempts to avoid (CR-X1 to CR-X12, CR-Q41)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.charts import NEVER, d3, modified_save, to_wound
from hippodrome.games.races.collisions import RAM_STRENGTH, SIDE_SWIPE, Avoid
from hippodrome.games.races.forecast import (
    CONTACT_NAMES,
    MoveForecast,
    forecast,
    forecast_beyond,
    is_driving,
    is_planning,
    with_swipe,
)
from hippodrome.games.races.obstacles import OBSTACLE_STRENGTH
from hippodrome.games.races.planning import GO
from hippodrome.games.races.state import Chariot, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.scene import FACTIONS

CERTAIN: Final = Fraction(1)
DIE_SIDES: Final = 6
CLEAR: Final = "nothing in the way"
FINISHES: Final = "over the line"
HURTS: Final = "hurts "
HURTS_YOU: Final = "hurts you"
NO_HARM: Final = "no harm"
THEN: Final = ", then "
BINOMIALS: Final = ((1,), (1, 1), (1, 2, 1), (1, 3, 3, 1))  # by the number of hits and of wounds among them


def exact_odds(s: Race, action: Action) -> dict[str, Fraction] | None:
    """Return the odds of a plan, a swipe or an attempt to avoid; None for any other action."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Avoid):
        return avoid_odds(s, step, action.verb == "avoid")
    if action.verb == "swipe" and is_planning(s):
        planned = with_swipe(s, action.args[0])
        if not forecast(planned).swipes_at(action.args[0]):
            return {"out of reach": CERTAIN}
        return plan_odds(planned, GO)
    if action.verb in ("go", "straight") and is_driving(s):
        return plan_odds(s, action)
    return None


def plan_odds(s: Race, action: Action) -> dict[str, Fraction]:
    """Return the odds of a plan, by what it meets first and, after a contact that does no harm, by what follows."""
    result = forecast(s, action)
    if result.contact < 0:
        return move_odds(s, result)
    contact = result.step()
    odds = contact_odds(s, contact)
    for is_avoided in (True, False):
        row = avoided_text(contact, s) if is_avoided else contact_text(contact, [])
        chance = odds.pop(row, Fraction(0))
        if not chance:
            continue
        for name, part in move_odds(s, forecast_beyond(s, action, is_avoided)).items():
            text = row if name == CLEAR else f"{row}{THEN}{name}"
            odds[text] = odds.get(text, Fraction(0)) + chance * part
    return odds


def move_odds(s: Race, result: MoveForecast) -> dict[str, Fraction]:
    """Return the odds of a move up to what it meets first."""
    if result.contact >= 0:
        return {meets_text(result.other): CERTAIN}
    if result.code >= 0:
        return obstacle_odds(s, s.chariots[result.mover], result.obstacle())
    return {FINISHES if result.finishes else CLEAR: CERTAIN}


def meets_text(other: int) -> str:
    """Return the outcome of a second contact, which is not followed further."""
    return f"meets {FACTIONS[other]}"


def plan_summary(chances: dict[str, Fraction]) -> tuple[list[tuple[str, Fraction]], list[str]]:
    """Return what matters most in the odds of a plan: whether a contact is avoided, what then follows, and who is hurt.

    A plan without contacts and obstacles needs no summary.
    """
    sums: dict[str, Fraction] = {}
    may_hurt = False
    for row, chance in chances.items():
        first, then, rest = row.partition(THEN)
        meets, _, result = (rest or first).partition(": ")
        names = [first] if first.endswith(("avoids", "avoid")) else []
        if then:
            names.append(f"then {meets}")
        if meets in CONTACT_NAMES and result.startswith(HURTS):
            may_hurt = True
            names += [f"{HURTS}{victim}" for victim in result.removeprefix(HURTS).split(" and ")]
        elif result and result != NO_HARM:
            names.append(HURTS_YOU)
        for name in names:
            sums[name] = sums.get(name, Fraction(0)) + chance
    key = sorted(sums.items(), key=lambda item: _summary_order(item[0]))
    return key, ["After a contact that hurts, the rest of the plan depends on the damage."] if may_hurt else []


def _summary_order(name: str) -> tuple[int, str]:
    """Return a sort key: whether a contact is avoided, what then follows, harm to the driver, harm to others."""
    if name == HURTS_YOU:
        return (2, name)
    return (3 if name.startswith(HURTS) else 1 if name.startswith("then ") else 0, name)


def obstacle_odds(s: Race, chariot: Chariot, obstacle: str) -> dict[str, Fraction]:
    """CR-X1: return the odds of the wounds that the 1 to 3 hits of an obstacle cost."""
    through = unsaved_chance(s, chariot, OBSTACLE_STRENGTH)
    odds: dict[str, Fraction] = {}
    for die in range(1, DIE_SIDES + 1):
        hits = int(d3(die))
        for wounds in range(hits + 1):
            chance = BINOMIALS[hits][wounds] * through**wounds * (CERTAIN - through) ** (hits - wounds)
            row = f"{obstacle}: {wounds_text(chariot, wounds)}"
            odds[row] = odds.get(row, Fraction(0)) + chance / DIE_SIDES
    return {row: chance for row, chance in odds.items() if chance}


def wounds_text(chariot: Chariot, wounds: int) -> str:
    """Return what a number of wounds means for a chariot."""
    if wounds == 0:
        return NO_HARM
    if wounds >= chariot.wounds:
        return "a wreck"
    return "1 wound" if wounds == 1 else f"{wounds} wounds"


def contact_odds(s: Race, contact: Avoid) -> dict[str, Fraction]:
    """CR-Z1: return the odds of a contact for the attacker: avoided, or the chariots that take damage."""
    save = int(s.machine(contact.dodger(s)).save) if contact.waits(s) else 1
    avoided = Fraction(save - 1, DIE_SIDES)
    odds = {avoided_text(contact, s): avoided}
    for damaged, chance in damage_chances(s, contact):
        row = contact_text(contact, damaged)
        odds[row] = odds.get(row, Fraction(0)) + chance * (CERTAIN - avoided)
    return {row: chance for row, chance in odds.items() if chance}


def avoided_text(contact: Avoid, s: Race) -> str:
    """Return which driver avoids a contact, for the attacker."""
    dodger = int(contact.dodger(s).id)
    return "you avoid" if dodger == contact.attacker else f"{FACTIONS[dodger]} avoids"


def contact_text(contact: Avoid, damaged: list[int]) -> str:
    """Return the result of a contact that lands, for the attacker."""
    return f"{CONTACT_NAMES[int(contact.kind)]}: {damage_text(damaged, int(contact.attacker))}"


def avoid_odds(s: Race, contact: Avoid, tried: bool) -> dict[str, Fraction]:
    """CR-X12: return the odds of an attempt for its driver: avoided, no harm, saved, or a row of the damage table."""
    dodger = contact.dodger(s)
    avoided = Fraction(int(s.machine(dodger).save) - 1 if tried else 0, DIE_SIDES)
    odds = {"avoided": avoided}
    for row, chance in hit_odds(s, contact, dodger).items():
        odds[row] = odds.get(row, Fraction(0)) + chance * (CERTAIN - avoided)
    return {row: chance for row, chance in odds.items() if chance}


def hit_odds(s: Race, contact: Avoid, victim: Chariot) -> dict[str, Fraction]:
    """Return the odds of a contact that lands for one of the two, by row of the damage table."""
    attacker = s.chariots[contact.attacker]
    strength = attacker.strength if contact.kind == SIDE_SWIPE else RAM_STRENGTH
    wounded = at_least_chance(to_wound(strength, victim.toughness))
    through = unsaved_chance(s, victim, strength)
    odds = {"no harm": CERTAIN - wounded, "saved": wounded - through}
    if contact.kind != SIDE_SWIPE and (s.machine(attacker).has_roller or contact.hits_roller(s)):
        through = roller_chances(s, contact)[0][1]
        odds = {"no harm": CERTAIN - through}
    for total in range(2, 2 * DIE_SIDES + 1):
        row = s.rules.table[total].text
        ways = DIE_SIDES - abs(total - DIE_SIDES - 1)
        odds[row] = odds.get(row, Fraction(0)) + through * ways / DIE_SIDES**2
    return odds


def damage_text(damaged: list[int], viewer: int) -> str:
    """Return which chariots take damage, with "you" for the viewer's seat."""
    if not damaged:
        return NO_HARM
    names = ["you" if seat == viewer else FACTIONS[seat] for seat in damaged]
    return f"{HURTS}{' and '.join(sorted(names, reverse=True))}"


def damage_chances(s: Race, contact: Avoid) -> list[tuple[list[int], Fraction]]:
    """Return the sets of chariots that a contact may damage when it lands, with their chances."""
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    one, other = int(attacker.id), int(defender.id)
    if contact.kind == SIDE_SWIPE:
        first = unsaved_chance(s, defender, attacker.strength)
        second = (CERTAIN - first) * unsaved_chance(s, attacker, defender.strength)
        return [([other], first), ([one], second), ([], CERTAIN - first - second)]
    if s.machine(attacker).has_roller or contact.hits_roller(s):
        return roller_chances(s, contact)
    first = unsaved_chance(s, defender, RAM_STRENGTH)
    second = unsaved_chance(s, attacker, RAM_STRENGTH) if contact.left < 0 else Fraction(0)
    return [
        ([other, one], first * second),
        ([other], first * (CERTAIN - second)),
        ([one], second * (CERTAIN - first)),
        ([], (CERTAIN - first) * (CERTAIN - second)),
    ]


def hits_of(s: Race, contact: Avoid) -> list[tuple[int, int, int]]:
    """Return the chariots that a contact would hit, the defender first, with the rolls that wound and save each.

    A roll is NEVER if no die succeeds.
    """
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    victims = [(defender, attacker.strength if contact.kind == SIDE_SWIPE else RAM_STRENGTH)]
    if contact.hits_roller(s):
        victims = [(attacker, RAM_STRENGTH)]
    elif not s.machine(attacker).has_roller and contact.left < 0:
        victims.append((attacker, defender.strength if contact.kind == SIDE_SWIPE else RAM_STRENGTH))
    return [
        (
            int(victim.id),
            int(to_wound(strength, victim.toughness)),
            int(modified_save(s.machine(victim).save, strength)),
        )
        for victim, strength in victims
    ]


def roller_chances(s: Race, contact: Avoid) -> list[tuple[list[int], Fraction]]:
    """CR-O8, CR-Q41: return the chances that a roller damages its victim or not; two rollers do no harm."""
    hits_roller = contact.hits_roller(s)
    victim = s.chariots[contact.attacker if hits_roller else contact.defender]
    if hits_roller and s.machine(victim).has_roller:
        return [([], CERTAIN)]
    through = unsaved_chance(s, victim, RAM_STRENGTH)
    unhurt = sum([(CERTAIN - through) ** hits for hits in range(1, DIE_SIDES + 1)], Fraction(0)) / DIE_SIDES
    return [([int(victim.id)], CERTAIN - unhurt), ([], unhurt)]


def unsaved_chance(s: Race, victim: Chariot, strength: i64) -> Fraction:
    """Return the chance that a hit wounds and is not saved."""
    wounds = at_least_chance(to_wound(strength, victim.toughness))
    return wounds * (CERTAIN - at_least_chance(modified_save(s.machine(victim).save, strength)))


def at_least_chance(need: i64) -> Fraction:
    """Return the chance that a die shows a number or more."""
    return Fraction(int(NEVER - need), DIE_SIDES)
