"""For ears and for eyes that tire: the match in words, sounds for those who want them, motion for those who like it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table import Seated, yard


def shout(me: Seated) -> None:
    """Throw a die, in the drill yard."""
    before = me.now() or ""
    me.choose(me.decision.locator("[data-action=shout]").get_by_role("button"))
    me.ready(before)


def test_the_board_in_words_follows_the_match_and_what_happens_is_told(person: Open, base_url: str) -> None:
    me = person()
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30")
    words = me.page.get_by_role("region", name="The board in words")
    expect(words).to_contain_text("Red at 3 by 8 inches")
    me.command("drive 2000")
    expect(words).to_contain_text("Red at 5 by 8 inches")
    expect(words.locator("[aria-live=polite]")).to_have_count(1)
    told = me.page.locator("p[aria-live=polite]")
    expect(told).to_contain_text("2 inches")
    expect(told).to_contain_text("Your decision.")
    me.page.keyboard.press("b")
    expect(me.page.get_by_role("tabpanel", name="In words")).to_contain_text("Red at 5 by 8 inches")


# -------------------------------------------------------------------- sounds


@pytest.mark.parametrize(("kept", "heard"), [({}, False), ({"sounds": True}, True)], ids=["as usual", "switched on"])
def test_sounds_are_made_for_those_who_want_them(
    person: Open, base_url: str, kept: dict[str, bool], heard: bool
) -> None:
    me = person(kept)
    me.page.add_init_script(
        """const source = AudioScheduledSourceNode.prototype;
        const { start } = source;
        window.sounds = 0;
        source.start = function (...when) { window.sounds += 1; start.apply(this, when); };"""
    )
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30")
    shout(me)
    if heard:
        me.page.wait_for_function("() => window.sounds > 0")
    assert (me.page.evaluate("window.sounds") > 0) is heard


# -------------------------------------------------------------------- motion

WATCH = """() => {
  window.travelled = [];
  window.marked = 0;
  const note = (kind, frames) => {
    if (frames.some((frame) => "transform" in frame)) window.travelled.push(kind);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    note("glide", frames);
    return animate.call(this, frames, options);
  };
  document.addEventListener("animationstart", (event) => {
    for (const one of event.target.getAnimations())
      if (one.effect.getComputedTiming().duration > 1) note(event.type, one.effect.getKeyframes());
  });
  document.addEventListener("transitionrun", (event) => window.travelled.push(event.type));
  const marks = document.querySelector("svg.travels");
  new MutationObserver(() => (window.marked = Math.max(window.marked, marks.querySelectorAll("circle").length)))
    .observe(marks, { childList: true });
}"""
"""Notes whatever begins to travel: pieces that glide, and what style sheets move for longer than a millisecond; and how
many places are marked from or to which something went."""


@pytest.mark.parametrize(("wish", "kept"), [("reduce", {"pace": "normal"}), ("no-preference", {"pace": "none"})])
def test_who_wants_no_motion_sees_from_where_to_where_and_nothing_travels(
    person: Open, base_url: str, wish: str, kept: dict[str, str]
) -> None:
    me = person(kept, reduced_motion=wish)
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30")
    me.page.evaluate(WATCH)
    me.command("drive 2000")
    me.page.wait_for_function("() => window.marked === 2")
    shout(me)
    assert me.page.evaluate("window.travelled") == []


def test_pieces_glide_and_dice_tumble_for_everybody_else(person: Open, base_url: str) -> None:
    me = person({"pace": "quick"})
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30")
    me.page.evaluate(WATCH)
    me.command("drive 2000")
    shout(me)
    me.page.wait_for_function("() => new Set(window.travelled).size > 1")
    assert set(me.page.evaluate("window.travelled")) == {"glide", "animationstart"}
    assert me.page.evaluate("window.marked") == 0
