"""Matches with hidden odds: neither scenes nor texts contain a probability."""

from __future__ import annotations

import re

from hippodrome.kit.match import Match
from tests.conformance.random_matches import Case, decisions, every_case

PROBABILITY = re.compile(r"\d %|\d in 6|on average")


def visible_texts(match: Match) -> list[str]:
    """Return all texts for the deciding seat: prompt, panels, nodes, text view and options."""
    scene = match.scene(match.seat)
    cells = [text for panel in scene.panels for text in [panel.title, *[cell for row in panel.rows for cell in row]]]
    labels = [match.game.presentation.label(match.state, action) for action in match.proposals()[:40]]
    nodes = [node.label for layer in scene.layers for node in layer.nodes]
    return [scene.prompt, *cells, *nodes, match.describe(match.seat), *labels]


@every_case
def test_a_match_with_hidden_odds_shows_no_probability(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        if number % 4 == 0:
            match.shows_odds = False
            assert [text for text in visible_texts(match) if PROBABILITY.search(text)] == []
            match.shows_odds = True
