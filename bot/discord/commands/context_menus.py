"""What a right click offers: on somebody, and on a message of ours."""

from __future__ import annotations

from typing import Final

import discord
from discord import Interaction, app_commands

from bot.discord.commands.definitions import CONTEXTS, INSTALLS, USUAL, Ours, guests, told
from bot.discord.layout import addressed
from bot.discord.router import Router
from bot.handlers.dispatcher import Desk
from bot.handlers.offers import Offers
from bot.handlers.profiles import Profiles
from bot.handlers.requests import Answer, Asked, Wish
from bot.screens.custom_ids import Address, Verb
from games.refused import Refused

LOOKED_BACK: Final = {Verb.REPLAY: "menu-review", Verb.VERIFY: "menu-verify"}


def challenge(router: Router, ours: Ours, offers: Offers) -> app_commands.ContextMenu:
    """The same card as from the command, with everything as usual."""

    async def challenged(interaction: Interaction, user: discord.User) -> None:
        async def errand(asked: Asked) -> Answer:
            people, house = guests([user], ours)
            return await offers.challenge(asked, people, Wish(USUAL, clock=await offers.clock(asked)), house=house)

        await router.handle(interaction, errand)

    return _offered("menu-challenge", challenged)


def profile(router: Router, profiles: Profiles) -> app_commands.ContextMenu:
    async def profiled(interaction: Interaction, user: discord.User) -> None:
        async def errand(asked: Asked) -> Answer:
            if user.bot:
                raise Refused("scoreless")
            return await profiles.player(asked, user.id)

        await router.handle(interaction, errand)

    return _offered("menu-profile", profiled)


def looked_back(verb: Verb, router: Router, ours: Ours, desk: Desk) -> app_commands.ContextMenu:
    """What a button of that verb would do, for the match that a message is about."""

    async def looked(interaction: Interaction, message: discord.Message) -> None:
        async def errand(asked: Asked) -> Answer:
            about = addressed(message.components) if ours(message.author) else ()
            match = next((it.match for it in about if it.match and it.verb != Verb.LADDER), 0)
            if not match:
                raise Refused("no-card")
            return await desk.answer(asked, Address(verb, match, 0))

        await router.looked_back(interaction, errand)

    return _offered(LOOKED_BACK[verb], looked)


def _offered(name: str, callback: app_commands.commands.ContextMenuCallback) -> app_commands.ContextMenu:
    return app_commands.ContextMenu(
        name=told(name), callback=callback, allowed_contexts=CONTEXTS, allowed_installs=INSTALLS
    )
