"""Matches that count, and the ladder as somebody reads it."""

from __future__ import annotations

from bot.scenes.address import Verb
from deploy.playground.client import JSON, text
from tests.kit.wire_person import EPHEMERAL, WirePerson, verbs
from tests.wire.glade import Glade

STEPS = 2


async def duel(glade: Glade, winner: WirePerson, loser: WirePerson, steps: int = STEPS) -> JSON:
    """As many steps as count, and somebody gives up; returns the table as it is then."""
    match = await glade.begun(winner, loser)
    for step in range(steps):
        await glade.table(match, step)
        for guest in (winner, loser):
            words = await guest.complete(glade.channel, "duel move", "word", word="", match=str(match))
            if words:
                answer = await glade.says(guest, "duel move", word=words[0]["value"], match=str(match))
                assert answer.state == "answered", answer.error
                if "🔒" not in text(answer.message):
                    # Nobody else is asked in this step.
                    break
    await glade.table(match, steps)
    sure = (await glade.says(loser, "duel resign", match=str(match))).message
    await loser.click(sure, custom_id=verbs(sure)[Verb.CALL])
    over = await glade.over(match, winner)
    await glade.noted()
    return over


async def ladder(glade: Glade, guest: WirePerson, **options: str) -> JSON:
    answer = await glade.says(guest, "ladder server", **options)
    assert answer.state == "answered", answer.error
    assert answer.message["flags"] & EPHEMERAL
    return answer.message
