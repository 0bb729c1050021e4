"""Heat map of a round robin: how often each contender beats each other one, as SVG for light and dark pages.

Sizes are in pixels.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from hippodrome.kit.state import Json
from hippodrome.kit.svg_renderer import THEMES
from hippodrome.lab.round_robin import won_grid
from hippodrome.lab.stats import percent

CELL_SIZE = 58
NAME_WIDTH = 168
HEAD_HEIGHT = 190
BAR_LENGTH = 150
BAR_GAP = 36
FOOT_HEIGHT = 74
MIN_WIDTH = 960  # so that the legend fits
MAX_OPACITY = 0.54
"""Opacity of a cell that is always won or always lost; text stays legible on it."""

THEME_COLOURS = ("surface", "ink", "good", "harm", "accent", "lane", "page")
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


def heatmap(results: Json, title: str, lines: tuple[str, ...], event: str = "race") -> str:
    """Return the heat map: the grid, a bar for every contender against all others, and a legend."""
    rows = sorted(range(len(results["contenders"])), key=lambda place: -results["contenders"][place]["won"]["share"])
    grid = won_grid(results)
    side = CELL_SIZE * len(rows)
    width, height = max(MIN_WIDTH, NAME_WIDTH + side + BAR_GAP + BAR_LENGTH + 70), HEAD_HEIGHT + side + FOOT_HEIGHT
    parts = [f'<rect width="{width}" height="{height}" rx="14" fill="var(--surface)"/>', text(28, 44, title, "title")]
    parts += [text(28, 68 + 19 * place, line, "small") for place, line in enumerate(lines)]
    names = [results["contenders"][place]["name"] for place in rows]
    parts += column_heads(names)
    for line, place in enumerate(rows):
        parts.append(
            text(NAME_WIDTH - 14, HEAD_HEIGHT + CELL_SIZE * line + CELL_SIZE // 2 + 5, names[line], "name", "end")
        )
        parts += [cell(grid[place][other], line, column) for column, other in enumerate(rows)]
        parts += bar(results["contenders"][place], line, NAME_WIDTH + side + BAR_GAP)
    parts += legend(HEAD_HEIGHT + side + 34, event)
    label = escape(f"{title}. The same figures are in the table.", {'"': "&quot;"})
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    return "\n".join([opening, f"<style>{theme_style()}</style>", *parts, "</svg>"]) + "\n"


def theme_style() -> str:
    """Return the style sheet with the theme colours for light and dark pages."""
    themes = [";".join([f"--{name}:{THEMES[theme][name]}" for name in THEME_COLOURS]) for theme in ("light", "dark")]
    return STYLE % tuple(themes)


def text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    """Return a text element."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def column_heads(names: list[str]) -> list[str]:
    """Return the slanted names above the columns, and the heading of the bars."""
    names_above = []
    for column, name in enumerate(names):
        x, y = NAME_WIDTH + CELL_SIZE * column + CELL_SIZE // 2 + 4, HEAD_HEIGHT - 12
        names_above.append(f'<g transform="translate({x} {y}) rotate(-42)">{text(0, 0, name, "head")}</g>')
    x = NAME_WIDTH + CELL_SIZE * len(names) + BAR_GAP
    return [
        *names_above,
        text(x, HEAD_HEIGHT - 30, "against all others", "head"),
        text(x, HEAD_HEIGHT - 12, "won; below: still in at the end", "small"),
    ]


def cell(row: Json | None, line: int, column: int) -> str:
    """Return a cell: how often the row beats the column, coloured by the distance from 50 %."""
    x, y = NAME_WIDTH + CELL_SIZE * column, HEAD_HEIGHT + CELL_SIZE * line
    square = f'x="{x + 1}" y="{y + 1}" width="{CELL_SIZE - 2}" height="{CELL_SIZE - 2}" rx="3"'
    if row is None:
        return f'<rect {square} class="self"/>'
    off = row["share"] - 0.5
    depth = MAX_OPACITY * min(1.0, abs(off) * 2)
    middle = x + CELL_SIZE / 2
    interval = f"{100 * row['low']:.0f}–{100 * row['high']:.0f}"
    return (
        f'<rect {square} class="{"won" if off >= 0 else "lost"}" fill-opacity="{depth:.2f}"/>'
        + text(middle, y + CELL_SIZE / 2 + 1, f"{100 * row['share']:.0f}", "cell", "middle")
        + text(middle, y + CELL_SIZE / 2 + 17, interval, "interval", "middle")
    )


def bar(row: Json, line: int, x: int) -> list[str]:
    """Return a bar for the wins against all others with their interval, and one for survival."""
    y = HEAD_HEIGHT + CELL_SIZE * line + CELL_SIZE // 2
    won, home = row["won"], row["home"]
    low, high = x + BAR_LENGTH * won["low"], x + BAR_LENGTH * won["high"]
    return [
        f'<rect x="{x}" y="{y - 13}" width="{BAR_LENGTH * won["share"]:.1f}" height="14" class="bar"/>',
        f'<path d="M{low:.1f} {y - 6}H{high:.1f}" class="whisker"/>',
        f'<rect x="{x}" y="{y + 5}" width="{BAR_LENGTH * home["share"]:.1f}" height="7" class="home"/>',
        text(x + BAR_LENGTH + 8, y - 1, percent(won["share"], 0), "sum"),
        text(x + BAR_LENGTH + 8, y + 15, percent(home["share"], 0), "small"),
    ]


def legend(y: int, event: str) -> list[str]:
    """Return the legend of the colours."""
    parts = [text(NAME_WIDTH, y + 14, f"loses every {event}", "small")]
    x = NAME_WIDTH + 112 + 10 * (len(event) - len("race"))
    for place in range(11):
        off = place / 5 - 1
        kind = "won" if off >= 0 else "lost"
        parts.append(f'<rect x="{x + 26 * place}" y="{y}" width="24" height="20" class="{kind}" '
                     f'fill-opacity="{MAX_OPACITY * abs(off):.2f}"/>')  # fmt: skip
    parts.append(f'<rect x="{x}" y="{y}" width="284" height="20" class="line"/>')
    words = f"wins every {event}. Below each number: its 95 % interval."
    return [*parts, text(x + 294, y + 14, words, "small")]
