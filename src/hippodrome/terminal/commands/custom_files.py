"""The commands of hippodrome custom: files of one's own, such as an army, begun, checked and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import hippodrome as hd
from hippodrome.files import write_whole
from hippodrome.kit.custom_files import CustomFileKind, Fault, Report, clean, check_file
from hippodrome.kit.game import VARIANT
from hippodrome.kit.state import Json
from hippodrome.terminal.arguments import AsJson, Variants, examples
from hippodrome.terminal.board import fitting
from hippodrome.terminal.console import UsageError, say_json, screen
from hippodrome.terminal.match_arguments import find_game
from hippodrome.terminal.saves import typed, with_variants
from hippodrome.terminal.theme import QUIET, STRONG


def kinds() -> list[tuple[hd.Game, CustomFileKind]]:
    """Return every kind of file of every game."""
    return [(game, kind) for game in hd.games().values() for kind in game.custom_file_kinds()]


def known_kinds(incomplete: str) -> list[tuple[str, str]]:
    """Return the kinds, for a shell to complete."""
    return [(kind.slug, f"{game.title}: {kind.title}") for game, kind in kinds() if kind.slug.startswith(incomplete)]


KindName = Annotated[
    str, typer.Argument(metavar="KIND", help="What it is, such as army; list shows all.", autocompletion=known_kinds)
]
OwnFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file, as TOML.")]
OfGame = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game, if several have files of this kind.")
]

app = typer.Typer(
    help="Files of your own, such as an army: begin one, check it, see what it comes to, and play with it.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog=examples(
        "hippodrome custom new army falcons.toml",
        "hippodrome custom check army falcons.toml",
        "hippodrome play magic -o army_red=falcons.toml",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)


def find_kind(slug: str, game: str | None) -> tuple[hd.Game, CustomFileKind]:
    """Return the kind that is meant, and its game."""
    wanted = find_game(game).slug if game is not None else None
    found = [pair for pair in kinds() if pair[1].slug == slug and wanted in (None, pair[0].slug)]
    found.sort(key=lambda pair: VARIANT not in pair[0].slug)  # with a variant in use, it is the variant that is meant
    if not found:
        known = ", ".join(f"{kind.slug} ({one.slug})" for one, kind in kinds())
        raise UsageError(f"there are no files of the kind {slug!r}; there are: {known}")
    return found[0]


def read_own(path: Path) -> str:
    """Return the text of a file of one's own."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"there is no file {str(path)!r}; hippodrome custom new begins one") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not text") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


@app.command("list", epilog=examples("hippodrome custom list"))
def list_kinds(json: AsJson = False, variants: Variants = None) -> None:
    """List what can be written, for which game and option, and the ready ones to begin with."""
    if json:
        say_json([kind_json(game, kind) for game, kind in kinds()])
        return
    console = screen()
    for game, kind in kinds():
        console.print(Text.assemble((kind.slug, STRONG), f"  {game.title}. {kind.text}"), soft_wrap=True)
        console.print(Text(f"  Ready ones: {', '.join(kind.samples)}", QUIET), soft_wrap=True)
        options = " ".join(f"-o {name}=FILE" for name in options_of(game, kind))
        console.print(Text(f"  Play with it: hippodrome play {game.slug} {options}", QUIET), soft_wrap=True)


def kind_json(game: hd.Game, kind: CustomFileKind) -> Json:
    """Return a kind for programs."""
    return {
        "game": game.slug,
        "kind": kind.slug,
        "title": kind.title,
        "text": kind.text,
        "options": options_of(game, kind),
        "samples": kind.samples,
        "form": kind.form.json(),
    }


def options_of(game: hd.Game, kind: CustomFileKind) -> list[str]:
    """Return the options that take a file of this kind."""
    names = [s.name for scenario in game.scenarios() for s in scenario.options if s.custom_kind == kind.slug]
    return list(dict.fromkeys(names))


@app.command(
    epilog=examples(
        "hippodrome custom new army falcons.toml",
        'hippodrome custom new army falcons.toml --like "Crag Tribes"',
        "hippodrome custom new layout ford.toml",
    )
)
def new(
    kind: KindName,
    file: OwnFile,
    like: Annotated[
        str | None, typer.Option(metavar="NAME", help="The ready one to begin with; the first by default.")
    ] = None,
    game: OfGame = None,
    variants: Variants = None,
) -> None:
    """Begin a file of your own as a copy of a ready one; then change it in any editor."""
    found = find_kind(kind, game)[1]
    if file.exists():
        raise UsageError(f"{file} is there already; name another file")
    text = sample_of(found, like)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    console = screen()
    show_report(console, found, file, text)
    console.print(
        Text(f"Change it, then: hippodrome custom check {kind} {typed(file)}{with_variants()}", QUIET), soft_wrap=True
    )


def sample_of(kind: CustomFileKind, like: str | None) -> str:
    """Return a ready file by its title; without one, the first that nothing is wrong with."""
    wanted = kind.first_legal_sample() if like is None else like
    for title, text in kind.samples.items():
        if title.lower() == wanted.lower():
            return text
    raise UsageError(f"there is no ready {kind.slug} {like!r}; there are: {', '.join(kind.samples)}")


@app.command(epilog=examples("hippodrome custom check army falcons.toml"))
def check(kind: KindName, file: OwnFile, game: OfGame = None, json: AsJson = False, variants: Variants = None) -> None:
    """Check a file: what cannot be read or is not allowed, with line and key; exit code 1 if something is wrong."""
    found, text = find_kind(kind, game)[1], read_own(file)
    report, faults = check_file(found, text, str(file))
    if json:
        say_json(report_json(file, report, faults))
    elif faults:
        show_faults(screen(), file, faults)
    else:
        assert report is not None
        screen().print(Text(f"{file} is as it should be. {' '.join(report.summary)}"), soft_wrap=True)
    raise typer.Exit(1 if faults else 0)


@app.command(epilog=examples("hippodrome custom show army falcons.toml"))
def show(kind: KindName, file: OwnFile, game: OfGame = None, json: AsJson = False, variants: Variants = None) -> None:
    """Show what a file comes to: row by row, its sum, its picture, and what is wrong with it."""
    found, text = find_kind(kind, game)[1], read_own(file)
    if json:
        say_json(report_json(file, *check_file(found, text, str(file))))
    else:
        show_report(screen(), found, file, text)


def report_json(file: Path, report: Report | None, faults: list[Fault]) -> Json:
    """Return a report for programs."""
    return {
        "file": str(file),
        "ok": not faults,
        "title": report.title if report is not None else "",
        "summary": report.summary if report is not None else [],
        "notes": report.notes if report is not None else [],
        "faults": [fault.json() for fault in faults],
    }


def show_report(console: Console, kind: CustomFileKind, file: Path, text: str) -> None:
    """A file for people."""
    report, faults = check_file(kind, text, str(file))
    if report is not None:
        console.print(Text(report.title, style=STRONG))
        rows = kind.form.fill(clean(text))[1]
        for row, note in zip(rows, report.notes, strict=True):
            words = ", ".join(value for name, value in row.items() if value and name != "places")
            console.print(Text(f"  {words}: {note}"), soft_wrap=True)
        if report.scene is not None:
            for drawn in fitting(report.scene, {}, console.width, console.height):
                console.print(drawn)
        for line in report.summary:
            console.print(Text(line), soft_wrap=True)
    show_faults(console, file, faults)


def show_faults(console: Console, file: Path, faults: list[Fault]) -> None:
    """What is wrong, a line each."""
    for fault in faults:
        where = f"{file}, line {fault.line}, {fault.key}" if fault.key else f"{file}, line {fault.line}"
        console.print(Text(f"{where}: {fault.text}"), soft_wrap=True)
