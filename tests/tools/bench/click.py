"""Measures the response times, CPU time and memory of the bot, compared with a minimal bot on the same playground.

Run it with `python -m tests.tools.bench click`.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final, TypeAlias

from bot.matches.model import RunningMatch, StartedMatch
from bot.screens.custom_ids import Action
from bot.wall_clock import DAY_MS, current_time_ms
from discord_playground.client import JSON, InteractionResult, PersonClient, Playground
from games import GAMES
from games.options import list_choices
from storage import Store
from tests.kit.matches import begin_match, create_match_service, play_for_seat
from tests.kit.wire_person import EPHEMERAL_FLAG, has_button_for, index_by_action, list_move_buttons
from tests.tools.bench import trivial
from tests.tools.bench.timing import print_ratio_row, print_row, read_process_cpu_ms, read_process_memory_mb

OUR_BOT_NAME: Final = "Wolf & Bison"
CONCURRENT_CLICKS: Final = 50
"""The number of pairs of players who click at the same time. Each pair has its own match."""
ROUND_COUNT: Final = 3
"""The number of rounds after an extra first round, in which the bot has not yet cached the matches."""
TIMEOUT_S: Final = 300.0
PAUSE_S: Final = 0.1
LIVE_MATCHES: Final = 1_000
LIVE_MATCHES_TIME_S: Final = 60.0
"""How long the bot refreshes the live matches before its memory is measured."""
LIVE_MATCHES_MAX_MB: Final = 150
MAX_STEPS: Final = 12
GAME_AND_OPTIONS: Final = ("schamanen", {"placement": "random", "prize": "one"})
"""With one shell per duel, no match ends before all rounds are measured."""
PlayerPair: TypeAlias = tuple[PersonClient, PersonClient]
GameOptions: TypeAlias = tuple[str, Mapping[str, Any]]


@dataclass
class ClickTimings:
    """Response times, picture times and CPU times of clicks."""

    alone_ms: list[float] = field(default_factory=list)
    """The response times of single clicks."""
    round_ms: list[float] = field(default_factory=list)
    """The median response time of simultaneous clicks, by round."""
    picture_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    """The average CPU time of the bot per click of a round, including the work that follows the response."""


async def create_matches(
    folder: Path,
    person_pairs: Iterable[tuple[int, int]],
    channel: tuple[int, int],
    games: Iterable[GameOptions],
    max_steps: int = 0,
) -> None:
    """Create one match per pair, with the game at the same position, and play up to `max_steps` random moves in it.

    `channel` contains the server ID and the channel ID.
    """
    server_id, channel_id = channel
    dice = random.Random(7)
    async with await Store.open(f"sqlite:///{folder / 'duel.db'}") as store:
        matches = create_match_service(store)
        for (host, guest), (key, options) in zip(person_pairs, games, strict=False):
            match: StartedMatch = await begin_match(
                matches, guest, game=key, options=options, host_id=host, server_id=server_id, channel_id=channel_id,
                now_ms=current_time_ms(), clock=DAY_MS,
            )  # fmt: skip
            for _ in range(dice.randint(0, max_steps)):
                if isinstance(match, RunningMatch):
                    seat = min(match.engine.to_move)
                    move = dice.choice(match.engine.legal_moves(seat))
                    match = await play_for_seat(matches, match, seat, move, current_time_ms())


async def wait_until_shown(folder: Path) -> None:
    """Wait until the bot has shown all stored events on Discord."""
    query = "SELECT count(*) = 0 FROM match WHERE events_shown < event_count"
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            with closing(sqlite3.connect(f"file:{folder / 'duel.db'}?mode=ro", uri=True)) as store:
                if store.execute(query).fetchone()[0]:
                    return
            await asyncio.sleep(PAUSE_S)


@asynccontextmanager
async def host_bot(playground: Playground, folder: Path) -> AsyncIterator[int]:
    url = f"sqlite:///{folder / 'duel.db'}"
    async with playground.run_bot(
        sys.executable, "-m", "bot", "run", bot=OUR_BOT_NAME, DATABASE_URL=url, DUEL_LOG="warning", DUEL_PRESSES="0"
    ) as process:
        yield process.pid


async def measure_response_ms(click: Awaitable[InteractionResult]) -> float:
    """Perform an interaction and return its response time, as measured by the playground."""
    answer = await click
    assert answer.state == "answered", answer.body
    return float(answer.body["ms"])


async def measure_picture_ms(
    player: PersonClient, channel: str, click: Coroutine[Any, Any, InteractionResult]
) -> float:
    """Perform a click and return the time until this player sees the next picture in the channel."""
    async with player.watch_view() as watch:
        start_s = perf_counter()
        clicking = asyncio.ensure_future(click)
        while True:
            message = (await watch.next_event()).get("message") or {}
            if message.get("channel_id") == channel and "media" in str(message["components"]):
                break
        time_ms = (perf_counter() - start_s) * 1000
        await clicking
    return time_ms


class TrivialClicks:
    """The baseline: clicks on messages of the minimal bot, measured right before the clicks on our bot's messages."""

    def __init__(self, player: PersonClient, channel: str, process_id: int) -> None:
        self.timings = ClickTimings()
        self._player = player
        self._channel = channel
        self._process_id = process_id
        self._messages: list[JSON] = []

    async def post_messages(self) -> None:
        await self._player.wait_for_command("stones", trivial.BOT_NAME)
        await self._player.run_command(self._channel, "stones", bot=trivial.BOT_NAME, count=CONCURRENT_CLICKS)
        async with asyncio.timeout(TIMEOUT_S):
            while len(self._messages) < CONCURRENT_CLICKS:
                shown = await self._player.load_messages(self._channel)
                self._messages = [message for message in shown if "Stone" in str(message["components"])]

    async def click_one(self) -> None:
        await asyncio.sleep(PAUSE_S)
        click = self._player.click(self._messages[0], custom_id=trivial.TOUCH_ACTION)
        self.timings.alone_ms.append(await measure_response_ms(click))

    async def click_all(self) -> None:
        before = read_process_cpu_ms(self._process_id)
        clicks = [
            measure_response_ms(self._player.click(message, custom_id=trivial.TOUCH_ACTION))
            for message in self._messages
        ]
        self.timings.round_ms.append(median(await asyncio.gather(*clicks)))
        await asyncio.sleep(PAUSE_S)
        self.timings.cpu_ms.append((read_process_cpu_ms(self._process_id) - before) / CONCURRENT_CLICKS)

    async def paint(self) -> None:
        await asyncio.sleep(PAUSE_S)
        paint = self._player.click(self._messages[0], custom_id=trivial.PAINT_ACTION)
        self.timings.picture_ms.append(await measure_picture_ms(self._player, self._channel, paint))


class PlayingCrowd:
    """Pairs of players, each in its own match.

    Before each round, the matches are played until both players of each pair are to move.
    """

    def __init__(self, folder: Path, process_id: int, channel: str, matches: Mapping[int, PlayerPair]) -> None:
        self.sealing_timings, self.resolving_timings = ClickTimings(), ClickTimings()
        self._matches = matches
        self._folder = folder
        self._process_id = process_id
        self._channel = channel

    async def open_player_messages(self) -> None:
        for match_id, pair in self._matches.items():
            card = await pair[0].wait_for_message(self._channel, has_button_for(Action.OPEN_MATCH, match_id), TIMEOUT_S)
            for player in pair:
                await player.click(card, custom_id=index_by_action(card)[Action.OPEN_MATCH])
        await wait_until_shown(self._folder)

    async def click_all(self, trivial_clicks: TrivialClicks) -> None:
        """Measure a round: one player of each pair seals a move, then the other player completes the step."""
        messages = await self._wait_until_both_choose()
        for seat, timings in enumerate((self.sealing_timings, self.resolving_timings)):
            await trivial_clicks.click_all()
            before = read_process_cpu_ms(self._process_id)
            clicks = [
                measure_response_ms(self._click(match_id, seat, pair[seat])) for match_id, pair in messages.items()
            ]
            timings.round_ms.append(median(await asyncio.gather(*clicks)))
            await wait_until_shown(self._folder)
            timings.cpu_ms.append((read_process_cpu_ms(self._process_id) - before) / CONCURRENT_CLICKS)

    async def click_one_by_one(self, trivial_clicks: TrivialClicks) -> None:
        for match_id, (message_1, message_2) in (await self._wait_until_both_choose()).items():
            await trivial_clicks.click_one()
            await asyncio.sleep(PAUSE_S)
            self.sealing_timings.alone_ms.append(await measure_response_ms(self._click(match_id, 0, message_1)))
            await trivial_clicks.paint()
            await asyncio.sleep(PAUSE_S)
            first = self._matches[match_id][0]
            self.resolving_timings.picture_ms.append(
                await measure_picture_ms(first, self._channel, self._click(match_id, 1, message_2))
            )

    async def _wait_until_both_choose(self) -> dict[int, list[JSON]]:
        """Make moves until both players of each match are to move, and return their player messages by match."""
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                messages = {
                    match_id: [await self._find_player_message(player, match_id) for player in pair]
                    for match_id, pair in self._matches.items()
                }
                both = {match_id: [first, second] for match_id, (first, second) in messages.items() if first and second}
                if len(both) == len(messages):
                    return both
                await asyncio.gather(
                    *(
                        self._click(match_id, seat, message)
                        for match_id, pair in messages.items()
                        if match_id not in both
                        for seat, message in enumerate(pair)
                        if message
                    )
                )
                await wait_until_shown(self._folder)

    async def _find_player_message(self, player: PersonClient, match_id: int) -> JSON | None:
        shown: list[JSON] = (await player.load_view(self._channel))["messages"].get(self._channel, [])
        has_move_button = has_button_for(Action.PICK_MOVE, match_id)
        return next((it for it in reversed(shown) if it["flags"] & EPHEMERAL_FLAG and has_move_button(it)), None)

    def _click(self, match_id: int, seat: int, message: JSON) -> Coroutine[Any, Any, InteractionResult]:
        return self._matches[match_id][seat].click(message, custom_id=list_move_buttons(message)[0])


async def measure_clicks(playground: Playground, folder: Path) -> tuple[ClickTimings, PlayingCrowd]:
    names = [f"vole{number}" for number in range(2 * CONCURRENT_CLICKS)]
    users = [(await playground.control("create_user", name=name, locale="en-US"))["user"] for name in names]
    members, channels = ["otter", *names], ["duels", "stones"]
    await playground.control(
        "create_server", name="Meadow", members=members, bots=[OUR_BOT_NAME, trivial.BOT_NAME], channels=channels
    )
    otter = playground.person("otter")
    server = next(it for it in (await otter.load_view())["servers"] if it["name"] == "Meadow")
    duels, stones = (channel["id"] for channel in server["channels"])
    people = [PersonClient(playground.api_client, user["id"]) for user in users]
    pairs = list(zip(people[::2], people[1::2], strict=True))
    ids = [(int(host.name), int(guest.name)) for host, guest in pairs]
    await create_matches(folder, ids, (int(server["id"]), int(duels)), [GAME_AND_OPTIONS] * CONCURRENT_CLICKS)
    async with (
        playground.run_bot(sys.executable, "-m", "tests.tools.bench.trivial", bot=trivial.BOT_NAME) as trivial_process,
        host_bot(playground, folder) as process_id,
    ):
        trivial_clicks = TrivialClicks(otter, stones, trivial_process.pid)
        await trivial_clicks.post_messages()
        await wait_until_shown(folder)
        crowd = PlayingCrowd(folder, process_id, duels, dict(enumerate(pairs, 1)))
        await crowd.open_player_messages()
        for _ in range(1 + ROUND_COUNT):
            await crowd.click_all(trivial_clicks)
        await crowd.click_one_by_one(trivial_clicks)
        return trivial_clicks.timings, crowd


async def measure_memory(playground: Playground, folder: Path) -> float:
    """Return the memory that `LIVE_MATCHES` matches add to the bot, in megabytes."""
    resident = []
    for matches in (0, LIVE_MATCHES):
        bot_folder = folder / str(matches)
        bot_folder.mkdir()
        games = list_variants()
        await create_matches(
            bot_folder, [(1, 2)] * matches, (3, 4), (games[i % len(games)] for i in range(matches)), MAX_STEPS
        )
        async with host_bot(playground, bot_folder) as process_id:
            await asyncio.sleep(LIVE_MATCHES_TIME_S)
            resident.append(read_process_memory_mb(process_id))
    return resident[1] - resident[0]


def list_variants() -> Sequence[GameOptions]:
    variants: list[GameOptions] = []
    for key, game in GAMES.items():
        variant = game.options_class.model_fields.get("variant")
        variants += [(key, {"variant": each}) for each in list_choices(variant.annotation)] if variant else [(key, {})]
    return variants


async def measure_all(folder: Path) -> tuple[ClickTimings, PlayingCrowd, float]:
    async with Playground.start(bots=[OUR_BOT_NAME, trivial.BOT_NAME], skip_identify_limit=True) as playground:
        # A busy machine can take longer than Discord's timeout.
        await playground.control("set_response_timeout", seconds=60)
        timings, crowd = await measure_clicks(playground, folder)
        return timings, crowd, await measure_memory(playground, folder)


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        baseline, crowd, memory = asyncio.run(measure_all(Path(folder)))
    sealed, resolved = crowd.sealing_timings, crowd.resolving_timings
    alone, at_once, cpu, picture = map(
        median, (baseline.alone_ms, baseline.round_ms, baseline.cpu_ms, baseline.picture_ms)
    )
    cpu_of_step = median(sealed.cpu_ms[1:]) + median(resolved.cpu_ms[1:])
    print_row("response of a minimal bot, ms (baseline)", f"{alone:.2f}")
    print_row(f"  to {CONCURRENT_CLICKS} clicks at once, ms (baseline)", f"{at_once:.1f}")
    print_row("  CPU, ms (baseline)", f"{cpu:.2f}")
    print_row("picture of a minimal bot, ms (baseline)", f"{picture:.1f}")
    print_row(
        f"completing {CONCURRENT_CLICKS} steps at once, compared with baseline",
        f"{median(resolved.round_ms[1:]) / at_once:.2f}×",
    )
    print_row(
        "CPU of an uncached step of two, compared with baseline",
        f"{(sealed.cpu_ms[0] + resolved.cpu_ms[0]) / cpu:.1f}×",
    )
    return all(
        [
            print_ratio_row("sealing a move, compared with baseline", median(sealed.alone_ms) / alone, 1.5),
            print_ratio_row(f"  {CONCURRENT_CLICKS} at once", median(sealed.round_ms[1:]) / at_once, 2),
            print_ratio_row("CPU of a step of two, compared with baseline", cpu_of_step / cpu, 30),
            print_ratio_row(
                "board shown to the other player, compared with baseline", median(resolved.picture_ms) / picture, 2
            ),
            print_row(
                f"memory of {LIVE_MATCHES:,} live matches, MB", f"{memory:.0f}", f"≤ {LIVE_MATCHES_MAX_MB}",
                holds=memory <= LIVE_MATCHES_MAX_MB,
            ),
        ]
    )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(not main())
