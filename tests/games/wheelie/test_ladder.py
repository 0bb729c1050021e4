"""The ladder: crews that grow over best of five duels, and the file they are kept in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.games.wheelie.ladder import Ladder
from hippodrome.kit.campaign import NotReadyError, Outcome, new_campaign, read_campaign
from hippodrome.kit.match import campaign_outcome
from hippodrome.kit.toml_reader import DataError
from tests.support import clause

KIND = hd.game("wheelie").campaigns()[0]


def ladder(*names: str) -> Ladder:
    """A ladder in which nothing has been played yet."""
    found = new_campaign(KIND, list(names) or ["Falcons", "Bulls"], ["me", "random"], {})
    assert isinstance(found, Ladder)
    return found


def game(of: Ladder, winner: int = 0, red: str = "", white: str = "", **options: str) -> list[str]:
    """Play a game of it: who wins (-1: nobody), and for each crew "kill" and "dead"."""
    places = [1, 1] if winner < 0 else [1 if seat == winner else 2 for seat in range(2)]
    figures = {
        "kills Red": int("kill" in red),
        "alive Red": int("dead" not in red),
        "kills White": int("kill" in white),
        "alive White": int("dead" not in white),
    }
    name = f"{len(of.games) + 1:064}"
    return of.add_game(Outcome(f"game {name[-1]}", name, "ladder", {**of.next_options(), **options}, places, figures))


# -------------------------------------------------------------------- Experts


@clause("WW-G1")
def test_a_kill_in_two_games_running_makes_a_crew_expert() -> None:
    war = ladder()
    game(war, red="kill")
    assert war.questions() == []
    told = game(war, red="kill")
    assert "Falcons: a kill in 2 games running, and alive. The crew becomes Expert." in told
    (question,) = war.questions()
    assert (question.seat, question.default.name) == (0, "warrior")


@clause("WW-G1")
def test_a_game_without_a_kill_breaks_the_row() -> None:
    war = ladder()
    game(war, red="kill")
    game(war, -1)
    game(war, red="kill")
    assert war.questions() == []
    assert war.crews[0].kill_streak == 1


@clause("WW-G2", "WW-G6")
def test_the_kind_of_expert_is_chosen_once_and_played_with() -> None:
    war = ladder()
    game(war, red="kill")
    game(war, 1, red="kill")
    with pytest.raises(NotReadyError, match="This can be warrior or driver, not cook"):
        war.decide(0, "expert", "cook")
    war.decide(0, "expert", "driver")
    assert war.next_options()["expert_red"] == "driver"
    assert war.next_options()["expert_white"] == "none"
    with pytest.raises(NotReadyError, match="Red has nothing to decide"):
        war.decide(0, "expert", "warrior")
    game(war, 1, red="kill")
    assert war.questions() == []


@clause("WW-G2")
def test_a_game_is_not_taken_in_before_the_choice_and_the_default_is_a_warrior() -> None:
    war = ladder()
    game(war, red="kill")
    game(war, 1, red="kill")
    with pytest.raises(NotReadyError, match="First decide this: Falcons"):
        game(war)
    war.decide_rest()
    assert war.next_options()["expert_red"] == "warrior"
    assert war.rows()[0][-1] == "Expert Warrior"


@clause("WW-G1", "WW-CC2", "WW-I8")
def test_a_killed_crew_starts_afresh() -> None:
    war = ladder()
    game(war, 1, red="kill")
    game(war, 1, red="kill")
    war.decide_rest()
    told = game(war, 0, red="kill dead")
    assert "Falcons: the crew is killed. A new one, Falcons II, starts afresh." in told
    assert war.next_options()["expert_red"] == "none"
    assert war.rows()[0][1:4] == ["Falcons II", "1", "0"]


@clause("WW-G1", "WW-I12")
def test_a_crew_whose_chariot_was_lost_goes_on_growing() -> None:
    war = ladder()
    game(war, 1, red="kill")
    game(war, 1, red="kill")
    assert [question.seat for question in war.questions()] == [0]


# -------------------------------------------------------------------- best of five


def test_three_games_won_end_it() -> None:
    war = ladder()
    assert war.verdict() == "No game has been played yet."
    for winner in (0, 1, 0):
        game(war, winner)
    assert war.verdict() == "It stands 2 games to 1 for Falcons."
    game(war, 0)
    assert war.is_over()
    assert war.verdict() == "The ladder goes to Falcons by 3 games to 1."
    with pytest.raises(NotReadyError, match="The campaign is over"):
        game(war)


def test_after_five_games_it_is_over_even_if_drawn() -> None:
    war = ladder()
    for winner in (0, 1, -1, -1, -1):
        assert not war.is_over()
        game(war, winner, red="kill")
        war.decide_rest()
    assert war.is_over()
    assert war.questions() == []
    assert war.verdict() == "The ladder is drawn with 1 game each."


# -------------------------------------------------------------------- matches


def test_a_match_of_the_scenario_is_taken_in_with_its_figures() -> None:
    war = ladder()
    match = hd.new("wheelie", "ladder", seats=2, seed=3, options=war.next_options())
    with pytest.raises(NotReadyError, match="not over yet"):
        campaign_outcome(match, "here")
    while match.decision:
        match.play(match.proposals()[0])
    war.add_game(campaign_outcome(match, "here"))
    assert war.games[0].commitment == match.commitment
    with pytest.raises(NotReadyError, match="in the campaign already"):
        war.add_game(campaign_outcome(match, "here"))


def test_a_match_that_is_another_is_refused() -> None:
    war = ladder()
    with pytest.raises(NotReadyError, match="played with expert_red driver; it must be none"):
        game(war, expert_red="driver")
    with pytest.raises(NotReadyError, match="another match: the campaign plays ladder for 2"):
        war.add_game(Outcome("", "", "duel", war.next_options(), [1, 2], {}))
    assert war.entries == []


@pytest.mark.parametrize(
    ("names", "options", "why"),
    [
        (["A"], {}, "for 2 players, not 1"),
        (["A", "a"], {}, "Two cannot have the same name"),
        (["A", " "], {}, "1 to 24 letters"),
        (["A", "B"], {"expert_red": "driver"}, "no option 'expert_red'"),
        (["A", "B"], {"morale": "maybe"}, "it can be: on, off"),
    ],
)
def test_a_campaign_that_cannot_be_begun_says_why(names: list[str], options: dict[str, str], why: str) -> None:
    with pytest.raises(NotReadyError, match=why):
        new_campaign(KIND, names, ["me"] * len(names), options)


# -------------------------------------------------------------------- the file


@pytest.fixture
def saved() -> dict[str, Any]:
    """The file of a ladder with two games and a choice, as JSON."""
    war = ladder()
    game(war, red="kill")
    game(war, red="kill", white="dead")
    war.decide(0, "expert", "driver")
    found: dict[str, Any] = json.loads(war.text())
    return found


def read(saved: dict[str, Any]) -> Ladder:
    """The ladder of a file."""
    found = read_campaign(json.dumps(saved, indent=1), "war.json", [KIND])
    assert isinstance(found, Ladder)
    return found


def test_a_file_read_again_is_the_same_campaign(saved: dict[str, Any]) -> None:
    war = read(saved)
    assert json.loads(war.text()) == saved
    assert war.text() == read(json.loads(war.text())).text()
    assert war.rows()[0] == ["Red", "Falcons", "2", "2", "", "Expert Driver"]
    assert war.rows()[1][1] == "Bulls II"


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
def test_what_is_wrong_at_the_top_of_a_file_is_named(saved: dict[str, Any], change: dict[str, Any], why: str) -> None:
    with pytest.raises(DataError, match=why):
        read({**saved, **change})


@pytest.mark.parametrize(
    ("place", "change", "why"),
    [
        (0, {"places": [2, 2]}, r"line \d+, entries\[0\].places: must be places from 1 to 2"),
        (0, {"figures": {}}, r"entries\[0\].figures: 'kills Red' is missing"),
        (0, {"figures": {"kills Red": -1}}, r"entries\[0\].figures"),
        (1, {"options": {}}, r"entries\[1\]: this does not follow .* played with chariots None"),
        (1, {"kind": "feast"}, r"entries\[1\].kind: must be one of game, choice"),
        (2, {"answer": "cook"}, r"entries\[2\]: this does not follow .* not cook"),
        (2, {"seat": 1}, r"entries\[2\]: this does not follow .* White has nothing to decide"),
        (2, {"seat": True}, r"entries\[2\].seat: must be a whole number, not true"),
        (2, {"more": ""}, r"entries\[2\].more: unknown key"),
    ],
)
def test_an_entry_that_does_not_hold_is_named(
    saved: dict[str, Any], place: int, change: dict[str, Any], why: str
) -> None:
    saved["entries"][place].update(change)
    with pytest.raises(DataError, match=why):
        read(saved)


def test_the_line_that_is_named_is_the_line_of_the_key(saved: dict[str, Any]) -> None:
    saved["entries"][1]["figures"]["alive White"] = "no"
    text = json.dumps(saved, indent=1)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if '"no"' in row)
    with pytest.raises(DataError, match=rf"war.json, line {line}, entries\[1\].figures.alive White"):
        read_campaign(text, "war.json", [KIND])


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: an object or a list, and a key or a number of it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        yield value, key
        yield from places_in(part)


@pytest.mark.parametrize("other", [None, True, -1, 3, 10**30, 1.5, "", "x", "\ud800", "\n", [], {}, [[]], {"a": 1}])
def test_whatever_is_changed_in_a_file_it_is_read_or_refused_with_its_line(saved: dict[str, Any], other: Any) -> None:
    said: list[str] = []
    for holder, key in list(places_in(saved)):
        before = holder[key]
        holder[key] = other
        try:
            read(saved)
        except DataError as problem:
            said.append(str(problem))
        holder[key] = before
    assert len(said) > 40
    assert all(re.match(r"war.json, line \d+", text) for text in said)


def test_a_key_that_is_there_twice_is_refused() -> None:
    with pytest.raises(DataError, match="'names' is there twice"):
        read_campaign(ladder().text().replace('"players"', '"names"', 1), "war.json", [KIND])


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "hippodrome campaign 1"', "null", "[" * 100_000])
def test_what_is_no_campaign_at_all_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(DataError, match=r"war.json, line \d+"):
        read_campaign(text, "war.json", [KIND])


def test_a_game_cannot_be_slipped_in_or_left_out(saved: dict[str, Any]) -> None:
    twice = {**saved, "entries": [saved["entries"][0], *saved["entries"]]}
    with pytest.raises(DataError, match=r"entries\[1\].* in the campaign already"):
        read(twice)
    with pytest.raises(DataError, match=r"entries\[1\].* nothing to decide"):
        read({**saved, "entries": saved["entries"][1:]})
