"""Offers: made by command, and what a click on Accept, Decline, Begin, Options or Rematch does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.desk.asked import Answer, Asked
from bot.desk.desk import Deeds
from bot.preferences import Preferences
from bot.scenes import menu, options
from bot.scenes.address import Address
from bot.scenes.scene import Form
from bot.scenes.verb import Verb
from bot.table.agreement import Agreement
from bot.table.table import Offer
from bot.table.tables import Tables
from games import GAMES, named
from games.core import Level
from games.options import choices
from games.refused import Refused


@dataclass(frozen=True, slots=True)
class Wish:
    """What a challenge or an open table is to be."""

    game: str
    variant: str = ""
    clock: int | None = None
    rated: bool = True
    seats: int = 0
    level: Level = Level.STEADY
    fills: int | None = None


class Offers:
    def __init__(self, tables: Tables, preferences: Preferences) -> None:
        self._tables = tables
        self._preferences = preferences

    @property
    def deeds(self) -> Deeds:
        return {
            Verb.SIT: self.sit,
            Verb.DECLINE: self.decline,
            Verb.WITHDRAW: self.withdraw,
            Verb.START: self.start,
            Verb.OPTIONS: self.options,
            Verb.SET: self.set,
            Verb.REMATCH: self.rematch,
        }

    # by command

    async def challenge(self, asked: Asked, opponents: Sequence[int], wish: Wish, *, house: bool = False) -> Answer:
        """With the house in one of the seats, if it was named too."""
        if house and not opponents:
            return await self.practice(asked, wish)
        asked.on_a_server()
        seats = len(opponents) + 1 + house
        agreement = Agreement(seats=seats, house=int(house), level=wish.level, clock=wish.clock, rated=wish.rated)
        return await self._offered(asked, opponents, wish, agreement)

    async def practice(self, asked: Asked, wish: Wish) -> Answer:
        """Anywhere: at as small a table as there is, with the house in all the other seats."""
        seats = wish.seats or named(wish.game).SEATS[0]
        agreement = Agreement(
            kind="practice", seats=seats, house=seats - 1, level=wish.level, clock=wish.clock, rated=False
        )
        return await self._offered(asked, (), wish, agreement)

    async def open(self, asked: Asked, wish: Wish) -> Answer:
        asked.on_a_server()
        seats = wish.seats or named(wish.game).SEATS[-1]
        agreement = Agreement(
            kind="open", seats=seats, level=wish.level, fills=wish.fills, clock=wish.clock, rated=wish.rated
        )
        return await self._offered(asked, (), wish, agreement)

    async def _offered(self, asked: Asked, opponents: Sequence[int], wish: Wish, agreement: Agreement) -> Answer:
        game = named(wish.game)
        settings = await self._preferences.server(asked.server)
        if settings.channels and asked.channel not in settings.channels:
            raise Refused("other-channel", channel=" ".join(f"<#{channel}>" for channel in settings.channels))
        asked.check_room()
        settled = options.variant(game, wish.variant, asked.locale)
        done = await self._tables.offer(
            asked.person, opponents, game, settled, agreement,
            server=asked.server, channel=asked.channel, cause=asked.cause, now=asked.now,
        )  # fmt: skip
        return Answer(menu.offered(done.table, asked.locale), stirs=done.table.id)

    async def clock(self, asked: Asked) -> int | None:
        """The server's own, for whoever says nothing about it."""
        return (await self._preferences.server(asked.server)).clock

    def variants(self, game: str, locale: str) -> list[tuple[str, str]]:
        """For completion: what the option of that name may be; a game without one has none."""
        field = GAMES[game].Options.model_fields.get("variant") if game in GAMES else None
        known = choices(field.annotation) if field else []
        return [(GAMES[game].say(f"option-variant-{variant}", locale), variant) for variant in known]

    # by button

    async def sit(self, asked: Asked, address: Address) -> Answer:
        await self._tables.sit(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def decline(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        go = self._tables.rise if table.agreement.kind == "open" else self._tables.decline
        await go(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def withdraw(self, asked: Asked, address: Address) -> Answer:
        await self._tables.withdraw(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def start(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        # The house takes the other seats where the host has asked it to.
        seats = len(table.sat) if table.agreement.fills is None else table.agreement.seats
        await self._tables.start(address.match, asked.person, seats, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def options(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        if asked.person != table.host:
            raise Refused("not-host")
        if not isinstance(table, Offer):
            raise Refused("begun")
        opened = options.opened(table, asked.locale, address.rest)
        return Answer(form=opened) if isinstance(opened, Form) else Answer(opened)

    async def set(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        wanted = options.filled(table, asked.fields, asked.locale)
        await self._tables.change(
            address.match, asked.person, wanted.options, clock=wanted.clock, limit=wanted.limit, rated=wanted.rated,
            cause=asked.cause, now=asked.now,
        )  # fmt: skip
        return Answer(stirs=address.match)

    async def rematch(self, asked: Asked, address: Address) -> Answer:
        asked.check_room()
        done = await self._tables.rematch(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=done.table.id)
