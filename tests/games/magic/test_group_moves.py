"""Compounds: far squares, whole squares, and one choice for several units, hits or bases."""

from __future__ import annotations

from typing import Any

import hippodrome as hd
from hippodrome.games.magic.casualties import HIT_IN_FIGHT, LoseBases, Suffer
from hippodrome.games.magic.movement import MOVE_NEXT
from hippodrome.games.magic.shooting import AIM
from hippodrome.games.magic.state import BY_FIGHT, BY_PURSUIT, Battle
from hippodrome.games.magic.withdrawal import ADVANCE
from hippodrome.kit.compounds import DICE_STOP, Destination
from hippodrome.kit.destinations import ENDS_IN_CHANCE
from tests.games.magic.world import World, world


def destinations(battle: World) -> dict[str, Destination]:
    """Return the destinations by name."""
    return {place.name: place for place in battle.match.destinations()}


def compounds_by_label(battle: World) -> dict[str, str]:
    """Return the actions of the named compounds by label, with names of pieces and squares as numbers."""
    return {compound.label: compound.text for compound in battle.match.named_compounds()}


def texts(battle: World, *actions: str) -> str:
    """Return the text of a compound, written with names."""
    return "; ".join(battle.action_text(action) for action in actions)


# -------------------------------------------------------------------- far and whole squares


def test_a_piece_reaches_every_square_of_its_turn_at_once() -> None:
    battle = world(steps=[MOVE_NEXT[0]], riders="r d1 CV ready", foot="r a1 SU ready").play("move riders")
    found = destinations(battle)
    assert set(found) == {"d2", "d3", "c2", "e2", "c1", "e1"}
    assert found["d3"].text == texts(battle, "go d2", "move riders", "go d3")
    assert (found["d3"].label, found["d3"].cost, found["d3"].note) == ("Move to d3", "2 squares", "")
    assert found["d3"].source == "unit-0"
    assert len(found["d3"].path) == 3
    assert found["c2"].note == ENDS_IN_CHANCE
    battle.match.play_all(found["d3"].actions)
    assert battle.at("riders") == "d3"
    battle.match.undo()
    assert (battle.at("riders"), battle.decision) == ("d1", "MoveUnit")


def test_a_way_does_not_lead_through_a_roll() -> None:
    battle = world(steps=[MOVE_NEXT[0]], riders="r d1 CV ready").play("move riders")
    assert "b1" not in destinations(battle)


def test_a_piece_moves_and_attacks_at_once() -> None:
    battle = world(steps=[MOVE_NEXT[0]], riders="r d1 CV ready", foe="w d3 CO").play("move riders")
    charge = destinations(battle)["d3"]
    assert charge.label == "Move to d2 and attack d3"
    battle.match.play_all(charge.actions)
    assert (battle.at("riders"), battle.state.board.name[battle.unit("riders").target]) == ("d2", "d3")


def test_a_whole_square_moves_together() -> None:
    pieces = {"one": "r d1 CO ready", "two": "r d1 SU ready", "gun": "r d1 AR ready", "chief": "r d1 G ready"}
    battle = world(steps=[MOVE_NEXT[0]], **pieces).play("move one")
    place = destinations(battle)["all d2"]
    assert place.label == "All of d1 to d2: 3 pieces"
    assert place.note == "1 cannot, or would need a roll, and stays."
    assert place.text == texts(battle, "go d2", "move two", "go d2", "move chief", "go d2")
    assert "all c1" not in destinations(battle)
    battle.match.play_all(place.actions)
    assert [battle.at(name) for name in pieces] == ["d2", "d2", "d1", "d2"]
    battle.match.undo()
    assert [battle.at(name) for name in pieces] == ["d1", "d1", "d1", "d1"]


def test_only_those_follow_who_find_room() -> None:
    there = {f"there{number}": "r d2 SU" for number in range(6)}
    battle = world(steps=[MOVE_NEXT[0]], one="r d1 SU ready", two="r d1 SU ready", three="r d1 SU ready", **there)
    assert destinations(battle.play("move one"))["all d2"].label == "All of d1 to d2: 2 pieces"


def test_a_whole_square_attacks_together() -> None:
    battle = world(steps=[MOVE_NEXT[0]], one="r d2 CV ready", two="r d2 CV ready", foe="w d4 CO").play("move one")
    charge = destinations(battle)["all d4"]
    assert charge.label == "All of d2 to d3, and attack d4: 2 pieces"
    battle.match.play_all(charge.actions)
    assert battle.at("two") == "d3"
    assert battle.unit("two").target == battle.unit("one").target == battle.state.board.parse_name("d4")


def test_everything_moves_one_square_forward_with_one_choice() -> None:
    ranks = {"rear": "r d1 SU ready", "front": "r d2 SU ready", "gun": "r a1 AR ready", "edge": "r e4 SK ready"}
    full = {f"full{number}": "r d3 CO" for number in range(7)}
    battle = world(steps=[MOVE_NEXT[0]], **ranks, **full, foe="w f4 CO")
    march = texts(battle, "move front", "go d3", "move rear", "go d2")
    assert compounds_by_label(battle) == {"One square forward with all 2 that need no roll": march}
    battle.match.play_all(battle.match.named_compounds()[0].actions)
    assert (battle.at("front"), battle.at("rear")) == ("d3", "d2")
    assert compounds_by_label(battle) == {}


def test_units_of_one_kind_deploy_together() -> None:
    match = deployment()
    places = {place.name: place for place in match.destinations()}
    assert places["all c1"].label == "Place 2 together on c1: Household knights 1 to 2"
    battle = match.state
    assert isinstance(battle, Battle)
    square = battle.board.parse_name("c1")
    assert places["all c1"].text == f"place {square}; place {square}"
    match.play_all(places["all c1"].actions)
    assert isinstance(match.state, Battle)
    assert [unit.square for unit in match.state.units if unit.side == match.seat][:3] == [square, square, -1]


def deployment() -> hd.Match:
    """Return a battle in which Red deploys the River Kingdom."""
    match = hd.new("magic", "woods", seats=2, seed=1, options={"attacker": "Red", "scenery": "off"})
    match.play("ready")
    assert (match.seat, match.state.agenda[-1].name()) == (0, "Deploy")
    return match


# -------------------------------------------------------------------- shots, hits, bases, advance


def test_the_next_shooters_take_the_same_target() -> None:
    shooters = {"one": "r d1 SU-m", "two": "r d1 SU-m", "gun": "r a2 AR"}
    battle = world(steps=[AIM[0]], **shooters, foe="w d2 CO", far="w e1 CO")
    shots = texts(battle, "shoot d2", "shoot d2", "shoot d2")
    assert compounds_by_label(battle)["All 3 shoot at d2"] == shots
    assert compounds_by_label(battle)["The next 2 shoot at e1"] == texts(battle, "shoot e1", "shoot e1")


def test_hits_are_allotted_by_default_with_one_choice() -> None:
    troops: dict[str, Any] = {"one": "r d1 CO 3", "two": "r d1 CO", "three": "r d1 CO"}
    battle = world(dice="6 6", **troops)
    battle.run(Suffer(0, battle.unit("one").square, 2, HIT_IN_FIGHT, BY_FIGHT, False))
    assert compounds_by_label(battle) == {"The hits by default: two, three": texts(battle, "hit two", "hit three")}
    run = battle.match.play_all(battle.match.named_compounds()[0].actions)
    assert (run.count, run.stop) == (2, "")


def test_losses_are_chosen_by_default_with_one_choice() -> None:
    battle = world(line="r d1 CO", levy="r d1 CO-L")
    battle.state.clash.pool = (0, 1)
    battle.run(LoseBases(0, 5, BY_PURSUIT))
    assert list(compounds_by_label(battle)) == ["The losses by default: levy (4), and the rest"]
    battle.match.play_all(battle.match.named_compounds()[0].actions)
    assert (battle.bases("levy"), battle.bases("line")) == (0, 3)


def victory(**pieces: str) -> World:
    """Return a battle in which Red has won the fight for d3 from d2 with all units there."""
    battle = world(**pieces, foe="w a5 CO")
    clash = battle.state.clash
    clash.side, clash.source, clash.target = 0, *[battle.state.board.parse_name(name) for name in ("d2", "d3")]
    clash.group = tuple(unit.id for unit in battle.state.units if unit.side == 0 and unit.kind < 10)
    return battle.run(ADVANCE)


def test_all_advance_with_one_choice() -> None:
    battle = victory(one="r d2 CO", two="r d2 CO 3", chief="r d2 G")
    assert battle.labels[-1] == "No advance"
    assert compounds_by_label(battle) == {
        "All 2 units advance with chief": texts(battle, "advance one", "advance two", "advance chief"),
        "All 2 units advance alone": texts(battle, "advance one", "advance two", "stay"),
    }
    after = battle.fork()
    after.match.play_all(after.match.named_compounds()[0].actions)
    assert [after.at(name) for name in ("one", "two", "chief")] == ["d3", "d3", "d3"]
    battle.match.play_all(battle.match.named_compounds()[1].actions)
    assert (battle.at("two"), battle.at("chief"), battle.decision) == ("d3", "d2", "")


def test_at_most_four_advance() -> None:
    battle = victory(**{f"u{number}": f"r d2 CO {number % 4 + 1}" for number in range(5)})
    assert list(compounds_by_label(battle)) == ["The 4 strongest units advance"]
    battle.play("advance u3")
    assert battle.labels[-1] == "Stop advancing"


def test_a_whole_square_stops_at_the_roll_of_a_single_piece() -> None:
    battle = world(steps=[MOVE_NEXT[0]], dice="1", one="r d1 CO ready", two="r d1 CO ready")
    run = battle.match.play_all([battle.action_text(text) for text in ("move one", "go c1", "move two", "go c1")])
    assert (run.count, run.stop) == (2, DICE_STOP)
