"""What one person who presses as fast as they can does to others: how much longer another player's answers take.

python -m tests.tools.bench.pester [KIND …]
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias

from bot.host.environment import Environment
from bot.scenes.address import Verb
from bot.table.table import Play
from bot.time import now
from deploy.playground.client import Denied
from storage import Store
from tests.kit.match import by_dice, played, tabled
from tests.kit.wire_person import WirePerson, does, picks, verbs
from tests.tools.bench.clock import row
from tests.tools.bench.ground import GAME, OURS, Ground, bot, ground, hand, laid, shown, timed

HANDS: Final = 8
"""So many things at once does whoever pesters."""
PRESSES: Final = 30
PACE: Final = 0.25
"""Seconds between two presses of the other, who plays as people do."""
PRESSED: Final = str(Environment.model_fields["duel_presses"].default)
"""As hosts have it who set nothing."""
SETTLES: Final = 2.0
MOST: Final = 2.0
LIVE: Final = 300
"""Matches of the server that go on, for whoever lists them."""
PAST: Final = 12
"""Matches that are over, for whoever looks back."""

Pest: TypeAlias = Callable[["Place", int], Awaitable[object]]


class Place:
    """Where somebody plays and somebody else pesters."""

    def __init__(self, ground: Ground, pest: WirePerson, past: list[int], thousands: int) -> None:
        self.ground = ground
        self.pest = pest
        self.past = past
        self.thousands = thousands
        """The match in which the pest has thousands of words to choose from."""

    async def says(self, command: str, **options: Any) -> Mapping[str, Any]:
        return (await self.pest.line.post("act", {
            "as": self.pest.name, "do": "command", "channel": self.ground.other, "command": command,
            "options": options, "bot": OURS,
        }))  # fmt: skip


async def offers(place: Place, _: int) -> None:
    await place.says("duel challenge", opponent=str(place.ground.people[1]))


async def tables(place: Place, _: int) -> None:
    await place.says("duel open")


async def practice(place: Place, at: int) -> None:
    answer = await place.says("duel practice", game=("schamanen", "woodwalkers", "schnick")[at % 3])
    if (message := answer.get("message")) and (anew := verbs(message).get(Verb.PRACTISE)):
        await place.pest.act("click", message=message["id"], custom_id=anew)


async def films(place: Place, at: int) -> None:
    await place.says("duel replay", match=str(place.past[at % len(place.past)]))


async def verify(place: Place, at: int) -> None:
    await place.says("duel verify", match=str(place.past[at % len(place.past)]))


async def completions(place: Place, at: int) -> None:
    typed = ("swap", "s", "", "wolf", "a", "b1 c")[at % 6]
    options = {"match": str(place.thousands), "word": typed}
    await place.pest.complete(place.ground.other, "duel move", "word", **options)


async def lists(place: Place, _: int) -> None:
    await place.says("duel list")


async def boards(place: Place, _: int) -> None:
    await place.says("duel board", match=str(place.thousands))


PESTS: Final[Mapping[str, Pest]] = {
    each.__name__: each for each in (offers, tables, practice, films, completions, lists, verify, boards)
}


class Player:
    """Somebody who chooses and thinks again, for as long as they like: each second press is a word that is stored."""

    def __init__(self, guest: WirePerson, channel: str, match: int) -> None:
        self.guest = guest
        self.channel = channel
        self.match = match
        self.dice = random.Random(5)

    async def plays(self) -> float:
        """Milliseconds that an answer takes, the median."""
        taken = []
        for _ in range(PRESSES):
            await asyncio.sleep(PACE)
            shown = await hand_of(self.guest, self.channel, self.match)
            found = verbs(shown)
            press = found[Verb.CHANGE] if Verb.CHANGE in found else self.dice.choice(picks(shown))
            taken.append(await timed(self.guest.click(shown, custom_id=press)))
        return median(taken)


async def hand_of(guest: WirePerson, channel: str, match: int) -> Any:
    seen = (await guest.see(channel))["messages"].get(channel, [])
    return next(
        one
        for one in reversed(seen)
        if one["flags"] & 64 and (does(Verb.PICK, match)(one) or does(Verb.CHANGE, match)(one))
    )


async def pestered(place: Place, pest: Pest) -> int:
    """Until cancelled; how often it came to something is what it returns."""
    turns = count()

    async def one() -> None:
        while True:
            with suppress(Denied):
                await pest(place, next(turns))
            await asyncio.sleep(0)

    loops = [asyncio.create_task(one()) for _ in range(HANDS)]
    try:
        await asyncio.gather(*loops)
    except asyncio.CancelledError:
        for loop in loops:
            loop.cancel()
    return next(turns)


async def measured(kinds: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with ground() as here:
            otter = here.guests[0]
            made = await here.playground.stage("user", name="magpie", locale="en-US")
            number = made["user"]["id"]
            await here.playground.stage("invite", server=str(here.server), whom=number)
            past, thousands = await furnished(here, int(number), folder)
            async with (
                WirePerson(here.playground.line, "magpie", number, OURS) as magpie,
                bot(here.playground, folder, presses=PRESSED),
            ):
                await shown(folder)
                await magpie.learns("duel", OURS)
                card = await otter.waits_for(here.channel, does(Verb.CHOOSE, 1))
                await otter.click(card, custom_id=verbs(card)[Verb.CHOOSE])
                await hand(otter, here.channel, 1)
                player, place = Player(otter, here.channel, 1), Place(here, magpie, past, thousands)
                return all([await compared(player, place, kind) for kind in kinds])


async def compared(player: Player, place: Place, kind: str) -> bool:
    alone = await player.plays()
    pestering = asyncio.create_task(pestered(place, PESTS[kind]))
    await asyncio.sleep(SETTLES)
    beside = await player.plays()
    pestering.cancel()
    times = await pestering
    await asyncio.sleep(SETTLES)
    await place.pest.tidies()
    ratio = beside / alone
    what = f"another's answer beside {kind}, {times} of them"
    return row(what, f"{ratio:.1f}× of {alone:.1f} ms", f"≤ {MOST:.0f}×", holds=ratio <= MOST)


async def furnished(here: Ground, pest: int, folder: Path) -> tuple[list[int], int]:
    """The match that is played, many that go on, some that are over, and one with thousands of words."""
    at = (here.server, int(here.channel))
    await laid(folder, here.people, at, [GAME])
    elsewhere = (here.server, int(here.other))
    await laid(folder, (here.people[1], here.people[1] + 1), elsewhere, [GAME] * LIVE, 6)
    async with await Store.open(f"sqlite:///{folder / 'duel.db'}") as store:
        tables = tabled(store)
        past = [
            await played(tables, (pest, here.people[1]), ("woodwalkers", "schamanen")[number % 2],
                         choose=by_dice(number), now=now(), server=here.server, channel=int(here.other))
            for number in range(PAST)
        ]  # fmt: skip
    await laid(folder, (pest, here.people[1]), elsewhere, [("schamanen", {"variant": "pro_stacks"})])
    async with await Store.open(f"sqlite:///{folder / 'duel.db'}") as store:
        tables = tabled(store)
        (header,) = await store.live_of(pest)
        table = await tables.table(header.id)
        while isinstance(table, Play) and not many(table, pest):
            seat = min(table.match.waiting)
            word = by_dice(table.match.step)(table.match, seat)
            table = (
                await tables.say(table.id, table.people[seat] or 0, word, step=None, cause=next(CAUSES), now=now())
            ).table
    return past, header.id


CAUSES: Final = count(1 << 40)


def many(table: Play, person: int) -> bool:
    seat = table.eyes_of(person)
    return seat in table.match.waiting and len(table.match.legal(seat)) > 1000


def main(*kinds: str) -> bool:
    return asyncio.run(measured(list(kinds) or list(PESTS)))


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:]))
