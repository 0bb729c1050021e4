"""Handles: the nodes that a player can click or drag to answer a decision."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.formatting import side_text, turn_text
from hippodrome.games.races.sequence import ACT_VERBS
from hippodrome.kit.actions import Action, Decision, OneOf, Option, Span
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json
from hippodrome.kit.units import INCH, inches

SPOT_RADIUS: Final = "380"
KNOB_RADIUS: Final = "420"
TURN_SPOT_DISTANCE_MI: Final = 6_500  # from the centre of the base
TURN_KNOB_DISTANCE_MI: Final = 8_900
MIN_KNOB_GAP_MI: Final = 2_400  # between two knobs on one line
DRIFT_ARROW_OFFSET_MI: Final = 1_750
ARROW_PATH: Final = "M-300 -560L480 0L-300 560L-40 0z"


class HandleBuilder:
    """Builds the nodes and handles of a decision."""

    def __init__(self, table: Json) -> None:
        self.table = table
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def plan_end(self) -> Pose:
        """Return the pose at the end of the plan so far."""
        move = self.table["move"]
        if move["poses"]:
            return Pose(*move["poses"][-1])
        return self.pose_of(move["mover"])

    def pose_of(self, who: int) -> Pose:
        """Return the pose of a chariot."""
        chariot = self.table["chariots"][who]
        return Pose(chariot["x"], chariot["y"], chariot["turn"])

    def add_handles(self, decision: Decision) -> None:
        """Add handles for every option that has a place on the track."""
        for option in decision.options:
            if option.verb == "forward":
                self.add_forward(option)
            elif option.verb in ("turn", "pivot"):
                self.add_turns(option)
            elif option.verb == "drift":
                self.add_drifts(option)
            elif option.verb in ("swipe", "shoot", "strike"):
                self.add_rivals(option)
            elif option.verb in ("go", "act", "pass", "fire"):
                self.add_own_chariot(option.verb)

    # ---------------------------------------------------------------- steps of a plan

    def add_forward(self, option: Option) -> None:
        """Add a knob at the end of the distance left and a spot at each useful distance."""
        span = span_of(option)
        for hint in span.hints:
            if hint not in (INCH, span.hi):
                x, y = self.plan_end().point_nearest(hint, 0)
                self.add_spot(f"forward-{hint}", x, y, f"forward {hint}", f"Forward {inches(hint)}")
        self.add_knob(option, "ruler", span.hi, "Drag to plan a forward step")

    def add_turns(self, option: Option) -> None:
        """Add a knob on an arc ahead and a spot for each suggested angle."""
        for hint in span_of(option).hints:
            x, y = self.plan_end().rotate(hint).point_nearest(TURN_SPOT_DISTANCE_MI, 0)
            self.add_spot(f"{option.verb}-{hint}", x, y, f"{option.verb} {hint}", f"Turn {turn_text(hint)}")
        move = self.table["move"]
        angle = move["steer"] if option.verb == "turn" else span_of(option).hints[0]
        is_crowded = abs(move["left"] - TURN_KNOB_DISTANCE_MI) < MIN_KNOB_GAP_MI
        away = move["left"] + MIN_KNOB_GAP_MI if is_crowded else TURN_KNOB_DISTANCE_MI
        self.add_knob(option, "arc", away, "Drag to plan a turn", angle)

    def add_knob(self, option: Option, kind: str, away: int, label: str, angle: int = 0) -> None:
        """Add a knob to drag, at a distance and angle from the end of the plan."""
        pose, span = self.plan_end(), span_of(option)
        x, y = pose.rotate(angle).point_nearest(away, 0)
        on = f"target-{option.verb}"
        self.nodes.append(Node(on, "circle", x, y, KNOB_RADIUS, 0, "target", label))
        self.handles.append(Handle(on, option.verb, kind, (span.lo, span.hi, span.step), span.hints, pose.as_tuple()))

    def add_spot(self, name: str, x: int, y: int, action: str, label: str) -> None:
        """Add a spot to click."""
        self.nodes.append(Node(f"target-{name}", "circle", x, y, SPOT_RADIUS, 0, "target", label))
        self.handles.append(Handle(f"target-{name}", action))

    def add_drifts(self, option: Option) -> None:
        """Add an arrow for each side."""
        pose = self.plan_end()
        for hand in values_of(option):
            x, y = pose.point_nearest(0, hand * DRIFT_ARROW_OFFSET_MI)
            turn = (pose.turn + 900 * hand) % 3600
            side = side_text(hand)
            on = f"target-drift-{side}"
            self.nodes.append(Node(on, "path", x, y, ARROW_PATH, turn, "target", f"Drift {side}"))
            self.handles.append(Handle(on, Action("drift", (hand,)).text))

    # ---------------------------------------------------------------- chariots

    def add_rivals(self, option: Option) -> None:
        """Add the chariots that can be targets; for a swipe, those within reach."""
        for seat in values_of(option):
            if option.verb == "swipe" and seat not in self.table["move"]["reach"]:
                continue
            chariot = self.table["chariots"][seat]
            on = f"target-{option.verb}-{seat}"
            label = f"{option.verb.capitalize()} at {chariot['name']}"
            self.nodes.append(Node(on, "circle", chariot["x"], chariot["y"], "1300", 0, "target bold", label))
            self.handles.append(Handle(on, Action(option.verb, (seat,)).text))

    def add_own_chariot(self, verb: str) -> None:
        """Add the player's own chariot to act, pass or fire, or the ghost at the end of the plan to go."""
        pose = self.plan_end() if verb == "go" else self.pose_of(self.table["asked"]["seats"][0])
        act = f"{ACT_VERBS[self.table['phase']]} now"
        label = {"go": "Go", "act": act, "pass": "Slip past", "fire": "Fire"}[verb]
        on = f"target-{verb}"
        self.nodes.append(Node(on, "circle", pose.x, pose.y, "900", 0, "target bold", label))
        self.handles.append(Handle(on, verb))


def span_of(option: Option) -> Span:
    """Return the only parameter of an option, which is a span."""
    span = option.params[0]
    assert isinstance(span, Span)
    return span


def values_of(option: Option) -> tuple[int, ...]:
    """Return the values of an option's only parameter."""
    param = option.params[0]
    assert isinstance(param, OneOf)
    return param.values
