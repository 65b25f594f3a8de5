"""`/duel …`: everything that is asked of matches by command."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord.commands.definitions import (
    CLOCK,
    FILL,
    GAME,
    LEVEL,
    USUAL,
    CommandGroup,
    Ours,
    command,
    fitting,
    guests,
    told,
)
from bot.discord.router import Router
from bot.handlers.match_actions import MatchActionHandler
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.offers import OfferHandler
from bot.handlers.practice import PracticeHandler
from bot.handlers.requests import MatchRequest, Request, Response
from bot.handlers.review import ReviewHandler
from bot.matches.terms import CLOCKS, FILLS
from bot.screens.offer_card import LONGEST_LINE
from games.core import Level


class DuelCommands(CommandGroup):
    def __init__(
        self,
        router: Router,
        ours: Ours,
        offers: OfferHandler,
        practice: PracticeHandler,
        moves: MoveHandler,
        asides: MatchActionHandler,
        lookback: ReviewHandler,
        match_lookup: MatchLookup,
    ) -> None:
        super().__init__("duel", told("command-duel"))
        self.router = router
        self.ours = ours
        self.offers = offers
        self.practices = practice
        self.moves = moves
        self.asides = asides
        self.lookback = lookback
        self.which = match_lookup

    @command(
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
    @app_commands.choices(game=GAME, clock=CLOCK)
    async def challenge(
        self,
        interaction: Interaction,
        opponent: discord.User,
        game: str = USUAL,
        variant: str = "",
        clock: str = "",
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        opponent4: discord.User | None = None,
        opponent5: discord.User | None = None,
        rated: bool = True,
        options: str = "",
    ) -> None:
        named = [one for one in (opponent, opponent2, opponent3, opponent4, opponent5) if one]

        async def errand(request: Request) -> Response:
            people, house = guests(named, self.ours)
            match_request = MatchRequest(game, variant, await self._clock(request, clock), rated, options=options)
            return await self.offers.challenge(request, people, match_request, house=house)

        await self.router.handle(interaction, errand)

    async def _clock(self, request: Request, clock: str) -> int | None:
        """The server's own, unless somebody said otherwise."""
        if clock:
            return CLOCKS[clock]
        return await self.offers.clock(request)

    @command("open", "game", "variant", "seats", "clock", "house", "options")
    @app_commands.choices(game=GAME, clock=CLOCK, house=FILL)
    async def open_table(
        self,
        interaction: Interaction,
        game: str = USUAL,
        variant: str = "",
        seats: app_commands.Range[int, 2, 6] | None = None,
        clock: str = "",
        house: str = "",
        options: str = "",
    ) -> None:
        async def errand(request: Request) -> Response:
            clocked, fills = await self._clock(request, clock), FILLS.get(house)
            match_request = MatchRequest(game, variant, clocked, seats=seats or 0, fills=fills, options=options)
            return await self.offers.open(request, match_request)

        await self.router.handle(interaction, errand)

    @command("practice", "game", "variant", "level", "options")
    @app_commands.choices(game=GAME, level=LEVEL)
    async def practice(
        self,
        interaction: Interaction,
        game: str = "",
        variant: str = "",
        level: str = Level.STEADY,
        options: str = "",
    ) -> None:
        async def errand(request: Request) -> Response:
            match_request = MatchRequest.against(
                level, game or USUAL, variant=variant, options=options, picked=bool(game)
            )
            return await self.practices.begin(request, match_request)

        await self.router.handle(interaction, errand)

    @challenge.autocomplete("variant")
    @open_table.autocomplete("variant")
    @practice.autocomplete("variant")
    async def variants(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game = getattr(interaction.namespace, "game", None) or USUAL

        async def find(request: Request) -> list[Choice[str]]:
            return fitting(self.offers.variants(game, request.locale), typed)

        return await self.router.complete(interaction, find)

    @command("inbox")
    async def inbox(self, interaction: Interaction) -> None:
        await self.router.handle(interaction, self.moves.inbox)

    @command("move", "word", "match")
    async def move(self, interaction: Interaction, word: app_commands.Range[str, 1, 200], match: str = "") -> None:
        await self.router.handle(interaction, lambda request: self.moves.move(request, word, match))

    @move.autocomplete("word")
    async def words(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        match = getattr(interaction.namespace, "match", None) or ""

        async def find(request: Request) -> list[Choice[str]]:
            found = await self.moves.words(request, typed, match)
            return [Choice(name=each.name, value=each.value) for each in found]

        return await self.router.complete(interaction, find)

    @command("board", "match", "text")
    async def board(self, interaction: Interaction, match: str = "", text: bool = False) -> None:
        await self.router.handle(interaction, lambda request: self.asides.board(request, match, text=text))

    @command("resign", match="own-match")
    async def resign(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle(interaction, lambda request: self.asides.end(request, "resign", match))

    @command("draw", match="own-match")
    async def draw(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle(interaction, lambda request: self.asides.end(request, "offer", match))

    @command("cancel", match="own-match")
    async def cancel(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle(interaction, lambda request: self.asides.end(request, "cancel", match))

    @command("list")
    async def listing(self, interaction: Interaction) -> None:
        await self.router.handle(interaction, self.asides.listing)

    @command("replay", "match")
    async def replay(self, interaction: Interaction, match: str = "") -> None:
        await self.router.looked_back(interaction, lambda request: self.lookback.replay(request, match))

    @command("verify", "match")
    async def verify(self, interaction: Interaction, match: str = "") -> None:
        await self.router.looked_back(interaction, lambda request: self.lookback.verify(request, match))

    @command("shake", "line", match="own-match")
    async def shake(
        self, interaction: Interaction, line: app_commands.Range[str, 1, LONGEST_LINE], match: str = ""
    ) -> None:
        await self.router.handle(interaction, lambda request: self.offers.shake(request, line, match))

    @command("rules", "game")
    @app_commands.choices(game=GAME)
    async def rules(self, interaction: Interaction, game: str = USUAL) -> None:
        await self.router.handle(interaction, lambda request: self.asides.lesson(request, game))

    @move.autocomplete("match")
    @board.autocomplete("match")
    @resign.autocomplete("match")
    @draw.autocomplete("match")
    @cancel.autocomplete("match")
    @shake.autocomplete("match")
    async def running(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._matches(interaction, typed, over=False)

    @replay.autocomplete("match")
    @verify.autocomplete("match")
    async def played(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._matches(interaction, typed, over=True)

    async def _matches(self, interaction: Interaction, typed: str, *, over: bool) -> list[Choice[str]]:
        async def find(request: Request) -> list[Choice[str]]:
            return fitting(await self.which.matches(request, over=over), typed)

        return await self.router.complete(interaction, find)
