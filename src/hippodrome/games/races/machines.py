"""Machines, weapons and fields, read from their tables.

The article's own five machines are CR-C1, CR-C2, CR-C3, CR-C4 and CR-C5. Its editors added CR-O1, CR-O2, CR-O3, CR-O4,
CR-O5 and CR-O6 without a playtest (CR-O14). Steeds never strike (CR-Q37).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.data_tables import (
    INCHES,
    MILLI_INCH,
    NUMBERS,
    TEXT,
    TEXTS,
    Column,
    DataFile,
    Record,
    Table,
    clause_column,
    flag_column,
    key_column,
    number_column,
    rows_column,
    text_column,
)
from hippodrome.kit.rulebook import Profile, clause_id
from hippodrome.kit.templates import join_words, sentence_case
from hippodrome.kit.toml_reader import DataError, raise_all

BASE_LENGTH_MI: Final = 4000  # CR-Q46
GENERATED_CLAUSE: Final = "CR-V."  # the start of the ids of generated clauses
OWN_SYMBOL: Final = "own-"  # the start of the names of a variant's symbols
MAX_DRAWN_STEEDS: Final = 4
MAX_MACHINES: Final = 40
CHOSEN_FIELD: Final = "chosen"
NEEDED_WEAPONS: Final = ("none", "shortbow", "lightning")  # the options and machines that use them name them
_TEAM_COLUMNS: Final = ("steeds", "move", "steed", "heavy")
_MACHINE_SYMBOLS: Final = ("roller", "wheel")
BASE_WIDTH_MI: Final = 2000

WEAPONS: Final = DataFile(
    "data/weapons.toml",
    "Missile weapons",
    Table(
        "The weapons that crews carry. A machine names them in `crew`.",
        rows_column(
            "weapon",
            Table(
                "A missile weapon.",
                key_column("The word that machines use for it."),
                text_column("name", "The name for players."),
                number_column("range", 0, 60_000, "How far it shoots.", MILLI_INCH),
                number_column(
                    "strength", 1, 10, "Strength of a hit: against an equal Toughness it wounds on 4 or more."
                ),
                number_column("shots", 0, 6, "Shots in a turn."),
                number_column("piercing", 0, 3, "How much it worsens the save, beyond what its Strength does."),
            ),
        ),
    ),
)
MACHINES: Final = DataFile(
    "data/machines.toml",
    "Machines",
    Table(
        "The machines that race.",
        rows_column(
            "machine",
            Table(
                "A machine. Either animals pull it (`steeds`, `move`, `steed`), or it moves by dice (`dice`).",
                key_column("The word that fields use for it."),
                text_column("name", "The name for players."),
                clause_column("The clause with its profile; without one, a clause is written from the numbers.", ""),
                Column("body", NUMBERS, "The body of the machine.", 1, 10, parts=("Strength", "Toughness", "wounds")),
                number_column("save", 2, 6, "What a die needs at least to save it from a wound: lower is better."),
                Column(
                    "crew",
                    TEXTS,
                    'The weapon of each man, the driver first; "none" for a man without one.',
                    refers="data/weapons.toml weapon",
                ),
                Column(
                    "fighter",
                    NUMBERS,
                    "The profile of every man.",
                    0,
                    10,
                    parts=(
                        "Weapon Skill",
                        "Ballistic Skill",
                        "Strength",
                        "Toughness",
                        "Initiative",
                        "Attacks",
                        "Leadership",
                    ),
                ),
                number_column("grit", 1, 5, "Wounds of a crew of one man, who steers alone.", default=1),
                text_column("team", "What pulls or drives it, in the plural, such as wolves."),
                number_column("dice", 1, 6, "The dice that it moves by, instead of animals.", default=0),
                number_column(
                    "steeds", 1, 6, "Number of animals; three roll two dice for the whip, four roll three.", default=0
                ),
                number_column("move", 1, 12, "Movement of the animals.", INCHES, default=0),
                Column(
                    "steed",
                    NUMBERS,
                    "The profile of the animals. It is shown; they never strike (CR-Q37).",
                    0,
                    10,
                    parts=("Weapon Skill", "Strength", "Initiative", "Attacks"),
                    default=(),
                ),
                number_column("heavy", 1, 3, "Inches that the whip gives less.", INCHES, default=0),
                number_column(
                    "wide", 2000, 4000, "Width of the base; by default 2 inches.", MILLI_INCH, default=BASE_WIDTH_MI
                ),
                flag_column("steady", "Whether its crew shoots as well on the move as at rest.", default=False),
                flag_column("large", "Whether it is a large target, easier to shoot at.", default=False),
                flag_column(
                    "roller",
                    "Whether a roller in front crushes what it rams, and its crew is a mob with `grit`.",
                    default=False,
                ),
                flag_column("lightning", "Whether it throws warp lightning (the weapon `lightning`).", default=False),
                Column(
                    "symbol",
                    TEXT,
                    "What is drawn: animals or a machine, or one of the variant's own symbols.",
                    refers="symbols races-(boar|wolf|horse|lizard|wagon|roller|wheel|own-[a-z0-9-]+)(?:-1)?",
                ),
            ),
            most=MAX_MACHINES,
        ),
    ),
)
FIELDS: Final = DataFile(
    "data/fields.toml",
    "Fields",
    Table(
        "The machines of each field. Seats take them in this order, starting again when there are more seats.",
        rows_column(
            "field",
            Table(
                "A field.",
                key_column("The word that players choose it by."),
                Column(
                    "machines", TEXTS, "The machines, in the order of the seats.", refers="data/machines.toml machine"
                ),
            ),
        ),
    ),
)


@mypyc_attr(acyclic=True)
class Weapon:
    """A missile weapon. `range` is in 1/1000 inch; `piercing` worsens the save beyond the chart."""

    def __init__(self, number: i64, row: Record) -> None:
        self.number = number
        self.key = row.text("key")
        self.name = row.text("name")
        self.range: i64 = row.number("range")
        self.strength: i64 = row.number("strength")
        self.shots: i64 = row.number("shots")
        self.piercing: i64 = row.number("piercing")
        if (self.range > 0) != (self.shots > 0):
            raise row.error("shots", "a weapon with shots needs a range, and one with a range needs shots")


def read_weapons(text: str) -> list[Weapon]:
    """Return the weapons in the order of the file."""
    table = WEAPONS.table.read(text, WEAPONS.path)
    weapons = [Weapon(number, row) for number, row in enumerate(table.rows("weapon"))]
    known = [weapon.key for weapon in weapons]
    for key in NEEDED_WEAPONS:
        if key not in known:
            raise table.error("weapon", f"the rules use the weapon {key!r}, so it cannot be removed")
    return weapons


@mypyc_attr(acyclic=True)
class Machine:
    """A profile: body, save, crew, team and special rules. All wheels carry scythes (CR-G3).

    steeds          animals, or the dice of a machine moved by dice
    move            Movement in inches, 0 for a machine moved by dice
    whip_penalty    inches taken off the whip's result
    crew_wounds     wounds of a crew that steers alone, otherwise 1
    """

    def __init__(self, number: i64, row: Record, weapons: list[Weapon]) -> None:
        self.number = number
        self.key = row.text("key")
        self.name = row.text("name")
        self.rule = row.text("rule") or clause_id(GENERATED_CLAUSE, self.key)
        strength, toughness, wounds = row.numbers("body")
        self.strength: i64 = strength
        self.toughness: i64 = toughness
        self.wounds: i64 = wounds
        self.save: i64 = row.number("save")
        self.crew = tuple([int(weapon_named(weapons, row, key).number) for key in row.texts("crew")])
        skill, aim, might, hide, initiative, attacks, leadership = row.numbers("fighter")
        self.weapon_skill: i64 = skill
        self.ballistic_skill: i64 = aim
        self.crew_strength: i64 = might
        self.crew_toughness: i64 = hide
        self.initiative: i64 = initiative
        self.attacks: i64 = attacks
        self.leadership: i64 = leadership
        self.crew_wounds: i64 = row.number("grit")
        self.team = row.text("team")
        self.dice: i64 = row.number("dice")
        self.steeds: i64 = row.number("steeds") or self.dice
        self.move: i64 = row.number("move")
        self.steed = tuple(row.numbers("steed"))
        self.whip_penalty: i64 = row.number("heavy")
        self.base_width: i64 = row.number("wide")
        self.is_steady = row.flag("steady")
        self.is_large = row.flag("large")
        self.has_roller = row.flag("roller")
        self.has_lightning = row.flag("lightning")
        self.symbol = row.text("symbol")
        self._check(row)

    def _check(self, row: Record) -> None:
        """Raise DataError for a value that would have no effect, or that is missing."""
        if self.dice:
            for name in _TEAM_COLUMNS:
                if name in row:
                    raise row.error(name, f"has no effect on a machine that moves by dice; remove {name} or dice")
        elif not (self.move and "steeds" in row):
            missing = "steeds" if self.move else "move"
            raise row.error(missing, "missing; a machine needs steeds and move, or dice instead of both")
        elif self.symbol in _MACHINE_SYMBOLS:
            raise row.error(
                "symbol", f"{self.symbol!r} shows no animals, so only a machine that moves by dice can have it"
            )
        if self.steeds > MAX_DRAWN_STEEDS and not self.dice and not self.symbol.startswith(OWN_SYMBOL):
            raise row.error(
                "steeds", f"only up to {MAX_DRAWN_STEEDS} animals are drawn; take fewer, or a symbol of your own"
            )
        if "grit" in row and len(self.crew) > 1:
            raise row.error("grit", "has no effect on a crew of several men, who have 1 wound each; remove it")

    def is_random(self) -> bool:
        """CR-O7, CR-O10: return whether dice decide its move, without whip or reins."""
        return self.dice > 0

    def steers_and_fights(self) -> bool:
        """CR-Q38, CR-Q55: return whether driver and fighter are one, as the mob and the engineer are."""
        return len(self.crew) == 1


def weapon_named(weapons: list[Weapon], row: Record, key: str) -> Weapon:
    """Return the weapon with a key; DataError names the known weapons."""
    for weapon in weapons:
        if weapon.key == key:
            return weapon
    raise row.error("crew", f"there is no weapon {key!r}; there are: {', '.join([w.key for w in weapons])}")


def read_machines(text: str, weapons: list[Weapon]) -> list[Machine]:
    """Return the machines in the order of the file."""
    machines: list[Machine] = []
    errors: list[DataError] = []
    for number, row in enumerate(MACHINES.table.read(text, MACHINES.path).rows("machine")):
        try:
            machines.append(Machine(number, row, weapons))
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    return machines


def machine_named(machines: list[Machine], key: str) -> Machine:
    """Return the machine with a key; ValueError names the known machines."""
    for machine in machines:
        if machine.key == key:
            return machine
    raise ValueError(f"there is no machine {key!r}; there are: {', '.join([m.key for m in machines])}")


def read_fields(text: str, machines: list[Machine]) -> dict[str, list[int]]:
    """Return the machine numbers of each field by its key."""
    fields: dict[str, list[int]] = {}
    table = FIELDS.table.read(text, FIELDS.path)
    known = [machine.key for machine in machines]
    for row in table.rows("field"):
        for key in row.texts("machines"):
            if key not in known:
                raise row.error("machines", f"there is no machine {key!r}; there are: {', '.join(known)}")
        name = row.text("key")
        if name == CHOSEN_FIELD:
            raise row.error("key", f"{name!r} is the field whose machines the players choose; take another word")
        fields[name] = [int(machine_named(machines, key).number) for key in row.texts("machines")]
    if not fields:
        raise table.error("field", "a race needs a field; not all can be removed")
    return fields


# -------------------------------------------------------------------- profiles in the rulebook


def profile(machine: Machine, weapons: list[Weapon]) -> Profile:
    """Return the description of a machine from its numbers."""
    men = len(machine.crew)
    armed = [weapons[weapon] for weapon in machine.crew if weapons[weapon].shots]
    carried = list(dict.fromkeys([weapon_text(weapon) for weapon in armed]))
    fighter = (
        f"WS {machine.weapon_skill}, BS {machine.ballistic_skill}, S {machine.crew_strength}, T "
        f"{machine.crew_toughness}, "
        f"Initiative {machine.initiative}, {machine.attacks} attack{'s' if machine.attacks > 1 else ''}"
    )
    parts = [
        f"Body Strength {machine.strength}, Toughness {machine.toughness}, {machine.wounds} wounds, save "
        f"{machine.save}+.",
        f"A crew of {men} ({fighter}){f' with {join_words(carried)}' if carried else ''}.",
    ]
    if machine.crew_wounds > 1:
        parts.append(f"The crew has {machine.crew_wounds} wounds.")
    if machine.is_random():
        parts.append(
            f"{sentence_case(machine.team)} drive it: its move is {machine.dice} dice, in inches, without whip or "
            f"reins."
        )
    else:
        parts.append(f"{machine.steeds} {machine.team}, Movement {machine.move}.")
    special = [
        (machine.whip_penalty > 0, f"The whip gives {machine.whip_penalty} less."),
        (machine.base_width != BASE_WIDTH_MI, f"Its base is {machine.base_width / 1000:g} inches wide."),
        (machine.is_steady, "Its crew shoots on the move as at rest."),
        (machine.is_large, "It is a large target."),
        (machine.has_roller, "It has a roller (CR-O8)."),
        (machine.has_lightning, "It throws warp lightning."),
    ]
    parts += [text for applies, text in special if applies]
    generated = clause_id(GENERATED_CLAUSE, machine.key)
    return Profile(machine.key, machine, generated, "Chariots", sentence_case(machine.name), " ".join(parts))


def weapon_text(weapon: Weapon) -> str:
    """Return a weapon with its numbers: "bow (24 inches, Strength 3)"."""
    parts = [f"{weapon.range / 1000:g} inches", f"Strength {weapon.strength}"]
    parts += [f"{weapon.shots} shots"] if weapon.shots > 1 else []
    parts += [f"piercing {weapon.piercing}"] if weapon.piercing else []
    return f"{weapon.name} ({', '.join(parts)})"
