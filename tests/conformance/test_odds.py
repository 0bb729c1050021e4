"""A table without odds: neither pictures nor words tell a chance."""

from __future__ import annotations

import re

from hippodrome.kit.match import Match
from tests.conformance.walking import Case, decisions, every_case

CHANCE = re.compile(r"\d %|\d in 6|on average")


def told(match: Match) -> list[str]:
    """All that the seat that decides reads: panels, places to touch, the board in words, the options."""
    scene = match.scene(match.seat)
    cells = [text for panel in scene.panels for text in [panel.title, *[cell for row in panel.rows for cell in row]]]
    labels = [match.game.label(match.state, action) for action in match.proposals()[:40]]
    nodes = [node.label for layer in scene.layers for node in layer.nodes]
    return [scene.prompt, *cells, *nodes, match.describe(match.seat), *labels]


@every_case
def test_a_table_without_odds_tells_no_chance(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        if number % 4 == 0:
            match.shows_odds = False
            assert [text for text in told(match) if CHANCE.search(text)] == []
            match.shows_odds = True
