"""Record sheets (WW-R1): what is written on them as a battle stands."""

from __future__ import annotations

from typing import Any

import pytest

import hippodrome as hd
from hippodrome.catalogue import all_games
from hippodrome.kit.sheets import Block, Boxes, Fields, Grid, Sheet, Traits
from tests.games.wheelie.world import world
from tests.support import clause


def sheets(**units: str) -> list[Sheet]:
    """The sheets of units of a battle."""
    named: dict[str, Any] = dict(units)
    match = world(**named).match
    return match.game.sheets(match.view())


def block(sheet: Sheet, kind: type[Block]) -> Block:
    """The block of a kind."""
    (found,) = [one for one in sheet.blocks if isinstance(one, kind)]
    return found


def field(sheet: Sheet, name: str) -> str:
    """What stands in a field."""
    fields = block(sheet, Fields)
    assert isinstance(fields, Fields)
    return dict(fields.rows)[name]


def ticked(sheet: Sheet) -> dict[str, int]:
    """How many boxes of each row are ticked."""
    boxes = block(sheet, Boxes)
    assert isinstance(boxes, Boxes)
    assert {row.count for row in boxes.rows} == {6}
    return {row.name: row.ticked for row in boxes.rows}


def grid(sheet: Sheet) -> list[list[str]]:
    """The table of attack dice with its heads."""
    found = block(sheet, Grid)
    assert isinstance(found, Grid)
    return [found.heads, *found.rows]


def special(sheet: Sheet) -> dict[str, str]:
    """What is special, by name."""
    found = block(sheet, Traits)
    assert isinstance(found, Traits)
    return {row.name: row.text for row in found.rows}


@clause("WW-R1")
def test_damage_crosses_off_action_dice_and_is_written_where_it_hit() -> None:
    (sheet,) = sheets(A="egyptian 0 0 0 team 2 driver 1 warrior 1 temporary 1")
    assert ticked(sheet) == {"Action dice": 5, "Permanent": 4, "Temporary": 1, "Team": 2, "Driver": 1, "Warrior": 1}
    assert "1 left" in sheet.text()


@clause("WW-R1", "WW-B1")
def test_a_fresh_sheet_has_six_open_boxes() -> None:
    (sheet,) = sheets(A="mycenaean 0 0 0")
    assert set(ticked(sheet).values()) == {0}
    assert "Action dice  [ ][ ][ ][ ][ ][ ]  6 left" in sheet.text()


@clause("WW-R1", "WW-Q28")
def test_dice_stand_by_arc_and_range_and_follow_the_side_of_the_warrior() -> None:
    right, left = sheets(A="hittite 0 0 0", B="hittite 20 0 0 mirrored")
    heads, *rows = grid(right)
    assert heads == ["Arc", "Short, 6 inches", "Medium, 12 inches", "Long, 18 inches"]
    assert rows[:2] == [["Front", "8", "4", "2"], ["Right side, forward", "6", "4", "2"]]
    assert ["Left side, forward", "2", "–", "–"] in rows
    assert ["Right side, forward", "2", "–", "–"] in grid(left)
    assert (field(right, "Warrior stands"), field(left, "Warrior stands")) == ("on the right", "on the left")


@clause("WW-R1", "WW-K12", "WW-Q62")
def test_a_strong_bow_reaches_further_than_the_javelins_beside_it() -> None:
    (sheet,) = sheets(A="indian 0 0 0 trait 12")
    heads, front, *_ = grid(sheet)
    assert heads == ["Arc", "Javelins, 6 inches", "Short, 8 inches", "Medium, 16 inches", "Long, 24 inches"]
    assert front == ["Front", "12", "8", "5", "3"]


@clause("WW-R1", "WW-K10", "WW-G5", "WW-Q30")
def test_sharpshooters_and_experts_show_in_the_dice() -> None:
    (sheet,) = sheets(A="egyptian 0 0 0 trait 10 expert 2")
    heads, front, *_ = grid(sheet)
    assert heads == ["Arc", "Short, 6 inches", "Medium, 18 inches"]
    assert front == ["Front", "7", "5"]
    assert {"Sharpshooter", "Expert Warrior"} <= set(special(sheet))


@clause("WW-R1", "WW-J8", "WW-K7")
def test_what_is_special_stands_there_with_what_it_does() -> None:
    egyptian, assyrian = sheets(A="egyptian 0 0 0 trait 7 seven 3", B="assyrian 20 0 0 shield expert 1")
    assert list(special(egyptian)) == ["Fast", "Manoeuvrable", "Sturdy Cab"]
    assert special(egyptian)["Manoeuvrable"].endswith("Only one of Fast and Manoeuvrable is used in a turn.")
    assert list(special(assyrian)) == ["Aggressive", "Expert Driver", "Shield Bearer"]


@clause("WW-R1", "WW-K8", "WW-K9")
def test_toughness_is_told_beside_the_boxes() -> None:
    team, plain, driver = sheets(A="celtic 0 0 0 trait 8", B="celtic 20 0 0 trait 9", C="celtic 0 20 0")
    assert "every hit but the first" in team.text()
    assert "from the second on" in driver.text()
    assert "but the first" not in plain.text()
    assert "from the first on" in plain.text()


@clause("WW-R1", "WW-Q2", "WW-Q9")
def test_loading_aim_and_banked_dice_are_kept() -> None:
    sheet, other = sheets(A="egyptian 0 0 0 unloaded banked 2", B="hittite 20 0 0 aim 0")
    assert (field(sheet, "Loaded"), field(sheet, "Next initiative")) == ("no", "+2")
    assert (field(other, "Loaded"), field(other, "Aims at")) == ("yes", "Red's Egyptian")


@clause("WW-R1", "WW-S1", "WW-Q52")
def test_runners_have_a_sheet_of_their_own_kind() -> None:
    (sheet,) = sheets(A="runners 0 0 0 team 1")
    assert ticked(sheet)["Men down"] == 1
    assert {"Grapple", "Conversions", "Driven through"} <= set(special(sheet))


@pytest.mark.parametrize("scenario", [one.slug for one in hd.game("wheelie").scenarios()])
def test_there_are_sheets_before_play_in_every_scenario(scenario: str) -> None:
    game = hd.game("wheelie")
    match = hd.new("wheelie", scenario, seats=game.scenario(scenario).default_seats, seed=1)
    found = game.sheets(match.view())
    assert len(found) == len(match.view().table["units"])
    assert [sheet.seat for sheet in found] == sorted(sheet.seat for sheet in found)
    assert all("not deployed yet" in sheet.text() for sheet in found)


@pytest.mark.parametrize("slug", list(all_games()))
def test_a_game_says_whether_it_has_sheets(slug: str) -> None:
    game = all_games()[slug]
    scenario = game.scenarios()[0]
    view = hd.new(slug, scenario.slug, seats=scenario.default_seats, seed=1).view()
    assert bool(game.sheets(view)) == game.has_sheets
