"""Custom armies and layouts: the forms to edit them, and reports on their legality."""

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
    Form,
    FormField,
    OptionError,
    Report,
    is_file,
)
from hippodrome.kit.game import Value
from hippodrome.kit.scene import Layer, Scene
from hippodrome.kit.toml_reader import DataError

ARMY: Final = "army"
LAYOUT: Final = "layout"
MAX_CACHED_FILES: Final = 50  # of each kind
MIN_OPEN_SQUARES: Final = 8  # in the two rows of a side: room for all its units, whatever their kind

_ARMY_TEXT: Final = (
    "An army of up to 230 points, with exactly 1 general and at least 5 units. The attacker may spend 253 points; "
    "attack-only troops are marked."
)
_PLACES: Final = (
    "Where the units stand in automatic deployment, one place for each: the column, counted from the middle, and the "
    'rank. "0 front, -1 rear" is the middle of the front rank, and one column to the left in the rear. Optional.'
)
_LAYOUT_TEXT: Final = (
    "A battlefield of 5 to 9 rows of 3 to 11 squares, drawn in letters from the defender's edge down to the attacker's."
)
_GROUND: Final = (
    "Rows of letters with spaces between them: . open, w wood, v village, b thick brush, d defences, m marsh, "
    "h steep hill, g gentle hill, f fields. A river between two rows: - dry, = shallow, # deep, + bridge. "
    "Instead of a space: | shallow, ! deep, : bridge."
)


def army_form() -> Form:
    """Return the form of an army file."""
    return Form(
        [
            FormField("title", "Name of the army", TEXT, "My army"),
            FormField("text", "Description", TEXT, "A custom army."),
            FormField("motive", "Motive", ONE, MOTIVES[0], MOTIVES),
        ],
        "troops",
        "Troops",
        [
            FormField("name", "Name", TEXT, initial="New unit"),
            FormField("kind", "Kind", ONE, "", KIND_NAMES, initial=KIND_NAMES[0]),
            FormField("quality", "Quality", ONE, QUALITIES[0], QUALITIES),
            FormField("gear", "Gear", SOME, "", GEAR),
            FormField("number", "Number", NUMBER, "1"),
            FormField("only", "Available", ONE, "", ("", ATTACK_ONLY), labels=("always", "only when attacking")),
            FormField("places", "Places", LIST, "", (), _PLACES),
        ],
    )


def layout_form() -> Form:
    """Return the form of a layout file."""
    return Form(
        [
            FormField("title", "Name of the battlefield", TEXT, "My battlefield"),
            FormField("text", "Description", TEXT, "A custom battlefield."),
            FormField("ground", "Ground", LINES, "\n".join([". . . . . . ."] * 5), (), _GROUND),
        ]
    )


class ArmyKind(CustomFileKind):
    """WAM-Q42: custom armies, with their points and faults."""

    def __init__(self, costs: Costs, samples: dict[str, str]) -> None:
        super().__init__(ARMY, "Army", _ARMY_TEXT, army_form(), samples)
        self.costs = costs

    def report(self, text: str, file: str) -> Report:
        """Return the points of an army as attacker and defender, troop by troop, and its faults in either role."""
        army = read_army(text, file)
        return Report(
            army.title,
            self.summary(army),
            [self.note(army, n) for n in range(len(army.troops))],
            faults_on_either_side(army, self.costs),
        )

    def summary(self, army: Army) -> list[str]:
        """Return points and numbers in one sentence for each role."""
        lines: list[str] = []
        for attacks, side in ((False, "defender"), (True, "attacker")):
            pieces = [troop.kind for troop, _ in army.muster(attacks)]
            units = len([kind for kind in pieces if kind < FIRST_CHARACTER])
            spent = f"{army.cost(self.costs, attacks)} of {self.costs.limit(attacks)} points"
            lines.append(f"As {side}: {spent}, {units} units, {len(pieces) - units} characters.")
        return lines

    def note(self, army: Army, number: int) -> str:
        """Return the points of one line of the list."""
        troop = army.troops[number]
        count, each = len(troop.places), troop.cost(self.costs)
        return f"{count} x {each} = {count * each} points" if count > 1 else f"{each} points"


def faults_on_either_side(army: Army, costs: Costs) -> list[Fault]:
    """Return the faults of an army as defender and as attacker, each once."""
    faults = army_faults(army, costs, False)
    known = [fault.text for fault in faults]
    return faults + [fault for fault in army_faults(army, costs, True) if fault.text not in known]


class LayoutKind(CustomFileKind):
    """WAM-Q1, WAM-Q35, WAM-Q36: custom layouts."""

    def __init__(self, samples: dict[str, str]) -> None:
        super().__init__(LAYOUT, "Layout", _LAYOUT_TEXT, layout_form(), samples)

    def report(self, text: str, file: str) -> Report:
        """Return the size, picture and faults of a layout."""
        layout = read_layout(text, file)
        board = layout.squares
        closed = len([ground for ground in layout.ground if is_closed(ground)])
        summary = [f"{board.columns} by {board.rows} squares, {closed} of them closed."]
        cells = Layer("letters", text_cells(layout, {"scenery": [], "units": []}))
        scene = Scene(scene_box(board), [board_layer(board), terrain_layer(layout), cells], [], layout.title, [], [])
        return Report(layout.title, summary, [], layout_faults(layout), scene)


def layout_faults(layout: Layout) -> list[Fault]:
    """WAM-Q42: return a fault for each side without enough open squares for its chariots and elephants."""
    board, faults = layout.squares, []
    for side, rows in (("attacker", (0, 1)), ("defender", (board.rows - 2, board.rows - 1))):
        free = [n for n in range(board.size) if board.row[n] in rows and not is_closed(layout.ground[n])]
        if len(free) < MIN_OPEN_SQUARES:
            letters = f"{GROUND_LETTERS[0]}, g or f"
            text = f"The {side}'s two rows need {MIN_OPEN_SQUARES} open squares ({letters}), but have {len(free)}."
            faults.append(Fault(1, "ground", text))
    return faults


class CustomFiles:
    """The kinds of custom files, and a cache of those that were read. An option holds the text of a file or a key."""

    def __init__(self, armies: dict[str, Army], costs: Costs, samples: dict[str, str], layouts: list[Layout]) -> None:
        self.prepared = armies
        self.costs = costs
        drawn = {layout.title: write_layout(layout) for layout in layouts}
        self.kinds: list[CustomFileKind] = [ArmyKind(costs, samples), LayoutKind(drawn)]
        self._armies: dict[str, Army] = {}
        self._layouts: dict[str, Layout] = {}

    def army(self, value: Value) -> Army:
        """Return an army by its key or from the text of a file. Raise DataError if the file is invalid."""
        text = str(value)
        if not is_file(text):
            return self.prepared[text]
        if text not in self._armies:
            if len(self._armies) >= MAX_CACHED_FILES:
                self._armies.clear()
            self._armies[text] = read_army(text, "your army")
        return self._armies[text]

    def layout(self, text: str) -> Layout:
        """Return a layout from the text of a file. Raise DataError if the file is invalid."""
        if text not in self._layouts:
            if len(self._layouts) >= MAX_CACHED_FILES:
                self._layouts.clear()
            self._layouts[text] = read_layout(text, "your layout")
        return self._layouts[text]

    def validate_army(self, name: str, value: Value, sides: list[bool]) -> None:
        """Raise OptionError if a custom army cannot be read, or is illegal in one of the roles it may have."""
        if not is_file(value):
            return
        try:
            army = self.army(value)
        except DataError as error:
            raise OptionError(name, "; ".join([str(each) for each in error.errors]), error.line, error.key) from None
        raise_faults(name, [fault for attacks in sides for fault in army_faults(army, self.costs, attacks)])

    def validate_layout(self, name: str, value: Value) -> None:
        """Raise OptionError if a custom layout cannot be read or is illegal."""
        if not is_file(value):
            return
        try:
            layout = self.layout(str(value))
        except DataError as error:
            raise OptionError(name, "; ".join([str(each) for each in error.errors]), error.line, error.key) from None
        raise_faults(name, layout_faults(layout))


def raise_faults(name: str, faults: list[Fault]) -> None:
    """Raise OptionError with all faults of a file, if there are any."""
    if faults:
        text = " ".join(list(dict.fromkeys([fault.text for fault in faults])))
        raise OptionError(name, text.removesuffix("."), faults[0].line, faults[0].key)


def army_samples(texts: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return the army files of a folder by title, as starting points for custom armies."""
    samples = [(read_army(texts[name], name).title, texts[name]) for name in sorted(texts) if name.startswith(folder)]
    return dict(samples)
