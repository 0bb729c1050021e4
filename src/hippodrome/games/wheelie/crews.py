"""Crews of a campaign: kills and survival make Experts (WW-G1, WW-G2, WW-G6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.state import (
    DESTROYED,
    DISPERSED,
    EXPERT_DRIVER,
    EXPERT_WARRIOR,
    NO_EXPERT,
    Skirmish,
)

EXPERT_GAMES: Final = 2  # WW-G1: games running with a kill that the crew survives
EXPERT_KINDS: Final = (EXPERT_DRIVER, EXPERT_WARRIOR)  # WW-G2
_NUMERALS: Final = ("", "", "II", "III", "IV", "V", "VI", "VII", "VIII")  # a campaign has up to seven games


class Crew:
    """A crew in a campaign: its name, its kind of Expert, and its streak of games with a kill.

    `number` counts the crews that have had the name.
    """

    def __init__(
        self,
        name: str,
        expert: i64 = NO_EXPERT,
        kill_streak: i64 = 0,
        games: i64 = 0,
        kills: i64 = 0,
        number: i64 = 1,
    ) -> None:
        self.name = name
        self.expert = expert
        self.kill_streak = kill_streak
        self.games = games
        self.kills = kills
        self.number = number

    @property
    def title(self) -> str:
        """The name, with a numeral for a crew that replaces a killed one."""
        return self.name if self.number == 1 else f"{self.name} {_NUMERALS[self.number]}"

    def after(self, kills: i64, survived: bool) -> Crew:
        """Return the crew after a game; a killed crew is replaced by a new one of the same name."""
        if not survived:
            return Crew(self.name, number=self.number + 1)
        kill_streak = self.kill_streak + 1 if kills else 0
        return Crew(self.name, self.expert, kill_streak, self.games + 1, self.kills + kills, self.number)

    def may_become_expert(self) -> bool:
        """WW-G1, WW-G6: return whether the streak is long enough and the crew has no Expert yet."""
        return self.expert == NO_EXPERT and self.kill_streak >= EXPERT_GAMES

    def become(self, expert: i64) -> Crew:
        """Return the crew with an Expert of this kind, chosen once (WW-G6); ValueError if it may not have one."""
        if not self.may_become_expert() or expert not in EXPERT_KINDS:
            raise ValueError(f"{self.name} cannot become an Expert of kind {expert} now")
        return Crew(self.name, expert, self.kill_streak, self.games, self.kills, self.number)


def kills_of(s: Skirmish, seat: i64) -> int:
    """Return the kills of a seat's units in a battle (WW-Q26)."""
    return sum([int(unit.kills) for unit in s.units if unit.seat == seat])


def crew_figures(s: Skirmish, side: i64, index: int) -> tuple[int, int]:
    """Return the kills of a side's crew with this index, and 1 if it survived; zeros if there is none."""
    chariots = [unit for unit in s.units if unit.side == side and not s.is_runners(unit)]
    if index >= len(chariots):
        return 0, 0
    return int(chariots[index].kills), 0 if chariots[index].status == DESTROYED else 1


def crew_survived(s: Skirmish, seat: i64) -> bool:
    """Return whether the crew of a seat's first unit survived; lost chariots spare their crews (WW-I12)."""
    for unit in s.units:
        if unit.seat == seat:
            return unit.status not in (DESTROYED, DISPERSED)
    return False
