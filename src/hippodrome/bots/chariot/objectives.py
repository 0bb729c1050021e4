"""Goals of a side by victory condition: objectives to hold, an exit to reach or block, or the enemy."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.distance_maps import UNREACHABLE, DistanceMaps, costs_to
from hippodrome.bots.chariot.style import Style
from hippodrome.games.chariot.scenarios import EITHER, EXIT, HOLD, TAKE
from hippodrome.games.chariot.state import ELIMINATED, Battle, counts_for_victory
from hippodrome.games.chariot.units import CH, UNIT_TYPES
from hippodrome.games.chariot.victory import side_with_condition

ALL_UNITS: Final = 99
ENEMY_DISTANCE_WEIGHT: Final = 2  # weight of the enemy's distance against that of friends


class Post:
    """A hex to be held, and the number of units wanted there."""

    def __init__(self, hex: int, wanted: int) -> None:
        self.hex = hex
        self.wanted = wanted


class Objectives:
    """The current goals of a side."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.exit_hexes: tuple[int, ...] = ()
        self.hunts = False  # units without a post go for the enemy instead of waiting
        self.blocks_exit = False  # the enemy must be kept from leaving
        self.deploys_back = False  # a side that wins by default deploys far from the enemy
        self.avoids = False  # and keeps away once it is the weaker side


def objectives_of(s: Battle, side: int, style: Style) -> Objectives:
    """Return the goals of a side."""
    objectives = Objectives()
    victory = s.rules.order.victory
    has_condition = victory.side == side
    if victory.rule == HOLD:
        objectives.posts = [Post(victory.hexes[0], ALL_UNITS)]
    elif victory.rule == TAKE:
        share = max(len(troops(s, side)) // len(victory.hexes), 1)
        objectives.posts = [Post(hex, share) for hex in victory.hexes]
    elif victory.rule == EITHER:
        set_two_sided_posts(s, side, objectives, style.guards_per_post)
    elif victory.rule == EXIT:
        objectives.exit_hexes = tuple(s.rules.ground.edges[victory.edge])
        objectives.blocks_exit = not has_condition
    else:
        objectives.hunts = has_condition
        objectives.deploys_back = not has_condition
        objectives.avoids = not has_condition and is_weaker(s, side, style.avoid_below)
    return objectives


def set_two_sided_posts(s: Battle, side: int, objectives: Objectives, guards: int) -> None:
    """Set the posts where each side has its own condition.

    The first side takes its hexes, the last of them with all units. The second side leaves guards at its own and hunts;
    if it has none, it blocks those of the first.
    """
    victory = s.rules.order.victory
    if side == 0:
        objectives.posts = [Post(hex, guards) for hex in victory.hexes]
        objectives.posts[-1].wanted = ALL_UNITS
    elif victory.others:
        objectives.posts = [Post(hex, guards) for hex in victory.others]
        objectives.hunts = True
    else:
        objectives.posts = [Post(hex, ALL_UNITS) for hex in victory.hexes]


def is_weaker(s: Battle, side: int, percent: int) -> bool:
    """Return whether a side has less VP left than this percentage of the other side's."""
    return 100 * vp_left(s, side) < percent * vp_left(s, 1 - side)


def vp_left(s: Battle, side: int) -> int:
    """Return the VP of a side's units that are not lost."""
    return sum([int(s.kind(unit).vp) for unit in s.units_of(side) if s.hexes[unit] != ELIMINATED])


def must_change_result(s: Battle, side: int) -> bool:
    """Return whether the side would not win if the battle ended now. A lead that a handicap demands does not count."""
    return side_with_condition(s) != side


def turns_left(s: Battle, side: i64) -> int:
    """Return how many Player-Turns a side still has after the current one."""
    left = 2 * int(s.rules.options.turns) - int(s.number)
    return left // 2 if s.side == side else (left + 1) // 2


def has_last_turn(s: Battle, side: i64) -> bool:
    """Return whether this is the last Player-Turn of the battle, and the side's own."""
    return s.side == side and s.number == 2 * s.rules.options.turns


def troops(s: Battle, side: i64) -> list[int]:
    """Return the units on the map, without leaders."""
    return [unit for unit in s.units_of(side) if s.hexes[unit] >= 0 and s.kinds[unit] < UNIT_TYPES]


def goal_distances(s: Battle, side: int, maps: DistanceMaps, enemies: list[int], style: Style) -> list[list[int]]:
    """Return for each unit of the side, by its number, the distances to its goal."""
    objectives = objectives_of(s, side, style)
    units = s.units_of(side)
    default = default_distances(s, side, maps, objectives, enemies, style.interception_lead)
    distances = [default] * s.rules.count
    free = [unit for unit in units if s.kinds[unit] < UNIT_TYPES and s.kinds[unit] != CH]
    chariots = [unit for unit in units if s.kinds[unit] == CH]
    if style.hunter_share and enemies and objectives.posts:
        free = send_hunters(s, free, style.hunter_share, costs_to(s.rules.ground, tuple(enemies)), distances)
    for post in objectives.posts:
        to_post = maps.distances_to((post.hex,))
        free.sort(key=lambda unit: to_post[s.hexes[unit]] if s.hexes[unit] >= 0 else UNREACHABLE)
        for unit in free[: post.wanted]:
            distances[unit] = to_post
        free = free[post.wanted :]
    for unit in chariots:
        riders = [rider for rider in s.riders(unit) if s.kinds[rider] < UNIT_TYPES]
        if riders:
            distances[unit] = distances[riders[0]]
    return distances


def send_hunters(
    s: Battle, free: list[int], percent: int, to_enemy: list[int], distances: list[list[int]]
) -> list[int]:
    """Send this percentage of the units, those nearest to the enemy, after the enemy; return the others."""
    free.sort(key=lambda unit: to_enemy[s.hexes[unit]] if s.hexes[unit] >= 0 else UNREACHABLE)
    count = len(free) * percent // 100
    for unit in free[:count]:
        distances[unit] = to_enemy
    return free[count:]


def default_distances(
    s: Battle, side: int, maps: DistanceMaps, objectives: Objectives, enemies: list[int], lead: int
) -> list[int]:
    """Return the distances for units without a post: to the exit, enemy, refuge, last post or centre of the army."""
    if objectives.blocks_exit:
        return costs_to(s.rules.ground, interception_hexes(s, side, maps.distances_to(objectives.exit_hexes), lead))
    if objectives.exit_hexes:
        return maps.distances_to(objectives.exit_hexes)
    if objectives.hunts and enemies:
        return costs_to(s.rules.ground, tuple(enemies))
    if objectives.avoids and enemies:
        return maps.distances_to((refuge(s, side, maps, enemies),))
    if objectives.posts:
        return maps.distances_to((objectives.posts[-1].hex,))
    return maps.distances_to((central_hex(s, side),))


def central_hex(s: Battle, side: i64) -> int:
    """Return the hex of the side's unit that is nearest to all the others."""
    hexes = s.rules.ground.hexes
    occupied = sorted({s.hexes[unit] for unit in troops(s, side)})
    if not occupied:
        return hexes.at(18, 17)
    return min(occupied, key=lambda hex: (sum([int(hexes.distance(hex, other)) for other in occupied]), hex))


def refuge(s: Battle, side: i64, maps: DistanceMaps, enemies: list[int]) -> int:
    """Return a hex far from the enemy and not too far from the side's own units."""
    theirs = costs_to(s.rules.ground, tuple(enemies))
    ours = maps.distances_to((central_hex(s, side),))
    return max(range(len(ours)), key=lambda hex: (ENEMY_DISTANCE_WEIGHT * theirs[hex] - ours[hex], -hex))


def interception_hexes(s: Battle, side: i64, exit_distances: list[int], half_turns: int) -> tuple[int, ...]:
    """Return where to meet enemies that want to leave: some way ahead of each that can still be met."""
    hexes: set[int] = set()
    for unit in troops(s, 1 - side):
        lead = s.kind(unit).allowance * half_turns
        if counts_for_victory(s.kinds[unit]) and exit_distances[s.hexes[unit]] > lead:
            hexes.add(hex_ahead(s, exit_distances, s.hexes[unit], lead))
    return tuple(sorted(hexes)) if hexes else (central_hex(s, side),)


def hex_ahead(s: Battle, distances: list[int], hex: int, lead: int) -> int:
    """Return the hex on the way to the goal that is closer by this many half points."""
    goal = distances[hex] - lead
    while distances[hex] > goal:
        hex = min(s.rules.ground.hexes.around(hex), key=lambda other: (distances[other], other))
    return hex
