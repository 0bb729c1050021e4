"""Train the networks of What a Wheelie: play battles, and fit a network to their results.

    python tools/train_wheelie_network.py play two.npz --kind two --battles 6317 --seed 13
    python tools/train_wheelie_network.py train two.npz [more.npz ...] -o weights.txt

`play` plays battles between rollout bots and saves them as training data. Run it with the compiled build, which is
about ten times as fast. Every crew has its own driving style and chooses some of its moves and deployments at random,
so that the data contains bad positions too. In battles of the kind `rams`, crews also pass up whole activations or
parts of them, and a crew that is about to lose rams an enemy, as a veteran does. A row of the file is the position
between two activations, as the network sees it, with the result of the battle.

`train` fits a network to one or more such files and writes its weights, which belong in
bots/wheelie/network_weights.py, together with a note of the battles used. One battle in ten is held out; after every
epoch the loss on the held-out battles is printed, in nats (less is better).

The same seeds give the same weights.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

import hippodrome as hd
from hippodrome.bots.wheelie.dice_estimator import DiceEstimator
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
from hippodrome.bots.wheelie.ramming import enemy_chariots_within, ram_action
from hippodrome.bots.wheelie.rollout_bot import RolloutBot
from hippodrome.bots.wheelie.style import QUICK, Style
from hippodrome.games.wheelie.die_uses import END
from hippodrome.games.wheelie.sequence import NextAct
from hippodrome.games.wheelie.state import FIGHTING
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup

GAME: Any = hd.game("wheelie")
KINDS = {
    "duel": ("duel", 2),
    "rams": ("duel", 2),  # with crews that ram when they are about to lose
    "two": ("sides", 4),
    "three": ("sides", 6),
    "runners": ("sides", 4),  # two by two with the printed forces, which include Runners
    "funeral": ("funeral", 4),
}
"""Scenario and number of seats of each kind of battle."""
MAX_SIDES = 6
CHARIOTS = [kind.number for kind in GAME.kinds if not kind.is_runners]
RESTRICTIONS = [("advance", "turn"), ("advance", "turn", "shoot"), ("shoot",), ("advance", "turn", "shoot", "aim")]
"""Sets of verbs that a crew may avoid for a whole activation."""
PREPARATIONS = ("reload", "heal", "bank")
SETUP_DECISIONS = ("Deploy", "Mirror", "PickEdge")
MOVE_DECISIONS = ("NextLeg", "FirstDrive", "LegWheel", "SecondDrive", "TurnPivot")
SEED_STRIDE = 1_000_003
"""Difference between the first battle seeds of two consecutive `--seed` values."""

UNIT_INPUTS, BATTLE_INPUTS, DISTANCE_INPUTS, VIEW_INPUTS = 18, 11, 4, 11
UNIT_COLUMNS = 2 + UNIT_INPUTS + BATTLE_INPUTS
"""Columns for a unit: whether it fights, whether it counts for its side, its features, and those of the battle."""
PAIR_COLUMNS = 1 + DISTANCE_INPUTS + VIEW_INPUTS
"""Columns for a unit and an enemy: the enemy's activations before the unit's next one, the distance, and the view."""
FIRST_INPUTS = 2 * UNIT_INPUTS + PAIR_COLUMNS + VIEW_INPUTS
"""Inputs of the first layer: both units, the pair, and the enemy's view of the unit."""
FIRST_SIZE, SECOND_SIZE = 32, 16
WEIGHT_SCALE = 1000
"""The text of a network holds weights in thousandths."""

BATCH_SIZE = 512
LEARNING_RATE, MIN_LEARNING_RATE = 0.002, 0.00001
WEIGHT_DECAY = 0.1
MEAN_RATE, SQUARE_RATE = 0.1, 0.001  # share of a new gradient in Adam's running averages
HELD_OUT_DIGIT = 3
"""Battles whose number ends with this digit are held out of the training."""


# -------------------------------------------------------------------- playing


class RandomisedBot:
    """A rollout bot that chooses some of its moves and deployments at random."""

    def __init__(self, style: Style, rng: random.Random) -> None:
        self.bot = RolloutBot(style)
        self.rng = rng
        self.move_chance = rng.choice([0.0, 0.0, 0.04, 0.1])
        self.setup_chance = rng.choice([0.0, 0.3, 1.0])

    def choose(self, state: Any, seat: int) -> Any:
        """Return a random action or the rollout bot's."""
        return self.random_action(state, state.agenda[-1].name()) or self.bot.choose(GAME, state, seat)

    def random_action(self, state: Any, decision: str) -> Any:
        """Return a random action with the chance that belongs to this kind of decision; otherwise None."""
        chance = self.setup_chance if decision in SETUP_DECISIONS else 0.0
        if decision in MOVE_DECISIONS:
            chance = self.move_chance
        if decision == "SpendDie":
            chance = self.move_chance / 2
        if chance and self.rng.random() < chance:
            return self.rng.choice(agenda.proposals(state))
        return None


class RammingBot(RandomisedBot):
    """A randomised bot that rams when it is about to lose, and avoids some actions in some activations."""

    def __init__(self, style: Style, rng: random.Random) -> None:
        super().__init__(style, rng)
        self.restriction_chance = rng.choice([0.0, 0.0, 0.1, 0.3])
        self.activation = (0, 0)  # turn and unit
        self.avoided: tuple[str, ...] = ()
        self.is_ramming = False

    def choose(self, state: Any, seat: int) -> Any:
        """Return an action that brings the unit closer to its target if it rams, otherwise one it does not avoid."""
        decision = state.agenda[-1].name()
        if decision == "SpendDie":
            self.start_activation(state, seat)
        action = ram_action(state, agenda.proposals(state)) if self.is_ramming else None
        if action is not None and state.agenda[-1].check(state, seat, action) is None:
            return action
        action = self.random_action(state, decision)
        if action is not None:
            return action
        action = self.bot.choose(GAME, state, seat)
        if decision != "SpendDie" or action.verb not in self.avoided:
            return action
        return next((other for other in agenda.proposals(state) if other.verb in PREPARATIONS), END)

    def start_activation(self, state: Any, seat: int) -> None:
        """At the first die of an activation, decide whether to ram and which actions to avoid."""
        current = (int(state.turn), int(state.act.unit))
        if current != self.activation:
            self.activation = current
            unit = state.units[state.act.unit]
            is_losing = GAME.analysis.value(state, seat) < LOST_DUEL_VALUE
            self.is_ramming = is_losing and bool(enemy_chariots_within(state, unit, RAM_REACH_MI))
            self.avoided = self.rng.choice(RESTRICTIONS) if self.rng.random() < self.restriction_chance else ()


def random_bot(rng: random.Random, bot: type[RandomisedBot] = RandomisedBot) -> RandomisedBot:
    """Return a bot with the style QUICK or, half of the time, with a random style."""
    if rng.choices(["quick", "random"], [50, 50])[0] == "quick":
        return bot(QUICK, rng)
    style = Style(
        threat=rng.choice((60, 125, 250, 400)),
        ram_risk=rng.choice((0, 0, 100)),
        search_depth=rng.choice((0,)),  # a choice of one, so that the same seeds still give the same battles
        drive_samples=rng.choice((2, 3)),
        next_turn=rng.choice((50, 100, 200, 300)),
        good_enough=rng.choice((120, 240, 400)),
        bow_range_mi=rng.choice((5000, 9000, 13_000, 16_000)),
        approach_bow=rng.choice((100, 200, 400)),
        approach_javelin=rng.choice((21, 35, 60)),
        cripple_bonus=rng.choice((5, 15, 30)),
    )
    return bot(style, rng)


def bots_for(kind: str, seats: int, rng: random.Random) -> list[RandomisedBot]:
    """Return a bot for each seat; in battles of two sides, the seats of a side share one bot."""
    bots = [random_bot(rng, RammingBot if kind == "rams" else RandomisedBot) for _ in range(seats)]
    if KINDS[kind][0] == "sides":
        side_bots = [random_bot(rng) for _ in range(2)]
        bots = [side_bots[seat % 2] for seat in range(seats)]
    return bots


def position_row(state: Any, order_index: int) -> Any:
    """Return the network's inputs for a position; all units up to `order_index` in the order have acted."""
    units = state.units
    placements = [Placement(unit, state.box(unit), obstacle_features(state, state.box(unit)), True) for unit in units]
    estimator = DiceEstimator(state, next(unit for unit in units if unit.status == FIGHTING))
    row: list[float] = []
    for unit in units:
        fights = unit.status == FIGHTING
        row += [float(fights), float(counts_for_its_side(state, unit))]
        row += unit_features(unit) if fights else [0.0] * UNIT_INPUTS
        row += battle_features(state, units, unit)
    pairs = np.zeros((len(units), len(units), PAIR_COLUMNS), np.float32)
    for first in placements:
        for second in placements[first.unit.id + 1 :]:
            one, other = first.unit, second.unit
            if one.status == other.status == FIGHTING and one.side != other.side:
                geometry = PairGeometry(estimator, first, second)
                pairs[one.id, other.id] = [
                    activations_before(state, order_index, one, other),
                    *geometry.features[: PAIR_COLUMNS - 1],
                ]
                pairs[other.id, one.id] = [
                    activations_before(state, order_index, other, one),
                    *geometry.reverse_features[: PAIR_COLUMNS - 1],
                ]
    return np.concatenate([np.array(row, np.float32), pairs.ravel()])


def follow(state: Any, steps: list[Any], rows: list[Any]) -> None:
    """Run steps as agenda.follow does, and add a row before every activation and at the end of every turn."""
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
            is_turn_over = step.place >= len(state.order)
            if is_turn_over or state.units[state.order[step.place]].status == FIGHTING:
                rows.append(position_row(state, step.place - 1))
        steps = step.run(state)


def play_battle(kind: str, seed: int) -> tuple[list[Any], list[float], list[int]]:
    """Play a battle; return a row for each position, each side's share of the victory, and the side of each unit."""
    rng = random.Random(seed)
    scenario, seats = KINDS[kind]
    if kind == "funeral":
        seats = rng.choice([3, 4, 4, 4, 4])
    even = "usual" if kind == "runners" else "even"
    printed = "even" if kind in ("two", "three") else "usual"
    chariots = rng.choices([printed, even, "any"], [35, 15, 50])[0]
    options = {"chariots": even if chariots == "any" else chariots}
    state: Any = Setup(GAME, scenario, seats, options).start(TapeDice(seed_from(seed)))
    if chariots == "any":
        for unit in state.units:
            if not state.is_runners(unit):
                unit.kind = rng.choice(CHARIOTS)
    state.logging = False
    rows: list[Any] = []
    agenda.advance(state)
    bots = bots_for(kind, seats, rng)
    while state.agenda and not state.over:
        seat, step, actions = agenda.seats(state)[0], state.agenda[-1], agenda.proposals(state)
        action = actions[0] if len(actions) == 1 else bots[seat].choose(state, seat)
        follow(state, step.answer(state, action, seat), rows)
    return rows, shares_of_victory(state), [int(unit.side) for unit in state.units]


def shares_of_victory(state: Any) -> list[float]:
    """Return each side's share of the victory, with zeros for sides that did not take part; all share a draw."""
    winning_seats = GAME.result(state).winners
    sides = sorted({int(unit.side) for unit in state.units})
    winners = sorted({int(unit.side) for unit in state.units if unit.seat in winning_seats}) or sides
    return [1.0 / len(winners) if side in winners else 0.0 for side in range(max(MAX_SIDES, len(sides)))]


def pad_row(row: Any, units: int, max_units: int) -> Any:
    """Return a row with empty columns for more units."""
    pairs = np.zeros((max_units, max_units, PAIR_COLUMNS), np.float32)
    pairs[:units, :units] = row[units * UNIT_COLUMNS :].reshape(units, units, PAIR_COLUMNS)
    padding = np.zeros((max_units - units) * UNIT_COLUMNS, np.float32)
    return np.concatenate([row[: units * UNIT_COLUMNS], padding, pairs.ravel()])


def play(args: argparse.Namespace) -> None:
    """Play battles and save their positions and results."""
    battles: list[tuple[int, list[Any], list[float], list[int]]] = []
    for number in range(args.battles):
        battles.append((number, *play_battle(args.kind, args.seed * SEED_STRIDE + number)))
        sys.stderr.write(f"\r{number + 1} battles")
    sys.stderr.write("\n")
    sides = max([unit_sides for _, _, _, unit_sides in battles], key=len)
    np.savez(
        args.files[0],
        rows=np.array(
            [pad_row(row, len(unit_sides), len(sides)) for _, rows, _, unit_sides in battles for row in rows],
            np.float16,
        ),
        share=np.array([shares for _, rows, shares, _ in battles for _ in rows], np.float32),
        game=np.array([number for number, rows, _, _ in battles for _ in rows]),
        side=np.array(sides),
    )


# -------------------------------------------------------------------- training


class TrainingData:
    """The positions and results of a file."""

    def __init__(self, path: str) -> None:
        file = np.load(path)
        self.name = Path(path).stem
        self.rows, self.shares, self.battles = file["rows"], file["share"], file["game"]
        self.side_of_unit = file["side"]
        self.units = len(self.side_of_unit)
        self.sides = int(self.side_of_unit.max()) + 1
        pairs = [(one, other) for one in range(self.units) for other in range(self.units) if one != other]
        self.first_units, self.second_units = (np.array(column) for column in zip(*pairs, strict=True))

    def batch(self, indices: Any) -> tuple[Any, ...]:
        """Return the inputs of each pair, masks of pairs and of units, the battle inputs, and the shares of victory."""
        rows = self.rows[indices].astype(np.float32)
        units = rows[:, : self.units * UNIT_COLUMNS].reshape(-1, self.units, UNIT_COLUMNS)
        pairs = rows[:, self.units * UNIT_COLUMNS :].reshape(-1, self.units, self.units, PAIR_COLUMNS)
        forward, backward = pairs[:, self.first_units, self.second_units], pairs[:, self.second_units, self.first_units]
        unit_inputs = units[:, :, 2 : 2 + UNIT_INPUTS]
        inputs = [
            unit_inputs[:, self.first_units],
            unit_inputs[:, self.second_units],
            forward,
            backward[:, :, 1 + DISTANCE_INPUTS :],
        ]
        bearing = forward[:, :, 1 + DISTANCE_INPUTS : 5 + DISTANCE_INPUTS]  # zero only where there is no pair
        is_pair = (np.abs(bearing).sum(-1) > 0).astype(np.float32)
        shares = self.shares[indices][:, : self.sides]
        return np.concatenate(inputs, -1), is_pair, units[:, :, 1], units[:, :, 2 + UNIT_INPUTS :], shares


class Trainer:
    """The weights in training, with the running averages of Adam (with weight decay)."""

    def __init__(self, seed: int) -> None:
        rng = np.random.RandomState(seed)
        shapes = [
            (FIRST_INPUTS, FIRST_SIZE),
            (FIRST_SIZE,),
            (FIRST_SIZE, SECOND_SIZE),
            (BATTLE_INPUTS, SECOND_SIZE),
            (SECOND_SIZE,),
            (SECOND_SIZE, 1),
            (1,),
        ]
        scales = [0.22, 0.0, 0.2, 0.2, 0.0, 0.1, 0.0]
        self.weights = [
            (scale * rng.randn(*shape)).astype(np.float32) for shape, scale in zip(shapes, scales, strict=True)
        ]
        self.means = [0 * weights for weights in self.weights]
        self.squares = [0 * weights for weights in self.weights]
        self.steps = 0

    def forward(self, data: TrainingData, batch: tuple[Any, ...]) -> tuple[Any, Any, Any, Any]:
        """Return the first layer, its sums by unit, the second layer, and each side's chance to win."""
        inputs, is_pair, counts, battle_inputs, _ = batch
        first_weights, first_bias, second_weights, battle_weights, second_bias, output_weights, output_bias = (
            self.weights
        )
        size, pairs, units = len(inputs), inputs.shape[1], data.units
        first = np.maximum(inputs.reshape(size * pairs, -1) @ first_weights + first_bias, 0)
        first = first.reshape(size, pairs, FIRST_SIZE) * is_pair[:, :, None]
        sums = first.reshape(size, units, pairs // units, FIRST_SIZE).sum(2).reshape(size * units, FIRST_SIZE)
        battle_part = battle_inputs.reshape(size * units, -1) @ battle_weights
        second = np.maximum(sums @ second_weights + battle_part + second_bias, 0)
        unit_scores = (second @ output_weights + output_bias).reshape(size, units) * counts
        side_scores = np.zeros((size, data.sides), np.float32)
        for unit in range(units):
            side_scores[:, data.side_of_unit[unit]] += unit_scores[:, unit]
        exponentials = np.exp(side_scores - side_scores.max(1, keepdims=True))
        return first, sums, second, exponentials / exponentials.sum(1, keepdims=True)

    def train_batch(self, data: TrainingData, indices: Any, rate: float) -> None:
        """Make one step of gradient descent on the cross-entropy of a batch."""
        batch = data.batch(indices)
        inputs, _, counts, battle_inputs, shares = batch
        first, sums, second, chances = self.forward(data, batch)
        size, pairs, units = len(inputs), inputs.shape[1], data.units
        output_slope = (((chances - shares) / size)[:, data.side_of_unit] * counts).reshape(size * units, 1)
        second_slope = (output_slope @ self.weights[5].T) * (second > 0)
        first_slope = (second_slope @ self.weights[2].T).reshape(size, units, 1, FIRST_SIZE)
        first_slope = np.broadcast_to(first_slope, (size, units, pairs // units, FIRST_SIZE))
        first_slope = first_slope.reshape(size * pairs, FIRST_SIZE)
        first_slope = first_slope * (first.reshape(size * pairs, FIRST_SIZE) > 0)
        gradients = [
            inputs.reshape(size * pairs, -1).T @ first_slope,
            first_slope.sum(0),
            sums.T @ second_slope,
            battle_inputs.reshape(size * units, -1).T @ second_slope,
            second_slope.sum(0),
            second.T @ output_slope,
            output_slope.sum(0),
        ]
        self.update_weights(gradients, rate)

    def update_weights(self, gradients: list[Any], rate: float) -> None:
        """Change the weights by one step of Adam; only matrices decay, not biases."""
        self.steps += 1
        for index, gradient in enumerate(gradients):
            self.means[index] += MEAN_RATE * (gradient - self.means[index])
            self.squares[index] += SQUARE_RATE * (gradient**2 - self.squares[index])
            deviation = np.sqrt(self.squares[index] / (1 - (1 - SQUARE_RATE) ** self.steps)) + 1e-8
            change = self.means[index] / (1 - (1 - MEAN_RATE) ** self.steps) / deviation
            if self.weights[index].ndim == 2:
                change = change + WEIGHT_DECAY * self.weights[index]
            self.weights[index] -= (rate * change).astype(np.float32)

    def loss(self, data: TrainingData, indices: Any) -> float:
        """Return the mean cross-entropy of these rows, in nats."""
        total = 0.0
        for start in range(0, len(indices), 4096):
            batch = data.batch(indices[start : start + 4096])
            chances = self.forward(data, batch)[3]
            total -= float((batch[4] * np.log(np.clip(chances, 1e-5, 1))).sum())
        return total / max(len(indices), 1)

    def text(self) -> str:
        """Return the weights as text, in the form that bots/wheelie/network.py reads."""
        first_weights, first_bias, second_weights, battle_weights, second_bias, output_weights, output_bias = (
            self.weights
        )
        fixed = 2 * UNIT_INPUTS + 1  # inputs that do not depend on positions: both units and the activations
        parts = [
            first_weights[:fixed],
            first_weights[fixed:].T,
            first_bias,
            second_weights.T,
            battle_weights.T,
            second_bias,
            output_weights,
            output_bias,
        ]
        numbers = [round(WEIGHT_SCALE * float(number)) for part in parts for number in part.ravel()]
        sizes = [UNIT_INPUTS, FIRST_INPUTS - fixed, BATTLE_INPUTS, FIRST_SIZE, SECOND_SIZE]
        return " ".join(map(str, [*sizes, *numbers]))


def train(args: argparse.Namespace) -> None:
    """Fit a network to files of battles and write its weights."""
    files = [TrainingData(path) for path in args.files]
    rng = np.random.RandomState(args.seed)
    trainer = Trainer(args.seed)
    training_rows = [np.flatnonzero(data.battles % 10 != HELD_OUT_DIGIT) for data in files]
    held_out_rows = [np.flatnonzero(data.battles % 10 == HELD_OUT_DIGIT) for data in files]
    total_batches = max(args.epochs * sum([len(rows) // BATCH_SIZE for rows in training_rows]), 1)
    batches_done = 0
    for epoch in range(args.epochs):
        batches: list[tuple[TrainingData, Any]] = []
        for data, rows in zip(files, training_rows, strict=True):
            order = rng.permutation(rows)
            starts = range(0, len(order) - BATCH_SIZE + 1, BATCH_SIZE)
            batches += [(data, np.sort(order[start : start + BATCH_SIZE])) for start in starts]
        for index in rng.permutation(len(batches)):
            data, rows = batches[index]
            rate = LEARNING_RATE * (1 - batches_done / total_batches) + MIN_LEARNING_RATE
            trainer.train_batch(data, rows, rate)
            batches_done += 1
        losses = [
            f"{data.name} {trainer.loss(data, rows):.4f} ({len(rows)} rows)"
            for data, rows in zip(files, held_out_rows, strict=True)
        ]
        print(f"epoch {epoch + 1}: loss on held-out battles: {', '.join(losses)}", flush=True)
    Path(args.output).write_text(trainer.text() + "\n", encoding="utf-8")


def main() -> None:
    """Run the command `play` or `train`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["play", "train"])
    parser.add_argument("files", nargs="+", metavar="FILE", help="file to write (play) or files to read (train)")
    parser.add_argument("-o", "--output", default="weights.txt", help="train: file of weights (default: weights.txt)")
    parser.add_argument("--kind", choices=list(KINDS), default="duel", help="play: kind of battle (default: duel)")
    parser.add_argument("--battles", type=int, default=1000, help="play: number of battles (default: 1000)")
    parser.add_argument("--epochs", type=int, default=4, help="train: passes through the data (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the battles or of the training (default: 1)")
    args = parser.parse_args()
    (play if args.command == "play" else train)(args)


if __name__ == "__main__":
    main()
