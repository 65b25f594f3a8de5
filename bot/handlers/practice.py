"""Practice: an offer that the house accepts at once, one at a time for each person, wherever they are."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.handlers.dispatcher import Deeds
from bot.handlers.moves import Moves
from bot.handlers.requests import Answer, Asked, Wish
from bot.i18n import say
from bot.matches import export, offer_rules
from bot.matches.model import Foreign, Over, Play, Table
from bot.matches.service import Done, Tables
from bot.matches.terms import READS, Agreement
from bot.screens import dialogs
from bot.screens.custom_ids import Address, Verb
from games import find_game
from games.core import Game, Level, Move, Seat
from games.match import OUTSIDE_REASONS
from games.refused import Refused
from storage import Store


@dataclass(eq=False)
class Practice:
    _tables: Tables
    _store: Store
    _moves: Moves

    @property
    def deeds(self) -> Deeds:
        return {Verb.PRACTISE: self.anew, Verb.ONWARD: self.onward}

    # by command

    async def begin(self, asked: Asked, wish: Wish) -> Answer:
        """Anywhere, and for one’s own eyes; whoever is in the middle of it may go on first."""
        # A button has no room for what was typed; what cannot be found is refused before.
        wanted = wish.settings(asked.locale)
        if wish.reads:
            offer_rules.check_read(find_game(wish.game))
        offer_rules.check_level(find_game(wish.game), wish.level)
        anew = ".".join((wish.game, wanted.get("variant", "-"), READS if wish.reads else wish.level))

        def to(running: Play) -> Address:
            if wish.options:
                raise Refused("practising")
            return Address(Verb.PRACTISE, running.id, 0, anew)

        asks = _asks(asked, to, find_game(wish.game), picked=wish.picked)
        return await self._alone(asked, 0, partial(self._wished, asked, wish), asks)

    # by button

    async def anew(self, asked: Asked, address: Address) -> Answer:
        """What was practised ends, and another one begins in its place."""
        game, variant, level = (*address.rest.split("."), "", "")[:3]
        if level not in {*Level, READS}:
            raise Refused("button")
        wish = Wish.against(level, game, variant="" if variant == "-" else variant)
        return await self._alone(asked, address.match, partial(self._wished, asked, wish))

    async def otherwise(self, asked: Asked, running: Table, options: Mapping[str, Any]) -> Answer:
        """What is practised cannot be changed, but begun once more by other rules."""
        wish = Wish.against(running.agreement.plays, running.game.KEY, seats=running.agreement.seats)
        return await self._alone(asked, running.id, partial(self._wished, asked, wish, options))

    async def rematch(
        self, asked: Asked, address: Address, before: Over | Foreign, again: Callable[[], Awaitable[Done]]
    ) -> Answer:
        instead = int(address.rest) if address.rest.isdecimal() else 0
        asks = _asks(asked, lambda running: Address(Verb.REMATCH, before.id, 0, str(running.id)), before.game)
        return await self._alone(asked, instead, again, asks)

    async def onward(self, asked: Asked, address: Address) -> Answer:
        """From a board that somebody looks back upon, in that seat: practice that begins there."""
        before = await self._tables.table(address.match)
        seat, _, instead = address.rest.partition(".")
        if not isinstance(before, Over) or seat not in map(str, range(before.match.seats)):
            raise Refused("button")
        # Where the rules ended it nothing is left to be played.
        if address.step > before.match.step - (before.result.reason not in OUTSIDE_REASONS):
            raise Refused("button")
        asks = _asks(asked, lambda running: replace(address, rest=f"{seat}.{running.id}"), before.game)
        begin = partial(self._went_on, asked, before, address.step, int(seat))
        told = say("onward-begins", asked.locale)
        return await self._alone(asked, int(instead) if instead.isdecimal() else 0, begin, asks, told)

    async def _alone(
        self,
        asked: Asked,
        instead: int,
        begin: Callable[[], Awaitable[Done]],
        asks: Callable[[Play], Answer] | None = None,
        told: str = "",
    ) -> Answer:
        """One at a time, however fast somebody presses: one is put away, and another begins `instead`, of which
        something may be `told`; whoever is in the middle of a third goes on with that, unless they are to be asked.
        """
        async with self._store.hold_lock(f"practice {asked.person}"):
            running = await self._tables.practising(asked.person)
            note, ends = told, 0
            # Where nobody has chosen anything nobody loses anything, and nothing is said of it.
            untouched = running and asks and not running.played
            if running and (running.id == instead or untouched):
                with suppress(Refused):
                    # It may be over already.
                    await self._tables.shelve(running.id, asked.person, now=asked.now)
                    note, ends = told or ("" if untouched else say("practice-shelved", asked.locale)), running.id
                running = None
            if running and asks:
                return asks(running)
            # Shown before anybody else may put it away.
            return replace(await self._moves.begun(asked, running or (await begin()).table, note), ends=ends)

    async def _wished(self, asked: Asked, wish: Wish, given: Mapping[str, Any] | None = None) -> Done:
        """At as small a table as there is."""
        game = find_game(wish.game)
        options = game.options_class.first_time_options(wish.settings(asked.locale)) if given is None else given
        return await self._offered(asked, game, options, wish.seats or game.SEATS[0], wish.level, reads=wish.reads)

    async def _went_on(self, asked: Asked, before: Over, step: int, seat: Seat) -> Done:
        record = await self._tables.record(before.id)
        # Off the loop: all of it is folded up to there.
        said = await asyncio.to_thread(lambda: tuple(export.until(record, step, seat)))
        since = tuple((it.steps, it.key.hex()) for it in record.chance.list_earlier_dice(step)) if step else ()
        options = before.options.model_dump(mode="json", exclude_defaults=True)
        best = before.game.LEVELS[-1]
        return await self._offered(
            asked, before.game, options, before.match.seats, best, said, order=(seat,), since=since
        )

    async def _offered(
        self,
        asked: Asked,
        game: Game[Any, Any, Any],
        options: Mapping[str, Any],
        seats: int,
        level: Level,
        said: Iterable[tuple[Seat, Move]] = (),
        **more: Any,
    ) -> Done:
        """With the house in all the other seats, and no clock."""
        agreement = Agreement(
            kind="practice", seats=seats, house=seats - 1, level=level, clock=None, rated=False, **more
        )
        return await self._tables.offer(
            asked.person, (), game, options, agreement,
            server=asked.server, channel=asked.channel, installation=asked.installation, cause=asked.cause,
            now=asked.now, said=said,
        )  # fmt: skip


def _asks(
    asked: Asked, to: Callable[[Play], Address], wanted: Game[Any, Any, Any], *, picked: bool = True
) -> Callable[[Play], Answer]:
    """Whoever is in the middle of another match goes on with that, or begins what they wanted, where `to` leads."""
    return lambda running: Answer(dialogs.practising(running, to(running), wanted, asked.locale, picked=picked))
