"""Logging as JSON lines, one per event, without secrets.

Messages from exceptions or libraries could contain a token, or a move of a running match. Therefore, exceptions are
logged by type and location, and libraries log only warnings. Only the first line of a library's warning is kept.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO

from bot.errors import DiscordUnavailable
from storage import DatabaseUnusable, StoreUnavailable

PROJECT_ROOT: Final = Path(__file__).parents[2]
EXTRA_FIELDS: Final = ("match", "action", "reason", "code", "duration_ms")
"""The extra attributes of log records that are written to the log. They contain only IDs, keys and numbers."""
ERRORS_WITH_SAFE_MESSAGES: Final = (OSError, DatabaseUnusable, StoreUnavailable, DiscordUnavailable)
"""Exceptions whose messages describe technical problems and cannot contain secrets."""
CLIENT_LOGGER_NAME: Final = "discord.client"
IGNORED_WARNINGS: Final = ("voice", "interaction endpoint URL")
"""Parts of warnings to ignore: the bot never uses voice, and checks the endpoint URL itself."""
MAX_CHAINED_ERRORS: Final = 8
"""The maximum number of exceptions logged per event, counting the exception itself and its causes."""

log: Final = logging.getLogger(__name__)

_BOT_LOGGER_NAME: Final = "bot"
_TOKEN_IN_URL: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?]+")
_context_fields: ContextVar[Mapping[str, object]] = ContextVar("log_context", default={})  # noqa: B039 - never modified


@contextmanager
def log_context(**fields: object) -> Iterator[None]:
    """Add fields to every event logged inside the block. These fields replace those of an enclosing block."""
    token = _context_fields.set(fields)
    try:
        yield
    finally:
        _context_fields.reset(token)


class JsonFormatter(logging.Formatter):
    """Formats log records as JSON, with an ellipsis in place of each secret."""

    def __init__(self, *secrets: str) -> None:
        super().__init__()
        self.secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        is_own_record = record.name.partition(".")[0] == _BOT_LOGGER_NAME
        message = record.getMessage()
        line: dict[str, Any] = {
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            # Later lines of library messages can show values, such as requests and responses.
            "event": message if is_own_record else message.partition("\n")[0],
            **_context_fields.get(),
            **{name: record.__dict__[name] for name in EXTRA_FIELDS if name in record.__dict__},
        }
        if record.exc_info and record.exc_info[1]:
            line["error"] = list(_describe_error_chain(record.exc_info[1]))
        text = json.dumps(line, ensure_ascii=False, default=str)
        for secret in self.secrets:
            text = text.replace(secret, "…")
        return _TOKEN_IN_URL.sub(r"\1…", text)


def _describe_error_chain(error: BaseException | None) -> Iterator[dict[str, Any]]:
    """Yield a description of the exception, followed by one for each of its causes."""
    for _ in range(MAX_CHAINED_ERRORS):
        if error is None:
            return
        description: dict[str, Any] = {"type": type(error).__qualname__}
        if isinstance(error, ERRORS_WITH_SAFE_MESSAGES):
            description["message"] = str(error)
        # HTTP errors have a status, and Discord's errors also have a code.
        description |= {
            name: value for name in ("status", "code") if isinstance(value := getattr(error, name, None), int)
        }
        description["trace"] = [_format_frame(frame) for frame in traceback.extract_tb(error.__traceback__)]
        yield description
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _format_frame(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    short_path = path.relative_to(PROJECT_ROOT) if path.is_relative_to(PROJECT_ROOT) else Path(*path.parts[-2:])
    return f"{short_path}:{frame.lineno} {frame.name}"


def configure_logging(level: str, *secrets: str, stream: TextIO = sys.stderr) -> None:
    """Write the log to `stream` as JSON lines, without any of `secrets`.

    Libraries log only warnings, because their debug output contains secrets.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter(*secrets))
    handler.addFilter(
        lambda record: (
            record.name != CLIENT_LOGGER_NAME or not any(warning in str(record.msg) for warning in IGNORED_WARNINGS)
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(_BOT_LOGGER_NAME).setLevel(level.upper())
    logging.captureWarnings(capture=True)
