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
from hippodrome.kit.record import RecordError
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.terminal.arguments import AsJson, At, NoColor, RecordFile, Variants, examples
from hippodrome.terminal.console import make_console, print_json
from hippodrome.terminal.log_view import merged_log, sentence
from hippodrome.terminal.record_files import describe_setup, position_after, read_record, read_text
from hippodrome.terminal.screen_layout import MIN_SIZE, ScreenContent, layout
from hippodrome.terminal.screens import Screen, choose_screen
from hippodrome.terminal.theme import STRONG, highlight

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
        step_through(choose_screen(console, "instant", plain=False), whole, at or 0)
    elif log:
        show_log(console, match)
    else:
        show_position(console, match)


def replay_json(match: Match, whole: Match) -> Json:
    """Return a match as JSON: its setup, every move with its events, and the decision or result at the end."""
    replayed = position_after(whole, 0)
    start = _events_json(replayed, 0)
    moves = []
    for number, move in enumerate(match.moves):
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
    for line in match.log_lines():
        console.print(highlight(f"{sentence(line)} [{line.rule}]"), soft_wrap=True)


def step_through(screen: Screen, whole: Match, start: int) -> None:
    """Show a match position by position, beginning after `start` moves, until the player quits."""
    place, size = start, len(whole.moves)
    with screen, suppress(EOFError, KeyboardInterrupt):
        while place <= size:
            match = position_after(whole, place)
            seen_events = len(position_after(match, place - 1).events) if place else 0
            content = ScreenContent(describe_setup(match), match.scene(), merged_log(match, SPECTATOR), seen_events)
            place = next_position(screen.ask_step(content, f"Move {place} of {size}: {last_move(match)}"), place, size)


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


@app.command(epilog=examples("hippodrome verify race.record"))
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of matches.")],
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Verify every move, die and digest of records; exit with 1 if one is wrong."""
    verdicts = [verify_record(file) for file in files]
    if json:
        print_json(verdicts)
    else:
        console = make_console()
        for verdict in verdicts:
            for line in verdict_lines(verdict):
                console.print(Text(line), soft_wrap=True)
    raise typer.Exit(0 if all(verdict["ok"] for verdict in verdicts) else 1)


def verify_record(path: Path) -> Json:
    """Verify every move, die and digest of a record, and its seed against the commitment; return the verdict."""
    try:
        match = hd.replay(read_text(path))
    except RecordError as error:
        line = re.match(r"line (\d+): ", str(error))
        return {
            "file": str(path),
            "ok": False,
            "line": int(line.group(1)) if line else 0,
            "error": str(error),
        }
    dice = match.first_dice
    return {
        "file": str(path),
        "ok": True,
        "game": match.game.slug,
        "commitment": match.commitment or published_commitment(read_text(path)),
        "seed": dice.seed.hex() if isinstance(dice, TapeDice) else "",
        "moves": len(match.moves),
        "dice": int(match.state.dice.rolled),
        "over": match.result is not None,
    }


def published_commitment(text: str) -> str:
    """Return the commitment in a record whose seed is still secret; empty if there is none."""
    match = re.search(r"^commitment ([0-9a-f]{64})$", text, re.MULTILINE)
    return match.group(1) if match else ""


def verdict_lines(verdict: Json) -> list[str]:
    """Return a verdict as text."""
    if not verdict["ok"]:
        return [f"{verdict['file']}: not valid. {verdict['error']}"]
    lines = [f"{verdict['file']}: verified. {verdict['moves']} moves and {verdict['dice']} dice checked."]
    if verdict["commitment"]:
        lines.append(f"  commitment {verdict['commitment']}")
    if verdict["seed"]:
        lines.append(f"  seed       {verdict['seed']}")
    elif verdict["commitment"]:
        lines.append("  The seed is secret until the match is over. The dice match the moves, but not yet a seed.")
    else:
        lines.append("  The dice were scripted. They match the moves, but have no seed.")
    return lines
