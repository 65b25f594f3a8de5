"""The `/tournament` commands."""

from __future__ import annotations

from typing import Final

from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord.commands.definitions import (
    GAME_CHOICES,
    CommandGroup,
    filter_choices,
    localized_text,
    slash_command,
)
from bot.discord.router import Router
from bot.handlers.offers import OfferHandler
from bot.handlers.requests import Request
from bot.handlers.tournaments import TournamentHandler, TournamentRequest
from bot.matches.terms import TURN_TIMES_MS
from bot.screens.custom_ids import Action
from bot.tournaments.arena import MAX_ARENA_MINUTES, MIN_ARENA_MINUTES
from bot.tournaments.model import Format
from bot.tournaments.rules import DEFAULT_ARENA_MINUTES, DEFAULT_ROUND_DAYS, MAX_ROUND_DAYS, TournamentRules
from bot.tournaments.service import MAX_NAME_LENGTH
from bot.tournaments.swiss import MAX_ROUNDS, MIN_ROUNDS

CLOCK_NAMES: Final = ("1m", "2m", "5m", "24h")
FORMAT_CHOICES: Final = [Choice(name=localized_text(f"tournament-format-{each}"), value=str(each)) for each in Format]
TOURNAMENT_CLOCK_CHOICES: Final = [
    Choice(name=localized_text(f"choice-clock-{name}"), value=name) for name in CLOCK_NAMES
]


class TournamentCommands(CommandGroup):
    def __init__(self, router: Router, tournaments: TournamentHandler, offers: OfferHandler) -> None:
        super().__init__(localized_text("name-tournament"), localized_text("command-tournament"))
        self.router = router
        self.tournaments = tournaments
        self.offers = offers

    @slash_command(
        "open",
        "game",
        "format",
        "variant",
        "mirror",
        "rounds",
        "minutes",
        "days",
        "starts",
        "rated",
        "options",
        key="tournament-open",
        clock="tournament-clock",
        name="tournament-name",
    )
    @app_commands.choices(game=GAME_CHOICES, format=FORMAT_CHOICES, clock=TOURNAMENT_CLOCK_CHOICES)
    async def open_command(
        self,
        interaction: Interaction,
        game: str,
        format: str,  # noqa: A002 - the name of the command's option
        clock: str,
        starts: app_commands.Range[str, 1, 20] = "",
        name: app_commands.Range[str, 1, MAX_NAME_LENGTH] = "",
        variant: str = "",
        mirror: bool = False,
        rated: bool = True,
        rounds: app_commands.Range[int, MIN_ROUNDS, MAX_ROUNDS] | None = None,
        minutes: app_commands.Range[int, MIN_ARENA_MINUTES, MAX_ARENA_MINUTES] = DEFAULT_ARENA_MINUTES,
        days: app_commands.Range[int, 1, MAX_ROUND_DAYS] = DEFAULT_ROUND_DAYS,
        options: str = "",
    ) -> None:
        rules = TournamentRules(
            format=Format(format),
            clock=TURN_TIMES_MS[clock],
            is_mirror=mirror,
            is_rated=rated,
            round_count=rounds,
            minutes=minutes,
            round_days=days,
        )
        wanted = TournamentRequest(game, rules, name, variant, options, starts)
        await self.router.handle_interaction(
            interaction, lambda request: self.tournaments.open_tournament(request, wanted)
        )

    @open_command.autocomplete("variant")
    async def autocomplete_variant(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game = getattr(interaction.namespace, "game", None) or ""

        async def find_choices(request: Request) -> list[Choice[str]]:
            return filter_choices(self.offers.list_variant_choices(game, request.locale), typed)

        return await self.router.handle_autocomplete(interaction, find_choices)

    @slash_command("join", "tournament", key="tournament-join")
    async def join_command(self, interaction: Interaction, tournament: str = "") -> None:
        await self._run_action(interaction, Action.ENTER_TOURNAMENT, tournament)

    @slash_command("leave", "tournament", key="tournament-leave")
    async def leave_command(self, interaction: Interaction, tournament: str = "") -> None:
        await self._run_action(interaction, Action.LEAVE_TOURNAMENT, tournament)

    @slash_command("start", "tournament", key="tournament-start")
    async def start_command(self, interaction: Interaction, tournament: str = "") -> None:
        await self._run_action(interaction, Action.START_TOURNAMENT, tournament)

    @slash_command("standings", "tournament", key="tournament-standings")
    async def standings_command(self, interaction: Interaction, tournament: str = "") -> None:
        await self._run_action(interaction, Action.SHOW_STANDINGS, tournament)

    @slash_command("cancel", "tournament", key="tournament-cancel")
    async def cancel_command(self, interaction: Interaction, tournament: str = "") -> None:
        await self._run_action(interaction, Action.CANCEL_TOURNAMENT, tournament)

    @join_command.autocomplete("tournament")
    @leave_command.autocomplete("tournament")
    @start_command.autocomplete("tournament")
    @standings_command.autocomplete("tournament")
    @cancel_command.autocomplete("tournament")
    async def autocomplete_tournament(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        async def find_choices(request: Request) -> list[Choice[str]]:
            return filter_choices(await self.tournaments.list_tournament_choices(request), typed)

        return await self.router.handle_autocomplete(interaction, find_choices)

    async def _run_action(self, interaction: Interaction, action: Action, tournament: str) -> None:
        """Run a tournament action, such as joining, as the button on the tournament's card does."""
        await self.router.handle_with_auto_defer(
            interaction, lambda request: self.tournaments.run_command(request, action, tournament)
        )
