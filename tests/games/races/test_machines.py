"""Machines, weapons, fields and the fuzz goals made from them."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.races.events import TableRolled
from hippodrome.games.races.machines import machine_named, read_fields, read_machines
from hippodrome.kit.actions import Action
from hippodrome.kit.toml_reader import DataError
from tests.games.races.world import the_game, world
from tests.support import clause

# body S/T/W, save, crew, WS/BS/S/T/I/A/Ld of the crew, steeds, Movement, steed WS/S/I/A
PROFILES = {
    "boar": ("CR-C1", (5, 5, 4), 4, 2, (3, 0, 3, 4, 3, 1, 7), 2, 7, (3, 4, 3, 1)),
    "wolf": ("CR-C2", (5, 4, 3), 5, 2, (2, 3, 3, 3, 2, 1, 6), 3, 9, (3, 3, 4, 1)),
    "marauder": ("CR-C3", (5, 5, 4), 5, 2, (4, 0, 3, 3, 4, 1, 7), 4, 8, (3, 4, 3, 1)),
    "chaos": ("CR-C4", (5, 5, 4), 4, 2, (5, 0, 4, 4, 5, 1, 8), 2, 8, (3, 4, 3, 1)),
    "beastman": ("CR-C5", (5, 5, 4), 4, 2, (4, 0, 3, 4, 3, 1, 7), 2, 7, (3, 4, 2, 1)),
    "high": ("CR-O1", (5, 4, 4), 4, 2, (5, 4, 3, 3, 5, 1, 8), 2, 9, (3, 3, 4, 1)),
    "wood": ("CR-O2", (5, 4, 4), 5, 2, (4, 4, 3, 3, 5, 1, 8), 4, 9, (3, 3, 4, 1)),
    "dark": ("CR-O3", (5, 4, 4), 4, 2, (4, 4, 3, 3, 5, 1, 8), 2, 8, (3, 4, 1, 2)),
    "wagon": ("CR-O4", (5, 5, 5), 4, 4, (3, 3, 3, 3, 3, 1, 7), 2, 8, (3, 3, 3, 1)),
    "pump": ("CR-O5", (4, 4, 3), 5, 1, (2, 0, 2, 2, 3, 3, 4), 2, 0, ()),
    "doomwheel": ("CR-O6", (5, 5, 4), 4, 1, (4, 3, 4, 3, 5, 2, 10), 3, 0, ()),
    "khemri": ("CR-G2", (4, 4, 3), 5, 2, (3, 2, 3, 3, 2, 1, 7), 2, 8, (2, 3, 2, 1)),
}

PUMP = """
key = "pump"
name = "pump wagon"
rule = "CR-O5"
body = [4, 4, 3]
save = 5
crew = ["none"]
fighter = [2, 0, 2, 2, 3, 3, 4]
grit = 3
team = "snotlings"
roller = true
symbol = "roller"
"""


@clause("CR-C1", "CR-C2", "CR-C3", "CR-C4", "CR-C5", "CR-O1", "CR-O2", "CR-O3", "CR-O4", "CR-O5", "CR-O6", "CR-G3")
@clause("CR-G2", "CR-Q36", "CR-Q37")
@pytest.mark.parametrize("key", PROFILES)
def test_a_profile_is_as_printed(key: str) -> None:
    machine = machine_named(the_game().machines, key)
    fighter = (
        machine.weapon_skill, machine.ballistic_skill, machine.crew_strength, machine.crew_toughness,
        machine.initiative, machine.attacks, machine.leadership,
    )  # fmt: skip
    body = (machine.strength, machine.toughness, machine.wounds)
    profile = (
        machine.rule, body, machine.save, len(machine.crew), fighter, machine.steeds, machine.move, machine.steed
    )  # fmt: skip
    assert profile == PROFILES[key]


@clause("CR-O14", "CR-G2")
def test_every_machine_can_be_chosen() -> None:
    assert [machine.key for machine in the_game().machines] == list(PROFILES)
    match = hd.new("races", "circus", seats=8, options={"field": "chosen"}, seed=1)
    for number in (8, 9, 10, 11, 5, 6, 7, 0):
        match.play(f"pick {number}")
    names = [row["machine"] for row in match.view().table["chariots"]]
    assert names == ["wagon", "pump", "doomwheel", "khemri", "high", "wood", "dark", "boar"]


@clause("CR-Q29", "CR-Q31")
def test_weapons_have_their_ranges_strengths_and_shots() -> None:
    rows = {w.key: (int(w.range), int(w.strength), int(w.shots), int(w.piercing)) for w in the_game().weapons}
    assert rows["bow"] == (24_000, 3, 1, 0)
    assert rows["shortbow"] == (16_000, 3, 1, 0)
    assert rows["crossbow"] == (24_000, 3, 2, 0)
    assert rows["rifle"] == (36_000, 4, 1, 1)
    assert rows["handgun"] == (24_000, 4, 3, 1)
    assert rows["lightning"] == (12_000, 4, 1, 0)


@clause("CR-Q29", "CR-Q8", "CR-Q46")
def test_options_for_wolves_bows_and_wagon_change_the_machines() -> None:
    options: dict[str, int | str] = {"field": "wacky", "wolves": 2, "bows": "short", "wagon": 2}
    match = hd.new("races", "oval", seats=4, options=options, seed=1)
    wagon, _, _, wolf = match.view().table["chariots"]
    assert (wagon["width"], wolf["steeds"], wolf["crew"]) == (2000, 2, ["nothing", "short bow"])
    default = hd.new("races", "oval", seats=4, options={"field": "wacky"}, seed=1)
    wagon, _, _, wolf = default.view().table["chariots"]
    assert (wagon["width"], wolf["steeds"], wolf["crew"]) == (3000, 3, ["nothing", "bow"])


def test_fields_have_their_machines() -> None:
    game = the_game()
    keys = {name: [game.machines[number].key for number in field] for name, field in game.fields.items()}
    assert keys["classic"] == ["boar", "wolf", "marauder", "chaos", "beastman"]
    assert keys["greenskins"] == ["boar", "wolf", "pump"]
    assert keys["chaos"] == ["marauder", "chaos", "beastman"]
    assert keys["elves"] == ["high", "wood", "dark"]
    assert keys["wacky"] == ["wagon", "doomwheel", "pump", "wolf"]
    assert "khemri" not in keys["grand"]  # only players can choose it


def test_a_mistake_in_a_table_is_named() -> None:
    game = the_game()
    with pytest.raises(ValueError, match="there is no machine 'cart'; there are: boar"):
        read_fields('[[field]]\nkey = "x"\nmachines = ["cart"]', game.machines)
    with pytest.raises(DataError, match=r"machines\.toml, line \d+, .*key"):
        read_machines("[[machine]]\nkey = 3", game.weapons)


@clause("CR-O7", "CR-O10")
def test_machines_moved_by_dice_have_no_whip_and_no_reins() -> None:
    pump = world(A="pump 0 0 0", B="boar 60 12 0", dice="3 4")
    pump.start_move("A")
    assert (pump.decision, pump.state.move.owed) == ("MakePlan", 7000)
    pump.expect_refusal("whip", "CR-Q4")
    wheel = world(A="doomwheel 0 0 0", B="boar 60 12 0", dice="3 4 5")
    wheel.start_move("A")
    assert (wheel.decision, wheel.state.move.owed) == ("MakePlan", 12_000)


@clause("CR-O7")
def test_a_variant_may_give_the_pump_wagon_more_dice() -> None:
    race = world(A="pump 0 0 0", B="boar 60 12 0", dice="3 4 5 6")
    machines = "\n".join(["[[machine]]", *PUMP.splitlines(), "dice = 4"])
    rules = race.state.rules
    rules.machines = [*rules.machines[:9], *read_machines(machines, the_game().weapons), *rules.machines[10:]]
    race.start_move("A")
    assert race.state.move.owed == 18_000


@clause("CR-O12", "CR-Q5")
def test_a_doomwheel_with_dead_rats_rolls_fewer_dice_and_locked_axles_slow_it() -> None:
    race = world(A="doomwheel 0 0 0 steeds 1 penalty 5000", B="boar 60 12 0", dice="3")
    race.start_move("A")
    assert race.state.move.owed == 0


# -------------------------------------------------------------------- fuzz goals


@clause("CR-O14")
def test_fuzz_goals_cover_machines_weapons_and_damage_rows() -> None:
    game = the_game()
    names = game.analysis.fuzz_features()
    assert len(names) == len(set(names)) == 7 + 6 + 12
    race = world(A="high 0 0 0 score 9", B="boar 18 0 0 score 3 tie 1", dice="1").run_shooting().play("act")
    assert game.analysis.fuzz_features_of_action(race.state, Action("shoot", (1,))) == ["weapon bow"]
    assert game.analysis.fuzz_features_of_action(race.state, Action("hold")) == []
    race.play("shoot 1")
    race.start_move("A", "steady")
    assert game.analysis.fuzz_features_of_action(race.state, Action("go")) == ["machine high"]
    assert game.analysis.fuzz_features_of_event(TableRolled(0, 9)) == ["damage CR-D8"]
    wheel = world(A="doomwheel 0 0 0", B="boar 8 0 0").run_shooting()
    assert game.analysis.fuzz_features_of_action(wheel.state, Action("fire")) == ["weapon lightning"]
