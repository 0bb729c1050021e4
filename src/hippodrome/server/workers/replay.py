"""What must be replayed: any moment of a match, its whole log, its statistics, its record. Runs in worker processes.

Everything here takes and returns plain data, so that it can be handed to another process and back.
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
"""A moment after every move."""

MAX_CACHED_REPLAYS = 32
"""How many matches a worker keeps at hand."""


class MatchHistory(msgspec.Struct, frozen=True):
    """All that determines a match: set-up, first dice, the position it began from if it is a branch, and the moves.

    `notes` are sentences of the table's own for the log, each with the number of the move it follows; `odds` says
    whether the table tells chances.
    """

    id: str
    setup: Json
    dice: list[str | int]
    base: Json
    moves: list[tuple[int, str]]
    notes: list[tuple[int, str]] = []
    odds: bool = True


class SeatSummary(msgspec.Struct):
    """A seat at the end: its place, its dice and their mean, and what is counted of it."""

    place: int
    dice: int
    mean: float
    counts: dict[str, int]


class MatchSummary(msgspec.Struct):
    """How a match ended, with its statistics and the proof of its dice."""

    verdict: str
    reason: str
    places: list[int]
    seats: list[SeatSummary]
    figures: dict[str, int]
    moves: int
    dice: int
    commitment: str
    seed: str


class GameOutcome(msgspec.Struct):
    """How a match ended, as a campaign takes it in: see Outcome of the kit."""

    match: str
    commitment: str
    scenario: str
    options: dict[str, int | str]
    places: list[int]
    figures: dict[str, int]


class RecordCheck(msgspec.Struct):
    """What became of checking a record: `line` is the one that does not hold, or 0."""

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
    """Return a match at its first moment: a fresh one, or a branch that begins from a saved position."""
    game = all_games()[setup["game"]]
    made = Setup(game, setup["scenario"], setup["seats"], setup["options"])
    match = Match(made, unpack_dice(dice), log=base is None)
    if base is not None:
        restore(game, match.state, base)
        match.state.logging = True
    return match


# -------------------------------------------------------------------- replaying


def is_silent_pass(match: Match, action: str) -> bool:
    """Return whether somebody passes who was asked in secret: nobody else may know that there was a question."""
    return action == PASS.text and match.state.agenda[-1].secret(match.state)


class Replay:
    """A match that is played again move by move. Silent moves are not counted: they belong to the move before.

    `marks` has the number of events after each counted move; `counted` the counted moves after each move of all.
    """

    def __init__(self, story: MatchHistory) -> None:
        self.origin = (story.setup, story.dice, story.base)
        self.match = start_match(*self.origin)
        self.event_counts = [len(self.match.events)]
        self.counted = [0]

    @property
    def move(self) -> int:
        """How many moves were counted."""
        return self.counted[-1]

    def can_reach(self, story: MatchHistory, move: int) -> bool:
        """Return whether going on from here leads to a moment of the story."""
        played = self.match.moves
        if self.origin != (story.setup, story.dice, story.base):
            return False
        if self.move > move or len(played) > len(story.moves):
            return False
        return all((m.seat, m.action.text) == other for m, other in zip(played, story.moves, strict=False))

    def advance(self, story: MatchHistory, move: int, place: int | None = None) -> None:
        """Play on to a moment, and through the silent moves after it; or to a number of moves, silent ones counted."""
        for seat, text in story.moves[len(self.match.moves) : place]:
            silent = is_silent_pass(self.match, text)
            if self.move == move and not silent:
                break
            self.match.play(text, seat)
            self.counted.append(self.move + (not silent))
            if not silent:
                self.event_counts.append(0)
            self.event_counts[-1] = len(self.match.events)

    def notes(self, story: MatchHistory) -> list[tuple[int, str]]:
        """What the table itself has to say, each with the number of its move; nothing of silent moves."""
        visible_counts = self.counted
        numbered = [(number, text) for number, text in story.notes if number < len(visible_counts)]
        return [
            (visible_counts[number], text)
            for number, text in numbered
            if visible_counts[number] > visible_counts[number - 1]
        ]


_cache: OrderedDict[str, Replay] = OrderedDict()


def replay_to_move(story: MatchHistory, move: int) -> Replay:
    """Return the match after a number of counted moves; taken up from where it was last looked at, if that lies
    before.
    """
    found = _cache.pop(story.id, None)
    if found is None or not found.can_reach(story, move):
        found = Replay(story)
    found.advance(story, move)
    _cache[story.id] = found
    if len(_cache) > MAX_CACHED_REPLAYS:
        _cache.popitem(last=False)
    return found


def replay_to_index(story: MatchHistory, place: int) -> Replay:
    """Return the match as it stood after so many moves, silent ones counted; taken up likewise."""
    found = _cache.pop(story.id, None)
    if found is None or len(found.match.moves) > place or not found.can_reach(story, LAST_MOVE):
        found = Replay(story)
    found.advance(story, LAST_MOVE, place)
    _cache[story.id] = found
    if len(_cache) > MAX_CACHED_REPLAYS:
        _cache.popitem(last=False)
    return found


# -------------------------------------------------------------------- what is asked of it


def frame_at(story: MatchHistory, move: int, viewer: int) -> wire.Frame | int:
    """Return a moment as a viewer may see it; there is nothing to choose in it. A number if there are only so
    many moves.
    """
    replay = replay_to_move(story, move)
    if replay.move < move:
        return replay.move
    since = replay.event_counts[move - 1] if move else 0
    notes = [text for number, text in replay.notes(story) if number == move]
    replay.match.shows_odds = story.odds
    frame, _ = frames.make_frame(replay.match, n=move, move=move, viewer=viewer, since=since, notes=notes, asking=False)
    return frame


def full_log(story: MatchHistory, viewer: int) -> wire.Log:
    """Return the whole log as a viewer may read it."""
    replay = replay_to_move(story, LAST_MOVE)
    match, loud = replay.match, replay.match.game.counted_events()
    found: list[wire.Line] = []
    move = 0
    for place, event in enumerate(match.events):
        while place >= replay.event_counts[move]:
            move += 1
        seen = event.seen_by(viewer)
        if seen is not None:
            found.append(frames.log_line(match, seen, move, type(seen).__name__ in loud))
    found += [frames.table_note(number, text) for number, text in replay.notes(story)]
    found.sort(key=lambda line: line.move)
    return wire.Log(viewer, replay.move, found)


def match_summary(story: MatchHistory) -> MatchSummary:
    """Return the statistics of a match that is over."""
    match = replay_to_move(story, LAST_MOVE).match
    result = match.result
    if result is None:
        raise ValueError("the match is not over")
    dice: list[list[int]] = [[] for _ in result.places]
    counts: list[Counter[str]] = [Counter() for _ in result.places]
    names = match.game.counted_events()
    for event in match.events:
        seat = match.game.actor(event)
        if isinstance(event, DiceRolled) and seat >= 0:
            dice[seat].extend(event.dice)
        elif seat >= 0 and type(event).__name__ in names:
            counts[seat][names[type(event).__name__]] += 1
    seats = [
        SeatSummary(place, len(thrown), sum(thrown) / len(thrown) if thrown else 0.0, dict(count))
        for place, thrown, count in zip(result.places, dice, counts, strict=True)
    ]
    return MatchSummary(
        verdict=match.game.verdict(result),
        reason=result.reason,
        places=list(result.places),
        seats=seats,
        figures=match.game.match_statistics(match.state),
        moves=len(match.moves),
        dice=int(match.state.dice.rolled),
        commitment=match.commitment,
        seed=_revealed_seed(match),
    )


def sheets_at(story: MatchHistory, move: int, viewer: int) -> tuple[int, Json]:
    """Return the sheets after a number of moves as a viewer may see them, and how many moves that were at most."""
    replay = replay_to_move(story, move)
    match = replay.match
    return replay.move, [sheet.json() for sheet in match.game.sheets(match.view(viewer))]


def game_outcome(story: MatchHistory) -> GameOutcome:
    """How a match that is over ended, for a campaign."""
    found = campaign_outcome(replay_to_move(story, LAST_MOVE).match, story.id)
    return GameOutcome(found.match, found.commitment, found.scenario, found.options, found.places, found.figures)


def match_record(story: MatchHistory) -> str:
    """Return the record of a match."""
    return replay_to_move(story, LAST_MOVE).match.record()


def verify_record(text: str) -> RecordCheck:
    """Check every die and every move of a record."""
    try:
        match = read(text, all_games())
    except RecordError as error:
        place, _, message = str(error).removeprefix("line ").partition(": ")
        return RecordCheck(False, int(place), message)
    result = match.result
    return RecordCheck(
        ok=True,
        line=0,
        text="Every die and every move holds.",
        game=match.game.slug,
        title=match.game.title,
        scenario=match.setup.scenario.title,
        moves=len(match.moves),
        dice=int(match.state.dice.rolled),
        commitment=match.commitment,
        seed=_revealed_seed(match),
        verdict=match.game.verdict(result) if result is not None else "",
    )


def history_from_record(text: str, id: str) -> MatchHistory:
    """Return the story that a record tells, checked on the way; RecordError names the line that does not hold."""
    match = read(text, all_games())
    moves = [(move.seat, move.action.text) for move in match.moves]
    return MatchHistory(id, match.setup.json(), match.first_dice.pack(), None, moves)


def branch_position(story: MatchHistory, move: int, viewer: int, seed: bytes) -> Json | int:
    """Return the position after a number of moves with fresh dice; what the viewer cannot know is dealt anew.

    Once the match is over nothing is hidden any more, and the position is the true one. A number if there are only so
    many moves.
    """
    whole = replay_to_move(story, LAST_MOVE)
    if whole.move < move:
        return whole.move
    over = whole.match.result is not None
    match = replay_to_move(story, move).match
    if over:
        state = match.state.clone()
        dice = TapeDice(seed)
        dice.rolled = state.dice.rolled
        state.dice = dice
    else:
        state = match.imagine(viewer, seed)
    return snapshot(state)


def _revealed_seed(match: Match) -> str:
    """Return the seed, which everybody may know once the match is over."""
    dice = match.first_dice
    return dice.seed.hex() if isinstance(dice, TapeDice) and match.result is not None else ""
