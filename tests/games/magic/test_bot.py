"""The rule-based bot: it compares dice, advances in line, casts where it pays, moves terrain, and beats a recruit."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import play_out
from hippodrome.bots.magic import MagicBot
from hippodrome.bots.random import RandomBot
from hippodrome.games.magic.characters import CHARACTER_PHASE
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.movement import MOVE_NEXT, BeginMovement
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup
from tests.games.magic.world import World, the_game, world
from tests.support import clause


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
    assert chosen(world(steps=[NEXT_FIGHT[0]], **even)) == "Let the general follow"


def test_the_bot_strikes_when_it_can() -> None:
    units = {"foe": "w d4 SU", "hero": "r d3 L", "king": "w d4 G"}
    assert chosen(world(steps=[CHARACTER_PHASE[0]], **units)) == "hero strikes king"


@pytest.mark.parametrize(
    ("units", "label"),
    [
        # A full stack out of reach would test morale with many units: 2.67 bases are more than a Bolt can cost.
        ({f"foe_{n}": "w d5 CO" for n in range(6)}, "Dread on d5"),
        # A lone elephant does not test morale.
        ({"foe": "w d5 EL"}, "Bolt at d5"),
        # Chariots are about to attack skirmishers and a host, who lose nothing in closed ground.
        ({"foe": "w d4 CH", "more": "w d4 CH", "third": "w d4 CH", "host": "r d3 HO"}, "Mist on d3"),
        # Monsters do not test morale and lose nothing by Mist; a ward saves one hit of six.
        (
            {f"foe_{n}": "w d4 MO" for n in range(3)} | {f"own_{n}": "r d3 CO" for n in range(5)},
            "Ward on the magician's own square",
        ),
        # Only with Haste does the monster reach the attack of the stack in front.
        ({"troll": "r d3 MO", "a": "r d4 CO", "b": "r d4 CO", "far": "w d5 EL"}, "Haste for troll"),
    ],
)  # fmt: skip
def test_the_bot_casts_the_spell_that_pays_most(units: dict[str, str], label: str) -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], mage="r d3 M", foot="r d3 SK", **units)
    assert chosen(battle) == label


def test_a_hasted_unit_joins_the_attack_in_front_of_it() -> None:
    units = {"troll": "r d3 MO hasted", "a": "r d4 CO ready", "b": "r d4 CO ready", "foe": "w d5 EL"}
    battle = world(steps=[BeginMovement(0)], dice="any", **units)
    while battle.decision in ("MoveNext", "MoveUnit"):
        battle.match.play(MagicBot().choose(the_game(), battle.state, 0))
    assert battle.at("troll") == "d4"
    assert battle.unit("troll").is_attacking()


def test_the_bot_unbinds_a_spell_that_is_worth_more_than_its_own() -> None:
    stack = {f"foe_{n}": "w d5 CO" for n in range(6)}
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4", first=0, mage="r d3 M", rival="w c5 M", own="w c5 EL", **stack)
    battle.play("dread mage d5")
    assert chosen(battle) == "Unbind with rival"
    poor = world(steps=[CHARACTER_PHASE[0]], dice="4", first=0, mage="r d3 M", foot="r d3 SK", rival="w d5 M", **stack)
    poor.play("ward mage")
    assert chosen(poor) == "Let it take effect"


def test_the_bot_saves_its_magician_for_its_own_spell() -> None:
    stack = {f"own_{n}": "r d3 CO" for n in range(8)}
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4", first=0, mage="r d3 M", rival="w d5 M", gun="w d5 EL", **stack)
    battle.play("bolt mage d5")
    assert chosen(battle) == "Let it take effect"  # Dread on eight units is worth more
    later = world(steps=[CHARACTER_PHASE[0]], dice="4", first=1, mage="r d3 M", rival="w d5 M", gun="w d5 EL", **stack)
    later.play("bolt mage d5")
    assert chosen(later) == "Unbind with rival"  # its own phase is over


@clause("WAM-Q37")
def test_the_bot_moves_the_chasm_behind_an_enemy_stack() -> None:
    units = {"a": "r d3 CO", "b": "r d3 CO", "foe": "w d4 CO", "more": "w d4 SU"}
    battle = world(steps=[CHARACTER_PHASE[0]], scenery=["r c5 0"], **units)
    assert chosen(battle) == "Move the scenery to d5"
    behind = world(steps=[CHARACTER_PHASE[0]], scenery=["r d5 0"], **units)
    assert chosen(behind) == "End the phase"


@clause("WAM-Q37")
def test_the_bot_moves_its_fire_pit_into_the_way_of_the_enemy() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], scenery=["r c3 3"], foe="w d4 CO", more="w d4 SU", own="r a1 CO")
    assert chosen(battle) == "Move the scenery to d3"


@clause("WAM-Q37")
def test_elves_own_a_wood_and_others_a_chasm_in_front_of_the_enemy() -> None:
    def scenery_labels(army: str) -> list[str]:
        match = hd.new(
            "magic", "harvest", dice=[], options={"attacker": "Red", "army_red": "frost", "army_white": army}
        )
        labels = []
        for _ in range(2):
            action = MagicBot().choose(the_game(), match.state, match.seat)
            labels.append(match.game.presentation.label(match.state, action))
            match.play(action)
        return labels

    assert scenery_labels("silverwood") == ["Walking Wood", "Place on d3"]
    assert scenery_labels("barrow") == ["Chasm of Doom", "Place on d2"]


@clause("WAM-Q36")
def test_the_line_goes_round_by_the_bridge() -> None:
    battle = world(steps=[MOVE_NEXT[0]], dice="any", ground="bridges", foot="r a2 SU ready", foe="w d5 CO")
    while battle.decision in ("MoveNext", "MoveUnit"):
        battle.match.play(MagicBot().choose(the_game(), battle.state, 0))
    assert battle.at("foot") == "b2"


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
