"""Scenes as self-contained SVG documents, in one of three themes."""

from __future__ import annotations

from typing import Final

from hippodrome.kit.scene import Node, Panel, Scene

DEFAULT_TEXT_SIZE: Final = 400
DEFAULT_SYMBOL_SIZE: Final = 1000
BROAD_SCALE: Final = 4  # of the pattern of a broad plate

_LIGHT: Final = {
    "page": "#F6EFE3", "surface": "#FFFBF3", "ink": "#201B16", "accent": "#A9481F", "link": "#1F5582",
    "glow": "#CFE4F4", "good": "#2F6F5E", "warn": "#A87412", "harm": "#9B2335",
    "figure": "#201B16", "scratch": "#FFFBF3", "value": "#765620",
    "sand": "#EBD7AE", "sand-line": "#CDB27F", "bend": "#E2BA8C", "bend-line": "#843210", "lane": "#8F6E39",
    "stone": "#BDB3A4", "stone-line": "#857A6B", "hedge": "#86A162", "hedge-line": "#4C6B38",
    "water": "#A5CBDB", "water-line": "#2E7598", "wood": "#C79A5F", "wood-line": "#6E4A1E",
    "marble": "#F8F5EE", "marble-line": "#DCD3C4",
    "seat0": "#DB6C4C", "seat1": "#F6F1E6", "seat2": "#86B0D8", "seat3": "#8CBA80", "seat4": "#E6BE54",
    "seat5": "#BE9DD3", "seat6": "#B58A63", "seat7": "#63BDB5", "seat0-mark": "#DB6C4C",
    "seat1-mark": "#958B79", "seat2-mark": "#3F75B0", "seat3-mark": "#478045", "seat4-mark": "#A97812",
    "seat5-mark": "#7C519F", "seat6-mark": "#6B4522", "seat7-mark": "#1F7A72",
}  # fmt: skip
_DARK: Final = _LIGHT | {
    "page": "#171411", "surface": "#221D18", "ink": "#EFE6D8", "accent": "#E07A4B", "link": "#7DB4E6",
    "glow": "#2E5878", "good": "#6FBFA5", "warn": "#E0A83C", "harm": "#F08490",
    "figure": "#14110E", "value": "#D2B986",
    "sand": "#4B3E2D", "sand-line": "#665539", "bend": "#633F29", "bend-line": "#F6B291", "lane": "#A68C5E",
    "stone": "#5D564D", "stone-line": "#958B7C", "hedge": "#2F4726", "hedge-line": "#6C9157",
    "water": "#1D4659", "water-line": "#7CBAD6", "wood": "#6E4F2B", "wood-line": "#D3A768",
    "marble": "#332E29", "marble-line": "#4A433B",
}  # fmt: skip
_CONTRAST: Final = (
    dict.fromkeys(_LIGHT, "#FFFFFF")
    | dict.fromkeys([name for name in _LIGHT if name.endswith("-line")], "#000000")
    | dict.fromkeys([name for name in _LIGHT if name.endswith("-mark")], "#8A8A8A")
    | dict.fromkeys(["ink", "accent", "link", "good", "warn", "harm"], "#000000")
    | dict.fromkeys(["figure", "lane", "value"], "#000000")
    | {"sand-line": "#8A8A8A", "marble-line": "#FFFFFF", "seat0-mark": "#FFFFFF"}
)
THEMES: Final = {"light": _LIGHT, "dark": _DARK, "contrast": _CONTRAST}

_SERIF: Final = "'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,serif"

# The style classes of kit/scene.py. @name stands for the pattern of that name.
_RULES: Final = """\
.page,.verge{fill:var(--page)}
.square,.sand{fill:@sand;stroke:var(--sand-line);stroke-width:12}
.bend{fill:@bend}
.water{fill:@water;stroke:var(--water-line);stroke-width:20}
.wood{fill:var(--wood);stroke:var(--wood-line);stroke-width:20}
.infield{fill:@marble}
.stone{fill:@stone;stroke:var(--stone-line);stroke-width:16}
.hedge{fill:@hedge;stroke:var(--hedge-line);stroke-width:16}
.checker{fill:@checker;stroke:var(--ink);stroke-width:16}
.meander{fill:@meander}
.edge,.lane{fill:none;stroke:var(--ink);stroke-width:44;stroke-linecap:square}
.lane{stroke:var(--lane);stroke-width:22;stroke-linecap:butt;stroke-dasharray:0 200 600 200}
.painted{fill:none;stroke:var(--lane);stroke-width:40}
text{fill:var(--ink);text-anchor:middle}
.value{fill:var(--value);font-family:@serif;font-weight:700}
.value.bend{fill:var(--bend-line);stroke:var(--bend);stroke-width:70;paint-order:stroke}
.inscription{font-family:@serif;letter-spacing:.16em;fill:var(--ink)}
.plate{stroke:var(--figure);stroke-width:20}
.acting{stroke:var(--accent);stroke-width:44}
.broad{stroke-width:80}
.broad.acting{stroke-width:260}
.ring{fill:var(--scratch);stroke:var(--figure);stroke-width:20}
.badge{fill:var(--scratch);stroke:var(--figure);stroke-width:20}
.figure{fill:var(--figure)}
.fine{display:var(--fine,inline)}
.ghost{opacity:.55}
.mark,.note{fill:var(--ink)}
.target{fill:var(--glow);fill-opacity:.55;stroke:var(--link);stroke-width:56}
.target.bold{fill-opacity:0}
.target.far{fill-opacity:.2;stroke-opacity:.6}
.target.far.bold{fill-opacity:0}
.way{fill:none;stroke:var(--accent);stroke-width:110;stroke-linecap:round;stroke-linejoin:round}
.trace{fill:var(--glow);fill-opacity:.7;stroke:var(--link);stroke-width:20;stroke-dasharray:120 80}
.zone{fill:var(--link);fill-opacity:.1;stroke:var(--link);stroke-width:36;stroke-opacity:.75}
.zone.faint{fill-opacity:.04;stroke-opacity:.4;stroke-dasharray:180 180}
.sight{fill:none;stroke:var(--accent);stroke-width:90;stroke-linecap:round;stroke-dasharray:20 220}
.rough{fill:var(--hedge);fill-opacity:.3;stroke:var(--hedge-line);stroke-width:50;stroke-dasharray:260 160}
.mound{fill:var(--bend);stroke:var(--bend-line);stroke-opacity:.6;stroke-width:60}
.rough.mound{fill:var(--bend);fill-opacity:.75}
.tag{fill:var(--ink);stroke:var(--surface);stroke-width:190;stroke-linejoin:round;paint-order:stroke;font-weight:700}
.callout{fill:var(--ink);stroke:var(--surface);stroke-width:.45em;stroke-linejoin:round;paint-order:stroke;font-weight:700}
.good{fill:var(--good)}
.warn{fill:var(--warn)}
.harm{fill:var(--harm)}
.accent{fill:var(--accent)}"""
_SHARP: Final = """\
.square,.plate,.water,.wood,.stone,.hedge,.edge,.ring,.target,.trace,.zone,.rough,.mound,.badge,.way{vector-effect:non-scaling-stroke}
.plate,.water,.wood,.stone,.hedge,.edge,.zone,.rough,.mound{stroke-width:2px}
.acting,.broad.acting{stroke-width:4px}
.zone,.mound{stroke-opacity:1}
.badge{stroke-width:1px}
.zone.faint{fill-opacity:0;stroke-width:1px;stroke-dasharray:3 5}
.rough{stroke-dasharray:6 4}
.square{stroke-width:1px}
.ring,.target{stroke-width:4px}
.trace,.target.far{stroke-width:2px}
.way{stroke-width:5px}
.target,.trace{stroke-dasharray:9 4}"""

# The patterns of the ground: side of a tile, colour, and lines as (path, colour, width).
_TILES: Final = {
    "sand": (1000, "sand", [(
        "M90 190h70M330 90h50M620 240h80M860 130h40M200 430h50M480 400h30M760 480h70M60 680h60M380 640h70"
        "M650 720h40M900 760h50M240 880h60M540 910h70M800 930h30", "sand-line", 10)]),
    "bend": (500, "bend", [("M0 250L250 0M0 500L500 0M250 500L500 250", "sand-line", 14)]),
    "water": (500, "water", [
        ("M0 90q62 -70 125 0t125 0t125 0t125 0M0 340q62 -70 125 0t125 0t125 0t125 0", "water-line", 30),
        ("M60 210q62 -50 125 0M310 460q62 -50 125 0", "water-line", 18)]),
    "marble": (4000, "marble", [(
        "M0 700C500 500 900 900 1500 760S2600 300 4000 700M1500 760C1700 1300 2300 1400 2400 2100S3100 2900 "
        "3000 4000M3000 0C3020 200 2900 260 2950 380M0 2600C700 2400 900 3000 1600 2900S2100 2500 2460 2420",
        "marble-line", 16)]),
    "stone": (500, "stone", [(
        "M0 0H500M0 125H500M0 250H500M0 375H500M0 0V125M125 0V125M250 125V250M375 125V250M0 250V375"
        "M125 250V375M250 375V500M375 375V500", "stone-line", 14)]),
    "hedge": (250, "hedge", [(
        "M10 70q40 -60 80 0M130 60q40 -60 80 0M70 150q40 -60 80 0M190 160q40 -60 80 0M-60 160q40 -60 80 0"
        "M10 230q40 -60 80 0M135 235q40 -60 80 0", "hedge-line", 22)]),
    "checker": (250, "surface", [("M0 62H125M125 187H250", "ink", 125)]),
    "meander": (250, "page", [("M0 205H250M50 205V45H200V150H120V105", "accent", 28)]),
}  # fmt: skip
# The patterns of the factions, in the order of kit/scene.py: filled shapes, and lines.
_PATTERNS: Final = (
    ("", ""),
    ("M23 50a27 27 0 1 1 54 0a27 27 0 1 1 -54 0M123 150a27 27 0 1 1 54 0a27 27 0 1 1 -54 0", ""),
    ("", "M-50 50q50 -60 100 0t100 0t100 0M-50 150q50 -60 100 0t100 0t100 0"),
    ("", "M20 0L80 50L20 100M120 100L180 150L120 200"),
    ("M0 0H100V100H0ZM100 100H200V200H100Z", ""),
    ("", "M-50 50L50 -50M-50 150L150 -50M-50 250L250 -50M50 250L250 50M150 250L250 150"),
    ("M0 0H36V200H0ZM100 0H136V200H100Z", ""),
    ("", "M20 50a30 30 0 1 1 60 0a30 30 0 1 1 -60 0M120 150a30 30 0 1 1 60 0a30 30 0 1 1 -60 0"),
)


def svg(scene: Scene, theme: str = "light") -> str:
    """Return the scene as an SVG document in the theme light, dark or contrast."""
    left, top, width, height = scene.box
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene {theme}" role="img" '
        f'viewBox="{left} {top} {width} {height}">',
        f"<title>{escape(scene.prompt)}</title>",
        f"<desc>{escape(_description(scene))}</desc>",
        f"<style>\n{style(theme)}\n</style>",
        f"<defs>\n{patterns(theme)}\n{symbols(scene.symbols)}\n</defs>",
        f'<rect class="page" x="{left}" y="{top}" width="{width}" height="{height}"/>',
    ]
    for layer in [layer for layer in scene.layers if not layer.of]:
        lines.append(f'<g id="layer-{escape(layer.name)}" class="layer {escape(layer.name)}">')
        lines.extend([element(node) for node in layer.nodes])
        lines.append("</g>")
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def style(theme: str) -> str:
    """Return the style sheet of a theme: its colours as variables, and the rules of the classes."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; there are: {', '.join(THEMES)}")
    colours = ";".join([f"--{name}:{colour}" for name, colour in THEMES[theme].items()])
    lines = [f".scene.{theme}{{{colours};font-family:system-ui,sans-serif}}"]
    rules = _RULES.splitlines() + (_SHARP.splitlines() if theme == "contrast" else [])
    for rule in rules:
        names, body = rule.split("{", 1)
        where = ",".join([f".scene.{theme} {name}" for name in names.split(",")])
        lines.append(f"{where}{{{_expand_patterns(body, theme)}")
    for seat in range(len(_PATTERNS)):
        lines.append(f".scene.{theme} .seat{seat}{{--clay:var(--seat{seat})}}")
        lines.append(f".scene.{theme} .plate.seat{seat}{{fill:url(#{theme}-seat{seat})}}")
        lines.append(f".scene.{theme} .broad.seat{seat}{{fill:url(#{theme}-seat{seat}-broad)}}")
    return "\n".join(lines)


def _expand_patterns(body: str, theme: str) -> str:
    """Return a rule with the names of patterns replaced by references."""
    body = body.replace("@serif", _SERIF)
    for name in _TILES:
        body = body.replace(f"@{name}", f"url(#{theme}-{name})")
    return body


def patterns(theme: str) -> str:
    """Return the patterns of the ground and of the factions."""
    elements: list[str] = []
    for name, (side, ground, lines) in _TILES.items():
        content = "".join([_path(path, "none", colour, width) for path, colour, width in lines])
        elements.append(_pattern(f"{theme}-{name}", side, ground, content))
    for seat, (shapes, strokes) in enumerate(_PATTERNS):
        mark = f"seat{seat}-mark"
        content = _path(shapes, f"var(--{mark})", mark, 0) + _path(strokes, "none", mark, 26)
        name = f"{theme}-seat{seat}"
        elements.append(_pattern(name, 200, f"seat{seat}", content))
        elements.append(f'<pattern id="{name}-broad" href="#{name}" patternTransform="scale({BROAD_SCALE})"/>')
    return "\n".join(elements)


def _path(path: str, fill: str, stroke: str, width: int) -> str:
    """Return a path element of a pattern, or an empty string for an empty path."""
    if not path:
        return ""
    return f'<path d="{path}" style="fill:{fill};stroke:var(--{stroke});stroke-width:{width}"/>'


def _pattern(id: str, side: int, ground: str, content: str) -> str:
    """Return a pattern element: a tile of one colour with content on it."""
    tile = f'<rect width="{side}" height="{side}" style="fill:var(--{ground})"/>'
    size = f'width="{side}" height="{side}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{id}" {size}>{tile}{content}</pattern>'


def symbols(text: str) -> str:
    """Return the content of a symbols file, without the surrounding svg element."""
    start = text.find("<svg")
    if start < 0:
        return text
    return text[text.index(">", start) + 1 : text.rindex("</svg>")].strip()


def element(node: Node) -> str:
    """Return a node as an SVG element."""
    name, shape, content = _shape(node)
    turn = f" rotate({_degrees(node.turn)})" if node.turn else ""
    css = f' class="{escape(node.css)}"' if node.css else ""
    label = f"<title>{escape(node.label)}</title>" if node.label else ""
    start = f'<{name} id="{escape(node.id)}"{css} transform="translate({node.x} {node.y}){turn}"{shape}'
    return f"{start}>{label}{content}</{name}>" if label or content else f"{start}/>"


def _shape(node: Node) -> tuple[str, str, str]:
    """Return the name of a node's element, its specific attributes, and its content."""
    if node.shape == "rect":
        sides = [int(side) for side in node.data.split()]
        width, height = sides[0], sides[1]
        corner = f' rx="{sides[2]}"' if len(sides) > 2 else ""
        place = f' x="{-width // 2}" y="{-height // 2}" width="{width}" height="{height}"'
        return "rect", place + corner, ""
    if node.shape == "circle":
        return "circle", f' r="{int(node.data)}"', ""
    if node.shape == "path":
        return "path", f' d="{escape(node.data)}"', ""
    if node.shape == "text":
        size = node.size or DEFAULT_TEXT_SIZE
        return "text", f' font-size="{size}" dy="{size * 35 // 100}"', escape(node.data)
    if node.shape == "use":
        size = node.size or DEFAULT_SYMBOL_SIZE
        place = f' x="{-size // 2}" y="{-size // 2}" width="{size}" height="{size}"'
        return "use", f' href="#{escape(node.data)}"{place}', ""
    raise ValueError(f"node {node.id!r} has the unknown shape {node.shape!r}")


def _degrees(tenths: int) -> str:
    """Return tenths of a degree as a decimal number of degrees."""
    sign = "-" if tenths < 0 else ""
    whole, rest = divmod(abs(tenths), 10)
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def _description(scene: Scene) -> str:
    """Return breadcrumbs and panels as text."""
    parts = [" > ".join(scene.breadcrumbs)] if scene.breadcrumbs else []
    parts.extend([_panel(panel) for panel in scene.panels if panel.rows])
    return "\n".join(parts)


def _panel(panel: Panel) -> str:
    rows = [", ".join([cell for cell in row if cell]) for row in panel.rows]
    return f"{panel.title}: {'; '.join(rows)}."


def escape(text: str) -> str:
    """Return text that is safe in an element or an attribute."""
    text = "".join([letter for letter in text if letter >= " " or letter in "\n\t"])
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;")
