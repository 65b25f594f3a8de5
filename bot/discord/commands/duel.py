"""`/duel …`: everything that is asked of matches by command."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.desk.asides import Asides
from bot.desk.asked import Answer, Asked
from bot.desk.lookback import LookBack
from bot.desk.moves import Moves
from bot.desk.offers import Offers
from bot.desk.practice import Practice
from bot.desk.which import Which
from bot.desk.wish import Wish
from bot.discord.commands.catalogue import CLOCK, FILL, GAME, LEVEL, USUAL, Commands, fitting, told
from bot.discord.commands.guests import Ours, guests
from bot.discord.router import Router
from bot.scenes.offer import LONGEST_LINE
from bot.table.agreement import CLOCKS, FILLS
from games.core import Level


class DuelCommands(Commands):
    def __init__(
        self,
        router: Router,
        ours: Ours,
        offers: Offers,
        practice: Practice,
        moves: Moves,
        asides: Asides,
        lookback: LookBack,
        which: Which,
    ) -> None:
        super().__init__("duel", told("command-duel"))
        self.router = router
        self.ours = ours
        self.offers = offers
        self.practices = practice
        self.moves = moves
        self.asides = asides
        self.lookback = lookback
        self.which = which

    @app_commands.command(name=told("name-challenge"), description=told("command-challenge"))
    @app_commands.rename(
        opponent=told("name-opponent"), game=told("name-game"), variant=told("name-variant"), clock=told("name-clock"),
        opponent2=told("name-opponent2"), opponent3=told("name-opponent3"), opponent4=told("name-opponent4"),
        opponent5=told("name-opponent5"), rated=told("name-rated"),
        options=told("name-options"),
    )  # fmt: skip
    @app_commands.describe(
        opponent=told("about-opponent"), game=told("about-game"), variant=told("about-variant"),
        clock=told("about-clock"), opponent2=told("about-opponents"), opponent3=told("about-opponents"),
        opponent4=told("about-opponents"), opponent5=told("about-opponents"), rated=told("about-rated"),
        options=told("about-options"),
    )  # fmt: skip
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

        async def errand(asked: Asked) -> Answer:
            people, house = guests(named, self.ours)
            wish = Wish(game, variant, await self._clock(asked, clock), rated, options=options)
            return await self.offers.challenge(asked, people, wish, house=house)

        await self.router.handle(interaction, errand)

    async def _clock(self, asked: Asked, clock: str) -> int | None:
        """The server's own, unless somebody said otherwise."""
        if clock:
            return CLOCKS[clock]
        return await self.offers.clock(asked)

    @app_commands.command(name=told("name-open"), description=told("command-open"))
    @app_commands.rename(
        game=told("name-game"), variant=told("name-variant"), seats=told("name-seats"), clock=told("name-clock"),
        house=told("name-house"), options=told("name-options"),
    )  # fmt: skip
    @app_commands.describe(
        game=told("about-game"), variant=told("about-variant"), seats=told("about-seats"), clock=told("about-clock"),
        house=told("about-house"), options=told("about-options"),
    )  # fmt: skip
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
        async def errand(asked: Asked) -> Answer:
            clocked, fills = await self._clock(asked, clock), FILLS.get(house)
            wish = Wish(game, variant, clocked, seats=seats or 0, fills=fills, options=options)
            return await self.offers.open(asked, wish)

        await self.router.handle(interaction, errand)

    @app_commands.command(name=told("name-practice"), description=told("command-practice"))
    @app_commands.rename(
        game=told("name-game"), variant=told("name-variant"), level=told("name-level"), options=told("name-options")
    )
    @app_commands.describe(
        game=told("about-game"), variant=told("about-variant"), level=told("about-level"), options=told("about-options")
    )
    @app_commands.choices(game=GAME, level=LEVEL)
    async def practice(
        self,
        interaction: Interaction,
        game: str = "",
        variant: str = "",
        level: str = Level.STEADY,
        options: str = "",
    ) -> None:
        async def errand(asked: Asked) -> Answer:
            wish = Wish.against(level, game or USUAL, variant=variant, options=options, picked=bool(game))
            return await self.practices.begin(asked, wish)

        await self.router.handle(interaction, errand)

    @challenge.autocomplete("variant")
    @open_table.autocomplete("variant")
    @practice.autocomplete("variant")
    async def variants(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game = getattr(interaction.namespace, "game", None) or USUAL

        async def find(asked: Asked) -> list[Choice[str]]:
            return fitting(self.offers.variants(game, asked.locale), typed)

        return await self.router.complete(interaction, find)

    @app_commands.command(name=told("name-inbox"), description=told("command-inbox"))
    async def inbox(self, interaction: Interaction) -> None:
        await self.router.handle(interaction, self.moves.inbox)

    @app_commands.command(name=told("name-move"), description=told("command-move"))
    @app_commands.rename(word=told("name-word"), match=told("name-match"))
    @app_commands.describe(word=told("about-word"), match=told("about-match"))
    async def move(self, interaction: Interaction, word: app_commands.Range[str, 1, 200], match: str = "") -> None:
        await self.router.handle(interaction, lambda asked: self.moves.move(asked, word, match))

    @move.autocomplete("word")
    async def words(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        match = getattr(interaction.namespace, "match", None) or ""

        async def find(asked: Asked) -> list[Choice[str]]:
            found = await self.moves.words(asked, typed, match)
            return [Choice(name=each.name, value=each.value) for each in found]

        return await self.router.complete(interaction, find)

    @app_commands.command(name=told("name-board"), description=told("command-board"))
    @app_commands.rename(match=told("name-match"), text=told("name-text"))
    @app_commands.describe(match=told("about-match"), text=told("about-text"))
    async def board(self, interaction: Interaction, match: str = "", text: bool = False) -> None:
        await self.router.handle(interaction, lambda asked: self.asides.board(asked, match, text=text))

    @app_commands.command(name=told("name-resign"), description=told("command-resign"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-own-match"))
    async def resign(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle(interaction, lambda asked: self.asides.end(asked, "resign", match))

    @app_commands.command(name=told("name-draw"), description=told("command-draw"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-own-match"))
    async def draw(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle(interaction, lambda asked: self.asides.end(asked, "offer", match))

    @app_commands.command(name=told("name-cancel"), description=told("command-cancel"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-own-match"))
    async def cancel(self, interaction: Interaction, match: str = "") -> None:
        await self.router.handle(interaction, lambda asked: self.asides.end(asked, "cancel", match))

    @app_commands.command(name=told("name-list"), description=told("command-list"))
    async def listing(self, interaction: Interaction) -> None:
        await self.router.handle(interaction, self.asides.listing)

    @app_commands.command(name=told("name-replay"), description=told("command-replay"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-match"))
    async def replay(self, interaction: Interaction, match: str = "") -> None:
        await self.router.looked_back(interaction, lambda asked: self.lookback.replay(asked, match))

    @app_commands.command(name=told("name-verify"), description=told("command-verify"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-match"))
    async def verify(self, interaction: Interaction, match: str = "") -> None:
        await self.router.looked_back(interaction, lambda asked: self.lookback.verify(asked, match))

    @app_commands.command(name=told("name-shake"), description=told("command-shake"))
    @app_commands.rename(text=told("name-line"), match=told("name-match"))
    @app_commands.describe(text=told("about-line"), match=told("about-own-match"))
    async def shake(
        self, interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_LINE], match: str = ""
    ) -> None:
        await self.router.handle(interaction, lambda asked: self.offers.shake(asked, text, match))

    @app_commands.command(name=told("name-rules"), description=told("command-rules"))
    @app_commands.rename(game=told("name-game"))
    @app_commands.describe(game=told("about-game"))
    @app_commands.choices(game=GAME)
    async def rules(self, interaction: Interaction, game: str = USUAL) -> None:
        await self.router.handle(interaction, lambda asked: self.asides.lesson(asked, game))

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
        async def find(asked: Asked) -> list[Choice[str]]:
            return fitting(await self.which.matches(asked, over=over), typed)

        return await self.router.complete(interaction, find)
