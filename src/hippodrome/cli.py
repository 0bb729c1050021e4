"""The command line: the commands of hippodrome, and how they tell that something was wrong with what was typed."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
import typer.core
from rich.text import Text

import hippodrome as hd
from hippodrome.coverage import coverage
from hippodrome.kit.svg import THEMES
from hippodrome.terminal import books, campaigning, laboratory, owning, records, sheets
from hippodrome.terminal.arguments import (
    AnyGame,
    AsJson,
    AsSeat,
    At,
    GameName,
    NoColor,
    NoOdds,
    Options,
    Out,
    Plain,
    Programs,
    RecordFile,
    ScenarioName,
    Seats,
    Seed,
    Speed,
    examples,
    known,
    known_clauses,
    known_games,
)
from hippodrome.terminal.playing import choose_screen, play_at, resumed, started
from hippodrome.terminal.saves import NEWEST, Save, new_path, read_odds, read_record
from hippodrome.terminal.setting import find_game
from hippodrome.terminal.speak import Complaint, say_json, screen
from hippodrome.terminal.table import Table

INTERRUPTED = 130


class Commands(typer.core.TyperGroup):
    """The commands; whatever goes wrong with what was typed is said in one line, with exit code 2."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run a command; --resume may stand without a file."""
        settings["standalone_mode"] = False
        try:
            code = super().main(with_resume(sys.argv[1:] if args is None else args), *rest, **settings)
        except Complaint as complaint:
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
    """The arguments, with the newest save named where --resume names none."""
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


app.add_typer(campaigning.app, name="campaign")
app.add_typer(owning.app, name="own")


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


# -------------------------------------------------------------------- playing


@app.command(
    epilog=examples(
        "hippodrome play",
        "hippodrome play benhur -s arena --seats me,me,driver -o laps=1",
        "hippodrome play magic -o army_red=falcons.toml",
        "hippodrome play --resume",
    )
)
def play(
    game: AnyGame = None,
    scenario: ScenarioName = None,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    resume: Annotated[
        str | None, typer.Option(metavar="[FILE]", help="Go on with a saved match; without FILE the newest.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save; by default in your data folder.")
    ] = None,
    speed: Speed = "normal",
    no_odds: NoOdds = False,
    no_color: NoColor = False,
    plain: Plain = False,
) -> None:
    """Play a game against programs, or with others at one screen.

    Everything is saved after every move, and --resume takes it up again.
    """
    console = screen(not no_color)
    if resume is not None:
        if game or scenario or option or seed:
            raise Complaint(
                "a saved match knows its game, scenario, options and seed; "
                "beside --resume only --seats and --save can be given"
            )
        match, sitting, path = resumed(resume, seats)
        kept = Save(path if save is None else new_path(match, save), sitting, read_odds(path) and not no_odds)
    else:
        match, sitting = started(game, scenario, seats, option or (), seed, person=True)
        kept = Save(new_path(match, save), sitting, not no_odds)
    shown = choose_screen(console, speed, plain)
    play_at(Table(match, sitting, shown, kept.begin(match), kept.odds), console, "play")


@app.command(
    epilog=examples(
        "hippodrome watch benhur --speed fast",
        "hippodrome watch benhur -s river --seats driver,driver,random",
    )
)
def watch(
    game: AnyGame = None,
    scenario: ScenarioName = None,
    seats: Programs = None,
    option: Options = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the record here.")] = None,
    speed: Speed = "normal",
    no_color: NoColor = False,
    plain: Plain = False,
) -> None:
    """Watch programs play; any key goes straight to the end."""
    console = screen(not no_color)
    match, sitting = started(game, scenario, seats, option or (), seed, person=False)
    kept = Save(new_path(match, save), sitting).begin(match) if save is not None else None
    play_at(Table(match, sitting, choose_screen(console, speed, plain), kept), console, "watch")


# -------------------------------------------------------------------- the table in the browser


@app.command(
    epilog=examples(
        "hippodrome serve",
        "hippodrome serve --host 0.0.0.0 --port 9000",
        "hippodrome serve --public --origin https://play.example.org --trusted-proxy 127.0.0.1",
    )
)
def serve(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Where to listen; 0.0.0.0 lets others in your network come in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65535, help="The port; 8000, or the next that is free, by default."),
    ] = None,
    db: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file of the matches, or off; in the data folder by default."),
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where everything is kept; your data folder by default.")
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", metavar="", help="For the internet, behind a server that speaks TLS.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="The address people use; may be given several times."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="The server before this one, which says who asks; with --public."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", metavar="", help="Do not open a browser.")] = False,
    no_limits: Annotated[
        bool,
        typer.Option("--no-limits", metavar="", help="No limit to how often anybody asks, to measure the server."),
    ] = False,
    toys: Annotated[
        bool, typer.Option("--toys", metavar="", help="With the toy games of the tests, and seeds of one's own.")
    ] = False,
    log_json: Annotated[bool, typer.Option("--log-json", metavar="", help="The log as JSON, a line each.")] = False,
) -> None:
    """Play in the browser: starts the server and shows its address.

    Every match is kept, and the next start finds it again.
    """
    from hippodrome.server.serve import CannotServe  # loaded only here: the other commands start faster without it
    from hippodrome.server.serve import serve as run
    from hippodrome.server.settings import PORT, Rates, Settings, user_folder

    settings = Settings(
        host=host,
        port=PORT if port is None else port,
        data_dir=user_folder() if data_dir is None else data_dir,
        db=db,
        public=public,
        origins=tuple(url.rstrip("/") for url in origin or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        toys=toys,
        log_json=log_json,
        rates=Rates.none() if no_limits else Rates(),
    )
    try:
        run(settings, port_given=port is not None, browse=not no_browser)
    except CannotServe as problem:
        raise Complaint(str(problem)) from None


# -------------------------------------------------------------------- looking things up


@app.command(
    epilog=examples(
        "hippodrome games",
        "hippodrome games --json",
    )
)
def games(json: AsJson = False) -> None:
    """List the games with their scenarios, seats and options."""
    if json:
        say_json(books.games_json())
    else:
        books.show_games(screen())


@app.command(
    epilog=examples(
        "hippodrome rules benhur",
        "hippodrome rules benhur BH-S5",
        "hippodrome rules benhur caltrops",
        "hippodrome rules benhur --coverage",
    )
)
def rules(
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAUSE|WORDS", help="A clause, or words to look for.", autocompletion=known_clauses),
    ] = None,
    cover: Annotated[
        bool, typer.Option("--coverage", metavar="", help="List clauses that no code cites or no test names.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Read the rulebook: all of it, a clause, or every clause with certain words."""
    found = find_game(game)
    if cover:
        report = coverage(found)
        if json:
            say_json(report.json())
        else:
            books.show_coverage(screen(), report)
        raise typer.Exit(0 if report.is_complete() else 1)
    clauses = books.find_clauses(found, " ".join(words or []))
    if json:
        say_json([books.clause_json(clause) for clause in clauses])
    else:
        books.show_rulebook(screen(), clauses)


# -------------------------------------------------------------------- records


@app.command(
    epilog=examples(
        "hippodrome replay race.txt --step",
        "hippodrome replay race.txt --at 40",
        "hippodrome replay race.txt --log",
    )
)
def replay(
    file: RecordFile,
    at: At = None,
    step: Annotated[bool, typer.Option("--step", metavar="", help="Go through it move by move.")] = False,
    log: Annotated[bool, typer.Option("--log", metavar="", help="The whole log.")] = False,
    json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Show a recorded match: a moment of it, its log, or move by move."""
    whole = read_record(file)
    match = records.at_move(whole, at)
    console = screen(not no_color)
    if json:
        say_json(records.replay_json(match, whole))
    elif step:
        records.step_through(choose_screen(console, "instant", plain=False), whole, at or 0)
    elif log:
        records.show_log(console, match)
    else:
        records.show_moment(console, match)


@app.command(
    epilog=examples(
        "hippodrome verify race.txt",
    )
)
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records.")],
    json: AsJson = False,
) -> None:
    """Check every move, die and digest of records; exit code 1 if one does not hold."""
    found = [records.verdict_of(file) for file in files]
    if json:
        say_json(found)
    else:
        console = screen()
        for row in found:
            for line in records.verify_lines(row):
                console.print(Text(line), soft_wrap=True)
    raise typer.Exit(0 if all(row["ok"] for row in found) else 1)


@app.command(
    epilog=examples(
        "hippodrome render race.txt --at 40 -o race.svg",
        "hippodrome render benhur -s villa --text",
    )
)
def render(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record, or a game.", autocompletion=known_games)],
    scenario: ScenarioName = None,
    at: At = None,
    seat: AsSeat = None,
    text: Annotated[bool, typer.Option("--text", metavar="", help="As text.")] = False,
    svg: Annotated[bool, typer.Option("--svg", metavar="", help="As SVG; the default.")] = False,
    theme: Annotated[
        str, typer.Option(metavar="THEME", help="light, dark or contrast.", autocompletion=known(list(THEMES)))
    ] = "light",
    out: Out = None,
) -> None:
    """Draw a moment of a match as SVG or as text."""
    if text and svg:
        raise Complaint("a picture is --text or --svg, not both")
    match = records.moment_of(what, scenario, at)
    if text:
        lines = records.drawn_text(match, seat)
        records.put(
            out,
            "".join(f"{line.plain.rstrip()}\n" for line in lines),
            lambda: records.show_lines(screen(), lines),
        )
    else:
        drawn = records.drawn_svg(match, seat, theme)
        records.put(out, drawn, lambda: sys.stdout.write(drawn))


@app.command(
    epilog=examples(
        "hippodrome sheet battle.txt --at 40",
        "hippodrome sheet wheelie -s sides -o sheets.txt",
    )
)
def sheet(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record, or a game.", autocompletion=known_games)],
    scenario: ScenarioName = None,
    at: At = None,
    seat: AsSeat = None,
    json: AsJson = False,
    out: Out = None,
) -> None:
    """Write the sheets of a match that its players would keep on paper; of a game, as they are before play."""
    match = records.moment_of(what, scenario, at)
    found = sheets.sheets_of(match, seat)
    if json:
        say_json([one.json() for one in found])
    else:
        text = sheets.written(match, found)
        records.put(out, text, lambda: sys.stdout.write(text))


@app.command(
    epilog=examples(
        "hippodrome odds benhur",
        "hippodrome odds benhur --record race.txt --at 40 left",
    )
)
def odds(
    game: GameName,
    action: Annotated[
        list[str] | None,
        typer.Argument(metavar="ACTION", help="Such as: whips 2. Without one: every option."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A record; without one, the start of a match.")
    ] = None,
    at: At = None,
    scenario: ScenarioName = None,
    json: AsJson = False,
) -> None:
    """Show what may come of the options at a moment of a match."""
    match = records.odds_moment(find_game(game), record, at, scenario)
    actions = records.asked_actions(match, action or [])
    if json:
        say_json([records.odds_json(match, each) for each in actions])
    else:
        records.show_odds(screen(), match, actions)


# -------------------------------------------------------------------- the laboratory


@app.command(
    epilog=examples(
        "hippodrome simulate benhur -s arena --seats driver,driver,random,random --games 1000 --processes 2",
        "hippodrome simulate races --round-robin --json",
    )
)
def simulate(
    game: AnyGame = None,
    scenario: ScenarioName = None,
    seats: Programs = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many matches: 1000, or 200 a pair of a round robin."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="A number that fixes all dice.")] = 1,
    processes: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many processes share the work: 1, or in a round robin one a core."),
    ] = None,
    option: Options = None,
    round_robin: Annotated[
        bool, typer.Option("--round-robin", metavar="", help="Everything the game compares, each against each.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Let programs play many matches, and count what happened."""
    if round_robin:
        if scenario or seats or option:
            raise Complaint("a round robin sets its own scenarios, seats and options; leave them out")
        found = laboratory.robin(game, games, seed, processes)
        if json:
            say_json(found.json())
        else:
            laboratory.show_tables(screen(), found.title(), found.tables())
        return
    report = laboratory.simulated(game, scenario, seats, games, seed, processes, option or ())
    if json:
        say_json(report.json())
    else:
        laboratory.show_tables(screen(), report.title(), report.tables())


@app.command(
    epilog=examples(
        "hippodrome fuzz --games 10000 --processes 2",
        "hippodrome fuzz benhur --seconds 60",
        "hippodrome fuzz --exhaustive",
    )
)
def fuzz(
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Games; all of them by default.", autocompletion=known_games),
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="How many matches of each game.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="N", help="How long.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="A number that fixes all dice and choices.")] = 1,
    processes: Annotated[int, typer.Option(metavar="N", help="How many processes share the work.")] = 1,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", metavar="", help="Until every step, card, event and option has occurred.")
    ] = False,
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the records of broken matches here.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Play random matches and look for broken rules; exit code 1 if there is one."""
    report = laboratory.fuzzed(game or (), games, seconds, seed, processes, exhaustive)
    kept = laboratory.keep_failures(report, keep) if keep is not None else []
    if json:
        say_json(laboratory.fuzz_json(report))
    else:
        sys.stdout.write(report.text() + "\n")
        sys.stdout.write("".join(f"Kept: {path}\n" for path in kept))
    missed = exhaustive and not report.complete
    raise typer.Exit(0 if report.ok and not missed else 1)


def main() -> None:
    """The program. A character that the terminal does not have is shown as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


if __name__ == "__main__":
    main()
