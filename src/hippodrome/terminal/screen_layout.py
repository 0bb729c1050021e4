"""One whole screen: board and standings, the story, the question and its options, cut to fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from hippodrome.kit.scene import FACTIONS, Panel, Scene
from hippodrome.terminal.board import fitting
from hippodrome.terminal.log_view import Entry, column, wrapped
from hippodrome.terminal.theme import CHANCE, NEWS, QUIET, STRONG, WRONG, painted, plate

LEAST = (80, 24)
_COLUMNS = 3  # of options
_BESIDE = 28  # characters that are kept free beside the board
_BELOW = 6  # and lines below it
_STORY = 7  # lines of the story before anything else beside the board may grow


class Choice:
    """An option as it is shown: its number, its action, what it is called, and what may come of it."""

    def __init__(self, number: int, action: str, label: str, chance: str = "") -> None:
        self.number = number
        self.action = action
        self.label = label
        self.chance = chance


class Picture:
    """All that a screen shows."""

    def __init__(
        self,
        title: str,
        scene: Scene,
        entries: Sequence[Entry],
        since: int,
        choices: Sequence[Choice] = (),
        default: str = "",
        message: str = "",
        before: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        self.title = title
        self.scene = scene
        self.entries = entries
        self.since = since
        self.choices = choices
        self.default = default
        self.message = message
        self.before = before or {}

    def panel(self, name: str) -> Panel | None:
        """Return a panel of the scene, if it has rows."""
        return next((panel for panel in self.scene.panels if panel.name == name and panel.rows), None)


def standings(scene: Scene) -> dict[int, list[str]]:
    """Return the rows of the standings by seat."""
    found = [panel for panel in scene.panels if panel.name == "standings"]
    return {seat: row for panel in found for seat, row in zip(panel.seats, panel.rows, strict=True)}


def fits(width: int, height: int) -> bool:
    """Return whether a terminal is large enough for whole screens."""
    return width >= LEAST[0] and height >= LEAST[1]


def frame(picture: Picture, width: int, height: int) -> list[Text]:
    """Return the lines of the screen but for the last, on which the player types."""
    numbers = {choice.action: choice.number for choice in picture.choices}
    drawn = fitting(picture.scene, numbers, width - _BESIDE, height - _BELOW)
    across = max(line.cell_len for line in drawn)
    below = question(picture, width, height - 1 - len(drawn))
    room = height - 1 - len(below)
    left = left_side(picture, drawn, across, room)
    right = right_side(picture, width - across - 3, room, hand=not _hand_fits(picture, drawn, room))
    lines = []
    for row in range(room):
        line = Text(no_wrap=True)
        line.append_text(left[row] if row < len(left) else Text())
        line.append(" " * (across - line.cell_len))
        line.append(" │ ", QUIET)
        line.append_text(right[row] if row < len(right) else Text())
        lines.append(line)
    return [cut(line, width) for line in [*lines, *below]]


def cut(line: Text, width: int) -> Text:
    """Return a line that is not wider than the screen."""
    if line.cell_len > width:
        line.truncate(width, overflow="ellipsis")
    return line


# -------------------------------------------------------------------- beside and below the board


def _hand_fits(picture: Picture, drawn: Sequence[Text], room: int) -> bool:
    """Return whether the hand has room below the board."""
    hand = picture.panel("hand")
    return hand is not None and room >= len(drawn) + 2 + 2 * len(hand.rows)


def left_side(picture: Picture, drawn: Sequence[Text], across: int, room: int) -> list[Text]:
    """Return the title if there is room for it, the board, and below it the player's own cards."""
    lines = list(drawn)
    if room > len(drawn):
        title = Text(picture.title, style=STRONG, no_wrap=True)
        title.truncate(across, overflow="ellipsis")
        lines.insert(0, title)
    if _hand_fits(picture, drawn, room):
        hand = picture.panel("hand")
        assert hand is not None
        lines += hand_lines(hand, across)
    return lines[:room]


def hand_lines(hand: Panel, width: int) -> list[Text]:
    """Return the player's own cards: title, moment, effect."""
    lines: list[Text] = []
    for title, *rest in hand.rows:
        line = Text(title, style=STRONG).append(f" ({rest[0]}): {', '.join(rest[1:])}", style="not bold")
        lines += wrapped(line, width)
    return lines


def right_side(picture: Picture, width: int, room: int, hand: bool) -> list[Text]:
    """Standings, the cards if they are to be here, and the latest lines of the story."""
    lines: list[Text] = []
    standings = picture.panel("standings")
    if standings is not None:
        lines += standing_lines(standings, width, room, picture.before)
    cards = picture.panel("hand")
    if hand and cards is not None:
        held = [Text(row[0], style=STRONG).append(f": {row[-1]}", style="not bold") for row in cards.rows]
        full = [line for text in held for line in wrapped(text, width)]
        titles = Text(", ".join(row[0] for row in cards.rows), style=STRONG)
        lines += full if room - len(lines) - len(full) > _STORY else wrapped(titles, width)
    lines.append(Text("─" * width, style=QUIET))
    return lines + column(picture.entries, width, room - len(lines), picture.since)


_SHORT = {"Whips": "Wh", "Wounds": "Wo", "Tricks": "Tr", "Place": "Pl", "Inches to go": "To go"}


def standing_lines(panel: Panel, width: int, room: int, before: Mapping[int, Sequence[str]]) -> list[Text]:
    """Return the standings as a small table, changes set off; the last column is told below if need be."""
    rows = [[cell.replace(" of ", "/") for cell in row] for row in panel.rows]
    last = len(panel.heads) - 1
    heads, shown = list(panel.heads), last + 1
    wide = _widths(heads, rows)
    if sum(wide) + last > width:
        shown = last
        if sum(wide[:last]) + last - 1 > width:
            heads = [_SHORT.get(head, head) for head in heads]
            rows = [_briefly(row, seat) for row, seat in zip(rows, panel.seats, strict=True)]
            wide = _widths(heads, rows)
    lines = [Text(_row(heads[:shown], wide), style=QUIET)]
    roomy = shown == last and room - 2 * len(rows) - 2 >= _STORY
    for cells, row, seat in zip(rows, panel.rows, panel.seats, strict=True):
        line = Text(_row(cells[:shown], wide), no_wrap=True)
        old, start = before.get(seat, row), 0
        for place in range(min(shown, last)):
            if place == 1 and seat >= 0:
                line.stylize(plate(seat), start, start + len(cells[1]))
            elif old[place] != row[place]:
                line.stylize(NEWS, start, start + len(cells[place]))
            start += wide[place] + 1
        lines.append(line)
        if roomy and cells[last]:
            named = f" {panel.heads[last].lower()}" if cells[last][0].isdigit() else ""
            lines.append(Text(f"  {cells[last]}{named}", style=QUIET, no_wrap=True))
    return [cut(line, width) for line in lines]


def _briefly(row: list[str], seat: int) -> list[str]:
    """Return a row that calls a chariot by its faction alone: Gold's beastman chariot is Gold."""
    is_long = seat >= 0 and row[1].startswith(f"{FACTIONS[seat]}'s ")
    return [row[0], FACTIONS[seat], *row[2:]] if is_long else row


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column must be."""
    return [max(len(cell) for cell in cells) for cells in zip(heads, *rows, strict=True)]


def _row(cells: Sequence[str], wide: Sequence[int]) -> str:
    return " ".join(cell.ljust(size) for cell, size in zip(cells, wide, strict=False)).rstrip()


# -------------------------------------------------------------------- the question


def question(picture: Picture, width: int, room: int) -> list[Text]:
    """Return the prompt, where the match stands, the options, and a message if there is one."""
    scene = picture.scene
    prompt = painted(scene.prompt)
    prompt.stylize(STRONG)
    message = wrapped(Text(picture.message, style=WRONG), width)[:2] if picture.message else []
    where = [Text(status(scene), style=QUIET)]
    needed = 1 + len(message) + min(len(picture.choices), 3)
    if message and needed + 1 > room:
        where = []
    options = option_lines(picture.choices, picture.default, width, room - 1 - len(message) - len(where))
    return [cut(line, width) for line in [prompt, *where, *options, *message]]


def status(scene: Scene) -> str:
    """Where the match stands: the trail, and the facts of the turn that it does not name."""
    trail = " > ".join(scene.trail)
    turn = next((panel for panel in scene.panels if panel.name == "turn"), None)
    facts = [f"{what} {now}" for what, now in turn.rows if now.isdigit() or now not in trail] if turn else []
    facts = [fact for fact in facts if fact not in trail]
    return " · ".join([trail, *facts]) if trail else " · ".join(facts)


def option_lines(choices: Sequence[Choice], default: str, width: int, room: int) -> list[Text]:
    """Return the numbered options: one below the other, or in as many columns as the room demands."""
    if not choices or room < 1:
        return []
    columns = min(-(-len(choices) // room), _COLUMNS)
    wide = width // columns
    label = max(len(choice.label) for choice in choices)
    cells = [option_text(choice, wide, label, choice.action == default) for choice in choices]
    if len(cells) > columns * room:
        kept = columns * room - 1
        cells[kept:] = [Text(f"     {len(cells) - kept} more: o shows all", style=QUIET)]
    rows = -(-len(cells) // columns)
    lines = []
    for row in range(rows):
        line = Text(no_wrap=True)
        for place, cell in enumerate(cells[row::rows]):
            line.append(" " * (place * wide - line.cell_len)).append_text(cell)
        lines.append(line)
    return lines


def option_text(choice: Choice, width: int, label: int, default: bool) -> Text:
    """One option: its number, its words, its odds if there is room for them; the default is pointed at."""
    text = Text(f"{'>' if default else ' '}{choice.number:>2}  ", style=STRONG, no_wrap=True)
    room = width - text.cell_len - 1
    words, odds = choice.label, f"  {choice.chance}" if choice.chance else ""
    if odds and len(words) + len(odds) <= room:
        text.append(words.ljust(min(label, room - len(odds))), "not bold").append(odds, CHANCE)
    else:
        text.append(shortened(words, room), "not bold")
    return text


def shortened(words: str, room: int) -> str:
    """Words in so much room; what is left out stands in the middle, for the ends tell labels apart."""
    if len(words) <= room:
        return words
    tail = (room - 1) // 2
    return f"{words[: room - 1 - tail]}…{words[len(words) - tail :]}"
