"""The odds of the options of a match, each worked out once."""

from __future__ import annotations

from hippodrome.kit.actions import Action
from hippodrome.kit.match import Match
from hippodrome.kit.odds import QUICK_BRANCHES, Odds


class Chances:
    """The odds of the options of one decision after another; each is worked out once."""

    def __init__(self, match: Match, branches: int = QUICK_BRANCHES) -> None:
        self.match = match
        self.branches = branches
        self._known: dict[tuple[int, str], Odds] = {}

    def of(self, action: Action) -> Odds:
        """Return the odds of an action now."""
        key = (len(self.match.moves), action.text)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.match.odds(action, branches=self.branches)
        return found

    def is_known(self, action: Action) -> bool:
        """Return whether the odds of an action have been worked out already."""
        return (len(self.match.moves), action.text) in self._known

    def forget(self) -> None:
        """A move was taken back: the same number of moves may now mean another moment."""
        self._known.clear()
