"""Use of the action dice: shoot now, move to a better position first, or prepare for the next turn."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.driving import MIN_MOVE_GAIN, TYPICAL_MOVE_DICE, TYPICAL_TURN_DIE, later_moves
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator
from hippodrome.bots.wheelie.path_candidates import COARSE_WHEELS, TURN_ANGLES, Path, PathSampler
from hippodrome.bots.wheelie.position_evaluator import BANK_VALUE, HeuristicEvaluator, spare_wild_die_value
from hippodrome.bots.wheelie.shots import count_wild_dice, has_aim, possible_shots, without_die
from hippodrome.games.wheelie.arcs import aim_targets, shot
from hippodrome.games.wheelie.die_uses import ADVANCE, AIM, END, RELOAD, SHOOT, TURN, WILD
from hippodrome.games.wheelie.state import NO_ID, Skirmish, Unit
from hippodrome.kit.actions import Action

LOADED_VALUE: Final = 30  # points for being loaded next turn
CONVERSION_COST: Final = 4  # points lost with a conversion
MAX_BOLT_INCHES: Final = 6  # the longest compulsory leg of a Wild Team


class ShotSeries:
    """A series of shots at one target from the present position."""

    def __init__(self, target: int, aimed: bool, shot_value: int, shots: int, value: int) -> None:
        self.target = target
        self.aimed = aimed
        self.shot_value = shot_value
        self.shots = shots
        self.value = value  # of all shots, minus the wild dice they use


def choose_die_use(s: Skirmish, sampler: PathSampler, actions: list[Action]) -> Action:
    """Return the best use of the next die."""
    unit, evaluator = sampler.unit, sampler.evaluator
    series = best_shot_series(s, unit, evaluator)
    moves = [action for action in actions if action.verb in ("advance", "turn")]
    stay_value, move_last_value, first_move, move_first_value = compare_moves(s, sampler, series, moves)
    if series.shots and series.value + move_last_value >= move_first_value:
        return next_shot_action(s, unit, actions, series)
    if first_move is not None and move_first_value > stay_value + MIN_MOVE_GAIN:
        return first_move
    return (
        evaluator.best_preparation(actions)
        if isinstance(evaluator, NetworkEvaluator)
        else choose_preparation(s, unit, actions, evaluator)
    )


def natural_reload(actions: list[Action]) -> Action | None:
    """Return the reload with a Reload die, which is always worth it; None if there is none."""
    return find_action(actions, "reload", RELOAD)


def find_action(actions: list[Action], verb: str, die: int) -> Action | None:
    """Return the action with this verb and die; None if there is none."""
    for action in actions:
        if action.verb == verb and action.args[0] == die:
            return action
    return None


# -------------------------------------------------------------------- shooting


def best_shot_series(s: Skirmish, unit: Unit, evaluator: HeuristicEvaluator) -> ShotSeries:
    """Return the most valuable series of shots from the present position."""
    best = ShotSeries(NO_ID, False, 0, 0, 0)
    if has_aim(s, unit):
        best = shot_series_at(s, unit, s.units[unit.aim], True, evaluator)
    for target in aim_targets(s, unit):
        if target.id != unit.aim:
            series = shot_series_at(s, unit, target, False, evaluator)
            if series.value > best.value:
                best = series
    return best


def shot_series_at(s: Skirmish, unit: Unit, target: Unit, aimed: bool, evaluator: HeuristicEvaluator) -> ShotSeries:
    """Return the best series of shots at a target, with as many wild dice as pay off."""
    shot_value, wild_value = shot_value_at(s, unit, target, evaluator), evaluator.wild_die_value()
    shots, best_value = 0, 0
    for wilds in range(count_wild_dice(s.act.dice) + 1):
        shot_count = possible_shots(s, unit, s.act.dice, aimed, wilds)
        series_value = shot_count * shot_value - wilds * wild_value - evaluator.unloaded_cost(shot_count)
        if series_value > best_value:
            shots, best_value = shot_count, series_value
    return ShotSeries(int(target.id), aimed, shot_value, shots, best_value)


def shot_value_at(s: Skirmish, unit: Unit, target: Unit, evaluator: HeuristicEvaluator) -> int:
    """Return the value of one shot at a target."""
    return evaluator.shot_value(target, int(shot(s, unit, target).dice))


def next_shot_action(s: Skirmish, unit: Unit, actions: list[Action], series: ShotSeries) -> Action:
    """Return the next action of a series of shots (reload, aim or shoot) with the least useful die."""
    if not unit.loaded:
        candidates = [action for action in actions if action.verb == "reload"]
    elif series.aimed:
        candidates = [action for action in actions if action.verb == "shoot"]
    else:
        candidates = [action for action in actions if action.verb == "aim" and action.args[1] == series.target]
    return min(candidates, key=lambda action: die_loss(s, unit, action), default=END)


def die_loss(s: Skirmish, unit: Unit, action: Action) -> int:
    """Return what is lost by spending a die this way: wild dice, conversions and further shots."""
    die = action.args[0]
    remaining = without_die(s.act.dice, die)
    unit_after = unit.clone()
    unit_after.loaded = action.verb == "reload" or (unit.loaded and action.verb != "shoot")
    has_aim_after = action.verb in ("aim", "shoot") or (action.verb == "reload" and has_aim(s, unit))
    cost = -40 * possible_shots(s, unit_after, remaining, has_aim_after, count_wild_dice(remaining))
    if die == WILD:
        return cost + spare_wild_die_value(unit)
    natural_score = {"advance": ADVANCE, "turn": TURN, "aim": AIM, "shoot": SHOOT, "reload": RELOAD}[action.verb]
    return cost if die == natural_score else cost + CONVERSION_COST


# -------------------------------------------------------------------- moving


def compare_moves(
    s: Skirmish, sampler: PathSampler, series: ShotSeries, moves: list[Action]
) -> tuple[int, int, Action | None, int]:
    """Compare staying, moving after the shots, and moving before them.

    Return the value of staying and shooting, the value of the position after a later move, the best move to make
    first, and its value.
    """
    unit, evaluator = sampler.unit, sampler.evaluator
    here = Path(0, 0, evaluator.box)
    sampler.evaluate(here, evaluator.box, int(has_aim(s, unit)))
    stay_value = here.position_value + (
        here.shot_value * evaluator.held_aim_percent // 100 if has_aim(s, unit) and unit.loaded else 0
    )
    move_last_value, move_first_value, first_move = stay_value, -(1 << 30), None
    for verb in ("advance", "turn"):
        candidates = [action for action in moves if action.verb == verb]
        if candidates:
            action = min(candidates, key=lambda move: die_loss(s, unit, move))
            remaining = without_die(s.act.dice, action.args[0])
            shots = possible_shots(s, unit, remaining, False, count_wild_dice(remaining))
            cost = die_cost(evaluator, action)
            paths = likely_paths(s, sampler, verb, remaining, shots)
            if paths:
                value = max([path.score(shots) for path in paths]) - cost
                if value > move_first_value:
                    move_first_value, first_move = value, action
                if cost == 0 and series.shots:
                    unshot_paths = likely_paths(s, sampler, verb, remaining, 0) if shots else paths
                    move_last_value = max(move_last_value, max([path.score(0) for path in unshot_paths]))
    return stay_value + series.value, move_last_value, first_move, move_first_value


def die_cost(evaluator: HeuristicEvaluator, action: Action) -> int:
    """Return the cost of spending a die on a move; 0 for a natural Advance or Turn."""
    score = action.args[0]
    if score == WILD:
        return evaluator.wild_die_value()
    return 0 if score == (ADVANCE if action.verb == "advance" else TURN) else CONVERSION_COST


def likely_paths(s: Skirmish, sampler: PathSampler, verb: str, remaining: bytes, shots: int) -> list[Path]:
    """Return the paths of a move with typical movement dice, evaluated with the moves that may follow."""
    evaluator = sampler.evaluator
    penalty = int(s.movement_penalty(evaluator.unit))
    later = later_moves(s, evaluator.unit, remaining, int(s.act.moves) + 1)
    if verb == "turn":
        paths = sampler.turn_paths(evaluator.box, max(TYPICAL_TURN_DIE - penalty, 0) * 1000, TURN_ANGLES)
        # A Turn has one leg where an Advance has two, so one move less is searched after it.
        sampler.best(paths, later[: max(sampler.style.search_depth - 1, 0)], shots)
        return paths
    limits = [max(die - penalty, 0) * 1000 for die in TYPICAL_MOVE_DICE]
    if s.has_wild_team(evaluator.unit):
        if not sampler.bolt_paths(evaluator.box, MAX_BOLT_INCHES * 1000):
            return []
        paths = sampler.bolt_paths(evaluator.box, limits[0])
    else:
        paths = sampler.leg_paths(evaluator.box, limits[0], COARSE_WHEELS)
    sampler.best(paths, [*limits[1:], *later], shots)
    return paths


# -------------------------------------------------------------------- preparing for the next turn


def choose_preparation(s: Skirmish, unit: Unit, actions: list[Action], evaluator: HeuristicEvaluator) -> Action:
    """Return the preparation for the next turn: aim, heal, reload or bank; else the end of the activation."""
    natural_aim = find_action(actions, "aim", AIM)
    if natural_aim is not None and not has_aim(s, unit):
        return best_aim(s, unit, actions, evaluator)
    heal = find_action(actions, "heal", WILD)
    if heal is not None:
        return heal
    reloads = [action for action in actions if action.verb == "reload"]
    if reloads and LOADED_VALUE > BANK_VALUE:
        return min(reloads, key=lambda action: die_loss(s, unit, action))
    bank = find_action(actions, "bank", WILD)
    return bank if bank is not None else END


def best_aim(s: Skirmish, unit: Unit, actions: list[Action], evaluator: HeuristicEvaluator) -> Action:
    """Return the aim at the most valuable target."""
    aims = [action for action in actions if action.verb == "aim" and action.args[0] == AIM]
    return max(aims, key=lambda action: shot_value_at(s, unit, s.units[action.args[1]], evaluator))
