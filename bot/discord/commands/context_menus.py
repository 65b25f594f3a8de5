"""What a right click offers: on somebody, and on a message of ours."""

from __future__ import annotations

from typing import Final

import discord
from discord import Interaction, app_commands

from bot.discord.commands.definitions import (
    ALLOWED_CONTEXTS,
    ALLOWED_INSTALLS,
    DEFAULT_GAME,
    IsThisBot,
    localized_text,
    split_people_and_house,
)
from bot.discord.layout import find_custom_ids
from bot.discord.router import Router
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.offers import OfferHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.requests import MatchRequest, Request, Response
from bot.screens.custom_ids import Action, CustomId
from games.refused import Refused

REVIEW_MENU_KEYS: Final = {Action.SHOW_REVIEW: "menu-review", Action.SHOW_PROOF: "menu-verify"}


def build_challenge_menu(router: Router, is_this_bot: IsThisBot, offers: OfferHandler) -> app_commands.ContextMenu:
    """The same card as from the command, with everything as usual."""

    async def challenged(interaction: Interaction, user: discord.User) -> None:
        async def errand(request: Request) -> Response:
            people, house = split_people_and_house([user], is_this_bot)
            return await offers.challenge_players(
                request,
                people,
                MatchRequest(DEFAULT_GAME, clock=await offers.find_default_clock(request)),
                with_house=house,
            )

        await router.handle_interaction(interaction, errand)

    return _build_menu("menu-challenge", challenged)


def build_profile_menu(router: Router, profiles: ProfileHandler) -> app_commands.ContextMenu:
    async def profiled(interaction: Interaction, user: discord.User) -> None:
        async def errand(request: Request) -> Response:
            if user.bot:
                raise Refused("scoreless")
            return await profiles.show_profile(request, user.id)

        await router.handle_interaction(interaction, errand)

    return _build_menu("menu-profile", profiled)


def build_review_menu(
    action: Action, router: Router, is_this_bot: IsThisBot, dispatcher: Dispatcher
) -> app_commands.ContextMenu:
    """What a button of that verb would do, for the match that a message is about."""

    async def looked(interaction: Interaction, message: discord.Message) -> None:
        async def errand(request: Request) -> Response:
            about = find_custom_ids(message.components) if is_this_bot(message.author) else ()
            match_id = next((it.match_id for it in about if it.match_id and it.action != Action.SHOW_LEADERBOARD), 0)
            if not match_id:
                raise Refused("no-card")
            return await dispatcher.answer_press(request, CustomId(action, match_id, 0))

        await router.handle_with_auto_defer(interaction, errand)

    return _build_menu(REVIEW_MENU_KEYS[action], looked)


def _build_menu(text_key: str, callback: app_commands.commands.ContextMenuCallback) -> app_commands.ContextMenu:
    return app_commands.ContextMenu(
        name=localized_text(text_key),
        callback=callback,
        allowed_contexts=ALLOWED_CONTEXTS,
        allowed_installs=ALLOWED_INSTALLS,
    )
