"""A plan in the making as it is drawn: its ghost, the ground it sweeps, what it meets; and what may be touched."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.formatting import inches, sideways
from hippodrome.games.races.state import INCH
from hippodrome.kit.actions import Action, Decision, OneOf, Option, Span
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json

SPOT: Final = "380"
KNOB: Final = "420"
TURN_SPOTS: Final = 6_500  # from the middle of the base
TURN_KNOB: Final = 8_900
APART: Final = 2_400  # how far two knobs on a line stay apart
ASIDE: Final = 1_750
ARROW: Final = "M-300 -560L480 0L-300 560L-40 0z"


class Grips:
    """What a decision lets one touch, and how."""

    def __init__(self, table: Json) -> None:
        self.table = table
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def end(self) -> Pose:
        """Where the plan in the making has led."""
        move = self.table["move"]
        if move["poses"]:
            return Pose(*move["poses"][-1])
        return self.pose_of(move["mover"])

    def pose_of(self, who: int) -> Pose:
        """Where a chariot stands."""
        chariot = self.table["chariots"][who]
        return Pose(chariot["x"], chariot["y"], chariot["turn"])

    def fill(self, decision: Decision) -> None:
        """A grip for every option that has a place on the track."""
        for option in decision.options:
            if option.verb == "forward":
                self.ahead(option)
            elif option.verb in ("turn", "pivot"):
                self.turns(option)
            elif option.verb == "drift":
                self.drifts(option)
            elif option.verb in ("swipe", "shoot", "strike"):
                self.rivals(option)
            elif option.verb in ("go", "act", "pass", "fire"):
                self.own(option.verb)

    # ---------------------------------------------------------------- steps of a plan

    def ahead(self, option: Option) -> None:
        """A knob where the middle of the base comes to with all that is left, and a spot at each place that matters."""
        span = span_of(option)
        for hint in span.hints:
            if hint not in (INCH, span.hi):
                x, y = self.end().point_nearest(hint, 0)
                self.spot(f"forward-{hint}", x, y, f"forward {hint}", f"Forward {inches(hint)}")
        self.knob(option, "ruler", span.hi, "Drag to plan the way ahead")

    def turns(self, option: Option) -> None:
        """A knob ahead on an arc, and a spot for each usual angle."""
        for hint in span_of(option).hints:
            x, y = self.end().turned(hint).point_nearest(TURN_SPOTS, 0)
            self.spot(f"{option.verb}-{hint}", x, y, f"{option.verb} {hint}", f"Turn {sideways(hint)}")
        move = self.table["move"]
        angle = move["steer"] if option.verb == "turn" else span_of(option).hints[0]
        away = move["left"] + APART if abs(move["left"] - TURN_KNOB) < APART else TURN_KNOB
        self.knob(option, "arc", away, "Drag to plan a turn", angle)

    def knob(self, option: Option, kind: str, away: int, label: str, angle: int = 0) -> None:
        """A round grip ahead of where the plan has led, or off to a side."""
        pose, span = self.end(), span_of(option)
        x, y = pose.turned(angle).point_nearest(away, 0)
        on = f"target-{option.verb}"
        self.nodes.append(Node(on, "circle", x, y, KNOB, 0, "target", label))
        self.handles.append(Handle(on, option.verb, kind, (span.lo, span.hi, span.step), span.hints, pose.parts()))

    def spot(self, name: str, x: int, y: int, action: str, label: str) -> None:
        """A place to click on."""
        self.nodes.append(Node(f"target-{name}", "circle", x, y, SPOT, 0, "target", label))
        self.handles.append(Handle(f"target-{name}", action))

    def drifts(self, option: Option) -> None:
        """An arrow on either side."""
        pose = self.end()
        for hand in values_of(option):
            x, y = pose.point_nearest(0, hand * ASIDE)
            side = "right" if hand > 0 else "left"
            on = f"target-drift-{side}"
            self.nodes.append(Node(on, "path", x, y, ARROW, (pose.turn + 900 * hand) % 3600, "target", f"Drift {side}"))
            self.handles.append(Handle(on, Action("drift", (hand,)).text))

    # ---------------------------------------------------------------- chariots

    def rivals(self, option: Option) -> None:
        """The chariots that may be picked; of a swipe those in its reach."""
        for who in values_of(option):
            if option.verb == "swipe" and who not in self.table["move"]["reach"]:
                continue
            chariot = self.table["chariots"][who]
            on = f"target-{option.verb}-{who}"
            label = f"{option.verb.capitalize()} at {chariot['name']}"
            self.nodes.append(Node(on, "circle", chariot["x"], chariot["y"], "1300", 0, "target bold", label))
            self.handles.append(Handle(on, Action(option.verb, (who,)).text))

    def own(self, verb: str) -> None:
        """One's own chariot, to act, to pass or to fire; to go, the ghost at the end of the plan."""
        pose = self.end() if verb == "go" else self.pose_of(self.table["asked"]["seats"][0])
        label = {"go": "Go", "act": "Act now", "pass": "Slip past", "fire": "Fire"}[verb]
        on = f"target-{verb}"
        self.nodes.append(Node(on, "circle", pose.x, pose.y, "900", 0, "target bold", label))
        self.handles.append(Handle(on, verb))


def span_of(option: Option) -> Span:
    """Return the only number of an option, which is set freely."""
    span = option.params[0]
    assert isinstance(span, Span)
    return span


def values_of(option: Option) -> tuple[int, ...]:
    """Return the values of an option's only number."""
    param = option.params[0]
    assert isinstance(param, OneOf)
    return param.values
