"""Several processes and one store: shards of one bot, and workers behind one address."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

import aiohttp
import asyncpg
import pytest
from aiohttp import web

from bot.screens.custom_ids import Action
from deploy.playground.tests.http_server import serve
from discord_playground.client import JSON, Playground, find_buttons
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import COMPONENT_INTERACTION, EPHEMERAL_FLAG, WirePerson, has_button_for, list_move_buttons
from tests.storage.database_fixtures import create_database
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.match_play import RANDOM_PLACEMENT, AutoPlayer, make_choice, play_match, wait_for_choice
from tests.wire.playground_server import NEWEST_ENTRY, BotCluster, PlaygroundServer, create_server

pytestmark = pytest.mark.gate

REGISTER_COMMANDS_ROUTE: Final = "PUT /applications/{application_id}/commands"
ANSWER_ROUTE: Final = "POST /interactions/{interaction_id}/{interaction_token}/callback"
MESSAGE_ROUTES: Final = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
)


@pytest.fixture
async def cluster(playground: Playground, postgres_url: str, tmp_path: Path) -> AsyncIterator[BotCluster]:
    cluster = BotCluster(
        f"Cluster {tmp_path.name}", tmp_path, await create_database(postgres_url), process_count=3, shard_count=2
    )
    await playground.control("set_shards", count=1, concurrency=3)
    try:
        await cluster.start(playground)
        yield cluster
    finally:
        await playground.control("set_shards", count=1)
        ended = await cluster.stop()
    assert ended == [0, 0, 0]


async def test_match_goes_on_while_one_of_three_processes_dies_and_another_restarts(
    playground: Playground, cluster: BotCluster
) -> None:
    """Direct messages come to the first process, the server's clicks to the third; the second only helps to show."""
    dm_bot, _, server_bot = cluster.bots
    sent = [it for it in (await playground.load_traffic_log())["entries"] if it["bot"] == cluster.name]
    assert sum(entry["route"] == REGISTER_COMMANDS_ROUTE for entry in sent) == 1
    before = (await playground.load_traffic_log(NEWEST_ENTRY))["last"]
    async with cluster.create_server(playground, shard=5, locale="fr") as server:
        # A shell each: no two duels can end such a match.
        match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT | {"prize": "one"})
        otter, heron = players = [
            AutoPlayer(server, guest, match_id, random.Random(at))
            for at, guest in enumerate((server.otter, server.heron))
        ]

        # One chooses by direct message, one in the server: two processes hear it in the same moment.
        await _wait_for_direct_messages(playground, cluster, *players)
        opened = await server.heron.open_from_card(await server.wait_for_card(match_id))
        await asyncio.gather(_choose_by_direct_message(otter, 0), heron.click_through(opened))
        await server.wait_for_card(match_id, 1)

        # The process dies while it resolves a step: that is stored, and another process shows it.
        await cluster.wait_until_shown()
        for player in players:
            await player.guest.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id, 1))
        *others, last = [player for player in players if player.find_prompt()]
        for player in others:
            await _choose_by_direct_message(player, 1)
        for route in MESSAGE_ROUTES:
            await server.fail_requests(route, None, delay=4.0)
        choosing = asyncio.create_task(_choose_by_direct_message(last, 1))
        await cluster.wait_for_query("SELECT EXISTS (SELECT 1 FROM match WHERE events_shown < event_count)")
        dm_bot.kill()
        choosing.cancel()
        await server.lynx.wait_for_message(server.channel, has_button_for(Action.OPEN_MATCH, match_id, 2))
        await cluster.wait_until_shown()

        # While it is away the next choices are made by the card, which the third process hears.
        for player in players:
            if card := player.find_card():
                prompt = await player.guest.open_from_card(card)
                if has_button_for(Action.PICK_MOVE, match_id)(prompt):
                    await player.click_through(prompt)
        await server.wait_for_card(match_id, 3)

        # A rolling update: while one process restarts, the others go on.
        await dm_bot.start(playground)
        await _wait_for_direct_messages(playground, cluster, *players)
        playing = asyncio.create_task(play_match(server, match_id, play=AutoPlayer.play_by_direct_message))
        assert await asyncio.to_thread(server_bot.stop) == 0
        await server_bot.start(playground)
        end = await playing
        await cluster.wait_until_shown()
        _check_nothing_was_posted_twice(server, match_id, end)
    refused = [entry["refused"] or "" for entry in (await playground.load_traffic_log(before))["entries"]]
    assert [why for why in refused if why.startswith("50035")] == []
    assert [bot.read_errors() for bot in cluster.bots] == [""] * 3


async def _wait_for_direct_messages(playground: Playground, cluster: BotCluster, *players: AutoPlayer) -> None:
    """Let the tokens of all presses run out, so that whoever is awaited is called by direct message."""
    await cluster.wait_until_shown()
    await playground.control("advance_time", seconds=16 * 60)
    # An older player message goes when the call comes: a press on it would be answered elsewhere.
    await cluster.wait_for_query("SELECT NOT EXISTS (SELECT 1 FROM deadline WHERE kind = 'call' AND outcome IS NULL)")
    for player in players:
        await player.guest.wait_for_message(player.guest.dm_channel, has_button_for(Action.SHOW_MORE, player.match_id))


async def _choose_by_direct_message(player: AutoPlayer, step: int) -> None:
    """Choose; press again what was edited in that moment."""
    while player.last_chosen_step < step:
        law = has_button_for(Action.PICK_MOVE, player.match_id, step)
        await player.click_through(await player.guest.wait_for_message(player.guest.dm_channel, law))


def _check_nothing_was_posted_twice(server: PlaygroundServer, match_id: int, end: JSON) -> None:
    for guest in (server.otter, server.heron):
        assert _count_messages_of_a_step(guest, Action.PICK_MOVE, match_id) == 1
    assert _count_messages_of_a_step(server.lynx, Action.OPEN_MATCH, match_id) == 1
    assert {it["id"] for it in server.lynx.received_messages if has_button_for(Action.OFFER_REMATCH, match_id)(it)} == {
        end["id"]
    }
    assert [
        it for it in server.lynx.watch.list_messages(server.channel) if has_button_for(Action.OPEN_MATCH, match_id)(it)
    ] == []
    # Every process knows the language of the server, though only one has its shard.
    labels = {one["label"] for it in server.lynx.received_messages for one in find_buttons(it)
              if one["custom_id"].startswith(f"{Action.OPEN_MATCH}:")}  # fmt: skip
    assert labels == {"Choisir"}


def _count_messages_of_a_step(guest: WirePerson, action: str, match_id: int) -> int:
    """Return how many messages began with the same step, at most; an edit leads a message on to later steps.

    What the guest has opened by a click is not among them.
    """
    begun: dict[str, int] = {}
    for message in guest.received_messages:
        for button in find_buttons(message):
            kind, number, step, *_ = button["custom_id"].split(":")
            if (
                (kind, number) == (action, str(match_id))
                and not button.get("disabled")
                and not message["flags"] & EPHEMERAL_FLAG
            ):
                begun[message["id"]] = min(int(step), begun.get(message["id"], int(step)))
    return max(Counter(begun.values()).values())


@dataclass
class LoadBalancer:
    """Takes each press to the next worker, and to another if that one is not there."""

    workers: list[str] = field(default_factory=list)
    """Their addresses."""
    url: str = ""
    accepted_workers: list[str] = field(default_factory=list)
    """Which worker accepted each press."""
    next_worker: int = 0

    async def forward_request(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {name: value for name, value in request.headers.items() if name.startswith(("X-", "Content-Type"))}
        self.next_worker += 1
        async with aiohttp.ClientSession() as session:
            for number in range(len(self.workers)):
                worker = self.workers[(self.next_worker + number) % len(self.workers)]
                try:
                    async with session.post(worker, data=body, headers=headers) as answer:
                        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
                            continue
                        if answer.status == HTTPStatus.ACCEPTED:
                            self.accepted_workers.append(worker)
                        told = await answer.read()
                        return web.Response(status=answer.status, body=told, content_type=answer.content_type)
                except aiohttp.ClientError:
                    continue
        return web.Response(status=HTTPStatus.BAD_GATEWAY)


@dataclass
class WorkerPool:
    """Two workers, the database that they share, and the balancer before them."""

    balancer: LoadBalancer
    bots: list[BotProcess]
    url: str

    async def wait_for_choices(self, match_id: int, count: int) -> None:
        connection = await asyncpg.connect(self.url)
        query = "SELECT count(*) FROM event WHERE match_id = $1 AND kind = 'said' AND person_id > 0"
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while await connection.fetchval(query, match_id) < count:
                    await asyncio.sleep(0.01)
        finally:
            await connection.close()


@pytest.fixture
async def workers(playground: Playground, postgres_url: str, tmp_path: Path) -> AsyncIterator[WorkerPool]:
    first = BotProcess(f"Worker {tmp_path.name}", tmp_path)
    await first.register_application(playground)
    url = await create_database(postgres_url)
    bots = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        bots.append(
            BotProcess(first.name, folder, receives_http=True, environment=first.environment | {"DATABASE_URL": url})
        )
    async with _run_balancer() as balancer:
        for bot in bots:
            bot.launch_process()
        balancer.workers = [await bot.wait_for_address() for bot in bots]
        await bots[0].set_interactions_endpoint(playground, balancer.url)
        yield WorkerPool(balancer, bots, url)
        for bot in bots:
            await asyncio.to_thread(bot.stop)


@asynccontextmanager
async def _run_balancer() -> AsyncIterator[LoadBalancer]:
    balancer = LoadBalancer()
    async with serve([web.post("/", balancer.forward_request)]) as url:
        balancer.url = f"{url}/"
        yield balancer


async def test_match_goes_on_while_one_of_two_workers_restarts(playground: Playground, workers: WorkerPool) -> None:
    async with create_server(playground, workers.bots[0]) as server:
        match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT | {"prize": "one"})
        playing = asyncio.create_task(play_match(server, match_id))
        await workers.wait_for_choices(match_id, 4)
        assert {*workers.balancer.accepted_workers} == {*workers.balancer.workers}
        assert await asyncio.to_thread(workers.bots[0].stop) == 0
        workers.bots[0].launch_process()
        workers.balancer.workers[0] = await workers.bots[0].wait_for_address()
        await playing
        assert [bot.read_errors() for bot in workers.bots] == ["", ""]


async def test_choice_of_a_worker_that_dies_before_it_answers_stands(
    playground: Playground, workers: WorkerPool
) -> None:
    balancer = workers.balancer
    async with create_server(playground, workers.bots[0]) as server:
        match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
        prompt = await wait_for_choice(server.otter, match_id)
        before = len(balancer.accepted_workers)
        await server.fail_requests(ANSWER_ROUTE, "drop", times=1000)
        pressing = asyncio.create_task(server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0]))
        await workers.wait_for_choices(match_id, 1)
        (worker,) = balancer.accepted_workers[before:]
        workers.bots[balancer.workers.index(worker)].kill()
        await server.stop_failing_requests()
        pressing.cancel()
        # Forged, because the dead worker may have shown the choice, and then the button is gone.
        data = {"component_type": 2, "custom_id": list_move_buttons(prompt)[0]}
        again = await server.otter.forge_interaction(COMPONENT_INTERACTION, data, prompt["channel_id"], prompt["id"])
        assert again.state == "answered", again.error
        assert worker not in balancer.accepted_workers[before + 1 :]
        await make_choice(server.heron, match_id)
        await server.wait_for_card(match_id, 1)
