"""The record sheet of a chariot or of Runners (WW-R1), filled in as the battle stands."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.arcs import bow_bands, dice_of, javelin_reach
from hippodrome.games.wheelie.chariots import FRONT, OTHER_FORWARD, OTHER_REAR, OWN_FORWARD, OWN_REAR, REAR, ChariotKind
from hippodrome.games.wheelie.formatting import EXPERTS, SEVENS, TRAITS, inches
from hippodrome.games.wheelie.state import (
    MAX_ACTION_DICE,
    EXPERT_DRIVER,
    EXPERT_WARRIOR,
    NO_ID,
    SEVEN,
    TOUGH_DRIVER,
    TOUGH_TEAM,
    WAITING,
    Unit,
)
from hippodrome.kit.game import View
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.sheets import Block, Boxes, Fields, Grid, BoxRow, Sheet, Trait, Traits
from hippodrome.kit.state import Json

_STATUS_TEXTS: Final = (
    "not deployed yet",
    "fights",
    "broken, leaves at the end of the turn",
    "withdrawn",
    "coming back",
    "lost, crew alive",
    "destroyed, crew dead",
    "dispersed",
)
_BANDS: Final = ("Short", "Medium", "Long")
_ARCS: Final = (FRONT, OWN_FORWARD, OWN_REAR, OTHER_FORWARD, OTHER_REAR, REAR)
# What the traits of a kind do; lance, slow and wild ones have clauses of their own (WW-J8).
_CONVERSION_TRAITS: Final = (
    ("Fast", "One action die a turn may count as an Advance."),
    ("Manoeuvrable", "One action die a turn may count as a Turn Manoeuvre."),
    ("Aggressive", "One action die a turn may count as a Shoot."),
)
# What a 7 may be (WW-K7), in the order of SEVENS.
_SEVEN_TEXTS: Final = (
    "",
    "When the warrior is hit, roll a die: on a 6 the hit is ignored, and no action die is lost.",
    "When the driver is hit, roll a die: on a 6 the hit is ignored, and no action die is lost.",
    "When it takes Temporary Damage, roll a die: on a 6 one of them is ignored.",
)
_SHIELD_BEARER: Final = 2  # the Shield Bearer's place in SEVENS


def sheets(kinds: list[ChariotKind], rulebook: Rulebook, view: View) -> list[Sheet]:
    """WW-R1: one sheet for each unit, in the order of the seats."""
    units: list[Json] = view.table["units"]
    names = [str(row["name"]) for row in units]
    found: list[Sheet] = []
    for row in sorted(units, key=lambda row: (row["seat"], row["id"])):
        unit = Unit(*[row[name] for name in Unit.FIELDS])
        kind = kinds[unit.kind]
        blocks: list[Block] = [
            _facts_block(kind, unit, names),
            _boxes_block(kind, unit),
            _weapons_block(kind, unit),
            Traits("Special characteristics", _trait_list(kind, unit, rulebook)),
        ]
        found.append(Sheet(names[unit.id], int(unit.seat), blocks))
    return found


def _facts_block(kind: ChariotKind, unit: Unit, names: list[str]) -> Fields:
    """Name and kind, and how it stands."""
    aim = names[unit.aim] if unit.aim != NO_ID else "nobody"
    rows = [
        ("Kind", kind.name[:1].upper() + kind.name[1:]),
        ("State", _STATUS_TEXTS[unit.status]),
        ("Loaded", "yes" if unit.loaded else "no"),
        ("Aims at", aim),
        ("Defence dice", str(kind.defence)),
        ("Next initiative", f"+{unit.banked}"),
        ("Kills", str(unit.kills)),
        ("Permanent Damage done", str(unit.inflicted)),
    ]
    if not kind.is_runners and unit.status != WAITING:
        rows.insert(2, ("Warrior stands", "on the left" if unit.mirrored else "on the right"))
    return Fields("", rows)


def _boxes_block(kind: ChariotKind, unit: Unit) -> Boxes:
    """Action dice crossed off by damage, the damage, and what team, driver and warrior have lost (WW-I9, WW-I10)."""
    damage = int(unit.permanent) + int(unit.temporary)
    tough_team = unit.trait == TOUGH_TEAM or kind.is_tough
    team = "1 off each movement die for every hit" + (" but the first" if tough_team else "")
    driver = f"no Turns from the {'second' if unit.trait == TOUGH_DRIVER else 'first'} on"
    names = ("Men down", "Leader", "Warriors") if kind.is_runners else ("Team", "Driver", "Warrior")
    rows = [
        BoxRow("Action dice", MAX_ACTION_DICE, damage, f"{max(MAX_ACTION_DICE - damage, 0)} left"),
        BoxRow("Permanent", MAX_ACTION_DICE, int(unit.permanent), "never recovered"),
        BoxRow("Temporary", MAX_ACTION_DICE, int(unit.temporary), "a Wild die takes 1 away"),
        BoxRow(names[0], MAX_ACTION_DICE, int(unit.team), team),
        BoxRow(names[1], MAX_ACTION_DICE, int(unit.driver), driver),
        BoxRow(names[2], MAX_ACTION_DICE, int(unit.warrior), "1 attack die less for every hit"),
    ]
    return Boxes("Action dice and damage", rows)


# -------------------------------------------------------------------- weapons


def _weapons_block(kind: ChariotKind, unit: Unit) -> Grid:
    """Attack dice by arc and range, before warrior hits."""
    limits = _range_limits(kind, unit)
    heads = ["Arc", *[_range_head(kind, unit, limit) for limit in limits]]
    rows: list[list[str]] = []
    for arc in _ARCS:
        dice = [int(dice_of(kind, unit, arc, limit)) for limit in limits]
        rows.append([_arc_name(kind, unit, arc), *[str(number) if number else "–" for number in dice]])
    return Grid("Attack dice", heads, rows, "1 less for every warrior hit, 2 more at the rear of a chariot.")


def _range_limits(kind: ChariotKind, unit: Unit) -> list[int]:
    """Return the ranges at which the dice change, the nearest first."""
    found = set(bow_bands(unit)) if kind.has_bow else set()
    if any(dice[3] > 0 for dice in kind.dice):
        found.add(javelin_reach(unit))
    return sorted(found)


def _range_head(kind: ChariotKind, unit: Unit, limit: int) -> str:
    """What a range is called, and how far it reaches."""
    bands = bow_bands(unit)
    if not kind.has_bow:
        name = "Short"
    else:
        name = _BANDS[bands.index(limit)] if limit in bands else "Javelins"
    return f"{name}, {inches(limit)}"


def _arc_name(kind: ChariotKind, unit: Unit, arc: int) -> str:
    """Return an arc by its side of the base; before the warrior has his place, by his side (WW-Q28)."""
    if arc == FRONT:
        return "Front"
    if arc == REAR:
        return "Rear"
    own = arc in (OWN_FORWARD, OWN_REAR)
    ahead = "forward" if arc in (OWN_FORWARD, OTHER_FORWARD) else "rear"
    if unit.status == WAITING and not kind.is_runners:
        return f"{'Warrior' if own else 'Driver'}'s side, {ahead}"
    right = own != unit.mirrored
    return f"{'Right' if right else 'Left'} side, {ahead}"


# -------------------------------------------------------------------- characteristics


def _trait_list(kind: ChariotKind, unit: Unit, rulebook: Rulebook) -> list[Trait]:
    """Return all that is special about a unit, with what it does."""
    found = _conversion_traits(kind)
    if kind.is_sure:
        found.append(Trait("Sure", "Bad going does not slow it.", "WW-J2"))
    named: list[tuple[bool, str, tuple[str, ...]]] = [
        (kind.is_slow, "Slow", ("WW-J9",)),
        (kind.has_lance, "Lance", ("WW-E4",)),
        (kind.is_tough, "Tough Team", ("WW-K8",)),
        (kind.is_wild, "Wild Team", ("WW-K6",)),
        (kind.is_runners, "Slow", ("WW-S1",)),
        (kind.is_runners, "Grapple", ("WW-S3", "WW-S4")),
        (kind.is_runners, "Conversions", ("WW-S5",)),
        (kind.is_runners, "Driven through", ("WW-S6",)),
        (unit.expert == EXPERT_DRIVER, EXPERTS[EXPERT_DRIVER], ("WW-G3", "WW-G4")),
        (unit.expert == EXPERT_WARRIOR, EXPERTS[EXPERT_WARRIOR], ("WW-G5",)),
        (unit.trait not in (0, SEVEN), TRAITS[unit.trait], (f"WW-K{unit.trait}",)),
    ]
    for there, name, rules in named:
        if there:
            found.append(Trait(name, " ".join([rulebook.clauses[rule].text for rule in rules]), rules[0]))
    if unit.seven:
        found.append(Trait(SEVENS[unit.seven], _SEVEN_TEXTS[unit.seven], "WW-K7"))
    if unit.shield:
        found.append(Trait(SEVENS[_SHIELD_BEARER], _SEVEN_TEXTS[_SHIELD_BEARER], "WW-Q41"))
    return found


def _conversion_traits(kind: ChariotKind) -> list[Trait]:
    """WW-J8: what one action die may count as; of two such traits one is used in a turn."""
    has = (kind.is_fast, kind.is_manoeuvrable, kind.is_aggressive)
    held = [_CONVERSION_TRAITS[place] for place in range(len(has)) if has[place]]
    found = [Trait(name, text, "WW-J8") for name, text in held]
    if len(held) > 1:
        found[-1].text += f" Only one of {held[0][0]} and {held[1][0]} is used in a turn."
    if kind.is_fierce:
        found[-1].text += " With the option for it, any number of dice may."
        found[-1].rule = "WW-Q7"
    return found
