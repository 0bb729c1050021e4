"""A battle as a picture with its panels, and in words."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.description import SIGN_MEANINGS, SIGN_SHAPES, activities, is_aiming, piece_text
from hippodrome.games.magic.drawing import Targets, attack_arrows, overlay_nodes, scene_box
from hippodrome.games.magic.kinds import FIRST_CHARACTER
from hippodrome.games.magic.layouts import GROUND_NAMES, OPEN, Layout
from hippodrome.games.magic.pieces import piece_nodes
from hippodrome.games.magic.points import ATTACK_LABELS, DEFENCE_LABELS
from hippodrome.games.magic.text_board import text_cells
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, NORTH, Squares
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, listed

WAITING: Final = "Waiting."
MOTIVE_NAMES: Final = ("none", "Honour", "Guard", "Grudge", "Greed", "Hate", "Glory")


def draw(
    ground: list[Layer], layout: Layout, words: Words, view: View, decision: Decision | None, symbols: str
) -> Scene:
    """Return the battle as a seat sees it, with targets if the decision is the viewer's."""
    table, board = view.table, layout.squares
    targets = Targets(board, table, words.labels)
    if decision is not None and view.seat in decision.seats:
        targets.fill()
    layers = [
        *ground,
        Layer("scenery", overlay_nodes(board, table)),
        Layer("pieces", [*piece_nodes(board, table), *attack_arrows(board, table)]),
        Layer("letters", text_cells(layout, table)),
        Layer("targets", targets.nodes),
    ]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    attacks = attack_panels(board, table, view.odds)
    panels = [turn_panel(table), *attacks, forces_panel(table), *roster_panels(board, table), signs_panel()]
    return Scene(scene_box(board), layers, targets.handles, prompt(words, view, decision), trail, panels, symbols)


def prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended; the countdown is always in view."""
    table = view.table
    if table["over"]:
        return f"{winner_text(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    if not name:
        return WAITING
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    about = table["asked"]["about"]
    if name == "Deploy" and about >= 0:
        return f"{FACTIONS[seats[0]]}: place {subject_text(table['units'][about])}, {words.prompts[name]}"
    unit = f"{subject_text(table['units'][about])}: " if about >= 0 else ""
    left = f" {table['asked']['left']} are still to be chosen." if table["asked"]["left"] > 1 else ""
    spell = f"{table['asked']['spell']}: " if table["asked"]["spell"] else ""
    return f"{', '.join([FACTIONS[seat] for seat in seats])}: {unit}{spell}{words.prompts[name]}{left}"


def subject_text(unit: Json) -> str:
    """Return a unit by name, and what it is if it is not on the board yet."""
    if unit["square"] >= 0 or unit["kind"] >= FIRST_CHARACTER:
        return str(unit["name"])
    words = [word for word in piece_text(unit).split(", ")[1:] if "bases" not in word]
    return f"{unit['name']} ({', '.join(words)})"


def winner_text(table: Json) -> str:
    """Who has won."""
    first = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    return "A draw" if len(first) != 1 else f"{first[0]} wins"


# -------------------------------------------------------------------- panels


def turn_panel(table: Json) -> Panel:
    """Turn, countdown, first player, and the fight in progress."""
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
    """Points, losses and the bar at which each side breaks (WAM-Q41)."""
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


def signed_points(points: int) -> str:
    """+3 or -2."""
    return f"+{points}" if points > 0 else str(points)


def attack_panels(board: Squares, table: Json, odds: bool) -> list[Panel]:
    """For each attack that can be thought of: the whole sum of both sides, dice, chances and losses on average."""
    panels: list[Panel] = []
    for number, one in enumerate(table["forecasts"]["attacks"]):
        title = f"Attack {board.name[one['source']]} on {board.name[one['target']]}"
        if one["rows"][3]:
            title += ", the general leads"
        if odds:
            title += f": {percent_text(one['win'])} win"
        rows = points_rows(one) + (chance_rows(one) if odds else [])
        panels.append(Panel(f"attack-{number}", title, ["Row", "Attack", "Defence"], rows, [-1] * len(rows), one["of"]))
    return panels


def points_rows(one: Json) -> list[list[str]]:
    """Return the lines of a forecast."""
    rows: list[list[str]] = []
    for number, points in enumerate(one["rows"]):
        if number == 0 and one["most"]:
            rows.append(["shock dice", f"+{points} to +{points + one['most']}", ""])
        elif points:
            rows.append([f"{ATTACK_LABELS[number]} (WAM-F{number})", signed_points(points), ""])
    for number, points in enumerate(one["other_rows"]):
        if points:
            rows.append([f"{DEFENCE_LABELS[number]} (WAM-D{number})", "", signed_points(points)])
    mine, theirs = sum(one["rows"]), sum(one["other_rows"])
    upto = f" to {mine + one['most']}" if one["most"] else ""
    rows.append(["Points", f"{mine}{upto}", str(theirs)])
    rows.append(["Dice", dice_text(mine, one), str(one["other_dice"])])
    return rows


def chance_rows(one: Json) -> list[list[str]]:
    """What may come of it."""
    return [
        ["Wins", percent_text(one["win"]), percent_text(one["loss"])],
        ["Nobody wins", percent_text(one["draw"]), percent_text(one["draw"])],
        ["Bases lost on average", decimal_text(one["losses"]), decimal_text(one["other_losses"])],
    ]


def dice_text(mine: int, one: Json) -> str:
    """Return the attacker's dice; a range if shock dice decide."""
    most = max(mine + one["most"] + 1, 0) // 4
    return f"{one['dice']} to {most}" if one["most"] else str(one["dice"])


def percent_text(value: int) -> str:
    """Thousandths as percent."""
    return f"{(value + 5) // 10} %"


def decimal_text(value: int) -> str:
    """Hundredths as a decimal, to the nearest tenth."""
    return f"{(value + 5) // 100}.{(value + 5) % 100 // 10}"


def roster_panels(board: Squares, table: Json) -> list[Panel]:
    """Return the pieces of each side, square by square."""
    panels, aiming = [], is_aiming(table["asked"])
    for side in range(2):
        rows: list[list[str]] = []
        standing = sorted(
            [u for u in table["units"] if u["side"] == side], key=lambda u: (u["square"] < 0, u["square"], u["id"])
        )
        for unit in standing:
            where = (
                board.name[unit["square"]] if unit["square"] >= 0 else ("lost" if unit["bases"] == 0 else "to deploy")
            )
            rows.append(
                [unit["name"], where, f"{unit['bases']}/{unit['full']}", ", ".join(state_words(board, unit, aiming))]
            )
        title = f"{FACTIONS[side]}: {table['armies'][side]}"
        panels.append(Panel(f"roster-{side}", title, ["Unit", "Square", "Bases", "State"], rows, [side] * len(rows)))
    return panels


def signs_panel() -> Panel:
    """What the marks on the pieces mean."""
    rows = [[SIGN_SHAPES[name].capitalize(), words] for name, words in SIGN_MEANINGS.items()]
    rows = [["Bars", "bases; hollow ones are lost"], ["A number in a ring", "hits it is about to save"], *rows]
    return Panel("signs", "Signs on the pieces", ["Sign", "Meaning"], rows, [-1] * len(rows))


def state_words(board: Squares, unit: Json, aiming: bool) -> list[str]:
    """Quality and gear, and what a unit is about."""
    return [word for word in piece_text(unit).split(", ")[1:] if "bases" not in word] + activities(board, unit, aiming)


# -------------------------------------------------------------------- in words


def describe(layout: Layout, view: View) -> str:
    """Return the battle in words, for the terminal and for a screen reader: the moment, the ground, then square
    by square.
    """
    table, board = view.table, layout.squares
    lines = [f"{layout.title}, {board.columns} by {board.rows} squares. {turn_text(table)}", ground_text(layout, table)]
    for square in range(board.size):
        there = [unit for unit in table["units"] if unit["square"] == square]
        if there:
            lines.append(square_text(board, square, there))
    for one in table["forecasts"]["attacks"]:
        lines.append(forecast_text(board, one, view.odds))
    return "\n".join(lines)


def turn_text(table: Json) -> str:
    """Turn, countdown and points; or the end."""
    score = f"Points: Red {table['points'][0]}, White {table['points'][1]}."
    if table["over"]:
        return f"The battle is over. {winner_text(table)}. {score}"
    if not table["turn"]:
        return f"The battle is being set up; {FACTIONS[table['attacker']]} attacks from row 1."
    first = FACTIONS[table["first"]]
    return f"Turn {table['turn']}, countdown {table['countdown']}, {first} is first player. {score}"


def ground_text(layout: Layout, table: Json) -> str:
    """Return all that is not open ground."""
    board = layout.squares
    ground = list(layout.ground)
    for piece in table["scenery"]:
        ground[piece["square"]] = piece["ground"]
    found = [f"{board.name[n]} {GROUND_NAMES[ground[n]]}" for n in range(board.size) if ground[n] != OPEN]
    wet = [n for n in range(board.size) if board.edge[n * 4 + NORTH] != DRY]
    for square in wet:
        what = {DEEP: "deep river", BRIDGE: "bridge"}.get(board.edge[square * 4 + NORTH], "shallow river")
        found.append(f"{what} above {board.name[square]}")
    found += [f"Ward over {board.name[n]}" for n in table["ward"]] + [
        f"Mist over {board.name[n]}" for n in table["mist"]
    ]
    return f"Ground: {listed(found)}." if found else "All ground is open."


def square_text(board: Squares, square: int, there: list[Json]) -> str:
    """One square: whose it is, its units and characters."""
    units = [piece_text(unit) for unit in there if unit["kind"] < FIRST_CHARACTER]
    others = [piece_text(unit) for unit in there if unit["kind"] >= FIRST_CHARACTER]
    attacks = sorted({unit["target"] for unit in there if unit["target"] >= 0 and not unit["spent"]})
    text = f"{board.name[square]}: {FACTIONS[there[0]['side']]} with {'; '.join([*units, *others])}"
    if attacks:
        text += f"; attacks {listed([board.name[target] for target in attacks])}"
    return f"{text}."


def forecast_text(board: Squares, one: Json, odds: bool) -> str:
    """Return an attack in one sentence."""
    mine, theirs = sum(one["rows"]), sum(one["other_rows"])
    leads = " with the general leading" if one["rows"][3] else ""
    most = f" to {mine + one['most']}" if one["most"] else ""
    ways = [f", {percent_text(one[key])} {key}" for key in ("win", "draw", "loss") if odds]
    return (
        f"An attack from {board.name[one['source']]} on {board.name[one['target']]}{leads}: {mine}{most} points "
        f"against {theirs}, dice {dice_text(mine, one)} against {one['other_dice']}{''.join(ways)}."
    )
