"""Custom armies and layouts: from the text of a file to the last move, through record and snapshot."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.magic.layouts import read_layout, write_layout
from hippodrome.games.magic.state import Battle
from hippodrome.kit.custom_files import CustomFileKind, OptionError, check_file, clean
from hippodrome.kit.record import RecordError
from tests.games.magic.test_setup import CUSTOM_ARMY
from tests.games.magic.world import the_game
from tests.support import clause

FIELD = '''
title = "Three Fords"
text = "A river with three fords."
ground = """
. . . .|w
. . . . .
. . b . .
= # + # =
. . . . .
. h . . .
. . . . .
"""
'''
"""A layout of six rows and a river."""


def army_kind() -> CustomFileKind:
    return the_game().custom_file_kind("army")


def layout_kind() -> CustomFileKind:
    return the_game().custom_file_kind("layout")


def battle(**options: str) -> hd.Match:
    """Return a battle with these options, deployed automatically, with Red as the attacker."""
    settings: dict[str, int | str] = {"deployment": "ready", "attacker": "Red", **options}
    return hd.new("magic", "battle", seed=4, options=settings)


def play_to_the_end(match: hd.Match) -> hd.Match:
    """Play the last proposal until the match is over, checking invariants; return the match."""
    while match.decision:
        assert not match.game.analysis.invariants(match.state)
        match.play(match.proposals()[-1])
    return match


# -------------------------------------------------------------------- matches


@clause("WAM-Q42")
def test_a_match_with_a_custom_army_survives_record_and_snapshot() -> None:
    match = battle(army_red=CUSTOM_ARMY, layout="defender")
    names = {unit["name"] for unit in match.view(0).table["units"]}
    assert {"Guard 1", "Guard 2", "Riders 3", "Late", "King"} <= names
    for _ in range(9):
        match.play(match.proposals()[-1])
    resumed = hd.load(match.snapshot())
    assert resumed.digest() == match.digest()
    assert resumed.view(0).text() == match.view(0).text()
    record = play_to_the_end(match).record()
    assert 'option army_red own\n| key = "own"\n| title = "My army"\n' in record
    replayed = hd.replay(record)
    assert replayed.digest() == match.digest()
    assert replayed.record() == record


@clause("WAM-Q1", "WAM-Q36")
def test_a_custom_layout_is_used_drawn_and_replayed() -> None:
    match = battle(layout=FIELD)
    state = match.state
    assert isinstance(state, Battle)
    assert (state.board.columns, state.board.rows) == (5, 6)
    assert match.describe().startswith("Three Fords, 5 by 6 squares.")
    assert "tile-e6" in [node.id for layer in match.scene().layers for node in layer.nodes]
    assert hd.replay(play_to_the_end(match).record()).describe() == match.describe()


def test_a_record_with_a_changed_custom_file_is_rejected() -> None:
    record = play_to_the_end(battle(army_red=CUSTOM_ARMY)).record()
    with pytest.raises(RecordError, match=r"^line \d+: .*exactly 1 general, not 0"):
        hd.replay(record.replace('| kind = "general"', '| kind = "leader"', 1))
    with pytest.raises(RecordError, match="the digest is wrong"):
        hd.replay(record.replace('| kind = "host"', '| kind = "support"', 1))


@clause("WAM-Q42")
def test_a_custom_army_over_its_budget_is_rejected() -> None:
    many = CUSTOM_ARMY.replace("number = 3", "number = 17")
    with pytest.raises(
        OptionError, match="costs 244 points, but the defender may spend 230: remove troops worth 14"
    ) as caught:
        battle(army_white=many)
    assert caught.value.option == "army_white"
    assert battle(army_red=many).decision is not None
    with pytest.raises(OptionError, match="the defender may spend 230"):
        battle(army_red=many, attacker="dice")


def test_an_unreadable_option_is_reported_with_line_and_key() -> None:
    with pytest.raises(
        OptionError, match=r"^your army, line 8, troops\[0\]\.kind: must be one of close order"
    ) as caught:
        battle(army_red=CUSTOM_ARMY.replace('"close order"', '"closed order"'))
    assert (caught.value.option, caught.value.line, caught.value.key) == ("army_red", 8, "troops[0].kind")
    with pytest.raises(OptionError, match="option army_red cannot be 'orcs'; it can be: river"):
        battle(army_red="orcs")
    with pytest.raises(OptionError, match="at most 12000 characters"):
        battle(army_red=CUSTOM_ARMY + "#" * 12_000)
    with pytest.raises(OptionError, match="cannot be"):
        battle(motives=CUSTOM_ARMY)


@clause("WAM-Q42")
def test_a_layout_needs_open_squares_in_the_rows_of_both_sides() -> None:
    with pytest.raises(OptionError, match="The attacker's two rows need 8 open squares"):
        battle(layout=FIELD.replace(". h . . .\n. . . . .", "h h w w .\n. . . . ."))


# -------------------------------------------------------------------- the editor


@clause("WAM-Q42")
def test_a_report_counts_points_and_names_the_key_of_each_fault() -> None:
    report, faults = check_file(
        army_kind(), CUSTOM_ARMY.replace('kind = "general"', 'kind = "elephant"\ngear = ["elf"]'), "own.toml"
    )
    assert report is not None
    assert report.title == "My army"
    assert report.notes == ["2 x 21 = 42 points", "3 x 11 = 33 points", "7 points", "8 points"]
    assert report.summary[0] == "As defender: 83 of 230 points, 6 units, 0 characters."
    assert report.summary[1] == "As attacker: 90 of 253 points, 7 units, 0 characters."
    assert [(fault.line, fault.key) for fault in faults] == [(25, "troops[3].gear"), (1, "")]
    no_report, errors = check_file(army_kind(), CUSTOM_ARMY.replace('"cavalry"', '"horse"'), "own.toml")
    assert no_report is None
    assert [(fault.line, fault.key) for fault in errors] == [(16, "troops[1].kind")]
    assert errors[0].text.startswith("must be one of close order")


def test_every_sample_survives_a_round_trip_through_its_form() -> None:
    for kind in the_game().custom_file_kinds():
        for title, text in kind.samples.items():
            report = kind.report(text, title)
            again = kind.form.write(*kind.form.fill(text))
            assert kind.report(again, title).summary == report.summary
            assert kind.report(again, title).notes == report.notes
            assert kind.form.write(*kind.form.fill(again)) == again


def test_an_empty_form_reports_what_is_missing() -> None:
    defaults = {field.name: field.default for field in army_kind().form.fields}
    _, faults = check_file(army_kind(), army_kind().form.write(defaults, []), "own.toml")
    assert [(fault.key, fault.text) for fault in faults] == [
        ("troops", "an army needs troops, each written as [[troops]]")
    ]
    _, faults = check_file(army_kind(), army_kind().form.write(defaults, [{"name": "Guard"}]), "own.toml")
    assert [(fault.line, fault.key) for fault in faults] == [(5, "troops[0].kind")]
    report, faults = check_file(
        layout_kind(), layout_kind().form.write({f.name: f.default for f in layout_kind().form.fields}, []), "f"
    )
    assert (report is not None, faults) == (True, [])


@pytest.mark.parametrize("text", ["", "Dear diary,\n", "[machine]\nspeed = 3\n"])
def test_another_kind_of_file_is_not_a_custom_file(text: str) -> None:
    report, (fault,) = check_file(army_kind(), text, "x.toml")
    assert report is None
    assert fault.text.startswith("This file is not a custom army.")


def test_a_new_row_of_the_form_is_legal() -> None:
    kind = army_kind()
    head, rows = kind.form.fill(CUSTOM_ARMY)
    added = {field.name: field.initial for field in kind.form.row_fields}
    report, faults = check_file(kind, kind.form.write(head, [*rows, added]), "x.toml")
    assert report is not None
    assert faults == []


def test_a_layout_is_written_exactly_as_it_was_read() -> None:
    text = clean(FIELD)
    assert write_layout(read_layout(text, "own.toml")) == text
    report = layout_kind().report(text, "own.toml")
    assert report.summary == ["5 by 6 squares, 3 of them closed."]
    assert report.scene is not None


def test_units_without_places_are_spread_out_by_the_plan() -> None:
    match = battle(army_red=CUSTOM_ARMY, layout=FIELD, scenery="off")
    squares = {unit["square"] for unit in match.view(0).table["units"] if unit["name"].startswith("Riders")}
    assert len(squares) == 3
