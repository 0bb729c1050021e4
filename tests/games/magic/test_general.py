"""The plain general: it counts dice, keeps its line, casts what hurts, and beats chance."""

from __future__ import annotations

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import play_out
from hippodrome.bots.magic import MagicGeneral
from hippodrome.bots.random import RandomBot
from hippodrome.games.magic.characters import CHARACTER_PHASE
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.movement import MOVE_NEXT
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup
from tests.games.magic.world import World, the_game, world


def chosen(battle: World) -> str:
    """What the general does now, in words."""
    action = MagicGeneral().choose(the_game(), battle.state, battle.match.seat)
    return battle.match.game.label(battle.state, action)


STACK = {"a": "r d3 CO ready", "b": "r d3 CO ready", "foe": "w d4 CO", "screen": "w d4 SK"}


def test_it_attacks_with_as_many_dice_as_the_enemy() -> None:
    assert chosen(world(steps=[MOVE_NEXT[0]], **STACK)) == "All in d3 attack d4"
    strong = {"x": "w d4 CO", "y": "w d4 CO", "z": "w d4 MO"}
    assert chosen(world(steps=[MOVE_NEXT[0]], **STACK, **strong)) == "End this phase"


def test_the_defender_wants_one_die_more() -> None:
    units = {"a": "w d3 CO ready", "b": "w d3 SU ready", "foe": "r d2 CO", "other": "r d2 SU", "screen": "r d2 SK"}
    assert chosen(world(steps=[MOVE_NEXT[1]], **units)) == "End this phase"
    assert chosen(world(steps=[MOVE_NEXT[1]], attacker=1, **_moved(units))) == "All in d3 attack d4"


def _moved(units: dict[str, str]) -> dict[str, str]:
    """The same with the enemy on the other side, where White goes forward if it attacks."""
    return {name: text.replace("d2", "d4") for name, text in units.items()}


def test_whoever_is_behind_when_time_runs_out_is_bold() -> None:
    units = {"a": "w d3 CO ready", "b": "w d3 SU ready", "foe": "r d2 CO", "other": "r d2 SU", "screen": "r d2 SK"}
    gone = {"dead": "w d3 MO 0"}
    assert chosen(world(steps=[MOVE_NEXT[1]], countdown=4, **units, **gone)) == "All in d3 attack d2"


def test_the_line_goes_forward_together_and_the_reserve_follows() -> None:
    units = {
        "front": "r d2 CO ready",
        "rear": "r d1 CO ready",
        "side": "r c2 SU ready",
        "king": "r d2 G ready",
        "foe": "w d5 CO",
    }
    battle = world(steps=[MOVE_NEXT[0]], **units)
    while battle.question in ("MoveNext", "MoveUnit"):
        battle.match.play(MagicGeneral().choose(the_game(), battle.state, 0))
    assert [battle.at(name) for name in ("front", "side", "rear", "king")] == ["d3", "c3", "d2", "d3"]


def test_the_general_leads_only_with_two_dice_in_hand() -> None:
    sure = {"a": "r d3 CO > d4", "b": "r d3 CO > d4", "c": "r d3 CO > d4", "king": "r d3 G", "foe": "w d4 SK"}
    assert chosen(world(steps=[NEXT_FIGHT[0]], **sure)) == "He leads"
    even = {"a": "r d3 CO > d4", "king": "r d3 G", "foe": "w d4 CO"}
    assert chosen(world(steps=[NEXT_FIGHT[0]], **even)) == "He stays behind"


def test_it_casts_what_hurts_and_strikes_when_it_can() -> None:
    units = {"mage": "r d3 M", "foot": "r d3 SU", "foe": "w d4 SU", "far": "w d5 SU", "more": "w d5 SU"}
    assert chosen(world(steps=[CHARACTER_PHASE[0]], **units)) == "Bolt at d5"
    assert chosen(world(steps=[CHARACTER_PHASE[0]], **units, hero="r d3 L", king="w d4 G")) == "hero strikes at king"


def test_it_is_the_plain_program_of_its_game() -> None:
    assert bots.default_level(hd.game("magic")) == "driver"
    assert isinstance(bots.make("driver", hd.game("magic"), 1), MagicGeneral)


def test_it_beats_chance() -> None:
    game = the_game()
    wins = 0
    for number in range(12):
        seat = number % 2
        state = Setup(game, "battle", 2, {}).start(TapeDice(seed_from(number)))
        agenda.advance(state)
        players = [MagicGeneral(), RandomBot(number)] if seat == 0 else [RandomBot(number), MagicGeneral()]
        play_out(game, state, players, number)
        result = game.result(state)  # type: ignore[arg-type]
        assert result is not None
        wins += result.winners == (seat,)
    assert wins >= 10
