"""Orders to many units: selections, marches in formation, the general advance, embarking and attacks."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.kit.compounds import Compound, CompoundRun, Destination
from tests.games.chariot.world import World, hex_at, world


def nodes(battle: World, letters: str) -> list[str]:
    """Return the nodes of units."""
    return [f"unit-{battle.ids[letter]}" for letter in letters]


def destination(battle: World, letters: str, place: str) -> Destination:
    """Return where selected units may go: the destination at a hex."""
    name = battle.state.rules.ground.hexes.label(hex_at(place))
    return next(one for one in battle.match.selection_destinations(nodes(battle, letters)) if one.name == name)


def carry_out(battle: World, offered: Compound) -> tuple[Compound, CompoundRun]:
    """Work out a plan and play it; return the compound and its run."""
    found = battle.match.plan(offered.plan) if offered.plan else offered
    assert found is not None
    run = battle.match.play_all(found.actions)
    assert not run.stop, run.summary
    return found, run


def find_named(battle: World, label: str) -> Compound:
    """Return the named compound whose label begins in this way."""
    return next(one for one in battle.match.named_compounds() if one.label.startswith(label))


# -------------------------------------------------------------------- one unit


def test_one_unit_goes_to_a_hex_in_one_compound_and_one_undo_takes_it_back() -> None:
    battle = world({"a": "AX 10,10", "b": "AX 20,20"}, {"x": "AX 10,2"}, leaders=False)
    place = destination(battle, "a", "10,8")
    assert (place.label, place.cost, place.source) == ("Move Axemen 1 to 1109", "cost 2", nodes(battle, "a")[0])
    before = battle.match.digest()
    found, run = carry_out(battle, place)
    assert [action.verb for action in found.actions] == ["move", "go", "stop"]
    assert (battle.at("a"), found.note, found.warning, run.count) == ("10,8", "", "", 3)
    battle.match.undo()
    assert battle.match.digest() == before


def test_a_unit_that_must_stop_needs_no_stop() -> None:
    battle = world({"a": "AX 10,10", "b": "AX 20,20"}, {"x": "BW 10,7"}, leaders=False)
    found, _ = carry_out(battle, destination(battle, "a", "10,8"))
    assert [action.verb for action in found.actions] == ["move", "go"]


def test_a_unit_that_cannot_be_selected_goes_nowhere() -> None:
    battle = world({"a": "AX 10,10 disrupted", "b": "AX 20,20"}, {"x": "AX 10,2"}, leaders=False)
    assert battle.match.selection_destinations(nodes(battle, "a")) == []
    assert battle.match.selection_destinations(nodes(battle, "x")) == []
    assert battle.match.plan(f"march {hex_at('10,9')} {battle.ids['a']}") is None
    assert battle.match.plan(f"march 99999 {battle.ids['b']}") is None
    assert battle.match.plan("march") is None


# -------------------------------------------------------------------- groups


def test_a_group_moves_in_formation_behind_the_unit_nearest_to_the_goal() -> None:
    battle = world(
        {"a": "AX 10,10", "b": "AX 11,10", "c": "AX 10,12", "d": "AX 25,25"}, {"x": "AX 10,2"}, leaders=False
    )
    found, _ = carry_out(battle, destination(battle, "abc", "10,8"))
    assert [battle.at(letter) for letter in "abcd"] == ["10,8", "11,8", "10,10", "25,25"]
    assert found.note == ""
    battle.match.undo()
    assert [battle.at(letter) for letter in "abc"] == ["10,10", "11,10", "10,12"]


def test_the_foremost_units_make_room_for_those_behind_them() -> None:
    ours = {"a": "AX 10,10", "b": "AX 10,9", "c": "AX 10,8", "d": "AX 25,25"}
    battle = world(ours, {"x": "AX 30,2"}, stacking=(1, 1), leaders=False)
    carry_out(battle, destination(battle, "abc", "10,7"))
    assert battle.at("c") == "10,7"
    assert len({battle.at(letter) for letter in "abc"}) == 3


def test_units_that_cannot_go_all_the_way_are_named() -> None:
    ours = {"a": "MS 10,10", "b": "MS 11,10", "c": "AX 25,25"}
    battle = world(ours, {"x": "AX 11,8"}, leaders=False)
    found, _ = carry_out(battle, destination(battle, "ab", "10,8"))
    assert battle.at("a") == "10,8"
    assert "Militia Spearmen 2" in found.note
    assert found.note.endswith("cannot go all the way.") or found.note.endswith("cannot go there.")


def test_a_stack_moves_together() -> None:
    battle = world({"a": "AX 10,10", "b": "AX 10,10", "c": "L1 10,10", "d": "AX 25,25"}, {"x": "AX 10,2"})
    selection = battle.match.selection()
    assert selection is not None
    places = {piece.place for piece in selection.pieces if piece.node in nodes(battle, "abc")}
    assert len(places) == 1
    carry_out(battle, destination(battle, "abc", "10,9"))
    assert {battle.at(letter) for letter in "abc"} == {"10,9"}


def test_a_plan_after_which_the_other_side_decides_has_a_warning() -> None:
    battle = world({"a": "AX 10,10"}, {"x": "BW 10,7"}, leaders=False)
    plan = battle.match.plan(destination(battle, "a", "10,8").plan)
    assert plan is not None
    assert plan.warning.endswith("you cannot undo it.")


def test_units_leave_the_map_together() -> None:
    victory = 'rule = "exit"\nside = 0\nleast = 3\nedge = "west"'
    ours = {"a": "AX 0,10", "b": "AX 0,12", "c": "AX 20,20"}
    battle = world(ours, {"x": "AX 30,2"}, victory=victory, leaders=False)
    place = next(one for one in battle.match.selection_destinations(nodes(battle, "ab")) if one.name == "exit")
    carry_out(battle, place)
    assert [battle.at(letter) for letter in "abc"] == ["left", "left", "20,20"]


# -------------------------------------------------------------------- named compounds


def test_everything_advances_bowmen_into_range_and_leaders_behind_the_troops() -> None:
    ours = {"a": "AX 10,20", "b": "BW 11,20", "c": "L1 12,20", "d": "AX 10,10 disrupted"}
    battle = world(ours, {"x": "AX 10,14"})
    distance = battle.state.rules.ground.hexes.distance
    carry_out(battle, find_named(battle, "Advance all 3 units"))
    enemy = hex_at("10,14")
    assert int(distance(hex_at(battle.at("a")), enemy)) < 6
    assert int(distance(hex_at(battle.at("b")), enemy)) >= 2
    assert battle.at("d") == "10,10"
    leader = battle.state.hexes[battle.ids["c"]]
    assert leader == hex_at("12,20") or len(battle.state.stack(leader)) > 1


def test_an_advance_is_offered_only_for_several_units_and_says_when_none_can() -> None:
    assert not world({"a": "AX 10,10"}, {"x": "AX 10,2"}, leaders=False).match.named_compounds()
    battle = world({"a": "AX 10,10", "b": "AX 11,10"}, {"x": "AX 10,9"}, leaders=False)
    plan = battle.match.plan("advance")
    assert plan is not None
    assert (plan.actions, plan.note) == ([], "No unit can advance.")


def test_all_bowmen_embark_on_the_chariots_beside_them() -> None:
    ours = {"a": "CH 10,10", "b": "CH 12,10", "c": "BW 10,11", "d": "IB 11,10", "e": "L1 10,10"}
    battle = world(ours, {"x": "AX 30,2"}, "chariot")
    carry_out(battle, find_named(battle, "Embark all (2 units)"))
    assert (battle.rider("c"), battle.rider("d"), battle.rider("e")) == ("a", "b", "")


def test_all_riders_unload_towards_the_enemy_and_leaders_stay_aboard() -> None:
    ours = {
        "a": "CH 10,10", "b": "CH 12,10", "c": "BW 10,10 aboard a", "d": "IB 12,10 aboard b", "e": "L1 10,10 aboard a",
        "f": "CH 20,20", "g": "SK 20,20 aboard f",
    }  # fmt: skip
    battle = world(ours, {"x": "AX 10,3"}, "chariot")
    while battle.decision != "GetOff":
        battle.play("done")
    before = battle.match.digest()
    offered = find_named(battle, "Unload all (3 units)")
    carry_out(battle, offered)
    assert [battle.rider(letter) for letter in "cdeg"] == ["", "", "a", ""]
    ground, state = battle.state.rules.ground, battle.state
    target = hex_at("10,3")
    for letter, chariot in (("c", "a"), ("d", "b"), ("g", "f")):
        start, end = state.hexes[battle.ids[chariot]], state.hexes[battle.ids[letter]]
        assert ground.hexes.distance(end, target) < ground.hexes.distance(start, target)
    battle.match.undo()
    assert battle.match.digest() == before


def test_fire_units_unload_no_nearer_than_their_range_needs() -> None:
    ours = {"a": "CH 10,10", "b": "BW 10,10 aboard a", "c": "CH 20,20", "d": "SK 20,20 aboard c"}
    battle = world(ours, {"x": "AX 10,7"}, "chariot", leaders=False)
    while battle.decision != "GetOff":
        battle.play("done")
    wanted = battle.state.kind(battle.ids["b"]).range
    carry_out(battle, find_named(battle, "Unload all"))
    assert battle.state.rules.ground.hexes.distance(hex_at(battle.at("b")), hex_at("10,7")) == min(wanted, 4)


def test_the_preview_of_a_plan_shows_every_unit_where_it_ends_and_nothing_beside_the_map() -> None:
    match = hd.new("chariot", "kadesh", seats=2, seed=1)
    while match.decision is None or match.decision.name != "Move":
        match.play(match.proposals()[0])
    plan = match.plan("advance")
    assert plan is not None
    units = {action.args[0] for action in plan.actions if action.verb == "move"}
    shown = {node.id: (node.x, node.y) for node in match.preview_plan("advance").nodes}
    assert {f"unit-{unit}" for unit in units} <= set(shown)
    match.play_all(plan.actions)
    drawn = {node.id: (node.x, node.y) for layer in match.scene(match.seat).layers for node in layer.nodes}
    assert all(drawn[f"unit-{unit}"] == shown[f"unit-{unit}"] for unit in units)
    assert not any(name.startswith(("tray", "pile")) for name in shown)
    assert match.preview_plan("no such plan").nodes == []


# -------------------------------------------------------------------- attacks


def test_all_fire_by_best_odds_one_volley_after_the_other() -> None:
    ours = {"a": "BW 10,10", "b": "BW 11,10", "c": "BW 20,20"}
    battle = world(ours, {"x": "AX 10,9", "y": "AX 20,19"}, "fire", dice="6 6", leaders=False)
    fired = 0
    while battle.decision == "Fire":
        offered = find_named(battle, "Fire all by best odds")
        assert offered.repeats
        plan = battle.match.plan(offered.plan)
        assert plan is not None
        battle.match.play_all(plan.actions)
        fired += 1
    assert fired == 2


def test_selected_units_attack_together_and_the_others_are_named() -> None:
    ours = {"a": "SD 10,10", "b": "AX 11,10", "c": "AX 20,20", "d": "AX 21,20"}
    battle = world(ours, {"x": "MS 10,9", "y": "MS 20,19"}, "melee", dice="3", leaders=False)
    selection = battle.match.selection()
    assert selection is not None
    assert selection.pending == "4 units can still attack"
    place = destination(battle, "ac", "10,9")
    assert (place.label[:23], place.replaces) == ("Attack 1110 with 1 unit", True)
    assert place.note.startswith("Axemen 2 cannot take part.")
    whole = next(one for one in battle.match.destinations() if one.name == place.name)
    assert "with" in whole.label
    assert not whole.replaces
    battle.match.play_all(place.actions)
    assert "roll" in battle.match.log()


def test_an_attack_being_planned_is_completed_with_everyone() -> None:
    battle = world({"a": "SD 10,10", "b": "AX 11,10"}, {"x": "MS 10,9"}, "melee", dice="3", leaders=False)
    battle.play("attack 10,9")
    (compound,) = battle.match.named_compounds()
    assert [action.text for action in compound.actions] == ["all", "strike"]
    battle.match.play_all(compound.actions)
    assert "roll" in battle.match.log()


def test_all_attackers_advance_together_after_combat() -> None:
    ours = {"a": "SD 10,10", "b": "SD 10,10", "c": "SD 11,10"}
    battle = world(ours, {"x": "MI 10,9"}, "melee", dice="6", leaders=False)
    battle.play("attack 10,9", "all", "strike")
    carry_out(battle, find_named(battle, "Advance all 3 units"))
    assert [battle.at(letter) for letter in "abc"] == ["10,9", "10,9", "10,9"]


def test_units_are_deployed_with_one_compound_each() -> None:
    battle = hd.new("chariot", "rome", seats=2, seed=1)
    selection = battle.selection()
    assert selection is not None
    place = battle.selection_destinations([selection.pieces[0].node])[3]
    run = battle.play_all(place.actions)
    assert (run.count, run.stop, battle.decision.name if battle.decision else "") == (2, "", "Deploy")
