"""Matches: set-up, playing, refusals, undo, copies and views."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.kit.actions import Action
from hippodrome.kit.events import event_fields
from hippodrome.kit.match import Setup
from hippodrome.kit.reactions import Sealed

SHORT_RACE = {"tricks": 0, "laps": 1}


def race(seed: int = 4, seats: int = 2) -> hd.Match:
    """Return a race without tricks in which all chariots have chosen a lane."""
    match = hd.new("benhur", "circus", seats=seats, seed=seed, options=SHORT_RACE)
    while match.decision is not None and match.decision.name == "PickLane":
        match.play(match.proposals()[0])
    return match


def finished_pig() -> hd.Match:
    """Return a game of Pig that Red won in the first turn."""
    match = hd.new("pig", dice=[6, 6, 6, 6], options={"goal": 20})
    for _ in range(4):
        match.play("roll")
    return match


# -------------------------------------------------------------------- set-up


@pytest.mark.parametrize(
    ("slug", "settings", "message"),
    [
        ("chess", {}, "no game 'chess'; there are: benhur"),
        ("pig", {"scenario": "fast"}, "Pig has no scenario 'fast'; there are: plain, blind"),
        ("benhur", {"seats": 7}, "2 to 6 players, not 7"),
        ("pig", {"options": {"laps": 2}}, "no option 'laps'; there are: goal"),
        ("pig", {"options": {"goal": 7}}, "option goal cannot be 7; it can be: 20, 50, 100"),
        ("pig", {"seed": 1, "dice": [1]}, "not both"),
        ("pig", {"seed": b"short"}, "32 bytes, not 5"),
    ],
)
def test_a_wrong_set_up_is_rejected_with_the_allowed_values(slug: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hd.new(slug, **settings)


def test_omitted_settings_have_their_defaults() -> None:
    match = hd.new("benhur", seed=1)
    assert match.setup.json() == {
        "game": "benhur",
        "version": match.game.version,
        "scenario": "river",
        "seats": 4,
        "options": {
            "laps": 2,
            "order": "leader",
            "tricks": 1,
            "wounds": 5,
            "repeat_contact": "push",
            "first_turn": "slow",
        },
    }
    assert Setup(hd.game("pig"), "plain", 2, {}).options == {"goal": 100}


def test_a_seed_may_be_a_number_or_bytes_and_is_secret_by_default() -> None:
    assert hd.new("pig", seed=5).commitment == hd.new("pig", seed=5).commitment
    assert hd.new("pig", seed=bytes(32)).commitment == hd.new("pig", seed=bytes(32)).commitment
    assert hd.new("pig").commitment != hd.new("pig").commitment
    assert hd.new("pig", dice=[]).commitment == ""


# -------------------------------------------------------------------- playing


def test_playing_returns_the_new_events() -> None:
    match = hd.new("pig", dice=[3])
    events = match.play("roll")
    assert [event_fields(event) for event in events] == [
        {"who": 0, "purpose": "turn", "dice": [3]},
        {"seat": 0, "number": 3},
    ]
    assert match.events == events
    assert match.log() == "Red rolls 3. [PIG-2]\nRed adds 3 points. [PIG-3]"


def test_an_action_may_be_given_as_text_or_object() -> None:
    one, other = hd.new("pig", seed=2), hd.new("pig", seed=2)
    one.play("roll")
    other.play(Action("roll"), 0)
    assert one.digest() == other.digest()


@pytest.mark.parametrize(
    "text", ["", "roll ", " roll", "ROLL", "roll 01", "roll -0", "roll +1", "roll 1.5", "roll\n", "rôle"]
)
def test_a_text_that_is_not_an_action_is_refused_with_the_legal_ones(text: str) -> None:
    match = hd.new("pig", seed=1)
    refusal = match.check(text)
    assert refusal is not None
    assert refusal.rule == "PIG-2"
    assert refusal.text == f"{text!r} is not an action. Legal now: roll, hold."


def test_an_illegal_action_raises_its_refusal_and_changes_nothing() -> None:
    match = race()
    before = match.snapshot()
    with pytest.raises(hd.IllegalAction) as caught:
        match.play("whips 3")
    assert caught.value.refusal == match.check("whips 3")
    assert caught.value.refusal.rule == "BH-Q6"
    assert str(caught.value).endswith("[BH-Q6]")
    assert match.snapshot() == before


def test_every_action_is_refused_after_the_end() -> None:
    match = finished_pig()
    for action in ("roll", "gibberish 12 x"):
        refusal = match.check(action)
        assert refusal is not None
        assert refusal.text == "The match is over. Nothing more can be played."
    assert match.proposals() == []
    assert match.decision is None
    assert match.only_action() is None


def test_a_forced_move_is_the_only_action() -> None:
    match = race()
    assert match.only_action() == Action("whips", (1,))
    assert hd.new("pig", seed=1).only_action() is None


def test_a_match_without_a_log_has_no_events_but_the_same_state() -> None:
    logged, silent = hd.new("pig", seed=3), hd.new("pig", seed=3, log=False)
    for match in (logged, silent):
        while match.decision:
            match.play(match.proposals()[len(match.moves) % 4 == 3])
    assert silent.events == []
    assert silent.digest() == logged.digest()


# -------------------------------------------------------------------- undo


def test_nothing_can_be_undone_before_the_first_move() -> None:
    match = hd.new("pig", seed=1)
    assert match.undo_refusal == "Can't undo: nothing has been played yet."
    with pytest.raises(ValueError, match="nothing has been played yet"):
        match.undo()


def test_a_move_without_dice_can_be_undone() -> None:
    match = race()
    match.play("whips 1")
    before = match.snapshot()
    event_count = len(match.events)
    match.play("straight")
    assert match.undo_refusal == ""
    move = match.undo()
    assert (move.seat, move.action.text) == (match.seat, "straight")
    assert match.snapshot() == before
    assert len(match.events) == event_count


def test_moves_can_be_undone_back_to_the_last_roll() -> None:
    match = race_with_points(4)
    for _ in range(3):
        match.play("straight")
    for _ in range(3):
        match.undo()
    assert match.moves[-1].action.text == "whips 1"
    assert match.undo_refusal == "Can't undo: dice have been rolled."


def race_with_points(minimum: int) -> hd.Match:
    """Return a race in which the first seat has set one whip and has at least this many points to move."""
    for seed in range(50):
        match = race(seed)
        match.play("whips 1")
        if int(match.view().table["points"]) >= minimum:
            return match
    raise AssertionError("no seed gives enough points")


def test_a_roll_cannot_be_undone() -> None:
    match = hd.new("pig", dice=[3, 4])
    match.play("roll")
    assert match.undo_refusal == "Can't undo: dice have been rolled."


def test_a_move_cannot_be_undone_when_another_player_must_decide() -> None:
    match = hd.new("pig", seed=1)
    match.play("hold")
    assert match.undo_refusal == "Can't undo: the last move was another player's."
    match.play("hold")
    match.play("hold")
    assert match.undo_refusal == "Can't undo: the last move was another player's."
    with pytest.raises(ValueError, match="last move was another player's"):
        match.undo()


@pytest.mark.parametrize("mover", [0, 1])
def test_each_of_the_seats_that_decide_together_can_undo_its_own_last_move(mover: int) -> None:
    match = race()
    while match.undo_refusal or match.moves[-1].seat != mover:
        match.play(match.proposals()[0])
    reasons = []
    for deciding in (Sealed(("", "")), Sealed(("", "call 1")), Sealed(("call 1", ""))):  # both, seat 0, seat 1
        match.state.agenda.append(deciding)
        reasons.append(match.undo_refusal)
        match.state.agenda.pop()
    other = "Can't undo: the last move was another player's."
    assert reasons == ["", *(["", other] if mover == 0 else [other, ""])]


def test_the_start_of_a_turn_cannot_be_undone() -> None:
    match = race()
    match.play("whips 1")
    while match.undo_refusal != "Can't undo past the start of a turn or a revealed card.":
        match.play(match.proposals()[0])
    assert match.moves[-1].action.text == "straight"
    assert match.clone().undo_refusal == match.undo_refusal
    with pytest.raises(ValueError, match="past the start of a turn"):
        match.undo()


def test_a_loaded_match_gives_a_general_reason_why_it_cannot_undo() -> None:
    match = race()
    match.play("whips 1")
    assert (
        hd.load(match.snapshot()).undo_refusal == "Can't undo: dice were rolled, a card was revealed or a turn began."
    )


def test_the_last_move_of_a_finished_match_cannot_be_undone() -> None:
    assert finished_pig().undo_refusal == "Can't undo: the match is over."


# -------------------------------------------------------------------- copies


def test_playing_a_clone_does_not_change_its_source() -> None:
    match = race()
    match.play("whips 1")
    before, record = match.snapshot(), match.record()
    clone = match.clone()
    assert clone.snapshot() == before
    assert clone.log() == match.log()
    assert clone.record() == record
    for _ in range(10):
        clone.play(clone.proposals()[0])
    assert match.snapshot() == before
    assert match.record() == record
    assert len(match.moves) + 10 == len(clone.moves)


def test_a_clone_can_undo_the_moves_of_its_source() -> None:
    match = race()
    match.play("whips 1")
    match.play("straight")
    clone = match.clone()
    clone.undo()
    assert len(match.moves) == len(clone.moves) + 1
    match.undo()
    assert match.snapshot() == clone.snapshot()


def test_a_loaded_match_starts_an_empty_log_and_continues_the_same() -> None:
    match = race()
    match.play("whips 1")
    other = hd.load(json.loads(json.dumps(match.snapshot())))
    assert other.events == []
    assert other.undo_refusal
    for _ in range(20):
        action = match.proposals()[0]
        assert plain_events(other.play(action)) == plain_events(match.play(action))
    assert other.digest() == match.digest()
    assert other.record() == match.record()


def plain_events(events: list[Any]) -> list[Any]:
    """Return events as plain values."""
    return [(type(event).__name__, event.rule, event_fields(event)) for event in events]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [("version", 99, "version 99 of the rules"), ("game", "chess", "no game 'chess'"), ("seats", 9, "not 9")],
)
def test_a_snapshot_with_a_wrong_set_up_is_rejected(key: str, value: object, message: str) -> None:
    saved = hd.new("pig", seed=1).snapshot()
    saved["setup"][key] = value
    with pytest.raises(ValueError, match=message):
        hd.load(saved)


def test_a_snapshot_with_a_move_that_is_not_an_action_is_rejected() -> None:
    saved = hd.new("pig", seed=1).snapshot()
    saved["moves"] = [[0, "Roll!"]]
    with pytest.raises(ValueError, match="a move that is not an action: 'Roll!'"):
        hd.load(saved)


def test_the_digest_depends_on_the_state_and_not_on_future_dice() -> None:
    one, other = hd.new("pig", seed=1), hd.new("pig", seed=2)
    assert one.digest() == other.digest()
    one.play("hold")
    assert one.digest() != other.digest()
    other.play("hold")
    assert one.digest() == other.digest()


# -------------------------------------------------------------------- views


def test_a_seat_sees_its_own_trick_and_that_others_have_one() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=8)
    while match.decision is not None and match.decision.name == "PickLane":
        match.play(match.proposals()[0])
    hand = match.view(0).table["chariots"][0]["hand"]
    assert len(hand) == 1
    assert match.view(1).table["chariots"][0]["hand"] == []
    assert "Red is dealt a sneaky trick." in match.log(1)
    assert "Red is dealt a sneaky trick." not in match.log(0)
    assert "is dealt a sneaky trick." not in match.log()
    assert len(match.visible_events(since=3)) == len(match.events) - 3


def test_a_notebook_displays_a_match_as_svg() -> None:
    assert race()._repr_svg_().startswith("<svg")


def test_odds_of_an_illegal_action_are_refused() -> None:
    with pytest.raises(hd.IllegalAction):
        race().odds("whips 3")


def test_a_view_without_a_seat_is_the_view_of_a_spectator() -> None:
    match = hd.new("benhur", seed=3)
    for _ in range(9):
        match.play(match.proposals()[0])
    assert match.view().text() == match.view(-1).text() == match.view(None).text()
    assert match.describe() == match.describe(-1)
    assert match.game.seats == range(2, 7)
