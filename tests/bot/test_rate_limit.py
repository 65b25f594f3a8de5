"""Limits on what one person does and has: presses, offers and matches; and which answers are waited for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord import pending_responses
from bot.discord import router as routers
from bot.discord.pending_responses import PendingResponses
from bot.discord.router import Router
from bot.display_names import DisplayNames
from bot.handlers.rate_limit import (
    ACTION_COSTS_S,
    BURST_S,
    MAX_PENDING_REFUSALS,
    SERVER_LIMIT_FACTOR,
    RateLimiter,
    RateLimits,
    find_cost_s,
)
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.matches.service import MatchService
from bot.ops.metrics import Metrics
from bot.screens.custom_ids import Action, CustomId
from games.refused import Refused
from games.words import LOCALES
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, DAN, NOON, SERVER, said
from tests.kit.scenes import TEXT, inside
from tests.kit.world import World, create_world
from tests.patience import PATIENCE

# Presses

PRESS = CustomId(Action.OPEN_MATCH, 1, 0)
BURST = int(5 * BURST_S)
"""So many presses are free at five a second."""


@dataclass
class Watch:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def press(limiter: RateLimiter, times: int, person_id: int = ANN, server_id: int | None = None) -> list[bool]:
    """Return which of so many presses are let through."""
    return [not limiter.charge_action(person_id, server_id, PRESS) for _ in range(times)]


def test_burst_is_free_and_then_one_person_waits() -> None:
    watch = Watch()
    limiter = RateLimiter(5, watch)
    assert press(limiter, BURST) == [True] * BURST
    wait = limiter.charge_action(ANN, None, PRESS)
    assert wait == pytest.approx(0.2)
    assert limiter.charge_action(ANN, None, PRESS) == pytest.approx(wait), "a refused press costs nothing"
    assert not limiter.charge_action(BEN, None, PRESS)
    watch.now += 0.2
    assert press(limiter, 2) == [True, False]
    watch.now += BURST_S
    assert press(limiter, BURST + 1) == [True] * BURST + [False]
    for _ in range(500):
        watch.now += 0.2
        assert press(limiter, 1) == [True], "at the allowed rate nobody ever waits"


@pytest.mark.parametrize("presses", [0.1, 1, 5, 50])
def test_costly_commands_are_limited_by_time_whatever_the_rate(presses: float) -> None:
    limiter = RateLimiter(presses, Watch())
    films = [not limiter.charge_action(ANN, None, "duel replay") for _ in range(10)]
    assert films.count(True) == max(1, min(int(BURST_S * presses), int(BURST_S)))


def test_server_has_a_share_that_one_person_cannot_use_up() -> None:
    limiter = RateLimiter(5, Watch())
    press(limiter, 10_000, ANN, SERVER)
    assert press(limiter, 1, BEN, SERVER) == [True]
    served = sum(
        sum(press(limiter, BURST, person_id, SERVER)) for person_id in range(100, 100 + 2 * SERVER_LIMIT_FACTOR)
    )
    assert served == (SERVER_LIMIT_FACTOR - 1) * BURST - 1
    assert press(limiter, 1, CAT, SERVER) == [False]
    assert press(limiter, 1, CAT, SERVER + 1) == [True]


def test_completions_are_counted_apart_and_nothing_is_at_rate_zero() -> None:
    limiter = RateLimiter(5, Watch())
    while not limiter.charge_typing(ANN):
        pass
    assert press(limiter, 1) == [True]
    limiter = RateLimiter(0, Watch())
    assert press(limiter, 1_000, ANN, SERVER) == [True] * 1_000
    assert not any(limiter.charge_typing(ANN) for _ in range(1_000))


def test_costly_actions_are_existing_buttons_and_commands() -> None:
    commands = {one for one in ACTION_COSTS_S if " " in one}
    assert ACTION_COSTS_S.keys() - commands <= set(Action)
    assert commands <= {"duel replay", "duel verify", "duel board", "duel list", "duel practice", "ladder player"}
    assert all(0 < each <= BURST_S for each in ACTION_COSTS_S.values())
    assert find_cost_s(CustomId(Action.SHOW_REVIEW, 1, 0)) == 1.0
    assert not find_cost_s(CustomId(Action.SHOW_REVIEW, 1, 3, "7")), (
        "one board after the other is as cheap as any press"
    )


@dataclass
class Pressing:
    """An interaction as far as the router looks at it before it asks anybody."""

    locale: str = "en-US"
    told: list[str] = field(default_factory=list)
    id: int = 7
    guild_id: int = SERVER

    def __post_init__(self) -> None:
        self.user = SimpleNamespace(id=ANN, global_name="Ann", name="ann")
        self.data = {"custom_id": str(PRESS)}
        self.response = SimpleNamespace(is_done=lambda: False, send_message=self._send)

    async def _send(self, *, view: Any, ephemeral: bool) -> None:
        assert ephemeral
        self.told += [it["content"] for it in inside(view, TEXT)]


async def press_too_fast(world: World, limiter: RateLimiter, locale: str = "en-US") -> tuple[list[str], str]:
    """Return what the person is told, and the metrics."""

    async def never(_: Request) -> Response:
        raise AssertionError("a limited press does nothing")

    gauges, pressing, services = Metrics(), Pressing(locale), world.rooms
    # Nothing is ever given: whoever is asked to wait is answered by nobody else.
    reply: Any = None
    known = DisplayNames(services.store)
    router = Router(
        services.dispatcher, limiter, services.preferences, known, lambda *_: None, reply, PendingResponses(), gauges
    )
    await router.handle_interaction(pressing, never)  # type: ignore[arg-type]
    return pressing.told, gauges.format_for_prometheus().decode()


def use_up(*people: int) -> RateLimiter:
    limiter = RateLimiter(0.01, Watch())
    for person_id in people:
        limiter.charge_action(person_id, None, PRESS)
    return limiter


@pytest.mark.parametrize(("locale", "says"), [("en-US", "Try again in 1"), ("de", "noch einmal"), ("fr", "Réessaie")])
async def test_limited_press_does_nothing_and_says_when_to_retry(
    world: World, monkeypatch: pytest.MonkeyPatch, locale: str, says: str
) -> None:
    monkeypatch.setattr(routers, "REFUSAL_DELAY_S", 0.0)
    [line], metrics = await press_too_fast(world, use_up(ANN), locale)
    assert says in line
    assert 'duel_refusals_total{key="too-fast"} 1.0' in metrics


async def test_limited_person_hears_so_a_few_times_at_once(world: World) -> None:
    limiter = use_up(ANN, BEN)
    assert {limiter.begin_refusal(ANN) for _ in range(MAX_PENDING_REFUSALS)} == {True}
    told, metrics = await press_too_fast(world, limiter)
    assert not told
    assert 'came="passed over"} 1.0' in metrics
    assert limiter.begin_refusal(BEN)
    limiter.end_refusal(ANN)
    assert limiter.begin_refusal(ANN)


# Offers and matches


def limited(service: MatchService, **fair: int) -> World:
    return create_world(service.store, Discord(lambda: NOON), [NOON], RateLimits(**fair))


@both_databases
async def test_offer_too_many_is_refused_until_one_is_gone(matches: MatchService) -> None:
    world = limited(matches, max_offers=2)
    ann, ben = world.person(ANN), world.person(BEN)
    came = await asyncio.gather(*(ann.open() for _ in range(5)), return_exceptions=True)
    refused = [no for no in came if isinstance(no, Refused)]
    assert [no.key for no in refused] == ["many-offers"] * 3, "however fast somebody presses"
    assert {say.format_refusal(refused[0], locale).count("2") for locale in LOCALES} == {1}
    await ben.open()
    with pytest.raises(Refused, match="many-offers"):
        await ann.challenge(CAT)
    first, _ = await matches.store.matches.list_live_of_person(ANN)
    await ann.cancel(first.id)
    await ann.challenge(CAT)


@both_databases
async def test_match_too_many_is_refused_to_host_and_guest(matches: MatchService) -> None:
    world = limited(matches, max_matches=1)
    cat = world.person(CAT)
    for person_id in (ANN, BEN, DAN):
        # Whoever is only challenged has made no offer.
        await world.person(person_id).challenge(CAT)
    one, other, _ = [header.id for header in await matches.store.matches.list_live_of_person(CAT)]
    await cat.click(Action.JOIN_OFFER, one)
    with pytest.raises(Refused, match="many-matches"):
        await cat.click(Action.JOIN_OFFER, other)
    with pytest.raises(Refused, match="many-matches"):
        await cat.open()
    await said(matches, await matches.find_match(one), 0, "!resign")
    await cat.click(Action.JOIN_OFFER, other)


@both_databases
async def test_server_has_room_for_some_offers_of_its_own(matches: MatchService) -> None:
    world = limited(matches, max_offers=1)
    for person_id in range(1_000, 1_000 + SERVER_LIMIT_FACTOR):
        await world.person(person_id).open()
    with pytest.raises(Refused, match="many-offers-there"):
        await world.person(ANN).open()
    await world.person(ANN, server_id=SERVER + 1).open()


# Answers before everything else


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> PendingResponses:
    """No time passes: nobody is waited for but those who were there before, and for ever."""
    monkeypatch.setattr(pending_responses, "MAX_WAIT_FOR_LATER_CLICKS_S", 0.0)
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 1e6)
    return PendingResponses()


async def start(lull: Any) -> asyncio.Task[None]:
    """Run it as far as it comes by itself."""
    task: asyncio.Task[None] = asyncio.create_task(lull)
    for _ in range(20):
        await asyncio.sleep(0)
    return task


async def test_earlier_presses_are_answered_before_channels_and_later_ones_are_not_waited_for(
    waits: PendingResponses,
) -> None:
    with waits.track_response(1):
        with waits.track_response(2):
            lull = await start(waits.wait_until_idle())
        await asyncio.sleep(0)
        assert not lull.done()
        later = waits.track_response(3)
        later.__enter__()
    async with asyncio.timeout(PATIENCE):
        await lull


async def test_answer_that_discord_would_not_take_is_not_waited_for(
    waits: PendingResponses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 0.0)
    with waits.track_response(1):
        async with asyncio.timeout(PATIENCE):
            await waits.wait_until_idle()


async def test_announced_answer_is_waited_for_only_by_a_bot_that_stops(waits: PendingResponses) -> None:
    with waits.track_response(1):
        lull = await start(waits.wait_until_idle())
        assert not lull.done()
        waits.mark_acknowledged(1)
        async with asyncio.timeout(PATIENCE):
            await lull
        leaves = await start(waits.drain_for_shutdown())
        assert not leaves.done()
    async with asyncio.timeout(PATIENCE):
        await leaves
