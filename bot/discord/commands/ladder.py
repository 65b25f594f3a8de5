"""`/ladder …`: who stands where, and the seasons in which they do."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord.commands.definitions import GAME, CommandGroup, command, fitting, told
from bot.discord.router import Router
from bot.handlers.leaderboards import LeaderboardHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.requests import Request, Response
from bot.ratings.rating_updates import EVERYTHING
from games.refused import Refused


class LadderCommands(CommandGroup):
    season = app_commands.Group(name=told("name-season"), description=told("command-season"))

    def __init__(self, router: Router, ladders: LeaderboardHandler, profiles: ProfileHandler) -> None:
        super().__init__(told("name-ladder"), told("command-ladder"))
        self.router = router
        self.ladders = ladders
        self.profiles = profiles

    @command("player", "user")
    async def player(self, interaction: Interaction, user: discord.User | None = None) -> None:
        async def errand(request: Request) -> Response:
            if user and user.bot:
                raise Refused("scoreless")
            return await self.profiles.player(request, user.id if user else request.person_id)

        await self.router.handle(interaction, errand)

    @command("server", "season", key="standing", game="ladder-game")
    @app_commands.choices(game=GAME)
    async def server(self, interaction: Interaction, game: str = EVERYTHING, season: str = "") -> None:
        await self.router.handle(interaction, lambda request: self.ladders.opened(request, game, season))

    @server.autocomplete("season")
    async def seasons(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        async def find(request: Request) -> list[Choice[str]]:
            return fitting(await self.ladders.seasons(request), typed)

        return await self.router.complete(interaction, find)

    @command("begin", key="season-begin", name="season-name", group=season)
    async def begin(self, interaction: Interaction, name: app_commands.Range[str, 1, 60] = "") -> None:
        await self.router.handle(interaction, lambda request: self.ladders.begun(request, name))

    @command("end", key="season-end", group=season)
    async def end(self, interaction: Interaction) -> None:
        await self.router.handle(interaction, self.ladders.ended)
