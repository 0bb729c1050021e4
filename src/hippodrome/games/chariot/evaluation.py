"""Estimate of each side's winning chances, fitted to battles played by bots.

The weights come from a logistic regression for each kind of victory condition, over the start of every Player-Turn in
1,031 battles between bots of many styles; none may be negative. All values are seen from the first side, in
thousandths, so that a gain for one side is a loss for the other.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.scenarios import EITHER, EXIT, HOLD, LIMIT, RATIO, TAKE
from hippodrome.games.chariot.state import ELIMINATED, EXITED, Battle, counts_for_victory
from hippodrome.games.chariot.victory import south_of_stream

SCALE: Final = 1000
OBJECTIVE_RADIUS: Final = 3  # hexes within which units count as near an objective
STRENGTH_OFFSET: Final = 4  # added to the total strength, so that a few units do not count as dominance
SOUTH_MARGIN: Final = 3  # units above or below the limit south of the stream that count fully
LEAD_WEIGHT: Final = 60  # of a victory point of the lead that a handicap demands, at the start
LATE_LEAD_WEIGHT: Final = 240  # and added at the end

WEIGHTS: Final[dict[str, tuple[int, ...]]] = {
    HOLD: (1829, 3957, 999, 1555),
    EITHER: (1174, 256, 2400, 1038, 429),
    TAKE: (9, 1462, 1412, 1281, 715),
    RATIO: (1501, 1500, 5398),
    LIMIT: (1182, 1319, 4383),
    EXIT: (1259, 1645, 2362),
}
"""Weights of the features, by victory condition."""

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
"""Advantage of the first side that the features do not cover, by scenario."""


def score(s: Battle) -> int:
    """Return the advantage of the first side, in thousandths of a logit."""
    rule = s.rules.order.victory.rule
    total = 0
    for weight, feature in zip(WEIGHTS[rule], score_features(s), strict=True):
        total += weight * feature
    return with_handicap(s, total // SCALE + BIAS.get(s.rules.order.key, 0))


def with_handicap(s: Battle, total: int) -> int:
    """CH-R58: return the score with the handicap: a side that needs two things is as far as with the worse of them.

    The lead is compared with an even share of the demanded lead for the time elapsed.
    """
    handicap = s.rules.handicap
    if handicap is None:
        return total
    side, elapsed = handicap.side, elapsed_share(s)
    lead = SCALE * (s.losses(1 - side) - s.losses(side)) - handicap.lead * elapsed
    chance = lead * (LEAD_WEIGHT * SCALE + LATE_LEAD_WEIGHT * elapsed) // (SCALE * SCALE)
    return min(total, chance) if side == 0 else max(total, -chance)


def score_features(s: Battle) -> list[int]:
    """Return the features of the position for its victory condition, from the first side's view."""
    rule = s.rules.order.victory.rule
    if rule in (RATIO, LIMIT):
        return destruction_features(s)
    if rule == EXIT:
        return exit_features(s)
    elapsed = elapsed_share(s)
    control, presence = control_balance(s), strength_balance(s)
    late_control = control * elapsed // SCALE * elapsed // SCALE
    if rule == EITHER:
        excess = 2 * (south_of_stream(s, 0) - s.rules.order.victory.fewer) + 1
        south = max(-SCALE, min(SCALE, excess * 500 // SOUTH_MARGIN))
        return [points_balance(s), control, late_control, presence, south * elapsed // SCALE]
    late_presence = presence * elapsed // SCALE
    if rule == TAKE:
        return [points_balance(s), presence, late_presence, late_control, capture_balance(s) * elapsed // SCALE]
    return [points_balance(s), late_control, presence, late_presence]


def elapsed_share(s: Battle) -> int:
    """Return how much of the battle is over, in thousandths."""
    return max(int(s.number) - 1, 0) * SCALE // (2 * int(s.rules.options.turns))


def points_balance(s: Battle) -> int:
    """Return the lead of the first side in remaining VP, in thousandths of the total."""
    one, other = vp_left(s, 0), vp_left(s, 1)
    return SCALE * (one - other) // max(one + other, 1)


def vp_left(s: Battle, side: i64) -> int:
    """Return the VP of a side's units that are not lost."""
    return sum([int(s.kind(unit).vp) for unit in s.units_of(side) if s.hexes[unit] != ELIMINATED])


# -------------------------------------------------------------------- objectives


def objectives_held(s: Battle, side: i64) -> int:
    """Return how many objectives a side controls."""
    return len([owner for owner in s.owners if owner == side + 1])


def control_balance(s: Battle) -> int:
    """Return the lead of the first side in controlled objectives, in thousandths."""
    return SCALE * (objectives_held(s, 0) - objectives_held(s, 1)) // max(len(s.owners), 1)


def capture_balance(s: Battle) -> int:
    """Return SCALE if having, or not having, captured all objectives favours the first side, otherwise -SCALE."""
    side = s.rules.order.victory.side
    has_captured = objectives_held(s, side) == len(s.owners)
    return SCALE if has_captured == (side == 0) else -SCALE


def strength_balance(s: Battle) -> int:
    """Return the lead of the first side in strength near the objectives, in thousandths."""
    one, other = strength_near_objectives(s, 0), strength_near_objectives(s, 1)
    objectives = max(len(s.owners), 1)
    return SCALE * (one - other) // (one + other + STRENGTH_OFFSET * objectives)


def strength_near_objectives(s: Battle, side: i64) -> int:
    """Return the strength of a side's units near the objectives, counted once for each objective they are near."""
    hexes = s.rules.ground.hexes
    total = 0
    for unit in s.units_of(side):
        hex = s.hexes[unit]
        if hex < 0:
            continue
        kind = s.kind(unit)
        strength = (kind.melee // 2 if s.disrupted[unit] else kind.melee) + kind.fire + kind.bonus
        for objective in s.rules.order.objectives:
            if hexes.distance(hex, objective) <= OBJECTIVE_RADIUS:
                total += strength
    return total


# -------------------------------------------------------------------- losses


def destruction_features(s: Battle) -> list[int]:
    """Return features for a side that must destroy units: losses, progress, and what is still missing late on."""
    victory = s.rules.order.victory
    side = victory.side
    sign = 1 if side == 0 else -1
    progress = min(SCALE * s.count_units(1 - side, ELIMINATED) // victory.least, SCALE)
    missing = (SCALE - progress) * elapsed_share(s) // SCALE
    losses = points_balance(s)
    if victory.rule == LIMIT:
        losses = -sign * SCALE if s.count_units(side, ELIMINATED) > victory.most else 0
    return [losses, sign * progress, -sign * missing]


# -------------------------------------------------------------------- exits


def exit_features(s: Battle) -> list[int]:
    """Return features for a side that must leave the map: VP, expected exits relative to the goal, and shortfall."""
    victory = s.rules.order.victory
    sign = 1 if victory.side == 0 else -1
    exits = SCALE * (s.count_units(victory.side, EXITED) * SCALE + expected_exits(s)) // (victory.least * SCALE)
    return [points_balance(s), sign * min(exits, 3 * SCALE // 2), sign * min(exits - SCALE, 0)]


def expected_exits(s: Battle) -> int:
    """Return the summed chances of units on the map to leave in time, estimated by distance, in thousandths."""
    victory = s.rules.order.victory
    edge = s.rules.ground.edges[victory.edge]
    distance = s.rules.ground.hexes.distance
    turns_left = (2 * int(s.rules.options.turns) - int(s.number) + 2) // 2
    total = 0
    for unit in s.units_of(victory.side):
        hex = s.hexes[unit]
        if hex >= 0 and counts_for_victory(s.kinds[unit]):
            distance_left = min([int(distance(hex, other)) for other in edge])
            spare = SCALE * turns_left - SCALE * distance_left // s.kind(unit).allowance
            total += max(0, min(SCALE, SCALE // 2 + spare // 2))
    return total


# -------------------------------------------------------------------- explanations


def features(s: Battle, seat: i64) -> list[int]:
    """Return what explanations mention: VP taken and left, objectives, strength there, exits and blocked exits."""
    foe = 1 - seat
    return [
        s.losses(foe),
        vp_left(s, seat),
        objectives_held(s, seat),
        strength_near_objectives(s, seat) - strength_near_objectives(s, foe),
        s.count_units(seat, EXITED),
        len([unit for unit in s.units_of(foe) if counts_for_victory(s.kinds[unit])]) - s.count_units(foe, EXITED),
    ]
