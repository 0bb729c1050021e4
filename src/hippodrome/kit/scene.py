"""Scenes: the picture of a match as plain data, drawn by the browser, the SVG renderer and the text renderer.

Lengths are whole numbers; a game chooses its unit (a square is 1000 wide, or an inch). y grows downwards.

All games share these style classes, which the renderer's theme colours; a node may have several:

- the ground: `square` (also `bend`, `start`), `sand`, `water`, `wood`, `infield`, `verge`, `wall` (and
  `stone` or `hedge`), `edge` and `lane` (a solid and a dashed line), `painted` (lines drawn on it),
  `checker`, and `meander` (a thin border);
- also of the ground: `rough` (bad going that grows; dashed) and `mound` (a slope; `rough mound` can be climbed);
- words on it: `value` (a number painted on the ground), `inscription` (a name carved in it), `note`, and `tag`
  (words over everything else; `callout` in a diagram, with an edge that fits letters of any size);
- pieces: `plate` with `seat0` to `seat7` (the faction's colour and pattern; of a `broad` one, which is small on a large
  board, the pattern is larger and the edge stronger), `figure` (a black figure on it;
  with the same seat its outline has the plate's colour), `ghost` (either of them where the piece may move),
  `acting` (whose turn it is), `waiting` (beside the board: no trail begins there), `ring` (set around one), `badge`
  (the bright ground of a small mark on one), `mark`;
- `target` (a place that may be chosen; `bold` over a piece; `far` beyond the next step; `stacked` over one of several
  that are one in a text drawing), `trace` (what a preview sweeps or covers), `zone` (what a unit can reach;
  overlapping zones are stronger; a `faint` one is always shown), `sight` (a line of aim), `way` (the way to a far
  target), and the states `good`, `warn`, `harm`, `accent`;
- `focus`: a path that draws nothing, "Mleft topMright bottom": the part of a large board that is shown first.

A symbol styles itself with the theme's variables, such as `style="fill:var(--figure)"`; see kit/svg_renderer.py.

Where pieces are drawn small, a client leaves out what would be illegible: nodes of class `fine`, and the parts of a
symbol with FINE_STYLE. Parts with COARSE_STYLE are drawn only then, such as a piece's strength in large figures.
"""

from __future__ import annotations

from typing import Any, Final

from hippodrome.kit.state import Json, pack

FINE_STYLE: Final = "display:var(--fine,inline)"
COARSE_STYLE: Final = "display:var(--coarse,none)"

# The eight factions. Every seat has a colour and a pattern, never a colour alone.
FACTIONS: Final = ("Red", "White", "Blue", "Green", "Gold", "Purple", "Bronze", "Teal")
PATTERNS: Final = ("plain", "dots", "waves", "chevrons", "checks", "stripes", "bars", "rings")


class Node:
    """One drawn thing. `id` is stable, so that a client can animate it to a new position.

    `shape` is one of rect ("w h [r]"), circle ("r"), path (SVG path data), text (the words), use (a symbol's
    id); `data` holds what is in brackets. x and y are its middle, or the origin of a path, and it is turned
    about them by `turn` tenths of a degree, clockwise. `size` is the height of a text's letters, or the side
    of the square a symbol fills; 0 leaves it to the renderer. `glyph` represents it in a text drawing: a
    character, or two letters for a piece; `label` is its name, shown and spoken.
    """

    __slots__ = ("css", "data", "glyph", "id", "label", "shape", "size", "turn", "x", "y")

    def __init__(
        self,
        id: str,
        shape: str,
        x: int,
        y: int,
        data: str = "",
        turn: int = 0,
        css: str = "",
        label: str = "",
        glyph: str = "",
        size: int = 0,
    ) -> None:
        self.id = id
        self.shape = shape
        self.x = x
        self.y = y
        self.data = data
        self.turn = turn
        self.css = css
        self.label = label
        self.glyph = glyph
        self.size = size

    def __repr__(self) -> str:
        return f"<Node {self.id}: {self.shape} at {self.x}, {self.y}>"


class Layer:
    """A named group of immutable nodes.

    A static layer never changes during a match: a game returns the same object every time, so that callers can tell by
    identity that they have it already. A layer `of` a node says more about that node, such as its reach: it is shown
    only while the pointer is on the node, and is not part of a still picture.
    """

    __slots__ = ("name", "nodes", "of", "static")

    def __init__(self, name: str, nodes: list[Node], static: bool = False, of: str = "") -> None:
        self.name = name
        self.nodes = nodes
        self.static = static
        self.of = of


class Handle:
    """A way to click or drag a node; all that a client needs to know, in any game.

    `on` is the id of the node, `action` the action, or the beginning of one to which numbers are added. `kind`:

    - "click": the action as it is.
    - "ruler": one number is added: how far the pointer is from the point `at`, along the direction that `at` names
      (behind it is negative), divided by `unit`.
    - "arc": one number is added: the angle from the direction that `at` names to the pointer, about the point `at`,
      from -1800 to 1800 tenths of a degree, clockwise positive, divided by `unit`.
    - "point": two numbers are added: the pointer's x and y, divided by `unit`.

    `at` is (x, y, turn). A direction is a turn in tenths of a degree, clockwise; 0 points to the right, where x grows.
    `span` is (lo, hi, step): the number becomes the nearest of lo, lo + step, and so on up to hi. Of a point it is the
    x, and `span_y` is the same for its y. `hints` are values that matter: a number that is near one on the
    screen becomes it. A click has none of these.
    """

    __slots__ = ("action", "at", "hints", "kind", "on", "span", "span_y", "unit")

    def __init__(
        self,
        on: str,
        action: str,
        kind: str = "click",
        span: tuple[int, int, int] | None = None,
        hints: tuple[int, ...] = (),
        at: tuple[int, int, int] | None = None,
        unit: int = 1,
        span_y: tuple[int, int, int] | None = None,
    ) -> None:
        self.on = on
        self.action = action
        self.kind = kind
        self.span = span
        self.hints = hints
        self.at = at
        self.unit = unit
        self.span_y = span_y


class Panel:
    """A table beside the board: title, column heads, rows of cells. `seats` has a row's faction or -1.

    A panel `of` an action says more about that action, such as its odds, and is shown while it is being chosen.
    A `minor` panel is for reference: few decisions need it, so it comes last and is closed at first.
    """

    __slots__ = ("heads", "minor", "name", "of", "rows", "seats", "title")

    def __init__(
        self,
        name: str,
        title: str,
        heads: list[str],
        rows: list[list[str]],
        seats: list[int],
        of: str = "",
        minor: bool = False,
    ) -> None:
        self.of = of
        self.minor = minor
        self.name = name
        self.title = title
        self.heads = heads
        self.rows = rows
        self.seats = seats


class Scene:
    """A picture: box (x, y, width, height), layers from back to front, handles, prompt, breadcrumbs and panels."""

    __slots__ = ("box", "breadcrumbs", "handles", "layers", "panels", "prompt", "symbols")

    def __init__(
        self,
        box: tuple[int, int, int, int],
        layers: list[Layer],
        handles: list[Handle],
        prompt: str,
        breadcrumbs: list[str],
        panels: list[Panel],
        symbols: str = "",
    ) -> None:
        self.box = box
        self.layers = layers
        self.handles = handles
        self.prompt = prompt
        self.breadcrumbs = breadcrumbs
        self.panels = panels
        self.symbols = symbols

    def __repr__(self) -> str:
        nodes = sum([len(layer.nodes) for layer in self.layers])
        return f"<Scene, {len(self.layers)} layers, {nodes} nodes, {len(self.handles)} handles>"


def scene_json(scene: Scene) -> Json:
    """Return the scene as JSON for a client, without the symbols, which are sent separately."""
    return {
        "box": list(scene.box),
        "layers": [
            {
                "name": layer.name,
                "static": layer.static,
                "of": layer.of,
                "nodes": [_plain(node) for node in layer.nodes],
            }
            for layer in scene.layers
        ],
        "handles": [_plain(handle) for handle in scene.handles],
        "prompt": scene.prompt,
        "breadcrumbs": scene.breadcrumbs,
        "panels": [_plain(panel) for panel in scene.panels],
    }


_NODE: Final = ("id", "shape", "x", "y", "data", "turn", "css", "label", "glyph", "size")
_HANDLE: Final = ("on", "action", "kind", "span", "hints", "at", "unit", "span_y")
_PANEL: Final = ("name", "title", "heads", "rows", "seats", "of", "minor")


def _plain(thing: Node | Handle | Panel) -> dict[str, Any]:
    if isinstance(thing, Node):
        return {name: getattr(thing, name) for name in _NODE}
    if isinstance(thing, Handle):
        return {name: pack(getattr(thing, name)) for name in _HANDLE}
    return {name: getattr(thing, name) for name in _PANEL}
