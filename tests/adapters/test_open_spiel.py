"""OpenSpiel: its own test passes, chance is explicit, and nothing looks into the future."""

from __future__ import annotations

import pickle
import random
import sys
from collections import deque
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tests.adapters.small import GAMES, SMALL

if sys.platform == "win32":
    pytest.skip("OpenSpiel has no wheel for Windows, so its door is not tested here", allow_module_level=True)

pyspiel: Any = import_module("pyspiel")
import_module("hippodrome.adapters.open_spiel")  # makes the games known

NEAR_THE_END = {"chariot": 60, "magic": 40}
"""Games whose own test would take too long from the start: it begins this many nodes before the end of a match."""


def load(slug: str, extra: str = "") -> Any:
    scenario, seats, options = SMALL[slug]
    written = ";".join([f"{name}:{value}" for name, value in options.items()])
    return pyspiel.load_game(f"hippodrome_{slug}(scenario={scenario},seats={seats},options={written}{extra})")


def walk(state: Any, chance: random.Random, most: int = 1_000_000) -> int:
    """Play at random, at most so many nodes; returns how many there were."""
    count = 0
    while count < most and not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        count += 1
    return count


def at(game: Any, moves: int, seed: int = 1) -> Any:
    state = game.new_initial_state()
    walk(state, random.Random(seed), moves)
    return state


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug not in NEAR_THE_END])
def test_random_sim(slug: str) -> None:
    pyspiel.random_sim_test(load(slug), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", sorted(NEAR_THE_END))
def test_random_sim_at_the_end_of_a_long_match(slug: str) -> None:
    game, chance = load(slug), random.Random(1)
    state, late = game.new_initial_state(), deque[Any](maxlen=NEAR_THE_END[slug])
    while walk(state, chance, 1):
        late.append(state.clone())
    pyspiel.random_sim_test_with_specific_initial_state(game, 1, late[0], True)


def test_chance_nodes_come_before_dice_and_their_outcomes_are_equally_likely() -> None:
    game = load("benhur", ",tapes=32")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(tape, 1 / 32) for tape in range(32)]
    state.apply_action(3)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    pending = state.position.pending
    outcomes = {str(state.child(tape)) for tape in range(32)}
    assert pending is not None
    assert len(outcomes) > 1
    assert str(state.child(5)) == str(state.child(5))


def test_between_throws_a_state_holds_no_dice() -> None:
    state = at(load("benhur"), 30)
    assert type(state.position.state.dice).__name__ == "NoDice"


def test_a_clone_goes_its_own_way_and_a_pickle_comes_back_the_same() -> None:
    state = at(load("benhur"), 41)
    digest, clone = state.position.digest(), state.clone()
    again = pickle.loads(pickle.dumps(state))
    walk(clone, random.Random(2), 5)
    assert state.position.digest() == digest == again.position.digest() != clone.position.digest()
    assert again.legal_actions() == state.legal_actions()
    for seat in (0, 1):
        assert again.information_state_string(seat) == state.information_state_string(seat)


def test_a_match_is_its_history() -> None:
    game = load("races")
    state = at(game, 60)
    other = game.new_initial_state()
    for action in state.history():
        other.apply_action(action)
    assert str(other) == str(state)


def test_what_a_player_cannot_know_is_dealt_anew_without_his_noticing() -> None:
    state = at(load("benhur"), 12)
    while state.is_chance_node():
        state.apply_action(0)
    player = state.current_player()
    others = [state.resample_from_infostate(player, random.Random(seed).random) for seed in range(6)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
    assert len({other.observation_string(1 - player) for other in others}) > 1


def test_a_player_recalls_what_he_saw_and_did() -> None:
    state = at(load("benhur"), 12)
    recalled = state.information_state_string(0)
    assert recalled.endswith(state.observation_string(0))
    assert "Red lines up on lane" in recalled
    assert "> lane" in recalled
    assert recalled.count("> lane") == 1, "only his own moves"


def test_a_game_that_cannot_be_set_up_says_why() -> None:
    for wrong, why in (("scenario=nowhere", "no scenario 'nowhere'"), ("options=laps:99", "option laps cannot be")):
        with pytest.raises((ValueError, RuntimeError), match=why):
            pyspiel.load_game(f"hippodrome_benhur({wrong})")
