"""The season: tracks in turn, points by place, standings and ties, and its file."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.kit.campaign import MatchOutcome, NotReadyError, Value, new_campaign, read_campaign
from hippodrome.kit.match import campaign_outcome
from hippodrome.kit.season import Season, points_of
from hippodrome.kit.toml_reader import DataError
from tests.support import clause

(KIND,) = hd.game("races").campaigns()
TRACKS = ["oval", "eight", "pass", "throat", "circus"]


def season(*names: str, **options: Value) -> Season:
    """Return a season in which nothing has been raced yet."""
    crews = list(names) or ["Ann", "Ben", "Cleo"]
    campaign = new_campaign(KIND, crews, ["me"] * len(crews), options)
    assert isinstance(campaign, Season)
    return campaign


def race(campaign: Season, *places: int) -> list[str]:
    """Add a race with these places."""
    name = f"{len(campaign.games) + 1:064}"
    return campaign.add_game(
        MatchOutcome("", name, campaign.next_scenario(), campaign.next_options(), list(places), {})
    )


@clause("CR-Q59")
@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2, 3], [10, 6, 4]),
        ([3, 1, 2], [4, 10, 6]),
        ([1, 1, 3], [8, 8, 4]),
        ([1, 2, 2, 4], [10, 5, 5, 3]),
        ([1, 2, 3, 4, 5, 6, 7, 8], [10, 6, 4, 3, 2, 1, 0, 0]),
        ([1, 2, 3, 4, 5, 6, 6, 6], [10, 6, 4, 3, 2, 0, 0, 0]),
    ],
)
def test_places_earn_points_and_shared_places_share_them(places: list[int], points: list[int]) -> None:
    assert points_of(places) == points


@clause("CR-Q59")
def test_a_season_goes_round_all_tracks_and_ends_after_its_races() -> None:
    campaign = season(races=6)
    tracks: list[str] = []
    while not campaign.is_over():
        tracks.append(campaign.next_scenario())
        race(campaign, 1, 2, 3)
    assert tracks == [*TRACKS, "oval"]
    assert campaign.verdict() == "Ann wins the season with 60 points."
    with pytest.raises(NotReadyError, match="The campaign is over"):
        race(campaign, 1, 2, 3)
    one = season(races=3, tracks="pass")
    race(one, 1, 2, 3)
    assert one.next_scenario() == "pass"


@clause("CR-Q59")
def test_the_standings_show_places_points_wins_and_results() -> None:
    campaign = season(races=3)
    assert campaign.verdict() == "No race has been run yet."
    news = race(campaign, 2, 1, 3)
    assert news == ["Race 1, Old Oval: Ben wins.", "Points: Ben 10, Ann 6 and Cleo 4."]
    race(campaign, 1, 3, 2)
    assert campaign.verdict() == "Ann leads with 16 points after 2 of 3 races."
    assert campaign.heads() == ["Side", "Player", "Place", "Points", "Wins", "Results"]
    assert campaign.rows() == [
        ["Red", "Ann", "1", "16", "1", "2 1"],
        ["White", "Ben", "2", "14", "1", "1 3"],
        ["Blue", "Cleo", "3", "10", "0", "3 2"],
    ]


@clause("CR-Q59")
def test_equal_points_are_decided_by_better_places_and_else_shared() -> None:
    level = season("Ann", "Ben", races=4)
    race(level, 1, 2)
    race(level, 2, 1)
    assert level.verdict() == "Ann and Ben share the lead with 16 points after 2 of 4 races."
    race(level, 1, 1)
    race(level, 1, 1)
    assert level.verdict() == "Ann and Ben share the season with 32 points."
    assert [row[2] for row in level.rows()] == ["1", "1"]
    wins = season("Ann", "Ben", "Cleo", "Dan", races=3)
    race(wins, 1, 2, 3, 4)  # 10, 6, 4, 3
    race(wins, 4, 2, 1, 3)  # 3, 6, 10, 4
    race(wins, 3, 2, 4, 1)  # 4, 6, 3, 10
    assert wins.points() == [17, 18, 17, 17]
    assert [row[2] for row in wins.rows()] == ["2", "1", "2", "2"]


@clause("CR-Q59")
def test_of_two_players_with_equal_points_the_one_with_more_wins_is_ahead() -> None:
    campaign = season("Ann", "Ben", "Cleo", "Dan", races=4, tracks="oval")
    race(campaign, 1, 2, 3, 4)  # Ann 10, Ben 6
    race(campaign, 4, 2, 1, 3)  # Ann 3, Ben 6
    race(campaign, 4, 3, 1, 2)  # Ann 3, Ben 4
    assert campaign.points()[:2] == [16, 16]
    assert campaign.rows()[0][2] < campaign.rows()[1][2]  # Ann has won a race


def test_a_season_is_replayed_from_its_file_and_rejects_other_races() -> None:
    campaign = season(races=3, laps=1)
    match = hd.new("races", "oval", seats=3, seed=4, options=campaign.next_options())
    while match.decision:
        match.play(match.proposals()[0])
    campaign.add_game(campaign_outcome(match, "one.record"))
    again = read_campaign(campaign.text(), "season.json", [KIND])
    assert again.rows() == campaign.rows()
    assert again.next_scenario() == "eight"
    with pytest.raises(NotReadyError, match="the campaign plays eight with 3 seats"):
        campaign.add_game(campaign_outcome(match, "two.record"))
    with pytest.raises(DataError, match="names: must be a list of 2 to 8 texts"):
        read_campaign(campaign.text().replace('"Ann",', "").replace('"Ben",', ""), "season.json", [KIND])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"races": 2}, "The option races cannot be 2; it can be: 5, 3, 4"),
        ({"tracks": "moon"}, "The option tracks cannot be 'moon'"),
        ({"weather": "rain"}, "has no option 'weather'; there are: races, tracks, field"),
    ],
)
def test_choices_that_a_season_does_not_have_are_refused(options: dict[str, Value], text: str) -> None:
    with pytest.raises(NotReadyError, match=text):
        season(**options)
    with pytest.raises(NotReadyError, match="A season is for 2 to 8 players, not 1"):
        season("Ann")
