"""Named compounds: one choice where the rules ask for every unit, hit or base in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.magic.casualties import Allot, LoseBases
from hippodrome.games.magic.kinds import FIRST_CHARACTER
from hippodrome.games.magic.layouts import FIRE
from hippodrome.games.magic.movement import (
    GO,
    MOVE,
    Census,
    MoveNext,
    can_act,
    can_enter,
    can_leave,
    possible_targets,
    score_needed,
)
from hippodrome.games.magic.shooting import SHOOT, Aim, shot_dice, shot_targets
from hippodrome.games.magic.state import Battle, Unit
from hippodrome.games.magic.withdrawal import STAY, Advance, advance_candidates
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Compound
from hippodrome.kit.destinations import Trial
from hippodrome.kit.state import State
from hippodrome.kit.templates import join_words

if TYPE_CHECKING:
    from hippodrome.games.magic import Magic


def named_compounds(game: Magic, s: Battle, seat: int) -> list[Compound]:
    """Return the compounds for the pending decision."""
    step = s.agenda[-1]
    if isinstance(step, MoveNext):
        return forward_march(s, step)
    if isinstance(step, Aim):
        return volleys(s, step)
    if isinstance(step, (Allot, LoseBases)):
        return default_losses(game, s, seat)
    return advances(game, s, seat) if isinstance(step, Advance) else []


# -------------------------------------------------------------------- movement and shooting


def forward_march(s: Battle, step: MoveNext) -> list[Compound]:
    """Return one square forward for every piece that has not moved, needs no roll and has no enemy to attack."""
    census = Census(s, step.side)
    actions: list[Action] = []
    for unit in sorted(s.units, key=lambda unit: -s.row_for(step.side, unit.square)):
        square = forward_square(s, unit, census) if can_act(unit, step.side) and unit.walked == 0 else -1
        if square < 0:
            continue
        actions += [MOVE[unit.id], GO[square]]
        if unit.kind < FIRST_CHARACTER:
            census.mine[unit.square] -= 1
            census.mine[square] += 1
    number = len(actions) // 2
    return [Compound(actions, f"One square forward with all {number} that need no roll")] if number > 1 else []


def forward_square(s: Battle, unit: Unit, census: Census) -> int:
    """Return the square in front of a piece if it can go there safely and without a roll; else -1."""
    forward = s.forward(unit.side)
    square = int(s.board.beside[unit.square * 4 + forward])
    if square < 0 or s.ground[square] == FIRE or not s.board.is_open_edge(unit.square, forward):
        return -1
    is_free = can_leave(unit, census) and can_enter(s, unit, square, census) and score_needed(s, unit, square) == 0
    return square if is_free and not possible_targets(s, unit, census) else -1


def volleys(s: Battle, step: Aim) -> list[Compound]:
    """Return one target for several shooters, as far as the next ones can all shoot at it."""
    shooters = [
        (unit, shot_targets(s, unit))
        for unit in s.units
        if unit.id > step.after and unit.side == step.side and shot_dice(s, unit) > 0
    ]
    able = [(unit, targets) for unit, targets in shooters if targets]
    compounds: list[Compound] = []
    for target in able[0][1]:
        number = next((place for place, (_, targets) in enumerate(able) if target not in targets), len(able))
        if number > 1:
            who = f"All {number}" if number == len(able) else f"The next {number}"
            compounds.append(Compound([SHOOT[target]] * number, f"{who} shoot at {s.board.name[target]}"))
    return compounds


# -------------------------------------------------------------------- losses


def player_default(s: State) -> Action:
    """Return the choice that players see first."""
    return s.agenda[-1].player_order(s, agenda.proposals(s))[0]


def default_losses(game: Magic, s: Battle, seat: int) -> list[Compound]:
    """Return the default for every hit or base that is still to be chosen."""
    before: State = s
    actions = [player_default(s)]
    trial = Trial(game, s, seat, actions[0])
    while trial.is_free and 0 < left_of(trial.after) < left_of(before):
        before = trial.after
        actions.append(player_default(before))
        trial = Trial(game, before, seat, actions[-1])
    ids = [action.args[0] for action in actions]
    words = [f"{s.names[id]}{f' ({ids.count(id)})' if ids.count(id) > 1 else ''}" for id in dict.fromkeys(ids)]
    what = "The hits" if actions[0].verb == "hit" else "The losses"
    rest = ", and the rest" if len(actions) < left_of(s) else ""  # without a choice
    return [Compound(actions, f"{what} by default: {', '.join(words)}{rest}")] if len(actions) > 1 else []


def left_of(s: State) -> int:
    """Return how many hits or bases are still to be chosen."""
    step = s.agenda[-1]
    return int(step.left) if isinstance(step, (Allot, LoseBases)) else 0


# -------------------------------------------------------------------- the advance


def advances(game: Magic, s: Battle, seat: int) -> list[Compound]:
    """Return the advance of all units that may, at most four, with and without the characters that may follow."""
    units, last = advance_all(game, s, seat, False)
    characters = advance_all(game, last, seat, True)[0] if last is not None else []
    if not units:
        return []
    most = len([unit for unit in advance_candidates(s) if unit.kind < FIRST_CHARACTER])
    who = f"All {most} units" if len(units) == most else f"The {len(units)} strongest units"
    text = f"{who} advance" if most > 1 else f"{s.names[units[0].args[0]]} advances"
    names = join_words([s.names[action.args[0]] for action in characters]) if characters else ""
    compounds = [Compound([*units, *characters], f"{text} with {names}")] if characters else []
    alone = Compound([*units, STAY], f"{text} alone") if characters else Compound(units, text)
    return [*compounds, alone] if len(alone.actions) > 1 else compounds


def advance_all(game: Magic, s: Battle, seat: int, are_characters: bool) -> tuple[list[Action], Battle | None]:
    """Return the advance of all units, or of all characters, that may; and the state after it, if more may advance."""
    actions: list[Action] = []
    while isinstance(s.agenda[-1], Advance):
        action = next_advance(s, are_characters)
        if action is None:
            return actions, s
        actions.append(action)
        trial = Trial(game, s, seat, action)
        if not trial.is_free:
            break
        assert isinstance(trial.after, Battle)
        s = trial.after
    return actions, None


def next_advance(s: Battle, is_character: bool) -> Action | None:
    """Return the first proposal that lets a unit, or a character, advance; None if there is none."""
    for action in agenda.proposals(s):
        if action.verb == "advance" and (s.units[action.args[0]].kind >= FIRST_CHARACTER) == is_character:
            return action
    return None
