"""The server's log: one line per event, as text or as JSON."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return the facts of a log record, passed as `extra={"facts": {...}}`."""
    facts: dict[str, Any] = getattr(record, "facts", {})
    return facts


class TextFormatter(logging.Formatter):
    """Log lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the time, the event and its facts; unprintable characters are replaced."""
        parts = [time.strftime("%H:%M:%S", time.localtime(record.created))]
        if record.levelno >= logging.WARNING:
            parts.append(record.levelname.lower())
        parts.append(record.getMessage())
        parts += [f"{name}={value}" for name, value in facts_of(record).items()]
        line = "".join(char if char.isprintable() else "?" for char in " ".join(parts))
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """Log lines for other programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the event and its facts as one JSON object on one line."""
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
    """Send all log records to stderr, one line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("hippodrome").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(is_not_invalid_utf8)


def is_not_invalid_utf8(record: logging.LogRecord) -> bool:
    """Return False for uvicorn's warning about text messages that are not UTF-8, which any client can cause."""
    return not record.getMessage().startswith("Invalid UTF-8 sequence")
