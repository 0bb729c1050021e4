"""The picture of a round robin: how often each contender beats each other one, as an SVG for light and dark pages."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hippodrome.kit.state import Json
from hippodrome.kit.svg_renderer import THEMES
from hippodrome.lab.round_robin import won_grid

CELL = 58
LEFT = 168
TOP = 190
BAR = 150
GAP = 36
FOOT = 74
NARROWEST = 960  # the legend has to fit
STRONGEST = 0.54
"""How opaque the colour of a cell is that is always won or always lost; ink stays legible on it."""

COLOURS = ("surface", "ink", "good", "harm", "accent", "lane", "page")
SERIF = "'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
STYLE = f"""\
:root{{%s}}
@media (prefers-color-scheme:dark){{:root{{%s}}}}
text{{fill:var(--ink);font-family:{SANS};font-size:15px}}
.title{{font-family:{SERIF};font-size:26px;font-weight:700}}
.name,.head{{font-family:{SERIF};font-size:16px}}
.small{{font-size:12.5px}}
.cell{{text-anchor:middle;font-variant-numeric:tabular-nums}}
.sum{{font-weight:700;font-variant-numeric:tabular-nums}}
.interval{{font-size:10.5px;text-anchor:middle;font-variant-numeric:tabular-nums}}
.won{{fill:var(--good)}}
.lost{{fill:var(--harm)}}
.line{{stroke:var(--lane);stroke-width:1;fill:none}}
.self{{fill:var(--lane);fill-opacity:.18}}
.bar{{fill:var(--accent)}}
.home{{fill:none;stroke:var(--ink);stroke-width:1.5}}
.whisker{{stroke:var(--ink);stroke-width:2}}"""


def heatmap(found: Json, title: str, lines: tuple[str, ...], what: str = "race") -> str:
    """Return the whole picture: the grid, a bar for every contender against all others, and a legend."""
    rows = sorted(range(len(found["contenders"])), key=lambda place: -found["contenders"][place]["won"]["share"])
    grid = won_grid(found)
    side = CELL * len(rows)
    width, height = max(NARROWEST, LEFT + side + GAP + BAR + 70), TOP + side + FOOT
    parts = [f'<rect width="{width}" height="{height}" rx="14" fill="var(--surface)"/>', text(28, 44, title, "title")]
    parts += [text(28, 68 + 19 * place, line, "small") for place, line in enumerate(lines)]
    names = [found["contenders"][place]["name"] for place in rows]
    parts += heads(names)
    for line, place in enumerate(rows):
        parts.append(text(LEFT - 14, TOP + CELL * line + CELL // 2 + 5, names[line], "name", "end"))
        parts += [cell(grid[place][other], line, column) for column, other in enumerate(rows)]
        parts += bar(found["contenders"][place], line, LEFT + side + GAP)
    parts += legend(TOP + side + 34, what)
    label = escape(f"{title}. The table below says the same.", {'"': "&quot;"})
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    return "\n".join([opening, f"<style>{style()}</style>", *parts, "</svg>"]) + "\n"


def style() -> str:
    """Return the colours of the house for light and for dark pages."""
    themes = [";".join([f"--{name}:{THEMES[theme][name]}" for name in COLOURS]) for theme in ("light", "dark")]
    return STYLE % tuple(themes)


def text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    """Return some words."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def heads(names: list[str]) -> list[str]:
    """Return the names above the columns, aslant."""
    found = []
    for column, name in enumerate(names):
        x, y = LEFT + CELL * column + CELL // 2 + 4, TOP - 12
        found.append(f'<g transform="translate({x} {y}) rotate(-42)">{text(0, 0, name, "head")}</g>')
    x = LEFT + CELL * len(names) + GAP
    return [
        *found,
        text(x, TOP - 30, "against all others", "head"),
        text(x, TOP - 12, "won; below, came home", "small"),
    ]


def cell(row: Json | None, line: int, column: int) -> str:
    """How often the row beats the column, in a colour that says how much more or less than half that is."""
    x, y = LEFT + CELL * column, TOP + CELL * line
    square = f'x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="3"'
    if row is None:
        return f'<rect {square} class="self"/>'
    off = row["share"] - 0.5
    depth = STRONGEST * min(1.0, abs(off) * 2)
    middle = x + CELL / 2
    interval = f"{100 * row['low']:.0f}–{100 * row['high']:.0f}"
    return (
        f'<rect {square} class="{"won" if off >= 0 else "lost"}" fill-opacity="{depth:.2f}"/>'
        + text(middle, y + CELL / 2 + 1, f"{100 * row['share']:.0f}", "cell", "middle")
        + text(middle, y + CELL / 2 + 17, interval, "interval", "middle")
    )


def bar(row: Json, line: int, x: int) -> list[str]:
    """How often one beats all others, with its interval, and how often it comes home."""
    y = TOP + CELL * line + CELL // 2
    won, home = row["won"], row["home"]
    low, high = x + BAR * won["low"], x + BAR * won["high"]
    return [
        f'<rect x="{x}" y="{y - 13}" width="{BAR * won["share"]:.1f}" height="14" class="bar"/>',
        f'<path d="M{low:.1f} {y - 6}H{high:.1f}" class="whisker"/>',
        f'<rect x="{x}" y="{y + 5}" width="{BAR * home["share"]:.1f}" height="7" class="home"/>',
        text(x + BAR + 8, y - 1, f"{won['share']:.0%}", "sum"),
        text(x + BAR + 8, y + 15, f"{home['share']:.0%}", "small"),
    ]


def legend(y: int, what: str) -> list[str]:
    """What the colours mean."""
    found = [text(LEFT, y + 14, f"loses every {what}", "small")]
    x = LEFT + 112 + 10 * (len(what) - len("race"))
    for place in range(11):
        off = place / 5 - 1
        kind = "won" if off >= 0 else "lost"
        found.append(f'<rect x="{x + 26 * place}" y="{y}" width="24" height="20" class="{kind}" '
                     f'fill-opacity="{STRONGEST * abs(off):.2f}"/>')  # fmt: skip
    found.append(f'<rect x="{x}" y="{y}" width="284" height="20" class="line"/>')
    words = f"wins every {what}. Below each number: its 95 % interval."
    return [*found, text(x + 294, y + 14, words, "small")]
