"""Teaches the seer of What a Wheelie: plays duels, and fits the network to how they ended.

    python bench/seer.py play duels.f32 --minutes 10 --seed 1    plays, and adds to the file what can be learnt
    python bench/seer.py learn duels.f32 [more.f32] -o weights   fits a network, tells how good it is and writes it

Run `play` with the compiled build, which is ten times as quick. Each duel has chariots and manners of its own, and some
of its moves and set-ups are left to chance, so that bad places are seen too. A line of the file is an activation about
to begin: the duel, whose it is, whether he won, whether he is first in the turn, and all that the network sees. What
comes out goes to bots/wheelie/weights.py. `learn` keeps a part of the duels to itself and tells the loss on them: in
nats, less is better, and who knows nothing has 0.693.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from array import array
from pathlib import Path
from typing import Any

import numpy as np

import hippodrome as hd
from hippodrome.bots.base import imagined_seed
from hippodrome.bots.search import GUIDES, Searcher
from hippodrome.bots.wheelie import SeeingDriver, WheelieDriver
from hippodrome.bots.wheelie.manner import KEEN, Manner
from hippodrome.bots.wheelie.outlook import Pair, sheet
from hippodrome.bots.wheelie.places import Judge
from hippodrome.games.wheelie.setup import PICK
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup
from hippodrome.lab.runner import derived

GAME: Any = hd.game("wheelie")
SHEET, GEOMETRY = 18, 26
SHARED, OWN = 4, 11
"""Inputs: of each unit's sheet; of where they stand, some for both, then as many for either."""

COLUMNS = 4 + 2 * SHEET + GEOMETRY
FIXED = 2 * SHEET + 1
WIDE, NARROW = 32, 16
KEPT = 0.15
"""The part of the duels that is not learnt from."""


# -------------------------------------------------------------------- playing


class Careless:
    """A program that leaves some moves and some of its set-up to chance."""

    def __init__(self, bot: Any, dice: random.Random) -> None:
        self.bot = bot
        self.dice = dice
        self.moves = dice.choice([0.0, 0.0, 0.05, 0.12])
        self.setup = dice.choice([0.0, 0.5, 1.0])

    def choose(self, state: Any, seat: int) -> Any:
        """Any answer, or that of the program."""
        name = state.agenda[-1].name()
        chance = self.setup if name in ("Deploy", "Mirror", "PickEdge") else 0.0
        if name in ("NextLeg", "FirstDrive", "LegWheel", "SecondDrive", "TurnPivot"):
            chance = self.moves
        if self.dice.random() < chance:
            return self.dice.choice(agenda.proposals(state))
        return self.bot.choose(GAME, state, seat)


def somebody(dice: random.Random, seed: int) -> Careless:
    """A seer, a keen or plain driver, one who rams, or one with a manner of his own."""
    kind = dice.choices(["sees", "keen", "plain", "rams", "odd"], [30, 15, 10, 15, 30])[0]
    if kind == "sees":
        return Careless(SeeingDriver(seed), dice)
    if kind == "rams":
        return Careless(Searcher(GUIDES["wheelie"], GUIDES["wheelie"].veteran, 0.0, seed), dice)
    if kind == "odd":
        ranges = [(60, 125, 250, 400), (0, 0, 100, 500), (0, 2, 3), (2, 3), (50, 100, 200, 300), (120, 240, 400)]
        ranges += [(5000, 9000, 13_000, 16_000), (100, 200, 400), (21, 35, 60), (5, 15, 30)]
        return Careless(WheelieDriver(seed, Manner(*[dice.choice(numbers) for numbers in ranges])), dice)
    return Careless(WheelieDriver(seed, KEEN) if kind == "keen" else WheelieDriver(seed), dice)


def looked_at(state: Any) -> list[float]:
    """What the network sees of the unit that is about to act, and of the other."""
    unit = state.units[state.act.unit]
    judge = Judge(state, unit, KEEN)
    rival = judge.rivals[0]
    return [*sheet(unit), *sheet(rival.unit), *Pair(judge, rival).sight(judge.box).inputs]


def duel(seed: int) -> list[list[float]]:
    """A duel: a line for each activation."""
    dice = random.Random(seed)
    kinds = [dice.choice([kind.number for kind in GAME.kinds if not kind.is_runners]) for _ in range(2)]
    state: Any = Setup(GAME, "duel", 2, {"chariots": "chosen"}).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    crews = [somebody(dice, derived(seed, seat)) for seat in range(2)]
    lines: list[list[float]] = []
    last, count = (0, 0), 0
    while state.agenda:
        seat, step = agenda.seats(state)[0], state.agenda[-1].name()
        now = (int(state.turn), int(state.act.unit))
        if step == "SpendDie" and now != last:
            last = now
            unit = state.units[state.act.unit]
            lines.append([seed % 1_000_000, unit.seat, 0.0, state.order[0] == unit.id, *looked_at(state)])
        actions = agenda.proposals(state)
        action = PICK[kinds.pop()] if step == "PickChariot" else actions[0]
        if step != "PickChariot" and len(actions) > 1:
            action = crews[seat].choose(GAME.imagine(state, seat, imagined_seed(seed, count)), seat)
        agenda.act(state, action, seat)
        count += 1
    winners = GAME.result(state).winners
    for line in lines:
        line[2] = 0.5 if len(winners) != 1 else float(winners[0] == line[1])
    return lines


def play(wish: argparse.Namespace) -> None:
    """Play for some minutes; a file that is there already grows."""
    until = time.monotonic() + 60 * wish.minutes
    number = 0
    with Path(wish.files[0]).open("ab") as file:
        while time.monotonic() < until:
            for line in duel(wish.seed * 100_000 + number):
                array("f", line).tofile(file)
            number += 1
            sys.stderr.write(f"\r{number} duels")
    sys.stderr.write("\n")


# -------------------------------------------------------------------- learning


def samples(files: list[str]) -> tuple[Any, Any, Any]:
    """Duels, inputs and outcomes: each activation as he sees it who is about to act, and who waits; and at the
    beginning of a turn, who acted last, before it is known who acts first."""
    found: list[Any] = []
    for place, name in enumerate(files):
        lines = np.fromfile(name, dtype=np.float32).reshape(-1, COLUMNS)
        game, seat, first = (lines[:, column] for column in (0, 1, 3))
        last = np.roll(seat, 1)
        begins = (first == 1) & (np.roll(game, 1) == game)
        everybody = np.ones(len(lines), bool)
        for which, is_his, coming in (
            (everybody, True, 0.0),
            (first == 1, False, 1.0),
            (first == 0, False, 1.5),
            (begins & (last == seat), True, 0.5),
            (begins & (last != seat), False, 0.5),
        ):
            found.append(seen(lines[which], is_his, coming))
            found[-1][:, 0] += place * 1_000_000
    rows = np.concatenate(found)
    return rows[:, 0], rows[:, 2:], rows[:, 1]


def seen(lines: Any, is_his: bool, coming: float) -> Any:
    """The same lines as one of the two sees them; the other acts so often before he does."""
    own, other = lines[:, 4 : 4 + SHEET], lines[:, 4 + SHEET : 4 + 2 * SHEET]
    ground = lines[:, 4 + 2 * SHEET :]
    shared, mine, theirs = ground[:, :SHARED], ground[:, SHARED : SHARED + OWN], ground[:, SHARED + OWN :]
    won = lines[:, 2:3]
    if not is_his:
        own, other, mine, theirs, won = other, own, theirs, mine, 1 - won
    often = np.full((len(lines), 1), coming, np.float32)
    return np.concatenate([lines[:, :1], won, own, other, often, shared, mine, theirs], axis=1)


class Learner:
    """The network while it learns (Adam, and weights that shrink a little)."""

    def __init__(self, seed: int) -> None:
        chance = np.random.RandomState(seed)
        shapes = [(FIXED + GEOMETRY, WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW, 1), (1,)]
        scales = [0.22, 0.0, 0.25, 0.0, 0.1, 0.0]
        self.weights = [scale * chance.randn(*shape) for shape, scale in zip(shapes, scales, strict=True)]
        self.means = [0 * weights for weights in self.weights]
        self.squares = [0 * weights for weights in self.weights]
        self.steps = 0

    def layers(self, inputs: Any) -> tuple[Any, Any, Any]:
        """Both hidden layers, and the chance to win."""
        one, one_bias, two, two_bias, last, last_bias = self.weights
        wide = np.maximum(inputs @ one + one_bias, 0)
        narrow = np.maximum(wide @ two + two_bias, 0)
        return wide, narrow, 1 / (1 + np.exp(-(narrow @ last + last_bias)[:, 0]))

    def learn(self, inputs: Any, won: Any, rate: float, shrink: float = 0.3) -> None:
        """One step downhill."""
        wide, narrow, chance = self.layers(inputs)
        slope = ((chance - won) / len(won))[:, None]
        back = (slope @ self.weights[4].T) * (narrow > 0)
        first = (back @ self.weights[2].T) * (wide > 0)
        slopes = [inputs.T @ first, first.sum(0), wide.T @ back, back.sum(0), narrow.T @ slope, slope.sum(0)]
        self.steps += 1
        for place, found in enumerate(slopes):
            self.means[place] = 0.9 * self.means[place] + 0.1 * found
            self.squares[place] = 0.999 * self.squares[place] + 0.001 * found**2
            mean = self.means[place] / (1 - 0.9**self.steps)
            spread = np.sqrt(self.squares[place] / (1 - 0.999**self.steps)) + 1e-8
            smaller = shrink * self.weights[place] if place % 2 == 0 else 0.0
            self.weights[place] -= rate * (mean / spread + smaller)

    def loss(self, inputs: Any, won: Any) -> float:
        """How far off it is, in nats."""
        chance = np.clip(self.layers(inputs)[2], 1e-4, 1 - 1e-4)
        return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())

    def text(self) -> str:
        """As bots/wheelie/network.py reads it."""
        one, one_bias, two, two_bias, last, last_bias = self.weights
        parts = [one[:FIXED], one[FIXED:].T, one_bias, two.T, two_bias, last, last_bias]
        numbers = [round(1000 * float(number)) for part in parts for number in part.ravel()]
        return " ".join(map(str, [FIXED, GEOMETRY, WIDE, NARROW, *numbers]))


def learn(wish: argparse.Namespace) -> None:
    """Fit a network and write it down."""
    game, inputs, won = samples(wish.files)
    chance = np.random.RandomState(wish.seed)
    duels = np.unique(game)
    is_kept = np.isin(game, duels[chance.rand(len(duels)) < KEPT])
    learner = Learner(wish.seed)
    mine = np.flatnonzero(~is_kept)
    for age in range(wish.rounds):
        order = chance.permutation(mine)
        for start in range(0, len(order) - 255, 256):
            batch = order[start : start + 256]
            learner.learn(inputs[batch], won[batch], 0.002 * (1 - age / wish.rounds) + 0.00001)
        print(f"round {age + 1}: loss {learner.loss(inputs[is_kept], won[is_kept]):.4f} on {is_kept.sum()} others")
    Path(wish.output).write_text(learner.text() + "\n", encoding="utf-8")


def main() -> None:
    """Play or learn."""
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("what", choices=["play", "learn"])
    wishes.add_argument("files", nargs="+")
    wishes.add_argument("-o", "--output", default="weights.txt")
    wishes.add_argument("--minutes", type=float, default=10)
    wishes.add_argument("--rounds", type=int, default=5)
    wishes.add_argument("--seed", type=int, default=1)
    wish = wishes.parse_args()
    (play if wish.what == "play" else learn)(wish)


if __name__ == "__main__":
    main()
