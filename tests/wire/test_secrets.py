"""Nobody ever reads what they must not know: all that was ever before their eyes is held against what they may see."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from io import BytesIO
from itertools import takewhile
from typing import Final

import aiohttp
import pytest
from PIL import Image, ImageChops

from bot.herald.veil import REVEALED
from bot.scenes.address import Verb
from bot.scenes.proof import GLIMPSE
from bot.scenes.rules import banner
from bot.time import now
from deploy.playground.client import JSON, components, labels, text
from games import GAMES
from games.canvas import png
from games.core import Seat, Word
from games.match import Match
from games.words import LOCALES
from tests.kit.wire_person import WirePerson, does, picks, says, step, verbs
from tests.wire import past
from tests.wire.asked import RANDOM, asking, open_duel, prompted
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade
from tests.wire.short import begun
from tests.wire.variants import at_first, variants

# One shell a duel: nobody has lost all of them before the last.
HIDDEN = {"variant": "memory", "placement": "random", "duel_limit": "3", "prize": "one"}


NOWHERE: Final = (0, 0, 0, 0)
painted = lru_cache(2000)(png)
"""What lies open for everybody is the same for everybody."""


MOST_HIDDEN = {("schamanen", "memory"), ("schamanen", "pro_stacks"), ("schnick", ""), ("woodwalkers", "midnight")}
OTHERS = [one for one in variants() if one not in MOST_HIDDEN]
"""They hide no more than those do, or nothing at all; that what a view holds is all that comes of it, in every variant,
is a law of `tests/laws/test_sight` and `tests/bot/test_pairs`.
"""


@pytest.mark.parametrize(("game", "variant"), at_first(("schamanen", "memory"), by_night=OTHERS))
async def test_nobody_hears_what_they_must_not_know(glade: Glade, game: str, variant: str) -> None:
    match = await begun(glade, game, variant, glade.otter, glade.heron)
    await played(glade, match, glade.otter, glade.heron, manner=Driven.in_the_hand, seed=2)
    steps = await past.steps(glade.bot, match)
    people = await seats(glade, match)
    names = {int(one["id"]): one["global_name"] for one in (await glade.otter.see())["people"]}
    running = [step for step in steps if step.result is None]
    assert len(running) == len(steps) - 1
    for guest in (glade.otter, glade.heron, glade.lynx):
        seat = people.get(int(guest.id))
        heard = list(takewhile(lambda message: not does(Verb.REMATCH, match)(message), guest.heard))
        # The card of a quick match follows a few seconds behind; whoever plays hears of every step.
        assert len(heard) > (1 if seat is None else len(steps) // 2)
        sitting = sorted(people, key=people.__getitem__)
        _nothing_forbidden(running, seat, heard, [f"<@{person}>" for person in sitting])
        # What is told of a picture to whoever listens is told of seats.
        _nothing_forbidden(
            running, seat, heard, [running[0].game.say(f"seat-{at}", "en") for at in range(len(sitting))]
        )
        own = [line.word for line in (await past.recorded(glade.bot, match)).lines if line.seat == seat]
        await _only_allowed_pictures(running, seat, own, heard, [names[person] for person in sitting])
        await _nothing_sealed(glade, match, people, guest, heard)


async def seats(glade: Glade, match: int) -> dict[int, Seat]:
    rows = glade.bot.asked("SELECT person, seat FROM seat WHERE match = ?", match)
    return {int(str(person)): int(str(seat)) for person, seat in rows}


def _nothing_forbidden(running: list[Match], seat: Seat | None, heard: list[JSON], names: list[str]) -> None:
    may = {line for match in running for view in past.allowed(match, seat) for line in past.lines(match, view, names)}
    if seat is not None:
        may |= {label for match in running for label in past.labels(match, seat)}
    allowed = "\0".join(may)
    never = {
        line
        for match in running
        for view in past.others(match, seat)
        for line in past.lines(match, view, names)
        if line not in allowed
    }
    shown = "\n".join(_read(message) for message in heard)
    # In a game without secrets all may know everything.
    assert [line for line in never if line in shown] == []


def _read(message: JSON) -> str:
    """Whatever can be read, alt texts and ids of buttons included."""
    alts = [item.get("description") or "" for one in components(message) for item in one.get("items", ())]
    return "\n".join([text(message), *alts])


async def _only_allowed_pictures(
    running: list[Match], seat: Seat | None, own: list[Word], heard: list[JSON], names: list[str]
) -> None:
    shown: set[bytes] = set()
    async with aiohttp.ClientSession() as session:
        for url in {url for message in heard for url in _media(message)}:
            async with session.get(url) as response:
                assert response.status == 200
                shown.add(await response.read())
    # Before the match there was the banner on the card, which tells nothing but which game it is.
    banners = [its.picture for locale in LOCALES if (its := banner(running[0].game.KEY, locale))]
    allowed = dict.fromkeys(banners) | dict.fromkeys(
        picture for match in running for view in past.allowed(match, seat) for picture in past.pictures(match, view)
    )
    allowed |= dict.fromkeys(picture for match in running for picture in past.sketches(match, seat, own))
    seen: list[bytes] = []
    for picture in allowed:
        # Painting all that would have been allowed, too, takes longer than everything else here.
        if not shown:
            break
        seen.append(await asyncio.to_thread(painted, picture, tuple(names)))
        shown.discard(seen[-1])
    assert not shown, [_nearest(forbidden, seen) for forbidden in shown]


def _nearest(forbidden: bytes, seen: Iterable[bytes]) -> str:
    """Where it differs from the one most like it, if not in its bytes alone: it is gone when somebody reads of it."""
    shown, *others = (Image.open(BytesIO(data)).convert("RGB") for data in (forbidden, *seen))
    differ = (ImageChops.difference(shown, other) for other in others if other.size == shown.size)
    left, top, right, bottom = min((it.getbbox() or NOWHERE for it in differ), key=_area, default=(0, 0, *shown.size))
    return f"another {right - left} × {bottom - top} at {left}, {top} than what is allowed"


def _area(box: tuple[int, int, int, int]) -> int:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _media(message: JSON) -> Iterator[str]:
    for one in components(message):
        for item in one.get("items", ()):
            yield item["media"]["url"]


async def _nothing_sealed(
    glade: Glade, match: int, people: dict[int, Seat], guest: WirePerson, heard: list[JSON]
) -> None:
    mine = people.get(int(guest.id))
    shown = json.dumps(heard, ensure_ascii=False)
    receipts = [(line.seat, line.receipt) for line in (await past.recorded(glade.bot, match)).lines if line.receipt]
    for seat, receipt in receipts:
        # One's own, unless one was the last to choose: then nothing was sealed.
        assert seat == mine or receipt[:GLIMPSE] not in shown


@pytest.mark.parametrize("choice", [0, *(pytest.param(choice, marks=pytest.mark.gate) for choice in (1, 2))])
async def test_a_sealed_word_changes_nothing_that_others_see(glade: Glade, choice: int) -> None:
    """Alike whichever it is: only that somebody has chosen is told."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    before = await glade.table(match, by=glade.lynx)
    prompt = await prompted(glade.otter, match)
    line = labels(prompt)[choice]
    words = {GAMES["schamanen"].say(way, locale, line=line) for way in ("row", "column") for locale in LOCALES}
    await glade.otter.click(prompt, custom_id=picks(prompt)[choice])
    there = await glade.lynx.waits_for(
        glade.channel, lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it)
    )
    assert not any(word in text(there) for word in words)
    was, told = (re.sub(r"seal: [\w-]{43}", "seal", text(it)) for it in (before, there))
    changed = {line for line in told.split("\n") if line not in was}
    assert all(glade.otter.mention in line or glade.heron.mention in line for line in changed)
    for heard in glade.heron.heard:
        assert not any(word in text(heard) for word in words)


@pytest.mark.gate
async def test_what_lay_open_is_covered_wherever_it_lies_by_then(glade: Glade) -> None:
    """Somebody talks, and the next step is posted below while the last still lies open above."""
    match = await glade.begun(glade.otter, glade.heron, form=HIDDEN)
    for guest in (glade.otter, glade.heron):
        prompt = await prompted(guest, match)
        await guest.click(prompt, custom_id=picks(prompt)[0])
    await glade.lynx.has_heard(lambda it: does(Verb.CHOOSE, match, 1)(it) and open_duel(it))
    await glade.lynx.say(glade.channel, "Splash")
    asked = await asking(glade, match, 1)
    prompt = await prompted(asked, match, 1)
    assert "·" not in "".join(label for label in labels(prompt) if "⇄" in label or label[0] in "ABC")
    while does(Verb.PICK, match)(prompt) and step(prompt, Verb.PICK) == 1:
        prompt = (await asked.click(prompt, custom_id=picks(prompt)[0])).message
    await glade.table(match, 2, by=glade.lynx)
    for guest in (glade.otter, glade.heron):
        prompt = await prompted(guest, match, 2)
        await guest.click(prompt, custom_id=picks(prompt)[0])
    await glade.lynx.until(lambda _: any(does(Verb.CHOOSE, match, 3)(it) for it in glade.lynx.heard) or None)
    # The second duel is announced covered although the ten seconds of the first are not over.
    announced = next(it for it in glade.lynx.heard if does(Verb.CHOOSE, match, 3)(it))
    assert not open_duel(announced)
    await glade.lynx.until(lambda _: not any(open_duel(it) for it in glade.lynx.all()) or None)


@pytest.mark.gate
async def test_what_must_be_forgotten_is_posted_covered_shown_and_covered_again(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=HIDDEN)
    began = now()
    for guest in (glade.otter, glade.heron):
        prompt = await prompted(guest, match)
        await guest.click(prompt, custom_id=picks(prompt)[0])
    table = await glade.lynx.has_heard(lambda it: does(Verb.CHOOSE, match, 1)(it) and open_duel(it))
    # It lies open for ten seconds from some moment since then, by the clock that others may have moved on; whoever is
    # so late that it has been covered already finds nothing.
    ahead = int((await glade.playground.clock())["ahead"])
    cover = "SELECT due FROM deadline WHERE match = ? AND kind = 'cover' AND seat < 0"
    assert all(began <= int(str(due)) - REVEALED - ahead <= now() for (due,) in glade.bot.asked(cover, match))
    first = next(it for it in glade.lynx.heard if does(Verb.CHOOSE, match, 1)(it))
    assert first["id"] == table["id"]
    assert not open_duel(first)
    await glade.playground.stage("time", seconds=REVEALED // 1000)
    await glade.lynx.until(lambda _: not open_duel(glade.lynx.now(table)) or None)
    # Once more, for somebody who was not there; and once only, as long as it would have lain open. That is ten seconds:
    # whoever is answered later finds nothing any more.
    looks: list[JSON] = []
    for guest in (glade.otter, glade.heron):
        looked = now()
        for _ in range(2):
            look = (await guest.click(glade.lynx.now(table), custom_id=verbs(table)[Verb.LOOK])).message
            assert look["flags"] & 64
            assert _media_of(look) or now() - looked >= REVEALED
            assert not does(Verb.LOOK)(look)
            looks.append(look)
    refused = (await glade.lynx.click(glade.lynx.now(table), custom_id=verbs(table)[Verb.LOOK])).message
    assert _media_of(refused) == []
    await glade.playground.stage("time", seconds=REVEALED // 1000)
    for guest, look in zip((glade.otter, glade.otter, glade.heron, glade.heron), looks, strict=True):
        await guest.until(partial(_covered, guest, look))
        again = (await guest.click(glade.lynx.now(table), custom_id=verbs(table)[Verb.LOOK])).message
        assert _media_of(again) == []


def _covered(guest: WirePerson, look: JSON, _: object) -> bool | None:
    return not _media_of(guest.now(look)) or None


def _media_of(message: JSON) -> list[str]:
    return list(_media(message))
