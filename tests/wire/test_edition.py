"""The bot comes back with other rules: whoever was in the middle of a match is told, and plays on by the new ones."""

from __future__ import annotations

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import text
from tests.kit.process import Process
from tests.kit.wire_person import EPHEMERAL, does, picks, says, verbs
from tests.wire.asked import RANDOM, prompted
from tests.wire.glade import Glade, number

SECOND = "tests.wire.second"


@pytest.mark.gate
async def test_a_match_is_called_off_where_everybody_sees_it_and_played_anew(ashes: Glade) -> None:
    """And what had ended by the first rules is answered for in words."""
    ended = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    await prompted(ashes.otter, ended)
    sure = (await ashes.says(ashes.otter, "duel resign", match=str(ended))).message
    await ashes.otter.click(sure, custom_id=verbs(sure)[Verb.CALL])
    over = await ashes.over(ended)
    match = await ashes.begun(ashes.otter, ashes.heron, form=RANDOM)
    prompts = {guest: await prompted(guest, match) for guest in (ashes.otter, ashes.heron)}
    await ashes.otter.click(prompts[ashes.otter], custom_id=picks(prompts[ashes.otter])[0])
    await ashes.noted()
    bot: Process = ashes.bot
    bot.killed()
    first, bot.program = bot.program, (SECOND, "run")
    try:
        await bot.opened(ashes.playground)
        card = await ashes.lynx.waits_for(
            ashes.channel, lambda it: does(Verb.REMATCH, match)(it) and says("called off")(it)
        )
        for guest in (ashes.otter, ashes.heron):
            hand = await guest.handed(lambda it: does(Verb.REMATCH, match)(it) and it["flags"] & EPHEMERAL)
            assert hand["id"] == prompts[guest]["id"]
            assert "📜" in text(hand), "in the language of its reader"
        replay = (await ashes.otter.click(over, custom_id=verbs(over)[Verb.REPLAY])).message
        assert "Its result stands" in text(replay)
        assert (await ashes.says(ashes.otter, "duel inbox")).state == "answered"
        assert (await ashes.says(ashes.otter, "ladder player")).state == "answered"
        await ashes.otter.click(card, custom_id=verbs(card)[Verb.REMATCH])
        offer = await ashes.heron.waits_for(ashes.channel, does(Verb.SIT))
        await ashes.heron.click(offer, custom_id=verbs(offer)[Verb.SIT])
        again = number(offer)
        await ashes.table(again)
        await bot.again(ashes.playground)
        prompt = await prompted(ashes.heron, again)
        answer = await ashes.heron.click(prompt, custom_id=picks(prompt)[0])
        assert "has chosen" in text(await ashes.table(again)) or answer.state == "answered"
        rows = bot.asked("SELECT edition, status FROM match WHERE id IN (?, ?, ?) ORDER BY id", ended, match, again)
        assert [tuple(row) for row in rows] == [(1, "resign"), (1, "outdated"), (2, "playing")]
    finally:
        bot.killed()
        bot.program = first
