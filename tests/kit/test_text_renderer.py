"""Scenes as text and as JSON."""

from __future__ import annotations

import json

import hippodrome as hd
from hippodrome.kit.scene import FACTIONS, PATTERNS, Handle, Layer, Node, Panel, Scene, scene_json
from hippodrome.kit.text_renderer import cells, plain_text


def scene() -> Scene:
    """Return a scene of three squares with a piece on one and a target on another."""
    ground = [Node(f"g{n}", "rect", n * 1000 + 500, 500, "1000 1000", css="square", glyph=".") for n in range(3)]
    piece = Node("p", "circle", 1500, 500, "400", css="plate seat0", label="Red", glyph="R")
    without_glyph = Node("w", "text", 2500, 500, "words")
    outside = Node("a", "circle", 9500, 500, "400", glyph="X")
    above = Node("b", "circle", 500, -500, "400", glyph="X")
    target = Node("t", "circle", 2500, 500, "400", css="target")
    layers = [
        Layer("ground", ground, True),
        Layer("pieces", [piece, without_glyph, outside, above]),
        Layer("targets", [target]),
    ]
    panel = Panel("turn", "Turn", ["What", "Now"], [["Round", "1"]], [-1])
    handles = [Handle("t", "straight"), Handle("t", "drive", "ruler", (0, 6, 1), (2, 6), (500, 500, 900), 1000)]
    return Scene((0, 0, 3000, 1000), layers, handles, "Red: go.", ["Round 1"], [panel])


def test_later_layers_cover_earlier_ones() -> None:
    assert plain_text(scene()) == ".R."


def test_cells_have_the_classes_of_their_nodes() -> None:
    (row,) = cells(scene())
    assert [cell.css for cell in row] == ["square", "plate seat0", "square target"]


def test_a_smaller_unit_gives_more_cells() -> None:
    rows = cells(scene(), 500)
    assert [len(row) for row in rows] == [6, 6]
    assert rows[1][3].glyph == "R"


def test_a_large_node_fills_the_cells_it_covers_in_any_rotation() -> None:
    horizontal = Node("a", "rect", 2500, 2500, "4000 1000", glyph="=")
    vertical = Node("b", "rect", 2500, 2500, "4000 1000", 900, glyph="H")
    path = Node("c", "path", 2500, 2500, "M-1400 -1400L1400 -1400L1400 1400L-1400 1400z", glyph="#")
    curved = Node("d", "path", 2500, 2500, "M-1400 -1400h2800v2800z", glyph="o")
    ball = Node("e", "circle", 2500, 2500, "1200", glyph="O")
    texts = [draw_alone(node) for node in (horizontal, vertical, path)]
    assert texts == ["\n\n====\n\n", "  H\n  H\n  H\n  H\n", "\n ###\n ###\n ###\n"]
    assert [draw_alone(node) for node in (curved, ball)] == ["\n\n  o\n\n", "\n  O\n OOO\n  O\n"]


def draw_alone(node: Node) -> str:
    """Return the text of a scene of five by five cells that contains only this node."""
    return plain_text(Scene((0, 0, 5000, 5000), [Layer("x", [node])], [], "", [], []))


def test_trailing_spaces_are_removed() -> None:
    wide = scene()
    wide.box = (0, 0, 9000, 2000)
    assert plain_text(wide) == ".R.\n"


def test_a_box_may_start_anywhere() -> None:
    moved = scene()
    moved.box = (1000, 0, 2000, 1000)
    assert plain_text(moved) == "R."


def test_a_scene_is_converted_to_plain_json() -> None:
    saved = scene_json(scene())
    assert json.loads(json.dumps(saved)) == saved
    assert saved["box"] == [0, 0, 3000, 1000]
    assert [layer["static"] for layer in saved["layers"]] == [True, False, False]
    assert saved["layers"][1]["nodes"][0]["label"] == "Red"
    click, ruler = saved["handles"]
    assert click == {
        "on": "t",
        "action": "straight",
        "kind": "click",
        "span": None,
        "hints": [],
        "at": None,
        "unit": 1,
        "span_y": None,
    }
    assert [ruler[name] for name in ("span", "hints", "at", "unit")] == [[0, 6, 1], [2, 6], [500, 500, 900], 1000]
    assert saved["panels"][0]["rows"] == [["Round", "1"]]
    assert saved["breadcrumbs"] == ["Round 1"]


def test_every_faction_has_a_pattern() -> None:
    assert len(set(FACTIONS)) == len(set(PATTERNS)) == 8


def test_pig_is_drawn_in_a_few_lines() -> None:
    match = hd.new("pig", dice=[6, 4], options={"goal": 20})
    match.play("roll")
    match.play("hold")
    assert plain_text(match.scene(1)).rstrip().splitlines() == ["", " R", " W"]
