"""The commands play, watch and serve: matches at the terminal and in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hippodrome.kit.match import Match
from hippodrome.terminal.arguments import (
    BotLevels,
    NoColor,
    NoOdds,
    OptionalGame,
    Options,
    Plain,
    ScenarioName,
    Seats,
    Seed,
    Speed,
    Variants,
    examples,
)
from hippodrome.terminal.console import UsageError, make_console
from hippodrome.terminal.match_arguments import Seat, find_game, find_scenario, new_match, read_seats
from hippodrome.terminal.match_loop import MatchLoop, run_match
from hippodrome.terminal.saves import (
    SaveFile,
    find_save,
    is_saved_with_odds,
    new_save_path,
    read_save,
    saved_seats,
    shell_path,
)
from hippodrome.terminal.screens import choose_screen

app = typer.Typer()


@app.command(
    epilog=examples(
        "hippodrome play",
        "hippodrome play benhur -s arena --seats me,me,driver -o laps=1",
        "hippodrome play magic -o army_red=falcons.toml",
        "hippodrome play --resume",
    )
)
def play(
    game: OptionalGame = None,
    scenario: ScenarioName = None,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    resume: Annotated[
        str | None, typer.Option(metavar="[FILE]", help="Resume a saved match; by default the newest one.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save to this file; by default in your data folder.")
    ] = None,
    speed: Speed = "normal",
    no_odds: NoOdds = False,
    no_color: NoColor = False,
    plain: Plain = False,
    variants: Variants = None,
) -> None:
    """Play against bots, or with others at one screen.

    The match is saved after every move; --resume continues it.
    """
    console = make_console(not no_color)
    if resume is not None:
        if game or scenario or option or seed:
            raise UsageError(
                "a saved match has its own game, scenario, options and seed; "
                "with --resume you can only set --seats and --save"
            )
        match, players, path = resume_match(resume, seats)
        odds = is_saved_with_odds(path) and not no_odds
        save_file = SaveFile(path if save is None else new_save_path(match, save), players, odds)
    else:
        match, players = start_match(game, scenario, seats, option or (), seed, allow_people=True)
        save_file = SaveFile(new_save_path(match, save), players, not no_odds)
    screen = choose_screen(console, speed, plain)
    run_match(MatchLoop(match, players, screen, save_file.create(match), save_file.odds), console, "play")


def resume_match(save: str, seats: str | None) -> tuple[Match, list[Seat], Path]:
    """Return a saved unfinished match, its seats and its path; `seats` replaces the saved players."""
    path = find_save(save)
    match = read_save(path)
    if match.decision is None:
        raise UsageError(f"the match in {path} is over; replay it with hippodrome replay {shell_path(path)}")
    players = saved_seats(path) if seats is None else None
    if players is None:
        players = read_seats(match.game, seats, match.setup.seats)
    if len(players) != match.setup.seats:
        raise UsageError(f"the match in {path} has {match.setup.seats} seats, not {len(players)}")
    return match, players, path


def start_match(
    game_name: str | None,
    scenario_name: str | None,
    seats: str | None,
    options: Sequence[str],
    seed: str | None,
    allow_people: bool,
) -> tuple[Match, list[Seat]]:
    """Return a new match and its seats."""
    game = find_game(game_name)
    scenario = find_scenario(game, scenario_name)
    players = read_seats(game, seats, scenario.default_seats, allow_people)
    return new_match(game, scenario, len(players), options, seed), players


@app.command(
    epilog=examples(
        "hippodrome watch benhur --speed fast",
        "hippodrome watch benhur -s river --seats driver,driver,random",
    )
)
def watch(
    game: OptionalGame = None,
    scenario: ScenarioName = None,
    seats: BotLevels = None,
    option: Options = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the record to this file.")] = None,
    speed: Speed = "normal",
    no_color: NoColor = False,
    plain: Plain = False,
    variants: Variants = None,
) -> None:
    """Watch bots play.

    Press any key to skip to the result.
    """
    console = make_console(not no_color)
    match, players = start_match(game, scenario, seats, option or (), seed, allow_people=False)
    save_file = SaveFile(new_save_path(match, save), players).create(match) if save is not None else None
    run_match(MatchLoop(match, players, choose_screen(console, speed, plain), save_file), console, "watch")


@app.command(
    epilog=examples(
        "hippodrome serve",
        "hippodrome serve --host 0.0.0.0 --port 9000",
        "hippodrome serve --public --origin https://play.example.org --trusted-proxy 127.0.0.1",
    )
)
def serve(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Address to listen on; 0.0.0.0 admits others in your network.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65535, help="Port; by default 8000 or the next free one."),
    ] = None,
    db: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Database file, or off to save nothing; by default in the data folder."),
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Data folder; by default that of your user account.")
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", metavar="", help="Serve the internet, behind a reverse proxy with TLS.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Public address of the server; repeatable."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Address of a trusted reverse proxy; with --public, repeatable."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", metavar="", help="Do not open a browser.")] = False,
    no_limits: Annotated[
        bool,
        typer.Option(
            "--no-limits", metavar="", help="Turn off limits on rates, connections and storage, for measurements."
        ),
    ] = False,
    max_matches: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Matches that one address or browser may set up; 0 for no limit."),
    ] = None,
    max_imports: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Records that one address or browser may import; 0 for no limit."),
    ] = None,
    max_mb: Annotated[
        int | None,
        typer.Option("--max-mb", metavar="N", min=0, help="Megabytes that these may take; 0 for no limit."),
    ] = None,
    keep_unfinished: Annotated[
        int | None, typer.Option(metavar="DAYS", min=0, help="Delete matches that are not played; 0 for never.")
    ] = None,
    keep_finished: Annotated[
        int | None, typer.Option(metavar="DAYS", min=0, help="Delete finished matches and campaigns; 0 for never.")
    ] = None,
    keep_imported: Annotated[
        int | None, typer.Option(metavar="DAYS", min=0, help="Delete imported records; 0 for never.")
    ] = None,
    min_free_mb: Annotated[
        int | None,
        typer.Option("--min-free-mb", metavar="N", min=0, help="Free megabytes on the disk that new matches need."),
    ] = None,
    dev_games: Annotated[
        bool, typer.Option("--dev-games", metavar="", help="Offer the development games and accept fixed seeds.")
    ] = False,
    lab: Annotated[
        bool,
        typer.Option("--lab", metavar="", help="Open the lab to remote users too."),
    ] = False,
    log_json: Annotated[bool, typer.Option("--log-json", metavar="", help="Log as JSON, one line per event.")] = False,
    variants: Variants = None,
) -> None:
    """Start the server and play in the browser.

    Every match is saved and available again after a restart.
    """
    # Imported here, so that the other commands start faster.
    from hippodrome.server.http.run import ServeError
    from hippodrome.server.http.run import serve as run_server
    from hippodrome.server.settings import (
        DEFAULT_MIN_FREE_MB,
        DEFAULT_PORT,
        ConnectionLimits,
        Quotas,
        RateLimits,
        Retention,
        Settings,
        default_data_dir,
    )

    quotas = Quotas() if no_limits else Quotas.default(public)
    given_quotas = {"matches": max_matches, "imports": max_imports, "megabytes": max_mb}
    given_days = {"unfinished": keep_unfinished, "finished": keep_finished, "imported": keep_imported}
    settings = Settings(
        host=host,
        port=DEFAULT_PORT if port is None else port,
        data_dir=default_data_dir() if data_dir is None else data_dir,
        db=db,
        public=public,
        origins=tuple(url.rstrip("/") for url in origin or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        dev_games=dev_games,
        lab=lab,
        log_json=log_json,
        rate_limits=RateLimits.without_limits() if no_limits else RateLimits(),
        connection_limits=ConnectionLimits.without_limits() if no_limits else ConnectionLimits(),
        quotas=replace(quotas, **{name: value for name, value in given_quotas.items() if value is not None}),
        retention=replace(
            Retention.default(public), **{name: value for name, value in given_days.items() if value is not None}
        ),
        min_free_mb=DEFAULT_MIN_FREE_MB if min_free_mb is None else min_free_mb,
    )
    try:
        run_server(settings, port_given=port is not None, browse=not no_browser)
    except ServeError as error:
        raise UsageError(str(error)) from None
