"""What is kept of a campaign on disk, as plain data."""

from __future__ import annotations

import msgspec

from hippodrome.kit.campaign import Campaign, CampaignKind, read_campaign
from hippodrome.server import wire
from hippodrome.server.storage.journal import Person

# Who plays a seat, as the campaign's file says it: beside the levels of programs.
HERE, FRIEND = "me", "friend"


class CampaignRow(msgspec.Struct):
    """A campaign as the database knows it. `file` is its truth; `match` is the game that is being played, if one is.

    `people` has who sits where in every game; their nonces stand in the keys of the campaign's seats.
    """

    id: str
    game: str
    kind: str
    file: str
    match: str
    host: str
    people: list[Person]
    odds: bool
    clock: wire.Limits | None
    created: int
    touched: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.people)

    def campaign(self, kinds: list[CampaignKind]) -> Campaign:
        """Return the campaign itself."""
        return read_campaign(self.file, f"campaign {self.id}", kinds)
