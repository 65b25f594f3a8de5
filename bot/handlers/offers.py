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
from bot.handlers.rate_limit import SERVER_LIMIT_FACTOR, RateLimits
from bot.handlers.requests import MatchRequest, Request, Response
from bot.i18n import say
from bot.matches import offer_rules, rematch
from bot.matches.model import EventType, MatchState, Offer, RunningMatch, StartedMatch, UnreadableMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.preferences import Preferences
from bot.screens import dialogs, match_options, offer_card
from bot.screens.custom_ids import Action, CustomId
from bot.screens.offer_card import HOUSE_ARGUMENT
from bot.screens.phrases import format_mention
from bot.screens.player_screen import PlayerScreenContext
from games import GAMES, find_game
from games.core import Game
from games.options import list_choices
from games.refused import Refused
from storage import ActivityCounts, Store

PERSON_ID_PATTERN: Final = r"[1-9][0-9]{0,18}"
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
    _check_can_post: Callable[[int], Awaitable[None]]
    """Raises what posting in a channel would."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.JOIN_OFFER: self.join_offer,
            Action.DECLINE_OFFER: self.decline_offer,
            Action.WITHDRAW_OFFER: self.withdraw_offer,
            Action.START_MATCH: self.start_match,
            Action.INVITE_PERSON: self.invite_player,
            Action.SHOW_OPTIONS: self.show_options,
            Action.SET_OPTION: self.change_option,
            Action.OFFER_REMATCH: self.offer_rematch,
            Action.OPEN_SEED_FORM: self.open_seed_form,
            Action.SUBMIT_SEED: self.submit_seed_form,
        }

    # by command

    async def challenge_players(
        self, request: Request, opponent_ids: Sequence[int], match_request: MatchRequest, *, with_house: bool = False
    ) -> Response:
        """With the house in one of the seats, if it was named too."""
        if with_house and not opponent_ids:
            return await self._practice.begin_practice(request, match_request)
        request.check_among_others()
        seats = len(opponent_ids) + 1 + with_house
        terms = MatchTerms(
            seats=seats,
            house=int(with_house),
            level=match_request.level,
            clock=match_request.clock,
            rated=match_request.rated,
        )
        return await self._make_offer(request, opponent_ids, match_request, terms)

    async def post_open_offer(self, request: Request, match_request: MatchRequest) -> Response:
        request.check_among_others()
        seats = match_request.seats or find_game(match_request.game).SEATS[-1]
        terms = MatchTerms(
            kind="open",
            seats=seats,
            level=match_request.level,
            fills=match_request.fills,
            clock=match_request.clock,
            rated=match_request.rated,
        )
        return await self._make_offer(request, (), match_request, terms)

    async def _make_offer(
        self, request: Request, opponent_ids: Sequence[int], match_request: MatchRequest, terms: MatchTerms
    ) -> Response:
        game = find_game(match_request.game)
        settings = await self._preferences.load_server(request.server_id)
        if settings.channels and request.channel_id not in settings.channels:
            raise Refused("other-channel", channel=" ".join(f"<#{channel_id}>" for channel_id in settings.channels))
        request.check_can_post()
        wanted: Mapping[str, Any] = match_request.parse_options(request.locale)
        if opponent_ids and await self._is_new_to_somebody(game, (request.person_id, *opponent_ids)):
            wanted = game.options_class.first_time_options(wanted)
        if request.is_user_installed:
            # It counts for no ladder: nobody knows whose.
            terms = terms.model_copy(update={"rated": False})
        async with self._lock_and_check_limits(request):
            done = await self._matches.create_offer(
                request.person_id, opponent_ids, game, wanted, terms,
                server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
                interaction_id=request.interaction_id,
                now=request.now_ms,
            )  # fmt: skip
        return Response(card_of_match=done.match, refresh_match_id=done.match.id)

    @asynccontextmanager
    async def _lock_and_check_limits(self, request: Request) -> AsyncIterator[None]:
        """One offer after the other of each person, however fast they press: then it is known how many there are."""
        async with self._store.hold_lock(f"offer {request.person_id}"):
            crowd = await self._store.matches.count_activity(request.person_id, request.server_id, EventType.OFFERED)
            self._check_match_limits(crowd)
            if most := self._rate_limits.max_offers:
                _check_limit("offers", crowd.offers_of_person, most)
                _check_limit("offers-there", crowd.offers_on_server, most * SERVER_LIMIT_FACTOR)
            yield

    def _check_match_limits(self, activity: ActivityCounts) -> None:
        if most := self._rate_limits.max_matches:
            _check_limit("matches", activity.matches_of_person, most)
            _check_limit("matches-there", activity.matches_on_server, most * SERVER_LIMIT_FACTOR)

    async def _is_new_to_somebody(self, game: Game[Any, Any, Any], person_ids: Sequence[int]) -> bool:
        """Does one of them play it for the first time?"""
        return not all(
            [await self._store.history.list_newest_matches(person_id, None, game.KEY, 1) for person_id in person_ids]
        )

    async def find_default_clock(self, request: Request) -> int | None:
        """The server's own, for whoever says nothing about it; none where nobody could be told that their time runs."""
        if request.is_user_installed:
            return None
        return (await self._preferences.load_server(request.server_id)).clock

    def list_variant_choices(self, game: str, locale: str) -> list[tuple[str, str]]:
        """For completion: what the option of that name may be; a game without one has none."""
        field = GAMES[game].options_class.model_fields.get("variant") if game in GAMES else None
        known = list_choices(field.annotation) if field else []
        return [(GAMES[game].say(f"option-variant-{variant}", locale), variant) for variant in known]

    async def add_player_seed(self, request: Request, seed_text: str, match_number: str) -> Response:
        if not _is_valid_seed_line(seed_text):
            # Discord would not have sent it.
            raise Refused("command")
        table = await self._match_lookup.find_offer_to_seed(request, match_number)
        if table.channel_id != request.channel_id:
            raise Refused("no-match-here")
        return await self._add_seed_to_offer(request, table, seed_text)

    async def _add_seed_to_offer(self, request: Request, match: MatchState, seed_text: str) -> Response:
        """For all to see: of what was said there the store keeps a hash, and nothing else."""
        request.check_can_show_card(match)
        if match.channel_id == request.channel_id:
            request.check_can_post()
        else:
            await self._check_can_post(match.channel_id)
        done = await self._matches.add_player_seed(
            match.id, request.person_id, seed_text, interaction_id=request.interaction_id, now=request.now_ms
        )
        told = offer_card.render_player_seed(match, request.person_id, seed_text, request.locale)
        if isinstance(done.match, Offer):
            scene = offer_card.render_offer_menu(
                done.match, request.person_id, request.locale, say("done-shake", request.locale)
            )
            response = Response(scene, panel_of_offer=done.match, refresh_match_id=match.id)
        else:
            # With the last shake it begins.
            response = await self._moves.show_begun_match(request, done.match)
        return replace(response, channel_post=told, post_channel_id=match.channel_id)

    # by button

    async def join_offer(self, request: Request, custom_id: CustomId) -> Response:
        await self._check_invited(request, custom_id.match_id)
        self._check_match_limits(
            await self._store.matches.count_activity(request.person_id, request.server_id, EventType.OFFERED)
        )
        done = await self._matches.join_offer(
            custom_id.match_id, request.person_id, interaction_id=request.interaction_id, now=request.now_ms
        )
        return self._show_result_on_offer(request, done.match, await self._moves.show_begun_match(request, done.match))

    def _show_result_on_offer(self, request: Request, match: MatchState, response: Response) -> Response:
        """The card tells what came of it; where it was opened for one alone, that does."""
        if not request.is_private:
            return replace(response, clicked_card_match_id=match.id)
        return (
            replace(self._moves.show_offer(request, match), refresh_match_id=match.id)
            if isinstance(match, Offer)
            else response
        )

    async def _check_invited(self, request: Request, match_id: int) -> MatchState:
        """Whoever presses what is meant for others is told for whom it is."""
        match = await self._matches.find_match(match_id)
        if (
            isinstance(match, Offer)
            and match.terms.kind == "challenge"
            and request.person_id not in match.involved_person_ids
        ):
            who = [format_mention(person_id, request.locale) for person_id in match.invited_ids]
            raise Refused("for-others", who=say.format_list(who, request.locale))
        return match

    async def decline_offer(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._check_invited(request, custom_id.match_id)
        what, go = (
            ("rise", self._matches.leave_offer)
            if match.terms.kind == "open"
            else ("decline", self._matches.decline_offer)
        )
        await go(custom_id.match_id, request.person_id, interaction_id=request.interaction_id, now=request.now_ms)
        if request.is_private:
            return Response(
                dialogs.render_action_done(what, match, request.person_id, request.locale),
                refresh_match_id=custom_id.match_id,
            )
        return Response(clicked_card_match_id=custom_id.match_id, refresh_match_id=custom_id.match_id)

    async def open_seed_form(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        stands = offer_rules.check_can_add_seed(match, request.person_id, request.now_ms, self._matches.absences)
        return Response(form=offer_card.render_seed_form(stands, request.locale))

    async def submit_seed_form(self, request: Request, custom_id: CustomId) -> Response:
        if not _is_valid_seed_line(request.form_text):
            raise Refused("button")
        response = await self._add_seed_to_offer(
            request, await self._matches.find_match(custom_id.match_id), request.form_text
        )
        return replace(response, clicked_card_match_id=0 if request.is_private else custom_id.match_id)

    async def withdraw_offer(self, request: Request, custom_id: CustomId) -> Response:
        done = await self._matches.withdraw_offer(
            custom_id.match_id, request.person_id, interaction_id=request.interaction_id, now=request.now_ms
        )
        return Response(
            dialogs.render_action_done("withdraw", done.match, request.person_id, request.locale),
            refresh_match_id=custom_id.match_id,
        )

    async def start_match(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        # The house takes the other seats where the host has asked it to.
        alone = match.terms.fills is None and custom_id.argument != HOUSE_ARGUMENT
        seats = len(match.joined_players) if alone else match.terms.seats
        done = await self._matches.start_match(
            custom_id.match_id, request.person_id, seats, interaction_id=request.interaction_id, now=request.now_ms
        )
        return replace(
            await self._moves.show_begun_match(request, done.match), clicked_card_match_id=custom_id.match_id
        )

    async def invite_player(self, request: Request, custom_id: CustomId) -> Response:
        if request.has_selected_bot:
            raise Refused("bots")
        other = _parse_selected_person(request.selected_values)
        done = await self._matches.invite_replacement(
            custom_id.match_id, request.person_id, other, interaction_id=request.interaction_id, now=request.now_ms
        )
        if not isinstance(done.match, Offer):
            return Response(refresh_match_id=custom_id.match_id)
        return Response(
            offer_card.render_offer_menu(done.match, request.person_id, request.locale),
            refresh_match_id=custom_id.match_id,
        )

    async def show_options(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        if request.person_id != match.host_id:
            raise Refused("not-host")
        if not (isinstance(match, Offer) or (isinstance(match, RunningMatch) and match.is_practice)):
            raise Refused("begun")
        return Response(match_options.render_options(match, request.locale))

    async def change_option(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        value = match_options.get_confirmed_value(match, custom_id.argument, custom_id.number) or "".join(
            request.selected_values
        )
        wanted = match_options.apply_choice(match, custom_id.argument, value)
        if match.is_practice and not isinstance(match, Offer):
            if isinstance(match, RunningMatch) and match.has_any_person_moved and not custom_id.number:
                return Response(
                    match_options.render_option_confirmation(match, custom_id.argument, value, request.locale)
                )
            return await self._practice.restart_with_options(request, match, wanted.options)
        done = await self._matches.change_terms(
            custom_id.match_id,
            request.person_id,
            wanted.options,
            wanted.terms,
            interaction_id=request.interaction_id,
            now=request.now_ms,
        )
        return Response(
            match_options.render_options(done.match, request.locale),
            clicked_card_match_id=custom_id.match_id,
            refresh_match_id=custom_id.match_id,
        )

    async def offer_rematch(self, request: Request, custom_id: CustomId) -> Response:
        before = rematch.require_rematchable(await self._matches.find_match(custom_id.match_id), request.person_id)
        again = partial(
            self._matches.offer_rematch,
            before.id,
            request.person_id,
            interaction_id=request.interaction_id,
            now=request.now_ms,
        )
        if before.is_practice:
            return await self._practice.rematch_practice(request, custom_id, before, again)
        request.check_can_show_card(before)
        request.check_can_post()
        async with self._lock_and_check_limits(request):
            done = await again()
        theirs = request.person_id == done.match.host_id
        if isinstance(done.match, StartedMatch) or (done.match.terms.shakes and not theirs):
            # The others had asked for it already.
            return await self._moves.show_begun_match(request, done.match)
        if (
            theirs
            and not done.is_repeat
            and request.is_where_match_is_played(done.match)
            and request.channel_id == done.match.channel_id
        ):
            return Response(card_of_match=done.match, refresh_match_id=done.match.id)
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
            scene = offer_card.render_closed_offer(before, request.locale)
            return Response(replace(scene, below=(note,), rows=()), refresh_match_id=done.match.id)
        seat = before.player_ids.index(request.person_id)
        response = await self._moves.show_player_message(
            request, before, seat, PlayerScreenContext(finished_action=Action.OFFER_REMATCH, note=note)
        )
        return replace(response, refresh_match_id=done.match.id)


def _is_valid_seed_line(text: str) -> bool:
    return text.splitlines() == [text] and len(text) <= offer_card.PLAYER_SEED_MAX_LENGTH


def _parse_selected_person(selected_values: Sequence[str]) -> int:
    """Who was taken from a select of people."""
    if len(selected_values) != 1 or not re.fullmatch(PERSON_ID_PATTERN, selected_values[0]):
        raise Refused("button")
    return int(selected_values[0])


def _check_limit(what: str, count: int, limit: int) -> None:
    """Of so many at the most that one person, or all on a server, may have at once."""
    if count >= limit:
        raise Refused(f"many-{what}", count=count)
