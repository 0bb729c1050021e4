"""Handles: rulers and arcs to drag, and dice, edges and units to click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hippodrome.games.wheelie.drawing import die_id, move_die_id, outline_path
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.actions import Action, Decision, OneOf, Option, Span, expand
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json
from hippodrome.kit.units import INCH, degrees

HANDLE_RADIUS: Final = "420"
WHEEL_HANDLE_MI: Final = 4400  # distance of a turn's handle ahead of the centre of the base
TENTH_MI: Final = 100
DIE_TARGET_SIZE: Final = 1300
# The order of dice to shoot with, the least useful first.
SHOOT_DICE_ORDER: Final = (4, 3, 2, 5, 1, 6)


class HandleBuilder:
    """Builds the handles of a decision."""

    def __init__(self, table: Json, terrain_kinds: list[TerrainKind], dice: list[Node]) -> None:
        self.table = table
        self.terrain_kinds = terrain_kinds
        self.dice_places = {node.id: (node.x, node.y) for node in dice}
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def fill(self, decision: Decision) -> None:
        """Add a handle for every option that has a place on the table."""
        for option in decision.options:
            if option.verb == "drive":
                self.drive(option)
            elif option.verb == "wheel":
                self.wheel(option)
            elif option.verb == "slant":
                self.slants(option)
            elif option.verb == "place":
                self.place(option)
            elif option.verb == "deploy":
                self.deploy(option)
            elif option.verb == "edge":
                self.edges(option)
            elif option.verb == "aim":
                self.aims(option)
            elif option.verb == "shoot":
                self.shoot(option)
            elif option.verb in ("leg", "keep"):
                self.movement_dice(option)
        if decision.name == "SpendDie":
            self.dice(decision)

    def acting_unit(self) -> Json:
        """Return the acting unit."""
        return self.table["units"][self.table["act"]["unit"]]

    # ---------------------------------------------------------------- moving

    def drive(self, option: Option) -> None:
        """Add a ruler from the front edge of the base; the handle marks where the front will be."""
        unit = self.acting_unit()
        pose = Pose(unit["x"], unit["y"], unit["turn"])
        front = pose.point_nearest(unit["length"] // 2, 0)
        span, hints = span_of(option, 0)
        resting_distance = max(span[0], min(span[1], self.table["asked"]["clear"]))
        x, y = pose.point_nearest(unit["length"] // 2 + resting_distance, 0)
        self.nodes.append(Node("target-drive", "circle", x, y, HANDLE_RADIUS, 0, "target", "Drag to drive"))
        self.handles.append(Handle("target-drive", "drive", "ruler", span, hints, (*front, unit["turn"])))

    def wheel(self, option: Option) -> None:
        """Add an arc about the centre of the base."""
        unit = self.acting_unit()
        x, y = Pose(unit["x"], unit["y"], unit["turn"]).point_nearest(WHEEL_HANDLE_MI, 0)
        span, hints = span_of(option, 0)
        at = (unit["x"], unit["y"], unit["turn"])
        self.nodes.append(Node("target-wheel", "circle", x, y, HANDLE_RADIUS, 0, "target", "Drag to turn"))
        self.handles.append(Handle("target-wheel", "wheel", "arc", span, hints, at))

    def movement_dice(self, option: Option) -> None:
        """Add the movement dice to move with or to keep."""
        for die in values_of(option):
            label = f"Move using the {die}" if option.verb == "leg" else f"Keep the {die}"
            self.on_dice(move_die_id, die, label, [Action(option.verb, (die,))])

    # ---------------------------------------------------------------- set-up

    def slants(self, option: Option) -> None:
        """Add the picked piece in each direction, side by side across the middle of the table."""
        kind, turns = self.terrain_kinds[self.table["picked"]], values_of(option)
        for place, turn in enumerate(turns):
            x = self.table["width"] * (place + 1) // (len(turns) + 1)
            name = f"target-slant-{turn}"
            label = (
                f"{kind.name.capitalize()}, turned {degrees(turn)}" if turn else f"{kind.name.capitalize()}, as it is"
            )
            self.nodes.append(
                Node(name, "path", x, self.table["depth"] // 2, outline_path(kind), turn, "target bold", label)
            )
            self.handles.append(Handle(name, Action("slant", (turn,)).text))

    def place(self, option: Option) -> None:
        """Add the whole table as a place for terrain."""
        across, _ = span_of(option, 0)
        down, _ = span_of(option, 1)
        width, depth = self.table["width"], self.table["depth"]
        size, label = f"{width} {depth}", "Place the terrain here"
        self.nodes.append(Node("target-place", "rect", width // 2, depth // 2, size, 0, "target bold", label))
        self.handles.append(Handle("target-place", "place", "point", across, unit=TENTH_MI, span_y=down))

    def deploy(self, option: Option) -> None:
        """Add a handle that slides along the edge."""
        span, hints = span_of(option, 0)
        edge: int = self.table["entry"]
        width, depth = self.table["width"], self.table["depth"]
        x, y, turn = ((0, depth, 0), (0, 0, 900), (0, 0, 0), (width, 0, 900))[edge]
        at = Pose(x, y, turn).point_nearest(hints[0] * TENTH_MI, 0)
        self.nodes.append(Node("target-deploy", "circle", *at, HANDLE_RADIUS, 0, "target", "Drag along your edge"))
        self.handles.append(Handle("target-deploy", "deploy", "ruler", span, hints, (x, y, turn), TENTH_MI))

    def edges(self, option: Option) -> None:
        """Add the four edges."""
        width, depth = self.table["width"], self.table["depth"]
        middles = ((width // 2, depth), (0, depth // 2), (width // 2, 0), (width, depth // 2))
        for edge in values_of(option):
            x, y = middles[edge]
            size = f"{width - 2 * INCH} 1600 800" if edge in (0, 2) else f"1600 {depth - 2 * INCH} 800"
            name = f"target-edge-{edge}"
            self.nodes.append(Node(name, "rect", x, y, size, 0, "target", "Deploy on this edge"))
            self.handles.append(Handle(name, Action("edge", (edge,)).text))

    # ---------------------------------------------------------------- shooting

    def aims(self, option: Option) -> None:
        """Add the targets; the lowest die that can aim is spent."""
        dice, targets = option.params
        for target in targets.suggestions():
            self.on_unit(
                f"target-aim-{target}", target, Action("aim", (min(dice.suggestions()), target)), "Aim at this unit"
            )

    def shoot(self, option: Option) -> None:
        """Add the unit that is aimed at."""
        dice = values_of(option)
        die = next(die for die in SHOOT_DICE_ORDER if die in dice)
        self.on_unit("target-shoot", self.acting_unit()["aim"], Action("shoot", (die,)), "Shoot")

    def on_unit(self, name: str, target: int, action: Action, label: str) -> None:
        """Add a circle around a unit."""
        unit = self.table["units"][target]
        css = "target bold"
        self.nodes.append(
            Node(name, "circle", unit["x"], unit["y"], str(max(unit["length"], unit["width"]) * 5 // 8), 0, css, label)
        )
        self.handles.append(Handle(name, action.text))

    # ---------------------------------------------------------------- dice

    def dice(self, decision: Decision) -> None:
        """Add the dice with everything they can be spent on."""
        actions_by_die: dict[int, list[Action]] = {}
        for action in expand(decision.options):
            if action.args:
                actions_by_die.setdefault(action.args[0], []).append(action)
        for die, actions in actions_by_die.items():
            self.on_dice(die_id, die, f"Spend a {die}", actions)

    def on_dice(self, id_of: Callable[[int, int], str], die: int, label: str, actions: list[Action]) -> None:
        """Add a frame around every die of a score: they are equal."""
        place = 0
        while id_of(die, place) in self.dice_places:
            self.on_die(id_of(die, place), label, actions)
            place += 1

    def on_die(self, die: str, label: str, actions: list[Action]) -> None:
        """Add a frame around a die."""
        position = self.dice_places[die]
        name = f"target-{die}"
        self.nodes.append(
            Node(name, "rect", *position, f"{DIE_TARGET_SIZE} {DIE_TARGET_SIZE} 260", 0, "target bold", label)
        )
        self.handles.extend([Handle(name, action.text) for action in actions])


def span_of(option: Option, place: int) -> tuple[tuple[int, int, int], tuple[int, ...]]:
    """Return bounds, step and hints of an option's parameter."""
    param = option.params[place]
    assert isinstance(param, Span)
    return (param.lo, param.hi, param.step), param.hints


def values_of(option: Option) -> tuple[int, ...]:
    """Return the values of an option's only parameter."""
    param = option.params[0]
    assert isinstance(param, OneOf)
    return param.values
