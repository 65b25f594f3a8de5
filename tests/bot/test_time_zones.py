"""Tests for quiet hours in time zones, for setting a time zone, and for the clock of the playground."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from aiohttp import web

from bot.errors import ConfigError
from bot.ops import playground_clock
from bot.ops.playground_clock import follow_playground_clock
from bot.preferences import PlayerPreferences
from bot.screens.custom_ids import Action
from bot.screens.scene import SelectMenu
from bot.screens.settings import OTHER_ZONE_CHOICE, PLAYER_PANEL, render_zone_form
from bot.time_zones import find_zone, list_common_zones
from bot.wall_clock import HOUR_MS, MINUTE_MS, WallClock
from deploy.playground.tests.http_server import serve
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.matches import ANN
from tests.kit.world import World
from tests.waiting import TEST_TIMEOUT_S

# Quiet hours


def parse_utc_ms(text: str) -> int:
    """Parse an ISO time in UTC. Return milliseconds since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "quiet", "now", "until"),
    [
        # An ordinary night, from its first minute to the last before it ends.
        ("UTC", (22, 7), "2026-06-01 21:59", None),
        ("UTC", (22, 7), "2026-06-01 22:00", "2026-06-02 07:00"),
        ("UTC", (22, 7), "2026-06-02 06:59", "2026-06-02 07:00"),
        ("UTC", (22, 7), "2026-06-02 07:00", None),
        ("UTC", (0, 8), "2026-06-01 23:59", None),
        ("UTC", (9, 9), "2026-06-01 09:00", None),
        # Half and quarter hours.
        ("Asia/Kolkata", (22, 7), "2026-06-01 16:29", None),
        ("Asia/Kolkata", (22, 7), "2026-06-01 16:30", "2026-06-02 01:30"),
        ("Asia/Kathmandu", (0, 8), "2026-06-01 18:15", "2026-06-02 02:15"),
        ("Pacific/Kiritimati", (0, 8), "2026-06-01 10:00", "2026-06-01 18:00"),
        # Summer and winter differ.
        ("Europe/Berlin", (22, 7), "2026-07-01 20:00", "2026-07-02 05:00"),
        ("Europe/Berlin", (22, 7), "2026-12-01 20:00", None),
        # The nights in which the clock changes are an hour shorter or longer.
        ("Europe/Berlin", (22, 7), "2026-03-28 21:30", "2026-03-29 05:00"),
        ("Europe/Berlin", (22, 7), "2026-10-24 20:30", "2026-10-25 06:00"),
        # A window that begins in the skipped hour: 00:00 to 01:00 in Cairo, 02:00 to 03:00 in Berlin.
        ("Africa/Cairo", (0, 8), "2026-04-23 21:59", None),
        ("Africa/Cairo", (0, 8), "2026-04-23 22:00", "2026-04-24 05:00"),
        ("Europe/Berlin", (2, 5), "2026-03-29 00:59", None),
        ("Europe/Berlin", (2, 5), "2026-03-29 01:00", "2026-03-29 03:00"),
        # A window that ends in the skipped hour ends where it is skipped.
        ("Europe/Berlin", (1, 2), "2026-03-29 00:30", "2026-03-29 01:00"),
        # A window that begins in the repeated hour is quiet both times, without a gap.
        ("Europe/Berlin", (2, 5), "2026-10-25 00:00", "2026-10-25 04:00"),
        ("Europe/Berlin", (2, 5), "2026-10-25 01:00", "2026-10-25 04:00"),
        ("America/Havana", (0, 8), "2026-11-01 04:30", "2026-11-01 13:00"),
        ("America/Havana", (0, 8), "2026-11-01 05:30", "2026-11-01 13:00"),
        # A window that ends in the repeated hour ends the first time.
        ("Europe/Berlin", (22, 2), "2026-10-24 23:30", "2026-10-25 00:00"),
        ("Europe/Berlin", (22, 2), "2026-10-25 01:30", None),
        # Half an hour is repeated.
        ("Australia/Lord_Howe", (0, 2), "2026-04-04 14:50", "2026-04-04 15:30"),
        # A zone that this machine does not know.
        ("Atlantis/Capital", (22, 7), "2026-06-01 22:00", "2026-06-02 07:00"),
    ],
)
def test_next_notification_time_follows_quiet_hours_of_zone(
    zone: str, quiet: tuple[int, int], now: str, until: str | None
) -> None:
    assert PlayerPreferences(quiet=quiet, zone=zone).next_notification_time_ms(parse_utc_ms(now)) == parse_utc_ms(
        until or now
    )


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" new  york", "America/New_York"),
        ("asia/KOLKATA", "Asia/Kolkata"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Port-au-Prince", "America/Port-au-Prince"),
        ("Japan", "Japan"),
        ("utc", "UTC"),
    ],
)
async def test_city_in_the_form_sets_its_zone(world: World, typed: str, zone: str) -> None:
    response = await world.person(ANN).click(Action.SUBMIT_TIME_ZONE, form_text=typed)
    assert (await world.preferences.reload_player(ANN)).zone == zone
    assert response.scene
    [select] = [row for row in response.scene.rows if isinstance(row, SelectMenu) and row.custom_id.endswith(".zone")]
    assert select.chosen == zone
    assert zone in dict(select.choices)


# GMT+5 is behind UTC in the database, but most people mean the opposite. EST has no summer time.
@pytest.mark.parametrize("typed", ["", "Atlantis", "GMT+5", "Etc/GMT+5", "EST", "UTC+2", "../../etc/passwd", "🐺", "۱"])
async def test_unknown_zone_is_refused(world: World, typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        await world.person(ANN).click(Action.SUBMIT_TIME_ZONE, form_text=typed)
    assert (refusal.value.key, refusal.value.facts) == ("zone-unknown", {"typed": typed})
    assert await world.preferences.reload_player(ANN) == PlayerPreferences()


@pytest.mark.parametrize("locale", LOCALES)
def test_common_zones_exist_and_fit_in_a_select_menu(locale: Locale) -> None:
    zones = list_common_zones(locale)
    assert [find_zone(zone) for zone in zones] == list(zones)
    # The zone from the form and the choice that opens the form need two places.
    assert len(zones) + 2 <= 25


async def test_zone_menu_sets_a_zone_or_opens_the_form(world: World) -> None:
    ann = world.person(ANN)
    for choice, form in (("Asia/Kolkata", None), (OTHER_ZONE_CHOICE, render_zone_form(PLAYER_PANEL, "en"))):
        response = await ann.click(Action.CHANGE_SETTING, 0, 0, f"{PLAYER_PANEL}.zone", selected_values=(choice,))
        assert (response.form, response.scene is None) == (form, form is not None)
        assert (await world.preferences.reload_player(ANN)).zone == "Asia/Kolkata"
    with pytest.raises(Refused):
        await ann.click(Action.CHANGE_SETTING, 0, 0, f"{PLAYER_PANEL}.zone", selected_values=("Atlantis/Capital",))


# The clock of a playground


class PlaygroundClock:
    """A clock service that responds as soon as its offset changes. It can also fail a number of requests."""

    def __init__(self) -> None:
        self.ahead_ms = 0
        self.failures_left = 0
        self._time_changed = asyncio.Condition()

    async def advance(self, by_ms: int) -> None:
        async with self._time_changed:
            self.ahead_ms += by_ms
            self._time_changed.notify_all()

    async def answer_request(self, request: web.Request) -> web.Response:
        if self.failures_left:
            self.failures_left -= 1
            raise web.HTTPBadGateway
        async with self._time_changed:
            await self._time_changed.wait_for(lambda: request.query.get("offset_ms") != str(self.ahead_ms))
        return web.json_response({"offset_ms": self.ahead_ms})

    @asynccontextmanager
    async def serve_clock(self) -> AsyncIterator[str]:
        async with serve([web.get("/clock", self.answer_request)]) as url:
            yield f"{url}/clock"


@pytest.mark.parametrize("failures", [0, 3])
async def test_bot_follows_the_clock_of_a_playground(failures: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playground_clock, "RETRY_DELAY_S", 0.001)
    clock, wall_clock, changes_ms = PlaygroundClock(), WallClock(), asyncio.Queue[int]()
    await clock.advance(HOUR_MS)
    async with clock.serve_clock() as url, follow_playground_clock(url, wall_clock, changes_ms.put_nowait):
        assert wall_clock.ahead_ms == HOUR_MS
        # The offset from before the start is no change.
        assert changes_ms.empty()
        clock.failures_left = failures
        async with asyncio.timeout(TEST_TIMEOUT_S):
            for by_ms in (MINUTE_MS, 2 * HOUR_MS):
                await clock.advance(by_ms)
                assert await changes_ms.get() == by_ms
        assert wall_clock.ahead_ms == 3 * HOUR_MS + MINUTE_MS
    assert clock.failures_left == 0


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/clock", "no address"])
async def test_unreachable_clock_is_config_error_but_clock_is_optional(url: str) -> None:
    with pytest.raises(ConfigError, match="DUEL_CLOCK"):
        async with follow_playground_clock(url, WallClock(), print):
            raise AssertionError("the clock must not be entered")
    wall_clock = WallClock()
    async with follow_playground_clock("", wall_clock, print):
        assert wall_clock.ahead_ms == 0
