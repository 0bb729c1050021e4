"""A board on its own: what it draws, and how pieces move."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import hippodrome
from hippodrome.kit import svg_renderer
from hippodrome.server import wire
from hippodrome.server.live import frames
from tests.browser.components.board import (
    HEX_BOX,
    HEX_PIECES,
    SYMBOLS,
    assert_near,
    at_progress,
    choice,
    handle,
    hex_ground,
    hex_pieces,
    middle,
    node,
    piece,
    place,
    plain,
    present,
    scene,
    settle,
    show,
)
from tests.browser.components.conftest import Open

# -------------------------------------------------------------------- drawing


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_node_is_drawn_as_the_server_draws_it(page: Page, theme: str) -> None:
    match = hippodrome.new("benhur", "circus", seats=4, seed=7)
    for _ in range(10):
        match.play(match.proposals()[0])
    drawn = match.scene(0)
    frame, _ = frames.make_frame(match, n=10, move=10, viewer=0, since=0)
    show(page, scene=frame.scene, symbols=drawn.symbols, theme=theme)
    page.locator(".board:not(.bare)").wait_for()
    wanted = [svg_renderer.element(one) for layer in drawn.layers for one in layer.nodes]
    assert len(wanted) > 300
    different = page.evaluate(
        """texts => texts.filter(text => {
            const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            holder.innerHTML = text;
            const wanted = holder.firstElementChild;
            const found = document.querySelector(`.paint [id$="-${wanted.id}"]`);
            wanted.querySelector("title")?.remove();
            const names = "class transform x y width height rx r d href font-size dy".split(" ");
            return !found || found.localName !== wanted.localName || found.textContent !== wanted.textContent
                || names.some(name => found.getAttribute(name) !== wanted.getAttribute(name));
        })""",
        wanted,
    )
    assert different == []
    fill = page.evaluate("getComputedStyle(document.querySelector('.paint .square')).fill")
    assert fill == f'url("#{theme}-sand")'


def test_symbols_have_their_own_style_though_the_page_allows_none_in_its_text(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000, shape="use", data="test-figure", css="figure seat2")]))
    style = page.evaluate("document.querySelector('#test-figure path').style.stroke")
    assert style == "var(--clay)"


def test_a_theme_can_be_changed(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000)]))
    ink = "getComputedStyle(document.querySelector('.paint .plate')).fill"
    assert page.evaluate(ink) == 'url("#light-seat0")'
    show(page, theme="dark")
    page.wait_for_function(f"() => {ink} === 'url(\"#dark-seat0\")' && document.querySelector('#dark-seat0') !== null")


def test_a_picture_is_the_same_drawing_and_says_what_it_shows(page: Page) -> None:
    given = {"scene": scene([piece("a", 1000, 1000)]), "symbols": SYMBOLS, "theme": "light"}
    page.evaluate("given => harness.picture(given, 'The opening')", plain(given))
    picture = page.get_by_role("img", name="The opening")
    expect(picture).to_be_visible()
    expect(picture.locator("[id$='-a'] title")).to_have_text("Piece a")


def test_pieces_and_targets_have_names_and_nothing_is_inaccessible(page: Page) -> None:
    nodes = [piece("a", 1000, 1000), piece("go", 5000, 5000, css="target"), piece("grip", 8000, 5000, css="target")]
    touched = [handle("go", "go 1"), handle("grip", "drive", "ruler", span=(0, 3000, 100), at=(8000, 5000, 0))]
    present(page, scene(nodes, touched), choices=[choice("go 1", "Go there"), choice("drive", "Drive …")])
    expect(page.get_by_role("img", name="Piece a")).to_be_visible()
    expect(page.get_by_role("button", name="Go there")).to_be_visible()
    expect(page.get_by_role("slider", name="Drive …")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


# -------------------------------------------------------------------- moving


def test_a_piece_glides_straight_to_its_new_place(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000)]))
    assert_near(middle(page, "a"), place(page, 1000, 1000))
    show(page, scene=scene([piece("a", 9000, 5000, turn=900)]))
    at_progress(page, 0)
    assert_near(middle(page, "a"), place(page, 1000, 1000))
    at_progress(page, 0.5)
    assert_near(middle(page, "a"), place(page, 5000, 3000))
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert_near(middle(page, "a"), place(page, 9000, 5000))


def test_a_piece_follows_its_path_at_an_even_pace(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000), piece("a-mark", 1000, 1000, shape="circle", data="100")]))
    path = [(7000, 1000, 0), (7000, 3000, 0)]
    after = [piece("a", 7000, 3000), piece("a-mark", 7000, 3000, shape="circle", data="100")]
    show(page, scene=scene(after), paths={"a": path})
    at_progress(page, 0.75)
    assert_near(middle(page, "a"), place(page, 7000, 1000))
    assert_near(middle(page, "a-mark"), place(page, 7000, 1000))
    at_progress(page, 0.875)
    assert_near(middle(page, "a"), place(page, 7000, 2000))


def test_the_parts_of_a_piece_move_as_one(page: Page) -> None:
    def parts(x: int, turn: int) -> list[wire.Node]:
        return [piece(name, x, 3000, turn) for name in ("a", "a-figure", "a-letter")]

    present(page, scene([*parts(1000, 0), piece("b", 9000, 6000)]))
    show(page, scene=scene([*parts(6000, 900), piece("b", 9000, 6000)]))
    assert page.evaluate("document.getAnimations().length") == 1
    settle(page)
    assert_near(middle(page, "a-letter"), place(page, 6000, 3000))


def test_a_turn_goes_the_short_way(page: Page) -> None:
    present(page, scene([piece("a", 3000, 3000, turn=3300)]))
    show(page, scene=scene([piece("a", 3000, 3000, turn=300)]))
    at_progress(page, 0.5)
    turned = page.evaluate(
        """() => {
            const surface = document.querySelector("[id$='-a']").closest(".surface");
            const {a, b} = new DOMMatrix(getComputedStyle(surface).transform);
            return Math.round(Math.atan2(b, a) * 180 / Math.PI);
        }"""
    )
    assert turned == 0


def test_a_move_that_is_interrupted_goes_on_from_where_the_piece_is_seen(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("a", 9000, 1000)]))
    at_progress(page, 0.5)
    show(page, scene=scene([piece("a", 5000, 7000)]))
    at_progress(page, 0)
    assert_near(middle(page, "a"), place(page, 5000, 1000))
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert_near(middle(page, "a"), place(page, 5000, 7000))


def test_what_is_new_fades_in_and_what_is_gone_fades_away(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("b", 3000, 1000)]))
    at_progress(page, 0.5)
    opacity = "Array.from(document.querySelectorAll('.layer .surface'), one => getComputedStyle(one).opacity)"
    assert page.evaluate(opacity) == ["0.5", "0.5"]
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    expect(page.locator(".layer .surface")).to_have_count(1)
    expect(node(page, "a")).to_have_count(0)
    expect(node(page, "b")).to_have_count(1)


def test_places_to_choose_do_not_travel(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000), piece("go", 3000, 1000, css="target")]))
    show(page, scene=scene([piece("a", 1000, 1000), piece("go", 9000, 5000, css="target")]))
    at_progress(page, 0)
    assert_near(middle(page, "go"), place(page, 9000, 5000))
    show(page, scene=scene([piece("a", 1000, 1000), piece("go", 3000, 1000, css="target")]), still=True)
    expect(page.locator(".travels > *")).to_have_count(0)


def test_without_motion_from_and_to_are_marked_for_a_moment(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000), piece("b", 5000, 1000)]), still=True)
    show(page, scene=scene([piece("a", 9000, 5000), piece("b", 5000, 1000)]))
    assert page.evaluate("document.getAnimations().length") == 0
    assert_near(middle(page, "a"), place(page, 9000, 5000))
    expect(page.locator(".travels .from")).to_have_attribute("cx", "1000")
    expect(page.locator(".travels .to")).to_have_attribute("cx", "9000")
    expect(page.locator(".travels > *")).to_have_count(0)


def test_who_wants_less_motion_gets_it_without_asking(opened: Open) -> None:
    page = opened(reduced_motion="reduce")
    present(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("a", 9000, 5000)]))
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".travels .from")).to_have_count(1)


def test_without_a_pace_everything_is_at_once_where_it_belongs(page: Page) -> None:
    present(page, scene([piece("a", 1000, 1000)]))
    show(page, scene=scene([piece("a", 5000, 1000)]))
    show(page, scene=scene([piece("a", 9000, 5000)]), pace=0)
    assert page.evaluate("document.getAnimations().length") == 0
    assert_near(middle(page, "a"), place(page, 9000, 5000))
    expect(page.locator(".travels > *")).to_have_count(0)


def test_sixty_counters_arrive_where_they_should_and_the_ground_is_left_alone(page: Page) -> None:
    first = plain(scene(hex_pieces(0), ground=hex_ground(), box=HEX_BOX))
    page.evaluate("given => { window.given = given }", first)
    page.evaluate("symbols => harness.show({scene: given, symbols})", SYMBOLS)
    page.locator(".board:not(.bare)").wait_for()
    page.evaluate(
        """() => {
            window.changes = 0;
            const all = {subtree: true, childList: true, attributes: true, characterData: true};
            new MutationObserver(found => changes += found.length).observe(document.querySelector(".ground"), all);
        }"""
    )
    for step in (1, 2, 3):
        page.evaluate(
            """nodes => {
                const [ground, pieces] = given.layers;
                harness.show({scene: {...given, layers: [ground, {...pieces, nodes}]}});
            }""",
            plain(hex_pieces(step)),
        )
        settle(page)
    for number in range(HEX_PIECES):
        where = next(one for one in hex_pieces(3) if one.id == f"counter-{number}")
        assert_near(middle(page, where.id), place(page, where.x, where.y))
    assert page.evaluate("changes") == 0
