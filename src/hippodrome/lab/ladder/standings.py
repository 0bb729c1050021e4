"""What came of the ladder: shares of wins with their intervals, ratings, and how long each level thinks."""

from __future__ import annotations

import json
from collections.abc import Sequence

import hippodrome
from hippodrome.kit.game import Game
from hippodrome.kit.state import Json
from hippodrome.lab.ladder.lineups import Lineup, lineups_of
from hippodrome.lab.ladder.matches import FULL_EFFORT_PERCENT, LadderMatch
from hippodrome.lab.ratings import rate_players
from hippodrome.lab.round_robin import share_cells, share_json
from hippodrome.lab.simulation_report import DIGITS, ReportTable

FORMAT = 1


class GameLadder:
    """The ladder of one game."""

    def __init__(self, game: Game, levels: list[str], meetings: list[LadderMatch]) -> None:
        self.game = game
        self.levels = levels
        self.meetings = meetings

    def json(self) -> Json:
        """Pairs, the weakest first, each with its kinds of matches; and levels."""
        pairs = dict.fromkeys([(meeting.one, meeting.other) for meeting in self.meetings])
        return {
            "game": self.game.slug,
            "title": self.game.title,
            "version": self.game.version,
            "pairs": [self._pair(*pair) for pair in pairs],
            "levels": self._levels(),
        }

    def _pair(self, one: str, other: str) -> Json:
        met = [meeting for meeting in self.meetings if (meeting.one, meeting.other) == (one, other)]
        kinds = []
        for kind in lineups_of(self.game):
            inside = [meeting for meeting in met if meeting.kind == kind.key]
            if inside:
                kinds.append({**_told(kind), **_counted(inside)})
        return {"one": one, "other": other, **_counted(met), "kinds": kinds}

    def _levels(self) -> list[Json]:
        """How strong each level is, and how long it thinks about a decision."""
        ratings = rate_players(self.levels, [(meeting.seats, meeting.places) for meeting in self.meetings])
        found = []
        for level in self.levels:
            decisions, seconds = self._thought(level)
            rating, doubt = ratings[level]
            found.append(
                {
                    "level": level,
                    "rating": round(rating, 2),
                    "doubt": round(doubt, 2),
                    "decisions": decisions,
                    "milliseconds": round(1000 * seconds / decisions, 3) if decisions else 0.0,
                }
            )
        return found

    def _thought(self, level: str) -> tuple[int, float]:
        """How many decisions a level took, and the processor time of all of them."""
        decisions, seconds = 0, 0.0
        for meeting in self.meetings:
            for place, name in enumerate((meeting.one, meeting.other)):
                if name == level:
                    decisions += meeting.decisions[place]
                    seconds += meeting.seconds[place]
        return decisions, seconds


def _told(kind: Lineup) -> Json:
    return {"kind": kind.title, "scenario": kind.scenario, "seats": kind.seats, "options": dict(kind.options)}


def _counted(met: Sequence[LadderMatch]) -> Json:
    """How many matches, who won them, and who finished ahead of whom."""
    return {
        "games": len(met),
        "won": share_json(sum(meeting.won for meeting in met), len(met)),
        "ahead": round(sum(meeting.ahead for meeting in met) / len(met), DIGITS),
    }


class Ladder:
    """The outcome. The same question gives the same figures, but for the time that programs thought."""

    def __init__(self, games: int, seed: int, effort: int, rungs: list[GameLadder]) -> None:
        self.games = games
        self.seed = seed
        self.effort = effort
        self.rungs = rungs

    def json(self) -> Json:
        """Everything, in a fixed order of keys."""
        return {
            "ladder": FORMAT,
            "hippodrome": hippodrome.__version__,
            "seed": self.seed,
            "games": self.games,
            "effort": self.effort,
            "ladders": [rungs.json() for rungs in self.rungs],
        }

    def text(self) -> str:
        """Return the JSON as text, for files and pipes."""
        return json.dumps(self.json(), indent=2, ensure_ascii=False) + "\n"

    def title(self) -> str:
        """What was played, in a line."""
        total = sum(len(rungs.meetings) for rungs in self.rungs)
        part = "" if self.effort == FULL_EFFORT_PERCENT else f", looking ahead with {self.effort} % of the effort"
        return f"{total} matches, {self.games} a pair, seed {self.seed}{part}"

    def tables(self) -> list[ReportTable]:
        """Return the outcome for people: two tables a game."""
        return [table for found in self.json()["ladders"] for table in (won_table(found), level_table(found))]


def won_table(found: Json) -> ReportTable:
    """Who beats whom in a game, in all kinds of matches and in each."""
    rows = []
    for pair in found["pairs"]:
        name = f"{pair['one']} over {pair['other']}"
        rows.append([name, "all", str(pair["games"]), *share_cells(pair["won"]), f"{pair['ahead']:.1%}"])
        rows += [
            ["", kind["kind"], str(kind["games"]), *share_cells(kind["won"]), f"{kind['ahead']:.1%}"]
            for kind in pair["kinds"]
        ]
    return ReportTable(found["title"], ["", "matches of", "number", "won", "95 %", "ahead"], rows)


def level_table(found: Json) -> ReportTable:
    """How strong each level is, and how long it thinks."""
    rows = [
        [row["level"], f"{row['rating']:.1f}", f"{row['doubt']:.1f}", f"{row['milliseconds']:.3g} ms"]
        for row in found["levels"]
    ]
    return ReportTable(f"{found['title']}: levels", ["", "rating", "doubt", "a decision"], rows)
