"""Where the bot is nobody's but a guest: a direct message of two, a group, a server that does not have it."""

from __future__ import annotations

import random
import re
from itertools import cycle, product
from typing import Final

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, labels, text
from games import GAMES
from tests.kit.wire_person import EPHEMERAL, WirePerson, does, picks, step, verbs
from tests.wire.abroad import abroad
from tests.wire.asked import open_duel
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade, number
from tests.wire.short import begun

PLACES: Final = ("dm", "group", "server")
SINCE: Final = re.compile(r"🕰️ <t:(\d+):R>")


async def pressed(guest: WirePerson, card: JSON, verb: str) -> None:
    done = await guest.click(card, custom_id=verbs(card)[verb])
    assert done.state == "answered", done.error


def at_first(*tried: tuple[str, str]) -> list[pytest.ParameterSet]:
    """These at every change; at the gate every place and every game once more; by night each game in each place, for
    where one is decides by which token something is said, and the game what: neither asks for the other.
    """
    at_the_gate = {*zip(cycle(PLACES), GAMES, strict=False)}
    return [
        pytest.param(
            *one, marks=[] if one in tried else [pytest.mark.gate if one in at_the_gate else pytest.mark.nightly]
        )
        for one in product(PLACES, GAMES)
    ]


@pytest.mark.parametrize(("kind", "game"), at_first(("group", "shamanic_chess")))
async def test_a_whole_match_by_presses_alone(glade: Glade, kind: str, game: str) -> None:
    async with abroad(glade, kind) as there:
        match = await begun(there, game, "", there.otter, there.heron)
        over = await played(there, match, there.otter, there.heron, manner=Driven.in_the_hand)
        assert labels(over) == ["Rematch", "Review", "…"]
        assert "Unrated" in text(over)
        cards = [it for it in there.otter.watch.messages(there.channel) if not it["flags"] & EPHEMERAL]
        assert [it["id"] for it in cards] == [over["id"]]
        for guest in (there.otter, there.heron):
            assert guest.watch.messages(guest.dm) == []


async def test_a_card_is_brought_up_to_date_by_whoever_presses_it_next(glade: Glade) -> None:
    async with abroad(glade, "group") as there:
        match = await begun(there, "shamanic_chess", "", there.otter, there.heron)
        if not there.otter.hand(does(Verb.PICK, match)):
            await Driven(there, there.heron, match, random.Random(1)).clicks_through(
                await there.heron.handed(does(Verb.PICK, match))
            )
        hand = await there.otter.handed(does(Verb.PICK, match))
        await there.table(match, step(hand, Verb.PICK))
        # Everybody's presses are over: what is chosen from here on nobody can be told.
        await glade.playground.stage("time", seconds=16 * 60)
        stale = await there.table(match)
        words = await there.otter.complete(there.channel, "duel move", "word", word="", match=str(match))
        assert (await there.says(there.otter, "duel move", word=words[0]["value"])).state == "answered"
        await there.noted(match)
        assert there.otter.now(stale)["components"] == stale["components"]
        # Somebody who does not even play looks at it.
        board = await there.lynx.opens(stale)
        assert board["flags"] & EPHEMERAL
        fresh = await there.table(match, step(hand, Verb.PICK) + 1, by=there.badger)
        assert fresh["id"] == stale["id"]


@pytest.mark.gate
async def test_what_is_refused_on_a_card_brings_it_up_to_date_as_well(glade: Glade) -> None:
    """Of an offer that has lapsed, or was withdrawn elsewhere, nothing stays that could be pressed in vain."""
    async with abroad(glade, "group") as there:
        card = await there.challenges(there.otter, there.heron)
        await glade.playground.stage("time", seconds=25 * 3600)
        await there.bot.stores("SELECT status <> 'offered' FROM match WHERE id = ?", number(card))
        await there.noted(number(card))
        await pressed(there.heron, card, Verb.SIT)
        await there.badger.until(lambda _: Verb.SIT not in verbs(there.badger.now(card)))


@pytest.mark.gate
async def test_the_card_that_is_asked_for_anew_is_the_one_there_is(glade: Glade) -> None:
    async with abroad(glade, "dm") as there:
        match = await begun(there, "shamanic_chess", "", there.otter, there.heron)
        old = await there.table(match)
        assert (await there.says(there.otter, "duel board")).state == "answered"
        new = await there.otter.waits_for(
            there.channel,
            lambda it: does(Verb.CHOOSE, match)(it) and int(it["id"]) > int(old["id"]) and not it["flags"] & EPHEMERAL,
        )
        assert new["id"] != old["id"]
        await there.bot.stores("SELECT 1 FROM match WHERE message = ?", int(new["id"]))
        # The first press on the old one takes it away, and opens what it always did.
        await there.heron.opens(old)
        await there.otter.misses(old)


@pytest.mark.gate
@pytest.mark.parametrize("denied", ["use_external_apps", "send_messages"])
async def test_where_it_may_only_whisper_a_challenge_says_why(glade: Glade, denied: str) -> None:
    async with abroad(glade, "server") as there:
        for guest in (there.heron, there.lynx):
            await guest.install(glade.bot.name)
            await glade.playground.stage("permissions", channel=there.channel, deny=[denied], whom=guest.name)
        for guest, words in ((there.heron, "in einer Gruppe"), (there.lynx, "dans un groupe")):
            answer = await there.says(guest, "duel challenge", opponent=there.otter.id)
            assert words in text(answer.message)
            assert "duel" not in verbs(answer.message)
        # Whatever is for one alone works as it does anywhere.
        hand = await there.says(there.heron, "duel practice")
        match = number(hand.message)
        await Driven(there, there.heron, match, random.Random(1)).in_the_hand()
        for command in ("duel inbox", "duel replay", "duel rules"):
            assert (await there.says(there.heron, command)).message["components"]
        assert there.otter.watch.messages(there.channel) == []


@pytest.mark.gate
async def test_what_needs_a_server_of_ours_says_so(glade: Glade) -> None:
    async with abroad(glade, "server") as there:
        for command in ("settings server", "ladder season begin", "ladder server"):
            assert "server that has me" in text((await there.says(there.otter, command)).message)
        for command in ("settings me", "ladder player"):
            assert (await there.says(there.otter, command)).message["components"]


@pytest.mark.gate
async def test_a_rematch_is_asked_for_where_the_match_was(glade: Glade) -> None:
    async with abroad(glade, "group") as there:
        match = await begun(there, "shamanic_chess", "", there.otter, there.heron)
        over = await played(there, match, there.otter, there.heron, manner=Driven.in_the_hand)
        await pressed(there.heron, over, Verb.REMATCH)
        card = await there.otter.waits_for(there.channel, does(Verb.SIT))
        await there.heron.click(over, custom_id=verbs(over)[Verb.REMATCH])
        await there.heron.until(lambda _: any("schon um Revanche" in text(it) for it in there.heron.all()))
        assert number(card) > match
        await pressed(there.otter, card, Verb.SIT)
        await there.table(number(card))


@pytest.mark.gate
async def test_a_press_says_anew_as_of_when_the_card_is(glade: Glade) -> None:
    async with abroad(glade, "group") as there:
        match = await begun(there, "shamanic_chess", "", there.otter, there.heron)
        card = await there.table(match)
        [before] = SINCE.findall(text(card))
        await glade.playground.stage("time", seconds=16 * 60)
        await there.lynx.opens(card)
        await there.badger.until(lambda _: SINCE.findall(text(there.badger.now(card))) > [before])


@pytest.mark.gate
@pytest.mark.parametrize(("game", "several"), [("schnick", 6), ("woodwalkers", 4)])
async def test_a_whole_match_of_several_in_a_group(glade: Glade, game: str, several: int) -> None:
    async with abroad(glade, "group") as there:
        guests = [*there.guests.values()][:several]
        match = await begun(there, game, "", *guests)
        over = await played(there, match, *guests, manner=Driven.in_the_hand)
        assert labels(over) == ["Rematch", "Review", "…"]


@pytest.mark.gate
async def test_what_must_be_forgotten_is_covered_again(glade: Glade) -> None:
    """By the press that opened it, which lasts for that; where none does, it stays covered."""
    async with abroad(glade, "group") as there:
        match = await begun(there, "schamanen", "memory", there.otter, there.heron)
        await there.table(match)
        for guest in (there.otter, there.heron):
            await Driven(there, guest, match, random.Random(1)).clicks_through(
                await guest.handed(does(Verb.PICK, match))
            )
        # For ten seconds; whoever is so late that it has been covered already has heard of it all the same.
        table = await there.badger.has_heard(lambda it: does(Verb.CHOOSE, match, 1)(it) and open_duel(it))
        await glade.playground.stage("time", seconds=11)
        await there.badger.until(lambda _: not open_duel(there.badger.now(table)) or None)
        covered = "SELECT NOT EXISTS (SELECT 1 FROM deadline WHERE match = ? AND kind = 'cover')"
        await there.bot.stores(covered, match)


@pytest.mark.gate
async def test_whoever_thinks_again_is_told_to_nobody(glade: Glade) -> None:
    async with abroad(glade, "group") as there:
        match = await begun(there, "schamanen", "", there.otter, there.heron)
        hand = await there.otter.handed(does(Verb.PICK, match))
        sealed = (await there.otter.click(hand, custom_id=picks(hand)[0])).message
        told = await there.badger.waits_for(there.channel, lambda it: "has chosen" in text(it))
        await there.noted(match)
        for choice in (1, 2):
            anew = (await there.otter.click(sealed, "Change")).message
            sealed = (await there.otter.click(anew, custom_id=picks(anew)[choice])).message
        await there.noted(match)
        assert there.badger.now(told) == told


@pytest.mark.nightly
async def test_after_a_crash_every_button_works_as_before(ashes: Glade) -> None:
    """However soon it comes; `test_stranded` dies at each moment there is."""
    async with abroad(ashes, "group") as there:
        card = await there.challenges(there.otter, there.heron)
        await there.bot.again(there.playground)
        await pressed(there.heron, card, Verb.SIT)
        match = number(card)
        await there.table(match)
        for guest in (there.otter, there.heron):
            await there.kept(await guest.handed(does(Verb.MORE, match)))
        await there.bot.again(there.playground)
        over = await played(there, match, there.otter, there.heron, manner=Driven.in_the_hand)
        assert over["id"] == card["id"]
