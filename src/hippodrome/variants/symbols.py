"""Symbols of variants: SVG drawings, checked against a list of allowed elements and attributes.

A file `symbols/centaur.svg` becomes the symbol `own-centaur`, which the rows of a data file can name. Everything that
is not on the lists is an error, so that a drawing can neither run scripts nor load anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

FOLDER = "symbols/"
SUFFIX = ".svg"
OWN = "own-"
NAME_PATTERN = re.compile(r"[a-z][a-z0-9-]{0,23}")
MAX_SYMBOLS = 40
MAX_CHARACTERS = 20_000  # of one drawing
MAX_ELEMENTS = 400
MAX_DEPTH = 8

_NUMBER = r"-?(?:\d{1,6}(?:\.\d{1,4})?|\.\d{1,4})"
_LENGTH = re.compile(_NUMBER)
_NUMBERS = re.compile(rf"\s*{_NUMBER}(?:[\s,]+{_NUMBER})*\s*")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE\s,.+-]*")
_TRANSFORM = re.compile(r"(?:\s*(?:translate|scale|rotate|skewX|skewY|matrix)\([0-9eE\s,.+-]*\)\s*,?)*")
_COLOUR = re.compile(r"none|currentColor|[a-zA-Z]{3,20}|#[0-9a-fA-F]{3,8}|var\(--[a-z][a-z0-9-]{0,30}\)")
_WORD = re.compile(r"[a-z]{1,12}")
_PAINT = {
    "fill": _COLOUR, "stroke": _COLOUR, "fill-rule": _WORD, "clip-rule": _WORD, "stroke-linecap": _WORD,
    "stroke-linejoin": _WORD, "stroke-width": _LENGTH, "stroke-miterlimit": _LENGTH, "stroke-dasharray": _NUMBERS,
    "opacity": _LENGTH, "fill-opacity": _LENGTH, "stroke-opacity": _LENGTH,
}  # fmt: skip
_COMMON = {**_PAINT, "transform": _TRANSFORM}
ELEMENTS: dict[str, dict[str, re.Pattern[str]]] = {
    "svg": {},
    "g": _COMMON,
    "path": {**_COMMON, "d": _PATH},
    "circle": {**_COMMON, "cx": _LENGTH, "cy": _LENGTH, "r": _LENGTH},
    "ellipse": {**_COMMON, "cx": _LENGTH, "cy": _LENGTH, "rx": _LENGTH, "ry": _LENGTH},
    "rect": {**_COMMON, "x": _LENGTH, "y": _LENGTH, "width": _LENGTH, "height": _LENGTH, "rx": _LENGTH, "ry": _LENGTH},
    "line": {**_COMMON, "x1": _LENGTH, "y1": _LENGTH, "x2": _LENGTH, "y2": _LENGTH},
    "polyline": {**_COMMON, "points": _NUMBERS},
    "polygon": {**_COMMON, "points": _NUMBERS},
}
IGNORED = ("id", "class", "version", "width", "height", "xmlns")
"""Attributes without any effect on a drawing, which drawing programs write; they are dropped."""
_STYLE_ITEM = re.compile(r"\s*([a-z-]+)\s*:\s*([^;:]+?)\s*")


class SymbolError(ValueError):
    """Raised for a drawing that is not allowed; `line` is where."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Drawing:
    """A checked drawing: its box (left, top, width and height) and its elements."""

    box: tuple[float, float, float, float]
    content: str

    def symbols(self, prefix: str) -> str:
        """Return the symbols of a game made from the drawing: as it is, and mirrored for warriors on the other side."""
        left, top, width, height = self.box
        box = f'viewBox="{left:g} {top:g} {width:g} {height:g}"'
        mirror = f'<g transform="translate(0 {2 * top + height:g}) scale(1 -1)">{self.content}</g>'
        plain = f'<symbol id="{prefix}" {box}>{self.content}</symbol>'
        return f'{plain}\n<symbol id="{prefix}-mirrored" {box}>{mirror}</symbol>'


class _Reader:
    """Builds the allowed part of a drawing from the events of the XML parser."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse_doctype
        self.parser.CharacterDataHandler = self.text
        self.parts: list[str] = []
        self.box: tuple[float, float, float, float] | None = None
        self.depth = self.elements = 0

    def error(self, message: str) -> SymbolError:
        return SymbolError(self.parser.CurrentLineNumber, message)

    def refuse_doctype(self, *_: object) -> None:
        raise self.error("a drawing may not have a DOCTYPE; remove that line")

    def text(self, text: str) -> None:
        if text.strip():
            raise self.error("a drawing may not contain text; draw the letters as paths")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > MAX_DEPTH or self.elements > MAX_ELEMENTS:
            raise self.error(f"a drawing may have at most {MAX_ELEMENTS} elements, nested at most {MAX_DEPTH} deep")
        if name not in ELEMENTS or (name == "svg") != (self.depth == 1):
            raise self.error(
                f"<{name}> is not allowed here; a drawing is one <svg> with {', '.join(list(ELEMENTS)[1:])}"
            )
        if name == "svg":
            self.read_box(attributes)
        written = [f"{key}={quoteattr(value)}" for key, value in self.check_attributes(name, attributes).items()]
        if name != "svg":
            self.parts.append(f"<{' '.join([name, *written])}>")

    def end(self, name: str) -> None:
        self.depth -= 1
        if name != "svg":
            self.parts.append(f"</{name}>")

    def read_box(self, attributes: dict[str, str]) -> None:
        """Read the box of the drawing."""
        box = attributes.pop("viewBox", "")
        numbers = [float(number) for number in re.split(r"[\s,]+", box.strip())] if _NUMBERS.fullmatch(box) else []
        if len(numbers) != 4 or min(numbers[2:]) <= 0:
            raise self.error('<svg> needs viewBox="left top width height", such as viewBox="-50 -50 100 100"')
        self.box = (numbers[0], numbers[1], numbers[2], numbers[3])

    def check_attributes(self, name: str, attributes: dict[str, str]) -> dict[str, str]:
        """Return the attributes that are written; raise SymbolError for one that is not allowed."""
        known = ELEMENTS[name]
        written: dict[str, str] = {}
        for key, value in attributes.items():
            if key in known:
                if not known[key].fullmatch(value):
                    raise self.error(f"{key}={value[:40]!r} is not allowed on <{name}>")
                written[key] = value
            elif key == "style" and name != "svg":
                written |= self.style(value)
            elif key not in IGNORED and not key.startswith(("xmlns:", "inkscape:", "sodipodi:", "xml:")):
                raise self.error(
                    f"the attribute {key!r} is not allowed on <{name}>; it may have: {', '.join(known) or 'viewBox'}"
                )
        paint = ";".join([f"{key}:{written.pop(key)}" for key in list(written) if key in _PAINT])
        return {**written, "style": paint} if paint else written

    def style(self, value: str) -> dict[str, str]:
        """Return the properties of a style attribute."""
        found: dict[str, str] = {}
        for item in value.split(";"):
            match = _STYLE_ITEM.fullmatch(item)
            if match is None and not item.strip():
                continue
            if match is None or match[1] not in _PAINT or not _PAINT[match[1]].fullmatch(match[2]):
                raise self.error(f"the style {item.strip()[:40]!r} is not allowed; there are: {', '.join(_PAINT)}")
            found[match[1]] = match[2]
        return found


def read_drawing(text: str) -> Drawing:
    """Return the allowed part of an SVG drawing; raise SymbolError if anything else is in it."""
    if len(text) > MAX_CHARACTERS:
        raise SymbolError(1, f"a drawing may have at most {MAX_CHARACTERS} characters, not {len(text)}")
    reader = _Reader()
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        raise SymbolError(error.lineno, f"this is not SVG: {expat.errors.messages[error.code]}") from None
    if reader.box is None or not reader.parts:
        raise SymbolError(1, "the drawing is empty")
    return Drawing(reader.box, "".join(reader.parts))
