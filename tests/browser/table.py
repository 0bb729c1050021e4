"""Somebody at a table in the browser: what he sees and does there."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, WebSocket, expect

DECISION = "[data-decision]"
READY = """() => {
  const decision = document.querySelector("[data-decision]");
  if (!decision) return null;
  if (document.querySelector(".curtain")) return "curtain";
  if (decision.querySelector(".ending")) return "over";
  return decision.dataset.turn ?? null;
}"""


def set_up(address: str, seats: list[dict[str, Any]], **rest: Any) -> dict[str, Any]:
    """A match made through the front door of the server."""
    asked = {"game": "benhur", "scenario": "circus", "seats": seats, "options": {"laps": 1}, **rest}
    answer = httpx.post(f"{address}/api/matches", json=asked, timeout=60)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


ME = {"person": True, "here": True}
FRIEND = {"person": True, "here": False}
DRIVER = {"person": False, "level": "driver"}


class Seated:
    """A person with a browser. `frames` are the messages that came over sockets, as they came."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(json.loads(data)))

    # ---------------------------------------------------------------- sitting down

    def hold(self, made: dict[str, Any], *seats: int) -> None:
        """Take keys into this browser, as if the table had been set up in it."""
        keys = [made["keys"][str(seat)] for seat in seats]
        kept = {"id": made["id"], "host": made["host"], "keys": keys, "links": {}, "since": 1}
        self.page.goto("/about")
        self.page.evaluate(
            "([id, kept]) => localStorage.setItem('hippodrome.match.' + id, kept)", [made["id"], json.dumps(kept)]
        )

    def sit(self, made: dict[str, Any], *seats: int) -> None:
        """Go to a table with the keys of some seats."""
        self.hold(made, *seats)
        self.page.goto(f"/match/{made['id']}")

    # ---------------------------------------------------------------- looking

    @property
    def decision(self) -> Locator:
        """What is to be decided."""
        return self.page.locator(DECISION)

    @property
    def options(self) -> Locator:
        """The buttons of what can be chosen."""
        return self.page.locator(f"{DECISION} [data-action] button")

    @property
    def targets(self) -> Locator:
        """What lights up on the board."""
        return self.page.locator("svg.touch [role=button]")

    def ready(self, before: str = "") -> str:
        """Wait until there is something to do: the number of the decision, "curtain", or "over"."""
        waiting = f"(before) => {{ const now = ({READY})(); return now !== null && now !== before ? now : null; }}"
        found: str = self.page.wait_for_function(waiting, arg=before).json_value()
        return found

    def over(self) -> None:
        """See that the match has ended."""
        expect(self.page.get_by_role("list", name="Places")).to_be_visible()

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a kind that came over sockets."""
        return [message for message in self.frames if message["type"] == kind]

    # ---------------------------------------------------------------- playing

    def click_through(self, most: int = 2000) -> int:
        """Play to the end by mouse: a lit target on the board where there is one, else a button. How many decisions."""
        before, targets = "", 0
        for count in range(most):
            before = self.ready(before)
            if before == "over":
                assert targets, "nothing on the board was ever lit"
                return count
            if self.targets.count():
                targets += 1
                self.targets.first.click()
                self.do_it(before)
            else:
                self.options.first.click()
        raise AssertionError("the match does not end")

    def dial(self, action: str, *values: int) -> None:
        """Choose an action whose numbers are set by hand."""
        row = self.decision.locator(f"[data-action={action}]")
        if not row.locator("form").count():
            row.get_by_role("button").first.click()
        for field, value in zip(row.locator("input[type=number]").all(), values, strict=True):
            field.fill(str(value))
        row.get_by_role("button", name="Do it").click()

    def do_it(self, before: str) -> None:
        """Say yes to a warning, if there is one."""
        sure = self.page.get_by_role("button", name="Do it")
        if sure.count() and self.decision.get_attribute("data-turn") == before:
            sure.click()

    def moves(self) -> int:
        """How many moves there are, by the scrubber."""
        text = self.page.get_by_role("slider", name=re.compile("^Move$")).get_attribute("aria-valuetext") or ""
        return int(text.rpartition(" ")[2])
