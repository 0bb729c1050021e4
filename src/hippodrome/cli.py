"""The command line: the commands of hippodrome, and how they tell that something was wrong with what was typed."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
import typer.core

import hippodrome as hd
from hippodrome.terminal.commands import batch, campaigns, custom_files, lab, play, records, rulebooks, variants
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.saves import NEWEST

INTERRUPTED = 130


class Commands(typer.core.TyperGroup):
    """The commands; whatever goes wrong with what was typed is said in one line, with exit code 2."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run a command; --resume may stand without a file."""
        settings["standalone_mode"] = False
        try:
            code = super().main(with_resume(sys.argv[1:] if args is None else args), *rest, **settings)
        except UsageError as complaint:
            self.stop(str(complaint))
        except (KeyboardInterrupt, EOFError, typer.Abort):
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            leave_pipe()
        except Exception as error:
            say = getattr(error, "format_message", None)
            if say is None:
                raise
            self.stop(f"{say()} (hippodrome --help lists everything)")
        sys.exit(code if isinstance(code, int) else 0)

    def stop(self, message: str) -> NoReturn:
        """One line on stderr, and the end."""
        sys.stderr.write(f"hippodrome: {' '.join(message.split())}\n")
        sys.exit(2)


def leave_pipe() -> NoReturn:
    """Whoever read the output has gone: say nothing more, not even at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def with_resume(args: Sequence[str]) -> list[str]:
    """Return the arguments, with the newest save named where --resume names none."""
    found = list(args)
    if "--resume" in found:
        place = found.index("--resume")
        if place + 1 == len(found) or found[place + 1].startswith("-"):
            found[place] = f"--resume={NEWEST}"
    return found


app = typer.Typer(
    name="hippodrome",
    cls=Commands,
    help="Chariot games with every rule enforced: play them, watch them, look things up, check the dice.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(play.app)
app.add_typer(campaigns.app, name="campaign")
app.add_typer(custom_files.app, name="custom")
app.add_typer(rulebooks.app)
app.add_typer(records.app)
app.add_typer(batch.app)
app.add_typer(lab.app, name="lab")
app.add_typer(variants.app, name="variant")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hippodrome {hd.__version__}")
        raise typer.Exit


@app.callback()
def hippodrome(
    version: Annotated[
        bool, typer.Option("--version", metavar="", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Chariot games with every rule enforced: play them, watch them, look things up, check the dice."""


def main() -> None:
    """The program. A character that the terminal does not have is shown as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


if __name__ == "__main__":
    main()
