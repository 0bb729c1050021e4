"""Writing records; `hippodrome.kit.record` describes their format and reads them."""

from __future__ import annotations

from typing import Final

from hippodrome.kit import agenda
from hippodrome.kit.custom_files import is_file
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.earlier_rules import EarlierRules, rules_line
from hippodrome.kit.game import Result, Value, restore
from hippodrome.kit.match import Match
from hippodrome.kit.recording_dice import RecordingDice
from hippodrome.kit.state import Json, digest, snapshot

HEAD: Final = "Hippodrome record 1"
CUSTOM_FILE: Final = "own"  # the value of an option whose custom file follows; stored, so it keeps its old name


def header_lines(setup: Json, published: str) -> list[str]:
    """Return the first lines of a record: a set-up in the format of `Setup.json`, and its commitment, if any."""
    lines = [HEAD, f"game {setup['game']} {setup['version']}", f"scenario {setup['scenario']}"]
    lines.append(f"seats {setup['seats']}")
    for name, value in setup["options"].items():
        lines += _option(name, value)
    lines.append(f"commitment {published}" if published else "scripted")
    return lines


def write(match: Match, with_seed: bool | None = None) -> str:
    """Return the record of a match. It includes the seed if `with_seed`, or by default once the match is over."""
    dice, lines = match.first_dice, record_header(match)
    if isinstance(dice, TapeDice) and (match.state.over if with_seed is None else with_seed):
        lines.append(f"seed {dice.seed.hex()}")
    lines += played_lines(match)
    result = match.result
    if result is not None:
        lines += [result_line(result), *match.signed_footer]
    return "\n".join(lines) + "\n"


def record_header(match: Match) -> list[str]:
    """Return the first lines of a match's record, up to the commitment or the signature of it."""
    if match.signed_header:
        return list(match.signed_header)
    if match.earlier is not None:
        return list(match.earlier.header)
    return header_lines({**match.setup.json(), "version": match.begun_version}, match.commitment)


def result_line(result: Result) -> str:
    """Return the line of a record with the result."""
    return f"end {result.reason} places {' '.join([str(place) for place in result.places])}"


def played_lines(match: Match) -> list[str]:
    """Return the lines of a record from the start to the last move; all since the last change of rules are executed."""
    earlier = match.earlier
    recorder = RecordingDice(match.first_dice.clone())
    state = match.setup.start(recorder)
    if earlier is None:
        agenda.advance(state)
        lines = [f"start dice {dice_text(recorder.take())} digest {digest(state)}"]
    else:
        restore(match.game, state, earlier.state)
        recorder = RecordingDice(state.dice)
        state.dice = recorder
        lines = list(earlier.lines)
    for number in range(0 if earlier is None else earlier.moves, len(match.moves)):
        move = match.moves[number]
        agenda.act(state, move.action, move.seat)
        lines.append(move_line(number + 1, move.seat, move.action.text, recorder.take(), digest(state)))
    return lines


def move_line(number: int, seat: int, action: str, rolled: list[int], state_digest: str) -> str:
    """Return the line of a move with the dice that were rolled, and the digest of the state after it."""
    return f"{number} seat {seat} play {action} dice {dice_text(rolled)} digest {state_digest}"


def change_rules(match: Match) -> None:
    """Let a match of earlier rules continue under the present ones from where it stands."""
    version = match.game.version
    lines = [*played_lines(match), rules_line(version, match.state)]
    is_replayable = match.earlier is None or match.earlier.is_replayable
    match.earlier = EarlierRules(
        record_header(match), lines, snapshot(match.state), len(match.moves), version, is_replayable
    )


def _option(name: str, value: Value) -> list[str]:
    """Return the lines of an option, including those of a custom file."""
    if not isinstance(value, str) or not is_file(value):
        return [f"option {name} {value}"]
    return [f"option {name} {CUSTOM_FILE}", *[f"| {line}".rstrip() for line in value.splitlines()]]


def dice_text(values: list[int]) -> str:
    """Return the dice of a line."""
    return " ".join([str(value) for value in values]) or "-"
