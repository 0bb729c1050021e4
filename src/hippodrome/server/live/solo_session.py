"""The session of a table with a single client and without anything that is saved: a lesson or a drill.

It draws the frames of a live table. Nothing here waits or sends.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.match import Match
from hippodrome.server import wire
from hippodrome.server.live.frames import KnownLayers, make_frame
from hippodrome.server.live.match_session import NOT_YOUR_SEAT, POSITION_CHANGED, RequestRejected


class SoloSession:
    """A position that one client plays. `frames` are those that the client has not been sent yet."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.n = 0
        self.frames: list[wire.Frame] = []
        self._known: KnownLayers | None = None  # the layers that the client has
        self._shown_events = 0

    @property
    def match(self) -> Match:
        """The match on the screen."""
        raise NotImplementedError

    @property
    def is_playing(self) -> bool:
        """True if the client may play now."""
        raise NotImplementedError

    @property
    def decision(self) -> Decision | None:
        """The pending decision of the client; None while there is something to read."""
        decision = self.match.decision if self.is_playing else None
        return decision if decision is not None and self.seat in decision.seats else None

    @property
    def move(self) -> int:
        """The number of moves since the first position."""
        return len(self.match.moves)

    def visible_n(self, held: Collection[int]) -> int:
        """Return the number of the last frame, which all may know."""
        return self.n

    def require_turn(self, held: Collection[int], seat: int, n: int) -> None:
        """Reject a request for another seat than the client's, or for an earlier position."""
        if seat != self.seat:
            raise RequestRejected(NOT_YOUR_SEAT)
        if n != self.n:
            raise RequestRejected(POSITION_CHANGED)

    def is_waiting_for_person(self, seat: int) -> bool:
        """Return whether the client must decide for this seat now."""
        return seat == self.seat and self.decision is not None

    def action_instead(self, seat: int, actions: Sequence[Action]) -> str:
        """Return an empty text: nothing is undone here but what is shown on trial."""
        return ""

    def info(self) -> wire.MatchInfo:
        """Return the public information about the table."""
        raise NotImplementedError

    def log(self) -> wire.Log:
        """Return the whole log as the client may read it."""
        raise NotImplementedError

    # ---------------------------------------------------------------- frames

    def draw_present(self) -> None:
        """Draw the complete present position, for a client that knows nothing."""
        self._known = None
        self._shown_events = len(self.match.events)
        self._draw()

    def take_frames(self) -> list[wire.Frame]:
        """Return the frames that have not been sent yet."""
        frames, self.frames = self.frames, []
        return frames

    def _draw(self, *, undone: bool = False, with_decision: bool = True) -> None:
        """Draw a frame of what has happened since the last one."""
        match = self.match
        self.n += 1
        frame, self._known = make_frame(
            match,
            n=self.n,
            move=self.move,
            viewer=self.seat,
            since=self._shown_events,
            known=self._known,
            undone=undone,
            with_decision=with_decision and self.is_playing,
        )
        frame.outcome = None  # the table says how it ends
        self._shown_events = len(match.events)
        self.frames.append(frame)
