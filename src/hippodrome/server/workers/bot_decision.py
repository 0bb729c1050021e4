"""A bot's decision as plain data, sent from the workers to the server, and back to be explained in words."""

from __future__ import annotations

import msgspec

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.kit.actions import Action, parse


class BotDecision(msgspec.Struct):
    """A bot's decision and the options it considered: action, visits, value, features and deviations of each.

    `following` are its next decisions, as long as nothing is rolled or revealed and no other seat decides.
    """

    action: str
    options: list[tuple[str, int, int, list[int], list[int]]]
    baseline: str
    planned: bool = False
    following: list[BotDecision] = []


def pack_analysis(analysis: Analysis) -> BotDecision:
    """Return an analysis as plain data."""
    options = [(one.action.text, one.visits, one.value, one.features, one.deviations) for one in analysis.options]
    return BotDecision(analysis.chosen.text, options, analysis.baseline.text, analysis.planned)


def unpack_analysis(decision: BotDecision) -> Analysis:
    """Return the analysis of a decision."""
    options = [
        ScoredOption(parse_saved_action(text), visits, value, features, deviations)
        for text, visits, value, features, deviations in decision.options
    ]
    return Analysis(options, parse_saved_action(decision.baseline), decision.planned)


def parse_saved_action(text: str) -> Action:
    """Return the action for a text that is known to be valid."""
    action = parse(text)
    assert action is not None, text
    return action
