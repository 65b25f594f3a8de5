"""Offers: made by command, and what a click on Accept, Decline, Options or Rematch does; and practice.

One file, because practice is an offer that the house accepts: what begins one begins the other, a rematch too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from bot.desk.asked import Answer, Asked
from bot.desk.desk import Deeds
from bot.desk.moves import Moves
from bot.desk.usher import COMPANY, Fair
from bot.desk.which import Which
from bot.house.acquaintance import Acquaintance
from bot.preferences import Preferences
from bot.scenes import menu, offer, options
from bot.scenes.address import Address
from bot.scenes.hand import Beside
from bot.scenes.names import called
from bot.scenes.offer import HOUSE
from bot.scenes.verb import Verb
from bot.table import chronicle, manners, rematch
from bot.table.agreement import READS, Agreement
from bot.table.kind import Kind
from bot.table.table import Begun, Foreign, Offer, Over, Play, Table
from bot.table.tables import Done, Tables
from bot.texts import say
from games import GAMES, named
from games.core import Game, Level, Seat
from games.match import OUTSIDE
from games.mind import nearest
from games.options import choices
from games.refused import Refused
from storage import Crowd, Store

NUMBER: Final = r"[1-9][0-9]{0,18}"
"""Of somebody at Discord, as far as a store can know it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a challenge or an open table is to be."""

    game: str
    variant: str = ""
    clock: int | None = None
    rated: bool = True
    seats: int = 0
    level: Level = Level.STEADY
    reads: bool = False
    fills: int | None = None
    options: str = ""
    """Any of them by name, as whoever makes puzzles types them."""
    picked: bool = True
    """Did they name the game? Else it is the usual one."""

    @classmethod
    def against(cls, plays: str, game: str, **more: Any) -> Wish:
        """With the house as it was picked: at one of its levels, or reading."""
        reads = plays == READS
        return cls(game, level=Level.STRONG if reads else Level(plays), reads=reads, **more)


class Offers:
    def __init__(
        self,
        tables: Tables,
        store: Store,
        preferences: Preferences,
        which: Which,
        moves: Moves,
        acquaintance: Acquaintance,
        fair: Fair,
        check: Callable[[int], Awaitable[None]],
    ) -> None:
        """`check` raises what posting in a channel would."""
        self._tables = tables
        self._which = which
        self._store = store
        self._preferences = preferences
        self._moves = moves
        self._acquaintance = acquaintance
        self._fair = fair
        self._check = check

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
            Verb.PRACTISE: self.anew,
            Verb.ONWARD: self.onward,
            Verb.SHAKE: self.form,
            Verb.SHOOK: self.shook,
        }

    # by command

    async def challenge(self, asked: Asked, opponents: Sequence[int], wish: Wish, *, house: bool = False) -> Answer:
        """With the house in one of the seats, if it was named too."""
        if house and not opponents:
            return await self.practice(asked, wish)
        asked.check_company()
        seats = len(opponents) + 1 + house
        agreement = Agreement(seats=seats, house=int(house), level=wish.level, clock=wish.clock, rated=wish.rated)
        return await self._offered(asked, opponents, wish, agreement)

    async def open(self, asked: Asked, wish: Wish) -> Answer:
        asked.check_company()
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
        wanted: Mapping[str, Any] = _options(game, wish, asked.locale)
        if opponents and await self._is_new_to(game, (asked.person, *opponents)):
            wanted = game.Options.gentle(wanted)
        if asked.abroad:
            # It counts for no ladder: nobody knows whose.
            agreement = agreement.model_copy(update={"rated": False})
        async with self._offering(asked):
            done = await self._tables.offer(
                asked.person, opponents, game, wanted, agreement,
                server=asked.server, channel=asked.channel, venue=asked.venue, cause=asked.cause, now=asked.now,
            )  # fmt: skip
        return Answer(card=done.table, stirs=done.table.id)

    @asynccontextmanager
    async def _offering(self, asked: Asked) -> AsyncIterator[None]:
        """One offer after the other of each person, however fast they press: then it is known how many there are."""
        async with self._store.turn(f"offer {asked.person}"):
            crowd = await self._store.crowd(asked.person, asked.server, Kind.OFFERED)
            self._check_matches(crowd)
            if most := self._fair.offers:
                _check_room("offers", crowd.offers, most)
                _check_room("offers-there", crowd.offers_there, most * COMPANY)
            yield

    def _check_matches(self, crowd: Crowd) -> None:
        if most := self._fair.matches:
            _check_room("matches", crowd.matches, most)
            _check_room("matches-there", crowd.matches_there, most * COMPANY)

    async def _is_new_to(self, game: Game[Any, Any, Any], people: Sequence[int]) -> bool:
        """Does one of them play it for the first time?"""
        return not all([await self._store.newest(person, None, game.KEY, 1) for person in people])

    async def practice(self, asked: Asked, wish: Wish) -> Answer:
        """Anywhere, and for one’s own eyes; whoever is in the middle of it may go on first."""
        # A button has no room for what was typed; what cannot be found is refused before.
        wanted = _options(named(wish.game), wish, asked.locale)
        if wish.reads:
            manners.check_read(named(wish.game))
        manners.check_level(named(wish.game), wish.level)
        anew = ".".join((wish.game, wanted.get("variant", "-"), READS if wish.reads else wish.level))

        def asks(running: Play) -> Answer:
            if wish.options:
                raise Refused("practising")
            to = Address(Verb.PRACTISE, running.id, 0, anew)
            return Answer(menu.practising(running, to, named(wish.game), asked.locale, picked=wish.picked))

        return await self._alone(asked, 0, partial(self._practised, asked, wish), asks)

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
        async with self._store.turn(f"practice {asked.person}"):
            running = await self._tables.practising(asked.person)
            note, ends = told, 0
            if running and running.id == instead:
                with suppress(Refused):
                    # It may be over already.
                    await self._tables.shelve(instead, asked.person, now=asked.now)
                    note, ends = told or say("practice-shelved", asked.locale), instead
                running = None
            table = running or (await begin()).table
        return asks(running) if running and asks else replace(await self._begun(asked, table, note), ends=ends)

    async def _practised(self, asked: Asked, wish: Wish, given: Mapping[str, Any] | None = None) -> Done:
        """At as small a table as there is, with the house in all the other seats, and no clock."""
        game = named(wish.game)
        seats = wish.seats or game.SEATS[0]
        level = nearest(game, wish.level)
        agreement = Agreement(
            kind="practice", seats=seats, house=seats - 1, level=level, reads=wish.reads, clock=None, rated=False
        )
        wanted = game.Options.gentle(_options(game, wish, asked.locale)) if given is None else given
        return await self._tables.offer(
            asked.person, (), game, wanted, agreement,
            server=asked.server, channel=asked.channel, venue=asked.venue, cause=asked.cause, now=asked.now,
        )  # fmt: skip

    async def _begun(self, asked: Asked, table: Table, note: str = "") -> Answer:
        """Whoever begins a match plays on where they have pressed."""
        seat = table.eyes_of(asked.person)
        if isinstance(table, Offer) and table.agreement.shakes and table.sitter(asked.person):
            # They are in, and it does not begin before they have shaken the dice.
            return Answer(offer.aside(table, asked.person, asked.locale), aside=table, stirs=table.id)
        if not isinstance(table, Begun) or seat is None:
            return Answer(stirs=table.id)
        # So that it is remembered when the house has to be bound, which has less time for it.
        await self._acquaintance.runs(table)
        return replace(await self._moves.held(asked, table, seat, Beside(note=note)), stirs=table.id)

    async def anew(self, asked: Asked, address: Address) -> Answer:
        """What was practised ends, and another one begins in its place."""
        game, variant, level = (*address.rest.split("."), "", "")[:3]
        if level not in {*Level, READS}:
            raise Refused("button")
        wish = Wish.against(level, game, variant="" if variant == "-" else variant)
        return await self._alone(asked, address.match, partial(self._practised, asked, wish))

    async def onward(self, asked: Asked, address: Address) -> Answer:
        """From a board that somebody looks back upon, in that seat: practice that begins there."""
        before = await self._tables.table(address.match)
        seat, _, instead = address.rest.partition(".")
        if not isinstance(before, Over) or seat not in map(str, range(before.match.seats)):
            raise Refused("button")
        # Where the rules ended it nothing is left to be played.
        if address.step > before.match.step - (before.result.reason not in OUTSIDE):
            raise Refused("button")

        def asks(running: Play) -> Answer:
            to = replace(address, rest=f"{seat}.{running.id}")
            return Answer(menu.practising(running, to, before.game, asked.locale, picked=True))

        begin = partial(self._went_on, asked, before, address.step, int(seat))
        told = say("onward-begins", asked.locale)
        return await self._alone(asked, int(instead) if instead.isdecimal() else 0, begin, asks, told)

    async def _went_on(self, asked: Asked, before: Over, step: int, seat: Seat) -> Done:
        record = await self._tables.record(before.id)
        # Off the loop: all of it is folded up to there.
        said = await asyncio.to_thread(lambda: tuple(chronicle.until(record, step, seat)))
        since = tuple((it.steps, it.key.hex()) for it in record.chance.until(step)) if step else ()
        seats = before.match.seats
        agreement = Agreement(
            kind="practice", seats=seats, house=seats - 1, level=nearest(before.game, Level.STRONG),
            clock=None, rated=False, order=(seat,), since=since,
        )  # fmt: skip
        return await self._tables.offer(
            asked.person, (), before.game, before.options.model_dump(mode="json", exclude_defaults=True), agreement,
            server=asked.server, channel=asked.channel, venue=asked.venue, cause=asked.cause, now=asked.now, said=said,
        )  # fmt: skip

    async def clock(self, asked: Asked) -> int | None:
        """The server's own, for whoever says nothing about it; none where nobody could be told that their time runs."""
        if asked.abroad:
            return None
        return (await self._preferences.server(asked.server)).clock

    def variants(self, game: str, locale: str) -> list[tuple[str, str]]:
        """For completion: what the option of that name may be; a game without one has none."""
        field = GAMES[game].Options.model_fields.get("variant") if game in GAMES else None
        known = choices(field.annotation) if field else []
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
        told = offer.shaken(table, asked.person, text, asked.locale)
        if isinstance(done.table, Offer):
            scene = offer.aside(done.table, asked.person, asked.locale, say("done-shake", asked.locale))
            answer = Answer(scene, aside=done.table, stirs=table.id)
        else:
            # With the last shake it begins.
            answer = await self._begun(asked, done.table)
        return replace(answer, posts=told, channel=table.channel)

    # by button

    async def sit(self, asked: Asked, address: Address) -> Answer:
        await self._check_invited(asked, address.match)
        self._check_matches(await self._store.crowd(asked.person, asked.server, Kind.OFFERED))
        done = await self._tables.sit(address.match, asked.person, cause=asked.cause, now=asked.now)
        return self._answered(asked, done.table, await self._begun(asked, done.table))

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
            raise Refused("for-others", who=say.listed(who, asked.locale))
        return table

    async def decline(self, asked: Asked, address: Address) -> Answer:
        table = await self._check_invited(asked, address.match)
        go = self._tables.rise if table.agreement.kind == "open" else self._tables.decline
        await go(address.match, asked.person, cause=asked.cause, now=asked.now)
        if asked.private:
            what = "rise" if table.agreement.kind == "open" else "decline"
            return Answer(menu.done(what, table, asked.person, asked.locale), stirs=address.match)
        return Answer(opens=address.match, stirs=address.match)

    async def form(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        stands = manners.check_shaker(table, asked.person, asked.now, self._tables.absences)
        return Answer(form=offer.form(stands, asked.locale))

    async def shook(self, asked: Asked, address: Address) -> Answer:
        if not _is_line(asked.written):
            raise Refused("button")
        answer = await self._shaken(asked, await self._tables.table(address.match), asked.written)
        return replace(answer, opens=0 if asked.private else address.match)

    async def withdraw(self, asked: Asked, address: Address) -> Answer:
        done = await self._tables.withdraw(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(menu.done("withdraw", done.table, asked.person, asked.locale), stirs=address.match)

    async def start(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        # The house takes the other seats where the host has asked it to.
        alone = table.agreement.fills is None and address.rest != HOUSE
        seats = len(table.sat) if alone else table.agreement.seats
        done = await self._tables.start(address.match, asked.person, seats, cause=asked.cause, now=asked.now)
        return replace(await self._begun(asked, done.table), opens=address.match)

    async def invite(self, asked: Asked, address: Address) -> Answer:
        if asked.bots:
            raise Refused("bots")
        other = _person(asked.chosen)
        done = await self._tables.invite(address.match, asked.person, other, cause=asked.cause, now=asked.now)
        if not isinstance(done.table, Offer):
            return Answer(stirs=address.match)
        return Answer(offer.aside(done.table, asked.person, asked.locale), stirs=address.match)

    async def options(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        if asked.person != table.host:
            raise Refused("not-host")
        if not (isinstance(table, Offer) or (isinstance(table, Play) and table.private)):
            raise Refused("begun")
        return Answer(options.page(table, asked.locale))

    async def set(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        value = options.confirmed(table, address.rest, address.step) or "".join(asked.chosen)
        wanted = options.changed(table, address.rest, value)
        if table.private and not isinstance(table, Offer):
            # What is practised cannot be changed, but begun once more by other rules.
            if isinstance(table, Play) and table.played and not address.step:
                return Answer(options.sure(table, address.rest, value, asked.locale))
            agreement = table.agreement
            wish = Wish.against(agreement.plays, table.game.KEY, seats=agreement.seats)
            return await self._alone(asked, table.id, partial(self._practised, asked, wish, wanted.options))
        done = await self._tables.change(
            address.match, asked.person, wanted.options, wanted.agreement, cause=asked.cause, now=asked.now
        )
        return Answer(options.page(done.table, asked.locale), opens=address.match, stirs=address.match)

    async def rematch(self, asked: Asked, address: Address) -> Answer:
        before = rematch.playable(await self._tables.table(address.match), asked.person)
        again = partial(self._tables.rematch, before.id, asked.person, cause=asked.cause, now=asked.now)
        if before.private:
            instead = int(address.rest) if address.rest.isdecimal() else 0
            return await self._alone(asked, instead, again, partial(_asks_again, before, asked.locale))
        asked.check_beside(before)
        asked.check_room()
        async with self._offering(asked):
            done = await again()
        theirs = asked.person == done.table.host
        if isinstance(done.table, Begun) or (done.table.agreement.shakes and not theirs):
            # The others had asked for it already.
            return await self._begun(asked, done.table)
        if theirs and not done.again and asked.beside(done.table):
            return Answer(card=done.table, stirs=done.table.id)
        # Asked for in direct messages it is posted where the others are; asked for twice it is there.
        # A conversation of others has no name.
        where = f"<#{done.table.channel}>"
        note = say("rematch-here", asked.locale) if before.abroad else say("rematch-asked", asked.locale, where=where)
        if isinstance(before, Foreign):
            # There is no board of it any more.
            scene = offer.closed(before, asked.locale)
            return Answer(replace(scene, below=(note,), rows=()), stirs=done.table.id)
        seat = before.people.index(asked.person)
        answer = await self._moves.held(asked, before, seat, Beside(done=Verb.REMATCH, note=note))
        return replace(answer, stirs=done.table.id)


def _is_line(text: str) -> bool:
    return text.splitlines() == [text] and len(text) <= offer.LONGEST_LINE


def _person(chosen: Sequence[str]) -> int:
    """Who was taken from a select of people."""
    if len(chosen) != 1 or not re.fullmatch(NUMBER, chosen[0]):
        raise Refused("button")
    return int(chosen[0])


def _check_room(what: str, there: int, most: int) -> None:
    if there >= most:
        raise Refused(f"many-{what}", count=there)


def _asks_again(before: Table, locale: str, running: Play) -> Answer:
    to = Address(Verb.REMATCH, before.id, 0, str(running.id))
    return Answer(menu.practising(running, to, before.game, locale, picked=True))


def _options(game: Game[Any, Any, Any], wish: Wish, locale: str) -> dict[str, Any]:
    return options.variant(game, wish.variant, locale) | options.typed(game, wish.options, locale)
