"""The commands of hippodrome custom: files for a game's options, such as an army, created, checked and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import hippodrome as hd
from hippodrome.atomic_files import write_atomically
from hippodrome.kit.custom_files import CustomFileKind, Fault, Report, check_file, clean
from hippodrome.kit.game import VARIANT
from hippodrome.kit.state import Json
from hippodrome.terminal.arguments import AsJson, Variants, Watch, examples
from hippodrome.terminal.board import draw_board_to_fit
from hippodrome.terminal.console import UsageError, make_console, print_json
from hippodrome.terminal.match_arguments import find_game
from hippodrome.terminal.saves import shell_path, variant_options
from hippodrome.terminal.theme import QUIET, STRONG
from hippodrome.terminal.watching import watch_files


def custom_file_kinds() -> list[tuple[hd.Game, CustomFileKind]]:
    """Return all kinds of custom files, each with its game."""
    return [(game, kind) for game in hd.games().values() for kind in game.custom_file_kinds()]


def complete_kind(incomplete: str) -> list[tuple[str, str]]:
    """Return the kinds whose names begin with a text."""
    kinds = custom_file_kinds()
    return [(kind.slug, f"{game.title}: {kind.title}") for game, kind in kinds if kind.slug.startswith(incomplete)]


KindName = Annotated[
    str,
    typer.Argument(metavar="KIND", help="Kind of file, such as army; see custom list.", autocompletion=complete_kind),
]
CustomFile = Annotated[Path, typer.Argument(metavar="FILE", help="Custom file, in TOML.")]
GameOfKind = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Game, if several have this kind of file.")
]

app = typer.Typer(
    help="Create and check custom files, such as an army.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog=examples(
        "hippodrome custom new army falcons.toml",
        "hippodrome custom check army falcons.toml",
        "hippodrome play magic -o army_red=falcons.toml",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)


def find_kind(slug: str, game: str | None) -> CustomFileKind:
    """Return the kind with this name, of any game or of the named one."""
    game_slug = find_game(game).slug if game is not None else None
    pairs = [pair for pair in custom_file_kinds() if pair[1].slug == slug and game_slug in (None, pair[0].slug)]
    pairs.sort(key=lambda pair: VARIANT not in pair[0].slug)  # a loaded variant takes precedence
    if not pairs:
        known = ", ".join(f"{kind.slug} ({one.slug})" for one, kind in custom_file_kinds())
        raise UsageError(f"there is no kind of custom file {slug!r}; choose one of: {known}")
    return pairs[0][1]


def read_custom_text(path: Path) -> str:
    """Return the text of a custom file."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"there is no file {str(path)!r}; create one with hippodrome custom new") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


@app.command("list", epilog=examples("hippodrome custom list"))
def list_kinds(json: AsJson = False, variants: Variants = None) -> None:
    """List the kinds of custom files, their examples and their options."""
    if json:
        print_json([kind_json(game, kind) for game, kind in custom_file_kinds()])
        return
    console = make_console()
    for game, kind in custom_file_kinds():
        console.print(Text.assemble((kind.slug, STRONG), f"  {game.title}. {kind.text}"), soft_wrap=True)
        console.print(Text(f"  Examples: {', '.join(kind.samples)}", QUIET), soft_wrap=True)
        options = " ".join(f"-o {name}=FILE" for name in options_for(game, kind))
        console.print(Text(f"  Play with: hippodrome play {game.slug} {options}", QUIET), soft_wrap=True)


def kind_json(game: hd.Game, kind: CustomFileKind) -> Json:
    """Return a kind of custom file as JSON."""
    return {
        "game": game.slug,
        "kind": kind.slug,
        "title": kind.title,
        "text": kind.text,
        "options": options_for(game, kind),
        "samples": kind.samples,
        "form": kind.form.json(),
    }


def options_for(game: hd.Game, kind: CustomFileKind) -> list[str]:
    """Return the names of the options that accept a file of this kind."""
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
    file: CustomFile,
    like: Annotated[
        str | None, typer.Option(metavar="NAME", help="Example to copy; by default the first legal one.")
    ] = None,
    game: GameOfKind = None,
    variants: Variants = None,
) -> None:
    """Create a custom file from an example, to edit in any editor."""
    chosen_kind = find_kind(kind, game)
    if file.exists():
        raise UsageError(f"{file} already exists; name another file")
    text = example_text(chosen_kind, like)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, text)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    console = make_console()
    show_report(console, chosen_kind, file, text)
    command = f"hippodrome custom check {kind} {shell_path(file)}{variant_options()}"
    console.print(Text(f"Edit the file, then check it: {command}", QUIET), soft_wrap=True)


def example_text(kind: CustomFileKind, title: str | None) -> str:
    """Return the example with this title; without one, the first legal example."""
    wanted = kind.first_legal_sample() if title is None else title
    for name, text in kind.samples.items():
        if name.lower() == wanted.lower():
            return text
    raise UsageError(f"there is no example {kind.slug} {title!r}; choose one of: {', '.join(kind.samples)}")


@app.command(
    epilog=examples("hippodrome custom check army falcons.toml", "hippodrome custom check army falcons.toml --watch")
)
def check(
    kind: KindName,
    file: CustomFile,
    game: GameOfKind = None,
    json: AsJson = False,
    watch: Watch = False,
    variants: Variants = None,
) -> None:
    """Check a custom file, and list its errors by line and key; exit with 1 if there are any."""
    chosen_kind = find_kind(kind, game)
    if watch:
        read_custom_text(file)
        watch_files(file, lambda: print_check(chosen_kind, file, json))
        return
    raise typer.Exit(0 if print_check(chosen_kind, file, json) else 1)


def print_check(chosen_kind: CustomFileKind, file: Path, json: bool) -> bool:
    """Print whether a custom file is valid, or its errors; return whether it is."""
    text = read_custom_text(file)
    report, faults = check_file(chosen_kind, text, str(file))
    if json:
        print_json(report_json(file, report, faults))
    elif faults:
        show_faults(make_console(), file, faults)
    else:
        assert report is not None
        make_console().print(Text(f"{file} is valid. {' '.join(report.summary)}"), soft_wrap=True)
    return not faults


@app.command(epilog=examples("hippodrome custom show army falcons.toml"))
def show(
    kind: KindName, file: CustomFile, game: GameOfKind = None, json: AsJson = False, variants: Variants = None
) -> None:
    """Show a custom file: its rows, totals, map and errors."""
    chosen_kind, text = find_kind(kind, game), read_custom_text(file)
    if json:
        print_json(report_json(file, *check_file(chosen_kind, text, str(file))))
    else:
        show_report(make_console(), chosen_kind, file, text)


def report_json(file: Path, report: Report | None, faults: list[Fault]) -> Json:
    """Return the report on a custom file as JSON."""
    return {
        "file": str(file),
        "ok": not faults,
        "title": report.title if report is not None else "",
        "summary": report.summary if report is not None else [],
        "notes": report.notes if report is not None else [],
        "faults": [fault.json() for fault in faults],
    }


def show_report(console: Console, kind: CustomFileKind, file: Path, text: str) -> None:
    """Print the rows of a custom file with notes, its picture, its summary and its faults."""
    report, faults = check_file(kind, text, str(file))
    if report is not None:
        console.print(Text(report.title, style=STRONG))
        rows = kind.form.fill(clean(text))[1]
        for row, note in zip(rows, report.notes, strict=True):
            values = ", ".join(value for name, value in row.items() if value and name != "places")
            console.print(Text(f"  {values}: {note}"), soft_wrap=True)
        if report.scene is not None:
            for line in draw_board_to_fit(report.scene, {}, console.width, console.height):
                console.print(line)
        for sentence in report.summary:
            console.print(Text(sentence), soft_wrap=True)
    show_faults(console, file, faults)


def show_faults(console: Console, file: Path, faults: list[Fault]) -> None:
    """Print one line per fault, with file, line and key."""
    for fault in faults:
        where = f"{file}, line {fault.line}, {fault.key}" if fault.key else f"{file}, line {fault.line}"
        console.print(Text(f"{where}: {fault.text}"), soft_wrap=True)
