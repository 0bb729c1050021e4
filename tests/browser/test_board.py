"""The client's board on its own: what it draws, how pieces move, and what pointers, fingers and keys do on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import hippodrome
from hippodrome.kit import svg
from hippodrome.server import frames, wire
from tests.browser.board import (
    HEX_BOX,
    HEX_PIECES,
    SYMBOLS,
    build,
    choice,
    handle,
    hex_ground,
    hex_pieces,
    piece,
    plain,
    scene,
    serve,
    show,
)

Open = Callable[..., Page]
Point = tuple[float, float]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built."""
    return build(tmp_path_factory.mktemp("board"))


@pytest.fixture
def opened(browser: Browser, built: Path) -> Iterator[Open]:
    """Open the page in a window of its own; whatever it complains of fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def page_of(width: int = 1000, height: int = 720, **settings: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
        serve(page, built)
        return page

    yield page_of
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def page(opened: Open) -> Page:
    """The page in a usual window."""
    return opened()


def present(page: Page, what: wire.Scene, **more: Any) -> None:
    """Show a scene and wait until it is dressed."""
    show(page, scene=what, symbols=SYMBOLS, **more)
    page.locator(".board:not(.bare)").wait_for()


def node(page: Page, id: str) -> Locator:
    """A node that is drawn."""
    return page.locator(f".paint [id$='-{id}']:not([id*=ghost])")


def middle(page: Page, id: str) -> Point:
    """The middle of a node on the screen."""
    box = node(page, id).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page: Page, x: float, y: float) -> Point:
    """Where a place of the scene is on the screen."""
    found = page.evaluate(
        """([x, y]) => {
            const there = new DOMPoint(x, y).matrixTransform(document.querySelector(".touch").getScreenCTM());
            return [there.x, there.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


def said(page: Page, kind: str) -> list[Any]:
    """What the board has said of a kind."""
    found: list[Any] = page.evaluate("kind => harness.said.filter(one => one[0] === kind).map(one => one[1])", kind)
    return found


def settle(page: Page) -> None:
    """Wait until everything has arrived."""
    page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished))")


def at_progress(page: Page, progress: float) -> None:
    """Hold everything that moves at a part of its way."""
    page.evaluate(
        """progress => document.getAnimations().forEach(one => {
            one.pause();
            one.effect.updateTiming({easing: "linear"});
            one.currentTime = progress * one.effect.getTiming().duration;
        })""",
        progress,
    )


def assert_near(found: Point, wanted: Point, within: float = 1.5) -> None:
    assert abs(found[0] - wanted[0]) <= within, (found, wanted)
    assert abs(found[1] - wanted[1]) <= within, (found, wanted)


# -------------------------------------------------------------------- drawing


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_node_is_drawn_as_the_server_draws_it(page: Page, theme: str) -> None:
    match = hippodrome.new("benhur", "circus", seats=4, seed=7)
    for _ in range(10):
        match.play(match.proposals()[0])
    drawn = match.scene(0)
    frame, _ = frames.make_frame(match, n=10, viewer=0, since=0)
    show(page, scene=frame.scene, symbols=drawn.symbols, theme=theme)
    page.locator(".board:not(.bare)").wait_for()
    wanted = [svg.element(one) for layer in drawn.layers for one in layer.nodes]
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


# -------------------------------------------------------------------- clicking


def lanes() -> wire.Scene:
    """Three squares to go to, one of them with two meanings, and a piece that is none."""
    nodes = [
        piece("me", 1000, 4000),
        piece("low", 3000, 6000, css="target"),
        piece("left", 3000, 2000, css="target"),
        piece("on", 5000, 4000, css="target"),
        piece("rival", 5000, 4000, css="plate seat2"),
    ]
    return scene(
        nodes, [handle("low", "right"), handle("left", "left"), handle("on", "on"), handle("rival", "fight 2")]
    )


CHOICES = [
    choice("on", "Straight on"),
    choice("left", "Change lane left"),
    choice("right", "Change lane right"),
    choice("fight 2", "Fight White"),
]


def test_a_click_on_a_target_acts(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.mouse.click(*place(page, 3000, 2000))
    page.get_by_role("button", name="Change lane right").click()
    assert said(page, "act") == ["left", "right"]
    assert said(page, "refuse") == []


def test_a_target_with_several_meanings_asks_which(page: Page) -> None:
    present(page, lanes(), choices=CHOICES, chances={"fight 2": "67 %"})
    spot = page.get_by_role("button", name="2 choices: Straight on; Fight White")
    spot.click()
    assert said(page, "act") == []
    expect(page.get_by_role("menuitem", name="Straight on")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    spot.click()
    page.get_by_role("menuitem", name="Fight White").click()
    assert said(page, "act") == ["fight 2"]
    expect(page.get_by_role("menu")).to_have_count(0)


def test_a_menu_is_used_by_keys_and_closed_by_a_click_elsewhere(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.get_by_role("button", name="2 choices").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Fight White")).to_be_focused()
    page.keyboard.press("Enter")
    assert said(page, "act") == ["fight 2"]
    page.get_by_role("button", name="2 choices").click()
    page.mouse.click(*place(page, 9000, 7000))
    expect(page.get_by_role("menu")).to_have_count(0)


def test_a_click_on_something_else_is_answered_with_what_lies_there(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    x, y = place(page, 1000, 4000)
    page.mouse.click(x, y)
    (missed,) = said(page, "refuse")
    assert (missed["node"], missed["label"]) == ("me", "Piece me")
    assert_near((missed["x"], missed["y"]), (x, y), 1)
    page.mouse.click(*place(page, 9000, 7000))
    assert said(page, "refuse")[1]["node"] == "sand"
    assert said(page, "act") == []


def test_targets_come_in_reading_order_and_keys_act(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    names = []
    for _ in range(3):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert names == ["Change lane left", "2 choices: Straight on; Fight White", "Change lane right"]
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("button", name="Change lane left")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="2 choices")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert said(page, "act") == ["left"]


def test_pointing_and_focus_tell_the_choice_and_its_odds(page: Page) -> None:
    present(page, lanes(), choices=CHOICES, chances={"left": "67 %"})
    page.mouse.move(*place(page, 3000, 2000))
    told = page.locator(".callout")
    expect(told).to_contain_text("Change lane left")
    expect(told).to_contain_text("67 %")
    page.mouse.move(*place(page, 9000, 7000))
    expect(told).not_to_contain_text("Change lane left")
    page.get_by_role("button", name="Change lane right").focus()
    expect(told).to_contain_text("Change lane right")
    assert said(page, "hover")[-3:] == ["left", None, "right"]


def test_a_resting_pointer_is_told_what_lies_there(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.mouse.move(*place(page, 1000, 4000))
    expect(page.locator(".callout")).to_have_text("Piece me")


def test_an_option_that_is_pointed_at_elsewhere_is_shown_on_the_board(page: Page) -> None:
    present(page, lanes(), choices=CHOICES, lit="left")
    expect(page.locator(".spot.lit")).to_have_attribute("aria-label", "Change lane left")


# -------------------------------------------------------------------- pan and zoom


def test_the_ground_is_dragged_and_that_is_no_click(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.keyboard.press("Tab")
    page.keyboard.press("+")
    page.keyboard.press("+")
    x, y = place(page, 6000, 5500)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10)
    page.mouse.move(x + 60, y + 20)
    page.mouse.up()
    assert_near(place(page, 6000, 5500), (x + 60, y + 20))
    assert said(page, "refuse") == []
    assert said(page, "act") == []


def test_the_wheel_zooms_about_the_pointer_and_letters_are_drawn_anew(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    x, y = place(page, 6000, 4000)
    before = place(page, 7000, 4000)[0] - x
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_function("() => document.querySelector('.stage').getBoundingClientRect().width > 1500")
    assert_near(place(page, 6000, 4000), (x, y), 2)
    assert place(page, 7000, 4000)[0] - x > 1.5 * before
    page.wait_for_function("() => new DOMMatrix(document.querySelector('.stage').style.transform).a === 1")


def test_keys_and_buttons_zoom_pan_and_fit_and_the_view_stays_from_frame_to_frame(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    fitted = place(page, 0, 0)
    board = page.get_by_role("group", name="Board", exact=True)
    board.focus()
    page.keyboard.press("+")
    page.get_by_role("button", name="Zoom in").click()
    board.focus()
    zoomed = place(page, 0, 0)
    page.keyboard.press("ArrowRight")
    assert_near(place(page, 0, 0), (zoomed[0] - 80, zoomed[1]))
    show(page, scene=scene([piece("me", 2000, 4000)]), frame=2)
    assert_near(place(page, 0, 0), (zoomed[0] - 80, zoomed[1]))
    page.keyboard.press("0")
    assert_near(place(page, 0, 0), fitted)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Show the whole board").click()
    assert_near(place(page, 0, 0), fitted)
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()


def test_a_double_click_shows_the_whole_board(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    fitted = place(page, 0, 0)
    page.get_by_role("button", name="Zoom in").click()
    page.mouse.dblclick(*place(page, 9000, 6500))
    assert_near(place(page, 0, 0), fitted)


def test_the_board_cannot_be_lost(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    page.keyboard.press("+")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    right, bottom = place(page, 12000, 8000)
    assert right >= 1000 - 33
    assert bottom >= 720 - 33


def test_a_target_outside_the_window_is_brought_in_by_the_focus(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    for _ in range(8):
        page.keyboard.press("+")
    page.keyboard.press("Tab")
    x, y = place(page, 3000, 2000)
    assert 0 < x < 1000
    assert 0 < y < 720


def test_on_a_phone_the_board_has_the_width_and_follows_the_window(opened: Open) -> None:
    page = opened(390, 500)
    present(page, lanes(), choices=CHOICES)
    assert_near(place(page, 0, 0), (0, place(page, 0, 0)[1]))
    assert_near(place(page, 12000, 0), (390, place(page, 0, 0)[1]))
    page.set_viewport_size({"width": 500, "height": 390})
    page.wait_for_function("() => document.querySelector('.stage').offsetWidth === 500")


def test_fingers_tap_pan_pinch_and_ask(opened: Open) -> None:
    page = opened(390, 500, has_touch=True, is_mobile=True)
    present(page, lanes(), choices=CHOICES)
    page.touchscreen.tap(*place(page, 3000, 2000))
    assert said(page, "act") == ["left"]
    hand = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: Point) -> None:
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)
        ]})  # fmt: skip

    width = "document.querySelector('.stage').getBoundingClientRect().width"
    before = page.evaluate(width)
    fingers("touchStart", (150, 250))
    fingers("touchStart", (150, 250), (250, 250))
    fingers("touchMove", (120, 250), (280, 250))
    fingers("touchMove", (100, 250), (300, 250))
    fingers("touchEnd")
    page.wait_for_function(f"before => {width} > 1.8 * before", arg=before)
    x, y = place(page, 6000, 4000)
    fingers("touchStart", (200, 300))
    fingers("touchMove", (180, 300))
    fingers("touchMove", (170, 310))
    fingers("touchEnd")
    assert_near(place(page, 6000, 4000), (x - 30, y + 10), 3)
    fingers("touchStart", place(page, 1000 + 3000, 4000))
    expect(page.locator(".callout")).to_have_text("Sand")
    fingers("touchEnd")
    assert said(page, "act") == ["left"]
    assert said(page, "refuse") == []


# -------------------------------------------------------------------- dragging

DRIVE = choice("drive", "Drive …", [wire.Span("distance", 0, 6000, 100, [(3017, "Drive to the post")])])
WHEEL = choice("wheel", "Wheel …", [wire.Span("angle", -900, 900, 50, [])])


def yard() -> wire.Scene:
    """A piece with a ruler and an arc before it."""
    at = (2000, 4000, 0)
    nodes = [
        piece("me", 2000, 4000),
        piece("drive", 3200, 4000, shape="circle", data="300", css="target"),
        piece("wheel", 4200, 4000, shape="circle", data="300", css="target"),
    ]
    touched = [
        handle("drive", "drive", "ruler", span=(0, 6000, 100), hints=[3017], at=at),
        handle("wheel", "wheel", "arc", span=(-900, 900, 50), at=at),
    ]
    return scene(nodes, touched)


def drag(page: Page, *points: Point) -> None:
    """Press on the first point and move over the others, without letting go."""
    start, *rest = [place(page, x, y) for x, y in points]
    page.mouse.move(*start)
    page.mouse.down()
    for point in rest:
        page.mouse.move(*point)


def asked(page: Page) -> list[str]:
    """What is asked and not answered."""
    found: list[str] = page.evaluate("harness.asked.map(one => one.action)")
    return found


def answer(page: Page, **previewed: Any) -> None:
    """Answer the question that is open."""
    page.wait_for_function("() => harness.asked.length > 0")
    page.evaluate("previewed => harness.answer(previewed)", plain(previewed))


def test_a_ruler_is_dragged_previewed_and_confirmed(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (4000, 4600), (4440, 5200))
    assert asked(page) == ["drive 2000"]  # the first one that was reached; the newest waits
    answer(page, words="Drive 2 inches")
    page.wait_for_function("() => harness.asked.length > 0")
    assert asked(page) == ["drive 2400"]
    answer(page, words="Drive 2.4 inches", nodes=[piece("me", 4440, 4000)])
    ghost = page.locator(".ghosts [id$='ghost-me']")
    expect(ghost).to_have_attribute("transform", "translate(4440 4000)")
    assert page.evaluate("getComputedStyle(document.querySelector('.ghosts')).opacity") == "0.45"
    expect(page.locator(".callout")).to_contain_text("Drive 2.4 inches")
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    page.mouse.up()
    assert said(page, "act") == []
    page.get_by_role("button", name="Confirm").click()
    assert said(page, "act") == ["drive 2400"]
    expect(page.locator(".ghosts > *")).to_have_count(0)
    expect(page.locator(".callout")).to_have_count(0)


def test_a_ruler_snaps_to_what_matters(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (3600, 4000), (4960, 4000))
    page.mouse.up()
    expect(page.get_by_role("slider", name="Drive …")).to_have_attribute("aria-valuenow", "3017")
    expect(page.locator(".callout")).to_contain_text("Drive to the post")


def test_what_is_refused_says_why_and_cannot_be_confirmed(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (7000, 4000))
    answer(page, refusal="The post is in the way.", rule="DRL-7")
    expect(page.locator(".dial.refused")).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text("The post is in the way.")
    page.mouse.up()
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    page.keyboard.press("Enter")
    assert said(page, "act") == []
    page.get_by_role("button", name="DRL-7").click()
    assert said(page, "rule") == ["DRL-7"]
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".callout")).to_have_count(0)


def test_an_arc_is_dragged_about_its_middle_and_left_with_escape(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    drag(page, (4200, 4000), (4200, 4600), (4000, 6000))
    page.mouse.up()
    expect(page.get_by_role("slider", name="Wheel …")).to_have_attribute("aria-valuenow", "450")
    page.keyboard.press("Escape")
    expect(page.get_by_role("slider", name="Wheel …")).to_have_attribute("aria-valuenow", "0")
    assert said(page, "act") == []


def test_a_point_is_set_by_a_click_and_moved_by_keys(page: Page) -> None:
    area = piece("half", 3000, 4000, data="4000 6000", css="target")
    spans = [wire.Span("x", 10, 50, 1, []), wire.Span("y", 10, 70, 1, [])]
    point = handle("half", "place", "point", span=(10, 50, 1), span_y=(10, 70, 1), unit=100)
    present(page, scene([area], [point]), choices=[choice("place", "Start at … by …", spans)])
    page.mouse.click(*place(page, 2020, 3030))
    answer(page, words="Start at 2 by 3 inches")
    across = page.get_by_role("slider", name="Start at … by …: x")
    down = page.get_by_role("slider", name="Start at … by …: y")
    expect(across).to_be_focused()
    expect(across).to_have_attribute("aria-valuenow", "20")
    expect(down).to_have_attribute("aria-valuenow", "30")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(down).to_be_focused()
    page.keyboard.press("End")
    expect(across).to_have_attribute("aria-valuenow", "21")
    expect(down).to_have_attribute("aria-valuenow", "70")
    page.keyboard.press("Enter")
    assert said(page, "act") == ["place 21 70"]


def test_a_number_is_set_by_keys_alone(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    slider = page.get_by_role("slider", name="Drive …")
    slider.focus()
    expect(slider).to_have_attribute("aria-valuenow", "1200")
    for key, value in [("ArrowRight", 1300), ("Shift+ArrowUp", 2300), ("ArrowLeft", 2200), ("PageUp", 3017),
                       ("ArrowDown", 3000), ("Home", 0), ("End", 6000), ("PageDown", 3017)]:  # fmt: skip
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(value))
    expect(slider).to_have_attribute("aria-valuetext", "Drive to the post")
    page.keyboard.press("Enter")
    assert said(page, "act") == ["drive 3017"]


def test_a_value_can_be_started_from_elsewhere(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    assert page.evaluate("harness.board().arm('wheel')") is True
    expect(page.get_by_role("slider", name="Wheel …")).to_be_focused()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    assert page.evaluate("harness.board().arm('shout')") is False


def test_a_new_frame_drops_what_was_being_set(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (5000, 4000))
    page.mouse.up()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    show(page, scene=yard(), frame=2)
    expect(page.locator(".callout")).to_have_count(0)
    expect(page.get_by_role("slider", name="Drive …")).to_have_attribute("aria-valuenow", "1200")


def test_a_frame_that_takes_the_handle_away_ends_the_drag(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (5000, 4000))
    show(page, scene=scene([piece("me", 2000, 4000)]), frame=2)
    page.mouse.move(*place(page, 6000, 4000))
    page.mouse.up()
    expect(page.locator(".callout")).to_have_count(0)
    assert said(page, "act") == []


def test_a_preview_that_never_comes_does_not_hold_anything_up(page: Page) -> None:
    present(page, yard(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (5000, 4000), (6000, 4000))
    page.mouse.up()
    expect(page.locator(".callout")).to_contain_text("Drive 4000")
    page.keyboard.press("Enter")
    assert said(page, "act") == ["drive 4000"]
