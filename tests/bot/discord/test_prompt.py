"""Secret choices: where somebody is asked, what they are shown, and what the others are not."""

from __future__ import annotations

import asyncio
import re

from deploy.playground.client import JSON, Answer, Denied, labels, text
from tests.bot.discord.asked import RANDOM, asking, prompted
from tests.bot.discord.glade import Glade
from tests.bot.discord.guest import Guest, does, picks, says, step, verbs


async def _resolved(guest: Guest, prompt: JSON, match: int) -> None:
    """It goes, or asks for what comes next."""
    await guest.until(
        lambda _: (
            not (there := [it for it in guest.all() if it["id"] == prompt["id"]]) or does("pi", match, 1)(there[0])
        )
    )


async def test_both_are_asked_and_neither_sees_the_other(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    for guest in (glade.otter, glade.heron):
        prompt = await prompted(guest, match)
        assert len(picks(prompt)) == 3
        # On whoever's clock: until when.
        assert re.search(r"<t:\d+:R>", text(prompt))
        assert prompt["playground"]["pings"] or prompt["channel_id"] != glade.channel
    assert glade.lynx.watch.messages(glade.lynx.dm) == []


async def test_a_choice_is_sealed_with_a_receipt_and_can_be_changed(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    first, second = picks(prompt)[:2]
    sealed = (await glade.otter.click(prompt, custom_id=first)).message
    assert sealed["id"] == prompt["id"]
    assert labels(sealed) == ["Change"]
    receipt = next(line for line in text(sealed).split() if len(line) == 64)
    again = (await glade.otter.click(sealed, "Change")).message
    assert set(picks(again)) == set(picks(prompt))
    resealed = (await glade.otter.click(again, custom_id=second)).message
    assert receipt not in text(resealed)
    assert any(len(word) == 64 for word in text(resealed).split())
    shown = await glade.otter.waits_for(glade.channel, says("has chosen"))
    assert glade.otter.mention in next(line for line in text(shown).split("\n") if "has chosen" in line)
    # The other one chooses: resolved, and the change is what counted.
    await glade.heron.click(await prompted(glade.heron, match), custom_id=picks(await prompted(glade.heron, match))[0])
    await glade.table(match, 1)
    await _resolved(glade.otter, prompt, match)


async def test_the_last_to_choose_reads_so(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    waiting = await prompted(glade.heron, match)
    assert "warten" not in text(waiting)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    table = await glade.otter.waits_for(glade.channel, says("has chosen"))
    answer = await glade.heron.click(table, custom_id=verbs(table)["ch"])
    assert "nur noch auf dich" in text(answer.message) or "warten" in text(answer.message), text(answer.message)
    await glade.heron.waits_for(glade.heron.dm, says("warten"))


async def test_answered_by_message_the_ephemeral_is_closed(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    there = (await glade.otter.click(table, custom_id=verbs(table)["ch"])).message
    assert there["flags"] & 64
    prompt = await prompted(glade.otter, match)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    await glade.otter.until(lambda _: not does("pi")(glade.otter.now(there)) or None)


async def test_answered_at_the_table_the_message_is_closed(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    table = await glade.table(match)
    there = (await glade.otter.click(table, custom_id=verbs(table)["ch"])).message
    await glade.otter.click(there, custom_id=picks(there)[0])
    sealed = await glade.otter.waits_for(glade.otter.dm, does("an", match))
    assert sealed["id"] == prompt["id"]
    await glade.heron.click(await prompted(glade.heron, match), custom_id=picks(await prompted(glade.heron, match))[0])
    await _resolved(glade.otter, prompt, match)
    # Within the quarter of an hour the ephemeral says that it has moved on, and leads to what counts.
    await glade.otter.until(lambda _: does("ch", match)(glade.otter.now(there)) or does("in")(glade.otter.now(there)))


async def test_closed_messages_are_no_obstacle(glade: Glade) -> None:
    await glade.otter.dms(open=False)
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    called = await glade.otter.waits_for(glade.channel, lambda it: does("ch", match)(it) and it["playground"]["pings"])
    assert [one["id"] for one in called["mentions"]] == [glade.otter.id]
    there = (await glade.otter.click(called, custom_id=verbs(called)["ch"])).message
    assert len(picks(there)) == 3
    await glade.otter.click(there, custom_id=picks(there)[0])
    await glade.heron.click(await prompted(glade.heron, match), custom_id=picks(await prompted(glade.heron, match))[0])
    await glade.table(match, 1)
    assert glade.otter.watch.messages(glade.otter.dm) == []


async def test_choose_says_why_no_message_came(glade: Glade) -> None:
    await glade.otter.dms(open=False)
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    called = await glade.otter.waits_for(glade.channel, lambda it: does("ch", match)(it) and it["playground"]["pings"])
    assert "choose here" in text(called)
    there = (await glade.otter.click(called, custom_id=verbs(called)["ch"])).message
    assert "direct messages are closed" in text(there)


async def test_an_old_prompt_says_that_it_has_moved_on(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    old = (await glade.otter.click(table, custom_id=verbs(table)["ch"])).message
    stale = picks(old)[0]
    for guest in (glade.otter, glade.heron):
        prompt = await prompted(guest, match)
        await guest.click(prompt, custom_id=picks(prompt)[0])
    await glade.table(match, 1)
    # The playground, like Discord, lets nobody press what is not there any more: a late click of a slow app.
    now = await glade.otter.until(lambda _: ((it := glade.otter.now(old)) and (not does("pi")(it)) and it) or None)
    assert stale not in str(now)
    shown = (await glade.otter.click(now, custom_id=next(iter(verbs(now).values())))).message
    assert text(shown)


async def test_two_clicks_at_once_are_one_choice(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    first = picks(prompt)[0]
    answers = await asyncio.gather(
        *(glade.otter.click(prompt, custom_id=first) for _ in range(2)), return_exceptions=True
    )
    assert all(_fine(answer) for answer in answers)
    heron = await prompted(glade.heron, match)
    answers = await asyncio.gather(
        *(glade.heron.click(heron, custom_id=picks(heron)[0]) for _ in range(3)), return_exceptions=True
    )
    table = await glade.table(match, 1)
    assert step(table, "ch") == 1
    assert all(_fine(answer) for answer in answers), answers


async def test_what_is_not_ones_own_is_refused_in_ones_own_language(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    answer = await glade.lynx.click(table, custom_id=verbs(table)["ch"])
    assert answer.message["flags"] & 64
    assert "Tu n" in text(answer.message)
    assert not does("pi")(answer.message)


async def test_who_is_not_awaited_is_told_so(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron)
    table = await glade.table(match)
    answers = [await guest.click(table, custom_id=verbs(table)["ch"]) for guest in (glade.otter, glade.heron)]
    assert sorted(does("pi")(answer.message) for answer in answers) == [False, True]


async def test_within_ones_turn_the_prompt_is_edited_in_place(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron)
    first = await asking(glade, match)
    other = glade.heron if first is glade.otter else glade.otter
    await _says_something(first, match, 0)
    other_prompt = await prompted(other, match, 1)
    await _says_something(other, match, 1)
    again = await prompted(other, match, 2)
    assert again["id"] == other_prompt["id"]
    await _says_something(other, match, 2)
    await other.misses(again)
    assert len([it for it in await first.messages(first.dm) if does("pi", match)(it)]) == 1


def _fine(came: Answer | BaseException) -> bool:
    """Either nothing is there any more to be pressed, or it was answered."""
    return isinstance(came, Denied) or (isinstance(came, Answer) and came.state == "answered")


async def _says_something(guest: Guest, match: int, least: int) -> None:
    prompt = await prompted(guest, match, least)
    while does("pi", match)(prompt) and step(prompt, "pi") == least:
        prompt = (await guest.click(prompt, custom_id=picks(prompt)[0])).message


async def test_a_message_that_asks_about_another_match_now_moves_on_with_that_one(glade: Glade) -> None:
    first, second = [await glade.begun(glade.otter, glade.heron, form=RANDOM) for _ in range(2)]
    for match in (first, second):
        await glade.heron.click(prompt := await prompted(glade.heron, match), custom_id=picks(prompt)[0])
    table = await glade.table(first)
    there = (await glade.otter.click(table, custom_id=verbs(table)["ch"])).message
    resolved = (await glade.otter.click(there, custom_id=picks(there)[0])).message
    asked = (await glade.otter.click(resolved, custom_id=verbs(resolved)["in"])).message
    if not does("pi", second)(asked):
        # Whoever won the first duel goes on there, on the same clock.
        asked = (await glade.otter.click(asked, custom_id=verbs(asked)["in"])).message
    assert asked["id"] == there["id"]
    assert does("pi", second)(asked)
    await glade.otter.click(prompt := await prompted(glade.otter, second), custom_id=picks(prompt)[0])
    await glade.otter.until(lambda _: not does("pi")(glade.otter.now(there)) or None)


async def test_a_draw_is_agreed_to_where_one_is_asked(glade: Glade) -> None:
    """Nobody who plays by direct messages has to look at the channel for it."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.heron, match)
    sure = (await glade.says(glade.otter, "duel draw", match=str(match))).message
    await glade.otter.click(sure, custom_id=verbs(sure)["ca"])
    asked = await glade.heron.waits_for(glade.heron.dm, lambda it: does("pi", match)(it) and does("as", match)(it))
    assert asked["id"] == prompt["id"]
    assert glade.otter.mention in text(asked)
    sure = (await glade.heron.click(asked, custom_id=verbs(asked)["as"])).message
    assert sure["id"] != asked["id"]
    assert picks(glade.heron.now(asked))
    await glade.heron.click(sure, custom_id=verbs(sure)["ca"])
    over = await glade.heron.waits_for(glade.channel, does("re", match))
    assert "Draw agreed." in text(over)
