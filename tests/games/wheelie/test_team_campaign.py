"""The team campaign: a crew for every chariot, kills in two battles running, Experts."""

from __future__ import annotations

import json

import pytest

import hippodrome as hd
from hippodrome.games.wheelie import teams
from hippodrome.games.wheelie.state import DESTROYED, Skirmish
from hippodrome.kit.campaign import MatchOutcome, NotReadyError, new_campaign, read_campaign
from hippodrome.kit.match import campaign_outcome
from tests.support import clause

KIND = next(kind for kind in hd.game("wheelie").campaigns() if kind.slug == "team")


def team(**options: int | str) -> teams.TeamCampaign:
    campaign = new_campaign(KIND, ["Falcons", "Bulls"], ["driver", "driver"], options)
    assert isinstance(campaign, teams.TeamCampaign)
    return campaign


def play_battle(
    campaign: teams.TeamCampaign, winner: int = 0, kills: tuple[str, ...] = (), dead: tuple[str, ...] = ()
) -> None:
    """Add a battle; crews are named as in `Red 2`."""
    figures = {}
    for side, index in teams.all_crews():
        crew = teams.crew_title(side, index)
        figures[f"kills {crew}"] = 1 if crew in kills else 0
        figures[f"alive {crew}"] = 0 if crew in dead else 1
    places = [1, 2] if winner == 0 else [2, 1]
    name = f"battle {len(campaign.games) + 1}"
    campaign.add_game(MatchOutcome(name, name, "team", campaign.next_options(), places, figures))


@clause("WW-G1", "WW-G2", "WW-G6")
def test_each_crew_has_its_own_way_to_an_expert() -> None:
    campaign = team(per_side=3)
    play_battle(campaign, kills=("Red 2", "White 1"))
    play_battle(campaign, kills=("Red 2", "White 1"), dead=("White 1",))
    (question,) = campaign.questions()
    assert (question.seat, question.name, question.rule) == (0, "expert 2", "WW-G2")
    with pytest.raises(NotReadyError, match="First decide"):
        play_battle(campaign)
    campaign.decide(0, "expert 2", "driver")
    options = campaign.next_options()
    assert options["expert_red_2"] == "driver"
    assert [options[teams.crew_option(*crew)] for crew in teams.all_crews()].count("none") == 7
    assert [row[1] for row in campaign.rows()][3] == "Bulls 1 II"
    assert len(campaign.rows()) == 6
    assert read_campaign(campaign.text(), "team.json", [KIND]).text() == campaign.text()


def test_all_battles_are_played_and_the_most_wins_decide() -> None:
    campaign = team(battles=3)
    assert campaign.verdict() == "No battle has been played yet."
    for winner in (1, 1, 0):
        assert not campaign.is_over()
        play_battle(campaign, winner)
    assert campaign.is_over()
    assert campaign.verdict() == "Bulls wins the campaign 2-1."
    assert json.loads(campaign.text())["options"]["battles"] == 3


@clause("WW-G1", "WW-G5")
def test_a_battle_starts_with_its_experts_and_reports_every_crew() -> None:
    match = hd.new("wheelie", "team", options={"per_side": 2, "expert_white_2": "warrior"}, seed=1)
    state = match.state
    assert isinstance(state, Skirmish)
    assert [(int(unit.side), int(unit.expert)) for unit in state.units] == [(0, 0), (1, 0), (0, 0), (1, 2)]
    state.units[3].kills = 1
    state.units[2].status = DESTROYED
    figures = match.game.analysis.match_statistics(state)
    assert (figures["kills White 2"], figures["alive Red 2"], figures["alive White 1"]) == (1, 0, 1)
    assert (figures["kills Red 4"], figures["alive Red 4"]) == (0, 0)
    assert set(KIND.figures) <= set(figures)
    with pytest.raises(NotReadyError, match="not over"):
        campaign_outcome(match, "battle 1")
