"""Two ways to show a match: whole screens in a terminal, or plain lines for everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from hippodrome.terminal.keys import Keyboard
from hippodrome.terminal.log_view import wrapped
from hippodrome.terminal.screen_layout import LEAST, Choice, Picture, fits, frame, status
from hippodrome.terminal.theme import QUIET, STRONG, painted

PACES = {"slow": 0.8, "normal": 0.25, "fast": 0.08, "instant": 0.0}
KEYS = "Number, or Enter for {}; h help > "
STEPPING = "Enter next, b back, a number, q quit > "
SKIP = "Any key skips ahead."
PAGING = "Enter next, p previous, a page's number, q back > "
TOO_SMALL = f"The terminal has {{}} x {{}} characters; the board needs {LEAST[0]} x {LEAST[1]}. Here it is in words."

with suppress(ImportError):
    import readline  # noqa: F401  (input() then knows the arrow keys)


class Screen:
    """Where a match is shown and answers come from."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the terminal back."""

    def moved(self, draw: Callable[[], Picture]) -> None:
        """A program has moved."""
        raise NotImplementedError

    def rest(self) -> None:
        """Programs have moved enough: a person is about to be asked."""

    def ask(self, picture: Picture, draft: bool = False) -> str:
        """Show a question and return what is typed; a draft is only shown."""
        raise NotImplementedError

    def step(self, picture: Picture, head: str) -> str:
        """Show a moment of a replay under its head, and return what is typed."""
        raise NotImplementedError

    def page(self, title: str, lines: Sequence[Text], at_end: bool = False) -> None:
        """Show a text that may be long."""
        raise NotImplementedError

    def curtain(self, words: str) -> None:
        """Show nothing but these words until somebody presses Enter."""
        raise NotImplementedError


class LineScreen(Screen):
    """Plain lines, one after the other: for pipes, small terminals and screen readers."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self.told: set[tuple[int, str]] = set()

    def moved(self, draw: Callable[[], Picture]) -> None:
        """Told when somebody is asked next."""

    def tell(self, picture: Picture) -> None:
        """What happened since the last time."""
        for entry in picture.entries:
            if (entry.place, entry.rule) not in self.told:
                self.console.print(painted(entry.line()))
        self.told = {(entry.place, entry.rule) for entry in picture.entries}

    def ask(self, picture: Picture, draft: bool = False) -> str:
        """Return the news, the question and its options."""
        if draft:
            return ""
        self.tell(picture)
        self.console.print()
        if picture.message:
            self.console.print(Text(picture.message))
        prompt = painted(picture.scene.prompt)
        prompt.stylize(STRONG)
        self.console.print(prompt)
        self.console.print(Text(status(picture.scene), style=QUIET))
        for choice in picture.choices:
            self.console.print(Text(option(choice, choice.action == picture.default)))
        return input("> ").strip()

    def step(self, picture: Picture, head: str) -> str:
        """Return the head, and what the last move led to."""
        self.console.print(Text(head, style=STRONG))
        for entry in picture.entries:
            if entry.place >= picture.since:
                self.console.print(painted(entry.line()))
        return input(STEPPING)

    def page(self, title: str, lines: Sequence[Text], at_end: bool = False) -> None:
        """All of it."""
        self.console.print(Text(title, style=STRONG))
        for line in lines:
            self.console.print(line)

    def curtain(self, words: str) -> None:
        """Earlier lines stay above; only what comes is hidden."""
        self.console.print("\n" * 40)
        self.console.print(Text(words))
        input()


def option(choice: Choice, default: bool) -> str:
    """One option as a line."""
    pointer = ">" if default else " "
    return f"{pointer}{choice.number:>2}  {choice.label}" + (f"  ({choice.chance})" if choice.chance else "")


class WholeScreen(Screen):
    """The whole terminal, drawn anew each time; what was there before comes back at the end."""

    def __init__(self, console: Console, pace: float) -> None:
        super().__init__(console)
        self.pace = pace
        self.hurried = False
        self.keyboard = Keyboard()
        self.small = LineScreen(console)

    def __enter__(self) -> Screen:
        self.console.set_alt_screen(True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The terminal as it was."""
        self.keyboard.free()
        self.console.show_cursor(True)
        self.console.set_alt_screen(False)

    # ---------------------------------------------------------------- drawing

    def show(self, lines: Sequence[Text], foot: str = "") -> None:
        """Draw from the top, all at once, each line over the old one; the last line is for typing or a foot."""
        rows = self.console.size.height - 1
        with self.console:
            self.console.control(Control.home())
            for row in range(rows):
                self.console.control(Control((ControlType.ERASE_IN_LINE, 2)))
                line = lines[row] if row < len(lines) else Text()
                self.console.print(line, no_wrap=True, overflow="crop", crop=True)
            self.console.control(Control((ControlType.ERASE_IN_LINE, 2)))
            self.console.print(Text(foot, style=QUIET), end="")

    def draw(self, picture: Picture, foot: str = "") -> bool:
        """Draw a picture; False if the terminal has become too small for it."""
        width, height = self.console.size
        if not fits(width, height):
            return False
        self.show(frame(picture, width, height), foot)
        return True

    # ---------------------------------------------------------------- while programs move

    def moved(self, draw: Callable[[], Picture]) -> None:
        """Show the move for a moment, unless somebody has pressed a key."""
        if self.pace <= 0 or self.hurried:
            return
        self.keyboard.hush()
        self.console.show_cursor(False)
        if self.draw(draw(), SKIP):
            self.hurried = self.keyboard.pause(self.pace)

    def rest(self) -> None:
        """A person is about to be asked."""
        self.hurried = False
        self.keyboard.free()
        self.console.show_cursor(True)

    # ---------------------------------------------------------------- answers

    def ask(self, picture: Picture, draft: bool = False) -> str:
        """Return the picture, and a line to type in."""
        if not self.draw(picture):
            if not draft:
                self.console.print(TOO_SMALL.format(*self.console.size))
            return self.small.ask(picture, draft)
        number = next((c.number for c in picture.choices if c.action == picture.default), 1)
        return "" if draft else input(KEYS.format(number)).strip()

    def step(self, picture: Picture, head: str) -> str:
        """Return the picture, with the head where one types."""
        return input(f"{head}. {STEPPING}") if self.draw(picture) else self.small.step(picture, head)

    def page(self, title: str, lines: Sequence[Text], at_end: bool = False) -> None:
        """One page after the other; Enter goes on."""
        self.book([(title, lines)], at_end)

    def book(self, chapters: Sequence[tuple[str, Sequence[Text]]], at_end: bool = False) -> None:
        """Chapters of a title and lines, each beginning on a page of its own."""
        width, height = self.console.size
        pages = [page for title, lines in chapters for page in folded(title, lines, width, height - 3)]
        place = len(pages) - 1 if at_end else 0
        while 0 <= place < len(pages):
            title, page = pages[place]
            head = f"{title}  ({place + 1} of {len(pages)})" if len(pages) > 1 else title
            self.show([Text(head, style=STRONG), Text(), *page])
            place = turned(input("Enter goes back > " if len(pages) == 1 else PAGING), place, len(pages))

    def curtain(self, words: str) -> None:
        """An empty screen with a request."""
        above = [Text()] * (self.console.size.height // 2 - 1)
        self.show([*above, painted(f"   {words}")])
        input("   > ")


def folded(title: str, lines: Sequence[Text], width: int, size: int) -> list[tuple[str, list[Text]]]:
    """Return the pages of a chapter, each with its title."""
    parts = [part for line in lines for part in wrapped(line, width, indent=0)]
    return [(title, parts[start : start + size]) for start in range(0, max(len(parts), 1), size)]


def turned(typed: str, page: int, pages: int) -> int:
    """Return the page to show next; -1 to go back to the match."""
    word = typed.strip().lower()
    if word == "p":
        return max(page - 1, 0)
    if word.isdigit():
        return min(max(int(word), 1), pages) - 1
    return page + 1 if not word and page + 1 < pages else -1
