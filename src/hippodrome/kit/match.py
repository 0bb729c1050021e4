"""A match: a state with its log, its undo and its record. What people and programs play with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, IllegalAction, Refusal, parse
from hippodrome.kit.campaign import NotReadyError, Outcome
from hippodrome.kit.custom_files import MOST, OptionError, clean, is_file
from hippodrome.kit.dice import Dice, TapeDice, commitment
from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View, restore
from hippodrome.kit.odds import BRANCHES, Odds, odds
from hippodrome.kit.preview import Preview, preview
from hippodrome.kit.scene import Scene
from hippodrome.kit.state import Json, State, digest, snapshot
from hippodrome.kit.svg_renderer import svg

# Why a move cannot be taken back; the last is for a match that was opened again, which does not remember.
DICE: Final = "A die has fallen since, and what it shows stays."
TURN: Final = "A turn has begun since, or something secret was shown."
EITHER: Final = "A die has fallen, a secret was shown or a turn has begun since the last move."


class Setup:
    """What a match was set up with: game, scenario, seats, options and dice."""

    __slots__ = ("game", "options", "scenario", "seats")

    def __init__(self, game: Game, scenario: str, seats: int, options: Mapping[str, Value]) -> None:
        self.game = game
        self.scenario: Scenario = game.scenario(scenario)
        if seats not in self.scenario.seats:
            low, high = self.scenario.seats[0], self.scenario.seats[-1]
            raise ValueError(f"{self.scenario.title} is for {low} to {high} players, not {seats}")
        self.seats = seats
        known = {setting.name: setting for setting in self.scenario.options}
        for name in options:
            if name not in known:
                raise OptionError(name, f"{self.scenario.title} has no option {name!r}; there are: {', '.join(known)}")
        self.options: dict[str, Value] = {
            name: fitting(setting, options.get(name, setting.default)) for name, setting in known.items()
        }
        game.validate_options(self.scenario, self.options)

    def start(self, dice: Dice) -> State:
        """Return a state at its first decision."""
        state: State = self.game.setup(self.scenario, self.seats, self.options, dice)
        return state

    def json(self) -> Json:
        """What a snapshot says of it."""
        return {
            "game": self.game.slug,
            "version": self.game.version,
            "scenario": self.scenario.slug,
            "seats": self.seats,
            "options": self.options,
        }


def fitting(setting: Setting, value: Value) -> Value:
    """Return the value of an option, a file as it is kept; OptionError if the option cannot be that."""
    if value in setting.values:
        return value
    if setting.custom_kind and isinstance(value, str) and is_file(value):
        if len(value) > MOST:
            raise OptionError(setting.name, f"option {setting.name} takes a file of at most {MOST} letters")
        return clean(value)
    allowed = ", ".join([str(v) for v in setting.values])
    own = f", or the text of a file ({setting.custom_kind})" if setting.custom_kind else ""
    raise OptionError(setting.name, f"option {setting.name} cannot be {value!r}; it can be: {allowed}{own}")


class Move:
    """An action that was played, and by which seat."""

    __slots__ = ("action", "seat")

    def __init__(self, seat: int, action: Action) -> None:
        self.seat = seat
        self.action = action


class _Before:
    """The state before a move, for undo."""

    __slots__ = ("events", "state")

    def __init__(self, state: State, events: int) -> None:
        self.state = state
        self.events = events


class Match:
    """A match in progress. `moves` is its truth; everything else follows from set-up, dice and moves."""

    def __init__(self, setup: Setup, dice: Dice, log: bool = True) -> None:
        self.setup = setup
        self.game = setup.game
        self.first_dice = dice.clone()
        self.tells_odds = True  # whether pictures and words of it tell chances
        self.promised = ""  # the commitment of a record whose seed is still secret
        self.state: State = setup.start(dice)
        self.state.logging = log
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self._past: list[_Before] = []
        self._settled = EITHER
        agenda.advance(self.state)
        self._collect()

    # ---------------------------------------------------------------- where it stands

    @property
    def decision(self) -> Decision | None:
        """What must be decided now; None when the match is over."""
        return agenda.decision(self.state)

    @property
    def seat(self) -> int:
        """The seat to decide (the first, if several are asked at once); -1 when the match is over."""
        seats = agenda.seats(self.state)
        return seats[0] if seats else SPECTATOR

    @property
    def result(self) -> Result | None:
        """Places and reason; None while the match goes on."""
        return self.game.result(self.state)

    @property
    def commitment(self) -> str:
        """The fingerprint of the seed, shown from the first moment; empty for scripted dice."""
        dice = self.first_dice
        return commitment(dice.seed) if isinstance(dice, TapeDice) else self.promised

    def breadcrumbs(self) -> list[str]:
        """Where in the sequence of play the match stands."""
        return agenda.breadcrumbs(self.state)

    # ---------------------------------------------------------------- playing

    def proposals(self) -> list[Action]:
        """Legal actions worth considering, the default first; none when the match is over."""
        return list(agenda.proposals(self.state)) if self.state.agenda else []

    def check(self, action: Action | str, seat: int | None = None) -> Refusal | None:
        """Nothing, or why the action is not legal."""
        asked = self.seat if seat is None else seat
        found = parse(action) if isinstance(action, str) else action
        if found is not None:
            return self.game.check(self.state, asked, found)
        if asked not in agenda.seats(self.state):
            return self.game.check(self.state, asked, Action("pass"))
        step = self.state.agenda[-1]
        return Refusal(step.RULE, f"{action!r} is not an action. {agenda.legal_now(self.proposals())}")

    def play(self, action: Action | str, seat: int | None = None) -> list[Event]:
        """Play an action; returns what happened. Raises IllegalAction, and changes nothing, if it is refused."""
        who = self.seat if seat is None else seat
        found = parse(action) if isinstance(action, str) else action
        refusal = self.check(action if found is None else found, who)
        if refusal is not None or found is None:
            raise IllegalAction(refusal or Refusal("", "Nothing can be played."))
        self._past.append(_Before(self._copy(), len(self.events)))
        agenda.act(self.state, found, who)
        self.moves.append(Move(who, found))
        return self._collect()

    def forced(self) -> Action | None:
        """Return the only action there is, if the decision is no decision."""
        actions = self.proposals()
        if len(actions) != 1:
            return None
        step = self.state.agenda[-1]
        return None if isinstance(step, agenda.Ask) and step.confirm_even_if_forced(self.state) else actions[0]

    def _copy(self) -> State:
        copy = self.state.clone()
        copy.logging = self.state.logging
        return copy

    def _collect(self) -> list[Event]:
        """Take the new events out of the state, and forget a past that cannot be undone."""
        fresh = self.state.events
        self.state.events = []
        self.events.extend(fresh)
        if self._past:
            self._settle(self._past[-1].state)
        return fresh

    def _settle(self, before: State) -> None:
        """Forget the past if a die fell since, a secret was shown, a window closed, a turn began or the match ended."""
        now = self.state
        if now.dice.rolled != before.dice.rolled:
            self._settled = DICE
        elif now.undo_barrier != before.undo_barrier or now.over:
            self._settled = TURN
        else:
            return
        self._past.clear()

    # ---------------------------------------------------------------- undo

    @property
    def undoable(self) -> str:
        """Empty if the last move can be taken back; else the reason why not."""
        if not self.moves:
            return "Nothing has been played yet."
        if self.state.over:
            return "The match is over."
        if not self._past:
            return self._settled
        if self.moves[-1].seat != self.seat:
            return "Another player must decide now."
        return ""

    def undo(self) -> Move:
        """Take back the last move; ValueError says why if it cannot be."""
        reason = self.undoable
        if reason:
            raise ValueError(reason)
        before = self._past.pop()
        self.state = before.state
        del self.events[before.events :]
        return self.moves.pop()

    # ---------------------------------------------------------------- what a seat sees

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; without a seat, what a spectator may."""
        view = self.game.view(self.state, SPECTATOR if seat is None else seat)
        view.odds = self.tells_odds
        return view

    def scene(self, seat: int | None = None) -> Scene:
        """Return the picture for a seat, or for a spectator."""
        asked = self.decision
        mine = asked if asked is not None and (seat in asked.seats or not asked.secret) else None
        return self.game.scene(self.view(seat), mine)

    def describe(self, seat: int | None = None) -> str:
        """Return the board in words, for a seat or for a spectator."""
        return self.game.describe(self.view(seat))

    def seen(self, seat: int | None = None, since: int = 0) -> list[Event]:
        """Return the events a seat may see (None: all of them)."""
        if seat is None:
            return self.events[since:]
        found = [event.seen_by(seat) for event in self.events[since:]]
        return [event for event in found if event is not None]

    def log(self, seat: int | None = None) -> str:
        """Return the match in sentences, each with its clause; as a seat may read it, or all of it."""
        lines = [f"{self.game.sentence(self.state, event)} [{event.rule}]" for event in self.seen(seat)]
        return "\n".join(lines)

    def imagine(self, seat: int, seed: bytes) -> State:
        """Return the state as a seat may imagine it."""
        imagined: State = self.game.imagine(self.state, seat, seed)
        return imagined

    def odds(self, action: Action | str, seat: int | None = None, branches: int = BRANCHES) -> Odds:
        """What may come of an action: exact if its dice can fall in at most so many ways, else sampled.

        Raises IllegalAction if the action is refused.
        """
        refusal = self.check(action, seat)
        if refusal is not None:
            raise IllegalAction(refusal)
        found = parse(action) if isinstance(action, str) else action
        assert found is not None
        return odds(self.game, self.state, self.seat if seat is None else seat, found, branches)

    def preview(self, action: Action | str, seat: int | None = None) -> Preview:
        """What an action would look like up to the first die, as its seat may imagine it; or why it is refused."""
        who = self.seat if seat is None else seat
        found = parse(action) if isinstance(action, str) else action
        refusal = self.check(action if found is None else found, who)
        if refusal is not None or found is None:
            return Preview(refusal, [], "")
        return preview(self.game, self.state, who, found)

    # ---------------------------------------------------------------- copies

    def clone(self) -> Match:
        """Return an independent match that goes on with the same dice."""
        other = Match(self.setup, self.first_dice.clone(), log=False)
        other.state = self._copy()
        other.promised = self.promised
        other.tells_odds = self.tells_odds
        other.moves = list(self.moves)
        other.events = list(self.events)
        other._past = list(self._past)
        other._settled = self._settled
        return other

    def digest(self) -> str:
        """Return the fingerprint of the state."""
        return digest(self.state)

    def snapshot(self) -> Json:
        """Everything needed to go on, as JSON. It holds the dice to come: not for players' eyes."""
        return {
            "setup": self.setup.json(),
            "first": self.first_dice.pack(),
            "moves": [[move.seat, move.action.text] for move in self.moves],
            "state": snapshot(self.state),
        }

    def resume(self, saved: Json) -> None:
        """Take over a snapshot's state and moves; the log begins anew."""
        restore(self.game, self.state, saved["state"])
        self.moves = []
        for seat, text in saved["moves"]:
            action = parse(text)
            if action is None:
                raise ValueError(f"the snapshot holds a move that is no action: {text!r}")
            self.moves.append(Move(seat, action))
        self.events = []
        self._past = []
        self._settled = EITHER

    def record(self, with_seed: bool | None = None) -> str:
        """Return the match as readable text that anyone can check; the seed is in it once the match is over."""
        from hippodrome.kit.record import write  # record needs this module

        return write(self, with_seed)

    def settle_dice(self, dice: Dice) -> None:
        """Go on with these dice, which stand where the present ones do; nothing before can be undone."""
        self.state.dice = dice
        self._past = []
        self._settled = EITHER

    def _repr_svg_(self) -> str:
        return svg(self.scene())


def campaign_outcome(match: Match, location: str) -> Outcome:
    """Return how a finished match ended, for its campaign; `location` says where the match is saved.

    Raises NotNow if the match is not over.
    """
    result = match.result
    if result is None:
        raise NotReadyError("This match is not over yet.")
    figures = {name: int(value) for name, value in match.game.match_statistics(match.state).items()}
    options = dict(match.setup.options)
    return Outcome(location, match.commitment, match.setup.scenario.slug, options, list(result.places), figures)
