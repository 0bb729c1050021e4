"""Windows ask each seat in order that can respond; sealed questions are opened when all have answered."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.benhur.fighting import EndTricks
from hippodrome.games.benhur.sequence import NEW_ROUND, NEXT_TURN, TurnTricks
from hippodrome.games.benhur.state import Race
from hippodrome.games.pig.events import Called
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import seed_from
from hippodrome.kit.reactions import ReactionWindow

SPINA_HUGGER, PATCHED_WHEEL, GREASED_AXLE, THROWN_NET = 5, 9, 16, 19


def race_with(*hands: list[int], mover: int = 0) -> hd.Match:
    """Chariots close together with these tricks in hand, at the start of a turn of round 2."""
    match = hd.new("benhur", "circus", seats=len(hands), seed=3)
    race = match.state
    assert isinstance(race, Race)
    race.deck = tuple([n for n in race.deck if not any(n in hand for hand in hands)])
    for chariot, hand in zip(race.chariots, hands, strict=True):
        chariot.square = race.track.lanes.parse_name(f"0/{chariot.id + 1}/3")
        chariot.whips = 2
        chariot.wounds = 4
        chariot.hand = sum([1 << number for number in hand])
    race.recount_hands()
    race.round = 2
    race.order = tuple(range(len(hands)))
    race.agenda = [NEW_ROUND, NEXT_TURN[mover]]
    agenda.advance(race)
    return match


def asked(match: hd.Match) -> tuple[str, int]:
    """The question and the seat."""
    assert match.decision is not None
    return match.decision.name, match.seat


def test_seats_are_asked_in_order_and_only_if_they_can_respond() -> None:
    match = race_with([SPINA_HUGGER], [], [GREASED_AXLE], [THROWN_NET])
    assert asked(match) == ("TurnTricks", 0)
    match.play("pass")
    assert asked(match) == ("TurnTricks", 2)
    match.play("pass")
    assert asked(match) == ("TurnTricks", 3)
    match.play("pass")
    assert asked(match) == ("SetWhips", 0)


def test_the_order_wraps_round_after_the_seat_whose_turn_it_is() -> None:
    match = race_with([THROWN_NET], [], [SPINA_HUGGER], [GREASED_AXLE], mover=2)
    seats = []
    while asked(match)[0] == "TurnTricks":
        seats.append(match.seat)
        match.play("pass")
    assert seats == [2, 3, 0]


def test_nobody_is_asked_if_nobody_can_respond() -> None:
    assert asked(race_with([], [PATCHED_WHEEL], [])) == ("SetWhips", 0)


def test_a_response_takes_effect_before_the_next_seat_is_asked() -> None:
    match = race_with([], [GREASED_AXLE], [THROWN_NET])
    match.play("trick 16")
    assert match.log().endswith("White plays Greased Axle on Red. [BH-T16]")
    assert asked(match) == ("TurnTricks", 2)
    match.play("pass")
    assert [action.text for action in match.proposals()] == ["whips 1"]


def test_each_seat_is_asked_once() -> None:
    match = race_with([SPINA_HUGGER, PATCHED_WHEEL], [])
    assert [action.text for action in match.proposals()] == ["pass", "trick 5", "trick 9"]
    match.play("trick 9")
    assert asked(match) == ("SetWhips", 0)


def test_being_asked_is_secret_and_cannot_be_undone() -> None:
    match = race_with([], [GREASED_AXLE], [])
    assert match.decision is not None
    assert match.decision.secret
    assert match.view(1).table["asked"] == {"name": "TurnTricks", "seats": [1]}
    for seat in (-1, 0, 2):
        assert match.view(seat).table["asked"] == {"name": "", "seats": []}
    match.play("pass")
    assert match.undo_refusal


def test_a_refusal_does_not_tell_the_others_what_is_asked() -> None:
    match = race_with([], [GREASED_AXLE], [])
    for text in ("pass", "trick 16", "no action"):
        refusal = match.check(text, 2)
        assert refusal is not None
        assert (refusal.rule, refusal.text) == ("", "It is not this seat's decision now.")


def test_the_seat_that_is_asked_stays_so_when_it_imagines() -> None:
    match = race_with([], [], [GREASED_AXLE], [THROWN_NET])
    for number in range(200):
        imagined = match.imagine(2, seed_from(number))
        assert agenda.seats(imagined) == (2,)
        assert [action.text for action in agenda.proposals(imagined)] == ["pass", "trick 16"]


def test_a_seat_that_is_not_asked_never_imagines_that_it_is() -> None:
    match = race_with([], [], [GREASED_AXLE], [THROWN_NET])
    for number in range(200):
        assert 3 not in agenda.seats(match.imagine(3, seed_from(number)))


def test_a_window_knows_how_it_goes_on() -> None:
    match = race_with([], [GREASED_AXLE], [])
    race, window = match.state, match.state.agenda[-1]
    assert isinstance(race, Race)
    assert isinstance(window, TurnTricks)
    assert isinstance(window, ReactionWindow)
    after = window.after(2)
    assert isinstance(after, TurnTricks)
    assert after.asked == 2
    assert not after.waits(race)
    assert after.seats(race) == ()
    assert isinstance(EndTricks(0).after(1), EndTricks)


# -------------------------------------------------------------------- sealed questions


def blind() -> hd.Match:
    return hd.new("pig", "blind", dice=[2, 4, 4])


def test_all_seats_are_asked_at_once() -> None:
    match = blind()
    assert match.decision is not None
    assert match.decision.seats == (0, 1)
    assert not match.decision.secret
    assert [action.text for action in match.proposals()] == [f"call {n}" for n in range(1, 7)]


@pytest.mark.parametrize("first", [0, 1])
def test_answers_may_come_in_any_order_and_are_opened_together(first: int) -> None:
    match = blind()
    match.play("call 1", first)
    assert not [event for event in match.events if isinstance(event, Called)]
    assert match.decision is not None
    assert match.decision.seats == (1 - first,)
    match.play("call 6", 1 - first)
    opened = [(event.seat, event.number) for event in match.events if isinstance(event, Called)]
    assert opened == [(0, 6 if first else 1), (1, 1 if first else 6)]


def test_nobody_answers_twice() -> None:
    match = blind()
    match.play("call 1", 1)
    with pytest.raises(hd.IllegalAction, match="not this seat's decision"):
        match.play("call 2", 1)


def test_a_sealed_answer_cannot_be_taken_back() -> None:
    match = blind()
    match.play("call 1", 0)
    assert match.undo_refusal


def test_an_answer_without_a_seat_is_the_next_that_is_missing() -> None:
    match = blind()
    agenda.act(match.state, Action("call", (1,)))
    assert agenda.seats(match.state) == (1,)
    agenda.act(match.state, Action("call", (6,)))
    assert agenda.seats(match.state) == (0,)


def test_sealed_answers_are_saved() -> None:
    match = blind()
    match.play("call 5", 1)
    saved = match.snapshot()
    assert saved["state"]["agenda"] == [["Call", ["", "call 5"]]]
    other = hd.load(saved)
    other.play("call 1", 0)
    match.play("call 1", 0)
    assert other.digest() == match.digest()
