"""Replays matches to get any moment, the whole log, statistics or the record. Runs in worker processes.

Functions take and return plain data, which can be passed between processes.
"""

from __future__ import annotations

from collections import Counter, OrderedDict

import msgspec

from hippodrome.catalogue import all_games
from hippodrome.kit.dice import TapeDice, unpack_dice
from hippodrome.kit.events import DiceRolled
from hippodrome.kit.game import restore
from hippodrome.kit.match import Match, Setup, campaign_outcome
from hippodrome.kit.reactions import PASS
from hippodrome.kit.record import RecordError, read
from hippodrome.kit.state import Json, snapshot
from hippodrome.server import wire
from hippodrome.server.live import frames

LAST_MOVE = 1 << 30
"""A move number greater than any real one: replay to the end."""

MAX_CACHED_REPLAYS = 32
"""Limit for replayed matches that a worker keeps in memory."""


class MatchHistory(msgspec.Struct, frozen=True):
    """Everything that determines a match: setup, initial dice, starting position of a branch (else None), and moves.

    `notes` are log lines added by the server, each with the number of the move it follows; `odds` says whether the
    match shows odds.
    """

    id: str
    setup: Json
    dice: list[str | int]
    base: Json
    moves: list[tuple[int, str]]
    notes: list[tuple[int, str]] = []
    odds: bool = True


class SeatSummary(msgspec.Struct):
    """Result of a seat: its place, the number of dice it rolled, their mean, and its statistics."""

    place: int
    dice: int
    mean: float
    counts: dict[str, int]


class MatchSummary(msgspec.Struct):
    """Result of a match, with statistics and the proof of its dice."""

    verdict: str
    reason: str
    places: list[int]
    seats: list[SeatSummary]
    statistics: dict[str, int]
    moves: int
    dice: int
    commitment: str
    seed: str


class GameOutcome(msgspec.Struct):
    """Result of a match for a campaign; the same fields as `Outcome` of the kit."""

    match: str
    commitment: str
    scenario: str
    options: dict[str, int | str]
    places: list[int]
    figures: dict[str, int]


class RecordCheck(msgspec.Struct):
    """Result of verifying a record; `line` is the first wrong line, or 0."""

    ok: bool
    line: int
    text: str
    game: str = ""
    title: str = ""
    scenario: str = ""
    moves: int = 0
    dice: int = 0
    commitment: str = ""
    seed: str = ""
    verdict: str = ""


def start_match(setup: Json, dice: list[str | int], base: Json = None) -> Match:
    """Return a match before its first move: a new one, or a branch that starts from the saved position `base`."""
    game = all_games()[setup["game"]]
    match_setup = Setup(game, setup["scenario"], setup["seats"], setup["options"])
    match = Match(match_setup, unpack_dice(dice), log=base is None)
    if base is not None:
        restore(game, match.state, base)
        match.state.logging = True
    return match


# -------------------------------------------------------------------- replaying


def is_silent_pass(match: Match, action: str) -> bool:
    """Return whether an action is a pass in a secret decision; other players must not learn that it was offered."""
    agenda = match.state.agenda
    return action == PASS.text and bool(agenda) and agenda[-1].secret(match.state)


class Replay:
    """A match replayed move by move. Silent passes are not counted; they belong to the move before.

    event_counts     number of events after each counted move
    visible_counts   number of counted moves after each move, including silent ones
    """

    def __init__(self, history: MatchHistory) -> None:
        self.origin = (history.setup, history.dice, history.base)
        self.match = start_match(*self.origin)
        self.event_counts = [len(self.match.events)]
        self.visible_counts = [0]

    @property
    def move(self) -> int:
        """The number of counted moves."""
        return self.visible_counts[-1]

    def can_reach(self, history: MatchHistory, move: int) -> bool:
        """Return whether this replay can continue to a move of the history."""
        played = self.match.moves
        if self.origin != (history.setup, history.dice, history.base):
            return False
        if self.move > move or len(played) > len(history.moves):
            return False
        return all((m.seat, m.action.text) == other for m, other in zip(played, history.moves, strict=False))

    def advance(self, history: MatchHistory, move: int, index: int | None = None) -> None:
        """Play to a counted move and the silent passes after it, but at most `index` moves, including silent ones."""
        for seat, text in history.moves[len(self.match.moves) : index]:
            silent = is_silent_pass(self.match, text)
            if self.move == move and not silent:
                break
            self.match.play(text, seat)
            self.visible_counts.append(self.move + (not silent))
            if not silent:
                self.event_counts.append(0)
            self.event_counts[-1] = len(self.match.events)

    def notes(self, history: MatchHistory) -> list[tuple[int, str]]:
        """Return the server's log lines, each with the number of its move, without those of silent passes."""
        counts = self.visible_counts
        played = [(number, text) for number, text in history.notes if number < len(counts)]
        return [(counts[number], text) for number, text in played if counts[number] > counts[number - 1]]


_cache: OrderedDict[str, Replay] = OrderedDict()


def replay_to_move(history: MatchHistory, move: int) -> Replay:
    """Return a replay after a number of counted moves, continuing a cached one if possible."""
    replay = _cache.pop(history.id, None)
    if replay is None or not replay.can_reach(history, move):
        replay = Replay(history)
    replay.advance(history, move)
    _cache[history.id] = replay
    if len(_cache) > MAX_CACHED_REPLAYS:
        _cache.popitem(last=False)
    return replay


def replay_to_index(history: MatchHistory, index: int) -> Replay:
    """Return a replay after `index` moves, including silent passes, continuing a cached one if possible."""
    replay = _cache.pop(history.id, None)
    if replay is None or len(replay.match.moves) > index or not replay.can_reach(history, LAST_MOVE):
        replay = Replay(history)
    replay.advance(history, LAST_MOVE, index)
    _cache[history.id] = replay
    if len(_cache) > MAX_CACHED_REPLAYS:
        _cache.popitem(last=False)
    return replay


# -------------------------------------------------------------------- results of a replay


def frame_at(history: MatchHistory, move: int, viewer: int) -> wire.Frame | int:
    """Return a moment as a viewer may see it, without choices; if the match has fewer moves, their number."""
    replay = replay_to_move(history, move)
    if replay.move < move:
        return replay.move
    since = replay.event_counts[move - 1] if move else 0
    notes = [text for number, text in replay.notes(history) if number == move]
    replay.match.shows_odds = history.odds
    frame, _ = frames.make_frame(
        replay.match, n=move, move=move, viewer=viewer, since=since, notes=notes, with_decision=False
    )
    return frame


def full_log(history: MatchHistory, viewer: int) -> wire.Log:
    """Return the whole log as a viewer may see it."""
    replay = replay_to_move(history, LAST_MOVE)
    lines: list[wire.Line] = []
    move = 0
    for line in replay.match.log_lines(viewer):
        while line.place >= replay.event_counts[move]:
            move += 1
        lines.append(frames.wire_line(line, move))
    lines += [frames.table_note(number, text) for number, text in replay.notes(history)]
    lines.sort(key=lambda line: line.move)
    return wire.Log(viewer, replay.move, lines)


def match_summary(history: MatchHistory) -> MatchSummary:
    """Return the result and statistics of a finished match; raise ValueError if it is not over."""
    match = replay_to_move(history, LAST_MOVE).match
    result = match.result
    if result is None:
        raise ValueError("the match is not over")
    dice: list[list[int]] = [[] for _ in result.places]
    counts: list[Counter[str]] = [Counter() for _ in result.places]
    names = match.game.analysis.counted_events()
    for event in match.events:
        seat = event.actor()
        if isinstance(event, DiceRolled) and seat >= 0:
            dice[seat].extend(event.dice)
        elif seat >= 0 and type(event).__name__ in names:
            counts[seat][names[type(event).__name__]] += 1
    seats = [
        SeatSummary(place, len(rolled), sum(rolled) / len(rolled) if rolled else 0.0, dict(count))
        for place, rolled, count in zip(result.places, dice, counts, strict=True)
    ]
    return MatchSummary(
        verdict=match.game.presentation.verdict(result),
        reason=result.reason,
        places=list(result.places),
        seats=seats,
        statistics=match.game.analysis.match_statistics(match.state),
        moves=len(match.moves),
        dice=int(match.state.dice.rolled),
        commitment=match.commitment,
        seed=_revealed_seed(match),
    )


def sheets_at(history: MatchHistory, move: int, viewer: int) -> tuple[int, Json]:
    """Return the number of moves replayed, at most `move`, and the sheets after them as a viewer may see them."""
    replay = replay_to_move(history, move)
    match = replay.match
    return replay.move, [sheet.json() for sheet in match.game.presentation.sheets(match.view(viewer))]


def game_outcome(history: MatchHistory) -> GameOutcome:
    """Return the result of a finished match for a campaign."""
    outcome = campaign_outcome(replay_to_move(history, LAST_MOVE).match, history.id)
    return GameOutcome(
        outcome.match, outcome.commitment, outcome.scenario, outcome.options, outcome.places, outcome.figures
    )


def match_record(history: MatchHistory) -> str:
    """Return the record of a match."""
    return replay_to_move(history, LAST_MOVE).match.record()


def verify_record(text: str) -> RecordCheck:
    """Verify every die roll and every move of a record."""
    try:
        match = read(text, all_games())
    except RecordError as error:
        line, _, message = str(error).removeprefix("line ").partition(": ")
        return RecordCheck(False, int(line), message)
    result = match.result
    return RecordCheck(
        ok=True,
        line=0,
        text="Every die roll and every move is correct.",
        game=match.game.slug,
        title=match.game.title,
        scenario=match.setup.scenario.title,
        moves=len(match.moves),
        dice=int(match.state.dice.rolled),
        commitment=match.commitment,
        seed=_revealed_seed(match),
        verdict=match.game.presentation.verdict(result) if result is not None else "",
    )


def history_from_record(text: str, id: str) -> MatchHistory:
    """Return the history of a record, verified on the way; raise RecordError with the line if it is wrong."""
    match = read(text, all_games())
    moves = [(move.seat, move.action.text) for move in match.moves]
    return MatchHistory(id, match.setup.json(), match.first_dice.pack(), None, moves)


def branch_position(history: MatchHistory, move: int, viewer: int, seed: bytes) -> Json | int:
    """Return the position after a number of moves, with new dice and with information hidden from the viewer redrawn.

    Once the match is over nothing is hidden, so the position is the true one. If the match has fewer moves, return
    their number.
    """
    whole = replay_to_move(history, LAST_MOVE)
    if whole.move < move:
        return whole.move
    over = whole.match.result is not None
    match = replay_to_move(history, move).match
    if over:
        state = match.state.clone()
        dice = TapeDice(seed)
        dice.rolled = state.dice.rolled
        state.dice = dice
    else:
        state = match.imagine(viewer, seed)
    return snapshot(state)


def _revealed_seed(match: Match) -> str:
    """Return the seed as hexadecimal digits; empty until the match is over, or if the dice are not seeded."""
    dice = match.first_dice
    return dice.seed.hex() if isinstance(dice, TapeDice) and match.result is not None else ""
