"""The `/duel` commands for challenges, practice, moves, and everything else about matches."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord.commands.definitions import (
    CLOCK_CHOICES,
    FILL_CHOICES,
    GAME_CHOICES,
    LEVEL_CHOICES,
    CommandGroup,
    IsThisBot,
    filter_choices,
    localized_text,
    slash_command,
    split_people_and_house,
)
from bot.discord.router import Router
from bot.handlers.match_actions import MatchActionHandler
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.offers import OfferHandler
from bot.handlers.practice import PracticeHandler
from bot.handlers.requests import MatchRequest, Request, Response
from bot.handlers.review import ReviewHandler
from bot.matches.terms import AI_FILL_DELAYS_MS, TURN_TIMES_MS
from bot.screens.offer_card import PLAYER_SEED_MAX_LENGTH


class DuelCommands(CommandGroup):
    def __init__(
        self,
        router: Router,
        is_this_bot: IsThisBot,
        offers: OfferHandler,
        practice: PracticeHandler,
        moves: MoveHandler,
        match_actions: MatchActionHandler,
        review: ReviewHandler,
        match_lookup: MatchLookup,
    ) -> None:
        super().__init__("duel", localized_text("command-duel"))
        self.router = router
        self.is_this_bot = is_this_bot
        self.offers = offers
        self.practice = practice
        self.moves = moves
        self.match_actions = match_actions
        self.review = review
        self.match_lookup = match_lookup

    @slash_command(
        "challenge",
        "opponent",
        "game",
        "variant",
        "clock",
        "rated",
        "options",
        opponent2="opponents",
        opponent3="opponents",
        opponent4="opponents",
        opponent5="opponents",
    )
    @app_commands.choices(game=GAME_CHOICES, clock=CLOCK_CHOICES)
    async def challenge_command(
        self,
        interaction: Interaction,
        opponent: discord.User,
        game: str = "",
        variant: str = "",
        clock: str = "",
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        opponent4: discord.User | None = None,
        opponent5: discord.User | None = None,
        rated: bool = True,
        options: str = "",
    ) -> None:
        opponents = [user for user in (opponent, opponent2, opponent3, opponent4, opponent5) if user]

        async def answer(request: Request) -> Response:
            people, house = split_people_and_house(opponents, self.is_this_bot)
            game_key = await self.match_lookup.choose_game(request, game)
            match_request = MatchRequest(
                game_key, variant, await self._choose_clock_ms(request, clock), rated, options_text=options
            )
            return await self.offers.challenge_players(request, people, match_request, with_house=house)

        await self.router.handle_interaction(interaction, answer)

    async def _choose_clock_ms(self, request: Request, clock: str) -> int | None:
        """Return the turn time of the chosen clock or, if `clock` is empty, the server's default."""
        if clock:
            return TURN_TIMES_MS[clock]
        return await self.offers.find_default_clock(request)

    @slash_command("open", "game", "variant", "seats", "clock", "house", "options")
    @app_commands.choices(game=GAME_CHOICES, clock=CLOCK_CHOICES, house=FILL_CHOICES)
    async def open_table_command(
        self,
        interaction: Interaction,
        game: str = "",
        variant: str = "",
        seats: app_commands.Range[int, 2, 6] | None = None,
        clock: str = "",
        house: str = "",
        options: str = "",
    ) -> None:
        async def answer(request: Request) -> Response:
            game_key = await self.match_lookup.choose_game(request, game)
            clock_ms, fills = await self._choose_clock_ms(request, clock), AI_FILL_DELAYS_MS.get(house)
            match_request = MatchRequest(
                game_key, variant, clock_ms, seats=seats, ai_fill_delay_ms=fills, options_text=options
            )
            return await self.offers.post_open_offer(request, match_request)

        await self.router.handle_interaction(interaction, answer)

    @slash_command("practice", "game", "variant", "level", "options")
    @app_commands.choices(game=GAME_CHOICES, level=LEVEL_CHOICES)
    async def practice_command(
        self,
        interaction: Interaction,
        game: str = "",
        variant: str = "",
        level: str = "",
        options: str = "",
    ) -> None:
        async def answer(request: Request) -> Response:
            game_key = await self.match_lookup.choose_game(request, game)
            match_request = MatchRequest.against_house(
                level or None, game_key, variant=variant, options_text=options, game_was_named=bool(game)
            )
            return await self.practice.begin_practice(request, match_request)

        await self.router.handle_interaction(interaction, answer)

    @challenge_command.autocomplete("variant")
    @open_table_command.autocomplete("variant")
    @practice_command.autocomplete("variant")
    async def autocomplete_variant(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game = getattr(interaction.namespace, "game", None) or ""

        async def find_choices(request: Request) -> list[Choice[str]]:
            game_key = await self.match_lookup.choose_game(request, game)
            return filter_choices(self.offers.list_variant_choices(game_key, request.locale), typed)

        return await self.router.handle_autocomplete(interaction, find_choices)

    @slash_command("inbox")
    async def inbox_command(self, interaction: Interaction) -> None:
        await self.router.handle_interaction(interaction, self.moves.show_inbox)

    @slash_command("move", "word", "match")
    async def move_command(
        self, interaction: Interaction, word: app_commands.Range[str, 1, 200], match: str = ""
    ) -> None:
        await self.router.handle_interaction(
            interaction, lambda request: self.moves.play_typed_move(request, word, match)
        )

    @move_command.autocomplete("word")
    async def autocomplete_move(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        match = getattr(interaction.namespace, "match", None) or ""

        async def find_choices(request: Request) -> list[Choice[str]]:
            completions = await self.moves.list_move_completions(request, typed, match)
            return [Choice(name=completion.name, value=completion.value) for completion in completions]

        return await self.router.handle_autocomplete(interaction, find_choices)

    @slash_command("board", "find", "match", "text")
    async def board_command(
        self, interaction: Interaction, find: app_commands.Range[str, 1, 200] = "", match: str = "", text: bool = False
    ) -> None:
        await self.router.handle_interaction(
            interaction,
            lambda request: self.match_actions.show_board(request, match, as_text=text, looked_up=find),
        )

    @board_command.autocomplete("find")
    async def autocomplete_place(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        match = getattr(interaction.namespace, "match", None) or ""

        async def find_choices(request: Request) -> list[Choice[str]]:
            places = await self.match_actions.list_place_completions(request, typed, match)
            return [Choice(name=place, value=place) for place in places]

        return await self.router.handle_autocomplete(interaction, find_choices)

    @slash_command("resign", match="own-match")
    async def resign_command(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle_interaction(
            interaction, lambda request: self.match_actions.ask_to_end_match(request, "resign", match)
        )

    @slash_command("draw", match="own-match")
    async def offer_draw_command(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle_interaction(
            interaction, lambda request: self.match_actions.ask_to_end_match(request, "offer", match)
        )

    @slash_command("cancel", match="own-match")
    async def cancel_command(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle_interaction(
            interaction, lambda request: self.match_actions.ask_to_end_match(request, "cancel", match)
        )

    @slash_command("list")
    async def list_command(self, interaction: Interaction) -> None:
        await self.router.handle_interaction(interaction, self.match_actions.list_matches)

    @slash_command("replay", "match")
    async def replay_command(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle_with_auto_defer(interaction, lambda request: self.review.show_review(request, match))

    @slash_command("verify", "match")
    async def verify_command(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle_with_auto_defer(
            interaction, lambda request: self.review.show_proof_by_number(request, match)
        )

    @slash_command("shake", "line", match="own-match")
    async def add_player_seed_command(
        self, interaction: Interaction, line: app_commands.Range[str, 1, PLAYER_SEED_MAX_LENGTH], match: str = ""
    ) -> None:
        await self.router.handle_interaction(
            interaction, lambda request: self.offers.add_player_seed(request, line, match)
        )

    @slash_command("rules", "game")
    @app_commands.choices(game=GAME_CHOICES)
    async def rules_command(self, interaction: Interaction, game: str = "") -> None:
        await self.router.handle_interaction(
            interaction, lambda request: self.match_actions.show_game_rules(request, game)
        )

    @move_command.autocomplete("match")
    @board_command.autocomplete("match")
    @resign_command.autocomplete("match")
    @offer_draw_command.autocomplete("match")
    @cancel_command.autocomplete("match")
    @add_player_seed_command.autocomplete("match")
    async def autocomplete_running_match(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._suggest_matches(interaction, typed, finished=False)

    @replay_command.autocomplete("match")
    @verify_command.autocomplete("match")
    async def autocomplete_finished_match(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._suggest_matches(interaction, typed, finished=True)

    async def _suggest_matches(self, interaction: Interaction, typed: str, *, finished: bool) -> list[Choice[str]]:
        async def find_choices(request: Request) -> list[Choice[str]]:
            return filter_choices(await self.match_lookup.list_match_choices(request, include_finished=finished), typed)

        return await self.router.handle_autocomplete(interaction, find_choices)
