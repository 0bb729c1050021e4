"""Compounds in the terminal: named ones by number, ways to a place with go, several actions with semicolons; undo."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from tests.games.benhur.world import race_of
from tests.terminal.matches import SilentScreen


def loop_with_points(points: int) -> MatchLoop:
    """Return the loop of a race whose mover, a person, has at least this many points and no rival ahead."""
    for seed in range(1, 60):
        match = hd.new("benhur", "circus", seats=2, seed=seed, options={"tricks": 0, "laps": 1})
        while match.decision is not None and match.decision.name != "NextStep":
            match.play(match.proposals()[0])
        if race_of(match).turn.points >= points:
            loop = MatchLoop(match, [Seat(0, ""), Seat(1, "")], SilentScreen(), odds=False)
            loop.viewer = match.seat
            return loop
    raise AssertionError(f"no seed gives {points} points")


def choose(loop: MatchLoop, typed: str) -> int:
    """Type something; return how many moves it played."""
    before = len(loop.match.moves)
    actions = loop.handle_input(typed)
    if actions:
        loop.apply_choice(actions)
    return len(loop.match.moves) - before


def test_a_named_compound_is_an_option_with_a_number() -> None:
    loop = loop_with_points(4)
    option = loop.options(with_odds=False)[-1]
    assert option.label.startswith("Straight on, all")
    count = option.action.count("straight")
    assert choose(loop, option.key) == count


def test_go_drives_to_a_place_and_undo_takes_the_whole_way_back() -> None:
    loop = loop_with_points(4)
    before = loop.match.digest()
    name = next(place.name for place in loop.match.destinations() if len(place.actions) == 3)
    assert choose(loop, f"go {name}") == 3
    assert loop.message == ""
    loop.undo()
    assert loop.match.digest() == before


def test_go_without_a_known_place_lists_the_places() -> None:
    loop = loop_with_points(4)
    names = [place.name for place in loop.match.destinations()]
    assert choose(loop, "go nowhere") == 0
    assert loop.message == f"You can go to: {', '.join(names)}."
    choose(loop, f"go {names[-1]}")
    while loop.match.destinations():
        loop.match.play(loop.match.proposals()[0])
    assert choose(loop, "go 0/1/1") == 0
    assert loop.message == "There is no place to go to beyond the next step."


def test_several_actions_are_typed_with_semicolons() -> None:
    loop = loop_with_points(4)
    assert choose(loop, "straight; 1;straight") == 3
    loop.undo()
    assert choose(loop, "straight; whips 3; straight") == 1
    assert loop.message.startswith("Stopped after 1 of 3: the next action is no longer possible. ")
    assert loop.message.endswith("[BH-Q36]")


def test_a_list_with_something_that_is_no_action_plays_nothing() -> None:
    loop = loop_with_points(4)
    assert choose(loop, "straight; far away!") == 0
    assert "'far away!' is not an action." in loop.message
    assert choose(loop, "whips 3; straight") == 0
    assert loop.message.endswith("[BH-Q36]")
