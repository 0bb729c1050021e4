"""The default picture and text of a match, for games that have no drawing: the players and their numbers, and buttons.

They need the default view (`Game.view`). Rows named `players` are those of the seats, in order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from hippodrome.kit.actions import Action, Decision, expand, parse
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Handle, Layer, Node, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import sentence_case

LabelText = Callable[[str, tuple[int, ...]], str]  # from a verb and its arguments

UNIT: Final = 1000
WIDTH: Final = 16 * UNIT
MARGIN: Final = UNIT // 2
BUTTONS_PER_ROW: Final = 4
BUTTON_WIDTH: Final = (WIDTH - 2 * MARGIN) // BUTTONS_PER_ROW
TEXT_SIZE: Final = 520
PLAYERS: Final = "players"
_SHOWN_ELSEWHERE: Final = ("id", "seat", "winner")  # by the plates and the prompt


def draw(view: View, decision: Decision | None, prompt: str, label_text: LabelText) -> Scene:
    """Return a line for each player, a line of numbers, and buttons if the decision is the viewer's."""
    rows = player_rows(view)
    is_mine = decision is not None and view.seat in decision.seats
    actions = expand(decision.options) if decision is not None and is_mine else []
    top = (len(rows) + 2) * UNIT
    height = top + max(1, -(-len(actions) // BUTTONS_PER_ROW)) * UNIT
    layers = [ground(len(rows)), Layer("players", pieces(view)), Layer("buttons", buttons(actions, top, label_text))]
    handles = [Handle(button_id(action), action.text) for action in actions]
    return Scene((0, 0, WIDTH, height), layers, handles, prompt, view.table["breadcrumbs"], panels(view))


def player_rows(view: View) -> list[Json]:
    """Return the rows of the seats; an empty list if the game has none."""
    rows: list[Json] = view.table.get(PLAYERS, [])
    return rows


@cache
def ground(players: int) -> Layer:
    """Return the ground under the players: the same object every time."""
    height = (players + 1) * UNIT
    size = f"{WIDTH - 2 * MARGIN} {height} 200"
    return Layer("ground", [Node("ground", "rect", WIDTH // 2, MARGIN + height // 2, size, css="sand")], True)


def pieces(view: View) -> list[Node]:
    """Return a plate and the numbers of each player, and the numbers of the match below them."""
    nodes: list[Node] = []
    for seat, row in enumerate(player_rows(view)):
        y = (seat + 1) * UNIT
        acting = " acting" if seat in view.table["asked"]["seats"] else ""
        label, glyph = player_text(view, seat), FACTIONS[seat][0]
        nodes.append(
            Node(
                f"player-{seat}",
                "circle",
                3 * UNIT // 2,
                y,
                "400",
                css=f"plate seat{seat}{acting}",
                label=label,
                glyph=glyph,
            )
        )
        nodes.append(text_node(f"numbers-{seat}", y, numbers_text(row)))
    nodes.append(text_node("numbers", (len(player_rows(view)) + 1) * UNIT, numbers_text(view.table)))
    return nodes


def text_node(id: str, y: int, text: str) -> Node:
    """Return a line of text in the middle of the ground."""
    return Node(id, "text", WIDTH // 2, y, text, css="note", label=text, size=TEXT_SIZE)


def buttons(actions: list[Action], top: int, label_text: LabelText) -> list[Node]:
    """Return a button with its label for each action, in rows below `top`."""
    nodes: list[Node] = []
    for place, action in enumerate(actions):
        row, column = divmod(place, BUTTONS_PER_ROW)
        x, y = MARGIN + column * BUTTON_WIDTH + BUTTON_WIDTH // 2, top + row * UNIT + UNIT // 2
        label = label_text(action.verb, action.args)
        size = f"{BUTTON_WIDTH - 200} {UNIT - 200} 150"
        nodes.append(Node(button_id(action), "rect", x, y, size, css="target", label=label))
        nodes.append(Node(f"{button_id(action)}-label", "text", x, y, label, css="note", size=TEXT_SIZE))
    return nodes


def button_id(action: Action) -> str:
    """Return the id of the button of an action."""
    return f"button-{action.text.replace(' ', '-')}"


# -------------------------------------------------------------------- numbers


def numbers(row: Json) -> list[tuple[str, int]]:
    """Return the numbers of a row, or of a whole view, with their names for players."""
    plain = [(name, value) for name, value in row.items() if isinstance(value, int) and not isinstance(value, bool)]
    return [(sentence_case(name.replace("_", " ")), value) for name, value in plain if name not in _SHOWN_ELSEWHERE]


def numbers_text(row: Json) -> str:
    """Return numbers as "Score 12, Cards 3"."""
    return ", ".join([f"{name} {value}" for name, value in numbers(row)])


def player_text(view: View, seat: int) -> str:
    """Return the numbers of a player as "Red: Score 12"."""
    return f"{FACTIONS[seat]}: {numbers_text(player_rows(view)[seat])}"


def panels(view: View) -> list[Panel]:
    """Return a table for every list of rows in a view."""
    lists = [(name, rows) for name, rows in view.table.items() if isinstance(rows, list) and rows]
    return [panel(name, rows) for name, rows in lists if isinstance(rows[0], dict)]


def panel(name: str, rows: list[Json]) -> Panel:
    """Return the table of a list of rows; the rows of players have their names and colours."""
    is_players = name == PLAYERS
    seats = [place if is_players else -1 for place in range(len(rows))]
    heads = ["Player" if is_players else "Number", *[head for head, _ in numbers(rows[0])]]
    cells = [
        [FACTIONS[place] if is_players else str(place + 1), *[str(value) for _, value in numbers(row)]]
        for place, row in enumerate(rows)
    ]
    return Panel(name, sentence_case(name), heads, cells, seats)


# -------------------------------------------------------------------- text


def describe(view: View, verdict: str, label_text: LabelText) -> str:
    """Return the numbers of the match and of each player, whose decision it is, and the viewer's sealed answer."""
    lines = [f"{numbers_text(view.table)}."] if numbers(view.table) else []
    lines += [f"{player_text(view, seat)}." for seat in range(len(player_rows(view)))]
    asked = view.table["asked"]
    if asked["seats"]:
        lines.append(f"To decide: {', '.join([FACTIONS[seat] for seat in asked['seats']])}.")
    answer = parse(asked["answer"])
    if answer is not None:
        lines.append(f"Your secret answer: {label_text(answer.verb, answer.args)}.")
    return "\n".join([*lines, verdict] if verdict else lines)
