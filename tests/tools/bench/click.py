"""What a click costs at the whole bot, beside a trivial bot at the same playground, in the same run."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final, TypeAlias

from bot.matches.model import Offer, RunningMatch
from bot.matches.terms import MatchTerms
from bot.screens.custom_ids import Action
from bot.wall_clock import current_time_ms
from discord_playground.client import JSON, Answer, Player, Playground
from games import GAMES
from games.options import list_choices
from storage import Store
from tests.kit.match import tabled
from tests.kit.wire_person import EPHEMERAL, does, picks, verbs
from tests.tools.bench import trivial
from tests.tools.bench.timing import process_cpu_ms, process_memory_mb, ratio_row, row

OURS: Final = "Wolf & Bison"
TRIVIAL: Final = "Stone"
AT_ONCE: Final = 50
"""Pairs, each at a match of their own, who press at once."""
ROUNDS: Final = 3
"""After a first one, in which every match is new to the bot."""
TIMEOUT_S: Final = 300.0
PAUSE_S: Final = 0.1
LIVE_MATCHES: Final = 1_000
MAX_STEPS: Final = 12
GAME: Final = ("schamanen", {"placement": "random", "prize": "one"})
"""A shell a duel, so that all matches go on until every round has been measured."""
CAUSES: Final = count(1)
Pair: TypeAlias = tuple[Player, Player]
GameOptions: TypeAlias = tuple[str, Mapping[str, Any]]


@dataclass
class Timings:
    """Milliseconds."""

    alone: list[float] = field(default_factory=list)
    """Answers to one press at a time."""
    rounds: list[float] = field(default_factory=list)
    """The median answer when many press at once, by round."""
    pictures: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """CPU of the bot per press of a round, with all that follows from it."""


async def create_matches(
    folder: Path, pairs: Iterable[tuple[int, int]], place: tuple[int, int], games: Iterable[GameOptions], steps: int = 0
) -> None:
    """Store matches, one per pair and game, each some random choices old."""
    server_id, channel_id = place
    dice = random.Random(7)
    async with await Store.open(f"sqlite:///{folder / 'duel.db'}") as store:
        matches = tabled(store)
        for (host, guest), (key, options) in zip(pairs, games, strict=False):
            offer = await matches.create_offer(
                host, (guest,), GAMES[key], options, MatchTerms(seats=2),
                server_id=server_id, channel_id=channel_id, interaction_id=next(CAUSES), now_ms=current_time_ms(),
            )  # fmt: skip
            match = (
                await matches.join_offer(offer.match.id, guest, interaction_id=next(CAUSES), now_ms=current_time_ms())
            ).match
            if isinstance(match, Offer):
                match = (
                    await matches.join_offer(match.id, host, interaction_id=next(CAUSES), now_ms=current_time_ms())
                ).match
            for _ in range(dice.randint(0, steps)):
                if isinstance(match, RunningMatch):
                    seat = min(match.engine.to_move)
                    word = dice.choice(match.engine.legal_moves(seat))
                    person_id = match.player_ids[seat] or 0
                    match = (
                        await matches.play_move(
                            match.id, person_id, word, step=None, interaction_id=next(CAUSES), now_ms=current_time_ms()
                        )
                    ).match


async def wait_until_shown(folder: Path) -> None:
    """Wait until everything that is stored has been shown."""
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
    async with playground.hosting(
        sys.executable, "-m", "bot", "run", bot=OURS, DATABASE_URL=url, DUEL_LOG="warning", DUEL_PRESSES="0"
    ) as process:
        yield process.pid


async def answer_ms(click: Awaitable[Answer]) -> float:
    """Return the time between an interaction and its answer, by the playground's own clock."""
    answer = await click
    assert answer.state == "answered", answer.body
    return float(answer.body["ms"])


async def picture_ms(player: Player, channel: str, click: Coroutine[Any, Any, Answer]) -> float:
    """Return the time between a click and the next picture that this person sees in that channel."""
    async with player.watching() as watch:
        began = perf_counter()
        clicking = asyncio.ensure_future(click)
        while True:
            message = (await watch.next()).get("message") or {}
            if message.get("channel_id") == channel and "media" in str(message["components"]):
                break
        taken = (perf_counter() - began) * 1000
        await clicking
    return taken


class TrivialBot:
    """Messages of the trivial bot. One is pressed right before each press at ours."""

    def __init__(self, player: Player, channel: str, process_id: int) -> None:
        self.timings = Timings()
        self._player = player
        self._channel = channel
        self._process_id = process_id
        self._messages: list[JSON] = []

    async def post_messages(self) -> None:
        await self._player.learns("stones", TRIVIAL)
        await self._player.command(self._channel, "stones", bot=TRIVIAL, count=AT_ONCE)
        async with asyncio.timeout(TIMEOUT_S):
            while len(self._messages) < AT_ONCE:
                shown = await self._player.messages(self._channel)
                self._messages = [one for one in shown if "Stone" in str(one["components"])]

    async def press_one(self) -> None:
        await asyncio.sleep(PAUSE_S)
        click = self._player.click(self._messages[0], custom_id=trivial.TOUCH)
        self.timings.alone.append(await answer_ms(click))

    async def press_all(self) -> None:
        before = process_cpu_ms(self._process_id)
        clicks = [answer_ms(self._player.click(one, custom_id=trivial.TOUCH)) for one in self._messages]
        self.timings.rounds.append(median(await asyncio.gather(*clicks)))
        await asyncio.sleep(PAUSE_S)
        self.timings.cpu.append((process_cpu_ms(self._process_id) - before) / AT_ONCE)

    async def paint(self) -> None:
        await asyncio.sleep(PAUSE_S)
        paint = self._player.click(self._messages[0], custom_id=trivial.PAINT)
        self.timings.pictures.append(await picture_ms(self._player, self._channel, paint))


class Crowd:
    """Pairs at a match each. Before each round they play on until both are asked."""

    def __init__(self, folder: Path, process_id: int, channel: str, matches: Mapping[int, Pair]) -> None:
        self.sealed, self.resolved = Timings(), Timings()
        self._matches = matches
        self._folder = folder
        self._process_id = process_id
        self._channel = channel

    async def open_hands(self) -> None:
        for match_id, pair in self._matches.items():
            card = await pair[0].waits_for(self._channel, does(Action.OPEN_MATCH, match_id), TIMEOUT_S)
            for player in pair:
                await player.click(card, custom_id=verbs(card)[Action.OPEN_MATCH])
        await wait_until_shown(self._folder)

    async def press_all(self, trivial_bot: TrivialBot) -> None:
        """Let one of each pair seal a choice, then the other resolve the step."""
        hands = await self._wait_until_both_choose()
        for seat, timings in enumerate((self.sealed, self.resolved)):
            await trivial_bot.press_all()
            before = process_cpu_ms(self._process_id)
            clicks = [answer_ms(self._press(match_id, seat, pair[seat])) for match_id, pair in hands.items()]
            timings.rounds.append(median(await asyncio.gather(*clicks)))
            await wait_until_shown(self._folder)
            timings.cpu.append((process_cpu_ms(self._process_id) - before) / AT_ONCE)

    async def press_one_by_one(self, trivial_bot: TrivialBot) -> None:
        for match_id, (one, other) in (await self._wait_until_both_choose()).items():
            await trivial_bot.press_one()
            await asyncio.sleep(PAUSE_S)
            self.sealed.alone.append(await answer_ms(self._press(match_id, 0, one)))
            await trivial_bot.paint()
            await asyncio.sleep(PAUSE_S)
            first = self._matches[match_id][0]
            self.resolved.pictures.append(await picture_ms(first, self._channel, self._press(match_id, 1, other)))

    async def _wait_until_both_choose(self) -> dict[int, list[JSON]]:
        """Return the hands of both players by match. Steps that one of them decides alone are played."""
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                hands = {
                    match_id: [await self._find_hand(player, match_id) for player in pair]
                    for match_id, pair in self._matches.items()
                }
                both = {match_id: [one, other] for match_id, (one, other) in hands.items() if one and other}
                if len(both) == len(hands):
                    return both
                await asyncio.gather(
                    *(
                        self._press(match_id, seat, hand)
                        for match_id, pair in hands.items()
                        if match_id not in both
                        for seat, hand in enumerate(pair)
                        if hand
                    )
                )
                await wait_until_shown(self._folder)

    async def _find_hand(self, player: Player, match_id: int) -> JSON | None:
        shown: list[JSON] = (await player.see(self._channel))["messages"].get(self._channel, [])
        asks = does(Action.PICK_MOVE, match_id)
        return next((one for one in reversed(shown) if one["flags"] & EPHEMERAL and asks(one)), None)

    def _press(self, match_id: int, seat: int, hand: JSON) -> Coroutine[Any, Any, Answer]:
        return self._matches[match_id][seat].click(hand, custom_id=picks(hand)[0])


async def measure_clicks(playground: Playground, folder: Path) -> tuple[Timings, Crowd]:
    names = [f"vole{number}" for number in range(2 * AT_ONCE)]
    made = [(await playground.stage("create_user", name=name, locale="en-US"))["user"] for name in names]
    members, channels = ["otter", *names], ["duels", "stones"]
    await playground.stage("create_server", name="Meadow", members=members, bots=[OURS, TRIVIAL], channels=channels)
    otter = playground.as_("otter")
    server = next(one for one in (await otter.see())["servers"] if one["name"] == "Meadow")
    duels, stones = (one["id"] for one in server["channels"])
    people = [Player(playground.line, user["id"]) for user in made]
    pairs = list(zip(people[::2], people[1::2], strict=True))
    ids = [(int(one.name), int(other.name)) for one, other in pairs]
    await create_matches(folder, ids, (int(server["id"]), int(duels)), [GAME] * AT_ONCE)
    async with (
        playground.hosting(sys.executable, "-m", "tests.tools.bench.trivial", bot=TRIVIAL) as floor,
        host_bot(playground, folder) as process_id,
    ):
        trivial_bot = TrivialBot(otter, stones, floor.pid)
        await trivial_bot.post_messages()
        await wait_until_shown(folder)
        crowd = Crowd(folder, process_id, duels, dict(enumerate(pairs, 1)))
        await crowd.open_hands()
        for _ in range(1 + ROUNDS):
            await crowd.press_all(trivial_bot)
        await crowd.press_one_by_one(trivial_bot)
        return trivial_bot.timings, crowd


async def measure_memory(playground: Playground, folder: Path) -> float:
    """Return the megabytes that live matches need beside the bot itself."""
    resident = []
    for matches in (0, LIVE_MATCHES):
        place = folder / str(matches)
        place.mkdir()
        games = every_variant()
        await create_matches(
            place, [(1, 2)] * matches, (3, 4), (games[at % len(games)] for at in range(matches)), MAX_STEPS
        )
        async with host_bot(playground, place) as process_id:
            await asyncio.sleep(3)
            resident.append(process_memory_mb(process_id))
    return resident[1] - resident[0]


def every_variant() -> Sequence[GameOptions]:
    found: list[GameOptions] = []
    for key, game in GAMES.items():
        variant = game.options_class.model_fields.get("variant")
        found += [(key, {"variant": each}) for each in list_choices(variant.annotation)] if variant else [(key, {})]
    return found


async def measure(folder: Path) -> tuple[Timings, Crowd, float]:
    async with Playground.started(bots=[OURS, TRIVIAL], hasty=True) as playground:
        # A busy machine may take longer than Discord would wait.
        await playground.stage("set_response_timeout", seconds=60)
        timings, crowd = await measure_clicks(playground, folder)
        return timings, crowd, await measure_memory(playground, folder)


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        floor, crowd, memory = asyncio.run(measure(Path(folder)))
    sealed, resolved = crowd.sealed, crowd.resolved
    alone, at_once, cpu, picture = map(median, (floor.alone, floor.rounds, floor.cpu, floor.pictures))
    cpu_of_step = median(sealed.cpu[1:]) + median(resolved.cpu[1:])
    row("a trivial answer, ms", f"{alone:.2f}", "the floor")
    row(f"  to {AT_ONCE} at once, ms", f"{at_once:.1f}", "the floor")
    row("  CPU, ms", f"{cpu:.2f}", "the floor")
    row("a trivial picture, ms", f"{picture:.1f}", "the floor")
    row(f"{AT_ONCE} steps resolved at once, of the trivial ones", f"{median(resolved.rounds[1:]) / at_once:.2f}×")
    row("CPU of a first step of two, of the trivial answer", f"{(sealed.cpu[0] + resolved.cpu[0]) / cpu:.1f}×")
    return all(
        [
            ratio_row("a choice sealed, of the trivial answer", median(sealed.alone) / alone, 1.5),
            ratio_row(f"  {AT_ONCE} at once", median(sealed.rounds[1:]) / at_once, 2),
            ratio_row("CPU of a step of two, of the trivial answer", cpu_of_step / cpu, 30),
            ratio_row("the board before the other, of the trivial picture", median(resolved.pictures) / picture, 2),
            row(f"memory of {LIVE_MATCHES:,} live matches, MB", f"{memory:.0f}", "≤ 200", holds=memory <= 200),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
