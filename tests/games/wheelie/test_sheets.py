"""Record sheets (WW-R1): their contents in various states of a battle."""

from __future__ import annotations

from typing import Any

import pytest

import hippodrome as hd
from hippodrome.catalogue import all_games
from hippodrome.kit.sheets import Block, Boxes, FieldList, GridBlock, Sheet, Traits
from tests.games.wheelie.world import world
from tests.support import clause


def sheets(**units: str) -> list[Sheet]:
    """Return the sheets of units in a battle."""
    named: dict[str, Any] = dict(units)
    match = world(**named).match
    return match.game.presentation.sheets(match.view())


def block(sheet: Sheet, kind: type[Block]) -> Block:
    """Return the only block of a kind."""
    (only,) = [one for one in sheet.blocks if isinstance(one, kind)]
    return only


def field(sheet: Sheet, name: str) -> str:
    """Return the text of a field."""
    fields = block(sheet, FieldList)
    assert isinstance(fields, FieldList)
    return dict(fields.rows)[name]


def count_ticks(sheet: Sheet) -> dict[str, int]:
    """Return the number of ticked boxes in each row."""
    boxes = block(sheet, Boxes)
    assert isinstance(boxes, Boxes)
    assert {row.count for row in boxes.rows} == {6}
    return {row.name: row.ticked for row in boxes.rows}


def grid(sheet: Sheet) -> list[list[str]]:
    """Return the table of attack dice with its heads."""
    table = block(sheet, GridBlock)
    assert isinstance(table, GridBlock)
    return [table.heads, *table.rows]


def special(sheet: Sheet) -> dict[str, str]:
    """Return the traits and their effects, by name."""
    traits = block(sheet, Traits)
    assert isinstance(traits, Traits)
    return {row.name: row.text for row in traits.rows}


@clause("WW-R1")
def test_damage_crosses_off_action_dice_and_is_written_where_it_hit() -> None:
    (sheet,) = sheets(A="egyptian 0 0 0 team 2 driver 1 warrior 1 temporary 1")
    assert count_ticks(sheet) == {
        "Action dice": 5,
        "Permanent": 4,
        "Temporary": 1,
        "Team": 2,
        "Driver": 1,
        "Warrior": 1,
    }
    assert "1 left" in sheet.text()


@clause("WW-R1", "WW-B1")
def test_a_fresh_sheet_has_six_open_boxes() -> None:
    (sheet,) = sheets(A="mycenaean 0 0 0")
    assert set(count_ticks(sheet).values()) == {0}
    assert "Action dice  [ ][ ][ ][ ][ ][ ]  6 left" in sheet.text()


@clause("WW-R1", "WW-Q28")
def test_attack_dice_are_listed_by_arc_and_range_on_the_warriors_side() -> None:
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
def test_sharpshooters_and_experts_change_the_listed_dice() -> None:
    (sheet,) = sheets(A="egyptian 0 0 0 trait 10 expert 2")
    heads, front, *_ = grid(sheet)
    assert heads == ["Arc", "Short, 6 inches", "Medium, 18 inches"]
    assert front == ["Front", "7", "5"]
    assert {"Sharpshooter", "Expert Warrior"} <= set(special(sheet))


@clause("WW-R1", "WW-J8", "WW-K7")
def test_traits_are_listed_with_their_effects() -> None:
    egyptian, assyrian = sheets(A="egyptian 0 0 0 trait 7 seven 3", B="assyrian 20 0 0 shield expert 1")
    assert list(special(egyptian)) == ["Fast", "Manoeuvrable", "Sturdy Cab"]
    assert special(egyptian)["Manoeuvrable"].endswith("Only one of Fast and Manoeuvrable may be used in a turn.")
    assert list(special(assyrian)) == ["Aggressive", "Expert Driver", "Shield Bearer"]


@clause("WW-R1", "WW-K8", "WW-K9")
def test_toughness_is_noted_beside_the_boxes() -> None:
    team, plain, driver = sheets(A="celtic 0 0 0 trait 8", B="celtic 20 0 0 trait 9", C="celtic 0 20 0")
    assert "for every hit after the first" in team.text()
    assert "no Turns after the second hit" in driver.text()
    assert "every hit after the first" not in plain.text()
    assert "no Turns after the first hit" in plain.text()


@clause("WW-R1", "WW-Q2", "WW-Q9")
def test_load_aim_and_banked_dice_are_listed() -> None:
    sheet, other = sheets(A="egyptian 0 0 0 unloaded banked 2", B="hittite 20 0 0 aim 0")
    assert (field(sheet, "Loaded"), field(sheet, "Next initiative")) == ("no", "+2")
    assert (field(other, "Loaded"), field(other, "Aims at")) == ("yes", "Red's Egyptian")


@clause("WW-R1", "WW-S1", "WW-Q52")
def test_runners_have_their_own_kind_of_sheet() -> None:
    (sheet,) = sheets(A="runners 0 0 0 team 1")
    assert count_ticks(sheet)["Men down"] == 1
    assert {"Grapple", "Conversions", "Driven through"} <= set(special(sheet))


@pytest.mark.parametrize("scenario", [one.slug for one in hd.game("wheelie").scenarios()])
def test_every_scenario_has_sheets_before_the_first_turn(scenario: str) -> None:
    game = hd.game("wheelie")
    match = hd.new("wheelie", scenario, seats=game.scenario(scenario).default_seats, seed=1)
    all_sheets = game.presentation.sheets(match.view())
    assert len(all_sheets) == len(match.view().table["units"])
    assert [sheet.seat for sheet in all_sheets] == sorted(sheet.seat for sheet in all_sheets)
    assert all("not deployed yet" in sheet.text() for sheet in all_sheets)


@pytest.mark.parametrize("slug", list(all_games()))
def test_has_sheets_agrees_with_the_sheets_of_a_game(slug: str) -> None:
    game = all_games()[slug]
    scenario = game.scenarios()[0]
    view = hd.new(slug, scenario.slug, seats=scenario.default_seats, seed=1).view()
    assert bool(game.presentation.sheets(view)) == game.has_sheets
