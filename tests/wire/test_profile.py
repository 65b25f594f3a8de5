"""Who somebody is at the tables: `/ladder player`, the mind reader, and what is shared of them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Final

import aiohttp
import pytest

from bot.scenes.address import Verb
from bot.time import now
from deploy.playground.client import JSON, buttons, components, selects, text
from storage import Store
from tests.kit.match import Chooser, by_dice, played, tabled
from tests.kit.wire_person import EPHEMERAL, IN_PLACE, WirePerson, says, verbs
from tests.wire.asked import RANDOM
from tests.wire.glade import Glade

LONG: Final = {"placement": "random", "prize": "one"}
MINE: Final = "Profile of"


def stubborn(seed: int) -> Chooser:
    """Seat 0 always says the first word there is; the others throw dice."""
    dice = by_dice(seed)
    return lambda match, seat: match.legal(seat)[0] if seat == 0 else dice(match, seat)


async def past(glade: Glade, *people: WirePerson, matches: int = 3) -> None:
    """Some matches lie behind them; nobody is at home meanwhile, and nothing of them is still to be told."""
    if glade.bot.alive:
        glade.bot.killed()
    async with await Store.open(f"sqlite:///{glade.bot.database}") as store:
        tables = tabled(store)
        for at in range(matches):
            number = await played(
                tables,
                [int(guest.id) for guest in people],
                "schamanen",
                LONG,
                choose=stubborn(at),
                now=now() - (matches - at) * 60_000,
                server=int(glade.server),
                channel=int(glade.channel),
            )
            header = await store.header(number)
            assert header
            await store.show(number, header.seq, header.channel, None)
    await glade.bot.opened(glade.playground)


def rated(glade: Glade, guest: WirePerson, first: float) -> None:
    """As if the matches behind them had counted, each for ten points."""
    assert not glade.bot.alive
    with closing(sqlite3.connect(glade.bot.database)) as store, store:
        where = (int(guest.id), int(glade.server))
        store.execute(
            """
            UPDATE result SET rating_after = ? + 10 * (SELECT COUNT(*) FROM result AS before
                WHERE before.person = result.person AND before.server = result.server AND before.at < result.at)
            WHERE person = ? AND server = ?
            """,
            (first, *where),
        )
        store.execute(
            """
            INSERT OR REPLACE INTO rating (server, game, season, player, rating, mu, sigma, drift, matches, opponents,
                hidden, at)
            VALUES (?, 'schamanen', 0, ?, ?, (? - 250) / 30, 2, 0, 5, 3, 0, 0)
            """,
            (*where[::-1], first + 40, first + 40),
        )


def pictured(message: JSON) -> list[JSON]:
    return [item for one in components(message) for item in one.get("items", ())]


@pytest.mark.gate
async def test_ratings_are_drawn_and_told(ashes: Glade) -> None:
    await past(ashes, ashes.otter, ashes.heron, matches=5)
    ashes.bot.killed()
    rated(ashes, ashes.otter, 3012.0)
    await ashes.bot.opened(ashes.playground)
    profile = (await ashes.says(ashes.heron, "ladder player", user=ashes.otter.id)).message
    assert "**3052** ± 120 · Rang 1" in text(profile)
    assert "● **Duell der Schamanen**" in text(profile)
    assert "von 1000 bis 3052" in pictured(profile)[0]["description"]
    own = (await ashes.says(ashes.otter, "ladder player")).message
    read = await ashes.otter.click(own, custom_id=verbs(own)[Verb.MIND])
    assert "I’d bet on row 1" in pictured(read.message)[0]["description"]
    back = await ashes.otter.click(read.message, custom_id=verbs(read.message)[Verb.PROFILE])
    await ashes.otter.click(back.message, custom_id=verbs(back.message)[Verb.SHARE])
    public = await ashes.heron.waits_for(ashes.channel, says(MINE, "3052"))
    assert "from 1000 to 3052" in pictured(public)[0]["description"]
    async with aiohttp.ClientSession() as session, session.get(pictured(public)[0]["media"]["url"]) as image:
        assert (await image.read()).startswith(b"\x89PNG")


async def resigned(glade: Glade) -> None:
    """One match lies behind otter and heron."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    sure = (await glade.says(glade.heron, "duel resign", match=str(match))).message
    await glade.heron.click(sure, custom_id=verbs(sure)[Verb.CALL])
    await glade.over(match)


@pytest.mark.gate
async def test_a_profile_is_told_to_who_asks_in_their_language(ashes: Glade) -> None:
    await past(ashes, ashes.otter, ashes.heron)
    told = {}
    for guest in (ashes.otter, ashes.heron, ashes.lynx):
        answer = await ashes.says(guest, "ladder player", user=ashes.otter.id)
        assert answer.message["flags"] & EPHEMERAL
        told[guest.name] = text(answer.message)
        # Only the own profile has more than the way on.
        assert (set(verbs(answer.message)) > {Verb.INBOX}) == (guest is ashes.otter)
    assert [title in line for title, line in zip((MINE, "Profil von", "Profil de"), told.values(), strict=True)] == [
        True
    ] * 3
    assert all(ashes.otter.mention in line for line in told.values())
    own = text((await ashes.says(ashes.heron, "ladder player")).message)
    assert ashes.heron.mention in own.splitlines()[0]


@pytest.mark.gate
async def test_only_oneself_is_read_until_one_shares_it(ashes: Glade) -> None:
    await past(ashes, ashes.otter, ashes.heron)
    before = len(seen(ashes.heron, ashes))
    profile = (await ashes.says(ashes.otter, "ladder player")).message
    read = await ashes.otter.click(profile, custom_id=verbs(profile)[Verb.MIND])
    assert read.type in IN_PLACE, "in the place of the profile"
    assert "I’d bet on row 1" in text(read.message)
    assert not any("I’d bet on" in text(message) for message in ashes.heron.all())
    shared = await ashes.otter.click(read.message, custom_id=verbs(read.message)[Verb.SHARE])
    assert "Everybody in this channel can see it now" in text(shared.message)
    assert Verb.SHARE not in verbs(shared.message)
    public = await ashes.heron.waits_for(ashes.channel, says("I’d bet on row 1", ashes.otter.mention))
    assert not public["flags"] & EPHEMERAL
    assert not buttons(public)
    assert not public.get("mentions"), "nobody is pinged"
    back = await ashes.otter.click(shared.message, custom_id=verbs(shared.message)[Verb.PROFILE])
    assert MINE in text(back.message)
    assert len(seen(ashes.heron, ashes)) == before + 1


async def test_a_profile_is_shared_once_however_often_one_clicks(glade: Glade) -> None:
    await resigned(glade)
    profile = (await glade.says(glade.heron, "ladder player")).message
    share = verbs(profile)[Verb.SHARE]
    await asyncio.gather(*(glade.heron.click(profile, custom_id=share) for _ in range(2)), return_exceptions=True)
    # In the language of the server.
    public = await glade.otter.waits_for(glade.channel, says(MINE, glade.heron.mention))
    assert not buttons(public)
    await glade.says(glade.otter, "ladder player")
    assert len([it for it in seen(glade.otter, glade) if says(MINE)(it)]) == 1


async def test_two_are_held_against_each_other(glade: Glade) -> None:
    await resigned(glade)
    profile = (await glade.says(glade.lynx, "ladder player", user=glade.otter.id)).message
    [people] = selects(profile)
    met = await glade.lynx.select(profile, people["custom_id"], [glade.heron.id])
    assert met.type in IN_PLACE, "in the place of the profile"
    assert f"{glade.otter.mention} et {glade.heron.mention}" in text(met.message)
    assert "1 partie\u202f: **1 à 0**" in text(met.message)
    [people] = selects(met.message)
    again = await glade.lynx.select(met.message, people["custom_id"], [glade.lynx.id])
    assert "Pas encore de rencontre" in text(again.message)


def seen(guest: WirePerson, glade: Glade) -> list[JSON]:
    """What everybody sees there."""
    return [it for it in guest.watch.messages(glade.channel) if not it["flags"] & EPHEMERAL]


@pytest.mark.gate
async def test_its_buttons_outlive_the_bot(ashes: Glade) -> None:
    await past(ashes, ashes.otter, ashes.heron)
    profile = (await ashes.says(ashes.otter, "ladder player")).message
    await ashes.bot.again(ashes.playground)
    read = await ashes.otter.click(profile, custom_id=verbs(profile)[Verb.MIND])
    assert "I’d bet on" in text(read.message)
    await ashes.bot.again(ashes.playground)
    await ashes.otter.click(read.message, custom_id=verbs(read.message)[Verb.SHARE])
    await ashes.heron.waits_for(ashes.channel, says("I’d bet on row 1"))


async def test_in_direct_messages_there_is_nobody_to_share_it_with(glade: Glade) -> None:
    await resigned(glade)
    profile = (await glade.says(glade.otter, "ladder player", glade.otter.dm)).message
    assert MINE in text(profile)
    assert set(verbs(profile)) == {Verb.MIND, Verb.INBOX}
    read = await glade.otter.click(profile, custom_id=verbs(profile)[Verb.MIND])
    assert set(verbs(read.message)) == {Verb.PROFILE}


async def test_where_the_bot_may_not_post_nothing_is_shared(glade: Glade) -> None:
    await resigned(glade)
    profile = (await glade.says(glade.otter, "ladder player")).message
    await glade.playground.stage("permissions", channel=glade.channel, deny=["send_messages"])
    refused = await glade.otter.click(profile, custom_id=verbs(profile)[Verb.SHARE])
    assert "I can’t post in this channel" in text(refused.message)
    assert not any(says(MINE)(message) for message in seen(glade.heron, glade))


async def test_what_cannot_be_posted_now_is_said_and_can_be_tried_again(glade: Glade) -> None:
    await resigned(glade)
    profile = (await glade.says(glade.otter, "ladder player")).message
    # As often as discord.py tries by itself.
    await glade.fault("POST /channels/{channel_id}/messages", 503, times=5)
    await glade.otter.click(profile, custom_id=verbs(profile)[Verb.SHARE])
    await glade.otter.waits_for(glade.channel, says("try again in a moment"), 40)
    assert "put off" in glade.bot.complained()
    await glade.mended()
    again = (await glade.says(glade.otter, "ladder player")).message
    await glade.otter.click(again, custom_id=verbs(again)[Verb.SHARE])
    await glade.heron.waits_for(glade.channel, says(MINE, glade.otter.mention))


async def test_who_is_new_is_told_how_to_begin(glade: Glade) -> None:
    for guest, words in (
        (glade.otter, "No finished match with other people"),
        (glade.heron, "Noch keine beendete Partie mit anderen"),
    ):
        answer = await glade.says(guest, "ladder player")
        assert words in text(answer.message)
        assert set(verbs(answer.message)) == {Verb.INBOX}


async def test_bots_have_no_profile(glade: Glade) -> None:
    raven = (await glade.says(glade.otter, "ladder player")).message["author"]["id"]
    assert "Bots keep no score" in text((await glade.says(glade.otter, "ladder player", user=raven)).message)
