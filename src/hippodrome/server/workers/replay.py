"""Replays matches to get any moment, the whole log, statistics or the record. Runs in worker processes.

Functions take and return plain data, which can be passed between processes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, OrderedDict

import msgspec

from hippodrome.catalogue import all_games
from hippodrome.kit.agenda import conceals, is_silent
from hippodrome.kit.dice import TapeDice, unpack_dice
from hippodrome.kit.earlier_rules import EarlierRules, change_sentence
from hippodrome.kit.ending import decisive_lines, figures
from hippodrome.kit.events import DiceRolled
from hippodrome.kit.match import Match, Move, campaign_outcome, saved_setup
from hippodrome.kit.recap import recap
from hippodrome.kit.record import read
from hippodrome.kit.state import Json, snapshot
from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.storage.progress_rows import ReplayStart
from hippodrome.server.workers.bot_decision import parse_saved_action
from hippodrome.signatures import PublicKey
from hippodrome.verification import Verification, verify

LAST_MOVE = 1 << 30
"""A move number greater than any real one: replay to the end."""

MAX_CACHED_REPLAYS = 32
"""Limit for replayed matches that a worker keeps in memory."""


class MatchHistory(msgspec.Struct, frozen=True):
    """Everything that determines a match: setup, initial dice, starting position of a branch (else None), and moves.

    `notes` are log lines added by the server, each with the number of the move it follows; `odds` says whether the
    match shows odds. `signed_header` and `signed_footer` are the signed lines of its record, if there are any.

    If the rules have changed during the match:
    start         the position from which it is replayed; None if all moves can still be executed
    earlier       what was played under earlier rules, for the record, if that is needed
    rules_notes   log lines about the changes, each with the numbers of moves with and without silent answers
    """

    id: str
    setup: Json
    dice: list[str | int]
    base: Json
    moves: list[tuple[int, str]]
    notes: list[tuple[int, str]] = []
    odds: bool = True
    signed_header: list[str] = []
    signed_footer: list[str] = []
    start: ReplayStart | None = None
    earlier: EarlierPart | None = None
    rules_notes: list[tuple[int, int, str]] = []


class EarlierPart(msgspec.Struct, frozen=True):
    """The part of a match that was played under earlier rules, for its record; see `kit.earlier_rules`."""

    header: list[str]
    lines: list[str]
    state: Json
    number: int
    version: int


class PackedHistory(msgspec.Struct, frozen=True):
    """A history in a form that is kept and handed to workers at little cost; `first` is the first move to be shown."""

    data: bytes
    first: int


def pack_history(history: MatchHistory) -> PackedHistory:
    """Pack a history."""
    return PackedHistory(msgspec.msgpack.encode(history), first_shown(history))


def first_shown(history: MatchHistory) -> int:
    """Return the first move after which a match can be shown: later than 0 if its rules have changed."""
    return 0 if history.start is None else history.start.move


class SeatSummary(msgspec.Struct):
    """Result of a seat: its place, the number of dice it rolled, their mean, and its statistics."""

    place: int
    dice: int
    mean: float
    counts: dict[str, int]


class DecisiveEvent(msgspec.Struct):
    """An event that may have decided a match: its move, sentence and clause, and the seat it is about."""

    move: int
    text: str
    rule: str
    seat: int


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
    decisive: list[DecisiveEvent]
    note: str = ""


class GameOutcome(msgspec.Struct):
    """Result of a match for a campaign; the same fields as `Outcome` of the kit."""

    match: str
    commitment: str
    scenario: str
    options: dict[str, int | str]
    places: list[int]
    figures: dict[str, int]


def start_match(setup: Json, dice: list[str | int], base: Json = None) -> Match:
    """Return a match before its first move: a new one, or one that starts from the saved position `base`."""
    match = Match(saved_setup(all_games()[setup["game"]], setup), unpack_dice(dice), log=base is None)
    match.begun_version = setup.get("version", 1)
    if base is not None:
        match.restore_state(base)
        match.state.logging = True
    return match


# -------------------------------------------------------------------- replaying


class Replay:
    """A match replayed move by move. Silent answers are not counted; they belong to the move before.

    event_counts     number of events after each counted move
    visible_counts   number of counted moves after each move, including silent ones
    concealed        numbers of the moves, including silent ones, that others cannot tell from not being asked
    """

    def __init__(self, history: MatchHistory) -> None:
        self.origin = _origin(history)
        self.match = start_match(*self.origin)
        self.event_counts = [len(self.match.events)]
        self.visible_counts = [0]
        self.concealed: set[int] = set()
        self.first_move = 0
        if history.start is not None:
            self._skip_to(history, history.start)

    def _skip_to(self, history: MatchHistory, start: ReplayStart) -> None:
        """Count the moves before the start without executing them; they have no events."""
        self.match.moves = [Move(seat, parse_saved_action(text)) for seat, text in history.moves[: start.number]]
        self.first_move = start.move
        self.event_counts = [0] * (start.move + 1)
        self.visible_counts = [start.move] * (start.number + 1)

    @property
    def move(self) -> int:
        """The number of counted moves."""
        return self.visible_counts[-1]

    def can_reach(self, history: MatchHistory, move: int) -> bool:
        """Return whether this replay can continue to a move of the history."""
        played = self.match.moves
        if self.origin != _origin(history):
            return False
        if self.move > move or len(played) > len(history.moves):
            return False
        return all((m.seat, m.action.text) == other for m, other in zip(played, history.moves, strict=False))

    def advance(self, history: MatchHistory, move: int, index: int | None = None) -> None:
        """Play to a counted move and the silent answers after it, but at most `index` moves, including silent ones."""
        for seat, text in history.moves[len(self.match.moves) : index]:
            silent, concealed = is_silent(self.match.state, text), conceals(self.match.state, text)
            if self.move == move and not silent:
                break
            self.match.play(text, seat)
            if concealed:
                self.concealed.add(len(self.match.moves))
            self.visible_counts.append(self.move + (not silent))
            if not silent:
                self.event_counts.append(0)
            self.event_counts[-1] = len(self.match.events)

    def silent_moves(self) -> list[tuple[int, int]]:
        """Return the number and the seat of each silent answer."""
        counts = self.visible_counts
        silent = [number for number in range(1, len(counts)) if counts[number] == counts[number - 1]]
        return [(number, self.match.moves[number - 1].seat) for number in silent]

    def notes(self, history: MatchHistory) -> list[tuple[int, str]]:
        """Return the server's log lines, each with the number of its move, without those of concealed answers."""
        counts = self.visible_counts
        first = history.start.number if history.start is not None else -1
        played = [(number, text) for number, text in history.notes if first < number < len(counts)]
        own = [(counts[number], text) for number, text in played if number not in self.concealed]
        changed = [(move, text) for number, move, text in history.rules_notes if first <= number < len(counts)]
        return [*own, *changed]


def _origin(history: MatchHistory) -> tuple[Json, list[str | int], Json]:
    """Return what determines the first position of a replay."""
    return history.setup, history.dice, history.base if history.start is None else history.start.state


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
    """Return a replay after `index` moves, including silent answers, continuing a cached one if possible."""
    replay = _cache.pop(history.id, None)
    if replay is None or len(replay.match.moves) > index or not replay.can_reach(history, LAST_MOVE):
        replay = Replay(history)
    replay.advance(history, LAST_MOVE, index)
    _cache[history.id] = replay
    if len(_cache) > MAX_CACHED_REPLAYS:
        _cache.popitem(last=False)
    return replay


# -------------------------------------------------------------------- results of a replay


def frame_of_packed(packed: PackedHistory, move: int, viewer: int) -> wire.Frame | int:
    """Return a moment like `frame_at`, of a packed history."""
    return frame_at(msgspec.msgpack.decode(packed.data, type=MatchHistory), move, viewer)


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
    return wire.Log(viewer, replay.move, lines, _recap(replay, viewer))


def _recap(replay: Replay, viewer: int) -> wire.Recap | None:
    """Return the recap for the pending decision if it is the viewer's, else None."""
    decision = replay.match.decision
    if decision is None or viewer not in decision.seats:
        return None
    found = recap(replay.match, viewer)
    return frames.wire_recap(found, replay.event_counts) if found is not None else None


def match_summary(history: MatchHistory) -> MatchSummary:
    """Return the result and statistics of a finished match; raise ValueError if it is not over."""
    replay = replay_to_move(history, LAST_MOVE)
    match, result = replay.match, replay.match.result
    if result is None:
        raise ValueError("the match is not over")
    dice: list[list[int]] = [[] for _ in result.places]
    counts: list[Counter[str]] = [Counter() for _ in result.places]
    names = match.game.words.counted
    found = figures(match)
    for event in match.events:
        seat = event.actor()
        if isinstance(event, DiceRolled) and seat >= 0:
            dice[seat].extend(event.dice)
        elif seat >= 0 and type(event).__name__ in names:
            counts[seat][names[type(event).__name__]] += 1
    seats = [
        SeatSummary(place, len(rolled), sum(rolled) / len(rolled) if rolled else 0.0, {**own, **count})
        for place, rolled, count, own in zip(result.places, dice, counts, found.seats, strict=True)
    ]
    return MatchSummary(
        verdict=match.game.presentation.verdict(result),
        reason=result.reason,
        places=list(result.places),
        seats=seats,
        statistics=found.match,
        moves=replay.move,
        dice=int(match.state.dice.rolled),
        commitment=match.commitment,
        seed=_revealed_seed(match),
        decisive=[
            DecisiveEvent(bisect_right(replay.event_counts, line.place), line.text, line.rule, line.seat)
            for line in decisive_lines(match)
        ],
        note=_statistics_note(history, match),
    )


def _statistics_note(history: MatchHistory, match: Match) -> str:
    """Return a sentence if the statistics do not count all moves, else an empty text."""
    if history.start is None or not history.start.move:
        return ""
    return (
        f"Dice and events are counted from move {history.start.move + 1} on. The moves before were played under "
        f"earlier rules of {match.game.title}, which this server can no longer execute."
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
    """Return the record of a match, with the lines that a server has signed."""
    match = replay_to_move(history, LAST_MOVE).match
    match.signed_header, match.signed_footer = list(history.signed_header), list(history.signed_footer)
    part = history.earlier
    if part is None:
        return match.record()
    match.earlier = EarlierRules(part.header, part.lines, part.state, part.number, part.version, history.start is None)
    try:
        return match.record()
    finally:
        match.earlier = None  # the cached replay needs none


def verify_record(text: str, keys: list[str]) -> Verification:
    """Verify the moves, the dice and the commitment of a record; `keys` are the known public keys of servers."""
    return verify(text, all_games(), [PublicKey(key) for key in keys])


def history_from_record(text: str, id: str) -> MatchHistory:
    """Return the history of a record, verified on the way; raise RecordError with the line if it is wrong."""
    match = read(text, all_games())
    moves = [(move.seat, move.action.text) for move in match.moves]
    named = {line.split(" ")[1] for line in text.splitlines() if line.startswith("option ")}
    options = {name: value for name, value in match.setup.options.items() if name in named}
    setup = {**match.setup.json(), "version": match.begun_version, "options": options}
    history = MatchHistory(
        id,
        setup,
        match.first_dice.pack(),
        None,
        moves,
        signed_header=match.signed_header,
        signed_footer=match.signed_footer,
    )
    earlier = match.earlier
    if earlier is None:
        return history
    part = EarlierPart(earlier.header, earlier.lines, earlier.state, earlier.moves, earlier.version)
    start = None if earlier.is_replayable else ReplayStart(earlier.state, earlier.moves, earlier.moves)
    sentence = change_sentence(match.game, earlier.version)
    notes = [(earlier.moves, earlier.moves, sentence)]
    return msgspec.structs.replace(history, start=start, earlier=part, rules_notes=notes)


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
