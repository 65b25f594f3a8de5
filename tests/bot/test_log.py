"""What is told to the host, and what is not."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest

from bot.host import log
from bot.host.log import about
from storage import Unstored

OURS = logging.getLogger("bot.forest")
THEIRS = logging.getLogger("discord.forest")
WORD = "swap b1 a3"

Told = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def told() -> Iterator[Told]:
    root, ours, out = logging.getLogger(), logging.getLogger("bot"), StringIO()
    handlers, level = root.handlers[:], root.level
    log.opened("debug", "the.bots.token", out=out)
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    root.handlers[:] = handlers
    root.setLevel(level)
    ours.setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)


def test_an_event_is_about_its_match_and_its_interaction(told: Told) -> None:
    with about(interaction="12", match=3):
        OURS.info("answered", extra={"milliseconds": 4.5})
        with about(match=4):
            OURS.debug("told")
    OURS.info("quiet")
    answered, other, quiet = told()
    assert (answered["event"], answered["match"], answered["interaction"], answered["milliseconds"]) == (
        "answered", 3, "12", 4.5
    )  # fmt: skip
    assert other["match"] == 4
    assert "interaction" not in other
    assert quiet.keys() == {"at", "level", "from", "event"}


async def test_what_runs_beside_is_about_its_own(told: Told) -> None:
    async def one(match: int) -> None:
        with about(match=match):
            await asyncio.sleep(0)
            OURS.info("%d", match)

    await asyncio.gather(*(one(match) for match in range(5)))
    assert all(event["match"] == int(event["event"]) for event in told())


def test_an_exception_is_told_without_its_message(told: Told) -> None:
    def inner() -> None:
        raise KeyError(WORD)

    try:
        try:
            inner()
        except KeyError as error:
            raise ValueError(WORD) from error
    except ValueError:
        OURS.exception("failed", extra={"code": "c0ffee"})
    [event] = told()
    assert WORD not in json.dumps(event)
    assert event["code"] == "c0ffee"
    outer, cause = event["error"]
    assert (outer["kind"], cause["kind"]) == ("ValueError", "KeyError")
    assert cause["trace"][-1].endswith("inner")
    assert cause["trace"][-1].startswith("tests/bot/test_log.py:")


def test_what_a_machine_says_is_told(told: Told) -> None:
    try:
        raise Unstored("database or disk is full")
    except Unstored:
        OURS.exception("put off")
    assert told()[0]["error"][0]["says"] == "database or disk is full"


def test_libraries_are_heard_when_they_warn_and_only_in_part(told: Told) -> None:
    THEIRS.info("POST with %s", {"custom_id": WORD})
    THEIRS.warning("PATCH https://discord/webhooks/1234/aW50ZXJhY3Rpb24/messages/5 as the.bots.token\nfuture: %s", WORD)
    [event] = told()
    assert event["event"] == "PATCH https://discord/webhooks/1234/…/messages/5 as …"


@pytest.mark.parametrize("serves", [False, True])
def test_no_library_warns_of_what_is_meant_to_be(serves: bool, told: Told) -> None:
    """These are its words; that an address of its own takes what it would hear is news to whoever has the gateway."""
    out = StringIO()
    log.opened("debug", serves=serves, out=out)
    theirs = logging.getLogger("discord.client")
    theirs.warning("davey is not installed, voice will NOT be supported")
    theirs.warning("Application has an interaction endpoint URL set, this means registered components and app commands")
    theirs.warning("PyNaCl is not installed")
    assert len(out.getvalue().splitlines()) == 2 - serves
    assert told() == []


def test_a_level_is_kept(told: Told) -> None:
    log.opened("warning", out=StringIO())
    assert not OURS.isEnabledFor(logging.INFO)
    assert OURS.isEnabledFor(logging.WARNING)
    assert told() == []
