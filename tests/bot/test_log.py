"""Tests for the log: the fields of each event, and the absence of secrets and player text."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest

from bot.ops import logs
from bot.ops.logs import log_context
from storage import StoreUnavailable

BOT_LOGGER = logging.getLogger("bot.forest")
TYPED_MOVE = "swap b1 a3"

LogReader = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def read_log() -> Iterator[LogReader]:
    root, bot_logger, output = logging.getLogger(), logging.getLogger("bot"), StringIO()
    handlers, level = root.handlers[:], root.level
    logs.configure_logging("debug", "the.bots.token", stream=output)
    yield lambda: [json.loads(line) for line in output.getvalue().splitlines()]
    root.handlers[:] = handlers
    root.setLevel(level)
    bot_logger.setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)


async def test_event_has_ids_of_match_and_interaction(read_log: LogReader) -> None:
    with log_context(interaction="12", match=3):
        BOT_LOGGER.info("answered", extra={"duration_ms": 4.5})
        with log_context(match=4):
            BOT_LOGGER.debug("refreshed")
    BOT_LOGGER.info("quiet")
    answered, refreshed, quiet = read_log()
    assert {"event": "answered", "match": 3, "interaction": "12", "duration_ms": 4.5}.items() <= answered.items()
    assert refreshed["match"] == 4
    assert "interaction" not in refreshed
    assert quiet.keys() == {"timestamp", "level", "logger", "event"}

    async def log_match(match_id: int) -> None:
        with log_context(match=match_id):
            await asyncio.sleep(0)
            BOT_LOGGER.info("%d", match_id)

    await asyncio.gather(*(log_match(match_id) for match_id in range(5)))
    assert all(event["match"] == int(event["event"]) for event in read_log()[3:])


def test_exception_is_logged_without_its_message(read_log: LogReader) -> None:
    def inner() -> None:
        raise KeyError(TYPED_MOVE)

    try:
        try:
            inner()
        except KeyError as error:
            raise ValueError(TYPED_MOVE) from error
    except ValueError:
        BOT_LOGGER.exception("failed", extra={"code": "c0ffee"})
    try:
        raise StoreUnavailable("database or disk is full")
    except StoreUnavailable:
        BOT_LOGGER.exception("postponed")
    event, store_event = read_log()
    assert TYPED_MOVE not in json.dumps(event)
    assert event["code"] == "c0ffee"
    outer, cause = event["error"]
    assert (outer["type"], cause["type"]) == ("ValueError", "KeyError")
    assert cause["trace"][-1].endswith("inner")
    assert cause["trace"][-1].startswith("tests/bot/test_log.py:")
    # Messages of the database contain no text from players.
    assert store_event["error"][0]["message"] == "database or disk is full"


def test_library_warnings_are_logged_without_tokens(read_log: LogReader) -> None:
    library_logger = logging.getLogger("discord.forest")
    library_logger.info("POST with %s", {"custom_id": TYPED_MOVE})
    library_logger.warning(
        "PATCH https://discord/webhooks/1234/aW50ZXJhY3Rpb24/messages/5 as the.bots.token\nfuture: %s", TYPED_MOVE
    )
    [event] = read_log()
    assert event["event"] == "PATCH https://discord/webhooks/1234/…/messages/5 as …"


def test_expected_warnings_of_libraries_are_dropped(read_log: LogReader) -> None:
    output = StringIO()
    logs.configure_logging("debug", stream=output)
    library_logger = logging.getLogger("discord.client")
    library_logger.warning("davey is not installed, voice will NOT be supported")
    library_logger.warning(
        "Application has an interaction endpoint URL set, this means registered components and app commands"
    )
    library_logger.warning("PyNaCl is not installed")
    assert len(output.getvalue().splitlines()) == 1
    logs.configure_logging("warning", stream=StringIO())
    assert [BOT_LOGGER.isEnabledFor(level) for level in (logging.INFO, logging.WARNING)] == [False, True]
    assert read_log() == []
