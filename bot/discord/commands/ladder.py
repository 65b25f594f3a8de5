"""The `/ladder` commands: profiles, ladders and seasons."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord.commands.definitions import GAME_CHOICES, CommandGroup, filter_choices, localized_text, slash_command
from bot.discord.router import Router
from bot.handlers.ladder import LadderHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.requests import Request, Response
from bot.ratings.rating_updates import ALL_GAMES
from bot.screens.season_posts import SEASON_NAME_MAX_LENGTH
from games.refused import Refused


class LadderCommands(CommandGroup):
    season_group = app_commands.Group(name=localized_text("name-season"), description=localized_text("command-season"))

    def __init__(self, router: Router, ladders: LadderHandler, profiles: ProfileHandler) -> None:
        super().__init__(localized_text("name-ladder"), localized_text("command-ladder"))
        self.router = router
        self.ladders = ladders
        self.profiles = profiles

    @slash_command("player", "user")
    async def player_command(self, interaction: Interaction, user: discord.User | None = None) -> None:
        async def answer(request: Request) -> Response:
            if user and user.bot:
                raise Refused("scoreless")
            return await self.profiles.show_profile(request, user.id if user else request.person_id)

        await self.router.handle_interaction(interaction, answer)

    @slash_command("server", "season", key="standing", game="ladder-game")
    @app_commands.choices(game=GAME_CHOICES)
    async def server_command(self, interaction: Interaction, game: str = ALL_GAMES, season: str = "") -> None:
        await self.router.handle_interaction(
            interaction, lambda request: self.ladders.show_ladder(request, game, season)
        )

    @server_command.autocomplete("season")
    async def autocomplete_season(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        async def find_choices(request: Request) -> list[Choice[str]]:
            return filter_choices(await self.ladders.list_season_choices(request), typed)

        return await self.router.handle_autocomplete(interaction, find_choices)

    @slash_command("begin", key="season-begin", name="season-name", group=season_group)
    async def begin_season_command(
        self, interaction: Interaction, name: app_commands.Range[str, 1, SEASON_NAME_MAX_LENGTH] = ""
    ) -> None:
        await self.router.handle_interaction(interaction, lambda request: self.ladders.begin_season(request, name))

    @slash_command("end", key="season-end", group=season_group)
    async def end_season_command(self, interaction: Interaction) -> None:
        await self.router.handle_interaction(interaction, self.ladders.ask_to_end_season)
