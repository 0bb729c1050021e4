"""Charts for reports, as SVG for light and dark pages: dots with intervals, and columns. Sizes are in pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from hippodrome.lab.heatmap import SERIF, text, theme_style
from hippodrome.lab.stats import percent

WIDTH = 760
NAME_WIDTH = 260
VALUE_WIDTH = 84
ROW_HEIGHT = 28
HEAD_HEIGHT = 62
FOOT_HEIGHT = 44
COLUMN_HEIGHT = 190
CAPTION_STYLE = f".caption{{font-family:{SERIF};font-size:20px;font-weight:700}}"


@dataclass(frozen=True)
class Dot:
    """A row of a dot chart: a name, a value and its interval."""

    name: str
    value: float
    low: float
    high: float


def whole_percent(share: float) -> str:
    """Return a share without decimals."""
    return percent(share, 0)


def dot_chart(
    rows: Sequence[Dot],
    title: str,
    subtitle: str,
    middle: float,
    value_text: Callable[[float], str] = whole_percent,
) -> str:
    """Return a chart of values with their intervals, one per line, and a vertical line at the neutral value."""
    low = min([middle, *[row.low for row in rows]])
    high = max([middle, *[row.high for row in rows]])
    spread = (high - low) or 1.0
    scale = (WIDTH - NAME_WIDTH - VALUE_WIDTH) / spread

    def at(value: float) -> float:
        return NAME_WIDTH + (value - low) * scale

    height = HEAD_HEIGHT + ROW_HEIGHT * len(rows) + FOOT_HEIGHT
    parts = [text(24, 34, title, "caption"), text(24, 52, subtitle, "small")]
    parts.append(f'<path d="M{at(middle):.1f} {HEAD_HEIGHT - 2}V{height - FOOT_HEIGHT + 6}" class="line"/>')
    parts.append(text(at(middle), height - FOOT_HEIGHT + 22, value_text(middle), "small", "middle"))
    for place, row in enumerate(rows):
        y = HEAD_HEIGHT + ROW_HEIGHT * place + ROW_HEIGHT / 2
        kind = "won" if row.low > middle else "lost" if row.high < middle else "bar"
        parts.append(text(NAME_WIDTH - 12, y + 5, shorten(row.name), "name", "end"))
        parts.append(f'<path d="M{at(row.low):.1f} {y:g}H{at(row.high):.1f}" class="whisker"/>')
        parts.append(f'<circle cx="{at(row.value):.1f}" cy="{y:g}" r="6" class="{kind}"/>')
        parts.append(text(WIDTH - VALUE_WIDTH + 12, y + 5, value_text(row.value), "sum"))
    return svg_document(parts, WIDTH, height, title)


def column_chart(counts: Sequence[tuple[str, int]], title: str, subtitle: str) -> str:
    """Return a column chart of counts, each labelled with its share."""
    highest = max([count for _, count in counts] or [1]) or 1
    wide = (WIDTH - 48) / max(1, len(counts))
    height = HEAD_HEIGHT + COLUMN_HEIGHT + FOOT_HEIGHT
    parts = [text(24, 34, title, "caption"), text(24, 52, subtitle, "small")]
    total = sum(count for _, count in counts) or 1
    for place, (name, count) in enumerate(counts):
        x, tall = 24 + wide * place, (COLUMN_HEIGHT - 20) * count / highest
        y = HEAD_HEIGHT + COLUMN_HEIGHT - tall
        parts.append(f'<rect x="{x + 3:.1f}" y="{y:.1f}" width="{wide - 6:.1f}" height="{tall:.1f}" class="bar"/>')
        parts.append(text(x + wide / 2, y - 5, percent(count / total, 0), "small", "middle"))
        parts.append(text(x + wide / 2, HEAD_HEIGHT + COLUMN_HEIGHT + 20, name, "small", "middle"))
    return svg_document(parts, WIDTH, height, title)


def svg_document(parts: Sequence[str], width: int, height: int, title: str) -> str:
    """Return an SVG document with these elements on the background of the theme."""
    label = escape(f"{title}. The same figures are in the table.", {'"': "&quot;"})
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    ground = f'<rect width="{width}" height="{height}" rx="14" fill="var(--surface)"/>'
    return "\n".join([opening, f"<style>{theme_style()}\n{CAPTION_STYLE}</style>", ground, *parts, "</svg>"]) + "\n"


def shorten(name: str, max_chars: int = 27) -> str:
    """Return a name that fits beside a chart: cut at the first colon if it is too long, and then with an ellipsis."""
    if len(name) > max_chars:
        name = name.partition(": ")[0]
    return name if len(name) <= max_chars else f"{name[: max_chars - 1]}…"
