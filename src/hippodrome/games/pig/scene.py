"""A game of Pig as a picture and as text: a row of eleven squares for each player, and the turn total between them."""

from __future__ import annotations

from typing import Final

from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Handle, Layer, Node, Panel, Scene
from hippodrome.kit.templates import Words

UNIT: Final = 1000
SQUARES: Final = 10  # the last square of a row is the goal
_SQUARE: Final = f"{UNIT} {UNIT}"
_ROWS: Final = (1, 3)  # the line of cells of each player


def centre(cell: int) -> int:
    """Return the middle of a cell."""
    return cell * UNIT + UNIT // 2


def _board() -> Layer:
    """Return two rows of squares, from 0 to the goal."""
    squares = [
        Node(f"square-{seat}-{place}", "rect", centre(place + 1), centre(row), _SQUARE, css="square", glyph=".")
        for seat, row in enumerate(_ROWS)
        for place in range(SQUARES + 1)
    ]
    return Layer("board", squares, True)


BOARD: Final = _board()


def draw(words: Words, view: View, decision: Decision | None) -> Scene:
    """Return the rows, the markers, and the buttons if the decision is the viewer's."""
    mine = decision is not None and view.seat in decision.seats
    buttons = choice_buttons(decision) if decision is not None and mine else []
    layers = [
        BOARD,
        Layer("players", markers(view)),
        Layer("choices", [node for node, _ in buttons]),
    ]
    handles = [handle for _, handle in buttons]
    box = (0, 0, (SQUARES + 3) * UNIT, 6 * UNIT)
    return Scene(box, layers, handles, prompt(words, view, decision), view.table["breadcrumbs"], [panel(view)])


def markers(view: View) -> list[Node]:
    """Return the markers of the scores, and the turn total; the player whose turn it is is highlighted."""
    table = view.table
    nodes: list[Node] = []
    for player in table["players"]:
        seat, score = player["id"], player["score"]
        acting = " acting" if seat == table["seat"] and not table["over"] else ""
        place = min(score * SQUARES // table["goal"], SQUARES)
        label = f"{FACTIONS[seat]}: {score} of {table['goal']}"
        nodes.append(
            Node(
                f"player-{seat}", "circle", centre(place + 1), centre(_ROWS[seat]), "380",
                css=f"plate seat{seat}{acting}", label=label, glyph=FACTIONS[seat][0],
            )
        )  # fmt: skip
    stake = f"{table['points']} at stake"
    nodes.append(Node("stake", "text", centre(6), centre(2), stake, css="inscription", label=stake))
    return nodes


def choice_buttons(decision: Decision) -> list[tuple[Node, Handle]]:
    """Return a button for every option, with its handle."""
    texts = ["roll", "hold"] if decision.name == "Turn" else [f"call {number}" for number in range(1, 7)]
    buttons: list[tuple[Node, Handle]] = []
    for place, text in enumerate(texts):
        id = f"choice-{text.replace(' ', '-')}"
        glyph = text[-1] if text.startswith("call") else text[0]
        node = Node(id, "circle", centre(2 * place + 1), centre(4), "420", css="target", label=text, glyph=glyph)
        buttons.append((node, Handle(id, text)))
    return buttons


def prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Return who must do what, or how the game ended."""
    table = view.table
    if table["over"]:
        result = f"{FACTIONS[table['winner']]} wins" if table["winner"] >= 0 else "A draw"
        return f"{result}: {words.reasons[table['reason']]}."
    if decision is None:
        return ""
    who = ", ".join([FACTIONS[seat] for seat in decision.seats])
    return f"{who}: {words.prompts[decision.name]}"


def panel(view: View) -> Panel:
    """Return the panel of the scores."""
    players = view.table["players"]
    rows = [[FACTIONS[player["id"]], str(player["score"])] for player in players]
    return Panel("scores", "Scores", ["Player", "Score"], rows, [player["id"] for player in players])


def describe(view: View) -> str:
    """Return the game as text."""
    table = view.table
    scores = ", ".join([f"{FACTIONS[player['id']]} has {player['score']}" for player in table["players"]])
    lines = [f"Pig to {table['goal']}: {scores}."]
    if table["over"]:
        result = f"{FACTIONS[table['winner']]} wins" if table["winner"] >= 0 else "It is a draw"
        lines.append(f"The game is over after {table['turn']} turns. {result}.")
    elif table["called"]:
        waiting = [FACTIONS[seat] for seat, done in enumerate(table["called"]) if not done]
        lines.append(f"Both players call a number. Still to call: {', '.join(waiting)}.")
        if table["call"]:
            lines.append(f"You called {table['call']}.")
    else:
        lines.append(f"Turn {table['turn']}: {FACTIONS[table['seat']]} has {table['points']} at stake.")
    return "\n".join(lines)
