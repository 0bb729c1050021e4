"""Reaction windows ask the seats that can react, in order; sealed decisions are revealed when all have answered."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.benhur.fighting import EndTricks
from hippodrome.games.benhur.sequence import NEW_ROUND, NEXT_TURN, TurnTricks
from hippodrome.games.benhur.state import Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import seed_from
from hippodrome.kit.reactions import AnswerRevealed, ReactionWindow

SPINA_HUGGER, PATCHED_WHEEL, GREASED_AXLE, THROWN_NET = 5, 9, 16, 19


def race_with(*hands: list[int], mover: int = 0) -> hd.Match:
    """Return a race of close chariots with these tricks in hand, at the start of the mover's turn in round 2."""
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


def pending(match: hd.Match) -> tuple[str, int]:
    """Return the name of the pending decision and the seat that decides."""
    assert match.decision is not None
    return match.decision.name, match.seat


def test_seats_are_asked_in_order_and_only_if_they_can_react() -> None:
    match = race_with([SPINA_HUGGER], [], [GREASED_AXLE], [THROWN_NET])
    assert pending(match) == ("TurnTricks", 0)
    match.play("pass")
    assert pending(match) == ("TurnTricks", 2)
    match.play("pass")
    assert pending(match) == ("TurnTricks", 3)
    match.play("pass")
    assert pending(match) == ("SetWhips", 0)


def test_the_order_starts_with_the_seat_whose_turn_it_is_and_wraps_round() -> None:
    match = race_with([THROWN_NET], [], [SPINA_HUGGER], [GREASED_AXLE], mover=2)
    seats = []
    while pending(match)[0] == "TurnTricks":
        seats.append(match.seat)
        match.play("pass")
    assert seats == [2, 3, 0]


def test_no_seat_is_asked_if_none_can_react() -> None:
    assert pending(race_with([], [PATCHED_WHEEL], [])) == ("SetWhips", 0)


def test_a_reaction_takes_effect_before_the_next_seat_is_asked() -> None:
    match = race_with([], [GREASED_AXLE], [THROWN_NET])
    match.play("trick 16")
    assert match.log().endswith("White plays Greased Axle on Red. [BH-T16]")
    assert pending(match) == ("TurnTricks", 2)
    match.play("pass")
    assert [action.text for action in match.proposals()] == ["whips 1"]


def test_each_seat_is_asked_once() -> None:
    match = race_with([SPINA_HUGGER, PATCHED_WHEEL], [])
    assert [action.text for action in match.proposals()] == ["pass", "trick 5", "trick 9"]
    match.play("trick 9")
    assert pending(match) == ("SetWhips", 0)


def test_being_asked_is_secret_and_passing_cannot_be_undone() -> None:
    match = race_with([], [GREASED_AXLE], [])
    assert match.decision is not None
    assert match.decision.secret
    assert match.view(1).table["asked"] == {"name": "TurnTricks", "seats": [1]}
    for seat in (-1, 0, 2):
        assert match.view(seat).table["asked"] == {"name": "", "seats": []}
    match.play("pass")
    assert match.undo_refusal


def test_a_refusal_does_not_reveal_a_secret_decision_to_other_seats() -> None:
    match = race_with([], [GREASED_AXLE], [])
    for text in ("pass", "trick 16", "no action"):
        refusal = match.check(text, 2)
        assert refusal is not None
        assert (refusal.rule, refusal.text) == ("", "It is not this seat's decision.")


def test_the_asked_seat_is_asked_in_every_state_that_it_imagines() -> None:
    match = race_with([], [], [GREASED_AXLE], [THROWN_NET])
    for number in range(200):
        imagined = match.imagine(2, seed_from(number))
        assert agenda.seats(imagined) == (2,)
        assert [action.text for action in agenda.proposals(imagined)] == ["pass", "trick 16"]


def test_a_seat_that_is_not_asked_never_imagines_that_it_is() -> None:
    match = race_with([], [], [GREASED_AXLE], [THROWN_NET])
    for number in range(200):
        assert 3 not in agenda.seats(match.imagine(3, seed_from(number)))


def test_the_rest_of_a_window_does_not_wait_if_no_later_seat_can_react() -> None:
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


# -------------------------------------------------------------------- sealed decisions


def blind_pig() -> hd.Match:
    """Return a game of Pig in which both players are about to call in secret."""
    return hd.new("pig", "blind", dice=[2, 4, 4])


def test_a_sealed_decision_asks_all_seats_at_once() -> None:
    match = blind_pig()
    assert match.decision is not None
    assert match.decision.seats == (0, 1)
    assert not match.decision.secret
    assert [action.text for action in match.proposals()] == [f"call {n}" for n in range(1, 7)]


@pytest.mark.parametrize("first", [0, 1])
def test_sealed_answers_come_in_any_order_and_are_revealed_together(first: int) -> None:
    match = blind_pig()
    match.play("call 1", first)
    assert not [event for event in match.events if isinstance(event, AnswerRevealed)]
    assert match.decision is not None
    assert match.decision.seats == (1 - first,)
    match.play("call 6", 1 - first)
    revealed = [(event.seat, event.number) for event in match.events if isinstance(event, AnswerRevealed)]
    assert revealed == [(0, 6 if first else 1), (1, 1 if first else 6)]


def test_a_seat_cannot_answer_twice() -> None:
    match = blind_pig()
    match.play("call 1", 1)
    with pytest.raises(hd.IllegalAction, match="not this seat's decision"):
        match.play("call 2", 1)


def test_a_sealed_answer_cannot_be_undone() -> None:
    match = blind_pig()
    match.play("call 1", 0)
    assert match.undo_refusal


def test_an_answer_without_a_seat_is_that_of_the_next_seat_to_answer() -> None:
    match = blind_pig()
    agenda.act(match.state, Action("call", (1,)))
    assert agenda.seats(match.state) == (1,)
    agenda.act(match.state, Action("call", (6,)))
    assert agenda.seats(match.state) == (0,)


def test_sealed_answers_are_included_in_a_snapshot() -> None:
    match = blind_pig()
    match.play("call 5", 1)
    saved = match.snapshot()
    assert saved["state"]["agenda"] == [["Call", ["", "call 5"]]]
    other = hd.load(saved)
    other.play("call 1", 0)
    match.play("call 1", 0)
    assert other.digest() == match.digest()
