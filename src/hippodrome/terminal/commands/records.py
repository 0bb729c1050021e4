"""The commands replay and verify: reading recorded matches."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import hippodrome as hd
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.signatures import read_public_keys
from hippodrome.terminal.arguments import AsJson, At, NoColor, RecordFile, Variants, examples
from hippodrome.terminal.console import UsageError, make_console, print_json
from hippodrome.terminal.log_view import earlier_moves, merged_log, sentence
from hippodrome.terminal.record_files import describe_setup, first_position, position_after, read_record, read_text
from hippodrome.terminal.screen_layout import MIN_SIZE, ScreenContent, layout
from hippodrome.terminal.screens import Screen, choose_screen
from hippodrome.terminal.theme import ERROR, PROVED, STRONG, highlight
from hippodrome.verification import KEYS_PATH, Verification

app = typer.Typer()


# -------------------------------------------------------------------- replay


@app.command(
    epilog=examples(
        "hippodrome replay race.record --step",
        "hippodrome replay race.record --at 40",
        "hippodrome replay race.record --log",
    )
)
def replay(
    file: RecordFile,
    at: At = None,
    step: Annotated[bool, typer.Option("--step", metavar="", help="Step through the moves.")] = False,
    log: Annotated[bool, typer.Option("--log", metavar="", help="Print the log.")] = False,
    json: AsJson = False,
    no_color: NoColor = False,
    variants: Variants = None,
) -> None:
    """Show a recorded match: one position, the log, or move by move."""
    whole = read_record(file)
    match = position_after(whole, at)
    console = make_console(not no_color)
    if json:
        print_json(replay_json(match, whole))
    elif step:
        step_through(choose_screen(console, "instant", plain=False), whole, at or first_position(whole))
    elif log:
        show_log(console, match)
    else:
        show_position(console, match)


def replay_json(match: Match, whole: Match) -> Json:
    """Return a match as JSON: its setup, every move with its events, and the decision or result at the end."""
    replayed = whole.rewound()
    start = _events_json(replayed, 0)
    moves: list[Json] = [
        {"number": number + 1, "seat": move.seat, "action": move.action.text, "events": [], "digest": ""}
        for number, move in enumerate(replayed.moves)
    ]
    for number in range(len(moves), len(match.moves)):
        move = match.moves[number]
        before = len(replayed.events)
        replayed.play(move.action, move.seat)
        moves.append(
            {
                "number": number + 1,
                "seat": move.seat,
                "action": move.action.text,
                "events": _events_json(replayed, before),
                "digest": replayed.digest(),
            }
        )
    result = match.result
    dice = match.first_dice
    return {
        **match.setup.json(),
        "commitment": match.commitment,
        "seed": dice.seed.hex() if isinstance(dice, TapeDice) else "",
        "start": start,
        "moves": moves,
        "decision": None if match.decision is None else {"name": match.decision.name, "seats": match.decision.seats},
        "result": None if result is None else {"places": result.places, "reason": result.reason},
    }


def _events_json(match: Match, since: int) -> Json:
    """Return the events from a number on as JSON."""
    rows = []
    for line in match.log_lines(since=since):
        row: Json = {"text": line.text, "rule": line.rule}
        if line.dice:
            row["dice"] = line.dice
        rows.append(row)
    return rows


def show_position(console: Console, match: Match) -> None:
    """Print the board, the standings, the log, and the prompt or the result."""
    console.print(Text(describe_setup(match), style=STRONG))
    width = max(console.size.width, MIN_SIZE[0])
    content = ScreenContent("", match.scene(), merged_log(match, SPECTATOR), len(match.events))
    for line in layout(content, width, MIN_SIZE[1]):
        console.print(line, no_wrap=True, overflow="crop")


def show_log(console: Console, match: Match) -> None:
    """Print the log with clause ids."""
    console.print(Text(describe_setup(match), style=STRONG))
    for text in earlier_moves(match):
        console.print(text, soft_wrap=True)
    for line in match.log_lines():
        console.print(highlight(f"{sentence(line)} [{line.rule}]"), soft_wrap=True)


def step_through(screen: Screen, whole: Match, start: int) -> None:
    """Show a match position by position, beginning after `start` moves, until the player quits."""
    place, size, first = start, len(whole.moves), first_position(whole)
    with screen, suppress(EOFError, KeyboardInterrupt):
        while place <= size:
            match = position_after(whole, place)
            seen_events = len(position_after(match, place - 1).events) if place > first else 0
            content = ScreenContent(describe_setup(match), match.scene(), merged_log(match, SPECTATOR), seen_events)
            typed = screen.ask_step(content, f"Move {place} of {size}: {last_move(match)}")
            place = max(first, next_position(typed, place, size))


def next_position(typed: str, place: int, size: int) -> int:
    """Return the number of moves to show next; more than `size` to stop."""
    word = typed.strip().lower()
    if word in ("q", "quit"):
        return size + 1
    if word == "b":
        return max(place - 1, 0)
    return min(int(word), size) if word.isdigit() else place + 1


def last_move(match: Match) -> str:
    """Return the last move as text."""
    if not match.moves:
        return "the start"
    move = match.moves[-1]
    return f"{FACTIONS[move.seat]} plays {move.action.text}"


# -------------------------------------------------------------------- verify


@app.command(
    epilog=examples("hippodrome verify race.record", "hippodrome verify race.record --key hippodrome-keys.json")
)
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of matches.")],
    key: Annotated[
        list[str] | None,
        typer.Option(
            "--key",
            metavar="KEY",
            help="Public key of a server that you trust: 64 hexadecimal digits, or the file that it publishes at "
            f"{KEYS_PATH}. Can be repeated.",
        ),
    ] = None,
    json: AsJson = False,
    no_color: NoColor = False,
    variants: Variants = None,
) -> None:
    """Verify the moves, dice and commitment of records; exit with 1 if something is wrong."""
    keys = [read_key(text) for text in key or []]
    results = [(file, hd.verify(read_text(file), keys)) for file in files]
    if json:
        print_json([{"file": str(file), **result.json()} for file, result in results])
    else:
        console = make_console(not no_color)
        for file, result in results:
            show_verification(console, file, result)
    raise typer.Exit(1 if any(result.alarm for _, result in results) else 0)


def read_key(text: str) -> str:
    """Return the keys that an option names, as text; raise UsageError if they cannot be read."""
    if re.match("https?://", text):
        raise UsageError(f"--key {text}: save what is at this address in a file, and name the file")
    is_digits = re.fullmatch("[0-9a-fA-F]{64}", text) is not None
    if not is_digits and not Path(text).is_file():
        raise UsageError(f"--key {text}: this is neither 64 hexadecimal digits nor a file")
    keys = text.lower() if is_digits else read_text(Path(text))
    try:
        read_public_keys(keys)
    except ValueError as error:
        raise UsageError(f"--key {text}: {error}") from None
    return keys


def show_verification(console: Console, file: Path, result: Verification) -> None:
    """Print the headline, the three verdicts, and the commitment and the seed."""
    style = ERROR if result.alarm else STRONG
    console.print(Text.assemble(f"{file}: ", (result.headline, style)), soft_wrap=True)
    for verdict in result.verdicts:
        style = PROVED if verdict.proved else ERROR if verdict.alarm else STRONG
        status = Text(f"{verdict.status:<10}", style=style)
        console.print(Text.assemble(f"  {verdict.name:<10}  ", status, f"  {verdict.sentence}"), soft_wrap=True)
    if result.commitment:
        console.print(Text(f"  commitment  {result.commitment}"), soft_wrap=True)
    if result.seed:
        console.print(Text(f"  seed        {result.seed}"), soft_wrap=True)
