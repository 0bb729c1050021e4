"""The Drill Yard, clause by clause."""

from __future__ import annotations

import math

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.games.drill.driving import ahead, meets_post, reach, round_millionths, sine
from hippodrome.games.drill.events import Balked, Drawn, Lurched, TurnBegan
from hippodrome.games.drill.formatting import wheel_text
from hippodrome.games.drill.state import Chariot, Yard
from hippodrome.kit.actions import Action
from tests.support import clause

START = ("place 30 80", "place 210 80")


def drill(*actions: str, dice: list[int] | None = None, rounds: int = 10, start: tuple[str, str] = START) -> hd.Match:
    """Return a game with scripted dice in which both chariots are placed and these actions have been played."""
    match = hd.new("drill", dice=dice or [], options={"rounds": rounds})
    for action in (*start, *actions):
        match.play(action)
    return match


def yard(match: hd.Match) -> Yard:
    """Return the state as a yard."""
    assert isinstance(match.state, Yard)
    return match.state


def at(match: hd.Match, seat: int) -> tuple[int, int, int]:
    """Return the position of a chariot and its direction in tenths of a degree."""
    chariot = yard(match).chariots[seat]
    return int(chariot.x), int(chariot.y), int(chariot.turn)


def expect_refusal(match: hd.Match, action: str) -> tuple[str, str]:
    """Assert that an action is refused, and return the clause and the text."""
    refusal = match.check(action)
    assert refusal is not None, f"{action!r} is legal"
    return refusal.rule, refusal.text


@clause("DRL-1")
def test_two_chariots_start_at_either_side_of_a_post() -> None:
    match = drill()
    assert (at(match, 0), at(match, 1)) == ((3000, 8000, 0), (21000, 8000, 1800))
    assert [int(chariot.distance_left()) for chariot in yard(match).chariots] == [21000, 21000]
    with pytest.raises(ValueError, match="2 to 2 players, not 1"):
        hd.new("drill", seats=1)


@clause("DRL-2")
@pytest.mark.parametrize(
    "action", ["place 9 80", "place 111 80", "place 30 9", "place 30 151", "place 30", "drive 100"]
)
def test_red_is_placed_in_the_left_half(action: str) -> None:
    match = hd.new("drill", seed=1)
    assert match.seat == 0
    assert expect_refusal(match, action) == (
        "DRL-2",
        "Place your chariot in your half: 1 to 11 inches across and 1 to 15 inches down.",
    )


@clause("DRL-2")
def test_white_is_placed_in_the_right_half() -> None:
    match = hd.new("drill", seed=1)
    match.play("place 110 150")
    assert match.seat == 1
    assert expect_refusal(match, "place 110 150")[1].startswith(
        "Place your chariot in your half: 13 to 23 inches across"
    )
    match.play("place 130 10")
    assert (at(match, 0), at(match, 1)) == ((11000, 15000, 0), (13000, 1000, 1800))


@clause("DRL-3")
def test_a_turn_has_two_commands_and_turns_alternate() -> None:
    match = drill("drive 0", "wheel 0")
    assert match.seat == 1
    match.play("wheel 50")
    assert match.seat == 1
    match.play("wheel 50")
    assert match.seat == 0
    assert [(event.seat, event.round) for event in match.events if isinstance(event, TurnBegan)] == [
        (0, 1),
        (1, 1),
        (0, 2),
    ]
    assert match.breadcrumbs() == ["Round 2", "Red's turn"]


@clause("DRL-3")
@pytest.mark.parametrize("action", ["shout 1", "place 30 80", "drive", "wheel 50 50", "pass"])
def test_there_are_no_other_commands(action: str) -> None:
    rule, text = expect_refusal(drill(), action)
    assert rule == "DRL-3"
    assert text.startswith("In your turn you can drive, wheel or shout. Legal now: drive 6000,")


@clause("DRL-4")
@pytest.mark.parametrize(
    ("turn", "end"),
    [
        ("wheel 0", (7000, 8000)),
        ("wheel 900", (3000, 12000)),
        ("wheel -900", (3000, 4000)),
        ("wheel 450", (5828, 10828)),
    ],
)
def test_a_chariot_drives_where_it_faces(turn: str, end: tuple[int, int]) -> None:
    assert at(drill(turn, "drive 4000"), 0)[:2] == end


@clause("DRL-4")
@pytest.mark.parametrize("action", ["drive 6100", "drive -100", "drive 150", "drive 999999999"])
def test_a_drive_is_bounded_and_measured_in_tenths(action: str) -> None:
    assert expect_refusal(drill(), action) == ("DRL-4", "You can drive up to 6 inches, in steps of 0.1 inches.")


@clause("DRL-4", "DRL-5")
@pytest.mark.parametrize(("verb", "rule"), [("drive", "DRL-4"), ("wheel", "DRL-5")])
def test_even_huge_numbers_are_refused(verb: str, rule: str) -> None:
    refusal = drill().check(Action(verb, (10**30,)))
    assert refusal is not None
    assert refusal.rule == rule


@clause("DRL-5")
def test_a_chariot_wheels_on_the_spot() -> None:
    assert at(drill("wheel 450", "wheel 50"), 0) == (3000, 8000, 500)
    assert at(drill("wheel -450", "wheel -900"), 0) == (3000, 8000, 2250)


@clause("DRL-5")
@pytest.mark.parametrize("action", ["wheel 950", "wheel -901", "wheel 25"])
def test_a_wheel_is_bounded(action: str) -> None:
    assert expect_refusal(drill(), action) == (
        "DRL-5",
        "You can wheel up to 90 degrees to either side, in steps of 5 degrees.",
    )


@clause("DRL-6")
def test_a_shout_sends_the_chariot_ahead() -> None:
    match = drill("shout", dice=[5])
    assert at(match, 0) == (5500, 8000, 0)
    assert match.seat == 0
    assert match.log().endswith("Red shouts and rolls 5. [DRL-6]\nRed lurches 2.5 inches ahead. [DRL-6]")
    assert match.undo_refusal.startswith("Can't undo")


@clause("DRL-6")
def test_a_lurch_stops_before_an_obstacle() -> None:
    match = drill("drive 5000", "shout", dice=[6], start=("place 50 80", "place 210 80"))
    assert at(match, 0) == (11000, 8000, 0)
    assert [int(event.distance) for event in match.events if isinstance(event, Lurched)] == [1000]


@clause("DRL-6")
def test_a_one_ends_the_turn() -> None:
    match = drill("shout", dice=[1])
    assert match.seat == 1
    assert at(match, 0) == (3000, 8000, 0)
    assert [int(event.seat) for event in match.events if isinstance(event, Balked)] == [0]


@clause("DRL-6")
def test_there_is_a_warning_before_a_shout_that_may_cost_a_command() -> None:
    match = drill()
    warning = match.game.presentation.warning(match.state, 0, Action("shout"))
    assert warning == "If you roll a 1, the team balks and you lose your second command."
    assert match.game.presentation.warning(match.state, 0, Action("drive", (100,))) == ""
    match.play("drive 100")
    assert match.game.presentation.warning(match.state, 0, Action("shout")) == ""


@clause("DRL-7")
def test_a_chariot_cannot_drive_through_the_post() -> None:
    match = drill("drive 6000")
    assert expect_refusal(match, "drive 6000") == (
        "DRL-7",
        "The post is in the way: in this direction you can drive up to 2 inches.",
    )
    assert expect_refusal(match, "drive 2100")[0] == "DRL-7"
    match.play("drive 2000")
    assert at(match, 0) == (11000, 8000, 0)


@clause("DRL-7")
@pytest.mark.parametrize(("y", "free"), [(90, True), (70, True), (89, False), (71, False)])
def test_the_post_can_be_passed_an_inch_away(y: int, free: bool) -> None:
    match = drill(start=(f"place 100 {y}", "place 210 80"))
    assert (match.check("drive 6000") is None) == free


@clause("DRL-7")
def test_the_distance_to_the_post_is_exact() -> None:
    for x in range(10000, 14001, 250):
        for dx, dy in ((4000, 0), (0, 4000), (4000, 3000), (-4000, 1000)):
            is_too_near = meets_post(x, 6000, x + dx, 6000 + dy)
            assert is_too_near == (distance_to_post(x, 6000, dx, dy) < 1000), (x, dx, dy)


def distance_to_post(x: int, y: int, dx: int, dy: int) -> float:
    """Return the distance of a straight path from the post, measured at a thousand points and rounded."""
    return round(min(math.hypot(12000 - x - dx * t / 1000, 8000 - y - dy * t / 1000) for t in range(1001)), 3)


@clause("DRL-8")
def test_a_chariot_cannot_leave_the_yard() -> None:
    match = drill("wheel 900", start=("place 30 130", "place 210 80"))
    assert expect_refusal(match, "drive 3100") == (
        "DRL-8",
        "You would leave the yard: in this direction you can drive up to 3 inches.",
    )
    match.play("drive 3000")
    assert at(match, 0) == (3000, 16000, 900)
    assert int(reach(yard(match).chariots[0])) == 0


@clause("DRL-9")
def test_chariots_pass_each_other() -> None:
    match = drill("drive 6000", "drive 3000", start=("place 40 40", "place 130 40"))
    assert at(match, 0)[:2] == at(match, 1)[:2] == (13000, 4000)
    match.play("drive 6000")
    assert at(match, 1) == (7000, 4000, 1800)


@clause("DRL-10")
def test_the_first_within_an_inch_of_the_far_side_wins() -> None:
    match = drill("drive 6000", "drive 5900", "wheel 0", "wheel 0", start=("place 110 30", "place 210 80"))
    assert match.seat == 0
    match.play("drive 100")
    assert match.result == hd.Result((1, 2), "reached the far side")
    assert match.log().endswith("Red wins. [DRL-10]")
    assert [match.game.analysis.value(match.state, seat) for seat in (0, 1)] == [1000, 0]


@clause("DRL-10")
def test_a_lurch_may_win() -> None:
    match = drill("wheel 0", "wheel 0", "drive 6000", "drive 5900", start=("place 30 30", "place 130 30"), dice=[2])
    for action in ("wheel 0", "wheel 0", "shout"):
        match.play(action)
    assert match.result == hd.Result((2, 1), "reached the far side")


@clause("DRL-11")
@pytest.mark.parametrize(("drive", "places"), [(100, (1, 2)), (0, (1, 1))])
def test_the_game_ends_when_the_rounds_run_out(drive: int, places: tuple[int, ...]) -> None:
    match = drill(f"drive {drive}", *["wheel 0"] * 39)
    assert match.result == hd.Result(places, "out of rounds")
    assert isinstance(match.events[-1], Drawn) == (places == (1, 1))
    assert match.game.analysis.value(match.state, 1) == (500 if places == (1, 1) else 0)


@clause("DRL-11")
def test_white_wins_if_its_chariot_came_further() -> None:
    match = drill("wheel 0", "wheel 0", "drive 100", *["wheel 0"] * 37)
    assert match.result == hd.Result((2, 1), "out of rounds")


# -------------------------------------------------------------------- whole numbers


def test_sines_are_correct_for_every_direction() -> None:
    for turn in range(-3600, 7200, 50):
        assert int(sine(turn)) == round(math.sin(math.radians(turn / 10)) * 1_000_000)


def test_driving_there_and_back_returns_to_the_start() -> None:
    for turn in range(0, 3600, 50):
        x, y = ahead(Chariot(0, True, 12000, 8000, turn), 3700)
        assert abs(math.hypot(x - 12000, y - 8000) - 3700) < 1
        back = ahead(Chariot(0, True, x, y, (turn + 1800) % 3600), 3700)
        assert back == (12000, 8000)
    assert [int(round_millionths(value)) for value in (1_499_999, 1_500_000, -1_499_999, -1_500_000)] == [1, 2, -1, -2]


def test_turns_are_formatted() -> None:
    assert [wheel_text(angle) for angle in (0, 450, -905)] == [
        "0 degrees",
        "45 degrees to the right",
        "90.5 degrees to the left",
    ]


# -------------------------------------------------------------------- labels and handles


def test_labels_show_chosen_and_open_arguments() -> None:
    match = drill()
    game, state = match.game, match.state
    assert game.presentation.label(state, Action("place", (30, 85))) == "Start at 3 by 8.5 inches"
    assert game.presentation.label(state, Action("drive", (1000,))) == "Drive 1 inch"
    assert game.presentation.partial_label(state, "place", ()) == "Start at … by … inches"
    assert game.presentation.partial_label(state, "place", (30,)) == "Start at 3 by … inches"
    assert [game.presentation.partial_label(state, verb, ()) for verb in ("drive", "wheel", "shout")] == [
        "Drive …",
        "Wheel …",
        "Shout",
    ]


def test_hints_are_legal_actions() -> None:
    match = drill("drive 6000")
    assert [action.text for action in match.proposals()][:2] == ["drive 2000", "drive 1000"]
    match.play("wheel 300")
    match.play("drive 0")
    match.play("drive 0")
    assert [action.args[0] for action in match.proposals() if action.verb == "wheel"] == [-900, -450, -300, 450, 900]


def test_placing_is_a_point_handle_in_the_players_half() -> None:
    match = hd.new("drill", seed=1)
    [handle] = match.scene(0).handles
    assert (handle.kind, handle.action, handle.unit, handle.at) == ("point", "place", 100, None)
    assert (handle.span, handle.span_y) == ((10, 110, 1), (10, 150, 1))
    assert match.scene(1).handles == []


def test_driving_is_a_ruler_wheeling_an_arc_and_shouting_a_click() -> None:
    match = drill("drive 6000")
    drive, wheel, shout = match.scene(0).handles
    assert (drive.kind, drive.span, drive.hints, drive.at) == ("ruler", (0, 6000, 100), (1000, 2000), (9000, 8000, 0))
    assert (wheel.kind, wheel.span, wheel.at) == ("arc", (-900, 900, 50), (9000, 8000, 0))
    assert (shout.kind, shout.action) == ("click", "shout")


def test_handles_never_lie_outside_the_picture() -> None:
    match = drill("wheel 900", "wheel 0", start=("place 10 150", "place 210 80"))
    left, top, width, height = match.scene(0).box
    for turn in range(0, 3600, 50):
        yard(match).chariots[1].turn = turn
        yard(match).chariots[1].x, yard(match).chariots[1].y = 24000, 16000
        for node in match.scene(1).layers[-1].nodes:
            assert left < node.x < left + width
            assert top < node.y < top + height


def test_the_dev_game_is_not_offered_to_players_but_a_bot_plays_it() -> None:
    assert "drill" not in hd.games()
    assert bots.levels(hd.game("drill")) == ["recruit"]


def test_an_impossible_yard_is_reported() -> None:
    match = drill()
    assert match.game.analysis.invariants(match.state) == []
    yard(match).chariots[0].x = 11500
    yard(match).chariots[1].turn = 7
    yard(match).commands = 3
    assert match.game.analysis.invariants(match.state) == [
        "Red is at 11500, 8000",
        "White faces 7",
        "3 commands left in turn 1",
    ]
