"""Set-up: tables, terrain, characteristics, deployment, the warrior's side."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.catalogue import game_texts
from hippodrome.games.wheelie import Wheelie
from hippodrome.games.wheelie.chariots import chariot_kind_named, read_chariot_kinds
from hippodrome.games.wheelie.deployment import Deploy
from hippodrome.games.wheelie.events import Characterised, DeploymentOrdered, TerrainOrdered
from hippodrome.games.wheelie.scenarios import pieces_allowed, table_size
from hippodrome.games.wheelie.state import FIGHTING, NO_ID, Skirmish, Unit
from hippodrome.games.wheelie.terrain import MAX_SIZE_MI, read_terrain_kinds, terrain_kind_named
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.events import DiceRolled
from hippodrome.kit.match import Match
from hippodrome.kit.toml_reader import DataError
from tests.games.wheelie.world import the_game, world
from tests.support import clause


def state_of(match: Match) -> Skirmish:
    assert isinstance(match.state, Skirmish)
    return match.state


def new(scenario: str = "duel", seats: int | None = None, dice: list[int] | None = None, **options: int | str) -> Match:
    """Return a match before its first decision."""
    if dice is None:
        return hd.new("wheelie", scenario, seats=seats, options=options, seed=1)
    return hd.new("wheelie", scenario, seats=seats, options=options, dice=dice)


def kinds(match: Match) -> list[tuple[int, int, str]]:
    """Return the seat, side and kind of every unit."""
    state = state_of(match)
    return [(int(unit.seat), int(unit.side), state.kind(unit).key) for unit in state.units]


# -------------------------------------------------------------------- players and tables


@clause("WW-P1", "WW-Q59")
def test_players_share_the_chariots_of_their_side() -> None:
    assert kinds(new("duel", chariots="usual")) == [(0, 0, "egyptian"), (1, 1, "hittite")]
    two = [(0, 0, "hittite"), (1, 1, "hittite"), (0, 0, "mycenaean"), (1, 1, "mycenaean")]
    assert kinds(new("sides", 2)) == two
    four = [(0, 0, "hittite"), (1, 1, "hittite"), (2, 0, "mycenaean"), (3, 1, "mycenaean")]
    assert kinds(new("sides", 4)) == four
    six = kinds(new("sides", 6))
    assert [seat for seat, _, kind in six if kind != "runners"] == [0, 1, 2, 3, 4, 5]
    assert [side for _, side, _ in kinds(new("funeral", 6))] == [0, 1, 2, 3, 4, 5]
    assert kinds(new("hunt", hunters=2))[:2] == [(0, 0, "egyptian"), (1, 1, "assyrian")]
    assert len(kinds(new("hunt", hunters=1))) == 3
    assert len(kinds(new("hunt"))) == 4


@clause("WW-P1")
@pytest.mark.parametrize(("scenario", "seats"), [("duel", 2), ("sides", 4), ("funeral", 4), ("ladder", 2), ("team", 2)])
def test_by_default_all_sides_have_the_same_chariots(scenario: str, seats: int) -> None:
    units = kinds(new(scenario, seats))
    forces = [
        [kind for _, side, kind in units if side == number] for number in range(1 + max(side for _, side, _ in units))
    ]
    assert all(force == forces[0] for force in forces)


@clause("WW-P1", "WW-P2", "WW-Q59")
@pytest.mark.parametrize(("per_side", "width"), [(1, 36_000), (2, 48_000), (3, 72_000), (4, 96_000)])
def test_one_player_may_command_up_to_four_chariots(per_side: int, width: int) -> None:
    match = new("sides", 2, per_side=per_side)
    units = kinds(match)
    assert [len([unit for unit in units if unit[:2] == (side, side)]) for side in (0, 1)] == [per_side, per_side]
    assert state_of(match).rules.width == width
    assert width * state_of(match).rules.depth >= 2 * per_side * 4 * 12_000 * 12_000


@clause("WW-P1", "WW-Q59")
def test_every_player_has_a_chariot() -> None:
    assert sorted(seat for seat, _, _ in kinds(new("sides", 6, per_side=1))) == [0, 1, 2, 3, 4, 5]
    three = kinds(new("sides", 3, per_side=4))
    assert [len([unit for unit in three if unit[0] == seat]) for seat in range(3)] == [2, 4, 2]


def changed_game(old: str, new_text: str) -> Wheelie:
    """Return the game with a changed scenario file."""
    texts = game_texts("wheelie")
    assert old in texts["data/scenarios.toml"]
    return Wheelie({**texts, "data/scenarios.toml": texts["data/scenarios.toml"].replace(old, new_text)})


@clause("WW-P1")
def test_a_variant_gets_all_the_chariots_it_lists() -> None:
    four = 'parties = ["celtic celtic indian sumerian", "egyptian egyptian egyptian egyptian"]'
    parties = 'parties = ["hittite mycenaean", "egyptian egyptian"]\neven = true\n'
    reserves = f'{parties}reserves = ["assyrian egyptian", "celtic sumerian"]'
    game = changed_game(reserves, four)
    state = game.setup(game.scenario("sides"), 2, {"chariots": "usual"}, ScriptDice(()))
    assert [state.kind(unit).key for unit in state.units if unit.side == 0] == [
        "celtic",
        "celtic",
        "indian",
        "sumerian",
    ]
    assert state.rules.width == 96_000
    listed = changed_game('parties = ["hittite mycenaean", "egyptian egyptian"]', four)
    setting = next(setting for setting in listed.scenario("sides").options if setting.name == "per_side")
    assert setting.default == 4
    with pytest.raises(DataError, match="must list 2 parties"):
        changed_game('reserves = ["assyrian egyptian", "celtic sumerian"]', 'reserves = ["assyrian"]')


@clause("WW-P1", "WW-S1")
@pytest.mark.parametrize(
    ("scenario", "choice", "runners"),
    [
        ("sides", "usual", []),
        ("sides", "red", [0]),
        ("sides", "white", [1]),
        ("sides", "all", [0, 1]),
        ("duel", "all", [0, 1]),
        ("hunt", "usual", [1]),
        ("hunt", "none", []),
        ("funeral", "all", [0, 1, 2, 3]),
    ],
)
def test_any_side_can_have_runners(scenario: str, choice: str, runners: list[int]) -> None:
    assert [side for _, side, kind in kinds(new(scenario, runners=choice)) if kind == "runners"] == runners


@clause("WW-Q64", "WW-G2", "WW-Q52")
@pytest.mark.parametrize(("choice", "expert"), [("none", 0), ("driver", 1), ("warrior", 2)])
def test_all_chariots_can_begin_with_experts(choice: str, expert: int) -> None:
    state = state_of(new("duel", experts=choice, runners="all"))
    assert [int(unit.expert) for unit in state.units] == [expert, expert, 0, 0]


@clause("WW-Q64", "WW-G6")
def test_players_can_choose_the_expert_of_each_chariot() -> None:
    match = new("duel", experts="chosen", runners="all")
    assert match.decision is not None
    assert match.decision.name == "ChooseExpert"
    assert [action.text for action in match.proposals()] == ["expert 0", "expert 1", "expert 2"]
    match.play("expert 2")
    match.play("expert 1")
    assert [int(unit.expert) for unit in state_of(match).units] == [2, 1, 0, 0]
    assert match.decision.name == "PickPiece"
    assert "Red's Egyptian has an Expert Warrior." in [line.text for line in match.log_lines()]


@clause("WW-P2", "WW-P3")
def test_the_table_grows_with_the_number_of_chariots() -> None:
    sizes = {2: (36, 36), 3: (48, 36), 4: (48, 48), 5: (60, 48), 6: (72, 48), 7: (84, 48), 8: (96, 48)}
    for chariots, (wide, deep) in sizes.items():
        assert table_size(chariots) == (wide * 1000, deep * 1000)
        assert pieces_allowed(wide * 1000, deep * 1000) == wide * deep // 576
    assert state_of(new("hunt", hunters=1)).rules.width == 48_000
    assert all(max(terrain.across, terrain.along) <= MAX_SIZE_MI for terrain in the_game().terrain_kinds)


@clause("WW-Q47")
def test_base_sizes_and_warrior_points_are_those_of_the_ruling() -> None:
    sizes = {kind.key: (int(kind.width), int(kind.length), int(kind.warrior)) for kind in the_game().kinds}
    assert sizes["egyptian"] == (2000, 4000, -1000)
    assert sizes["assyrian"] == sizes["sumerian"] == sizes["indian"] == (3000, 4000, -1000)
    assert sizes["runners"] == (2500, 1500, 0)


@clause("WW-J1", "WW-J2", "WW-J3", "WW-J4", "WW-J5", "WW-J6", "WW-J7", "WW-J11", "WW-S2")
def test_every_chariot_has_its_defence_and_dice() -> None:
    by_key = {kind.key: (int(kind.defence), kind.dice) for kind in the_game().kinds}
    assert {key: defence for key, (defence, _) in by_key.items() if defence != 6} == {"sumerian": 7}
    bow, none, javelin = (6, 4, 2, 0), (0, 0, 0, 0), (0, 0, 0, 6)
    assert by_key["egyptian"][1] == [bow, bow, bow, none, none, bow]
    assert by_key["celtic"][1] == [javelin, javelin, none, javelin, none, none]
    assert by_key["hittite"][1] == [(6, 4, 2, 2), bow, bow, (0, 0, 0, 2), none, bow]
    assert by_key["assyrian"][1] == [(8, 5, 3, 0), bow, bow, bow, bow, (8, 5, 3, 0)]
    assert by_key["sumerian"][1] == by_key["mycenaean"][1] == [javelin, javelin, none, none, none, none]
    side, back = (5, 3, 2, 2), (5, 3, 2, 0)
    assert by_key["indian"][1] == [(8, 5, 3, 4), side, back, side, back, (7, 4, 2, 0)]
    assert by_key["runners"][1] == [(8, 4, 2, 0)] * 2 + [none, (8, 4, 2, 0), none, none]


@clause("WW-Q65")
def test_point_values_are_shown_where_chariots_are_chosen() -> None:
    points = {kind.key: int(kind.points) for kind in the_game().kinds}
    assert points["egyptian"] == 100
    assert max(points, key=points.__getitem__) == "assyrian"
    match = new("duel", chariots="chosen")
    labels = [match.game.presentation.label(match.state, action) for action in match.proposals()]
    assert labels[0] == "Egyptian (100 points)"
    setting = next(setting for setting in the_game().scenario("duel").options if setting.name == "chariots")
    assert setting.labels[0] == f"As in the scenario: 100 against {points['hittite']} points"


@clause("WW-P1")
def test_players_can_pick_their_chariots() -> None:
    match = new("duel", chariots="chosen")
    assert match.decision is not None
    assert match.decision.name == "PickChariot"
    assert match.proposals()[0].text == "pick 0"
    match.play("pick 5")
    assert kinds(match)[0] == (0, 0, "indian")


def test_the_prey_of_a_hunt_is_not_picked() -> None:
    match = new("hunt", chariots="chosen")
    match.play("pick 1")
    match.play("pick 1")
    assert match.decision is not None
    assert match.decision.name == "PickPiece"


@clause("WW-P1")
@pytest.mark.parametrize(
    ("scenario", "seats", "sides"),
    [
        ("duel", 2, [["egyptian"]] * 2),
        ("sides", 4, [["hittite", "mycenaean"]] * 2),
        ("sides", 6, [["hittite", "mycenaean", "assyrian"]] * 2),
        ("funeral", 4, [["egyptian"]] * 4),
    ],
)
def test_in_an_even_battle_all_sides_have_the_same_chariots(scenario: str, seats: int, sides: list[list[str]]) -> None:
    units = kinds(new(scenario, seats, chariots="even"))
    assert [[kind for _, side, kind in units if side == number] for number in range(len(sides))] == sides


@pytest.mark.parametrize("scenario", ["hunt", "ladder", "team"])
def test_a_hunt_and_a_ladder_game_have_no_even_option(scenario: str) -> None:
    with pytest.raises(ValueError, match="even"):
        new(scenario, chariots="even")


# -------------------------------------------------------------------- terrain


@clause("WW-P4", "WW-Q59")
def test_players_place_terrain_in_the_order_of_their_seats() -> None:
    match = new("ladder")
    assert match.seat == 0
    match.play("terrain 1")
    match.play("slant 450")
    match.play("place 180 180")
    assert match.seat == 1
    match.play("terrain 2")
    match.play("slant 0")
    match.play("place 180 180")  # a grove on a rise
    pieces = state_of(match).pieces
    assert [(int(piece.stuff), int(piece.x), int(piece.y), int(piece.turn)) for piece in pieces] == [
        (1, 18000, 18000, 450),
        (2, 18000, 18000, 0),
    ]


@clause("WW-P4")
def test_placing_terrain_is_optional_and_round_pieces_are_not_turned() -> None:
    match = new("ladder")
    match.play("none")
    match.play("terrain 5")
    assert match.decision is not None
    assert match.decision.name == "PlacePiece"


@clause("WW-P5", "WW-Q59")
def test_dice_decide_who_goes_without_a_piece() -> None:
    match = new("funeral", 3, dice=[2, 5, 5, 1, 6])
    assert [event.order for event in match.events if isinstance(event, TerrainOrdered)] == [(2, 1)]
    assert [list(event.dice) for event in match.events if isinstance(event, DiceRolled)] == [[2], [5], [5], [1], [6]]


@clause("WW-Q59", "WW-P3")
def test_terrain_stays_on_the_table_and_may_lie_on_other_terrain() -> None:
    match = new("duel", dice=[2, 5, 1, 2])
    match.play("terrain 3")
    match.play("slant 0")
    for place in ("place 20 180", "place 400 400", "place 180"):
        refusal = match.check(place)
        assert refusal is not None
        assert refusal.rule in ("WW-Q59", "WW-P4")
    match.play("place 180 180")
    assert len(state_of(match).pieces) == 2


@clause("WW-Q59", "WW-Q48")
def test_a_scenario_may_keep_terrain_from_its_own_and_bases_apart() -> None:
    match = new("funeral", 4)
    match.play("terrain 6")
    match.play("slant 0")
    refusal = match.check("place 240 300")
    assert refusal is not None
    assert (refusal.rule, "6 inches" in refusal.text) == ("WW-Q59", True)
    while match.decision and match.decision.name != "Deploy":
        match.play(match.proposals()[0])
    state = state_of(match)
    step = state.agenda[-1]
    assert isinstance(step, Deploy)
    assert step.spacing(state, step.edge(state)) == 6000


@clause("WW-F1", "WW-F3", "WW-Q33")
@pytest.mark.parametrize(
    ("key", "is_bad", "sight"), [("hill", False, "blocks"), ("bog", False, "clear"), ("rough", True, "clear")]
)
def test_the_terrain_of_the_text_is_there(key: str, is_bad: bool, sight: str) -> None:
    kind = terrain_kind_named(the_game().terrain_kinds, key)
    assert (kind.is_bad, kind.sight) == (is_bad, sight)
    match = new("duel")
    match.play(f"terrain {kind.number}")
    match.play("slant 0")
    match.play("place 180 50")
    assert state_of(match).ground.is_bad(18_000, 5000) == is_bad


@pytest.mark.parametrize(
    ("old", "new_text", "complaint"),
    [
        ('traits = ["slow"]', 'traits = ["lazy"]', "there is no 'lazy'; there are: fast"),
        ("front = [8, 5, 3, 4]", "front = [8, 5, 3]", "must be 4 whole numbers from 0 to 12"),
        ("defence = 7", "defence = 70", "from 1 to 9"),
    ],
)
def test_invalid_chariot_data_is_refused(old: str, new_text: str, complaint: str) -> None:
    text = _text("chariots.toml")
    assert old in text
    with pytest.raises(DataError, match=complaint):
        read_chariot_kinds(text.replace(old, new_text))


@pytest.mark.parametrize(
    ("old", "new_text", "complaint"),
    [
        ("size = [8000, 6000]", "size = [7999, 6000]", "even numbers"),
        ("points = [-3000, -600, ", "points = [-3000, ", "x and y"),
    ],
)
def test_invalid_terrain_data_is_refused(old: str, new_text: str, complaint: str) -> None:
    text = _text("terrain.toml")
    assert old in text
    with pytest.raises(DataError, match=complaint):
        read_terrain_kinds(text.replace(old, new_text))


def _text(name: str) -> str:
    from importlib.resources import files

    return (files("hippodrome.games.wheelie") / "data" / name).read_text(encoding="utf-8")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown chariot 'persian'"):
        chariot_kind_named(the_game().kinds, "persian")


# -------------------------------------------------------------------- characteristics


def roll_traits(kind: str, *dice: int) -> tuple[Match, Unit]:
    """Return a duel in which a chariot of this kind rolls these dice for its characteristic, the other a Weak Arm."""
    number = [one.key for one in the_game().kinds].index(kind)
    match = new("ladder", dice=[*dice, 1, 2, 1, 2], chariots="chosen", characteristics="on")
    match.play(f"pick {number}")
    match.play("pick 0")
    match.play("none")
    match.play("none")
    return match, state_of(match).units[0]


@clause("WW-Q41", "WW-K12", "WW-K10")
def test_a_characteristic_without_effect_is_rolled_again() -> None:
    assert roll_traits("celtic", 6, 6, 5, 5, 2, 2)[1].trait == 4
    assert roll_traits("egyptian", 6, 6)[1].trait == 12
    assert roll_traits("mycenaean", 4, 6, 5, 6)[1].trait == 11


@clause("WW-Q41", "WW-J5", "WW-Q52")
def test_sumerians_do_not_roll() -> None:
    match, unit = roll_traits("sumerian")
    assert unit.trait == 0
    assert [event.unit for event in match.events if isinstance(event, Characterised)] == [1]


@clause("WW-K7")
@pytest.mark.parametrize("seven", [1, 2, 3])
def test_a_seven_is_a_choice(seven: int) -> None:
    match, _ = roll_traits("egyptian", 3, 4)
    assert [action.text for action in match.proposals()] == ["choose 1", "choose 2", "choose 3"]
    match.play(f"choose {seven}")
    assert state_of(match).units[0].seven == seven


@clause("WW-J4", "WW-Q41")
@pytest.mark.parametrize(("answer", "shield"), [("take", True), ("leave", False)])
def test_an_assyrian_may_take_an_additional_shield_bearer(answer: str, shield: bool) -> None:
    match, _ = roll_traits("assyrian", 1, 2)
    match.play(answer)
    unit = state_of(match).units[0]
    assert (unit.trait, unit.shield) == (3, shield)


@clause("WW-Q52", "WW-Q41")
def test_runners_have_no_characteristic() -> None:
    match = new("sides", 2, characteristics="on", runners="white")
    while match.decision and match.decision.name != "PickEdge":
        match.play(match.proposals()[0])
    state = state_of(match)
    assert [unit.trait > 0 for unit in state.units] == [True] * 4 + [False]


# -------------------------------------------------------------------- deployment


@clause("WW-P6", "WW-Q48", "WW-Q2")
def test_the_lowest_deploys_first_and_the_enemy_opposite() -> None:
    match = new("ladder", dice=[4, 4, 5, 2, 3, 6, 1, 1, 1, 1, 1, 1])
    match.play("none")
    match.play("none")
    assert [event.order for event in match.events if isinstance(event, DeploymentOrdered)] == [(1, 0)]
    match.play("edge 1")
    match.play("deploy 100")
    match.play("plain")
    match.play("deploy 200")
    match.play("mirror")
    first, second = state_of(match).units
    assert (first.edge, first.mirrored, second.edge, second.mirrored) == (3, True, 1, False)
    assert (int(second.x), int(second.y), int(second.turn)) == (2000, 10000, 0)
    assert (int(first.x), int(first.y), int(first.turn)) == (34000, 20000, 1800)
    assert all(unit.status == FIGHTING and unit.loaded and unit.aim == NO_ID for unit in (first, second))


@clause("WW-P6", "WW-Q48")
def test_friends_share_an_edge() -> None:
    match = new("sides", 2, dice=[1, 6, 2, 5, 4])
    match.play("none")
    match.play("none")
    match.play("edge 0")
    match.play("deploy 240")
    match.play("plain")
    refusal = match.check("deploy 260")
    assert refusal is not None
    assert refusal.rule == "WW-Q48"
    assert "inch" not in refusal.text
    match.play("deploy 270")
    units = state_of(match).units
    assert (units[0].edge, units[2].edge) == (0, 0)


@clause("WW-Q48")
def test_more_parties_take_the_other_edges_and_then_the_emptiest() -> None:
    match = new("funeral", 6)
    while match.decision and match.decision.name != "SpendDie":
        match.play("edge 2" if match.decision.name == "PickEdge" else match.proposals()[0])
    state = state_of(match)
    deployed = next(event.order for event in match.events if isinstance(event, DeploymentOrdered))
    edges = [int(state.units[unit].edge) for unit in deployed]
    assert edges[:4] == [2, 0, 3, 1]
    assert len(set(edges[4:])) == 2


@clause("WW-Q48", "WW-F3")
def test_a_chariot_cannot_deploy_on_impassable_ground() -> None:
    match = new("ladder", dice=[1, 2, 3, 4] + [1] * 6)
    match.play("terrain 6")
    match.play("slant 0")
    match.play("place 180 340")
    match.play("none")
    match.play("edge 0")
    assert match.check("deploy 180") is not None
    assert match.check("deploy 100") is None
    match.play("deploy 100")
    match.play("plain")
    match.play("deploy 100")
    match.play("plain")


@clause("WW-Q28")
def test_only_asymmetric_chariots_choose_the_warriors_side() -> None:
    battle = world(A="celtic 0 0 0", B="egyptian 10 10 0")
    from hippodrome.games.wheelie.deployment import is_symmetric

    assert is_symmetric(battle.state, battle.unit("A"))
    assert not is_symmetric(battle.state, battle.unit("B"))


@clause("WW-P7", "WW-Q14")
def test_the_roll_after_deployment_is_that_of_the_first_turn() -> None:
    match = new("ladder", dice=[1, 2, 3, 5, 1, 1, 1, 1, 1, 1])
    for action in ("none", "none", "edge 0", "deploy 180", "plain", "deploy 180", "plain"):
        match.play(action)
    state = state_of(match)
    assert (state.turn, state.order) == (1, (1, 0))


@clause("WW-K2", "WW-K3", "WW-K4", "WW-K5", "WW-K6", "WW-K7", "WW-K8", "WW-K9", "WW-K10", "WW-K11", "WW-K12")
def test_every_characteristic_comes_up_and_has_a_name() -> None:
    seen: set[int] = set()
    for seed in range(40):
        match = hd.new("wheelie", "sides", seats=6, options={"characteristics": "on"}, seed=seed)
        while match.decision and match.decision.name == "PickPiece":
            match.play("none")
        seen |= {int(event.number) for event in match.events if isinstance(event, Characterised)}
        assert "{" not in match.log()
    assert seen == set(range(2, 13))
