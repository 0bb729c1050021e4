"""Scenes as SVG: well-formed, self-contained, reproducible, and legible in every theme."""

import re
import xml.etree.ElementTree as ET

import pytest

from hippodrome.kit.scene import FACTIONS, PATTERNS, Layer, Node, Panel, Scene, scene_json
from hippodrome.kit.svg_renderer import THEMES, patterns, style, svg, symbols
from hippodrome.kit.text_renderer import cells, plain_text

NAMESPACE = "{http://www.w3.org/2000/svg}"
STAR = '<symbol id="star" viewBox="0 0 9 9"><path d="M0 0H9"/></symbol>'
SYMBOLS = f'<svg xmlns="http://www.w3.org/2000/svg">\n  {STAR}\n</svg>\n'


def sample() -> Scene:
    """Return a scene with every shape, a panel and symbols."""
    ground = [
        Node("square-0", "rect", 500, 500, "1000 800 50", css="square", label='Square "0" & <more>', glyph="."),
        Node("line", "path", 0, 0, "M0 0H2000", css="edge"),
    ]
    pieces = [
        Node("piece-0", "circle", 1500, 500, "300", css="plate seat2", label="Blue", glyph="B"),
        Node("mark", "use", 1500, 500, "star", 905, "figure seat2", size=600),
        Node("words", "text", 1000, 1500, "Rock & roll", -900, "note", size=200),
    ]
    targets = [Node("target-go", "rect", 1500, 500, "900 900", css="target")]
    panels = [Panel("rows", "Rows", ["a", "b"], [["1", ""], ["2", "x < y"]], [-1, 0])]
    layers = [Layer("ground", ground, True), Layer("pieces", pieces), Layer("targets", targets)]
    return Scene((0, 0, 2000, 2000), layers, [], "Blue: 2 < 3?", ["Round 1", "X-1"], panels, SYMBOLS)


def sample_svg(theme: str = "light") -> ET.Element:
    """Return the parsed SVG of the sample."""
    return ET.fromstring(svg(sample(), theme))


def by_id(root: ET.Element, id: str) -> ET.Element:
    """Return the only element with this id."""
    (element,) = [element for element in root.iter() if element.get("id") == id]
    return element


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_scene_becomes_one_document_with_title_and_description(theme: str) -> None:
    root = sample_svg(theme)
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("viewBox") == "0 0 2000 2000"
    assert root.findtext(f"{NAMESPACE}title") == "Blue: 2 < 3?"
    assert root.findtext(f"{NAMESPACE}desc") == "Round 1 > X-1\nRows: 1; 2, x < y."


def test_layers_become_groups_in_order() -> None:
    groups = sample_svg().findall(f"{NAMESPACE}g")
    assert [group.get("id") for group in groups] == ["layer-ground", "layer-pieces", "layer-targets"]
    assert [len(group) for group in groups] == [2, 3, 1]


def test_a_layer_shown_only_while_pointing_at_a_node_is_not_drawn() -> None:
    scene = sample()
    scene.layers.append(Layer("reach", [Node("reach-0", "circle", 0, 0, "9")], False, "piece-0"))
    assert svg(scene) == svg(sample())
    assert scene_json(scene)["layers"][-1]["of"] == "piece-0"


def test_shapes_are_centred_on_their_position() -> None:
    root = sample_svg()
    square = by_id(root, "square-0")
    assert square.get("transform") == "translate(500 500)"
    assert [square.get(name) for name in ("x", "y", "width", "height", "rx")] == [
        "-500",
        "-400",
        "1000",
        "800",
        "50",
    ]
    mark = by_id(root, "mark")
    assert mark.get("transform") == "translate(1500 500) rotate(90.5)"
    assert [mark.get(name) for name in ("href", "x", "width")] == ["#star", "-300", "600"]
    words = by_id(root, "words")
    assert (words.get("transform"), words.get("font-size")) == ("translate(1000 1500) rotate(-90)", "200")
    assert words.text == "Rock & roll"


def test_labels_become_title_elements() -> None:
    assert by_id(sample_svg(), "square-0").findtext(f"{NAMESPACE}title") == 'Square "0" & <more>'
    assert by_id(sample_svg(), "mark").find(f"{NAMESPACE}title") is None


def test_symbols_are_extracted_from_their_file() -> None:
    assert symbols(SYMBOLS) == STAR
    assert symbols("") == ""
    assert by_id(sample_svg(), "star").tag == f"{NAMESPACE}symbol"


def test_characters_that_xml_forbids_are_removed() -> None:
    scene = Scene((0, 0, 1, 1), [], [], "a\x00b\x1bc", [], [])
    assert ET.fromstring(svg(scene)).findtext(f"{NAMESPACE}title") == "abc"


def test_the_same_scene_gives_the_same_document() -> None:
    assert svg(sample()) == svg(sample())
    assert svg(sample()) != svg(sample(), "dark")


def test_an_unknown_theme_or_shape_is_rejected() -> None:
    with pytest.raises(ValueError, match="there are: light, dark, contrast"):
        svg(sample(), "pink")
    strange = Scene((0, 0, 1, 1), [Layer("x", [Node("n", "blob", 0, 0)])], [], "", [], [])
    with pytest.raises(ValueError, match="'n' has the unknown shape 'blob'"):
        svg(strange)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_colour_and_pattern_used_is_defined(theme: str) -> None:
    text = style(theme) + patterns(theme)
    used = set(re.findall(r"var\(--([\w-]+)\)", text))
    assert used <= set(THEMES[theme]) | {"clay"}
    assert set(re.findall(r"url\(#([\w-]+)\)", text)) == set(re.findall(r'pattern id="([\w-]+)"', text))
    assert "@" not in text


def test_all_themes_define_the_same_colours() -> None:
    assert {tuple(sorted(colours)) for colours in THEMES.values()} == {tuple(sorted(THEMES["light"]))}
    assert len(FACTIONS) == len(PATTERNS) == len([name for name in THEMES["light"] if name.endswith("-mark")])


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as #804020, by the formula of WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, bright = sorted([luminance(one), luminance(other)])
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_text_and_shapes_have_enough_contrast(theme: str) -> None:
    """WCAG AA: a contrast of 4.5 for text and of 3 for shapes."""
    colours = THEMES[theme]
    texts = [
        ("ink", "page"),
        ("ink", "marble"),
        ("value", "sand"),
        ("bend-line", "bend"),
        ("figure", "scratch"),
    ]
    shapes = [("link", "sand"), ("link", "bend"), ("harm", "sand"), ("lane", "sand"), ("ink", "wood")]
    shapes += [("figure", f"seat{seat}") for seat in range(len(FACTIONS))]
    for one, other in texts:
        assert contrast(colours[one], colours[other]) >= 4.5, (one, other)
    for one, other in shapes:
        assert contrast(colours[one], colours[other]) >= 3, (one, other)


def test_plain_text_shows_glyphs_and_marks_targets() -> None:
    assert plain_text(sample()) == ".B\n"
    assert [cell.css for cell in cells(sample())[0]] == ["square", "plate seat2 target"]


def test_json_includes_the_size_of_a_node() -> None:
    nodes = scene_json(sample())["layers"][1]["nodes"]
    assert [node["size"] for node in nodes] == [0, 600, 200]
