"""A match at this terminal: people and bots take turns, and every decision is saved."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from hippodrome import bots
from hippodrome.kit.actions import Action, action_digits, parse
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.odds_text import in_short
from hippodrome.terminal.advice_view import LastBotMove, hint_lines
from hippodrome.terminal.log_view import LogNote, merged_log
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_summary import show_summary
from hippodrome.terminal.odds_view import OddsCache, odds_lines
from hippodrome.terminal.pages import help_lines, log_lines, matching_clauses
from hippodrome.terminal.saves import SaveFile, shell_path
from hippodrome.terminal.screen_layout import NumberedOption, ScreenContent, fits, standings_by_seat
from hippodrome.terminal.screens import TOO_SMALL, LineScreen, Screen, is_interactive

MAX_OPTIONS_WITH_ODDS = 9  # in the list of options; the page of odds shows all


def number_actions(actions: Sequence[Action]) -> dict[int, Action]:
    """Return the actions by the number to type.

    If all have the same verb with a different digit, as in "whips 2", the digit is the number; else the position.
    """
    digits = action_digits(actions)
    return dict(sorted(zip(digits, actions, strict=True))) if digits else dict(enumerate(actions, 1))


class QuitMatch(Exception):
    """A player wants to stop for now."""


class MatchLoop:
    """A match with its seats, its screen and its save file."""

    def __init__(
        self, match: Match, seats: Sequence[Seat], screen: Screen, save: SaveFile | None = None, odds: bool = True
    ) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        self.save = save
        self.shows_odds = match.shows_odds = odds
        self.odds = OddsCache(match)
        self.last_bot_move = LastBotMove(match)
        self.lookahead_bots: dict[int, bots.Bot] = {}  # by seat; they remember their plans
        self.notes = [LogNote(0, f"Commitment: {match.commitment}")] if match.commitment else []
        self.forced_moves: set[int] = set()  # numbers of moves without an alternative
        self.seen_events = [0] * len(seats)  # number of events that each person has seen
        self.seen_standings: list[dict[int, list[str]]] = [{} for _ in seats]
        self.events_before_move = 0
        self.saved_moves = -1  # number of moves in the save file
        self.message = ""
        people = [seat.number for seat in seats if seat.is_person]
        self.only_person = people[0] if len(people) == 1 else SPECTATOR
        self.viewer = self.only_person
        self.last_person = SPECTATOR  # the seat of the person who decided last

    # ---------------------------------------------------------------- the match

    def play(self) -> None:
        """Play until the match is over. Raise QuitMatch, EOFError or KeyboardInterrupt if a player stops earlier."""
        while self.match.decision is not None:
            seat = self.seats[self.match.seat]
            forced = self.match.only_action()
            if forced is not None:
                self.play_forced(seat, forced)
            elif seat.is_person:
                self.screen.end_moves()
                self.ask_person(seat)
            else:
                self.play_bot(seat)
        self.screen.end_moves()
        self.save_match()

    def save_match(self) -> bool:
        """Save the current position; return False, with a message to show, if that fails.

        The match is saved before and after each decision of a person. Bots make the same moves again when it resumes.
        """
        try:
            if self.save is not None and self.saved_moves != len(self.match.moves):
                self.save.write(self.match)
                self.saved_moves = len(self.match.moves)
        except OSError as error:
            self.message = f"The match could not be saved: {error.strerror}."
            return False
        return True

    def apply(self, action: Action) -> bool:
        """Play an action; return whether the viewer can see an effect."""
        self.events_before_move = len(self.match.events)
        self.match.play(action)
        return bool(self.match.visible_events(self.viewer, self.events_before_move))

    def play_forced(self, seat: Seat, action: Action) -> None:
        """Play the only legal action; for a person, the log says so."""
        if seat.is_person:
            label = self.match.game.presentation.label(self.match.state, action)
            self.notes.append(LogNote(len(self.match.events), f"only move: {label[:1].lower()}{label[1:]}"))
        self.forced_moves.add(len(self.match.moves))
        if self.apply(action):
            self.screen.show_move(self.content)

    def play_bot(self, seat: Seat) -> None:
        """Let a bot move. Its seed depends only on the match, so that a resumed match continues in the same way."""
        moment = f"{self.match.commitment} {seat.number} {len(self.match.moves)}"
        seed = hashlib.sha256(moment.encode()).digest()
        bot = self.lookahead_bots.get(seat.number) or bots.make(
            seat.level, self.match.game, int.from_bytes(seed[:7], "big"), timed=True
        )
        if bots.looks_ahead(seat.level):
            self.lookahead_bots[seat.number] = bot
        imagined = self.match.imagine(seat.number, seed)
        if self.only_person == SPECTATOR:
            self.viewer = SPECTATOR
        analysis = bot.analyse(self.match.game, imagined, seat.number)
        self.last_bot_move.before_move(seat, imagined, analysis)
        if self.apply(analysis.chosen):
            self.screen.show_move(self.content)
        self.last_bot_move.after_move()

    # ---------------------------------------------------------------- a person decides

    def ask_person(self, seat: Seat) -> None:
        """Ask until an action is played or a move is undone."""
        if self.only_person == SPECTATOR and self.last_person != seat.number:
            self.hand_over(seat)
        self.viewer = self.last_person = seat.number
        self.save_match()
        moves = len(self.match.moves)
        while len(self.match.moves) == moves:
            if self.shows_odds and not self.odds.has(self.match.proposals()[0]):
                self.screen.ask(self.content(self.options(with_odds=False)), draft=True)
            content = self.content(self.options(self.shows_odds))
            self.message = ""
            action = self.handle_input(self.screen.ask(content))
            if action is not None:
                self.seen_events[seat.number] = len(self.match.events)
                self.seen_standings[seat.number] = standings_by_seat(content.scene)
                self.apply(action)
                self.save_match()

    def hand_over(self, seat: Seat) -> None:
        """Draw a curtain before the next person's turn if that person sees something hidden from the others."""
        self.viewer = SPECTATOR
        if self.match.view(seat.number).table != self.match.view(SPECTATOR).table:
            self.screen.wait_behind_curtain(f"{seat.title}, press Enter when you are ready.")

    def options(self, with_odds: bool) -> list[NumberedOption]:
        """Return the options with their labels and, if wanted, their odds in short."""
        options = []
        for number, action in number_actions(self.match.proposals()).items():
            label = self.match.game.presentation.label(self.match.state, action)
            odds = in_short(self.odds.get(action)) if with_odds and number <= MAX_OPTIONS_WITH_ODDS else ""
            options.append(NumberedOption(number, action.text, label, odds))
        return options

    def content(self, options: Sequence[NumberedOption] = ()) -> ScreenContent:
        """Return what the viewer sees."""
        log = merged_log(self.match, self.viewer, self.notes)
        is_spectator = self.viewer == SPECTATOR
        seen_events = self.events_before_move if is_spectator else self.seen_events[self.viewer]
        seen_standings = {} if is_spectator else self.seen_standings[self.viewer]
        title = f"{self.match.game.title}: {self.match.setup.scenario.title}"
        scene = self.match.scene(self.viewer)
        default = self.match.proposals()[0].text if options else ""
        return ScreenContent(title, scene, log, seen_events, options, default, self.message, seen_standings)

    # ---------------------------------------------------------------- input

    def handle_input(self, typed: str) -> Action | None:
        """Return the action that was typed; carry out any other command and return None."""
        word = typed.lower()
        if word in ("q", "quit", "exit"):
            raise QuitMatch
        if word.startswith("?"):
            self.show_rule(typed.lstrip("?").strip())
            return None
        commands: dict[str, Callable[[], None]] = {
            "u": self.undo, "undo": self.undo,
            "h": self.show_help, "help": self.show_help,
            "l": self.show_log, "log": self.show_log,
            "b": self.show_description, "board": self.show_description,
            "hint": self.show_hint, "why": self.show_reasons,
            "o": self.show_odds, "odds": self.show_odds,
            "s": self.save_now, "save": self.save_now,
        }  # fmt: skip
        if word in commands:
            commands[word]()
            return None
        return self.parse_choice(word)

    def parse_choice(self, word: str) -> Action | None:
        """Return the action typed as a number, text or label; None, with a message to show, if it is not legal."""
        actions = self.match.proposals()
        if not word:
            return actions[0]
        if word.isdigit():
            numbered = number_actions(actions)
            if int(word) in numbered:
                return numbered[int(word)]
            known = ", ".join(str(number) for number in numbered)
            self.message = f"There is no option {word}. The options are {known}. Type h for help."
            return None
        for action in actions:
            if word == self.match.game.presentation.label(self.match.state, action).lower():
                return action
        refusal = self.match.check(word)
        if refusal is None:
            return parse(word)
        self.message = f"{refusal.text} [{refusal.rule}]"
        return None

    def undo(self) -> None:
        """Undo the last move that was a choice, and the forced moves after it; if that is not allowed, say why."""
        trial = self.match.clone()
        steps = 0
        while steps == 0 or len(trial.moves) in self.forced_moves:
            reason = trial.undo_refusal
            if reason:
                self.message = reason
                return
            trial.undo()
            steps += 1
        for _ in range(steps):
            self.match.undo()
        self.notes = [note for note in self.notes if note.place < len(self.match.events)]
        self.forced_moves = {number for number in self.forced_moves if number < len(self.match.moves)}
        self.odds.clear()
        self.saved_moves = -1
        self.save_match()

    def show_rule(self, words: str) -> None:
        """Show the clause of the decision, or the clauses that match the words."""
        decision = self.match.decision
        assert decision is not None
        self.screen.show_page("Rules", matching_clauses(self.match.game.rulebook, words or decision.rule))

    def show_help(self) -> None:
        """Show the keys and the symbols of the board."""
        self.screen.show_page("Help", help_lines(self.match.game.words.letters))

    def show_log(self) -> None:
        """Show the full log, beginning with the last page."""
        self.screen.show_page("Log", log_lines(self.match, self.viewer, self.notes), at_end=True)

    def show_description(self) -> None:
        """Show the description of the board."""
        self.screen.show_page("Board", [Text(line) for line in self.match.describe(self.viewer).splitlines()])

    def show_odds(self) -> None:
        """Show the options with their full odds, unless the match is played without odds."""
        if self.shows_odds:
            self.screen.show_page("Options and odds", odds_lines(self.match, self.odds))
        else:
            self.message = "This match is played without odds."

    def show_hint(self) -> None:
        """Show what the strongest bot would play, and why."""
        self.screen.show_page("Hint", hint_lines(self.match))

    def show_reasons(self) -> None:
        """Show the reasons for the last bot move."""
        self.screen.show_page("Why?", self.last_bot_move.lines())

    def save_now(self) -> None:
        """Save, and say where."""
        self.message = f"Saved to {self.save.path}." if self.save is not None else "This match is not saved."
        self.save_match()


# -------------------------------------------------------------------- from start to summary


def run_match(loop: MatchLoop, console: Console, command: str) -> None:
    """Play a match and print its summary, or how to resume it if a player stops; `command` is play or watch."""
    if isinstance(loop.screen, LineScreen) and is_interactive(console) and not fits(*console.size):
        loop.message = TOO_SMALL.format(*console.size)
    try:
        with loop.screen:
            loop.play()
            if isinstance(loop.screen, LineScreen):
                loop.screen.print_news(loop.content())
    except (QuitMatch, EOFError, KeyboardInterrupt):
        quit_match(loop, console)
        return
    show_summary(console, loop.match, loop.seats, loop.save, command)


def quit_match(loop: MatchLoop, console: Console) -> None:
    """Save the match, and print how to resume it."""
    console.print()
    if loop.save is None:
        console.print("Stopped.")
        return
    if not loop.save_match():
        console.print(Text(loop.message), soft_wrap=True)
        return
    console.print(Text(f"Saved to {shell_path(loop.save.path)}"), soft_wrap=True)
    console.print(Text(f"Resume with: {loop.save.resume_command}"), soft_wrap=True)
