"""One curious person, and the house."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from typing import Any

import pytest

from deploy.playground.client import JSON, buttons, labels, text
from games import GAMES
from games.core import Level
from tests.bot.discord.asked import RANDOM, prompted
from tests.bot.discord.driven import Driven, played
from tests.bot.discord.glade import Glade, number
from tests.bot.discord.guest import Guest, does, picks, says, verbs
from tests.bot.discord.test_play import SHORT


async def practises(
    glade: Glade, guest: Guest, channel: str = "", form: Mapping[str, object] | None = None, **options: Any
) -> int:
    """Begun by a click, under the commitment."""
    channel = channel or glade.channel
    answer = await glade.says(guest, "duel practice", channel, **options)
    assert answer.state == "answered", answer.error
    card = await guest.waits_for(channel, does("si"))
    if form:
        await glade.filled(guest, card, form)
    answer = await guest.click(guest.now(card), custom_id=verbs(card)["si"])
    assert answer.state == "answered", answer.error
    return number(card)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_against_the_house(glade: Glade, game: str) -> None:
    match = await practises(glade, glade.otter, form=SHORT.get(game), game=game, level=Level.PLAYFUL.value)
    over = await played(glade, match, glade.otter, manner=Driven.in_the_hand)
    assert "the house" in text(over)
    assert "Rematch" in labels(over)
    assert glade.bot.asked("SELECT DISTINCT rated FROM result WHERE match = ?", match) == [(0,)]


async def test_practice_at_home(glade: Glade) -> None:
    """In direct messages the table itself asks: nothing else comes, and nobody is pinged."""
    otter = glade.otter
    await otter.tidies()
    match = await practises(glade, otter, otter.dm, form=RANDOM)
    for at in range(3):
        table = await otter.waits_for(otter.dm, does("ch", match, at))
        assert "choose here" not in text(table)
        answer = await otter.click(table, custom_id=verbs(table)["ch"])
        prompt = answer.message
        while does("pi", match)(prompt):
            answer = await otter.click(prompt, custom_id=picks(prompt)[0])
            assert answer.state == "answered", answer.error
            prompt = answer.message
        await otter.tidies()
    shown = [it for it in otter.watch.messages(otter.dm) if does("ch", match)(it)]
    assert len(shown) == 1


async def test_the_bot_itself_can_be_challenged(glade: Glade) -> None:
    answer = await glade.says(glade.otter, "duel challenge", opponent=f"@{glade.bot.name}")
    assert answer.state == "answered"
    card = await glade.otter.waits_for(glade.channel, does("si"))
    assert "vs the house" in text(card)
    assert "Begin" in labels(card)


async def test_the_menu_of_the_bot_itself_is_practice(glade: Glade) -> None:
    challenged = await glade.says(glade.otter, "duel challenge", opponent=f"@{glade.bot.name}")
    assert challenged.state == "answered"
    card = await glade.otter.waits_for(glade.channel, does("si"))
    house = card["author"]["id"]
    answer = await glade.heron.command(glade.channel, "Challenge to a duel", target=house, bot=glade.bot.name)
    assert answer.state == "answered", answer.error
    card = await glade.heron.waits_for(glade.channel, says(f"{glade.heron.mention} vs the house"))
    assert "Unrated" in text(card)


async def test_in_direct_messages_too_and_a_rematch_there(glade: Glade) -> None:
    otter, badger = glade.otter, glade.badger
    answer = await glade.says(otter, "duel challenge", otter.dm, opponent=f"@{glade.bot.name}")
    assert answer.state == "answered"
    card = await otter.waits_for(otter.dm, does("si"))
    await otter.click(otter.now(card), custom_id=verbs(card)["si"])
    match = number(card)
    await otter.waits_for(otter.dm, does("ch", match))
    shown = await glade.says(otter, "duel board", otter.dm, match=str(match))
    assert shown.state == "answered", shown.error
    stranger = await glade.says(badger, "duel board", badger.dm, match=str(match), text=True)
    assert "There’s no match" in text(stranger.message)
    settings = await glade.says(otter, "settings server", otter.dm)
    assert "only works on a server" in text(settings.message)
    sure = await glade.says(otter, "duel resign", otter.dm, match=str(match))
    await otter.click(sure.message, custom_id=buttons(sure.message)[0]["custom_id"])
    over = await otter.waits_for(otter.dm, does("re", match))
    assert "Practice – unrated" in text(over)
    # The card of the end stays as it is: nobody waits for it to change.
    again = await super(Guest, otter).click(otter.now(over), custom_id=verbs(over)["re"])
    assert again.state == "answered", again.error
    await otter.waits_for(otter.dm, lambda it: does("si")(it) and number(it) != match)


async def test_where_the_bot_may_not_post_nobody_practises(glade: Glade) -> None:
    await glade.playground.stage("permissions", channel=glade.channel, deny=["send_messages"])
    refused = await glade.says(glade.otter, "duel practice")
    assert "I can’t post in this channel" in text(refused.message)
    await glade.playground.stage("permissions", channel=glade.channel, allow=["send_messages"])


async def test_the_house_makes_up_a_table(glade: Glade) -> None:
    """A person and the house, challenged together: the match begins when the person accepts."""
    game = next(key for key, game in GAMES.items() if game.SEATS[-1] > 3)
    answer = await glade.says(
        glade.otter, "duel challenge", opponent=glade.heron.id, opponent2=f"@{glade.bot.name}", game=game
    )
    assert answer.state == "answered"
    card = await glade.heron.waits_for(glade.channel, does("si"))
    assert "the house" in text(card)
    await glade.heron.click(card, custom_id=verbs(card)["si"])
    table = await glade.table(number(card))
    assert "the house" in text(table)


async def test_the_house_takes_the_empty_seats_when_its_host_says_so(glade: Glade) -> None:
    answer = await glade.says(glade.otter, "duel open", house="1m")
    assert answer.state == "answered"
    card = await glade.otter.waits_for(glade.channel, does("si"))
    assert "After 1 minute" in text(card)
    answer = await glade.otter.click(card, custom_id=verbs(card)["st"])
    assert answer.state == "answered", answer.error
    assert "the house" in text(await glade.table(number(card)))


@pytest.mark.gate
async def test_the_house_sits_down_after_the_wait_and_calls_its_host(ashes: Glade) -> None:
    await ashes.says(ashes.otter, "duel open", house="1h")
    card = await ashes.otter.waits_for(ashes.channel, does("si"))
    await ashes.noted()
    ashes.bot.killed()
    ashes.bot.aged(hours=1)
    await ashes.bot.opened(ashes.playground)
    ready = await ashes.otter.waits_for(ashes.channel, says("The house has taken a seat"))
    await ashes.otter.click(ashes.otter.now(ready), custom_id=verbs(ready)["st"])
    await ashes.table(number(card))


async def test_a_hint_tells_what_and_why(glade: Glade) -> None:
    match = await practises(glade, glade.otter, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    hint = next(it for it in buttons(prompt) if it["label"] == "Hint")
    answer = await glade.otter.click(prompt, custom_id=hint["custom_id"])
    assert answer.state == "answered", answer.error
    told = await glade.otter.waits_for(glade.otter.dm, says("💡 I’d go for"))
    follow = [it for it in buttons(told) if it["style"] == 3]
    assert len(follow) == 1
    answer = await glade.otter.click(told, custom_id=follow[0]["custom_id"])
    assert answer.state == "answered", answer.error
    await glade.table(match, 1)


async def test_nobody_gets_hints_against_people(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    assert not any(it["custom_id"].startswith("hi:") for it in buttons(prompt))


@pytest.mark.gate
async def test_a_bot_that_is_killed_thinking_thinks_on(ashes: Glade) -> None:
    """And so does one whose minds are killed."""
    match = await practises(ashes, ashes.otter, form=SHORT["schamanen"])
    prompt = await prompted(ashes.otter, match)
    await ashes.otter.click(prompt, custom_id=picks(prompt)[0])
    ashes.bot.killed()
    ashes.bot.aged(hours=0.01)
    await ashes.bot.opened(ashes.playground)
    over = asyncio.create_task(played(ashes, match, ashes.otter, manner=Driven.in_the_hand))
    assert "Rematch" in labels(await over)


async def test_two_people_practise_at_once(glade: Glade) -> None:
    first = await practises(glade, glade.otter, game="schnick")
    card = await glade.says(glade.heron, "duel practice", game="schnick")
    assert card.state == "answered"
    offered: JSON = await glade.heron.waits_for(glade.channel, lambda it: does("si")(it) and number(it) != first)
    await glade.heron.click(offered, custom_id=verbs(offered)["si"])
    both = [
        Driven(glade, guest, match, random.Random(match))
        for guest, match in ((glade.otter, first), (glade.heron, number(offered)))
    ]
    await asyncio.gather(*(one.in_the_hand() for one in both))
    for one in both:
        await glade.over(one.match)
