"""Inspection of a thing on the board: its card, and why the action that a click may mean is not possible now."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.kit.actions import Action, Refusal


class Card:
    """Description of a thing: a title, facts (name and value), and notes in plain words, with or without a clause."""

    __slots__ = ("facts", "notes", "title")

    def __init__(
        self, title: str, facts: Sequence[tuple[str, str]] = (), notes: Sequence[tuple[str, str]] = ()
    ) -> None:
        self.title = title
        self.facts = list(facts)
        self.notes = list(notes)

    def __repr__(self) -> str:
        return f"<Card {self.title}>"


class Inspection:
    """Answer to a click on a node that cannot be chosen.

    card       what it is; None if there is no more to say than its label
    refusal    why the most plausible action there is not possible now; None if the seat does not decide, or no clause
               says why
    meant      the actions that the click may mean, legal or not, the most plausible first
    """

    __slots__ = ("card", "meant", "refusal")

    def __init__(self, card: Card | None, refusal: Refusal | None, meant: list[Action]) -> None:
        self.card = card
        self.refusal = refusal
        self.meant = meant


def number_in(node: str, prefix: str) -> int:
    """Return the first number of a node's id after a prefix, such as 3 in "unit-3-figure"; -1 for another node."""
    if not node.startswith(f"{prefix}-"):
        return -1
    digits = node[len(prefix) + 1 :].split("-")[0]
    return int(digits) if digits.isdecimal() and len(digits) < 7 else -1
