"""The ladder: crews that gain experience over a best of five, and the file that stores them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.games.wheelie.ladder import Ladder
from hippodrome.kit.campaign import MatchOutcome, NotReadyError, new_campaign, read_campaign
from hippodrome.kit.match import campaign_outcome
from hippodrome.kit.toml_reader import DataError
from tests.support import clause

KIND = hd.game("wheelie").campaigns()[0]


def ladder(*names: str) -> Ladder:
    """Return a ladder in which nothing has been played yet."""
    campaign = new_campaign(KIND, list(names) or ["Falcons", "Bulls"], ["me", "random"], {})
    assert isinstance(campaign, Ladder)
    return campaign


def play_game(campaign: Ladder, winner: int = 0, red: str = "", white: str = "", **options: str) -> list[str]:
    """Play a game: the winner (-1 for a draw), and "kill" and "dead" for each crew."""
    places = [1, 1] if winner < 0 else [1 if seat == winner else 2 for seat in range(2)]
    figures = {
        "kills Red": int("kill" in red),
        "alive Red": int("dead" not in red),
        "kills White": int("kill" in white),
        "alive White": int("dead" not in white),
    }
    name = f"{len(campaign.games) + 1:064}"
    return campaign.add_game(
        MatchOutcome(f"game {name[-1]}", name, "ladder", {**campaign.next_options(), **options}, places, figures)
    )


# -------------------------------------------------------------------- Experts


@clause("WW-G1")
def test_a_kill_in_two_games_running_makes_a_crew_expert() -> None:
    campaign = ladder()
    play_game(campaign, red="kill")
    assert campaign.questions() == []
    news = play_game(campaign, red="kill")
    assert "Falcons survives with a kill in 2 games running and becomes Expert." in news
    (question,) = campaign.questions()
    assert (question.seat, question.default.name) == (0, "warrior")


@clause("WW-G1")
def test_a_game_without_a_kill_ends_the_streak() -> None:
    campaign = ladder()
    play_game(campaign, red="kill")
    play_game(campaign, -1)
    play_game(campaign, red="kill")
    assert campaign.questions() == []
    assert campaign.crews[0].kill_streak == 1


@clause("WW-G1", "WW-G2", "WW-G6", "WW-I12")
def test_the_kind_of_expert_is_chosen_once_and_used_in_the_next_game() -> None:
    campaign = ladder()
    play_game(campaign, 1, red="kill")
    play_game(campaign, 1, red="kill")
    assert [question.seat for question in campaign.questions()] == [0]  # a lost chariot does not end the streak
    with pytest.raises(NotReadyError, match="must be warrior or driver, not cook"):
        campaign.decide(0, "expert", "cook")
    campaign.decide(0, "expert", "driver")
    assert campaign.next_options()["expert_red"] == "driver"
    assert campaign.next_options()["expert_white"] == "none"
    with pytest.raises(NotReadyError, match="Red has nothing to decide"):
        campaign.decide(0, "expert", "warrior")
    play_game(campaign, 1, red="kill")
    assert campaign.questions() == []


@clause("WW-G2")
def test_a_game_is_refused_before_the_choice_whose_default_is_a_warrior() -> None:
    campaign = ladder()
    play_game(campaign, red="kill")
    play_game(campaign, 1, red="kill")
    with pytest.raises(NotReadyError, match="First decide this: Falcons"):
        play_game(campaign)
    campaign.decide_rest()
    assert campaign.next_options()["expert_red"] == "warrior"
    assert campaign.rows()[0][-1] == "Expert Warrior"


@clause("WW-G1", "WW-CC2", "WW-I8")
def test_a_killed_crew_is_replaced_by_a_new_one() -> None:
    campaign = ladder()
    play_game(campaign, 1, red="kill")
    play_game(campaign, 1, red="kill")
    campaign.decide_rest()
    news = play_game(campaign, 0, red="kill dead")
    assert "Falcons is killed. A new crew, Falcons II, takes over." in news
    assert campaign.next_options()["expert_red"] == "none"
    assert campaign.rows()[0][1:4] == ["Falcons II", "1", "0"]


# -------------------------------------------------------------------- best of five


def test_the_ladder_ends_with_the_third_win() -> None:
    campaign = ladder()
    assert campaign.verdict() == "No game has been played yet."
    for winner in (0, 1, 0):
        play_game(campaign, winner)
    assert campaign.verdict() == "Falcons leads 2-1."
    play_game(campaign, 0)
    assert campaign.is_over()
    assert campaign.verdict() == "Falcons wins the ladder 3-1."
    with pytest.raises(NotReadyError, match="The campaign is over"):
        play_game(campaign)


def test_the_ladder_ends_after_five_games_even_if_drawn() -> None:
    campaign = ladder()
    for winner in (0, 1, -1, -1, -1):
        assert not campaign.is_over()
        play_game(campaign, winner, red="kill")
        campaign.decide_rest()
    assert campaign.is_over()
    assert campaign.questions() == []
    assert campaign.verdict() == "The ladder is drawn at 1-1."


# -------------------------------------------------------------------- matches


def test_a_finished_match_is_added_with_its_statistics() -> None:
    campaign = ladder()
    match = hd.new("wheelie", "ladder", seats=2, seed=3, options=campaign.next_options())
    with pytest.raises(NotReadyError, match="not over yet"):
        campaign_outcome(match, "here")
    while match.decision:
        match.play(match.proposals()[0])
    campaign.add_game(campaign_outcome(match, "here"))
    assert campaign.games[0].commitment == match.commitment
    with pytest.raises(NotReadyError, match="in the campaign already"):
        campaign.add_game(campaign_outcome(match, "here"))


def test_a_match_with_other_options_or_scenario_is_refused() -> None:
    campaign = ladder()
    with pytest.raises(NotReadyError, match="played with expert_red driver; it must be none"):
        play_game(campaign, expert_red="driver")
    with pytest.raises(NotReadyError, match="does not fit: the campaign plays ladder with 2"):
        campaign.add_game(MatchOutcome("", "", "duel", campaign.next_options(), [1, 2], {}))
    assert campaign.entries == []


@pytest.mark.parametrize(
    ("names", "options", "why"),
    [
        (["A"], {}, "for 2 players, not 1"),
        (["A", "a"], {}, "All names must be different"),
        (["A", " "], {}, "1 to 24 printable characters"),
        (["A", "B"], {"expert_red": "driver"}, "no option 'expert_red'"),
        (["A", "B"], {"morale": "maybe"}, "it can be: on, off"),
    ],
)
def test_a_campaign_that_cannot_begin_gives_the_reason(names: list[str], options: dict[str, str], why: str) -> None:
    with pytest.raises(NotReadyError, match=why):
        new_campaign(KIND, names, ["me"] * len(names), options)


# -------------------------------------------------------------------- the file


@pytest.fixture
def saved_data() -> dict[str, Any]:
    """Return the file of a ladder with two games and a choice, as JSON."""
    campaign = ladder()
    play_game(campaign, red="kill")
    play_game(campaign, red="kill", white="dead")
    campaign.decide(0, "expert", "driver")
    data: dict[str, Any] = json.loads(campaign.text())
    return data


def read(saved_data: dict[str, Any]) -> Ladder:
    """Return the ladder of a file."""
    campaign = read_campaign(json.dumps(saved_data, indent=1), "war.json", [KIND])
    assert isinstance(campaign, Ladder)
    return campaign


def test_a_saved_campaign_loads_unchanged(saved_data: dict[str, Any]) -> None:
    campaign = read(saved_data)
    assert json.loads(campaign.text()) == saved_data
    assert campaign.text() == read(json.loads(campaign.text())).text()
    assert campaign.rows()[0] == ["Red", "Falcons", "2", "2", "", "Expert Driver"]
    assert campaign.rows()[1][1] == "Bulls II"


def test_a_campaign_older_than_an_option_is_read_with_its_default(saved_data: dict[str, Any]) -> None:
    del saved_data["options"]["spare_aim"]
    for entry in saved_data["entries"]:
        entry.get("options", {}).pop("spare_aim", None)
    assert read(saved_data).next_options()["spare_aim"] == "any"
    saved_data["entries"][0]["options"]["spare_aim"] = "second"
    with pytest.raises(DataError, match="spare_aim second; it must be any"):
        read(saved_data)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "something"}, r"war.json, line 2, format: must be 'hippodrome campaign 1'"),
        ({"game": "chess"}, r"line 3, game: must be one of wheelie"),
        ({"names": ["A"]}, r"line 5, names: must be a list of 2 texts"),
        ({"options": {"morale": 7}}, r"options: The option morale cannot be 7"),
        ({"surprise": 1}, r"line \d+, surprise: unknown key"),
        ({"entries": [3]}, r"entries\[0\]: must be an object"),
    ],
)
def test_an_error_at_the_top_of_a_file_is_reported(
    saved_data: dict[str, Any], change: dict[str, Any], why: str
) -> None:
    with pytest.raises(DataError, match=why):
        read({**saved_data, **change})


@pytest.mark.parametrize(
    ("place", "change", "why"),
    [
        (0, {"places": [2, 2]}, r"line \d+, entries\[0\].places: must be places from 1 to 2"),
        (0, {"figures": {}}, r"entries\[0\].figures: 'kills Red' is missing"),
        (0, {"figures": {"kills Red": -1}}, r"entries\[0\].figures"),
        (1, {"options": {}}, r"entries\[1\]: this does not follow .* played with expert_red None"),
        (1, {"kind": "feast"}, r"entries\[1\].kind: must be one of game, choice"),
        (2, {"answer": "cook"}, r"entries\[2\]: this does not follow .* not cook"),
        (2, {"seat": 1}, r"entries\[2\]: this does not follow .* White has nothing to decide"),
        (2, {"seat": True}, r"entries\[2\].seat: must be a whole number, not true"),
        (2, {"more": ""}, r"entries\[2\].more: unknown key"),
    ],
)
def test_an_invalid_entry_is_reported(saved_data: dict[str, Any], place: int, change: dict[str, Any], why: str) -> None:
    saved_data["entries"][place].update(change)
    with pytest.raises(DataError, match=why):
        read(saved_data)


def test_an_error_reports_the_line_of_its_key(saved_data: dict[str, Any]) -> None:
    saved_data["entries"][1]["figures"]["alive White"] = "no"
    text = json.dumps(saved_data, indent=1)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if '"no"' in row)
    with pytest.raises(DataError, match=rf"war.json, line {line}, entries\[1\].figures.alive White"):
        read_campaign(text, "war.json", [KIND])


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a JSON value: a container and a key or index of it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        yield value, key
        yield from places_in(part)


@pytest.mark.parametrize("other", [None, True, -1, 3, 10**30, 1.5, "", "x", "\ud800", "\n", [], {}, [[]], {"a": 1}])
def test_any_change_to_a_file_is_accepted_or_refused_with_its_line(saved_data: dict[str, Any], other: Any) -> None:
    errors: list[str] = []
    for holder, key in list(places_in(saved_data)):
        before = holder[key]
        holder[key] = other
        try:
            read(saved_data)
        except DataError as error:
            errors.append(str(error))
        holder[key] = before
    assert len(errors) > 40
    assert all(re.match(r"war.json, line \d+", text) for text in errors)


def test_a_deeply_nested_file_is_refused_with_its_line() -> None:
    with pytest.raises(DataError, match=r"^war.json, line 2: nested more than 16 deep"):
        read_campaign('{"format": 1, "entries":\n' + "[" * 20_000, "war.json", [KIND])


def test_a_duplicate_key_is_refused() -> None:
    with pytest.raises(DataError, match="the key 'names' appears twice"):
        read_campaign(ladder().text().replace('"players"', '"names"', 1), "war.json", [KIND])


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "hippodrome campaign 1"', "null", "[" * 100_000])
def test_a_file_that_is_not_a_campaign_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(DataError, match=r"war.json, line \d+"):
        read_campaign(text, "war.json", [KIND])


def test_a_game_cannot_be_duplicated_or_removed(saved_data: dict[str, Any]) -> None:
    twice = {**saved_data, "entries": [saved_data["entries"][0], *saved_data["entries"]]}
    with pytest.raises(DataError, match=r"entries\[1\].* in the campaign already"):
        read(twice)
    with pytest.raises(DataError, match=r"entries\[1\].* nothing to decide"):
        read({**saved_data, "entries": saved_data["entries"][1:]})
