"""Cards of pieces and squares, and the actions that a click on them may mean."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic import kinds
from hippodrome.games.magic.characters import CharacterPhase
from hippodrome.games.magic.formatting import activities, are_shots_aimed, effects
from hippodrome.games.magic.kinds import FIRST_CHARACTER, GEAR, KIND_NAMES, QUALITIES
from hippodrome.games.magic.layouts import GROUND_NAMES, OPEN, SCENERY, Layout
from hippodrome.games.magic.movement import MoveNext, MoveUnit
from hippodrome.games.magic.setup import Deploy
from hippodrome.games.magic.shooting import Aim
from hippodrome.games.magic.spells import SPELL_VERBS
from hippodrome.games.magic.state import Battle
from hippodrome.games.magic.withdrawal import Advance, Withdraw
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card, number_in
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, sentence_case

NEVER_SAVES: Final = 7
# Clauses about kinds, qualities and gear; by their number.
KIND_RULES: Final = {
    kinds.CLOSE: ("WAM-F2",),
    kinds.SUPPORT: ("WAM-F9",),
    kinds.SKIRMISH: ("WAM-S2", "WAM-F11"),
    kinds.CAVALRY: ("WAM-M2",),
    kinds.SKIRMISH_CAVALRY: ("WAM-S2", "WAM-F11"),
    kinds.CHARIOT: ("WAM-Q12",),
    kinds.ELEPHANT: ("WAM-Q12", "WAM-F7"),
    kinds.ARTILLERY: ("WAM-Q33",),
    kinds.HOST: ("WAM-M3",),
    kinds.MONSTER: ("WAM-F4",),
    kinds.GENERAL: ("WAM-M4", "WAM-Q24"),
    kinds.LEADER: ("WAM-F13", "WAM-Q24"),
    kinds.MAGICIAN: ("WAM-Q38",),
}
QUALITY_RULES: Final = {kinds.VETERAN: "WAM-F16", kinds.ELITE: "WAM-F6", kinds.LEVY: "WAM-F18"}
GEAR_RULES: Final = ("WAM-S4", "WAM-S5", "WAM-S1", "WAM-Q22", "WAM-D9")


def card(layout: Layout, rulebook: Rulebook, words: Words, view: View, node: str) -> Card | None:
    """Return the card of a piece or a square; None for other nodes."""
    table = view.table
    unit = number_in(node, "unit")
    if 0 <= unit < len(table["units"]):
        return piece_card(layout, rulebook, words, table, table["units"][unit])
    square = square_at(layout.squares.name, node)
    return square_card(layout, rulebook, words, table, square) if square >= 0 else None


def square_at(names: list[str], node: str) -> int:
    """Return the square of a tile or of what is drawn on it; -1 for another node."""
    prefix, _, rest = node.partition("-")
    name = rest.split("-")[0]
    return names.index(name) if prefix in ("tile", "ground", "river", "mist", "ward") and name in names else -1


def piece_card(layout: Layout, rulebook: Rulebook, words: Words, table: Json, unit: Json) -> Card:
    """Return the card of a piece: its values, its state, and what its kind, quality and gear do."""
    kind = unit["kind"]
    where = layout.squares.name[unit["square"]] if unit["square"] >= 0 else "not on the board"
    states = [*effects(unit), *activities(layout.squares, unit, are_shots_aimed(table["asked"]))]
    facts = [("Kind", sentence_case(KIND_NAMES[kind]))]
    if kind < FIRST_CHARACTER:
        facts.append(("Quality", QUALITIES[unit["quality"]]))
        facts.append(("Bases", f"{unit['bases']} of {unit['full']}{'' if unit['strong'] else ', weakened'}"))
    facts += [
        ("Square", where),
        ("Moves left", f"{unit['moves']} of {kinds.SQUARES_PER_TURN[kind]}"),
        ("Saves", saves_text(unit)),
        ("Worth", f"{kinds.VICTORY_POINTS[kind]} points"),
        ("State", sentence_case(", ".join(states)) if states else "Ready"),
    ]
    gear = [bit for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]
    spells = [verb for verb, is_active in (("dread", unit["dread"]), ("haste", unit["hasted"])) if is_active]
    rules = [*KIND_RULES.get(kind, ()), *[QUALITY_RULES[quality] for quality in [unit["quality"]] if quality]]
    notes = [spell_note(words, verb) for verb in spells]
    notes += [spell_note(words, verb) for verb in SPELL_VERBS if kind == kinds.MAGICIAN]
    notes += [(rulebook.clauses[rule].text, rule) for rule in rules]
    notes += [
        (f"{sentence_case(GEAR[bit])}: {rulebook.clauses[GEAR_RULES[bit]].text}", GEAR_RULES[bit]) for bit in gear
    ]
    return Card(f"{FACTIONS[unit['side']]}'s {unit['name']}", facts, notes)


def saves_text(unit: Json) -> str:
    """Return the lowest saving scores against shots, artillery and in a fight, before modifiers."""
    kind, armoured = unit["kind"], unit["gear"] & kinds.ARMOURED
    shot, fight = kinds.SHOT_SAVE[kind], kinds.FIGHT_SAVE[kind]
    scores = (
        (min(shot, 3) if armoured else shot, "shots"),
        (kinds.ARTILLERY_SAVE[kind], "artillery"),
        (fight, "fights"),
    )
    return ", ".join([f"{score}+ {what}" if score < NEVER_SAVES else f"none {what}" for score, what in scores])


def square_card(layout: Layout, rulebook: Rulebook, words: Words, table: Json, square: int) -> Card:
    """Return the card of a square: its ground and the pieces on it."""
    ground = [piece["ground"] for piece in table["scenery"] if piece["square"] == square] or [layout.ground[square]]
    counts = [
        (side, [unit for unit in table["units"] if unit["square"] == square and unit["side"] == side])
        for side in (0, 1)
    ]
    facts = [(FACTIONS[side], ", ".join([str(unit["name"]) for unit in units])) for side, units in counts if units]
    notes = [spell_note(words, verb) for verb in ("ward", "mist") if square in table[verb]]
    if ground[0] in SCENERY:
        notes.append((words.notes[f"scenery {SCENERY.index(ground[0])}"], "WAM-Q37"))
    elif ground[0] != OPEN:
        notes.append((rulebook.clauses["WAM-Q35"].text, "WAM-Q35"))
    text = "a square holds up to eight units of one side."
    return Card(
        f"{layout.squares.name[square]}, {GROUND_NAMES[ground[0]]}", facts, [*notes, (sentence_case(text), "WAM-Q5")]
    )


def spell_note(words: Words, verb: str) -> tuple[str, str]:
    """Return what a spell does as a note."""
    return f"{sentence_case(verb)}: {words.notes[verb]}", "WAM-Q52"


# -------------------------------------------------------------------- what a click may mean


def actions_at(s: Battle, node: str) -> list[Action]:
    """Return the actions that a click on a piece or a square may mean, the most plausible first."""
    step = s.agenda[-1]
    unit = number_in(node, "unit")
    piece = s.units[unit] if 0 <= unit < len(s.units) else None
    square = int(piece.square) if piece is not None else square_at(s.board.name, node)
    if isinstance(step, MoveNext):
        return [Action("move", (unit,))] if piece is not None else []
    if square < 0:
        return []
    if isinstance(step, MoveUnit):
        mover = s.units[s.clash.mover]
        enemies = [other for other in s.units if other.square == square and other.side != mover.side]
        own = [Action("move", (unit,))] if piece is not None and piece.side == mover.side else []
        return [*own, Action("attack" if enemies else "go", (square,))]
    if isinstance(step, Aim):
        return [Action("shoot", (square,))]
    if isinstance(step, Deploy):
        return [Action("place", (square,))]
    if isinstance(step, Withdraw):
        return [Action("withdraw", (square,))]
    if isinstance(step, CharacterPhase) and piece is not None:
        if piece.side == step.side:
            return [Action("ward", (unit,))] if piece.kind == kinds.MAGICIAN else [Action("strike", (unit, unit))]
        strikers = [int(other.id) for other in s.units if other.side == step.side and other.kind == kinds.GENERAL]
        return [Action("strike", (striker, unit)) for striker in strikers]
    return [Action("advance", (unit,))] if isinstance(step, Advance) and piece is not None else []


def why_not(s: Battle, node: str) -> Refusal | None:
    """Return why a square has no part in the pending decision; None if no clause says why."""
    step = s.agenda[-1]
    if isinstance(step, MoveNext) and square_at(s.board.name, node) >= 0:
        return Refusal("WAM-T3", "Choose one of your units first; then choose where it goes.")
    return None
