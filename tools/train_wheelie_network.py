"""Teaches the seer of What a Wheelie: plays battles, and fits a network to how they ended.

    python tools/train_wheelie_network.py play two.npz --kind two --battles 6317 --seed 13    plays, and keeps what can be learnt
    python tools/train_wheelie_network.py learn two.npz [more.npz] -o weights                 fits a network and tells how good it is

Run `play` with the compiled build, which is ten times as quick. Each crew has a manner of its own, and some of its
moves and set-ups are left to chance, so that bad places are seen too; in duels with rams whole activations are let
pass as well, and who is about to lose runs into the other, as a veteran does. A line of the file is a moment between
two activations: all that the network sees of it, and how the battle ended. What comes out of `learn` goes to
bots/wheelie/weights.py, which names the battles it was learnt from; the same seeds give the same weights. `learn`
keeps every tenth battle to itself and tells the loss on those: in nats, less is better.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

import hippodrome as hd
from hippodrome.bots.wheelie.features import (
    PairGeometry,
    Placement,
    activations_before,
    battle_features,
    counts_for_its_side,
    obstacle_features,
    unit_features,
)
from hippodrome.bots.wheelie.lookahead import LOST_DUEL_VALUE, RAM_REACH_MI
from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.bots.wheelie.ramming import enemy_chariots_within, ram_action
from hippodrome.bots.wheelie.rollout_bot import RolloutBot
from hippodrome.bots.wheelie.style import QUICK, Style
from hippodrome.games.wheelie.conversions import END
from hippodrome.games.wheelie.sequence import NextAct
from hippodrome.games.wheelie.state import FIGHTING
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup

GAME: Any = hd.game("wheelie")
KINDS = {
    "duel": ("duel", 2),
    "rams": ("duel", 2),  # with crews who ram when they are about to lose, and have whims
    "two": ("sides", 4),
    "three": ("sides", 6),
    "runners": ("sides", 4),  # two by two as printed
    "funeral": ("funeral", 4),
}
CHARIOTS = [kind.number for kind in GAME.kinds if not kind.is_runners]
WHIMS = [("advance", "turn"), ("advance", "turn", "shoot"), ("shoot",), ("advance", "turn", "shoot", "aim")]
"""What a crew does not do for a whole activation."""
READY = ("reload", "heal", "bank")
APART = 1_000_003
"""Between the battles of two seeds."""

SHEET, FACTS, BANDS, VIEW = 18, 11, 4, 11
UNIT = 2 + SHEET + FACTS
"""Of a unit: whether it fights, whether it counts, its sheet, the facts."""
PAIR = 1 + BANDS + VIEW
"""Of a unit and another: how often he acts before it, the distance, what it sees of him."""
INPUTS = 2 * SHEET + PAIR + VIEW
WIDE, NARROW = 32, 16
BATCH = 512
RATE, SHRINK = 0.002, 0.1
KEPT = 3
"""Battles whose number ends in this are not learnt from."""


# -------------------------------------------------------------------- playing


class Careless:
    """A quick program that leaves some moves and some of its set-up to chance."""

    def __init__(self, style: Style, dice: random.Random) -> None:
        self.bot = RolloutBot(style)
        self.dice = dice
        self.moves = dice.choice([0.0, 0.0, 0.04, 0.1])
        self.setup = dice.choice([0.0, 0.3, 1.0])

    def choose(self, state: Any, seat: int) -> Any:
        """Any answer, or that of the program."""
        return self.by_chance(state, state.agenda[-1].name()) or self.bot.choose(GAME, state, seat)

    def by_chance(self, state: Any, name: str) -> Any:
        """Any answer to a question, if chance wants it."""
        chance = self.setup if name in ("Deploy", "Mirror", "PickEdge") else 0.0
        if name in ("NextLeg", "FirstDrive", "LegWheel", "SecondDrive", "TurnPivot"):
            chance = self.moves
        if name == "SpendDie":
            chance = self.moves / 2
        if chance and self.dice.random() < chance:
            return self.dice.choice(agenda.proposals(state))
        return None


class Desperate(Careless):
    """One who rams when he has as good as lost, and who has whims: to stay, not to shoot, or to do next to nothing."""

    def __init__(self, style: Style, dice: random.Random) -> None:
        super().__init__(style, dice)
        self.whims = dice.choice([0.0, 0.0, 0.1, 0.3])
        self.acting = (0, 0)  # turn and unit
        self.avoided: tuple[str, ...] = ()
        self.rams = False

    def choose(self, state: Any, seat: int) -> Any:
        """What brings it nearer to the other when it rams; else as a whim allows."""
        name = state.agenda[-1].name()
        if name == "SpendDie":
            self.begin(state, seat)
        action = ram_action(state, agenda.proposals(state)) if self.rams else None
        if action is not None and state.agenda[-1].check(state, seat, action) is None:
            return action
        action = self.by_chance(state, name)
        if action is not None:
            return action
        action = self.bot.choose(GAME, state, seat)
        if name != "SpendDie" or action.verb not in self.avoided:
            return action
        return next((other for other in agenda.proposals(state) if other.verb in READY), END)

    def begin(self, state: Any, seat: int) -> None:
        """With every activation it makes up its mind."""
        now = (int(state.turn), int(state.act.unit))
        if now != self.acting:
            self.acting = now
            unit = state.units[state.act.unit]
            self.rams = GAME.value(state, seat) < LOST_DUEL_VALUE and bool(enemy_chariots_within(state, unit, RAM_REACH_MI))
            self.avoided = self.dice.choice(WHIMS) if self.dice.random() < self.whims else ()


def somebody(dice: random.Random, crew: type[Careless] = Careless) -> Careless:
    """A quick driver, or one with a manner of his own."""
    if dice.choices(["quick", "odd"], [50, 50])[0] == "quick":
        return crew(QUICK, dice)
    ranges = [(60, 125, 250, 400), (0, 0, 100), (0,), (2, 3), (50, 100, 200, 300), (120, 240, 400)]
    ranges += [(5000, 9000, 13_000, 16_000), (100, 200, 400), (21, 35, 60), (5, 15, 30)]
    return crew(Style(*[dice.choice(numbers) for numbers in ranges]), dice)


def crews_of(kind: str, seats: int, dice: random.Random) -> list[Careless]:
    """Who drives: everybody as he likes, or all of a side alike."""
    crews = [somebody(dice, Desperate if kind == "rams" else Careless) for _ in range(seats)]
    if KINDS[kind][0] == "sides":
        sides = [somebody(dice) for _ in range(2)]
        crews = [sides[seat % 2] for seat in range(seats)]
    return crews


def looked_at(state: Any, place: int) -> Any:
    """All that the network sees, once those have acted who are not after this place in the order."""
    units = state.units
    stands = [Placement(unit, state.box(unit), obstacle_features(state, state.box(unit)), True) for unit in units]
    evaluator = HeuristicEvaluator(state, next(unit for unit in units if unit.status == FIGHTING), QUICK)
    row: list[float] = []
    for unit in units:
        fights = unit.status == FIGHTING
        row += [float(fights), float(counts_for_its_side(state, unit)), *(unit_features(unit) if fights else [0.0] * SHEET)]
        row += battle_features(state, units, unit)
    pairs = np.zeros((len(units), len(units), PAIR), np.float32)
    for one in stands:
        for other in stands[one.unit.id + 1 :]:
            here, there = one.unit, other.unit
            if here.status == there.status == FIGHTING and here.side != there.side:
                sight = PairGeometry(evaluator, one, other)
                pairs[here.id, there.id] = [activations_before(state, place, here, there), *sight.features[: PAIR - 1]]
                pairs[there.id, here.id] = [activations_before(state, place, there, here), *sight.reverse_features[: PAIR - 1]]
    return np.concatenate([np.array(row, np.float32), pairs.ravel()])


def follow(state: Any, steps: list[Any], rows: list[Any]) -> None:
    """What agenda.follow does, with a look at the battle before every activation and at the end of every turn."""
    while not state.over:
        if steps:
            state.agenda[-1:] = steps[::-1]
        else:
            state.agenda.pop()
            if not state.agenda:
                state.over = True
                return
        step = state.agenda[-1]
        if step.waits(state):
            return
        if isinstance(step, NextAct):
            is_over = step.place >= len(state.order)
            if is_over or state.units[state.order[step.place]].status == FIGHTING:
                rows.append(looked_at(state, step.place - 1))
        steps = step.run(state)


def battle(kind: str, seed: int) -> tuple[list[Any], list[float], list[int]]:
    """A battle: a line for each moment, what each side had of the victory, and the side of each unit."""
    dice = random.Random(seed)
    scenario, seats = KINDS[kind]
    if kind == "funeral":
        seats = dice.choice([3, 4, 4, 4, 4])
    even = "usual" if kind == "runners" else "even"
    printed = "even" if kind in ("two", "three") else "usual"
    chariots = dice.choices([printed, even, "any"], [35, 15, 50])[0]
    options = {"chariots": even if chariots == "any" else chariots}
    state: Any = Setup(GAME, scenario, seats, options).start(TapeDice(seed_from(seed)))
    if chariots == "any":
        for unit in state.units:
            if not state.is_runners(unit):
                unit.kind = dice.choice(CHARIOTS)
    state.telling = False
    rows: list[Any] = []
    agenda.advance(state)
    crews = crews_of(kind, seats, dice)
    while state.agenda and not state.over:
        seat, step, actions = agenda.seats(state)[0], state.agenda[-1], agenda.proposals(state)
        action = actions[0] if len(actions) == 1 else crews[seat].choose(state, seat)
        follow(state, step.answer(state, action, seat), rows)
    return rows, shares(state), [int(unit.side) for unit in state.units]


def shares(state: Any) -> list[float]:
    """What each side had of the victory."""
    winners = GAME.result(state).winners
    everybody = sorted({int(unit.side) for unit in state.units})
    first = sorted({int(unit.side) for unit in state.units if unit.seat in winners}) or everybody
    return [1.0 / len(first) if side in first else 0.0 for side in range(max(KINDS["three"][1], len(everybody)))]


def widened(row: Any, units: int, most: int) -> Any:
    """A line with places for more units."""
    pairs = np.zeros((most, most, PAIR), np.float32)
    pairs[:units, :units] = row[units * UNIT :].reshape(units, units, PAIR)
    return np.concatenate([row[: units * UNIT], np.zeros((most - units) * UNIT, np.float32), pairs.ravel()])


def play(wish: argparse.Namespace) -> None:
    """Play so many battles."""
    found: list[tuple[int, list[Any], list[float], list[int]]] = []
    for number in range(wish.battles):
        found.append((number, *battle(wish.kind, wish.seed * APART + number)))
        sys.stderr.write(f"\r{number + 1} battles")
    sys.stderr.write("\n")
    sides = max([own for _, _, _, own in found], key=len)
    np.savez(
        wish.files[0],
        rows=np.array([widened(row, len(own), len(sides)) for _, rows, _, own in found for row in rows], np.float16),
        share=np.array([share for _, rows, share, _ in found for _ in rows], np.float32),
        game=np.array([number for number, rows, _, _ in found for _ in rows]),
        side=np.array(sides),
    )


# -------------------------------------------------------------------- learning


class Lessons:
    """The battles of a file, as the network wants them."""

    def __init__(self, name: str) -> None:
        file = np.load(name)
        self.name = Path(name).stem
        self.rows, self.share, self.game = file["rows"], file["share"], file["game"]
        self.side = file["side"]
        self.units = len(self.side)
        self.sides = int(self.side.max()) + 1
        couples = [(one, other) for one in range(self.units) for other in range(self.units) if one != other]
        self.ones, self.others = (np.array(places) for places in zip(*couples, strict=True))

    def batch(self, which: Any) -> tuple[Any, ...]:
        """Inputs of every pair, which pairs there are, which units count, the facts, and who won."""
        rows = self.rows[which].astype(np.float32)
        units = rows[:, : self.units * UNIT].reshape(-1, self.units, UNIT)
        pairs = rows[:, self.units * UNIT :].reshape(-1, self.units, self.units, PAIR)
        there, back = pairs[:, self.ones, self.others], pairs[:, self.others, self.ones]
        sheets = units[:, :, 2 : 2 + SHEET]
        inputs = [sheets[:, self.ones], sheets[:, self.others], there, back[:, :, 1 + BANDS :]]
        is_there = (np.abs(there[:, :, 1 + BANDS : 5 + BANDS]).sum(-1) > 0).astype(np.float32)
        share = self.share[which][:, : self.sides]
        return np.concatenate(inputs, -1), is_there, units[:, :, 1], units[:, :, 2 + SHEET :], share


class Learner:
    """The network while it learns (Adam, and weights that shrink a little)."""

    def __init__(self, seed: int) -> None:
        chance = np.random.RandomState(seed)
        shapes = [(INPUTS, WIDE), (WIDE,), (WIDE, NARROW), (FACTS, NARROW), (NARROW,), (NARROW, 1), (1,)]
        scales = [0.22, 0.0, 0.2, 0.2, 0.0, 0.1, 0.0]
        self.weights = [
            (scale * chance.randn(*shape)).astype(np.float32) for shape, scale in zip(shapes, scales, strict=True)
        ]
        self.means = [0 * weights for weights in self.weights]
        self.squares = [0 * weights for weights in self.weights]
        self.steps = 0

    def layers(self, lessons: Lessons, batch: tuple[Any, ...]) -> tuple[Any, Any, Any, Any]:
        """The first layer, its sums by unit, the second layer, and the chance of each side to win."""
        inputs, is_there, counts, known, _ = batch
        one, one_bias, two, of_facts, two_bias, last, last_bias = self.weights
        size, pairs, units = len(inputs), inputs.shape[1], lessons.units
        lit = np.maximum(inputs.reshape(size * pairs, -1) @ one + one_bias, 0)
        lit = lit.reshape(size, pairs, WIDE) * is_there[:, :, None]
        seen = lit.reshape(size, units, pairs // units, WIDE).sum(2).reshape(size * units, WIDE)
        narrow = np.maximum(seen @ two + known.reshape(size * units, -1) @ of_facts + two_bias, 0)
        worths = (narrow @ last + last_bias).reshape(size, units) * counts
        sides = np.zeros((size, lessons.sides), np.float32)
        for unit in range(units):
            sides[:, lessons.side[unit]] += worths[:, unit]
        odds = np.exp(sides - sides.max(1, keepdims=True))
        return lit, seen, narrow, odds / odds.sum(1, keepdims=True)

    def learn(self, lessons: Lessons, which: Any, rate: float) -> None:
        """One step downhill."""
        batch = lessons.batch(which)
        inputs, _, counts, known, share = batch
        lit, seen, narrow, chance = self.layers(lessons, batch)
        size, pairs, units = len(inputs), inputs.shape[1], lessons.units
        worth = (((chance - share) / size)[:, lessons.side] * counts).reshape(size * units, 1)
        second = (worth @ self.weights[5].T) * (narrow > 0)
        first = (second @ self.weights[2].T).reshape(size, units, 1, WIDE)
        first = np.broadcast_to(first, (size, units, pairs // units, WIDE)).reshape(size * pairs, WIDE)
        first = first * (lit.reshape(size * pairs, WIDE) > 0)
        facts_slope = known.reshape(size * units, -1).T @ second
        slopes = [inputs.reshape(size * pairs, -1).T @ first, first.sum(0), seen.T @ second, facts_slope]
        self.descend([*slopes, second.sum(0), narrow.T @ worth, worth.sum(0)], rate)

    def descend(self, slopes: list[Any], rate: float) -> None:
        """Change the weights."""
        self.steps += 1
        for place, slope in enumerate(slopes):
            self.means[place] += 0.1 * (slope - self.means[place])
            self.squares[place] += 0.001 * (slope**2 - self.squares[place])
            spread = np.sqrt(self.squares[place] / (1 - 0.999**self.steps)) + 1e-8
            change = self.means[place] / (1 - 0.9**self.steps) / spread
            if self.weights[place].ndim == 2:
                change = change + SHRINK * self.weights[place]
            self.weights[place] -= (rate * change).astype(np.float32)

    def loss(self, lessons: Lessons, which: Any) -> float:
        """How far off it is, in nats."""
        total = 0.0
        for start in range(0, len(which), 4096):
            batch = lessons.batch(which[start : start + 4096])
            chance = self.layers(lessons, batch)[3]
            total -= float((batch[4] * np.log(np.clip(chance, 1e-5, 1))).sum())
        return total / max(len(which), 1)

    def text(self) -> str:
        """As bots/wheelie/network.py reads it."""
        one, one_bias, two, of_facts, two_bias, last, last_bias = self.weights
        fixed = 2 * SHEET + 1
        parts = [one[:fixed], one[fixed:].T, one_bias, two.T, of_facts.T, two_bias, last, last_bias]
        numbers = [round(1000 * float(number)) for part in parts for number in part.ravel()]
        return " ".join(map(str, [SHEET, INPUTS - fixed, FACTS, WIDE, NARROW, *numbers]))


def learn(wish: argparse.Namespace) -> None:
    """Fit a network and write it down."""
    files = [Lessons(name) for name in wish.files]
    chance = np.random.RandomState(wish.seed)
    learner = Learner(wish.seed)
    mine = [np.flatnonzero(lessons.game % 10 != KEPT) for lessons in files]
    kept = [np.flatnonzero(lessons.game % 10 == KEPT) for lessons in files]
    total = max(wish.rounds * sum([len(lines) // BATCH for lines in mine]), 1)
    done = 0
    for age in range(wish.rounds):
        batches: list[tuple[Lessons, Any]] = []
        for lessons, lines in zip(files, mine, strict=True):
            order = chance.permutation(lines)
            starts = range(0, len(order) - BATCH + 1, BATCH)
            batches += [(lessons, np.sort(order[start : start + BATCH])) for start in starts]
        for place in chance.permutation(len(batches)):
            learner.learn(*batches[place], RATE * (1 - done / total) + 0.00001)
            done += 1
        losses = [
            f"{lessons.name} {learner.loss(lessons, lines):.4f} ({len(lines)} lines)"
            for lessons, lines in zip(files, kept, strict=True)
        ]
        print(f"round {age + 1}: loss on battles kept back: {', '.join(losses)}", flush=True)
    Path(wish.output).write_text(learner.text() + "\n", encoding="utf-8")


def main() -> None:
    """Play or learn."""
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("what", choices=["play", "learn"])
    wishes.add_argument("files", nargs="+")
    wishes.add_argument("-o", "--output", default="weights.txt")
    wishes.add_argument("--kind", choices=list(KINDS), default="duel")
    wishes.add_argument("--battles", type=int, default=1000)
    wishes.add_argument("--rounds", type=int, default=4)
    wishes.add_argument("--seed", type=int, default=1)
    wish = wishes.parse_args()
    (play if wish.what == "play" else learn)(wish)


if __name__ == "__main__":
    main()
