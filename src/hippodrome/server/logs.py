"""The server's log: a line for each thing that happened, for people or, as JSON, for programs."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """What a line says beside its words."""
    found: dict[str, Any] = getattr(record, "facts", {})
    return found


class TextFormatter(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the time, the words, and the facts."""
        words = [time.strftime("%H:%M:%S", time.localtime(record.created))]
        if record.levelno >= logging.WARNING:
            words.append(record.levelname.lower())
        words.append(record.getMessage())
        words += [f"{name}={value}" for name, value in facts_of(record).items()]
        line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(words))
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """Lines for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One JSON object in one line."""
        line = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **facts_of(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def configure_logging(as_json: bool) -> None:
    """Let everything that is logged go to stderr, a line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("hippodrome").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(is_not_invalid_utf8)


def is_not_invalid_utf8(record: logging.LogRecord) -> bool:
    """Return whether a line is about this server, and not about bytes that somebody sends in place of text."""
    return not record.getMessage().startswith("Invalid UTF-8 sequence")
