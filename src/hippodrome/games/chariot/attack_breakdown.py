"""Plans of attacks as they stand: who takes part, what each counts and why, the odds, and the exact chances."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.combat_table import NAMES
from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.fire import Volley, is_shaken, shooters
from hippodrome.games.chariot.formatting import hex_name, hexes_names, strength_text, unit_name, units_names
from hippodrome.games.chariot.ground import NAMES as TERRAIN
from hippodrome.games.chariot.ground import PROTECTION, STREAM, VILLAGE, WOODS
from hippodrome.games.chariot.melee import Assault, attackers
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import (
    ILLEGAL,
    WHOLE,
    attack_strength,
    bonus,
    capability,
    climbs,
    defence_strength,
    fire_column,
    fire_strength,
    is_flanked,
    melee_column,
    unit_attack,
    unit_defence,
)
from hippodrome.games.chariot.units import UNITS, A, B
from hippodrome.kit.game import View

SIXTH: Final = 6
BELOW: Final = "below 1-2"
CHANCE: Final = "Hex "  # how the rows begin that tell chances

Rows = list[list[str]]


def odds_name(s: Battle, column: int) -> str:
    """Return a column of the table by name."""
    return BELOW if column == ILLEGAL else s.rules.table.columns[column]


# -------------------------------------------------------------------- fire


def fire_plan(s: Battle, step: Volley) -> Rows:
    """CH-S6.21, CH-S6.22: the odds and what may come of it; who fires with what, against what protection."""
    hex, units = int(step.target), list(step.units)
    total = sum([int(fire_strength(s, unit, hex)) for unit in units])
    kind = s.rules.ground.terrain[hex]
    column = fire_column(s, units, hex) if units else ILLEGAL
    rows = [["Target", f"{hex_name(s, hex)}: {units_names(s, tuple(s.stack(hex)))}"]]
    rows += ratio(s, total, PROTECTION[kind] * WHOLE, column) + chances(s, column, (hex,))
    rows.append(["Could join", units_names(s, tuple([unit for unit in shooters(s, hex) if unit not in units]))])
    rows.extend([[unit_name(s, unit), _fire_words(s, unit, hex)] for unit in units])
    rows.append(["Fire strength", strength_text(total)])
    rows.append(["Fire Protection", f"{PROTECTION[kind]} ({TERRAIN[kind]})"])
    return rows


def _fire_words(s: Battle, unit: i64, hex: i64) -> str:
    """CH-3.1: the strength of one, and what the distance does to it."""
    words = strength_text(fire_strength(s, unit, hex))
    if not s.rules.options.ranges:
        return words
    distance = int(s.rules.ground.hexes.distance(s.hexes[unit], hex))
    return f"{words} (of {s.kind(unit).fire}, at {distance} hex{'' if distance == 1 else 'es'})"


# -------------------------------------------------------------------- melee


def melee_plan(s: Battle, step: Assault) -> Rows:
    """CH-S7.21, CH-S7.22: the odds and what may come of it; who attacks whom, what each counts and why."""
    units, targets = list(step.units), step.targets
    others = tuple([unit for unit in attackers(s, targets) if unit not in units])
    rows = [["Target", f"{hexes_names(s, targets)}: {units_names(s, defenders(s, targets))}"]]
    if not units:
        return [*rows, *chances(s, ILLEGAL, targets), ["Could join", units_names(s, others)]]
    attack = int(attack_strength(s, units, targets))
    defence = sum([int(defence_strength(s, hex, units)) for hex in targets])
    column = melee_column(s, units, targets)
    rows += ratio(s, attack, defence, column) + chances(s, column, targets)
    rows.append(["Could join", units_names(s, others)])
    return rows + _attack_rows(s, units, targets, attack) + _defence_rows(s, units, targets, defence)


def _attack_rows(s: Battle, units: list[int], targets: tuple[int, ...], attack: int) -> Rows:
    """What each attacker counts and why, what leaders add, and the flank."""
    rows = [[unit_name(s, unit), _attack_words(s, unit, targets)] for unit in units]
    rows.extend(_bonus_rows(s, tuple(dict.fromkeys([s.hexes[unit] for unit in units]))))
    if is_flanked(s, units, targets):
        rows.append(["Flank attack", "doubled"])
    return [*rows, ["Attack strength", strength_text(attack)]]


def defenders(s: Battle, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Whoever stands in the hexes that are attacked."""
    return tuple([unit for hex in targets for unit in s.stack(hex)])


def _attack_words(s: Battle, unit: i64, targets: tuple[int, ...]) -> str:
    """CH-T.stream, CH-S14.11: the strength of one attacker, and what halves it."""
    notes: list[str] = []
    if s.rules.ground.terrain[s.hexes[unit]] == STREAM:
        notes.append("halved in the stream")
    if s.rules.options.elevation and s.kind(unit).klass in (A, B) and climbs(s, s.hexes[unit], targets):
        notes.append("halved uphill")
    return _noted(strength_text(unit_attack(s, unit, targets)), notes)


def _bonus_rows(s: Battle, hexes: tuple[int, ...]) -> Rows:
    """CH-S10.11: what leaders add, hex by hex; never more than the units there have (CH-S10.14)."""
    return [
        [f"Leaders in {hex_name(s, hex)}", f"+{strength_text(bonus(s, hex))} at most"] for hex in hexes if bonus(s, hex)
    ]


def _defence_rows(s: Battle, units: list[int], targets: tuple[int, ...], defence: int) -> Rows:
    """What each defender counts and why, and what leaders add."""
    rows: Rows = []
    for hex in targets:
        stack = s.stack(hex)
        dot: i64 = 0 if any(s.kind(unit).melee for unit in stack) else WHOLE
        doubled = s.rules.ground.terrain[hex] in (WOODS, VILLAGE)
        for unit in stack:
            strength = strength_text(unit_defence(s, unit, dot, doubled, units))
            rows.append([unit_name(s, unit), _noted(strength, _defence_notes(s, unit, doubled, units))])
        rows.extend(_bonus_rows(s, (int(hex),)))
    return [*rows, ["Defence strength", strength_text(defence)]]


def _defence_notes(s: Battle, unit: i64, doubled: bool, units: list[int]) -> list[str]:
    """CH-S3.37, CH-R18, CH-T.woods, CH-3.2, CH-S16.21, CH-S13.0b: in the order in which they count."""
    kind = s.kind(unit)
    notes: list[str] = []
    if not kind.melee:
        notes.append("a dot")
    if kind.bracket:
        notes.append("halved by its brackets")
    if doubled:
        notes.append(f"doubled in {'the village' if s.rules.ground.terrain[s.hexes[unit]] == VILLAGE else 'woods'}")
    if s.rules.options.capability:
        notes.extend(_CAPABILITY[capability(s, kind.number, units)])
    if s.rules.options.facing and any(not is_front(s, unit, s.hexes[other]) for other in units):
        notes.append("halved from the flank")
    if s.panicked[unit]:
        notes.append("halved by panic")
    return notes


_CAPABILITY: Final[dict[int, list[str]]] = {1: ["halved against their type"], 2: [], 4: ["doubled against their type"]}


def _noted(strength: str, notes: list[str]) -> str:
    """Return a strength and the reasons for it."""
    return f"{strength} ({', '.join(notes)})" if notes else strength


# -------------------------------------------------------------------- odds


def ratio(s: Battle, attack: int, defence: int, column: int) -> Rows:
    """CH-S8.1a: strength against strength, and the column that this is, in the defender's favour."""
    if not attack:
        return []
    return [["Odds", f"{strength_text(attack)} to {strength_text(defence)}: {odds_name(s, column)}"]]


def chances(s: Battle, column: int, targets: tuple[int, ...]) -> Rows:
    """CH-S8.24: in how many of six throws each result comes, hex by hex."""
    if column == ILLEGAL:
        return [["Chances", "Not allowed below 1-2: add units."]]
    rows: Rows = []
    for hex in targets:
        shaken = is_shaken(s, hex)
        results = [s.rules.table.result(die + shaken, column) for die in range(1, SIXTH + 1)]
        counts = [(NAMES[result], results.count(result)) for result in range(len(NAMES)) if result in results]
        words = ", ".join([f"{name} {count} in {SIXTH}" for name, count in counts])
        rows.append([f"{CHANCE}{hex_name(s, hex)}", f"{words}{' (+1: disrupted)' if shaken else ''}"])
    return rows


def plan_rows(view: View) -> Rows:
    """Return the plan of a view, without what may come of it if that is not to be told."""
    rows: Rows = view.table["asked"]["plan"]
    return rows if view.odds else [row for row in rows if not row[0].startswith(CHANCE)]


# -------------------------------------------------------------------- labels


def best_fire(s: Battle, hex: i64) -> str:
    """Return the odds if all fire who can."""
    return odds_name(s, fire_column(s, shooters(s, hex), hex))


def best_attack(s: Battle, hex: i64) -> str:
    """Return the odds if all attack who can."""
    units = [unit for unit in attackers(s, (int(hex),)) if s.kinds[unit] < UNITS]
    return odds_name(s, melee_column(s, units, (int(hex),)))


def odds_with(s: Battle, more: list[int]) -> str:
    """Return the odds of the attack that is being planned, with some more units; nothing if none is planned."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Volley):
        units = [*step.units, *more]
        return odds_name(s, fire_column(s, units, step.target)) if units else BELOW
    if isinstance(step, Assault):
        units = [*step.units, *more]
        return odds_name(s, melee_column(s, units, step.targets)) if units else BELOW
    return ""


def joining(s: Battle) -> list[int]:
    """Who could still join in the attack that is being planned."""
    step = s.agenda[-1] if s.agenda else None
    return step.others(s) if isinstance(step, Volley | Assault) else []
