"""A game in the Drill Yard as a picture and in words: sand, a post, two chariots, and grips to drag."""

from __future__ import annotations

from typing import Final

from hippodrome.games.drill.driving import CLEAR, POST_X, POST_Y, TENTH, ahead
from hippodrome.games.drill.formatting import figure, inches
from hippodrome.games.drill.sequence import HOME
from hippodrome.games.drill.state import HEIGHT, INCH, WIDTH, Chariot
from hippodrome.kit.actions import Decision, Option, Span
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Handle, Layer, Node, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words

MARGIN: Final = 3000  # grips in front of a chariot at the side of the yard must have room
BOX: Final = (-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)
BROAD: Final = 800  # how broad a chariot is drawn
GRID: Final = 6 * INCH
DRIVE_GRIP: Final = 1300  # how far in front of the middle of a chariot the grips lie
WHEEL_GRIP: Final = 2400
_GLYPHS: Final = ("R", "W")


def _lines() -> str:
    """Return a faint grid of 6 inches."""
    columns = [f"M{x} 0v{HEIGHT}" for x in range(GRID, WIDTH, GRID)]
    return "".join([*columns, *[f"M0 {y}h{WIDTH}" for y in range(GRID, HEIGHT, GRID)]])


def _yard() -> Layer:
    """Return all that never changes."""
    middle, size = HEIGHT // 2, f"{HOME} {HEIGHT}"
    nodes = [
        Node("yard", "rect", WIDTH // 2, middle, f"{WIDTH} {HEIGHT}", css="sand"),
        Node("home-1", "rect", HOME // 2, middle, size, css="checker", label="White's far side"),
        Node("home-0", "rect", WIDTH - HOME // 2, middle, size, css="checker", label="Red's far side"),
        Node("grid", "path", 0, 0, _lines(), css="lane"),
        Node("edge", "path", 0, 0, f"M0 0H{WIDTH}V{HEIGHT}H0z", css="edge"),
        Node("post-clear", "circle", POST_X, POST_Y, str(CLEAR), css="painted"),
        Node("post", "circle", POST_X, POST_Y, str(CLEAR - BROAD // 2), css="wall stone", label="Post", glyph="#"),
    ]
    return Layer("yard", nodes, True)


YARD: Final = _yard()


def draw(words: Words, view: View, decision: Decision | None) -> Scene:
    """Return the yard as a seat sees it, with grips if the decision is the viewer's."""
    grips = Grips(view)
    if decision is not None and view.seat in decision.seats:
        grips.fill(decision)
    layers = [YARD, Layer("pieces", pieces(view.table)), Layer("targets", grips.nodes)]
    trail: list[str] = view.table["trail"]
    return Scene(BOX, layers, grips.handles, prompt(words, view, decision), trail, [panel(view.table)])


# -------------------------------------------------------------------- chariots


def pieces(table: Json) -> list[Node]:
    """Return the chariots that have been placed."""
    nodes: list[Node] = []
    for chariot in table["chariots"]:
        if chariot["placed"]:
            nodes.extend(piece(chariot, chariot["id"] in table["asked"]["seats"]))
    return nodes


def piece(chariot: Json, is_acting: bool) -> list[Node]:
    """Return a plate in the faction's pattern, and an arrow that shows where it faces."""
    seat, x, y, turn = chariot["id"], chariot["x"], chariot["y"], chariot["turn"]
    css = f"plate seat{seat} acting" if is_acting else f"plate seat{seat}"
    name = f"chariot-{seat}"
    return [
        Node(name, "rect", x, y, f"1200 {BROAD} 120", turn, css, place_words(chariot), _GLYPHS[seat]),
        Node(f"{name}-arrow", "path", x, y, "M140 -260L520 0L140 260z", turn, f"figure seat{seat}"),
    ]


def place_words(chariot: Json) -> str:
    """Where a chariot stands and faces: "Red at 3 by 8 inches, facing 0 degrees, 21 inches to go."."""
    where = f"{figure(chariot['x'], INCH)} by {figure(chariot['y'], INCH)} inches"
    facing = f"{figure(chariot['turn'], 10)} degrees"
    return f"{FACTIONS[chariot['id']]} at {where}, facing {facing}, {inches(chariot['to_go'])} to go."


def swept(chariot: Chariot, distance: int) -> Node:
    """Return the ground a chariot drives over."""
    corridor = f"M0 {-BROAD // 2}h{distance}v{BROAD}h{-distance}z"
    return Node("trace-drive", "path", int(chariot.x), int(chariot.y), corridor, int(chariot.turn), "trace")


# -------------------------------------------------------------------- what may be chosen


class Grips:
    """What a decision lets one touch, and how."""

    def __init__(self, view: View) -> None:
        self.seat = view.seat
        self.chariots: list[Json] = view.table["chariots"]
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def fill(self, decision: Decision) -> None:
        """A grip for every option."""
        for option in decision.options:
            if option.verb == "place":
                self.place(option)
            elif option.verb == "shout":
                self.shout()
            elif option.verb == "drive":
                self.drag(option, "ruler", DRIVE_GRIP, "Drag to drive")
            else:
                self.drag(option, "arc", WHEEL_GRIP, "Drag to wheel")

    def place(self, option: Option) -> None:
        """The part of the yard in which a chariot may be placed."""
        across, down = span_of(option, 0), span_of(option, 1)
        x, y = (across[0] + across[1]) * TENTH // 2, (down[0] + down[1]) * TENTH // 2
        size = f"{(across[1] - across[0]) * TENTH} {(down[1] - down[0]) * TENTH}"
        self.nodes.append(Node("target-place", "rect", x, y, size, 0, "target", "Place your chariot here"))
        self.handles.append(Handle("target-place", "place", "point", across, unit=TENTH, span_y=down))

    def drag(self, option: Option, kind: str, away: int, label: str) -> None:
        """A round grip in front of the chariot, to be dragged along a line or about the chariot."""
        row = self.chariots[self.seat]
        at = (row["x"], row["y"], row["turn"])
        x, y = ahead(Chariot(self.seat, True, row["x"], row["y"], row["turn"]), away)
        name = f"target-{option.verb}"
        self.nodes.append(Node(name, "circle", int(x), int(y), "450", 0, "target", label))
        self.handles.append(Handle(name, option.verb, kind, span_of(option, 0), hints_of(option), at))

    def shout(self) -> None:
        """The chariot itself."""
        row = self.chariots[self.seat]
        self.nodes.append(Node("target-shout", "circle", row["x"], row["y"], "500", 0, "target bold", "Shout"))
        self.handles.append(Handle("target-shout", "shout"))


def span_of(option: Option, place: int) -> tuple[int, int, int]:
    """Return the bounds and the step of a number of an option."""
    param = option.params[place]
    assert isinstance(param, Span)
    return (param.lo, param.hi, param.step)


def hints_of(option: Option) -> tuple[int, ...]:
    """Return the values of an option's only number that matter."""
    param = option.params[0]
    assert isinstance(param, Span)
    return param.hints


# -------------------------------------------------------------------- in words


def prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        return f"{winner_words(table)}: {words.reasons[table['reason']]}."
    if decision is None:
        return ""
    who = ", ".join([FACTIONS[seat] for seat in decision.seats])
    return f"{who}: {words.prompts[decision.name]}"


def winner_words(table: Json) -> str:
    """Who has won."""
    return f"{FACTIONS[table['winner']]} has won" if table["winner"] >= 0 else "Nobody has won"


def panel(table: Json) -> Panel:
    """How far everybody has to go."""
    chariots = table["chariots"]
    rows = [[FACTIONS[row["id"]], inches(row["to_go"]) if row["placed"] else "not placed"] for row in chariots]
    return Panel("chariots", "Chariots", ["Driver", "To go"], rows, [row["id"] for row in chariots])


def describe(view: View) -> str:
    """Return the yard in words."""
    table = view.table
    if table["over"]:
        lines = [f"The game is over. {winner_words(table)}."]
    elif table["round"] == 0:
        lines = ["The chariots are being placed."]
    else:
        count = "1 command" if table["commands"] == 1 else f"{table['commands']} commands"
        lines = [f"Round {table['round']} of {table['rounds']}, {count} left in this turn."]
    for row in table["chariots"]:
        lines.append(place_words(row) if row["placed"] else f"{FACTIONS[row['id']]} is not placed yet.")
    return "\n".join(lines)
