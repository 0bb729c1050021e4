"""The rule-based bot: it compares dice, advances in line, casts harmful spells, and beats a random bot."""

from __future__ import annotations

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import play_out
from hippodrome.bots.magic import MagicBot
from hippodrome.bots.random import RandomBot
from hippodrome.games.magic.characters import CHARACTER_PHASE
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.movement import MOVE_NEXT
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup
from tests.games.magic.world import World, the_game, world


def chosen(battle: World) -> str:
    """Return the label of the bot's choice."""
    action = MagicBot().choose(the_game(), battle.state, battle.match.seat)
    return battle.match.game.presentation.label(battle.state, action)


STACK = {"a": "r d3 CO ready", "b": "r d3 CO ready", "foe": "w d4 CO", "screen": "w d4 SK"}


def test_the_attacker_attacks_with_at_least_as_many_dice_as_the_enemy() -> None:
    assert chosen(world(steps=[MOVE_NEXT[0]], **STACK)) == "Attack d4 with everything in d3"
    strong = {"x": "w d4 CO", "y": "w d4 CO", "z": "w d4 MO"}
    assert chosen(world(steps=[MOVE_NEXT[0]], **STACK, **strong)) == "End the phase"


def test_the_defender_attacks_with_one_die_more_than_the_enemy() -> None:
    units = {"a": "w d3 CO ready", "b": "w d3 SU ready", "foe": "r d2 CO", "other": "r d2 SU", "screen": "r d2 SK"}
    assert chosen(world(steps=[MOVE_NEXT[1]], **units)) == "End the phase"
    assert (
        chosen(world(steps=[MOVE_NEXT[1]], attacker=1, **with_enemy_in_front(units)))
        == "Attack d4 with everything in d3"
    )


def with_enemy_in_front(units: dict[str, str]) -> dict[str, str]:
    """Return the same units with the enemy on the side towards which White advances as the attacker."""
    return {name: text.replace("d2", "d4") for name, text in units.items()}


def test_a_side_that_is_behind_late_in_the_battle_takes_risks() -> None:
    units = {"a": "w d3 CO ready", "b": "w d3 SU ready", "foe": "r d2 CO", "other": "r d2 SU", "screen": "r d2 SK"}
    gone = {"dead": "w d3 MO 0"}
    assert chosen(world(steps=[MOVE_NEXT[1]], countdown=4, **units, **gone)) == "Attack d2 with everything in d3"


def test_the_line_advances_together_and_the_reserve_follows() -> None:
    units = {
        "front": "r d2 CO ready",
        "rear": "r d1 CO ready",
        "side": "r c2 SU ready",
        "king": "r d2 G ready",
        "foe": "w d5 CO",
    }
    battle = world(steps=[MOVE_NEXT[0]], **units)
    while battle.decision in ("MoveNext", "MoveUnit"):
        battle.match.play(MagicBot().choose(the_game(), battle.state, 0))
    assert [battle.at(name) for name in ("front", "side", "rear", "king")] == ["d3", "c3", "d2", "d3"]


def test_the_general_leads_only_with_a_lead_of_two_dice() -> None:
    sure = {"a": "r d3 CO > d4", "b": "r d3 CO > d4", "c": "r d3 CO > d4", "king": "r d3 G", "foe": "w d4 SK"}
    assert chosen(world(steps=[NEXT_FIGHT[0]], **sure)) == "Lead the attack"
    even = {"a": "r d3 CO > d4", "king": "r d3 G", "foe": "w d4 CO"}
    assert chosen(world(steps=[NEXT_FIGHT[0]], **even)) == "Stay behind"


def test_the_bot_casts_harmful_spells_and_strikes_when_it_can() -> None:
    units = {"mage": "r d3 M", "foot": "r d3 SU", "foe": "w d4 SU", "far": "w d5 SU", "more": "w d5 SU"}
    assert chosen(world(steps=[CHARACTER_PHASE[0]], **units)) == "Bolt at d5"
    assert chosen(world(steps=[CHARACTER_PHASE[0]], **units, hero="r d3 L", king="w d4 G")) == "hero strikes king"


def test_the_bot_is_the_driver_of_its_game() -> None:
    assert bots.default_level(hd.game("magic")) == "driver"
    assert isinstance(bots.make("driver", hd.game("magic"), 1), MagicBot)


def test_the_bot_beats_a_random_bot() -> None:
    game = the_game()
    wins = 0
    for number in range(12):
        seat = number % 2
        state = Setup(game, "battle", 2, {}).start(TapeDice(seed_from(number)))
        agenda.advance(state)
        players = [MagicBot(), RandomBot(number)] if seat == 0 else [RandomBot(number), MagicBot()]
        play_out(game, state, players, number)
        result = game.result(state)  # type: ignore[arg-type]
        assert result is not None
        wins += result.winners == (seat,)
    assert wins >= 10
