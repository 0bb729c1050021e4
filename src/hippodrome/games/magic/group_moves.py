"""Destinations: moves of several squares, moves and attacks of a whole square, deployment of several units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hippodrome.games.magic.characters import is_occupied
from hippodrome.games.magic.drawing import tile_centre
from hippodrome.games.magic.handles import square_target
from hippodrome.games.magic.kinds import FIRST_CHARACTER
from hippodrome.games.magic.movement import (
    ATTACK,
    GO,
    MOVE,
    Census,
    MoveNext,
    MoveUnit,
    can_act,
    possible_steps,
    possible_targets,
    score_needed,
)
from hippodrome.games.magic.setup import PLACE, Deploy, can_deploy, next_to_deploy
from hippodrome.games.magic.state import MAX_STACK, NONE, Battle, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Destination
from hippodrome.kit.destinations import ENDS_IN_CHANCE, Trial

if TYPE_CHECKING:
    from hippodrome.games.magic import Magic

MAX_STEPS: Final = 3  # squares that a piece can move in a turn: two, and one more with Haste


class Way:
    """A way of the picked piece: the squares that it enters, then the square that it attacks, or NONE.

    after      the state in which the piece is picked again at its end; None if it cannot move on
    is_chance  whether the last action needs dice
    """

    def __init__(self, route: list[int], attack: int, after: Battle | None, is_chance: bool) -> None:
        self.route = route
        self.attack = attack
        self.after = after
        self.is_chance = is_chance

    @property
    def squares(self) -> list[int]:
        """The squares that it enters or attacks, in order."""
        return self.route if self.attack == NONE else [*self.route, self.attack]

    def orders(self) -> list[Action]:
        """Return the steps and the attack."""
        attacks = [ATTACK[self.attack]] if self.attack != NONE else []
        return [*[GO[square] for square in self.route], *attacks]


def destinations(game: Magic, s: Battle, seat: int) -> list[Destination]:
    """Return where the picked piece, or its whole square, can go; or where units of one kind can be deployed."""
    step = s.agenda[-1]
    if isinstance(step, Deploy):
        return deployments(s, step)
    if not isinstance(step, MoveUnit):
        return []
    places: list[Destination] = []
    for way in find_ways(game, s, seat):
        places.append(piece_destination(s, way))
        ids = [] if way.is_chance else followers(s, s.units[s.clash.mover], way)
        if ids:
            places.append(group_destination(s, way, ids))
    return places


# -------------------------------------------------------------------- one piece


def find_ways(game: Magic, s: Battle, seat: int) -> list[Way]:
    """Return the shortest way of the picked piece to each square, the nearest first.

    Only the last action of a way may need dice. Ways without dice come first.
    """
    found: list[Way] = []
    reached = {int(s.units[s.clash.mover].square)}
    ends: list[tuple[Battle, list[int]]] = [(s, [])]
    for _ in range(MAX_STEPS):
        ways = [way for before, route in ends for way in next_ways(game, before, route, seat)]
        ends = []
        for way in sorted(ways, key=lambda way: way.is_chance):
            if way.squares[-1] not in reached:
                reached.add(way.squares[-1])
                found.append(way)
                if way.after is not None:
                    ends.append((way.after, way.route))
    return found


def next_ways(game: Magic, s: Battle, route: list[int], seat: int) -> list[Way]:
    """Return the ways that are one step or attack longer than a route, at whose end the piece is picked."""
    unit = s.units[s.clash.mover]
    census = Census(s, unit.side)
    ways: list[Way] = []
    for square in possible_steps(s, unit, census):
        trial = Trial(game, s, seat, GO[square])
        after = pick_again(game, trial.after, seat, int(unit.id)) if trial.is_free else None
        ways.append(Way([*route, square], NONE, after, trial.is_chance))
    for square in possible_targets(s, unit, census):
        ways.append(Way(route, square, None, score_needed(s, unit, square) > 0))
    return ways


def pick_again(game: Magic, state: object, seat: int, id: int) -> Battle | None:
    """Return the state in which a piece is picked once more, or None if it cannot move on."""
    assert isinstance(state, Battle)
    if not isinstance(state.agenda[-1], MoveNext) or agenda.check(state, seat, MOVE[id]) is not None:
        return None
    after = Trial(game, state, seat, MOVE[id]).after
    assert isinstance(after, Battle)
    return after


def piece_destination(s: Battle, way: Way) -> Destination:
    """Return the destination of the picked piece at the end of a way; it takes the place of its single step."""
    names = [s.board.name[square] for square in way.squares]
    if way.attack == NONE:
        label = f"Move to {names[-1]}"
    else:
        label = f"Move to {names[-2]} and attack {names[-1]}" if way.route else f"Attack {names[-1]}"
    return destination(s, way, with_picks(way.orders(), int(s.clash.mover)), label, names[-1])


def with_picks(orders: list[Action], id: int) -> list[Action]:
    """Return the orders of a picked piece as actions: it is picked again before every order but the first."""
    return [orders[0], *[action for order in orders[1:] for action in (MOVE[id], order)]]


def destination(s: Battle, way: Way, actions: list[Action], label: str, name: str, note: str = "") -> Destination:
    """Return a destination at the last square of a way."""
    mover, target = s.units[s.clash.mover], way.squares[-1]
    steps = len(way.route)
    return Destination(
        actions,
        label,
        square_target(s.board, target, is_occupied(s, target), len(way.squares) > 1),
        name,
        f"{steps} squares" if steps > 1 else "",
        ENDS_IN_CHANCE if way.is_chance else note,
        "",
        [tile_centre(s.board, square) for square in (int(mover.square), *way.squares)],
        f"unit-{mover.id}",
        True,
    )


# -------------------------------------------------------------------- a whole square


def followers(s: Battle, leader: Unit, way: Way) -> list[int]:
    """Return the ids of the other pieces of a square that can take the same way without a roll, if there is room.

    `s` is the state before the picked piece moves.
    """
    census = Census(s, leader.side)
    room = MAX_STACK
    if way.route:
        room -= census.mine[way.route[-1]] + (1 if leader.kind < FIRST_CHARACTER else 0)
    ids: list[int] = []
    for unit in s.units:
        if unit.square != leader.square or unit.id == leader.id or not can_act(unit, leader.side):
            continue
        is_unit = unit.kind < FIRST_CHARACTER
        if (room > 0 or not is_unit) and can_follow(s, unit, way, census):
            ids.append(int(unit.id))
            room -= 1 if is_unit else 0
    return ids


def can_follow(s: Battle, unit: Unit, way: Way, census: Census) -> bool:
    """Return whether a piece can take a way without a roll."""
    if unit.moves < len(way.squares):
        return False
    walker = unit.clone()
    for square in way.route:
        if square not in possible_steps(s, walker, census) or score_needed(s, walker, square) > 0:
            return False
        walker.square = square
    if way.attack == NONE:
        return True
    return way.attack in possible_targets(s, walker, census) and score_needed(s, walker, way.attack) == 0


def group_destination(s: Battle, way: Way, ids: list[int]) -> Destination:
    """Return the destination of the picked piece and its followers, one after another."""
    mover = s.units[s.clash.mover]
    orders = way.orders()
    actions = with_picks(orders, int(mover.id))
    for id in ids:
        actions += [MOVE[id], *with_picks(orders, id)]
    here, there = s.board.name[mover.square], s.board.name[way.squares[-1]]
    staying = s.units_at(mover.square, mover.side) if way.attack != NONE else s.pieces_at(mover.square, mover.side)
    label = f"All of {here} {'to' if way.attack == NONE else 'attack'} {there}: {len(ids) + 1} pieces"
    if way.attack != NONE and way.route:
        label = f"All of {here} to {s.board.name[way.route[-1]]}, and attack {there}: {len(ids) + 1} pieces"
    return destination(s, way, actions, label, f"all {there}", stay_text(len(staying) - len(ids) - 1))


def stay_text(number: int) -> str:
    """Return that some pieces of a square do not come along; empty if all do."""
    if not number:
        return ""
    return f"{number} cannot, or would need a roll, and {'stays' if number == 1 else 'stay'}."


# -------------------------------------------------------------------- deployment


def deployments(s: Battle, step: Deploy) -> list[Destination]:
    """Return the squares where the next unit and those of its kind after it can be placed together."""
    unit = next_to_deploy(s, step.side)
    assert unit is not None
    group = next_of_kind(s, unit)
    places: list[Destination] = []
    for square in range(s.board.size):
        if not can_deploy(s, unit, square):
            continue
        count = min(len(group), MAX_STACK - s.count_at(square, step.side))
        if count > 1:
            there = s.board.name[square]
            label = f"Place {count} together on {there}: {names_text(s, group[:count])}"
            node = square_target(s.board, square, is_occupied(s, square))
            places.append(Destination([PLACE[square]] * count, label, node, f"all {there}"))
    return places


def next_of_kind(s: Battle, unit: Unit) -> list[int]:
    """Return the ids of a unit and those after it with the same name but for its number; a character is alone."""
    ids = [int(unit.id)]
    if unit.kind >= FIRST_CHARACTER:
        return ids
    for other in s.units[unit.id + 1 :]:
        if other.side != unit.side or other.square != NONE or stem(s.names[other.id]) != stem(s.names[unit.id]):
            break
        ids.append(int(other.id))
    return ids


def stem(name: str) -> str:
    """Return the name of a unit without its number."""
    text, _, number = name.rpartition(" ")
    return text if number.isdigit() else name


def names_text(s: Battle, ids: Sequence[int]) -> str:
    """Return the names of units that differ in their numbers only: "Squires 1 to 3"."""
    return f"{s.names[ids[0]]} to {s.names[ids[-1]].rpartition(' ')[2]}"
