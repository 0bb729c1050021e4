"""The record sheet of a chariot or of Runners (WW-R1), filled in for the present state."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.arcs import bow_bands, dice_of, javelin_reach
from hippodrome.games.wheelie.chariots import FRONT, OTHER_FORWARD, OTHER_REAR, OWN_FORWARD, OWN_REAR, REAR, ChariotKind
from hippodrome.games.wheelie.formatting import EXPERTS, SEVENS, TRAITS
from hippodrome.games.wheelie.state import (
    EXPERT_DRIVER,
    EXPERT_WARRIOR,
    MAX_ACTION_DICE,
    NO_ID,
    SEVEN,
    TOUGH_DRIVER,
    TOUGH_TEAM,
    WAITING,
    Unit,
)
from hippodrome.kit.game import View
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.sheets import Block, Boxes, BoxRow, FieldList, GridBlock, Sheet, Trait, Traits
from hippodrome.kit.state import Json
from hippodrome.kit.units import inches

_STATUS_TEXTS: Final = (
    "not deployed yet",
    "fighting",
    "broken, withdraws at the end of the turn",
    "withdrawn",
    "about to return",
    "lost, crew alive",
    "destroyed, crew dead",
    "dispersed",
)
_BANDS: Final = ("Short", "Medium", "Long")
_ARCS: Final = (FRONT, OWN_FORWARD, OWN_REAR, OTHER_FORWARD, OTHER_REAR, REAR)
# Effects of the conversion traits (WW-J8); other traits have their own clauses.
_CONVERSION_TRAITS: Final = (
    ("Fast", "One action die a turn may count as an Advance."),
    ("Manoeuvrable", "One action die a turn may count as a Turn Manoeuvre."),
    ("Aggressive", "One action die a turn may count as a Shoot."),
)
# Effects of the choices for a 7 (WW-K7), in the order of SEVENS.
_SEVEN_TEXTS: Final = (
    "",
    "When the warrior is hit, roll a die: on a 6 the hit is ignored, and no action die is lost.",
    "When the driver is hit, roll a die: on a 6 the hit is ignored, and no action die is lost.",
    "When it takes Temporary Damage, roll a die: on a 6, 1 of it is ignored.",
)
_SHIELD_BEARER: Final = 2  # index in SEVENS


def sheets(kinds: list[ChariotKind], rulebook: Rulebook, view: View) -> list[Sheet]:
    """WW-R1: return one sheet for each unit, in the order of the seats."""
    units: list[Json] = view.table["units"]
    names = [str(row["name"]) for row in units]
    sheet_list: list[Sheet] = []
    for row in sorted(units, key=lambda row: (row["seat"], row["id"])):
        unit = Unit(*[row[name] for name in Unit.FIELDS])
        kind = kinds[unit.kind]
        blocks: list[Block] = [
            _facts_block(kind, unit, names),
            _boxes_block(kind, unit),
            _weapons_block(kind, unit),
            Traits("Special characteristics", trait_list(kind, unit, rulebook)),
        ]
        sheet_list.append(Sheet(names[unit.id], int(unit.seat), blocks))
    return sheet_list


def _facts_block(kind: ChariotKind, unit: Unit, names: list[str]) -> FieldList:
    """Return the name, kind and state."""
    aim = names[unit.aim] if unit.aim != NO_ID else "no target"
    rows = [
        ("Kind", kind.name[:1].upper() + kind.name[1:]),
        ("State", _STATUS_TEXTS[unit.status]),
        ("Loaded", "yes" if unit.loaded else "no"),
        ("Aims at", aim),
        ("Defence dice", str(kind.defence)),
        ("Next initiative", f"+{unit.banked}"),
        ("Kills", str(unit.kills)),
        ("Permanent Damage inflicted", str(unit.inflicted)),
    ]
    if not kind.is_runners and unit.status != WAITING:
        rows.insert(2, ("Warrior stands", "on the left" if unit.mirrored else "on the right"))
    return FieldList("", rows)


def _boxes_block(kind: ChariotKind, unit: Unit) -> Boxes:
    """Return action dice lost to damage, the damage, and the hits on team, driver and warrior (WW-I9, WW-I10)."""
    damage = int(unit.permanent) + int(unit.temporary)
    tough_team = unit.trait == TOUGH_TEAM or kind.is_tough
    team = f"-1 on each movement die for every hit{' after the first' if tough_team else ''}"
    driver = f"no Turns after the {'second' if unit.trait == TOUGH_DRIVER else 'first'} hit"
    names = ("Men down", "Leader", "Warriors") if kind.is_runners else ("Team", "Driver", "Warrior")
    rows = [
        BoxRow("Action dice", MAX_ACTION_DICE, damage, f"{max(MAX_ACTION_DICE - damage, 0)} left"),
        BoxRow("Permanent", MAX_ACTION_DICE, int(unit.permanent), "never recovered"),
        BoxRow("Temporary", MAX_ACTION_DICE, int(unit.temporary), "a wild die removes 1"),
        BoxRow(names[0], MAX_ACTION_DICE, int(unit.team), team),
        BoxRow(names[1], MAX_ACTION_DICE, int(unit.driver), driver),
        BoxRow(names[2], MAX_ACTION_DICE, int(unit.warrior), "-1 attack die for every hit"),
    ]
    return Boxes("Action dice and damage", rows)


# -------------------------------------------------------------------- weapons


def _weapons_block(kind: ChariotKind, unit: Unit) -> GridBlock:
    """Return attack dice by arc and range, before warrior hits."""
    limits = _range_limits(kind, unit)
    heads = ["Arc", *[_range_head(kind, unit, limit) for limit in limits]]
    rows: list[list[str]] = []
    for arc in _ARCS:
        dice = [int(dice_of(kind, unit, arc, limit)) for limit in limits]
        rows.append([_arc_name(kind, unit, arc), *[str(number) if number else "–" for number in dice]])
    return GridBlock("Attack dice", heads, rows, "-1 for every warrior hit, +2 at the rear of a chariot.")


def _range_limits(kind: ChariotKind, unit: Unit) -> list[int]:
    """Return the distances at which the dice change, the nearest first."""
    limits = set(bow_bands(unit)) if kind.has_bow else set()
    if any(dice[3] > 0 for dice in kind.dice):
        limits.add(javelin_reach(unit))
    return sorted(limits)


def _range_head(kind: ChariotKind, unit: Unit, limit: int) -> str:
    """Return the name and limit of a range."""
    bands = bow_bands(unit)
    if not kind.has_bow:
        name = "Short"
    else:
        name = _BANDS[bands.index(limit)] if limit in bands else "Javelins"
    return f"{name}, {inches(limit)}"


def _arc_name(kind: ChariotKind, unit: Unit, arc: int) -> str:
    """Return an arc by its side of the base, or by crew member before the warrior's side is chosen (WW-Q28)."""
    if arc == FRONT:
        return "Front"
    if arc == REAR:
        return "Rear"
    is_own = arc in (OWN_FORWARD, OWN_REAR)
    direction = "forward" if arc in (OWN_FORWARD, OTHER_FORWARD) else "rear"
    if unit.status == WAITING and not kind.is_runners:
        return f"{'Warrior' if is_own else 'Driver'}'s side, {direction}"
    is_right = is_own != unit.mirrored
    return f"{'Right' if is_right else 'Left'} side, {direction}"


# -------------------------------------------------------------------- characteristics


def trait_list(kind: ChariotKind, unit: Unit, rulebook: Rulebook) -> list[Trait]:
    """Return everything special about a unit, with its effect."""
    traits = _conversion_traits(kind)
    if kind.is_sure:
        traits.append(Trait("Sure", "Bad going does not slow it.", "WW-J2"))
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
    for applies, name, rules in named:
        if applies:
            traits.append(Trait(name, " ".join([rulebook.clauses[rule].text for rule in rules]), rules[0]))
    if unit.seven:
        traits.append(Trait(SEVENS[unit.seven], _SEVEN_TEXTS[unit.seven], "WW-K7"))
    if unit.shield:
        traits.append(Trait(SEVENS[_SHIELD_BEARER], _SEVEN_TEXTS[_SHIELD_BEARER], "WW-Q41"))
    return traits


def _conversion_traits(kind: ChariotKind) -> list[Trait]:
    """WW-J8: return what one action die may count as; of two such traits only one is used in a turn."""
    has_trait = (kind.is_fast, kind.is_manoeuvrable, kind.is_aggressive)
    held = [_CONVERSION_TRAITS[index] for index in range(len(has_trait)) if has_trait[index]]
    traits = [Trait(name, text, "WW-J8") for name, text in held]
    if len(held) > 1:
        traits[-1].text += f" Only one of {held[0][0]} and {held[1][0]} may be used in a turn."
    if kind.is_fierce:
        traits[-1].text += " With the option for it, any number of dice may be converted."
        traits[-1].rule = "WW-Q7"
    return traits
