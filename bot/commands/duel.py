"""`/duel …`: each command is an errand, answered as a click is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.address import Address
from bot.agreement import CLOCKS, FILLS
from bot.asked import Answer, Asked
from bot.commands.catalogue import CLOCK, CONTEXTS, FILL, GAME, LEVEL, USUAL, fitting, told
from bot.completion import completions
from bot.errands import Errands, Wish
from bot.verb import Verb
from games import GAMES
from games.core import Level
from games.refused import Refused

if TYPE_CHECKING:
    from bot.client import Client


class Duel(app_commands.Group):
    """`/duel …`"""

    def __init__(self, client: Client, errands: Errands) -> None:
        super().__init__(name="duel", description=told("command-duel"), allowed_contexts=CONTEXTS)
        self.client = client
        self.errands = errands

    @app_commands.command(name=told("name-challenge"), description=told("command-challenge"))
    @app_commands.rename(
        opponent=told("name-opponent"), game=told("name-game"), variant=told("name-variant"), clock=told("name-clock"),
        opponent2=told("name-opponent2"), opponent3=told("name-opponent3"), opponent4=told("name-opponent4"),
        opponent5=told("name-opponent5"), rated=told("name-rated"),
    )  # fmt: skip
    @app_commands.describe(
        opponent=told("about-opponent"), game=told("about-game"), variant=told("about-variant"),
        clock=told("about-clock"), opponent2=told("about-opponents"), opponent3=told("about-opponents"),
        opponent4=told("about-opponents"), opponent5=told("about-opponents"), rated=told("about-rated"),
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
    ) -> None:
        named = [one for one in (opponent, opponent2, opponent3, opponent4, opponent5) if one]
        await self.client.handle(
            interaction, lambda asked: self._challenge(asked, named, game, variant, clock, rated=rated)
        )

    async def _challenge(
        self, asked: Asked, named: list[discord.User], game: str, variant: str, clock: str, *, rated: bool
    ) -> Answer:
        people, house = self.client.guests(named)
        wish = Wish(game, variant, await self._clock(asked, clock), rated)
        return await self.errands.challenge(asked, people, wish, house=house)

    async def _clock(self, asked: Asked, clock: str) -> int | None:
        """The server's own, unless somebody said otherwise."""
        if clock:
            return CLOCKS[clock]
        return (await self.errands.desk.preferences.server(asked.server)).clock

    @app_commands.command(name=told("name-open"), description=told("command-open"))
    @app_commands.rename(
        game=told("name-game"), variant=told("name-variant"), seats=told("name-seats"), clock=told("name-clock"),
        house=told("name-house"),
    )  # fmt: skip
    @app_commands.describe(
        game=told("about-game"), variant=told("about-variant"), seats=told("about-seats"), clock=told("about-clock"),
        house=told("about-house"),
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
    ) -> None:
        async def errand(asked: Asked) -> Answer:
            wish = Wish(game, variant, await self._clock(asked, clock), seats=seats or 0, fills=FILLS.get(house))
            return await self.errands.open(asked, wish)

        await self.client.handle(interaction, errand)

    @app_commands.command(name=told("name-practice"), description=told("command-practice"))
    @app_commands.rename(game=told("name-game"), variant=told("name-variant"), level=told("name-level"))
    @app_commands.describe(game=told("about-game"), variant=told("about-variant"), level=told("about-level"))
    @app_commands.choices(game=GAME, level=LEVEL)
    async def practice(
        self, interaction: Interaction, game: str = USUAL, variant: str = "", level: str = Level.STEADY
    ) -> None:
        async def errand(asked: Asked) -> Answer:
            wish = Wish(game, variant, await self._clock(asked, ""), level=Level(level))
            return await self.errands.practice(asked, wish)

        await self.client.handle(interaction, errand)

    @challenge.autocomplete("variant")
    @open_table.autocomplete("variant")
    @practice.autocomplete("variant")
    async def variants(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        game = getattr(interaction.namespace, "game", None) or USUAL
        locale = (await self.client.asked(interaction)).locale
        known = [
            (GAMES[game].say(f"option-variant-{variant}", locale), variant) for variant in self.errands.variants(game)
        ]
        return fitting(known, typed)

    @app_commands.command(name=told("name-inbox"), description=told("command-inbox"))
    async def inbox(self, interaction: Interaction) -> None:
        await self.client.handle(interaction, lambda asked: self.errands.desk.answer(asked, Address(Verb.INBOX, 0, 0)))

    @app_commands.command(name=told("name-move"), description=told("command-move"))
    @app_commands.rename(word=told("name-word"), match=told("name-match"))
    @app_commands.describe(word=told("about-word"), match=told("about-match"))
    async def move(self, interaction: Interaction, word: app_commands.Range[str, 1, 200], match: str = "") -> None:
        await self.client.handle(interaction, lambda asked: self.errands.move(asked, word, match))

    @move.autocomplete("word")
    async def words(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            asked = await self.client.asked(interaction)
            table = await self.errands.meant(asked, getattr(interaction.namespace, "match", None) or "", waiting=True)
        except Refused:
            return []
        seat = table.eyes_of(asked.person)
        if table.match is None or seat is None:
            return []
        found = completions(table.game, table.match.view(seat), typed, asked.locale)
        return [Choice(name=each.name, value=each.value) for each in found]

    @app_commands.command(name=told("name-board"), description=told("command-board"))
    @app_commands.rename(match=told("name-match"), text=told("name-text"))
    @app_commands.describe(match=told("about-match"), text=told("about-text"))
    async def board(self, interaction: Interaction, match: str = "", text: bool = False) -> None:
        await self.client.handle(interaction, lambda asked: self.errands.board(asked, match, text=text))

    @app_commands.command(name=told("name-resign"), description=told("command-resign"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-own-match"))
    async def resign(self, interaction: Interaction, match: str = "") -> None:
        await self.client.handle(interaction, lambda asked: self.errands.call(asked, "resign", match))

    @app_commands.command(name=told("name-draw"), description=told("command-draw"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-own-match"))
    async def draw(self, interaction: Interaction, match: str = "") -> None:
        await self.client.handle(interaction, lambda asked: self.errands.call(asked, "offer", match))

    @app_commands.command(name=told("name-cancel"), description=told("command-cancel"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-own-match"))
    async def cancel(self, interaction: Interaction, match: str = "") -> None:
        await self.client.handle(interaction, lambda asked: self.errands.call(asked, "cancel", match))

    @app_commands.command(name=told("name-list"), description=told("command-list"))
    async def listing(self, interaction: Interaction) -> None:
        await self.client.handle(interaction, self.errands.listing)

    @app_commands.command(name=told("name-replay"), description=told("command-replay"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-match"))
    async def replay(self, interaction: Interaction, match: str = "") -> None:
        await self.client.handle(interaction, lambda asked: self.errands.replay(asked, match))

    @app_commands.command(name=told("name-verify"), description=told("command-verify"))
    @app_commands.rename(match=told("name-match"))
    @app_commands.describe(match=told("about-match"))
    async def verify(self, interaction: Interaction, match: str = "") -> None:
        await self.client.handle(interaction, lambda asked: self.errands.verify(asked, match))

    @app_commands.command(name=told("name-rules"), description=told("command-rules"))
    @app_commands.rename(game=told("name-game"))
    @app_commands.describe(game=told("about-game"))
    @app_commands.choices(game=GAME)
    async def rules(self, interaction: Interaction, game: str = USUAL) -> None:
        await self.client.handle(interaction, lambda asked: self.errands.rules(asked, game))

    @move.autocomplete("match")
    @board.autocomplete("match")
    @resign.autocomplete("match")
    @draw.autocomplete("match")
    @cancel.autocomplete("match")
    async def running(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._matches(interaction, typed, over=False)

    @replay.autocomplete("match")
    @verify.autocomplete("match")
    async def played(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._matches(interaction, typed, over=True)

    async def _matches(self, interaction: Interaction, typed: str, *, over: bool) -> list[Choice[str]]:
        found = await self.errands.matches(await self.client.asked(interaction), over=over)
        return fitting(found, typed)
