"""The handicap: a lead in victory points that the stronger side needs in order to win (CH-R58).

Its value as an option is "none", or a side and a lead: "first+6" means that the first side of the scenario must lead by
at least 6 points, "second-10" that the second side may trail by at most 10.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from hippodrome.kit.data_tables import DataFile, Table, key_column, number_column, rows_column
from hippodrome.kit.game import Setting

NO_HANDICAP: Final = "none"
HANDICAP_FILE: Final = "data/handicaps.toml"
STEPS: Final = (-10, -5, 0, 5, 10)  # what the option offers around the suggested lead
MAX_LEAD: Final = 200
HANDICAPS: Final = DataFile(
    HANDICAP_FILE,
    "Suggested handicaps",
    Table(
        "The leads in victory points that make battles even between equal bots (CH-R58). All of it was measured.",
        rows_column(
            "handicap",
            Table(
                "The handicap of a battle.",
                key_column("The battle.", "scenario"),
                number_column("side", 0, 1, "The side that needs the lead: 0 for the first, 1 for the second."),
                number_column("lead", -MAX_LEAD, MAX_LEAD, "The lead; negative if the side may trail."),
                number_column("without", 0, 100, "Its share of wins without the handicap.", "per cent"),
                number_column("percent", 0, 100, "Its share of wins with the handicap.", "per cent"),
                number_column("matches", 1, 1_000_000, "The matches in which that was measured."),
            ),
            is_required=False,
        ),
    ),
)
_SIDES: Final = ("first", "second")
_VALUE: Final = re.compile(r"(first|second)([+-]\d{1,3})")


class Handicap:
    """The side that needs a lead in victory points, and the lead; negative if it may trail."""

    __slots__ = ("lead", "side")

    def __init__(self, side: int, lead: int) -> None:
        self.side = side
        self.lead = lead

    def value(self) -> str:
        """Return the value of the option."""
        return f"{_SIDES[self.side]}{self.lead:+d}"

    def text(self, army: str) -> str:
        """Return what the side needs, for players."""
        if self.lead > 0:
            return f"The {army} must lead by {self.lead} VP"
        return f"The {army} may trail by {-self.lead} VP" if self.lead else f"The {army} may not trail in VP"


class SuggestedHandicap:
    """The handicap that makes a battle even between equal bots; wins of its side without and with it in per cent."""

    __slots__ = ("handicap", "matches", "percent", "without")

    def __init__(self, handicap: Handicap, without: int, percent: int, matches: int) -> None:
        self.handicap = handicap
        self.without = without
        self.percent = percent
        self.matches = matches


def parse_handicap(value: str) -> Handicap | None:
    """Return the handicap with this value of the option, or None for "none"."""
    match = _VALUE.fullmatch(value)
    return None if match is None else Handicap(_SIDES.index(match[1]), int(match[2]))


def read_handicaps(text: str) -> dict[str, SuggestedHandicap]:
    """Return the suggested handicap of each battle that has one; DataError if the file is wrong."""
    suggestions: dict[str, SuggestedHandicap] = {}
    for row in HANDICAPS.table.read(text, HANDICAP_FILE).rows("handicap"):
        handicap = Handicap(row.number("side"), row.number("lead"))
        suggested = SuggestedHandicap(handicap, row.number("without"), row.number("percent"), row.number("matches"))
        suggestions[row.text("scenario")] = suggested
    return suggestions


def handicap_setting(
    key: str, armies: list[str], suggestions: Mapping[str, SuggestedHandicap], is_on: bool
) -> tuple[Setting, ...]:
    """CH-R58: return the option of a battle, with leads around the suggested one; empty without a suggestion.

    By default the handicap is the suggested one if it `is_on`, and otherwise none.
    """
    suggested = suggestions.get(key)
    if suggested is None:
        return ()
    values, labels = [NO_HANDICAP], ["None"]
    side = suggested.handicap.side
    for step in STEPS:
        handicap = Handicap(side, suggested.handicap.lead + step)
        values.append(handicap.value())
        labels.append(handicap.text(armies[side]) + ("" if step else " (suggested)"))
    text = (
        f"A lead that the {armies[side]} need in order to win (CH-R58). Between equal bots they win "
        f"{suggested.without} % without it, {suggested.percent} % with the suggested one ({suggested.matches} matches)."
    )
    default = suggested.handicap.value() if is_on else NO_HANDICAP
    setting = Setting("handicap", "Handicap", text, tuple(values), default, labels=tuple(labels), absent=NO_HANDICAP)
    return (setting,)
