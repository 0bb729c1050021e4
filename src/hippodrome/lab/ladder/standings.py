"""Standings of the ladder: shares of wins with their intervals, ratings, and thinking times."""

from __future__ import annotations

import json
from collections.abc import Sequence

import hippodrome
from hippodrome.kit.game import Game, Lineup
from hippodrome.kit.state import Json
from hippodrome.lab.fitted_models import rate_players
from hippodrome.lab.ladder.matches import FULL_EFFORT_PERCENT, LadderMatch, lineups_of
from hippodrome.lab.round_robin import share_cells, share_json
from hippodrome.lab.simulation_report import DECIMALS, ReportTable
from hippodrome.lab.stats import percent

FORMAT_VERSION = 1


class GameLadder:
    """The ladder of one game."""

    def __init__(self, game: Game, levels: list[str], matches: list[LadderMatch]) -> None:
        self.game = game
        self.levels = levels
        self.matches = matches

    def json(self) -> Json:
        """Return the pairs, the weakest first, each by line-up, and the levels; the keys are stored in ladder.json."""
        pairs = dict.fromkeys([(match.one, match.other) for match in self.matches])
        return {
            "game": self.game.slug,
            "title": self.game.title,
            "version": self.game.version,
            "pairs": [self._pair(*pair) for pair in pairs],
            "levels": self._levels(),
        }

    def _pair(self, one: str, other: str) -> Json:
        matches = [match for match in self.matches if (match.one, match.other) == (one, other)]
        lineups = []
        for lineup in lineups_of(self.game):
            inside = [match for match in matches if match.kind == lineup.key]
            if inside:
                lineups.append({**_lineup_json(lineup), **_scores_json(inside)})
        return {"one": one, "other": other, **_scores_json(matches), "kinds": lineups}

    def _levels(self) -> list[Json]:
        """Return the rating of each level and its mean thinking time per decision."""
        ratings = rate_players(self.levels, [(match.seats, match.places) for match in self.matches])
        rows = []
        for level in self.levels:
            decisions, seconds = self._thinking_time(level)
            rating, uncertainty = ratings[level]
            rows.append(
                {
                    "level": level,
                    "rating": round(rating, 2),
                    "doubt": round(uncertainty, 2),
                    "decisions": decisions,
                    "milliseconds": round(1000 * seconds / decisions, 3) if decisions else 0.0,
                }
            )
        return rows

    def _thinking_time(self, level: str) -> tuple[int, float]:
        """Return the number of decisions of a level, and their total processor time in seconds."""
        decisions, seconds = 0, 0.0
        for match in self.matches:
            for place, name in enumerate((match.one, match.other)):
                if name == level:
                    decisions += match.decisions[place]
                    seconds += match.seconds[place]
        return decisions, seconds


def _lineup_json(lineup: Lineup) -> Json:
    return {"kind": lineup.title, "scenario": lineup.scenario, "seats": lineup.seats, "options": dict(lineup.options)}


def _scores_json(matches: Sequence[LadderMatch]) -> Json:
    """Return the number of matches, and the first level's shares of wins and of seats finished ahead."""
    return {
        "games": len(matches),
        "won": share_json(sum(match.won for match in matches), len(matches)),
        "ahead": round(sum(match.ahead for match in matches) / len(matches), DECIMALS),
    }


class LadderStandings:
    """The ladders of all games. The same settings give the same figures, except for thinking times."""

    def __init__(self, games: int, seed: int, effort: int, ladders: list[GameLadder]) -> None:
        self.games = games
        self.seed = seed
        self.effort = effort
        self.ladders = ladders

    def json(self) -> Json:
        """Return all figures, with keys in a fixed order."""
        return {
            "ladder": FORMAT_VERSION,
            "hippodrome": hippodrome.__version__,
            "seed": self.seed,
            "games": self.games,
            "effort": self.effort,
            "ladders": [ladder.json() for ladder in self.ladders],
        }

    def text(self) -> str:
        """Return the JSON as text."""
        return json.dumps(self.json(), indent=2, ensure_ascii=False) + "\n"

    def title(self) -> str:
        """Return one line that says what was played."""
        total = sum(len(ladder.matches) for ladder in self.ladders)
        effort = "" if self.effort == FULL_EFFORT_PERCENT else f", search effort {self.effort} %"
        return f"{total} matches, {self.games} per pair, seed {self.seed}{effort}"

    def tables(self) -> list[ReportTable]:
        """Return two tables per game: wins by pair, and the levels."""
        return [table for ladder in self.json()["ladders"] for table in (won_table(ladder), level_table(ladder))]


def won_table(ladder: Json) -> ReportTable:
    """Return the wins of each pair of a game, in total and by line-up."""
    rows = []
    for pair in ladder["pairs"]:
        name = f"{pair['one']} over {pair['other']}"
        rows.append([name, "all", str(pair["games"]), *share_cells(pair["won"]), percent(pair["ahead"])])
        rows += [
            ["", lineup["kind"], str(lineup["games"]), *share_cells(lineup["won"]), percent(lineup["ahead"])]
            for lineup in pair["kinds"]
        ]
    return ReportTable(ladder["title"], ["", "line-up", "matches", "won", "95 %", "ahead"], rows)


def level_table(ladder: Json) -> ReportTable:
    """Return the rating and thinking time of each level of a game."""
    rows = [
        [row["level"], f"{row['rating']:.1f}", f"{row['doubt']:.1f}", f"{row['milliseconds']:.3g} ms"]
        for row in ladder["levels"]
    ]
    return ReportTable(f"{ladder['title']}: levels", ["", "rating", "uncertainty", "per decision"], rows)
