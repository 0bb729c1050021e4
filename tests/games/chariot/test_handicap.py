"""The handicap: a lead in victory points that one side needs, its data file, and what players see of it."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.chariot import evaluation as champion
from hippodrome.bots.chariot.objectives import must_change_result
from hippodrome.games.chariot import evaluation
from hippodrome.games.chariot.evaluation import with_handicap
from hippodrome.games.chariot.handicap import (
    NO_HANDICAP,
    Handicap,
    SuggestedHandicap,
    handicap_setting,
    parse_handicap,
    read_handicaps,
)
from hippodrome.games.chariot.state import DRAW, ELIMINATED, Battle
from hippodrome.games.chariot.victory import side_ahead, side_with_condition
from hippodrome.kit import record
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.toml_reader import DataError
from tests.games.chariot.world import World, the_game, world
from tests.support import clause

HOLD = 'rule = "hold"\nhexes = ["1212"]'
EXIT = 'rule = "exit"\nside = 0\nleast = 1\nedge = "south"'
FILE = """[[handicap]]
scenario = "rome"
side = 1
lead = 6
without = 93
percent = 51
matches = 400
"""


def battle_with_losses(
    handicap: str, ours_lost: int, theirs_lost: int, owner: int = 0, continues: bool = False
) -> World:
    """Return a battle in which a side controls the objective; every unit lost is worth 1 VP."""
    ours = {"a": "MI 11,11", "b": "MI 1,1", "c": "MI 2,1", "d": "MI 3,1"}
    theirs = {"w": "MI 30,30", "x": "MI 30,2", "y": "MI 31,2", "z": "MI 32,2"}
    battle = world(ours, theirs, leaders=False, victory=HOLD, handicap=handicap, number=19, continues=continues)
    battle.state.owners = bytes([owner + 1])
    for letter in [*"bcd"[:ours_lost], *"xyz"[:theirs_lost]]:
        battle.state.set_hex(battle.ids[letter], ELIMINATED)
    return battle


@clause("CH-R58", "CH-S11.2a")
@pytest.mark.parametrize(
    ("handicap", "ours_lost", "theirs_lost", "winner"),
    [
        (NO_HANDICAP, 3, 0, 0),
        ("first+2", 0, 2, 0),
        ("first+2", 1, 2, 1),
        ("first+0", 2, 2, 0),
        ("first+0", 3, 2, 1),
        ("first-1", 3, 2, 0),
        ("first-1", 3, 1, 1),
        ("second+3", 3, 0, 0),
    ],
)
def test_a_side_with_a_handicap_needs_its_condition_and_its_lead(
    handicap: str, ours_lost: int, theirs_lost: int, winner: int
) -> None:
    s = battle_with_losses(handicap, ours_lost, theirs_lost).state
    assert (side_with_condition(s), side_ahead(s)) == (0, winner)


@clause("CH-R58")
def test_the_enemy_needs_no_lead_and_a_draw_stays_a_draw() -> None:
    s = battle_with_losses("first+3", 0, 3, owner=1).state
    assert side_ahead(s) == 1
    s.owners = bytes([0])
    assert side_ahead(s) == DRAW


@clause("CH-R58", "CH-V.0-1")
@pytest.mark.parametrize(("theirs_lost", "winner", "reason"), [(2, 0, "condition"), (1, 1, "handicap")])
def test_the_lead_is_checked_after_the_last_game_turn(theirs_lost: int, winner: int, reason: str) -> None:
    battle = battle_with_losses("first+2", 0, theirs_lost, continues=True).play("done", "done")
    assert (battle.decision, battle.state.winner, battle.state.reason) == ("", winner, reason)
    assert battle.match.events[-1].rule == ("CH-V.4.0-1" if winner == 0 else "CH-R58")


@clause("CH-R58", "CH-R38")
@pytest.mark.parametrize(("theirs_lost", "winner", "reason"), [(1, 0, "exit"), (0, 1, "handicap")])
def test_an_exit_ends_the_battle_and_the_lead_decides_it(theirs_lost: int, winner: int, reason: str) -> None:
    ours, theirs = {"a": "AX 10,34", "c": "AX 1,1"}, {"y": "MI 30,2", "z": "MI 31,2"}
    battle = world(ours, theirs, leaders=False, victory=EXIT, handicap="first+1")
    for letter in "yz"[:theirs_lost]:
        battle.state.set_hex(battle.ids[letter], ELIMINATED)
    battle.play("move a", "leave")
    assert (battle.decision, battle.state.winner, battle.state.reason) == ("", winner, reason)


@clause("CH-R58")
def test_the_driver_plays_for_the_condition_with_and_without_a_handicap() -> None:
    for handicap in (NO_HANDICAP, "first+3"):
        s = battle_with_losses(handicap, 0, 0).state
        assert [must_change_result(s, side) for side in (0, 1)] == [False, True]


@clause("CH-R58")
def test_players_see_the_handicap_and_the_present_lead() -> None:
    def battle(value: str) -> Match:
        match = hd.new("chariot", "rome", seed=1, options={"handicap": value})
        match.play("auto")
        match.play("auto")
        assert isinstance(match.state, Battle)
        first = next(unit for unit in match.state.units_of(0) if match.state.kind(unit).vp == 2)
        match.state.set_hex(first, ELIMINATED)
        return match

    value = the_game().handicaps["rome"].handicap.value()
    lead = the_game().handicaps["rome"].handicap.lead
    match = battle(value)
    panel = next(panel for panel in match.scene(0).panels if panel.name == "victory")
    assert ["Sabines lead", "+2"] in panel.rows
    assert panel.title.endswith(f" The Sabines must lead by {lead} VP.")
    assert f"Handicap: The Sabines must lead by {lead} VP (now +2)." in match.describe(0)
    assert "Handicap" not in battle(NO_HANDICAP).describe(0)


@clause("CH-R58")
def test_bots_count_a_missing_lead_as_a_loss() -> None:
    missing, reached = battle_with_losses("first+3", 3, 0), battle_with_losses("first+3", 0, 3)
    for module in (evaluation, champion):
        assert module.score(missing.state) < 0 < module.score(reached.state)
    assert with_handicap(battle_with_losses(NO_HANDICAP, 3, 0).state, 700) == 700
    assert with_handicap(battle_with_losses("second+3", 3, 0).state, 700) == 700, (
        "a lead does not make up for the condition"
    )
    assert with_handicap(battle_with_losses("second+3", 0, 3).state, -700) > 0


# -------------------------------------------------------------------- the option and its data


def test_the_option_offers_leads_around_the_suggested_one() -> None:
    (setting,) = handicap_setting("rome", ["Romans", "Sabines"], read_handicaps(FILE), False)
    assert setting.default == NO_HANDICAP
    assert setting.values == (NO_HANDICAP, "second-4", "second+1", "second+6", "second+11", "second+16")
    assert setting.labels[1] == "The Sabines may trail by 4 VP"
    assert setting.labels[3] == "The Sabines must lead by 6 VP (suggested)"
    assert "they win 93 % without it, 51 % with the suggested one (400 matches)" in setting.text
    assert handicap_setting("delta", ["Hyksos", "Egyptians"], read_handicaps(FILE), True) == ()
    (on,) = handicap_setting("rome", ["Romans", "Sabines"], read_handicaps(FILE), True)
    assert on.default == "second+6"
    assert Handicap(0, 0).text("Romans") == "The Romans may not trail in VP"


def test_a_value_of_the_option_is_read_as_side_and_lead() -> None:
    assert parse_handicap(NO_HANDICAP) is None
    for handicap in (Handicap(0, 12), Handicap(1, -7), Handicap(0, 0)):
        read = parse_handicap(handicap.value())
        assert read is not None
        assert (read.side, read.lead) == (handicap.side, handicap.lead)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [("side = 1", "side = 2", "side"), ("lead = 6", 'lead = "6"', "lead"), ("matches", "games", "matches")],
)
def test_a_wrong_data_file_is_rejected(old: str, new: str, error: str) -> None:
    with pytest.raises(DataError, match=f"handicaps.toml.*{error}"):
        read_handicaps(FILE.replace(old, new))


@clause("CH-R58")
def test_every_suggested_handicap_makes_its_battle_even() -> None:
    game = the_game()
    assert {"delta", "rome", "tabal"} <= set(game.handicaps)
    for suggested in game.handicaps.values():
        assert isinstance(suggested, SuggestedHandicap)
        assert 45 <= suggested.percent <= 55 < suggested.without
        assert suggested.matches >= 50


@clause("CH-R58")
def test_play_now_has_chariots_and_its_suggested_handicap_and_all_other_battles_have_none() -> None:
    game = the_game()
    first, *others = game.scenarios()
    defaults = {setting.name: setting.default for setting in first.options}
    assert defaults["handicap"] == game.handicaps[first.slug].handicap.value()
    assert any("chariots" in forces for forces in first.forces)
    for scenario in others:
        assert all(setting.default == NO_HANDICAP for setting in scenario.options if setting.name == "handicap")


@clause("CH-R58")
def test_a_match_with_a_handicap_is_recorded_and_replayed() -> None:
    game = the_game()
    key = "rome"
    value = game.handicaps[key].handicap.value()
    match = hd.new("chariot", key, seed=3, options={"turns": 3, "handicap": value})
    while match.decision:
        match.play(match.proposals()[0])
    text = match.record()
    replayed = record.read(text, hd.games())
    assert replayed.digest() == match.digest()
    assert replayed.setup.options["handicap"] == value
    with pytest.raises(ValueError, match="handicap"):
        Setup(game, key, 2, {"handicap": "first+199"})
