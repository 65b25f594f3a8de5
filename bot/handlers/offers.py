"""Offers: made by command, and what a click on Accept, Decline, Options or Rematch does."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from bot.handlers.dispatcher import Deeds
from bot.handlers.match_lookup import Which
from bot.handlers.moves import Moves
from bot.handlers.practice import Practice
from bot.handlers.rate_limit import COMPANY, Fair
from bot.handlers.requests import Answer, Asked, Wish
from bot.i18n import say
from bot.matches import offer_rules, rematch
from bot.matches.model import Begun, Foreign, Kind, Offer, Play, Table
from bot.matches.service import Tables
from bot.matches.terms import Agreement
from bot.preferences import Preferences
from bot.screens import dialogs, match_options, offer_card
from bot.screens.custom_ids import Address, Verb
from bot.screens.names import called
from bot.screens.offer_card import HOUSE
from bot.screens.player_screen import Beside
from games import GAMES, find_game
from games.core import Game
from games.options import list_choices
from games.refused import Refused
from storage import ActivityCounts, Store

NUMBER: Final = r"[1-9][0-9]{0,18}"
"""Of somebody at Discord, as far as a store can know it."""


@dataclass(eq=False)
class Offers:
    _tables: Tables
    _store: Store
    _preferences: Preferences
    _which: Which
    _moves: Moves
    _practice: Practice
    _fair: Fair
    _check: Callable[[int], Awaitable[None]]
    """Raises what posting in a channel would."""

    @property
    def deeds(self) -> Deeds:
        return {
            Verb.SIT: self.sit,
            Verb.DECLINE: self.decline,
            Verb.WITHDRAW: self.withdraw,
            Verb.START: self.start,
            Verb.INVITE: self.invite,
            Verb.OPTIONS: self.options,
            Verb.SET: self.set,
            Verb.REMATCH: self.rematch,
            Verb.SHAKE: self.form,
            Verb.SHOOK: self.shook,
        }

    # by command

    async def challenge(self, asked: Asked, opponents: Sequence[int], wish: Wish, *, house: bool = False) -> Answer:
        """With the house in one of the seats, if it was named too."""
        if house and not opponents:
            return await self._practice.begin(asked, wish)
        asked.check_company()
        seats = len(opponents) + 1 + house
        agreement = Agreement(seats=seats, house=int(house), level=wish.level, clock=wish.clock, rated=wish.rated)
        return await self._offered(asked, opponents, wish, agreement)

    async def open(self, asked: Asked, wish: Wish) -> Answer:
        asked.check_company()
        seats = wish.seats or find_game(wish.game).SEATS[-1]
        agreement = Agreement(
            kind="open", seats=seats, level=wish.level, fills=wish.fills, clock=wish.clock, rated=wish.rated
        )
        return await self._offered(asked, (), wish, agreement)

    async def _offered(self, asked: Asked, opponents: Sequence[int], wish: Wish, agreement: Agreement) -> Answer:
        game = find_game(wish.game)
        settings = await self._preferences.server(asked.server)
        if settings.channels and asked.channel not in settings.channels:
            raise Refused("other-channel", channel=" ".join(f"<#{channel}>" for channel in settings.channels))
        asked.check_room()
        wanted: Mapping[str, Any] = wish.settings(asked.locale)
        if opponents and await self._is_new_to(game, (asked.person, *opponents)):
            wanted = game.options_class.first_time_options(wanted)
        if asked.abroad:
            # It counts for no ladder: nobody knows whose.
            agreement = agreement.model_copy(update={"rated": False})
        async with self._offering(asked):
            done = await self._tables.offer(
                asked.person, opponents, game, wanted, agreement,
                server=asked.server, channel=asked.channel, installation=asked.installation, cause=asked.cause,
                now=asked.now,
            )  # fmt: skip
        return Answer(card=done.table, stirs=done.table.id)

    @asynccontextmanager
    async def _offering(self, asked: Asked) -> AsyncIterator[None]:
        """One offer after the other of each person, however fast they press: then it is known how many there are."""
        async with self._store.hold_lock(f"offer {asked.person}"):
            crowd = await self._store.matches.count_activity(asked.person, asked.server, Kind.OFFERED)
            self._check_matches(crowd)
            if most := self._fair.offers:
                _check_share("offers", crowd.offers_of_person, most)
                _check_share("offers-there", crowd.offers_on_server, most * COMPANY)
            yield

    def _check_matches(self, crowd: ActivityCounts) -> None:
        if most := self._fair.matches:
            _check_share("matches", crowd.matches_of_person, most)
            _check_share("matches-there", crowd.matches_on_server, most * COMPANY)

    async def _is_new_to(self, game: Game[Any, Any, Any], people: Sequence[int]) -> bool:
        """Does one of them play it for the first time?"""
        return not all([await self._store.history.list_newest_matches(person, None, game.KEY, 1) for person in people])

    async def clock(self, asked: Asked) -> int | None:
        """The server's own, for whoever says nothing about it; none where nobody could be told that their time runs."""
        if asked.abroad:
            return None
        return (await self._preferences.server(asked.server)).clock

    def variants(self, game: str, locale: str) -> list[tuple[str, str]]:
        """For completion: what the option of that name may be; a game without one has none."""
        field = GAMES[game].options_class.model_fields.get("variant") if game in GAMES else None
        known = list_choices(field.annotation) if field else []
        return [(GAMES[game].say(f"option-variant-{variant}", locale), variant) for variant in known]

    async def shake(self, asked: Asked, text: str, match: str) -> Answer:
        if not _is_line(text):
            # Discord would not have sent it.
            raise Refused("command")
        table = await self._which.shaken(asked, match)
        if table.channel != asked.channel:
            raise Refused("no-match-here")
        return await self._shaken(asked, table, text)

    async def _shaken(self, asked: Asked, table: Table, text: str) -> Answer:
        """For all to see: of what was said there the store keeps a hash, and nothing else."""
        asked.check_beside(table)
        if table.channel == asked.channel:
            asked.check_room()
        else:
            await self._check(table.channel)
        done = await self._tables.shake(table.id, asked.person, text, cause=asked.cause, now=asked.now)
        told = offer_card.shaken(table, asked.person, text, asked.locale)
        if isinstance(done.table, Offer):
            scene = offer_card.aside(done.table, asked.person, asked.locale, say("done-shake", asked.locale))
            answer = Answer(scene, aside=done.table, stirs=table.id)
        else:
            # With the last shake it begins.
            answer = await self._moves.begun(asked, done.table)
        return replace(answer, posts=told, channel=table.channel)

    # by button

    async def sit(self, asked: Asked, address: Address) -> Answer:
        await self._check_invited(asked, address.match)
        self._check_matches(await self._store.matches.count_activity(asked.person, asked.server, Kind.OFFERED))
        done = await self._tables.sit(address.match, asked.person, cause=asked.cause, now=asked.now)
        return self._answered(asked, done.table, await self._moves.begun(asked, done.table))

    def _answered(self, asked: Asked, table: Table, answer: Answer) -> Answer:
        """The card tells what came of it; where it was opened for one alone, that does."""
        if not asked.private:
            return replace(answer, opens=table.id)
        return replace(self._moves.offered(asked, table), stirs=table.id) if isinstance(table, Offer) else answer

    async def _check_invited(self, asked: Asked, match: int) -> Table:
        """Whoever presses what is meant for others is told for whom it is."""
        table = await self._tables.table(match)
        if isinstance(table, Offer) and table.agreement.kind == "challenge" and asked.person not in table.company:
            who = [called(person, asked.locale) for person in table.named]
            raise Refused("for-others", who=say.format_list(who, asked.locale))
        return table

    async def decline(self, asked: Asked, address: Address) -> Answer:
        table = await self._check_invited(asked, address.match)
        what, go = ("rise", self._tables.rise) if table.agreement.kind == "open" else ("decline", self._tables.decline)
        await go(address.match, asked.person, cause=asked.cause, now=asked.now)
        if asked.private:
            return Answer(dialogs.done(what, table, asked.person, asked.locale), stirs=address.match)
        return Answer(opens=address.match, stirs=address.match)

    async def form(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        stands = offer_rules.check_shaker(table, asked.person, asked.now, self._tables.absences)
        return Answer(form=offer_card.form(stands, asked.locale))

    async def shook(self, asked: Asked, address: Address) -> Answer:
        if not _is_line(asked.written):
            raise Refused("button")
        answer = await self._shaken(asked, await self._tables.table(address.match), asked.written)
        return replace(answer, opens=0 if asked.private else address.match)

    async def withdraw(self, asked: Asked, address: Address) -> Answer:
        done = await self._tables.withdraw(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(dialogs.done("withdraw", done.table, asked.person, asked.locale), stirs=address.match)

    async def start(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        # The house takes the other seats where the host has asked it to.
        alone = table.agreement.fills is None and address.rest != HOUSE
        seats = len(table.sat) if alone else table.agreement.seats
        done = await self._tables.start(address.match, asked.person, seats, cause=asked.cause, now=asked.now)
        return replace(await self._moves.begun(asked, done.table), opens=address.match)

    async def invite(self, asked: Asked, address: Address) -> Answer:
        if asked.bots:
            raise Refused("bots")
        other = _person(asked.chosen)
        done = await self._tables.invite(address.match, asked.person, other, cause=asked.cause, now=asked.now)
        if not isinstance(done.table, Offer):
            return Answer(stirs=address.match)
        return Answer(offer_card.aside(done.table, asked.person, asked.locale), stirs=address.match)

    async def options(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        if asked.person != table.host:
            raise Refused("not-host")
        if not (isinstance(table, Offer) or (isinstance(table, Play) and table.private)):
            raise Refused("begun")
        return Answer(match_options.page(table, asked.locale))

    async def set(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        value = match_options.confirmed(table, address.rest, address.step) or "".join(asked.chosen)
        wanted = match_options.changed(table, address.rest, value)
        if table.private and not isinstance(table, Offer):
            if isinstance(table, Play) and table.played and not address.step:
                return Answer(match_options.sure(table, address.rest, value, asked.locale))
            return await self._practice.otherwise(asked, table, wanted.options)
        done = await self._tables.change(
            address.match, asked.person, wanted.options, wanted.agreement, cause=asked.cause, now=asked.now
        )
        return Answer(match_options.page(done.table, asked.locale), opens=address.match, stirs=address.match)

    async def rematch(self, asked: Asked, address: Address) -> Answer:
        before = rematch.playable(await self._tables.table(address.match), asked.person)
        again = partial(self._tables.rematch, before.id, asked.person, cause=asked.cause, now=asked.now)
        if before.private:
            return await self._practice.rematch(asked, address, before, again)
        asked.check_beside(before)
        asked.check_room()
        async with self._offering(asked):
            done = await again()
        theirs = asked.person == done.table.host
        if isinstance(done.table, Begun) or (done.table.agreement.shakes and not theirs):
            # The others had asked for it already.
            return await self._moves.begun(asked, done.table)
        if theirs and not done.again and asked.beside(done.table) and asked.channel == done.table.channel:
            return Answer(card=done.table, stirs=done.table.id)
        # Asked for elsewhere it is posted where the others are; asked for twice it is there.
        # A conversation of others has no name.
        where = f"<#{done.table.channel}>"
        note = say("rematch-here", asked.locale) if before.abroad else say("rematch-asked", asked.locale, where=where)
        if isinstance(before, Foreign):
            # There is no board of it any more.
            scene = offer_card.closed(before, asked.locale)
            return Answer(replace(scene, below=(note,), rows=()), stirs=done.table.id)
        seat = before.people.index(asked.person)
        answer = await self._moves.held(asked, before, seat, Beside(done=Verb.REMATCH, note=note))
        return replace(answer, stirs=done.table.id)


def _is_line(text: str) -> bool:
    return text.splitlines() == [text] and len(text) <= offer_card.LONGEST_LINE


def _person(chosen: Sequence[str]) -> int:
    """Who was taken from a select of people."""
    if len(chosen) != 1 or not re.fullmatch(NUMBER, chosen[0]):
        raise Refused("button")
    return int(chosen[0])


def _check_share(what: str, there: int, most: int) -> None:
    """Of so many at the most that one person, or all on a server, may have at once."""
    if there >= most:
        raise Refused(f"many-{what}", count=there)
