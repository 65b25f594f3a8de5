"""Shaking the dice by a form behind the card: open to whoever sits there, and to nobody else."""

from __future__ import annotations

from bot.screens.custom_ids import Action
from bot.screens.offer_card import PLAYER_SEED_MAX_LENGTH
from discord_playground.client import JSON, Answer, labels, text
from games.chained_record import hash_player_seed
from tests.kit.wire_person import COMMAND, COMPONENT, EPHEMERAL, MODAL, WirePerson, does, says, verbs
from tests.wire.server import Server, match_of, press


async def open_form(server: Server, guest: WirePerson, card: JSON) -> JSON:
    more = await server.open_more(guest, card)
    return (await guest.click(more, custom_id=verbs(more)[Action.OPEN_SEED_FORM])).modal


def list_shakes(server: Server, match_id: int) -> list[object]:
    query = "SELECT payload FROM event WHERE match_id = ? AND kind = 'shook' ORDER BY seq"
    return [word for (word,) in server.bot.query(query, match_id)]


async def forge(
    server: Server, guest: WirePerson, custom_id: str, line: str, kind: int = MODAL, on: JSON | None = None
) -> Answer:
    """Send a form, or a press, that no message offers."""
    field = {"type": 4, "id": 2, "custom_id": "line", "value": line}
    components = [{"type": 18, "id": 1, "component": field}]
    data = JSON({"custom_id": custom_id, "components": components, "component_type": 2})
    return await guest.forges(kind, data, server.channel, on["id"] if on else None)


async def test_line_of_the_form_is_public_and_changes_the_seal(server: Server) -> None:
    card = await server.challenge(server.otter, server.heron)
    seal = text(card).split("🎲 Fair-play seal: ")[1]
    form = await open_form(server, server.otter, card)
    assert form["title"] == "Shake the dice"
    await server.otter.close()
    assert list_shakes(server, match_of(card)) == []
    await open_form(server, server.otter, card)
    told = await server.otter.submit({"line": "🦦 *my* dice"})
    assert told.message["flags"] & EPHEMERAL
    assert "your last line counts" in text(told.message)
    assert Action.OPEN_SEED_FORM in verbs(told.message)
    line = await server.badger.waits_for(server.channel, says("shook the dice"))
    assert text(line).endswith(r"🦦 \*my\* dice")
    assert labels(line) == []
    changed = await server.otter.waits_for(server.channel, lambda it: it["id"] == card["id"] and seal not in text(it))
    assert "🎲 Fair-play seal: " in text(changed)
    assert list_shakes(server, match_of(card)) == [hash_player_seed("🦦 *my* dice")]


async def test_forged_form_shakes_nothing(server: Server) -> None:
    card = await server.challenge(server.otter, server.heron)
    match_id = match_of(card)
    to = f"{Action.SUBMIT_SEED}:{match_id}:0:"
    assert Action.OPEN_SEED_FORM not in verbs(await server.open_more(server.heron, card))
    for guest in (server.heron, server.badger):
        assert (await forge(server, guest, to, "mine")).message["flags"] & EPHEMERAL
    for line in ("", "two\nlines", "x" * (PLAYER_SEED_MAX_LENGTH + 1), "a line\n"):
        assert "know that button" in text((await forge(server, server.otter, to, line)).message), line
    # A form presses no button, and no button submits a form.
    for custom_id, kind in ((f"{Action.WITHDRAW_OFFER}:{match_id}:0:", MODAL), (to, COMPONENT)):
        refused = await forge(server, server.otter, custom_id, "mine", kind, card)
        assert "know that button" in text(refused.message)
    assert list_shakes(server, match_id) == []
    assert "Accept" in labels(server.otter.now(card))


async def test_forged_command_takes_no_more_than_the_form(server: Server) -> None:
    card = await server.challenge(server.otter, server.heron)
    duel = next(one for one in (await server.otter.see())["commands"] if one["name"] == "duel")
    for line in ("", "x" * (PLAYER_SEED_MAX_LENGTH + 1), "ä" * 6000, "two\nlines", "a line\n"):
        shake = {"type": 1, "name": "shake", "options": [{"type": 3, "name": "line", "value": line}]}
        data = JSON({"id": duel["id"], "name": "duel", "type": 1, "options": [shake]})
        assert (await server.otter.forges(COMMAND, data, server.channel)).message["flags"] & EPHEMERAL
    assert list_shakes(server, match_of(card)) == []


async def challenge_with_shakes(server: Server) -> JSON:
    """Return the card of a challenge that is accepted, and waits until both have shaken the dice."""
    card = await server.challenge(server.otter, server.heron, options="placement=random")
    await server.set_options(server.otter, card, {"shakes.": "yes"})
    card = await server.otter.waits_for(server.channel, says("everyone shakes the dice first"))
    await press(server.heron, card, Action.JOIN_OFFER)
    told = await server.heron.waits_for(server.channel, says("alle die Würfel geschüttelt"))
    assert told["flags"] & EPHEMERAL
    assert Action.OPEN_SEED_FORM in verbs(told)
    return await server.otter.waits_for(
        server.channel, says("Waiting for", server.otter.mention, server.heron.mention, "to shake the dice")
    )


async def test_match_begins_with_the_second_shake_though_the_bot_died_between(killable_server: Server) -> None:
    server = killable_server
    otter, heron = server.otter, server.heron
    card = await challenge_with_shakes(server)
    assert labels(card) == ["🎲 Shake the dice", "Decline", "…"]
    match_id = match_of(card)
    await heron.click(card, custom_id=verbs(card)[Action.OPEN_SEED_FORM])
    assert (await heron.submit({"line": "vom Reiher"})).state == "answered"
    waits = await otter.waits_for(
        server.channel, lambda it: it["id"] == card["id"] and heron.mention not in text(it).partition("Waiting for")[2]
    )
    await server.wait_until_shown()
    # A form that is open is submitted to the next process.
    await otter.click(waits, custom_id=verbs(waits)[Action.OPEN_SEED_FORM])
    await server.bot.kill_and_restart(server.playground)
    for guest in (server.badger, server.lynx):
        refused = await guest.click(waits, custom_id=verbs(waits)[Action.OPEN_SEED_FORM])
        assert refused.message["flags"] & EPHEMERAL
        await forge(server, guest, f"{Action.SUBMIT_SEED}:{match_id}:0:", "mine")
    assert list_shakes(server, match_id) == [hash_player_seed("vom Reiher")]
    await otter.submit({"line": "by the otter"})
    await server.wait_for_card(match_id)
    for guest in (otter, heron):
        await guest.handed(does(Action.SHOW_MORE, match_id))
    late = await forge(server, heron, f"{Action.SUBMIT_SEED}:{match_id}:0:", "too late")
    assert "begonnen" in text(late.message) or "läuft" in text(late.message)
    assert list_shakes(server, match_id) == [hash_player_seed("vom Reiher"), hash_player_seed("by the otter")]


async def test_dice_are_shaken_from_the_inbox_in_a_channel_and_in_direct_messages(server: Server) -> None:
    card = await challenge_with_shakes(server)
    match_id = match_of(card)
    inbox = (await server.command(server.heron, "duel inbox")).message
    assert "schüttle die Würfel" in text(inbox)
    await server.heron.click(inbox, custom_id=f"{Action.OPEN_SEED_FORM}:{match_id}:0:")
    await server.heron.submit({"line": "aus dem Eingang"})
    direct = (await server.command(server.otter, "duel inbox", server.otter.dm)).message
    await server.otter.click(direct, custom_id=f"{Action.OPEN_SEED_FORM}:{match_id}:0:")
    await server.otter.submit({"line": "from home"})
    begun = await server.otter.waits_for(direct["channel_id"], does(Action.PICK_MOVE, match_id))
    assert begun["id"] == direct["id"]
    await server.badger.waits_for(server.channel, says("shook the dice", "from home"))
    await server.wait_for_card(match_id)
