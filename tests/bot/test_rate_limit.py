"""Tests for limits on presses, offers and matches per person, and for refreshes that wait for responses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord import pending_responses, router
from bot.discord.pending_responses import PendingResponses
from bot.discord.responses import Responder
from bot.discord.router import Router
from bot.discord.scene_sender import EmojiCache, SceneSender
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
from bot.painting import Painter
from bot.screens.custom_ids import Action, CustomId
from games.refused import Refused
from games.words import LOCALES
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CAT, DAN, NOON_MS, SERVER_ID, play_token
from tests.kit.scene_reading import TEXT_TYPE, walk_components
from tests.kit.world import World, create_world
from tests.waiting import TEST_TIMEOUT_S

# Presses

PRESS_CUSTOM_ID = CustomId(Action.OPEN_MATCH, 1, 0)
BURST_PRESSES = int(5 * BURST_S)
"""The number of presses that are allowed at once if the rate is five per second."""


@dataclass
class ManualClock:
    now_s: float = 1_000.0

    def __call__(self) -> float:
        return self.now_s


def press_repeatedly(
    limiter: RateLimiter, times: int, person_id: int = ANN, server_id: int | None = None
) -> list[bool]:
    """Press a button several times, and return for each press whether it is allowed."""
    return [not limiter.charge_action(person_id, server_id, PRESS_CUSTOM_ID) for _ in range(times)]


def test_person_has_to_wait_after_a_burst() -> None:
    clock = ManualClock()
    limiter = RateLimiter(5, clock)
    assert press_repeatedly(limiter, BURST_PRESSES) == [True] * BURST_PRESSES
    wait_s = limiter.charge_action(ANN, None, PRESS_CUSTOM_ID)
    assert wait_s == pytest.approx(0.2)
    assert limiter.charge_action(ANN, None, PRESS_CUSTOM_ID) == pytest.approx(wait_s), "a refused press costs nothing"
    assert not limiter.charge_action(BEN, None, PRESS_CUSTOM_ID)
    clock.now_s += 0.2
    assert press_repeatedly(limiter, 2) == [True, False]
    clock.now_s += BURST_S
    assert press_repeatedly(limiter, BURST_PRESSES + 1) == [True] * BURST_PRESSES + [False]
    for _ in range(500):
        clock.now_s += 0.2
        assert press_repeatedly(limiter, 1) == [True], "presses at the allowed rate never wait"


@pytest.mark.parametrize("presses_per_second", [0.1, 1, 5, 50])
def test_costly_commands_are_limited_by_time_at_any_rate(presses_per_second: float) -> None:
    limiter = RateLimiter(presses_per_second, ManualClock())
    allowed = [not limiter.charge_action(ANN, None, "duel replay") for _ in range(10)]
    assert allowed.count(True) == max(1, min(int(BURST_S * presses_per_second), int(BURST_S)))


def test_one_person_cannot_use_up_the_server_limit() -> None:
    limiter = RateLimiter(5, ManualClock())
    press_repeatedly(limiter, 10_000, ANN, SERVER_ID)
    assert press_repeatedly(limiter, 1, BEN, SERVER_ID) == [True]
    allowed_count = sum(
        sum(press_repeatedly(limiter, BURST_PRESSES, person_id, SERVER_ID))
        for person_id in range(100, 100 + 2 * SERVER_LIMIT_FACTOR)
    )
    assert allowed_count == (SERVER_LIMIT_FACTOR - 1) * BURST_PRESSES - 1
    assert press_repeatedly(limiter, 1, CAT, SERVER_ID) == [False]
    assert press_repeatedly(limiter, 1, CAT, SERVER_ID + 1) == [True]


def test_completions_have_own_limit_and_rate_zero_disables_limits() -> None:
    limiter = RateLimiter(5, ManualClock())
    while not limiter.charge_typing(ANN):
        pass
    assert press_repeatedly(limiter, 1) == [True]
    limiter = RateLimiter(0, ManualClock())
    assert press_repeatedly(limiter, 1_000, ANN, SERVER_ID) == [True] * 1_000
    assert not any(limiter.charge_typing(ANN) for _ in range(1_000))


def test_costly_actions_are_existing_buttons_and_commands() -> None:
    commands = {action for action in ACTION_COSTS_S if " " in action}
    assert ACTION_COSTS_S.keys() - commands <= set(Action)
    assert commands <= {"duel replay", "duel verify", "duel board", "duel list", "duel practice", "ladder player"}
    assert all(0 < cost_s <= BURST_S for cost_s in ACTION_COSTS_S.values())
    assert find_cost_s(CustomId(Action.SHOW_REVIEW, 1, 0)) == 1.0
    assert not find_cost_s(CustomId(Action.SHOW_REVIEW, 1, 3, "7")), "turning to the next board has the usual cost"


@dataclass
class FakeInteraction:
    """An interaction with only the fields that the router reads before it calls a handler."""

    locale: str = "en-US"
    responses: list[str] = field(default_factory=list)
    id: int = 7
    guild_id: int = SERVER_ID

    def __post_init__(self) -> None:
        self.user = SimpleNamespace(id=ANN, global_name="Ann", name="ann")
        self.data = {"custom_id": str(PRESS_CUSTOM_ID)}
        self.response = SimpleNamespace(is_done=lambda: False, send_message=self._send)

    async def _send(self, *, view: Any, ephemeral: bool) -> None:
        assert ephemeral
        self.responses += [it["content"] for it in walk_components(view, TEXT_TYPE)]


async def press_too_fast(world: World, limiter: RateLimiter, locale: str = "en-US") -> tuple[list[str], str]:
    """Press a button when the limiter refuses it. Return the responses and the metrics."""

    async def fail_if_handled(_: Request) -> Response:
        raise AssertionError("a limited press must not be handled")

    metrics, interaction, services = Metrics(), FakeInteraction(locale), world.services
    names = DisplayNames(services.store)
    # The router refuses the press itself, and needs a sender only for the text of the refusal.
    unused: Any = None
    responder = Responder(unused, SceneSender(Painter(), names, EmojiCache(str)), unused, unused, unused, unused)
    limiting_router = Router(
        services.dispatcher,
        limiter,
        services.preferences,
        names,
        lambda *_: None,
        responder,
        PendingResponses(),
        metrics,
    )
    await limiting_router.handle_interaction(interaction, fail_if_handled)  # type: ignore[arg-type]
    return interaction.responses, metrics.format_for_prometheus().decode()


def create_exhausted_limiter(*person_ids: int) -> RateLimiter:
    """Return a limiter that refuses the next press of these people."""
    limiter = RateLimiter(0.01, ManualClock())
    for person_id in person_ids:
        limiter.charge_action(person_id, None, PRESS_CUSTOM_ID)
    return limiter


@pytest.mark.parametrize(("locale", "text"), [("en-US", "Try again in 1"), ("de", "noch mal"), ("fr", "Réessaie")])
async def test_limited_press_is_refused_with_time_to_retry(
    world: World, monkeypatch: pytest.MonkeyPatch, locale: str, text: str
) -> None:
    monkeypatch.setattr(router, "REFUSAL_DELAY_S", 0.0)
    [line], metrics = await press_too_fast(world, create_exhausted_limiter(ANN), locale)
    assert text in line
    assert 'duel_refusals_total{key="too-fast"} 1.0' in metrics


async def test_pending_refusals_per_person_are_limited(world: World) -> None:
    limiter = create_exhausted_limiter(ANN, BEN)
    assert {limiter.begin_refusal(ANN) for _ in range(MAX_PENDING_REFUSALS)} == {True}
    responses, metrics = await press_too_fast(world, limiter)
    assert not responses
    assert 'outcome="ignored"} 1.0' in metrics
    assert limiter.begin_refusal(BEN)
    limiter.end_refusal(ANN)
    assert limiter.begin_refusal(ANN)


# Offers and matches


def create_limited_world(service: MatchService, **limits: int) -> World:
    return create_world(service.store, FakeDiscord(lambda: NOON_MS), [NOON_MS], RateLimits(**limits))


@both_databases
async def test_offers_above_the_limit_are_refused_until_one_closes(matches: MatchService) -> None:
    world = create_limited_world(matches, max_offers=2)
    ann, ben = world.person(ANN), world.person(BEN)
    outcomes = await asyncio.gather(*(ann.open_offer() for _ in range(5)), return_exceptions=True)
    refusals = [it for it in outcomes if isinstance(it, Refused)]
    assert [it.key for it in refusals] == ["many-offers"] * 3, "also if the commands are simultaneous"
    assert {say.format_refusal(refusals[0], locale).count("2") for locale in LOCALES} == {1}
    await ben.open_offer()
    with pytest.raises(Refused, match="many-offers"):
        await ann.challenge(CAT)
    first, _ = await matches.store.matches.list_live_of_person(ANN)
    await ann.cancel(first.id)
    await ann.challenge(CAT)


@both_databases
async def test_matches_above_the_limit_are_refused_to_host_and_guest(matches: MatchService) -> None:
    world = create_limited_world(matches, max_matches=1)
    cat = world.person(CAT)
    for person_id in (ANN, BEN, DAN):
        # Challenges do not count as offers of the person who is challenged.
        await world.person(person_id).challenge(CAT)
    first_id, second_id, _ = [header.id for header in await matches.store.matches.list_live_of_person(CAT)]
    await cat.click(Action.JOIN_OFFER, first_id)
    with pytest.raises(Refused, match="many-matches"):
        await cat.click(Action.JOIN_OFFER, second_id)
    with pytest.raises(Refused, match="many-matches"):
        await cat.open_offer()
    await play_token(matches, await matches.find_match(first_id), 0, "!resign")
    await cat.click(Action.JOIN_OFFER, second_id)


@both_databases
async def test_offers_per_server_are_limited(matches: MatchService) -> None:
    world = create_limited_world(matches, max_offers=1)
    for person_id in range(1_000, 1_000 + SERVER_LIMIT_FACTOR):
        await world.person(person_id).open_offer()
    with pytest.raises(Refused, match="many-offers-there"):
        await world.person(ANN).open_offer()
    await world.person(ANN, server_id=SERVER_ID + 1).open_offer()


# Refreshes wait for responses


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch) -> PendingResponses:
    """A tracker of pending responses with no deadline. Refreshes do not wait for later clicks."""
    monkeypatch.setattr(pending_responses, "MAX_WAIT_FOR_LATER_CLICKS_S", 0.0)
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 1e6)
    return PendingResponses()


async def start_task(coroutine: Any) -> asyncio.Task[None]:
    """Start a task and let it run until it waits for something."""
    task: asyncio.Task[None] = asyncio.create_task(coroutine)
    for _ in range(20):
        await asyncio.sleep(0)
    return task


async def test_refreshes_wait_only_for_earlier_presses(pending: PendingResponses) -> None:
    with pending.track_response(1):
        with pending.track_response(2):
            waiting = await start_task(pending.wait_until_idle())
        await asyncio.sleep(0)
        assert not waiting.done()
        later = pending.track_response(3)
        later.__enter__()
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await waiting


async def test_refreshes_do_not_wait_for_expired_responses(
    pending: PendingResponses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 0.0)
    with pending.track_response(1):
        async with asyncio.timeout(TEST_TIMEOUT_S):
            await pending.wait_until_idle()


async def test_shutdown_waits_until_responses_are_sent(pending: PendingResponses) -> None:
    with pending.track_response(1):
        draining = await start_task(pending.drain_for_shutdown())
        assert not draining.done()
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await draining
