"""The start: players, starting lanes, first whips, wounds and the deal."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.benhur.card_effects import TRICK_COUNT
from hippodrome.games.benhur.events import LaneTaken, TrickDealt, TrickHidden
from hippodrome.games.benhur.tricks import LEAP_OF_FAITH
from hippodrome.kit.events import DiceRolled
from tests.games.benhur.world import World, race_of, world
from tests.support import clause


def start(dice: str, seats: int, track: str = "circus") -> hd.Match:
    """Return a race at its first decision, without tricks, with scripted start rolls."""
    return hd.new("benhur", track, seats=seats, dice=[int(die) for die in dice.split()], options={"tricks": 0})


def squares(match: hd.Match) -> list[str]:
    """Return the squares of the chariots, by seat."""
    race = race_of(match)
    return [race.track.lanes.name(int(chariot.square)) for chariot in race.chariots]


def line_up(match: hd.Match) -> hd.Match:
    """Let every player take the lowest free lane."""
    while match.decision is not None and match.decision.name == "PickLane":
        match.play(match.proposals()[0])
    return match


@clause("BH-Q1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_chariots_can_race(seats: int) -> None:
    match = line_up(hd.new("benhur", "circus", seats=seats, seed=3))
    assert len(set(squares(match))) == seats
    assert match.decision is not None


@clause("BH-Q1")
@pytest.mark.parametrize("seats", [1, 7])
def test_one_chariot_is_too_few_and_seven_are_too_many(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 players"):
        hd.new("benhur", "circus", seats=seats, seed=3)


@clause("BH-Q5")
def test_the_highest_die_picks_a_lane_first() -> None:
    match = start("2 6 4", seats=3)
    assert match.seat == 1
    assert [action.text for action in match.proposals()] == ["lane 1", "lane 2", "lane 3", "lane 4"]
    match.play("lane 2")
    assert match.seat == 2
    assert [action.text for action in match.proposals()] == ["lane 1", "lane 3", "lane 4"]
    match.play("lane 4")
    assert match.seat == 0
    match.play("lane 1")
    assert squares(match) == ["0/1/7", "0/2/7", "0/4/7"]


@clause("BH-Q5")
def test_equal_dice_are_rerolled_by_the_tied_players() -> None:
    match = start("5 3 5 6 | 2 2 | 1 4".replace("|", ""), seats=4)
    rollers = [event.who for event in match.events if isinstance(event, DiceRolled)]
    assert rollers == [0, 1, 2, 3, 0, 2, 0, 2]
    picked = []
    while match.decision is not None and match.decision.name == "PickLane":
        picked.append(match.seat)
        match.play(match.proposals()[0])
    assert picked == [3, 2, 0, 1]


@clause("BH-Q5", "BH-Q1")
def test_the_fifth_and_sixth_chariot_start_two_squares_behind() -> None:
    match = start("1 2 3 4 5 6 ".strip(), seats=6)
    for lane in (4, 3, 2, 1):
        match.play(f"lane {lane}")
    assert match.seat == 1
    assert [action.text for action in match.proposals()] == ["lane 1", "lane 2", "lane 3", "lane 4"]
    match.play("lane 3")
    assert [action.text for action in match.proposals()] == ["lane 1", "lane 2", "lane 4"]
    match.play("lane 4")
    assert squares(match) == ["0/4/5", "0/3/5", "0/1/7", "0/2/7", "0/3/7", "0/4/7"]


@clause("BH-Q5")
def test_the_arena_has_its_own_start_rows() -> None:
    match = line_up(start("6 5 4 3 2", seats=5, track="arena"))
    assert squares(match) == ["0/1/5", "0/2/5", "0/3/5", "0/4/5", "0/1/3"]


@clause("BH-M2", "BH-D1", "BH-Q35")
def test_all_chariots_begin_on_one_whip_with_five_wounds_behind_the_line() -> None:
    match = line_up(start("3 2", seats=2))
    for chariot in race_of(match).chariots:
        assert (chariot.whips, chariot.wounds, chariot.crossings) == (1, 5, 0)


@clause("BH-Q6", "BH-M2")
def test_in_the_first_round_all_chariots_stay_on_one_whip() -> None:
    race = World(line_up(hd.new("benhur", "circus", seats=2, dice=[3, 2, 1, 2, 3, 3], options={"tricks": 0})))
    for _ in range(2):
        assert race.options == ["whips 1"]
        race.expect_refusal("whips 2", "BH-Q6", "Legal now: whips 1.")
        race.drive("whips 1")
    assert race.state.round == 2
    assert race.options == ["whips 1", "whips 2"]
    race.play("whips 2")


@clause("BH-Q6", "BH-M3")
def test_with_the_option_whips_can_be_raised_in_the_first_round() -> None:
    race = world(A="0/1/7 crossings 0", B="0/2/7 crossings 0", round=1, first_turn="free", dice="2 5")
    assert race.options == ["whips 1", "whips 2"]
    race.expect_refusal("whips 3", "BH-M3", "Legal now: whips 1, whips 2.")
    race.play("whips 2")
    assert (race.whips("A"), race.points) == (2, 5)
    race.drive()


@clause("BH-D1")
@pytest.mark.parametrize("wounds", [3, 5, 7])
def test_all_chariots_start_with_the_wounds_of_the_option(wounds: int) -> None:
    match = hd.new("benhur", seats=3, seed=1, options={"wounds": wounds})
    assert [chariot.wounds for chariot in race_of(match).chariots] == [wounds] * 3
    assert f"of {wounds} wounds left" in World(line_up(match)).match.describe()
    assert hd.new("benhur", seed=1).setup.options["wounds"] == 5


def test_the_first_track_has_a_jump() -> None:
    assert race_of(hd.new("benhur", seed=1)).track.has_jump


@clause("BH-C1", "BH-Q5")
def test_one_trick_is_dealt_to_every_player_when_all_have_lined_up() -> None:
    match = hd.new("benhur", "circus", seats=3, seed=5)
    assert not [event for event in match.events if isinstance(event, TrickDealt)]
    line_up(match)
    kinds = [type(event) for event in match.events if isinstance(event, LaneTaken | TrickDealt)]
    assert kinds == [LaneTaken] * 3 + [TrickDealt] * 3
    assert [bin(chariot.hand).count("1") for chariot in race_of(match).chariots] == [1, 1, 1]


@clause("BH-C1", "BH-Q43")
def test_a_dealt_trick_is_offered_at_its_moment() -> None:
    match = line_up(hd.new("benhur", "circus", seats=3, seed=5))
    race = race_of(match)
    held = 0
    for chariot in race.chariots:
        held |= chariot.hand
    assert race.held_tricks == held
    asked = set()
    for seed in range(40):
        decision = line_up(hd.new("benhur", "circus", seats=4, seed=seed)).decision
        asked.add(decision.name if decision is not None else "")
    assert asked == {"SetWhips", "TurnTricks", "RoundTricks"}


@clause("BH-C1")
def test_every_trick_is_dealt_in_some_race_and_no_trick_twice_in_one() -> None:
    first = set()
    for seed in range(150):
        race = race_of(line_up(hd.new("benhur", "circus", seats=4, seed=seed)))
        hands = [int(chariot.hand) for chariot in race.chariots]
        assert len(set(hands)) == 4
        first.add(hands[0])
    assert first == {1 << number for number in range(1, TRICK_COUNT + 1) if number != LEAP_OF_FAITH}


@clause("BH-Q33", "BH-C1")
@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_the_number_of_tricks_is_an_option(tricks: int) -> None:
    match = line_up(hd.new("benhur", "circus", seats=4, seed=8, options={"tricks": tricks}))
    race = race_of(match)
    assert [bin(chariot.hand).count("1") for chariot in race.chariots] == [tricks] * 4
    assert len(race.deck) == TRICK_COUNT - 1 - 4 * tricks  # without Leap of Faith


@clause("BH-Q48", "BH-T7")
@pytest.mark.parametrize(
    ("track", "has_jump"),
    [("circus", False), ("arena", False), ("serpent", False), ("river", True), ("villa", True)],
)
def test_leap_of_faith_is_left_out_where_there_is_no_jump(track: str, has_jump: bool) -> None:
    race = race_of(hd.new("benhur", track, seats=2, seed=1))
    left_out = set() if has_jump else {LEAP_OF_FAITH}
    assert sorted(race.deck) == sorted(set(range(1, TRICK_COUNT + 1)) - left_out)


@clause("BH-Q33")
def test_a_hand_is_hidden_from_all_other_players() -> None:
    match = line_up(hd.new("benhur", "circus", seats=3, seed=5))
    dealt = [event for event in match.events if isinstance(event, TrickDealt)]
    for seat in (-1, 0, 1, 2):
        seen = match.visible_events(seat)
        assert [event.chariot for event in seen if isinstance(event, TrickDealt)] == [seat] * (seat >= 0)
        assert len([event for event in seen if isinstance(event, TrickHidden)]) == (3 if seat < 0 else 2)
        rows = match.view(seat).table["chariots"]
        assert [row["tricks"] for row in rows] == [1, 1, 1]
        for row, event in zip(rows, dealt, strict=True):
            assert row["hand"] == ([event.trick] if row["id"] == seat else [])


@clause("BH-Q33", "BH-Q34")
def test_unplayed_tricks_are_revealed_when_the_race_is_over() -> None:
    race = world(laps=1, A="0/1/6 hand 1", B="3/1/0 hand 15,18", dice="2")
    race.play("whips 1", "A: pass", "straight", "straight")
    assert race.reason == "finished"
    assert race.state.discard == (1, 15, 18)
    assert (race.hand("A"), race.hand("B")) == ([], [])
