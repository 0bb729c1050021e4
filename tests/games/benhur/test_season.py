"""The season of Ben-Hur: all tracks in turn, points by place, and races that are added from their records."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.benhur.state import Race
from hippodrome.kit.campaign import MatchOutcome, NotReadyError, Value, new_campaign, read_campaign
from hippodrome.kit.match import campaign_outcome
from hippodrome.kit.season import Season
from tests.support import clause

(KIND,) = hd.game("benhur").campaigns()
TRACKS = ["river", "circus", "arena", "villa", "serpent"]


def season(*names: str, **options: Value) -> Season:
    """Return a season in which nothing has been raced yet."""
    drivers = list(names) or ["Messala", "Judah"]
    campaign = new_campaign(KIND, drivers, ["me"] * len(drivers), options)
    assert isinstance(campaign, Season)
    return campaign


def run_race(campaign: Season, seed: int) -> hd.Match:
    """Race the next track of a season with random moves, add the match and return it."""
    match = hd.new("benhur", campaign.next_scenario(), seats=campaign.seats, seed=seed, options=campaign.next_options())
    chance = Chance(seed)
    while match.decision:
        actions = match.proposals()
        match.play(actions[chance.below(len(actions))])
    campaign.add_game(campaign_outcome(match, f"{len(campaign.games)}.record"))
    return match


@clause("BH-Q52")
def test_a_season_takes_the_tracks_in_turn_and_starts_with_a_jump() -> None:
    campaign = season("Ann", "Ben", "Cleo", races=6)
    tracks: list[str] = []
    while not campaign.is_over():
        tracks.append(campaign.next_scenario())
        name = f"{len(campaign.games):064}"
        campaign.add_game(MatchOutcome("", name, tracks[-1], campaign.next_options(), [1, 2, 3], {}))
    assert tracks == [*TRACKS, "river"]
    assert campaign.points() == [60, 36, 24]
    assert campaign.verdict() == "Ann wins the season with 60 points."


@clause("BH-Q52", "BH-D1")
def test_the_options_of_a_season_hold_for_every_race_and_each_starts_with_all_wounds() -> None:
    campaign = season(races=3, laps=1, wounds=3, repeat_contact="stop", first_turn="free", tricks=0)
    for seed in range(3):
        match = run_race(campaign, seed)
        first = hd.new("benhur", match.setup.scenario.slug, seats=2, seed=1, options=match.setup.options)
        assert isinstance(first.state, Race)
        assert [chariot.wounds for chariot in first.state.chariots] == [3, 3]
        assert match.setup.options.items() >= {"laps": 1, "repeat_contact": "stop", "first_turn": "free"}.items()
    assert campaign.is_over()
    assert sum(campaign.points()) == 3 * 16
    assert [game.scenario for game in campaign.games] == TRACKS[:3]
    assert read_campaign(campaign.text(), "season.json", [KIND]).rows() == campaign.rows()


@clause("BH-Q52", "BH-Q1")
def test_a_race_of_another_track_or_with_seven_drivers_does_not_fit() -> None:
    campaign = season(laps=1)
    other = hd.new("benhur", "circus", seats=2, seed=1, options=campaign.next_options())
    while other.decision:
        other.play(other.proposals()[0])
    with pytest.raises(NotReadyError, match="the campaign plays river with 2 seats"):
        campaign.add_game(campaign_outcome(other, "one.record"))
    with pytest.raises(NotReadyError, match="A season is for 2 to 6 players, not 7"):
        season(*"ABCDEFG")
