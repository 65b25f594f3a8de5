"""Offers: made by command, and what a click on Accept, Decline, Options or Rematch does."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.practice import PracticeHandler
from bot.handlers.rate_limit import COMPANY, RateLimits
from bot.handlers.requests import MatchRequest, Request, Response
from bot.i18n import say
from bot.matches import offer_rules, rematch
from bot.matches.model import EventType, MatchState, Offer, RunningMatch, StartedMatch, UnreadableMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.preferences import Preferences
from bot.screens import dialogs, match_options, offer_card
from bot.screens.custom_ids import Action, CustomId
from bot.screens.names import called
from bot.screens.offer_card import HOUSE
from bot.screens.player_screen import PlayerScreenContext
from games import GAMES, find_game
from games.core import Game
from games.options import list_choices
from games.refused import Refused
from storage import ActivityCounts, Store

NUMBER: Final = r"[1-9][0-9]{0,18}"
"""Of somebody at Discord, as far as a store can know it."""


@dataclass(eq=False)
class OfferHandler:
    _matches: MatchService
    _store: Store
    _preferences: Preferences
    _match_lookup: MatchLookup
    _moves: MoveHandler
    _practice: PracticeHandler
    _rate_limits: RateLimits
    _check: Callable[[int], Awaitable[None]]
    """Raises what posting in a channel would."""

    @property
    def deeds(self) -> Handlers:
        return {
            Action.SIT: self.sit,
            Action.DECLINE: self.decline,
            Action.WITHDRAW: self.withdraw,
            Action.START: self.start,
            Action.INVITE: self.invite,
            Action.OPTIONS: self.options,
            Action.SET: self.set,
            Action.REMATCH: self.rematch,
            Action.SHAKE: self.form,
            Action.SHOOK: self.shook,
        }

    # by command

    async def challenge(
        self, request: Request, opponents: Sequence[int], match_request: MatchRequest, *, house: bool = False
    ) -> Response:
        """With the house in one of the seats, if it was named too."""
        if house and not opponents:
            return await self._practice.begin(request, match_request)
        request.check_company()
        seats = len(opponents) + 1 + house
        terms = MatchTerms(
            seats=seats,
            house=int(house),
            level=match_request.level,
            clock=match_request.clock,
            rated=match_request.rated,
        )
        return await self._offered(request, opponents, match_request, terms)

    async def open(self, request: Request, match_request: MatchRequest) -> Response:
        request.check_company()
        seats = match_request.seats or find_game(match_request.game).SEATS[-1]
        terms = MatchTerms(
            kind="open",
            seats=seats,
            level=match_request.level,
            fills=match_request.fills,
            clock=match_request.clock,
            rated=match_request.rated,
        )
        return await self._offered(request, (), match_request, terms)

    async def _offered(
        self, request: Request, opponents: Sequence[int], match_request: MatchRequest, terms: MatchTerms
    ) -> Response:
        game = find_game(match_request.game)
        settings = await self._preferences.server(request.server_id)
        if settings.channels and request.channel_id not in settings.channels:
            raise Refused("other-channel", channel=" ".join(f"<#{channel_id}>" for channel_id in settings.channels))
        request.check_room()
        wanted: Mapping[str, Any] = match_request.settings(request.locale)
        if opponents and await self._is_new_to(game, (request.person_id, *opponents)):
            wanted = game.options_class.first_time_options(wanted)
        if request.is_user_installed:
            # It counts for no ladder: nobody knows whose.
            terms = terms.model_copy(update={"rated": False})
        async with self._offering(request):
            done = await self._matches.offer(
                request.person_id, opponents, game, wanted, terms,
                server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
                cause=request.interaction_id,
                now=request.now,
            )  # fmt: skip
        return Response(card=done.match, stirs=done.match.id)

    @asynccontextmanager
    async def _offering(self, request: Request) -> AsyncIterator[None]:
        """One offer after the other of each person, however fast they press: then it is known how many there are."""
        async with self._store.hold_lock(f"offer {request.person_id}"):
            crowd = await self._store.matches.count_activity(request.person_id, request.server_id, EventType.OFFERED)
            self._check_matches(crowd)
            if most := self._rate_limits.offers:
                _check_share("offers", crowd.offers_of_person, most)
                _check_share("offers-there", crowd.offers_on_server, most * COMPANY)
            yield

    def _check_matches(self, crowd: ActivityCounts) -> None:
        if most := self._rate_limits.matches:
            _check_share("matches", crowd.matches_of_person, most)
            _check_share("matches-there", crowd.matches_on_server, most * COMPANY)

    async def _is_new_to(self, game: Game[Any, Any, Any], people: Sequence[int]) -> bool:
        """Does one of them play it for the first time?"""
        return not all(
            [await self._store.history.list_newest_matches(person_id, None, game.KEY, 1) for person_id in people]
        )

    async def clock(self, request: Request) -> int | None:
        """The server's own, for whoever says nothing about it; none where nobody could be told that their time runs."""
        if request.is_user_installed:
            return None
        return (await self._preferences.server(request.server_id)).clock

    def variants(self, game: str, locale: str) -> list[tuple[str, str]]:
        """For completion: what the option of that name may be; a game without one has none."""
        field = GAMES[game].options_class.model_fields.get("variant") if game in GAMES else None
        known = list_choices(field.annotation) if field else []
        return [(GAMES[game].say(f"option-variant-{variant}", locale), variant) for variant in known]

    async def shake(self, request: Request, text: str, match: str) -> Response:
        if not _is_line(text):
            # Discord would not have sent it.
            raise Refused("command")
        table = await self._match_lookup.shaken(request, match)
        if table.channel_id != request.channel_id:
            raise Refused("no-match-here")
        return await self._shaken(request, table, text)

    async def _shaken(self, request: Request, match: MatchState, text: str) -> Response:
        """For all to see: of what was said there the store keeps a hash, and nothing else."""
        request.check_beside(match)
        if match.channel_id == request.channel_id:
            request.check_room()
        else:
            await self._check(match.channel_id)
        done = await self._matches.shake(
            match.id, request.person_id, text, cause=request.interaction_id, now=request.now
        )
        told = offer_card.shaken(match, request.person_id, text, request.locale)
        if isinstance(done.match, Offer):
            scene = offer_card.aside(done.match, request.person_id, request.locale, say("done-shake", request.locale))
            response = Response(scene, aside=done.match, stirs=match.id)
        else:
            # With the last shake it begins.
            response = await self._moves.begun(request, done.match)
        return replace(response, posts=told, channel_id=match.channel_id)

    # by button

    async def sit(self, request: Request, custom_id: CustomId) -> Response:
        await self._check_invited(request, custom_id.match_id)
        self._check_matches(
            await self._store.matches.count_activity(request.person_id, request.server_id, EventType.OFFERED)
        )
        done = await self._matches.sit(
            custom_id.match_id, request.person_id, cause=request.interaction_id, now=request.now
        )
        return self._answered(request, done.match, await self._moves.begun(request, done.match))

    def _answered(self, request: Request, match: MatchState, response: Response) -> Response:
        """The card tells what came of it; where it was opened for one alone, that does."""
        if not request.private:
            return replace(response, opens=match.id)
        return replace(self._moves.offered(request, match), stirs=match.id) if isinstance(match, Offer) else response

    async def _check_invited(self, request: Request, match_id: int) -> MatchState:
        """Whoever presses what is meant for others is told for whom it is."""
        match = await self._matches.find_match(match_id)
        if isinstance(match, Offer) and match.terms.kind == "challenge" and request.person_id not in match.company:
            who = [called(person_id, request.locale) for person_id in match.named]
            raise Refused("for-others", who=say.format_list(who, request.locale))
        return match

    async def decline(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._check_invited(request, custom_id.match_id)
        what, go = ("rise", self._matches.rise) if match.terms.kind == "open" else ("decline", self._matches.decline)
        await go(custom_id.match_id, request.person_id, cause=request.interaction_id, now=request.now)
        if request.private:
            return Response(dialogs.done(what, match, request.person_id, request.locale), stirs=custom_id.match_id)
        return Response(opens=custom_id.match_id, stirs=custom_id.match_id)

    async def form(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        stands = offer_rules.check_shaker(match, request.person_id, request.now, self._matches.absences)
        return Response(form=offer_card.form(stands, request.locale))

    async def shook(self, request: Request, custom_id: CustomId) -> Response:
        if not _is_line(request.written):
            raise Refused("button")
        response = await self._shaken(request, await self._matches.find_match(custom_id.match_id), request.written)
        return replace(response, opens=0 if request.private else custom_id.match_id)

    async def withdraw(self, request: Request, custom_id: CustomId) -> Response:
        done = await self._matches.withdraw(
            custom_id.match_id, request.person_id, cause=request.interaction_id, now=request.now
        )
        return Response(
            dialogs.done("withdraw", done.match, request.person_id, request.locale), stirs=custom_id.match_id
        )

    async def start(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        # The house takes the other seats where the host has asked it to.
        alone = match.terms.fills is None and custom_id.rest != HOUSE
        seats = len(match.sat) if alone else match.terms.seats
        done = await self._matches.start(
            custom_id.match_id, request.person_id, seats, cause=request.interaction_id, now=request.now
        )
        return replace(await self._moves.begun(request, done.match), opens=custom_id.match_id)

    async def invite(self, request: Request, custom_id: CustomId) -> Response:
        if request.bots:
            raise Refused("bots")
        other = _person(request.chosen)
        done = await self._matches.invite(
            custom_id.match_id, request.person_id, other, cause=request.interaction_id, now=request.now
        )
        if not isinstance(done.match, Offer):
            return Response(stirs=custom_id.match_id)
        return Response(offer_card.aside(done.match, request.person_id, request.locale), stirs=custom_id.match_id)

    async def options(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        if request.person_id != match.host_id:
            raise Refused("not-host")
        if not (isinstance(match, Offer) or (isinstance(match, RunningMatch) and match.is_practice)):
            raise Refused("begun")
        return Response(match_options.page(match, request.locale))

    async def set(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        value = match_options.confirmed(match, custom_id.rest, custom_id.step) or "".join(request.chosen)
        wanted = match_options.changed(match, custom_id.rest, value)
        if match.is_practice and not isinstance(match, Offer):
            if isinstance(match, RunningMatch) and match.played and not custom_id.step:
                return Response(match_options.sure(match, custom_id.rest, value, request.locale))
            return await self._practice.otherwise(request, match, wanted.options)
        done = await self._matches.change(
            custom_id.match_id,
            request.person_id,
            wanted.options,
            wanted.agreement,
            cause=request.interaction_id,
            now=request.now,
        )
        return Response(
            match_options.page(done.match, request.locale), opens=custom_id.match_id, stirs=custom_id.match_id
        )

    async def rematch(self, request: Request, custom_id: CustomId) -> Response:
        before = rematch.playable(await self._matches.find_match(custom_id.match_id), request.person_id)
        again = partial(
            self._matches.rematch, before.id, request.person_id, cause=request.interaction_id, now=request.now
        )
        if before.is_practice:
            return await self._practice.rematch(request, custom_id, before, again)
        request.check_beside(before)
        request.check_room()
        async with self._offering(request):
            done = await again()
        theirs = request.person_id == done.match.host_id
        if isinstance(done.match, StartedMatch) or (done.match.terms.shakes and not theirs):
            # The others had asked for it already.
            return await self._moves.begun(request, done.match)
        if theirs and not done.again and request.beside(done.match) and request.channel_id == done.match.channel_id:
            return Response(card=done.match, stirs=done.match.id)
        # Asked for elsewhere it is posted where the others are; asked for twice it is there.
        # A conversation of others has no name.
        where = f"<#{done.match.channel_id}>"
        note = (
            say("rematch-here", request.locale)
            if before.is_user_installed
            else say("rematch-asked", request.locale, where=where)
        )
        if isinstance(before, UnreadableMatch):
            # There is no board of it any more.
            scene = offer_card.closed(before, request.locale)
            return Response(replace(scene, below=(note,), rows=()), stirs=done.match.id)
        seat = before.people.index(request.person_id)
        response = await self._moves.held(request, before, seat, PlayerScreenContext(done=Action.REMATCH, note=note))
        return replace(response, stirs=done.match.id)


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
