"""The ladder: best of five duels between two crews that gain experience (WW-G1, WW-G2, WW-G6).

A crew with a kill in two games running that survives both becomes Expert. A crew whose chariot is lost at zero dice has
a new chariot in the next game (WW-I12); a killed crew is replaced by a new one without experience.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.crews import EXPERT_GAMES, Crew
from hippodrome.games.wheelie.formatting import EXPERTS
from hippodrome.games.wheelie.state import EXPERT_DRIVER, EXPERT_WARRIOR
from hippodrome.kit.campaign import Answer, Campaign, CampaignKind, MatchOutcome, Question, Value, Values
from hippodrome.kit.scene import FACTIONS

SCENARIO: Final = "ladder"
MAX_GAMES: Final = 5
WINS_NEEDED: Final = 3  # games won
EXPERT_QUESTION: Final = "expert"  # the question
EXPERT_VALUES: Final = ("none", "driver", "warrior")  # values of the scenario's options, by kind of Expert
_SEATS: Final = 2
_DESCRIPTION: Final = """\
Best of five duels between two crews. A crew that scores a kill in two games running and survives both becomes Expert. \
A killed crew is replaced by a new one."""


class Ladder(Campaign):
    """A ladder in progress: the present crews, and the games each side has won."""

    def __init__(self, kind: CampaignKind, names: list[str], players: list[str], options: Values) -> None:
        super().__init__(kind, names, players, options)
        self.crews = [Crew(name) for name in names]
        self.wins = [0] * _SEATS

    def campaign_options(self) -> Values:
        """Return the scenario options that name each crew's Expert."""
        return {expert_option(seat): EXPERT_VALUES[self.crews[seat].expert] for seat in range(_SEATS)}

    def questions(self) -> list[Question]:
        """WW-G1, WW-G2, WW-G6: return the pending choices of an Expert; none after the last game."""
        if self.is_over():
            return []
        return [
            expert_question(EXPERT_QUESTION, seat, crew)
            for seat, crew in enumerate(self.crews)
            if crew.may_become_expert()
        ]

    def apply_choice(self, seat: int, question: str, answer: str) -> list[str]:
        """Give a crew the chosen kind of Expert."""
        crew = self.crews[seat] = self.crews[seat].become(EXPERT_VALUES.index(answer))
        return [f"{crew.title} now has an {EXPERTS[crew.expert]}."]

    def apply_game(self, outcome: MatchOutcome) -> list[str]:
        """Count the game and its kills, and update both crews."""
        winners = [seat for seat in range(_SEATS) if outcome.places[seat] == 1]
        news = [f"Game {len(self.games) + 1} is drawn."]
        if len(winners) == 1:
            self.wins[winners[0]] += 1
            news = [f"{self.crews[winners[0]].title} wins game {len(self.games) + 1}."]
        for seat in range(_SEATS):
            news += self._update_crew(seat, outcome)
        return news

    def _update_crew(self, seat: int, outcome: MatchOutcome) -> list[str]:
        """Update a crew after a game and return the news about it."""
        before = self.crews[seat]
        kills = outcome.figures[f"kills {FACTIONS[seat]}"]
        survived = outcome.figures[f"alive {FACTIONS[seat]}"] > 0
        crew = self.crews[seat] = before.after(kills, survived)
        if not survived:
            return [f"{before.title} is killed. A new crew, {crew.title}, takes over."]
        if crew.may_become_expert():
            return [f"{crew.title} survives with a kill in {EXPERT_GAMES} games running and becomes Expert."]
        return [f"{crew.title} survives with a kill."] if kills else []

    # ---------------------------------------------------------------- standings

    def is_over(self) -> bool:
        """Return whether a side has won three games, or five have been played."""
        return max(self.wins) >= WINS_NEEDED or len(self.games) >= MAX_GAMES

    def verdict(self) -> str:
        """Return the score, or the final result."""
        high, low = max(self.wins), min(self.wins)
        if not self.games:
            return "No game has been played yet."
        if high == low:
            return f"The ladder is {'drawn' if self.is_over() else 'level'} at {high}-{low}."
        leader = self.names[self.wins.index(high)]
        if self.is_over():
            return f"{leader} wins the ladder {high}-{low}."
        return f"{leader} leads {high}-{low}."

    def heads(self) -> list[str]:
        """Return the column heads of the standings."""
        return ["Side", "Crew", "Games won", "Kills", "Progress to Expert", "Expert"]

    def rows(self) -> list[list[str]]:
        """Return a row for each side."""
        rows: list[list[str]] = []
        for seat, crew in enumerate(self.crews):
            kind = EXPERTS[crew.expert]
            progress = "" if kind else f"{min(crew.kill_streak, EXPERT_GAMES)} of {EXPERT_GAMES} games"
            rows.append([FACTIONS[seat], crew.title, str(self.wins[seat]), str(crew.kills), progress, kind or "none"])
        return rows


class LadderKind(CampaignKind):
    """The kind of campaign; `settings` are the options of its scenario that players choose."""

    def __init__(self, game: str, settings: dict[str, list[Value]]) -> None:
        seats = range(_SEATS, _SEATS + 1)
        figures = [f"{what} {FACTIONS[seat]}" for seat in range(_SEATS) for what in ("kills", "alive")]
        super().__init__(game, "ladder", "The ladder", _DESCRIPTION, [SCENARIO], seats, _SEATS, settings, figures)

    def begin(self, names: list[str], players: list[str], options: Values) -> Campaign:
        """Return a new ladder."""
        return Ladder(self, names, players, options)


def expert_option(seat: int) -> str:
    """Return the name of the scenario option for the Expert of a seat's crew."""
    return f"expert_{FACTIONS[seat].lower()}"


def expert_question(name: str, seat: int, crew: Crew) -> Question:
    """Return the choice of an Expert for a crew; `name` is that of the question."""
    text = f"{crew.title} becomes Expert: Warrior or Driver? You can choose only once."
    answers = [
        Answer(
            EXPERT_VALUES[EXPERT_WARRIOR], "Expert Warrior", "Has 1 more attack die wherever the arc has any (WW-G5)."
        ),
        Answer(
            EXPERT_VALUES[EXPERT_DRIVER],
            "Expert Driver",
            "May keep either movement die in a Turn, and may change one action die into a Turn (WW-G3, WW-G4).",
        ),
    ]
    return Question(name, seat, text, "WW-G2", answers)
