"""Private texts in the language of the reader, public ones in that of the server, commands in all three."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Playground, text
from tests.kit.process import Process
from tests.kit.wire_person import does, verbs
from tests.wire.asked import RANDOM, prompted
from tests.wire.conftest import met
from tests.wire.glade import Glade


async def test_each_reads_their_own_language(glade: Glade) -> None:
    match = await glade.begun(glade.heron, glade.lynx, form=RANDOM)
    assert "Duell der Schamanen" in text(await prompted(glade.heron, match))
    assert "Duel des chamans" in text(await prompted(glade.lynx, match))
    assert "Duel of the Shamans" in text(await glade.table(match))
    table = await glade.table(match)
    for guest, game in (
        (glade.otter, "Duel of the Shamans"),
        (glade.guests["stoat"], "Duel of the Shamans"),
        (glade.guests["swift"], "Duell der Schamanen"),
    ):
        assert game in text(await guest.opens(table))


@pytest.mark.parametrize(
    ("locale", "game"), [("de", "Duell der Schamanen"), ("fr", "Duel des chamans"), ("pl", "Duel of the Shamans")]
)
async def test_the_channel_speaks_as_its_server(playground: Playground, raven: Process, locale: str, game: str) -> None:
    async with met(playground, raven, locale) as glade:
        card = await glade.challenges(glade.otter, glade.heron)
        assert game in text(card)
        await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
        assert game in text(await glade.otter.waits_for(glade.channel, does(Verb.CHOOSE)))


async def test_a_change_of_language_is_heard_at_once(glade: Glade) -> None:
    await glade.otter.locale("fr")
    assert "Rien" in text((await glade.says(glade.otter, "duel inbox")).message)
    await glade.otter.locale("de")
    assert "nichts" in text((await glade.says(glade.otter, "duel inbox")).message).lower()


async def test_every_name_and_description_is_registered_in_three_languages(glade: Glade) -> None:
    commands = [it for it in glade.otter.watch.see["commands"] if it["bot"] == glade.bot.name]
    assert {it["name"] for it in commands} >= {"duel", "Challenge to a duel"}
    for told in [one for command in commands for one in _named(command)]:
        if told.get("description"):
            assert {"de", "fr"} <= (told.get("description_localizations") or {}).keys(), told
        # `/duel` is called so everywhere.
        if told["name"] not in {"duel", "ladder"}:
            assert {"de", "fr"} <= (told.get("name_localizations") or {}).keys(), told


def _named(command: JSON) -> Iterator[JSON]:
    yield command
    for option in command.get("options", ()):
        yield from _named(option)
        yield from option.get("choices", ())


async def test_a_command_is_found_by_its_own_name(glade: Glade) -> None:
    answer = await glade.says(glade.heron, "duel regeln")
    assert "Schamanen" in text(answer.message)
