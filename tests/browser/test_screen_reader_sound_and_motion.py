"""Screen reader announcements, sounds, and reduced motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import TablePage, create_drill


def shout(me: TablePage) -> None:
    """Roll a die in the drill yard."""
    before = me.state() or ""
    me.choose(me.decision.locator("[data-action=shout]").get_by_role("button"))
    me.wait_ready(before)


def test_the_board_description_is_updated_and_events_are_announced(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30")
    description = me.page.get_by_role("region", name="Board description")
    expect(description).to_contain_text("Red at 3 by 8 inches")
    me.give_orders("drive 2000")
    expect(description).to_contain_text("Red at 5 by 8 inches")
    expect(description.locator("[aria-live=polite]")).to_have_count(1)
    announcements = me.page.locator("p[aria-live=polite]")
    expect(announcements).to_contain_text("2 inches")
    expect(announcements).to_contain_text("Your decision.")
    me.page.keyboard.press("b")
    expect(me.page.get_by_role("tabpanel", name="Text view")).to_contain_text("Red at 5 by 8 inches")


# -------------------------------------------------------------------- sounds


@pytest.mark.parametrize(("settings", "has_sound"), [({}, False), ({"sounds": True}, True)], ids=["default", "on"])
def test_sounds_are_played_only_if_switched_on(
    open_page: OpenPage, base_url: str, settings: dict[str, bool], has_sound: bool
) -> None:
    me = open_page(settings)
    me.page.add_init_script(
        """const source = AudioScheduledSourceNode.prototype;
        const { start } = source;
        window.sounds = 0;
        source.start = function (...when) { window.sounds += 1; start.apply(this, when); };"""
    )
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30")
    shout(me)
    if has_sound:
        me.page.wait_for_function("() => window.sounds > 0")
    assert (me.page.evaluate("window.sounds") > 0) is has_sound


# -------------------------------------------------------------------- motion

WATCH = """() => {
  window.motions = [];
  window.marked = 0;
  const note = (kind, frames) => {
    if (frames.some((frame) => "transform" in frame)) window.motions.push(kind);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    note("move", frames);
    return animate.call(this, frames, options);
  };
  document.addEventListener("animationstart", (event) => {
    for (const one of event.target.getAnimations())
      if (one.effect.getComputedTiming().duration > 1) note(event.type, one.effect.getKeyframes());
  });
  document.addEventListener("transitionrun", (event) => window.motions.push(event.type));
  const marks = document.querySelector("svg.move-marks");
  new MutationObserver(() => (window.marked = Math.max(window.marked, marks.querySelectorAll("circle").length)))
    .observe(marks, { childList: true });
}"""
"""Records motions (moves of pieces, and CSS animations longer than a millisecond), and the largest number of marks of
start and end of a move."""


@pytest.mark.parametrize(
    ("reduced_motion", "settings"), [("reduce", {"pace": "normal"}), ("no-preference", {"pace": "none"})]
)
def test_with_reduced_motion_moves_are_marked_and_nothing_is_animated(
    open_page: OpenPage, base_url: str, reduced_motion: str, settings: dict[str, str]
) -> None:
    me = open_page(settings, reduced_motion=reduced_motion)
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30")
    me.page.evaluate(WATCH)
    me.give_orders("drive 2000")
    me.page.wait_for_function("() => window.marked === 2")
    shout(me)
    assert me.page.evaluate("window.motions") == []


def test_pieces_and_dice_are_animated_by_default(open_page: OpenPage, base_url: str) -> None:
    me = open_page({"pace": "quick"})
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30")
    me.page.evaluate(WATCH)
    me.give_orders("drive 2000")
    shout(me)
    me.page.wait_for_function("() => new Set(window.motions).size > 1")
    assert set(me.page.evaluate("window.motions")) == {"move", "animationstart"}
    assert me.page.evaluate("window.marked") == 0
