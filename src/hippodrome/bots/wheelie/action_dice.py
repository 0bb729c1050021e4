"""Which die to spend on what: shoot now, or drive to a better place first, or make ready for the next turn."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.driving import LIKELY, LIKELY_TURN, WORTHWHILE, further
from hippodrome.bots.wheelie.network_evaluator import Seer, judge_of
from hippodrome.bots.wheelie.path_candidates import COARSE, LEAST, TURNS, Explorer, Way
from hippodrome.bots.wheelie.position_evaluator import BANKED, Judge, wild_use
from hippodrome.bots.wheelie.shots import has_aim, volleys, wild_dice, without
from hippodrome.bots.wheelie.style import Manner
from hippodrome.games.wheelie.arcs import shot, targets
from hippodrome.games.wheelie.conversions import ADVANCE, AIM, END, RELOAD, SHOOT, TURN, WILD
from hippodrome.games.wheelie.state import NOBODY, Skirmish, Unit
from hippodrome.kit.actions import Action

LOADED: Final = 30  # what it is worth to be loaded for the next turn
CONVERTED: Final = 4  # what it costs to use up a conversion
FARTHEST: Final = 6  # inches that a movement die may make a Wild Team run


class Volley:
    """What shooting from here is worth: at whom, whether it is aimed at already, how often."""

    def __init__(self, target: int, aimed: bool, worth: int, times: int, value: int) -> None:
        self.target = target
        self.aimed = aimed
        self.worth = worth  # of one shot
        self.times = times
        self.value = value  # of all, less the wild dice they cost


def spend(s: Skirmish, unit: Unit, actions: list[Action], manner: Manner) -> Action:
    """Return the best use of the next die."""
    natural = find(actions, "reload", RELOAD)
    if natural is not None:
        return natural
    judge = judge_of(s, unit, manner)
    volley = best_volley(s, unit, judge)
    moves = [action for action in actions if action.verb in ("advance", "turn")]
    stay, still, move, moved = weigh_moves(s, judge, volley, moves)
    if volley.times and volley.value + still >= moved:
        return fire(s, unit, actions, volley)
    if move is not None and moved > stay + WORTHWHILE:
        return move
    return judge.ready(actions) if isinstance(judge, Seer) else make_ready(s, unit, actions, judge)


def find(actions: list[Action], verb: str, die: int) -> Action | None:
    """Return the action with this verb and die."""
    for action in actions:
        if action.verb == verb and action.args[0] == die:
            return action
    return None


# -------------------------------------------------------------------- shooting


def best_volley(s: Skirmish, unit: Unit, judge: Judge) -> Volley:
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


def volley_at(s: Skirmish, unit: Unit, target: Unit, aimed: bool, judge: Judge) -> Volley:
    """What shooting at a target can bring, with as many wild dice as pay."""
    worth, wild = shot_worth(s, unit, target, judge), judge.wild_worth()
    times, value = 0, 0
    for wilds in range(wild_dice(s.act.dice) + 1):
        count = volleys(s, unit, s.act.dice, aimed, wilds)
        found = count * worth - wilds * wild - judge.unloading(count)
        if found > value:
            times, value = count, found
    return Volley(int(target.id), aimed, worth, times, value)


def shot_worth(s: Skirmish, unit: Unit, target: Unit, judge: Judge) -> int:
    """What one shot at a target is worth."""
    return judge.shot_worth(target, int(shot(s, unit, target).dice))


def fire(s: Skirmish, unit: Unit, actions: list[Action], volley: Volley) -> Action:
    """Return the next thing to do for a volley: reload, aim or shoot, with the die that is least missed."""
    if not unit.loaded:
        fitting = [action for action in actions if action.verb == "reload"]
    elif volley.aimed:
        fitting = [action for action in actions if action.verb == "shoot"]
    else:
        fitting = [action for action in actions if action.verb == "aim" and action.args[1] == volley.target]
    return min(fitting, key=lambda action: loss(s, unit, action), default=END)


def loss(s: Skirmish, unit: Unit, action: Action) -> int:
    """What is lost if this die is spent so: wild dice, conversions, and further shots."""
    die = action.args[0]
    rest = without(s.act.dice, die)
    spent = unit.clone()
    spent.loaded = action.verb == "reload" or (unit.loaded and action.verb != "shoot")
    aimed = action.verb in ("aim", "shoot") or (action.verb == "reload" and has_aim(s, unit))
    cost = -40 * volleys(s, spent, rest, aimed, wild_dice(rest))
    if die == WILD:
        return cost + wild_use(unit)
    natural = {"advance": ADVANCE, "turn": TURN, "aim": AIM, "shoot": SHOOT, "reload": RELOAD}[action.verb]
    return cost if die == natural else cost + CONVERTED


# -------------------------------------------------------------------- moving


def weigh_moves(s: Skirmish, judge: Judge, volley: Volley, moves: list[Action]) -> tuple[int, int, Action | None, int]:
    """How good it is to stay without a shot, to move after all shots, and to move first (and with what)."""
    unit = judge.unit
    place = Way(0, 0, judge.box)
    explorer = Explorer(judge)
    explorer.weigh(place, judge.box, int(has_aim(s, unit)))
    stay = place.rest + (place.attack * judge.held // 100 if has_aim(s, unit) and unit.loaded else 0)
    still, best, found = stay, -(1 << 30), None
    for verb in ("advance", "turn"):
        fitting = [action for action in moves if action.verb == verb]
        if fitting:
            action = min(fitting, key=lambda move: loss(s, unit, move))
            rest = without(s.act.dice, action.args[0])
            shots = volleys(s, unit, rest, False, wild_dice(rest))
            cost = price(judge, action)
            ways = likely_ways(s, explorer, verb, rest, shots)
            if ways:
                first = max([way.score(shots) for way in ways]) - cost
                if first > best:
                    best, found = first, action
                if cost == 0 and volley.times:
                    calm = likely_ways(s, explorer, verb, rest, 0) if shots else ways
                    still = max(still, max([way.score(0) for way in calm]))
    return stay + volley.value, still, found, best


def price(judge: Judge, action: Action) -> int:
    """What a die costs that is spent on a move: nothing if that is all it is good for."""
    die = action.args[0]
    if die == WILD:
        return judge.wild_worth()
    return 0 if die == (ADVANCE if action.verb == "advance" else TURN) else CONVERTED


def likely_ways(s: Skirmish, explorer: Explorer, verb: str, rest: bytes, shots: int) -> list[Way]:
    """Where a move would lead if the dice fell as they usually do."""
    judge = explorer.judge
    slower = int(s.slowing(judge.unit))
    later = further(s, judge.unit, rest, int(s.act.moves) + 1)
    if verb == "turn":
        ways = explorer.turns(judge.box, max(LIKELY_TURN - slower, 0) * 1000, TURNS)
        explorer.best(ways, later[: max(judge.manner.deepest - 1, 0)], shots)  # one leg, where an Advance has two
        return ways
    caps = [max(die - slower, 0) * 1000 for die in LIKELY]
    if s.has_wild_team(judge.unit):
        if not explorer.bolted(judge.box, FARTHEST * 1000):
            return []
        ways = explorer.bolted(judge.box, caps[0])
    else:
        ways = explorer.legs(judge.box, caps[0], LEAST, COARSE)
    explorer.best(ways, [*caps[1:], *later], shots)
    return ways


# -------------------------------------------------------------------- making ready


def make_ready(s: Skirmish, unit: Unit, actions: list[Action], judge: Judge) -> Action:
    """For the next turn: aim, heal, reload, or bank a wild die; else the end."""
    aim = find(actions, "aim", AIM)
    if aim is not None and not has_aim(s, unit):
        return best_aim(s, unit, actions, judge)
    heal = find(actions, "heal", WILD)
    if heal is not None:
        return heal
    reloads = [action for action in actions if action.verb == "reload"]
    if reloads and LOADED > BANKED:
        return min(reloads, key=lambda action: loss(s, unit, action))
    bank = find(actions, "bank", WILD)
    return bank if bank is not None else END


def best_aim(s: Skirmish, unit: Unit, actions: list[Action], judge: Judge) -> Action:
    """At the target that is worth most."""
    aims = [action for action in actions if action.verb == "aim" and action.args[0] == AIM]
    return max(aims, key=lambda action: shot_worth(s, unit, s.units[action.args[1]], judge))
