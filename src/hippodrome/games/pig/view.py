"""The view of a seat: what it may know of a game of Pig, and a possible state for the rest."""

from __future__ import annotations

from hippodrome.games.pig.sequence import CALLS, Call, call_number
from hippodrome.games.pig.state import PigState
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View


def view(pig: PigState, seat: int) -> View:
    """Return everything except the other player's call while it is secret."""
    answers = secret_calls(pig)
    return View(
        seat,
        {
            "goal": int(pig.goal),
            "turn": int(pig.turn),
            "seat": int(pig.seat),
            "points": int(pig.points),
            "players": [{"id": int(player.id), "score": int(player.score)} for player in pig.players],
            "called": [bool(text) for text in answers],
            "call": call_number(answers[seat]) if 0 <= seat < len(answers) else 0,
            "over": pig.over,
            "winner": int(pig.winner),
            "reason": pig.reason,
            "breadcrumbs": agenda.breadcrumbs(pig),
            "asked": {"name": pig.agenda[-1].name() if pig.agenda else "", "seats": list(agenda.seats(pig))},
        },
    )


def secret_calls(pig: PigState) -> tuple[str, ...]:
    """Return the secret calls by seat; empty outside the blind start."""
    step = pig.agenda[-1] if pig.agenda else None
    return step.answers if isinstance(step, Call) else ()


def imagine(pig: PigState, seat: int, seed: bytes) -> PigState:
    """Return a copy with fresh dice and a random call for the other player."""
    other = pig.clone()
    dice = TapeDice(seed)
    answers = list(secret_calls(pig))
    for rival, text in enumerate(answers):
        if rival != seat and text:
            answers[rival] = CALLS[dice.roll_die(6) - 1].text
    if answers:
        other.agenda[-1] = Call(tuple(answers))
    dice.rolled = pig.dice.rolled
    other.dice = dice
    return other
