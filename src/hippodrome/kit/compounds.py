"""Compounds: lists of actions that a player submits at once. The rules see single actions only.

The actions are checked and played one after another. A compound stops at the first action that is no longer legal, at
dice, at anything secret and at the decision of another seat; it is undone as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Refusal, parse
from hippodrome.kit.scene import Node

if TYPE_CHECKING:
    from hippodrome.kit.events import Event
    from hippodrome.kit.match import Match, Move

MAX_ACTIONS: Final = 300  # of a compound that a client submits: a large army moves unit by unit
SEPARATOR: Final = "; "  # between the actions in the text of a compound

# Why a compound stopped before its last action.
COMPLETE: Final = ""
SECRET_STOP: Final = "reactions are possible"
DICE_STOP: Final = "dice were rolled"
SEAT_STOP: Final = "another player decides"
BARRIER_STOP: Final = "a turn began, or something was revealed"
OVER_STOP: Final = "the match is over"
ILLEGAL_STOP: Final = "the next action is no longer possible"


class Compound:
    """A compound that a game offers as a button: its actions, and what players read about it.

    note        why it ends where it does; may be empty
    warning     a risk to confirm; may be empty
    plan        an order such as "advance" in place of actions: `Presentation.plan` turns it into a compound with
                actions when it is chosen, so that a frame need not work them out
    repeats     whether the plan is made again after each stop, such as a roll of dice, until it is no longer offered
    is_default  whether Enter plays it in the browser, which then lists it first
    """

    __slots__ = ("actions", "is_default", "label", "note", "plan", "repeats", "warning")

    def __init__(
        self,
        actions: list[Action],
        label: str,
        note: str = "",
        warning: str = "",
        plan: str = "",
        repeats: bool = False,
        is_default: bool = False,
    ) -> None:
        self.actions = actions
        self.label = label
        self.note = note
        self.warning = warning
        self.plan = plan
        self.repeats = repeats
        self.is_default = is_default

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.label}: {self.text}>"

    @property
    def text(self) -> str:
        """The texts of its actions, separated by "; "; its plan, if it has no actions yet."""
        return SEPARATOR.join([action.text for action in self.actions]) or self.plan


class Destination(Compound):
    """A compound that leads to a place on the board, where a player clicks or drops a piece.

    node       the place. If the scene has a node with this id, that one is clicked, and nothing is drawn
    name       a short name of the place, to type in a terminal; may be empty
    cost       what the way uses up, for players: "3 squares"; may be empty
    path       points (x, y) from the start to the end
    source     the id of the node of the piece that moves and may be dragged; empty if there is none
    replaces   whether a click plays it rather than the node's own action. Otherwise, and if several destinations have
               the same place, a menu opens
    """

    __slots__ = ("cost", "name", "node", "path", "replaces", "source")

    def __init__(
        self,
        actions: list[Action],
        label: str,
        node: Node,
        name: str = "",
        cost: str = "",
        note: str = "",
        warning: str = "",
        path: Sequence[tuple[int, int]] = (),
        source: str = "",
        replaces: bool = False,
        plan: str = "",
    ) -> None:
        super().__init__(actions, label, note, warning, plan)
        self.node = node
        self.name = name
        self.cost = cost
        self.path = list(path)
        self.source = source
        self.replaces = replaces


class Course(Compound):
    """A compound that leads the steered piece towards a point of the board, to which a player drags it.

    cost       what the course uses up, for players; may be empty
    path       points (x, y) from the start to the end
    end        where the piece ends: x, y and the direction it faces
    """

    __slots__ = ("cost", "end", "path")

    def __init__(
        self,
        actions: list[Action],
        label: str,
        end: tuple[int, int, int],
        path: Sequence[tuple[int, int]] = (),
        cost: str = "",
        note: str = "",
        warning: str = "",
    ) -> None:
        super().__init__(actions, label, note, warning)
        self.cost = cost
        self.path = list(path)
        self.end = end


class CompoundRun:
    """The play of a compound in a match: `next_action` returns the actions to play, until something stops it.

    moves    the moves that were played, including forced ones between the actions
    events   their events, if `Match.play_all` has played them
    count    the number of actions played
    stop     why it stopped; COMPLETE after the last action
    refusal  of the action that was no longer legal, or None
    """

    def __init__(self, match: Match, actions: Sequence[Action | str], seat: int) -> None:
        self.actions = list(actions)
        self.seat = seat
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self.count = 0
        self.stop = COMPLETE
        self.refusal: Refusal | None = None
        self._match = match
        self._first_move = len(match.moves)
        self._rolled = int(match.state.dice.rolled)
        self._barrier = int(match.state.undo_barrier)
        self._was_secret = agenda.is_secret(match.state)
        self._had_pauses = match.state.pauses is not None
        if not self._had_pauses:
            match.collect_pauses()

    def __repr__(self) -> str:
        return f"<CompoundRun, {self.count} of {len(self.actions)} actions: {self.stop or 'complete'}>"

    @property
    def summary(self) -> str:
        """A sentence that says where and why it stopped; empty if it is complete."""
        return f"Stopped after {self.count} of {len(self.actions)}: {self.stop}." if self.stop else ""

    def next_action(self) -> Action | str | None:
        """Return the next action for the caller to play, or None if the compound has stopped.

        The first action is returned unchecked. A forced move that the compound does not name is played on the way.
        """
        match = self._match
        self.moves = match.moves[self._first_move :]
        if self.count == len(self.actions):
            return None
        following = self.actions[self.count]
        if self.moves:
            self.stop = self._find_stop()
            if self.stop:
                return None
            forced = match.only_action()
            if forced is not None and forced.text != str(following):
                return forced
            self.refusal = match.check(following, self.seat)
            if self.refusal is not None:
                self.stop = ILLEGAL_STOP
                return None
        self.count += 1
        return following

    def _find_stop(self) -> str:
        """Return what has stopped the compound after the last move, or an empty string.

        A secret comes first, so that the reason is the same whether or not a seat was asked.
        """
        state = self._match.state
        if self._was_secret or self._is_at_pause() or agenda.is_secret(state):
            return SECRET_STOP
        if state.over or not state.agenda:
            return OVER_STOP
        if state.dice.rolled != self._rolled:
            return DICE_STOP
        if self.seat not in agenda.seats(state):
            return SEAT_STOP
        return BARRIER_STOP if state.undo_barrier != self._barrier else ""

    def _is_at_pause(self) -> bool:
        """Return whether a seat might have been asked in secret during the last move, as far as others know."""
        return bool(self._match.pauses)

    def close(self) -> None:
        """Stop collecting pauses if the match did not collect them before."""
        if not self._had_pauses:
            self._match.state.pauses = None


def way_node(path: Sequence[tuple[int, int]]) -> Node:
    """Return a node that draws a way."""
    line = "M" + "L".join([f"{x} {y}" for x, y in path])
    return Node("way", "path", 0, 0, line, 0, "way")


def parse_compound(text: str) -> list[Action] | None:
    """Return the actions of a compound's text, or None if one of them is not canonical."""
    actions = [parse(part.strip()) for part in text.split(SEPARATOR.strip())]
    known = [action for action in actions if action is not None]
    return known if len(known) == len(actions) else None
