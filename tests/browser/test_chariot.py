"""Chariot in the browser: battles by mouse and by keyboard, and what the map shows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, MAX_FRAMES, ME, PHONE, TablePage, create_match, tab_to
from tests.browser.test_accessibility import assert_accessible

Node = dict[str, Any]

FIGHTS = {"Volley": "Fire", "Assault": "Attack"}
ENDED = re.compile(r"The (Romans \(Red\)|Sabines \(White\)) win: the victory condition is in their favour")
TURNS = 10
"""The printed length of Rome."""
FIGHTING_TURNS = 3
"""The number of Game-Turns in which units move and fight; after them every phase is passed."""
MAX_MOVES = 3
"""The number of units moved in a Player-Turn."""


def create_battle(address: str, scenario: str, **rest: Any) -> dict[str, Any]:
    """Create a short battle for two players at one screen."""
    settings = {"options": {"turns": 3}, "seed": 5, **rest}
    return create_match(address, [ME, ME], game="chariot", scenario=scenario, **settings)


class General:
    """Plays both sides from what the board shows, moving units towards the enemy."""

    def __init__(self, me: TablePage) -> None:
        self.me = me
        self.layers: dict[str, list[Node]] = {}
        self.frames_read = 0
        self.turn = ""
        self.moved = 0
        self.decisions: list[str] = []
        self.turns: set[int] = set()
        self.checked: set[str] = set()

    # ---------------------------------------------------------------- the board

    def nodes(self) -> dict[str, Node]:
        """Return the nodes of the current scene by id."""
        frames = self.me.messages_of("frame")
        for frame in frames[self.frames_read :]:
            scene = frame["scene"]
            known = {} if scene["complete"] else self.layers
            sent = {layer["name"]: layer["nodes"] for layer in scene["layers"]}
            self.layers = {name: sent.get(name, known.get(name, [])) for name in scene["order"]}
        self.frames_read = len(frames)
        return {node["id"]: node for nodes in self.layers.values() for node in nodes}

    def decision(self) -> str:
        """Return the name of the current decision, and remember it."""
        name = str(self.me.latest["ask"]["name"])
        self.decisions.append(name)
        breadcrumbs = str(self.me.latest["scene"]["breadcrumbs"])
        self.turns.update(map(int, re.findall(r"Game-Turn (\d+)", breadcrumbs)))
        if name == "Move" and breadcrumbs != self.turn:
            self.turn, self.moved = breadcrumbs, 0
        return name

    @property
    def is_quiet(self) -> bool:
        """True after the turns in which units fight."""
        return max(self.turns, default=0) > FIGHTING_TURNS

    def handles(self, verb: str, **fields: str) -> list[Node]:
        """Return the nodes with a handle for a verb, with its action and the given fields."""
        nodes = self.nodes()
        pairs = [(handle["action"], nodes[handle["on"]]) for handle in self.me.latest["scene"]["handles"]]
        matching = [{**node, "action": action} for action, node in pairs if action.split()[0] == verb]
        return [node for node in matching if all(node[name] == value for name, value in fields.items())]

    def enemies(self) -> list[Node]:
        """Return the counters of the side that is not deciding."""
        css = f"plate seat{1 - self.me.latest['ask']['mine']}"
        return [node for name, node in self.nodes().items() if node["css"] == css and name.startswith("unit-")]

    def nearest(self, nodes: list[Node]) -> tuple[float, Node | None]:
        """Return the distance from the nearest enemy and the node for which it is smallest."""
        enemies = self.enemies()
        distances = [min(math.hypot(n["x"] - foe["x"], n["y"] - foe["y"]) for foe in enemies) for n in nodes]
        return min(zip(distances, nodes, strict=True), key=lambda row: row[0], default=(math.inf, None))

    def places_after(self, select: Callable[[], None]) -> list[Node]:
        """Return the free hexes where a piece may go that is selected in this way."""
        answers = len(self.me.messages_of("destinations_found"))
        select()
        for _ in range(MAX_FRAMES):
            found = self.me.messages_of("destinations_found")[answers:]
            if found:
                return [place["node"] for place in found[-1]["destinations"] if place["node"]["css"] == "target"]
            self.me.page.evaluate("new Promise(requestAnimationFrame)")
        raise AssertionError("no destinations arrived")

    def spot(self, place: Node) -> Locator:
        """Return the spot of a place on the map."""
        return self.me.board.get_by_role("button", name=place["label"])

    def advance(self, unit: Node) -> bool:
        """Select a unit and click the free hex nearest to an enemy; return False if that is no nearer."""
        places = self.places_after(lambda: self.click(unit))
        (here, _), (there, best) = self.nearest([unit]), self.nearest(places)
        if best is None or there >= here - 400:
            self.me.page.keyboard.press("Escape")
            return False
        expect(self.spot(best)).to_be_visible()
        self.click(best)
        return True

    def mover(self) -> Node | None:
        """Return the unit to move next: first those with missiles, then the nearest to an enemy. None: no more."""
        movable = self.handles("move") if self.moved < MAX_MOVES else []
        shooting = [node for node in movable if "Bowmen" in node["label"] or "Skirmishers" in node["label"]]
        self.moved += 1
        return self.nearest(shooting if shooting and self.moved < 3 else movable)[1]

    # ---------------------------------------------------------------- playing

    def click(self, node: Node) -> None:
        """Click a node on the map."""
        self.me.page.mouse.click(*self.me.visible_point(node["x"], node["y"]))

    def press(self, option: Locator) -> None:
        """Choose an option by its key."""
        key = option.get_attribute("aria-keyshortcuts") or ""
        self.me.page.keyboard.press(key.split(" ")[0])


# -------------------------------------------------------------------- by mouse


def by_mouse(general: General) -> None:
    """Make the current decision with the mouse, on the map where possible."""
    me, name = general.me, general.decision()
    node: Node | None = None
    if name == "Deploy" and general.decisions == ["Deploy"]:
        places = general.places_after(lambda: general.click(general.handles("take")[1]))
        expect(general.spot(places[20])).to_be_visible()
        node = places[20]
    elif name in FIGHTS and general.handles("add"):
        node = general.handles("add")[0]
    elif name in FIGHTS and name not in general.checked:
        check_attack(me, FIGHTS[name])
        general.checked.add(name)
    elif name == "Move":
        unit = None if general.is_quiet else general.mover()
        if unit is None or not general.advance(unit):
            me.press_pass()
        return
    elif name in ("Fire", "DefensiveFire", "Melee") and not general.is_quiet:
        node = general.handles("attack" if name == "Melee" else "aim")[0]
        general.click(node)
        me.page.get_by_role("menuitem").first.click()
        return
    if node is not None:
        general.click(node)
    else:
        me.choose(me.options.first)


def check_attack(me: TablePage, word: str) -> None:
    """Assert that an attack shows its ratio, column and odds beside the board and on its button."""
    panels = me.page.get_by_role("region", name="Standings")
    expect(panels.get_by_text(re.compile(r"^\d+ to \d+: \d-\d"))).to_be_visible()
    expect(panels.get_by_text(re.compile(r"\d % (no effect|disrupted|eliminated)")).first).to_be_visible()
    expect(me.options.first).to_have_accessible_name(re.compile(rf"^{word} at \d-\d"))
    expect(me.options.first).to_contain_text(re.compile(r"\d+ % (no effect|disrupted|eliminated|half eliminated)"))


def test_rome_is_played_to_the_end_by_mouse(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_battle(base_url, "rome", options={}), 0, 1)
    general = General(me)
    before = me.wait_ready()
    while before != "over":
        by_mouse(general)
        before = me.wait_ready(before)
    assert {"Deploy", "Move", "DefensiveFire", "Volley", "Melee", "Assault"} <= set(general.decisions)
    compounds = [message["actions"] for message in me.sent if message["type"] == "play_all"]
    assert [action.split()[0] for action in compounds[0]] == ["take", "place"]
    assert len([actions for actions in compounds if actions[0].startswith("move ")]) > 7
    assert general.checked == set(FIGHTS)
    assert general.turns == set(range(1, TURNS + 1))
    expect(me.places.get_by_role("listitem")).to_have_count(2)
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- by keyboard


def options_named(me: TablePage, words: str) -> Locator:
    """Return the options whose names begin with a pattern."""
    return me.options.and_(me.page.get_by_role("button", name=re.compile(f"^{words}")))


def farthest_move(me: TablePage) -> Locator:
    """Return the move that leads farthest towards the enemy: Romans go west, Sabines east."""
    moves = options_named(me, "Move to ")
    columns = [int(name[-4:-2]) for name in re.findall(r"\d{4}(?= \(cost)", " ".join(moves.all_inner_texts()))]
    best = min(columns) if me.latest["ask"]["mine"] == 0 else max(columns)
    return moves.nth(columns.index(best))


def by_keyboard(general: General) -> None:
    """Make the current decision with the keyboard, by the names of the buttons."""
    me, name = general.me, general.decision()
    if name in ("Deploy", "Move") and name not in general.decisions[:-1]:
        me.page.keyboard.press("n")
        tab_to(me.page, me.decision.get_by_role("button", name="Step by step"))
        me.page.keyboard.press("Enter")
        return
    if name == "Place":  # on the map: from the last target upwards
        tab_to(me.page, me.targets.last, "Shift+Tab")
        for key in ("ArrowUp", "ArrowLeft", "Enter"):
            me.page.keyboard.press(key)
        return
    if name == "Go" and options_named(me, "Move to ").count():
        general.press(farthest_move(me))
        return
    if name == "Move":
        general.moved += 1
        may_end = any(choice["passes"] for choice in me.latest["ask"]["choices"])  # not with too many units in a hex
        is_last = general.is_quiet or general.moved > MAX_MOVES
        if (is_last and may_end) or not march_by_keyboard(general):
            me.press_pass()
        return
    patterns = {"Fire": "Fire at", "DefensiveFire": "Fire at", "Melee": "Attack"}
    matching = options_named(me, patterns.get(name, "Add all"))
    if not matching.count() or general.is_quiet:
        me.press_pass()
    else:
        general.press(matching.first)


def march_by_keyboard(general: General) -> bool:
    """Select a unit with keys, and move it as far towards the enemy as it can; return False if it cannot move."""
    me = general.me
    names = [piece["name"] for piece in me.latest["ask"]["pieces"]]
    shooting = [index for index, name in enumerate(names) if re.match("Skirmishers|Bowmen", name)]
    first = min(shooting, default=0) if any(choice["passes"] for choice in me.latest["ask"]["choices"]) else 0
    places = general.places_after(lambda: me.page.keyboard.press("n"))
    for _ in range(first):
        places = general.places_after(lambda: me.page.keyboard.press("n"))
    if not places:
        return False
    xs = [place["x"] for place in places]
    place = places[xs.index(min(xs) if me.latest["ask"]["mine"] == 0 else max(xs))]
    expect(general.spot(place)).to_be_visible()
    general.spot(place).focus()
    me.page.keyboard.press("Enter")
    return True


def test_rome_is_played_to_the_end_by_keyboard(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_battle(base_url, "rome", options={}, seed=6), 0, 1)
    general = General(me)
    before = me.wait_ready()
    while before != "over":
        by_keyboard(general)
        before = me.wait_ready(before)
    assert {"Deploy", "Place", "Move", "Go", "Volley", "Melee", "Assault"} <= set(general.decisions)
    assert general.turns == set(range(1, TURNS + 1))
    log = [line["text"] for frame in me.messages_of("frame") for line in frame["lines"]]
    assert any(re.search(r"fire at \d{4} with .+: odds \d-\d", text) for text in log)
    assert any(re.search(r"attack \d{4} with .+: odds \d-\d", text) for text in log)
    expect(me.page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)
    expect(me.page.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


def test_a_battle_is_passed_phase_by_phase_with_one_key(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_battle(base_url, "rome"), 0, 1)
    before = me.wait_ready()
    while before != "over":
        me.press_pass()
        before = me.wait_ready(before)
    assert (
        me.latest["move"] == 2 + 2 * 3
    )  # two deployments, then two Player-Turns without moves in each of three Game-Turns
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- what the map shows


def open_deployed(me: TablePage, match: dict[str, Any]) -> General:
    """Open a battle and deploy both sides."""
    me.open_match(match, 0, 1)
    general = General(me)
    before = me.wait_ready()
    while general.decision() == "Deploy":
        me.choose(me.options.first)
        before = me.wait_ready(before)
    return general


def zones(me: TablePage) -> Locator:
    """Return the zones of the hovered unit."""
    return me.page.locator(".hover-nodes .zone")


def test_hovering_a_unit_shows_where_it_can_move_and_what_it_can_hit(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    expect(zones(me)).to_have_count(0)
    archer = next(node for node in general.enemies() if node["label"].startswith("Bowmen"))
    me.page.mouse.move(*me.visible_point(archer["x"], archer["y"]))
    expect(zones(me)).to_have_count(1)
    values = "melee a dot, fire 2 at range 2, allowance 5"
    expect(me.page.get_by_text(f"Bowmen 1 of the Sabines, {values}").last).to_be_visible()
    mine = general.handles("move")[0]
    me.page.mouse.move(*me.visible_point(mine["x"], mine["y"]))
    expect(zones(me)).to_have_count(1)
    expect(me.page.get_by_text(re.compile("^Select ")).last).to_be_visible()


def test_hovering_a_stack_shows_its_units(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "delta"))
    stack = next(node for name, node in general.nodes().items() if name.startswith("stack-"))
    me.page.mouse.move(*me.visible_point(stack["x"], stack["y"]))
    expect(me.page.get_by_text(stack["label"]).last).to_be_visible()
    expect(me.page.locator(".hover-nodes .plate")).to_have_count(int(stack["data"].rpartition("-")[2]))


def test_a_click_on_a_stack_opens_a_menu_of_its_units(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "delta"))
    before = me.wait_ready()
    for _ in range(3):  # the Chariot Phase, and embarking in the Movement Phase
        me.press_pass()
        before = me.wait_ready(before)
    movers = general.handles("move")
    stack = next(node for name, node in general.nodes().items() if name.startswith("stack-"))
    inside = [node for node in movers if (node["x"], node["y"]) == (stack["x"], stack["y"])]
    general.click(stack)
    expect(me.page.get_by_role("menuitem")).to_have_count(len(inside) + 1)
    name = unit_name(inside[-1])
    me.page.get_by_role("menuitem", name=f"Select {name}").click()
    expect(me.decision.get_by_text(f"{name}: choose where")).to_be_visible()
    me.decision.get_by_role("button", name="The stack").click()
    expect(me.decision.get_by_text("choose where on the board")).to_contain_text(unit_name(inside[0]))
    assert me.state() == before


def unit_name(mover: Node) -> str:
    """Return the name of a unit from the label of its move."""
    return re.sub(r"Move ([A-Za-z ]+\w+).*", r"\1", mover["label"])


def test_control_and_victory_conditions_are_always_shown(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    panels = me.page.get_by_role("region", name="Standings")
    expect(panels.get_by_role("heading", name="The side that controls D at the end wins.")).to_be_visible()
    expect(panels.get_by_text("D 2828")).to_be_visible()
    general.click(general.handles("move")[0])
    me.decision.get_by_role("button", name="Step by step").click()
    expect(panels.get_by_text("Movement Points left")).to_be_visible()
    expect(panels.get_by_text("D 2828")).to_be_visible()


def test_a_large_map_first_shows_the_units_that_act(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    corner = general.nodes()["hex-0"]
    assert me.screen_point(corner["x"], corner["y"])[0] < 0
    for mine in general.handles("move"):
        assert me.screen_point(mine["x"], mine["y"])[0] > 0
    me.page.get_by_role("button", name="Show the whole board").click()
    assert me.screen_point(corner["x"], corner["y"])[0] > 0


def test_a_unit_is_moved_on_a_phone(open_page: OpenPage, base_url: str) -> None:
    me = open_page(**PHONE)
    general = open_deployed(me, create_battle(base_url, "rome"))
    before = me.wait_ready()
    mover = general.mover()
    assert mover
    at = me.screen_point(mover["x"], mover["y"])
    places = general.places_after(lambda: me.page.touchscreen.tap(*at))
    me.decision.get_by_role("button", name="About").tap()
    card = me.page.get_by_role("dialog", name=re.compile(" of the "))
    expect(card.get_by_text("points")).to_be_visible()
    card.get_by_role("button", name="Close").tap()
    assert me.state() == before, "a tap on a piece selects it, and plays nothing"
    _, target = general.nearest(places)
    assert target
    me.page.touchscreen.tap(*me.visible_point(target["x"], target["y"]))
    me.wait_ready(before)
    assert any(re.search(r"The \w+ move .+ to \d{4}", line["text"]) for line in me.latest["lines"])


def test_enter_and_1_never_end_a_phase_and_e_says_what_is_given_up(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    before = me.wait_ready()
    assert general.decision() == "Move"
    assert me.options.last.get_attribute("aria-keyshortcuts") == "e Shift+Enter"
    for key in ("e", "e"):
        me.page.keyboard.press(key)
        expect(me.decision.get_by_text(re.compile(r"\d+ units have not moved\."))).to_be_visible()
    assert me.state() == before, "the key of the pass does not confirm it"
    me.page.keyboard.press("Escape")
    me.page.keyboard.press("Enter")
    expect(me.decision.get_by_text(f"{me.latest['ask']['pieces'][0]['name']}: choose where")).to_be_visible()
    assert me.state() == before, "Enter selects the next unit"


def test_a_click_on_another_unit_selects_that_instead(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    before = me.wait_ready()
    movers = sorted(general.handles("move"), key=lambda node: int(node["y"]))
    for unit in (movers[0], movers[-1]):  # so far apart that neither can go to the other
        general.click(unit)
        expect(me.decision.get_by_text(f"{unit_name(unit)}: choose where")).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(me.decision.get_by_text("choose where")).to_have_count(0)
    assert me.state() == before


def test_a_marked_group_is_sent_in_formation_and_undone_together(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    before = me.wait_ready()
    movers = general.handles("move")[:2]
    me.decision.get_by_role("button", name="Mark several").click()
    general.places_after(lambda: general.click(movers[0]))
    places = general.places_after(lambda: general.click(movers[1]))
    expect(me.decision.get_by_text("choose where")).to_contain_text(unit_name(movers[1]))
    _, goal = general.nearest(places)
    assert goal
    expect(general.spot(goal)).to_be_visible()
    general.spot(goal).click()
    before = me.wait_ready(before)
    (plan,) = [message["plan"] for message in me.sent if message["type"] == "plan"]
    assert [f"move {unit}" for unit in plan.split()[2:]] == [mover["action"] for mover in movers]
    (sent,) = [message["actions"] for message in me.sent if message["type"] == "play_all"]
    assert {action for action in sent if action.startswith("move ")} <= {mover["action"] for mover in movers}
    me.page.keyboard.press("u")
    before = me.wait_ready(before)
    assert me.latest["ask"]["pending"] == f"{len(general.handles('move'))} units can still move"


def test_pieces_are_marked_with_a_box_and_all_of_a_kind_with_a_button(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    movers = general.handles("move")
    points = [me.screen_point(node["x"], node["y"]) for node in movers]
    me.page.keyboard.down("Shift")
    me.page.mouse.move(min(x for x, _ in points) - 15, min(y for _, y in points) - 15)
    me.page.mouse.down()
    me.page.mouse.move(max(x for x, _ in points) + 15, max(y for _, y in points) + 15, steps=3)
    me.page.mouse.up()
    me.page.keyboard.up("Shift")
    counts = me.decision.get_by_text("choose where").inner_text()
    assert sum(map(int, re.findall(r"\d+", counts))) == len(movers)
    me.page.keyboard.press("Escape")
    me.page.keyboard.press("n")
    kind = me.latest["ask"]["pieces"][0]["kind"]
    count = [piece["kind"] for piece in me.latest["ask"]["pieces"]].count(kind)
    me.decision.get_by_role("button", name=f"All {kind} ({count})").click()
    expect(me.decision.get_by_text(f"{count} {kind}: choose where")).to_be_visible()


def test_a_click_on_an_enemy_tells_why_not_and_shows_its_values(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    before = me.wait_ready()
    archer = next(node for node in general.enemies() if node["label"].startswith("Bowmen"))
    general.click(archer)
    card = me.page.get_by_role("dialog", name="Bowmen 1 of the Sabines")
    expect(card.get_by_role("alert")).to_contain_text("There is no combat in this phase.")
    expect(card.get_by_role("link", name="Rule CH-S5.22")).to_be_visible()
    expect(card.get_by_text("2, range 2")).to_be_visible()
    expect(card.get_by_role("link", name="Rule CH-S6.12")).to_be_visible()
    assert_accessible(me.page)
    me.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert me.state() == before


def test_a_unit_is_inspected_with_a_key(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    open_deployed(me, create_battle(base_url, "rome"))
    before = me.wait_ready()
    me.targets.first.focus()
    me.page.keyboard.press("i")
    card = me.page.get_by_role("dialog", name=re.compile("of the Romans"))
    expect(card).to_be_focused()
    me.page.keyboard.press("Escape")
    expect(me.targets.first).to_be_focused()
    assert me.state() == before


def test_a_battle_is_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    general = open_deployed(me, create_battle(base_url, "rome"))
    general.click(general.handles("move")[0])
    expect(me.decision.get_by_text("choose where")).to_be_visible()
    assert_accessible(me.page)


# -------------------------------------------------------------------- plans, trails


def deployed_rome(me: TablePage, address: str, *seats: dict[str, Any]) -> str:
    """Open Rome with both sides deployed, at the first movement; return the state."""
    mine = [seat for seat, player in enumerate(seats) if player is ME]
    me.open_match(create_match(address, list(seats), game="chariot", scenario="rome", seed=5, options={}), *mine)
    return me.play_until("Move")


def previewed_units(me: TablePage) -> Locator:
    """Return the units that a preview shows at the ends of their moves."""
    return me.page.locator("[id*='ghost-unit-']:not([id*=face])")


def test_a_formation_is_shown_where_it_ends_before_it_goes(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    deployed_rome(me, base_url, ME, ME)
    pieces = me.latest["ask"]["pieces"][:3]
    me.page.keyboard.down("Shift")
    for piece in pieces:
        node = me.node(piece["node"])
        me.page.mouse.click(*me.visible_point(node["x"], node["y"]))
    me.page.keyboard.up("Shift")
    places = me.board.get_by_role("button", name="Move 3 units to")
    expect(places.first).to_be_visible()
    place = me.messages_of("destinations_found")[-1]["destinations"][0]["node"]
    me.page.mouse.move(*me.visible_point(place["x"], place["y"]))
    expect(previewed_units(me).first).to_be_visible()
    assert 1 <= previewed_units(me).count() <= 3
    me.page.mouse.move(5, 5)
    expect(previewed_units(me)).to_have_count(0)


def test_an_advance_that_ends_the_phase_is_shown_until_it_is_confirmed(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    before = deployed_rome(me, base_url, ME, ME)
    me.decision.locator("[data-action=advance] button").click()
    expect(me.decision.get_by_role("button", name="Confirm")).to_be_visible()
    expect(previewed_units(me)).to_have_count(16)
    me.page.keyboard.press("Escape")
    me.page.mouse.move(5, 5)
    expect(previewed_units(me)).to_have_count(0)
    assert me.state() == before


def test_all_riders_unload_with_one_input(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, ME], game="chariot", scenario="kadesh", seed=5, options={}), 0, 1)
    before = me.play_until("Board", "embark")
    me.page.keyboard.press("Enter")  # embarks all
    before = me.wait_ready(before)
    assert "embark" not in {choice["action"] for choice in me.latest["ask"]["choices"]}
    for action in ("done", "advance"):
        if action == "done" and me.latest["ask"]["name"] == "Board":
            me.press_pass()
        elif action != "done":
            me.choose(me.decision.locator(f"[data-action={action}] button"))
        before = me.wait_ready(before)
    assert me.latest["ask"]["name"] == "GetOff"
    unload = me.decision.locator("[data-action=unload]").get_by_role("button", name="Unload all")
    expect(unload).to_contain_text("Leaders stay aboard.")
    unload.click()
    me.wait_ready(before)
    assert me.latest["ask"]["name"] != "GetOff"
    played = next(message for message in reversed(me.sent) if message["type"] == "play_all")
    assert all(action.startswith("off ") for action in played["actions"])


def test_of_many_trails_those_near_own_units_are_shown_and_t_shows_all(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    before = deployed_rome(me, base_url, ME, DRIVER)
    arrows = me.page.locator(".trails .resting .arrow")
    while "Sabines: " not in (me.page.locator("[data-recap]").inner_text() if before != "over" else ""):
        me.press_pass()
        before = me.wait_ready(before)
    expect(arrows.first).to_be_attached()
    assert arrows.count() <= 8
    everything = me.page.get_by_role("button", name=re.compile("trails"))
    expect(everything).to_have_attribute("aria-pressed", "false")
    me.page.keyboard.press("t")
    expect(everything).to_have_attribute("aria-pressed", "true")
    assert arrows.count() > 8
