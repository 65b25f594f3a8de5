"""The context menus for users and messages."""

from __future__ import annotations

from typing import Final

import discord
from discord import Interaction, app_commands

from bot.discord.commands.definitions import (
    ALLOWED_CONTEXTS,
    ALLOWED_INSTALLS,
    IsThisBot,
    localized_text,
    split_people_and_house,
)
from bot.discord.layout import find_custom_ids
from bot.discord.router import Router
from bot.handlers.dispatcher import ACTIONS_WITHOUT_MATCH, Dispatcher
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.offers import OfferHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.requests import Request, Response
from bot.screens.custom_ids import Action, CustomId
from games.refused import Refused

REVIEW_MENU_KEYS: Final = {Action.SHOW_REVIEW: "menu-review", Action.SHOW_PROOF: "menu-verify"}


def build_challenge_menu(router: Router, is_this_bot: IsThisBot, offers: OfferHandler) -> app_commands.ContextMenu:
    """Build the menu item that challenges a person, like `/duel challenge` with default options."""

    async def challenge_person(interaction: Interaction, user: discord.User) -> None:
        async def answer(request: Request) -> Response:
            people, house = split_people_and_house([user], is_this_bot)
            match_request = await offers.make_usual_request(request, "")
            return await offers.challenge_players(request, people, match_request, with_house=house)

        await router.handle_interaction(interaction, answer)

    return _build_menu("menu-challenge", challenge_person)


def build_profile_menu(router: Router, profiles: ProfileHandler) -> app_commands.ContextMenu:
    async def show_profile(interaction: Interaction, user: discord.User) -> None:
        async def answer(request: Request) -> Response:
            if user.bot:
                raise Refused("scoreless")
            return await profiles.show_profile(request, user.id)

        await router.handle_interaction(interaction, answer)

    return _build_menu("menu-profile", show_profile)


def build_review_menu(
    action: Action, router: Router, is_this_bot: IsThisBot, dispatcher: Dispatcher, match_lookup: MatchLookup
) -> app_commands.ContextMenu:
    """Build the context menu item that runs `action`, which shows the review or the proof of a message's match."""

    async def show_match(interaction: Interaction, message: discord.Message) -> None:
        async def answer(request: Request) -> Response:
            match_id = None
            if is_this_bot(message.author):
                # The starter message of a match's thread has no buttons, so its ID is looked up.
                match_id = _find_match_id(message) or await match_lookup.find_match_above_thread(message.id)
            if match_id is None:
                raise Refused("no-card")
            return await dispatcher.answer_press(request, CustomId(action, match_id, 0))

        await router.handle_with_auto_defer(interaction, answer)

    return _build_menu(REVIEW_MENU_KEYS[action], show_match)


def _find_match_id(message: discord.Message) -> int | None:
    """Return the match ID of the message's first button or menu that belongs to a match, or None."""
    custom_ids = find_custom_ids(message.components)
    match_ids = (
        custom_id.match_id
        for custom_id in custom_ids
        if custom_id.match_id and custom_id.action not in ACTIONS_WITHOUT_MATCH
    )
    return next(match_ids, None)


def _build_menu(text_key: str, callback: app_commands.commands.ContextMenuCallback) -> app_commands.ContextMenu:
    return app_commands.ContextMenu(
        name=localized_text(text_key),
        callback=callback,
        allowed_contexts=ALLOWED_CONTEXTS,
        allowed_installs=ALLOWED_INSTALLS,
    )
