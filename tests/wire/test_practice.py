"""One curious person, and the house."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.scenes.address import Verb
from bot.table.agreement import READS
from deploy.playground.client import JSON, buttons, labels, text
from games import GAMES
from games.core import Level
from tests.kit.wire_person import EPHEMERAL, WirePerson, does, picks, says, step, verbs
from tests.wire.asked import RANDOM, prompted
from tests.wire.driven import Driven
from tests.wire.glade import NOTHING, Glade, components_of, number, option, practises
from tests.wire.short import SHORT


async def ended(guest: WirePerson, match: int) -> JSON:
    """Its end, in the hand."""
    return await guest.handed(does(Verb.REMATCH, match))


async def resigns(glade: Glade, guest: WirePerson, match: int, channel: str = "") -> JSON:
    sure = (await glade.says(guest, "duel resign", channel or glade.channel, match=str(match))).message
    await guest.click(sure, custom_id=verbs(sure)[Verb.CALL])
    return await ended(guest, match)


@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key == "schamanen" else [pytest.mark.gate]) for key in GAMES]
)
async def test_a_whole_match_against_the_house(glade: Glade, game: str) -> None:
    match = await practises(glade, glade.otter, form=SHORT.get(game, NOTHING), game=game, level=Level.PLAYFUL.value)
    await Driven(glade, glade.otter, match, random.Random(1)).in_the_hand()
    over = await ended(glade.otter, match)
    assert "the house" in text(over)
    assert labels(over) == ["Rematch", "Review", "Post it here for all"]
    assert glade.bot.asked("SELECT DISTINCT rated FROM result WHERE match = ?", match) == [(0,)]
    assert not glade.lynx.watch.messages(glade.channel), "it was between the two of them"


async def test_the_house_that_reads_somebody_says_so_and_forgets(glade: Glade) -> None:
    otter = glade.otter
    refused = await glade.says(otter, "duel practice", game="shamanic_chess", level=READS)
    assert "there’s nothing to read" in text(refused.message)
    begun = await glade.says(otter, "duel practice", game="schamanen", level=READS)
    assert "🔮 I’m reading you" in text(begun.message)
    panel = (await glade.says(otter, "settings me")).message
    forgot = (await otter.click(panel, "Forget how I choose")).message
    assert "I start fair again" in text(forgot)
    assert "Language" in text((await otter.click(forgot, "Settings")).message)
    over = await resigns(glade, otter, number(begun.message))
    assert "🔮 I didn’t get to read you" in text(over)


async def test_practice_at_home(glade: Glade) -> None:
    """In direct messages it is one message, which stays: nothing else comes."""
    otter = glade.otter
    match = await practises(glade, otter, otter.dm)
    hand = await prompted(otter, match)
    for at in range(3):
        hand = await prompted(otter, match, at)
        while does(Verb.PICK, match)(hand) and step(hand, Verb.PICK) == at:
            answer = await otter.click(hand, custom_id=picks(hand)[0])
            assert answer.state == "answered", answer.error
            hand = answer.message
    assert [it["id"] for it in otter.direct()] == [hand["id"]]
    assert not hand["flags"] & EPHEMERAL


async def test_the_bot_itself_can_be_challenged(glade: Glade) -> None:
    """By command or by its menu: that is practice."""
    answer = await glade.says(glade.otter, "duel challenge", opponent=f"@{glade.bot.name}")
    assert answer.state == "answered", answer.error
    house = answer.message["author"]["id"]
    again = await glade.heron.command(glade.channel, "Challenge to a duel", target=house, bot=glade.bot.name)
    assert again.state == "answered", again.error
    for hand, house in ((answer.message, "the house"), (again.message, "das Haus")):
        assert hand["flags"] & EPHEMERAL
        assert house in text(hand)
        assert picks(hand)
    assert not glade.lynx.watch.messages(glade.channel)


async def test_a_match_at_home_is_nobody_else_s_and_is_played_once_more(glade: Glade) -> None:
    otter, badger = glade.otter, glade.badger
    match = await practises(glade, otter, otter.dm)
    stranger = await glade.says(badger, "duel board", badger.dm, match=str(match), text=True)
    assert "There’s no match" in text(stranger.message)
    settings = await glade.says(otter, "settings server", otter.dm)
    assert "only works on a server" in text(settings.message)
    over = await resigns(glade, otter, match, otter.dm)
    assert labels(over) == ["Rematch", "Review"], "there is nobody to show it to"
    again = await otter.click(over, custom_id=verbs(over)[Verb.REMATCH])
    assert again.message["id"] == over["id"]
    assert picks(again.message)
    assert number(again.message) != match


async def test_who_practises_already_goes_on_or_begins_anew(glade: Glade) -> None:
    otter = glade.otter
    unplayed = await practises(glade, otter)
    match = await practises(glade, otter)
    assert match != unplayed, "where nothing was chosen yet nothing is asked"
    hand = await prompted(otter, match)
    assert (await otter.click(hand, custom_id=picks(hand)[0])).state == "answered"
    asked = (await glade.says(otter, "duel practice", game="schnick")).message
    assert labels(asked) == ["Start Schnick Schnack Schnuck", "Play on"]
    # The house may think about it still: then it is sealed what was chosen, and nothing is asked.
    assert number((await otter.click(asked, "Play on")).message) == match
    asked = (await glade.says(otter, "duel practice", game="schnick")).message
    anew = (await otter.click(asked, "Start Schnick Schnack Schnuck")).message
    assert number(anew) != match
    # The house may have the first word there.
    assert (await prompted(otter, number(anew)))["id"] == asked["id"]
    # What was given up is over, wherever it still lies.
    await otter.until(lambda _: not any(does(Verb.PICK, match)(it) for it in otter.all()))


async def test_how_it_ended_can_be_shown_to_all(glade: Glade) -> None:
    match = await practises(glade, glade.otter)
    over = await resigns(glade, glade.otter, match)
    mine = (await glade.otter.click(over, "Post it here for all")).message
    assert mine["id"] == over["id"]
    assert "Everybody in this channel can see it now" in text(mine)
    assert labels(mine) == ["Rematch", "Review"]
    shown = await glade.heron.waits_for(glade.channel, says(glade.otter.mention, "the house"))
    assert labels(shown) == ["Review", "…"]
    assert not shown["playground"]["pings"]


async def test_where_the_bot_may_not_post_one_can_practise(glade: Glade) -> None:
    await glade.playground.stage("permissions", channel=glade.channel, deny=["send_messages"])
    match = await practises(glade, glade.otter)
    hand = await prompted(glade.otter, match)
    assert (await glade.otter.click(hand, custom_id=picks(hand)[0])).state == "answered"
    over = await resigns(glade, glade.otter, match)
    refused = await glade.otter.click(over, "Post it here for all")
    assert "I can’t post in this channel" in text(refused.message)


async def test_the_house_makes_up_a_table(glade: Glade) -> None:
    """A person and the house, challenged together: the match begins when the person accepts."""
    game = next(key for key, game in GAMES.items() if game.SEATS[-1] > 3)
    answer = await glade.says(
        glade.otter, "duel challenge", opponent=glade.heron.id, opponent2=f"@{glade.bot.name}", game=game
    )
    assert answer.state == "answered"
    card = await glade.heron.waits_for(glade.channel, does(Verb.SIT))
    assert "the house" in text(card)
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    table = await glade.table(number(card))
    assert "the house" in text(table)


async def test_the_house_takes_the_empty_seats_when_its_host_says_so(glade: Glade) -> None:
    answer = await glade.says(glade.otter, "duel open", house="1m")
    assert answer.state == "answered"
    card = await glade.otter.waits_for(glade.channel, does(Verb.SIT))
    assert "⏳ The house fills empty seats <t:" in text(card)
    aside = await glade.aside(glade.otter, card)
    begun = (await glade.otter.click(aside, custom_id=verbs(aside)[Verb.START])).message
    assert (begun["id"], number(begun)) == (aside["id"], number(card)), "one plays on where one has pressed"
    assert "the house" in text(await glade.table(number(card)))


@pytest.mark.gate
async def test_the_house_sits_down_after_the_wait_and_calls_its_host(ashes: Glade) -> None:
    await ashes.says(ashes.otter, "duel open", house="1h")
    card = await ashes.otter.waits_for(ashes.channel, does(Verb.SIT))
    await ashes.noted()
    await ashes.bot.later(ashes.playground, hours=1)
    ready = await ashes.otter.waits_for(ashes.channel, says("The house has taken a seat"))
    aside = await ashes.aside(ashes.otter, ready)
    await ashes.otter.click(aside, custom_id=verbs(aside)[Verb.START])
    await ashes.table(number(card))


async def test_a_hint_tells_what_and_why(glade: Glade) -> None:
    match = await practises(glade, glade.otter)
    hand = await prompted(glade.otter, match)
    answer = await glade.otter.click(hand, "Hint")
    assert answer.state == "answered", answer.error
    told = await glade.otter.handed(says("💡 I’d go for"))
    assert told["id"] == hand["id"]
    [follow] = [it for it in buttons(told) if it["style"] == 3]
    answer = await glade.otter.click(told, custom_id=follow["custom_id"])
    assert answer.state == "answered", answer.error
    await glade.otter.handed(lambda it: it["id"] == hand["id"] and does(Verb.MORE, match, 1)(it))


async def test_nobody_gets_hints_against_people(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    assert not any(it["custom_id"].startswith(f"{Verb.HINT}:") for it in buttons(prompt))


@pytest.mark.gate
async def test_a_bot_that_is_killed_thinking_thinks_on(ashes: Glade) -> None:
    """And so does one whose minds are killed."""
    match = await practises(ashes, ashes.otter, form=SHORT["schamanen"])
    prompt = await prompted(ashes.otter, match)
    await ashes.kept(prompt)
    await ashes.otter.click(prompt, custom_id=picks(prompt)[0])
    await ashes.bot.later(ashes.playground, hours=0.01)
    await Driven(ashes, ashes.otter, match, random.Random(1)).in_the_hand()
    assert "Rematch" in labels(await ended(ashes.otter, match))


@pytest.mark.gate
async def test_a_hand_outlives_a_bot_that_discord_is_slow_to_tell_who_it_is(ashes: Glade) -> None:
    """It is found by the bot's own number, and there is something to show in it before that is known."""
    match = await practises(ashes, ashes.otter)
    hand = await prompted(ashes.otter, match)
    await ashes.kept(hand)
    await ashes.otter.click(hand, custom_id=picks(hand)[0])
    await ashes.fault("GET /oauth2/applications/@me", None, delay=2.0)
    await ashes.bot.later(ashes.playground, hours=0.01)
    assert (await prompted(ashes.otter, match, 1))["id"] == hand["id"]


async def test_other_options_begin_it_once_more(glade: Glade) -> None:
    """Found behind the hand; the other one begins in the place of the page."""
    otter = glade.otter
    match = await practises(glade, otter)
    hand = await prompted(otter, match)
    more = (await otter.click(hand, custom_id=verbs(hand)[Verb.MORE])).message
    page = await glade.page(otter, more)
    assert (page["id"], not any(it["custom_id"].endswith(".") for it in components_of(page))) == (more["id"], True)
    anew = (await otter.select(page, option(page, "variant")["custom_id"], ["memory"])).message
    assert anew["id"] == page["id"]
    assert number(anew) != match
    assert glade.bot.asked("SELECT options FROM match WHERE id = ?", number(anew)) == [
        ('{"variant":"memory","placement":"random"}',)
    ]
    await otter.until(lambda _: not any(does(Verb.PICK, match)(it) for it in otter.all()))


async def test_two_people_practise_at_once(glade: Glade) -> None:
    both = [
        Driven(glade, guest, await practises(glade, guest, game="schnick"), random.Random(1))
        for guest in (glade.otter, glade.heron)
    ]
    await asyncio.gather(*(one.in_the_hand() for one in both))
    for one in both:
        await ended(one.guest, one.match)
