"""The team campaign: battles between two sides of several chariots whose crews gain experience (WW-G1, WW-G2, WW-G6).

Each crew has its own streak of games with a kill, as in the ladder. All battles are played; the side with more wins has
won the campaign.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.crews import EXPERT_GAMES, Crew
from hippodrome.games.wheelie.formatting import EXPERTS
from hippodrome.games.wheelie.ladder import EXPERT_VALUES, expert_question
from hippodrome.kit.campaign import (
    Campaign,
    CampaignKind,
    CampaignSetting,
    MatchOutcome,
    Question,
    Value,
    Values,
)
from hippodrome.kit.scene import FACTIONS

SCENARIO: Final = "team"
MAX_CREWS: Final = 4  # of a side
BATTLES: Final = (5, 3, 4, 6, 7)
"""Number of battles, the default first."""
_SEATS: Final = 2
_DESCRIPTION: Final = """\
Battles between two sides of 2 to 4 chariots each. A crew that scores a kill in two battles running and survives both \
becomes Expert. A killed crew is replaced by a new one. The side with more wins has won."""


def all_crews() -> list[tuple[int, int]]:
    """Return the side and the index of every possible crew."""
    return [(side, index) for side in range(_SEATS) for index in range(MAX_CREWS)]


def crew_title(side: int, index: int) -> str:
    """Return a crew in options: "Red 1"."""
    return f"{FACTIONS[side]} {index + 1}"


def crew_option(side: int, index: int) -> str:
    """Return the name of the scenario option for the Expert of a crew."""
    return f"expert_{FACTIONS[side].lower()}_{index + 1}"


def crew_options() -> list[tuple[str, str]]:
    """Return the options for Experts, each with the title of its crew."""
    return [(crew_option(side, index), crew_title(side, index)) for side, index in all_crews()]


def figure(what: str, side: int, index: int) -> str:
    """Return the name of a crew's figure in the statistics of a match: "kills Red 1"."""
    return f"{what} {crew_title(side, index)}"


class TeamCampaign(Campaign):
    """A team campaign in progress: the present crews of both sides, and the battles each has won."""

    def __init__(self, kind: CampaignKind, names: list[str], players: list[str], options: Values) -> None:
        super().__init__(kind, names, players, options)
        count = int(options["per_side"])
        self.battle_count = int(options["battles"])
        self.crews = [[Crew(f"{name} {index + 1}") for index in range(count)] for name in names]
        self.wins = [0] * _SEATS

    def campaign_options(self) -> Values:
        """Return the scenario options that name each crew's Expert."""
        return {
            crew_option(side, index): EXPERT_VALUES[self.crews[side][index].expert]
            if index < len(self.crews[side])
            else EXPERT_VALUES[0]
            for side, index in all_crews()
        }

    def questions(self) -> list[Question]:
        """WW-G1, WW-G2, WW-G6: return the pending choices of an Expert; none after the last battle."""
        if self.is_over():
            return []
        return [
            expert_question(f"expert {index + 1}", seat, crew)
            for seat in range(_SEATS)
            for index, crew in enumerate(self.crews[seat])
            if crew.may_become_expert()
        ]

    def apply_choice(self, seat: int, question: str, answer: str) -> list[str]:
        """Give a crew the chosen kind of Expert."""
        index = int(question.split()[1]) - 1
        crew = self.crews[seat][index] = self.crews[seat][index].become(EXPERT_VALUES.index(answer))
        return [f"{crew.title} now has an {EXPERTS[crew.expert]}."]

    def apply_game(self, outcome: MatchOutcome) -> list[str]:
        """Count the battle and its kills, and update all crews."""
        number = len(self.games) + 1
        winners = [seat for seat in range(_SEATS) if outcome.places[seat] == 1]
        news = [f"Battle {number} is drawn."]
        if len(winners) == 1:
            self.wins[winners[0]] += 1
            news = [f"{self.names[winners[0]]} wins battle {number}."]
        for seat in range(_SEATS):
            for index in range(len(self.crews[seat])):
                news += self._update_crew(seat, index, outcome)
        return news

    def _update_crew(self, seat: int, index: int, outcome: MatchOutcome) -> list[str]:
        """Update a crew after a battle and return the news about it."""
        before = self.crews[seat][index]
        kills = outcome.figures[figure("kills", seat, index)]
        survived = outcome.figures[figure("alive", seat, index)] > 0
        crew = self.crews[seat][index] = before.after(kills, survived)
        if not survived:
            return [f"{before.title} is killed. A new crew, {crew.title}, takes over."]
        if crew.may_become_expert():
            return [f"{crew.title} survives with a kill in {EXPERT_GAMES} battles running and becomes Expert."]
        return [f"{crew.title} survives with a kill."] if kills else []

    # ---------------------------------------------------------------- standings

    def is_over(self) -> bool:
        """Return whether all battles have been played."""
        return len(self.games) >= self.battle_count

    def verdict(self) -> str:
        """Return the score, or the final result."""
        high, low = max(self.wins), min(self.wins)
        if not self.games:
            return "No battle has been played yet."
        if high == low:
            return f"The campaign is {'drawn' if self.is_over() else 'level'} at {high}-{low}."
        leader = self.names[self.wins.index(high)]
        return f"{leader} {'wins the campaign' if self.is_over() else 'leads'} {high}-{low}."

    def heads(self) -> list[str]:
        """Return the column heads of the standings."""
        return ["Side", "Crew", "Battles won", "Kills", "Progress to Expert", "Expert"]

    def rows(self) -> list[list[str]]:
        """Return a row for each crew."""
        rows: list[list[str]] = []
        for seat in range(_SEATS):
            for crew in self.crews[seat]:
                kind = EXPERTS[crew.expert]
                progress = "" if kind else f"{min(crew.kill_streak, EXPERT_GAMES)} of {EXPERT_GAMES} battles"
                wins, kills = str(self.wins[seat]), str(crew.kills)
                rows.append([FACTIONS[seat], crew.title, wins, kills, progress, kind or "none"])
        return rows


class TeamKind(CampaignKind):
    """The kind of campaign; `settings` are the options of its scenario that players choose."""

    def __init__(self, game: str, settings: dict[str, list[Value]]) -> None:
        figures = [figure(what, side, index) for side, index in all_crews() for what in ("kills", "alive")]
        battles = CampaignSetting(
            "battles", "Battles", "Number of battles in the campaign.", list(BATTLES), [str(n) for n in BATTLES]
        )
        super().__init__(
            game, "team", "The team campaign", _DESCRIPTION, [SCENARIO], range(_SEATS, _SEATS + 1), _SEATS, settings,
            figures, [battles],
        )  # fmt: skip

    def begin(self, names: list[str], players: list[str], options: Values) -> Campaign:
        """Return a new team campaign."""
        return TeamCampaign(self, names, players, options)
