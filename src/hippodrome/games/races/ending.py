"""After every contact, shot, blow and run: whoever lost the last man runs wild, and the race may be over (CR-Q45)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from hippodrome.games.races.progress import check_end
from hippodrome.games.races.state import LOOSE, Race
from hippodrome.games.races.wild import RunWild
from hippodrome.kit.agenda import NOTHING, Step


@mypyc_attr(acyclic=True)
class Settle(Step):
    """CR-Q45: once something is fully resolved."""

    RULE: ClassVar[str] = "CR-Q45"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Runaways first, at once (CR-Q40)."""
        for chariot in s.chariots:
            if chariot.status == LOOSE and not s.machine(chariot).has_lightning:
                s.resolved += 1
                return [RunWild(chariot.id), SETTLE]
        check_end(s)
        return NOTHING


SETTLE: Final = Settle()
