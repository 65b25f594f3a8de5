"""How the bot keeps some of the sessions that it may begin in a day."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

from bot.discord.starts import LOW, MOST, Starts, pause

HOUR = 3_600_000


def limits(remaining: int, reset_after: int = HOUR) -> discord.SessionStartLimits:
    return discord.SessionStartLimits(total=1000, remaining=remaining, reset_after=reset_after, max_concurrency=4)


class Discord:
    """It answers with one after the other."""

    def __init__(self, *told: discord.SessionStartLimits) -> None:
        self._told: Iterator[discord.SessionStartLimits] = iter(told)
        self.left: list[float] = []
        self.slept: list[float] = []

    async def ask(self) -> discord.SessionStartLimits:
        return next(self._told)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    @property
    def starts(self) -> Starts:
        return Starts(self.left.append, self.sleep)


def test_whoever_has_enough_does_not_wait_and_the_fewer_there_are_the_longer() -> None:
    assert {pause(limits(left)) for left in range(LOW, 1001)} == {0}
    waits = [pause(limits(left)) for left in range(LOW, -1, -1)]
    assert waits == sorted(waits)
    assert pause(limits(LOW - 1)) < 2
    assert pause(limits(0)) == 3600


@pytest.mark.parametrize("left", [LOW, 20, 2])
def test_who_begins_as_soon_as_allowed_never_has_none_before_the_reset(left: int) -> None:
    reset = float(HOUR)
    while (wait := pause(limits(left, int(reset)))) * 1000 < int(reset):
        reset -= wait * 1000
        left -= 1
        assert left > 0


async def test_before_it_connects_it_waits_as_long_as_it_takes() -> None:
    there = Discord(limits(0, 7_000), limits(0, 1_000), limits(1000, 0))
    await there.starts.spare(there.ask)
    assert there.slept == [7.0, 1.0]
    assert there.left == [0, 0, 1000]


async def test_a_shard_waits_for_as_long_as_its_line_holds() -> None:
    there = Discord(limits(1000), limits(1), limits(0))
    assert await there.starts.rows(there.ask) == 4
    assert there.slept == []
    assert await there.starts.rows(there.ask) == 4
    assert there.slept == [MOST]
    with pytest.raises(ConnectionError):
        await there.starts.rows(there.ask)


async def test_whom_discord_asks_for_patience_is_taken_for_cut_off() -> None:
    """Whatever else is raised there ends the bot."""

    async def ask() -> discord.SessionStartLimits:
        raise discord.RateLimited(600.0)

    with pytest.raises(ConnectionError, match="600 s"):
        await Discord().starts.rows(ask)
