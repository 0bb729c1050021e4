"""Quick starts: a game on one page, with diagrams that are drawn from real positions.

A quick start is a file of its game, `quick_start.toml`:

    win_title = "What wins"
    loss_title = "What wrecks you"

    [goal]
    text = "Be first over the line after {laps:lap}."   a figure is a placeholder, never written out
    clauses = ["BH-Q4"]

    [[turn]]                              your turn, in one to five lines
    name = "Whips"
    text = "Choose {whips} whips, one die each."
    clauses = ["BH-M1", "BH-M3"]

    [[win]]                               what wins, and
    [[loss]]                              what loses, with the same keys

    [[diagram]]
    title = "A bend"
    text = "..."                          below the picture
    clauses = ["BH-S2"]
    lesson = "bends"                      the first position of a lesson, with `place` for more changes; or
    scenario = "circus"                   all keys of `kit/position.py`
    seats = 2
    seat = 0
    around = ["square-56", "square-60"]   nodes of the scene: the picture shows the part around them,
    margin = 1500                         with so much ground beside them, in units of the scene
    point_at = "unit-0"                   also draws what the pointer on this node would show, such as its reach
    preview = ["forward 6000"]            also draws the preview of these actions, played one after another
    panel = "attack-0"                    also shows this panel of the scene, as a table,
    panel_rows = 6                        or its first rows
    way = ["square-56", "square-60"]      an arrow from node to node
    without = ["numbers"]                 nodes to leave out
    text_unit = 2000                      of the drawing as text: units of the scene for each square, by default 1000

    [[diagram.mark]]
    on = "chariot-0"                      a node with a ring around it,
    text = "You"                          and a few words below it; an empty text only draws the ring
    above = true                          the words stand above it

Figures come from the data of the game (`Presentation.quick_start_figures`), so they are right in a variant too. A
diagram that a variant cannot show, because things are missing or stand elsewhere, is left out there.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from math import cos, isqrt, radians, sin
from typing import Final

from hippodrome.kit.actions import IllegalAction, parse
from hippodrome.kit.dice import OutOfDice
from hippodrome.kit.game import LESSON_FOLDER, Game
from hippodrome.kit.lessons import Lesson
from hippodrome.kit.match import Match
from hippodrome.kit.position import Position
from hippodrome.kit.preview import preview_all
from hippodrome.kit.scene import Layer, Node, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.svg_renderer import svg
from hippodrome.kit.templates import fill_template
from hippodrome.kit.text_renderer import outline
from hippodrome.kit.toml_reader import DataError, TomlTable

MAX_TURN_LINES: Final = 5
MAX_LINES: Final = 4  # of what wins or loses
MAX_DIAGRAMS: Final = 3
MAX_MARGIN: Final = 40_000
TEXT_UNIT: Final = 1000
ASPECT: Final = (3, 2)  # width and height of a picture
TAG_SHARE: Final = 18  # the height of a picture, divided by that of the words on it
MARKS: Final = "quick-start-marks"  # the layer of what a diagram adds to its scene
_WRITTEN_FIGURE: Final = re.compile(r"\d")
_SYMBOL: Final = re.compile(r'[ \t]*<symbol\b[^>]*\bid="([^"]+)".*?</symbol>\s*', re.DOTALL)
_REFERENCE: Final = re.compile(r'href="#([^"]+)"')
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_NUMBER: Final = re.compile(r"-?\d+")

Figures = Mapping[str, str]


class QuickLine:
    """One line of a quick start: its text with all figures, the clauses it stands on, and its name, if any."""

    __slots__ = ("clauses", "name", "text")

    def __init__(self, game: Game, table: TomlTable, figures: Figures, has_name: bool) -> None:
        self.name = read_text(table, "name", figures) if has_name else ""
        self.text = read_text(table, "text", figures)
        self.clauses = read_clauses(game, table)
        table.reject_unread()

    def __repr__(self) -> str:
        return f"<QuickLine {self.name}: {self.text}>"

    def json(self) -> Json:
        """Return the line as JSON."""
        return {"name": self.name, "text": self.text, "clauses": list(self.clauses)}


class Mark:
    """A node of a diagram that is pointed out, with a few words below or above it."""

    __slots__ = ("is_above", "on", "table", "text")

    def __init__(self, table: TomlTable, figures: Figures) -> None:
        self.table = table
        self.on = table.text("on")
        self.text = read_text(table, "text", figures)
        self.is_above = "above" in table and table.flag("above")
        table.reject_unread()


class Diagram:
    """A picture of a position: a part of its scene with marks, a title and a text below it."""

    __slots__ = (
        "around", "clauses", "margin", "marks", "panel_name", "panel_rows", "point_at", "position", "preview",
        "table", "text", "text_unit", "title", "way", "without",
    )  # fmt: skip

    def __init__(self, game: Game, table: TomlTable, figures: Figures) -> None:
        self.table = table
        self.title = read_text(table, "title", figures)
        self.text = read_text(table, "text", figures)
        self.clauses = read_clauses(game, table)
        self.position = read_position(game, table)
        self.around = table.texts("around")
        self.margin = table.integer("margin", 0, MAX_MARGIN)
        self.point_at = table.text_or("point_at", "")
        self.preview = table.texts_or_empty("preview")
        self.panel_name = table.text_or("panel", "")
        self.panel_rows = table.integer("panel_rows", 1, 20) if "panel_rows" in table else 20
        self.way = table.texts_or_empty("way")
        if len(self.way) == 1:
            raise table.error("way", "an arrow needs at least two nodes")
        self.without = table.texts_or_empty("without")
        self.text_unit = table.integer("text_unit", 100, MAX_MARGIN) if "text_unit" in table else TEXT_UNIT
        self.marks = [Mark(row, figures) for row in table.tables("mark")]
        table.reject_unread()

    def __repr__(self) -> str:
        return f"<Diagram {self.title}>"

    def scene(self) -> Scene:
        """Return the part of the scene that the picture shows, with its marks. Raise DataError if something is missing.

        It has no handles and no panels.
        """
        match = self.position.check()
        scene = match.scene(self.position.seat)
        if self.point_at and self.point_at not in [layer.of for layer in scene.layers]:
            known = ", ".join(dict.fromkeys([layer.of for layer in scene.layers if layer.of])) or "none"
            raise self.table.error(
                "point_at", f"the pointer on {self.point_at!r} shows nothing; on these it does: {known}"
            )
        layers = [self._select_nodes(layer) for layer in scene.layers]
        if self.preview:
            layers.append(Layer("preview", self._preview_nodes(match)))
        nodes = {node.id: node for layer in layers for node in layer.nodes}
        box = self._box(nodes, scene.box)
        hidden = {self._find(nodes, id, "without").id for id in self.without}
        layers = [
            Layer(layer.name, [node for node in layer.nodes if node.id not in hidden and may_touch(node, box)])
            for layer in layers
        ]
        layers.append(Layer(MARKS, self._mark_nodes(nodes, box[3] // TAG_SHARE)))
        symbols = used_symbols(scene.symbols, [node.data for layer in layers for node in layer.nodes])
        return Scene(box, layers, [], self.title, self._breadcrumbs(nodes), [], symbols)

    def panel(self) -> Panel | None:
        """Return the panel that stands below the picture; None without one."""
        if not self.panel_name:
            return None
        panels = self.position.check().scene(self.position.seat).panels
        for panel in panels:
            if panel.name == self.panel_name:
                rows = panel.rows[: self.panel_rows]
                return Panel(panel.name, panel.title, panel.heads, rows, panel.seats[: self.panel_rows])
        known = ", ".join([panel.name for panel in panels])
        raise self.table.error("panel", f"there is no panel {self.panel_name!r}; there are: {known}")

    def svg(self, theme: str = "light") -> str:
        """Return the picture as an SVG document in the theme light, dark or contrast."""
        return svg(self.scene(), theme)

    def description(self) -> str:
        """Return the picture in words, for those who cannot see it: its title, and what is marked."""
        return ". ".join([self.title, *self.scene().breadcrumbs]) + "."

    def json(self) -> Json:
        """Return the texts and the table of the diagram as JSON, without the picture."""
        panel = self.panel()
        return {
            "title": self.title,
            "text": self.text,
            "clauses": list(self.clauses),
            "description": self.description(),
            "heads": [] if panel is None else panel.heads,
            "rows": [] if panel is None else panel.rows,
        }

    def layout(self) -> list[tuple[str, int, int, int]]:
        """Return where everything in the picture stands: id, x, y and turn, in order."""
        return [(node.id, node.x, node.y, node.turn) for layer in self.scene().layers for node in layer.nodes]

    def _select_nodes(self, layer: Layer) -> Layer:
        """Return a layer of the scene as the picture shows it: without targets and what a pointer would show."""
        is_left_out = layer.of != self.point_at if layer.of else layer.name == "targets"
        return Layer(layer.name, [] if is_left_out else layer.nodes)

    def _preview_nodes(self, match: Match) -> list[Node]:
        actions = [parse(text) for text in self.preview]
        if None in actions:
            raise self.table.error("preview", f"{self.preview[actions.index(None)]!r} is no action")
        refusal = match.check(self.preview[0], self.position.seat)
        if refusal is not None:
            raise self.table.error("preview", f"{self.preview[0]!r} is illegal: {refusal.text}")
        played = [action for action in actions if action is not None]
        nodes = preview_all(match.game, match.state, self.position.seat, played).nodes
        pieces = {"plate", "figure", "ring"}
        return [as_ghost(node) if pieces & set(node.css.split()) else node for node in nodes]

    def _box(self, nodes: Mapping[str, Node], whole: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Return the part of the board around the wanted nodes, in the shape of a picture."""
        wanted = [self._find(nodes, id, "around") for id in self.around]
        if not wanted:
            raise self.table.error("around", "name at least one node")
        left, right = min([node.x for node in wanted]), max([node.x for node in wanted])
        top, bottom = min([node.y for node in wanted]), max([node.y for node in wanted])
        width, height = right - left + 2 * self.margin, bottom - top + 2 * self.margin
        width = max(width, height * ASPECT[0] // ASPECT[1], 1)
        height = width * ASPECT[1] // ASPECT[0]
        x = fit((left + right - width) // 2, width, whole[0], whole[2])
        y = fit((top + bottom - height) // 2, height, whole[1], whole[3])
        return (x, y, width, height)

    def _mark_nodes(self, nodes: Mapping[str, Node], size: int) -> list[Node]:
        """Return the rings, words and the arrow that the diagram adds."""
        drawn: list[Node] = []
        if self.way:
            drawn.append(arrow([self._find(nodes, id, "way") for id in self.way], size))
        for number, mark in enumerate(self.marks):
            node = self._find(nodes, mark.on, "on", mark.table)
            drawn.append(ring(f"mark-{number}", node, size))
            if mark.text:
                away = half_height(node) + size * 3 // 2
                y = node.y - away if mark.is_above else node.y + away
                drawn.append(Node(f"mark-text-{number}", "text", node.x, y, mark.text, css="callout", size=size))
        return drawn

    def _breadcrumbs(self, nodes: Mapping[str, Node]) -> list[str]:
        """Return what each mark says, with the name of the thing."""
        texts = []
        for mark in self.marks:
            label = nodes[mark.on].label.rstrip(".")
            texts.append(": ".join([text for text in (mark.text, label) if text]))
        return texts

    def _find(self, nodes: Mapping[str, Node], id: str, key: str, table: TomlTable | None = None) -> Node:
        if id not in nodes:
            known = ", ".join([known for known in nodes if not known.startswith(("edge", "wall"))][-40:])
            raise (table or self.table).error(key, f"the scene has no node {id!r}; some that it has: {known}")
        return nodes[id]


class QuickStart:
    """The quick start of a game: its goal, a turn, what wins and what loses, and diagrams."""

    __slots__ = ("diagrams", "game", "goal", "loss_title", "losses", "turn", "win_title", "wins")

    def __init__(self, game: Game, table: TomlTable) -> None:
        figures = game.presentation.quick_start_figures()
        self.game = game
        self.goal = QuickLine(game, table.table("goal"), figures, False)
        self.turn = read_lines(game, table, "turn", figures, MAX_TURN_LINES)
        self.win_title = table.text("win_title")
        self.wins = read_lines(game, table, "win", figures, MAX_LINES)
        self.loss_title = table.text("loss_title")
        self.losses = read_lines(game, table, "loss", figures, MAX_LINES)
        self.diagrams = [Diagram(game, row, figures) for row in table.tables("diagram")]
        table.reject_unread()
        if len(self.diagrams) > MAX_DIAGRAMS:
            raise table.error("diagram", f"at most {MAX_DIAGRAMS} fit on the page")

    def __repr__(self) -> str:
        return f"<QuickStart of {self.game.slug}, {len(self.diagrams)} diagrams>"

    def json(self) -> Json:
        """Return the page as JSON, without the pictures."""
        return {
            "game": self.game.slug,
            "title": self.game.title,
            "goal": self.goal.json(),
            "turn": [line.json() for line in self.turn],
            "win_title": self.win_title,
            "wins": [line.json() for line in self.wins],
            "loss_title": self.loss_title,
            "losses": [line.json() for line in self.losses],
            "diagrams": [diagram.json() for diagram in self.diagrams],
        }

    def lines(self) -> list[QuickLine]:
        """Return all lines, without those of the diagrams."""
        return [self.goal, *self.turn, *self.wins, *self.losses]


# -------------------------------------------------------------------- reading


def read_quick_start(game: Game, path: str, text: str) -> QuickStart:
    """Return the quick start of a file. Raise DataError with file, line and key for what is wrong in it."""
    quick_start = QuickStart(game, TomlTable(text, path))
    for diagram in quick_start.diagrams:
        diagram.scene()
        diagram.panel()
    return quick_start


def read_for_variant(game: Game, path: str, text: str, original: QuickStart) -> QuickStart:
    """Return the quick start of a variant, without the diagrams whose things are missing or stand elsewhere."""
    quick_start = QuickStart(game, TomlTable(text, path))
    pairs = zip(quick_start.diagrams, original.diagrams, strict=True)
    quick_start.diagrams = [diagram for diagram, model in pairs if _has_same_layout(diagram, model)]
    return quick_start


def _has_same_layout(diagram: Diagram, model: Diagram) -> bool:
    try:
        diagram.panel()
        return diagram.layout() == model.layout()
    except (DataError, IllegalAction, OutOfDice, LookupError, TypeError, ValueError, ArithmeticError):
        return False


def read_lines(game: Game, table: TomlTable, key: str, figures: Figures, most: int) -> list[QuickLine]:
    """Return the lines of a list, from one to `most`."""
    rows = table.tables(key)
    if not 1 <= len(rows) <= most:
        raise table.error(key, f"there must be 1 to {most} lines, written [[{key}]], not {len(rows)}")
    return [QuickLine(game, row, figures, has_name=True) for row in rows]


def read_position(game: Game, table: TomlTable) -> Position:
    """Return the position of a diagram: the first one of a lesson, or one of its own."""
    if "lesson" not in table:
        return Position(game, table)
    path = f"{LESSON_FOLDER}{table.text('lesson')}.toml"
    if path not in game.lesson_texts:
        raise table.error("lesson", f"there is no {path}; there are: {', '.join(game.lesson_texts) or 'none'}")
    lesson = Lesson(game, table.text("lesson"), TomlTable(game.lesson_texts[path], path))
    lesson.place = {**lesson.place, **(table.raw("place") if "place" in table else {})}
    return lesson


def read_text(table: TomlTable, key: str, figures: Figures) -> str:
    """Return a text with its figures; raise DataError for an unknown figure, and for one that is written out."""
    template = table.text(key)
    unknown: list[str] = []

    def figure(name: str) -> str:
        if name not in figures:
            unknown.append(name)
        return figures.get(name, "")

    text = fill_template(template, figure)
    known = ", ".join(sorted(figures)) or "none"
    if unknown:
        raise table.error(key, f"there is no figure {unknown[0]!r}; there are: {known}")
    if _WRITTEN_FIGURE.search(fill_template(template, lambda name: "")):
        raise table.error(key, f"write no figures, only names of figures in braces; there are: {known}")
    return text


def read_clauses(game: Game, table: TomlTable) -> list[str]:
    """Return the ids of clauses, at least one; raise DataError for one that the rulebook does not have."""
    clauses = table.texts("clauses")
    if not clauses:
        raise table.error("clauses", "name at least one clause")
    for clause in clauses:
        if clause not in game.rulebook.clauses:
            raise table.error("clauses", f"the rulebook has no clause {clause!r}")
    return clauses


# -------------------------------------------------------------------- drawing


def fit(start: int, length: int, whole_start: int, whole_length: int) -> int:
    """Return the start of a part so that it lies inside the whole; a part that is longer is put in its middle."""
    if length >= whole_length:
        return whole_start - (length - whole_length) // 2
    return min(max(start, whole_start), whole_start + whole_length - length)


def node_sides(node: Node) -> tuple[int, int]:
    """Return the width and height of a node before it is turned; 0 for text and for paths that are no polygon."""
    if node.shape == "use":
        return node.size, node.size
    corners = outline(node)
    if not corners:
        return 0, 0
    return 2 * max([abs(x) for x, _ in corners]), 2 * max([abs(y) for _, y in corners])


def node_radius(node: Node) -> int:
    """Return the distance from the middle of a node to its corners."""
    width, height = node_sides(node)
    return width // 2 if node.shape == "circle" else isqrt(width * width + height * height) // 2


def half_height(node: Node) -> int:
    """Return the distance from the middle of a node to its upper and lower end, as it is turned."""
    width, height = node_sides(node)
    if node.shape == "circle":
        return height // 2
    angle = radians(node.turn / 10)
    return round(abs(width * sin(angle)) + abs(height * cos(angle))) // 2


def ring(id: str, node: Node, size: int) -> Node:
    """Return a ring around a node: round, or a rectangle that is turned like it."""
    gap = size // 4
    width, height = [side + 2 * gap for side in node_sides(node)]
    if node.shape == "circle":
        return Node(id, "circle", node.x, node.y, str(width // 2), css="target bold")
    return Node(id, "rect", node.x, node.y, f"{width} {height} {2 * gap}", node.turn, "target bold")


def may_touch(node: Node, box: tuple[int, int, int, int]) -> bool:
    """Return False if a node is certainly outside a part of the scene."""
    if node.shape == "path":
        reach = sum([abs(int(number)) for number in _NUMBER.findall(node.data)])
    elif node.shape == "text":
        reach = max(node.size, 400) * max(len(node.data), 1)
    else:
        reach = max(node_radius(node), 1000)
    x, y, width, height = box
    return x - reach <= node.x <= x + width + reach and y - reach <= node.y <= y + height + reach


def as_ghost(node: Node) -> Node:
    """Return a previewed piece as a ghost with an id of its own."""
    css = " ".join([word for word in node.css.split() if word != "acting"])
    return Node(
        f"{node.id}-preview", node.shape, node.x, node.y, node.data, node.turn, f"{css} ghost", node.label, "",
        node.size,
    )  # fmt: skip


def used_symbols(text: str, names: list[str]) -> str:
    """Return a symbols file without the symbols that are neither named nor used by one that is."""
    parts = {match.group(1): match.group() for match in _SYMBOL.finditer(text)}
    shared = _SYMBOL.sub("", _COMMENT.sub("", text))
    wanted = [*names, *_REFERENCE.findall(shared)]
    used: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name in parts and name not in used:
            used.add(name)
            wanted += _REFERENCE.findall(parts[name])
    return _SYMBOL.sub(lambda match: match.group() if match.group(1) in used else "", _COMMENT.sub("", text))


def arrow(stops: list[Node], size: int) -> Node:
    """Return an arrow through nodes, from the edge of the first to the edge of the last, if these are pieces."""
    points = [(node.x, node.y) for node in stops]
    points[0] = towards(points[0], points[1], edge_distance(stops[0]))
    tip = towards(points[-1], points[-2], edge_distance(stops[-1]))
    neck = points[-1] = towards(tip, points[-2], size)
    path = "".join([bar(*pair, size // 8) for pair in itertools.pairwise(points)])
    (ax, ay), (bx, by) = neck, tip
    dx, dy = (bx - ax) * 3 // 5, (by - ay) * 3 // 5  # from the neck to the sides of the head
    path += f"M{ax - dy} {ay + dx}L{bx} {by}L{ax + dy} {ay - dx}Z"
    return Node("way", "path", 0, 0, path, css="accent")


def bar(start: tuple[int, int], end: tuple[int, int], half: int) -> str:
    """Return a straight bar as a path, with half its breadth."""
    (ax, ay), (bx, by) = start, end
    length = max(isqrt((bx - ax) ** 2 + (by - ay) ** 2), 1)
    dx, dy = (bx - ax) * half // length, (by - ay) * half // length
    return f"M{ax - dy} {ay + dx}L{bx - dy} {by + dx}L{bx + dy} {by - dx}L{ax + dy} {ay - dx}Z"


def edge_distance(node: Node) -> int:
    """Return the distance from the middle of a piece to beyond its ring; 0 for the ground."""
    return node_radius(node) if "plate" in node.css.split() else 0


def towards(start: tuple[int, int], end: tuple[int, int], distance: int) -> tuple[int, int]:
    """Return the point at a distance from the start, in the direction of the end."""
    (ax, ay), (bx, by) = start, end
    length = max(isqrt((bx - ax) ** 2 + (by - ay) ** 2), 1)
    return (ax + (bx - ax) * distance // length, ay + (by - ay) * distance // length)
