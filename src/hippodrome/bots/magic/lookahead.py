"""Lookahead search for War in the Age of Magic: the movement of a side is planned as a whole, stack by stack."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.magic import MagicBot, next_move, unit_move
from hippodrome.bots.magic.evaluation import champion_win_chance
from hippodrome.bots.magic.style import CLOSED_UP, PLAIN, STYLES, Style
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

COMPARISON_SEED: Final = bytes(32)  # of the dice used to find plans with the same result

Orders = dict[int, Action]
"""Actions (go, attack or hold) by unit id."""


class MovementPlan(Plan):
    """All moves of a side in one turn: orders for some units, and a style for the others."""

    def __init__(self, turn: int, side: int, orders: Orders, style: Style) -> None:
        self.turn = turn
        self.side = side
        self.orders = orders
        self.style = style

    def applies(self, state: State) -> bool:
        """Return whether the side is still moving in the turn of the plan."""
        assert isinstance(state, Battle)
        return state.turn == self.turn and is_moving(state) and agenda.seats(state)[0] == self.side

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return the ordered action, or the one of the style for a unit without orders."""
        assert isinstance(state, Battle)
        step = state.agenda[-1]
        actions = agenda.proposals(state)
        if isinstance(step, MoveNext):
            return self.next_action(state, actions)
        if isinstance(step, MoveUnit):
            unit = state.units[state.clash.mover]
            order = self.remaining_order(state, unit, Census(state, seat))
            return order if order is not None else unit_move(state, unit, actions, self.style)
        return actions[0]

    def remaining_order(self, s: Battle, unit: Unit, census: Census) -> Action | None:
        """Return what a unit must still do by its order, or None if it is free to act."""
        order = self.orders.get(int(unit.id))
        if order is None or order.verb == "hold":
            return order
        place = order.args[0]
        if order.verb == "attack":
            return order if place in possible_targets(s, unit, census) else None
        if unit.square == place:
            return None
        return order if place in possible_steps(s, unit, census) else HOLD

    def next_action(self, s: Battle, actions: list[Action]) -> Action:
        """Return the next action: units with orders first, then the moves of the style."""
        census = Census(s, self.side)
        free: list[Action] = []
        held: set[int] = set()  # squares with units that must hold
        for action in actions:
            if action.verb != "move":
                continue
            unit = s.units[action.args[0]]
            order = self.remaining_order(s, unit, census)
            if order is None:
                free.append(action)
            elif order.verb == "hold":
                held.add(int(unit.square))
            else:
                return self.ordered_action(s, unit, order, actions, census)
        assaults = [action for action in actions if action.verb == "assault" and action.args[0] not in held]
        return next_move(s, self.side, [*assaults, *free], self.style)

    def ordered_action(self, s: Battle, unit: Unit, order: Action, actions: list[Action], census: Census) -> Action:
        """Return the move of a unit, or an assault if every unit in its square that can attack has the same order."""
        if order.verb == "attack":
            for action in actions:
                if action.verb == "assault" and action.args == (int(unit.square), order.args[0]):
                    others = [other for other in s.units_at(unit.square, self.side) if can_act(other, self.side)]
                    if all(
                        self.remaining_order(s, other, census) == order
                        for other in others
                        if possible_targets(s, other, census)
                    ):
                        return action
        return MOVE[unit.id]


def is_moving(s: Battle) -> bool:
    """Return whether a movement decision is waiting."""
    return bool(s.agenda) and isinstance(s.agenda[-1], (MoveNext, MoveUnit, SecondRoll))


class MagicSearchPolicy(SearchPolicy):
    """Policy that searches to the end of the turn, with plans for the whole movement of a side.

    The veteran deploys by the prepared plan of its army and does not search the character phase.
    """

    def __init__(self, style: Style = PLAIN, stacks_army: bool = False) -> None:
        super().__init__(1, SearchBudget(8, 1.0), SearchBudget(10, 0.5, 2))
        self.style = style
        self.bot = MagicBot(style, stacks_army)
        self.searched_decisions = {"Unbind", "NextFight", "LeadAttack", "RallyGeneral", "Withdraw"}

    def for_champion(self) -> SearchPolicy:
        """Return the policy with stacked deployment, closed-up style and a richer evaluation."""
        return ChampionPolicy()

    def rollout_bot(self, seed: int) -> Bot:
        """Return the rule-based bot with the style of this policy."""
        return self.bot

    def candidates(self, game: Game, state: State, seat: int, default: Action) -> list[Action]:
        """Return the actions to search, the default first; only the default where a decision is not searched."""
        assert isinstance(state, Battle)
        name = state.agenda[-1].name()
        if name not in self.searched_decisions:
            return [default]
        others = [action for action in agenda.proposals(state) if action.text != default.text]
        if name == "CharacterPhase":
            others = [action for action in others if is_worth_searching(state, seat, action)]
        return [default, *others]

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Return plans for the movement: the base plan, then other styles, then other orders for one stack each."""
        assert isinstance(state, Battle)
        if not isinstance(state.agenda[-1], MoveNext):
            return []
        turn = int(state.turn)
        first = base if isinstance(base, MovementPlan) else MovementPlan(turn, seat, {}, self.style)
        others = [MovementPlan(turn, seat, first.orders, style) for style in STYLES]
        others += [MovementPlan(turn, seat, first.orders | orders, first.style) for orders in stack_orders(state, seat)]
        return distinct_plans(game, state, [first, *others])


def search_policy() -> SearchPolicy:
    """Return the search policy of the game."""
    return MagicSearchPolicy()


class ChampionPolicy(MagicSearchPolicy):
    """Policy of the champion: stacked deployment, closed-up style, and a search of the character phase.

    Rollouts play with the same style, and positions are evaluated by `champion_win_chance`.
    """

    def __init__(self) -> None:
        super().__init__(CLOSED_UP, True)
        self.searched_decisions.add("CharacterPhase")

    def value(self, game: Game, world: State, seat: int) -> int:
        """Return the chance that a seat wins, in thousandths."""
        assert isinstance(world, Battle)
        return champion_win_chance(world, seat)


def distinct_plans(game: Game, s: Battle, plans: list[MovementPlan]) -> list[Plan]:
    """Return the plans without those that lead to the same result as an earlier one."""
    seen: set[tuple[tuple[int, int, int], ...]] = set()
    distinct: list[Plan] = []
    for plan in plans:
        result = plan_result(game, s, plan)
        if result not in seen:
            seen.add(result)
            distinct.append(plan)
    return distinct


def plan_result(game: Game, s: Battle, plan: MovementPlan) -> tuple[tuple[int, int, int], ...]:
    """Return (square, target, failed target) of every piece after a plan, with the dice of COMPARISON_SEED."""
    world: Battle = game.imagine(s, plan.side, COMPARISON_SEED)
    while plan.applies(world):
        agenda.act(world, plan.choose(game, world, plan.side), plan.side)
    return tuple([(int(unit.square), int(unit.target), int(unit.failed)) for unit in world.units])


def is_worth_searching(s: Battle, seat: int, action: Action) -> bool:
    """Return whether an action of the character phase is searched.

    Mist is searched only on own squares. Haste is left to the rule-based bot.
    """
    if action.verb == "mist":
        return s.holder(action.args[1]) == seat
    return action.verb != "haste"


# -------------------------------------------------------------------- orders


def stack_orders(s: Battle, side: int) -> list[Orders]:
    """Return alternative orders for one stack at a time: attack, hold or march."""
    census = Census(s, side)
    stacks: dict[int, list[Unit]] = {}
    for unit in s.units:
        if can_act(unit, side) and unit.kind < FIRST_CHARACTER:
            stacks.setdefault(int(unit.square), []).append(unit)
    options: list[Orders] = []
    for square in sorted(stacks):
        options += attack_orders(s, stacks[square], census)
        options.append({int(unit.id): HOLD for unit in stacks[square]})
        options += march_orders(s, stacks[square], census)
    return options


def attack_orders(s: Battle, stack: list[Unit], census: Census) -> list[Orders]:
    """Return orders for each possible target: the whole stack attacks, or only units that do not shoot."""
    targets: set[int] = set()
    for unit in stack:
        targets.update(possible_targets(s, unit, census))
    heavy = [unit for unit in stack if not unit.gear & MISSILE and not is_skirmisher(unit.kind)]
    options: list[Orders] = []
    for target in sorted(targets):
        options.append({int(unit.id): ATTACK[target] for unit in stack})
        if heavy and len(heavy) < len(stack):
            options.append({int(unit.id): ATTACK[target] if unit in heavy else HOLD for unit in stack})
    return options


def march_orders(s: Battle, stack: list[Unit], census: Census) -> list[Orders]:
    """Return orders to march to each adjacent square, without artillery."""
    by_square: dict[int, Orders] = {}
    for unit in stack:
        if unit.kind != ARTILLERY:
            for square in possible_steps(s, unit, census):
                by_square.setdefault(square, {})[int(unit.id)] = GO[square]
    return [by_square[square] for square in sorted(by_square) if s.board.direction(stack[0].square, square) >= 0]
