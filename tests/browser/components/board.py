"""A page with a board alone, without a server: built from client/harness, filled with scenes by the tests."""

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
"""Stricter than any table: nothing inline, not even the style of an element."""

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

Json = dict[str, Any]
Point = tuple[float, float]


def build(folder: Path) -> Path:
    """Build the page into a folder."""
    npm.install(tools=True)
    npm.must(
        ["exec", "--", "vite", "build", "--config", "harness/vite.config.ts", "--outDir", str(folder)],
        "The page is in client/harness.",
    )
    return folder


def serve(page: Page, folder: Path) -> None:
    """Answer whatever the page asks for from the folder, and looks as the server would."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path.startswith("api/looks/"):
            theme, kind = path.removeprefix("api/looks/").split(".")
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
    """Give props to the board: wire structures, or what JSON has."""
    page.evaluate("props => harness.show(props)", plain(props))


def plain(thing: Any) -> Any:
    """Wire structures as JSON."""
    return msgspec.json.decode(msgspec.json.encode(thing))


# -------------------------------------------------------------------- what is on the page


def present(page: Page, what: wire.Scene, **more: Any) -> None:
    """Show a scene and wait until it is dressed."""
    show(page, scene=what, symbols=SYMBOLS, **more)
    page.locator(".board:not(.bare)").wait_for()


def node(page: Page, id: str) -> Locator:
    """A node that is drawn."""
    return page.locator(f".paint [id$='-{id}']:not([id*=ghost])")


def middle(page: Page, id: str) -> Point:
    """The middle of a node on the screen."""
    box = node(page, id).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page: Page, x: float, y: float) -> Point:
    """Where a place of the scene is on the screen."""
    found = page.evaluate(
        """([x, y]) => {
            const there = new DOMPoint(x, y).matrixTransform(document.querySelector(".touch").getScreenCTM());
            return [there.x, there.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


def said(page: Page, kind: str) -> list[Any]:
    """What the board has said of a kind."""
    found: list[Any] = page.evaluate("kind => harness.said.filter(one => one[0] === kind).map(one => one[1])", kind)
    return found


def settle(page: Page) -> None:
    """Wait until everything has arrived."""
    page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished))")


def at_progress(page: Page, progress: float) -> None:
    """Hold everything that moves at a part of its way."""
    page.evaluate(
        """progress => document.getAnimations().forEach(one => {
            one.pause();
            one.effect.updateTiming({easing: "linear"});
            one.currentTime = progress * one.effect.getTiming().duration;
        })""",
        progress,
    )


def assert_near(found: Point, wanted: Point, within: float = 1.5) -> None:
    """Two places on the screen are the same, to a pixel and a half."""
    assert abs(found[0] - wanted[0]) <= within, (found, wanted)
    assert abs(found[1] - wanted[1]) <= within, (found, wanted)


# -------------------------------------------------------------------- scenes


def scene(
    nodes: list[wire.Node],
    handles: list[wire.Handle] | None = None,
    ground: list[wire.Node] | None = None,
    box: tuple[int, int, int, int] = (0, 0, 12000, 8000),
) -> wire.Scene:
    """A scene of a ground and of pieces on it."""
    if ground is None:
        ground = [piece("sand", box[2] // 2, box[3] // 2, data=f"{box[2]} {box[3]}", css="sand", label="Sand")]
    layers = [wire.Layer("ground", True, ground), wire.Layer("pieces", False, nodes)]
    return wire.Scene(True, box, ["ground", "pieces"], layers, handles or [], "", [], [])


def piece(id: str, x: int, y: int, turn: int = 0, **more: Any) -> wire.Node:
    """A square piece, unless said otherwise."""
    given: Json = {
        "shape": "rect",
        "data": "800 800 80",
        "css": "plate seat0",
        "label": f"Piece {id}",
        "size": 0,
    } | more
    return wire.Node(id=id, x=x, y=y, turn=turn, **given)


def handle(on: str, action: str, kind: str = "click", **more: Any) -> wire.Handle:
    """A handle."""
    given: Json = {"span": None, "hints": [], "at": None, "unit": 1, "span_y": None} | more
    return wire.Handle(on=on, action=action, kind=kind, **given)


def choice(action: str, label: str, spans: list[wire.Span] | None = None) -> wire.Choice:
    """A choice."""
    return wire.Choice(action, label, "", "", "", spans or [])


HEX_COLUMNS, HEX_ROWS, HEX_PIECES = 40, 30, 60
HEX_BOX = (0, 0, 41000, 27000)
_CORNERS = [(round(577 * math.cos(a)), round(577 * math.sin(a))) for a in [math.radians(60 * n + 30) for n in range(6)]]
_HEX = "M" + "L".join([f"{x} {y}" for x, y in _CORNERS]) + "Z"
_GROUNDS = ("square", "square", "square bend", "water", "hedge", "square")


def hex_ground() -> list[wire.Node]:
    """1,200 hexes of several kinds, many with a number."""
    nodes = []
    for row in range(HEX_ROWS):
        for column in range(HEX_COLUMNS):
            x, y = hex_middle(column, row)
            css = _GROUNDS[(column * 7 + row * 13) % 6]
            name = f"{column:02}{row:02}"
            nodes.append(piece(f"hex-{name}", x, y, shape="path", data=_HEX, css=css, label=f"Hex {name}"))
            if (column + row) % 3 == 0:
                nodes.append(
                    piece(f"name-{name}", x, y + 300, shape="text", data=name, css="value", size=180, label="")
                )
    return nodes


def hex_middle(column: int, row: int) -> tuple[int, int]:
    """The middle of a hex."""
    return 500 + column * 1000 + (row % 2) * 500, 600 + row * 866


def hex_pieces(step: int) -> list[wire.Node]:
    """60 counters of several parts, each in another hex and turned another way at every step."""
    nodes = []
    for number in range(HEX_PIECES):
        column = (number * 17 + step * (3 + number % 5)) % HEX_COLUMNS
        row = (number * 11 + step * (2 + number % 3)) % HEX_ROWS
        x, y = hex_middle(column, row)
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
