"""Test several processes with one database: shards of a bot, and HTTP workers behind a load balancer."""

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
import pytest
from aiohttp import web

from bot.screens.custom_ids import Action
from deploy.playground.tests.http_server import serve
from discord_playground.client import JSON, Playground, find_buttons
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import COMPONENT_INTERACTION, EPHEMERAL_FLAG, WirePerson, has_button_for, list_move_buttons
from tests.storage.database_fixtures import create_database
from tests.wire.match_play import RANDOM_PLACEMENT, AutoPlayer, make_choice, play_match, wait_for_choice
from tests.wire.playground_server import (
    ANSWER_ROUTE,
    MESSAGE_ROUTES,
    BotCluster,
    PlaygroundServer,
    create_server,
    get_last_wire_entry,
    wait_for_query,
)

pytestmark = pytest.mark.gate

REGISTER_COMMANDS_ROUTE: Final = "PUT /applications/{application_id}/commands"


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


async def test_match_continues_while_processes_are_killed_and_restarted(
    playground: Playground, cluster: BotCluster
) -> None:
    """The first process receives direct messages, the third the server's clicks; the second only delivers."""
    dm_bot, _, server_bot = cluster.bots
    sent = [it for it in (await playground.load_traffic_log())["entries"] if it["bot"] == cluster.name]
    assert sum(entry["route"] == REGISTER_COMMANDS_ROUTE for entry in sent) == 1
    before = await get_last_wire_entry(playground)
    async with cluster.create_server(playground, shard=5, locale="fr") as server:
        # With one shell a duel, no two duels can end such a match.
        match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT | {"prize": "one"})
        otter, heron = players = [
            AutoPlayer(server, guest, match_id, random.Random(number))
            for number, guest in enumerate((server.otter, server.heron))
        ]

        # One chooses by direct message, one in the server: two processes receive choices at the same time.
        await _wait_for_direct_messages(playground, cluster, *players)
        opened = await server.heron.open_from_card(await server.wait_for_card(match_id))
        await asyncio.gather(_choose_by_direct_message(otter, 0), heron.click_through(opened))
        await server.wait_for_card(match_id, 1)

        # A process is killed after it has stored a step, and another process shows it.
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

        # Meanwhile the next choices are made with the card, whose clicks the third process receives.
        for player in players:
            if card := player.find_card():
                prompt = await player.guest.open_from_card(card)
                if has_button_for(Action.PICK_MOVE, match_id)(prompt):
                    await player.click_through(prompt)
        await server.wait_for_card(match_id, 3)

        # A rolling update: one process restarts while the others continue.
        await dm_bot.start(playground)
        await _wait_for_direct_messages(playground, cluster, *players)
        playing = asyncio.create_task(play_match(server, match_id, play=AutoPlayer.play_by_direct_message))
        assert await asyncio.to_thread(server_bot.stop) == 0
        await server_bot.start(playground)
        end_card = await playing
        await cluster.wait_until_shown()
        _check_no_duplicate_messages(server, match_id, end_card)
    refused = [entry["refused"] or "" for entry in (await playground.load_traffic_log(before))["entries"]]
    assert [it for it in refused if it.startswith("50035")] == []
    assert [bot.read_errors() for bot in cluster.bots] == [""] * 3


async def _wait_for_direct_messages(playground: Playground, cluster: BotCluster, *players: AutoPlayer) -> None:
    """Let all interaction tokens expire, so that players who are to move are notified by direct message."""
    await cluster.wait_until_shown()
    await playground.control("advance_time", seconds=16 * 60)
    # A notification replaces the older player message; a click on that one would be answered elsewhere.
    await cluster.wait_for_query("SELECT NOT EXISTS (SELECT 1 FROM deadline WHERE kind = 'call' AND outcome IS NULL)")
    for player in players:
        await player.guest.wait_for_message(player.guest.dm_channel, has_button_for(Action.SHOW_MORE, player.match_id))


async def _choose_by_direct_message(player: AutoPlayer, step: int) -> None:
    """Choose, and click again if the message was edited during the click."""
    while player.last_chosen_step < step:
        asks_for_choice = has_button_for(Action.PICK_MOVE, player.match_id, step)
        await player.click_through(await player.guest.wait_for_message(player.guest.dm_channel, asks_for_choice))


def _check_no_duplicate_messages(server: PlaygroundServer, match_id: int, end_card: JSON) -> None:
    for guest in (server.otter, server.heron):
        assert _count_messages_per_step(guest, Action.PICK_MOVE, match_id) == 1
    assert _count_messages_per_step(server.lynx, Action.OPEN_MATCH, match_id) == 1
    assert {it["id"] for it in server.lynx.received_messages if has_button_for(Action.OFFER_REMATCH, match_id)(it)} == {
        end_card["id"]
    }
    assert [
        it for it in server.lynx.watch.list_messages(server.channel) if has_button_for(Action.OPEN_MATCH, match_id)(it)
    ] == []
    # Every process knows the language of the server, although only one has its shard.
    labels = {button["label"] for it in server.lynx.received_messages for button in find_buttons(it)
              if button["custom_id"].startswith(f"{Action.OPEN_MATCH}:")}  # fmt: skip
    assert labels == {"Choisir"}


def _count_messages_per_step(guest: WirePerson, action: str, match_id: int) -> int:
    """Return the largest number of public or direct messages that started with the same step.

    A message starts with its lowest step, because edits move it on to later ones.
    """
    first_steps: dict[str, int] = {}
    for message in guest.received_messages:
        for button in find_buttons(message):
            kind, number, step, *_ = button["custom_id"].split(":")
            if (
                (kind, number) == (action, str(match_id))
                and not button.get("disabled")
                and not message["flags"] & EPHEMERAL_FLAG
            ):
                first_steps[message["id"]] = min(int(step), first_steps.get(message["id"], int(step)))
    return max(Counter(first_steps.values()).values())


@dataclass
class LoadBalancer:
    """Forwards each interaction to the next worker, or to another one if that worker is unavailable."""

    workers: list[str] = field(default_factory=list)
    """Addresses of the workers."""
    url: str = ""
    accepted_workers: list[str] = field(default_factory=list)
    """The worker that accepted each interaction."""
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
                        answer_body = await answer.read()
                        return web.Response(status=answer.status, body=answer_body, content_type=answer.content_type)
                except aiohttp.ClientError:
                    continue
        return web.Response(status=HTTPStatus.BAD_GATEWAY)


@dataclass
class WorkerPool:
    """Two workers, the database that they share, and their load balancer."""

    balancer: LoadBalancer
    bots: list[BotProcess]
    url: str

    async def wait_for_choices(self, match_id: int, count: int) -> None:
        query = "SELECT count(*) >= $2 FROM event WHERE match_id = $1 AND kind = 'said' AND person_id > 0"
        await wait_for_query(self.url, query, match_id, count)


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


async def test_match_continues_while_one_of_two_workers_restarts(playground: Playground, workers: WorkerPool) -> None:
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


async def test_choice_counts_although_its_worker_dies_before_responding(
    playground: Playground, workers: WorkerPool
) -> None:
    balancer = workers.balancer
    async with create_server(playground, workers.bots[0]) as server:
        match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
        prompt = await wait_for_choice(server.otter, match_id)
        accepted_before = len(balancer.accepted_workers)
        await server.fail_requests(ANSWER_ROUTE, "drop", times=1000)
        clicking = asyncio.create_task(server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0]))
        await workers.wait_for_choices(match_id, 1)
        (worker,) = balancer.accepted_workers[accepted_before:]
        workers.bots[balancer.workers.index(worker)].kill()
        await server.stop_failing_requests()
        clicking.cancel()
        # The click is forged, because the dead worker may have replaced the button.
        data = {"component_type": 2, "custom_id": list_move_buttons(prompt)[0]}
        second_answer = await server.otter.forge_interaction(
            COMPONENT_INTERACTION, data, prompt["channel_id"], prompt["id"]
        )
        assert second_answer.state == "answered", second_answer.error
        assert worker not in balancer.accepted_workers[accepted_before + 1 :]
        await make_choice(server.heron, match_id)
        await server.wait_for_card(match_id, 1)
