"""Results of moves as they are saved: dice, digest and log lines, each with the viewers that may read it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.log_lines import LogLine, log_line
from hippodrome.kit.match import Match
from hippodrome.kit.record_writer import dice_text, result_line
from hippodrome.kit.recording_dice import RecordingDice
from hippodrome.kit.state import Json, snapshot
from hippodrome.server.storage.progress_rows import LoggedLine, LoggedMove
from hippodrome.server.workers.replay import LAST_MOVE, MatchHistory, Replay


def record_dice(match: Match) -> None:
    """Let the dice of a match record what they roll from now on."""
    match.state.dice = RecordingDice(match.state.dice)


def take_dice(match: Match) -> list[int]:
    """Return the dice that were rolled since the last call."""
    dice = match.state.dice
    assert isinstance(dice, RecordingDice)
    return dice.take()


def logged_move(match: Match, move: int, since: int, rolled: list[int], notes: Sequence[str] = ()) -> LoggedMove:
    """Return the result of the last move, or of the set-up.

    `move` is its number without silent answers, `since` the number of events before it, and `notes` are log lines that
    the table adds.
    """
    lines = [line for place in range(since, len(match.events)) for line in _lines(match, place)]
    lines += [LoggedLine(text, highlight=True) for text in notes]
    return LoggedMove(len(match.moves), move, dice_text(rolled), match.digest(), lines)


def _lines(match: Match, place: int) -> list[LoggedLine]:
    """Return the lines of an event: one if it looks the same to all, else one for each way it looks."""
    event = match.events[place]
    viewers = range(SPECTATOR, match.setup.seats)
    seen: list[Event | None] = [event.seen_by(viewer) for viewer in viewers]
    if all(version is event for version in seen):
        return [_line(log_line(match.game, match.state, place, event))]
    lines: list[tuple[LoggedLine, list[int]]] = []
    for viewer, version in zip(viewers, seen, strict=True):
        if version is None:
            continue
        line = _line(log_line(match.game, match.state, place, version))
        known = [others for other, others in lines if other == line]
        if known:
            known[0].append(viewer)
        else:
            lines.append((line, [viewer]))
    return [msgspec.structs.replace(line, viewers=some) for line, some in lines]


def _line(line: LogLine) -> LoggedLine:
    return LoggedLine(
        line.text,
        line.rule,
        line.seat,
        line.dice,
        line.merge_key,
        line.is_key_moment,
        dice_at=line.dice_at,
        harmed=line.harmed,
        loss=line.is_loss,
        routine=line.is_routine,
        heading=line.is_heading,
    )


def present_body(match: Match, late: Sequence[tuple[int, int]], silent: Sequence[tuple[int, int]]) -> Json:
    """Return the present state of a match as it is saved: with its late and silent moves, and its result."""
    result = match.result
    end = result_line(result) if result is not None else ""
    return {"state": snapshot(match.state), "late": list(late), "uncounted": list(silent), "end": end}


def first_result(match: Match) -> LoggedMove:
    """Return the result of the set-up of a match that has just been started. A branch starts without dice."""
    recorder = RecordingDice(match.first_dice.clone())
    if match.state.dice.rolled == Match(match.setup, recorder, log=False).state.dice.rolled:
        return logged_move(match, 0, 0, recorder.take())
    return logged_move(match, 0, 0, [])


def replayed_results(history: MatchHistory) -> list[LoggedMove]:
    """Return the results of all moves, by executing them; runs in a worker process. Raise ValueError if one fails."""
    replay = Replay(history)
    match = replay.match
    results = [first_result(match)] if history.start is None else []
    record_dice(match)
    notes = dict(history.notes)
    for index in range(len(match.moves) + 1, len(history.moves) + 1):
        since = len(match.events)
        replay.advance(history, LAST_MOVE, index)
        shown = [notes[index]] if index in notes and index not in replay.concealed else []
        results.append(logged_move(match, replay.move, since, take_dice(match), shown))
    return results
