"""A game of Pig as a picture and in words: a row of eleven squares for each player, and the die between them."""

from __future__ import annotations

from typing import Final

from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Handle, Layer, Node, Panel, Scene
from hippodrome.kit.templates import Words

UNIT: Final = 1000
SQUARES: Final = 10  # the last square of a row is the goal
_SQUARE: Final = f"{UNIT} {UNIT}"
_ROWS: Final = (1, 3)  # the line of each player's row


def centre(cell: int) -> int:
    """Return the middle of a cell."""
    return cell * UNIT + UNIT // 2


def _board() -> Layer:
    """Two rows of squares, from nothing to the goal."""
    squares = [
        Node(f"square-{seat}-{place}", "rect", centre(place + 1), centre(row), _SQUARE, css="square", glyph=".")
        for seat, row in enumerate(_ROWS)
        for place in range(SQUARES + 1)
    ]
    return Layer("board", squares, True)


BOARD: Final = _board()


def draw(words: Words, view: View, decision: Decision | None) -> Scene:
    """Return the rows, the markers, and what can be touched."""
    mine = decision is not None and view.seat in decision.seats
    touched = touch(decision) if decision is not None and mine else []
    layers = [
        BOARD,
        Layer("players", markers(view)),
        Layer("choices", [node for node, _ in touched]),
    ]
    handles = [handle for _, handle in touched]
    box = (0, 0, (SQUARES + 3) * UNIT, 6 * UNIT)
    return Scene(box, layers, handles, prompt(words, view, decision), view.table["trail"], [panel(view)])


def markers(view: View) -> list[Node]:
    """Where the scores stand; whose turn it is is marked, with the points at stake."""
    table = view.table
    found: list[Node] = []
    for player in table["players"]:
        seat, score = player["id"], player["score"]
        acting = " acting" if seat == table["seat"] and not table["over"] else ""
        place = min(score * SQUARES // table["goal"], SQUARES)
        label = f"{FACTIONS[seat]}: {score} of {table['goal']}"
        found.append(
            Node(
                f"player-{seat}", "circle", centre(place + 1), centre(_ROWS[seat]), "380",
                css=f"plate seat{seat}{acting}", label=label, glyph=FACTIONS[seat][0],
            )
        )  # fmt: skip
    stake = f"{table['points']} at stake"
    found.append(Node("stake", "text", centre(6), centre(2), stake, css="inscription", label=stake))
    return found


def touch(decision: Decision) -> list[tuple[Node, Handle]]:
    """Return a button for every answer, with its handle."""
    texts = ["roll", "hold"] if decision.name == "Turn" else [f"call {number}" for number in range(1, 7)]
    found: list[tuple[Node, Handle]] = []
    for place, text in enumerate(texts):
        id = f"choice-{text.replace(' ', '-')}"
        glyph = text[-1] if text.startswith("call") else text[0]
        node = Node(id, "circle", centre(2 * place + 1), centre(4), "420", css="target", label=text, glyph=glyph)
        found.append((node, Handle(id, text)))
    return found


def prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        who = FACTIONS[table["winner"]] + " has won" if table["winner"] >= 0 else "Nobody has won"
        return f"{who}: {words.reasons[table['reason']]}."
    if decision is None:
        return ""
    who = ", ".join([FACTIONS[seat] for seat in decision.seats])
    return f"{who}: {words.prompts[decision.name]}"


def panel(view: View) -> Panel:
    """Return the scores."""
    players = view.table["players"]
    rows = [[FACTIONS[player["id"]], str(player["score"])] for player in players]
    return Panel("scores", "Scores", ["Player", "Score"], rows, [player["id"] for player in players])


def describe(view: View) -> str:
    """Return the game in words."""
    table = view.table
    scores = ", ".join([f"{FACTIONS[player['id']]} has {player['score']}" for player in table["players"]])
    lines = [f"Pig to {table['goal']}: {scores}."]
    if table["over"]:
        won = f"{FACTIONS[table['winner']]} has won" if table["winner"] >= 0 else "Nobody has won"
        lines.append(f"The game is over after {table['turn']} turns. {won}.")
    elif table["called"]:
        waiting = [FACTIONS[seat] for seat, done in enumerate(table["called"]) if not done]
        lines.append(f"Both call a number. Still to call: {', '.join(waiting)}.")
        if table["call"]:
            lines.append(f"You have called {table['call']}.")
    else:
        lines.append(f"Turn {table['turn']}: {FACTIONS[table['seat']]} has {table['points']} at stake.")
    return "\n".join(lines)
