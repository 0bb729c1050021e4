"""Ground of a square (WAM-Q35), battlefields with rivers along the edges of squares (WAM-Q36), and special scenery."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.data_tables import Column, DataFile, Record, Table, key_column, rows_column, text_column
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, EAST, SHALLOW, SOUTH, Squares
from hippodrome.kit.toml_reader import DataError, raise_all

OPEN: Final = 0
WOOD: Final = 1
VILLAGE: Final = 2
BRUSH: Final = 3
DEFENCES: Final = 4
MARSH: Final = 5
STEEP: Final = 6
GENTLE: Final = 7
FIELDS: Final = 8
# Special scenery (WAM-Q37), placed on open ground.
CHASM: Final = 9
WALKING_WOOD: Final = 10
FOG: Final = 11
FIRE: Final = 12

GROUND_NAMES: Final = (
    "open ground", "wood", "village", "thick brush", "defences", "marsh", "steep hill", "gentle hill", "fields",
    "Chasm of Doom", "Walking Wood", "Dead Fog", "Fire Pit",
)  # fmt: skip
GROUND_LETTERS: Final = ".wvbdmhgf"
CUSTOM_KEY: Final = "own"  # key of a custom layout
SCENERY: Final = (CHASM, WALKING_WOOD, FOG, FIRE)
RIVER_SIGNS: Final = "-=#+"  # dry, shallow, deep, bridge
EDGE_SIGNS: Final = " |!:"
_EDGES: Final = (DRY, SHALLOW, DEEP, BRIDGE)

_CLOSED: Final = (False, True, True, True, True, True, True, False, False, False, True, True, False)
_SHOT_COVER: Final = (False, True, True, False, False, False, False, False, False, False, True, False, False)
_ARTILLERY_COVER: Final = (False, True, True, True, True, False, False, False, False, False, True, False, False)
_GROUND_HELP: Final = (
    "5 to 9 rows of 3 to 11 letters, from the defender's edge down to the attacker's: . open, w wood, v village, "
    "b thick "
    "brush, d defences, m marsh, h steep hill, g gentle hill, f fields. A line between two rows is a river: - dry, = "
    "shallow, # deep, + bridge. Between the letters of a row: a space, | shallow, ! deep, : bridge."
)
_LAYOUT_COLUMNS: Final[tuple[Column, ...]] = (
    text_column("title", "The name for players."),
    text_column("text", "A sentence or two about it.", may_be_empty=True),
    text_column("ground", _GROUND_HELP),
)
LAYOUTS: Final = DataFile(
    "data/layouts.toml",
    "Battlefields",
    Table(
        "The battlefields.",
        rows_column(
            "layout", Table("A battlefield.", key_column("The word that players choose it by."), *_LAYOUT_COLUMNS)
        ),
    ),
)
_CUSTOM_LAYOUT: Final = Table("A battlefield.", *_LAYOUT_COLUMNS)


def is_closed(ground: i64) -> bool:
    """WAM-Q35, WAM-Q37: return whether ground is closed; the Walking Wood and the Dead Fog are."""
    return _CLOSED[ground]


def is_shot_cover(ground: i64) -> bool:
    """WAM-S5: woods and buildings improve saves against shots."""
    return _SHOT_COVER[ground]


def is_artillery_cover(ground: i64) -> bool:
    """WAM-A2: wood, village, brush and defences give troops a save against artillery."""
    return _ARTILLERY_COVER[ground]


def is_wood(ground: i64) -> bool:
    """WAM-D9: return whether ground is a wood or the Walking Wood."""
    return ground in (WOOD, WALKING_WOOD)


class Layout:
    """A battlefield: its squares with their rivers, and the ground of each square."""

    def __init__(self, key: str, title: str, text: str, squares: Squares, ground: list[int], source: str = "") -> None:
        self.source = source  # the text of its file if it is a custom layout
        self.key = key
        self.title = title
        self.text = text
        self.squares = squares
        self.ground = ground

    def middle_rows(self) -> range:
        """WAM-Q41: return the rows that neither side deploys in, counted from 0."""
        return range(2, self.squares.rows - 2)


def read_layouts(text: str, file: str) -> list[Layout]:
    """Return the layouts of a TOML file. Raise DataError with file, line and key if it is invalid."""
    layouts: list[Layout] = []
    errors: list[DataError] = []
    table = LAYOUTS.table.read(text, file)
    for row in table.rows("layout"):
        try:
            layouts.append(_parse_layout(row, row.text("key"), ""))
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    if not layouts:
        raise table.error("layout", "there must be a battlefield; not all can be removed")
    return layouts


def read_layout(text: str, file: str) -> Layout:
    """Return a custom layout from its TOML file. Raise DataError with file, line and key if it is invalid."""
    return _parse_layout(_CUSTOM_LAYOUT.read(text, file), CUSTOM_KEY, text)


def _parse_layout(row: Record, key: str, source: str) -> Layout:
    """Return one layout, drawn as rows of letters from the top with river lines between them."""
    title, words, drawn = row.text("title"), row.text("text"), row.text("ground")
    lines = [line.strip() for line in drawn.splitlines() if line.strip()]
    grounds = [line for line in lines if not _is_river_line(line)]
    widths = {len(line) for line in lines}
    if len(widths) != 1 or not 5 <= len(grounds) <= 9 or len(grounds[0]) % 2 == 0 or not 5 <= len(grounds[0]) <= 21:
        what = "must have 5 to 9 rows of the same length: 3 to 11 letters with one sign between letters"
        raise row.error("ground", what)
    squares = Squares((len(grounds[0]) + 1) // 2, len(grounds))
    ground = [OPEN] * squares.size
    number = squares.rows
    for line in lines:
        if _is_river_line(line):
            _parse_river(row, squares, line, number)
        else:
            number -= 1
            _parse_row(row, squares, ground, line, number)
    return Layout(key, title, words, squares, ground, source)


def write_layout(layout: Layout) -> str:
    """Return a layout as the text of a custom file."""
    board, lines = layout.squares, []
    for row in range(board.rows - 1, -1, -1):
        squares = [board.number(column, row) for column in range(board.columns)]
        edges = [EDGE_SIGNS[_EDGES.index(board.edge[square * 4 + EAST])] for square in squares[:-1]]
        letters = [GROUND_LETTERS[layout.ground[square]] for square in squares]
        lines.append("".join([letter + edge for letter, edge in zip(letters, [*edges, ""], strict=True)]))
        below = [_EDGES.index(board.edge[square * 4 + SOUTH]) for square in squares]
        if row and any(below):
            lines.append(" ".join([RIVER_SIGNS[edge] for edge in below]))
    drawn = "\n".join(lines)
    return f'title = "{layout.title}"\ntext = "{layout.text}"\nground = """\n{drawn}\n"""\n'


def _is_river_line(line: str) -> bool:
    """Return whether a line of the drawing is a river between two rows."""
    return all(letter in RIVER_SIGNS for letter in line[::2])


def _parse_row(row: Record, squares: Squares, ground: list[int], line: str, number: int) -> None:
    """Read a row of ground, and the rivers between its squares."""
    for column, letter in enumerate(line[::2]):
        if letter not in GROUND_LETTERS:
            raise row.error("ground", f"{letter!r} in {line!r} is not a ground letter; use one of: {GROUND_LETTERS}")
        ground[squares.number(column, number)] = GROUND_LETTERS.index(letter)
    for column, letter in enumerate(line[1::2]):
        if letter not in EDGE_SIGNS:
            raise row.error("ground", f"{letter!r} in {line!r} is not an edge sign; use one of: {EDGE_SIGNS!r}")
        squares.set_edge(squares.number(column, number), EAST, _EDGES[EDGE_SIGNS.index(letter)])


def _parse_river(row: Record, squares: Squares, line: str, above: int) -> None:
    """Read a river line that lies below row `above`."""
    if not 0 < above < squares.rows:
        raise row.error("ground", "must not have a river at the edge of the board; put it between two rows")
    for column, letter in enumerate(line[::2]):
        square = squares.number(column, above)
        squares.set_edge(square, SOUTH, _EDGES[RIVER_SIGNS.index(letter)])
