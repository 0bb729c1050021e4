"""OpenSpiel: its own test passes, chance is explicit, and no state reveals future dice."""

from __future__ import annotations

import pickle
import random
import sys
from collections import deque
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tests.adapters.short_matches import GAMES, SHORT_MATCHES

if sys.platform == "win32":
    pytest.skip("OpenSpiel has no wheel for Windows", allow_module_level=True)

pyspiel: Any = import_module("pyspiel")
import_module("hippodrome.adapters.open_spiel")  # registers the games

LAST_NODES = {"chariot": 60, "magic": 40}
"""Games for which OpenSpiel's test would take too long from the start: it begins this many nodes before the end."""


def load(slug: str, extra: str = "") -> Any:
    scenario, seats, options = SHORT_MATCHES[slug]
    option_text = ";".join([f"{name}:{value}" for name, value in options.items()])
    return pyspiel.load_game(f"hippodrome_{slug}(scenario={scenario},seats={seats},options={option_text}{extra})")


def play_randomly(state: Any, generator: random.Random, max_nodes: int = 1_000_000) -> int:
    """Play at random for at most `max_nodes` nodes and return the number played."""
    count = 0
    while count < max_nodes and not state.is_terminal():
        state.apply_action(generator.choice(state.legal_actions()))
        count += 1
    return count


def state_after(game: Any, moves: int, seed: int = 1) -> Any:
    """Return a state after a number of random moves."""
    state = game.new_initial_state()
    play_randomly(state, random.Random(seed), moves)
    return state


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug not in LAST_NODES])
def test_openspiels_own_test_passes(slug: str) -> None:
    pyspiel.random_sim_test(load(slug), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", sorted(LAST_NODES))
def test_openspiels_own_test_passes_at_the_end_of_a_long_match(slug: str) -> None:
    game, generator = load(slug), random.Random(1)
    state, late = game.new_initial_state(), deque[Any](maxlen=LAST_NODES[slug])
    while play_randomly(state, generator, 1):
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


def test_between_rolls_a_state_holds_no_dice() -> None:
    state = state_after(load("benhur"), 30)
    assert type(state.position.state.dice).__name__ == "NoDice"


def test_a_clone_is_independent_and_a_pickle_restores_the_state() -> None:
    state = state_after(load("benhur"), 41)
    digest, clone = state.position.digest(), state.clone()
    again = pickle.loads(pickle.dumps(state))
    play_randomly(clone, random.Random(2), 5)
    assert state.position.digest() == digest == again.position.digest() != clone.position.digest()
    assert again.legal_actions() == state.legal_actions()
    for seat in (0, 1):
        assert again.information_state_string(seat) == state.information_state_string(seat)


def test_a_history_determines_the_match() -> None:
    game = load("races")
    state = state_after(game, 60)
    other = game.new_initial_state()
    for action in state.history():
        other.apply_action(action)
    assert str(other) == str(state)


def test_resampling_changes_nothing_that_the_player_can_see() -> None:
    state = state_after(load("benhur"), 12)
    while state.is_chance_node():
        state.apply_action(0)
    player = state.current_player()
    others = [state.resample_from_infostate(player, random.Random(seed).random) for seed in range(6)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
    assert len({other.observation_string(1 - player) for other in others}) > 1


def test_the_information_state_has_the_log_and_the_players_own_moves() -> None:
    state = state_after(load("benhur"), 12)
    recalled = state.information_state_string(0)
    assert recalled.endswith(state.observation_string(0))
    assert "Red lines up in lane" in recalled
    assert "> lane" in recalled
    assert recalled.count("> lane") == 1, "only the player's own moves"


def test_an_invalid_set_up_is_rejected_with_a_reason() -> None:
    for wrong, why in (("scenario=nowhere", "no scenario 'nowhere'"), ("options=laps:99", "option laps cannot be")):
        with pytest.raises((ValueError, RuntimeError), match=why):
            pyspiel.load_game(f"hippodrome_benhur({wrong})")
