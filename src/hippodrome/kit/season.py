"""Seasons: campaigns of several races with points by place.

Every race earns points; the player with the most points wins. A game offers a season with its tracks, the number of
players and the options that are chosen once for all races.
"""

from __future__ import annotations

from typing import Final

from hippodrome.kit.campaign import (
    Campaign,
    CampaignKind,
    CampaignSetting,
    MatchOutcome,
    NotReadyError,
    Question,
    Value,
    Values,
)
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.templates import join_words

SLUG: Final = "season"
POINTS: Final = (10, 6, 4, 3, 2, 1)
"""Points of the first places; later places earn none."""
RACES: Final = (5, 3, 4, 6, 7, 8, 9, 10)
"""Number of races, the default first."""
ROTATE: Final = "rotate"

Standing = tuple[int, ...]
"""The points of a player, then the number of first places, second places and so on. The greater standing leads."""


class Season(Campaign):
    """A season in progress."""

    kind: SeasonKind

    def __init__(self, kind: SeasonKind, names: list[str], players: list[str], options: Values) -> None:
        super().__init__(kind, names, players, options)
        self.kind = kind
        self.race_count = int(options["races"])

    # ---------------------------------------------------------------- races

    def next_scenario(self) -> str:
        """Return the track of the next race: the chosen one, or each in turn."""
        track = str(self.options["tracks"])
        tracks = self.kind.scenarios
        return tracks[len(self.games) % len(tracks)] if track == ROTATE else track

    def campaign_options(self) -> Values:
        """Return no options: all races have the options of the season."""
        return {}

    def questions(self) -> list[Question]:
        """Return no questions: nothing is decided between two races."""
        return []

    def apply_choice(self, seat: int, question: str, answer: str) -> list[str]:
        """Raise NotReadyError: nothing is decided between two races."""
        raise NotReadyError("Nothing is decided between two races.")

    def apply_game(self, outcome: MatchOutcome) -> list[str]:
        """Return the winners of a race and what it earned."""
        race = f"Race {len(self.games) + 1}, {self.kind.titles[outcome.scenario]}"
        earned = points_of(outcome.places)
        winners = [self.names[seat] for seat, place in enumerate(outcome.places) if place == 1]
        first = f"{race}: {join_words(winners)} {'wins' if len(winners) == 1 else 'share the first place'}."
        ranked = sorted(range(self.seats), key=lambda seat: (outcome.places[seat], seat))
        gains = [f"{self.names[seat]} {earned[seat]}" for seat in ranked if earned[seat]]
        return [first, f"Points: {join_words(gains)}."]

    # ---------------------------------------------------------------- standings

    def points(self) -> list[int]:
        """Return the points of each seat so far."""
        totals = [0] * self.seats
        for game in self.games:
            for seat, earned in enumerate(points_of(game.places)):
                totals[seat] += earned
        return totals

    def standings(self) -> list[Standing]:
        """Return the standing of each seat; equal points are decided by the better places."""
        totals = self.points()
        return [
            (totals[seat], *[self.count_places(seat, place) for place in range(1, self.seats + 1)])
            for seat in range(self.seats)
        ]

    def count_places(self, seat: int, place: int) -> int:
        """Return how often a seat came in at a place."""
        return len([game for game in self.games if game.places[seat] == place])

    def leaders(self) -> list[int]:
        """Return the seats with the best standing."""
        standings = self.standings()
        return [seat for seat, standing in enumerate(standings) if standing == max(standings)]

    def is_over(self) -> bool:
        """Return whether all races have been run."""
        return len(self.games) >= self.race_count

    def verdict(self) -> str:
        """Return who leads or has won, with their points."""
        if not self.games:
            return "No race has been run yet."
        leaders = self.leaders()
        names = join_words([self.names[seat] for seat in leaders])
        points = count_text(self.points()[leaders[0]], "point")
        if self.is_over():
            return f"{names} {'wins' if len(leaders) == 1 else 'share'} the season with {points}."
        run = f"after {len(self.games)} of {count_text(self.race_count, 'race')}"
        return f"{names} {'leads' if len(leaders) == 1 else 'share the lead'} with {points} {run}."

    def heads(self) -> list[str]:
        """Return the column heads of the standings."""
        return ["Side", "Player", "Place", "Points", "Wins", "Results"]

    def rows(self) -> list[list[str]]:
        """Return a row for each seat."""
        standings = self.standings()
        rows: list[list[str]] = []
        for seat, standing in enumerate(standings):
            place = 1 + len([other for other in standings if other > standing])
            results = " ".join([str(game.places[seat]) for game in self.games])
            rows.append([FACTIONS[seat], self.names[seat], str(place), str(standing[0]), str(standing[1]), results])
        return rows


class SeasonKind(CampaignKind):
    """The season of a game. `titles` are the titles of its tracks by scenario, in racing order."""

    def __init__(
        self,
        game: str,
        titles: dict[str, str],
        seats: range,
        default_seats: int,
        settings: dict[str, list[Value]],
    ) -> None:
        self.titles = titles
        first = ", ".join([str(points) for points in POINTS[:-1]])
        text = f"""\
Several races with points by place: {first} and {POINTS[-1]}. The most points win the season. If points are equal, \
more wins decide, then more second places, and so on."""
        tracks = [ROTATE, *titles]
        labels = ["All in turn", *titles.values()]
        own_settings = [
            CampaignSetting("races", "Races", "Number of races in the season.", list(RACES), [str(n) for n in RACES]),
            CampaignSetting("tracks", "Tracks", "Race on all tracks in turn, or always on one.", list(tracks), labels),
        ]
        super().__init__(
            game, SLUG, "A season", text, list(titles), seats, default_seats, settings, [], own_settings, "race"
        )  # fmt: skip

    def begin(self, names: list[str], players: list[str], options: Values) -> Campaign:
        """Return a new season."""
        return Season(self, names, players, options)


def points_of(places: list[int]) -> list[int]:
    """Return the points that each seat earns; those who share a place share its points, rounded down."""
    earned: list[int] = []
    for place in places:
        sharing = places.count(place)
        earned.append(sum(POINTS[place - 1 : place - 1 + sharing]) // sharing)
    return earned


def count_text(number: int, thing: str) -> str:
    """Return a number of things: "2 races"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
