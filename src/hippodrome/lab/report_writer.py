"""Writing reports: one self-contained HTML file, or Markdown with its pictures as separate files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from hippodrome.atomic_files import write_atomically
from hippodrome.kit.svg_renderer import THEMES
from hippodrome.lab.findings import Findings
from hippodrome.lab.findings.base import Section
from hippodrome.lab.heatmap import SANS, SERIF, THEME_COLOURS
from hippodrome.lab.simulation_report import ReportTable

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<header><p class="brand">Hippodrome Lab</p><h1>{title}</h1></header>
<main>
{sections}
</main>
</body>
</html>
"""
LEFT_ALIGNED_COLUMNS = ("scenario", "value", "verdict")
STYLE = """\
:root{%s}
@media (prefers-color-scheme:dark){:root{%s}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 SANS}
header{padding:2.5rem max(1.25rem,calc(50vw - 34rem)) 1rem}
h1,h2,.brand{font-family:SERIF}
h1{font-size:2.2rem;line-height:1.15;margin:.2rem 0}
h2{font-size:1.5rem;margin:0 0 .6rem}
h3{font-size:1rem;margin:1.4rem 0 .3rem}
.brand{margin:0;color:var(--accent);font-weight:700}
#answer p:first-of-type{font:700 1.35rem/1.35 SERIF}
details{background:var(--surface);border-radius:14px;padding:.2rem 1.6rem;margin:.6rem 0}
details[open]{padding-bottom:1.4rem}
summary{cursor:pointer;padding:.6rem 0}
summary h2{display:inline;font-size:1.15rem}
a{color:var(--accent)}
main{padding:0 max(1.25rem,calc(50vw - 34rem)) 4rem}
#answer{background:var(--surface);border-radius:14px;padding:1.4rem 1.6rem;margin:1.2rem 0}
section p{max-width:44rem;margin:.4rem 0}
figure{margin:1rem 0;overflow-x:auto}
figure svg{display:block;width:100%%;min-width:34rem;max-width:54rem;height:auto}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;min-width:100%%}
th,td{text-align:right;padding:.3rem .7rem;border-bottom:1px solid var(--lane);white-space:nowrap}
th{font-weight:600}
.left{text-align:left}
pre{overflow-x:auto;font-size:.875rem;line-height:1.5}
.text td{text-align:left;white-space:normal;overflow-wrap:anywhere}
@media print{body{background:none}section{break-inside:avoid}details::details-content{content-visibility:visible}}
"""


def write_report_files(findings: Findings, paths: Sequence[Path]) -> list[Path]:
    """Write a report to each path, in the format of its suffix, .html or .md; return all files written."""
    files: list[Path] = []
    for path in paths:
        if path.suffix not in (".html", ".md"):
            raise ValueError(f"the file name of a report ends in .html or .md; this is {path}")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".html":
            write_atomically(path, html_page(findings))
        else:
            write_atomically(path, markdown(findings, path.stem))
            for section in findings.sections:
                for picture in section.pictures:
                    files.append(path.with_name(f"{path.stem}-{picture.name}.svg"))
                    write_atomically(files[-1], picture.svg)
        files.append(path)
    return files


# -------------------------------------------------------------------- HTML


def html_page(findings: Findings) -> str:
    """Return a report as one HTML page."""
    sections = "\n".join(_section(section) for section in findings.sections)
    return PAGE.format(title=escape(findings.title), style=page_style(), sections=sections)


def page_style() -> str:
    """Return the style sheet with the theme colours for light and dark pages."""
    themes = [";".join([f"--{name}:{THEMES[theme][name]}" for name in THEME_COLOURS]) for theme in ("light", "dark")]
    return (STYLE % tuple(themes)).replace("SANS", SANS).replace("SERIF", SERIF)


FRAME_STYLE = (
    "body{background:none;padding:.1rem 0 .7rem}main{padding:0 .6rem}#answer figure{margin:0}"
    "header,#answer h2,#answer p,#answer:not(:has(figure)){display:none}"
)


def for_frame(page: str, theme: str) -> str:
    """Return a report page for a frame, in the colours of one theme; the page around it shows title and answer."""
    colours = ";".join([f"--{name}:{THEMES[theme][name]}" for name in THEME_COLOURS])
    scheme = "dark" if theme == "dark" else "light"
    return page.replace("</body>", f"<style>:root{{color-scheme:{scheme};{colours}}}{FRAME_STYLE}</style>\n</body>")


def _section(section: Section) -> str:
    heading = f"<h2>{escape(section.title)}</h2>"
    parts = ["<details>", f"<summary>{heading}</summary>"] if section.is_detail else []
    parts += [f'<section id="{section.key}">', *([] if section.is_detail else [heading])]
    parts += [f"<p>{escape(line)}</p>" for line in section.text]
    parts += [f'<figure tabindex="0">{picture.svg}</figure>' for picture in section.pictures]
    parts += [_table(table, section.key == "origin") for table in section.tables]
    parts += [f'<pre tabindex="0">{escape(section.listing)}</pre>'] if section.listing else []
    parts += ["</section>", *(["</details>"] if section.is_detail else [])]
    return "\n".join(parts)


def _table(table: ReportTable, is_text: bool) -> str:
    left = [place == 0 or name in LEFT_ALIGNED_COLUMNS for place, name in enumerate(table.head)]
    head = "".join(
        f"<th scope=col{_side(side)}>{escape(cell)}</th>" for side, cell in zip(left, table.head, strict=True)
    )
    rows = ""
    for row in table.rows:
        cells = "".join(f"<td{_side(side)}>{escape(cell)}</td>" for side, cell in zip(left, row, strict=True))
        rows += f"<tr>{cells}</tr>\n"
    kind = ' class="text"' if is_text else ""
    inside = f"<table{kind}><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table>"
    return f'<h3>{escape(table.title)}</h3><div class="scroll" tabindex="0">{inside}</div>'


def _side(left: bool) -> str:
    return ' class="left"' if left else ""


# -------------------------------------------------------------------- Markdown


def markdown(findings: Findings, stem: str) -> str:
    """Return a report as Markdown; its pictures are files that begin with `stem`."""
    parts = ["<!-- This report is written by hippodrome lab. -->", f"# {findings.title}"]
    for section in findings.sections:
        parts += [f"## {section.title}", *section.text]
        parts += [f"![{picture.name}]({stem}-{picture.name}.svg)" for picture in section.pictures]
        for table in section.tables:
            parts += [f"**{table.title}**", _rows(table)]
        parts += [f"```toml\n{section.listing.strip()}\n```"] if section.listing else []
    return "\n\n".join(parts) + "\n"


def _rows(table: ReportTable) -> str:
    lines = [table.head, [":--", *["--:"] * (len(table.head) - 1)], *table.rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
