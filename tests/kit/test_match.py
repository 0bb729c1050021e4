"""A match: playing, refusals, undo and its reasons, copies."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.kit.actions import Action
from hippodrome.kit.events import event_fields
from hippodrome.kit.match import Setup

QUIET = {"tricks": 0, "laps": 1}


def race(seed: int = 4, seats: int = 2) -> hd.Match:
    """A race without tricks in which everybody has lined up."""
    match = hd.new("benhur", "circus", seats=seats, seed=seed, options=QUIET)
    while match.decision is not None and match.decision.name == "PickLane":
        match.play(match.proposals()[0])
    return match


def finished() -> hd.Match:
    """A game of Pig that Red has won at once."""
    match = hd.new("pig", dice=[6, 6, 6, 6], options={"goal": 20})
    for _ in range(4):
        match.play("roll")
    return match


# -------------------------------------------------------------------- set-up


@pytest.mark.parametrize(
    ("slug", "settings", "complaint"),
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
def test_a_wrong_set_up_is_refused_and_told_what_is_right(slug: str, settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        hd.new(slug, **settings)


def test_what_is_not_said_is_the_default() -> None:
    match = hd.new("benhur", seed=1)
    assert match.setup.json() == {
        "game": "benhur",
        "version": match.game.version,
        "scenario": "circus",
        "seats": 4,
        "options": {"laps": 2, "order": "leader", "tricks": 1},
    }
    assert Setup(hd.game("pig"), "plain", 2, {}).options == {"goal": 100}


def test_a_seed_may_be_a_number_or_bytes_and_is_secret_by_default() -> None:
    assert hd.new("pig", seed=5).commitment == hd.new("pig", seed=5).commitment
    assert hd.new("pig", seed=bytes(32)).commitment == hd.new("pig", seed=bytes(32)).commitment
    assert hd.new("pig").commitment != hd.new("pig").commitment
    assert hd.new("pig", dice=[]).commitment == ""


# -------------------------------------------------------------------- playing


def test_playing_returns_what_happened() -> None:
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
    "nonsense", ["", "roll ", " roll", "ROLL", "roll 01", "roll -0", "roll +1", "roll 1.5", "roll\n", "rôle"]
)
def test_nonsense_is_refused_and_says_what_is_legal(nonsense: str) -> None:
    match = hd.new("pig", seed=1)
    refusal = match.check(nonsense)
    assert refusal is not None
    assert refusal.rule == "PIG-2"
    assert refusal.text == f"{nonsense!r} is not an action. Legal now: roll, hold."


def test_an_illegal_action_raises_its_refusal_and_changes_nothing() -> None:
    match = race()
    before = match.snapshot()
    with pytest.raises(hd.IllegalAction) as caught:
        match.play("whips 3")
    assert caught.value.refusal == match.check("whips 3")
    assert caught.value.refusal.rule == "BH-Q6"
    assert str(caught.value).endswith("[BH-Q6]")
    assert match.snapshot() == before


def test_after_the_end_everything_is_refused() -> None:
    match = finished()
    for action in ("roll", "nonsense 12 x"):
        refusal = match.check(action)
        assert refusal is not None
        assert refusal.text == "The match is over. Nothing more can be played."
    assert match.proposals() == []
    assert match.decision is None
    assert match.only_action() is None


def test_a_decision_that_is_no_decision_can_be_seen() -> None:
    match = race()
    assert match.only_action() == Action("whips", (1,))
    assert hd.new("pig", seed=1).only_action() is None


def test_without_a_log_nothing_is_told_but_the_match_is_the_same() -> None:
    told, quiet = hd.new("pig", seed=3), hd.new("pig", seed=3, log=False)
    for match in (told, quiet):
        while match.decision:
            match.play(match.proposals()[len(match.moves) % 4 == 3])
    assert quiet.events == []
    assert quiet.digest() == told.digest()


# -------------------------------------------------------------------- undo


def test_nothing_can_be_undone_before_the_first_move() -> None:
    match = hd.new("pig", seed=1)
    assert match.undo_refusal == "Can't undo: nothing has been played yet."
    with pytest.raises(ValueError, match="Nothing has been played yet"):
        match.undo()


def test_a_move_without_dice_can_be_taken_back() -> None:
    match = race()
    match.play("whips 1")
    before = match.snapshot()
    told = len(match.events)
    match.play("straight")
    assert match.undo_refusal == ""
    move = match.undo()
    assert (move.seat, move.action.text) == (match.seat, "straight")
    assert match.snapshot() == before
    assert len(match.events) == told


def test_several_moves_can_be_taken_back_up_to_the_die() -> None:
    match = next(match for match in map(race, range(50)) if can_drive(match, 3))
    for _ in range(3):
        match.play("straight")
    for _ in range(3):
        match.undo()
    assert match.moves[-1].action.text == "whips 1"
    assert match.undo_refusal == "Can't undo: dice have been rolled."


def can_drive(match: hd.Match, squares: int) -> bool:
    """Set the whips; whether the dice leave more than so many squares to move."""
    match.play("whips 1")
    return int(match.view().table["points"]) > squares


def test_a_die_cannot_be_taken_back() -> None:
    match = hd.new("pig", dice=[3, 4])
    match.play("roll")
    assert match.undo_refusal.startswith("Can't undo")


def test_a_move_cannot_be_taken_back_when_another_player_must_decide() -> None:
    match = hd.new("pig", seed=1)
    match.play("hold")
    assert match.undo_refusal == "Can't undo: it is another player's decision."
    match.play("hold")
    match.play("hold")
    assert match.undo_refusal == "Can't undo: it is another player's decision."
    with pytest.raises(ValueError, match="Another player"):
        match.undo()


def test_a_turn_that_has_begun_cannot_be_taken_back() -> None:
    match = race()
    match.play("whips 1")
    while match.undo_refusal != "Can't undo past the start of a turn or a revealed card.":
        match.play(match.proposals()[0])
    assert match.moves[-1].action.text == "straight"
    assert match.clone().undo_refusal == match.undo_refusal
    with pytest.raises(ValueError, match="A turn has begun"):
        match.undo()


def test_a_match_that_was_opened_again_does_not_remember_why() -> None:
    match = race()
    match.play("whips 1")
    assert hd.load(match.snapshot()).undo_refusal.startswith("A die has fallen, a secret was shown or a turn")


def test_the_end_cannot_be_taken_back() -> None:
    assert finished().undo_refusal == "The match is over."


# -------------------------------------------------------------------- copies


def test_a_clone_goes_its_own_way() -> None:
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


def test_a_clone_can_take_back_what_its_source_could() -> None:
    match = race()
    match.play("whips 1")
    match.play("straight")
    clone = match.clone()
    clone.undo()
    assert len(match.moves) == len(clone.moves) + 1
    match.undo()
    assert match.snapshot() == clone.snapshot()


def test_a_loaded_match_begins_a_new_log_and_plays_on() -> None:
    match = race()
    match.play("whips 1")
    other = hd.load(json.loads(json.dumps(match.snapshot())))
    assert other.events == []
    assert other.undo_refusal
    for _ in range(20):
        action = match.proposals()[0]
        assert events_of(other.play(action)) == events_of(match.play(action))
    assert other.digest() == match.digest()
    assert other.record() == match.record()


def events_of(events: list[Any]) -> list[Any]:
    """Events as plain values."""
    return [(type(event).__name__, event.rule, event_fields(event)) for event in events]


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [("version", 99, "version 99 of the rules"), ("game", "chess", "no game 'chess'"), ("seats", 9, "not 9")],
)
def test_a_snapshot_of_something_else_is_refused(key: str, value: object, complaint: str) -> None:
    saved = hd.new("pig", seed=1).snapshot()
    saved["setup"][key] = value
    with pytest.raises(ValueError, match=complaint):
        hd.load(saved)


def test_a_snapshot_with_a_move_that_is_none_is_refused() -> None:
    saved = hd.new("pig", seed=1).snapshot()
    saved["moves"] = [[0, "Roll!"]]
    with pytest.raises(ValueError, match="no action: 'Roll!'"):
        hd.load(saved)


def test_the_digest_depends_on_the_table_and_not_on_dice_to_come() -> None:
    one, other = hd.new("pig", seed=1), hd.new("pig", seed=2)
    assert one.digest() == other.digest()
    one.play("hold")
    assert one.digest() != other.digest()
    other.play("hold")
    assert one.digest() == other.digest()


# -------------------------------------------------------------------- what is seen


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


def test_a_match_shows_itself_in_a_notebook() -> None:
    assert race()._repr_svg_().startswith("<svg")


def test_odds_of_an_illegal_action_are_refused() -> None:
    with pytest.raises(hd.IllegalAction):
        race().odds("whips 3")


def test_without_a_seat_one_sees_what_a_spectator_sees() -> None:
    match = hd.new("benhur", seed=3)
    for _ in range(9):
        match.play(match.proposals()[0])
    assert match.view().text() == match.view(-1).text() == match.view(None).text()
    assert match.describe() == match.describe(-1)
    assert match.game.seats == range(2, 7)
