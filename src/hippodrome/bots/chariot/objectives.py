"""What a side wants: places to hold, a way out, or the enemy himself, by the victory condition of the scenario."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.distance_maps import UNREACHABLE, DistanceMaps, costs_to
from hippodrome.bots.chariot.style import Style
from hippodrome.games.chariot.scenarios import EITHER, EXIT, HOLD, TAKE
from hippodrome.games.chariot.state import ELIMINATED, Battle, counts_for_victory
from hippodrome.games.chariot.units import CH, UNIT_TYPES
from hippodrome.games.chariot.victory import side_ahead

ALL_UNITS: Final = 99
ENEMY_DISTANCE_WEIGHT: Final = 2  # what a way of the enemy's counts against one of one's own


class Post:
    """A hex to be held, and how many units are wanted there."""

    def __init__(self, hex: int, wanted: int) -> None:
        self.hex = hex
        self.wanted = wanted


class Objectives:
    """What a side wants now."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.way_out: tuple[int, ...] = ()
        self.hunts = False  # whoever is not at a post goes for the enemy; else he waits where he is
        self.bars = False  # the enemy must not get out
        self.stays_back = False  # whoever wins if little happens is set up far from the enemy
        self.avoids = False  # and keeps away from him once it is the weaker


def objectives_of(s: Battle, side: int, temper: Style) -> Objectives:
    """By the victory condition."""
    found = Objectives()
    victory = s.rules.order.victory
    is_asked = victory.side == side
    if victory.rule == HOLD:
        found.posts = [Post(victory.hexes[0], ALL_UNITS)]
    elif victory.rule == TAKE:
        share = max(len(troops(s, side)) // len(victory.hexes), 1)
        found.posts = [Post(hex, share) for hex in victory.hexes]
    elif victory.rule == EITHER:
        set_two_sided_posts(s, side, found, temper.guards)
    elif victory.rule == EXIT:
        found.way_out = tuple(s.rules.ground.edges[victory.edge])
        found.bars = not is_asked
    else:
        found.hunts = is_asked
        found.stays_back = not is_asked
        found.avoids = not is_asked and is_weaker(s, side, temper.weaker)
    return found


def set_two_sided_posts(s: Battle, side: int, found: Objectives, guards: int) -> None:
    """The first side takes its hexes, the last of them with all it has.

    The second side leaves guards at its own and hunts; if it has none, it bars those of the first.
    """
    victory = s.rules.order.victory
    if side == 0:
        found.posts = [Post(hex, guards) for hex in victory.hexes]
        found.posts[-1].wanted = ALL_UNITS
    elif victory.others:
        found.posts = [Post(hex, guards) for hex in victory.others]
        found.hunts = True
    else:
        found.posts = [Post(hex, ALL_UNITS) for hex in victory.hexes]


def is_weaker(s: Battle, side: int, share: int) -> bool:
    """Return whether a side has less left than so many per cent of what the other has."""
    return 100 * vp_left(s, side) < share * vp_left(s, 1 - side)


def vp_left(s: Battle, side: int) -> int:
    """Return the VP of a side's units that are not lost."""
    return sum([int(s.kind(unit).vp) for unit in s.units_of(side) if s.hexes[unit] != ELIMINATED])


def must_change_result(s: Battle, side: int) -> bool:
    """Return whether the side would not win if the battle ended now."""
    return side_ahead(s) != side


def turns_left(s: Battle, side: i64) -> int:
    """Return the Player-Turns of its own that a side still has after this one, if this one is its own."""
    left = 2 * int(s.rules.options.turns) - int(s.number)
    return left // 2 if s.side == side else (left + 1) // 2


def has_last_turn(s: Battle, side: i64) -> bool:
    """Return whether nobody moves after this Player-Turn of the side's own."""
    return s.side == side and s.number == 2 * s.rules.options.turns


def troops(s: Battle, side: i64) -> list[int]:
    """Return the units on the map, without leaders."""
    return [unit for unit in s.units_of(side) if s.hexes[unit] >= 0 and s.kinds[unit] < UNIT_TYPES]


def goal_distances(s: Battle, side: int, maps: DistanceMaps, enemies: list[int], temper: Style) -> list[list[int]]:
    """For every unit of the side, by its number, the costs to where it should go."""
    aim = objectives_of(s, side, temper)
    units = s.units_of(side)
    rest = default_field(s, side, maps, aim, enemies, temper.lead)
    found = [rest] * s.rules.count
    free = [unit for unit in units if s.kinds[unit] < UNIT_TYPES and s.kinds[unit] != CH]
    chariots = [unit for unit in units if s.kinds[unit] == CH]
    if temper.hunters and enemies and aim.posts:
        free = send_hunters(s, free, temper.hunters, costs_to(s.rules.ground, tuple(enemies)), found)
    for post in aim.posts:
        field = maps.to((post.hex,))
        free.sort(key=lambda unit: field[s.hexes[unit]] if s.hexes[unit] >= 0 else UNREACHABLE)
        for unit in free[: post.wanted]:
            found[unit] = field
        free = free[post.wanted :]
    for unit in chariots:
        riders = [rider for rider in s.riders(unit) if s.kinds[rider] < UNIT_TYPES]
        if riders:
            found[unit] = found[riders[0]]
    return found


def send_hunters(s: Battle, free: list[int], share: int, field: list[int], found: list[list[int]]) -> list[int]:
    """So many per cent, those nearest to the enemy, go for him; the others are left."""
    free.sort(key=lambda unit: field[s.hexes[unit]] if s.hexes[unit] >= 0 else UNREACHABLE)
    count = len(free) * share // 100
    for unit in free[:count]:
        found[unit] = field
    return free[count:]


def default_field(
    s: Battle, side: int, maps: DistanceMaps, aim: Objectives, enemies: list[int], lead: int
) -> list[int]:
    """Where those go who are at no post: out, at the enemy, to the last post, or to where most of the army is."""
    if aim.bars:
        return costs_to(s.rules.ground, interception_hexes(s, side, maps.to(aim.way_out), lead))
    if aim.way_out:
        return maps.to(aim.way_out)
    if aim.hunts and enemies:
        return costs_to(s.rules.ground, tuple(enemies))
    if aim.avoids and enemies:
        return maps.to((refuge(s, side, maps, enemies),))
    if aim.posts:
        return maps.to((aim.posts[-1].hex,))
    return maps.to((central_hex(s, side),))


def central_hex(s: Battle, side: i64) -> int:
    """Return the hex of the side's unit that is nearest to all the others."""
    hexes = s.rules.ground.hexes
    places = sorted({s.hexes[unit] for unit in troops(s, side)})
    if not places:
        return hexes.at(18, 17)
    return min(places, key=lambda hex: (sum([int(hexes.distance(hex, other)) for other in places]), hex))


def refuge(s: Battle, side: i64, maps: DistanceMaps, enemies: list[int]) -> int:
    """Return the hex that is far from the enemy and not so far from the side's own men."""
    theirs = costs_to(s.rules.ground, tuple(enemies))
    ours = maps.to((central_hex(s, side),))
    return max(range(len(ours)), key=lambda hex: (ENEMY_DISTANCE_WEIGHT * theirs[hex] - ours[hex], -hex))


def interception_hexes(s: Battle, side: i64, out: list[int], turns: int) -> tuple[int, ...]:
    """Where to meet enemies who want to get out: some way ahead of each who can still be met."""
    found: set[int] = set()
    for unit in troops(s, 1 - side):
        lead = s.kind(unit).allowance * turns
        if counts_for_victory(s.kinds[unit]) and out[s.hexes[unit]] > lead:
            found.add(hex_ahead(s, out, s.hexes[unit], lead))
    return tuple(sorted(found)) if found else (central_hex(s, side),)


def hex_ahead(s: Battle, field: list[int], hex: int, lead: int) -> int:
    """Return the hex that is so many half points nearer to the goal of a field."""
    goal = field[hex] - lead
    while field[hex] > goal:
        hex = min(s.rules.ground.hexes.around(hex), key=lambda other: (field[other], other))
    return hex
