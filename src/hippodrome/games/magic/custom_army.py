"""Armies and layouts of one's own: the forms to write them in, and what is said of them while they are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hippodrome.games.magic.armies import ATTACK_ONLY, MOTIVES, Army, Costs, army_faults, read_army
from hippodrome.games.magic.drawing import board_layer, scene_box, terrain_layer
from hippodrome.games.magic.kinds import FIRST_CHARACTER, GEAR, KIND_NAMES, QUALITIES
from hippodrome.games.magic.layouts import GROUND_LETTERS, Layout, is_closed, read_layout, write_layout
from hippodrome.games.magic.text_board import text_cells
from hippodrome.kit.custom_files import (
    LINES,
    LIST,
    NUMBER,
    ONE,
    SOME,
    TEXT,
    CustomFileKind,
    Fault,
    Field,
    Form,
    OptionError,
    Report,
    is_file,
)
from hippodrome.kit.game import Value
from hippodrome.kit.scene import Layer, Scene
from hippodrome.kit.toml_reader import DataError

ARMY: Final = "army"
LAYOUT: Final = "layout"
MAX_CACHED_FILES: Final = 50  # files that are kept as they were read
MIN_OPEN_SQUARES: Final = 8  # squares in the two rows of a side: room for all its units, whatever they are

_ARMY_TEXT: Final = (
    "An army for up to 230 points: exactly 1 general, at least 5 units. The attacker may spend 253; what only comes "
    "along to attack is marked so."
)
_PLACES: Final = (
    'Where the ready plan puts each: columns from the middle, and rank, such as "-1 front, 0 rear". May be left empty.'
)
_LAYOUT_TEXT: Final = (
    "A battlefield, drawn with letters from the defender's edge down to the attacker's: 5 to 9 rows of 3 to 11 squares."
)
_GROUND: Final = (
    "Rows of letters with blanks between them: . open, w wood, v village, b thick brush, d defences, m marsh, "
    "h steep hill, g gentle hill, f fields. A river between two rows: - dry, = shallow, # deep, + bridge. "
    "Instead of a blank: | shallow, ! deep, : bridge."
)


def army_form() -> Form:
    """What an army file has."""
    return Form(
        [
            Field("title", "Name of the army", TEXT, "My own"),
            Field("text", "In a sentence", TEXT, "An army of my own."),
            Field("motive", "Motive", ONE, MOTIVES[0], MOTIVES),
        ],
        "troops",
        "Troops",
        [
            Field("name", "Name", TEXT),
            Field("kind", "Kind", ONE, "", KIND_NAMES),
            Field("quality", "Quality", ONE, QUALITIES[0], QUALITIES),
            Field("gear", "Gear", SOME, "", GEAR),
            Field("number", "Number", NUMBER, "1"),
            Field("only", "Comes along", ONE, "", ("", ATTACK_ONLY), "attack: only when the army attacks."),
            Field("places", "Places", LIST, "", (), _PLACES),
        ],
    )


def layout_form() -> Form:
    """What a layout file has."""
    return Form(
        [
            Field("title", "Name of the ground", TEXT, "My ground"),
            Field("text", "In a sentence", TEXT, "A field of my own."),
            Field("ground", "Ground", LINES, "\n".join([". . . . . . ."] * 5), (), _GROUND),
        ]
    )


class ArmyKind(CustomFileKind):
    """WAM-Q42: armies of one's own, with their points and what is not allowed."""

    def __init__(self, costs: Costs, samples: dict[str, str]) -> None:
        super().__init__(ARMY, "Army", _ARMY_TEXT, army_form(), samples)
        self.costs = costs

    def report(self, text: str, file: str) -> Report:
        """What it costs on either side, troop by troop, and what is not allowed on either side."""
        army = read_army(text, file)
        return Report(
            army.title,
            self.summary(army),
            [self.note(army, n) for n in range(len(army.troops))],
            faults_on_either_side(army, self.costs),
        )

    def summary(self, army: Army) -> list[str]:
        """Points and numbers."""
        found: list[str] = []
        for attacks, side in ((False, "defender"), (True, "attacker")):
            pieces = [troop.kind for troop, _ in army.muster(attacks)]
            units = len([kind for kind in pieces if kind < FIRST_CHARACTER])
            spent = f"{army.cost(self.costs, attacks)} of {self.costs.limit(attacks)} points"
            found.append(f"As {side}: {spent}, {units} units, {len(pieces) - units} characters.")
        return found

    def note(self, army: Army, number: int) -> str:
        """What a line of the list costs."""
        troop = army.troops[number]
        count, each = len(troop.places), troop.cost(self.costs)
        return f"{count} x {each} = {count * each} points" if count > 1 else f"{each} points"


def faults_on_either_side(army: Army, costs: Costs) -> list[Fault]:
    """What is not allowed on either side, each once."""
    found = army_faults(army, costs, False)
    known = [fault.text for fault in found]
    return found + [fault for fault in army_faults(army, costs, True) if fault.text not in known]


class LayoutKind(CustomFileKind):
    """WAM-Q1, WAM-Q35, WAM-Q36: layouts of one's own."""

    def __init__(self, samples: dict[str, str]) -> None:
        super().__init__(LAYOUT, "Layout", _LAYOUT_TEXT, layout_form(), samples)

    def report(self, text: str, file: str) -> Report:
        """Its size and its picture."""
        layout = read_layout(text, file)
        board = layout.squares
        closed = len([ground for ground in layout.ground if is_closed(ground)])
        summary = [f"{board.columns} by {board.rows} squares, {closed} of them closed."]
        bare = Layer("letters", text_cells(layout, {"scenery": [], "units": []}))
        scene = Scene(scene_box(board), [board_layer(board), terrain_layer(layout), bare], [], layout.title, [], [])
        return Report(layout.title, summary, [], layout_faults(layout), scene)


def layout_faults(layout: Layout) -> list[Fault]:
    """WAM-Q42: both sides must find room for chariots and elephants, which cannot stand in closed ground."""
    board, found = layout.squares, []
    for side, rows in (("attacker", (0, 1)), ("defender", (board.rows - 2, board.rows - 1))):
        free = [n for n in range(board.size) if board.row[n] in rows and not is_closed(layout.ground[n])]
        if len(free) < MIN_OPEN_SQUARES:
            text = f"The two rows of the {side} need {MIN_OPEN_SQUARES} open squares ({GROUND_LETTERS[0]}, g or f), not {len(free)}."
            found.append(Fault(1, "ground", text))
    return found


class CustomFiles:
    """The kinds of files, and those that were read; a value of an option is a file, or the name of something ready."""

    def __init__(self, armies: dict[str, Army], costs: Costs, samples: dict[str, str], layouts: list[Layout]) -> None:
        self.prepared = armies
        self.costs = costs
        drawn = {layout.title: write_layout(layout) for layout in layouts}
        self.kinds: list[CustomFileKind] = [ArmyKind(costs, samples), LayoutKind(drawn)]
        self._armies: dict[str, Army] = {}
        self._layouts: dict[str, Layout] = {}

    def army(self, value: Value) -> Army:
        """Return an army by its key, or from a file; DataError says what cannot be read."""
        text = str(value)
        if not is_file(text):
            return self.prepared[text]
        if text not in self._armies:
            if len(self._armies) >= MAX_CACHED_FILES:
                self._armies.clear()
            self._armies[text] = read_army(text, "your army")
        return self._armies[text]

    def layout(self, text: str) -> Layout:
        """Return a layout from a file; DataError says what cannot be read."""
        if text not in self._layouts:
            if len(self._layouts) >= MAX_CACHED_FILES:
                self._layouts.clear()
            self._layouts[text] = read_layout(text, "your layout")
        return self._layouts[text]

    def validate_army(self, name: str, value: Value, sides: list[bool]) -> None:
        """OptionError if an army of one's own cannot be read, or is not allowed as attacker or defender."""
        if not is_file(value):
            return
        try:
            army = self.army(value)
        except DataError as error:
            raise OptionError(name, str(error), error.line, error.key) from None
        raise_faults(name, [fault for attacks in sides for fault in army_faults(army, self.costs, attacks)])

    def validate_layout(self, name: str, value: Value) -> None:
        """The same for a layout."""
        if not is_file(value):
            return
        try:
            layout = self.layout(str(value))
        except DataError as error:
            raise OptionError(name, str(error), error.line, error.key) from None
        raise_faults(name, layout_faults(layout))


def raise_faults(name: str, found: list[Fault]) -> None:
    """Say all that is not allowed in a file, if something is."""
    if found:
        text = " ".join(list(dict.fromkeys([fault.text for fault in found])))
        raise OptionError(name, text.removesuffix("."), found[0].line, found[0].key)


def army_samples(texts: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return the army files of a folder by their titles, to begin one of one's own with."""
    found = [(read_army(texts[name], name).title, texts[name]) for name in sorted(texts) if name.startswith(folder)]
    return dict(found)
