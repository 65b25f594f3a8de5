"""Whatever else can be done around a match: look, wait, end it, and read it again."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, buttons, components, labels, text
from tests.kit.wire_person import DEFERRED, EPHEMERAL, does, picks, says, verbs
from tests.patience import PATIENCE
from tests.wire.asked import RANDOM, prompted
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade, number
from tests.wire.short import ended


async def test_resigning_is_asked_once_more(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    more = (await glade.otter.click(table, custom_id=verbs(table)[Verb.MORE])).message
    assert {"Board as text", "Rules", "Offer a draw", "Cancel the match", "Resign"} <= set(labels(more))
    sure = (await glade.otter.click(more, "Resign")).message
    assert "Really" in text(sure)
    assert not glade.bot.asked("SELECT 1 FROM event WHERE match = ? AND kind = 'said'", match)
    await glade.otter.click(sure, "Resign")
    over = await glade.over(match)
    assert glade.heron.mention in text(over)
    for guest in (glade.otter, glade.heron):
        await guest.until(lambda _, guest=guest: not any(does(Verb.PICK, match)(it) for it in guest.all()))  # type: ignore[misc]
    assert not over["playground"]["pings"], "who is at it has read it already"


async def test_who_only_looks_on_cannot_resign(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    more = (await glade.badger.click(table, custom_id=verbs(table)[Verb.MORE])).message
    assert "Resign" not in labels(more)
    shown = (await glade.badger.click(more, "Board as text")).message
    assert "```" in text(shown)
    refused = await glade.says(glade.badger, "duel resign", match=str(match))
    assert "not playing at this table" in text(refused.message)


async def test_a_draw_is_offered_and_agreed_to(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    sure = (await glade.says(glade.otter, "duel draw", match=str(match))).message
    await glade.otter.click(sure, "Offer a draw")
    table = await glade.heron.waits_for(glade.channel, says("offers a draw"))
    more = (await glade.heron.click(table, custom_id=verbs(table)[Verb.MORE])).message
    agree = next(label for label in labels(more) if "Remis" in label or "nentschieden" in label)
    sure = (await glade.heron.click(more, agree)).message
    await glade.heron.click(sure, custom_id=verbs(sure)[Verb.CALL])
    await glade.over(match)
    aside = await glade.aside(glade.otter, await glade.over(match))
    proof = (await glade.otter.click(aside, custom_id=verbs(aside)[Verb.VERIFY])).message
    assert "Nothing was tampered with" in text(proof)


async def test_before_the_first_step_one_is_enough_to_cancel(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    sure = (await glade.says(glade.heron, "duel cancel", match=str(match))).message
    done = (await glade.heron.click(sure, custom_id=verbs(sure)[Verb.CALL])).message
    assert "Abgebrochen. Niemand hat gewonnen." in text(done)
    await glade.over(match)
    assert glade.bot.asked("SELECT DISTINCT reason, rated FROM result WHERE match = ?", match) == [("cancelled", 0)]


async def test_later_all_have_to_want_it(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    for guest in (glade.otter, glade.heron):
        prompt = await prompted(guest, match)
        await guest.click(prompt, custom_id=picks(prompt)[0])
    await glade.table(match, 1)
    for guest, told in (
        (glade.otter, "You’ve asked to cancel the match."),
        (glade.heron, "Abgebrochen. Niemand hat gewonnen."),
    ):
        sure = (await glade.says(guest, "duel cancel", match=str(match))).message
        assert told in text((await guest.click(sure, custom_id=verbs(sure)[Verb.CALL])).message)
    await glade.over(match)


async def test_a_rematch_is_asked_of_the_other(glade: Glade) -> None:
    match = await ended(glade)
    over = await glade.over(match)
    refused = await glade.badger.click(over, custom_id=verbs(over)[Verb.REMATCH])
    assert "not playing at this table" in text(refused.message)
    await glade.heron.click(over, custom_id=verbs(over)[Verb.REMATCH])
    card = await glade.otter.waits_for(glade.channel, does(Verb.SIT))
    await glade.otter.click(card, custom_id=verbs(card)[Verb.SIT])
    table = await glade.table(number(card))
    heads = (text(over).split("\n")[1], text(table).split("\n")[0])
    first, second = (re.findall(r"<@(\d+)>", head) for head in heads)
    assert first == second[::-1]


def films(message: JSON) -> int:
    shown = (item["media"]["url"].split("?")[0] for one in components(message) for item in one.get("items", ()))
    return sum(url.endswith(".gif") for url in shown)


async def test_a_review_moves_and_steps(glade: Glade) -> None:
    match = await ended(glade)
    answer = await glade.says(glade.lynx, "duel replay", match=str(match))
    # A film takes its time: it is said at once that it comes.
    assert answer.type == DEFERRED
    shown = answer.message
    assert films(shown) == 1
    step = (await glade.lynx.click(shown, "Pas à pas")).message
    seen = {text(step)}
    while any(it["label"] == "Suivant" and not it.get("disabled") for it in buttons(step)):
        step = (await glade.lynx.click(step, "Suivant")).message
        seen.add(text(step))
    assert len(seen) > 1
    proof = (await glade.says(glade.otter, "duel verify", match=str(match))).message
    (seal,) = re.findall(r"🎲 Fair-play seal: ([\w-]{43})", text(await glade.over(match)))
    assert f"Its last seal, as on the card: `{seal}`" in text(proof)
    assert f"{match}.match" in str(proof)
    assert "every choice was legal" in text(proof)


async def test_a_film_that_is_asked_for_where_nothing_lies_any_more_is_shown_in_a_new_message(glade: Glade) -> None:
    match = await ended(glade)
    shown = (await glade.says(glade.lynx, "duel replay", match=str(match))).message
    step = (await glade.lynx.click(shown, "Pas à pas")).message
    # That it comes is said first.
    await glade.fault("POST /interactions/{interaction_id}/{interaction_token}/callback", 404, code=10008)
    answer = await glade.lynx.click(step, "🎞️ Film")
    assert answer.state == "answered"
    assert answer.message["id"] != step["id"]
    assert films(answer.message) == 1


async def test_a_match_is_looked_back_upon_from_its_card_and_from_the_hand(glade: Glade) -> None:
    """Where it turned comes first; what opens beside a hand leaves the hand."""
    form = {"placement": "random", "duel_limit": "5", "prize": "difference"}
    match = await glade.begun(glade.otter, glade.heron, form=form)
    await played(glade, match, glade.otter, glade.heron, manner=Driven.in_the_hand)
    hand = await glade.otter.handed(does(Verb.REMATCH, match))
    for place in (await glade.over(match), hand):
        shown = (await glade.otter.click(place, "Review")).message
        assert shown["id"] != place["id"]
        assert shown["flags"] & EPHEMERAL
        async with asyncio.timeout(PATIENCE):
            while "Look again" in labels(shown):
                shown = (await glade.otter.click(shown, "Look again")).message
        [jump] = [it for it in components(shown) if it["type"] == 3]
        turns = [it["value"] for it in jump["options"] if it["label"].startswith("🔑")]
        if turns:
            assert "Where it turned:" in text(shown)
            board = (await glade.otter.click(shown, custom_id=turns[0])).message
            assert board["id"] == shown["id"]
            assert labels(board)[:5] == ["First", "Back", "Next", "Last", "🎞️ Film"]
            door = (await glade.otter.click(board, "🎞️ Film")).message
            assert (door["id"], labels(door)) == (shown["id"], labels(shown))
    assert does(Verb.REMATCH, match)(glade.otter.now(hand))


async def test_nothing_of_a_running_match_is_given_out(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    refused = await glade.says(glade.otter, "duel verify", match=str(match))
    assert "still on" in text(refused.message)
    shown = (await glade.says(glade.otter, "duel replay", match=str(match))).message
    assert not any(one["type"] == 13 for one in components(shown))


async def test_the_inbox_plays_through_all_that_waits(glade: Glade) -> None:
    assert "Nothing’s waiting" in text((await glade.says(glade.otter, "duel inbox")).message)
    matches = [await glade.begun(glade.otter, other, form=RANDOM) for other in (glade.heron, glade.badger)]
    listed = (await glade.says(glade.otter, "duel inbox")).message
    assert "2 matches are waiting for you." in text(listed)
    told = [re.sub(r"(Heron|Badger).*", "…", label) for label in labels(listed)]
    assert told == [f"{at} · Duel of the Shamans, …" for at in (1, 2)]
    first = (await glade.otter.click(listed, labels(listed)[0])).message
    assert first["id"] == listed["id"]
    sealed = (await glade.otter.click(first, custom_id=picks(first)[0])).message
    second = (await glade.otter.click(sealed, "Other match (1)")).message
    assert {number(first), number(second)} == set(matches)
    done = (await glade.otter.click(second, custom_id=picks(second)[0])).message
    assert Verb.INBOX not in verbs(done), "nothing else waits"
    assert "Nothing’s waiting" in text((await glade.says(glade.otter, "duel inbox")).message)


async def test_the_inbox_works_in_direct_messages(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await prompted(glade.otter, match)
    shown = (await glade.says(glade.otter, "duel inbox", glade.otter.dm)).message
    assert does(Verb.PICK, match)((await glade.otter.click(shown, labels(shown)[0])).message)


async def test_running_matches_are_listed(glade: Glade) -> None:
    assert "Nobody" in text((await glade.says(glade.otter, "duel list")).message)
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await glade.challenges(glade.lynx, glade.badger)
    listed = text((await glade.says(glade.otter, "duel list")).message)
    assert f"`{match}`" in listed
    assert glade.lynx.mention in listed


async def test_the_board_comes_to_the_bottom_or_as_text(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    for _ in range(2):
        await glade.lynx.say(glade.channel, "Splash")
    await glade.says(glade.otter, "duel board", match=str(match))
    anew = await glade.otter.waits_for(
        glade.channel, lambda it: does(Verb.CHOOSE, match)(it) and it["id"] != table["id"]
    )
    assert int(anew["id"]) > int(table["id"])
    as_text = (await glade.says(glade.otter, "duel board", match=str(match), text=True)).message
    assert "```" in text(as_text)
    assert as_text["flags"] & 64


@pytest.mark.parametrize("command", ["board", "resign", "draw", "cancel", "replay", "verify"])
async def test_a_match_that_never_was_is_told_so(glade: Glade, command: str) -> None:
    for match in ("999999", "none", "１２"):
        answer = await glade.says(glade.otter, f"duel {command}", match=match)
        assert answer.message["flags"] & 64
        assert "no match" in text(answer.message), text(answer.message)


@pytest.mark.parametrize("command", ["board", "resign", "draw", "cancel", "replay", "verify", "move"])
async def test_an_offer_is_no_match_yet(glade: Glade, command: str) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    options = {"word": "x"} if command == "move" else {}
    answer = await glade.says(glade.heron, f"duel {command}", match=str(number(card)), **options)
    assert answer.state == "answered", answer.error
    assert answer.message["flags"] & 64
    assert "Code" not in text(answer.message)


async def test_nonsense_is_refused_with_what_was_probably_meant(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    answer = await glade.says(glade.otter, "duel move", word="wobble", match=str(match))
    assert answer.message["flags"] & 64
    assert "wobble" in text(answer.message) or "mask" in text(answer.message)


async def test_the_match_completes(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    for command in ("move", "resign", "board"):
        options = {"word": "x"} if command == "move" else {}
        found = await glade.otter.complete(glade.channel, f"duel {command}", "match", match="", **options)
        assert [one["value"] for one in found] == [str(match)]


async def test_the_rules_have_a_page_after_the_other(glade: Glade) -> None:
    page = (await glade.says(glade.heron, "duel rules")).message
    seen = [text(page)]
    while any(it["label"] == "Weiter" and not it.get("disabled") for it in buttons(page)):
        page = (await glade.heron.click(page, "Weiter")).message
        seen.append(text(page))
    assert len(seen) == len(set(seen)) > 3
    assert all("Schamanen" in one for one in seen)


async def test_rules_beside_a_hand_leave_the_hand(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    more = (await glade.otter.click(prompt, "More")).message
    page = (await glade.otter.click(more, "Rules")).message
    assert len({prompt["id"], more["id"], page["id"]}) == 3
    assert does(Verb.PICK, match)(glade.otter.now(prompt))
    turned = (await glade.otter.click(page, "Next")).message
    assert turned["id"] == page["id"]
