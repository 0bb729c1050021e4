"""TOML is parsed within limits: a short text can take neither seconds nor much memory."""

from __future__ import annotations

import tomllib

import pytest

from hippodrome.kit.toml_parser import (
    MAX_KEY_PARTS,
    MAX_TOML_CHARACTERS,
    MAX_TOML_DEPTH,
    MAX_TOML_TOKENS,
    TomlLimitError,
    parse_toml,
)
from hippodrome.kit.toml_reader import DataError, TomlTable

LONG_KEY = ".".join("a" * (MAX_KEY_PARTS + 1))


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG_KEY} = 1",
        f"[{LONG_KEY}]",
        f"[[{LONG_KEY}]]",
        f"x = {{{LONG_KEY} = 1}}",
        " . ".join(["'a.b'"] * (MAX_KEY_PARTS + 1)) + " = 1",
        # A string in front of the key does not hide it, however the string ends.
        f'x = ["""a"""", {{{LONG_KEY} = 1}}]',
        f'x = ["""a""""", {{{LONG_KEY} = 1}}]',
        f"x = ['''a'''', {{{LONG_KEY} = 1}}]",
        f'x = ["\\"", {{{LONG_KEY} = 1}}]',
        f"x = ['\\', {{{LONG_KEY} = 1}}]",
    ],
)
def test_the_number_of_parts_in_a_key_is_limited(text: str) -> None:
    tomllib.loads(text)  # without the limit it is valid
    with pytest.raises(TomlLimitError, match="parts"):
        parse_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{'.'.join('a' * MAX_KEY_PARTS)} = 1",
        "".join(f"a{number} = 1.5\n" for number in range(100)),
        f"x = '{LONG_KEY}' # {LONG_KEY}",
        f'x = """\n{LONG_KEY} = "a" \\" """',
        f"x = {'[' * MAX_TOML_DEPTH}{']' * MAX_TOML_DEPTH}",
        f'"{LONG_KEY}" = 1',
        "x = [" + "1.5, " * 100 + "]",
        'x = """a"""""\ny = 2',
    ],
)
def test_ordinary_texts_are_within_the_limits(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#" * (MAX_TOML_CHARACTERS + 1), "characters"),
        ("\n" * (MAX_TOML_TOKENS + 2), "keys and values"),
        (f"x = {'[' * (MAX_TOML_DEPTH + 1)}", "nested"),
        ("x = " + "{x = " * (MAX_TOML_DEPTH + 1), "nested"),
    ],
)
def test_other_limits(text: str, message: str) -> None:
    with pytest.raises(TomlLimitError, match=message):
        parse_toml(text)


def test_the_error_of_a_reader_names_file_and_line() -> None:
    with pytest.raises(DataError, match=r"^army, line 3: a key may have at most 8 parts") as caught:
        TomlTable(f"x = 1\ny = 2\n{LONG_KEY} = 3\n", "army")
    assert caught.value.line == 3
