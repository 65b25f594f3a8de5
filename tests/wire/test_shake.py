"""Test player seeds ("shaking the dice") from the card's form, which only the match's players may submit."""

from __future__ import annotations

from bot.screens.custom_ids import Action
from bot.screens.offer_card import PLAYER_SEED_MAX_LENGTH
from discord_playground.client import JSON, InteractionResult, button_labels, full_text
from games.chained_record import hash_player_seed
from tests.kit.wire_person import (
    COMMAND_INTERACTION,
    COMPONENT_INTERACTION,
    EPHEMERAL_FLAG,
    MODAL_INTERACTION,
    WirePerson,
    contains_text,
    has_button_for,
    index_by_action,
)
from tests.wire.playground_server import PlaygroundServer, get_match_id, press_button


async def open_seed_form(server: PlaygroundServer, guest: WirePerson, card: JSON) -> JSON:
    more = await server.open_more_actions(guest, card)
    return (await guest.click(more, custom_id=index_by_action(more)[Action.OPEN_SEED_FORM])).modal


def list_player_seeds(server: PlaygroundServer, match_id: int) -> list[object]:
    query = "SELECT payload FROM event WHERE match_id = ? AND kind = 'shook' ORDER BY seq"
    return [word for (word,) in server.bot.query_store(query, match_id)]


async def forge_form(
    server: PlaygroundServer,
    guest: WirePerson,
    custom_id: str,
    seed_text: str,
    interaction_type: int = MODAL_INTERACTION,
    message: JSON | None = None,
) -> InteractionResult:
    """Submit a form, or click a button, that no message offers."""
    field = {"type": 4, "id": 2, "custom_id": "line", "value": seed_text}
    components = [{"type": 18, "id": 1, "component": field}]
    data = JSON({"custom_id": custom_id, "components": components, "component_type": 2})
    return await guest.forge_interaction(interaction_type, data, server.channel, message["id"] if message else None)


async def test_player_seed_is_private_and_changes_the_seal(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    seal = full_text(card).split("🎲 ")[1]
    form = await open_seed_form(server, server.otter, card)
    assert form["title"] == "Shake the dice"
    await server.otter.close_modal()
    assert list_player_seeds(server, get_match_id(card)) == []
    await open_seed_form(server, server.otter, card)
    answer = await server.otter.submit_modal({"line": "🦦 *my* dice"})
    assert answer.message["flags"] & EPHEMERAL_FLAG
    assert r"“🦦 \*my\* dice”" in full_text(answer.message)
    assert Action.OPEN_SEED_FORM in index_by_action(answer.message)
    changed = await server.badger.wait_for_message(server.channel, contains_text("shook the dice"))
    assert changed["id"] == card["id"]
    assert f"🎲 {server.otter.mention} shook the dice." in full_text(changed)
    assert seal not in full_text(changed)
    assert not any("my" in full_text(message) for message in server.badger.received_messages)
    assert list_player_seeds(server, get_match_id(card)) == [hash_player_seed("🦦 *my* dice")]


async def test_forged_form_stores_no_player_seed(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    match_id = get_match_id(card)
    seed_form_id = f"{Action.SUBMIT_SEED}:{match_id}:0:"
    assert Action.OPEN_SEED_FORM not in index_by_action(await server.open_more_actions(server.heron, card))
    for guest in (server.heron, server.badger):
        assert (await forge_form(server, guest, seed_form_id, "mine")).message["flags"] & EPHEMERAL_FLAG
    for line in ("", "two\u2028lines", "x" * (PLAYER_SEED_MAX_LENGTH + 1), "a line\n"):
        refused = await forge_form(server, server.otter, seed_form_id, line)
        assert "One line of ordinary text" in full_text(refused.message), line
    # A form with the custom ID of a button is refused, and a button with that of a form.
    for custom_id, kind in (
        (f"{Action.WITHDRAW_OFFER}:{match_id}:0:", MODAL_INTERACTION),
        (seed_form_id, COMPONENT_INTERACTION),
    ):
        refused = await forge_form(server, server.otter, custom_id, "mine", kind, card)
        assert "That button is too old" in full_text(refused.message)
    assert list_player_seeds(server, match_id) == []
    assert "Accept" in button_labels(server.otter.get_current_version(card))


async def test_forged_command_stores_no_invalid_player_seed(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    duel = next(it for it in (await server.otter.load_view())["commands"] if it["name"] == "duel")
    for line in ("", "x" * (PLAYER_SEED_MAX_LENGTH + 1), "ä" * 6000, "two\nlines", "a line\n"):
        shake = {"type": 1, "name": "shake", "options": [{"type": 3, "name": "line", "value": line}]}
        data = JSON({"id": duel["id"], "name": "duel", "type": 1, "options": [shake]})
        answer = await server.otter.forge_interaction(COMMAND_INTERACTION, data, server.channel)
        assert answer.message["flags"] & EPHEMERAL_FLAG
        assert "One line of ordinary text" in full_text(answer.message)
    assert list_player_seeds(server, get_match_id(card)) == []


async def challenge_with_player_seeds(server: PlaygroundServer) -> JSON:
    """Return the card of an accepted challenge that waits for the seeds of both players."""
    card = await server.challenge_guests(server.otter, server.heron, options="placement=random")
    await server.set_options(server.otter, card, {"checks": ["shakes."]}, advanced=True)
    card = await server.heron.wait_for_message(server.channel, contains_text("everyone shakes first"))
    await press_button(server.heron, card, Action.JOIN_OFFER)
    seed_request = await server.heron.wait_for_message(server.channel, contains_text("Erst schütteln alle die Würfel"))
    assert seed_request["flags"] & EPHEMERAL_FLAG
    assert Action.OPEN_SEED_FORM in index_by_action(seed_request)
    return await server.otter.wait_for_message(
        server.channel, contains_text("Waiting for", server.otter.mention, server.heron.mention)
    )


async def test_match_begins_with_the_second_seed_after_a_kill(killable_server: PlaygroundServer) -> None:
    server = killable_server
    otter, heron = server.otter, server.heron
    card = await challenge_with_player_seeds(server)
    assert button_labels(card) == ["🎲 Shake the dice", "Decline", "More"]
    match_id = get_match_id(card)
    await heron.click(card, custom_id=index_by_action(card)[Action.OPEN_SEED_FORM])
    assert (await heron.submit_modal({"line": "vom Reiher"})).state == "answered"
    updated_card = await otter.wait_for_message(
        server.channel,
        lambda it: it["id"] == card["id"] and heron.mention not in full_text(it).partition("Waiting for")[2],
    )
    await server.wait_until_shown()
    # The open form is submitted to the next process.
    await otter.click(updated_card, custom_id=index_by_action(updated_card)[Action.OPEN_SEED_FORM])
    await server.bot.kill_and_restart(server.playground)
    for guest in (server.badger, server.lynx):
        refused = await guest.click(updated_card, custom_id=index_by_action(updated_card)[Action.OPEN_SEED_FORM])
        assert refused.message["flags"] & EPHEMERAL_FLAG
        await forge_form(server, guest, f"{Action.SUBMIT_SEED}:{match_id}:0:", "mine")
    assert list_player_seeds(server, match_id) == [hash_player_seed("vom Reiher")]
    await otter.submit_modal({"line": "by the otter"})
    await server.wait_for_card(match_id)
    for guest in (otter, heron):
        await guest.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id))
    late_answer = await forge_form(server, heron, f"{Action.SUBMIT_SEED}:{match_id}:0:", "too late")
    assert "begonnen" in full_text(late_answer.message) or "läuft" in full_text(late_answer.message)
    assert list_player_seeds(server, match_id) == [hash_player_seed("vom Reiher"), hash_player_seed("by the otter")]


async def test_player_seeds_are_entered_from_the_inbox(server: PlaygroundServer) -> None:
    card = await challenge_with_player_seeds(server)
    match_id = get_match_id(card)
    inbox = (await server.run_command(server.heron, "duel inbox")).message
    assert "schüttle die Würfel" in full_text(inbox)
    await server.heron.click(inbox, custom_id=f"{Action.OPEN_SEED_FORM}:{match_id}:0:")
    await server.heron.submit_modal({"line": "aus dem Eingang"})
    dm_inbox = (await server.run_command(server.otter, "duel inbox", server.otter.dm_channel)).message
    await server.otter.click(dm_inbox, custom_id=f"{Action.OPEN_SEED_FORM}:{match_id}:0:")
    await server.otter.submit_modal({"line": "from home"})
    prompt = await server.otter.wait_for_message(dm_inbox["channel_id"], has_button_for(Action.PICK_MOVE, match_id))
    assert prompt["id"] == dm_inbox["id"]
    assert "“from home”" in full_text(prompt)
    await server.wait_for_card(match_id)
    assert not any("from home" in full_text(message) for message in server.badger.received_messages)
