"""Perft: the leaves of small game trees, over all actions and all dice to a fixed depth, are counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import hippodrome as hd
from hippodrome.games.benhur.movement import NEXT_STEP
from hippodrome.games.benhur.sequence import NEW_ROUND, NEXT_TURN
from hippodrome.games.benhur.state import Race, Turn
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import Dice, branches
from hippodrome.kit.state import State, digest_of, rows_of


class Tree:
    """The game tree below a position: its leaves, the different states among them, and the matches that end."""

    def __init__(self, state: State, depth: int) -> None:
        self.leaves = 0
        self.ends = 0
        self.digests: Counter[str] = Counter()
        self.total_chance = Fraction(0)
        self.walk(state, depth, Fraction(1))

    def walk(self, state: State, depth: int, chance: Fraction) -> None:
        """Play every action with every roll; all actions are equally likely."""
        if depth == 0 or not state.agenda:
            self.leaves += 1
            self.ends += not state.agenda
            self.digests[digest_of(rows_of(state))] += 1
            self.total_chance += chance
            return
        actions = agenda.proposals(state)
        for action in actions:
            for part, after in branches(lambda dice, action=action: play_copy(state, action, dice)):  # type: ignore[misc]
                self.walk(after, depth - 1, chance * part / len(actions))

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of leaves, of different states and of finished matches."""
        assert self.total_chance == 1
        return self.leaves, len(self.digests), self.ends


def play_copy(state: State, action: Action, dice: Dice) -> State:
    """Return a copy of the state after an action with these dice."""
    after = state.clone()
    after.dice = dice
    agenda.act(after, action, agenda.seats(after)[0])
    return after


def pig(*scores: int) -> State:
    """Return a game of Pig to 20 with these scores and Red to move."""
    state = hd.new("pig", seed=1, options={"goal": 20}).state
    for player, score in zip(state.players, scores, strict=True):  # type: ignore[attr-defined]
        player.score = score
    return state


@pytest.mark.parametrize(
    ("depth", "counts"),
    [(0, (1, 1, 0)), (1, (7, 6, 0)), (2, (49, 21, 0)), (3, (343, 76, 0)), (4, (2401, 255, 70))],
)
def test_pig_from_the_start_has_the_known_tree(depth: int, counts: tuple[int, int, int]) -> None:
    assert Tree(pig(0, 0), depth).counts() == counts


def test_pig_with_both_players_about_to_win_has_the_known_tree() -> None:
    assert Tree(pig(18, 17), 4).counts() == (127, 29, 95)


def test_pig_with_a_blind_start_has_the_known_tree() -> None:
    state = hd.new("pig", "blind", seed=1, options={"goal": 20}).state
    assert Tree(state, 2).counts() == (216, 2, 0)
    assert Tree(state, 3).counts() == (1512, 12, 0)


def race(track: str, one: str, other: str, points: int, hands: tuple[int, int] = (0, 0)) -> Race:
    """Return a race of two chariots in round 2, in which Red is moving on one whip and has these points left."""
    race = hd.new("benhur", track, seats=2, seed=1, options={"tricks": 0, "laps": 1}).state
    assert isinstance(race, Race)
    for chariot, square, hand in zip(race.chariots, (one, other), hands, strict=True):
        chariot.square = race.track.lanes.parse_name(square)
        chariot.crossings = 1
        chariot.hand = (1 << hand) if hand else 0
    race.deck = tuple([number for number in race.deck if number not in hands])
    race.recount_hands()
    race.round = 2
    race.order = (0, 1)
    race.turn = Turn(0)
    race.turn.whips = 1
    race.turn.dice = bytes([points])
    race.turn.points = points
    race.agenda = [NEW_ROUND, NEXT_TURN[1], NEXT_STEP]
    return race


POSITIONS = {
    # Straight on, or a roll for either lane: 1 + 6 + 6 leaves, and the chariot ends in one of three lanes.
    "one point on a straight": (race("circus", "0/2/8", "4/2/0", 1), 1, (13, 3, 0)),
    # Beside the outermost lane there is only one other lane: 1 + 6.
    "one point beside the wall": (race("circus", "0/4/8", "4/2/0", 1), 1, (7, 2, 0)),
    "three points on a straight": (race("circus", "0/2/8", "4/2/0", 3), 3, (1507, 4, 0)),
    # Two wound dice and a direction: 6 * 6 * 6. Aside: a 1 shunts as well; the other five lead to a fight of two dice.
    "a shunt": (race("circus", "0/2/0", "0/2/1", 1), 1, (216 + 2 * (216 + 5 * 36), 20, 0)),
    # Straight on, or a 1 aside: a fight of two dice. Otherwise two wound dice, then the fight: 5 * 36 * 36.
    "a sideswipe and a fight": (race("circus", "0/1/0", "0/2/1", 1), 1, (36 + 36 + 5 * 36 * 36, 13, 0)),
    # Straight on, or a 1 to either side, pushes White over the line: 3 * 216 finished matches.
    "a shunt over the line": (race("circus", "0/2/6", "0/2/7", 1), 1, (1008, 32, 648)),
    "a bend ahead": (race("circus", "0/1/13", "4/2/0", 2), 2, (252, 84, 0)),
    "the outermost bend ahead": (race("circus", "1/4/2", "4/2/0", 3), 2, (508, 85, 0)),
    # Four results fall short; two clear the jump and roll a die on landing: 4 + 2 * 6. A roll for either lane first.
    "a jump ahead": (race("river", "4/2/5", "0/2/0", 2), 1, (16 + 2 * 6 * 16, 9, 0)),
    # Aside: a 1 jumps straight on as well; the other five land beside the rival and fight: 4 + 2 * 6 * 36.
    "a rival on the landing": (race("river", "4/2/5", "4/2/8", 2), 1, (2596 + 2 * (2596 + 5 * 436), 33, 0)),
    "Shoulder Charge against Iron Rims": (race("circus", "0/2/0", "0/2/1", 1, (11, 10)), 1, (313, 16, 0)),
    "a trick on a lane change": (race("circus", "0/2/8", "0/4/8", 1, (6, 18)), 3, (3787, 466, 0)),
    "caltrops behind": (race("circus", "0/2/8", "0/2/7", 1, (15, 4)), 3, (1092, 252, 0)),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_race_of_two_chariots_has_the_known_tree(name: str) -> None:
    state, depth, counts = POSITIONS[name]
    assert Tree(state, depth).counts() == counts
