"""Tests of the board alone: drawing and animation."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import hippodrome
from hippodrome.kit import svg_renderer
from hippodrome.server import wire
from hippodrome.server.live import frames
from tests.browser.components.board_page import (
    HEX_BOX,
    HEX_PIECES,
    SYMBOLS,
    assert_near,
    centre,
    choice,
    drawn_node,
    finish_animations,
    handle,
    hex_ground,
    hex_pieces,
    pause_at,
    piece,
    scene,
    screen_point,
    show,
    show_scene,
    to_json,
)
from tests.browser.components.conftest import OpenBoard

pytestmark = pytest.mark.xdist_group("board")  # with --dist=loadgroup, one worker builds the page for all

# -------------------------------------------------------------------- drawing


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_node_is_drawn_as_the_server_draws_it(page: Page, theme: str) -> None:
    match = hippodrome.new("benhur", "circus", seats=4, seed=7)
    for _ in range(10):
        match.play(match.proposals()[0])
    drawn = match.scene(0)
    frame, _ = frames.make_frame(match, n=10, move=10, viewer=0, since=0)
    show(page, scene=frame.scene, symbols=drawn.symbols, theme=theme)
    page.locator(".board:not(.unstyled)").wait_for()
    expected = [svg_renderer.element(one) for layer in drawn.layers for one in layer.nodes]
    assert len(expected) > 300
    different = page.evaluate(
        """texts => texts.filter(text => {
            const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            holder.innerHTML = text;
            const expected = holder.firstElementChild;
            const actual = document.querySelector(`.paint [id$="-${expected.id}"]`);
            expected.querySelector("title")?.remove();
            const names = "class transform x y width height rx r d href font-size dy".split(" ");
            return !actual || actual.localName !== expected.localName || actual.textContent !== expected.textContent
                || names.some(name => actual.getAttribute(name) !== expected.getAttribute(name));
        })""",
        expected,
    )
    assert different == []
    fill = page.evaluate("getComputedStyle(document.querySelector('.paint .square')).fill")
    assert fill == f'url("#{theme}-sand")'


def test_symbols_keep_their_styles_although_the_policy_forbids_inline_styles(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000, shape="use", data="test-figure", css="figure seat2")]))
    style = page.evaluate("document.querySelector('#test-figure path').style.stroke")
    assert style == "var(--clay)"


def test_a_theme_can_be_changed(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000)]))
    fill = "getComputedStyle(document.querySelector('.paint .plate')).fill"
    assert page.evaluate(fill) == 'url("#light-seat0")'
    show(page, theme="dark")
    page.wait_for_function(f"() => {fill} === 'url(\"#dark-seat0\")' && document.querySelector('#dark-seat0') !== null")


def test_a_miniature_draws_the_same_nodes_and_has_a_label(page: Page) -> None:
    props = {"scene": scene([piece("a", 1000, 1000)]), "symbols": SYMBOLS, "theme": "light"}
    page.evaluate("props => harness.showMiniature(props, 'The opening')", to_json(props))
    picture = page.get_by_role("img", name="The opening")
    expect(picture).to_be_visible()
    expect(picture.locator("[id$='-a'] title")).to_have_text("Piece a")


def test_pieces_and_targets_have_accessible_names(page: Page) -> None:
    nodes = [piece("a", 1000, 1000), piece("go", 5000, 5000, css="target"), piece("knob", 8000, 5000, css="target")]
    handles = [handle("go", "go 1"), handle("knob", "drive", "ruler", span=(0, 3000, 100), at=(8000, 5000, 0))]
    show_scene(page, scene(nodes, handles), choices=[choice("go 1", "Go there"), choice("drive", "Drive …")])
    expect(page.get_by_role("img", name="Piece a")).to_be_visible()
    expect(page.get_by_role("button", name="Go there")).to_be_visible()
    expect(page.get_by_role("slider", name="Drive …")).to_be_visible()
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in ("serious", "critical")] == []


# -------------------------------------------------------------------- animation


def test_a_piece_moves_in_a_straight_line_to_its_new_position(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000)]))
    assert_near(centre(page, "a"), screen_point(page, 1000, 1000))
    show(page, scene=scene([piece("a", 9000, 5000, turn=900)]))
    pause_at(page, 0)
    assert_near(centre(page, "a"), screen_point(page, 1000, 1000))
    pause_at(page, 0.5)
    assert_near(centre(page, "a"), screen_point(page, 5000, 3000))
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert_near(centre(page, "a"), screen_point(page, 9000, 5000))


def test_a_piece_follows_its_path_at_constant_speed(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000), piece("a-mark", 1000, 1000, shape="circle", data="100")]))
    path = [(7000, 1000, 0), (7000, 3000, 0)]
    after = [piece("a", 7000, 3000), piece("a-mark", 7000, 3000, shape="circle", data="100")]
    show(page, scene=scene(after), paths={"a": path})
    pause_at(page, 0.75)
    assert_near(centre(page, "a"), screen_point(page, 7000, 1000))
    assert_near(centre(page, "a-mark"), screen_point(page, 7000, 1000))
    pause_at(page, 0.875)
    assert_near(centre(page, "a"), screen_point(page, 7000, 2000))


def test_the_parts_of_a_piece_move_as_one(page: Page) -> None:
    def parts(x: int, turn: int) -> list[wire.Node]:
        return [piece(name, x, 3000, turn) for name in ("a", "a-figure", "a-letter")]

    show_scene(page, scene([*parts(1000, 0), piece("b", 9000, 6000)]))
    show(page, scene=scene([*parts(6000, 900), piece("b", 9000, 6000)]))
    assert page.evaluate("document.getAnimations().length") == 1
    finish_animations(page)
    assert_near(centre(page, "a-letter"), screen_point(page, 6000, 3000))


def test_a_turn_takes_the_shorter_direction(page: Page) -> None:
    show_scene(page, scene([piece("a", 3000, 3000, turn=3300)]))
    show(page, scene=scene([piece("a", 3000, 3000, turn=300)]))
    pause_at(page, 0.5)
    turned = page.evaluate(
        """() => {
            const surface = document.querySelector("[id$='-a']").closest(".surface");
            const {a, b} = new DOMMatrix(getComputedStyle(surface).transform);
            return Math.round(Math.atan2(b, a) * 180 / Math.PI);
        }"""
    )
    assert turned == 0


def test_an_interrupted_move_continues_from_the_visible_position(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("a", 9000, 1000)]))
    pause_at(page, 0.5)
    show(page, scene=scene([piece("a", 5000, 7000)]))
    pause_at(page, 0)
    assert_near(centre(page, "a"), screen_point(page, 5000, 1000))
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert_near(centre(page, "a"), screen_point(page, 5000, 7000))


def test_new_nodes_fade_in_and_removed_nodes_fade_out(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("b", 3000, 1000)]))
    pause_at(page, 0.5)
    opacity = "Array.from(document.querySelectorAll('.layer .surface'), one => getComputedStyle(one).opacity)"
    assert page.evaluate(opacity) == ["0.5", "0.5"]
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    expect(page.locator(".layer .surface")).to_have_count(1)
    expect(drawn_node(page, "a")).to_have_count(0)
    expect(drawn_node(page, "b")).to_have_count(1)


def test_targets_are_not_animated(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000), piece("go", 3000, 1000, css="target")]))
    show(page, scene=scene([piece("a", 1000, 1000), piece("go", 9000, 5000, css="target")]))
    pause_at(page, 0)
    assert_near(centre(page, "go"), screen_point(page, 9000, 5000))
    show(page, scene=scene([piece("a", 1000, 1000), piece("go", 3000, 1000, css="target")]), animationOff=True)
    expect(page.locator(".move-marks > *")).to_have_count(0)
    show(page, scene=scene([piece("a", 9000, 1000, css="plate waiting")]), animationOff=True)
    show(page, scene=scene([piece("a", 1000, 3000)]), animationOff=True)
    expect(page.locator(".move-marks > *")).to_have_count(0)


def test_with_animation_off_start_and_end_of_a_move_are_marked_for_a_moment(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000), piece("b", 5000, 1000)]), animationOff=True)
    show(page, scene=scene([piece("a", 9000, 5000), piece("b", 5000, 1000)]))
    assert page.evaluate("document.getAnimations().length") == 0
    assert_near(centre(page, "a"), screen_point(page, 9000, 5000))
    expect(page.locator(".move-marks .from")).to_have_attribute("cx", "1000")
    expect(page.locator(".move-marks .to")).to_have_attribute("cx", "9000")
    expect(page.locator(".move-marks > *")).to_have_count(0)


def test_a_system_with_reduced_motion_gets_no_animation(open_board: OpenBoard) -> None:
    page = open_board(reduced_motion="reduce")
    show_scene(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("a", 9000, 5000)]))
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".move-marks .from")).to_have_count(1)


def test_moves_of_no_duration_jump_to_the_new_position(page: Page) -> None:
    show_scene(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("a", 5000, 1000)]))
    show(page, scene=scene([piece("a", 9000, 5000)]), moveMs=0)
    assert page.evaluate("document.getAnimations().length") == 0
    assert_near(centre(page, "a"), screen_point(page, 9000, 5000))
    expect(page.locator(".move-marks > *")).to_have_count(0)


def test_sixty_counters_reach_their_positions_and_the_ground_is_not_redrawn(page: Page) -> None:
    first = to_json(scene(hex_pieces(0), ground=hex_ground(), box=HEX_BOX))
    page.evaluate("scene => { window.firstScene = scene }", first)
    page.evaluate("symbols => harness.show({scene: firstScene, symbols})", SYMBOLS)
    page.locator(".board:not(.unstyled)").wait_for()
    page.evaluate(
        """() => {
            window.mutations = 0;
            const all = {subtree: true, childList: true, attributes: true, characterData: true};
            const ground = document.querySelector(".static-layer");
            new MutationObserver(records => mutations += records.length).observe(ground, all);
        }"""
    )
    for step in (1, 2, 3):
        page.evaluate(
            """nodes => {
                const [ground, pieces] = firstScene.layers;
                harness.show({scene: {...firstScene, layers: [ground, {...pieces, nodes}]}});
            }""",
            to_json(hex_pieces(step)),
        )
        finish_animations(page)
    for number in range(HEX_PIECES):
        counter = next(one for one in hex_pieces(3) if one.id == f"counter-{number}")
        assert_near(centre(page, counter.id), screen_point(page, counter.x, counter.y))
    assert page.evaluate("mutations") == 0
