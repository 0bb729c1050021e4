"""Text description of a battle, for the terminal and for screen readers."""

from __future__ import annotations

from hippodrome.games.magic.formatting import attack_dice, attack_points, percent, piece_text, winner_text
from hippodrome.games.magic.kinds import FIRST_CHARACTER
from hippodrome.games.magic.layouts import GROUND_NAMES, OPEN, Layout
from hippodrome.kit.game import View
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, NORTH, Squares
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.templates import join_words


def describe(layout: Layout, view: View) -> str:
    """Return the text description: the turn, the ground, every occupied square, and possible attacks."""
    table, board = view.table, layout.squares
    lines = [
        f"{layout.title}, {board.columns} by {board.rows} squares. {turn_text(table)}",
        ground_text(layout, table),
    ]
    for square in range(board.size):
        pieces = [unit for unit in table["units"] if unit["square"] == square]
        if pieces:
            lines.append(square_text(board, square, pieces))
    for forecast in table["forecasts"]["attacks"]:
        lines.append(forecast_text(board, forecast, view.odds))
    return "\n".join(lines)


def turn_text(table: Json) -> str:
    """Return turn, countdown and points; or the result."""
    score = f"Points: Red {table['points'][0]}, White {table['points'][1]}."
    if table["over"]:
        return f"The battle is over. {winner_text(table)}. {score}"
    if not table["turn"]:
        return f"The armies are deploying; {FACTIONS[table['attacker']]} attacks from row 1."
    first = FACTIONS[table["first"]]
    return f"Turn {table['turn']}, countdown {table['countdown']}, {first} is first player. {score}"


def ground_text(layout: Layout, table: Json) -> str:
    """Return everything that is not open ground."""
    board = layout.squares
    ground = list(layout.ground)
    for piece in table["scenery"]:
        ground[piece["square"]] = piece["ground"]
    features = [f"{board.name[n]} {GROUND_NAMES[ground[n]]}" for n in range(board.size) if ground[n] != OPEN]
    for square in range(board.size):
        edge = board.edge[square * 4 + NORTH]
        if edge != DRY:
            water = {DEEP: "deep river", BRIDGE: "bridge"}.get(edge, "shallow river")
            features.append(f"{water} above {board.name[square]}")
    features += [f"Ward on {board.name[n]}" for n in table["ward"]]
    features += [f"Mist on {board.name[n]}" for n in table["mist"]]
    return f"Ground: {join_words(features)}." if features else "All ground is open."


def square_text(board: Squares, square: int, pieces: list[Json]) -> str:
    """Return one square: its holder, its units and characters, and its attacks."""
    units = [piece_text(unit) for unit in pieces if unit["kind"] < FIRST_CHARACTER]
    characters = [piece_text(unit) for unit in pieces if unit["kind"] >= FIRST_CHARACTER]
    attacks = sorted({unit["target"] for unit in pieces if unit["target"] >= 0 and not unit["spent"]})
    text = f"{board.name[square]}: {FACTIONS[pieces[0]['side']]} with {'; '.join([*units, *characters])}"
    if attacks:
        text += f"; attacks {join_words([board.name[target] for target in attacks])}"
    return f"{text}."


def forecast_text(board: Squares, forecast: Json, odds: bool) -> str:
    """Return a possible attack in one sentence, with its chances if `odds` is set."""
    leader = ", led by the general" if forecast["rows"][3] else ""
    chances = [f", {percent(forecast[key])} {key}" for key in ("win", "draw", "loss") if odds]
    return (
        f"Attack on {board.name[forecast['target']]} from {board.name[forecast['source']]}{leader}: "
        f"{attack_points(forecast)} points against {sum(forecast['other_rows'])}, "
        f"dice {attack_dice(forecast)} against {forecast['other_dice']}{''.join(chances)}."
    )
