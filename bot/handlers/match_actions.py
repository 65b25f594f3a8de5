"""What else one can do at a table: look at it, read it, learn its rules, resign, offer a draw, cancel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.requests import Request, Response
from bot.matches import match_rules
from bot.matches.deadlines import DeadlineKind
from bot.matches.fold import is_known, practised
from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS
from bot.screens import dialogs, inbox, offer_card, result_card, rules
from bot.screens.custom_ids import Action, CustomId
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
class MatchActionHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _moves: MoveHandler
    _again: Callable[[int], Awaitable[None]]
    """Posts the board of a match anew."""

    @property
    def deeds(self) -> Handlers:
        return {
            Action.LOOK: self.look,
            Action.MORE: self.more,
            Action.TEXT: self.text,
            Action.ASK: self.ask,
            Action.CALL: self.call,
            Action.RULES: self.rules,
        }

    # by command

    async def board(self, request: Request, match: str, *, text: bool) -> Response:
        table = await self._match_lookup.meant(request, match)
        if text:
            return Response(dialogs.text(match_rules.begun(table), table.eyes_of(request.person_id), request.locale))
        seat = table.eyes_of(request.person_id)
        if table.is_practice and isinstance(table, StartedMatch) and seat is not None:
            # There is no board in the channel.
            return await self._moves.held(request, table, seat)
        if table.is_user_installed:
            request.check_beside(table)
            request.check_room()
            return Response(card=table)
        await self._again(table.id)
        return Response(dialogs.comes(request.locale))

    async def end(self, request: Request, what: str, match: str) -> Response:
        """To resign, to offer a draw, to cancel: asked once more before it is said."""
        table = await self._match_lookup.ended(request, what, match)
        if isinstance(table, Offer) and what == "cancel" and request.person_id == table.host_id:
            await self._matches.withdraw(table.id, request.person_id, cause=request.interaction_id, now=request.now)
            return Response(dialogs.done("withdraw", table, request.person_id, request.locale), stirs=table.id)
        begun = match_rules.begun(table)
        seat = begun.seat_of(request.person_id)
        if seat is None:
            raise Refused("not-seated")
        if what == "offer" and begun.engine.draw_agreed_by - {seat}:
            what = "agree"
        await self._check(begun, seat, what)
        return Response(dialogs.sure(begun, what, request.locale))

    async def listing(self, request: Request) -> Response:
        mine = await self._store.matches.list_live_of_person(request.person_id)
        own = {header.id for header in mine}
        headers = await self._store.matches.list_live_on_server(request.server_id) if request.server_id else mine
        # What somebody practises is theirs alone. Whatever is not listed is not folded: a server may have thousands.
        # Read as far as it is listed; what is left is counted.
        left = iter([it for it in headers if it.id in own or not practised(it)])
        live: list[MatchState] = []
        async for match in self._matches.readable(left):
            if not match.is_over:
                # One may have ended since its header was read.
                live.append(match)
            if len(live) == LISTED:
                break
        names = await self._store.people.load_names(sorted({it for match in live for it in match.company}))
        absences = self._matches.absences
        return Response(
            inbox.running(live, request.person_id, names, request.locale, absences, more=sum(map(is_known, left)))
        )

    async def lesson(self, request: Request, game: str) -> Response:
        return Response(rules.page(find_game(game), 0, "", request.locale))

    # by button

    async def look(self, request: Request, custom_id: CustomId) -> Response:
        match_id, person_id = custom_id.match_id, request.person_id
        match, seat = match_rules.seated(await self._matches.find_match(match_id), person_id)
        # Whoever has looked and was not answered looks once more, for as long as it would have lain open.
        shown = await self._store.player_messages.list_of_match(match_id, REVEAL) if seat in match.looked else ()
        lying = [
            it.last_used_ms
            for it in shown
            if it.person_id == person_id and request.now < it.last_used_ms + REVEAL_DURATION_MS
        ]
        if lying:
            await self._store.player_messages.save_message(_look(request, match_id, min(lying)), was_pressed=True)
        else:
            match, seat = await self._looks(match, seat, request)
        return Response(dialogs.look(match, seat, request.locale), apart=True)

    async def _looks(self, match: RunningMatch, seat: Seat, request: Request) -> tuple[RunningMatch, Seat]:
        """It is to be covered, and lies open, before it is used up and seen: whoever starts after a crash covers it."""
        match_rules.look(match, request.person_id, request.interaction_id, request.now)
        await self._store.deadlines.set_deadlines(
            match.id, Deadline(DeadlineKind.COVER, request.now + REVEAL_DURATION_MS, match.engine.step, seat)
        )
        shown = _look(request, match.id, request.now)
        await self._store.player_messages.save_message(shown, was_pressed=True)
        try:
            done = await self._matches.look(match.id, request.person_id, cause=request.interaction_id, now=request.now)
        except Refused:
            await self._store.player_messages.delete_message(shown)
            raise
        return match_rules.seated(done.match, request.person_id)

    async def more(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        apart = custom_id.rest != BACK
        if isinstance(match, Offer):
            # Where it is theirs to change or to leave.
            theirs = request.person_id == match.host_id or match.sitter(request.person_id)
            scene = offer_card.aside(match, request.person_id, request.locale)
            return Response(scene, apart=apart, aside=match if theirs else None)
        if isinstance(match, FinishedMatch):
            record = await self._matches.record(match.id)
            return Response(result_card.aside(match, record, request.locale), apart=apart)
        begun = match_rules.begun(match)
        return Response(dialogs.more(begun, begun.eyes_of(request.person_id), request.locale), apart=apart)

    async def text(self, request: Request, custom_id: CustomId) -> Response:
        match = match_rules.begun(await self._matches.find_match(custom_id.match_id))
        return Response(dialogs.text(match, match.eyes_of(request.person_id), request.locale))

    async def ask(self, request: Request, custom_id: CustomId) -> Response:
        match, seat = match_rules.seated(await self._matches.find_match(custom_id.match_id), request.person_id)
        if custom_id.rest not in CALLS:
            raise Refused("button")
        await self._check(match, seat, custom_id.rest)
        # Where one plays one goes on playing.
        apart = any(
            it.message_id == request.message_id for it in await self._store.player_messages.list_of_match(match.id)
        )
        return Response(dialogs.sure(match, custom_id.rest, request.locale), apart=apart)

    async def _check(self, match: StartedMatch, seat: Seat, what: str) -> None:
        """Nobody is asked whether they are sure of what they may not do."""
        if isinstance(match, RunningMatch) and what == "cancel":
            match_rules.check_cancel(match, seat, await self._store.people.list_departed(match.id))

    async def call(self, request: Request, custom_id: CustomId) -> Response:
        if custom_id.rest not in CALLS:
            raise Refused("button")
        word = CALLS[custom_id.rest]
        done = await self._matches.say(
            custom_id.match_id, request.person_id, word, step=None, cause=request.interaction_id, now=request.now
        )
        what = "cancelled" if word == CANCEL and done.match.is_over else custom_id.rest
        return Response(
            dialogs.done(what, done.match, request.person_id, request.locale),
            here=request.private,
            stirs=custom_id.match_id,
        )

    async def rules(self, request: Request, custom_id: CustomId) -> Response:
        """A page turns in its place; what a hand opens lies beside it."""
        key = custom_id.rest.rpartition(".")[0]
        match = await self._matches.find_match(custom_id.match_id) if custom_id.match_id else None
        if match is not None and key in {"", match.game.KEY}:
            scene = rules.page(match.game, custom_id.match_id, custom_id.rest, request.locale, match.options)
        else:
            scene = rules.page(find_game(key), 0, custom_id.rest, request.locale)
        return Response(scene, apart=not key)


def _look(request: Request, match_id: int, since: int) -> PlayerMessage:
    return PlayerMessage(
        match_id, request.person_id, request.interaction_id, None, 0, since, request.token, kind=REVEAL
    )
