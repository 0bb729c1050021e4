"""The scene of a battle: the picture with its prompt and panels."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.drawing import attack_arrows, overlay_nodes, scene_box
from hippodrome.games.magic.formatting import (
    SYMBOL_MEANINGS,
    SYMBOL_SHAPES,
    activities,
    are_shots_aimed,
    attack_dice,
    attack_points,
    decimal,
    effects,
    percent,
    traits,
    winner_text,
    with_sign,
)
from hippodrome.games.magic.handles import HandleBuilder
from hippodrome.games.magic.kinds import ARTILLERY, FIRST_CHARACTER
from hippodrome.games.magic.layouts import Layout
from hippodrome.games.magic.pieces import piece_nodes
from hippodrome.games.magic.points import ATTACK_LABELS, DEFENCE_LABELS
from hippodrome.games.magic.text_board import text_cells
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.geometry.squares import Squares
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, fill_template, sentence_case, waiting_sentence

WAITING: Final = "Waiting."
# Actions that a prompt lists if they are possible, by verb.
ACTION_TEXTS: Final = {
    "bolt": "cast a spell", "dread": "cast a spell", "ward": "cast a spell", "mist": "cast a spell",
    "haste": "cast a spell", "strike": "strike", "shift": "move your scenery", "move": "move a piece",
    "assault": "attack with a whole square", "go": "move", "attack": "attack",
}  # fmt: skip
ARTILLERY_RULE: Final = "WAM-Q33"
MOTIVE_NAMES: Final = ("none", "Honour", "Guard", "Grudge", "Greed", "Hate", "Glory")


def draw(
    ground: list[Layer], layout: Layout, words: Words, view: View, decision: Decision | None, symbols: str
) -> Scene:
    """Return the battle as a seat sees it, with handles if the decision is the viewer's."""
    table, board = view.table, layout.squares
    builder = HandleBuilder(board, table, words.labels)
    if decision is not None and view.seat in decision.seats:
        builder.add_choices()
    layers = [
        *ground,
        Layer("scenery", overlay_nodes(board, table)),
        Layer("pieces", [*piece_nodes(board, table), *attack_arrows(board, table)]),
        Layer("letters", text_cells(layout, table)),
        Layer("targets", builder.nodes),
    ]
    breadcrumbs: list[str] = list(table["breadcrumbs"])
    if decision is not None:
        breadcrumbs.append(ARTILLERY_RULE if is_artillery_aiming(table) else decision.rule)
    attacks = attack_panels(board, table, view.odds)
    panels = [turn_panel(table), *attacks, forces_panel(table), *roster_panels(board, table), symbols_panel()]
    text = prompt(board, words, view, decision)
    return Scene(scene_box(board), layers, builder.handles, text, breadcrumbs, panels, symbols)


def is_artillery_aiming(table: Json) -> bool:
    """Return whether the pending decision is the target of artillery, which has ranges of its own."""
    asked = table["asked"]
    return bool(asked["name"] == "Aim" and table["units"][asked["about"]]["kind"] == ARTILLERY)


# -------------------------------------------------------------------- the prompt


def prompt(board: Squares, words: Words, view: View, decision: Decision | None) -> str:
    """Return who must decide what, or the result after the end."""
    table = view.table
    if table["over"]:
        return f"{winner_text(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    if not name:
        return WAITING
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    if view.seat in seats:
        return sentence_case(fill_template(words.prompts[name], lambda fact: prompt_fact(board, table, fact)))
    return waiting_sentence(words, [FACTIONS[seat] for seat in seats], name)


def prompt_fact(board: Squares, table: Json, fact: str) -> str:
    """Return a fact that a prompt mentions, such as the unit, the square under attack or the possible actions."""
    asked = table["asked"]
    if fact == "actions":
        return possible_actions(asked["choices"])
    if fact == "unit":
        return unit_text(table["units"][asked["about"]]) if asked["about"] >= 0 else "the unit"
    if fact == "moves":
        return str(table["units"][asked["about"]]["moves"])
    if fact == "target":
        return str(board.name[table["clash"]["target"]])
    return str(asked[fact])


def possible_actions(choices: list[str]) -> str:
    """Return the kinds of actions among the choices, such as "cast a spell, strike"."""
    texts = [ACTION_TEXTS[verb] for verb in [choice.split()[0] for choice in choices] if verb in ACTION_TEXTS]
    return ", ".join(dict.fromkeys(texts))


def unit_text(unit: Json) -> str:
    """Return the name of a unit or character; with its traits if it is a unit that is not on the board yet."""
    if unit["square"] >= 0 or unit["kind"] >= FIRST_CHARACTER:
        return str(unit["name"])
    return f"{unit['name']} ({', '.join(traits(unit))})"


# -------------------------------------------------------------------- panels


def turn_panel(table: Json) -> Panel:
    """Return the panel of turn, countdown, roles, and the fight in progress."""
    rows = [["Turn", str(table["turn"]) if table["turn"] else "set-up"], ["Countdown", str(table["countdown"])]]
    seats = [-1, -1]
    rows.append(["Attacker", FACTIONS[table["attacker"]]])
    seats.append(table["attacker"])
    if table["turn"]:
        rows.append(["First player", FACTIONS[table["first"]]])
        seats.append(table["first"])
    clash = table["clash"]
    if clash["mine"] or clash["theirs"]:
        rows.append(["Hits in the fight", f"{clash['mine']} against {clash['theirs']}"])
        seats.append(clash["side"])
    return Panel("turn", "This turn", ["What", "Now"], rows, seats)


def forces_panel(table: Json) -> Panel:
    """WAM-Q41: return the panel of points, losses, and the losses that break each side."""
    rows: list[list[str]] = []
    for side in range(2):
        start, lost = table["start"][side], table["lost"][side]
        rows.append(
            [
                f"{FACTIONS[side]}, {table['armies'][side]}",
                str(table["points"][side]),
                f"{lost} of {start}",
                f"at {(6 * start + 9) // 10} lost",
                f"{MOTIVE_NAMES[table['motives'][side]]} {table['motive'][side] or ''}".strip(),
            ]
        )
    return Panel("forces", "Armies", ["Army", "Points", "Units lost", "Breaks", "Motive"], rows, [0, 1])


def attack_panels(board: Squares, table: Json, odds: bool) -> list[Panel]:
    """Return a panel for each possible attack: the points of both sides, dice, chances and expected losses."""
    panels: list[Panel] = []
    for number, forecast in enumerate(table["forecasts"]["attacks"]):
        title = f"Attack on {board.name[forecast['target']]} from {board.name[forecast['source']]}"
        if forecast["rows"][3]:
            title += ", led by the general"
        if odds:
            title += f": {percent(forecast['win'])} win"
        rows = points_rows(forecast) + (chance_rows(forecast) if odds else [])
        panels.append(
            Panel(f"attack-{number}", title, ["Row", "Attack", "Defence"], rows, [-1] * len(rows), forecast["of"])
        )
    return panels


def points_rows(forecast: Json) -> list[list[str]]:
    """Return the rows of points of both sides, with their sums and dice."""
    rows: list[list[str]] = []
    for number, points in enumerate(forecast["rows"]):
        if number == 0 and forecast["most"]:
            rows.append(["shock dice", f"+{points} to +{points + forecast['most']}", ""])
        elif points:
            rows.append([f"{ATTACK_LABELS[number]} (WAM-F{number})", with_sign(points), ""])
    for number, points in enumerate(forecast["other_rows"]):
        if points:
            rows.append([f"{DEFENCE_LABELS[number]} (WAM-D{number})", "", with_sign(points)])
    rows.append(["Points", attack_points(forecast), str(sum(forecast["other_rows"]))])
    rows.append(["Dice", attack_dice(forecast), str(forecast["other_dice"])])
    return rows


def chance_rows(forecast: Json) -> list[list[str]]:
    """Return the rows of chances and expected losses of both sides."""
    return [
        ["Wins", percent(forecast["win"]), percent(forecast["loss"])],
        ["Draw", percent(forecast["draw"]), percent(forecast["draw"])],
        ["Expected losses (bases)", decimal(forecast["losses"]), decimal(forecast["other_losses"])],
    ]


def roster_panels(board: Squares, table: Json) -> list[Panel]:
    """Return a panel for each side with its pieces, square by square."""
    panels, is_aiming = [], are_shots_aimed(table["asked"])
    for side in range(2):
        rows: list[list[str]] = []
        units = sorted(
            [u for u in table["units"] if u["side"] == side], key=lambda u: (u["square"] < 0, u["square"], u["id"])
        )
        for unit in units:
            place = board.name[unit["square"]] if unit["square"] >= 0 else "lost" if unit["bases"] == 0 else "to deploy"
            state = [*traits(unit), *effects(unit), *activities(board, unit, is_aiming)]
            rows.append([unit["name"], place, f"{unit['bases']}/{unit['full']}", ", ".join(state)])
        title = f"{FACTIONS[side]}: {table['armies'][side]}"
        heads = ["Unit", "Square", "Bases", "State"]
        panels.append(Panel(f"roster-{side}", title, heads, rows, [side] * len(rows), minor=True))
    return panels


def symbols_panel() -> Panel:
    """Return the panel that explains the symbols on the pieces."""
    rows = [["Bars", "bases; hollow bars are lost bases"], ["A number in a ring", "hits to be saved"]]
    rows += [[SYMBOL_SHAPES[name].capitalize(), meaning] for name, meaning in SYMBOL_MEANINGS.items()]
    return Panel("signs", "Symbols on the pieces", ["Symbol", "Meaning"], rows, [-1] * len(rows), minor=True)
