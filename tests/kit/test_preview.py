"""Previews: how an action would look up to the first roll; they change nothing and log nothing."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.kit.preview import Preview
from hippodrome.kit.state import canonical


def race(*actions: str) -> hd.Match:
    """Return a race without tricks in which these actions have been played."""
    match = hd.new("benhur", "circus", seats=2, seed=4, options={"tricks": 0, "laps": 1})
    for action in actions:
        match.play(action)
    return match


def drill(*actions: str) -> hd.Match:
    """Return a drill in which both chariots are placed and these actions have been played."""
    match = hd.new("drill", dice=[])
    for action in ("place 30 80", "place 210 80", *actions):
        match.play(action)
    return match


def node_ids(preview: Preview) -> list[str]:
    """Return the ids of the nodes of a preview."""
    return [node.id for node in preview.nodes]


def test_a_drive_shows_the_chariot_at_its_end_and_the_ground_it_sweeps() -> None:
    preview = drill().preview("drive 2500")
    assert preview.refusal is None
    assert preview.label == "Drive 2.5 inches"
    assert node_ids(preview) == ["trace-drive", "chariot-0", "chariot-0-arrow"]
    trace, plate, arrow = preview.nodes
    assert (trace.x, trace.y, trace.css, trace.data) == (3000, 8000, "trace", "M0 -400h2500v800h-2500z")
    assert (plate.x, plate.y, plate.turn) == (arrow.x, arrow.y, arrow.turn) == (5500, 8000, 0)


def test_a_wheel_shows_the_chariot_turned() -> None:
    preview = drill().preview("wheel -450")
    assert [(node.id, node.turn) for node in preview.nodes] == [("chariot-0", 3150), ("chariot-0-arrow", 3150)]


def test_a_piece_that_would_be_placed_is_shown() -> None:
    preview = hd.new("drill", dice=[]).preview("place 60 20")
    assert [(node.id, node.x, node.y) for node in preview.nodes] == [
        ("chariot-0", 6000, 2000),
        ("chariot-0-arrow", 6000, 2000),
    ]


def test_a_change_of_turn_is_not_shown() -> None:
    assert node_ids(drill("drive 0").preview("wheel 50")) == ["chariot-0", "chariot-0-arrow"]


def test_a_preview_stops_before_a_roll() -> None:
    match = drill()  # its script of dice is empty, so a roll would raise an error
    preview = match.preview("shout")
    assert preview.refusal is None
    assert preview.nodes == []
    assert preview.label == "Shout"


def test_changes_before_the_roll_are_shown() -> None:
    match = race("lane 1", "lane 2")
    while match.check("whips 2") is not None:
        match.play(match.proposals()[0])
    seat = match.seat
    assert [(node.id, node.data) for node in match.preview("whips 2").nodes] == [
        (f"chariot-{seat}-whips", "benhur-whips-2")
    ]


def test_a_moved_chariot_is_shown_with_all_its_parts() -> None:
    match = race("lane 1", "lane 2", "whips 1")
    seat = match.seat
    after = match.clone()
    after.play("straight")
    positions = {node.id: (node.x, node.y) for layer in after.scene(seat).layers for node in layer.nodes}
    preview = match.preview("straight")
    parts = {"", "-team", "-whips", "-wounds", "-letter"}
    assert set(node_ids(preview)) == {"ring"} | {f"chariot-{seat}{part}" for part in parts}
    assert all(positions[node.id] == (node.x, node.y) for node in preview.nodes)


def test_the_preview_of_an_illegal_action_has_its_refusal_and_no_nodes() -> None:
    match = drill("drive 6000")
    for action in ("drive 6000", "fly", "no action!"):
        preview = match.preview(action)
        assert preview.refusal == match.check(action)
        assert preview.refusal is not None
        assert (preview.nodes, preview.label) == ([], "")
    preview = match.preview("drive 100", 1)
    assert preview.refusal is not None
    assert preview.refusal.text == "It is not this seat's decision."


def test_every_action_is_refused_after_the_end() -> None:
    match = hd.new("pig", dice=[6, 6, 6, 6], options={"goal": 20})
    for _ in range(4):
        match.play("roll")
    assert match.preview("roll", 0).refusal is not None


def test_an_action_that_ends_the_match_can_be_previewed() -> None:
    match = hd.new("drill", dice=[])
    for action in ("place 110 20", "place 210 80", "drive 6000"):
        match.play(action)
    preview = match.preview("drive 6000")
    assert preview.refusal is None
    assert preview.nodes[-1].x == 23000


def test_a_preview_does_not_change_the_match() -> None:
    match = drill("drive 1000")
    before = (canonical(match.snapshot()), len(match.events), match.undo_refusal)
    for action in ("drive 1000", "wheel 50", "shout", "drive 9999"):
        match.preview(action)
    assert (canonical(match.snapshot()), len(match.events), match.undo_refusal) == before
