"""Strict reading of TOML: every error names file, line and key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hippodrome.kit.toml_reader import DataError, TomlTable, read_tables

TEXT = """\
name = "circus"
laps = 2
hedge = true
start = [7, 5]
segments = ["S14", "L"]

[walls]
left = "stone"
laps = 9

[[jumps]]
square = 6

[[jumps]]
square = "seven"
"""


def track() -> TomlTable:
    """Return the example file as a table."""
    return TomlTable(TEXT, "track.toml")


def test_every_kind_of_value_can_be_read() -> None:
    table = track()
    assert table.text("name") == "circus"
    assert table.integer("laps", 1, 7) == 2
    assert table.flag("hedge")
    assert table.integers("start") == [7, 5]
    assert table.texts("segments") == ["S14", "L"]
    assert table.text_or("title", "none") == "none"
    assert table.text_or("name", "none") == "circus"
    assert table.texts_or_empty("see") == []
    assert table.one_of("name", ("arena", "circus")) == "circus"
    walls = table.table("walls")
    assert walls.text("left") == "stone"
    assert walls.integer("laps", 1, 9) == 9
    assert [len(row.key_names()) for row in table.tables("jumps")] == [1, 1]
    assert table.tables("ponds") == []
    assert "name" in table
    assert "title" not in table
    walls.reject_unread()
    table.reject_unread()


def test_surrounding_spaces_of_a_text_are_removed() -> None:
    assert TomlTable('a = """\n  x y\n"""', "f").text("a") == "x y"


Read = Callable[[TomlTable], object]


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda t: t.text("laps"), "track.toml, line 2, laps: must be a text, not 2"),
        (lambda t: t.integer("name", 1, 7), "track.toml, line 1, name: must be a whole number, not 'circus'"),
        (lambda t: t.integer("hedge", 0, 7), "track.toml, line 3, hedge: must be a whole number, not True"),
        (lambda t: t.integer("laps", 3, 7), "track.toml, line 2, laps: must be from 3 to 7, not 2"),
        (lambda t: t.flag("laps"), "track.toml, line 2, laps: must be true or false, not 2"),
        (lambda t: t.one_of("name", ("a", "b")), "track.toml, line 1, name: must be one of a, b, not 'circus'"),
        (
            lambda t: t.integers("segments"),
            "track.toml, line 5, segments: must be a list of whole numbers; 'S14' is not one",
        ),
        (lambda t: t.texts("start"), "track.toml, line 4, start: must be a list of texts; 7 is not one"),
        (lambda t: t.integers("laps"), "track.toml, line 2, laps: must be a list of whole numbers, not 2"),
        (lambda t: t.table("laps"), "track.toml, line 2, laps: must be a table, not 2"),
        (lambda t: t.tables("walls"), "track.toml, line 7, walls: must be a list of tables, written [[walls]]"),
        (lambda t: t.text("title"), "track.toml, line 1, title: missing; it must be a text"),
        (lambda t: t.table("walls").text("right"), "track.toml, line 7, walls.right: missing; it must be a text"),
        (
            lambda t: t.table("walls").integer("laps", 1, 7),
            "track.toml, line 9, walls.laps: must be from 1 to 7, not 9",
        ),
        (
            lambda t: t.tables("jumps")[0].integer("square", 7, 9),
            "track.toml, line 12, jumps[0].square: must be from 7 to 9, not 6",
        ),
        (
            lambda t: t.tables("jumps")[1].integer("square", 0, 9),
            "track.toml, line 15, jumps[1].square: must be a whole number, not 'seven'",
        ),
    ],
)
def test_an_error_names_file_line_and_key(read: Read, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read(track())
    assert str(caught.value) == message


def test_a_key_that_was_not_read_is_rejected() -> None:
    table = track()
    table.text("name")
    table.integer("laps", 0, 9)
    table.flag("hedge")
    table.integers("start")
    table.texts("segments")
    walls = table.table("walls")
    walls.text("left")
    with pytest.raises(DataError, match=r"line 9, walls\.laps: unknown key; known here: left"):
        walls.reject_unread()
    with pytest.raises(DataError, match="line 11, jumps: unknown key"):
        table.reject_unread()


def test_a_syntax_error_names_its_line() -> None:
    with pytest.raises(DataError, match=r"^broken\.toml, line 2: this is not TOML: invalid value$") as caught:
        TomlTable("a = 1\nb = = 2", "broken.toml")
    assert (caught.value.line, caught.value.key, caught.value.reason) == (2, "", "this is not TOML: invalid value")
    with pytest.raises(DataError, match=r"^broken\.toml, line 3: "):
        TomlTable("a = 1\n\nb =", "broken.toml")


def test_a_missing_key_is_not_searched_in_the_next_table() -> None:
    rows = TomlTable('[[row]]\na = "1"\n\n[[row]]\nb = "2"\n', "f.toml").tables("row")
    with pytest.raises(DataError, match=r"^f\.toml, line 1, row\[0\]\.b: missing"):
        rows[0].text("b")


def test_a_file_of_one_list_has_no_other_keys() -> None:
    assert [row.text("a") for row in read_tables('[[row]]\na = "1"\n\n[[row]]\na = "2"\n', "f.toml", "row")] == [
        "1",
        "2",
    ]
    with pytest.raises(DataError, match=r"^f\.toml, line 1, rows: unknown key; known here: row"):
        read_tables("rows = 1\n", "f.toml", "row")
