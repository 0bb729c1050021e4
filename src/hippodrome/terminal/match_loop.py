"""A match at this terminal: people and bots take turns, and every decision is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from hippodrome import bots
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.compounds import Compound
from hippodrome.kit.dice import derive_seed
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import LAST_MOVE_OF_ANOTHER, Match
from hippodrome.kit.menu import PASS_KEY, Menu
from hippodrome.kit.odds_text import in_short
from hippodrome.kit.recap import Recap, find_window, recap_of
from hippodrome.kit.scene import FACTIONS
from hippodrome.terminal.advice_view import LastBotMove, hint_lines
from hippodrome.terminal.log_view import LogNote, merged_log
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_summary import show_last_lines, show_summary
from hippodrome.terminal.odds_view import OddsCache, odds_lines
from hippodrome.terminal.pages import help_lines, inspection_lines, log_lines, matching_clauses, things_named
from hippodrome.terminal.piece_names import pieces_named, pieces_to_choose
from hippodrome.terminal.saves import SaveFile, shell_path
from hippodrome.terminal.screen_layout import ListedOption, ScreenContent, fits, standings_by_seat
from hippodrome.terminal.screens import TOO_SMALL, LineScreen, Screen, is_interactive
from hippodrome.terminal.steering import STEERING_HELP, parse_target, steered_pose

QUIT_WORDS = ("q", "quit", "exit")
MAX_OPTIONS_WITH_ODDS = 9  # in the list of options; the page of odds shows all


def key_actions(menu: Menu) -> dict[str, Action]:
    """Return the actions by what to type: numbers from 1, and e for the pass, which comes last."""
    numbered = [*menu.choices, *menu.passes[1:]]
    keyed = {str(number): action for number, action in enumerate(numbered, 1)}
    return keyed | {PASS_KEY: menu.passes[0]} if menu.passes else keyed


class QuitMatch(Exception):
    """A player wants to stop for now."""


def words_of(label: str) -> list[str]:
    """Return the words of a label in small letters, without punctuation."""
    return [word.strip(".,;:()") for word in label.lower().split()]


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
        self.confirming = ""  # text of the pass whose warning was shown last
        self.planned_note = ""  # of the plan to be played: who cannot go all the way
        self.repeating = ""  # the plan that is made again at each decision that still offers it
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

    def apply_choice(self, actions: Sequence[Action]) -> None:
        """Play an action, or a compound as far as nothing stops it; say why it stopped."""
        self.events_before_move = len(self.match.events)
        run = self.match.play_all(actions)
        self.message = run.summary if run.refusal is None else f"{run.summary} {run.refusal.text} [{run.refusal.rule}]"
        self.message = self.message or self.planned_note
        self.planned_note = ""

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
        seed = derive_seed(self.match.first_dice, f"bot {seat.number} {len(self.match.moves)}")
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
        repeated = self.repeat_plan()
        if repeated:
            self.apply_choice(repeated)
            self.save_match()
        while len(self.match.moves) == moves:
            if self.shows_odds and not self.odds.has(self.match.proposals()[0]):
                self.screen.ask(self.content(self.options(with_odds=False)), draft=True)
            content = self.content(self.options(self.shows_odds))
            self.message = ""
            actions = self.handle_input(self.screen.ask(content))
            if actions:
                self.seen_events[seat.number] = len(self.match.events)
                self.seen_standings[seat.number] = standings_by_seat(content.scene)
                self.apply_choice(actions)
                self.save_match()

    def hand_over(self, seat: Seat) -> None:
        """Draw a curtain before the next person's turn if that person sees something hidden from the others."""
        self.viewer = SPECTATOR
        if self.match.view(seat.number).table != self.match.view(SPECTATOR).table:
            self.screen.wait_behind_curtain(f"{seat.title}, press Enter when you are ready.")

    def options(self, with_odds: bool) -> list[ListedOption]:
        """Return the options with their labels and, if wanted, their odds in short."""
        options: list[ListedOption] = []
        for key, action in key_actions(self.menu).items():
            label = self.match.game.presentation.label(self.match.state, action)
            odds = in_short(self.odds.get(action)) if with_odds and len(options) < MAX_OPTIONS_WITH_ODDS else ""
            odds = odds or self.match.game.presentation.note(self.match.state, action)
            options.append(ListedOption(key, action.text, label, odds))
        passes = options[-1:] if self.menu.passes else []
        compounds = [
            ListedOption(key, compound.text, compound.label, compound.note)
            for key, compound in self.key_compounds().items()
        ]
        return [*options[: len(options) - len(passes)], *compounds, *passes]

    @property
    def menu(self) -> Menu:
        """The options of the pending decision as players see them."""
        menu = self.match.menu()
        assert menu is not None
        return menu

    def content(self, options: Sequence[ListedOption] = ()) -> ScreenContent:
        """Return what the viewer sees."""
        log = merged_log(self.match, self.viewer, self.notes)
        is_spectator = self.viewer == SPECTATOR
        seen_events = self.events_before_move if is_spectator else self.seen_events[self.viewer]
        seen_standings = {} if is_spectator else self.seen_standings[self.viewer]
        title = f"{self.match.game.title}: {self.match.setup.scenario.title}"
        scene = self.match.scene(self.viewer)
        if options:
            selection = self.match.selection()
            pending = f" {selection.pending}." if selection is not None else ""
            scene.prompt = f"{FACTIONS[self.viewer]}: {scene.prompt}{pending}"
        default = self.menu.default if options else None
        news = self.recap() if options and not is_spectator else None
        text = default.text if default else ""
        return ScreenContent(title, scene, log, seen_events, options, text, self.message, seen_standings, news)

    def recap(self) -> Recap | None:
        """Return what others have done since the viewer's last move, until the viewer moves again."""
        window = find_window(self.match, self.viewer)
        is_new = window is not None and window[1] == len(self.match.events)
        return recap_of(self.match, self.viewer, *window) if window is not None and is_new else None

    # ---------------------------------------------------------------- input

    def handle_input(self, typed: str) -> Sequence[Action]:
        """Return the action or the compound that was typed; carry out any other command and return nothing."""
        word = typed.lower()
        if word in QUIT_WORDS:
            raise QuitMatch
        if word.startswith("?"):
            self.show_rule(typed.lstrip("?").strip())
            return ()
        if word.split(" ")[0] in ("i", "inspect"):
            self.inspect(typed.partition(" ")[2].strip())
            return ()
        if word.split(" ")[0] == "go":
            return self.find_way(word.partition(" ")[2].strip())
        commands: dict[str, Callable[[], None]] = {
            "u": self.undo, "undo": self.undo,
            "h": self.show_help, "help": self.show_help,
            "l": self.show_log, "log": self.show_log,
            "l all": self.show_whole_log, "log all": self.show_whole_log,
            "b": self.show_description, "board": self.show_description,
            "hint": self.show_hint, "why": self.show_reasons,
            "o": self.show_odds, "odds": self.show_odds,
            "s": self.save_now, "save": self.save_now,
        }  # fmt: skip
        if word in commands:
            commands[word]()
            return ()
        compounds = self.key_compounds()
        if word in compounds:
            return self.planned_actions(compounds[word])
        if ";" in word:
            return self.parse_actions(word)
        action = self.parse_choice(word)
        return () if action is None else (action,)

    def key_compounds(self) -> dict[str, Compound]:
        """Return the named compounds by what to type: the numbers after those of the options."""
        first = len(self.menu.actions) + (0 if self.menu.passes else 1)
        return {str(number): compound for number, compound in enumerate(self.match.named_compounds(), first)}

    def find_way(self, name: str) -> Sequence[Action]:
        """Return the compound that leads to a place; nothing, with a message to show, if there is none."""
        goal, _, wanted = name.partition(" with ")
        nodes = pieces_named(self.match.selection(), wanted) if wanted else []
        if wanted and not nodes:
            self.message = f"No {wanted!r} can be chosen now. {pieces_to_choose(self.match.selection())}"
            return ()
        found = self.match.selection_destinations(nodes) if wanted else self.match.destinations()
        places = {place.name.lower(): place for place in found if place.name}
        if goal in places:
            return self.planned_actions(places[goal])
        if not wanted and self.match.steered_node():
            return self.find_course(name)
        step = None if wanted else self.action_to(goal)
        if step is not None:
            return (step,)
        known = ", ".join(places)
        self.message = f"You can go to: {known}." if known else "There is no place to go to beyond the next step."
        if not wanted and self.match.selection() is not None:
            self.message = f"Type go, a place, with and who goes. {pieces_to_choose(self.match.selection())}"
        return ()

    def action_to(self, goal: str) -> Action | None:
        """Return the only choice whose label names a place; None if there is none, or several."""
        presentation, state = self.match.game.presentation, self.match.state
        clicked = [parse(handle.action) for handle in self.match.scene(self.viewer).handles if handle.kind == "click"]
        choices = dict.fromkeys([*self.menu.actions, *[action for action in clicked if action is not None]])
        named = [action for action in choices if goal in words_of(presentation.label(state, action))]
        return named[0] if goal and len(named) == 1 else None

    def planned_actions(self, compound: Compound) -> Sequence[Action]:
        """Return the actions of a compound, after a plan has been worked out; nothing, with a message, if it has none.

        A plan with a warning must be typed twice, like a pass.
        """
        if not compound.plan:
            return compound.actions
        found = self.match.plan(compound.plan)
        if found is None or not found.actions:
            self.message = (found.note if found is not None else "") or "That is not possible now."
            return ()
        if found.warning and self.confirming != f"{len(self.match.moves)} {compound.plan}":
            self.confirming = f"{len(self.match.moves)} {compound.plan}"
            self.message = f"{found.warning} Type the same again if you are sure."
            return ()
        self.planned_note = found.note
        self.repeating = compound.plan if compound.repeats else ""
        return found.actions

    def repeat_plan(self) -> Sequence[Action]:
        """Return the actions of the repeated plan if the decision still offers it; else end the repetition."""
        offered = [one for one in self.match.named_compounds() if one.plan and one.plan == self.repeating]
        actions = self.planned_actions(offered[0]) if offered else ()
        self.repeating = self.repeating if actions else ""
        return actions

    def find_course(self, words: str) -> Sequence[Action]:
        """Return the compound that leads the steered piece to a point; nothing, with a message to show, if there is
        none.
        """
        target = parse_target(words, steered_pose(self.match))
        if target is None:
            self.message = STEERING_HELP
            return ()
        course = self.match.course(*target)
        self.message = course.note if course is not None else "You cannot go there."
        return course.actions if course is not None else ()

    def parse_actions(self, word: str) -> Sequence[Action]:
        """Return the actions typed with semicolons between them; nothing, with a message, if one is not an action."""
        keyed, actions = key_actions(self.menu), []
        for part in [part.strip() for part in word.split(";")]:
            action = keyed.get(part) or parse(part)
            if action is None:
                self.message = f"{part!r} is not an action. Write actions with semicolons, as in straight; straight."
                return ()
            actions.append(action)
        refusal = self.match.check(actions[0])
        if refusal is not None:
            self.message = f"{refusal.text} [{refusal.rule}]"
            return ()
        return actions

    def parse_choice(self, word: str) -> Action | None:
        """Return the action typed as a number, text or label; None, with a message to show, if it is not legal."""
        menu = self.menu
        if not word:
            if menu.default is None:
                self.message = f"Enter plays nothing here. Type a number, or {PASS_KEY} to decline."
            return menu.default
        keyed = key_actions(menu)
        if word in keyed:
            return self.confirm_pass(keyed[word]) if keyed[word] in menu.passes else keyed[word]
        if word.isdigit() or word == PASS_KEY:
            known = ", ".join(keyed)
            self.message = f"There is no option {word}. The options are {known}. Type h for help."
            return None
        for action in menu.actions:
            if word == self.match.game.presentation.label(self.match.state, action).lower():
                return action
        refusal = self.match.check(word)
        if refusal is None:
            return parse(word)
        self.message = f"{refusal.text} [{refusal.rule}]"
        return None

    def confirm_pass(self, action: Action) -> Action | None:
        """Return a pass if it gives nothing up or is typed a second time; else warn and return None."""
        presentation, is_choice = self.match.game.presentation, bool(self.menu.choices)
        warning = presentation.given_up(self.match.state, self.match.seat, action) if is_choice else ""
        if not warning or self.confirming == f"{len(self.match.moves)} {action.text}":
            return action
        self.confirming = f"{len(self.match.moves)} {action.text}"
        self.message = f"{warning} Type the same again if you are sure."
        return None

    def undo(self) -> None:
        """Undo the last move or compound that was a choice, and the forced moves after it; if not allowed, say why."""
        trial = self.match.clone()
        while len(trial.moves) == len(self.match.moves) or len(trial.moves) in self.forced_moves:
            reason = trial.undo_refusal
            if reason:
                self.message = reason
                return
            trial.undo()
        if self.match.moves[len(trial.moves)].seat != self.viewer:
            self.message = LAST_MOVE_OF_ANOTHER
            return
        while len(self.match.moves) > len(trial.moves):
            self.match.undo()
        self.notes = [note for note in self.notes if note.place < len(self.match.events)]
        self.forced_moves = {number for number in self.forced_moves if number < len(self.match.moves)}
        self.odds.clear()
        self.saved_moves = -1
        self.save_match()

    def inspect(self, words: str) -> None:
        """Show the cards of the things on the board whose labels contain the words, and why they cannot be chosen."""
        lines = inspection_lines(self.match, self.viewer, words) if words else []
        if lines:
            self.screen.show_page("Inspect", lines)
        else:
            self.message = (
                f"Nothing on the board is called {words!r}." if words else "Type i and a name, such as i red."
            )

    def show_rule(self, words: str) -> None:
        """Show the clause of the decision, a thing on the board with this name, or the clauses that match the words."""
        decision = self.match.decision
        assert decision is not None
        things = things_named(self.match, self.viewer, words) if words else []
        if things and things[0].label.lower().startswith(words.lower()):
            self.screen.show_page("Inspect", inspection_lines(self.match, self.viewer, words))
            return
        self.screen.show_page("Rules", matching_clauses(self.match.game.rulebook, words or decision.rule))

    def show_help(self) -> None:
        """Show the keys and the symbols of the board."""
        self.screen.show_page("Help", help_lines(self.match.game.words.letters))

    def show_log(self) -> None:
        """Show the log without its routine lines, beginning with the last page."""
        lines = log_lines(self.match, self.viewer, self.notes, shows_routine=False)
        self.screen.show_page("Log", lines, at_end=True)

    def show_whole_log(self) -> None:
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
    if not isinstance(loop.screen, LineScreen):
        show_last_lines(console, loop.match)
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
