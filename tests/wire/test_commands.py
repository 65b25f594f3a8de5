"""Test registration, autocomplete, answers and languages of commands, including those of context menus."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, Playground, button_labels, find_buttons, full_text, iter_components
from games import GAMES
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import DEFERRED_RESPONSE, EPHEMERAL_FLAG, has_button_for
from tests.wire.conftest import open_server
from tests.wire.match_play import RANDOM_PLACEMENT, play_one_duel, wait_for_choice
from tests.wire.playground_server import PlaygroundServer, get_match_id, open_user_installed_place, press_button


def count_animations(message: JSON) -> int:
    items = (item for component in iter_components(message) for item in component.get("items", ()))
    return sum(item["media"]["url"].split("?")[0].endswith(".gif") for item in items)


async def test_replay_is_deferred_until_its_animation_is_rendered(server: PlaygroundServer) -> None:
    match_id = await play_one_duel(server)
    answer = await server.run_command(server.lynx, "duel replay", match=str(match_id))
    assert answer.callback_type == DEFERRED_RESPONSE
    assert count_animations(answer.message) == 1
    step = (await server.lynx.click(answer.message, "Pas à pas")).message
    seen_texts = {full_text(step)}
    while any(it["label"] == "Suivant" and not it.get("disabled") for it in find_buttons(step)):
        step = (await server.lynx.click(step, "Suivant")).message
        seen_texts.add(full_text(step))
    assert len(seen_texts) > 1
    animation = (await server.lynx.click(step, "Revoir")).message
    assert (animation["id"], count_animations(animation)) == (step["id"], 1)
    proof = (await server.run_command(server.otter, "duel verify", match=str(match_id))).message
    (short_seal,) = re.findall(r"🎲 `([\w-]{8})`", full_text(await server.wait_for_end(match_id)))
    assert re.search(rf"Last seal, which begins as on the card: `{short_seal}[\w-]{{35}}`", full_text(proof))
    assert f"{match_id}.match" in str(proof)


async def test_message_menu_of_a_card_shows_review_and_proof(server: PlaygroundServer) -> None:
    card = await server.wait_for_end(match_id := await play_one_duel(server))
    review = (await server.run_command(server.badger, "Review", target=card)).message
    assert review["flags"] & EPHEMERAL_FLAG
    assert any(it["type"] == 12 for it in iter_components(review))
    proof = (await server.run_command(server.badger, "Check fair play", target=card)).message
    assert f"{match_id}.match" in str(proof)
    assert "Every choice was legal" in full_text(proof)
    message = await server.heron.send_message(server.channel, "Splash")
    for command in ("Review", "Check fair play"):
        assert "isn’t a match" in full_text((await server.run_command(server.otter, command, target=message)).message)
    await server.begin_match(server.otter, server.heron)
    running = await server.otter.wait_for_message(server.channel, has_button_for(Action.OPEN_MATCH))
    for command in ("Review", "Check fair play"):
        shown = (await server.run_command(server.badger, command, target=running)).message
        assert ".match" not in str(shown)
    await server.allow_threads()
    threaded = await server.challenge_guests(server.otter, server.heron)
    await press_button(server.heron, threaded, Action.JOIN_OFFER)
    line = await server.otter.wait_for_message(server.channel, lambda message: "🧵" in full_text(message))
    for command in ("Review", "Check fair play"):
        shown = (await server.run_command(server.badger, command, target=line)).message
        assert "isn’t a match" not in full_text(shown)


async def test_user_menu_shows_the_profile_and_challenges(server: PlaygroundServer) -> None:
    profile = (await server.run_command(server.lynx, "Profile", target=server.heron.user_id)).message
    assert profile["flags"] & EPHEMERAL_FLAG
    assert server.heron.mention in full_text(profile)
    refused = await server.run_command(server.otter, "Profile", target=profile["author"]["id"])
    assert "Bots keep no score" in full_text(refused.message)
    offer = (await server.run_command(server.otter, "Challenge to a duel", target=server.heron.user_id)).message
    card = await server.heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    assert offer["id"] == card["id"]
    assert card["playground"]["pings"]


@pytest.mark.gate
async def test_user_menu_of_a_user_installed_bot_hides_other_profiles(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as place:
        await place.run_command(place.otter, "Challenge to a duel", target=place.heron.user_id)
        card = await place.heron.wait_for_message(place.channel, has_button_for(Action.JOIN_OFFER))
        assert "unrated" in full_text(card)
        await press_button(place.heron, card, Action.JOIN_OFFER)
        await place.wait_for_card(get_match_id(card))
        other_profile = await place.run_command(place.otter, "Profile", target=place.heron.user_id)
        assert "servers that have me" in full_text(other_profile.message)
        own_profile = await place.run_command(place.otter, "Profile", target=place.otter.user_id)
        assert place.otter.mention in full_text(own_profile.message)


async def test_commands_in_direct_messages_only_show_private_content(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await wait_for_choice(server.otter, match_id)
    dm = server.otter.dm_channel
    inbox = (await server.run_command(server.otter, "duel inbox", dm)).message
    assert has_button_for(Action.PICK_MOVE, match_id)(
        (await server.otter.click(inbox, button_labels(inbox)[0])).message
    )
    offer = await server.run_command(server.otter, "duel challenge", dm, opponent=server.heron.user_id)
    assert "Nobody would see it here" in full_text(offer.message)
    for command in ("ladder server", "settings server"):
        assert "servers that have me" in full_text((await server.run_command(server.otter, command, dm)).message)


@pytest.mark.parametrize("command", ["play", "help"])
async def test_newcomer_plays_and_challenges_from_one_private_message(server: PlaygroundServer, command: str) -> None:
    door = (await server.run_command(server.otter, command)).message
    assert door["flags"] & EPHEMERAL_FLAG
    assert button_labels(door) == [*(game.say("name", "en") for game in GAMES.values()), "☀️ Daily duel"]
    page = (await server.otter.click(door, "Schnick Schnack Schnuck")).message
    started = (await server.otter.click(page, "Play the bot")).message
    assert door["id"] == page["id"] == started["id"]
    assert has_button_for(Action.SHOW_MORE)(started)
    door = (await server.run_command(server.heron, command)).message
    page = (await server.heron.click(door, "Schamanenschach")).message
    choice = (await server.heron.click(page, "Herausfordern")).message
    answer = await server.heron.select_values(
        choice, f"{Action.CHALLENGE_PERSON}:0:0:shamanic_chess", [server.lynx.user_id]
    )
    card = await server.lynx.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    assert answer.message["id"] == card["id"]
    assert card["playground"]["pings"]
    bot_id = card["author"]["id"]
    await server.heron.select_values(choice, f"{Action.CHALLENGE_PERSON}:0:0:shamanic_chess", [bot_id])
    practice = await server.heron.wait_for_private_message(has_button_for(Action.SHOW_MORE))
    assert practice["id"] == choice["id"]


async def test_commands_in_texts_are_mentions(server: PlaygroundServer) -> None:
    commands = {it["name"]: it["id"] for it in server.otter.watch.view["commands"] if it["bot"] == server.bot.name}
    refused = await server.run_command(server.heron, "duel challenge", opponent=server.heron.user_id)
    assert f"</duel practice:{commands['duel']}>" in full_text(refused.message)
    profile = (await server.run_command(server.heron, "ladder player")).message
    assert f"</play:{commands['play']}>" in full_text(profile)


async def test_board_command_reposts_the_card_or_shows_text(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    card = await server.wait_for_card(match_id)
    for _ in range(2):
        await server.lynx.send_message(server.channel, "Splash")
    await server.run_command(server.otter, "duel board", match=str(match_id))
    reposted = await server.otter.wait_for_message(
        server.channel, lambda it: has_button_for(Action.OPEN_MATCH, match_id)(it) and it["id"] != card["id"]
    )
    assert int(reposted["id"]) > int(card["id"])
    board = (await server.run_command(server.otter, "duel board", match=str(match_id), text=True)).message
    assert "```" in full_text(board)
    assert board["flags"] & EPHEMERAL_FLAG


async def test_match_and_variant_options_are_autocompleted(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    for command in ("move", "resign", "board"):
        options = {"word": "x"} if command == "move" else {}
        suggestions = await server.otter.autocomplete(server.channel, f"duel {command}", "match", match="", **options)
        assert [it["value"] for it in suggestions] == [str(match_id)]
    opponent = {"opponent": server.lynx.user_id}
    suggestions = await server.otter.autocomplete(server.channel, "duel challenge", "variant", variant="", **opponent)
    assert {it["value"] for it in suggestions} == {"classic", "memory", "pro", "pro_stacks"}
    suggestions = await server.heron.autocomplete(
        server.channel, "duel challenge", "variant", variant="stap", **opponent
    )
    assert [(it["name"], it["value"]) for it in suggestions] == [("Profi mit Stapeln", "pro_stacks")]


async def test_private_messages_use_the_language_of_the_reader(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.heron, server.lynx, form=RANDOM_PLACEMENT)
    game_names = {"en-US": "Duel of the Shamans", "en-GB": "Duel of the Shamans", "de": "Duell der Schamanen"}
    assert game_names["de"] in full_text(await wait_for_choice(server.heron, match_id))
    assert "Duel des chamans" in full_text(await wait_for_choice(server.lynx, match_id))
    card = await server.wait_for_card(match_id)
    for name, locale in (("otter", "en-US"), ("stoat", "en-GB"), ("swift", "de")):
        assert game_names[locale] in full_text(await server.guests[name].open_from_card(card))
    for locale, words in (("fr", "Rien"), ("de", "Nichts")):
        await server.otter.set_locale(locale)
        assert words in full_text((await server.run_command(server.otter, "duel inbox")).message)


@pytest.mark.parametrize(("locale", "game"), [("fr", "Duel des chamans"), ("pl", "Duel of the Shamans")])
async def test_card_uses_the_language_of_the_server(
    playground: Playground, bot: BotProcess, locale: str, game: str
) -> None:
    async with open_server(playground, bot, locale) as server:
        card = await server.challenge_guests(server.otter, server.heron)
        assert game in full_text(card)
        await press_button(server.heron, card, Action.JOIN_OFFER)
        assert game in full_text(await server.wait_for_card(get_match_id(card)))


async def test_command_names_and_descriptions_are_registered_in_three_languages(server: PlaygroundServer) -> None:
    commands = [it for it in server.otter.watch.view["commands"] if it["bot"] == server.bot.name]
    assert {it["name"] for it in commands} >= {"duel", "Challenge to a duel"}
    for part in [it for command in commands for it in _list_named_parts(command)]:
        if part.get("description"):
            assert {"de", "fr"} <= (part.get("description_localizations") or {}).keys(), part
        if part["name"] not in {"duel", "ladder"}:
            assert {"de", "fr"} <= (part.get("name_localizations") or {}).keys(), part
    # Discord finds commands by their names in the user's language.
    assert "Schamanen" in full_text((await server.run_command(server.heron, "duel regeln")).message)


def _list_named_parts(command: JSON) -> Iterator[JSON]:
    yield command
    for option in command.get("options", ()):
        yield from _list_named_parts(option)
        yield from option.get("choices", ())
