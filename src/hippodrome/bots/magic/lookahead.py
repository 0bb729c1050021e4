"""Looking ahead in War in the Age of Magic: a side's movement is planned as a whole, stack by stack."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.magic import BY_ROLE, CLOSED_UP, FORWARD, PLAIN, STAND, MagicGeneral, Temper, next_move, unit_move
from hippodrome.bots.magic.evaluation import prospect
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.games.magic.kinds import ARTILLERY, FIRST_CHARACTER, MISSILE, is_skirmisher
from hippodrome.games.magic.movement import (
    ATTACK,
    GO,
    HOLD,
    MOVE,
    Census,
    MoveNext,
    MoveUnit,
    SecondRoll,
    can_act,
    possible_steps,
    possible_targets,
)
from hippodrome.games.magic.state import Battle, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

TEMPERS: Final = (
    CLOSED_UP,
    PLAIN,
    Temper(1, BY_ROLE, False),
    Temper(-1, BY_ROLE, False),
    Temper(0, STAND, False),
    Temper(0, FORWARD, False),
    Temper(0, BY_ROLE, True),
    Temper(50, STAND, False),
)
"""Ways to move all: forward and closed up, plain, careful, rash, standing, forward, closing up, and not at all."""

SEED: Final = bytes(32)  # of the dice with which it is looked up whether two plans come to the same

Orders = dict[int, Action]
"""What units are told to do, by their ids: go, attack or hold."""


class Movement(Plan):
    """All moves of a side in a turn: orders for some, and a temper for the others."""

    def __init__(self, turn: int, side: int, orders: Orders, temper: Temper) -> None:
        self.turn = turn
        self.side = side
        self.orders = orders
        self.temper = temper

    def applies(self, state: State) -> bool:
        """While the side moves."""
        assert isinstance(state, Battle)
        return state.turn == self.turn and is_moving(state) and agenda.seats(state)[0] == self.side

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """What was ordered, and what the temper says where nothing was."""
        assert isinstance(state, Battle)
        step = state.agenda[-1]
        actions = agenda.proposals(state)
        if isinstance(step, MoveNext):
            return self.next(state, actions)
        if isinstance(step, MoveUnit):
            unit = state.units[state.clash.mover]
            order = self.order(state, unit, Census(state, seat))
            return order if order is not None else unit_move(state, unit, actions, self.temper)
        return actions[0]

    def order(self, s: Battle, unit: Unit, census: Census) -> Action | None:
        """What is left for a unit to do as it was told; nothing if it may act as it likes."""
        order = self.orders.get(int(unit.id))
        if order is None or order.verb == "hold":
            return order
        place = order.args[0]
        if order.verb == "attack":
            return order if place in possible_targets(s, unit, census) else None
        if unit.square == place:
            return None
        return order if place in possible_steps(s, unit, census) else HOLD

    def next(self, s: Battle, actions: list[Action]) -> Action:
        """Those with orders first, whole squares at once where all in them attack the same."""
        census = Census(s, self.side)
        free: list[Action] = []
        bound: set[int] = set()
        for action in actions:
            if action.verb != "move":
                continue
            unit = s.units[action.args[0]]
            order = self.order(s, unit, census)
            if order is None:
                free.append(action)
            elif order.verb == "hold":
                bound.add(int(unit.square))
            else:
                return self.together(s, unit, order, actions, census)
        whole = [action for action in actions if action.verb == "assault" and action.args[0] not in bound]
        return next_move(s, self.side, [*whole, *free], self.temper)

    def together(self, s: Battle, unit: Unit, order: Action, actions: list[Action], census: Census) -> Action:
        """Return the order of a unit, with all others of its square if they are told the same attack."""
        if order.verb == "attack":
            for action in actions:
                if action.verb == "assault" and action.args == (int(unit.square), order.args[0]):
                    others = [one for one in s.units_at(unit.square, self.side) if can_act(one, self.side)]
                    if all(self.order(s, one, census) == order for one in others if possible_targets(s, one, census)):
                        return action
        return MOVE[unit.id]


def is_moving(s: Battle) -> bool:
    """Return whether a question of the movement waits."""
    return bool(s.agenda) and isinstance(s.agenda[-1], (MoveNext, MoveUnit, SecondRoll))


class MagicGuide(SearchPolicy):
    """To the end of the turn; before a side moves, plans for its whole movement.

    A veteran follows the ready plan of its army, knows the line alone, and does not think about the deeds of
    characters.
    """

    def __init__(self, temper: Temper = PLAIN, masses: bool = False) -> None:
        super().__init__(1, SearchBudget(8, 1.0), SearchBudget(10, 0.5, 2))
        self.temper = temper
        self.general = MagicGeneral(temper, masses)
        self.weighs = {"Unbind", "NextFight", "LeadAttack", "RallyGeneral", "Withdraw"}

    def for_champion(self) -> SearchPolicy:
        """Massed and closed up."""
        return MassedGuide()

    def rollout_bot(self, seed: int) -> Bot:
        """Return the plain general, with the temper of the level."""
        return self.general

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """Deeds of characters, the order of fights, whether the general leads; elsewhere nothing but the usual."""
        assert isinstance(state, Battle)
        name = state.agenda[-1].name()
        if name not in self.weighs:
            return [usual]
        others = [action for action in agenda.proposals(state) if action.text != usual.text]
        if name == "CharacterPhase":
            others = [action for action in others if is_worth_a_thought(state, seat, action)]
        return [usual, *others]

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """When a side moves: as usual, by another temper, or with another order for one of its stacks."""
        assert isinstance(state, Battle)
        if not isinstance(state.agenda[-1], MoveNext):
            return []
        turn = int(state.turn)
        first = base if isinstance(base, Movement) else Movement(turn, seat, {}, self.temper)
        found = [Movement(turn, seat, first.orders, temper) for temper in TEMPERS]
        found += [Movement(turn, seat, first.orders | orders, first.temper) for orders in orders_for(state, seat)]
        return distinct(game, state, [first, *found])


class MassedGuide(MagicGuide):
    """A champion's guide: it masses its army before the battle and goes forward closed up unless it finds better.

    Whoever plays on in its imagined worlds does the same. The deeds of characters are weighed too, and a turn is judged
    by more than points and bases.
    """

    def __init__(self) -> None:
        super().__init__(CLOSED_UP, True)
        self.weighs.add("CharacterPhase")

    def value(self, game: Game, world: State, seat: int) -> int:
        """By the prospects of the stacks."""
        assert isinstance(world, Battle)
        return prospect(world, seat)


def distinct(game: Game, s: Battle, plans: list[Movement]) -> list[Plan]:
    """Those that come to something else than the plans before them."""
    seen: set[tuple[tuple[int, int, int], ...]] = set()
    found: list[Plan] = []
    for plan in plans:
        end = outcome(game, s, plan)
        if end not in seen:
            seen.add(end)
            found.append(plan)
    return found


def outcome(game: Game, s: Battle, plan: Movement) -> tuple[tuple[int, int, int], ...]:
    """Where all would stand after a plan, and what they would attack, by some dice."""
    world: Battle = game.imagine(s, plan.side, SEED)
    while plan.applies(world):
        agenda.act(world, plan.choose(game, world, plan.side), plan.side)
    return tuple([(int(unit.square), int(unit.target), int(unit.failed)) for unit in world.units])


def is_worth_a_thought(s: Battle, seat: int, action: Action) -> bool:
    """Return whether a deed may matter: a Mist only over friends; Haste and the moving of scenery are left to the
    general.
    """
    if action.verb == "mist":
        return s.holder(action.args[1]) == seat
    return action.verb not in ("haste", "shift")


# -------------------------------------------------------------------- orders


def orders_for(s: Battle, side: int) -> list[Orders]:
    """What one stack after the other could be told."""
    census = Census(s, side)
    stacks: dict[int, list[Unit]] = {}
    for unit in s.units:
        if can_act(unit, side) and unit.kind < FIRST_CHARACTER:
            stacks.setdefault(int(unit.square), []).append(unit)
    found: list[Orders] = []
    for square in sorted(stacks):
        found += attacks(s, stacks[square], census)
        found.append({int(unit.id): HOLD for unit in stacks[square]})
        found += marches(s, stacks[square], census)
    return found


def attacks(s: Battle, stack: list[Unit], census: Census) -> list[Orders]:
    """Return each square it can attack: all of it, or without those who could shoot."""
    targets: set[int] = set()
    for unit in stack:
        targets.update(possible_targets(s, unit, census))
    heavy = [unit for unit in stack if not unit.gear & MISSILE and not is_skirmisher(unit.kind)]
    found: list[Orders] = []
    for target in sorted(targets):
        found.append({int(unit.id): ATTACK[target] for unit in stack})
        if heavy and len(heavy) < len(stack):
            found.append({int(unit.id): ATTACK[target] if unit in heavy else HOLD for unit in stack})
    return found


def marches(s: Battle, stack: list[Unit], census: Census) -> list[Orders]:
    """Return each square it can go to, artillery left behind."""
    able: dict[int, Orders] = {}
    for unit in stack:
        if unit.kind != ARTILLERY:
            for square in possible_steps(s, unit, census):
                able.setdefault(square, {})[int(unit.id)] = GO[square]
    return [able[square] for square in sorted(able) if s.board.direction(stack[0].square, square) >= 0]
