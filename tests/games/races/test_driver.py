"""The driver bot: lap times, waiting, declarations, plans, collision costs and targets."""

from __future__ import annotations

from collections import Counter

import pytest

import hippodrome as hd
from hippodrome.bots import make, play_out
from hippodrome.bots.races import RacesDriver
from hippodrome.bots.races.collision_cost import CONTACT_COST_MI, CollisionCosts, is_weaker, main_rival
from hippodrome.bots.races.policy import should_wait
from hippodrome.games.races.planning import BeginMove
from hippodrome.games.races.sequence import NEW_TURN
from hippodrome.games.races.state import MOVING, SHOOTING, WRECK, Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup
from tests.games.races.world import World, the_game, world
from tests.support import COMPILED, clause, long

FAR_AWAY = "boar 900 900 0"


def chosen_action(race: World, letter: str) -> Action:
    """Return what the driver bot chooses for the current decision."""
    return RacesDriver().choose(the_game(), race.state, "ABCDEFGH".index(letter))


# -------------------------------------------------------------------- laps


def lone_lap(track: str, key: str, whip: bool, seed: int) -> int:
    """Return the turns that a chariot alone on the track needs for a lap, which it must complete."""
    state = Setup(the_game(), track, 2, {"field": "chosen", "laps": 1}).start(TapeDice(seed_from(seed)))
    assert isinstance(state, Race)
    agenda.advance(state)
    number = next(machine.number for machine in state.rules.machines if machine.key == key)
    for seat in (0, 1):
        agenda.act(state, Action("pick", (int(number),)), seat)
    state.chariots[1].move_to(900_000, 900_000, 0)
    bot = RacesDriver()
    turns = 0
    while not state.over:
        turns += 1
        state.turn = turns
        state.agenda = [NEW_TURN, BeginMove(0)]
        agenda.advance(state)
        while state.agenda and state.agenda[-1].name() in ("Declare", "MakePlan"):
            action = bot.choose(the_game(), state, 0)
            agenda.act(state, Action("steady") if action.verb == "whip" and not whip else action, 0)
    assert state.places == (1, 2)
    return turns


# Track, machine, whip, and the turns allowed: a fifth more than an automatic driver needed.
LAPS = [
    ("oval", "boar", True, 20),
    ("oval", "marauder", True, 16),
    ("oval", "high", True, 15),
    ("eight", "boar", True, 26),
]
LONG_LAPS = [
    ("oval", "boar", False, 24),
    ("eight", "high", True, 26),
    ("pass", "boar", True, 43),
    ("pass", "boar", False, 43),
    ("pass", "high", True, 43),
]


@clause("CR-M4", "CR-M5", "CR-M9")
@pytest.mark.parametrize(("track", "key", "whip", "most"), [*LAPS, *LONG_LAPS] if COMPILED else LAPS)
def test_a_lone_chariot_laps_quickly_enough(track: str, key: str, whip: bool, most: int) -> None:
    assert lone_lap(track, key, whip, 11) <= most


@clause("CR-O7", "CR-O10")
@pytest.mark.parametrize("key", ["pump", "doomwheel"])
def test_machines_moved_by_dice_complete_a_lap(key: str) -> None:
    assert lone_lap("oval", key, True, 12) <= 30


# -------------------------------------------------------------------- races


@clause("CR-W1")
def test_a_race_of_drivers_ends_at_the_line_with_all_invariants_intact() -> None:
    game = the_game()
    state = Setup(game, "eight", 2, {"field": "elves"}).start(TapeDice(seed_from(4)))
    assert isinstance(state, Race)
    agenda.advance(state)
    bots = [RacesDriver() for _ in range(2)]
    while state.agenda:
        seat = agenda.seats(state)[0]
        agenda.act(state, bots[seat].choose(game, state, seat), seat)
        assert game.analysis.invariants(state) == []
    assert state.reason == "line"


@pytest.mark.parametrize("driver", [0, 1])
def test_a_driver_beats_random_play(driver: int) -> None:
    game = hd.game("races")
    for seed in (1, 2):
        state = Setup(game, "oval", 2, {}).start(TapeDice(seed_from(seed)))
        agenda.advance(state)
        bots = [make("driver" if seat == driver else "random", game, seed) for seat in range(2)]
        play_out(game, state, bots, seed)
        result = game.result(state)
        assert result is not None
        assert result.winners == (driver,)


@clause("CR-X2", "CR-X3", "CR-X6", "CR-X9")
@long
def test_in_default_races_of_drivers_every_kind_of_collision_is_common() -> None:
    counts = Counter[str]()
    for seed in range(12):
        match = hd.new("races", "oval", seats=5, seed=seed)
        play_out(match.game, match.state, [RacesDriver() for _ in range(5)], seed)
        counts.update(type(event).__name__ for event in match.state.events)
    assert min(counts["Shunted"], counts["Smashed"], counts["Swiped"]) >= 12


# -------------------------------------------------------------------- waiting


@clause("CR-I2", "CR-Q2")
def test_a_driver_waits_until_chariots_ahead_have_moved() -> None:
    race = world(A="boar 0 0 0", B="wolf 6 1 0", C="wolf 0 8 0").state
    behind, ahead, abreast = race.chariots
    assert should_wait(race, behind)
    assert not should_wait(race, ahead)
    ahead.acted = True
    assert not should_wait(race, behind)
    ahead.acted = False
    ahead.progress += 60_000
    assert not should_wait(race, behind), "a chariot far ahead is not waited for"
    race.phase = SHOOTING
    ahead.progress -= 60_000
    assert not should_wait(race, behind)
    assert abreast.progress == behind.progress


@clause("CR-Q2", "CR-M6")
def test_the_driver_answers_a_call_by_waiting_for_chariots_ahead() -> None:
    race = world(A="boar 0 0 0 score 8", B="wolf 6 1 0 score 6").run_phase(MOVING)
    assert race.decider == "A"
    assert chosen_action(race, "A") == Action("wait")


# -------------------------------------------------------------------- declaring and planning


@clause("CR-M5", "CR-M7")
def test_the_driver_whips_on_a_clear_road_and_pulls_the_reins_before_a_wall() -> None:
    clear = world(A="boar 0 0 0", B=FAR_AWAY)
    clear.run(BeginMove(0))
    assert chosen_action(clear, "A") == Action("whip")
    tight = world(track="pass", A="boar 31 -16 -10", B=FAR_AWAY)
    tight.run(BeginMove(0))
    assert chosen_action(tight, "A") == Action("reins")


@clause("CR-M11", "CR-X3")
def test_the_driver_drives_round_a_chariot_ahead() -> None:
    race = world(A="boar 0 0 0", B="boar 8 0.4 0", dice="3")
    race.start_move("A", "whip")
    bot = RacesDriver()
    while race.decision == "MakePlan":
        race.play(bot.choose(the_game(), race.state, 0).text)
    assert race.chariot("A").progress > race.chariot("B").progress
    assert not {"Shunted", "Smashed"} & set(race.event_names())


@clause("CR-Q11")
def test_the_driver_does_not_take_the_wrong_branch_of_a_crossing() -> None:
    race = world(track="eight", A="boar -1.2 0.9 -36.9", B=FAR_AWAY, dice="6")
    race.start_move("A", "whip")
    bot = RacesDriver()
    while race.decision == "MakePlan":
        race.play(bot.choose(the_game(), race.state, 0).text)
    x, y = race.chariot("A").x, race.chariot("A").y
    assert x > 5000
    assert y > 3000


# -------------------------------------------------------------------- costs and targets


@clause("CR-X1", "CR-L1")
def test_a_wall_costs_more_when_fewer_wounds_are_left() -> None:
    race = world(A="boar 0 0 0", B="boar 9 0 0").state
    undamaged = CollisionCosts(race, race.chariots[0]).wall
    race.chariots[0].wounds = 1
    assert CollisionCosts(race, race.chariots[0]).wall > 2 * undamaged


@clause("CR-X5", "CR-X10", "CR-X12")
def test_the_main_rival_is_worth_a_swipe_and_an_equal_bystander_is_not_worth_a_ram() -> None:
    race = world(A="boar 0 0 0", B="boar 0 2.5 0", C="boar 0 -2.5 0", D="wolf 0 9 0").state
    boar, rival, other, wolf = race.chariots
    rival.progress += 1000
    costs = CollisionCosts(race, boar)
    assert costs.swipes[rival.id] < 0 < costs.swipes[other.id]
    assert costs.rams[other.id] > 2 * CONTACT_COST_MI
    assert costs.rams[rival.id] == CONTACT_COST_MI  # both take the same hit
    assert costs.rams[wolf.id] < costs.rams[other.id]
    assert is_weaker(wolf, boar)
    assert not is_weaker(boar, wolf)
    assert not is_weaker(other, boar)


@clause("CR-W1")
def test_the_main_rival_is_the_foremost_chariot_unless_it_is_the_last_of_a_field() -> None:
    race = world(A="boar 30 0 0", B="boar 0 0 0", C="boar 10 0 0").state
    assert main_rival(race, race.chariots[1]) == 0
    assert main_rival(race, race.chariots[0]) == -1, "no chariot is close behind the leader"
    race.chariots[2].status = WRECK
    assert main_rival(race, race.chariots[1]) == -1, "the last one is beaten at the line"


@clause("CR-H1", "CR-O11")
def test_crews_shoot_at_the_leader_but_spare_a_chariot_on_its_last_wound() -> None:
    race = world(A="high 0 0 0", B="boar 8 -4 0", C="boar 14 4 0").run_shooting()
    assert chosen_action(race, "A") == Action("shoot", (2,))
    race.chariot("C").wounds = 1
    assert chosen_action(race, "A") == Action("hold")


@clause("CR-O11")
def test_lightning_is_fired_only_at_the_main_rival() -> None:
    race = world(A="doomwheel 0 0 0", B="boar 8 0 0", C="boar 40 4 0").run_shooting()
    assert chosen_action(race, "A") == Action("hold"), "the nearest chariot is not the main rival"
    race.chariot("B").progress = race.chariot("C").progress + 1000
    assert chosen_action(race, "A") == Action("fire")
