"""Custom files: forms that are written as TOML and read again, and option values that are files."""

from __future__ import annotations

import tomllib

import pytest

from hippodrome.kit.custom_files import (
    LINES,
    LIST,
    NUMBER,
    ONE,
    SOME,
    TEXT,
    Form,
    FormField,
    clean,
    is_file,
    value_label,
)

FORM = Form(
    [FormField("title", "Title", TEXT), FormField("map", "Map", LINES)],
    "row",
    "Rows",
    [
        FormField("name", "Name", TEXT),
        FormField("kind", "Kind", ONE, "plain", ("plain", "odd")),
        FormField("marks", "Marks", SOME, "", ("a", "b")),
        FormField("count", "Count", NUMBER, "1"),
        FormField("places", "Places", LIST),
    ],
)


def test_a_form_is_written_as_toml_and_read_again() -> None:
    head = {"title": 'The "best" \\ of all', "map": 'a b\nc """ d'}
    rows = [
        {"name": "One", "kind": "odd", "marks": "a, b", "count": "3", "places": "-1 front, 0 rear"},
        {"name": "Two", "kind": "plain", "marks": "", "count": "1", "places": ""},
    ]
    text = FORM.write(head, rows)
    table = tomllib.loads(text)
    assert table["title"] == head["title"]
    assert table["map"].strip() == head["map"]
    assert table["row"] == [
        {"name": "One", "kind": "odd", "marks": ["a", "b"], "count": 3, "places": ["-1 front", "0 rear"]},
        {"name": "Two"},
    ]
    assert FORM.fill(text) == (head, rows)


@pytest.mark.parametrize("typed", ["many", "1e3", "٣ x", "--2"])
def test_an_invalid_number_is_written_as_it_was_typed(typed: str) -> None:
    assert tomllib.loads(FORM.write({}, [{"count": typed}]))["row"] == [{"count": typed}]


def test_a_form_is_described_as_json() -> None:
    form = FORM.json()
    assert form["rows"] == "row"
    assert form["row_fields"][1] == {
        "name": "kind", "title": "Kind", "kind": "one", "default": "plain", "initial": "plain", "text": "",
        "values": ["plain", "odd"], "labels": ["plain", "odd"],
    }  # fmt: skip


def test_a_file_is_distinguished_from_a_word_and_labelled_by_its_title() -> None:
    assert clean('\n\ntitle = "A"  \r\nb = 1\n\n') == 'title = "A"\nb = 1\n'
    assert [is_file(value) for value in (3, "river", 'title = "A"\n')] == [False, False, True]
    assert [value_label(value) for value in (3, "river", 'title = "A"\n', "b = 1\n", "= =\n")] == [
        "3", "river", "custom: A", "custom: a file", "custom: a file",
    ]  # fmt: skip
