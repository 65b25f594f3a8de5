"""The hand: where somebody is asked, what they are shown from the first press to the end, and what others are not.

It follows one message from the first press to the end, and wherever that leads from there.
"""

from __future__ import annotations

import asyncio
import random
import re
from typing import Final

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Answer, Denied, labels, text
from tests.kit.wire_person import EPHEMERAL, WirePerson, does, leads, picks, says, step, verbs
from tests.patience import PATIENCE
from tests.wire.asked import RANDOM, asking, away, prompted
from tests.wire.driven import Driven
from tests.wire.glade import Glade

IN_TURN: Final = {"placement": "draft"}
"""One after the other, at first."""


async def chooses(guest: WirePerson, match: int, least: int = 0) -> JSON:
    """The first that there is; returns the hand from which it was taken."""
    hand = await prompted(guest, match, least)
    answer = await guest.click(hand, custom_id=picks(hand)[0])
    assert answer.state == "answered", answer.error
    return hand


async def test_a_match_is_one_private_message_for_each(glade: Glade) -> None:
    """From the card to the third step: what comes next takes the place of what was, and nobody is written to."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM | {"prize": "one"})
    both = (glade.otter, glade.heron)
    hands = {guest: await prompted(guest, match) for guest in both}
    drivers = [Driven(glade, guest, match, random.Random(at)) for at, guest in enumerate(both)]
    for at in range(3):
        for each in drivers:
            # What is written anew as they press it, they press again.
            async with asyncio.timeout(PATIENCE):
                while (hand := each.hand()) and step(hand, Verb.PICK) == at:
                    assert hand["id"] == hands[each.guest]["id"]
                    await each.clicks_through(hand)
        for guest in both:
            await guest.handed(does(Verb.MORE, match, at + 1))
    assert all(guest.direct() == [] for guest in both)
    assert not any(
        message["playground"]["pings"] for guest in both for message in guest.heard if does(Verb.CHOOSE)(message)
    )


async def test_of_an_answer_in_its_place_nobody_asks_what_came(glade: Glade) -> None:
    """Discord would send the whole message back, and somebody would have to read it."""
    before = (await glade.playground.wire(1 << 60))["last"]
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await chooses(glade.otter, match)
    entries = (await glade.playground.wire(before))["entries"]
    answers = [it for it in entries if (it["route"] or "").endswith("/callback") and it["sent"]["type"] in {6, 7}]
    assert answers
    assert [it["answered"] for it in answers] == [None] * len(answers)


async def test_both_are_asked_and_neither_sees_the_other(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    for guest in (glade.otter, glade.heron):
        hand = await prompted(guest, match)
        assert hand["flags"] & EPHEMERAL
        assert len(picks(hand)) == 3
        # On whoever's clock: until when.
        assert re.search(r"<t:\d+:R>", text(hand))
    assert [it for it in glade.lynx.all() if it["flags"] & EPHEMERAL or it in glade.lynx.direct()] == []


async def test_a_choice_is_sealed_with_a_receipt_and_can_be_changed(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    hand = await prompted(glade.otter, match)
    first, second = picks(hand)[:2]
    sealed = (await glade.otter.click(hand, custom_id=first)).message
    assert sealed["id"] == hand["id"]
    assert labels(sealed) == ["Change", "More"]
    # Of a first choice the seal with which it went in; whoever had its receipt, too, could count what others do.
    [seal] = re.findall(r"Fair-play seal ([\w-]{12})…", text(sealed))
    more = (await glade.otter.click(sealed, "More")).message
    [whole] = re.findall(r"your choice in it: ([\w-]{43})\b", text(more))
    assert whole.startswith(seal)
    again = (await glade.otter.click(sealed, "Change")).message
    assert set(picks(again)) == set(picks(hand))
    assert "Still counts: " in text(again)
    # Second thoughts leave all as it is.
    kept = (await glade.otter.click(again, "Keep")).message
    assert seal in text(kept)
    again = (await glade.otter.click(kept, "Change")).message
    resealed = (await glade.otter.click(again, custom_id=second)).message
    assert seal not in text(resealed)
    [receipt] = re.findall(r"receipt ([\w-]{12})…", text(resealed))
    more = (await glade.otter.click(resealed, "More")).message
    [whole] = re.findall(r"receipt for this choice: ([\w-]{43})\b", text(more))
    assert whole.startswith(receipt)
    shown = await glade.otter.waits_for(glade.channel, says("has chosen"))
    # That somebody has thought again nobody sees.
    assert seal in text(shown)
    assert glade.otter.mention in next(line for line in text(shown).split("\n") if "has chosen" in line)
    await chooses(glade.heron, match)
    await glade.otter.handed(lambda it: it["id"] == hand["id"] and does(Verb.MORE, match, 1)(it))


async def test_the_last_to_choose_reads_so(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    waits = f"{glade.otter.mention} wartet auf dich!"
    assert waits not in text(await prompted(glade.heron, match))
    await chooses(glade.otter, match)
    await glade.heron.handed(says(waits))


async def test_two_hands_of_one_show_the_same(glade: Glade) -> None:
    """As on two devices: what is chosen in one is sealed in the other, and both go on together."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    first = await prompted(glade.otter, match)
    second = await glade.otter.opens(await glade.table(match))
    assert second["id"] != first["id"]
    await glade.otter.click(second, custom_id=picks(second)[0])
    await glade.otter.until(lambda _: does(Verb.CHANGE, match)(glade.otter.now(first)))
    await chooses(glade.heron, match)
    await glade.otter.until(lambda _: all(does(Verb.MORE, match, 1)(glade.otter.now(it)) for it in (first, second)))


async def test_whoever_opens_more_finds_the_others_paused(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    first = await prompted(glade.otter, match)
    for _ in range(2):
        await glade.otter.opens(await glade.table(match))
    await chooses(glade.heron, match)
    await glade.otter.until(lambda _: "⏸️" in text(glade.otter.now(first)))
    on = (await glade.otter.click(glade.otter.now(first), "Continue")).message
    assert on["id"] == first["id"]
    assert f"{glade.heron.mention} is waiting for you!" in text(on)
    await glade.otter.click(on, custom_id=picks(on)[0])
    await glade.heron.handed(does(Verb.MORE, match, 1))


async def test_who_is_not_at_it_is_called_by_direct_message(glade: Glade) -> None:
    """And plays on there: it is the same hand."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    assert glade.otter.direct() == []
    await away(glade)
    called = await glade.otter.waits_for(glade.otter.dm, does(Verb.PICK, match))
    await glade.otter.click(called, custom_id=picks(called)[0])
    sealed = await glade.otter.waits_for(glade.otter.dm, does(Verb.CHANGE, match))
    assert sealed["id"] == called["id"]
    # Where it was open before it is sealed, too.
    await glade.otter.until(lambda _: not any(does(Verb.PICK, match)(it) for it in glade.otter.all()))
    await chooses(glade.heron, match)
    await glade.otter.waits_for(glade.otter.dm, does(Verb.MORE, match, 1))
    assert len(glade.otter.direct()) == 1


async def test_closed_messages_are_no_obstacle(glade: Glade) -> None:
    """Whom no message reaches the card calls, and the hand says why."""
    await glade.otter.dms(open=False)
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await away(glade)
    called = await glade.otter.waits_for(
        glade.channel, lambda it: does(Verb.CHOOSE, match)(it) and it["playground"]["pings"]
    )
    assert [one["id"] for one in called["mentions"]] == [glade.otter.id]
    assert "choose here" in text(called)
    there = await glade.otter.opens(called)
    assert "direct messages are closed" in text(there)
    await glade.otter.click(there, custom_id=picks(there)[0])
    await chooses(glade.heron, match)
    await glade.table(match, 1)
    assert glade.otter.direct() == []


async def test_a_hand_that_only_a_press_reaches_is_paused_in_time(glade: Glade) -> None:
    """And goes on with one."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    hand = await prompted(glade.otter, match)
    await away(glade, seconds=14 * 60 + 10)
    await glade.otter.until(lambda _: "⏸️" in text(glade.otter.now(hand)))
    on = (await glade.otter.click(glade.otter.now(hand), "Continue")).message
    assert on["id"] == hand["id"]
    await glade.otter.click(on, custom_id=picks(on)[0])
    await chooses(glade.heron, match)
    await glade.otter.until(lambda _: does(Verb.MORE, match, 1)(glade.otter.now(hand)))


async def test_two_clicks_at_once_are_one_choice(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    for guest, times in ((glade.otter, 2), (glade.heron, 3)):
        hand = await prompted(guest, match)
        first = picks(hand)[0]
        answers = await asyncio.gather(
            *(guest.click(hand, custom_id=first) for _ in range(times)), return_exceptions=True
        )
        assert all(_fine(answer) for answer in answers), answers
    assert step(await glade.table(match, 1), Verb.CHOOSE) == 1


def _fine(came: Answer | BaseException) -> bool:
    """Either nothing is there any more to be pressed, or it was answered."""
    return isinstance(came, Denied) or (isinstance(came, Answer) and came.state == "answered")


async def test_who_does_not_play_there_sees_what_everybody_sees(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    shown = await glade.lynx.opens(await glade.table(match))
    assert shown["flags"] & EPHEMERAL
    assert "Duel des chamans" in text(shown)
    assert labels(shown) == ["Règles", "Mes parties"]


async def test_who_is_not_awaited_sees_who_is(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=IN_TURN)
    table = await glade.table(match)
    hands = [await guest.opens(table) for guest in (glade.otter, glade.heron)]
    assert sorted(does(Verb.PICK)(hand) for hand in hands) == [False, True]
    [other] = [hand for hand in hands if not does(Verb.PICK)(hand)]
    assert "⏳" in text(other)


async def test_within_ones_turn_it_asks_on_in_its_place(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=IN_TURN)
    first = await asking(glade, match)
    other = glade.heron if first is glade.otter else glade.otter
    hand = await _says_something(first, match, 0)
    await first.until(lambda _: not picks(first.now(hand)))
    theirs = await _says_something(other, match, 1)
    again = await prompted(other, match, 2)
    assert again["id"] == theirs["id"]
    await _says_something(other, match, 2)
    await prompted(first, match, 3)
    assert len([it for it in first.all() if does(Verb.PICK, match)(it)]) == 1


async def _says_something(guest: WirePerson, match: int, least: int) -> JSON:
    hand = await prompted(guest, match, least)
    while does(Verb.PICK, match)(hand) and step(hand, Verb.PICK) == least:
        hand = (await guest.click(hand, custom_id=picks(hand)[0])).message
    return hand


async def test_what_comes_next_may_be_another_match(glade: Glade) -> None:
    """In the same message; of the first nothing comes there any more."""
    first, second = [await glade.begun(glade.otter, glade.heron, form=RANDOM) for _ in range(2)]
    hand = await prompted(glade.otter, first)
    sealed = (await glade.otter.click(hand, custom_id=picks(hand)[0])).message
    onward = (await glade.otter.click(sealed, "Other match (1)")).message
    assert onward["id"] == hand["id"]
    assert does(Verb.PICK, second)(onward)
    await chooses(glade.heron, first)
    await glade.table(first, 1)
    await glade.noted()
    # What was under way there as it was pressed is written over.
    await glade.otter.until(lambda _: does(Verb.MORE, second)(glade.otter.now(onward)))


async def test_back_from_there_the_first_goes_on(glade: Glade) -> None:
    first, second = [await glade.begun(glade.otter, glade.heron, form=RANDOM) for _ in range(2)]
    hand = await prompted(glade.otter, first)
    sealed = (await glade.otter.click(hand, custom_id=picks(hand)[0])).message
    onward = (await glade.otter.click(sealed, "Other match (1)")).message
    assert does(Verb.PICK, second)(onward)
    (back,) = [to for to in leads(onward) if to.startswith(f"{Verb.CHOOSE}:{first}:")]
    again = (await glade.otter.click(onward, custom_id=back)).message
    assert again["id"] == hand["id"]
    await chooses(glade.heron, second)
    await chooses(glade.heron, first)
    await glade.otter.until(lambda _: does(Verb.MORE, first, 1)(glade.otter.now(hand)))


async def test_a_draw_is_agreed_to_where_one_plays(glade: Glade) -> None:
    """Nobody has to look at the channel for it; and all read there how it ended."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    hand = await prompted(glade.heron, match)
    sure = (await glade.says(glade.otter, "duel draw", match=str(match))).message
    await glade.otter.click(sure, custom_id=verbs(sure)[Verb.CALL])
    asked = await glade.heron.handed(lambda it: does(Verb.PICK, match)(it) and does(Verb.ASK, match)(it))
    assert asked["id"] == hand["id"]
    assert glade.otter.mention in text(asked)
    sure = (await glade.heron.click(asked, custom_id=verbs(asked)[Verb.ASK])).message
    assert sure["id"] != asked["id"]
    assert picks(glade.heron.now(asked))
    await glade.heron.click(sure, custom_id=verbs(sure)[Verb.CALL])
    assert "Draw agreed." in text(await glade.over(match))
    over = await glade.heron.handed(does(Verb.REMATCH, match))
    assert over["id"] == hand["id"]
    assert "Draw agreed." not in text(over), "it is in the language of its reader"


async def test_a_rematch_is_asked_for_in_the_hand(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    sure = (await glade.says(glade.heron, "duel resign", match=str(match))).message
    await glade.heron.click(sure, custom_id=verbs(sure)[Verb.CALL])
    over = await glade.otter.handed(does(Verb.REMATCH, match))
    answer = await glade.otter.click(over, custom_id=verbs(over)[Verb.REMATCH])
    card = await glade.heron.waits_for(glade.channel, does(Verb.SIT))
    assert answer.message["id"] == card["id"], "the card is the answer, for all to see"
    assert card["playground"]["pings"]
    # Its end stays where it was; asked for twice, it is said where.
    assert does(Verb.REMATCH, match)(glade.otter.now(over))
    twice = (await glade.otter.click(over, custom_id=verbs(over)[Verb.REMATCH])).message
    assert twice["id"] == over["id"]
    assert f"<#{glade.channel}>" in text(twice)
    assert "Rematch" not in labels(twice)


async def test_a_rematch_asked_for_at_home_is_posted_where_the_others_are(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await away(glade)
    await glade.otter.waits_for(glade.otter.dm, does(Verb.PICK, match))
    sure = (await glade.says(glade.heron, "duel resign", match=str(match))).message
    await glade.heron.click(sure, custom_id=verbs(sure)[Verb.CALL])
    over = await glade.otter.waits_for(glade.otter.dm, does(Verb.REMATCH, match))
    mine = (await glade.otter.click(over, custom_id=verbs(over)[Verb.REMATCH])).message
    assert mine["id"] == over["id"]
    assert f"asked for a rematch: <#{glade.channel}>" in text(mine)
    await glade.heron.waits_for(glade.channel, does(Verb.SIT))


async def test_what_automod_takes_away_is_said_to_whoever_was_answered(glade: Glade) -> None:
    """And nothing of it is lost."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    hand = await prompted(glade.otter, match)
    await glade.noted()
    await glade.fault("POST /interactions/{interaction_id}/{interaction_token}/callback", 400, code=200000)
    no = await glade.otter.click(hand, custom_id=picks(hand)[0])
    assert "AutoMod has blocked my answer" in text(no.message)
    await glade.otter.handed(does(Verb.CHANGE, match))
    assert "code" not in text(no.message)


async def test_a_hand_that_is_taken_away_as_one_presses_is_answered_in_a_new_one(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    hand = await prompted(glade.otter, match)
    await glade.fault("POST /interactions/{interaction_id}/{interaction_token}/callback", 404, code=10008)
    answer = await glade.otter.click(hand, custom_id=picks(hand)[0])
    assert answer.state == "answered"
    assert answer.message["id"] != hand["id"]
    assert labels(answer.message) == ["Change", "More"]
