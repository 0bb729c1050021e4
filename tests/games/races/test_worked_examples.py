"""Worked examples of difficult situations, each with scripted dice."""

from __future__ import annotations

from hippodrome.games.races.events import Acted
from hippodrome.games.races.state import DRIFT, FORWARD, MOVING, TURN, WRECK
from tests.games.races.world import is_close, open_track, world
from tests.games.scripted_world import LETTERS
from tests.support import clause


@clause("CR-Q2", "CR-I2", "CR-I3", "CR-I4")
def test_the_countdown_asks_waiting_drivers_again_whenever_one_acts() -> None:
    race = world(A="boar 0 0 0 score 8", B="boar 0 -6 0 score 6 tie 2", C="boar 0 6 0 score 6 tie 1")
    race.run_phase(MOVING)
    calls: list[tuple[int, str]] = []

    def answer(action: str) -> None:
        calls.append((int(race.state.number), race.decider))
        race.play(action)
        while race.decision in ("Declare", "MakePlan"):
            race.play("straight")

    for action in ("wait", "wait", "wait", "act", "act"):
        answer(action)
    assert calls == [(8, "A"), (7, "A"), (6, "A"), (6, "C"), (6, "A")]
    for _ in range(5):
        answer("wait")
    assert calls[5:] == [(6, "B"), (5, "B"), (4, "B"), (3, "B"), (2, "B")]
    order = [LETTERS[event.who] for event in race.events(Acted)]
    assert order == ["C", "A", "B"]
    assert race.state.number == 1
    assert race.decision == ""


@clause("CR-M5", "CR-M9", "CR-Q6", "CR-Q7", "CR-C2", "CR-M10")
def test_whip_and_reins_change_the_number_of_turns() -> None:
    race = world(A="wolf 0 0 0", B="boar 50 12 0", dice="2 4")
    race.start_move("A", "whip")
    assert race.state.move.owed == 13_000
    race.play("forward 3000", "turn 450", "forward 3000")
    race.expect_refusal("turn 450", "CR-M9")
    slow = world(A="wolf 0 0 0", B="boar 50 12 0")
    slow.start_move("A", "steady")
    for angle in (100, -100, 100):
        slow.expect_refusal(f"turn {angle}", "CR-M10")
        slow.play("forward 3000", f"turn {angle}")
    assert slow.state.move.owed == 9000
    tight = world(A="wolf 0 0 0", B="boar 50 12 0", dice="4")
    tight.start_move("A", "reins", "forward 3000", "turn 450", "forward 2000")
    assert tight.state.move.owed == 5000
    tight.expect_refusal("turn 450", "CR-M10")


@clause("CR-O4", "CR-Q7")
def test_a_war_wagon_gets_one_inch_less_from_the_whip() -> None:
    for die, owed in ((1, 8000), (6, 13_000)):
        race = world(A="wagon 0 0 0", B="boar 50 12 0", dice=[die])
        race.start_move("A", "whip")
        assert race.state.move.owed == owed


@clause("CR-Q48", "CR-M7", "CR-M8", "CR-M12", "CR-Q5")
def test_reins_allow_a_drift_even_without_distance() -> None:
    race = world(A="boar 0 0 0", B="boar 50 12 0", dice="6")
    race.start_move("A", "reins")
    assert race.state.move.owed == 1000
    race.play("drift -1")
    race.expect_refusal("drift -1", "CR-M11")
    race.play("forward 1000")
    race.expect_refusal("turn 450", "CR-M10")
    race.play("go")
    assert is_close(race.at("A"), (1, 1, 0))
    still = world(A="boar 0 0 0 penalty 5000", B="boar 50 12 0", dice="6")
    still.start_move("A", "reins")
    assert still.state.move.owed == 0
    still.play("drift 1", "go")
    assert is_close(still.at("A"), (0, -1, 0))
    assert still.chariot("A").penalty == 0


@clause("CR-X3", "CR-X5", "CR-Q20", "CR-Q50", "CR-X15", "CR-D5", "CR-X13", "CR-Q22")
def test_a_shunt_that_lands_hits_both_and_leaves_them_in_contact() -> None:
    race = world(A="boar 0 0 0", B="beastman 7 0 0", dice="4 | 4 5 3 3 | 3")
    race.start_move("A", "steady", "go")
    assert (race.decision, race.decider) == ("Avoid", "B")
    race.play("avoid")
    assert race.roll_purposes() == ["avoid", "wound", "save", "table", "wound"]
    assert race.body("B") == (4, 5, 2)
    assert race.body("A") == (5, 5, 4)
    assert race.gap("A", "B") <= 0.002
    assert race.chariot("A").moved == 3000
    assert race.decision == ""


@clause("CR-Q21", "CR-X8")
def test_a_weakened_body_still_shunts_and_smashes_at_strength_5() -> None:
    shunt = world(A="boar 0 0 0 strength 1", B="beastman 7 0 0", dice="4 | 4 5 1 2 1 | 3")
    shunt.start_move("A", "steady", "go", "avoid")
    assert shunt.chariot("B").wounds == 3
    smash = world(A="boar 0 0 0 strength 1", B="beastman 6 0 90", dice="4 | 4 5 1 2 1 | 3")
    smash.start_move("A", "steady", "go", "avoid")
    assert "Smashed" in smash.event_names()
    assert smash.chariot("B").wounds == 3


@clause("CR-X4", "CR-Q18", "CR-X12")
def test_an_avoided_shunt_lets_the_attacker_pass_with_8_inches_left() -> None:
    race = world(A="wolf 0 0 0", B="boar 5 0 0", dice="1 3 | 3")
    race.start_move("A", "whip", "go", "avoid")
    assert (race.decision, race.decider) == ("PassBy", "A")
    race.play("pass")
    assert is_close(race.at("A"), (12, 0, 0))  # 8 spent of 11, 3 run on
    assert race.state.move.run == 12_000
    stay = world(A="wolf 0 0 0", B="boar 5 0 0", dice="1 3 | 3")
    stay.start_move("A", "whip", "go", "avoid", "stay")
    assert is_close((stay.gap("A", "B"),), (0.25,))
    short = world(A="wolf 0 0 0", B="boar 5.1 0 0", dice="3")
    short.start_move("A", "steady", "go", "avoid")
    assert short.decision == ""  # 7.9 inches are left
    assert is_close((short.gap("A", "B"),), (0.25,))
    assert short.chariot("A").moved == 1100


@clause("CR-X6", "CR-X7", "CR-Q19")
def test_an_avoided_smash_drives_through_or_falls_back() -> None:
    short = world(A="boar 0 0 0", B="boar 7 0 90", dice="1")
    short.start_move("A", "steady", "go", "avoid")
    assert is_close((short.gap("A", "B"),), (0.5,))
    assert "PutBack" in short.event_names()
    through = world(A="wolf 0 0 0", B="boar 5 0 90", dice="1")
    through.start_move("A", "steady", "go", "avoid")
    assert is_close(through.at("A"), (9, 0, 0))
    assert "PutBack" not in through.event_names()


@clause("CR-X10", "CR-X11", "CR-Q23", "CR-Q50", "CR-D2", "CR-Q53", "CR-Z1")
def test_a_swipe_that_fails_is_returned() -> None:
    race = world(A="boar 0 0 0", B="wolf 0 2.5 0", dice="5 | 2 | 4 3 1 1")
    race.start_move("A", "steady", "swipe 1", "go", "avoid")
    assert race.roll_purposes() == ["avoid", "wound", "wound", "save", "table"]
    assert race.body("A") == (5, 5, 3)
    assert race.chariot("A").penalty == 5000
    assert race.chariot("A").moved == 0
    assert race.body("B") == (5, 4, 3)
    saved = world(A="boar 0 0 0", B="wolf 0 2.5 0", dice="5 | 2 | 4 6")
    saved.start_move("A", "steady", "swipe 1", "go", "avoid")
    assert saved.chariot("A").moved == 7000
    assert saved.body("A") == (5, 5, 4)


@clause("CR-D8", "CR-Q27", "CR-L2", "CR-Q39")
def test_crew_that_roll_a_1_fall_off() -> None:
    race = world(A="boar 0 0 0", B="marauder 7 0 0", dice="5 | 4 4 5 1 4 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert race.body("B") == (5, 4, 2)
    assert len(race.chariot("B").crew) == 1
    assert "DriverReplaced" in race.event_names()
    lost = world(A="boar 0 0 0", B="marauder 7 0 0", C="boar 0 9 0", dice="5 | 4 4 5 1 1 | 3")
    lost.start_move("A", "steady", "go", "avoid")
    assert lost.chariot("B").status == WRECK
    assert lost.at("B") == (7, 0, 0)


@clause("CR-D10", "CR-O9", "CR-O12", "CR-Q43")
def test_a_10_kills_a_steed() -> None:
    race = world(A="boar 0 0 0", B="chaos 7 0 0", C="boar 0 9 0", dice="5 | 4 5 5 5 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert (race.chariot("B").wounds, race.chariot("B").steeds) == (3, 1)
    again = world(A="boar 0 0 0", B="chaos 7 0 0 steeds 1", C="boar 0 9 0", dice="5 | 4 5 5 5 | 3")
    again.start_move("A", "steady", "go", "avoid")
    assert again.chariot("B").status == WRECK
    four = world(A="boar 0 0 0", B="marauder 7 0 0", dice="5 | 4 5 5 | 3")
    four.start_move("A", "steady", "go", "avoid")
    assert four.chariot("B").steeds == 3


@clause("CR-D10", "CR-M5", "CR-Q7", "CR-C3", "CR-C4")
def test_a_smaller_team_is_slower() -> None:
    lone = world(A="chaos 0 0 0 steeds 1", B="boar 50 12 0", dice="6")
    lone.start_move("A", "whip")
    assert lone.state.move.owed == 11_000  # 8 - 3 + 6, one die
    three = world(A="marauder 0 0 0 steeds 3", B="boar 50 12 0", dice="2 5")
    three.start_move("A", "whip")
    assert three.state.move.owed == 13_000


@clause("CR-O9", "CR-O12", "CR-O5", "CR-O6", "CR-Q42")
def test_machines_lose_dice_or_snotlings_instead_of_steeds() -> None:
    wheel = world(A="boar 0 0 0", B="doomwheel 7 0 0", dice="5 | 4 5 5 5 | 3")
    wheel.start_move("A", "steady", "go", "avoid")
    assert wheel.chariot("B").steeds == 2
    pump = world(A="boar 0 0 0", B="pump 7 0 0", dice="5 | 3 5 5 | 3")
    pump.start_move("A", "steady", "go", "avoid")
    assert (pump.chariot("B").wounds, pump.chariot("B").hurt) == (2, 1)


@clause("CR-Q12", "CR-Q13", "CR-X1")
def test_a_wall_is_scraped_once_and_then_stops_the_chariot() -> None:
    track = open_track(width=9000)
    race = world(A="beastman 0 1 30", B="boar 20 0 0", track=track, dice="5 | 5 6 2 | 5 2")
    race.run_plan("A", 9)
    assert race.roll_purposes() == ["obstacle", "harm", "save"]
    assert race.chariot("A").wounds == 3
    _x, y, heading = race.at("A")
    assert heading == 0
    assert is_close((y,), (4.5 - 1.25,))
    assert race.event_names().count("Scraped") == 1
    square = world(A="beastman 0 0 60", B="boar 20 0 0", track=track, dice="1 | 1")
    square.run_plan("A", 7)
    assert square.event_names()[-2:] == ["Stopped", "MoveEnded"]
    assert square.chariot("A").free
    wall = [wall for wall in track.walls if wall.side == 0]
    assert min([int(part.gap_ceil(square.state.box(square.chariot("A")))) for part in wall]) in range(498, 504)


@clause("CR-Q51", "CR-Q9", "CR-X1")
def test_a_tail_that_swings_into_a_wall_hits_it() -> None:
    track = open_track(width=9000)
    race = world(A="beastman 0 3.25 0", B="boar 20 0 0", track=track, dice="3 | 1 1")
    race.run_plan("A", 7, (FORWARD, 3000), (TURN, 300))
    assert race.roll_purposes() == ["obstacle", "harm"]
    x, _, heading = race.at("A")
    assert 350 < heading < 358  # cut where the tail touched
    assert is_close((x,), (7,))  # the plan continues
    clear = world(A="beastman 0 3.25 0", B="boar 20 0 0", track=track)
    clear.run_plan("A", 7, (FORWARD, 3000), (DRIFT, 1), (TURN, 300))
    assert clear.roll_purposes() == []
    assert clear.at("A")[2] == 330


@clause("CR-O8", "CR-Q41", "CR-D3")
def test_a_pump_wagon_deals_hits_and_takes_none() -> None:
    race = world(A="pump 0 0 0", B="boar 7 0 0", dice="6 2 | 6 | 4 | 4 4 1 6 | 6 2 3 | 1 2 | 4")
    race.start_move("A", "go", "avoid")
    assert race.body("B") == (5, 4, 2)
    assert race.body("A") == (4, 4, 3)


@clause("CR-Q35", "CR-Q52", "CR-F1", "CR-F2", "CR-F3", "CR-Q36")
def test_a_man_killed_in_close_combat_does_not_strike_back() -> None:
    race = world(A="chaos 0 0 0 score 9", B="wolf 0 2.02 0 score 5 tie 1", C="boar 9 9 0", dice="3 3 5 | 3 3 5 | 3 4")
    race.run_close_combat()
    assert race.decider == "A"
    race.play("act", "strike 1")
    assert len(race.chariot("B").crew) == 1
    assert race.decision == ""  # the goblin is dead and does not strike
    race.run_close_combat()
    race.play("act", "strike 1")
    assert race.chariot("B").status == WRECK
    assert "RanWild" in race.event_names()


@clause("CR-Q40", "CR-Q54", "CR-L2")
def test_a_runaway_over_the_line_does_not_win() -> None:
    track = open_track()
    race = world(A="chaos -3 2.02 0 score 9", B="wolf -3 0 0 crew 1", C="boar 9 9 0", track=track, dice="3 3 5 | 3 4")
    race.chariot("B").marks = 2
    race.chariot("B").progress = track.lap - 1000
    race.run_close_combat().play("act", "strike 1")
    assert is_close(race.at("B"), (4, 0, 0))
    assert race.chariot("B").status == WRECK
    assert not race.is_over


@clause("CR-Q40", "CR-Q19")
def test_a_runaway_shunts_a_chariot_that_does_not_avoid_it() -> None:
    race = world(A="chaos 0 2.02 0 score 9", B="wolf 0 0 0 crew 1", C="boar 7 0 0", dice="3 3 5 | 3 4 | 4 | 3")
    race.run_close_combat().play("act", "strike 1")
    assert (race.decision, race.decider) == ("Avoid", "C")
    race.play("avoid")
    assert race.chariot("B").status == WRECK
    assert is_close(race.at("B"), (3, 0, 0))


@clause("CR-H1", "CR-Q30", "CR-Q32", "CR-Q33", "CR-O1")
def test_a_shot_after_moving_at_long_range() -> None:
    race = world(A="high 0 0 0 moved 9000 score 9", B="boar 18 0 0 score 3 tie 1", dice="5 | 6 | 3")
    race.run_shooting().play("act")
    race.play("shoot 1")
    assert race.body("B") == (5, 5, 3)
    miss = world(A="high 0 0 0 moved 9000 score 9", B="boar 18 0 0 score 3 tie 1", dice="4")
    miss.run_shooting().play("act", "shoot 1")
    assert miss.body("B") == (5, 5, 4)


@clause("CR-O3", "CR-Q30", "CR-Q33")
def test_a_repeating_crossbow_and_a_shooter_in_contact() -> None:
    race = world(A="dark 0 0 0 moved 9000 score 9", B="boar 12 0 0 score 3 tie 1", dice="5 4 | 6 | 3")
    race.run_shooting().play("act", "shoot 1")
    assert race.body("B") == (5, 5, 3)
    touching = world(A="high 0 0 0 score 9", B="boar 0 2.02 0 score 3 tie 1", C="boar 12 0 0 tie 2")
    touching.run_shooting()
    assert touching.decision == ""
    touched = world(A="high 0 0 0 score 9", B="boar 12 0 0 tie 1", C="boar 12 2.02 0 tie 2", dice="2")
    touched.run_shooting().play("act")
    assert "shoot 1" in touched.options
    touched.play("shoot 1")


@clause("CR-Q58", "CR-M6")
def test_chariots_nose_to_nose_turn_away_or_ram_again() -> None:
    race = world(A="boar 0 0 0", B="boar 4.001 0 180", C="boar 0 12 0")
    race.start_move("A", "steady", "pivot 600", "go")
    assert race.roll_purposes() == []
    assert race.at("A")[2] == 300
    ram = world(A="boar 0 0 0", B="boar 4.001 0 180", dice="1")
    ram.start_move("A", "steady", "go")
    assert (ram.decision, ram.decider) == ("Avoid", "B")
    ram.play("avoid")
    side = world(A="boar 0 0 90", B="boar 0 -4.001 90", C="boar 3.001 0 180")
    side.start_move("A", "steady", "go")
    assert side.roll_purposes() == []
    assert is_close(side.at("A"), (0, 7, 90))


@clause("CR-Q50", "CR-Q45", "CR-W1")
def test_two_last_chariots_that_wreck_each_other_draw() -> None:
    race = world(A="boar 0 0 0 wounds 1", B="boar 7 0 0 wounds 1", dice="5 | 4 1 4 3 | 5 1 6 1")
    race.start_move("A", "steady", "go", "avoid")
    result = race.match.result
    assert result is not None
    assert (result.places, result.reason) == ((1, 1), "draw")
