"""The commands of hippodrome variant: games with changed data files, created, checked, shown and packed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from hippodrome import catalogue
from hippodrome import variants as variant_files
from hippodrome.atomic_files import write_atomically
from hippodrome.lab.data_reference import reference_page
from hippodrome.lab.variant_check import check_variant, data_notes, differences
from hippodrome.lab.variant_fuzz import fuzz_variants
from hippodrome.lab.variant_template import template_files
from hippodrome.terminal.arguments import AsJson, GameName, OutputFile, Watch, examples, load_variant
from hippodrome.terminal.console import ProgressBar, UsageError, make_console, print_json
from hippodrome.terminal.saves import shell_path
from hippodrome.terminal.theme import QUIET, STRONG
from hippodrome.terminal.watching import watch_files
from hippodrome.variants import MANIFEST, Variant, VariantError

VariantPath = Annotated[
    Path, typer.Argument(metavar="PATH", help="Folder of the variant, or the file it was packed into.")
]

app = typer.Typer(
    help="Create variants: games with changed chariots, tracks, cards, armies or scenarios.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog=examples(
        "hippodrome variant new races fast/",
        "hippodrome variant check fast/",
        "hippodrome play --variant fast/",
        "hippodrome serve --variant fast/",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)


def read_variant(path: Path) -> Variant:
    """Return the variant in a folder or file. Errors name the file, line and key."""
    try:
        return variant_files.read_variant(path)
    except VariantError as error:
        raise UsageError("; ".join(error.problems)) from None


@app.command(epilog=examples("hippodrome variant new races fast/", "hippodrome variant new benhur hills --name hills"))
def new(
    game: GameName,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="New folder for the variant.")],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the variant; by default that of the folder.")
    ] = None,
) -> None:
    """Create a variant: a folder with everything that can be changed, commented out."""
    if game not in catalogue.games():
        raise UsageError(f"there is no game {game!r}; choose one of: {', '.join(catalogue.games())}")
    if folder.exists():
        raise UsageError(f"{folder} already exists; name another folder")
    try:
        for path, text in template_files(game, name or folder.resolve().name).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(folder / path, text)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror}") from None
    console = make_console()
    edit = f"Edit {folder / MANIFEST} and the files in {folder / 'data'}."
    console.print(Text(f"Created {folder}. {edit}"), soft_wrap=True)
    console.print(Text(f"Then check it: hippodrome variant check {shell_path(folder)}", QUIET), soft_wrap=True)


@app.command(epilog=examples("hippodrome variant check fast/", "hippodrome variant check fast/ --watch"))
def check(path: VariantPath, watch: Watch = False) -> None:
    """Check a variant by playing a few moves of every scenario, and list all errors; exit with 1 if there are any."""
    if watch:
        watch_files(path, lambda: print_check(path))
        return
    raise typer.Exit(0 if print_check(path) else 1)


def print_check(path: Path) -> bool:
    """Print all errors of a variant, or that it is valid and what has less effect than expected; return if it is."""
    console = make_console()
    try:
        game = catalogue.build_variant(variant_files.read_variant(path))
    except VariantError as error:
        faults = error.problems
    else:
        faults = [f"{path}: {fault}" for fault in check_variant(game)]
    for fault in faults:
        console.print(Text(fault), soft_wrap=True)
    if faults:
        count = len(faults)
        console.print(Text(f"{count} error{'s' if count > 1 else ''}.", QUIET), soft_wrap=True)
        return False
    console.print(Text(f"{game.title} is valid: {len(game.scenarios())} scenarios, {game.slug}"), soft_wrap=True)
    for note in data_notes(game):
        console.print(Text(f"Note: {note}"), soft_wrap=True)
    return True


@app.command(epilog=examples("hippodrome variant reference races", "hippodrome variant reference races --out races.md"))
def reference(game: GameName, out: OutputFile = None) -> None:
    """Explain every column of a game's data files: type, range, unit, meaning and known values, in Markdown."""
    if game not in catalogue.packaged_games():
        raise UsageError(f"there is no game {game!r}; choose one of: {', '.join(catalogue.games())}")
    page = reference_page(game)
    if out is None:
        print(page, end="")
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(out, page)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None


@app.command(epilog=examples("hippodrome variant fuzz races", "hippodrome variant fuzz races --variants 1000 --seed 7"))
def fuzz(
    game: GameName,
    variants: Annotated[int, typer.Option(metavar="N", help="Number of random variants.")] = 100,
    matches: Annotated[int, typer.Option(metavar="N", help="Matches of each variant that is accepted.")] = 20,
    decisions: Annotated[int | None, typer.Option(metavar="N", help="Decisions of each match; by default all.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Number that fixes everything.")] = 1,
) -> None:
    """Change a game's data files at random: each variant must be refused with its place, or play without a fault."""
    if game not in catalogue.packaged_games():
        raise UsageError(f"there is no game {game!r}; choose one of: {', '.join(catalogue.games())}")
    with ProgressBar("variants", variants) as bar:
        report = fuzz_variants(game, variants, seed, matches, decisions, bar.update)
    print(report.text())
    raise typer.Exit(0 if report.ok else 1)


@app.command(epilog=examples("hippodrome variant show fast/"))
def show(path: VariantPath, json: AsJson = False) -> None:
    """Show what a variant changes, value by value."""
    variant = read_variant(path)
    game = load_variant(path)
    rows = differences(variant)
    if json:
        changes = [{"path": row.path, "was": row.was, "is": row.now} for row in rows]
        print_json({"slug": game.slug, "title": game.title, "digest": variant.digest, "changes": changes})
        return
    console = make_console()
    console.print(Text.assemble((game.title, STRONG), f"  {game.slug}"), soft_wrap=True)
    for row in rows:
        console.print(Text(f"  {row.path}: {row.text()}"), soft_wrap=True)
    if not rows:
        console.print(Text("  No changes yet.", QUIET))


@app.command(epilog=examples("hippodrome variant pack fast/ fast.toml"))
def pack(
    path: VariantPath,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file for the packed variant.")],
) -> None:
    """Pack a variant into one file, to share it."""
    load_variant(path)
    if file.exists():
        raise UsageError(f"{file} already exists; name another file")
    try:
        write_atomically(file, variant_files.pack_variant(read_variant(path)))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    command = f"hippodrome play --variant {shell_path(file)}"
    make_console().print(Text(f"Packed into {file}. Play it with: {command}"), soft_wrap=True)
