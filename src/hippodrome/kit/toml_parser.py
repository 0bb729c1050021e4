"""Parsing of TOML with limits. Every TOML text goes through `parse_toml`.

The parser of the standard library is quadratic in the parts of a key and recursive in the depth of values, so that a
short text could take seconds and hundreds of megabytes. One linear scan rejects such texts before they are parsed.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

MAX_TOML_CHARACTERS: Final = 500_000
MAX_TOML_TOKENS: Final = 100_000  # brackets, commas, dots, equals signs and line ends
MAX_TOML_DEPTH: Final = 16  # of lists and tables in braces
MAX_KEY_PARTS: Final = 8  # between the dots of a key

# A multi-line string may end with up to five quotes. Quotes that are never closed are left to the parser to reject.
_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}+)?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}+)?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[\[\]{}.,=\n]",
    re.DOTALL,
)


class TomlLimitError(ValueError):
    """Raised for a text that is too large or too complex to be parsed; `line` is where it exceeds a limit."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def parse_toml(text: str) -> dict[str, Any]:
    """Return the values of a TOML text; raise ValueError if it is not TOML, TomlLimitError if it exceeds a limit."""
    check_complexity(text)
    return tomllib.loads(text)


def check_complexity(text: str) -> None:
    """Raise TomlLimitError if a text is too long, nested too deeply, or has keys with too many parts."""
    if len(text) > MAX_TOML_CHARACTERS:
        raise TomlLimitError(f"the text has more than {MAX_TOML_CHARACTERS} characters")
    depth = dots = 0
    for number, token in enumerate(_TOKEN.finditer(text)):
        kind = text[token.start()]
        if kind in "\"'#":
            continue
        dots = dots + 1 if kind == "." else 0
        if kind in "[{":
            depth += 1
        elif kind in "]}":
            depth = max(0, depth - 1)
        problem = _exceeded_limit(number, depth, dots)
        if problem:
            raise TomlLimitError(problem, text.count("\n", 0, token.start()) + 1)


def _exceeded_limit(tokens: int, depth: int, dots: int) -> str:
    """Return which limit is exceeded, or an empty string."""
    if dots >= MAX_KEY_PARTS:
        return f"a key may have at most {MAX_KEY_PARTS} parts between dots"
    if depth > MAX_TOML_DEPTH:
        return f"values may be nested at most {MAX_TOML_DEPTH} deep"
    return f"the text has more than {MAX_TOML_TOKENS} keys and values" if tokens > MAX_TOML_TOKENS else ""
