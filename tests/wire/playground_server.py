"""A playground server with a channel, its people and a bot, which most tests over the wire use."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import asyncpg

from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action
from deploy.playground.tests.sandbox import PAST_LAST_ENTRY
from discord_playground.client import JSON, InteractionResult, Playground, find_selects, iter_components
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import (
    EPHEMERAL_FLAG,
    IN_PLACE_RESPONSES,
    WirePerson,
    contains_text,
    has_button_for,
    index_by_action,
)
from tests.waiting import TEST_TIMEOUT_S

SERVER_NUMBERS: Final = count(1)
LOCALE_BY_GUEST: Final[Mapping[str, str]] = {
    "otter": "en-US",
    "heron": "de",
    "lynx": "fr",
    "badger": "en-US",
    "stoat": "en-GB",
    "swift": "de",
}
NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})
POST_ROUTE: Final = "POST /channels/{channel_id}/messages"
EDIT_ROUTE: Final = "PATCH /channels/{channel_id}/messages/{message_id}"
EDIT_WEBHOOK_ROUTE: Final = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
MESSAGE_ROUTES: Final = (POST_ROUTE, EDIT_ROUTE, EDIT_WEBHOOK_ROUTE)
ANSWER_ROUTE: Final = "POST /interactions/{interaction_id}/{interaction_token}/callback"
SERVER_ROUTES: Final = ("/channels/", "/guilds/", "/users/")
"""Routes that an app may not use where only a person has installed it."""
UNLIMITED_PATHS: Final = ("/interactions", "/webhooks")
"""Paths of requests with an interaction token, which do not count toward the bot's rate limit."""
DAILY_ROUTES: Final = (
    "GET /applications/{application_id}/emojis",
    "GET /guilds/{guild_id}/members/{user_id}",
    "POST /users/@me/channels",
)
"""Requests that are made once at the start, or once a day per person."""
TOO_MANY_FOLLOW_UPS_CODE: Final = "40094"


@dataclass
class PlaygroundServer:
    playground: Playground
    bot: BotProcess
    server_id: str
    channel: str
    guests: Mapping[str, WirePerson]

    @property
    def otter(self) -> WirePerson:
        """The owner, who may manage the server."""
        return self.guests["otter"]

    @property
    def heron(self) -> WirePerson:
        return self.guests["heron"]

    @property
    def lynx(self) -> WirePerson:
        return self.guests["lynx"]

    @property
    def badger(self) -> WirePerson:
        return self.guests["badger"]

    async def run_command(
        self, guest: WirePerson, command: str, channel: str | None = None, /, **options: Any
    ) -> InteractionResult:
        return await guest.run_command(channel or self.channel, command, bot=self.bot.name, **options)

    async def challenge_guests(
        self, challenger: WirePerson, *opponents: WirePerson, channel: str | None = None, **options: Any
    ) -> JSON:
        """Challenge people with `/duel challenge` and return the card."""
        others = {f"opponent{number}": guest.user_id for number, guest in enumerate(opponents[1:], 2)}
        before = {message["id"] for message in challenger.watch.list_messages(channel or self.channel)}
        answer = await self.run_command(
            challenger, "duel challenge", channel, opponent=opponents[0].user_id, **others, **options
        )
        assert answer.state == "answered", answer.error
        return await challenger.wait_for_message(
            channel or self.channel,
            lambda message: message["id"] not in before and has_button_for(Action.JOIN_OFFER)(message),
        )

    async def begin_match(self, *players: WirePerson, form: Mapping[str, str] = NO_OPTIONS, **options: Any) -> int:
        """Let the first player challenge the others and all of them accept. Return the match ID."""
        card = await self.challenge_guests(players[0], *players[1:], options=format_options(form), **options)
        match_id = get_match_id(card)
        for guest in players[1:]:
            await press_button(guest, card, Action.JOIN_OFFER)
        await self.wait_for_card(match_id)
        for guest in players:
            await guest.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id))
        return match_id

    async def begin_practice(
        self, guest: WirePerson, channel: str = "", form: Mapping[str, str] = NO_OPTIONS, **options: Any
    ) -> int:
        answer = await self.run_command(
            guest, "duel practice", channel or self.channel, options=format_options(form), **options
        )
        assert answer.state == "answered", answer.error
        return get_match_id(answer.message)

    async def resign_match(self, guest: WirePerson, match_id: int, channel: str | None = None) -> None:
        await press_button(
            guest,
            (await self.run_command(guest, "duel resign", channel, match=str(match_id))).message,
            Action.CONFIRM_END_OF_MATCH,
        )

    async def set_options(
        self, host: WirePerson, card: JSON, form: Mapping[str, object], *, advanced: bool = False
    ) -> None:
        """Fill in and submit the form with the options of an offer. Other fields keep their values."""
        await self.open_options(host, card, advanced=advanced)
        assert (await host.submit_modal(form)).state == "answered"
        await host.dismiss_ephemeral_messages()

    async def open_options(self, host: WirePerson, card: JSON, *, advanced: bool = False) -> JSON:
        menu = await self.open_more_actions(host, card)
        return (await host.click(menu, "Advanced" if advanced else "Options")).modal

    async def open_more_actions(self, guest: WirePerson, card: JSON) -> JSON:
        """Press the "…" button of a card and return the ephemeral message that opens."""
        return await press_button(guest, card, Action.SHOW_MORE)

    async def open_settings(self, guest: WirePerson, panel: str, channel: str | None = None) -> JSON:
        answer = await self.run_command(guest, f"settings {panel}", channel)
        assert answer.message["flags"] & EPHEMERAL_FLAG
        return answer.message

    async def wait_for_card(self, match_id: int, step: int = 0, guest: WirePerson | None = None) -> JSON:
        """Wait until the channel shows a match at that step or a later one, and return the card."""
        return await (guest or self.otter).wait_for_message(
            self.channel,
            lambda it: has_button_for(Action.OPEN_MATCH, match_id, step)(it) and not it["flags"] & EPHEMERAL_FLAG,
        )

    async def wait_for_choice_on_card(self, match_id: int, guest: WirePerson | None = None, channel: str = "") -> JSON:
        """Wait until the card says that somebody has chosen, and return the card."""
        return await (guest or self.otter).wait_for_message(
            channel or self.channel,
            lambda it: has_button_for(Action.OPEN_MATCH, match_id)(it) and contains_text("has chosen")(it),
        )

    async def wait_for_end(self, match_id: int, guest: WirePerson | None = None) -> JSON:
        """Wait until the channel shows how a match ended, and return the card."""
        return await (guest or self.otter).wait_for_message(
            self.channel,
            lambda it: has_button_for(Action.OFFER_REMATCH, match_id)(it) and not it["flags"] & EPHEMERAL_FLAG,
        )

    async def wait_for_one_card(self, end_card: JSON | None = None) -> None:
        """Wait until only one message has the buttons of a match: `end_card`, if the match is over."""
        actions = (Action.OFFER_REMATCH,) if end_card else (Action.OPEN_MATCH, Action.JOIN_OFFER)

        def has_one_card() -> bool:
            messages = self.lynx.watch.list_messages(self.channel)
            cards = [it for it in messages if any(has_button_for(action)(it) for action in actions)]
            return len(cards) == 1 and (end_card is None or cards[0]["id"] == end_card["id"])

        await self.lynx.wait_until(lambda _: has_one_card())

    def list_public_messages(self, guest: WirePerson) -> list[JSON]:
        return [it for it in guest.watch.list_messages(self.channel) if not it["flags"] & EPHEMERAL_FLAG]

    async def wait_until_shown(self, match_id: int | None = None) -> None:
        """Wait until the store says that everything of this match, or of the whole server, has been shown."""
        query = "SELECT min(events_shown = event_count) FROM match WHERE coalesce(id = ?, server_id = ?)"
        await self.bot.wait_for_row(query, match_id, int(self.server_id))

    async def wait_until_stored(self, message: JSON) -> None:
        """Wait until a player message is stored. The bot would not delete an unknown one when it sends the next."""
        await self.bot.wait_for_row("SELECT 1 FROM player_message WHERE message_id = ?", int(message["id"]))

    async def pass_time(self, seconds: int = ACTIVE_WINDOW_MS // 1000 + 10) -> None:
        """Advance the clock, by default until all players count as inactive and are notified."""
        await self.wait_until_shown()
        await self.playground.control("advance_time", seconds=seconds)

    async def allow_threads(self) -> None:
        await self.playground.control("set_permissions", channel=self.channel, allow=["create_public_threads"])

    async def fail_requests(self, route: str, status: int | str | None, times: int = 1, **fields: object) -> None:
        """Let the playground fail the next requests to a route with this status. `fields` are those of the fault."""
        await self.playground.control("add_fault", route=route, status=status, times=times, **fields)

    async def stop_failing_requests(self) -> None:
        await self.playground.control("clear_faults")

    async def read_wire_log(self, after: int) -> list[JSON]:
        """Return the entries of the traffic log after the one with this number."""
        entries: list[JSON] = (await self.playground.load_traffic_log(after))["entries"]
        return entries

    async def get_last_wire_entry(self) -> int:
        return await get_last_wire_entry(self.playground)


async def get_last_wire_entry(playground: Playground) -> int:
    """Return the number of the newest entry of the traffic log."""
    return int((await playground.load_traffic_log(PAST_LAST_ENTRY))["last"])


async def wait_for_wire_entry(playground: Playground, after: int, bot: BotProcess, key: str, *values: str) -> None:
    """Wait until the traffic log has an entry of this bot with one of these values, such as a route."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not any(
            entry["bot"] == bot.name and entry[key] in values
            for entry in (await playground.load_traffic_log(after))["entries"]
        ):
            await asyncio.sleep(0.02)


async def wait_for_log(bot: BotProcess, text: str, after: int = 0) -> None:
    """Wait until the log of a bot contains a text after this many characters."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while text not in bot.log_path.read_text()[after:]:
            await asyncio.sleep(0.02)


async def wait_for_query(url: str, query: str, *values: object) -> None:
    """Wait until a query in a PostgreSQL database returns true."""
    connection = await asyncpg.connect(url)
    try:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not await connection.fetchval(query, *values):
                await asyncio.sleep(0.02)
    finally:
        await connection.close()


async def count_limited_requests(server: PlaygroundServer, after: int) -> Counter[str]:
    """Count the requests that count toward the bot's rate limit, by route, except those made once a day per person."""
    routes = (
        entry["route"]
        for entry in await server.read_wire_log(after)
        # Interactions that are sent to the bot over HTTP have no route.
        if entry["source"] == "rest" and entry["route"] and entry["bot"] == server.bot.name
    )
    return Counter(
        it for it in routes if it not in DAILY_ROUTES and not it.partition(" ")[2].startswith(UNLIMITED_PATHS)
    )


async def press_button(guest: WirePerson, message: JSON, action: str) -> JSON:
    """Press the first button with this action and return the message that answers it."""
    answer = await guest.click(message, custom_id=index_by_action(message)[action])
    assert answer.state == "answered", answer.error
    return JSON(answer.body.get("message") or {})


async def select_values(guest: WirePerson, message: JSON, ending: str, *values: str) -> JSON:
    """Select values in the menu whose custom ID has this ending, and return the updated message."""
    answer = await guest.select_values(message, find_select_id(message, ending), values)
    assert answer.callback_type in IN_PLACE_RESPONSES, answer.error
    return answer.message


def find_select_id(message: JSON, ending: str) -> str:
    """Return the custom ID of the only menu whose custom ID has this ending."""
    [custom_id] = [it["custom_id"] for it in find_selects(message) if it["custom_id"].endswith(ending)]
    return str(custom_id)


def list_controls(message: JSON) -> list[JSON]:
    """Return all buttons and select menus of a message."""
    return [it for it in iter_components(message) if "custom_id" in it]


def format_options(form: Mapping[str, str]) -> str:
    """Format options as players type them."""
    return "; ".join(f"{name}={value}" for name, value in form.items())


def get_match_id(message: JSON) -> int:
    """Return the match ID from the first button of a message."""
    return int(next(iter(index_by_action(message).values())).split(":")[1])


@asynccontextmanager
async def create_server(
    playground: Playground, bot: BotProcess, locale: str = "en-US"
) -> AsyncIterator[PlaygroundServer]:
    """Create a server with new people. All names are unique in the playground.

    The bot may not create threads there, so that matches stay in the channel. It greets the server in another channel.
    """
    number = next(SERVER_NUMBERS)
    ids: dict[str, str] = {}
    for name, language in LOCALE_BY_GUEST.items():
        ids[name] = (await playground.control("create_user", name=f"{name}{number}", locale=language))["user"]["id"]
    members = [f"{name}{number}" for name in ids]
    created = await playground.control(
        "create_server", name=f"Server {number}", members=members, bots=[bot.name],
        channels=[f"{name}{number}" for name in ("welcome", "duels", "lounge")], locale=locale,
    )  # fmt: skip
    async with AsyncExitStack() as stack:
        guests = {
            name: await stack.enter_async_context(
                WirePerson(playground.api_client, f"{name}{number}", ids[name], bot.name)
            )
            for name in ids
        }
        channels = guests["otter"].watch.view["servers"][0]["channels"]
        duels = next(it["id"] for it in channels if it["name"].startswith("duels"))
        for channel in channels:
            await playground.control("set_permissions", channel=channel["id"], deny=["create_public_threads"])
        yield PlaygroundServer(playground, bot, created["server"]["id"], duels, guests)


@asynccontextmanager
async def open_user_installed_place(server: PlaygroundServer, kind: str) -> AsyncIterator[PlaygroundServer]:
    """Yield the same people in a place where only the otter has installed the bot: a `dm`, a `group` or a `server`.

    Check afterwards that the bot sent everything about this place by interaction tokens, and that Discord refused
    nothing.
    """
    before = await server.get_last_wire_entry()
    await server.otter.set_bot_installed(server.bot.name)
    place = replace(server, channel=await _open_place_of_kind(server, kind))
    yield place
    sent = [it for it in await server.read_wire_log(before) if it["source"] == "rest" and it["bot"] == server.bot.name]
    # As time passes the bot also notifies people elsewhere.
    place_ids = {place.channel, *(guest.user_id for guest in place.guests.values())}
    about_place = [it for it in sent if any(place_id in f"{it['what']} {it['sent']}" for place_id in place_ids)]
    assert about_place
    assert [it["what"] for it in about_place if it["route"].partition(" ")[2].startswith(SERVER_ROUTES)] == []
    refused = [it["refused"] for it in sent if it["refused"]
               and (it in about_place or it["refused"].startswith(TOO_MANY_FOLLOW_UPS_CODE))]  # fmt: skip
    assert refused == []


async def _open_place_of_kind(server: PlaygroundServer, kind: str) -> str:
    names = [guest.name for guest in server.guests.values()]
    name = f"lake{next(SERVER_NUMBERS)}"
    match kind:
        case "dm":
            return str((await server.otter.perform_action("dm", **{"with": server.heron.name}))["channel"]["id"])
        case "group":
            return str((await server.otter.create_group(*names[1:], name=name))["id"])
    created = await server.playground.control("create_server", name=name, members=names, bots=[], channels=[name])
    servers = (await server.otter.load_view())["servers"]
    return next(str(it["channels"][0]["id"]) for it in servers if it["id"] == created["server"]["id"])


@dataclass
class BotCluster:
    """One bot in several processes that share only a PostgreSQL database."""

    name: str
    folder: Path
    url: str
    process_count: int
    shard_count: int
    """Shards of each process."""
    bots: list[BotProcess] = field(default_factory=list)

    async def start(self, playground: Playground) -> None:
        """Start all processes at the same time, as after a power cut."""
        first = BotProcess(self.name, self.folder)
        await first.register_application(playground)
        for number in range(self.process_count):
            folder = self.folder / str(number)
            folder.mkdir()
            first_shard = number * self.shard_count
            shards = f"{first_shard}-{first_shard + self.shard_count - 1}/{self.process_count * self.shard_count}"
            environment = first.environment | {"DATABASE_URL": self.url, "DUEL_SHARDS": shards}
            self.bots.append(BotProcess(self.name, folder, self.shard_count, environment=environment))
        before = await get_last_wire_entry(playground)
        for bot in self.bots:
            bot.launch_process()
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while await first.count_ready_events(playground, before) < self.process_count * self.shard_count:
                assert all(bot.is_alive for bot in self.bots)
                await asyncio.sleep(0.05)

    async def stop(self) -> Sequence[int]:
        """Stop all processes and return their exit codes."""
        return await asyncio.gather(*(asyncio.to_thread(bot.stop) for bot in self.bots))

    @asynccontextmanager
    async def create_server(
        self, playground: Playground, shard: int, locale: str = "en-US"
    ) -> AsyncIterator[PlaygroundServer]:
        """Create servers until one belongs to this shard; consecutive ones belong to different shards."""
        async with AsyncExitStack() as stack:
            while True:
                server = await stack.enter_async_context(create_server(playground, self.bots[0], locale))
                if (int(server.server_id) >> 22) % (self.process_count * self.shard_count) == shard:
                    yield server
                    return

    async def wait_for_query(self, query: str) -> None:
        await wait_for_query(self.url, query)

    async def wait_until_shown(self) -> None:
        await self.wait_for_query("SELECT bool_and(events_shown = event_count) FROM match")
