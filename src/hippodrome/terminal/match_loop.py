"""A match at this terminal: people and programs take turns, all is saved, nothing is asked needlessly."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from rich.text import Text

from hippodrome import bots
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.odds_text import in_short
from hippodrome.terminal.advice import Whys, hint_lines
from hippodrome.terminal.chances import Chances
from hippodrome.terminal.log_view import Note, story
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.pages import clauses_found, help_lines, log_lines, odds_lines
from hippodrome.terminal.saves import Save
from hippodrome.terminal.screen_layout import Choice, Picture, standings
from hippodrome.terminal.screens import Screen

MOST_WITH_ODDS = 9  # options whose odds are worked out before they are asked for


def numbered(actions: Sequence[Action]) -> dict[int, Action]:
    """Return the options by the number to type: the action's own where it has one, as in whips 2, else its place."""
    own = {action.args[0]: action for action in actions if len(action.args) == 1 and 0 < action.args[0] < 10}
    if len(own) == len(actions) and len({action.verb for action in actions}) == 1:
        return dict(sorted(own.items()))
    return dict(enumerate(actions, 1))


class Quit(Exception):
    """Somebody wants to stop for now."""


class MatchLoop:
    """A match with its seats, its screen and its save file."""

    def __init__(
        self, match: Match, seats: Sequence[Seat], screen: Screen, save: Save | None = None, odds: bool = True
    ) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        self.save = save
        self.odds = match.shows_odds = odds
        self.chances = Chances(match)
        self.whys = Whys(match)
        self.minds: dict[int, bots.Bot] = {}  # programs that remember their plans, by seat
        self.notes = [Note(0, f"Commitment: {match.commitment}")] if match.commitment else []
        self.forced: set[int] = set()  # numbers of moves that were the only ones
        self.since = [0] * len(seats)  # how many events each person has seen
        self.before: list[dict[int, list[str]]] = [{} for _ in seats]  # the standings each person has seen
        self.latest = 0  # how many events there were before the last move
        self.kept = -1  # how many moves the save file has
        self.message = ""
        people = [seat.number for seat in seats if seat.is_person]
        self.alone = people[0] if len(people) == 1 else SPECTATOR
        self.viewer = self.alone
        self.at_screen = SPECTATOR  # the person who decided last

    # ---------------------------------------------------------------- the match

    def play(self) -> None:
        """Until the match is over; Quit, EOFError or KeyboardInterrupt if somebody stops before."""
        while self.match.decision is not None:
            seat = self.seats[self.match.seat]
            forced = self.match.only_action()
            if forced is not None:
                self.only_way(seat, forced)
            elif seat.is_person:
                self.screen.rest()
                self.decide(seat)
            else:
                self.program(seat)
        self.screen.rest()
        self.keep()

    def keep(self) -> bool:
        """Save the match as it stands; whether that was possible. If not, the match goes on with a message.

        It is saved when a person is asked and has decided; what programs do in between comes out the same again.
        """
        try:
            if self.save is not None and self.kept != len(self.match.moves):
                self.save.keep(self.match)
                self.kept = len(self.match.moves)
        except OSError as error:
            self.message = f"This could not be saved: {error.strerror}."
            return False
        return True

    def do(self, action: Action) -> bool:
        """Play an action; whether something came of it that the viewer can see."""
        self.latest = len(self.match.events)
        self.match.play(action)
        return bool(self.match.visible_events(self.viewer, self.latest))

    def only_way(self, seat: Seat, action: Action) -> None:
        """Take the only action there is, and tell a person so."""
        if seat.is_person:
            label = self.match.game.label(self.match.state, action)
            self.notes.append(Note(len(self.match.events), f"only way: {label[:1].lower()}{label[1:]}"))
        self.forced.add(len(self.match.moves))
        if self.do(action):
            self.screen.moved(self.picture)

    def program(self, seat: Seat) -> None:
        """A program decides. What a plain one thinks depends on the match alone, so a resumed match goes on alike."""
        moment = f"{self.match.commitment} {seat.number} {len(self.match.moves)}"
        thoughts = hashlib.sha256(moment.encode()).digest()
        bot = self.minds.get(seat.number) or bots.make(
            seat.level, self.match.game, int.from_bytes(thoughts[:7], "big"), timed=True
        )
        if bots.looks_ahead(seat.level):
            self.minds[seat.number] = bot
        imagined = self.match.imagine(seat.number, thoughts)
        if self.alone == SPECTATOR:
            self.viewer = SPECTATOR
        found = bot.analyse(self.match.game, imagined, seat.number)
        self.whys.will_move(seat, imagined, found)
        if self.do(found.chosen):
            self.screen.moved(self.picture)
        self.whys.has_moved()

    # ---------------------------------------------------------------- a person decides

    def decide(self, seat: Seat) -> None:
        """Ask until an action is taken, or a move is taken back."""
        if self.alone == SPECTATOR and self.at_screen != seat.number:
            self.hand_over(seat)
        self.viewer = self.at_screen = seat.number
        self.keep()
        moves = len(self.match.moves)
        while len(self.match.moves) == moves:
            if self.odds and not self.chances.is_known(self.match.proposals()[0]):
                self.screen.ask(self.picture(self.choices(odds=False)), draft=True)
            picture = self.picture(self.choices(self.odds))
            self.message = ""
            action = self.command(self.screen.ask(picture))
            if action is not None:
                self.since[seat.number] = len(self.match.events)
                self.before[seat.number] = standings(picture.scene)
                self.do(action)
                self.keep()

    def hand_over(self, seat: Seat) -> None:
        """A curtain, if the next person sees something that the others may not."""
        self.viewer = SPECTATOR
        if self.match.view(seat.number).table != self.match.view(SPECTATOR).table:
            self.screen.curtain(f"{seat.title}, press Enter when you are ready.")

    def choices(self, odds: bool) -> list[Choice]:
        """Return the options in words, with their odds in short."""
        found = []
        for number, action in numbered(self.match.proposals()).items():
            label = self.match.game.label(self.match.state, action)
            short = in_short(self.chances.of(action)) if odds and number <= MOST_WITH_ODDS else ""
            found.append(Choice(number, action.text, label, short))
        return found

    def picture(self, choices: Sequence[Choice] = ()) -> Picture:
        """What the viewer sees."""
        scenario = self.match.setup.scenario
        entries = story(self.match, self.viewer, self.notes)
        watching = self.viewer == SPECTATOR
        since = self.latest if watching else self.since[self.viewer]
        before = {} if watching else self.before[self.viewer]
        title = f"{self.match.game.title}: {scenario.title}"
        scene = self.match.scene(self.viewer)
        default = self.match.proposals()[0].text if choices else ""
        return Picture(title, scene, entries, since, choices, default, self.message, before)

    # ---------------------------------------------------------------- what can be typed

    def command(self, typed: str) -> Action | None:
        """Do what was typed: an action to play is returned, everything else is done here."""
        word = typed.lower()
        if word in ("q", "quit", "exit"):
            raise Quit
        if word.startswith("?"):
            self.rule(typed.lstrip("?").strip())
            return None
        orders: dict[str, Callable[[], None]] = {
            "u": self.undo, "undo": self.undo,
            "h": self.help, "help": self.help,
            "l": self.log, "log": self.log,
            "b": self.board, "board": self.board,
            "hint": self.hint, "why": self.why,
            "o": self.options, "odds": self.options,
            "s": self.saved, "save": self.saved,
        }  # fmt: skip
        if word in orders:
            orders[word]()
            return None
        return self.chosen(word)

    def chosen(self, word: str) -> Action | None:
        """Return the action meant by a number, by its text or by its label; None, with a message, if none is."""
        actions = self.match.proposals()
        if not word:
            return actions[0]
        if word.isdigit():
            options = numbered(actions)
            if int(word) in options:
                return options[int(word)]
            known = ", ".join(str(number) for number in options)
            self.message = f"There is no option {word}; there are {known}. Type h for help."
            return None
        for action in actions:
            if word == self.match.game.label(self.match.state, action).lower():
                return action
        refusal = self.match.check(word)
        if refusal is None:
            return parse(word)
        self.message = f"{refusal.text} [{refusal.rule}]"
        return None

    def undo(self) -> None:
        """Take back the last move that was a choice, with those that followed of themselves."""
        trial = self.match.clone()
        steps = 0
        while steps == 0 or len(trial.moves) in self.forced:
            reason = trial.undo_refusal
            if reason:
                self.message = f"This cannot be taken back. {reason}"
                return
            trial.undo()
            steps += 1
        for _ in range(steps):
            self.match.undo()
        self.notes = [note for note in self.notes if note.place < len(self.match.events)]
        self.forced = {number for number in self.forced if number < len(self.match.moves)}
        self.chances.forget()
        self.kept = -1
        self.keep()

    def rule(self, words: str) -> None:
        """The clause behind the question, or those asked for."""
        asked = self.match.decision
        assert asked is not None
        self.screen.page("The rules", clauses_found(self.match.game.rulebook, words or asked.rule))

    def help(self) -> None:
        """The keys and the signs of the board."""
        self.screen.page("Help", help_lines(self.match.game.words.letters))

    def log(self) -> None:
        """The whole story."""
        self.screen.page("The log", log_lines(self.match, self.viewer, self.notes), at_end=True)

    def board(self) -> None:
        """The board in words."""
        self.screen.page("The board", [Text(line) for line in self.match.describe(self.viewer).splitlines()])

    def options(self) -> None:
        """The options with all their odds, if this table tells any."""
        if self.odds:
            self.screen.page("The options", odds_lines(self.match, self.chances))
        else:
            self.message = "This match is played without odds."

    def hint(self) -> None:
        """What the strongest program would do here, and why."""
        self.screen.page("A hint", hint_lines(self.match))

    def why(self) -> None:
        """What the program that moved last had weighed."""
        self.screen.page("Why", self.whys.lines())

    def saved(self) -> None:
        """Save now, and say where."""
        self.message = f"Saved in {self.save.path}." if self.save is not None else "This match is not saved."
        self.keep()
