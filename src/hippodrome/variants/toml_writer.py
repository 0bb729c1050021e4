"""Writing TOML, which the standard library can only read."""

from __future__ import annotations

import json
import re
from typing import Any

_BARE_KEY = re.compile("[A-Za-z0-9_-]+")


def format_document(values: dict[str, Any]) -> str:
    """Return values as a TOML document: plain values first, then tables and lists of tables."""
    return "\n".join(_table_lines(values, "")) + "\n"


def _table_lines(values: dict[str, Any], path: str) -> list[str]:
    lines = [f"{_format_key(key)} = {format_value(value)}" for key, value in values.items() if not _is_block(value)]
    for key, value in values.items():
        inside = f"{path}{_format_key(key)}"
        if isinstance(value, dict):
            lines += ["", f"[{inside}]", *_table_lines(value, f"{inside}.")]
        elif _is_block(value):
            for row in value:
                lines += ["", f"[[{inside}]]", *_table_lines(row, f"{inside}.")]
    return lines


def _is_block(value: Any) -> bool:
    """Return whether a value is written as a table or as a list of tables."""
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(x, dict) for x in value)
    )


def _format_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else format_text(key)


def format_value(value: Any) -> str:
    """Return a value as inline TOML."""
    if isinstance(value, str):
        return format_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join([format_value(item) for item in value])}]"
    if isinstance(value, dict):
        return "{ " + ", ".join([f"{_format_key(key)} = {format_value(item)}" for key, item in value.items()]) + " }"
    return str(value)


def format_text(text: str) -> str:
    """Return a text as a quoted TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def format_long_text(text: str) -> str:
    """Return a text as a multi-line TOML string where that is possible."""
    if "'''" in text or "\r" in text:
        return format_text(text)
    return f"'''\n{text}'''"
