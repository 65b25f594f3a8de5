"""What a right click offers, at home and abroad."""

from __future__ import annotations

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Answer, components, text
from tests.kit.wire_person import EPHEMERAL, WirePerson, does, verbs
from tests.wire.abroad import abroad
from tests.wire.glade import Glade, number
from tests.wire.short import ended


async def clicked(there: Glade, by: WirePerson, command: str, target: JSON | str) -> Answer:
    return await by.command(there.channel, command, target=target, bot=there.bot.name)


@pytest.mark.gate
async def test_on_somebody_their_profile(glade: Glade) -> None:
    await ended(glade)
    shown = (await clicked(glade, glade.lynx, "Profile", glade.heron.id)).message
    assert shown["flags"] & EPHEMERAL
    assert glade.heron.mention in text(shown)
    house = str(shown["author"]["id"])
    assert "bots" in text((await clicked(glade, glade.lynx, "Profile", house)).message)


async def test_on_a_card_its_review_and_its_proof(glade: Glade) -> None:
    match = await ended(glade)
    card = await glade.over(match)
    review = (await clicked(glade, glade.badger, "Review", card)).message
    assert review["flags"] & EPHEMERAL
    assert any(it["type"] == 12 for it in components(review))
    proof = (await clicked(glade, glade.badger, "Check fair play", card)).message
    assert f"{match}.match" in str(proof)
    assert "every choice was legal" in text(proof)


async def test_on_anything_else_that_it_is_no_card(glade: Glade) -> None:
    said = await glade.heron.say(glade.channel, "Splash")
    for command in ("Review", "Check fair play"):
        told = text((await clicked(glade, glade.otter, command, said)).message)
        assert "no card of mine" in told


@pytest.mark.gate
async def test_of_what_is_still_played_only_what_everybody_may_know(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron)
    card = await glade.table(match)
    proof = (await clicked(glade, glade.badger, "Check fair play", card)).message
    assert ".match" not in str(proof)
    assert (await clicked(glade, glade.badger, "Review", card)).state == "answered"


@pytest.mark.gate
async def test_abroad_a_challenge_and_nobody_else_s_record(glade: Glade) -> None:
    async with abroad(glade, "group") as there:
        assert (await clicked(there, there.otter, "Challenge to a duel", there.heron.id)).state == "answered"
        card = await there.heron.waits_for(there.channel, does(Verb.SIT))
        assert "unrated" in text(card)
        done = await there.heron.click(card, custom_id=verbs(card)[Verb.SIT])
        assert done.state == "answered"
        await there.table(number(card))
        told = text((await clicked(there, there.otter, "Profile", there.heron.id)).message)
        assert "server that has me" in told
        assert there.otter.mention in text((await clicked(there, there.otter, "Profile", there.otter.id)).message)
