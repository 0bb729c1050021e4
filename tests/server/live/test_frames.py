"""Frames: the data a viewer is sent, and the data that is withheld."""

from __future__ import annotations

import json

import hippodrome as hd
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.live import frames


def race(seed: int = 7, moves: int = 0) -> hd.Match:
    """Return a race after some default moves."""
    match = hd.new("benhur", "circus", seats=3, seed=seed)
    for _ in range(moves):
        match.play(match.proposals()[0])
    return match


def frame(match: hd.Match, viewer: int, last: frames.KnownLayers | None = None, since: int = 0) -> wire.Frame:
    created, _ = frames.make_frame(match, n=1, move=len(match.moves), viewer=viewer, since=since, known=last)
    return created


def test_the_deciding_seat_gets_choices_and_the_others_only_the_decision() -> None:
    match = race()
    mine, other = frame(match, match.seat), frame(match, (match.seat + 1) % 3)
    assert mine.ask is not None
    assert mine.ask.mine == match.seat
    assert [choice.action for choice in mine.ask.choices] == [action.text for action in match.proposals()]
    assert other.ask is not None
    assert (other.ask.mine, other.ask.choices) == (wire.NO_SEAT, [])
    assert other.ask.seats == [match.seat]


def test_compounds_come_first_in_a_long_list() -> None:
    options: dict[str, int | str] = {"deployment": "ready", "scenery": "off", "attacker": "Red"}
    match = hd.new("magic", "woods", seats=2, seed=2, options=options)
    while not match.named_compounds():
        match.play("done" if match.check("done") is None else match.proposals()[0])
    ask = frame(match, match.seat).ask
    assert ask is not None
    first, *rest = ask.choices
    assert (first.key, first.compound[0][:4]) == ("1", "move")
    assert len([choice for choice in rest if not choice.passes]) > frames.LONG_LIST
    assert ask.default == rest[0].action


def test_a_spectator_is_sent_neither_cards_nor_handles() -> None:
    match = race(moves=12)
    seen = frame(match, wire.NO_SEAT)
    assert seen.scene.handles == []
    assert [panel.name for panel in seen.scene.panels if panel.name == "hand"] == []
    held = frame(match, 0)
    assert [panel.rows for panel in held.scene.panels if panel.name == "hand"] != []


def test_a_secret_decision_is_sent_only_to_the_deciding_seat() -> None:
    match = race(seed=3)
    for _ in range(2000):
        decision = match.decision
        assert decision is not None, "no secret decision came up"
        if decision.secret:
            break
        match.play(match.proposals()[-1])
    secret = match.decision
    assert secret is not None
    (seat,) = secret.seats
    for viewer in range(-1, 3):
        shown = frame(match, viewer)
        assert (shown.ask is not None) == (viewer == seat)
        assert (secret.name in json.dumps(json.loads(wire.encode(shown.ask)))) == (viewer == seat)


def test_layers_that_did_not_change_are_not_sent_again() -> None:
    match = race(moves=8)
    first, sent = frames.make_frame(match, n=1, move=len(match.moves), viewer=0, since=0)
    assert first.scene.complete
    assert [layer.name for layer in first.scene.layers] == first.scene.order
    again = frame(match, 0, sent)
    assert not again.scene.complete
    assert again.scene.layers == []
    match.play(match.proposals()[0])
    moved = {layer.name for layer in frame(match, 0, sent).scene.layers}
    assert "ground" not in moved


def test_the_layers_sent_add_up_to_the_scene() -> None:
    match = race()
    sent: frames.KnownLayers | None = None
    held: dict[str, wire.Layer] = {}
    for _ in range(150):
        viewer = match.seat
        created, sent = frames.make_frame(
            match, n=1, move=len(match.moves), viewer=0, since=len(match.events), known=sent
        )
        held.update({layer.name: layer for layer in created.scene.layers})
        whole = frame(match, 0)
        assert [held[name] for name in created.scene.order] == whole.scene.layers
        match.play(match.proposals()[0], viewer)


def test_a_compound_that_is_the_default_comes_first_and_is_played_by_enter() -> None:
    match = hd.new("chariot", "kadesh", seed=5)
    for _ in range(2000):
        if [compound for compound in match.named_compounds() if compound.is_default]:
            break
        match.play(match.proposals()[0])
    ask = frame(match, match.seat).ask
    assert ask is not None
    assert (ask.name, ask.default, ask.choices[0].plan) == ("Board", "embark", "embark")
    assert ask.choices[0].label.startswith("Embark all")


def test_every_choice_has_a_distinct_key() -> None:
    match = race()
    while match.decision is not None and len(match.moves) < 400:
        shown = frame(match, match.seat)
        assert shown.ask is not None
        keys = [choice.key for choice in shown.ask.choices]
        assert all(keys)
        assert len(set(keys)) == len(keys)
        match.play(match.proposals()[-1])


def test_options_numbered_from_1_have_their_number_as_key_and_a_pass_has_e() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=3, options={"tricks": 0})
    while (match.decision is not None and match.decision.name != "SetWhips") or len(match.proposals()) < 2:
        match.play(match.proposals()[0])
    asked = frame(match, match.seat).ask
    assert asked is not None
    assert [(choice.key, choice.action) for choice in asked.choices] == [("1", "whips 1"), ("2", "whips 2")]
    assert asked.default == match.proposals()[0].text
    pig = hd.new("pig", seed=1)
    while pig.decision is not None and pig.decision.name != "Turn":
        pig.play(pig.proposals()[0], pig.seat)
    asked = frame(pig, pig.seat).ask
    assert asked is not None
    assert [(choice.key, choice.action, choice.passes) for choice in asked.choices] == [
        ("1", "roll", False),
        ("e", "hold", True),
    ]


def test_an_adjustable_number_is_one_choice_with_hints() -> None:
    match = hd.new("drill", seed=1)
    shown = frame(match, match.seat)
    assert shown.ask is not None
    placing = shown.ask.choices[0]
    assert (placing.action, len(placing.spans)) == ("place", 2)
    match.play(match.proposals()[0])
    while match.decision is not None and match.decision.name == "Place":
        match.play(match.proposals()[0])
    driving = frame(match, match.seat).ask
    assert driving is not None
    drive = next(choice for choice in driving.choices if choice.action == "drive")
    (span,) = drive.spans
    assert span.hints
    for value, label in span.hints:
        assert match.check(f"drive {value}") is None or span.lo <= value <= span.hi
        assert label


def test_log_lines_carry_clause_dice_and_faction() -> None:
    match = race(moves=20)
    lines = frames.log_lines(match, wire.NO_SEAT, 0, 0)
    assert all(line.rule in match.game.rulebook.clauses for line in lines)
    rolls = [line for line in lines if line.dice]
    assert rolls
    assert all(0 <= line.seat < 3 and FACTIONS[line.seat] in line.text for line in rolls)


def test_the_steps_of_one_drive_share_a_merge_key() -> None:
    match = hd.new("benhur", "circus", seats=2, dice=[6, 1, 3, 1], options={"tricks": 0})
    for action in ("lane 1", "lane 4", "whips 1", "straight", "straight"):
        match.play(action)
    keys = [line.merge_key for line in frames.log_lines(match, wire.NO_SEAT, 0, 0) if "drives to" in line.text]
    assert len(keys) == 2
    assert keys[0] == keys[1] != ""


def test_the_frame_of_a_finished_match_has_its_outcome() -> None:
    match = race()
    assert frame(match, 0).outcome is None
    while match.decision is not None:
        match.play(match.proposals()[0])
    ended = frame(match, 0).outcome
    assert ended is not None
    assert match.result is not None
    assert ended.places == list(match.result.places)
    assert FACTIONS[match.result.winners[0]] in ended.verdict


def test_a_frame_without_decision_has_no_handles() -> None:
    match = race()
    shown, _ = frames.make_frame(match, n=0, move=len(match.moves), viewer=match.seat, since=0, with_decision=False)
    assert shown.ask is None
    assert shown.scene.handles == []


def test_a_pass_gives_nothing_up_where_nothing_else_can_be_done() -> None:
    match = hd.new("chariot", "rome", seats=2, seed=1)
    while match.decision is None or match.decision.name != "Move":
        match.play(match.proposals()[0])
    menu = match.menu()
    assert menu is not None
    assert "have not moved" in frames.passes(match, match.decision, match.seat, menu)[0].warning
    menu.choices = []
    assert frames.passes(match, match.decision, match.seat, menu)[0].warning == ""
