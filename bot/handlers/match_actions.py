"""What else one can do at a table: look at it, read it, learn its rules, resign, offer a draw, cancel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.delivery.temporary_reveal import REVEALED
from bot.handlers.dispatcher import Deeds
from bot.handlers.match_lookup import Which
from bot.handlers.moves import Moves
from bot.handlers.requests import Answer, Asked
from bot.matches import match_rules
from bot.matches.deadlines import Due
from bot.matches.fold import is_known, practised
from bot.matches.model import Begun, Offer, Over, Play, Table
from bot.matches.service import Tables
from bot.screens import dialogs, inbox, offer_card, result_card, rules
from bot.screens.custom_ids import Address, Verb
from bot.screens.match_options import BACK
from games import find_game
from games.core import Seat
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN
from games.refused import Refused
from storage import REVEAL, Deadline, PlayerMessage, Store

CALLS: Final = {"resign": RESIGN, "offer": OFFER_DRAW, "agree": AGREE_DRAW, "cancel": CANCEL}
LISTED: Final = 10
"""Matches in a list: six players each, all of them awaited, fill a message."""


@dataclass(eq=False)
class Asides:
    _tables: Tables
    _store: Store
    _which: Which
    _moves: Moves
    _again: Callable[[int], Awaitable[None]]
    """Posts the board of a match anew."""

    @property
    def deeds(self) -> Deeds:
        return {
            Verb.LOOK: self.look,
            Verb.MORE: self.more,
            Verb.TEXT: self.text,
            Verb.ASK: self.ask,
            Verb.CALL: self.call,
            Verb.RULES: self.rules,
        }

    # by command

    async def board(self, asked: Asked, match: str, *, text: bool) -> Answer:
        table = await self._which.meant(asked, match)
        if text:
            return Answer(dialogs.text(match_rules.begun(table), table.eyes_of(asked.person), asked.locale))
        seat = table.eyes_of(asked.person)
        if table.private and isinstance(table, Begun) and seat is not None:
            # There is no board in the channel.
            return await self._moves.held(asked, table, seat)
        if table.abroad:
            asked.check_beside(table)
            asked.check_room()
            return Answer(card=table)
        await self._again(table.id)
        return Answer(dialogs.comes(asked.locale))

    async def end(self, asked: Asked, what: str, match: str) -> Answer:
        """To resign, to offer a draw, to cancel: asked once more before it is said."""
        table = await self._which.ended(asked, what, match)
        if isinstance(table, Offer) and what == "cancel" and asked.person == table.host:
            await self._tables.withdraw(table.id, asked.person, cause=asked.cause, now=asked.now)
            return Answer(dialogs.done("withdraw", table, asked.person, asked.locale), stirs=table.id)
        begun = match_rules.begun(table)
        seat = begun.seat_of(asked.person)
        if seat is None:
            raise Refused("not-seated")
        if what == "offer" and begun.match.draw_agreed_by - {seat}:
            what = "agree"
        await self._check(begun, seat, what)
        return Answer(dialogs.sure(begun, what, asked.locale))

    async def listing(self, asked: Asked) -> Answer:
        mine = await self._store.matches.list_live_of_person(asked.person)
        own = {header.id for header in mine}
        headers = await self._store.matches.list_live_on_server(asked.server) if asked.server else mine
        # What somebody practises is theirs alone. Whatever is not listed is not folded: a server may have thousands.
        # Read as far as it is listed; what is left is counted.
        left = iter([it for it in headers if it.id in own or not practised(it)])
        live: list[Table] = []
        async for table in self._tables.readable(left):
            if not table.over:
                # One may have ended since its header was read.
                live.append(table)
            if len(live) == LISTED:
                break
        names = await self._store.people.load_names(sorted({it for table in live for it in table.company}))
        absences = self._tables.absences
        return Answer(inbox.running(live, asked.person, names, asked.locale, absences, more=sum(map(is_known, left))))

    async def lesson(self, asked: Asked, game: str) -> Answer:
        return Answer(rules.page(find_game(game), 0, "", asked.locale))

    # by button

    async def look(self, asked: Asked, address: Address) -> Answer:
        match, person = address.match, asked.person
        table, seat = match_rules.seated(await self._tables.table(match), person)
        # Whoever has looked and was not answered looks once more, for as long as it would have lain open.
        shown = await self._store.player_messages.list_of_match(match, REVEAL) if seat in table.looked else ()
        lying = [it.last_used_ms for it in shown if it.person_id == person and asked.now < it.last_used_ms + REVEALED]
        if lying:
            await self._store.player_messages.save_message(_look(asked, match, min(lying)), was_pressed=True)
        else:
            table, seat = await self._looks(table, seat, asked)
        return Answer(dialogs.look(table, seat, asked.locale), apart=True)

    async def _looks(self, table: Play, seat: Seat, asked: Asked) -> tuple[Play, Seat]:
        """It is to be covered, and lies open, before it is used up and seen: whoever starts after a crash covers it."""
        match_rules.look(table, asked.person, asked.cause, asked.now)
        await self._store.deadlines.set_deadlines(
            table.id, Deadline(Due.COVER, asked.now + REVEALED, table.match.step, seat)
        )
        shown = _look(asked, table.id, asked.now)
        await self._store.player_messages.save_message(shown, was_pressed=True)
        try:
            done = await self._tables.look(table.id, asked.person, cause=asked.cause, now=asked.now)
        except Refused:
            await self._store.player_messages.delete_message(shown)
            raise
        return match_rules.seated(done.table, asked.person)

    async def more(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        apart = address.rest != BACK
        if isinstance(table, Offer):
            # Where it is theirs to change or to leave.
            theirs = asked.person == table.host or table.sitter(asked.person)
            scene = offer_card.aside(table, asked.person, asked.locale)
            return Answer(scene, apart=apart, aside=table if theirs else None)
        if isinstance(table, Over):
            record = await self._tables.record(table.id)
            return Answer(result_card.aside(table, record, asked.locale), apart=apart)
        begun = match_rules.begun(table)
        return Answer(dialogs.more(begun, begun.eyes_of(asked.person), asked.locale), apart=apart)

    async def text(self, asked: Asked, address: Address) -> Answer:
        table = match_rules.begun(await self._tables.table(address.match))
        return Answer(dialogs.text(table, table.eyes_of(asked.person), asked.locale))

    async def ask(self, asked: Asked, address: Address) -> Answer:
        table, seat = match_rules.seated(await self._tables.table(address.match), asked.person)
        if address.rest not in CALLS:
            raise Refused("button")
        await self._check(table, seat, address.rest)
        # Where one plays one goes on playing.
        apart = any(it.message_id == asked.message for it in await self._store.player_messages.list_of_match(table.id))
        return Answer(dialogs.sure(table, address.rest, asked.locale), apart=apart)

    async def _check(self, table: Begun, seat: Seat, what: str) -> None:
        """Nobody is asked whether they are sure of what they may not do."""
        if isinstance(table, Play) and what == "cancel":
            match_rules.check_cancel(table, seat, await self._store.people.list_departed(table.id))

    async def call(self, asked: Asked, address: Address) -> Answer:
        if address.rest not in CALLS:
            raise Refused("button")
        word = CALLS[address.rest]
        done = await self._tables.say(address.match, asked.person, word, step=None, cause=asked.cause, now=asked.now)
        what = "cancelled" if word == CANCEL and done.table.over else address.rest
        return Answer(
            dialogs.done(what, done.table, asked.person, asked.locale), here=asked.private, stirs=address.match
        )

    async def rules(self, asked: Asked, address: Address) -> Answer:
        """A page turns in its place; what a hand opens lies beside it."""
        key = address.rest.rpartition(".")[0]
        table = await self._tables.table(address.match) if address.match else None
        if table is not None and key in {"", table.game.KEY}:
            scene = rules.page(table.game, address.match, address.rest, asked.locale, table.options)
        else:
            scene = rules.page(find_game(key), 0, address.rest, asked.locale)
        return Answer(scene, apart=not key)


def _look(asked: Asked, match: int, since: int) -> PlayerMessage:
    return PlayerMessage(match, asked.person, asked.cause, None, 0, since, asked.token, kind=REVEAL)
