"""Armies and layouts of one's own: from the text of a file to the last move, through record and snapshot."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.magic.layouts import read_layout, write_layout
from hippodrome.games.magic.state import Battle
from hippodrome.kit.custom_files import CustomFileKind, OptionError, clean, judged
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
"""Seven lines of a drawing: six rows and a river."""


def army() -> CustomFileKind:
    return the_game().custom_file_kind("army")


def layout() -> CustomFileKind:
    return the_game().custom_file_kind("layout")


def battle(**options: str) -> hd.Match:
    """A battle with these options, deployed by plan, Red attacking."""
    asked: dict[str, int | str] = {"deployment": "ready", "attacker": "Red", **options}
    return hd.new("magic", "battle", seed=4, options=asked)


def finished(match: hd.Match) -> hd.Match:
    """Played to the end."""
    while match.decision:
        assert not match.game.invariants(match.state)
        match.play(match.proposals()[-1])
    return match


# -------------------------------------------------------------------- at the table


@clause("WAM-Q42")
def test_an_army_of_ones_own_fights_and_its_record_and_snapshot_carry_it() -> None:
    match = battle(army_red=CUSTOM_ARMY, layout="defender")
    names = {unit["name"] for unit in match.view(0).table["units"]}
    assert {"Guard 1", "Guard 2", "Riders 3", "Late", "King"} <= names
    for _ in range(9):
        match.play(match.proposals()[-1])
    resumed = hd.load(match.snapshot())
    assert resumed.digest() == match.digest()
    assert resumed.view(0).text() == match.view(0).text()
    record = finished(match).record()
    assert 'option army_red own\n| key = "own"\n| title = "My own"\n' in record
    replayed = hd.replay(record)
    assert replayed.digest() == match.digest()
    assert replayed.record() == record


@clause("WAM-Q1", "WAM-Q36")
def test_a_layout_of_ones_own_is_fought_on_drawn_and_replayed() -> None:
    match = battle(layout=FIELD)
    state = match.state
    assert isinstance(state, Battle)
    assert (state.board.columns, state.board.rows) == (5, 6)
    assert match.describe().startswith("Three Fords, 5 by 6 squares.")
    assert "tile-e6" in [node.id for layer in match.scene().layers for node in layer.nodes]
    assert hd.replay(finished(match).record()).describe() == match.describe()


def test_a_record_whose_file_was_tampered_with_does_not_hold() -> None:
    record = finished(battle(army_red=CUSTOM_ARMY)).record()
    with pytest.raises(RecordError, match=r"^line \d+: .*exactly 1 general, not 0"):
        hd.replay(record.replace('| kind = "general"', '| kind = "leader"', 1))
    with pytest.raises(RecordError, match="digest does not hold"):
        hd.replay(record.replace('| kind = "host"', '| kind = "support"', 1))


@clause("WAM-Q42")
def test_an_army_that_is_not_allowed_does_not_take_the_field() -> None:
    many = CUSTOM_ARMY.replace("number = 3", "number = 17")
    with pytest.raises(OptionError, match="costs 244 points; the defender has 230: leave out troops for 14") as caught:
        battle(army_white=many)
    assert caught.value.option == "army_white"
    assert battle(army_red=many).decision is not None
    with pytest.raises(OptionError, match="the defender has 230"):
        battle(army_red=many, attacker="dice")


def test_what_cannot_be_read_is_named_with_line_and_key() -> None:
    with pytest.raises(
        OptionError, match=r"^your army, line 8, troops\[0\]\.kind: must be one of close order"
    ) as caught:
        battle(army_red=CUSTOM_ARMY.replace('"close order"', '"closed order"'))
    assert (caught.value.option, caught.value.line, caught.value.key) == ("army_red", 8, "troops[0].kind")
    with pytest.raises(OptionError, match="option army_red cannot be 'orcs'; it can be: river"):
        battle(army_red="orcs")
    with pytest.raises(OptionError, match="at most 12000 letters"):
        battle(army_red=CUSTOM_ARMY + "#" * 12_000)
    with pytest.raises(OptionError, match="cannot be"):
        battle(motives=CUSTOM_ARMY)


@clause("WAM-Q42")
def test_a_layout_must_leave_room_for_chariots() -> None:
    with pytest.raises(OptionError, match="two rows of the attacker need 8 open squares"):
        battle(layout=FIELD.replace(". h . . .\n. . . . .", "h h w w .\n. . . . ."))


# -------------------------------------------------------------------- while it is written


@clause("WAM-Q42")
def test_the_builder_counts_points_and_names_the_key_of_what_is_wrong() -> None:
    report, faults = judged(
        army(), CUSTOM_ARMY.replace('kind = "general"', 'kind = "elephant"\ngear = ["elf"]'), "own.toml"
    )
    assert report is not None
    assert report.title == "My own"
    assert report.notes == ["2 x 21 = 42 points", "3 x 11 = 33 points", "7 points", "8 points"]
    assert report.summary[0] == "As defender: 83 of 230 points, 6 units, 0 characters."
    assert report.summary[1] == "As attacker: 90 of 253 points, 7 units, 0 characters."
    assert [(fault.line, fault.key) for fault in faults] == [(25, "troops[3].gear"), (1, "")]
    none, broken = judged(army(), CUSTOM_ARMY.replace('"cavalry"', '"horse"'), "own.toml")
    assert none is None
    assert [(fault.line, fault.key) for fault in broken] == [(16, "troops[1].kind")]
    assert broken[0].text.startswith("must be one of close order")


def test_every_sample_can_be_read_filled_into_the_form_and_written_again() -> None:
    for kind in the_game().custom_file_kinds():
        for title, text in kind.samples.items():
            report = kind.report(text, title)
            again = kind.form.write(*kind.form.fill(text))
            assert kind.report(again, title).summary == report.summary
            assert kind.report(again, title).notes == report.notes
            assert kind.form.write(*kind.form.fill(again)) == again


def test_an_empty_form_says_what_it_needs() -> None:
    usual = {field.name: field.default for field in army().form.fields}
    _, faults = judged(army(), army().form.write(usual, []), "own.toml")
    assert [(fault.key, fault.text) for fault in faults] == [("troops", "an army needs troops, written [[troops]]")]
    _, faults = judged(army(), army().form.write(usual, [{"name": "Guard"}]), "own.toml")
    assert [(fault.line, fault.key) for fault in faults] == [(5, "troops[0].kind")]
    report, faults = judged(layout(), layout().form.write({f.name: f.default for f in layout().form.fields}, []), "f")
    assert (report is not None, faults) == (True, [])


def test_a_layout_is_written_as_it_was_read() -> None:
    text = clean(FIELD)
    assert write_layout(read_layout(text, "own.toml")) == text
    report = layout().report(text, "own.toml")
    assert report.summary == ["5 by 6 squares, 3 of them closed."]
    assert report.scene is not None


def test_units_without_places_are_spread_by_the_plan() -> None:
    match = battle(army_red=CUSTOM_ARMY, layout=FIELD)
    squares = {unit["square"] for unit in match.view(0).table["units"] if unit["name"].startswith("Riders")}
    assert len(squares) == 3
