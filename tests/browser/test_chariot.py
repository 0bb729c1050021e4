"""A battle on hexes in a real browser: by mouse on the map, by keyboard, and what one is shown there."""

from __future__ import annotations

import math
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.table import ME, PHONE, Seated, set_up, tab_to
from tests.browser.test_accessible import accessible

Drawn = dict[str, Any]

FIGHTS = {"Volley": "Loose", "Assault": "Strike"}
ENDED = re.compile(r"The (Romans \(Red\)|Sabines \(White\)) win: the victory condition decides")
TURNS = 10
"""The printed length of Rome."""
BUSY = 3
"""The Game-Turns in which units move and fight; after them every phase is passed."""
MOST = 3
"""So many units are moved in a Player-Turn; the others stay where they are."""


def battle(address: str, scenario: str, **rest: Any) -> dict[str, Any]:
    """A short battle for two on one screen."""
    asked = {"options": {"turns": 3}, "seed": 5, **rest}
    return set_up(address, [ME, ME], game="chariot", scenario=scenario, **asked)


class General:
    """Somebody who plays both sides: he sees what is drawn, and marches his units at the enemy."""

    def __init__(self, me: Seated) -> None:
        self.me = me
        self.layers: dict[str, list[Drawn]] = {}
        self.read = 0
        self.turn = ""
        self.moved = 0
        self.asked: list[str] = []
        self.turns: set[int] = set()
        self.planned: set[str] = set()

    # ---------------------------------------------------------------- looking

    def drawn(self) -> dict[str, Drawn]:
        """All that is drawn now, by id."""
        frames = self.me.heard("frame")
        for frame in frames[self.read :]:
            scene = frame["scene"]
            known = {} if scene["whole"] else self.layers
            fresh = {layer["name"]: layer["nodes"] for layer in scene["layers"]}
            self.layers = {name: fresh.get(name, known.get(name, [])) for name in scene["order"]}
        self.read = len(frames)
        return {node["id"]: node for nodes in self.layers.values() for node in nodes}

    def question(self) -> str:
        """What is asked, by the name of the decision; it is remembered."""
        name = str(self.me.latest["ask"]["name"])
        self.asked.append(name)
        now = str(self.me.latest["scene"]["trail"])
        self.turns.update(map(int, re.findall(r"Game-Turn (\d+)", now)))
        if name == "Move" and now != self.turn:
            self.turn, self.moved = now, 0
        return name

    @property
    def is_quiet(self) -> bool:
        """Whether the fighting is over."""
        return max(self.turns, default=0) > BUSY

    def touched(self, verb: str, **wanted: str) -> list[Drawn]:
        """What can be touched to do something, with its action."""
        nodes = self.drawn()
        found = [(handle["action"], nodes[handle["on"]]) for handle in self.me.latest["scene"]["handles"]]
        able = [{**node, "action": action} for action, node in found if action.split()[0] == verb]
        return [node for node in able if all(node[name] == value for name, value in wanted.items())]

    def foes(self) -> list[Drawn]:
        """The counters of the side that is not asked."""
        css = f"plate seat{1 - self.me.latest['ask']['mine']}"
        return [node for name, node in self.drawn().items() if node["css"] == css and name.startswith("unit-")]

    def nearest(self, nodes: list[Drawn]) -> tuple[float, Drawn | None]:
        """The one of them that is nearest to an enemy, and how near it is."""
        foes = self.foes()
        away = [min(math.hypot(n["x"] - foe["x"], n["y"] - foe["y"]) for foe in foes) for n in nodes]
        return min(zip(away, nodes, strict=True), key=lambda row: row[0], default=(math.inf, None))

    def way(self) -> Drawn | None:
        """Where the unit in hand goes: to the free hex that is nearest to an enemy, if it is nearer than its own."""
        chosen = [node for name, node in self.drawn().items() if name.startswith("chosen-")]
        here, _ = self.nearest(chosen)
        there, best = self.nearest(self.touched("go", css="target"))
        return best if there < here - 400 else None

    def mover(self) -> Drawn | None:
        """Who moves next: those who shoot first, then whoever is nearest to an enemy; nobody if it is enough."""
        able = self.touched("move") if self.moved < MOST else []
        shooting = [node for node in able if "Bowmen" in node["label"] or "Skirmishers" in node["label"]]
        self.moved += 1
        return self.nearest(shooting if shooting and self.moved < 3 else able)[1]

    # ---------------------------------------------------------------- acting

    def click(self, node: Drawn) -> None:
        """Touch something on the map."""
        self.me.page.mouse.click(*self.me.at(node["x"], node["y"]))

    def press(self, option: Locator) -> None:
        """Take an option by its key."""
        key = option.get_attribute("aria-keyshortcuts") or ""
        self.me.page.keyboard.press(key.split(" ")[0])


# -------------------------------------------------------------------- by mouse


def by_mouse(general: General) -> None:
    """Answer what is asked with the mouse, on the map where that is possible."""
    me, name = general.me, general.question()
    node: Drawn | None = None
    if name == "Deploy" and "Place" not in general.asked:
        node = general.touched("take")[1]
    elif name == "Place":
        node = general.touched("place")[20]
    elif name == "Go":
        node = general.way()
    elif name in FIGHTS and general.touched("add"):
        node = general.touched("add")[0]
    elif name in FIGHTS and name not in general.planned:
        see_plan(me, FIGHTS[name])
        general.planned.add(name)
    elif name == "Move" and not general.is_quiet:
        node = general.mover()
    elif name in ("Fire", "DefensiveFire", "Melee") and not general.is_quiet:
        node = general.touched("attack" if name == "Melee" else "aim")[0]
    if node is not None:
        general.click(node)
    else:
        me.choose(me.options.first)


def see_plan(me: Seated, word: str) -> None:
    """Before an attack is made, its ratio, its column and its chances are shown: beside the board and on the button."""
    plan = me.page.get_by_role("region", name="Rosters")
    expect(plan.get_by_text(re.compile(r"^\d+ to \d+: \d-\d"))).to_be_visible()
    expect(plan.get_by_text(re.compile(r"(no effect|disrupted|eliminated) \d in 6")).first).to_be_visible()
    expect(me.options.first).to_have_accessible_name(re.compile(rf"^{word} at \d-\d"))
    expect(me.options.first).to_contain_text(re.compile(r"\d+ % (no effect|disrupted|eliminated|half eliminated)"))


def test_rome_is_played_to_the_end_by_mouse_with_moves_shots_and_melees(person: Open, base_url: str) -> None:
    me = person()
    me.sit(battle(base_url, "rome", options={}), 0, 1)
    general = General(me)
    before = me.ready()
    while before != "over":
        by_mouse(general)
        before = me.ready(before)
    assert {"Deploy", "Place", "Move", "Go", "DefensiveFire", "Volley", "Melee", "Assault"} <= set(general.asked)
    assert general.asked.count("Go") > 15
    assert general.planned == set(FIGHTS)
    assert general.turns == set(range(1, TURNS + 1))
    expect(me.places.get_by_role("listitem")).to_have_count(2)
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- by keyboard


def option(me: Seated, words: str) -> Locator:
    """The options whose names begin so."""
    return me.options.and_(me.page.get_by_role("button", name=re.compile(f"^{words}")))


def farthest(me: Seated) -> Locator:
    """The way that leads farthest towards the enemy, by the numbers of hexes: Romans go west, Sabines east."""
    ways = option(me, "To ")
    columns = [int(name[-4:-2]) for name in re.findall(r"\d{4}(?= \(cost)", " ".join(ways.all_inner_texts()))]
    best = min(columns) if me.latest["ask"]["mine"] == 0 else max(columns)
    return ways.nth(columns.index(best))


def by_keyboard(general: General) -> None:
    """Answer what is asked with keys, by the names of the buttons."""
    me, name = general.me, general.question()
    if name == "Deploy" and "Place" not in general.asked:
        general.press(option(me, "Set up Axemen").first)
        return
    if name == "Place":  # on the map itself: from the last lit hex upwards
        tab_to(me.page, me.targets.last, "Shift+Tab")
        for key in ("ArrowUp", "ArrowLeft", "Enter"):
            me.page.keyboard.press(key)
        return
    if name == "Go" and option(me, "To ").count():
        general.press(farthest(me))
        return
    wanted = {
        "Move": "Move (Skirmishers|Bowmen|Axemen)",
        "Fire": "Fire at",
        "DefensiveFire": "Fire at",
        "Melee": "Attack",
    }
    found = option(me, wanted.get(name, "Add all"))
    if name == "Move":
        general.moved += 1
    if not found.count() or general.is_quiet or (name == "Move" and general.moved > MOST):
        me.page.keyboard.press("Enter")
    else:
        general.press(found.last if name == "Move" else found.first)


def test_rome_is_played_to_the_end_by_keyboard_and_accessible_names_alone(person: Open, base_url: str) -> None:
    me = person()
    me.sit(battle(base_url, "rome", options={}, seed=6), 0, 1)
    general = General(me)
    before = me.ready()
    while before != "over":
        by_keyboard(general)
        before = me.ready(before)
    assert {"Deploy", "Place", "Move", "Go", "Volley", "Melee", "Assault"} <= set(general.asked)
    assert general.turns == set(range(1, TURNS + 1))
    told = [line["text"] for frame in me.heard("frame") for line in frame["lines"]]
    assert any(re.search(r"fire at \d{4}: \d-\d", text) for text in told)
    assert any(re.search(r"attack \d{4}: \d-\d", text) for text in told)
    expect(me.page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)
    expect(me.page.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


def test_a_battle_is_passed_phase_by_phase_with_one_key(person: Open, base_url: str) -> None:
    me = person()
    me.sit(battle(base_url, "rome"), 0, 1)
    before = me.ready()
    while before != "over":
        me.page.keyboard.press("Enter")
        before = me.ready(before)
    assert me.latest["move"] == 2 + 2 * 3  # both are set up, and nobody moves in three Game-Turns
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- what one is shown


def in_the_field(me: Seated, made: dict[str, Any]) -> General:
    """Both sides are set up."""
    me.sit(made, 0, 1)
    general = General(me)
    before = me.ready()
    while general.question() == "Deploy":
        me.choose(me.options.first)
        before = me.ready(before)
    return general


def zones(me: Seated) -> Locator:
    """What units can reach that are pointed at."""
    return me.page.locator(".auras .zone")


def test_who_points_at_a_unit_sees_where_it_can_go_and_what_it_can_hit(person: Open, base_url: str) -> None:
    me = person()
    general = in_the_field(me, battle(base_url, "rome"))
    expect(zones(me)).to_have_count(0)
    archer = next(node for node in general.foes() if node["label"].startswith("Bowmen"))
    me.page.mouse.move(*me.at(archer["x"], archer["y"]))
    expect(zones(me)).to_have_count(1)
    expect(me.page.get_by_text("Bowmen 1 of the Sabines, melee a dot, fire 2 at 2, allowance 5").last).to_be_visible()
    mine = general.touched("move")[0]
    me.page.mouse.move(*me.at(mine["x"], mine["y"]))
    expect(zones(me)).to_have_count(1)
    expect(me.page.get_by_text(re.compile("^Move ")).last).to_be_visible()


def test_a_stack_can_be_opened_and_its_units_are_named(person: Open, base_url: str) -> None:
    me = person()
    general = in_the_field(me, battle(base_url, "delta"))
    stack = next(node for name, node in general.drawn().items() if name.startswith("stack-"))
    me.page.mouse.move(*me.at(stack["x"], stack["y"]))
    expect(me.page.get_by_text(stack["label"]).last).to_be_visible()
    expect(me.page.locator(".auras .plate")).to_have_count(int(stack["data"].rpartition("-")[2]))


def test_whoever_clicks_on_a_stack_says_which_unit_he_means(person: Open, base_url: str) -> None:
    me = person()
    general = in_the_field(me, battle(base_url, "delta"))
    before = me.ready()
    for _ in range(3):  # the Chariot Phase, and embarking in the Movement Phase
        me.page.keyboard.press("Enter")
        before = me.ready(before)
    movers = general.touched("move")
    stack = next(node for name, node in general.drawn().items() if name.startswith("stack-"))
    inside = [node for node in movers if (node["x"], node["y"]) == (stack["x"], stack["y"])]
    general.click(stack)
    expect(me.page.get_by_role("menuitem")).to_have_count(len(inside))
    me.page.get_by_role("menuitem", name=inside[-1]["label"]).click()
    me.ready(before)
    assert inside[-1]["label"].removeprefix("Move ") in me.latest["scene"]["prompt"]


def test_control_and_victory_are_shown_all_the_time(person: Open, base_url: str) -> None:
    me = person()
    general = in_the_field(me, battle(base_url, "rome"))
    rosters = me.page.get_by_role("region", name="Rosters")
    expect(rosters.get_by_role("heading", name="Whoever controls D at the end wins.")).to_be_visible()
    expect(rosters.get_by_text("D 2828")).to_be_visible()
    general.click(general.touched("move")[0])
    expect(rosters.get_by_text("Movement Points left")).to_be_visible()
    expect(rosters.get_by_text("D 2828")).to_be_visible()


def test_a_large_map_is_first_shown_where_the_armies_are_and_all_of_it_on_demand(person: Open, base_url: str) -> None:
    me = person()
    general = in_the_field(me, battle(base_url, "rome"))
    corner = general.drawn()["hex-0"]
    assert me.at(corner["x"], corner["y"])[0] < 0
    for foe in general.foes():
        assert me.at(foe["x"], foe["y"])[0] > 0
    me.page.get_by_role("button", name="Show the whole board").click()
    assert me.at(corner["x"], corner["y"])[0] > 0


def test_a_unit_is_moved_on_a_phone(person: Open, base_url: str) -> None:
    me = person(**PHONE)
    general = in_the_field(me, battle(base_url, "rome"))
    before = me.ready()
    mover = general.mover()
    assert mover
    me.page.touchscreen.tap(*me.at(mover["x"], mover["y"]))
    before = me.ready(before)
    assert general.question() == "Go"
    place = general.way()
    assert place
    me.page.touchscreen.tap(*me.at(place["x"], place["y"]))
    me.ready(before)
    assert any("go to" in line["text"] for line in me.latest["lines"])


def test_a_battle_is_accessible(person: Open, base_url: str) -> None:
    me = person()
    general = in_the_field(me, battle(base_url, "rome"))
    before = me.ready()
    general.click(general.touched("move")[0])
    me.ready(before)
    accessible(me.page)
