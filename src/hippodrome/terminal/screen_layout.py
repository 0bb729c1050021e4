"""The layout of a full screen: board, standings, cards, log, prompt and options, cut to fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from hippodrome.kit.log_lines import LogLine
from hippodrome.kit.recap import Recap
from hippodrome.kit.scene import FACTIONS, Panel, Scene
from hippodrome.terminal.board import draw_board_to_fit
from hippodrome.terminal.log_view import latest_lines, recap_lines, wrap_text
from hippodrome.terminal.theme import CHANGED, ERROR, ODDS, QUIET, STRONG, highlight, seat_style

MIN_SIZE = (80, 24)  # characters and lines
_MAX_LABEL_TAIL = 15  # characters at the end of a label that is cut
_MAX_OPTION_COLUMNS = 3
_MIN_SIDE_WIDTH = 28  # characters beside the board
_MIN_LINES_BELOW = 6  # lines below the board
_MIN_RECAP_LINES = 4
_MIN_LOG_LINES = 7  # lines of the log before anything else beside the board may grow


class ListedOption:
    """An option as listed: what to type for it, the text of its action, its label, and its odds in short."""

    def __init__(self, key: str, action: str, label: str, odds: str = "") -> None:
        self.key = key
        self.action = action
        self.label = label
        self.odds = odds


class ScreenContent:
    """Everything that a screen shows.

    seen_events      number of events the viewer has already seen; later ones are news
    default          text of the action played by Enter; empty if Enter plays nothing
    message          error or notice below the options
    lead             what a lesson says above the prompt
    recap            what has happened since the viewer's last move, if it must decide
    seen_standings   standings the viewer has already seen, by seat; changes are set off
    """

    def __init__(
        self,
        title: str,
        scene: Scene,
        log: Sequence[LogLine],
        seen_events: int,
        options: Sequence[ListedOption] = (),
        default: str = "",
        message: str = "",
        seen_standings: Mapping[int, Sequence[str]] | None = None,
        recap: Recap | None = None,
        lead: str = "",
    ) -> None:
        self.title = title
        self.scene = scene
        self.log = log
        self.seen_events = seen_events
        self.options = options
        self.default = default
        self.message = message
        self.seen_standings = seen_standings or {}
        self.recap = recap
        self.lead = lead

    def panel(self, name: str) -> Panel | None:
        """Return a panel of the scene; None if there is none or it is empty."""
        return next((panel for panel in self.scene.panels if panel.name == name and panel.rows), None)


def standings_by_seat(scene: Scene) -> dict[int, list[str]]:
    """Return the rows of the standings by seat."""
    panels = [panel for panel in scene.panels if panel.name == "standings"]
    return {seat: row for panel in panels for seat, row in zip(panel.seats, panel.rows, strict=True)}


def fits(width: int, height: int) -> bool:
    """Return whether a terminal is large enough for full screens."""
    return width >= MIN_SIZE[0] and height >= MIN_SIZE[1]


def layout(content: ScreenContent, width: int, height: int) -> list[Text]:
    """Return the lines of the screen, except for the last one, on which the player types."""
    numbers = {option.action: int(option.key) for option in content.options if option.key.isdigit()}
    board = draw_board_to_fit(content.scene, numbers, width - _MIN_SIDE_WIDTH, height - _MIN_LINES_BELOW)
    board_width = max(line.cell_len for line in board)
    below = question_lines(content, width, height - 1 - len(board))
    room = height - 1 - len(below)
    left = left_column(content, board, board_width, room)
    right = right_column(content, width - board_width - 3, room, with_hand=not _hand_fits(content, board, room))
    lines = []
    for row in range(room):
        line = Text(no_wrap=True)
        line.append_text(left[row] if row < len(left) else Text())
        line.append(" " * (board_width - line.cell_len))
        line.append(" │ ", QUIET)
        line.append_text(right[row] if row < len(right) else Text())
        lines.append(line)
    return [truncate(line, width) for line in [*lines, *below]]


def truncate(line: Text, width: int) -> Text:
    """Return a line cut to the width of the screen."""
    if line.cell_len > width:
        line.truncate(width, overflow="ellipsis")
    return line


# -------------------------------------------------------------------- beside and below the board


def _hand_fits(content: ScreenContent, board: Sequence[Text], room: int) -> bool:
    """Return whether there is a hand of cards with room for it below the board."""
    hand = content.panel("hand")
    return hand is not None and room >= len(board) + 2 + 2 * len(hand.rows)


def left_column(content: ScreenContent, board: Sequence[Text], width: int, room: int) -> list[Text]:
    """Return the board, with the title above and the player's cards below it if there is room."""
    lines = list(board)
    if room > len(board):
        title = Text(content.title, style=STRONG, no_wrap=True)
        title.truncate(width, overflow="ellipsis")
        lines.insert(0, title)
    if _hand_fits(content, board, room):
        hand = content.panel("hand")
        assert hand is not None
        lines += hand_lines(hand, width)
    return lines[:room]


def hand_lines(hand: Panel, width: int) -> list[Text]:
    """Return the player's cards: title, when it can be played, effect."""
    lines: list[Text] = []
    for title, *rest in hand.rows:
        line = Text(title, style=STRONG).append(f" ({rest[0]}): {', '.join(rest[1:])}", style="not bold")
        lines += wrap_text(line, width)
    return lines


def right_column(content: ScreenContent, width: int, room: int, with_hand: bool) -> list[Text]:
    """Return the standings, the player's cards if they belong here, and the latest log lines."""
    lines: list[Text] = []
    standings = content.panel("standings")
    if standings is not None:
        lines += standings_lines(standings, width, room, content.seen_standings)
    hand = content.panel("hand")
    if with_hand and hand is not None:
        cards = [Text(row[0], style=STRONG).append(f": {row[-1]}", style="not bold") for row in hand.rows]
        full = [line for card in cards for line in wrap_text(card, width)]
        titles = Text(", ".join(row[0] for row in hand.rows), style=STRONG)
        lines += full if room - len(lines) - len(full) > _MIN_LOG_LINES else wrap_text(titles, width)
    lines.append(Text("─" * width, style=QUIET))
    if content.recap is not None:
        lines += recap_lines(content.recap, width, max(_MIN_RECAP_LINES, (room - len(lines)) // 2))
    return lines + latest_lines(content.log, width, room - len(lines), content.seen_events)


_SHORT_HEADS = {"Whips": "Wh", "Wounds": "Wo", "Tricks": "Tr", "Place": "Pl", "Inches to go": "To go"}


def standings_lines(panel: Panel, width: int, room: int, seen: Mapping[int, Sequence[str]]) -> list[Text]:
    """Return the standings as a table with changes set off.

    If the last column does not fit, it gets its own lines below the rows, or is left out.
    """
    rows = [[cell.replace(" of ", "/") for cell in row] for row in panel.rows]
    last = len(panel.heads) - 1
    heads, shown = list(panel.heads), last + 1
    widths = _column_widths(heads, rows)
    if sum(widths) + last > width:
        shown = last
        if sum(widths[:last]) + last - 1 > width:
            heads = [_SHORT_HEADS.get(head, head) for head in heads]
            rows = [_with_short_name(row, seat) for row, seat in zip(rows, panel.seats, strict=True)]
            widths = _column_widths(heads, rows)
    lines = [Text(_table_row(heads[:shown], widths), style=QUIET)]
    has_room = shown == last and room - 2 * len(rows) - 2 >= _MIN_LOG_LINES
    for cells, row, seat in zip(rows, panel.rows, panel.seats, strict=True):
        line = Text(_table_row(cells[:shown], widths), no_wrap=True)
        old, start = seen.get(seat, row), 0
        for place in range(min(shown, last)):
            if place == 1 and seat >= 0:
                line.stylize(seat_style(seat), start, start + len(cells[1]))
            elif old[place] != row[place]:
                line.stylize(CHANGED, start, start + len(cells[place]))
            start += widths[place] + 1
        lines.append(line)
        if has_room and cells[last]:
            unit = f" {panel.heads[last].lower()}" if cells[last][0].isdigit() else ""
            lines.append(Text(f"  {cells[last]}{unit}", style=QUIET, no_wrap=True))
    return [truncate(line, width) for line in lines]


def _with_short_name(row: list[str], seat: int) -> list[str]:
    """Return a row that names a chariot by its faction alone: Gold instead of Gold's beastman chariot."""
    is_long = seat >= 0 and row[1].startswith(f"{FACTIONS[seat]}'s ")
    return [row[0], FACTIONS[seat], *row[2:]] if is_long else row


def _column_widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(len(cell) for cell in cells) for cells in zip(heads, *rows, strict=True)]


def _table_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(cell.ljust(size) for cell, size in zip(cells, widths, strict=False)).rstrip()


# -------------------------------------------------------------------- the question


def question_lines(content: ScreenContent, width: int, room: int) -> list[Text]:
    """Return the prompt, below what a lesson says, the status, the options and the message."""
    scene = content.scene
    lead = wrap_text(Text(content.lead), width) if content.lead else []
    prompt = highlight(scene.prompt)
    prompt.stylize(STRONG)
    message = wrap_text(Text(content.message, style=ERROR), width)[:2] if content.message else []
    where = [Text(status(scene), style=QUIET)]
    room -= len(lead)
    needed = 1 + len(message) + min(len(content.options), 3)
    if message and needed + 1 > room:
        where = []
    options = option_lines(content.options, content.default, width, room - 1 - len(message) - len(where))
    return [truncate(line, width) for line in [*lead, prompt, *where, *options, *message]]


def status(scene: Scene) -> str:
    """Return the breadcrumbs of the position, and the facts of the turn that they do not mention."""
    breadcrumbs = " > ".join(scene.breadcrumbs)
    turn = next((panel for panel in scene.panels if panel.name == "turn"), None)
    facts = (
        [f"{name} {value}" for name, value in turn.rows if value.isdigit() or value not in breadcrumbs] if turn else []
    )
    facts = [fact for fact in facts if fact not in breadcrumbs]
    return " · ".join([breadcrumbs, *facts]) if breadcrumbs else " · ".join(facts)


def option_lines(options: Sequence[ListedOption], default: str, width: int, room: int) -> list[Text]:
    """Return the options in one column, or in more if the room requires it; those left out are counted."""
    if not options or room < 1:
        return []
    columns = min(-(-len(options) // room), _MAX_OPTION_COLUMNS)
    column_width = width // columns
    label_width = max(len(option.label) for option in options)
    cells = [option_text(option, column_width, label_width, option.action == default) for option in options]
    if len(cells) > columns * room:
        shown = columns * room - 1
        cells[shown:] = [Text(f"     {len(cells) - shown} more: o shows all", style=QUIET)]
    rows = -(-len(cells) // columns)
    lines = []
    for row in range(rows):
        line = Text(no_wrap=True)
        for column, cell in enumerate(cells[row::rows]):
            line.append(" " * (column * column_width - line.cell_len)).append_text(cell)
        lines.append(line)
    return lines


def option_text(option: ListedOption, width: int, label_width: int, is_default: bool) -> Text:
    """Return an option with its key, its label and, if they fit, its odds; > marks the default."""
    text = Text(f"{'>' if is_default else ' '}{option.key:>2}  ", style=STRONG, no_wrap=True)
    room = width - text.cell_len - 1
    odds = f"  {option.odds}" if option.odds else ""
    if odds and len(option.label) + len(odds) <= room:
        text.append(option.label.ljust(min(label_width, room - len(odds))), "not bold").append(odds, ODDS)
    else:
        text.append(shorten_middle(option.label, room), "not bold")
    return text


def shorten_middle(label: str, room: int) -> str:
    """Return a label cut to a length. The middle is left out, because labels often differ at the ends."""
    if len(label) <= room:
        return label
    tail = min((room - 1) // 2, _MAX_LABEL_TAIL)
    return f"{label[: room - 1 - tail]}…{label[len(label) - tail :]}"
