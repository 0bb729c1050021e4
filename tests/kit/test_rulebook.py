"""The rulebook and the templates of a game: strict reading, search, and filling of placeholders."""

from __future__ import annotations

import pytest

from hippodrome.catalogue import all_games
from hippodrome.kit.game import Game
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.templates import Words, fill_template, sentence_case
from hippodrome.kit.toml_reader import DataError

BOOK = """\
[[clause]]
id = "X-1"
chapter = "Moving"
title = "Whips"
text = "Speed is counted in whips."

[[clause]]
id = "X-2"
chapter = "Moving"
title = "Lanes"
text = "A lane may be changed."
source = "ruling"
question = "When?"
reading = "On straights, at any whips."
why = "Nothing else is said."
see = ["X-1"]
"""
WORDS = """\
[events]
Moved = "{who} moves."
[rolls]
[prompts]
[labels]
[reasons]
"""

every_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games().keys())


def test_clauses_are_read_in_the_order_of_the_book() -> None:
    book = Rulebook(BOOK, "rules.toml")
    assert list(book.clauses) == ["X-1", "X-2"]
    one, two = book.clauses.values()
    assert (one.source, one.question, one.see) == ("rulebook", "", ())
    assert (two.chapter, two.title, two.source, two.reading) == (
        "Moving",
        "Lanes",
        "ruling",
        "On straights, at any whips.",
    )
    assert two.why == "Nothing else is said."


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("x-2", ["X-2"]),
        ("X-1", ["X-1"]),
        ("whips", ["X-1", "X-2"]),
        ("LANE MAY", ["X-2"]),
        ("horse", []),
        ("x-", ["X-1", "X-2"]),
    ],
)
def test_find_returns_clauses_by_id_or_by_words(words: str, ids: list[str]) -> None:
    assert [clause.id for clause in Rulebook(BOOK, "rules.toml").find(words)] == ids


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "X-2"', 'id = "X-1"', r"rules\.toml, line 8, clause\[1\]\.id: X-1 appears twice"),
        ('see = ["X-1"]', 'see = ["X-9"]', "X-2 points to X-9, which does not exist"),
        ('why = "', 'because = "', r"line 15, clause\[1\]\.because: unknown key"),
        ('title = "Whips"\n', "", r"clause\[0\]\.title: missing"),
        ("[[clause]]", "[[claws]]", "claws: unknown key"),
    ],
)
def test_a_broken_rulebook_is_rejected(old: str, new: str, message: str) -> None:
    assert old in BOOK
    with pytest.raises(DataError, match=message):
        Rulebook(BOOK.replace(old, new), "rules.toml")


@every_game
def test_every_clause_of_every_game_is_complete(game: Game) -> None:
    assert len(game.rulebook.clauses) > 5
    for clause in game.rulebook.clauses.values():
        assert clause.text.endswith("."), clause.id
        assert clause.title, clause.id
        assert bool(clause.question) == bool(clause.reading) == bool(clause.why), clause.id


# -------------------------------------------------------------------- templates


def test_templates_are_read_by_section() -> None:
    assert Words(WORDS, "words.toml").events == {"Moved": "{who} moves."}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (WORDS.replace("[labels]\n", ""), "labels: missing; it must be a table"),
        (WORDS + "[more]\n", "line 7, more: unknown key"),
        (WORDS.replace('"{who} moves."', "3"), r"line 2, events\.Moved: must be a text, not 3"),
    ],
)
def test_a_broken_template_file_is_rejected(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        Words(text, "words.toml")


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("{who} moves {n:square}.", {"who": "Red", "n": "1"}, "Red moves 1 square."),
        ("{who} moves {n:square}.", {"who": "Red", "n": "3"}, "Red moves 3 squares."),
        ("{n:point}", {"n": "0"}, "0 points"),
        ("{n:point}", {"n": "-1"}, "-1 point"),
        ("nothing", {}, "nothing"),
        ("{0} and {1:whip}", {"0": "a", "1": "2"}, "a and 2 whips"),
    ],
)
def test_placeholders_are_filled_with_plurals_where_needed(template: str, values: dict[str, str], text: str) -> None:
    assert fill_template(template, lambda name: values[name]) == text


def test_a_placeholder_without_a_value_raises_an_error() -> None:
    with pytest.raises(KeyError):
        fill_template("{who}", lambda name: {"what": "x"}[name])


@pytest.mark.parametrize(("text", "sentence"), [("red wins.", "Red wins."), ("", ""), ("Ok", "Ok"), ("éa", "Éa")])
def test_a_sentence_begins_with_a_capital(text: str, sentence: str) -> None:
    assert sentence_case(text) == sentence


def test_the_version_of_the_rules_stands_at_the_top_and_is_1_by_default() -> None:
    assert Rulebook(BOOK, "rules.toml").version == 1
    assert Rulebook("version = 3\n" + BOOK, "rules.toml").version == 3
    with pytest.raises(DataError, match="version: must be from 1"):
        Rulebook("version = 0\n" + BOOK, "rules.toml")
