"""The fourteen battles as read from their file: armies, zones, edges and victory (CH-S11.1b, CH-V.0-1)."""

from __future__ import annotations

import re
from typing import Final

from hippodrome.games.chariot.ground import EDGES, Ground
from hippodrome.games.chariot.units import UNIT_TYPES, Kind
from hippodrome.kit.data_tables import (
    TEXT,
    TEXTS,
    Column,
    DataFile,
    Record,
    Table,
    choice_column,
    flag_column,
    key_column,
    number_column,
    rows_column,
    table_column,
    text_column,
)
from hippodrome.kit.geometry.hexes import NO_HEX
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.templates import join_words
from hippodrome.kit.toml_reader import DataError, raise_all

# Kinds of victory condition.
HOLD: Final = "hold"  # the side that controls the hex at the end wins
TAKE: Final = "take"  # one side must control all of the hexes at the end
RATIO: Final = "ratio"  # one side must destroy enough units, and a multiple of its own losses
LIMIT: Final = "limit"  # one side must destroy enough units and not exceed a limit of losses
EITHER: Final = "either"  # each side has its own condition
EXIT: Final = "exit"  # one side must leave the map
VICTORIES: Final = (HOLD, TAKE, RATIO, LIMIT, EITHER, EXIT)

MAX_UNITS: Final = 128  # of both armies together
_COUNT: Final = re.compile(r"([1-9]\d{0,2})([A-Z]{2})")
_LEADERS: Final = re.compile(r"([1-9]\d{0,2})x([1-6])")
_ZONE: Final = re.compile(r"([A-Q])-(\d)")
_NAME: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = re.compile(r"\b\d+\b")
_TIMES: Final = ("", "", "twice", "three times", "four times", "five times")
# The columns of each kind of victory condition; the first one must be there.
VICTORY_COLUMNS: Final = {
    HOLD: ("hexes",),
    TAKE: ("hexes", "side"),
    RATIO: ("least", "side", "times"),
    LIMIT: ("least", "side", "most"),
    EITHER: ("hexes", "others", "fewer"),
    EXIT: ("least", "side", "edge"),
}
_HEX_HELP: Final = 'given by letter ("K") or printed number ("2321")'
SCENARIOS: Final = DataFile(
    "data/scenarios.toml",
    "Battles",
    Table(
        "The battles. The first one is that of Play now.",
        rows_column(
            "scenario",
            Table(
                "A battle.",
                key_column("The word that players choose it by."),
                text_column(
                    "number", "Its number in the rulebook, as in CH-V.5.1-1; by default a clause is written.", ""
                ),
                text_column("title", "The name for players."),
                text_column("date", "When it was."),
                text_column("goal", "Who wins, in a sentence; by default written from `victory`.", "", True),
                text_column("note", "A sentence or two about it."),
                number_column("turns", 1, 30, "Game-Turns."),
                flag_column("flat", "Whether slopes and hilltops count as clear."),
                flag_column("leaders", "Whether leaders and the optional rules are used."),
                Column(
                    "map",
                    TEXT,
                    "One of the variant's maps in data/maps; by default the printed one.",
                    refers="data/maps/",
                    default="",
                ),
                table_column(
                    "victory",
                    Table(
                        "The victory condition.",
                        choice_column(
                            "rule",
                            VICTORIES,
                            "hold: control one hex at the end; take: one side controls all hexes; ratio: one "
                            "side destroys "
                            "enough units, and a multiple of its losses; limit: one side destroys enough and "
                            "does not lose "
                            "too many; either: each side has a goal; exit: units leave the map.",
                        ),
                        number_column(
                            "side", 0, 1, "The side that must do it: 0 for the first, 1 for the second.", default=0
                        ),
                        Column("hexes", TEXTS, f"The hexes to control, {_HEX_HELP}.", default=(), may_be_empty=True),
                        Column(
                            "others",
                            TEXTS,
                            f"either: the hexes that the second side must control, {_HEX_HELP}.",
                            default=(),
                            may_be_empty=True,
                        ),
                        number_column(
                            "least", 1, 99, "ratio, limit, exit: the units to destroy or to lead off.", default=0
                        ),
                        number_column("most", 0, 99, "limit: the most units that the side may lose.", default=0),
                        number_column("times", 1, 5, "ratio: how many times its own losses.", default=0),
                        number_column(
                            "fewer",
                            1,
                            99,
                            "either: fewer units of the first side than this south of the stream.",
                            default=0,
                        ),
                        choice_column("edge", EDGES, "exit: the edge of the map.", ""),
                    ),
                ),
                rows_column(
                    "side",
                    Table(
                        "An army. There are two.",
                        text_column("name", "The name of the army, in the plural."),
                        number_column("deploys", 1, 2, "Whether it deploys first or second."),
                        number_column("moves", 1, 2, "Whether it moves first or second."),
                        number_column("stacking", 1, 6, "Units that may stand in one hex."),
                        number_column(
                            "vp", 1, 999, "Its victory points. They are counted; a wrong number is an error.", default=0
                        ),
                        number_column("panic", 0, 200, "Lost victory points at which it panics; 0 for never."),
                        number_column(
                            "chariots", 1, 12, "Movement Points of its chariots in the Chariot Phase (CH-V.5.2-3)."
                        ),
                        Column(
                            "edges",
                            TEXTS,
                            "The edges of the map where units without zones enter.",
                            known=EDGES,
                            may_be_empty=True,
                        ),
                        flag_column("at_once", "Whether all who enter must do so in the first turn."),
                        rows_column(
                            "group",
                            Table(
                                "Units that set up together.",
                                Column(
                                    "zones",
                                    TEXTS,
                                    'Where: a letter and a distance, so that "D-3" is within 3 hexes of D. '
                                    "Without zones "
                                    "they enter at the edges.",
                                    may_be_empty=True,
                                ),
                                text_column("force", 'Number and type of units: "9MI 3AX".', may_be_empty=True),
                                text_column(
                                    "leaders",
                                    'Number and level of leaders: "1x2 2x3" is one of level 2 and two of level 3.',
                                    may_be_empty=True,
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)


class Victory:
    """The victory condition of a scenario."""

    def __init__(self, row: Record, ground: Ground) -> None:
        self.rule = row.text("rule")
        self.side = row.number("side")
        self.hexes = _hexes(row, "hexes", ground)
        self.others = _hexes(row, "others", ground)
        self.least = row.number("least")
        self.most = row.number("most")
        self.times = row.number("times")
        self.fewer = row.number("fewer")
        self.edge = row.text("edge")
        self.hex_names = row.texts("hexes")
        self.other_names = row.texts("others")
        used = VICTORY_COLUMNS[self.rule]
        for name in ("side", "hexes", "others", "least", "most", "times", "fewer", "edge"):
            if name in row and name not in used:
                raise row.error(name, f"has no effect on the rule {self.rule}, which uses: {', '.join(used)}")
            if name not in row and name in used and name not in ("side", "others"):
                raise row.error(name, f"missing; the rule {self.rule} needs: {', '.join(used)}")
        if self.rule == HOLD and len(self.hexes) != 1:
            raise row.error(
                "hexes", f"must be one hex for the rule hold, not {len(self.hexes)}; for more, take the rule take"
            )
        if "hexes" in used and not self.hexes:
            raise row.error("hexes", "must name at least one")

    def numbers(self) -> dict[str, str]:
        """Return the values by their names in braces, for texts."""
        times = _TIMES[self.times] if self.times < len(_TIMES) else f"{self.times} times"
        return {
            "hexes": join_words(self.hex_names or [""]), "others": join_words(self.other_names or [""]),
            "count": str(len(self.hexes)), "least": str(self.least), "most": str(self.most),
            "times": times or "as many", "fewer": str(self.fewer),
        }  # fmt: skip

    def has_all(self, text: str) -> bool:
        """Return whether every name in braces in a text is a value of this kind of condition."""
        return all(
            name == "turns" or {"count": "hexes"}.get(name, name) in VICTORY_COLUMNS[self.rule]
            for name in _NAME.findall(text)
        )

    def text(self, names: list[str]) -> str:
        """Return the condition as a sentence; `names` are those of the armies."""
        who, other = names[self.side], names[1 - self.side]
        hexes = join_words(self.hex_names or [""])
        if self.rule == HOLD:
            return f"The side that controls {hexes} at the end wins."
        if self.rule == TAKE:
            return f"The {who} win if they control {hexes} at the end; otherwise the {other} win."
        if self.rule == EXIT:
            return f"The {who} win as soon as {self.least} of their units have left the map by the {self.edge}."
        if self.rule == EITHER:
            goal = f"control {join_words(self.other_names)} and to have " if self.other_names else "have "
            return (
                f"The goal of the {names[0]} is to control {hexes} at the end, that of the {names[1]} is to "
                f"{goal}fewer "
                f"than {self.fewer} units of the {names[0]} south of the stream. If not exactly one side reaches its "
                "goal, the battle is a draw."
            )
        enough = f"The {who} win if they destroy at least {self.least} units"
        if self.rule == RATIO:
            return f"{enough} and {self.numbers()['times']} as many as they lose; otherwise the {other} win."
        return f"{enough} and lose at most {self.most}; otherwise the {other} win."


def _hexes(row: Record, name: str, ground: Ground) -> list[int]:
    """Read hexes given by letter or printed number."""
    hexes = []
    for label in row.texts(name):
        hex = ground.find_hex(label)
        if hex == NO_HEX:
            known = ", ".join(ground.letters)
            raise row.error(name, f"{label!r} is not a hex: use a printed number, like 2321, or one of {known}")
        hexes.append(hex)
    return hexes


class Group:
    """Units that set up together: how many of each kind, and the hexes open to them."""

    def __init__(self, row: Record, kinds: list[Kind], ground: Ground) -> None:
        self.zones = row.texts("zones")
        self.hexes = sorted({hex for zone in self.zones for hex in zone_hexes(row, zone, ground)})
        self.counts = [0] * len(kinds)
        keys = [kind.key for kind in kinds if not kind.is_leader]
        for word in row.text("force").split():
            match = _COUNT.fullmatch(word)
            if match is None or match[2] not in keys:
                raise row.error("force", f"{word!r} is not a number and a type, like 9MI; types are: {', '.join(keys)}")
            if self.counts[keys.index(match[2])]:
                raise row.error("force", f"{match[2]} is there twice; add the numbers")
            self.counts[keys.index(match[2])] = int(match[1])
        for word in row.text("leaders").split():
            match = _LEADERS.fullmatch(word)
            if match is None:
                raise row.error("leaders", f"{word!r} is not a number and a level from 1 to 6, like 2x3")
            place = UNIT_TYPES + int(match[2]) - 1
            if self.counts[place]:
                raise row.error("leaders", f"level {match[2]} is there twice; add the numbers")
            self.counts[place] = int(match[1])
        if not any(self.counts):
            raise row.error("force", "must name at least one unit")

    def size(self) -> int:
        """Return the number of units and leaders."""
        return sum(self.counts)


def zone_hexes(row: Record, zone: str, ground: Ground) -> list[int]:
    """CH-S11.1b: return the hexes within the given distance of a letter."""
    match = _ZONE.fullmatch(zone)
    if match is None or match[1] not in ground.letters:
        known = ", ".join(ground.letters)
        raise row.error("zones", f"{zone!r} is not a letter and a distance, like D-3; letters are: {known}")
    return ground.hexes.within(ground.letters[match[1]], int(match[2]))


class Army:
    """One side of a battle."""

    def __init__(self, row: Record, kinds: list[Kind], ground: Ground) -> None:
        self.name = row.text("name")
        self.deploys = row.number("deploys")
        self.moves = row.number("moves")
        self.stacking = row.number("stacking")
        self.panic = row.number("panic")  # 0: the scenario gives none
        self.chariot_allowance = row.number("chariots")  # CH-V.5.2-3
        self.edges = row.texts("edges")
        self.at_once = row.flag("at_once")
        self.entry_hexes = sorted({hex for edge in self.edges for hex in ground.edges[edge]})
        self.groups = [Group(inside, kinds, ground) for inside in row.rows("group")]
        self.vp = sum([count * kinds[kind].vp for group in self.groups for kind, count in enumerate(group.counts)])
        self._check(row)

    def _check(self, row: Record) -> None:
        """Raise DataError for a wrong total, or for units that cannot come to the battle."""
        if "vp" in row and row.number("vp") != self.vp:
            raise row.error("vp", f"the army has {self.vp} victory points, not {row.number('vp')}; vp may be left out")
        for number, group in enumerate(self.groups):
            inside = row.rows("group")[number]
            if not group.zones and not self.edges:
                raise inside.error("zones", "must name at least one, because the army has no edges to enter by")
            if group.zones and len(group.hexes) * self.stacking < group.size():
                room = len(group.hexes) * self.stacking
                raise inside.error("zones", f"{group.size()} units do not fit there: {room} may stand in these hexes")


class OrderOfBattle:
    """A scenario: two armies, their map and the victory condition. `number` is empty if it has no printed clauses."""

    def __init__(self, row: Record, kinds: list[Kind], ground: Ground, maps: dict[str, Ground]) -> None:
        self.key = row.text("key")
        self.number = row.text("number")
        self.title = row.text("title")
        self.date = row.text("date")
        self.note = row.text("note")
        self.turns = row.number("turns")
        self.is_flat = row.flag("flat")
        self.has_leaders = row.flag("leaders")
        name = row.text("map")
        if name and name not in maps:
            raise row.error("map", f"there is no map {name!r}; there are: {', '.join(maps) or 'none'}")
        whole = maps[name] if name else ground
        self.ground = whole.flat() if self.is_flat else whole
        self.victory = Victory(row.table("victory"), self.ground)
        self.armies = [Army(inside, kinds, self.ground) for inside in row.rows("side")]
        self._check(row)
        self.first_to_deploy = 0 if self.armies[0].deploys == 1 else 1
        self.first_to_move = 0 if self.armies[0].moves == 1 else 1
        self.objectives = tuple(dict.fromkeys([*self.victory.hexes, *self.victory.others]))
        names = [army.name for army in self.armies]
        self.goal = self.fill(row.text("goal")) or self.victory.text(names)
        self._check_goal(row)

    def fill(self, text: str) -> str:
        """Return a text with the numbers of the battle in place of their names in braces."""
        for name, value in {**self.victory.numbers(), "turns": str(self.turns)}.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def describes(self, text: str) -> bool:
        """Return whether a text with names in braces is about this victory condition: its kind, side and edge."""
        victory, names = self.victory, [army.name for army in self.armies]
        if not victory.has_all(text) or not set(_NAME.findall(text)) - {"turns"}:
            return False
        if "side" in VICTORY_COLUMNS[victory.rule] and f"The {names[victory.side]} win" not in text:
            return False
        return victory.edge in text

    @property
    def victory_clause(self) -> str:
        """The clause with the victory condition: the printed one, or one that is written from the data."""
        return f"CH-V.{self.number or self.key.upper().replace('_', '-')}-1"

    def _check(self, row: Record) -> None:
        """Raise DataError for armies that contradict each other."""
        if len(self.armies) != 2:
            raise row.error("side", f"there must be two sides, not {len(self.armies)}")
        for name in ("deploys", "moves"):
            if row.rows("side")[0].number(name) == row.rows("side")[1].number(name):
                raise row.rows("side")[1].error(name, "must differ from that of the first side: one is 1, the other 2")
        if self.armies[0].name == self.armies[1].name:
            raise row.rows("side")[1].error("name", "must differ from that of the first side")
        total = sum([group.size() for army in self.armies for group in army.groups])
        if total > MAX_UNITS:
            raise row.error("side", f"the armies may have at most {MAX_UNITS} units and leaders together, not {total}")

    def _check_goal(self, row: Record) -> None:
        """Raise DataError if the goal names something that is not in the victory condition."""
        victory = self.victory
        if not victory.has_all(row.text("goal")):
            raise row.error("goal", f"does not fit the rule {victory.rule}: write another, or set it to an empty text")
        known = {victory.least, victory.most, victory.times, victory.fewer, self.turns, len(victory.hexes), 0}
        for word in _NUMBER.findall(self.goal):
            if int(word) not in known and word not in victory.hex_names and word not in victory.other_names:
                what = victory.text([army.name for army in self.armies])
                raise row.error("goal", f"says {word}, but the condition is: {what} Change it, or leave goal out")


def read_orders(
    text: str, kinds: list[Kind], ground: Ground, maps: dict[str, Ground] | None = None
) -> list[OrderOfBattle]:
    """Read the scenarios in the order of menus. A number that is there twice counts for the first battle only."""
    table = SCENARIOS.table.read(text, SCENARIOS.path)
    orders: list[OrderOfBattle] = []
    errors: list[DataError] = []
    for row in table.rows("scenario"):
        try:
            order = OrderOfBattle(row, kinds, ground, maps or {})
            if order.key in [other.key for other in orders]:
                raise row.error("key", f"there is another battle {order.key!r}")
            if order.number in [other.number for other in orders]:
                order.number = ""
            orders.append(order)
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    return orders


def write_clauses(orders: list[OrderOfBattle], rulebook: Rulebook) -> None:
    """Write the numbers of the battles into their clauses, and a clause for each battle that has none."""
    for order in orders:
        clauses = [id for id in rulebook.clauses if order.number and id.startswith(f"CH-V.{order.number}-")]
        if f"CH-V.{order.number}-1" not in clauses:
            order.number = ""
            text = f"{order.victory.text([army.name for army in order.armies])} It lasts {order.turns} Game-Turns."
            rulebook.add(order.victory_clause, "Battles", f"{order.title}: victory", text)
        for id in clauses:
            clause = rulebook.clauses[id]
            if id == order.victory_clause and not order.describes(clause.text):
                clause.text = (
                    f"{order.victory.text([army.name for army in order.armies])} It lasts {order.turns} Game-Turns."
                )
            else:
                clause.text = order.fill(clause.text)
