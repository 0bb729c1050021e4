"""Quick starts: what the strict reader rejects, with file, line and key, and what a diagram shows."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.kit.quick_start import Diagram, QuickStart, arrow, fit, read_quick_start, used_symbols
from hippodrome.kit.scene import Node
from hippodrome.kit.toml_reader import DataError

TEXT = """\
win_title = "Wins"
loss_title = "Loses"

[goal]
text = "Be first."
clauses = ["BH-Q4"]

[[turn]]
name = "Whips"
text = "Up to {most_whips:whip}."
clauses = ["BH-M1", "BH-M3"]

[[win]]
name = "Speed"
text = "Be fast."
clauses = ["BH-M3"]

[[loss]]
name = "Skid"
text = "Too fast."
clauses = ["BH-S4"]

[[diagram]]
title = "A start"
text = "Red is ahead."
clauses = ["BH-Q5"]
scenario = "circus"
seats = 2
seat = 0
start = ["lane 1", "lane 4"]
dice = "6 3"
options = { laps = 1, tricks = 0 }
place = { "chariots.0.square" = 56 }
around = ["chariot-0"]
margin = 2000
way = ["chariot-0", "square-57"]

[[diagram.mark]]
on = "chariot-0"
text = "You"
"""


def read(text: str = TEXT) -> QuickStart:
    return read_quick_start(hd.game("benhur"), "quick_start.toml", text)


def read_diagram(text: str = TEXT) -> Diagram:
    return read(text).diagrams[0]


def test_figures_stand_in_the_text() -> None:
    page = read()
    assert page.turn[0].text == "Up to 3 whips."
    assert page.turn[0].clauses == ["BH-M1", "BH-M3"]
    assert [line.text for line in page.lines()] == ["Be first.", "Up to 3 whips.", "Be fast.", "Too fast."]
    assert page.json()["diagrams"][0]["description"].startswith("A start. You: Red. Lane 1 in the first bend")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{most_whips:whip}", "{horses}", "line 10, turn[0].text: there is no figure 'horses'; there are: fast_lane"),
        ("{most_whips:whip}", "3 whips", "line 10, turn[0].text: write no figures, only names of figures in braces"),
        ('["BH-M1", "BH-M3"]', '["BH-M99"]', "line 11, turn[0].clauses: the rulebook has no clause 'BH-M99'"),
        ('["BH-M1", "BH-M3"]', "[]", "line 11, turn[0].clauses: name at least one clause"),
        ('name = "Whips"\n', "", "line 8, turn[0].name: missing; it must be a text"),
        ('loss_title = "Loses"\n', "", "loss_title: missing"),
        ('loss_title = "Loses"', 'loss_title = "Loses"\ntitle = "x"', "title: unknown key"),
        ("[[turn]]", "[[twist]]", "turn: there must be 1 to 5 lines, written [[turn]], not 0"),
        ('text = "Be first."', 'text = "Be first."\nname = "Goal"', "goal.name: unknown key"),
        ('"circus"', '"rome"', "diagram[0].scenario: must be one of river, circus"),
        ('["lane 1", "lane 4"]', '["lane 9", "lane 4"]', "diagram[0].start: cannot be played"),
        ('"6 3"', '"6 3 4"', "diagram[0].dice: 1 of them are never rolled"),
        ('"6 3"', '"6"', "diagram[0].dice: the start rolls more dice"),
        ("chariots.0.square", "chariots.0.colour", "diagram[0].place: does not fit the state"),
        ('around = ["chariot-0"]', 'around = ["chariot-5"]', "diagram[0].around: the scene has no node 'chariot-5'"),
        ('around = ["chariot-0"]', "around = []", "diagram[0].around: name at least one node"),
        ('"square-57"]', '"square-999"]', "diagram[0].way: the scene has no node 'square-999'"),
        ('["chariot-0", "square-57"]', '["chariot-0"]', "diagram[0].way: an arrow needs at least two nodes"),
        ('on = "chariot-0"', 'on = "chariot-4"', "diagram[0].mark[0].on: the scene has no node 'chariot-4'"),
        (
            "margin = 2000",
            'margin = 2000\npanel = "sums"',
            "diagram[0].panel: there is no panel 'sums'; there are: stand",
        ),
        ("margin = 2000", 'margin = 2000\npreview = ["straight"]', "diagram[0].preview: 'straight' is illegal"),
        ("margin = 2000", 'margin = 2000\npreview = ["?"]', "diagram[0].preview: '?' is no action"),
        ("margin = 2000", 'margin = 2000\nwithout = ["sun"]', "diagram[0].without: the scene has no node 'sun'"),
        ("margin = 2000", 'margin = 2000\npoint_at = "sun"', "diagram[0].point_at: the pointer on 'sun' shows nothing"),
        ('scenario = "circus"', 'lesson = "x"\nscenario = "circus"', "diagram[0].lesson: there is no lessons/x.toml"),
        ("margin = 2000", "margin = -1", "diagram[0].margin: must be from 0 to"),
    ],
)
def test_what_is_wrong_is_refused_with_file_line_and_key(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError) as refused:
        read(TEXT.replace(old, new, 1))
    assert str(refused.value).startswith("quick_start.toml, line ")
    assert message in str(refused.value)


def test_more_diagrams_than_fit_on_the_page_are_refused() -> None:
    diagram = TEXT[TEXT.index("[[diagram]]") :]
    with pytest.raises(DataError, match="diagram: at most 3 fit on the page"):
        read(TEXT + diagram * 3)


def test_a_diagram_is_a_part_of_the_scene_with_marks() -> None:
    scene = read_diagram().scene()
    x, y, width, height = scene.box
    nodes = {node.id: node for layer in scene.layers for node in layer.nodes}
    assert (width, height) == (6000, 4000)
    assert x <= nodes["chariot-0"].x <= x + width
    assert y <= nodes["chariot-0"].y <= y + height
    assert nodes["mark-0"].data == "990 990 110", "a ring in the shape of the piece"
    assert nodes["mark-text-0"].data == "You"
    assert nodes["mark-text-0"].y > nodes["chariot-0"].y
    assert "way" in nodes
    assert not {"chariot-1", "square-0"} & set(nodes), "far away"
    assert not scene.handles
    assert not scene.panels


def test_a_picture_is_a_well_formed_svg_document_with_the_symbols_it_needs() -> None:
    for theme in ("light", "dark", "contrast"):
        root = ElementTree.fromstring(read_diagram().svg(theme))
        ids = {element.get("id") for element in root.iter()}
        links = {link[1:] for element in root.iter() if (link := element.get("href"))}
        assert links <= ids
        assert "chariot-0" in ids
    assert len(read_diagram().scene().symbols) < len(hd.game("benhur").symbols)


def test_words_stand_above_a_mark_and_a_preview_is_drawn_as_a_ghost() -> None:
    text = TEXT.replace('text = "You"', 'text = "You"\nabove = true').replace(
        'start = ["lane 1", "lane 4"]\ndice = "6 3"', 'start = ["lane 1", "lane 4", "whips 1"]\ndice = "6 3 5"'
    )
    text = text.replace("margin = 2000", 'margin = 2000\npreview = ["straight"]').replace(
        '"chariots.0.square" = 56', ""
    )
    text = text.replace('"square-57"', '"square-8"')
    nodes = {node.id: node for layer in read_diagram(text).scene().layers for node in layer.nodes}
    assert nodes["mark-text-0"].y < nodes["chariot-0"].y
    assert "ghost" in nodes["chariot-0-preview"].css.split()
    assert nodes["chariot-0-preview"].x > nodes["chariot-0"].x


def test_a_panel_is_cut_to_its_first_rows() -> None:
    panel = read_diagram(TEXT.replace("margin = 2000", 'margin = 2000\npanel = "standings"\npanel_rows = 1')).panel()
    assert panel is not None
    assert panel.heads[0] == "Place"
    assert len(panel.rows) == 1
    assert read_diagram().panel() is None


def test_the_picture_stays_on_the_board() -> None:
    assert (fit(-5, 10, 0, 100), fit(95, 10, 0, 100), fit(50, 10, 0, 100)) == (0, 90, 50)
    assert fit(0, 120, 0, 100) == -10


def test_an_arrow_ends_at_the_edge_of_a_piece() -> None:
    ground, piece = Node("a", "rect", 0, 0, "1000 1000"), Node("b", "rect", 5000, 0, "600 800", css="plate seat0")
    assert "L4500 0L" in arrow([ground, piece], 200).data
    assert "L5000 0L" in arrow([ground, Node("b", "rect", 5000, 0, "600 800")], 200).data


def test_symbols_that_symbols_use_are_kept() -> None:
    text = (
        '<svg><!-- all --><symbol id="a"><use href="#b"/></symbol>\n<symbol id="b"><path/></symbol>\n'
        '<symbol id="c"><path/></symbol></svg>'
    )
    assert used_symbols(text, ["a"]) == (
        '<svg><symbol id="a"><use href="#b"/></symbol>\n<symbol id="b"><path/></symbol>\n</svg>'
    )
