"""Rounds: the order of play, progress, laps, the finish, places and the round limit."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import hippodrome as hd
from hippodrome.games.benhur.events import LineCrossed, RoundBegan
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.track import Track
from hippodrome.kit.events import DiceRolled
from tests.games.benhur.world import race_of, world
from tests.support import clause

# -------------------------------------------------------------------- order


@clause("BH-Q2")
def test_each_round_goes_from_the_leader_backwards() -> None:
    race = world(turn="", A="4/2/3", B="0/1/9", C="4/1/5", D="4/4/3 crossings 0")
    assert race.order == "CABD"
    assert race.decider == "C"


@clause("BH-Q2")
def test_level_chariots_act_from_the_lower_lane() -> None:
    race = world(turn="", A="4/3/3", B="4/1/3", C="4/4/3", D="4/2/3")
    assert race.order == "BDAC"


@clause("BH-Q2", "BH-Q6")
def test_pushes_during_a_round_do_not_change_its_order() -> None:
    race = world(order="ABC", A="4/2/3", B="4/1/2", C="4/2/4 crossings 1", dice="1 | 1 1 | 3 | 1 | 1")
    race.drive("A: whips 1")  # C is pushed ahead, and is still last in this round
    race.drive("B: whips 1")
    race.drive("C: whips 1")
    assert race.state.round == 3
    assert race.order == "CAB"


@clause("BH-Q2")
def test_destroyed_chariots_are_skipped() -> None:
    race = world(order="ABC", A="4/2/3", B="4/2/4 wounds 1", C="0/1/9", dice="1 | 1 5 | 1")
    race.drive("A: whips 1")
    race.drive("C: whips 1")
    assert race.order == "AC"


@clause("BH-Q2")
def test_the_order_may_be_drawn_each_round() -> None:
    assert world(turn="", drawn=True, A="4/2/3", B="4/1/2", C="0/2/9", dice=[3, 1, 1]).order == "CAB"
    assert world(turn="", drawn=True, A="4/2/3", B="4/1/2", C="0/2/9", dice=[1, 2, 1]).order == "ACB"
    match = hd.new("benhur", "circus", seats=4, seed=11, options={"order": "random", "tricks": 0})
    while race_of(match).round < 12:
        match.play(match.proposals()[0])
    orders = [event.order for event in match.events if isinstance(event, RoundBegan)]
    assert len(set(orders)) > 6
    assert {len(set(order)) for order in orders} == {4}


@clause("BH-Q6", "BH-Q2")
def test_after_the_last_turn_a_new_round_begins() -> None:
    race = world(order="AB", A="4/2/3", B="0/1/9", dice="1 | 1")
    race.drive("A: whips 1")
    assert race.state.round == 2
    race.drive("B: whips 1")
    assert race.state.round == 3
    assert race.decider == "A"


# -------------------------------------------------------------------- progress


def progress(race: Race, square: str, crossings: int) -> int:
    """Return the progress of a chariot on a square."""
    chariot = race.chariots[0].clone()
    chariot.square, chariot.crossings = race.track.lanes.parse_name(square), crossings
    return int(race.progress(chariot))


def lane_fraction(track: Track, square: int) -> tuple[int, Fraction]:
    """Return the segment and lane fraction of a square as BH-Q35 defines them."""
    lanes = track.lanes
    segment, index = lanes.segment[square], lanes.index[square]
    part = len(lanes.segments) if segment == 0 and index <= track.line else segment
    return part, Fraction(2 * index + 1, 2 * lanes.length(segment, lanes.lane[square]))


@clause("BH-Q35")
@pytest.mark.parametrize(
    ("behind", "ahead"),
    [
        (("0/1/7", 0), ("0/1/8", 1)),
        (("0/1/9", 1), ("7/1/0", 1)),
        (("7/4/3", 1), ("0/1/0", 1)),
        (("0/4/0", 1), ("0/1/7", 1)),
        (("0/1/7", 1), ("0/1/8", 2)),
        (("1/4/2", 1), ("1/1/0", 1)),
        (("1/1/0", 1), ("1/4/4", 1)),
        (("2/1/0", 1), ("2/4/1", 1)),
        (("0/3/7", 1), ("0/1/8", 2)),
    ],
)
def test_progress_counts_crossings_then_segment_then_the_fraction_of_the_lane(
    behind: tuple[str, int], ahead: tuple[str, int]
) -> None:
    race = world(A="4/2/3", B="0/1/9").state
    assert progress(race, *behind) < progress(race, *ahead)


@clause("BH-Q35")
@pytest.mark.parametrize("track", ["circus", "arena", "river", "villa", "serpent"])
def test_progress_orders_all_squares_by_exact_fractions(track: str) -> None:
    race = world(track, A="0/1/0", B="0/2/0").state
    squares = range(len(race.track.lanes))
    shares = {square: lane_fraction(race.track, square) for square in squares}
    ranks = {square: progress(race, race.track.lanes.name(square), 1) for square in squares}
    by_share = sorted(squares, key=lambda square: shares[square])
    for one, other in pairwise(by_share):
        assert (ranks[one] < ranks[other]) == (shares[one] < shares[other])
        assert ranks[one] <= ranks[other]


@clause("BH-Q35", "BH-Q9")
def test_all_bend_squares_of_a_corner_are_level() -> None:
    race = world(A="4/2/3", B="0/1/9").state
    assert len({progress(race, f"1/{lane}/{lane - 1}", 1) for lane in (1, 2, 3, 4)}) == 1


@clause("BH-Q35")
@pytest.mark.parametrize("step", ["straight", "left", "right"])
def test_every_way_over_the_line_is_a_crossing(step: str) -> None:
    race = world(A="0/2/7 crossings 0", B="4/1/9", dice="1" if step == "straight" else "1 | 6")
    race.play("whips 1", step)
    assert race.at("A")[-2:] == "/8"
    assert [int(event.number) for event in race.events(LineCrossed)] == [1]
    assert race.crossings("A") == 1


# -------------------------------------------------------------------- the finish


@clause("BH-Q3")
@pytest.mark.parametrize("laps", [1, 2, 7])
def test_a_race_ends_at_one_crossing_more_than_its_laps(laps: int) -> None:
    race = world(laps=laps, A=f"0/2/7 crossings {laps}", B=f"4/1/9 crossings {laps}", dice="1")
    race.drive("whips 1")
    assert race.crossings("A") == laps + 1
    assert (race.places, race.reason) == ("AB", "finished")
    running = world(laps=laps, A=f"0/2/7 crossings {laps - 1}", B="4/1/9 crossings 1", dice="1")
    running.drive("whips 1")
    assert running.match.result is None


@clause("BH-Q3")
def test_two_laps_are_the_default_and_one_to_seven_allowed() -> None:
    for scenario in hd.game("benhur").scenarios():
        laps = next(setting for setting in scenario.options if setting.name == "laps")
        assert (laps.default, laps.values) == (2, (1, 2, 3, 4, 5, 6, 7))
    with pytest.raises(ValueError, match="laps cannot be 8"):
        hd.new("benhur", "circus", seed=1, options={"laps": 8})


@clause("BH-Q4")
def test_the_first_over_the_line_wins_at_once_with_points_left() -> None:
    race = world(laps=1, A="0/2/6", B="0/3/7", C="4/1/9", dice="6")
    race.play("whips 1", "straight", "straight")
    assert race.match.decision is None
    assert race.at("A") == "0/2/8"
    assert race.places == "ABC"


@clause("BH-Q4")
def test_the_rest_are_placed_by_progress_and_destroyed_chariots_last() -> None:
    race = world(
        laps=1,
        A="4/2/3",
        B="4/2/4 wounds 1",
        C="4/3/6",
        D="4/3/7 wounds 1",
        E="0/1/7",
        dice="1 | 1 5 | 1 | 1 5 | 1",
    )
    race.drive("A: whips 1")  # B is destroyed
    race.drive("C: whips 1")  # and D after it
    race.drive("E: whips 1")
    assert race.places == "ECADB"


@clause("BH-Q4", "BH-Q42")
def test_the_last_chariot_left_wins_with_points_left() -> None:
    race = world(A="4/2/3", B="4/2/4 wounds 1", dice="6 | 1 5")
    race.play("whips 1", "straight")
    assert (race.places, race.reason) == ("AB", "last chariot left")
    assert race.match.decision is None


@clause("BH-Q4")
def test_a_defender_left_alone_wins_in_its_rivals_turn() -> None:
    race = world(A="4/2/3 wounds 1", B="4/2/4", dice="6 | 6 1")
    race.play("whips 1", "straight")
    assert (race.places, race.reason) == ("BA", "last chariot left")


@clause("BH-Q42")
@pytest.mark.parametrize(
    ("step", "target", "dice", "places"),
    [("straight", "4/2/4", "6 5", "BA"), ("right", "4/3/4", "6 | 5 5", "BA")],
)
def test_of_chariots_destroyed_together_the_one_further_ahead_wins(
    step: str, target: str, dice: str, places: str
) -> None:
    race = world(A="4/2/3 wounds 1", B=f"{target} wounds 1", dice=f"6 | {dice}")
    race.play("whips 1", step)
    assert (race.places, race.reason) == (places, "all destroyed")


@clause("BH-Q42")
def test_of_level_chariots_destroyed_together_the_lower_lane_wins() -> None:
    race = world(A="4/3/4", B="4/1/4", C="4/2/3", D="4/4/9").state
    for chariot in race.chariots:
        chariot.fell = 1 if chariot.id == 3 else 2
    assert race.standings() == [1, 0, 2, 3]


@clause("BH-Q49")
def test_after_150_rounds_per_lap_the_race_ends_and_is_placed_by_progress() -> None:
    race = world(turn="", round=300, laps=2, A="0/1/9", B="4/1/0", C="4/2/0")
    assert race.match.decision is None
    assert (race.places, race.reason) == ("BCA", "out of rounds")
    running = world(turn="", round=299, laps=2, A="0/1/9", B="4/1/0", C="4/2/0")
    assert running.state.round == 300
    assert running.match.result is None
    longer = world(turn="", round=300, laps=3, A="0/1/9", B="4/1/0", C="4/2/0")
    assert longer.match.result is None


@clause("BH-Q50")
def test_the_dice_of_a_turn_are_rolled_in_order() -> None:
    race = world("river", A="4/2/5", B="4/3/8", caltrops="4/2/8", dice="4 | 5 | 1 | 1 | 1 1")
    race.drive("whips 1")
    assert race.roll_purposes() == ["move", "jump", "landing", "caltrops", "fight", "fight"]
    assert [int(event.who) for event in race.events(DiceRolled)] == [0, 0, 0, 0, 0, 1]
    bend = world(A="0/3/12", B="4/1/9", dice="6 | 6 | 1 | 1")
    bend.drive("whips 1", "right")
    assert bend.roll_purposes() == ["move", "lane", "skid", "wall"]
