"""Somebody at a table in the browser: what he sees and does there."""

from __future__ import annotations

import json
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, Request, Route, WebSocket, expect

READY = """() => {
  const decision = document.querySelector("[data-decision]");
  if (document.querySelector(".curtain")) return "curtain";
  if (decision?.querySelector(".ending")) return "over";
  return decision?.dataset.turn ?? null;
}"""
PATIENCE = 10_000
"""How many pictures the browser may draw until something comes."""

ME = {"person": True, "here": True}
FRIEND = {"person": True, "here": False}
DRIVER = {"person": False, "level": "driver"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

Made = dict[str, Any]


def set_up(address: str, seats: list[dict[str, Any]], **rest: Any) -> Made:
    """A match made through the front door of the server: a short race, unless said otherwise."""
    asked = {"game": "benhur", "scenario": "circus", "seats": seats, "options": {"laps": 1}, "seed": 3, **rest}
    answer = httpx.post(f"{address}/api/matches", json=asked, timeout=60)
    assert answer.status_code == 201, answer.text
    found: Made = answer.json()
    return found


def yard(address: str, *seats: dict[str, Any], **rest: Any) -> Made:
    """A match in the drill yard, for two on one screen unless said otherwise."""
    return set_up(address, list(seats) or [ME, ME], game="drill", scenario="yard", options={}, **rest)


def with_seed(page: Page, seed: int) -> None:
    """Whatever table is set up on this page has these dice."""

    def sown(route: Route, request: Request) -> None:
        asked = json.loads(request.post_data or "{}")
        route.continue_(post_data=json.dumps({**asked, "seed": seed}))

    page.route("**/api/matches", sown)


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press Tab until the focus is there."""
    for _ in range(150):
        if wanted.and_(page.locator(":focus")).count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {wanted}")


class Seated:
    """A person with a browser. `frames` are the messages that came over sockets, `sent` those that went, in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(json.loads(data)))
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    # ---------------------------------------------------------------- sitting down

    def hold(self, made: Made, *seats: int) -> None:
        """Take keys into this browser, as if the table had been set up in it."""
        keys = [made["keys"][str(seat)] for seat in seats]
        kept = {"id": made["id"], "host": made["host"], "keys": keys, "links": made["links"], "since": 1}
        self.page.goto("/favicon.svg")  # the same place to keep things as for any page, and quickly there
        self.page.evaluate(
            "([id, kept]) => localStorage.setItem('hippodrome.match.' + id, kept)", [made["id"], json.dumps(kept)]
        )

    def sit(self, made: Made, *seats: int) -> None:
        """Go to a table with the keys of some seats; the first unless said otherwise."""
        self.hold(made, *(seats or (0,)))
        self.page.goto(f"/match/{made['id']}")

    def join(self, made: Made, seat: int) -> None:
        """Come by the link for a friend."""
        self.page.goto(f"/match/{made['id']}#seat={made['links'][str(seat)]}")

    def watch(self, made: Made) -> None:
        """Come without a seat."""
        self.page.goto(f"/match/{made['id']}")
        expect(self.page.get_by_role("region", name="Moves")).to_be_visible()

    # ---------------------------------------------------------------- looking

    @property
    def decision(self) -> Locator:
        """What is to be decided."""
        return self.page.locator("[data-decision]")

    @property
    def options(self) -> Locator:
        """The buttons of what can be chosen."""
        return self.decision.locator("[data-action] button")

    @property
    def board(self) -> Locator:
        """The board."""
        return self.page.get_by_role("group", name="Board", exact=True)

    @property
    def targets(self) -> Locator:
        """What lights up on the board."""
        return self.page.locator("svg.touch [role=button]")

    @property
    def places(self) -> Locator:
        """Who came in first, second and so on."""
        return self.page.get_by_role("list", name="Places")

    @property
    def slider(self) -> Locator:
        """The scrubber."""
        return self.page.get_by_role("slider", name="Move", exact=True)

    @property
    def latest(self) -> dict[str, Any]:
        """The last frame that came."""
        return self.heard("frame")[-1]

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a kind that came over sockets."""
        return [message for message in self.frames if message["type"] == kind]

    def hear(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind about how the match stands now."""
        for _ in range(PATIENCE):
            for message in self.heard(kind):
                if message["n"] == self.latest["n"]:
                    return message
            self.page.evaluate("new Promise(requestAnimationFrame)")
        raise AssertionError(f"no {kind} comes")

    def moves(self) -> int:
        """How many moves there are, by the scrubber."""
        text = self.slider.get_attribute("aria-valuetext") or ""
        return int(text.rpartition(" ")[2])

    def now(self) -> str | None:
        """What there is to do, if anything: the number of the decision, "curtain", or "over"."""
        found: str | None = self.page.evaluate(READY)
        return found

    def ready(self, before: str = "") -> str:
        """Wait until there is something else to do."""
        waiting = f"(before) => {{ const now = ({READY})(); return now !== null && now !== before ? now : null; }}"
        found: str = self.page.wait_for_function(waiting, arg=before).json_value()
        return found

    def at(self, x: int, y: int) -> tuple[float, float]:
        """Where on the page a point of the scene is."""
        expect(self.board).to_be_visible()
        found = self.page.evaluate(
            """([x, y]) => {
              const drawn = document.querySelector("svg.touch").getScreenCTM();
              const at = new DOMPoint(x, y).matrixTransform(drawn);
              return [at.x, at.y];
            }""",
            [x, y],
        )
        return found[0], found[1]

    # ---------------------------------------------------------------- playing

    def choose(self, option: Locator) -> None:
        """Click on something, and say yes to its warning if there is one."""
        before = self.now()
        option.click()
        sure = self.decision.get_by_role("button", name="Do it")
        if sure.count() and self.now() == before:
            sure.click()

    def play(self, count: int) -> str:
        """Take the first option so many times, or to the end. What there is to do then."""
        before = self.ready()
        for _ in range(count):
            if before == "over":
                break
            self.choose(self.options.first)
            before = self.ready(before)
        return before

    def dial(self, action: str, *values: int) -> None:
        """Choose an action whose numbers are set by hand, beside the board."""
        row = self.decision.locator(f"[data-action={action}]")
        if not row.locator("form").count():
            row.get_by_role("button").first.click()
        for field, value in zip(row.locator("input[type=number]").all(), values, strict=True):
            field.fill(str(value / int(field.get_attribute("data-unit") or 1)))
        row.get_by_role("button", name="Do it").click()

    def order(self, order: str) -> str:
        """In the drill yard: give a command such as "drive 6000". The number of the decision that it was."""
        before = self.ready()
        action, *values = order.split()
        self.dial(action, *map(int, values))
        return before

    def command(self, *orders: str) -> str:
        """Give one command after the other, for whatever seats this screen has. What there is to do then."""
        before = ""
        for order in orders:
            before = self.ready(self.order(order))
        return before


def together(people: list[Seated], moves: int) -> None:
    """Whoever is asked takes the first option, until there are so many moves."""
    before: dict[Seated, str | None] = dict.fromkeys(people)
    for _ in range(PATIENCE):
        if people[0].latest["move"] >= moves:
            return
        for one in people:
            now = one.now()
            if now and now != before[one]:
                one.choose(one.options.first)
                before[one] = now
        people[0].page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("nobody is asked any more")
