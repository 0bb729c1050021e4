"""A match: a state with its log, undo and record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, IllegalAction, Refusal, parse
from hippodrome.kit.campaign import MatchOutcome, NotReadyError
from hippodrome.kit.compounds import Compound, CompoundRun, Course, Destination
from hippodrome.kit.custom_files import MAX_CHARACTERS, OptionError, clean, is_file
from hippodrome.kit.dice import Dice, TapeDice, commitment, seed_from
from hippodrome.kit.earlier_rules import EarlierRules, usable_options
from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View, restore
from hippodrome.kit.inspection import Inspection
from hippodrome.kit.log_lines import LogLine, log_line
from hippodrome.kit.menu import Menu
from hippodrome.kit.odds import MAX_BRANCHES, Odds, odds
from hippodrome.kit.preview import Preview, preview, preview_all, preview_end
from hippodrome.kit.scene import FACTIONS, Scene
from hippodrome.kit.selection import Selection
from hippodrome.kit.state import Json, Pause, State, digest, snapshot
from hippodrome.kit.svg_renderer import svg
from hippodrome.kit.templates import join_words

# Why the last move cannot be undone. A loaded match does not remember which of the reasons applies.
DICE_ROLLED: Final = "Can't undo: dice have been rolled."
LAST_MOVE_OF_ANOTHER: Final = "Can't undo: the last move was another player's."
BARRIER_PASSED: Final = "Can't undo past the start of a turn or a revealed card."
UNKNOWN_BARRIER: Final = "Can't undo: dice were rolled, a card was revealed or a turn began."
RULES_CHANGED: Final = "Can't undo: the rules have changed since the last move."


class Setup:
    """The set-up of a match: game, scenario, seats and options."""

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
            name: checked_value(setting, options.get(name, setting.default)) for name, setting in known.items()
        }
        game.validate_options(self.scenario, self.options)

    def __repr__(self) -> str:
        return f"<Setup {self.game.slug}/{self.scenario.slug}, {self.seats} seats>"

    def start(self, dice: Dice) -> State:
        """Return a new state with its first steps on the agenda."""
        state: State = self.game.setup(self.scenario, self.seats, self.options, dice)
        return state

    def json(self) -> Json:
        """Return the set-up as JSON, for snapshots."""
        return {
            "game": self.game.slug,
            "version": self.game.version,
            "scenario": self.scenario.slug,
            "seats": self.seats,
            "options": self.options,
        }


def saved_setup(game: Game, saved: Json) -> Setup:
    """Return a set-up that was saved as JSON. Options that newer rules no longer have are left out."""
    options: Mapping[str, Value] = saved["options"]
    if saved.get("version", 1) < game.version:
        options = usable_options(game, saved["scenario"], options)
    return Setup(game, saved["scenario"], saved["seats"], with_absent_options(game, saved["scenario"], options))


def with_absent_options(game: Game, scenario: str, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return saved options, with the values for options that did not exist when they were saved."""
    return {**{setting.name: setting.absent for setting in game.scenario(scenario).options}, **options}


def checked_value(setting: Setting, value: Value) -> Value:
    """Return the value of an option, with a custom file cleaned up; raise OptionError if the value is not allowed."""
    if value in setting.values:
        return value
    if setting.custom_kind and isinstance(value, str) and is_file(value):
        if len(value) > MAX_CHARACTERS:
            raise OptionError(
                setting.name, f"option {setting.name} takes a file of at most {MAX_CHARACTERS} characters"
            )
        return clean(value)
    allowed = ", ".join([str(v) for v in setting.values])
    custom = f", or the text of a custom file ({setting.custom_kind})" if setting.custom_kind else ""
    raise OptionError(setting.name, f"option {setting.name} cannot be {value!r}; it can be: {allowed}{custom}")


class Move:
    """An action and the seat that played it.

    start       number of events before it; -1 if its events are not known
    is_silent   whether others cannot tell it from not being asked
    """

    __slots__ = ("action", "is_silent", "seat", "start")

    def __init__(self, seat: int, action: Action, start: int = -1, is_silent: bool = False) -> None:
        self.seat = seat
        self.action = action
        self.start = start
        self.is_silent = is_silent

    def __repr__(self) -> str:
        return f"<Move {FACTIONS[self.seat]}: {self.action.text}>"


class _UndoPoint:
    """The state before a move or a compound, and the numbers of moves and events then."""

    __slots__ = ("events", "moves", "state")

    def __init__(self, state: State, moves: int, events: int) -> None:
        self.state = state
        self.moves = moves
        self.events = events


class Match:
    """A match in progress or finished. Set-up, dice and `moves` determine everything else."""

    def __init__(self, setup: Setup, dice: Dice, log: bool = True) -> None:
        self.setup = setup
        self.game = setup.game
        self.first_dice = dice.clone()
        self.shows_odds = True  # whether scenes and texts contain odds
        self.published_commitment = ""  # of a record whose seed is still secret
        self.begun_version = setup.game.version  # of the rules
        self.earlier: EarlierRules | None = None  # what was played under earlier rules, if these moves are in `moves`
        self.signed_header: list[str] = []  # the first lines of its record, if a server has signed them
        self.signed_footer: list[str] = []  # the last lines of its record, if a server has signed it
        self.state: State = setup.start(dice)
        self.state.logging = log
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self._undo_points: list[_UndoPoint] = []
        self._rolled_before = 0  # dice rolled before the last move that was not silent
        self._undo_refusal = UNKNOWN_BARRIER
        agenda.advance(self.state)
        self._collect()

    def __repr__(self) -> str:
        decision, result = self.decision, self.result
        if decision is not None:
            status = f"{join_words([FACTIONS[seat] for seat in decision.seats])} to {decision.name}"
        else:
            status = "over" if result is None else f"over: {result.reason}"
        setup = f"{self.game.slug}/{self.setup.scenario.slug}, {self.setup.seats} seats"
        return f"<Match {setup}, move {len(self.moves)}, {status}>"

    # ---------------------------------------------------------------- where it stands

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the match is over."""
        return agenda.decision(self.state)

    @property
    def seat(self) -> int:
        """The deciding seat (the first, if several decide at once); -1 when the match is over."""
        seats = agenda.seats(self.state)
        return seats[0] if seats else SPECTATOR

    @property
    def result(self) -> Result | None:
        """Places and reason; None while the match is in progress."""
        return self.game.result(self.state)

    @property
    def commitment(self) -> str:
        """The published hash of the seed; empty for scripted dice."""
        dice = self.first_dice
        return commitment(dice.seed) if isinstance(dice, TapeDice) else self.published_commitment

    @property
    def move_count(self) -> int:
        """The number of moves without silent answers, as screens count them."""
        return sum(not move.is_silent for move in self.moves)

    @property
    def rules_version(self) -> int:
        """The version of the rules under which the match is played now; that of a finished record may be older."""
        return self.begun_version if self.earlier is None else self.earlier.version

    def breadcrumbs(self) -> list[str]:
        """Return the names of the groups of steps that are running, such as the round and the turn."""
        return agenda.breadcrumbs(self.state)

    # ---------------------------------------------------------------- playing

    def proposals(self) -> list[Action]:
        """Return the legal actions worth considering, the default first; none when the match is over."""
        return list(agenda.proposals(self.state)) if self.state.agenda else []

    def menu(self) -> Menu | None:
        """Return the proposals as players see them, passes last; None when the match is over."""
        if not self.state.agenda:
            return None
        step = self.state.agenda[-1]
        return Menu(step, step.player_order(self.state, self.proposals()))

    def check(self, action: Action | str, seat: int | None = None) -> Refusal | None:
        """Return None if the action is legal, else a Refusal."""
        who = self.seat if seat is None else seat
        parsed = parse(action) if isinstance(action, str) else action
        if parsed is not None:
            return self.game.check(self.state, who, parsed)
        if who not in agenda.seats(self.state):
            return self.game.check(self.state, who, Action("pass"))
        step = self.state.agenda[-1]
        return Refusal(step.RULE, f"{action!r} is not an action. {agenda.legal_now(self.proposals())}")

    def play(self, action: Action | str, seat: int | None = None, continues: bool = False) -> list[Event]:
        """Play an action and return its events. If it is illegal, raise IllegalAction and change nothing.

        An action that `continues` a compound is undone together with the move before it.
        """
        who = self.seat if seat is None else seat
        parsed = parse(action) if isinstance(action, str) else action
        refusal = self.check(action if parsed is None else parsed, who)
        if refusal is not None or parsed is None:
            raise IllegalAction(refusal or Refusal("", "Nothing can be played."))
        if not continues or not self._undo_points:
            self._undo_points.append(_UndoPoint(self._copy(), len(self.moves), len(self.events)))
        if self.state.pauses:
            self.state.pauses = []
        is_silent = agenda.is_silent(self.state, parsed.text)
        if not is_silent:
            self._rolled_before = int(self.state.dice.rolled)
        agenda.act(self.state, parsed, who)
        self.moves.append(Move(who, parsed, len(self.events), is_silent))
        return self._collect()

    def play_all(self, actions: Sequence[Action | str], seat: int | None = None) -> CompoundRun:
        """Play the actions of a compound one after another, as far as nothing stops it; return what was played and why
        it stopped.

        If the first action is illegal, raise IllegalAction and change nothing. `undo` undoes all of them together.
        """
        run = CompoundRun(self, actions, self.seat if seat is None else seat)
        try:
            while (action := run.next_action()) is not None:
                run.events.extend(self.play(action, run.seat, continues=bool(run.moves)))
        finally:
            run.close()
        return run

    def only_action(self) -> Action | None:
        """Return the only legal action, or None if there is a choice or the decision must be confirmed anyway."""
        return agenda.only_action(self.state)

    def _copy(self) -> State:
        copy = self.state.clone()
        copy.logging = self.state.logging
        copy.pauses = None if self.state.pauses is None else []
        return copy

    def _collect(self) -> list[Event]:
        """Move the new events from the state to the log, and drop undo points that became unreachable."""
        fresh = self.state.events
        self.state.events = []
        for pause in self.pauses:
            pause.events += len(self.events)
        self.events.extend(fresh)
        if self._undo_points:
            self._drop_undo_points(self._undo_points[-1].state)
        return fresh

    def _drop_undo_points(self, before: State) -> None:
        """Drop all undo points if dice were rolled, an undo barrier or a pause was passed, or the match ended.

        A silent answer belongs to the move before it: the reason must not show that a seat was asked in secret.
        """
        now = self.state
        if now.dice.rolled != self._rolled_before:
            self._undo_refusal = DICE_ROLLED
        elif now.undo_barrier != before.undo_barrier or now.over or now.pauses:
            self._undo_refusal = BARRIER_PASSED
        else:
            return
        self._undo_points.clear()

    # ---------------------------------------------------------------- undo

    @property
    def undo_refusal(self) -> str:
        """An empty string if the seat of the last move, which decides again, can undo it; else the reason why not."""
        if not self.moves:
            return "Can't undo: nothing has been played yet."
        if self.state.over:
            return "Can't undo: the match is over."
        if self.earlier is not None and self.earlier.moves == len(self.moves):
            return RULES_CHANGED
        if not self._undo_points:
            return self._undo_refusal
        if self.moves[-1].seat not in agenda.seats(self.state):
            return LAST_MOVE_OF_ANOTHER
        return ""

    @property
    def undo_index(self) -> int:
        """The index of the first move that `undo` would undo; -1 if none can be undone."""
        return self._undo_points[-1].moves if self._undo_points else -1

    def undo(self) -> Move:
        """Undo the last move, or the whole compound to which it belongs, and return the first of the moves undone.

        Raise ValueError with the reason if that is not possible.
        """
        reason = self.undo_refusal
        if reason:
            raise ValueError(reason)
        before = self._undo_points.pop()
        before.state.pauses = None if self.state.pauses is None else []
        self.state = before.state
        first = self.moves[before.moves]
        del self.events[before.events :]
        del self.moves[before.moves :]
        return first

    # ---------------------------------------------------------------- compounds

    def destinations(self, seat: int | None = None) -> list[Destination]:
        """Return the places beyond the next step that a deciding seat may choose, each with its compound."""
        who = self.seat if seat is None else seat
        if who not in agenda.seats(self.state):
            return []
        return self.game.presentation.destinations(self.imagine(who, seed_from(0)), who)

    def steered_node(self, seat: int | None = None) -> str:
        """Return the id of the node that a deciding seat may drag to any point of the board; empty if there is none."""
        who = self.seat if seat is None else seat
        return self.game.presentation.steered_node(self.state, who) if who in agenda.seats(self.state) else ""

    def course(self, x: int, y: int, turn: int | None = None, seat: int | None = None) -> Course | None:
        """Return the compound that leads the steered piece as near to a point as it can go; None if there is none.

        `turn` is the direction that it should face then, in tenths of a degree.
        """
        who = self.seat if seat is None else seat
        if not self.steered_node(who):
            return None
        return self.game.presentation.course(self.imagine(who, seed_from(0)), who, x, y, turn)

    def named_compounds(self, seat: int | None = None) -> list[Compound]:
        """Return the compounds that are offered to a deciding seat as buttons, such as "Straight on, all 5"."""
        who = self.seat if seat is None else seat
        if who not in agenda.seats(self.state):
            return []
        return self.game.presentation.named_compounds(self.imagine(who, seed_from(0)), who)

    def selection(self, seat: int | None = None) -> Selection | None:
        """Return the pieces that a deciding seat may select; None if there are none."""
        who = self.seat if seat is None else seat
        if who not in agenda.seats(self.state):
            return None
        return self.game.presentation.selection(self.imagine(who, seed_from(0)), who)

    def selection_destinations(self, nodes: Sequence[str], seat: int | None = None) -> list[Destination]:
        """Return where a deciding seat may send the selected pieces, given by their nodes, or what they may attack."""
        who = self.seat if seat is None else seat
        if who not in agenda.seats(self.state):
            return []
        return self.game.presentation.selection_destinations(self.imagine(who, seed_from(0)), who, list(nodes))

    def plan(self, order: str, seat: int | None = None) -> Compound | None:
        """Return the compound that carries out the plan of an offered compound; None if that is not possible now."""
        who = self.seat if seat is None else seat
        parsed = parse(order)
        if parsed is None or who not in agenda.seats(self.state):
            return None
        return self.game.presentation.plan(self.imagine(who, seed_from(0)), who, parsed)

    # ---------------------------------------------------------------- what a seat sees

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know; without a seat, what a spectator may know."""
        view = self.game.view(self.state, SPECTATOR if seat is None else seat)
        view.odds = self.shows_odds
        return view

    def scene(self, seat: int | None = None) -> Scene:
        """Return the scene for a seat, or for a spectator."""
        decision = self.decision
        visible = decision is not None and (seat in decision.seats or not decision.secret)
        return self.game.presentation.scene(self.view(seat), decision if visible else None)

    def inspect(self, node: str, seat: int | None = None) -> Inspection:
        """Return what a node of the scene is for a seat, or for a spectator, and why it cannot be chosen now."""
        presentation, viewer = self.game.presentation, SPECTATOR if seat is None else seat
        card = presentation.card(self.view(seat), node)
        if viewer not in agenda.seats(self.state):
            return Inspection(card, None, [])
        meant = presentation.actions_at(self.state, viewer, node)
        return Inspection(card, presentation.why_not(self.state, viewer, node), meant)

    def describe(self, seat: int | None = None) -> str:
        """Return the board as text, for a seat or for a spectator."""
        return self.game.presentation.describe(self.view(seat))

    def visible_events(self, seat: int | None = None, since: int = 0, until: int | None = None) -> list[Event]:
        """Return the events that a seat may see, or all of them without a seat."""
        return [event for _, event in self._visible(seat, since, until)]

    def log_lines(self, seat: int | None = None, since: int = 0, until: int | None = None) -> list[LogLine]:
        """Return the log lines of the events that a seat may see, or of all of them; none are merged."""
        return [log_line(self.game, self.state, place, event) for place, event in self._visible(seat, since, until)]

    def starts_of_moves(self, seat: int) -> list[int]:
        """Return the number of events before each move of a seat, except for moves before a snapshot."""
        return [move.start for move in self.moves if move.seat == seat and move.start >= 0]

    def log(self, seat: int | None = None) -> str:
        """Return the log, one sentence with its clause per line, as a seat may read it or complete."""
        return "\n".join([f"{line.text} [{line.rule}]" for line in self.log_lines(seat)])

    def _visible(self, seat: int | None, since: int, until: int | None) -> list[tuple[int, Event]]:
        """Return the events that a seat may see, or all of them without a seat, with their numbers."""
        visible: list[tuple[int, Event]] = []
        for place in range(since, len(self.events) if until is None else until):
            event = self.events[place]
            seen = event if seat is None else event.seen_by(seat)
            if seen is not None:
                visible.append((place, seen))
        return visible

    def imagine(self, seat: int, seed: bytes) -> State:
        """Return the state as a seat may imagine it."""
        imagined: State = self.game.imagine(self.state, seat, seed)
        return imagined

    def odds(self, action: Action | str, seat: int | None = None, branches: int = MAX_BRANCHES) -> Odds:
        """Return the odds of an action: exact if there are at most `branches` paths of dice, else sampled.

        Raise IllegalAction if the action is refused.
        """
        refusal = self.check(action, seat)
        if refusal is not None:
            raise IllegalAction(refusal)
        parsed = parse(action) if isinstance(action, str) else action
        assert parsed is not None
        return odds(self.game, self.state, self.seat if seat is None else seat, parsed, branches)

    def preview(self, action: Action | str, seat: int | None = None) -> Preview:
        """Return how an action would look up to the first die roll, as its seat may imagine it, or its refusal."""
        who = self.seat if seat is None else seat
        parsed = parse(action) if isinstance(action, str) else action
        refusal = self.check(action if parsed is None else parsed, who)
        if refusal is not None or parsed is None:
            return Preview(refusal, [], "")
        return preview(self.game, self.state, who, parsed)

    def preview_all(self, actions: Sequence[Action], seat: int | None = None) -> Preview:
        """Return how a compound would look up to the first die roll, as its seat may imagine it, or the refusal of its
        first action.
        """
        who = self.seat if seat is None else seat
        refusal = self.check(actions[0], who)
        return Preview(refusal, [], "") if refusal is not None else preview_all(self.game, self.state, who, actions)

    def preview_plan(self, order: str, seat: int | None = None) -> Preview:
        """Return where a plan would leave the pieces, with its note or warning; nothing if it is not possible now."""
        who = self.seat if seat is None else seat
        compound = self.plan(order, who)
        if compound is None or not compound.actions:
            return Preview(None, [], compound.note if compound is not None else "")
        return Preview(None, preview_end(self.game, self.state, who, compound.actions), compound.note)

    # ---------------------------------------------------------------- copies

    def clone(self) -> Match:
        """Return an independent copy with the same future dice."""
        other = Match(self.setup, self.first_dice.clone(), log=False)
        other.state = self._copy()
        other.published_commitment = self.published_commitment
        other.begun_version, other.earlier = self.begun_version, self.earlier
        other.signed_header = list(self.signed_header)
        other.signed_footer = list(self.signed_footer)
        other.shows_odds = self.shows_odds
        other.moves = list(self.moves)
        other.events = list(self.events)
        other._undo_points = list(self._undo_points)
        other._undo_refusal = self._undo_refusal
        other._rolled_before = self._rolled_before
        return other

    def rewound(self, log: bool = True) -> Match:
        """Return a new match before the first move that can be executed again.

        That is the first move of all, unless the match has changed rules: then it may be the first one since.
        """
        other = Match(self.setup, self.first_dice.clone(), log)
        other.begun_version, other.shows_odds = self.begun_version, self.shows_odds
        if self.earlier is not None and not self.earlier.is_replayable:
            other.earlier = self.earlier
            other.restore_state(self.earlier.state)
            other.moves = self.moves[: self.earlier.moves]
        return other

    def restore_state(self, saved: Json) -> None:
        """Replace the state by that of a snapshot; the log starts empty, and nothing before can be undone."""
        logging = self.state.logging
        self.state = self.setup.start(self.state.dice)  # new: the snapshot of earlier rules may lack some values
        restore(self.game, self.state, saved)
        self.state.logging = logging
        self.events = []
        self._rolled_before = int(self.state.dice.rolled)
        self._undo_points = []
        self._undo_refusal = UNKNOWN_BARRIER

    def collect_pauses(self) -> None:
        """Collect the pauses of each move from now on."""
        self.state.pauses = []

    @property
    def pauses(self) -> list[Pause]:
        """The pauses of the last move, if they are collected."""
        return self.state.pauses or []

    def at_pause(self, pause: Pause) -> Match:
        """Return a copy of this match as it was at a pause of the last move."""
        other = self.clone()
        other.state = pause.state
        other.events = self.events[: pause.events]
        return other

    def digest(self) -> str:
        """Return the digest of the state."""
        return digest(self.state)

    def snapshot(self) -> Json:
        """Return everything needed to resume the match, as JSON. It reveals future dice: never show it to players."""
        return {
            "setup": self.setup.json(),
            "first": self.first_dice.pack(),
            "moves": [[move.seat, move.action.text] for move in self.moves],
            "silent": [number for number, move in enumerate(self.moves) if move.is_silent],
            "state": snapshot(self.state),
        }

    def resume(self, saved: Json) -> None:
        """Replace state and moves by those of a snapshot; the log starts empty."""
        self.restore_state(saved["state"])
        self.moves = []
        for seat, text in saved["moves"]:
            action = parse(text)
            if action is None:
                raise ValueError(f"the snapshot contains a move that is not an action: {text!r}")
            self.moves.append(Move(seat, action))
        for number in saved.get("silent", []):  # snapshots of earlier versions do not list them
            self.moves[number].is_silent = True

    def record(self, with_seed: bool | None = None) -> str:
        """Return the match as readable text that anyone can verify. It includes the seed once the match is over."""
        from hippodrome.kit.record import write  # that module imports this one

        return write(self, with_seed)

    def replace_dice(self, dice: Dice) -> None:
        """Continue with other dice at the same position; earlier moves can no longer be undone."""
        self.state.dice = dice
        self._undo_points = []
        self._undo_refusal = UNKNOWN_BARRIER

    def _repr_svg_(self) -> str:
        return svg(self.scene())


def campaign_outcome(match: Match, location: str) -> MatchOutcome:
    """Return how a finished match ended, for its campaign; `location` says where the match is saved.

    Raise NotReadyError if the match is not over.
    """
    result = match.result
    if result is None:
        raise NotReadyError("This match is not over yet.")
    figures = {name: int(value) for name, value in match.game.analysis.match_statistics(match.state).items()}
    options = dict(match.setup.options)
    return MatchOutcome(location, match.commitment, match.setup.scenario.slug, options, list(result.places), figures)
