"""Moves of several squares: destinations, "Straight on, all 5", and where such moves stop."""

from __future__ import annotations

from hippodrome.games.benhur.events import BendHeld
from hippodrome.games.benhur.track import BEND
from hippodrome.kit.compounds import DICE_STOP, SECRET_STOP, Destination
from hippodrome.kit.destinations import ENDS_IN_CHANCE, Exploration
from tests.games.benhur.world import World, world


def destinations(race: World) -> dict[str, Destination]:
    """Return the destinations of the mover by the name of their square."""
    return {place.name: place for place in race.match.destinations()}


def straight_run(race: World) -> tuple[str, int]:
    """Return label and length of "Straight on"; an empty label if it is not offered."""
    compounds = race.match.named_compounds()
    return (compounds[0].label, len(compounds[0].actions)) if compounds else ("", 0)


def test_every_square_within_the_points_can_be_reached_at_once() -> None:
    race = world("circus", A="0/2/3 whips 1", B="0/4/0", dice="4").play("whips 1")
    found = destinations(race)
    assert {name for name in found if name.startswith("0/2/")} == {"0/2/5", "0/2/6", "0/2/7"}
    assert {name for name in found if name.startswith("0/1/")} == {"0/1/5", "0/1/6", "0/1/7"}
    assert found["0/2/6"].text == "straight; straight; straight"
    assert found["0/2/6"].label == "Straight on, 3 squares"
    assert found["0/2/6"].cost == "3 points"
    assert found["0/1/6"].text == "straight; straight; left"
    assert found["0/1/6"].label == "Straight on, 2 squares, then change lane left"
    assert found["0/1/6"].note == ENDS_IN_CHANCE


def test_a_destination_is_reached_and_undone_as_one_move() -> None:
    race = world("circus", A="0/2/3 whips 1", B="0/4/0", dice="4").play("whips 1")
    place = destinations(race)["0/2/6"]
    assert place.source == "chariot-0"
    assert len(place.path) == 4
    assert place.path[-1] == (place.node.x, place.node.y)
    run = race.match.play_all(place.actions)
    assert (race.at("A"), run.stop, race.points) == ("0/2/6", "", 1)
    race.match.undo()
    assert (race.at("A"), race.points) == ("0/2/3", 4)


def test_a_way_ends_at_a_rival_and_says_so() -> None:
    race = world("circus", A="0/2/3 whips 1", B="0/2/6", dice="5").play("whips 1")
    found = destinations(race)
    assert "0/2/7" not in found
    assert found["0/2/6"].label == "Straight on, 2 squares, then ram White"
    assert found["0/2/6"].note == ENDS_IN_CHANCE
    assert straight_run(race) == ("Straight on, 2 squares, then ram White", 3)


def test_straight_on_with_all_points() -> None:
    race = world("circus", A="0/2/3 whips 1", B="0/4/0", dice="4").play("whips 1")
    assert straight_run(race) == ("Straight on, all 4", 4)


def test_straight_on_to_a_bend_stops_at_its_dice() -> None:
    race = before_the_bend(3)
    assert straight_run(race) == ("Straight on, 3 squares, on to the bend", 3)
    run = race.match.play_all(["straight"] * 6)
    assert (run.count, run.summary) == (3, "Stopped after 3 of 6: dice were rolled.")
    assert len(race.events(BendHeld)) == 1
    assert race.match.undo_refusal == "Can't undo: dice have been rolled."


def test_a_forced_step_is_driven_on_the_way() -> None:
    race = before_the_bend(2)
    run = race.match.play_all(["straight", "left"])
    assert [move.action.text for move in run.moves] == ["straight", "straight"]
    assert (run.count, run.stop) == (1, DICE_STOP)
    assert len(race.events(BendHeld)) == 1


def before_the_bend(squares: int) -> World:
    """Return a race whose mover has 5 points, no tricks in play, and stands this many squares before a bend."""
    race = world("circus", A="0/1/3 whips 1", B="0/4/0", dice="5 | 6").play("whips 1")
    state = race.state
    square = next(number for number in range(len(state.track.lanes)) if state.track.kind[number] == BEND)
    while state.track.lanes.lane[square] != 1:
        square += 1
    for _ in range(squares):
        square = state.track.ahead.index(square)
    race.chariot("A").square = square
    return race


def test_one_square_is_no_compound() -> None:
    race = world("circus", A="0/2/3 whips 1", B="0/4/0", dice="1").play("whips 1")
    assert straight_run(race) == ("", 0)
    assert destinations(race) == {}


def test_others_are_offered_nothing() -> None:
    race = world("circus", A="0/2/3 whips 1", B="0/4/0", dice="4").play("whips 1")
    assert race.match.destinations(1) == []
    assert race.match.named_compounds(1) == []


def test_a_compound_stops_where_a_trick_may_be_played_whether_or_not_it_is_held() -> None:
    stops = []
    for hand in ("hand 6", "hand 12"):
        race = world("circus", A="0/2/3 whips 1", B=f"0/2/5 {hand}", dice="5 | 6 6 6 6 6 6 6 6").play("whips 1")
        run = race.match.play_all(["straight"] * 4)
        stops.append((run.count, run.stop))
        race.match.state.dice.roll("rest", 0, 8 - (int(race.match.state.dice.rolled) - 1))
    assert stops == [(2, SECRET_STOP)] * 2


def test_the_search_is_bounded() -> None:
    race = world("circus", A="0/2/3 whips 1", B="0/4/0", dice="6").play("whips 1")
    state = race.match.imagine(0, bytes(32))
    search = Exploration(race.match.game, state, 0, max_states=2)
    assert max(len(place.actions) for place in search.destinations()) == 2
    assert search.explored == 2
    whole = Exploration(race.match.game, state, 0)
    whole.destinations()
    assert whole.explored == 6


def test_destinations_of_a_last_wound_warn_and_safe_ways_come_first() -> None:
    race = world("circus", A="0/2/3 whips 1 wounds 1", B="0/2/6", dice="5").play("whips 1")
    warned = {place.name for place in race.match.destinations() if place.warning}
    assert "0/2/6" in warned
    assert "0/2/5" not in warned
