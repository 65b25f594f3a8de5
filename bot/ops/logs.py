"""What the bot tells its host: one line of JSON an event. What somebody keeps secret is never in it.

A word of a running match, or a token, could come along in the message of an exception or of a library. So exceptions
are told by their kind and where they happened, and libraries are heard only when they warn, and only in part.
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
EXTRA_FIELDS: Final = ("match", "verb", "why", "code", "milliseconds")
"""What an event may be about, beside what it says; ids and keys."""
ERRORS_WITH_SAFE_MESSAGES: Final = (OSError, DatabaseUnusable, StoreUnavailable, DiscordUnavailable)
"""Exceptions whose messages tell of machines, and of nothing else."""
CLIENT_LOGGER_NAME: Final = "discord.client"
VOICE_WARNING: Final = "voice"
ENDPOINT_URL_WARNING: Final = "interaction endpoint URL"
"""Of what it warns."""
MAX_CHAINED_ERRORS: Final = 8
"""Exceptions that led to one another; more are not read."""

log: Final = logging.getLogger(__name__)

_BOT_LOGGER_NAME: Final = "bot"
_TOKEN_IN_URL: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?]+")
_context_fields: ContextVar[Mapping[str, object]] = ContextVar("about", default={})  # noqa: B039 - a mapping that nobody changes


@contextmanager
def log_context(**facts: object) -> Iterator[None]:
    """Every event within is about these, too; what another match or interaction left behind is not."""
    token = _context_fields.set(facts)
    try:
        yield
    finally:
        _context_fields.reset(token)


class JsonFormatter(logging.Formatter):
    """`secrets` are struck out wherever they come up."""

    def __init__(self, *secrets: str) -> None:
        super().__init__()
        self.secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        ours = record.name.partition(".")[0] == _BOT_LOGGER_NAME
        said = record.getMessage()
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            # Further lines of a library's show values: a task, a request, an answer.
            "event": said if ours else said.partition("\n")[0],
            **_context_fields.get(),
            **{fact: record.__dict__[fact] for fact in EXTRA_FIELDS if fact in record.__dict__},
        }
        if record.exc_info and record.exc_info[1]:
            line["error"] = list(_describe_error_chain(record.exc_info[1]))
        text = json.dumps(line, ensure_ascii=False, default=str)
        for secret in self.secrets:
            text = text.replace(secret, "…")
        return _TOKEN_IN_URL.sub(r"\1…", text)


def _describe_error_chain(error: BaseException | None) -> Iterator[dict[str, Any]]:
    """The exception, then what led to it."""
    for _ in range(MAX_CHAINED_ERRORS):
        if error is None:
            return
        told: dict[str, Any] = {"kind": type(error).__qualname__}
        if isinstance(error, ERRORS_WITH_SAFE_MESSAGES):
            told["says"] = str(error)
        # Discord's numbers for what it did not like.
        told |= {name: value for name in ("status", "code") if isinstance(value := getattr(error, name, None), int)}
        told["trace"] = [_format_frame(frame) for frame in traceback.extract_tb(error.__traceback__)]
        yield told
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _format_frame(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    short = path.relative_to(PROJECT_ROOT) if path.is_relative_to(PROJECT_ROOT) else Path(*path.parts[-2:])
    return f"{short}:{frame.lineno} {frame.name}"


def configure_logging(level: str, *secrets: str, via_http: bool = False, stream: TextIO = sys.stderr) -> None:
    """From now on. Libraries may warn; what they tell besides is theirs, tokens and bodies of requests included."""
    # A voice nobody here will ever use; and that an address of our own takes what the gateway would bring, it shall.
    idle = (VOICE_WARNING, ENDPOINT_URL_WARNING) if via_http else (VOICE_WARNING,)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter(*secrets))
    handler.addFilter(lambda it: it.name != CLIENT_LOGGER_NAME or not any(warning in str(it.msg) for warning in idle))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(_BOT_LOGGER_NAME).setLevel(level.upper())
    logging.captureWarnings(capture=True)
