"""Armies: troops and their points (WAM-Q41, WAM-Q42), read from TOML, and the checks of the army builder.

An army is a file like those in data/armies. `read_army` rejects a file that cannot be read, with file, line and key;
`army_faults` lists what makes a custom army illegal.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.kinds import (
    ARTILLERY,
    FIRST_CHARACTER,
    GEAR,
    GEAR_ALLOWED,
    GENERAL,
    HOST,
    KIND_CODES,
    KIND_NAMES,
    LEVY,
    MISSILE,
    PLAIN,
    QUALITIES,
    QUALITY_ALLOWED,
    SHOCK,
    is_skirmisher,
)
from hippodrome.kit.custom_files import Fault
from hippodrome.kit.data_tables import (
    TEXTS,
    Column,
    DataFile,
    Record,
    Table,
    choice_column,
    choices_column,
    number_column,
    rows_column,
    table_column,
    text_column,
)
from hippodrome.kit.toml_reader import DataError, raise_all

MOTIVES: Final = ("none", "honour", "guard", "grudge", "greed", "hate", "glory")
ATTACK_ONLY: Final = "attack"  # value of `only` for troops that fight only when the army attacks
CUSTOM_KEY: Final = "own"  # key of an army whose file has none
MAX_PIECES_PER_SIDE: Final = 48  # units and characters
FRONT: Final = 1
REAR: Final = 2
MAX_TROOPS: Final = 48  # lines of an army list
ARMIES: Final = DataFile(
    "data/armies/",
    "Armies",
    Table(
        "An army: the troops, and their places in automatic deployment.",
        Column("key", "key", "The word that players choose it by; a custom army needs none.", default=CUSTOM_KEY),
        text_column("title", "The name for players."),
        text_column("text", "A sentence or two about it.", may_be_empty=True),
        choice_column("motive", MOTIVES, "Its motive (WAM-Q43)."),
        rows_column(
            "troops",
            Table(
                "Units or characters of one kind.",
                text_column("name", "The name for players."),
                choice_column("kind", KIND_NAMES, "The kind; general, leader and magician are characters."),
                choice_column("quality", QUALITIES, "The quality; by default plain.", QUALITIES[PLAIN]),
                choices_column("gear", GEAR, "What they have; not every kind may have everything.", ()),
                number_column("number", 1, 20, "How many units.", default=1),
                choice_column("only", (ATTACK_ONLY,), "attack: they take the field only if the army attacks.", ""),
                Column(
                    "places",
                    TEXTS,
                    'Where they stand, one place for each: columns from the middle, then front or rear: "-2 front", '
                    '"0 rear". Without it they find places themselves.',
                    default=(),
                    may_be_empty=True,
                ),
            ),
            is_required=False,
            most=MAX_TROOPS,
        ),
    ),
)
COSTS: Final = DataFile(
    "data/costs.toml",
    "Points",
    Table(
        "Points of troops, and the budget of a custom army.",
        number_column("budget", 50, 1000, "Points of an army that defends.", "points"),
        number_column("allowance", 0, 100, "How much more an army that attacks may spend.", "per cent"),
        number_column("fewest", 1, 20, "The fewest units of an army."),
        table_column(
            "kinds", Table("Points by kind.", *[number_column(kind, 0, 50, "Points.") for kind in KIND_NAMES])
        ),
        table_column(
            "qualities", Table("Points by quality.", *[number_column(word, -20, 20, "Points.") for word in QUALITIES])
        ),
        table_column("gear", Table("Points by gear.", *[number_column(word, -20, 20, "Points.") for word in GEAR])),
    ),
)


class Costs:
    """Point costs of troops, and the budget of an army."""

    def __init__(self, text: str) -> None:
        table = COSTS.table.read(text, COSTS.path)
        self.budget = table.number("budget")
        self.allowance = table.number("allowance")  # percent more for the attacker
        self.fewest = table.number("fewest")
        kinds, qualities, gear = table.table("kinds"), table.table("qualities"), table.table("gear")
        self.kind = [kinds.number(key) for key in KIND_NAMES]
        self.quality = [qualities.number(key) for key in QUALITIES]
        self.gear = [gear.number(key) for key in GEAR]

    def limit(self, attacks: bool) -> int:
        """Return the points that an army may cost; the attacker may spend more."""
        return self.budget * (100 + self.allowance) // 100 if attacks else self.budget


class Troop:
    """One line of an army list: units of one kind, and their places in the deployment plan."""

    def __init__(
        self,
        name: str,
        kind: int,
        quality: int,
        gear: int,
        attack_only: bool,
        places: list[tuple[int, int]],
        line: int = 0,
    ):
        self.line = line  # line number in its file
        self.name = name
        self.kind = kind
        self.quality = quality
        self.gear = gear
        self.attack_only = attack_only
        self.places = places  # (column from the middle, rank) of each unit

    def cost(self, costs: Costs) -> int:
        """Return the points for one unit; skirmishers do not pay for missiles."""
        total = costs.kind[self.kind] + costs.quality[self.quality]
        for bit, price in enumerate(costs.gear):
            if self.gear >> bit & 1 and not (1 << bit == MISSILE and is_skirmisher(self.kind)):
                total += price
        return total

    def code(self) -> str:
        """Return a short code such as CO-V-ak (kind, quality, gear)."""
        quality = ("", "V", "E", "L")[self.quality]
        gear = "".join(["asmke"[bit] for bit in range(len(GEAR)) if self.gear >> bit & 1])
        return "-".join([part for part in (KIND_CODES[self.kind], quality, gear) if part])

    def description(self) -> str:
        """Return a description such as "veteran close order, armoured, shock"."""
        quality = "" if self.quality == PLAIN else f"{QUALITIES[self.quality]} "
        gear = [GEAR[bit] for bit in range(len(GEAR)) if self.gear >> bit & 1]
        return ", ".join([f"{quality}{KIND_NAMES[self.kind]}", *gear])


class Army:
    """An army: its name, its troops and its motive (WAM-Q43)."""

    def __init__(self, key: str, title: str, text: str, motive: int, troops: list[Troop]) -> None:
        self.key = key
        self.title = title
        self.text = text
        self.motive = motive
        self.troops = troops

    def muster(self, attacks: bool) -> list[tuple[Troop, tuple[int, int]]]:
        """WAM-Q42: return every piece that takes the field, with its planned place; characters come last.

        Attack-only troops take the field only if the army attacks.
        """
        units: list[tuple[Troop, tuple[int, int]]] = []
        characters: list[tuple[Troop, tuple[int, int]]] = []
        for troop in self.troops:
            if attacks or not troop.attack_only:
                pieces = characters if troop.kind >= FIRST_CHARACTER else units
                pieces.extend([(troop, place) for place in troop.places])
        return units + characters

    def cost(self, costs: Costs, attacks: bool) -> int:
        """Return the points of an army as attacker or defender."""
        return sum([troop.cost(costs) for troop, _ in self.muster(attacks)])


def read_army(text: str, file: str) -> Army:
    """Return an army from TOML. Raise DataError with file, line and key if it is invalid."""
    table = ARMIES.table.read(text, file)
    troops: list[Troop] = []
    errors: list[DataError] = []
    for row in table.rows("troops"):
        try:
            troops.append(_read_troop(row))
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    motive = MOTIVES.index(table.text("motive"))
    army = Army(table.text("key"), table.text("title"), table.text("text"), motive, troops)
    if not troops:
        raise table.error("troops", "an army needs troops, each written as [[troops]]")
    if not army.key.isidentifier():
        raise table.error("key", f"must be one word of letters, digits and underscores, not {army.key!r}")
    if len(army.muster(True)) > MAX_PIECES_PER_SIDE:
        raise table.error("troops", f"an army may have at most {MAX_PIECES_PER_SIDE} units and characters")
    return army


def _read_troop(row: Record) -> Troop:
    """Return one line of an army list."""
    kind = KIND_NAMES.index(row.text("kind"))
    gear = 0
    for word in row.texts("gear"):
        gear |= 1 << GEAR.index(word)
    number = row.number("number")
    places = [_read_place(row, word) for word in row.texts("places")]
    if len(places) > number:
        noun = "place" if number == 1 else "places"
        raise row.error("places", f"must have at most {number} {noun}, one for each unit, not {len(places)}")
    places += [default_place(kind, n) for n in range(len(places), number)]
    attack_only = row.text("only") == ATTACK_ONLY
    quality = QUALITIES.index(row.text("quality"))
    return Troop(row.text("name"), kind, quality, gear, attack_only, places, row.line("name"))


def default_place(kind: int, number: int) -> tuple[int, int]:
    """Return the planned place of a unit that has none in the file.

    Units stand in turn right and left of the middle; hosts and artillery stand in the rear.
    """
    column = (number + 1) // 2 * (1 if number % 2 else -1)
    return (column, REAR if kind in (HOST, ARTILLERY) else FRONT)


def _read_place(row: Record, word: str) -> tuple[int, int]:
    """Return a planned place such as "-2 front": columns left (-) or right (+) of the middle, and front or rear."""
    parts = word.split()
    if len(parts) == 2 and parts[1] in ("front", "rear"):
        sign, digits = parts[0][:1], parts[0].lstrip("+-")
        if digits.isdigit() and (sign.isdigit() or sign in "+-"):
            return (-int(digits) if sign == "-" else int(digits), FRONT if parts[1] == "front" else REAR)
    raise row.error(
        "places", f'must be like "-2 front" or "0 rear": columns from the middle, then front or rear; not {word!r}'
    )


# -------------------------------------------------------------------- legality of custom armies


def army_faults(army: Army, costs: Costs, attacks: bool) -> list[Fault]:
    """WAM-Q42: return the reasons why a custom army is illegal, with their places; empty if it is legal."""
    faults: list[Fault] = []
    for number, troop in enumerate(army.troops):
        faults.extend(_troop_faults(troop, f"troops[{number}]"))
    pieces = [troop for troop, _ in army.muster(attacks)]
    generals = len([troop for troop in pieces if troop.kind == GENERAL])
    if generals != 1:
        faults.append(Fault(1, "", f"An army must have exactly 1 general, not {generals}."))
    units = len([troop for troop in pieces if troop.kind < FIRST_CHARACTER])
    if units < costs.fewest:
        faults.append(Fault(1, "", f"An army must have at least {costs.fewest} units, not {units}."))
    cost, limit = army.cost(costs, attacks), costs.limit(attacks)
    if cost > limit:
        side = "attacker" if attacks else "defender"
        text = f"The army costs {cost} points, but the {side} may spend {limit}: remove troops worth {cost - limit}."
        faults.append(Fault(1, "", text))
    return faults


def _troop_faults(troop: Troop, key: str) -> list[Fault]:
    """Return the faults of one line of the list."""
    faults: list[Fault] = []
    kind, quality = KIND_NAMES[troop.kind], QUALITIES[troop.quality]
    if troop.quality != PLAIN and not QUALITY_ALLOWED[troop.kind]:
        text = f"{troop.name}: {kind} cannot be {quality}; remove the quality."
        faults.append(Fault(troop.line, f"{key}.quality", text))
    for bit, word in enumerate(GEAR):
        if troop.gear >> bit & 1 and not GEAR_ALLOWED[troop.kind] >> bit & 1:
            allowed = [name for n, name in enumerate(GEAR) if GEAR_ALLOWED[troop.kind] >> n & 1]
            instead = f"it may have {', '.join(allowed)}" if allowed else "it may have no gear"
            faults.append(Fault(troop.line, f"{key}.gear", f"{troop.name}: {kind} cannot be {word}; {instead}."))
    if troop.gear & SHOCK and troop.quality == LEVY:
        text = f"{troop.name}: levies cannot be shock troops; remove levy or shock."
        faults.append(Fault(troop.line, f"{key}.quality", text))
    return faults
