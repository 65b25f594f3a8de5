"""Moves: asked for, picked a part at a time, typed, changed, kept, hinted at; and all matches that wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.ai.opponent_history import Acquaintance
from bot.ai.workers import Minds
from bot.caches import Once
from bot.delivery.notifications import Crier
from bot.delivery.player_messages import Hands
from bot.handlers.autocomplete import ENTRY, Completion, completions, example
from bot.handlers.dispatcher import Deeds
from bot.handlers.match_lookup import Which, awaited
from bot.handlers.requests import Answer, Asked, Held
from bot.i18n import say
from bot.matches import match_rules
from bot.matches.model import Begun, Closed, Kind, Offer, Play, Table
from bot.matches.service import Tables
from bot.screens import dialogs, inbox, move_buttons, offer_card
from bot.screens import player_screen as scenes
from bot.screens.custom_ids import Address, Verb
from bot.screens.player_screen import ALONE, Beside
from games.core import Move, Seat, Suggestion
from games.refused import Refused
from storage import PlayerContext, Store

PATIENCE: Final = 10.0
"""Seconds for a hint."""
KEPT: Final = 100
"""Completions, and hints, that are not made again."""


@dataclass(eq=False)
class Moves:
    _tables: Tables
    _store: Store
    _which: Which
    _hands: Hands
    _crier: Crier
    _minds: Minds
    _acquaintance: Acquaintance
    _ready: Callable[[Table], Awaitable[Table]]
    """Says what goes without asking, and binds the house where it chooses with others."""
    _completed: Once[tuple[object, ...], list[Completion]] = field(
        default_factory=lambda: Once(KEPT, at_once=1), init=False
    )
    _hints: Once[tuple[object, ...], Suggestion] = field(default_factory=lambda: Once(KEPT), init=False)

    @property
    def deeds(self) -> Deeds:
        return {
            Verb.CHOOSE: self.choose,
            Verb.PICK: self.pick,
            Verb.CHANGE: self.change,
            Verb.KEEP: self.choose,
            Verb.HINT: self.hint,
            Verb.INBOX: self.next,
        }

    async def held(
        self, asked: Asked, table: Begun, seat: Seat, beside: Beside = ALONE, company: PlayerContext | None = None
    ) -> Answer:
        """This match as a hand, as it stands now; `beside` says what its reader is in the middle of.

        What goes without asking is said before: a hand shows no question that nobody has to answer.
        """
        stood, table = table, match_rules.begun(await self._ready(table))
        about = await self._hands.beside(table, asked.person, beside, company)
        scene = await self._hands.shows(table, seat, asked.locale, about)
        holds = self._holds(asked, table, seat, about)
        return Answer(scene, holds=holds, stirs=table.id if table is not stood else 0)

    async def begun(self, asked: Asked, table: Table, note: str = "") -> Answer:
        """Whoever begins a match plays on where they have pressed."""
        seat = table.eyes_of(asked.person)
        if isinstance(table, Offer) and table.agreement.shakes and table.sitter(asked.person):
            # They are in, and it does not begin before they have shaken the dice.
            return Answer(offer_card.aside(table, asked.person, asked.locale), aside=table, stirs=table.id)
        if not isinstance(table, Begun) or seat is None:
            return Answer(stirs=table.id)
        # So that it is remembered when the house has to be bound, which has less time for it.
        await self._acquaintance.runs(table)
        return replace(await self.held(asked, table, seat, Beside(note=note)), stirs=table.id)

    def _holds(self, asked: Asked, table: Begun, seat: Seat, about: Beside) -> Held:
        self._hands.turned(asked.message, table.match.step, about.rest, again=about.again)
        shows = scenes.shown(table, seat, asked.locale, about)
        return Held(table.id, table.match.step, shows, table.seq)

    async def choose(self, asked: Asked, address: Address) -> Answer:
        """Whoever presses it sees what they may: their hand; who does not play there, the board as everybody does. From
        a list, an offer to answer.
        """
        stands = await self._tables.table(address.match)
        if isinstance(stands, Offer):
            return self.offered(asked, stands)
        if isinstance(stands, Closed) and stands.how == Kind.SHELVED:
            return await self._practised_on(asked, stands)
        table = match_rules.begun(stands)
        seat = table.eyes_of(asked.person)
        opens = 0 if asked.private or table.over else table.id
        if seat is None:
            return Answer(dialogs.watched(table, asked.locale, self._tables.absences), opens=opens)
        answer = await self.held(asked, table, seat, Beside(shut=self._crier.shut(asked.person)))
        return replace(answer, opens=opens)

    async def _practised_on(self, asked: Asked, shelved: Closed) -> Answer:
        """What they practise now lies where the one lay that was put away, or the way to another one."""
        running = await self._tables.practising(asked.person)
        seat = running.eyes_of(asked.person) if running else None
        if running is None or seat is None:
            return Answer(dialogs.shelved(shelved, asked.locale), ends=shelved.id)
        note = say("practice-other", asked.locale)
        return replace(await self.held(asked, running, seat, Beside(note=note)), ends=shelved.id)

    def offered(self, asked: Asked, table: Offer) -> Answer:
        """For one alone, with what they may do about it; it says there what becomes of it."""
        scene = offer_card.opened(table, asked.person, asked.locale, self._tables.absences)
        theirs = asked.person in table.company
        return Answer(scene, aside=table if theirs else None)

    async def pick(self, asked: Asked, address: Address) -> Answer:
        stands = await self._tables.recalled(address.match, address.step)
        table, seat = awaited(stands, asked.person, address.step)
        word = move_buttons.chosen(table, seat, address.rest)
        if word is None:
            beside = Beside(rest=address.rest, again=seat in table.match.sealed)
            return replace(await self.held(asked, table, seat, beside), here=True)
        # At once: whoever waits for an answer does not wait for one after the other.
        done, company = await asyncio.gather(
            self._tables.say(table.id, asked.person, word, step=address.step, cause=asked.cause, now=asked.now),
            self._store.delivery_states.load_player_context(table.id, asked.person),
        )
        answer = await self.held(asked, match_rules.begun(done.table), seat, company=company)
        return replace(answer, here=True, stirs=table.id)

    async def move(self, asked: Asked, typed: str, match: str) -> Answer:
        """A whole word, as it is written."""
        table, seat = awaited(await self._which.meant(asked, match, waiting=True), asked.person)
        word = _read(table, seat, typed, asked.locale)
        step = table.match.step
        done = await self._tables.say(table.id, asked.person, word, step=step, cause=asked.cause, now=asked.now)
        return replace(await self.held(asked, match_rules.begun(done.table), seat), stirs=table.id)

    async def words(self, asked: Asked, typed: str, match: str) -> list[Completion]:
        """How what was typed could go on."""
        table = await self._which.meant(asked, match, waiting=True)
        seat = table.eyes_of(asked.person)
        if not isinstance(table, Play) or seat is None:
            return []
        # Off the loop, and one after the other: of thousands of words it takes a twentieth of a second.
        complete = partial(
            asyncio.to_thread, completions, table.game, table.match.view_of(seat), typed[:ENTRY], asked.locale
        )
        return await self._completed.of((table.id, table.seq, seat, typed[:ENTRY], asked.locale), complete)

    async def change(self, asked: Asked, address: Address) -> Answer:
        """What is sealed counts until something else is."""
        table, seat = awaited(await self._tables.table(address.match), asked.person, address.step)
        return replace(await self.held(asked, table, seat, Beside(again=True)), here=True)

    async def hint(self, asked: Asked, address: Address) -> Answer:
        """What the house would do in this seat, from what this seat sees; where it counts for nothing."""
        stands = await self._tables.recalled(address.match, address.step)
        table, seat = awaited(stands, asked.person, address.step)
        if not table.private:
            raise Refused("no-hints")
        view, dice = table.match.view_of(seat), table.match.house_dice(seat)
        try:
            async with asyncio.timeout(PATIENCE):
                think = partial(self._minds.thought, table.game, view, table.game.LEVELS[-1], dice)
                thought = await self._hints.of((table.id, table.match.step, seat), think)
        except TimeoutError:
            raise Refused("hint-later") from None
        about = await self._hands.beside(table, asked.person)
        holds = self._holds(asked, table, seat, about)
        self._hands.hinted(asked.message, address.step)
        about = await self._hands.recalled(table, seat, about)
        scene = scenes.hinted(table, seat, thought, asked.locale, self._tables.absences, about)
        return Answer(scene, here=True, holds=holds)

    async def inbox(self, asked: Asked) -> Answer:
        """All that one plays or is asked to, a line each; what waits first."""
        return await self._listed(asked, 0)

    async def _listed(self, asked: Asked, page: int) -> Answer:
        mine = await self._tables.engaging(asked.person)
        names = await self._store.people.load_names(sorted({it for table in mine for it in table.company}))
        return Answer(inbox.inbox(mine, asked.person, names, asked.locale, self._tables.absences, page))

    async def next(self, asked: Asked, address: Address) -> Answer:
        """The match that waits after the one of the address, in its place, with the way back there; of the inbox
        another page.
        """
        if address.rest and not address.rest.isdecimal():
            raise Refused("button")
        headers = await self._store.matches.list_live_of_person(asked.person)
        waiting = await self._tables.awaiting(asked.person, headers)
        alone = all(table.id == address.match for table in waiting)
        if address.rest or not waiting or (alone and await self._tables.unshaken(asked.person, headers)):
            if asked.private:
                # What was played or answered there is not written over the list.
                await self._store.player_messages.release_message(asked.person, asked.message, asked.now)
            return await self._listed(asked, int(address.rest or 0))
        at = next((at for at, table in enumerate(waiting) if table.id == address.match), -1) + 1
        table, seat = awaited(waiting[at % len(waiting)], asked.person)
        answer = await self.held(asked, table, seat)
        if table.id == address.match or not address.match or answer.scene is None:
            return answer
        origin = await self._tables.table(address.match)
        return replace(answer, scene=scenes.reached(answer.scene, origin, asked.locale))


def _read(table: Play, seat: Seat, typed: str, locale: str) -> Move:
    """What was meant; where nobody can guess it, what could have been typed."""
    view = table.match.view_of(seat)
    try:
        return table.game.parse_move(view, typed)
    except Refused as no:
        if no.key != "illegal":
            raise
        raise Refused("example", typed=typed, example=example(table.game, view, locale)) from None
