"""A game in the Drill Yard as a picture and as text: sand, a post and two chariots."""

from __future__ import annotations

from typing import Final

from hippodrome.games.drill.driving import POST_CLEARANCE_MI, POST_X, POST_Y
from hippodrome.games.drill.handles import HandleBuilder
from hippodrome.games.drill.sequence import FINISH_DEPTH_MI
from hippodrome.games.drill.state import YARD_HEIGHT_MI, YARD_WIDTH_MI, Chariot
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Node, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, sentence_case, waiting_sentence
from hippodrome.kit.units import DEGREE, INCH, decimal, inches

MARGIN: Final = 3000  # room for handles in front of a chariot at the side of the yard
BOX: Final = (-MARGIN, -MARGIN, YARD_WIDTH_MI + 2 * MARGIN, YARD_HEIGHT_MI + 2 * MARGIN)
CHARIOT_WIDTH: Final = 800
GRID_STEP_MI: Final = 6 * INCH
_GLYPHS: Final = ("R", "W")


def _lines() -> str:
    """Return a faint grid of 6 inches."""
    columns = [f"M{x} 0v{YARD_HEIGHT_MI}" for x in range(GRID_STEP_MI, YARD_WIDTH_MI, GRID_STEP_MI)]
    return "".join([*columns, *[f"M0 {y}h{YARD_WIDTH_MI}" for y in range(GRID_STEP_MI, YARD_HEIGHT_MI, GRID_STEP_MI)]])


def _yard() -> Layer:
    """Return the layer that never changes."""
    middle, size = YARD_HEIGHT_MI // 2, f"{FINISH_DEPTH_MI} {YARD_HEIGHT_MI}"
    nodes = [
        Node("yard", "rect", YARD_WIDTH_MI // 2, middle, f"{YARD_WIDTH_MI} {YARD_HEIGHT_MI}", css="sand"),
        Node("home-1", "rect", FINISH_DEPTH_MI // 2, middle, size, css="checker", label="White's far side"),
        Node(
            "home-0", "rect", YARD_WIDTH_MI - FINISH_DEPTH_MI // 2, middle, size, css="checker", label="Red's far side"
        ),
        Node("grid", "path", 0, 0, _lines(), css="lane"),
        Node("edge", "path", 0, 0, f"M0 0H{YARD_WIDTH_MI}V{YARD_HEIGHT_MI}H0z", css="edge"),
        Node("post-clear", "circle", POST_X, POST_Y, str(POST_CLEARANCE_MI), css="painted"),
        Node(
            "post",
            "circle",
            POST_X,
            POST_Y,
            str(POST_CLEARANCE_MI - CHARIOT_WIDTH // 2),
            css="wall stone",
            label="Post",
            glyph="#",
        ),
    ]
    return Layer("yard", nodes, True)


YARD: Final = _yard()


def draw(words: Words, view: View, decision: Decision | None) -> Scene:
    """Return the yard as a seat sees it, with handles if the decision is the viewer's."""
    builder = HandleBuilder(view)
    if decision is not None and view.seat in decision.seats:
        builder.fill(decision)
    layers = [YARD, Layer("pieces", pieces(view.table)), Layer("targets", builder.nodes)]
    breadcrumbs: list[str] = view.table["breadcrumbs"]
    return Scene(BOX, layers, builder.handles, prompt(words, view, decision), breadcrumbs, [panel(view.table)])


# -------------------------------------------------------------------- chariots


def pieces(table: Json) -> list[Node]:
    """Return the nodes of the chariots that have been placed."""
    nodes: list[Node] = []
    for chariot in table["chariots"]:
        if chariot["placed"]:
            nodes.extend(piece(chariot, chariot["id"] in table["asked"]["seats"]))
    return nodes


def piece(chariot: Json, is_acting: bool) -> list[Node]:
    """Return a plate in the faction's pattern, and an arrow in the direction it faces."""
    seat, x, y, turn = chariot["id"], chariot["x"], chariot["y"], chariot["turn"]
    css = f"plate seat{seat} acting" if is_acting else f"plate seat{seat}"
    name = f"chariot-{seat}"
    return [
        Node(name, "rect", x, y, f"1200 {CHARIOT_WIDTH} 120", turn, css, chariot_text(chariot), _GLYPHS[seat]),
        Node(f"{name}-arrow", "path", x, y, "M140 -260L520 0L140 260z", turn, f"figure seat{seat}"),
    ]


def chariot_text(chariot: Json) -> str:
    """Return a line like "Red at 3 by 8 inches, facing 0 degrees, 21 inches to go." for a chariot."""
    where = f"{decimal(chariot['x'], INCH, 3)} by {decimal(chariot['y'], INCH, 3)} inches"
    facing = f"{decimal(chariot['turn'], DEGREE, 1)} degrees"
    return f"{FACTIONS[chariot['id']]} at {where}, facing {facing}, {inches(chariot['to_go'], 3)} to go."


def drive_corridor(chariot: Chariot, distance: int) -> Node:
    """Return the ground that a chariot drives over."""
    corridor = f"M0 {-CHARIOT_WIDTH // 2}h{distance}v{CHARIOT_WIDTH}h{-distance}z"
    return Node("trace-drive", "path", int(chariot.x), int(chariot.y), corridor, int(chariot.turn), "trace")


# -------------------------------------------------------------------- prompt, panel and description


def prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Return who must do what, or how the game ended."""
    table = view.table
    if table["over"]:
        return f"{winner_text(table)}: {words.reasons[table['reason']]}."
    if decision is None:
        return ""
    if view.seat in decision.seats:
        return sentence_case(words.prompts[decision.name])
    return waiting_sentence(words, [FACTIONS[seat] for seat in decision.seats], decision.name)


def winner_text(table: Json) -> str:
    """Return who has won."""
    return f"{FACTIONS[table['winner']]} wins" if table["winner"] >= 0 else "A draw"


def panel(table: Json) -> Panel:
    """Return the panel of the distances to go."""
    chariots = table["chariots"]
    rows = [[FACTIONS[row["id"]], inches(row["to_go"], 3) if row["placed"] else "not placed"] for row in chariots]
    return Panel("chariots", "Chariots", ["Driver", "To go"], rows, [row["id"] for row in chariots])


def describe(view: View) -> str:
    """Return the yard as text."""
    table = view.table
    if table["over"]:
        lines = [f"The game is over. {winner_text(table)}."]
    elif table["round"] == 0:
        lines = ["The chariots are being placed."]
    else:
        count = "1 command" if table["commands"] == 1 else f"{table['commands']} commands"
        lines = [f"Round {table['round']} of {table['rounds']}, {count} left in this turn."]
    for row in table["chariots"]:
        lines.append(chariot_text(row) if row["placed"] else f"{FACTIONS[row['id']]} is not placed yet.")
    return "\n".join(lines)
