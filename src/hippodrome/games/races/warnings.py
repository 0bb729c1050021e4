"""What a driver is warned of before it is too late, and with what chances it happens (CR-X1 to CR-X12, CR-Q41)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.charts import NEVER, save_after, three, to_wound
from hippodrome.games.races.collisions import RAM, SWIPE, Avoid
from hippodrome.games.races.forecast import (
    NAMES,
    Forecast,
    forecast,
    is_driving,
    is_planning,
    is_reached,
    with_swipe,
)
from hippodrome.games.races.formatting import name
from hippodrome.games.races.obstacles import FORCE
from hippodrome.games.races.state import SWIPE as A_SWIPE
from hippodrome.games.races.state import Chariot, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.scene import FACTIONS

ONE: Final = Fraction(1)
SIDES: Final = 6
SUBSETS: Final = ((1,), (1, 1), (1, 2, 1), (1, 3, 3, 1))  # in how many ways so many of so many hits go through
WAYS: Final = ("run into the rear of", "run into the side of", "meet head on", "swipe")


# -------------------------------------------------------------------- warnings


def warning(s: Race, seat: int, action: Action) -> str:
    """Return the warning, in a sentence, or nothing."""
    if action.verb == "swipe" and is_planning(s):
        target = action.args[0]
        if is_reached(with_swipe(s, target), target):
            return ""
        return f"{called(s, target)} is out of reach from there: its side must be within 1 inch of yours."
    if action.verb not in ("go", "straight") or not is_driving(s):
        return ""
    found = forecast(s, action)
    if found.code >= 0:
        return f"You hit the {found.obstacle()}: 1 to 3 hits of Strength {FORCE}, and perhaps the end of your move."
    if found.contact >= 0:
        return contact_warning(s, found)
    return "The swipe is out of reach, and is left out." if A_SWIPE in found.skipped else ""


def contact_warning(s: Race, found: Forecast) -> str:
    """Whom the plan runs into, and how that may go."""
    contact = found.step()
    first = f"You {WAYS[found.contact]} {called(s, found.other)}."
    dodger = contact.dodger(s)
    if not contact.waits(s):
        return first
    who = "You avoid" if dodger.id == found.mover else "It avoids"
    return f"{first} {who} that with {int(s.machine(dodger).save) - 1} or less."


def called(s: Race, who: int) -> str:
    """Return a chariot's name."""
    return name(who, s.machine(s.chariots[who]).name)


# -------------------------------------------------------------------- chances


def chances(s: Race, action: Action) -> dict[str, Fraction] | None:
    """What may come of a plan, of a swipe, or of an attempt to avoid; None for any other action."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Avoid):
        return attempt_chances(s, step, action.verb == "avoid")
    if action.verb == "swipe" and is_planning(s):
        found = with_swipe(s, action.args[0])
        if not is_reached(found, action.args[0]):
            return {"out of reach": ONE}
        return contact_chances(s, found.step())
    if action.verb in ("go", "straight") and is_driving(s):
        return plan_chances(s, forecast(s, action))
    return None


def plan_chances(s: Race, found: Forecast) -> dict[str, Fraction]:
    """Of a plan: by what it meets first."""
    if found.contact >= 0:
        return contact_chances(s, found.step())
    if found.code >= 0:
        return obstacle_chances(s, s.chariots[found.mover], found.obstacle())
    return {"over the line" if found.finishes else "nothing in the way": ONE}


def obstacle_chances(s: Race, chariot: Chariot, what: str) -> dict[str, Fraction]:
    """CR-X1: 1 to 3 hits; how many wounds they cost."""
    through = hurt(s, chariot, FORCE)
    found: dict[str, Fraction] = {}
    for die in range(1, SIDES + 1):
        hits = int(three(die))
        for wounds in range(hits + 1):
            chance = SUBSETS[hits][wounds] * through**wounds * (ONE - through) ** (hits - wounds)
            row = f"{what}: {wounds_words(chariot, wounds)}"
            found[row] = found.get(row, Fraction(0)) + chance / SIDES
    return {row: chance for row, chance in found.items() if chance}


def wounds_words(chariot: Chariot, wounds: int) -> str:
    """So many wounds to a chariot."""
    if wounds == 0:
        return "no harm"
    if wounds >= chariot.wounds:
        return "a wreck"
    return "1 wound" if wounds == 1 else f"{wounds} wounds"


def contact_chances(s: Race, contact: Avoid) -> dict[str, Fraction]:
    """CR-Z1: avoided or not, and who takes damage, as the attacker sees it."""
    save = int(s.machine(contact.dodger(s)).save) if contact.waits(s) else 1
    avoided = Fraction(save - 1, SIDES)
    found = {avoided_words(contact, s): avoided}
    for hurts, chance in harm(s, contact):
        row = contact_words(contact, hurts)
        found[row] = found.get(row, Fraction(0)) + chance * (ONE - avoided)
    return {row: chance for row, chance in found.items() if chance}


def avoided_words(contact: Avoid, s: Race) -> str:
    """Who avoids a contact."""
    dodger = int(contact.dodger(s).id)
    return "you avoid" if dodger == contact.attacker else f"{FACTIONS[dodger]} avoids"


def contact_words(contact: Avoid, hurts: list[int]) -> str:
    """What a contact that lands does, as the attacker sees it."""
    return f"{NAMES[int(contact.kind)]}: {listed_harm(hurts, int(contact.attacker))}"


def attempt_chances(s: Race, contact: Avoid, tried: bool) -> dict[str, Fraction]:
    """CR-X12: of whoever may avoid it: avoided, no wound, saved, or a row of the damage table."""
    dodger = contact.dodger(s)
    avoided = Fraction(int(s.machine(dodger).save) - 1 if tried else 0, SIDES)
    found = {"avoided": avoided}
    for row, chance in hit_chances(s, contact, dodger).items():
        found[row] = found.get(row, Fraction(0)) + chance * (ONE - avoided)
    return {row: chance for row, chance in found.items() if chance}


def hit_chances(s: Race, contact: Avoid, victim: Chariot) -> dict[str, Fraction]:
    """What a contact that lands does to one of the two, damage row by damage row."""
    attacker = s.chariots[contact.attacker]
    force = attacker.strength if contact.kind == SWIPE else RAM
    wounded = at_least(to_wound(force, victim.toughness))
    through = hurt(s, victim, force)
    found = {"no harm": ONE - wounded, "saved": wounded - through}
    if contact.kind != SWIPE and (s.machine(attacker).has_roller or contact.is_on_roller(s)):
        through = rolled_over(s, contact)[0][1]
        found = {"no harm": ONE - through}
    for total in range(2, 2 * SIDES + 1):
        words = s.rules.table[total].words
        ways = SIDES - abs(total - SIDES - 1)
        found[words] = found.get(words, Fraction(0)) + through * ways / SIDES**2
    return found


def listed_harm(hurts: list[int], seat: int) -> str:
    """Who takes damage."""
    if not hurts:
        return "no harm"
    names = ["you" if who == seat else FACTIONS[who] for who in hurts]
    return f"hurts {' and '.join(sorted(names, reverse=True))}"


def harm(s: Race, contact: Avoid) -> list[tuple[list[int], Fraction]]:
    """Who takes damage when it lands, with chances."""
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    one, other = int(attacker.id), int(defender.id)
    if contact.kind == SWIPE:
        mine = hurt(s, defender, attacker.strength)
        back = (ONE - mine) * hurt(s, attacker, defender.strength)
        return [([other], mine), ([one], back), ([], ONE - mine - back)]
    if s.machine(attacker).has_roller or contact.is_on_roller(s):
        return rolled_over(s, contact)
    mine, back = hurt(s, defender, RAM), hurt(s, attacker, RAM) if contact.left < 0 else Fraction(0)
    return [
        ([other, one], mine * back),
        ([other], mine * (ONE - back)),
        ([one], back * (ONE - mine)),
        ([], (ONE - mine) * (ONE - back)),
    ]


def hits_of(s: Race, contact: Avoid) -> list[tuple[int, int, int]]:
    """Who would be hit, the defender first, what wounds it and what saves it; NEVER where no die does."""
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    victims = [(defender, attacker.strength if contact.kind == SWIPE else RAM)]
    if contact.is_on_roller(s):
        victims = [(attacker, RAM)]
    elif not s.machine(attacker).has_roller and contact.left < 0:
        victims.append((attacker, defender.strength if contact.kind == SWIPE else RAM))
    return [
        (int(victim.id), int(to_wound(force, victim.toughness)), int(save_after(s.machine(victim).save, force)))
        for victim, force in victims
    ]


def rolled_over(s: Race, contact: Avoid) -> list[tuple[list[int], Fraction]]:
    """CR-O8, CR-Q41: 1 to 6 hits on whoever meets the roller; two rollers do each other no harm."""
    on_roller = contact.is_on_roller(s)
    victim = s.chariots[contact.attacker if on_roller else contact.defender]
    if on_roller and s.machine(victim).has_roller:
        return [([], ONE)]
    through = hurt(s, victim, RAM)
    unhurt = sum([(ONE - through) ** hits for hits in range(1, SIDES + 1)], Fraction(0)) / SIDES
    return [([int(victim.id)], ONE - unhurt), ([], unhurt)]


def hurt(s: Race, victim: Chariot, strength: i64) -> Fraction:
    """Return the chance that a hit wounds and is not saved."""
    wounds = at_least(to_wound(strength, victim.toughness))
    return wounds * (ONE - at_least(save_after(s.machine(victim).save, strength)))


def at_least(need: i64) -> Fraction:
    """Return the chance that a die shows so much or more."""
    return Fraction(int(NEVER - need), SIDES)
