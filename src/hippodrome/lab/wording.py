"""Phrases that all reports of the lab use: shares with their ranges, counts, and who wins."""

from __future__ import annotations

from hippodrome.kit.game import Scenario
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.templates import plural
from hippodrome.lab.stats import Share


def whole_percent(share: float) -> str:
    """Return a share without decimals: "93 %"."""
    return f"{_whole(share)} %"


def _whole(share: float) -> int:
    """Return a share in whole per cent; halves are rounded up, as browsers do."""
    return int(100 * share + 0.5)


def range_text(low: float, high: float) -> str:
    """Return an interval of shares: "81 to 98 %"."""
    return f"{_whole(low)} to {whole_percent(high)}"


def share_text(share: Share) -> str:
    """Return a share with its interval: "93 % (81 to 98 %)"."""
    return f"{whole_percent(share.share)} ({range_text(share.low, share.high)})"


def share_of_other(share: Share) -> Share:
    """Return the share of the other one of two sides."""
    return Share(1 - share.share, 1 - share.high, 1 - share.low)


def count_text(number: int, thing: str) -> str:
    """Return a number of things: "1 race", "11,000 races"."""
    return f"{number:,} {thing if number == 1 else plural(thing)}"


def with_article(name: str) -> str:
    """Return a name with the article that begins a sentence."""
    return name if name.lower().startswith("the ") else f"The {name}"


def seat_title(scenario: Scenario, seat: int) -> str:
    """Return what reports call a seat: its side, or else its colour."""
    return scenario.sides[seat] if scenario.sides else FACTIONS[seat]


def seat_wins(scenario: Scenario, seat: int) -> str:
    """Return the subject and verb of a sentence: "The Sabines win", "Red wins". The names of sides are plurals."""
    name = seat_title(scenario, seat)
    return f"{with_article(name)} win" if scenario.sides else f"{name} wins"
