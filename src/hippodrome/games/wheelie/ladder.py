"""The ladder: best of five duels between two crews that grow (WW-G1, WW-G2, WW-G6).

A crew that has a kill in two games running, and lives through both, becomes Expert. One whose chariot is lost at zero
dice has a new one in the next game (WW-I12); a killed crew is followed by a new one, which starts afresh.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.crews import EXPERT_GAMES, Crew
from hippodrome.games.wheelie.formatting import EXPERTS
from hippodrome.games.wheelie.state import EXPERT_DRIVER, EXPERT_WARRIOR
from hippodrome.kit.campaign import Answer, Campaign, CampaignKind, Outcome, Question, Value, Values
from hippodrome.kit.scene import FACTIONS

SCENARIO: Final = "ladder"
MAX_GAMES: Final = 5
WINS_NEEDED: Final = 3  # games won
EXPERT_QUESTION: Final = "expert"  # the question
_EXPERT_VALUES: Final = ("none", "driver", "warrior")  # values of the scenario's options, by kind of Expert
_SEATS: Final = 2
_DESCRIPTION: Final = """\
Best of five duels between two crews. A crew with a kill in two games running that lives through both becomes Expert; \
a killed crew starts afresh."""


class Ladder(Campaign):
    """A ladder in progress: the crews as they are now, and the games that each side has won."""

    def __init__(self, kind: CampaignKind, names: list[str], players: list[str], options: Values) -> None:
        super().__init__(kind, names, players, options)
        self.crews = [Crew(name) for name in names]
        self.wins = [0] * _SEATS

    def campaign_options(self) -> Values:
        """Who is Expert, and of which kind."""
        return {expert_option(seat): _EXPERT_VALUES[self.crews[seat].expert] for seat in range(_SEATS)}

    def questions(self) -> list[Question]:
        """WW-G1, WW-G2, WW-G6: which kind of Expert, asked once; nothing after the last game."""
        if self.is_over():
            return []
        return [_question(seat, crew) for seat, crew in enumerate(self.crews) if crew.may_become_expert()]

    def apply_choice(self, seat: int, question: str, answer: str) -> list[str]:
        """Return a crew becomes Expert."""
        crew = self.crews[seat] = self.crews[seat].become(_EXPERT_VALUES.index(answer))
        return [f"{crew.title}: the crew has an {EXPERTS[crew.expert]} from now on."]

    def apply_game(self, outcome: Outcome) -> list[str]:
        """Count the game and its kills, and see who lives."""
        winners = [seat for seat in range(_SEATS) if outcome.places[seat] == 1]
        told = [f"Game {len(self.games) + 1} is drawn."]
        if len(winners) == 1:
            self.wins[winners[0]] += 1
            told = [f"Game {len(self.games) + 1} goes to {self.crews[winners[0]].title}."]
        for seat in range(_SEATS):
            told += self._update_crew(seat, outcome)
        return told

    def _update_crew(self, seat: int, outcome: Outcome) -> list[str]:
        """What a game has made of a crew."""
        before = self.crews[seat]
        kills = outcome.figures[f"kills {FACTIONS[seat]}"]
        alive = outcome.figures[f"alive {FACTIONS[seat]}"] > 0
        crew = self.crews[seat] = before.after(kills, alive)
        if not alive:
            return [f"{before.title}: the crew is killed. A new one, {crew.title}, starts afresh."]
        if crew.may_become_expert():
            return [f"{crew.title}: a kill in {EXPERT_GAMES} games running, and alive. The crew becomes Expert."]
        return [f"{crew.title}: a kill, and alive."] if kills else []

    # ---------------------------------------------------------------- standings

    def is_over(self) -> bool:
        """Return whether somebody has won three games, or five have been played."""
        return max(self.wins) >= WINS_NEEDED or len(self.games) >= MAX_GAMES

    def verdict(self) -> str:
        """Who leads, or has won."""
        high, low = max(self.wins), min(self.wins)
        if not self.games:
            return "No game has been played yet."
        if high == low:
            return f"{'The ladder is drawn with' if self.is_over() else 'It stands'} {_games_text(high)} each."
        leader = self.names[self.wins.index(high)]
        if self.is_over():
            return f"The ladder goes to {leader} by {_games_text(high)} to {low}."
        return f"It stands {_games_text(high)} to {low} for {leader}."

    def heads(self) -> list[str]:
        """Return the heads of the standings."""
        return ["Side", "Crew", "Games won", "Kills", "Towards Expert", "Expert"]

    def rows(self) -> list[list[str]]:
        """Return a row for each side."""
        found: list[list[str]] = []
        for seat, crew in enumerate(self.crews):
            kind = EXPERTS[crew.expert]
            towards = "" if kind else f"{min(crew.running, EXPERT_GAMES)} of {EXPERT_GAMES} games"
            found.append([FACTIONS[seat], crew.title, str(self.wins[seat]), str(crew.kills), towards, kind or "none"])
        return found


class LadderKind(CampaignKind):
    """The ladder as something to begin; `settings` are the options of its scenario that its players choose."""

    def __init__(self, game: str, settings: dict[str, list[Value]]) -> None:
        figures = [f"{what} {FACTIONS[seat]}" for seat in range(_SEATS) for what in ("kills", "alive")]
        super().__init__(game, "ladder", "The ladder", _DESCRIPTION, SCENARIO, _SEATS, settings, figures)

    def begin(self, names: list[str], players: list[str], options: Values) -> Campaign:
        """Return a ladder with fresh crews."""
        return Ladder(self, names, players, options)


def expert_option(seat: int) -> str:
    """Return the option of the scenario that says whether a seat's crew is Expert."""
    return f"expert_{FACTIONS[seat].lower()}"


def _question(seat: int, crew: Crew) -> Question:
    text = f"{crew.title}: the crew becomes Expert. Warrior or Driver? This is chosen once."
    answers = [
        Answer(_EXPERT_VALUES[EXPERT_WARRIOR], "Expert Warrior", "One attack die more wherever the arc has any (WW-G5)."),
        Answer(
            _EXPERT_VALUES[EXPERT_DRIVER],
            "Expert Driver",
            "May keep either movement die in a Turn, and may change one action die into a Turn (WW-G3, WW-G4).",
        ),
    ]
    return Question(EXPERT_QUESTION, seat, text, "WW-G2", answers)


def _games_text(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"
