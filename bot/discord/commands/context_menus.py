"""What a right click offers: on somebody, and on a message of ours."""

from __future__ import annotations

from typing import Final

import discord
from discord import Interaction, app_commands

from bot.discord.commands.definitions import CONTEXTS, INSTALLS, USUAL, Ours, guests, told
from bot.discord.layout import addressed
from bot.discord.router import Router
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.offers import OfferHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.requests import MatchRequest, Request, Response
from bot.screens.custom_ids import Action, CustomId
from games.refused import Refused

LOOKED_BACK: Final = {Action.REPLAY: "menu-review", Action.VERIFY: "menu-verify"}


def challenge(router: Router, ours: Ours, offers: OfferHandler) -> app_commands.ContextMenu:
    """The same card as from the command, with everything as usual."""

    async def challenged(interaction: Interaction, user: discord.User) -> None:
        async def errand(request: Request) -> Response:
            people, house = guests([user], ours)
            return await offers.challenge(
                request, people, MatchRequest(USUAL, clock=await offers.clock(request)), house=house
            )

        await router.handle(interaction, errand)

    return _offered("menu-challenge", challenged)


def profile(router: Router, profiles: ProfileHandler) -> app_commands.ContextMenu:
    async def profiled(interaction: Interaction, user: discord.User) -> None:
        async def errand(request: Request) -> Response:
            if user.bot:
                raise Refused("scoreless")
            return await profiles.player(request, user.id)

        await router.handle(interaction, errand)

    return _offered("menu-profile", profiled)


def looked_back(verb: Action, router: Router, ours: Ours, desk: Dispatcher) -> app_commands.ContextMenu:
    """What a button of that verb would do, for the match that a message is about."""

    async def looked(interaction: Interaction, message: discord.Message) -> None:
        async def errand(request: Request) -> Response:
            about = addressed(message.components) if ours(message.author) else ()
            match_id = next((it.match_id for it in about if it.match_id and it.action != Action.LADDER), 0)
            if not match_id:
                raise Refused("no-card")
            return await desk.answer(request, CustomId(verb, match_id, 0))

        await router.looked_back(interaction, errand)

    return _offered(LOOKED_BACK[verb], looked)


def _offered(name: str, callback: app_commands.commands.ContextMenuCallback) -> app_commands.ContextMenu:
    return app_commands.ContextMenu(
        name=told(name), callback=callback, allowed_contexts=CONTEXTS, allowed_installs=INSTALLS
    )
