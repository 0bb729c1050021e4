"""The board test page: built from client/harness, served without a server, and filled with scenes by the tests."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, Route

from client import node as npm
from hippodrome.kit import svg_renderer
from hippodrome.server import wire

ADDRESS = "http://board.test/"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
"""Stricter than the server's policy: nothing inline, not even the style of an element."""

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

Json = dict[str, Any]
Point = tuple[float, float]


def build(folder: Path) -> Path:
    """Build the page into a folder and return the folder."""
    npm.install(tools=True)
    npm.npm_checked(
        ["exec", "--", "vite", "build", "--config", "harness/vite.config.ts", "--outDir", str(folder)],
        "The page is in client/harness.",
    )
    return folder


def serve(page: Page, folder: Path) -> None:
    """Open the page, answering its requests from the folder, and those for themes as the server would."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path.startswith("api/themes/"):
            theme, kind = path.removeprefix("api/themes/").split(".")
            body = (
                svg_renderer.style(theme)
                if kind == "css"
                else f"<svg><defs>{svg_renderer.patterns(theme)}</defs></svg>"
            )
            route.fulfill(body=body, content_type=_TYPES[f".{kind}"])
            return
        file = folder / (path or "board.html")
        if not file.is_file():
            route.fulfill(status=404)
            return
        headers = {"content-security-policy": POLICY}
        route.fulfill(body=file.read_bytes(), content_type=_TYPES[file.suffix], headers=headers)

    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    page.wait_for_function("() => window.harness !== undefined")


def show(page: Page, **props: Any) -> None:
    """Set props of the board: wire structures or JSON values."""
    page.evaluate("props => harness.show(props)", to_json(props))


def to_json(value: Any) -> Any:
    """Convert wire structures to JSON values."""
    return msgspec.json.decode(msgspec.json.encode(value))


# -------------------------------------------------------------------- the page


def show_scene(page: Page, scene: wire.Scene, **props: Any) -> None:
    """Show a scene and wait until its theme is loaded."""
    show(page, scene=scene, symbols=SYMBOLS, **props)
    page.locator(".board:not(.unstyled)").wait_for()


def drawn_node(page: Page, id: str) -> Locator:
    """Return a node on the board."""
    return page.locator(f".paint [id$='-{id}']:not([id*=ghost])")


def centre(page: Page, id: str) -> Point:
    """Return the centre of a node on the screen."""
    box = drawn_node(page, id).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def screen_point(page: Page, x: float, y: float) -> Point:
    """Return the position on the screen of a point of the scene."""
    point = page.evaluate(
        """([x, y]) => {
            const point = new DOMPoint(x, y).matrixTransform(document.querySelector(".handles").getScreenCTM());
            return [point.x, point.y];
        }""",
        [x, y],
    )
    return point[0], point[1]


def events(page: Page, kind: str) -> list[Any]:
    """Return the arguments of the board's events of a kind, in order."""
    values: list[Any] = page.evaluate("kind => harness.events.filter(one => one[0] === kind).map(one => one[1])", kind)
    return values


def finish_animations(page: Page) -> None:
    """Wait until all animations have finished."""
    page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished))")


def pause_at(page: Page, progress: float) -> None:
    """Pause all animations at a progress between 0 and 1."""
    page.evaluate(
        """progress => document.getAnimations().forEach(one => {
            one.pause();
            one.effect.updateTiming({easing: "linear"});
            one.currentTime = progress * one.effect.getTiming().duration;
        })""",
        progress,
    )


def assert_near(actual: Point, expected: Point, within: float = 1.5) -> None:
    """Assert that two points on the screen differ by at most `within` pixels in x and in y."""
    assert abs(actual[0] - expected[0]) <= within, (actual, expected)
    assert abs(actual[1] - expected[1]) <= within, (actual, expected)


# -------------------------------------------------------------------- scenes


def scene(
    nodes: list[wire.Node],
    handles: list[wire.Handle] | None = None,
    ground: list[wire.Node] | None = None,
    box: tuple[int, int, int, int] = (0, 0, 12000, 8000),
) -> wire.Scene:
    """Return a scene of a static ground and pieces on it."""
    if ground is None:
        ground = [piece("sand", box[2] // 2, box[3] // 2, data=f"{box[2]} {box[3]}", css="sand", label="Sand")]
    layers = [wire.Layer("ground", True, ground), wire.Layer("pieces", False, nodes)]
    return wire.Scene(True, box, ["ground", "pieces"], layers, handles or [], "", [], [])


def piece(id: str, x: int, y: int, turn: int = 0, **more: Any) -> wire.Node:
    """Return a node: by default a square piece."""
    fields: Json = {
        "shape": "rect",
        "data": "800 800 80",
        "css": "plate seat0",
        "label": f"Piece {id}",
        "size": 0,
    } | more
    return wire.Node(id=id, x=x, y=y, turn=turn, **fields)


def handle(on: str, action: str, kind: str = "click", **more: Any) -> wire.Handle:
    """Return a handle: by default one to click."""
    fields: Json = {"span": None, "hints": [], "at": None, "unit": 1, "span_y": None} | more
    return wire.Handle(on=on, action=action, kind=kind, **fields)


def choice(action: str, label: str, spans: list[wire.Span] | None = None) -> wire.Choice:
    """Return a choice."""
    return wire.Choice(action, label, "", "", "", spans or [], False)


HEX_COLUMNS, HEX_ROWS, HEX_PIECES = 40, 30, 60
HEX_BOX = (0, 0, 41000, 27000)
_CORNERS = [(round(577 * math.cos(a)), round(577 * math.sin(a))) for a in [math.radians(60 * n + 30) for n in range(6)]]
_HEX = "M" + "L".join([f"{x} {y}" for x, y in _CORNERS]) + "Z"
_GROUNDS = ("square", "square", "square bend", "water", "hedge", "square")


def hex_ground() -> list[wire.Node]:
    """Return 1,200 hexes of several kinds, a third of them with a number."""
    nodes = []
    for row in range(HEX_ROWS):
        for column in range(HEX_COLUMNS):
            x, y = hex_centre(column, row)
            css = _GROUNDS[(column * 7 + row * 13) % 6]
            name = f"{column:02}{row:02}"
            nodes.append(piece(f"hex-{name}", x, y, shape="path", data=_HEX, css=css, label=f"Hex {name}"))
            if (column + row) % 3 == 0:
                nodes.append(
                    piece(f"name-{name}", x, y + 300, shape="text", data=name, css="value", size=180, label="")
                )
    return nodes


def hex_centre(column: int, row: int) -> tuple[int, int]:
    """Return the centre of a hex."""
    return 500 + column * 1000 + (row % 2) * 500, 600 + row * 866


def hex_pieces(step: int) -> list[wire.Node]:
    """Return 60 counters of four parts, each in another hex and with another facing at every step."""
    nodes = []
    for number in range(HEX_PIECES):
        column = (number * 17 + step * (3 + number % 5)) % HEX_COLUMNS
        row = (number * 11 + step * (2 + number % 3)) % HEX_ROWS
        x, y = hex_centre(column, row)
        turn, seat = (600 * (number + step)) % 3600, number % 6
        name = f"counter-{number}"
        nodes += [
            piece(name, x, y, turn, css=f"plate seat{seat}"),
            piece(f"{name}-figure", x, y, turn, shape="use", data="test-figure", css=f"figure seat{seat}", label=""),
            piece(f"{name}-strength", x, y, turn, shape="text", data=f"{number % 9}", css="mark", size=260, label=""),
            piece(f"{name}-dot", x, y, turn, shape="path", data="M300 -300h60v60h-60z", css="figure", label=""),
        ]
    return nodes


SYMBOLS = (
    '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="test-figure" viewBox="-500 -500 1000 1000">'
    '<path style="fill:var(--figure);stroke:var(--clay);stroke-width:30" d="M-300 200L0 -350L300 200Q0 60 -300 200Z"/>'
    '<text x="-300" y="-200" style="font:700 220px system-ui;fill:var(--figure)">A</text></symbol></svg>'
)
