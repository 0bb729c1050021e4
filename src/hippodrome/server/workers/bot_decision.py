"""What a program thought, as plain data: thoughts go from the workers to the table, and back to be put into words."""

from __future__ import annotations

import msgspec

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.kit.actions import Action, parse


class BotDecision(msgspec.Struct):
    """What a program decided, and what it had weighed: action, visits, value, aspects and spreads of each option."""

    action: str
    options: list[tuple[str, int, int, list[int], list[int]]]
    baseline: str
    planned: bool = False


def pack_analysis(found: Analysis) -> BotDecision:
    """Thoughts as plain data."""
    options = [(one.action.text, one.visits, one.value, one.features, one.deviations) for one in found.options]
    return BotDecision(found.chosen.text, options, found.baseline.text, found.planned)


def unpack_analysis(pondered: BotDecision) -> Analysis:
    """Return the thoughts again."""
    options = [
        ScoredOption(parse_saved_action(text), visits, value, aspects, spreads)
        for text, visits, value, aspects, spreads in pondered.options
    ]
    return Analysis(options, parse_saved_action(pondered.baseline), pondered.planned)


def parse_saved_action(text: str) -> Action:
    """Return the action that a text names which once was one."""
    found = parse(text)
    assert found is not None, text
    return found
