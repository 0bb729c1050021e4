"""The measured balance of scenarios: its data file, and the facts that help to choose a scenario."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.kit.balance import Balance, read_balances
from hippodrome.kit.toml_reader import DataError

FILE = """
[[balance]]
scenario = "rome"
matches = 400
half_wins = [57, 743]
draws = 3
"""


def test_a_balance_names_the_stronger_side_first_and_counts_draws_as_halves() -> None:
    balance = read_balances(FILE)["rome"]
    assert [balance.percent(seat) for seat in (0, 1)] == [7, 93]
    assert balance.text(["Romans", "Sabines"]) == "Sabines 93 % and Romans 7 % (400 matches, 3 of them drawn)"
    even = Balance(10, 0, [10, 10])
    assert even.text(["Red", "White"]) == "Red 50 % and White 50 % (10 matches)"


def test_a_game_without_the_file_has_no_balances() -> None:
    assert read_balances("") == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [("743", "744"), ("[57, 743]", "[800]"), ("draws = 3", "draws = 401"), ("draws", "ties")],
)
def test_figures_that_do_not_add_up_are_rejected(old: str, new: str) -> None:
    with pytest.raises(DataError, match="data/balance"):
        read_balances(FILE.replace(old, new))


def test_the_facts_of_a_scenario_are_its_forces_its_length_and_its_balance() -> None:
    game = hd.game("chariot")
    facts = dict(game.scenario_facts(game.scenario("delta")))
    assert list(facts) == ["Hyksos", "Egyptians", "Length", "Between equal bots"]
    assert facts["Hyksos"] == "26 units, 10 chariots and 6 leaders"
    assert facts["Egyptians"] == "34 units and 5 leaders"
    assert facts["Length"] == "10 Game-Turns"
    assert facts["Between equal bots"] == game.balances["delta"].text(["Hyksos", "Egyptians"])


def test_every_balance_belongs_to_a_scenario_and_has_its_seats() -> None:
    for game in hd.games().values():
        for slug, balance in game.balances.items():
            assert len(balance.half_wins) == game.scenario(slug).default_seats
