"""The card of a challenge or an open table, and what becomes of it.

It goes through one card, button by button.
"""

from __future__ import annotations

import json
import re

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import labels, text
from tests.kit.wire_person import EPHEMERAL, does, says, verbs
from tests.wire.glade import Glade, components_of, number, option


async def test_a_card_names_all_and_pings_the_challenged_alone(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    assert glade.otter.mention in text(card)
    assert "Most shells after the last duel wins." in text(card)
    assert "a turn" not in text(card), "what is as usual goes without saying"
    [small] = [line for line in text(card).splitlines() if line.startswith("-# ")]
    assert re.fullmatch(r"-# ⏳ expires <t:\d+:R> · 🎲 Fair-play seal: [\w-]{43}", small)
    assert labels(card) == ["Accept", "Decline", "…"]
    assert [one["id"] for one in card["mentions"]] == [glade.heron.id]
    seen = await glade.heron.waits_for(glade.channel, does(Verb.SIT))
    assert seen["playground"]["pings"]
    assert not (await glade.lynx.waits_for(glade.channel, does(Verb.SIT)))["playground"]["pings"]


async def test_whoever_challenges_and_whoever_is_challenged_is_known_by_name(glade: Glade) -> None:
    """To every process, and after every start; nobody has asked Discord for it."""
    await glade.challenges(glade.otter, glade.badger)
    names = {int(guest.id): guest.watch.see["me"]["global_name"] for guest in (glade.otter, glade.badger)}
    await glade.bot.stores("SELECT count(*) = 2 FROM known WHERE person IN (?, ?)", *names)
    assert {*glade.bot.asked("SELECT * FROM known WHERE person IN (?, ?)", *names)} == {*names.items()}


async def test_a_challenge_that_is_accepted_becomes_a_match(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron)
    table = await glade.table(match)
    assert all(guest.mention in text(table) for guest in (glade.otter, glade.heron))
    assert labels(table) == ["Choose", "More"]
    (picture,) = [one for one in table["components"] if one["type"] == 12]
    assert picture["items"][0]["description"]
    # One message a match: the card has become the table.
    assert [message for message in glade.otter.watch.messages(glade.channel) if does(Verb.SIT)(message)] == []


@pytest.mark.parametrize(
    ("verb", "who", "said"), [("de", "heron", "declined"), (Verb.WITHDRAW, "otter", "took the offer back")]
)
async def test_a_challenge_is_declined_or_withdrawn(glade: Glade, verb: str, who: str, said: str) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    guest = glade.guests[who]
    pressed = card if verb in verbs(card) else await glade.aside(guest, card)
    answer = await guest.click(pressed, custom_id=verbs(pressed)[verb])
    assert answer.state == "answered"
    # What was opened beside it says so, too, a little later.
    closed = await glade.otter.waits_for(glade.channel, lambda it: says(said)(it) and not it["flags"] & EPHEMERAL)
    assert closed["id"] == card["id"]
    assert labels(closed) == []
    # Its buttons are gone; whoever still holds them is told why.
    late = await glade.says(glade.heron, "duel list")
    assert glade.otter.mention not in text(late.message)


@pytest.mark.parametrize(
    ("who", "verb", "said"),
    [
        ("otter", Verb.SIT, "You’re already at this table."),
        ("lynx", Verb.SIT, "Ce défi est pour "),
        ("badger", Verb.DECLINE, "This challenge is for "),
    ],
)
async def test_only_those_named_may_answer(glade: Glade, who: str, verb: str, said: str) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    guest = glade.guests[who]
    await guest.click(card, custom_id=verbs(card)[verb])
    assert (await guest.waits_for(glade.channel, says(said)))["flags"] & EPHEMERAL
    assert glade.otter.now(card)["components"] == card["components"]


async def test_what_is_rarely_needed_opens_for_one_alone(glade: Glade) -> None:
    """What only the host may do nobody else has before them; and whoever presses it all the same changes nothing."""
    card = await glade.challenges(glade.otter, glade.heron)
    asides = {guest: await glade.aside(guest, card) for guest in (glade.otter, glade.heron, glade.badger)}
    assert all(aside["flags"] & EPHEMERAL for aside in asides.values())
    assert labels(asides[glade.otter]) == ["Options", "Withdraw", "🎲 Shake the dice", "Rules", "Fair play"]
    assert labels(asides[glade.heron]) == ["Regeln", "Fairness"]
    assert labels(asides[glade.badger]) == ["Rules", "Fair play"]
    told = (await glade.heron.click(asides[glade.heron], "Fairness")).message
    assert text(card).split("🎲 Fair-play seal: ")[1].split()[0] in text(told)
    await glade.otter.click(asides[glade.otter], "Withdraw")
    await glade.heron.waits_for(glade.channel, says("took the offer back"))


async def test_one_cannot_challenge_oneself_or_a_bot(glade: Glade) -> None:
    answer = await glade.says(glade.otter, "duel challenge", opponent=glade.otter.id)
    assert answer.message["flags"] & 64
    assert "You can’t challenge yourself" in text(answer.message)
    answer = await glade.says(glade.otter, "duel challenge", opponent=f"@{glade.bot.name}")
    assert answer.state == "answered"
    assert await glade.otter.messages(glade.channel) != []
    assert not any(does(Verb.CHOOSE)(message) for message in await glade.otter.messages(glade.channel))


async def test_too_many_opponents_for_the_game_are_refused(glade: Glade) -> None:
    answer = await glade.says(glade.otter, "duel challenge", opponent=glade.heron.id, opponent2=glade.lynx.id)
    assert answer.message["flags"] & 64
    assert "2" in text(answer.message)
    assert [message for message in await glade.otter.messages(glade.channel) if does(Verb.SIT)(message)] == []


async def test_all_that_people_set_is_on_one_page(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    page = await glade.page(glade.otter, card)
    assert page["flags"] & EPHEMERAL
    *options, back = components_of(page)
    names = [one["custom_id"].split(":")[3] for one in options]
    assert names == [
        "variant",
        "duel_limit",
        "placement",
        "memory_help",
        "prize",
        "clock.",
        "limit.",
        "rated.",
        "shakes.",
    ]
    assert back["custom_id"] == verbs(page)[Verb.MORE]
    for one in options:
        assert len([it for it in one["options"] if it.get("default")]) == 1, one["custom_id"]


async def test_options_show_on_the_card(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    form = {"variant": "memory", "duel_limit": "5", "prize": "one", "rated.": "no", "limit.": "3600000"}
    await glade.filled(glade.otter, card, form)
    told = ("memory: ", "5 duels at most", "a duel wins one shell", "1 hour for the match", "unrated")
    changed = await glade.otter.waits_for(glade.channel, says(*told))
    assert changed["id"] == card["id"]
    # What was set before stays.
    await glade.filled(glade.otter, changed, {"clock.": "300000"})
    again = await glade.otter.waits_for(glade.channel, says("5 minutes a turn"))
    assert "a duel wins one shell" in text(again)


async def test_what_does_not_go_with_a_choice_is_as_usual_again(glade: Glade) -> None:
    """Where professionals play, nothing is dealt: whoever chooses that need not look for the other option."""
    card = await glade.challenges(glade.otter, glade.heron, options="placement=random; prize=one")
    await glade.filled(glade.otter, card, {"variant": "pro"})
    changed = await glade.otter.waits_for(glade.channel, says("professional"))
    assert "one shell" in text(changed)
    assert "at random" not in text(changed)


async def test_whoever_makes_puzzles_types_any_option(glade: Glade) -> None:
    board = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
    card = await glade.challenges(glade.otter, glade.heron, options=f"board={board}; shells=10, 8; duel_limit=7")
    assert "the start is set by hand · unrated" in text(card)
    [[stored]] = glade.bot.asked("SELECT options FROM match WHERE id = ?", number(card))
    assert json.loads(str(stored)) == {"board": board, "shells": [10, 8], "duel_limit": 7}
    # On the page what was typed is chosen, and stays when something else is.
    page = await glade.page(glade.otter, card)
    [chosen] = [it["value"] for it in option(page, "duel_limit")["options"] if it.get("default")]
    assert chosen == "7"
    await glade.filled(glade.otter, card, {"prize": "one"})
    await glade.otter.waits_for(glade.channel, says("a duel wins one shell"))
    [[stored]] = glade.bot.asked("SELECT options FROM match WHERE id = ?", number(card))
    assert json.loads(str(stored))["board"] == board


@pytest.mark.parametrize(
    ("typed", "said"),
    [("duel_limit=4", "odd number"), ("duel_limit=many", "Duel limit"), ("colour=red", "colour"), ("memory", "memory")],
)
async def test_what_no_game_allows_is_refused(glade: Glade, typed: str, said: str) -> None:
    answer = await glade.says(glade.otter, "duel challenge", opponent=glade.heron.id, options=typed)
    assert answer.message["flags"] & EPHEMERAL
    assert said in text(answer.message)
    assert [message for message in await glade.otter.messages(glade.channel) if does(Verb.SIT)(message)] == []


async def test_a_change_withdraws_what_was_accepted(glade: Glade) -> None:
    await glade.says(glade.otter, "duel open", seats=2)
    card = await glade.otter.waits_for(glade.channel, does(Verb.SIT))
    match = number(card)
    await glade.filled(glade.otter, card, {"prize": "one"})
    # Somebody accepts terms that they saw; the host may change them until then only.
    changed = await glade.otter.waits_for(glade.channel, says("a duel wins one shell"))
    await glade.heron.click(changed, custom_id=verbs(changed)[Verb.SIT])
    await glade.table(match)
    late = await glade.otter.click(await glade.table(match), custom_id=verbs(await glade.table(match))[Verb.MORE])
    assert late.state == "answered"


async def test_a_change_asks_all_again_who_had_accepted(glade: Glade) -> None:
    """At a table of three, where one has said yes."""
    card = await glade.challenges(glade.otter, glade.heron, glade.lynx, game="woodwalkers")
    match = number(card)
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    accepted = await glade.otter.waits_for(
        glade.channel, lambda it: does(Verb.SIT)(it) and says(f"{glade.heron.mention} ")(it)
    )
    await glade.filled(glade.otter, accepted, {"clock.": "300000"})
    changed = await glade.otter.waits_for(glade.channel, says("5 minutes"))
    # Now the other's yes is not enough, and whoever had said it may say it again.
    await glade.lynx.click(changed, custom_id=verbs(changed)[Verb.SIT])
    await glade.noted()
    assert glade.bot.asked("SELECT status FROM match WHERE id = ?", match) == [("offered",)]
    await glade.heron.click(changed, custom_id=verbs(changed)[Verb.SIT])
    table = await glade.table(match)
    assert all(guest.mention in text(table) for guest in (glade.otter, glade.heron, glade.lynx))


async def test_an_open_table_is_joined_left_and_joined(glade: Glade) -> None:
    answer = await glade.says(glade.otter, "duel open")
    card = await glade.heron.waits_for(glade.channel, does(Verb.SIT))
    assert answer.message["id"] == card["id"], "it is the answer, for all to see"
    assert labels(card) == ["Join", "…"]
    assert "1 of 2" in text(card)
    assert not card["playground"]["pings"]
    await glade.otter.click(card, custom_id=verbs(card)[Verb.SIT])
    await glade.otter.waits_for(glade.channel, says("already at this table"))
    await glade.lynx.click(card, custom_id=verbs(card)[Verb.SIT])
    table = await glade.table(number(card))
    assert glade.lynx.mention in text(table)


async def test_whoever_has_come_may_leave_and_the_host_need_not_wait(glade: Glade) -> None:
    """At a table for more."""
    card = (await glade.says(glade.otter, "duel open", game="woodwalkers")).message
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    came = await glade.heron.waits_for(glade.channel, says("2 of 4"))
    aside = await glade.aside(glade.heron, came)
    assert labels(aside) == ["Tisch verlassen", "🎲 Würfel schütteln", "Regeln", "Fairness"]
    left = (await glade.heron.click(aside, "Tisch verlassen")).message
    assert (left["id"], "verlassen" in text(left)) == (aside["id"], True)
    gone = await glade.otter.waits_for(glade.channel, says("1 of 4"))
    assert Verb.START not in verbs(await glade.aside(glade.otter, gone)), "nobody begins alone"
    await glade.lynx.click(gone, custom_id=verbs(gone)[Verb.SIT])
    aside = await glade.aside(glade.otter, await glade.otter.waits_for(glade.channel, says("2 of 4")))
    begun = (await glade.otter.click(aside, custom_id=verbs(aside)[Verb.START])).message
    assert begun["id"] == aside["id"]
    assert glade.lynx.mention in text(await glade.table(number(card)))


async def test_where_one_declines_the_host_asks_somebody_else(glade: Glade) -> None:
    otter, heron, lynx, badger = glade.otter, glade.heron, glade.lynx, glade.badger
    card = await glade.challenges(otter, heron, lynx, game="woodwalkers")
    await heron.click(card, custom_id=verbs(card)[Verb.SIT])
    await lynx.click(card, custom_id=verbs(card)[Verb.DECLINE])
    stalled = await otter.waits_for(glade.channel, says(lynx.mention, "isn’t up for it", "your call"))
    assert stalled["playground"]["pings"], "nothing goes on without the host"
    aside = await glade.aside(otter, stalled)
    assert labels(aside)[:2] == ["Start now", "Let the house sit down"]
    [who] = [one["custom_id"] for one in components_of(aside) if one["type"] == 5]
    for wrong in (heron, otter, glade.bot.name):
        chosen = wrong if isinstance(wrong, str) else wrong.id
        refused = (await otter.select(aside, who, [chosen])).message
        assert refused["flags"] & EPHEMERAL
    done = (await otter.select(aside, who, [badger.id])).message
    assert (done["id"], labels(done)) == (
        aside["id"],
        ["Options", "Withdraw", "🎲 Shake the dice", "Rules", "Fair play"],
    )
    anew = await badger.waits_for(glade.channel, lambda it: does(Verb.SIT)(it) and badger.mention in text(it))
    assert anew["playground"]["pings"]
    assert lynx.mention not in text(anew)
    await lynx.click(anew, custom_id=verbs(anew)[Verb.SIT])
    assert (await lynx.waits_for(glade.channel, says("Ce défi est pour ")))["flags"] & EPHEMERAL
    await badger.click(anew, custom_id=verbs(anew)[Verb.SIT])
    table = await glade.table(number(card))
    assert all(guest.mention in text(table) for guest in (otter, heron, badger))


async def test_where_one_declines_the_house_sits_down(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron, glade.lynx, game="schnick")
    await glade.lynx.click(card, custom_id=verbs(card)[Verb.DECLINE])
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    aside = await glade.aside(glade.otter, await glade.otter.waits_for(glade.channel, says("your call")))
    await glade.otter.click(aside, "Let the house sit down")
    table = await glade.table(number(card))
    assert all(name in text(table) for name in (glade.heron.mention, "the house"))


async def test_the_menu_of_a_user_challenges(glade: Glade) -> None:
    answer = await glade.otter.command(glade.channel, "Challenge to a duel", target=glade.heron.id, bot=glade.bot.name)
    card = await glade.heron.waits_for(glade.channel, does(Verb.SIT))
    assert answer.message["id"] == card["id"]
    assert card["playground"]["pings"]
    assert f"{glade.otter.mention} challenges {glade.heron.mention}" in text(card)


async def test_what_needs_a_server_refuses_in_direct_messages(glade: Glade) -> None:
    await glade.begun(glade.otter, glade.heron)
    for command, told in (("duel open", "Nobody would see it here"), ("ladder server", "only works on a server")):
        assert told in text((await glade.says(glade.otter, command, glade.otter.dm)).message)
    answer = await glade.says(glade.otter, "duel challenge", glade.otter.dm, opponent=glade.heron.id)
    assert "Nobody would see it here" in text(answer.message)


async def test_the_variant_completes_by_game(glade: Glade) -> None:
    choices = await glade.otter.complete(
        glade.channel, "duel challenge", "variant", variant="", opponent=glade.heron.id
    )
    assert {one["value"] for one in choices} == {"classic", "memory", "pro", "pro_stacks"}
    choices = await glade.heron.complete(
        glade.channel, "duel challenge", "variant", variant="stap", opponent=glade.otter.id
    )
    assert [(one["name"], one["value"]) for one in choices] == [("Profi mit Stapeln", "pro_stacks")]


async def test_an_unknown_variant_is_refused(glade: Glade) -> None:
    answer = await glade.says(glade.otter, "duel challenge", opponent=glade.heron.id, variant="wild")
    assert answer.message["flags"] & 64
    assert "wild" in text(answer.message)
    assert [message for message in await glade.otter.messages(glade.channel) if does(Verb.SIT)(message)] == []


async def test_the_rules_are_read_before_one_accepts(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    aside = await glade.aside(glade.heron, card)
    page = (await glade.heron.click(aside, custom_id=verbs(aside)[Verb.RULES])).message
    assert page["flags"] & 64
    assert "Schamanen" in text(page)
    following = (await glade.heron.click(page, "Weiter")).message
    assert following["id"] == page["id"]
    assert text(following) != text(page)


async def test_whoever_sits_there_shakes_the_dice_for_all_to_see(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    (match,) = re.findall(rf'"{Verb.SIT}:(\d+):', str(card).replace("'", '"'))
    told = (await glade.says(glade.otter, "duel shake", line="🦦 *my* dice")).message
    assert told["flags"] & EPHEMERAL
    shown = await glade.heron.waits_for(glade.channel, says("shook the dice"))
    assert glade.otter.mention in text(shown)
    assert r"🦦 \*my\* dice" in text(shown)
    seals = [
        text(it).split("🎲 Fair-play seal: ")[1].split()[0]
        for it in (
            card,
            await glade.heron.waits_for(
                glade.channel,
                lambda it: it["id"] == card["id"] and text(it).split("🎲 Fair-play seal: ")[1][:43] not in text(card),
            ),
        )
    ]
    assert seals[0] != seals[1]
    refused = (await glade.says(glade.heron, "duel shake", line="mine", match=match)).message
    assert "spielst du nicht mit" in text(refused)
