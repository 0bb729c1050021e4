"""The scene: bases, marks, dice, arcs and ranges, handles, and previews."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.games.wheelie import reach_overlay
from hippodrome.games.wheelie.preview_overlay import unit_row
from hippodrome.kit.geometry.plane import arcs as plane
from hippodrome.kit.scene import Node, Scene
from hippodrome.kit.svg_renderer import THEMES, svg
from tests.games.wheelie.world import World, the_game, world
from tests.support import clause

KINDS = [kind.key for kind in the_game().kinds]
FOE = "hittite 0 24 90"


def nodes(scene: Scene) -> dict[str, Node]:
    return {node.id: node for layer in scene.layers for node in layer.nodes}


def preview_nodes(battle: World, action: str) -> dict[str, Node]:
    preview = battle.match.preview(action)
    assert preview.refusal is None
    return {node.id: node for node in preview.nodes}


# -------------------------------------------------------------------- pieces


def test_every_symbol_in_use_is_defined() -> None:
    ids = set(re.findall(r'id="([\w-]+)"', the_game().symbols))
    wanted = {f"wheelie-{kind}{hand}" for kind in KINDS for hand in ("", "-mirrored")}
    wanted |= {f"wheelie-{terrain.key}" for terrain in the_game().terrain_kinds} | {
        f"wheelie-die-{die}" for die in range(1, 7)
    }
    assert wanted | {"wheelie-crash"} <= ids
    assert set(re.findall(r'href="#([\w-]+)"', the_game().symbols)) <= ids


@clause("WW-Q47")
@pytest.mark.parametrize("kind", KINDS)
def test_a_plate_has_exactly_the_size_of_the_base(kind: str) -> None:
    battle = world(A=f"{kind} 0 0 30", B=FOE)
    drawn = nodes(battle.match.scene())["unit-0"]
    box = battle.state.box(battle.unit("A"))
    assert drawn.data == f"{box.length} {box.width}"
    assert (drawn.x, drawn.y, drawn.turn) == (box.x, box.y, box.turn)


@clause("WW-Q28")
def test_a_mirrored_chariot_is_drawn_mirrored() -> None:
    scene = nodes(world(A="egyptian 0 0 0", B="egyptian 9 9 0 mirrored").match.scene())
    assert (scene["unit-0-figure"].data, scene["unit-1-figure"].data) == (
        "wheelie-egyptian",
        "wheelie-egyptian-mirrored",
    )


@clause("WW-R1")
def test_marks_change_with_dice_damage_load_aim_bank_and_morale() -> None:
    words = ["", "temporary 1", "team 1", "driver 1", "unloaded", "aim 1", "banked 1", "broken", "warrior 1 mirrored"]
    drawn = [nodes(world(A=f"egyptian 0 0 0 {word}", B=FOE).match.scene())["unit-0-marks"].data for word in words]
    assert len(set(drawn)) == len(words)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_table_with_all_units_and_terrain_can_be_drawn(theme: str) -> None:
    keys = [terrain.key for terrain in the_game().terrain_kinds]
    a, b, c, d, e, f, g, h = [f"{kind} {6 * n - 20} 0 0" for n, kind in enumerate(KINDS)]
    pieces = [f"{key} {8 * n - 28} 20" for n, key in enumerate(keys)]
    battle = world(terrain=pieces, A=a, B=b, C=c, D=d, E=e, F=f, G=g, H=h)
    root = ElementTree.fromstring(svg(battle.match.scene(), theme))
    shown = {element.get("id") for element in root.iter()}
    assert {f"unit-{n}" for n in range(8)} | {f"terrain-{n}" for n in range(len(keys))} <= shown


# -------------------------------------------------------------------- arcs and ranges


@clause("WW-Q27", "WW-Q31", "WW-C1", "WW-C2", "WW-C3", "WW-C4")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mirrored", ["", " mirrored"])
def test_zones_are_drawn_where_the_rules_count_their_dice(kind: str, mirrored: str) -> None:
    battle = world(A=f"{kind} 0 0 0{mirrored}", B=FOE)
    unit = battle.unit("A")
    unit.put(unit.x, unit.y, 0)
    row, box = unit_row(battle.state, unit), battle.state.box(unit)
    zones = reach_overlay.zones(battle.state.kind(unit), row)
    assert zones
    for zone in zones:
        ends = re.findall(r"[ML](-?\d+) (-?\d+)|A\d+ \d+ 0 0 \d (-?\d+) (-?\d+)", zone.data)
        for one in ends:
            ahead, aside = [int(part) for part in one if part]
            away = int(box.distance_ceil(unit.x + ahead, unit.y + aside))
            assert away == 0 or abs(away - zone.far) <= 2
        ahead, aside = zone.figure
        x, y = int(unit.x) + ahead, int(unit.y) + aside
        assert plane.quarter_of_point(box, battle.state.kind(unit).warrior, x, y) == zone.quarter
        assert int(box.distance_floor(x, y)) <= zone.far


def test_zones_appear_on_pointing_at_a_unit_and_faintly_for_the_acting_unit() -> None:
    scene = world(A="egyptian 0 0 0", B=FOE, spread="1").match.scene(0)
    assert {layer.of for layer in scene.layers if layer.of} == {"unit-0", "unit-1"}
    assert nodes(scene)["reach"].css == "zone faint"


@clause("WW-K12", "WW-I9")
def test_zones_reflect_characteristics_and_hits() -> None:
    strong = world(A="egyptian 0 0 0 trait 12 warrior 1", B=FOE)
    zones = reach_overlay.zones(strong.state.kind(strong.unit("A")), unit_row(strong.state, strong.unit("A")))
    front = [(zone.near, zone.far, zone.dice) for zone in zones if zone.quarter == plane.FRONT_ARC]
    assert front == [(16000, 24000, 1), (8000, 16000, 3), (6000, 8000, 5), (0, 6000, 5)]


# -------------------------------------------------------------------- handles


def actions_on(scene: Scene, node: str) -> list[str]:
    return [handle.action for handle in scene.handles if handle.on == node]


def test_a_die_has_a_handle_for_each_of_its_uses() -> None:
    scene = world(A="hittite 0 0 0 aim 1 temporary 1", B="egyptian 0 9 90", spread="1 4 6").match.scene(0)
    assert actions_on(scene, "target-die-1-0") == ["advance 1", "shoot 1"]
    assert actions_on(scene, "target-die-4-0") == ["shoot 4"]
    assert set(actions_on(scene, "target-die-6-0")) == {"advance 6", "turn 6", "shoot 6", "heal 6", "bank 6"}
    assert actions_on(scene, "target-shoot") == ["shoot 4"]
    drawn = nodes(scene)
    assert (drawn["die-1-0"].x, drawn["die-1-0"].y) == (drawn["target-die-1-0"].x, drawn["target-die-1-0"].y)


def test_an_enemy_has_a_handle_to_aim_with_the_least_useful_die() -> None:
    scene = world(A="hittite 0 0 0", B="egyptian 0 9 90", spread="3 6").match.scene(0)
    assert actions_on(scene, "target-aim-1") == ["aim 3 1"]


def test_the_handle_of_a_drive_marks_the_front_and_rests_short_of_a_collision() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 7 90", spread="1", dice="6 6").play("advance 1", "leg 6")
    scene = battle.match.scene(0)
    [handle] = [handle for handle in scene.handles if handle.kind == "ruler"]
    grip, unit = nodes(scene)["target-drive"], battle.unit("A")
    front = int(unit.y) - 2000
    assert handle.at == (int(unit.x), front, 2700)
    assert abs(front - grip.y - 3500) <= 1, "the Hittite's base is 4 inches ahead"
    assert handle.unit == 1


def test_spans_are_in_inches_and_degrees() -> None:
    battle = world(A="egyptian 0 0 0", B=FOE, spread="1", dice="6 6").play("advance 1", "leg 6")
    units = []
    for action in ("drive 2000", "wheel 450"):
        assert battle.match.decision is not None
        units.append(getattr(battle.match.decision.options[0].params[0], "unit", 0))
        battle.play(action)
    assert units == [1000, 10]


# -------------------------------------------------------------------- previews


def test_a_drive_shows_the_ground_it_sweeps_and_the_dice_from_its_end() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 12 180", spread="1", dice="6 6").play("advance 1", "leg 6")
    shown = preview_nodes(battle, "drive 3000")
    assert shown["trace-drive"].data == "M-2000 -1000h7000v2000h-7000z"
    assert shown["unit-0"].y == battle.unit("A").y - 3000
    assert shown["trace-tag-1"].data == "you 6, it 8"
    assert any(name.startswith("trace-zone") for name in shown)
    assert not any(name.startswith("zones-") for name in shown), (
        "zones for pointing at a unit are not part of a preview"
    )


@clause("WW-Q24")
def test_a_drive_into_a_chariot_shows_where_they_meet_and_no_arcs() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 7 90", spread="1", dice="6 6").play("advance 1", "leg 6")
    shown = preview_nodes(battle, "drive 6000")
    crash = shown["trace-crash-1"]
    assert abs(crash.y - int(battle.unit("A").y) + 6000) <= 2
    assert shown["trace-drive"].data.startswith("M-2000 -1000h8000")
    assert not any(name.startswith("trace-zone") for name in shown)


@clause("WW-Q55")
def test_a_turn_shows_outlines_on_its_way_round_the_corner() -> None:
    battle = world(A="egyptian 0 0 0", B=FOE, spread="1", dice="6 6").play("advance 1", "leg 6", "drive 2000")
    shown = preview_nodes(battle, "wheel 450")
    assert shown["trace-wheel"].data.count("z") == 7
    assert shown["unit-0"].turn == 3150


def test_an_aim_and_a_shot_show_the_line_of_sight_and_their_dice() -> None:
    battle = world(A="hittite 0 0 0", B="egyptian 0 9.5 90", spread="3 4")
    shown = preview_nodes(battle, "aim 3 1")
    assert shown["trace-sight"].css == "sight"
    assert shown["trace-dice"].data == "4 dice"
    battle.play("aim 3 1")
    assert preview_nodes(battle, "shoot 4")["trace-dice"].data == "4 dice"
    assert "aim-0" in nodes(battle.match.scene())


def test_deploying_shows_the_unit_with_its_arcs_and_terrain_is_shown_where_it_is_placed() -> None:
    for seed in range(1, 20):
        match = hd.new("wheelie", "duel", seats=2, seed=seed)
        while match.decision is not None and match.decision.name not in ("PlacePiece", "Deploy"):
            match.play(match.proposals()[-1])
        assert match.decision is not None
        names = {node.id for node in match.preview(match.proposals()[0]).nodes}
        if match.decision.name == "Deploy":
            assert any(name.startswith("trace-zone") for name in names)
            assert "unit-0" in names or "unit-1" in names
            continue
        assert {"terrain-1", "terrain-1-look"} <= names
        break
    else:
        pytest.fail("no player placed a piece")
