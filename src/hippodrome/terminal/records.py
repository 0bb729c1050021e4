"""The commands replay, verify, render and odds: what a record tells, and whether it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

import hippodrome as hd
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.custom_files import value_label
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.events import SPECTATOR, DiceRolled
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.odds import MAX_BRANCHES
from hippodrome.kit.record import RecordError
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.svg_renderer import THEMES, svg
from hippodrome.terminal.board import fitting
from hippodrome.terminal.chances import Chances
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.log_view import story, told
from hippodrome.terminal.match_arguments import find_game, find_scenario, is_game, new_match
from hippodrome.terminal.pages import odds_lines
from hippodrome.terminal.saves import read_record, read_text
from hippodrome.terminal.screen_layout import Picture, frame, status
from hippodrome.terminal.screens import Screen
from hippodrome.terminal.theme import QUIET, STRONG, painted

_PAGE = (80, 60)  # characters and lines of a board in text


def at_move(match: Match, number: int | None) -> Match:
    """Return the match as it stood after a number of moves; the whole of it if none is named."""
    if number is None:
        return match
    if not 0 <= number <= len(match.moves):
        raise UsageError(f"the record has {len(match.moves)} moves; --at can be 0 to {len(match.moves)}, not {number}")
    earlier = Match(match.setup, match.first_dice.clone())
    for move in match.moves[:number]:
        earlier.play(move.action, move.seat)
    return earlier


def heading(match: Match) -> str:
    """What is played, and how far it is."""
    setup = match.setup
    options = ", ".join(f"{name} {value_label(value)}" for name, value in setup.options.items())
    what = f"{setup.game.title}: {setup.scenario.title}, {setup.seats} seats, {options}"
    return f"{what}; after {len(match.moves)} moves"


def outcome(match: Match) -> str:
    """How it ended, or who is to decide."""
    result = match.result
    return match.game.verdict(result) if result is not None else match.scene().prompt


def check_seat(match: Match, seat: int | None) -> int:
    """Return the seat whose view is asked for; a spectator by default."""
    if seat is None:
        return SPECTATOR
    if not 1 <= seat <= match.setup.seats:
        named = ", ".join(f"{n + 1} {FACTIONS[n]}" for n in range(match.setup.seats))
        raise UsageError(f"there is no seat {seat}; there are: {named}")
    return seat - 1


# -------------------------------------------------------------------- replay


def replay_json(match: Match, whole: Match) -> Json:
    """Return a record for programs: set-up, every move with what it told, and where it stands."""
    setup = match.setup
    again = at_move(whole, 0)
    start = _told(again, 0)
    moves = []
    for number, move in enumerate(match.moves):
        before = len(again.events)
        again.play(move.action, move.seat)
        moves.append(
            {
                "number": number + 1,
                "seat": move.seat,
                "action": move.action.text,
                "events": _told(again, before),
                "digest": again.digest(),
            }
        )
    result = match.result
    dice = match.first_dice
    return {
        **setup.json(),
        "commitment": match.commitment,
        "seed": dice.seed.hex() if isinstance(dice, TapeDice) else "",
        "start": start,
        "moves": moves,
        "decision": None if match.decision is None else {"name": match.decision.name, "seats": match.decision.seats},
        "result": None if result is None else {"places": result.places, "reason": result.reason},
    }


def _told(match: Match, since: int) -> Json:
    found = []
    for event in match.events[since:]:
        row: Json = {"text": match.game.sentence(match.state, event), "rule": event.rule}
        if isinstance(event, DiceRolled):
            row["dice"] = list(event.dice)
        found.append(row)
    return found


def show_moment(console: Console, match: Match) -> None:
    """The board and the standings at a moment."""
    console.print(Text(heading(match), style=STRONG))
    width = max(console.size.width, 80)
    picture = Picture("", match.scene(), story(match, SPECTATOR), len(match.events))
    for line in frame(picture, width, 24):
        console.print(line, no_wrap=True, overflow="crop")
    if match.result is not None:
        console.print(painted(outcome(match)))


def show_log(console: Console, match: Match) -> None:
    """Every sentence with its clause."""
    console.print(Text(heading(match), style=STRONG))
    for event in match.events:
        console.print(painted(f"{told(match, event)} [{event.rule}]"), soft_wrap=True)


def step_through(screen: Screen, whole: Match, start: int) -> None:
    """Move by move: Enter goes on, b back, a number jumps, q quits."""
    place, size = start, len(whole.moves)
    with screen, suppress(EOFError, KeyboardInterrupt):
        while place <= size:
            match = at_move(whole, place)
            since = len(at_move(match, place - 1).events) if place else 0
            picture = Picture(heading(match), match.scene(), story(match, SPECTATOR), since)
            place = stepped(screen.step(picture, f"Move {place} of {size}: {_move(match)}"), place, size)


def stepped(typed: str, place: int, size: int) -> int:
    """Return the move to show next; beyond the last to stop."""
    word = typed.strip().lower()
    if word in ("q", "quit"):
        return size + 1
    if word == "b":
        return max(place - 1, 0)
    return min(int(word), size) if word.isdigit() else place + 1


def _move(match: Match) -> str:
    """Return the move that led here."""
    if not match.moves:
        return "the start"
    move = match.moves[-1]
    return f"{FACTIONS[move.seat]} plays {move.action.text}"


# -------------------------------------------------------------------- verify


def verdict_of(path: Path) -> Json:
    """Return whether a record holds: every move, die and digest of it, and the seed against its commitment."""
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
        "commitment": match.commitment or promised(read_text(path)),
        "seed": dice.seed.hex() if isinstance(dice, TapeDice) else "",
        "moves": len(match.moves),
        "dice": int(match.state.dice.rolled),
        "over": match.result is not None,
    }


def promised(text: str) -> str:
    """Return the commitment of a record whose seed is still secret."""
    found = re.search(r"^commitment ([0-9a-f]{64})$", text, re.MULTILINE)
    return found.group(1) if found else ""


def verify_lines(found: Json) -> list[str]:
    """Return the verdict for people."""
    if not found["ok"]:
        return [f"{found['file']}: does not hold. {found['error']}"]
    lines = [f"{found['file']}: holds. {found['moves']} moves and {found['dice']} dice checked."]
    if found["commitment"]:
        lines.append(f"  commitment {found['commitment']}")
    if found["seed"]:
        lines.append(f"  seed       {found['seed']}")
    elif found["commitment"]:
        lines.append("  The seed is not shown yet: the dice fit the moves, but cannot be traced before the end.")
    else:
        lines.append("  The dice were scripted: they fit the moves, and have no seed.")
    return lines


# -------------------------------------------------------------------- render


def moment_of(what: str, scenario: str | None, number: int | None) -> Match:
    """Return a moment to draw: of a record, or the start of a game."""
    if is_game(what) and not Path(what).is_file():
        game = find_game(what)
        chosen = find_scenario(game, scenario)
        return at_move(new_match(game, chosen, chosen.default_seats, (), "0"), number)
    if not Path(what).is_file():
        known = ", ".join(hd.games())
        raise UsageError(f"there is neither a record {what!r} nor a game of that name; the games are: {known}")
    if scenario is not None:
        raise UsageError("--scenario belongs to a game; a record knows its own scenario")
    return at_move(read_record(Path(what)), number)


def drawn_svg(match: Match, seat: int | None, theme: str) -> str:
    """Return the picture as an SVG document."""
    if theme not in THEMES:
        raise UsageError(f"there is no theme {theme!r}; there are: {', '.join(THEMES)}")
    return svg(match.scene(check_seat(match, seat)), theme)


def drawn_text(match: Match, seat: int | None) -> list[Text]:
    """Return the picture as coloured text, with the standings in words below it."""
    viewer = check_seat(match, seat)
    scene = match.scene(viewer)
    lines = [*fitting(scene, {}, *_PAGE), Text(), painted(scene.prompt), Text(status(scene), style=QUIET), Text()]
    return lines + [painted(line) for line in match.describe(viewer).splitlines()]


def put(path: Path | None, text: str, show: Callable[[], object]) -> None:
    """Write a text to a file, or show it."""
    if path is None:
        show()
        return
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def show_lines(console: Console, lines: Sequence[Text]) -> None:
    """Lines of a drawing, none of them folded."""
    for line in lines:
        console.print(line, soft_wrap=True)


# -------------------------------------------------------------------- odds


def asked_actions(match: Match, words: Sequence[str]) -> list[Action]:
    """Return the actions whose odds are asked for: the one that was typed, or every option."""
    if match.decision is None:
        raise UsageError("the match is over at this moment; --at names an earlier one")
    if not words:
        return match.proposals()
    text = " ".join(words)
    refusal = match.check(text)
    if refusal is not None:
        raise UsageError(f"{refusal.text} [{refusal.rule}]")
    action = parse(text)
    assert action is not None
    return [action]


def odds_moment(game: Game, record: Path | None, number: int | None, scenario: str | None) -> Match:
    """Return the moment whose options are asked about."""
    if record is None:
        chosen = find_scenario(game, scenario)
        return at_move(new_match(game, chosen, chosen.default_seats, (), "0"), number)
    match = read_record(record)
    if match.game.slug != game.slug:
        raise UsageError(f"{record} is a record of {match.game.slug}, not of {game.slug}")
    return at_move(match, number)


def odds_json(match: Match, action: Action) -> Json:
    """Return the odds of one action for programs: exact fractions, what they come to, and the bounds of what was
    tried.
    """
    odds = match.odds(action)
    rows: list[Json] = []
    for name, chance in odds.rows:
        low, high = odds.interval(name)
        rows.append({"outcome": name, "chance": str(chance), "share": float(chance), "low": low, "high": high})
    label = match.game.label(match.state, action)
    return {
        "action": action.text,
        "label": label,
        "exact": odds.exact,
        "samples": odds.samples,
        "outcomes": rows,
    }


def show_odds(console: Console, match: Match, actions: Sequence[Action]) -> None:
    """The odds for people."""
    console.print(Text(heading(match), style=STRONG))
    console.print(painted(match.scene(match.seat).prompt))
    for line in odds_lines(match, Chances(match, MAX_BRANCHES), actions):
        console.print(line)
