"""A battle as a picture with its panels, and in words."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.description import SHAPES, SIGNS, doings, is_aiming, words_of
from hippodrome.games.magic.drawing import Targets, arrows, box_of, overlays
from hippodrome.games.magic.kinds import UNITS
from hippodrome.games.magic.layouts import GROUND_NAMES, OPEN, Layout
from hippodrome.games.magic.pieces import pieces
from hippodrome.games.magic.points import ATTACK_WORDS, DEFENCE_WORDS
from hippodrome.games.magic.text_board import letters
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, NORTH, Squares
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, listed

WAITING: Final = "Waiting."
MOTIVE_WORDS: Final = ("none", "Honour", "Guard", "Grudge", "Greed", "Hate", "Glory")


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
        Layer("scenery", overlays(board, table)),
        Layer("pieces", [*pieces(board, table), *arrows(board, table)]),
        Layer("letters", letters(layout, table)),
        Layer("targets", targets.nodes),
    ]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    attacks = attack_panels(board, table, view.odds)
    panels = [turn_panel(table), *attacks, forces(table), *rosters(board, table), signs()]
    return Scene(box_of(board), layers, targets.handles, prompt(words, view, decision), trail, panels, symbols)


def prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended; the countdown is always in view."""
    table = view.table
    if table["over"]:
        return f"{winners(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    if not name:
        return WAITING
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    about = table["asked"]["about"]
    if name == "Deploy" and about >= 0:
        return f"{FACTIONS[seats[0]]}: place {about_whom(table['units'][about])}, {words.prompts[name]}"
    unit = f"{about_whom(table['units'][about])}: " if about >= 0 else ""
    left = f" {table['asked']['left']} are still to be chosen." if table["asked"]["left"] > 1 else ""
    spell = f"{table['asked']['spell']}: " if table["asked"]["spell"] else ""
    return f"{', '.join([FACTIONS[seat] for seat in seats])}: {unit}{spell}{words.prompts[name]}{left}"


def about_whom(unit: Json) -> str:
    """Return a unit by name, and what it is if it is not on the board yet."""
    if unit["square"] >= 0 or unit["kind"] >= UNITS:
        return str(unit["name"])
    words = [word for word in words_of(unit).split(", ")[1:] if "bases" not in word]
    return f"{unit['name']} ({', '.join(words)})"


def winners(table: Json) -> str:
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


def forces(table: Json) -> Panel:
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
                f"{MOTIVE_WORDS[table['motives'][side]]} {table['motive'][side] or ''}".strip(),
            ]
        )
    return Panel("forces", "Armies", ["Army", "Points", "Units lost", "Breaks", "Motive"], rows, [0, 1])


def signed(points: int) -> str:
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
            title += f": {permille(one['win'])} win"
        rows = sum_rows(one) + (chance_rows(one) if odds else [])
        panels.append(Panel(f"attack-{number}", title, ["Row", "Attack", "Defence"], rows, [-1] * len(rows), one["of"]))
    return panels


def sum_rows(one: Json) -> list[list[str]]:
    """Return the lines of a forecast."""
    rows: list[list[str]] = []
    for number, points in enumerate(one["rows"]):
        if number == 0 and one["most"]:
            rows.append(["shock dice", f"+{points} to +{points + one['most']}", ""])
        elif points:
            rows.append([f"{ATTACK_WORDS[number]} (WAM-F{number})", signed(points), ""])
    for number, points in enumerate(one["other_rows"]):
        if points:
            rows.append([f"{DEFENCE_WORDS[number]} (WAM-D{number})", "", signed(points)])
    mine, theirs = sum(one["rows"]), sum(one["other_rows"])
    upto = f" to {mine + one['most']}" if one["most"] else ""
    rows.append(["Points", f"{mine}{upto}", str(theirs)])
    rows.append(["Dice", dice_words(mine, one), str(one["other_dice"])])
    return rows


def chance_rows(one: Json) -> list[list[str]]:
    """What may come of it."""
    return [
        ["Wins", permille(one["win"]), permille(one["loss"])],
        ["Nobody wins", permille(one["draw"]), permille(one["draw"])],
        ["Bases lost on average", hundredths(one["losses"]), hundredths(one["other_losses"])],
    ]


def dice_words(mine: int, one: Json) -> str:
    """Return the attacker's dice; a range if shock dice decide."""
    most = max(mine + one["most"] + 1, 0) // 4
    return f"{one['dice']} to {most}" if one["most"] else str(one["dice"])


def permille(value: int) -> str:
    """Thousandths as percent."""
    return f"{(value + 5) // 10} %"


def hundredths(value: int) -> str:
    """Hundredths as a decimal, to the nearest tenth."""
    return f"{(value + 5) // 100}.{(value + 5) % 100 // 10}"


def rosters(board: Squares, table: Json) -> list[Panel]:
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
                [unit["name"], where, f"{unit['bases']}/{unit['full']}", ", ".join(state_of(board, unit, aiming))]
            )
        title = f"{FACTIONS[side]}: {table['armies'][side]}"
        panels.append(Panel(f"roster-{side}", title, ["Unit", "Square", "Bases", "State"], rows, [side] * len(rows)))
    return panels


def signs() -> Panel:
    """What the marks on the pieces mean."""
    rows = [[SHAPES[name].capitalize(), words] for name, words in SIGNS.items()]
    rows = [["Bars", "bases; hollow ones are lost"], ["A number in a ring", "hits it is about to save"], *rows]
    return Panel("signs", "Signs on the pieces", ["Sign", "Meaning"], rows, [-1] * len(rows))


def state_of(board: Squares, unit: Json, aiming: bool) -> list[str]:
    """Quality and gear, and what a unit is about."""
    return [word for word in words_of(unit).split(", ")[1:] if "bases" not in word] + doings(board, unit, aiming)


# -------------------------------------------------------------------- in words


def describe(layout: Layout, view: View) -> str:
    """Return the battle in words, for the terminal and for a screen reader: the moment, the ground, then square
    by square.
    """
    table, board = view.table, layout.squares
    lines = [f"{layout.title}, {board.columns} by {board.rows} squares. {moment(table)}", ground_words(layout, table)]
    for square in range(board.size):
        there = [unit for unit in table["units"] if unit["square"] == square]
        if there:
            lines.append(square_words(board, square, there))
    for one in table["forecasts"]["attacks"]:
        lines.append(forecast_words(board, one, view.odds))
    return "\n".join(lines)


def moment(table: Json) -> str:
    """Turn, countdown and points; or the end."""
    score = f"Points: Red {table['points'][0]}, White {table['points'][1]}."
    if table["over"]:
        return f"The battle is over. {winners(table)}. {score}"
    if not table["turn"]:
        return f"The battle is being set up; {FACTIONS[table['attacker']]} attacks from row 1."
    first = FACTIONS[table["first"]]
    return f"Turn {table['turn']}, countdown {table['countdown']}, {first} is first player. {score}"


def ground_words(layout: Layout, table: Json) -> str:
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


def square_words(board: Squares, square: int, there: list[Json]) -> str:
    """One square: whose it is, its units and characters."""
    units = [words_of(unit) for unit in there if unit["kind"] < UNITS]
    others = [words_of(unit) for unit in there if unit["kind"] >= UNITS]
    attacks = sorted({unit["target"] for unit in there if unit["target"] >= 0 and not unit["spent"]})
    text = f"{board.name[square]}: {FACTIONS[there[0]['side']]} with {'; '.join([*units, *others])}"
    if attacks:
        text += f"; attacks {listed([board.name[target] for target in attacks])}"
    return f"{text}."


def forecast_words(board: Squares, one: Json, odds: bool) -> str:
    """Return an attack in one sentence."""
    mine, theirs = sum(one["rows"]), sum(one["other_rows"])
    leads = " with the general leading" if one["rows"][3] else ""
    most = f" to {mine + one['most']}" if one["most"] else ""
    ways = [f", {permille(one[key])} {key}" for key in ("win", "draw", "loss") if odds]
    return (
        f"An attack from {board.name[one['source']]} on {board.name[one['target']]}{leads}: {mine}{most} points "
        f"against {theirs}, dice {dice_words(mine, one)} against {one['other_dice']}{''.join(ways)}."
    )
