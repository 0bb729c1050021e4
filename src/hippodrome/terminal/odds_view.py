"""Odds of the options of a match: a cache, and the page that shows them in full."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from hippodrome.kit.actions import Action
from hippodrome.kit.match import Match
from hippodrome.kit.odds import QUICK_BRANCHES, Odds
from hippodrome.kit.odds_text import in_full
from hippodrome.kit.scene import Panel
from hippodrome.terminal.theme import QUIET


class OddsCache:
    """The odds of the options of each decision, computed when first asked for."""

    def __init__(self, match: Match, branches: int = QUICK_BRANCHES) -> None:
        self.match = match
        self.branches = branches
        self._odds: dict[tuple[int, str], Odds] = {}

    def get(self, action: Action) -> Odds:
        """Return the odds of an action in the current position."""
        key = (len(self.match.moves), action.text)
        odds = self._odds.get(key)
        if odds is None:
            odds = self._odds[key] = self.match.odds(action, branches=self.branches)
        return odds

    def has(self, action: Action) -> bool:
        """Return whether the odds of an action are already computed."""
        return (len(self.match.moves), action.text) in self._odds

    def clear(self) -> None:
        """Drop all odds. Required after an undo: the same number of moves may then lead to another position."""
        self._odds.clear()


def odds_lines(match: Match, odds: OddsCache, actions: Sequence[Action] | None = None) -> list[Text]:
    """Return the options, or the given actions, each with all its outcomes and the details that the scene has on it."""
    lines: list[Text] = []
    panels = {panel.of: panel for panel in match.scene(match.seat).panels if panel.of}
    for action in match.proposals() if actions is None else actions:
        label = match.game.presentation.label(match.state, action)
        lines.append(Text.assemble((label, "bold"), (f"   {action.text}", "dim")))
        lines += [Text(f"  {line}", style=QUIET) for line in in_full(odds.get(action))]
        if action.text in panels:
            lines += panel_lines(panels[action.text])
    return lines


def panel_lines(panel: Panel) -> list[Text]:
    """Return a panel as a table: the first column aligned left, the others right."""
    rows = [panel.heads, *panel.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(panel.heads))]
    return [
        Text("  " + "  ".join([row[0].ljust(widths[0]), *[cell.rjust(widths[n]) for n, cell in enumerate(row[1:], 1)]]))
        for row in rows
    ]
