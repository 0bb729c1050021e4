"""The command line: the app with all commands, and error handling for what users type."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
import typer.core

import hippodrome as hd
from hippodrome.terminal.commands import (
    batch,
    campaigns,
    custom_files,
    lab,
    lessons,
    play,
    positions,
    records,
    review,
    rulebooks,
    variants,
)
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.saves import NEWEST

USAGE_ERROR_EXIT_CODE = 2
INTERRUPTED_EXIT_CODE = 130


class CommandGroup(typer.core.TyperGroup):
    """The commands of hippodrome. Usage errors are reported in one line, with exit code 2."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run a command."""
        settings["standalone_mode"] = False
        try:
            code = super().main(complete_resume(sys.argv[1:] if args is None else args), *rest, **settings)
        except UsageError as error:
            exit_with_error(str(error))
        except (KeyboardInterrupt, EOFError, typer.Abort):
            sys.exit(INTERRUPTED_EXIT_CODE)
        except BrokenPipeError:
            exit_after_broken_pipe()
        except Exception as error:
            format_message = getattr(error, "format_message", None)  # a usage error found by Typer
            if format_message is None:
                raise
            exit_with_error(f"{format_message()} See hippodrome --help.")
        sys.exit(code if isinstance(code, int) else 0)


def exit_with_error(message: str) -> NoReturn:
    """Print an error in one line on standard error, and exit."""
    sys.stderr.write(f"hippodrome: {' '.join(message.split())}\n")
    sys.exit(USAGE_ERROR_EXIT_CODE)


def exit_after_broken_pipe() -> NoReturn:
    """Exit without an error message after the reader of the output, such as head, has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def complete_resume(args: Sequence[str]) -> list[str]:
    """Return the arguments; --resume without a file becomes --resume=newest."""
    completed = list(args)
    if "--resume" in completed:
        place = completed.index("--resume")
        if place + 1 == len(completed) or completed[place + 1].startswith("-"):
            completed[place] = f"--resume={NEWEST}"
    return completed


app = typer.Typer(
    name="hippodrome",
    cls=CommandGroup,
    help="Play chariot tabletop games with every rule enforced.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(play.app)
app.add_typer(lessons.app)
app.add_typer(campaigns.app, name="campaign")
app.add_typer(custom_files.app, name="custom")
app.add_typer(rulebooks.app)
app.add_typer(records.app)
app.add_typer(positions.app)
app.add_typer(review.app)
app.add_typer(batch.app)
app.add_typer(lab.app, name="lab")
app.add_typer(variants.app, name="variant")


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"hippodrome {hd.__version__}")
        raise typer.Exit


@app.callback()
def hippodrome(
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", help="Show the version and exit.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Play chariot tabletop games with every rule enforced."""


def main() -> None:
    """Run the command line. Characters that the terminal cannot encode become question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


if __name__ == "__main__":
    main()
