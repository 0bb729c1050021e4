"""The commands play, watch and serve: at the terminal, and in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hippodrome.terminal.arguments import (
    AnyGame,
    NoColor,
    NoOdds,
    Options,
    Plain,
    BotLevels,
    ScenarioName,
    Seats,
    Seed,
    Speed,
    Variants,
    examples,
)
from hippodrome.terminal.console import UsageError, screen
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.playing import choose_screen, play_at, resumed, started
from hippodrome.terminal.saves import Save, new_path, read_odds

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
    variants: Variants = None,
) -> None:
    """Play a game against programs, or with others at one screen.

    Everything is saved after every move, and --resume takes it up again.
    """
    console = screen(not no_color)
    if resume is not None:
        if game or scenario or option or seed:
            raise UsageError(
                "a saved match knows its game, scenario, options and seed; "
                "beside --resume only --seats and --save can be given"
            )
        match, sitting, path = resumed(resume, seats)
        kept = Save(path if save is None else new_path(match, save), sitting, read_odds(path) and not no_odds)
    else:
        match, sitting = started(game, scenario, seats, option or (), seed, person=True)
        kept = Save(new_path(match, save), sitting, not no_odds)
    shown = choose_screen(console, speed, plain)
    play_at(MatchLoop(match, sitting, shown, kept.begin(match), kept.odds), console, "play")


@app.command(
    epilog=examples(
        "hippodrome watch benhur --speed fast",
        "hippodrome watch benhur -s river --seats driver,driver,random",
    )
)
def watch(
    game: AnyGame = None,
    scenario: ScenarioName = None,
    seats: BotLevels = None,
    option: Options = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the record here.")] = None,
    speed: Speed = "normal",
    no_color: NoColor = False,
    plain: Plain = False,
    variants: Variants = None,
) -> None:
    """Watch programs play; any key goes straight to the end."""
    console = screen(not no_color)
    match, sitting = started(game, scenario, seats, option or (), seed, person=False)
    kept = Save(new_path(match, save), sitting).begin(match) if save is not None else None
    play_at(MatchLoop(match, sitting, choose_screen(console, speed, plain), kept), console, "watch")


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
    dev_games: Annotated[
        bool, typer.Option("--dev-games", metavar="", help="Offer the development games, and accept fixed seeds.")
    ] = False,
    lab: Annotated[
        bool,
        typer.Option("--lab", metavar="", help="Experiments and variants for everybody, not only for who sits here."),
    ] = False,
    log_json: Annotated[bool, typer.Option("--log-json", metavar="", help="The log as JSON, a line each.")] = False,
    variants: Variants = None,
) -> None:
    """Play in the browser: starts the server and shows its address.

    Every match is kept, and the next start finds it again.
    """
    from hippodrome.server.http.run import ServeError  # loaded only here: the other commands start faster without it
    from hippodrome.server.http.run import serve as run
    from hippodrome.server.settings import PORT, Rates, Settings, user_folder

    settings = Settings(
        host=host,
        port=PORT if port is None else port,
        data_dir=user_folder() if data_dir is None else data_dir,
        db=db,
        public=public,
        origins=tuple(url.rstrip("/") for url in origin or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        dev_games=dev_games,
        lab=lab,
        log_json=log_json,
        rates=Rates.none() if no_limits else Rates(),
    )
    try:
        run(settings, port_given=port is not None, browse=not no_browser)
    except ServeError as problem:
        raise UsageError(str(problem)) from None
