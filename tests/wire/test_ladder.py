"""The ladder as people meet it: at the end of a match, by command, page by page, and when a season ends."""

from __future__ import annotations

import pytest

from bot.ladder.rating import PLACED
from bot.scenes.address import Verb
from deploy.playground.client import JSON, buttons, components, selects, text
from tests.kit.wire_person import EPHEMERAL, does, says
from tests.wire.glade import Glade
from tests.wire.ladder import duel, ladder
from tests.wire.panel import opened, sets


async def reigns(glade: Glade) -> None:
    """Otter has as many matches and as many others behind them as a rank takes."""
    for loser in (*[glade.heron] * (PLACED - 2), glade.lynx, glade.badger):
        await duel(glade, glade.otter, loser)


def pictures(message: JSON) -> list[str]:
    return [item["description"] for one in components(message) if one["type"] == 12 for item in one["items"]]


async def test_the_end_of_a_match_tells_what_it_changed_and_the_ladder_shows_it(glade: Glade) -> None:
    over = text(await duel(glade, glade.otter, glade.heron))
    [won] = [line for line in over.splitlines() if line.startswith(f"🏆 {glade.otter.mention} ·")]
    [lost] = [line for line in over.splitlines() if line.startswith(f"**2.** {glade.heron.mention} ·")]
    assert won.endswith(" · 📊 1000 → **1106** (+106) · 4 more matches to a rank, 2 of them against new opponents")
    assert lost.endswith(" · 📊 1000 → **894** (−106) · 4 more matches to a rank, 2 of them against new opponents")
    for guest, words, alt in (
        (
            glade.otter,
            ("Ladder: all games", "🌱 A ladder of two: points", "± 437 · 1 match · new · 🏁 1"),
            "no rank yet, 1106 points",
        ),
        (
            glade.heron,
            ("Rangliste: alle Spiele", "🌱 Eine Rangliste zu zweit: Punkte", "± 437 · 1 Partie · neu · 🏁 2"),
            "noch ohne Rang, 1106 Punkte",
        ),
        (
            glade.lynx,
            ("Classement\u202f: tous les jeux", "🌱 Un classement à deux", "± 437 · 1 partie · nouveau · 🏁 1"),
            "pas encore de rang, 1106 points",
        ),
    ):
        page = await ladder(glade, guest)
        assert all(word in text(page) for word in words), text(page)
        assert f"**–** {glade.otter.mention} · **1106** ± 437" in text(page)
        assert f"**–** {glade.heron.mention} · **894** ± 437" in text(page)
        [told] = pictures(page)
        assert alt in told
    assert "Nobody is rated here yet" in text(await ladder(glade, glade.badger, game="schnick"))


async def test_a_match_that_does_not_count_says_why(glade: Glade) -> None:
    over = await duel(glade, glade.otter, glade.heron, steps=1)
    assert "Unrated: it was over before 2 steps were played." in text(over)
    panel = await opened(glade, glade.otter, "server")
    panel = await sets(glade.otter, await sets(glade.otter, panel, "steps", "1"), "pair", "1")
    assert "1106" in text(await duel(glade, glade.otter, glade.heron, steps=1))
    over = await duel(glade, glade.heron, glade.otter, steps=1)
    assert "Unrated: only one match a day between the same two" in text(over)
    await sets(glade.otter, panel, "locale", "fr")
    over = await duel(glade, glade.otter, glade.heron, steps=1)
    assert "Hors classement\u202f: une seule partie par jour entre les deux mêmes" in text(over)


async def test_who_left_or_does_not_want_to_be_seen_is_left_out(glade: Glade) -> None:
    for loser in (glade.heron, glade.lynx, glade.badger):
        await duel(glade, glade.otter, loser)
    await glade.playground.stage("kick", server=glade.server, whom=glade.heron.name)
    await sets(glade.lynx, await opened(glade, glade.lynx, "me"), "listed", "no")
    page = text(await ladder(glade, glade.badger))
    assert glade.heron.mention not in page
    assert glade.lynx.mention not in page
    assert f"**–** {glade.badger.mention}" in page
    mine = text(await ladder(glade, glade.lynx))
    assert glade.lynx.mention in mine
    assert "Personne d’autre ne voit ta ligne" in mine
    await sets(glade.lynx, await opened(glade, glade.lynx, "me"), "listed", "yes")
    assert glade.lynx.mention in text(await ladder(glade, glade.badger))


async def test_a_season_is_begun_and_ended_by_those_who_manage_and_its_standing_is_posted(glade: Glade) -> None:
    refused = await glade.says(glade.heron, "ladder season begin")
    assert text(refused.message) == "Das kann nur, wer diesen Server verwaltet."
    assert "There’s no season on." in text((await glade.says(glade.otter, "ladder season end")).message)
    panel = await opened(glade, glade.otter, "server")
    await sets(glade.otter, await sets(glade.otter, panel, "season", "3"), "standing", glade.channel)
    role = (await glade.playground.stage("role", server=glade.server, name="Champion"))["role"]["id"]
    await sets(glade.otter, await opened(glade, glade.otter, "server"), "crown", role)
    begun = (await glade.says(glade.otter, "ladder season begin", name="Spring")).message
    assert "Spring (season 1) is on" in text(begun)
    assert "It ends · 📅 <t:" in text(begun)
    line = await glade.lynx.waits_for(glade.channel, says("Spring (season 1) is on"))
    assert not line.get("mentions")
    await reigns(glade)
    await glade.says(glade.otter, "ladder season end")
    final = await glade.lynx.waits_for(glade.channel, says("Spring (season 1) is over"))
    assert f"🏆 {glade.otter.mention} is the champion of all games together!" in text(final)
    assert f"Rivalry: {glade.otter.mention} and {glade.heron.mention}, 3 matches, 3 to 0" in text(final)
    assert pictures(final)
    assert {one["id"] for one in final["mentions"]} == {glade.otter.id, glade.heron.id}
    assert "👑 I couldn’t hand over" in text(final), "nobody has allowed it"
    whole = await glade.lynx.click(final, "The whole ladder")
    assert whole.message["flags"] & EPHEMERAL
    assert "Spring (saison 1) · 🏁 <t:" in text(whole.message)
    # The archive stays; what counts now counts elsewhere.
    assert "Nobody is rated here yet" in text(await ladder(glade, glade.otter))
    [found] = await glade.otter.complete(glade.channel, "ladder server", "season", season="spr")
    assert glade.heron.mention in text(await ladder(glade, glade.badger, season=found["value"]))
    everything = await glade.otter.complete(glade.channel, "ladder server", "season", season="")
    assert [one["value"] for one in everything] == ["1", "0"]
    assert "There’s no such season here" in text(await ladder(glade, glade.badger, season="7"))


async def test_the_champion_has_a_role_where_the_server_has_one(glade: Glade) -> None:
    role = (await glade.playground.stage("role", server=glade.server, name="Champion"))["role"]["id"]
    await glade.playground.stage("permissions", server=glade.server, whom=glade.bot.name, allow=["manage_roles"])
    panel = await sets(glade.otter, await opened(glade, glade.otter, "server"), "crown", role)
    await sets(glade.otter, panel, "standing", glade.channel)
    await glade.says(glade.otter, "ladder season begin")
    await reigns(glade)
    await glade.says(glade.otter, "ladder season end")
    final = await glade.lynx.waits_for(glade.channel, says("Season 1 is over"))
    assert f"👑 <@&{role}> goes with it" in text(final)
    assert not final["mention_roles"]
    given = [it for it in (await glade.playground.wire())["entries"] if f"roles/{role}" in str(it)]
    assert any(glade.otter.id in str(it) for it in given)


@pytest.mark.parametrize(
    ("locale", "names"),
    [("en", "ladder season begin"), ("de", "rangliste saison beginnen"), ("fr", "classement saison commencer")],
)
async def test_its_commands_are_called_as_their_readers_say(glade: Glade, locale: str, names: str) -> None:
    command = await glade.otter.until(lambda seen: seen.command("ladder", glade.bot.name))
    [season] = [option for option in command["options"] if option["name"] == "season"]
    [begin] = [option for option in season["options"] if option["name"] == "begin"]
    words = [str((one.get("name_localizations") or {}).get(locale, one["name"])) for one in (command, season, begin)]
    assert " ".join(words) == names


async def test_pages_turn_in_their_place(glade: Glade) -> None:
    for loser in (glade.heron, glade.lynx):
        await duel(glade, glade.otter, loser)
    page = await ladder(glade, glade.otter)
    assert [button["label"] for button in buttons(page)] == ["First", "Back", "Next", "My place"]
    assert all(button.get("disabled") for button in buttons(page)), "there is one page, and one is on it"
    assert not selects(page)
    assert does(Verb.LADDER)(page) is False
