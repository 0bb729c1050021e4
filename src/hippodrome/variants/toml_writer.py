"""Writing TOML: what the standard library reads but does not write."""

from __future__ import annotations

import json
import re
from typing import Any

_BARE = re.compile("[A-Za-z0-9_-]+")


def written(values: dict[str, Any]) -> str:
    """Return a document: plain values first, then tables, then lists of tables."""
    return "\n".join(_lines(values, "")) + "\n"


def _lines(values: dict[str, Any], path: str) -> list[str]:
    lines = [f"{_key(key)} = {value(found)}" for key, found in values.items() if not _is_block(found)]
    for key, found in values.items():
        inside = f"{path}{_key(key)}"
        if isinstance(found, dict):
            lines += ["", f"[{inside}]", *_lines(found, f"{inside}.")]
        elif _is_block(found):
            for row in found:
                lines += ["", f"[[{inside}]]", *_lines(row, f"{inside}.")]
    return lines


def _is_block(found: Any) -> bool:
    """Return whether a value is written as a table or as a list of tables."""
    return isinstance(found, dict) or (
        isinstance(found, list) and bool(found) and all(isinstance(x, dict) for x in found)
    )


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else text(key)


def value(found: Any) -> str:
    """Return a plain value, or a list of them."""
    if isinstance(found, str):
        return text(found)
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, list):
        return f"[{', '.join([value(item) for item in found])}]"
    if isinstance(found, dict):
        return "{ " + ", ".join([f"{_key(key)} = {value(item)}" for key, item in found.items()]) + " }"
    return str(found)


def text(found: str) -> str:
    """Return a text in quotation marks."""
    return json.dumps(found, ensure_ascii=False).replace("\x7f", "\\u007f")


def long_text(found: str) -> str:
    """Return a text of several lines, as readable as it can be."""
    if "'''" in found or "\r" in found:
        return text(found)
    return f"'''\n{found}'''"
