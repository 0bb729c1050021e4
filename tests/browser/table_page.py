"""Page object of a table in the browser, and functions to create matches for it."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, Request, Route, WebSocket, expect

from hippodrome.kit.geometry.plane.poses import Pose

STATE = """() => {
  const decision = document.querySelector("[data-decision]");
  if (document.querySelector(".curtain")) return "curtain";
  if (decision?.querySelector(".ending")) return "over";
  return decision?.dataset.decisionId ?? null;
}"""
PLAN_ANSWERED = f"""(before) => {{
  const now = ({STATE})();
  const answer = document.querySelector("[data-decision] .confirm, [data-decision] .refusal");
  return answer !== null || (now !== null && now !== before);
}}"""
"""A plan that was chosen has been worked out: it is played, refused, or its warning is shown."""

MAX_FRAMES = 10_000
"""The number of animation frames to wait for something."""

MAX_CHOICES = 40
"""The number of choices after which a decision is no longer expected."""

ME = {"person": True, "here": True}
FRIEND = {"person": True, "here": False}
DRIVER = {"person": False, "level": "driver"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

Created = dict[str, Any]
"""The server's answer to a new match: its id, keys and invitations."""


def create_match(address: str, seats: list[dict[str, Any]], **rest: Any) -> Created:
    """Create a match through the REST API: by default a short race of Ben-Hur."""
    body = {"game": "benhur", "scenario": "circus", "seats": seats, "options": {"laps": 1}, "seed": 3, **rest}
    answer = httpx.post(f"{address}/api/matches", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    match: Created = answer.json()
    return match


def create_drill(address: str, *seats: dict[str, Any], **rest: Any) -> Created:
    """Create a match in the drill yard: by default for two players at one screen."""
    return create_match(address, list(seats) or [ME, ME], game="drill", scenario="yard", options={}, **rest)


def fix_seed(page: Page, seed: int) -> None:
    """Give every match that is created on this page the same dice."""

    def add_seed(route: Route, request: Request) -> None:
        body = json.loads(request.post_data or "{}")
        route.continue_(post_data=json.dumps({**body, "seed": seed}))

    page.route("**/api/matches", add_seed)


def tab_to(page: Page, target: Locator, key: str = "Tab") -> None:
    """Press Tab until the target has the focus."""
    for _ in range(150):
        if target.and_(page.locator(":focus")).count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {target}")


class TablePage:
    """A table in a browser. `messages` came over its sockets, `sent` were sent, both in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.messages.append(json.loads(data)))
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    # ---------------------------------------------------------------- opening a match

    def store_keys(self, match: Created, *seats: int) -> None:
        """Store the keys of seats in this browser, as if the match had been created in it."""
        keys = [match["keys"][str(seat)] for seat in seats]
        stored = {"id": match["id"], "host": match["host"], "keys": keys, "links": {}, "since": 1}
        self.page.goto("/favicon.svg")  # the same storage as for any page, and it loads fast
        self.page.evaluate(
            "([id, stored]) => localStorage.setItem('hippodrome.match.' + id, stored)",
            [match["id"], json.dumps(stored)],
        )

    def open_match(self, match: Created, *seats: int) -> None:
        """Open a match with the keys of seats: by default of the first."""
        self.store_keys(match, *(seats or (0,)))
        self.page.goto(f"/match/{match['id']}")

    def open_link(self, match: Created, seat: int) -> None:
        """Open the invitation link of a seat, and join on the welcome page if it asks."""
        self.page.goto(f"/match/{match['id']}#invitation={match['invitations'][str(seat)]}")
        join = self.page.get_by_role("button", name="Join the match")
        refused = self.page.get_by_role("heading", name="You have not joined")
        expect(join.or_(refused).or_(self.slider).first).to_be_visible()
        if join.count():
            join.click()
        if not refused.count():
            expect(self.page).to_have_url(re.compile(f"/match/{match['id']}$"))

    def watch(self, match: Created) -> None:
        """Open a match without a seat."""
        self.page.goto(f"/match/{match['id']}")
        expect(self.page.get_by_role("region", name="Replay", exact=True)).to_be_visible()

    # ---------------------------------------------------------------- parts of the page

    @property
    def decision(self) -> Locator:
        """The current decision."""
        return self.page.locator("[data-decision]")

    @property
    def options(self) -> Locator:
        """The buttons of the open choices."""
        return self.decision.locator("[data-action] button")

    @property
    def board(self) -> Locator:
        """The board."""
        return self.page.get_by_role("group", name="Board", exact=True)

    @property
    def targets(self) -> Locator:
        """The spots on the board that can be chosen."""
        return self.page.locator("svg.handles [role=button]")

    @property
    def places(self) -> Locator:
        """The list of places at the end."""
        return self.page.get_by_role("list", name="Places")

    @property
    def slider(self) -> Locator:
        """The slider of the replay bar."""
        return self.page.get_by_role("slider", name="Move", exact=True)

    # ---------------------------------------------------------------- state

    @property
    def latest(self) -> dict[str, Any]:
        """The last frame received."""
        return self.messages_of("frame")[-1]

    def messages_of(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a kind received so far."""
        return [message for message in self.messages if message["type"] == kind]

    def wait_for_message(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind about the latest frame."""
        for _ in range(MAX_FRAMES):
            for message in self.messages_of(kind):
                if message["n"] == self.latest["n"]:
                    return message
            self.page.evaluate("new Promise(requestAnimationFrame)")
        raise AssertionError(f"no {kind} message arrived")

    def move_count(self) -> int:
        """Return the number of moves played, as the replay bar shows it."""
        text = self.slider.get_attribute("aria-valuetext") or ""
        return int(text.rpartition(" ")[2])

    def state(self) -> str | None:
        """Return the id of the open decision, "curtain" or "over"; None if there is nothing to do."""
        state: str | None = self.page.evaluate(STATE)
        return state

    def wait_ready(self, before: str = "") -> str:
        """Wait until the state is neither None nor the one before, and return it."""
        script = f"(before) => {{ const now = ({STATE})(); return now !== null && now !== before ? now : null; }}"
        state: str = self.page.wait_for_function(script, arg=before).json_value()
        return state

    def screen_point(self, x: int, y: int) -> tuple[float, float]:
        """Return the position on the page of a point of the scene, once the view is at rest."""
        expect(self.board).to_be_visible()
        point = self.page.evaluate(
            """async ([x, y]) => {
              const place = () => {
                const matrix = document.querySelector("svg.handles").getScreenCTM();
                const point = new DOMPoint(x, y).matrixTransform(matrix);
                return [point.x, point.y];
              };
              for (let before = null, now = place(); String(before) !== String(now); [before, now] = [now, place()])
                await new Promise((done) => setTimeout(done, 50));
              return place();
            }""",
            [x, y],
        )
        return point[0], point[1]

    def visible_point(self, x: int, y: int) -> tuple[float, float]:
        """Return the position on the page of a point of the scene; show the whole board if it is out of view."""
        at = self.screen_point(x, y)
        box = self.board.bounding_box()
        assert box is not None
        is_visible = box["x"] < at[0] < box["x"] + box["width"] and box["y"] < at[1] < box["y"] + box["height"]
        if is_visible:
            return at
        self.page.get_by_role("button", name="Show the whole board").click()
        return self.screen_point(x, y)

    def node(self, name: str) -> dict[str, Any]:
        """Return a node of the scene by its id, from the last frame that has its layer."""
        for frame in reversed(self.messages_of("frame")):
            for layer in frame["scene"]["layers"]:
                for node in layer["nodes"]:
                    if node["id"] == name:
                        found: dict[str, Any] = node
                        return found
        raise AssertionError(f"there is no node {name}")

    def steered_point(self, ahead: int, right: int) -> tuple[float, float]:
        """Return the position on the page of a point relative to the steered piece, in units of the scene."""
        piece = self.node(self.latest["ask"]["steered"])
        return self.screen_point(*Pose(piece["x"], piece["y"], piece["turn"]).point_nearest(ahead, right))

    # ---------------------------------------------------------------- playing

    def drag_steered(self, ahead: int, right: int) -> dict[str, Any]:
        """Drag the steered piece to a point relative to it; return the preview of where it would go."""
        start, goal = self.steered_point(0, 0), self.steered_point(ahead, right)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*goal, steps=8)
        self.page.mouse.up()
        expect(self.confirm_course).to_be_enabled()
        return self.messages_of("previewed")[-1]

    @property
    def confirm_course(self) -> Locator:
        """The button that confirms what is being set on the board."""
        return self.page.locator(".callout").get_by_role("button", name="Confirm")

    def choose(self, option: Locator) -> None:
        """Click an option, and confirm its warning if there is one."""
        before = self.state()
        action = option.evaluate("element => element.closest('[data-action]')?.dataset.action")
        ask = self.latest["ask"] or {"choices": []}
        is_plan = any(choice["action"] == action and choice["plan"] for choice in ask["choices"])
        option.click()
        if is_plan:
            self.page.wait_for_function(PLAN_ANSWERED, arg=before)
        confirm = self.decision.get_by_role("button", name="Confirm")
        if confirm.count() and self.state() == before:
            confirm.click()

    def play_until(self, name: str, wanted: str = "") -> str:
        """Choose the first option until a decision with this name offers the wanted action; place no terrain."""
        before = self.wait_ready()
        for _ in range(MAX_CHOICES):
            ask = self.latest["ask"]
            if ask["name"] == name and any(choice["action"].startswith(wanted) for choice in ask["choices"]):
                return before
            first = ask["choices"][0]
            if ask["name"] == "PickPiece":
                self.press_pass()
            elif first["spans"]:
                self.enter_numbers(first["action"], *[span["hints"][0][0] for span in first["spans"]])
            else:
                self.choose(self.options.first)
            before = self.wait_ready(before)
        raise AssertionError(f"{name} is never asked")

    def press_pass(self) -> None:
        """Pass with its key, and confirm what is given up; without a pass, press Enter for the default."""
        passes = [choice for choice in self.latest["ask"]["choices"] if choice["passes"]]
        self.page.keyboard.press("Shift+Enter" if passes else "Enter")
        if passes and passes[0]["warning"]:
            expect(self.decision.get_by_role("button", name="Confirm")).to_be_focused()
            self.page.keyboard.press("Enter")

    def play(self, count: int) -> str:
        """Choose the first option a number of times, or until the end. Return the state after it."""
        before = self.wait_ready()
        for _ in range(count):
            if before == "over":
                break
            self.choose(self.first_option())
            before = self.wait_ready(before)
        return before

    def first_option(self) -> Locator:
        """Return the first option that is no plan, or the pass where a secret card could be played, which would show it
        to all.
        """
        declined = self.decision.locator("[data-action=pass] button")
        if declined.count():
            return declined
        plans = [choice["action"] for choice in (self.latest["ask"] or {"choices": []})["choices"] if choice["plan"]]
        excluded = "".join([f":not([data-action='{plan}'])" for plan in plans])
        return self.decision.locator(f"[data-action]{excluded} button").first

    def enter_numbers(self, action: str, *values: int) -> None:
        """Choose an action and type its numbers beside the board."""
        row = self.decision.locator(f"[data-action={action}]")
        if not row.locator("form").count():
            row.get_by_role("button").first.click()
        for field, value in zip(row.locator("input[type=number]").all(), values, strict=True):
            field.fill(str(value / int(field.get_attribute("data-unit") or 1)))
        row.get_by_role("button", name="Confirm").click()

    def give_order(self, order: str) -> str:
        """Give an order in the drill yard, such as "drive 6000". Return the state before it."""
        before = self.wait_ready()
        action, *values = order.split()
        self.enter_numbers(action, *map(int, values))
        return before

    def give_orders(self, *orders: str) -> str:
        """Give orders in turn, for any seat of this screen. Return the state after the last."""
        before = ""
        for order in orders:
            before = self.wait_ready(self.give_order(order))
        return before


def play_together(tables: list[TablePage], moves: int) -> None:
    """Choose the first option at each table that has a decision, until a number of moves is played."""
    before: dict[TablePage, str | None] = dict.fromkeys(tables)
    for _ in range(MAX_FRAMES):
        if tables[0].latest["move"] >= moves:
            return
        for table in tables:
            state = table.state()
            if state and state != before[table]:
                table.choose(table.first_option())
                before[table] = state
        tables[0].page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("no table has a decision")
