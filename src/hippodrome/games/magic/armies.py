"""Armies: troops and their points (WAM-Q41, WAM-Q42), read from TOML, and a builder that says what is not allowed.

An army is a file like those in data/armies. `read_army` refuses what cannot be read, with file, line and key; `faults`
lists what an army of one's own may not have.
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
from hippodrome.kit.toml_reader import Table

MOTIVES: Final = ("none", "honour", "guard", "grudge", "greed", "hate", "glory")
ATTACK_ONLY: Final = "attack"
CUSTOM_KEY: Final = "own"  # the key of an army that has none
MAX_PIECES_PER_SIDE: Final = 48  # units and characters of one side
FRONT: Final = 1
REAR: Final = 2


class Costs:
    """What troops cost, and how much may be spent."""

    def __init__(self, text: str) -> None:
        table = Table(text, "data/costs.toml")
        self.budget = table.whole("budget", 50, 1000)
        self.allowance = table.whole("allowance", 0, 100)  # percent more for the attacker
        self.fewest = table.whole("fewest", 1, 20)
        kinds, qualities, gear = table.table("kinds"), table.table("qualities"), table.table("gear")
        self.kind = [kinds.whole(key, 0, 50) for key in KIND_NAMES]
        self.quality = [qualities.whole(key, -20, 20) for key in QUALITIES]
        self.gear = [gear.whole(key, -20, 20) for key in GEAR]
        for part in (kinds, qualities, gear, table):
            part.done()

    def limit(self, attacks: bool) -> int:
        """How many points an army may cost; the attacker may spend more."""
        return self.budget * (100 + self.allowance) // 100 if attacks else self.budget


class Troop:
    """One line of an army list: so many units of one kind, and where a ready plan puts them."""

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
        self.line = line  # in its file
        self.name = name
        self.kind = kind
        self.quality = quality
        self.gear = gear
        self.attack_only = attack_only
        self.places = places  # column from the middle, and rank

    def cost(self, costs: Costs) -> int:
        """What one of them costs; skirmishers have their missiles free."""
        total = costs.kind[self.kind] + costs.quality[self.quality]
        for bit, price in enumerate(costs.gear):
            if self.gear >> bit & 1 and not (1 << bit == MISSILE and is_skirmisher(self.kind)):
                total += price
        return total

    def code(self) -> str:
        """In short: CO-V-ak."""
        quality = ("", "V", "E", "L")[self.quality]
        gear = "".join(["asmke"[bit] for bit in range(len(GEAR)) if self.gear >> bit & 1])
        return "-".join([part for part in (KIND_CODES[self.kind], quality, gear) if part])

    def description(self) -> str:
        """In words: veteran close order, armoured, shock."""
        quality = "" if self.quality == PLAIN else f"{QUALITIES[self.quality]} "
        gear = [GEAR[bit] for bit in range(len(GEAR)) if self.gear >> bit & 1]
        return ", ".join([f"{quality}{KIND_NAMES[self.kind]}", *gear])


class Army:
    """An army: its troops, its motive (WAM-Q43), and its name."""

    def __init__(self, key: str, title: str, text: str, motive: int, troops: list[Troop]) -> None:
        self.key = key
        self.title = title
        self.text = text
        self.motive = motive
        self.troops = troops

    def muster(self, attacks: bool) -> list[tuple[Troop, tuple[int, int]]]:
        """Return every piece that takes the field, characters last; the reserve comes along to attack only
        (WAM-Q42).
        """
        found = [(troop, place) for troop in self.troops for place in troop.places if attacks or not troop.attack_only]
        return [one for one in found if one[0].kind < FIRST_CHARACTER] + [
            one for one in found if one[0].kind >= FIRST_CHARACTER
        ]

    def cost(self, costs: Costs, attacks: bool) -> int:
        """What it costs on one side of the field."""
        return sum([troop.cost(costs) for troop, _ in self.muster(attacks)])


def read_army(text: str, file: str) -> Army:
    """Return an army from TOML; DataError names file, line and key of what is wrong."""
    table = Table(text, file)
    troops = [_read_troop(row) for row in table.tables("troops")]
    motive = table.one_of("motive", MOTIVES)
    army = Army(
        table.text_or("key", CUSTOM_KEY), table.text("title"), table.text("text"), MOTIVES.index(motive), troops
    )
    table.done()
    if not troops:
        raise table.wrong("troops", "an army needs troops, written [[troops]]")
    if not army.key.isidentifier():
        raise table.wrong("key", f"must be one word of letters, figures and underscores, not {army.key!r}")
    if len(army.muster(True)) > MAX_PIECES_PER_SIDE:
        raise table.wrong("troops", f"at most {MAX_PIECES_PER_SIDE} units and characters can be handled")
    return army


def _read_troop(row: Table) -> Troop:
    """One line of the list: kind, quality, gear, number and places."""
    name = row.text("name")
    kind = KIND_NAMES.index(row.one_of("kind", KIND_NAMES))
    quality = QUALITIES.index(row.one_of("quality", QUALITIES)) if "quality" in row else PLAIN
    gear = 0
    for word in row.texts_or_none("gear"):
        if word not in GEAR:
            raise row.wrong("gear", f"must be some of {', '.join(GEAR)}, not {word!r}")
        gear |= 1 << GEAR.index(word)
    attack_only = row.one_of("only", (ATTACK_ONLY,)) == ATTACK_ONLY if "only" in row else False
    number = row.whole("number", 1, 20) if "number" in row else 1
    places = [_read_place(row, word) for word in row.texts_or_none("places")]
    row.done()
    if len(places) > number:
        raise row.wrong("places", f"must name at most {number} places, one for each, not {len(places)}")
    places += [default_place(kind, n) for n in range(len(places), number)]
    return Troop(name, kind, quality, gear, attack_only, places, row.line("name"))


def default_place(kind: int, number: int) -> tuple[int, int]:
    """Where a plan puts what has no place of its own: in front of it by turns left and right, hosts and guns behind."""
    column = (number + 1) // 2 * (1 if number % 2 else -1)
    return (column, REAR if kind in (HOST, ARTILLERY) else FRONT)


def _read_place(row: Table, word: str) -> tuple[int, int]:
    """Return a place of the ready plan: columns left (-) or right (+) of the middle, and front or rear: "-2 front"."""
    parts = word.split()
    if len(parts) == 2 and parts[1] in ("front", "rear"):
        sign, digits = parts[0][:1], parts[0].lstrip("+-")
        if digits.isdigit() and (sign.isdigit() or sign in "+-"):
            return (-int(digits) if sign == "-" else int(digits), FRONT if parts[1] == "front" else REAR)
    raise row.wrong("places", f'must be like "-2 front" or "0 rear": columns from the middle, and rank; not {word!r}')


# -------------------------------------------------------------------- the builder


def army_faults(army: Army, costs: Costs, attacks: bool) -> list[Fault]:
    """WAM-Q42: what an army of one's own may not have, with its place; nothing if it may take the field."""
    found: list[Fault] = []
    for number, troop in enumerate(army.troops):
        found.extend(_troop_faults(troop, f"troops[{number}]"))
    pieces = [troop for troop, _ in army.muster(attacks)]
    generals = len([troop for troop in pieces if troop.kind == GENERAL])
    if generals != 1:
        found.append(Fault(1, "", f"An army has exactly 1 general, not {generals}."))
    units = len([troop for troop in pieces if troop.kind < FIRST_CHARACTER])
    if units < costs.fewest:
        found.append(Fault(1, "", f"An army has at least {costs.fewest} units, not {units}."))
    cost, limit = army.cost(costs, attacks), costs.limit(attacks)
    if cost > limit:
        side = "attacker" if attacks else "defender"
        text = f"The army costs {cost} points; the {side} has {limit}: leave out troops for {cost - limit}."
        found.append(Fault(1, "", text))
    return found


def _troop_faults(troop: Troop, key: str) -> list[Fault]:
    """What one line may not have."""
    found: list[Fault] = []
    kind, quality = KIND_NAMES[troop.kind], QUALITIES[troop.quality]
    if troop.quality != PLAIN and not QUALITY_ALLOWED[troop.kind]:
        text = f"{troop.name}: {kind} is never {quality}; leave the quality out."
        found.append(Fault(troop.line, f"{key}.quality", text))
    for bit, word in enumerate(GEAR):
        if troop.gear >> bit & 1 and not GEAR_ALLOWED[troop.kind] >> bit & 1:
            allowed = [name for n, name in enumerate(GEAR) if GEAR_ALLOWED[troop.kind] >> n & 1]
            instead = f"it may have {', '.join(allowed)}" if allowed else "it has no gear at all"
            found.append(Fault(troop.line, f"{key}.gear", f"{troop.name}: {kind} cannot be {word}; {instead}."))
    if troop.gear & SHOCK and troop.quality == LEVY:
        text = f"{troop.name}: levies are no shock troops; leave out levy or shock."
        found.append(Fault(troop.line, f"{key}.quality", text))
    return found
