"""How likely a side is to win: what speaks for it, weighed by how battles went on that programs have played.

The weights are those of a logistic regression for each kind of victory condition, over the beginnings of all
Player-Turns of 1,031 battles in which generals of many tempers met; none of them may be negative. Everything is seen
from the first side, in thousandths, so that what is good for one side is bad for the other.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.scenarios import EITHER, EXIT, HOLD, LIMIT, RATIO, TAKE
from hippodrome.games.chariot.state import ELIMINATED, EXITED, Battle, is_counted
from hippodrome.games.chariot.victory import south_of_stream

WHOLE: Final = 1000
NEAR: Final = 3  # hexes from an objective within which men count as being there
FEW: Final = 4  # points of strength that count as nobody
BANK: Final = 3  # units more or fewer south of the stream that settle it

WEIGHTS: Final[dict[str, tuple[int, ...]]] = {
    HOLD: (1829, 3957, 999, 1555),
    EITHER: (1174, 256, 2400, 1038, 429),
    TAKE: (9, 1462, 1412, 1281, 715),
    RATIO: (1501, 1500, 5398),
    LIMIT: (1182, 1319, 4383),
    EXIT: (1259, 1645, 2362),
}
"""For each of the features, by the victory condition."""

BIAS: Final[dict[str, int]] = {
    "rome": -2562,
    "delta": 921,
    "babylon": 1038,
    "megiddo": 1766,
    "kadesh": -185,
    "sinai": 2344,
    "qarqar": -234,
    "tabal": -1135,
    "charchemish": -315,
    "thymbra": 121,
    "bubastis": -2532,
    "armageddon": -1709,
    "regillus": 3197,
    "aequi": 932,
}
"""What speaks for the first side of a battle besides."""


def score(s: Battle) -> int:
    """How much speaks for the first side."""
    rule = s.rules.order.victory.rule
    total = 0
    for weight, feature in zip(WEIGHTS[rule], features(s), strict=True):
        total += weight * feature
    return total // WHOLE + BIAS.get(s.rules.order.key, 0)


def features(s: Battle) -> list[int]:
    """What speaks for the first side, by the victory condition."""
    rule = s.rules.order.victory.rule
    if rule in (RATIO, LIMIT):
        return losses_felt(s)
    if rule == EXIT:
        return way_out(s)
    late = lateness(s)
    held, near = owned(s), presence(s)
    if rule == EITHER:
        bank = max(-WHOLE, min(WHOLE, (2 * (south_of_stream(s, 0) - s.rules.order.victory.fewer) + 1) * 500 // BANK))
        return [balance(s), held, held * late // WHOLE * late // WHOLE, near, bank * late // WHOLE]
    if rule == TAKE:
        return [balance(s), near, near * late // WHOLE, held * late // WHOLE * late // WHOLE, taken(s) * late // WHOLE]
    return [balance(s), held * late // WHOLE * late // WHOLE, near, near * late // WHOLE]


def lateness(s: Battle) -> int:
    """How much of the battle is over."""
    return max(int(s.number) - 1, 0) * WHOLE // (2 * int(s.rules.options.turns))


def balance(s: Battle) -> int:
    """By how much the first side has more points left."""
    one, other = points_left(s, 0), points_left(s, 1)
    return WHOLE * (one - other) // max(one + other, 1)


def points_left(s: Battle, side: i64) -> int:
    """Return the VP of a side's units that are not lost."""
    return sum([int(s.kind(unit).vp) for unit in s.units_of(side) if s.hexes[unit] != ELIMINATED])


# -------------------------------------------------------------------- places


def held_by(s: Battle, side: i64) -> int:
    """How many objectives a side controls."""
    return len([owner for owner in s.owners if owner == side + 1])


def owned(s: Battle) -> int:
    """By how much more of the objectives the first side controls."""
    return WHOLE * (held_by(s, 0) - held_by(s, 1)) // max(len(s.owners), 1)


def taken(s: Battle) -> int:
    """Return whether the side that must take them all has them."""
    side = s.rules.order.victory.side
    has_them = held_by(s, side) == len(s.owners)
    return WHOLE if has_them == (side == 0) else -WHOLE


def presence(s: Battle) -> int:
    """By how much the first side is stronger near the objectives."""
    one, other = strength_at(s, 0), strength_at(s, 1)
    places = max(len(s.owners), 1)
    return WHOLE * (one - other) // (one + other + FEW * places)


def strength_at(s: Battle, side: i64) -> int:
    """Return the strength of a side's men who are near the objectives, once for each that they are near to."""
    hexes = s.rules.ground.hexes
    total = 0
    for unit in s.units_of(side):
        hex = s.hexes[unit]
        if hex < 0:
            continue
        kind = s.kind(unit)
        strength = (kind.melee // 2 if s.disrupted[unit] else kind.melee) + kind.fire + kind.bonus
        for objective in s.rules.order.objectives:
            if hexes.distance(hex, objective) <= NEAR:
                total += strength
    return total


# -------------------------------------------------------------------- losses


def losses_felt(s: Battle) -> list[int]:
    """What the side that must destroy has lost, how far it has come, and what time it has left for the rest."""
    victory = s.rules.order.victory
    side = victory.side
    sign = 1 if side == 0 else -1
    killed = min(WHOLE * s.counted(1 - side, ELIMINATED) // victory.least, WHOLE)
    missing = (WHOLE - killed) * lateness(s) // WHOLE
    cost = balance(s)
    if victory.rule == LIMIT:
        cost = -sign * WHOLE if s.counted(side, ELIMINATED) > victory.most else 0
    return [cost, sign * killed, -sign * missing]


# -------------------------------------------------------------------- the way out


def way_out(s: Battle) -> list[int]:
    """How many of the side that must leave are out or can still be, as a share of those that must."""
    victory = s.rules.order.victory
    sign = 1 if victory.side == 0 else -1
    out = WHOLE * (s.counted(victory.side, EXITED) * WHOLE + chances(s)) // (victory.least * WHOLE)
    return [balance(s), sign * min(out, 3 * WHOLE // 2), sign * min(out - WHOLE, 0)]


def chances(s: Battle) -> int:
    """Return the sum of the chances of those on the map to get out in time, as far as distance tells."""
    victory = s.rules.order.victory
    edge = s.rules.ground.edges[victory.edge]
    distance = s.rules.ground.hexes.distance
    left = (2 * int(s.rules.options.turns) - int(s.number) + 2) // 2
    total = 0
    for unit in s.units_of(victory.side):
        hex = s.hexes[unit]
        if hex >= 0 and is_counted(s.kinds[unit]):
            far = min([int(distance(hex, other)) for other in edge])
            spare = WHOLE * left - WHOLE * far // s.kind(unit).allowance
            total += max(0, min(WHOLE, WHOLE // 2 + spare // 2))
    return total


# -------------------------------------------------------------------- in words


def aspects(s: Battle, seat: i64) -> list[int]:
    """What players would talk about: points taken and left, places, men there, and who is off the map."""
    foe = 1 - seat
    return [
        s.losses(foe),
        points_left(s, seat),
        held_by(s, seat),
        strength_at(s, seat) - strength_at(s, foe),
        s.counted(seat, EXITED),
        len([unit for unit in s.units_of(foe) if is_counted(s.kinds[unit])]) - s.counted(foe, EXITED),
    ]
