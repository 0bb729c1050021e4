"""The commands of hippodrome variant: games with data files of one's own, begun, checked, shown and packed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from hippodrome import catalogue
from hippodrome.files import write_whole
from hippodrome.lab.variant_check import check_variant, differences
from hippodrome.lab.variant_template import template_files
from hippodrome.terminal.arguments import AsJson, GameName, examples, load_variant
from hippodrome.terminal.console import UsageError, say_json, screen
from hippodrome.terminal.saves import typed
from hippodrome.terminal.theme import QUIET, STRONG
from hippodrome.variants import HEAD, Variant, VariantError, pack, read

VariantPath = Annotated[Path, typer.Argument(metavar="FOLDER|FILE", help="A variant: its folder, or its one file.")]

app = typer.Typer(
    help="Variants: a game with chariots, tracks, cards, armies or scenarios of your own.",
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


def found_variant(path: Path) -> Variant:
    """Return the variant that is meant."""
    try:
        return read(path)
    except VariantError as error:
        raise UsageError(str(error)) from None


@app.command(epilog=examples("hippodrome variant new races fast/", "hippodrome variant new benhur hills --name hills"))
def new(
    game: GameName,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write it; it must not be there yet.")],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="What it is called; by default as the folder.")
    ] = None,
) -> None:
    """Begin a variant: a folder with everything that can be changed, commented out."""
    if game not in catalogue.games():
        raise UsageError(f"there is no game {game!r}; there are: {', '.join(catalogue.games())}")
    if folder.exists():
        raise UsageError(f"{folder} is there already; name another folder")
    try:
        for path, text in template_files(game, name or folder.resolve().name).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            write_whole(folder / path, text)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror}") from None
    console = screen()
    console.print(
        Text(f"Begun in {folder}. Change {folder / HEAD} and what lies in {folder / 'data'}."), soft_wrap=True
    )
    console.print(Text(f"Then: hippodrome variant check {typed(folder)}", QUIET), soft_wrap=True)


@app.command(epilog=examples("hippodrome variant check fast/"))
def check(path: VariantPath) -> None:
    """Check a variant: make its game, set up every scenario and play a while in each; exit code 1 if it is wrong."""
    game = load_variant(path)
    console = screen()
    faults = check_variant(game)
    for fault in faults:
        console.print(Text(f"{path}: {fault}"), soft_wrap=True)
    if not faults:
        console.print(
            Text(f"{game.title} is as it should be: {len(game.scenarios())} scenarios, {game.slug}"), soft_wrap=True
        )
    raise typer.Exit(1 if faults else 0)


@app.command(epilog=examples("hippodrome variant show fast/"))
def show(path: VariantPath, json: AsJson = False) -> None:
    """Show what a variant changes, value by value."""
    variant = found_variant(path)
    game = load_variant(path)
    rows = differences(variant)
    if json:
        changes = [{"path": row.path, "was": row.was, "is": row.now} for row in rows]
        say_json({"slug": game.slug, "title": game.title, "digest": variant.digest, "changes": changes})
        return
    console = screen()
    console.print(Text.assemble((game.title, STRONG), f"  {game.slug}"), soft_wrap=True)
    for row in rows:
        console.print(Text(f"  {row.path}: {row.text()}"), soft_wrap=True)
    if not rows:
        console.print(Text("  Nothing is changed yet.", QUIET))


@app.command(epilog=examples("hippodrome variant pack fast/ fast.toml"))
def pack(
    path: VariantPath,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The one file to write.")],
) -> None:
    """Pack a variant into one file, to be shared; --variant takes it as it takes the folder."""
    load_variant(path)
    if file.exists():
        raise UsageError(f"{file} is there already; name another file")
    try:
        write_whole(file, pack(found_variant(path)))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    screen().print(Text(f"Packed in {file}. Play it with: hippodrome play --variant {typed(file)}"), soft_wrap=True)
