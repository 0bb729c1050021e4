"""Compounds in the terminal: named ones by number, ways to a place with go, several actions with semicolons; undo."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.steering import STEERING_HELP
from tests.games.benhur.world import race_of
from tests.games.wheelie.world import world
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


def wheelie_loop() -> MatchLoop:
    """Return the loop of a battle in which Red has rolled two movement dice."""
    battle = world(A="egyptian 0 0 0", B="hittite 0 15 180", spread="1 2 3", dice="4 6").play("advance 1")
    loop = MatchLoop(battle.match, [Seat(0, ""), Seat(1, "")], SilentScreen(), odds=False)
    loop.viewer = battle.match.seat
    return loop


def test_go_drives_to_a_point_of_the_table() -> None:
    for words in ("go 36,31", "go ahead 5", "go ahead 5 left 0"):
        loop = wheelie_loop()
        before = loop.match.digest()
        assert choose(loop, words) == 2
        assert loop.match.moves[-1].action.text == "drive 5000"
        loop.undo()
        assert loop.match.digest() == before


def test_go_drives_to_a_point_and_faces_a_direction() -> None:
    loop = wheelie_loop()
    assert choose(loop, "go ahead 6 right 3 facing 270") > 4
    piece = next(node for layer in loop.match.scene(0).layers for node in layer.nodes if node.id == "unit-0")
    assert (abs(piece.x - 39_000) < 50, abs(piece.y - 30_000) < 50, piece.turn) == (True, True, 2700)


def test_go_refuses_what_names_no_point_or_leads_nowhere() -> None:
    loop = wheelie_loop()
    assert choose(loop, "go") == choose(loop, "go north") == 0
    assert loop.message == STEERING_HELP
    assert choose(loop, "go back 3") == 0
    assert loop.message == "You cannot go there."


# -------------------------------------------------------------------- many pieces


AGAIN = "Type the same again if you are sure."


def battle_loop() -> MatchLoop:
    """Return the loop of a battle in which the first army may move."""
    match = hd.new("chariot", "rome", seats=2, seed=4)
    while match.decision is not None and match.decision.name != "Move":
        match.play(match.proposals()[0])
    loop = MatchLoop(match, [Seat(0, ""), Seat(1, "")], SilentScreen(), odds=False)
    loop.viewer = match.seat
    return loop


def test_several_pieces_are_sent_to_a_place_together() -> None:
    loop = battle_loop()
    selection = loop.match.selection()
    assert selection is not None
    assert selection.pending in loop.content(loop.options(with_odds=False)).scene.prompt
    first, second = selection.pieces[:2]
    place = loop.match.selection_destinations([first.node, second.node])[-1]
    before = loop.match.digest()
    assert choose(loop, f"go {place.name} with {first.name.lower()}, {second.name}") >= 4
    loop.undo()
    assert loop.match.digest() == before
    everyone = loop.match.selection_destinations([piece.node for piece in selection.pieces])[-1]
    assert choose(loop, f"go {everyone.name} with all") == 0
    assert loop.message == "After this no unit can move. The phase ends, and you cannot undo it. " + AGAIN
    assert choose(loop, f"go {everyone.name} with all") > 4


def test_go_says_who_can_be_sent_and_where() -> None:
    loop = battle_loop()
    assert choose(loop, "go 0101") == 0
    assert loop.message.startswith("Type go, a place, with and who goes. You can choose: ")
    assert choose(loop, "go 0101 with elephants") == 0
    assert loop.message.startswith("No 'elephants' can be chosen now. ")
    selection = loop.match.selection()
    assert selection is not None
    assert choose(loop, f"go nowhere with {selection.pieces[0].kind}") == 0
    assert loop.message.startswith("You can go to: ")


def test_a_plan_is_an_option_with_a_number() -> None:
    loop = battle_loop()
    option = next(option for option in loop.options(with_odds=False) if option.label.startswith("Advance all"))
    assert choose(loop, option.key) == 0
    assert loop.message.endswith(AGAIN)
    assert choose(loop, option.key) > 2


def test_a_plan_that_repeats_is_made_again_after_each_roll() -> None:
    loop = battle_loop()
    match = loop.match
    offered = None
    while offered is None:
        advance = match.plan("advance")
        if advance is not None and advance.actions:
            match.play_all(advance.actions)
        else:
            match.play(match.proposals()[0])
        repeating = [one for one in match.named_compounds() if one.repeats]
        offered = repeating[0] if repeating and len(match.destinations()) > 2 else None
    actions = loop.planned_actions(offered)
    volleys = 0
    while actions:
        loop.apply_choice(actions)
        volleys += 1
        actions = loop.repeat_plan()
    assert volleys > 1
    assert loop.repeating == ""


def test_go_plays_the_only_choice_that_names_the_place() -> None:
    match = hd.new("chariot", "rome", seats=2, seed=1)
    while match.decision is None or match.decision.name != "Move":
        match.play(match.proposals()[0])
    loop = MatchLoop(match, [Seat(0, ""), Seat(1, "")], SilentScreen(), odds=False)
    loop.viewer = match.seat
    match.play(next(action for action in match.proposals() if action.verb == "move"))
    step = match.proposals()[3]
    label = match.game.presentation.label(match.state, step)
    place = label.removeprefix("Move to ").split(" ")[0]
    assert list(loop.handle_input(f"go {place}")) == [step]
    assert list(loop.handle_input("go 9999")) == []
    assert loop.message == "There is no place to go to beyond the next step."
