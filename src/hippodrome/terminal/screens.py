"""Screens: full screens in a terminal, or plain lines for small terminals, pipes and screen readers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from hippodrome.kit.menu import PASS_KEY
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.keyboard import Keyboard, is_keyboard
from hippodrome.terminal.log_view import highlight_harm, line_text, wrap_text
from hippodrome.terminal.screen_layout import MIN_SIZE, ListedOption, ScreenContent, fits, layout, status
from hippodrome.terminal.theme import QUIET, STRONG, highlight

MOVE_PAUSES_S = {"slow": 0.8, "normal": 0.25, "fast": 0.08, "instant": 0.0}
"""Seconds that a bot's move stays on the screen, by speed."""

OPTION_PROMPT = "Number, {}; h for help > "
STEP_PROMPT = "Enter next, b back, a number to jump, q quit > "
SKIP_HINT = "Press any key to skip ahead."
PAGE_PROMPT = "Enter next, p previous, a page number, q close > "
LAST_PAGE_PROMPT = "Enter closes > "
TOO_SMALL = f"Your terminal is {{}} x {{}}; the board needs {MIN_SIZE[0]} x {MIN_SIZE[1]}. Showing plain lines instead."

with suppress(ImportError):
    import readline  # noqa: F401  (gives input() the arrow keys)


class Screen:
    """The place where a match is shown and the players' input comes from."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Restore the terminal."""

    def show_move(self, content: Callable[[], ScreenContent]) -> None:
        """Show the position after a bot's move; `content` is called only if it is shown."""
        raise NotImplementedError

    def end_moves(self) -> None:
        """Prepare for input after the moves of bots."""

    def ask(self, content: ScreenContent, draft: bool = False) -> str:
        """Show a decision and return what is typed; a draft is only shown, and returns an empty string."""
        raise NotImplementedError

    def ask_step(self, content: ScreenContent, heading: str, prompt: str = STEP_PROMPT) -> str:
        """Show a position of a replay or a lesson below its heading, and return what is typed."""
        raise NotImplementedError

    def show_page(self, title: str, lines: Sequence[Text], at_end: bool = False) -> None:
        """Show a text that may be longer than the screen; with `at_end`, begin with the last page."""
        raise NotImplementedError

    def wait_behind_curtain(self, message: str) -> None:
        """Hide everything but a message until Enter is pressed."""
        raise NotImplementedError


class LineScreen(Screen):
    """Plain lines, one after another."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self.printed: set[tuple[int, str]] = set()
        self.recap_start = -1  # of the recap printed last

    def show_move(self, content: Callable[[], ScreenContent]) -> None:
        """Print nothing: `ask` prints all new log lines at once."""

    def print_news(self, content: ScreenContent) -> None:
        """Print the log lines that were not printed before."""
        for line in content.log:
            if (line.place, line.rule) not in self.printed:
                self.console.print(highlight(line_text(line)))
        self.printed = {(line.place, line.rule) for line in content.log}

    def print_recap(self, content: ScreenContent) -> None:
        """Print what hurt the player since their last move, once for each move of theirs."""
        recap = content.recap
        if recap is None or recap.start == self.recap_start:
            return
        self.recap_start = recap.start
        if recap.harm:
            self.console.print(Text("Since your last move:", style=STRONG))
            for line in recap.harm:
                self.console.print(highlight_harm(line))

    def ask(self, content: ScreenContent, draft: bool = False) -> str:
        """Print the news, the prompt and the options, and return what is typed."""
        if draft:
            return ""
        self.print_news(content)
        self.console.print()
        self.print_recap(content)
        for text in (content.message, content.lead):
            if text:
                self.console.print(Text(text))
        prompt = highlight(content.scene.prompt)
        prompt.stylize(STRONG)
        self.console.print(prompt)
        self.console.print(Text(status(content.scene), style=QUIET))
        for option in content.options:
            self.console.print(Text(option_line(option, option.action == content.default)))
        return input("> ").strip()

    def ask_step(self, content: ScreenContent, heading: str, prompt: str = STEP_PROMPT) -> str:
        """Print the heading and the log lines of the last move, and return what is typed."""
        if heading:
            self.console.print(Text(heading, style=STRONG))
        for line in content.log:
            if line.place >= content.seen_events:
                self.console.print(highlight(line_text(line)))
        self.printed = {(line.place, line.rule) for line in content.log}
        if content.lead:
            self.console.print(Text(content.lead))
        return input(prompt)

    def show_page(self, title: str, lines: Sequence[Text], at_end: bool = False) -> None:
        """Print the whole text."""
        self.console.print(Text(title, style=STRONG))
        for line in lines:
            self.console.print(line)

    def wait_behind_curtain(self, message: str) -> None:
        """Scroll the earlier lines out of sight, print the message and wait for Enter."""
        self.console.print("\n" * 40)
        self.console.print(Text(message))
        input()


def option_line(option: ListedOption, is_default: bool) -> str:
    """Return an option as a plain line; > marks the default."""
    pointer = ">" if is_default else " "
    return f"{pointer}{option.key:>2}  {option.label}" + (f"  ({option.odds})" if option.odds else "")


class FullScreen(Screen):
    """The alternate screen of the terminal, redrawn for every position. At the end the original screen returns."""

    def __init__(self, console: Console, move_pause_s: float) -> None:
        super().__init__(console)
        self.move_pause_s = move_pause_s
        self.skipping = False
        self.keyboard = Keyboard()
        self.line_screen = LineScreen(console)

    def __enter__(self) -> Screen:
        self.console.set_alt_screen(True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Restore the keyboard, the cursor and the original screen."""
        self.keyboard.stop_listening()
        self.console.show_cursor(True)
        self.console.set_alt_screen(False)

    # ---------------------------------------------------------------- drawing

    def draw_lines(self, lines: Sequence[Text], footer: str = "") -> None:
        """Draw lines over the old ones, all at once; the last line of the screen is for input or a footer."""
        rows = self.console.size.height - 1
        with self.console:
            self.console.control(Control.home())
            for row in range(rows):
                self.console.control(Control((ControlType.ERASE_IN_LINE, 2)))
                line = lines[row] if row < len(lines) else Text()
                self.console.print(line, no_wrap=True, overflow="crop", crop=True)
            self.console.control(Control((ControlType.ERASE_IN_LINE, 2)))
            self.console.print(Text(footer, style=QUIET), end="")

    def draw(self, content: ScreenContent, footer: str = "") -> bool:
        """Draw a position; return False if the terminal has become too small."""
        width, height = self.console.size
        if not fits(width, height):
            return False
        self.draw_lines(layout(content, width, height), footer)
        return True

    # ---------------------------------------------------------------- moves of bots

    def show_move(self, content: Callable[[], ScreenContent]) -> None:
        """Show the move for a moment; once a key is pressed, later moves are not shown until the next decision."""
        if self.move_pause_s <= 0 or self.skipping:
            return
        self.keyboard.start_listening()
        self.console.show_cursor(False)
        if self.draw(content(), SKIP_HINT):
            self.skipping = self.keyboard.pause(self.move_pause_s)

    def end_moves(self) -> None:
        """Restore the keyboard and the cursor."""
        self.skipping = False
        self.keyboard.stop_listening()
        self.console.show_cursor(True)

    # ---------------------------------------------------------------- input

    def ask(self, content: ScreenContent, draft: bool = False) -> str:
        """Draw the decision and return what is typed on the last line."""
        if not self.draw(content):
            if not draft:
                self.console.print(TOO_SMALL.format(*self.console.size))
            return self.line_screen.ask(content, draft)
        key = next((option.key for option in content.options if option.action == content.default), "")
        default = f"or Enter for {key}" if key else f"or {PASS_KEY} to decline"
        return "" if draft else input(OPTION_PROMPT.format(default)).strip()

    def ask_step(self, content: ScreenContent, heading: str, prompt: str = STEP_PROMPT) -> str:
        """Draw the position and return what is typed after the heading."""
        if self.draw(content):
            return input(f"{heading}. {prompt}" if heading else prompt)
        return self.line_screen.ask_step(content, heading, prompt)

    def show_page(self, title: str, lines: Sequence[Text], at_end: bool = False) -> None:
        """Show the text page by page."""
        self.show_chapters([(title, lines)], at_end)

    def show_chapters(self, chapters: Sequence[tuple[str, Sequence[Text]]], at_end: bool = False) -> None:
        """Show chapters, each a title with lines, page by page; every chapter begins on a new page."""
        width, height = self.console.size
        pages = [page for title, lines in chapters for page in paginate(title, lines, width, height - 3)]
        place = len(pages) - 1 if at_end else 0
        while 0 <= place < len(pages):
            title, page = pages[place]
            heading = f"{title}  ({place + 1} of {len(pages)})" if len(pages) > 1 else title
            self.draw_lines([Text(heading, style=STRONG), Text(), *page])
            place = next_page(input(LAST_PAGE_PROMPT if len(pages) == 1 else PAGE_PROMPT), place, len(pages))

    def wait_behind_curtain(self, message: str) -> None:
        """Clear the screen, show the message and wait for Enter."""
        above = [Text()] * (self.console.size.height // 2 - 1)
        self.draw_lines([*above, highlight(f"   {message}")])
        input("   > ")


def paginate(title: str, lines: Sequence[Text], width: int, size: int) -> list[tuple[str, list[Text]]]:
    """Return the pages of a chapter, each with the chapter's title and at most `size` lines."""
    parts = [part for line in lines for part in wrap_text(line, width, indent=0)]
    return [(title, parts[start : start + size]) for start in range(0, max(len(parts), 1), size)]


def next_page(typed: str, page: int, pages: int) -> int:
    """Return the page to show next, from 0; -1 to close the pages."""
    word = typed.strip().lower()
    if word == "p":
        return max(page - 1, 0)
    if word.isdigit():
        return min(max(int(word), 1), pages) - 1
    return page + 1 if not word and page + 1 < pages else -1


# -------------------------------------------------------------------- choosing a screen


def is_interactive(console: Console) -> bool:
    """Return whether a person uses a terminal that can show full screens."""
    return is_keyboard() and sys.stdout.isatty() and not console.is_dumb_terminal


def choose_screen(console: Console, speed: str, plain: bool) -> Screen:
    """Return a full screen if the terminal supports it and is large enough, else a line screen."""
    if speed not in MOVE_PAUSES_S:
        raise UsageError(f"there is no speed {speed!r}; choose one of: {', '.join(MOVE_PAUSES_S)}")
    if plain or not is_interactive(console) or not fits(*console.size):
        return LineScreen(console)
    return FullScreen(console, MOVE_PAUSES_S[speed])
