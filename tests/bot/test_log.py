"""The log: what it records about each event, and that it contains no secrets and no words of players."""

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
    root, ours, out = logging.getLogger(), logging.getLogger("bot"), StringIO()
    handlers, level = root.handlers[:], root.level
    logs.configure_logging("debug", "the.bots.token", stream=out)
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    root.handlers[:] = handlers
    root.setLevel(level)
    ours.setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)


async def test_event_names_its_match_and_interaction(read_log: LogReader) -> None:
    with log_context(interaction="12", match=3):
        BOT_LOGGER.info("answered", extra={"milliseconds": 4.5})
        with log_context(match=4):
            BOT_LOGGER.debug("told")
    BOT_LOGGER.info("quiet")
    answered, other, quiet = read_log()
    assert {"event": "answered", "match": 3, "interaction": "12", "milliseconds": 4.5}.items() <= answered.items()
    assert other["match"] == 4
    assert "interaction" not in other
    assert quiet.keys() == {"at", "level", "from", "event"}

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
        BOT_LOGGER.exception("put off")
    event, machine = read_log()
    assert TYPED_MOVE not in json.dumps(event)
    assert event["code"] == "c0ffee"
    outer, cause = event["error"]
    assert (outer["kind"], cause["kind"]) == ("ValueError", "KeyError")
    assert cause["trace"][-1].endswith("inner")
    assert cause["trace"][-1].startswith("tests/bot/test_log.py:")
    # What a machine says is no secret.
    assert machine["error"][0]["says"] == "database or disk is full"


def test_libraries_are_logged_when_they_warn_without_tokens(read_log: LogReader) -> None:
    theirs = logging.getLogger("discord.forest")
    theirs.info("POST with %s", {"custom_id": TYPED_MOVE})
    theirs.warning(
        "PATCH https://discord/webhooks/1234/aW50ZXJhY3Rpb24/messages/5 as the.bots.token\nfuture: %s", TYPED_MOVE
    )
    [event] = read_log()
    assert event["event"] == "PATCH https://discord/webhooks/1234/…/messages/5 as …"


@pytest.mark.parametrize("serves", [False, True])
def test_expected_warnings_of_libraries_are_dropped(serves: bool, read_log: LogReader) -> None:
    """An interaction endpoint is news only to a bot on the gateway."""
    out = StringIO()
    logs.configure_logging("debug", via_http=serves, stream=out)
    theirs = logging.getLogger("discord.client")
    theirs.warning("davey is not installed, voice will NOT be supported")
    theirs.warning("Application has an interaction endpoint URL set, this means registered components and app commands")
    theirs.warning("PyNaCl is not installed")
    assert len(out.getvalue().splitlines()) == 2 - serves
    logs.configure_logging("warning", stream=StringIO())
    assert [BOT_LOGGER.isEnabledFor(level) for level in (logging.INFO, logging.WARNING)] == [False, True]
    assert read_log() == []
