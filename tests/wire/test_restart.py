"""Killed without a word, in every phase of a match: whoever comes back finds all as it was."""

from __future__ import annotations

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import text
from tests.kit.wire_person import does, picks, says, verbs
from tests.wire import past
from tests.wire.asked import RANDOM, away, open_duel, prompted
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade, number, one_table, option


@pytest.mark.gate
@pytest.mark.parametrize("noted", [True, False])
async def test_an_offer_outlives_the_bot(ashes: Glade, noted: bool) -> None:
    """Even where it died before it knew where the card is: whoever presses it, be it for more, says so."""
    card = await ashes.challenges(ashes.otter, ashes.heron)
    await ashes.noted()
    ashes.bot.killed()
    if not noted:
        ashes.bot.unnoted(number(card))
    await ashes.bot.opened(ashes.playground)
    await ashes.filled(ashes.otter, card, {"placement": "random", "duel_limit": "5"})
    answer = await ashes.heron.click(ashes.heron.now(card), custom_id=verbs(card)[Verb.SIT])
    assert answer.state == "answered"
    await ashes.table(number(card))
    await one_table(ashes)


@pytest.mark.parametrize("clicked", [pytest.param(False, marks=pytest.mark.gate), True])
async def test_what_was_posted_and_not_noted_is_found_again(ashes: Glade, clicked: bool) -> None:
    """Between the answer of Discord and the store there is a moment."""
    card = await ashes.challenges(ashes.otter, ashes.heron)
    await ashes.noted()
    ashes.bot.killed()
    ashes.bot.unnoted(number(card))
    await ashes.bot.opened(ashes.playground)
    if clicked:
        # Before it has caught up: the click tells where the card is.
        await ashes.heron.click(card, custom_id=verbs(card)[Verb.SIT])
        await ashes.table(number(card))
    await ashes.noted()
    await one_table(ashes)


@pytest.mark.gate
async def test_a_call_that_came_and_was_not_noted_is_found_again(ashes: Glade) -> None:
    """It is a hand, which shows what there is now, and nobody is called twice."""
    match = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    await away(ashes)
    call = await ashes.heron.waits_for(ashes.heron.dm, does(Verb.PICK, match))
    await ashes.kept(call)
    await ashes.noted()
    ashes.bot.killed()
    ashes.bot.unnoted_call(match, int(call["id"]))
    # When the clock asks again.
    await ashes.playground.stage("time", seconds=60)
    await ashes.bot.opened(ashes.playground)
    await ashes.kept(call)
    sure = (await ashes.says(ashes.otter, "duel resign", match=str(match))).message
    await ashes.otter.click(sure, custom_id=verbs(sure)[Verb.CALL])
    end = await ashes.heron.waits_for(ashes.heron.dm, does(Verb.REMATCH, match))
    assert end["id"] == call["id"]
    assert [it["id"] for it in await ashes.heron.messages(ashes.heron.dm)] == [call["id"]]


@pytest.mark.gate
async def test_an_open_page_of_options_outlives_the_bot(ashes: Glade) -> None:
    card = await ashes.challenges(ashes.otter, ashes.heron)
    page = await ashes.page(ashes.otter, card)
    await ashes.bot.again(ashes.playground)
    done = await ashes.otter.select(page, option(page, "duel_limit")["custom_id"], ["9"])
    assert done.state == "answered"
    await ashes.otter.waits_for(ashes.channel, says("9 duels at most"))


@pytest.mark.gate
async def test_hands_and_tables_outlive_the_bot(ashes: Glade) -> None:
    """The first hand, one of two sealed, a step resolved: killed after each."""
    match = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    table = await ashes.table(match)
    prompts = {guest: await prompted(guest, match) for guest in (ashes.otter, ashes.heron)}
    await ashes.bot.again(ashes.playground)
    sealed = (await ashes.otter.click(prompts[ashes.otter], custom_id=picks(prompts[ashes.otter])[0])).message
    receipt = text(sealed).partition("Fair-play seal ")[2].split()[0]
    await ashes.otter.waits_for(ashes.channel, says("has chosen"))
    await ashes.bot.again(ashes.playground)
    table = await ashes.otter.waits_for(ashes.channel, does(Verb.CHOOSE, match))
    assert receipt in text(await ashes.otter.opens(table))
    assert "has chosen" in text(table)
    await ashes.heron.click(prompts[ashes.heron], custom_id=picks(prompts[ashes.heron])[0])
    await ashes.table(match, 1)
    await ashes.bot.again(ashes.playground)
    over = await played(ashes, match, ashes.otter, ashes.heron, manner=Driven.in_the_hand)
    await ashes.bot.again(ashes.playground)
    # After the end: replay, proof, rematch.
    assert (await ashes.otter.click(over, custom_id=verbs(over)[Verb.REPLAY])).message
    aside = await ashes.aside(ashes.otter, over)
    proof = (await ashes.otter.click(aside, custom_id=verbs(aside)[Verb.VERIFY])).message
    assert "bound the moment it was made" in text(proof)
    await ashes.otter.click(over, custom_id=verbs(over)[Verb.REMATCH])
    await ashes.heron.waits_for(ashes.channel, does(Verb.SIT))
    assert len([it for it in (await past.steps(ashes.bot, match)) if it.result]) == 1


@pytest.mark.gate
@pytest.mark.parametrize("said", [1, 2])
async def test_what_was_stored_and_not_shown_is_shown_by_the_next(ashes: Glade, said: int) -> None:
    """The channel is out of reach while somebody chooses; the bot dies before it answers there."""
    match = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    prompts = {guest: await prompted(guest, match) for guest in (ashes.otter, ashes.heron)}
    for route in (
        "POST /channels/{channel_id}/messages",
        "PATCH /channels/{channel_id}/messages/{message_id}",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    ):
        await ashes.fault(route, 503, times=4)
    for guest in list(prompts)[:said]:
        answer = await guest.click(prompts[guest], custom_id=picks(prompts[guest])[0])
        assert answer.state == "answered"
    ashes.bot.killed()
    await ashes.mended()
    assert "has chosen" not in text(await ashes.table(match))
    await ashes.bot.opened(ashes.playground)
    if said == 1:
        await ashes.lynx.waits_for(ashes.channel, lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it))
    else:
        await ashes.table(match, 1)
    await one_table(ashes)
    for guest in (ashes.otter, ashes.heron):
        assert len([it for it in await guest.messages(guest.dm) if does(Verb.PICK, match)(it)]) <= 1


@pytest.mark.gate
async def test_an_offer_lapses_and_says_so(ashes: Glade) -> None:
    await ashes.challenges(ashes.otter, ashes.heron)
    await ashes.noted()
    # Longer than it stands: time in which another test had the bot away counts for nobody.
    await ashes.bot.later(ashes.playground, hours=25)
    closed = await ashes.otter.waits_for(ashes.channel, says("Nobody answered in time"))
    assert not does(Verb.SIT)(closed)
    await ashes.lynx.until(lambda seen: [it["id"] for it in seen.messages(ashes.channel)] == [closed["id"]])


@pytest.mark.gate
async def test_a_reminder_is_a_new_message_once(ashes: Glade) -> None:
    match = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    old = await prompted(ashes.otter, match)
    await ashes.otter.click(old, custom_id=picks(old)[0])
    await ashes.noted()
    await ashes.bot.later(ashes.playground, hours=1)
    waiting = await ashes.heron.waits_for(ashes.heron.dm, does(Verb.PICK, match))
    await ashes.kept(waiting)
    await ashes.bot.later(ashes.playground, hours=19)
    reminder = await ashes.heron.waits_for(ashes.heron.dm, lambda it: "⏰" in text(it) and does(Verb.PICK, match)(it))
    assert reminder["id"] != waiting["id"]
    await ashes.heron.misses(waiting)
    assert not any("⏰" in text(it) for it in await ashes.otter.messages(ashes.otter.dm))
    await ashes.heron.click(reminder, custom_id=picks(reminder)[0])
    await ashes.heron.waits_for(ashes.heron.dm, does(Verb.MORE, match, 1))


@pytest.mark.gate
async def test_whoever_is_late_loses(ashes: Glade) -> None:
    match = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    prompt = await prompted(ashes.otter, match)
    await ashes.otter.click(prompt, custom_id=picks(prompt)[0])
    await ashes.noted()
    await ashes.bot.later(ashes.playground, hours=24.5)
    over = await ashes.over(match)
    assert "time" in text(over).lower()
    # What lies where nobody can change it any more says how it ended as soon as it is pressed.
    stale = await prompted(ashes.heron, match)
    shown = (await ashes.heron.click(stale, custom_id=picks(stale)[0])).message
    assert shown["id"] == stale["id"]
    assert does(Verb.REMATCH, match)(shown)


@pytest.mark.gate
async def test_what_lay_open_is_covered_by_the_next(ashes: Glade) -> None:
    match = await ashes.begun(ashes.otter, ashes.heron, form={"variant": "memory", **RANDOM})
    for guest in (ashes.otter, ashes.heron):
        prompt = await prompted(guest, match)
        await guest.click(prompt, custom_id=picks(prompt)[0])
    table = await ashes.lynx.has_heard(lambda it: does(Verb.CHOOSE, match, 1)(it) and open_duel(it))
    await ashes.bot.again(ashes.playground)
    await ashes.playground.stage("time", seconds=11)
    await ashes.lynx.until(lambda _: not any(open_duel(it) for it in ashes.lynx.watch.messages(ashes.channel)) or None)
    assert does(Verb.CHOOSE, match, 1)(await ashes.table(match, 1)), table


async def test_asked_to_stop_it_tells_all_that_is_stored(ashes: Glade) -> None:
    match = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    prompt = await prompted(ashes.otter, match)
    await ashes.otter.click(prompt, custom_id=picks(prompt)[0])
    assert ashes.bot.shut() == 0
    # Nobody is there to tell it later.
    await ashes.otter.waits_for(ashes.channel, lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it))
