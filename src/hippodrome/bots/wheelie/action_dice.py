"""Which die to spend on what: shoot now, or drive to a better place first, or make ready for the next turn."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.driving import TYPICAL_MOVE_DICE, TYPICAL_TURN_DIE, MIN_MOVE_GAIN, later_moves
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, evaluator_for
from hippodrome.bots.wheelie.path_candidates import COARSE_WHEELS, MIN_WHEEL_LEG_MI, TURN_ANGLES, PathSampler, Path
from hippodrome.bots.wheelie.position_evaluator import BANK_VALUE, HeuristicEvaluator, spare_wild_die_value
from hippodrome.bots.wheelie.shots import has_aim, possible_shots, count_wild_dice, without_die
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.arcs import shot, targets
from hippodrome.games.wheelie.conversions import ADVANCE, AIM, END, RELOAD, SHOOT, TURN, WILD
from hippodrome.games.wheelie.state import NOBODY, Skirmish, Unit
from hippodrome.kit.actions import Action

LOADED_VALUE: Final = 30  # what it is worth to be loaded for the next turn
CONVERSION_COST: Final = 4  # what it costs to use up a conversion
MAX_BOLT_INCHES: Final = 6  # inches that a movement die may make a Wild Team run


class Volley:
    """What shooting from here is worth: at whom, whether it is aimed at already, how often."""

    def __init__(self, target: int, aimed: bool, worth: int, times: int, value: int) -> None:
        self.target = target
        self.aimed = aimed
        self.shot_value = worth  # of one shot
        self.shots = times
        self.value = value  # of all, less the wild dice they cost


def choose_die_use(s: Skirmish, unit: Unit, actions: list[Action], manner: Style) -> Action:
    """Return the best use of the next die."""
    natural = find_action(actions, "reload", RELOAD)
    if natural is not None:
        return natural
    judge = evaluator_for(s, unit, manner)
    volley = best_volley(s, unit, judge)
    moves = [action for action in actions if action.verb in ("advance", "turn")]
    stay, still, move, moved = compare_moves(s, judge, volley, moves)
    if volley.shots and volley.value + still >= moved:
        return next_volley_action(s, unit, actions, volley)
    if move is not None and moved > stay + MIN_MOVE_GAIN:
        return move
    return judge.best_preparation(actions) if isinstance(judge, NetworkEvaluator) else choose_preparation(s, unit, actions, judge)


def find_action(actions: list[Action], verb: str, die: int) -> Action | None:
    """Return the action with this verb and die."""
    for action in actions:
        if action.verb == verb and action.args[0] == die:
            return action
    return None


# -------------------------------------------------------------------- shooting


def best_volley(s: Skirmish, unit: Unit, judge: HeuristicEvaluator) -> Volley:
    """Return the most that shooting from here can bring."""
    best = Volley(NOBODY, False, 0, 0, 0)
    if has_aim(s, unit):
        best = volley_at(s, unit, s.units[unit.aim], True, judge)
    for target in targets(s, unit):
        if target.id != unit.aim:
            found = volley_at(s, unit, target, False, judge)
            if found.value > best.value:
                best = found
    return best


def volley_at(s: Skirmish, unit: Unit, target: Unit, aimed: bool, judge: HeuristicEvaluator) -> Volley:
    """What shooting at a target can bring, with as many wild dice as pay."""
    worth, wild = shot_value_at(s, unit, target, judge), judge.wild_die_value()
    times, value = 0, 0
    for wilds in range(count_wild_dice(s.act.dice) + 1):
        count = possible_shots(s, unit, s.act.dice, aimed, wilds)
        found = count * worth - wilds * wild - judge.unloaded_cost(count)
        if found > value:
            times, value = count, found
    return Volley(int(target.id), aimed, worth, times, value)


def shot_value_at(s: Skirmish, unit: Unit, target: Unit, judge: HeuristicEvaluator) -> int:
    """What one shot at a target is worth."""
    return judge.shot_value(target, int(shot(s, unit, target).dice))


def next_volley_action(s: Skirmish, unit: Unit, actions: list[Action], volley: Volley) -> Action:
    """Return the next thing to do for a volley: reload, aim or shoot, with the die that is least missed."""
    if not unit.loaded:
        fitting = [action for action in actions if action.verb == "reload"]
    elif volley.aimed:
        fitting = [action for action in actions if action.verb == "shoot"]
    else:
        fitting = [action for action in actions if action.verb == "aim" and action.args[1] == volley.target]
    return min(fitting, key=lambda action: die_loss(s, unit, action), default=END)


def die_loss(s: Skirmish, unit: Unit, action: Action) -> int:
    """What is lost if this die is spent so: wild dice, conversions, and further shots."""
    die = action.args[0]
    rest = without_die(s.act.dice, die)
    spent = unit.clone()
    spent.loaded = action.verb == "reload" or (unit.loaded and action.verb != "shoot")
    aimed = action.verb in ("aim", "shoot") or (action.verb == "reload" and has_aim(s, unit))
    cost = -40 * possible_shots(s, spent, rest, aimed, count_wild_dice(rest))
    if die == WILD:
        return cost + spare_wild_die_value(unit)
    natural = {"advance": ADVANCE, "turn": TURN, "aim": AIM, "shoot": SHOOT, "reload": RELOAD}[action.verb]
    return cost if die == natural else cost + CONVERSION_COST


# -------------------------------------------------------------------- moving


def compare_moves(s: Skirmish, judge: HeuristicEvaluator, volley: Volley, moves: list[Action]) -> tuple[int, int, Action | None, int]:
    """How good it is to stay without a shot, to move after all shots, and to move first (and with what)."""
    unit = judge.unit
    place = Path(0, 0, judge.box)
    explorer = PathSampler(judge)
    explorer.evaluate(place, judge.box, int(has_aim(s, unit)))
    stay = place.position_value + (place.shot_value * judge.held_aim_percent // 100 if has_aim(s, unit) and unit.loaded else 0)
    still, best, found = stay, -(1 << 30), None
    for verb in ("advance", "turn"):
        fitting = [action for action in moves if action.verb == verb]
        if fitting:
            action = min(fitting, key=lambda move: die_loss(s, unit, move))
            rest = without_die(s.act.dice, action.args[0])
            shots = possible_shots(s, unit, rest, False, count_wild_dice(rest))
            cost = die_cost(judge, action)
            ways = likely_paths(s, explorer, verb, rest, shots)
            if ways:
                first = max([way.score(shots) for way in ways]) - cost
                if first > best:
                    best, found = first, action
                if cost == 0 and volley.shots:
                    calm = likely_paths(s, explorer, verb, rest, 0) if shots else ways
                    still = max(still, max([way.score(0) for way in calm]))
    return stay + volley.value, still, found, best


def die_cost(judge: HeuristicEvaluator, action: Action) -> int:
    """What a die costs that is spent on a move: nothing if that is all it is good for."""
    die = action.args[0]
    if die == WILD:
        return judge.wild_die_value()
    return 0 if die == (ADVANCE if action.verb == "advance" else TURN) else CONVERSION_COST


def likely_paths(s: Skirmish, explorer: PathSampler, verb: str, rest: bytes, shots: int) -> list[Path]:
    """Where a move would lead if the dice fell as they usually do."""
    judge = explorer.judge
    slower = int(s.slowing(judge.unit))
    later = later_moves(s, judge.unit, rest, int(s.act.moves) + 1)
    if verb == "turn":
        ways = explorer.turn_paths(judge.box, max(TYPICAL_TURN_DIE - slower, 0) * 1000, TURN_ANGLES)
        explorer.best(ways, later[: max(judge.manner.search_depth - 1, 0)], shots)  # one leg, where an Advance has two
        return ways
    caps = [max(die - slower, 0) * 1000 for die in TYPICAL_MOVE_DICE]
    if s.has_wild_team(judge.unit):
        if not explorer.bolt_paths(judge.box, MAX_BOLT_INCHES * 1000):
            return []
        ways = explorer.bolt_paths(judge.box, caps[0])
    else:
        ways = explorer.leg_paths(judge.box, caps[0], MIN_WHEEL_LEG_MI, COARSE_WHEELS)
    explorer.best(ways, [*caps[1:], *later], shots)
    return ways


# -------------------------------------------------------------------- making ready


def choose_preparation(s: Skirmish, unit: Unit, actions: list[Action], judge: HeuristicEvaluator) -> Action:
    """For the next turn: aim, heal, reload, or bank a wild die; else the end."""
    aim = find_action(actions, "aim", AIM)
    if aim is not None and not has_aim(s, unit):
        return best_aim(s, unit, actions, judge)
    heal = find_action(actions, "heal", WILD)
    if heal is not None:
        return heal
    reloads = [action for action in actions if action.verb == "reload"]
    if reloads and LOADED_VALUE > BANK_VALUE:
        return min(reloads, key=lambda action: die_loss(s, unit, action))
    bank = find_action(actions, "bank", WILD)
    return bank if bank is not None else END


def best_aim(s: Skirmish, unit: Unit, actions: list[Action], judge: HeuristicEvaluator) -> Action:
    """At the target that is worth most."""
    aims = [action for action in actions if action.verb == "aim" and action.args[0] == AIM]
    return max(aims, key=lambda action: shot_value_at(s, unit, s.units[action.args[1]], judge))
