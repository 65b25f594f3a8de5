"""Handlers for offers: the commands that create challenges and open tables, and the buttons on their cards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.opening_options import add_opening_options
from bot.handlers.practice import PracticeHandler
from bot.handlers.rate_limit import SERVER_LIMIT_FACTOR, RateLimits
from bot.handlers.requests import MatchRequest, Request, Response, parse_person_ids
from bot.handlers.typed_line import check_typed_line
from bot.i18n import say
from bot.matches import offer_rules, rematch
from bot.matches.model import EventType, MatchState, Offer, RunningMatch, StartedMatch, UnreadableMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.preferences import Preferences
from bot.screens import dialogs, match_options, offer_card
from bot.screens.custom_ids import Action, CustomId
from bot.screens.offer_card import HOUSE_ARGUMENT
from bot.screens.phrases import escape_markdown, format_mention
from bot.screens.player_screen_state import PlayerScreenContext
from games import GAMES, find_game
from games.core import Level
from games.match import check_seats
from games.options import list_choices, validate_options
from games.refused import Refused
from storage import ActivityCounts, Store


@dataclass(eq=False)
class OfferHandler:
    _matches: MatchService
    _store: Store
    _preferences: Preferences
    _match_lookup: MatchLookup
    _moves: MoveHandler
    _practice: PracticeHandler
    _rate_limits: RateLimits

    @property
    def handlers(self) -> Handlers:
        return {
            Action.JOIN_OFFER: self.join_offer,
            Action.DECLINE_OFFER: self.decline_offer,
            Action.WITHDRAW_OFFER: self.withdraw_offer,
            Action.START_MATCH: self.start_match,
            Action.INVITE_PERSON: self.invite_player,
            Action.SHOW_OPTIONS: self.show_options,
            Action.SUBMIT_OPTIONS: self.submit_options,
            Action.OFFER_REMATCH: self.offer_rematch,
            Action.OPEN_SEED_FORM: self.open_seed_form,
            Action.SUBMIT_SEED: self.submit_seed_form,
        }

    # Commands

    async def challenge_players(
        self, request: Request, opponent_ids: Sequence[int], match_request: MatchRequest, *, with_house: bool = False
    ) -> Response:
        """Challenge people to a match. `with_house` gives the house a seat.

        If the house is the only opponent, start practice instead.
        """
        if with_house and not opponent_ids:
            return await self._practice.begin_practice(request, match_request)
        terms = MatchTerms(
            seats=len(opponent_ids) + 1 + with_house,
            house=int(with_house),
            level=match_request.level or Level.MEDIUM,
            clock=match_request.clock_ms,
            rated=match_request.rated,
        )
        return await self._make_offer(request, opponent_ids, match_request, terms)

    async def post_open_offer(self, request: Request, match_request: MatchRequest) -> Response:
        seats = match_request.seats or find_game(match_request.game_key).SEATS[-1]
        terms = MatchTerms(
            kind="open",
            seats=seats,
            level=match_request.level or Level.MEDIUM,
            fills=match_request.ai_fill_delay_ms,
            clock=match_request.clock_ms,
            rated=match_request.rated,
        )
        return await self._make_offer(request, (), match_request, terms)

    async def _make_offer(
        self, request: Request, opponent_ids: Sequence[int], match_request: MatchRequest, terms: MatchTerms
    ) -> Response:
        game = find_game(match_request.game_key)
        await self.check_can_offer(request)
        try:
            check_seats(game, terms.seats)
        except Refused as refusal:
            # The game can be the one that the person played last, so name it.
            allowed, name = refusal.facts["allowed"], game.say("name", request.locale)
            raise Refused("seats-of-game", game=name, allowed=allowed, seats=terms.seats) from None
        options = await add_opening_options(
            self._store, game, (request.person_id, *opponent_ids), match_request.parse_options(request.locale)
        )
        if request.is_user_installed:
            # Ratings belong to a server, and a user-installed match has no server.
            terms = terms.model_copy(update={"rated": False})
        async with self._lock_and_check_limits(request):
            appended = await self._matches.create_offer(
                request.person_id, opponent_ids, game, options, terms,
                server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
                interaction_id=request.interaction_id,
                now_ms=request.now_ms,
            )  # fmt: skip
        return Response(card_of_match=appended.match, refresh_match_id=appended.match.id)

    async def check_can_offer(self, request: Request) -> None:
        """Raise `Refused` if the card of an offer cannot be posted in this channel."""
        request.check_among_others()
        settings = await self._preferences.load_server(request.server_id)
        if settings.channels and request.channel_id not in settings.channels:
            raise Refused("other-channel", channel=" ".join(f"<#{channel_id}>" for channel_id in settings.channels))
        request.check_can_post()

    @asynccontextmanager
    async def _lock_and_check_limits(self, request: Request) -> AsyncIterator[None]:
        """Check the person's limits, and hold a lock while the block makes an offer.

        Without the lock, a person who clicks fast could exceed the limits.
        """
        async with self._store.hold_lock(f"offer {request.person_id}"):
            activity = await self._store.matches.count_activity(request.person_id, request.server_id, EventType.OFFERED)
            self._check_match_limits(activity)
            if limit := self._rate_limits.max_offers:
                _check_limit("offers", activity.offers_of_person, limit)
                _check_limit("offers-there", activity.offers_on_server, limit * SERVER_LIMIT_FACTOR)
            yield

    async def check_match_limits(self, request: Request) -> None:
        """Raise `Refused` if the person or the server has too many matches."""
        self._check_match_limits(
            await self._store.matches.count_activity(request.person_id, request.server_id, EventType.OFFERED)
        )

    def _check_match_limits(self, activity: ActivityCounts) -> None:
        if limit := self._rate_limits.max_matches:
            _check_limit("matches", activity.matches_of_person, limit)
            _check_limit("matches-there", activity.matches_on_server, limit * SERVER_LIMIT_FACTOR)

    async def find_default_clock(self, request: Request) -> int | None:
        """Return the time limit per turn for a new match, as set for the server, or None for no limit.

        User-installed matches have no clock, because the bot could not remind their players.
        """
        if request.is_user_installed:
            return None
        return (await self._preferences.load_server(request.server_id)).clock

    async def make_usual_request(self, request: Request, game_key: str) -> MatchRequest:
        """Return a request for a match with default options, by default of the game that the person played last."""
        game_key = await self._match_lookup.choose_game(request, game_key)
        return MatchRequest(game_key, clock_ms=await self.find_default_clock(request))

    def list_variant_choices(self, game: str, locale: str) -> list[tuple[str, str]]:
        """Return the label and value of each variant of a game, for autocompletion."""
        field = GAMES[game].options_class.model_fields.get("variant") if game in GAMES else None
        variants = list_choices(field.annotation) if field else []
        return [(GAMES[game].say(f"option-variant-{variant}", locale), variant) for variant in variants]

    async def add_player_seed(self, request: Request, seed_text: str, match_number: str) -> Response:
        match = await self._match_lookup.find_offer_to_seed(request, match_number)
        if match.channel_id != request.channel_id:
            raise Refused("no-match-here")
        return await self._add_seed_to_offer(request, match, seed_text)

    async def _add_seed_to_offer(self, request: Request, match: MatchState, seed_text: str) -> Response:
        """Add a player seed, and show its text to nobody else. The store keeps only a hash of the text."""
        check_typed_line(seed_text, offer_card.PLAYER_SEED_MAX_LENGTH)
        request.check_can_show_card(match)
        appended = await self._matches.add_player_seed(
            match.id, request.person_id, seed_text, interaction_id=request.interaction_id, now_ms=request.now_ms
        )
        note = say("done-shake", request.locale, text=escape_markdown(seed_text))
        if isinstance(appended.match, Offer):
            scene = offer_card.render_offer_menu(appended.match, request.person_id, request.locale, note)
            return Response(scene, panel_of_offer=appended.match, refresh_match_id=match.id)
        # The last missing player seed starts the match.
        return await self._moves.show_begun_match(request, appended.match, note)

    # Buttons

    async def join_offer(self, request: Request, custom_id: CustomId) -> Response:
        await self._check_invited(request, custom_id.match_id)
        await self.check_match_limits(request)
        appended = await self._matches.join_offer(
            custom_id.match_id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms
        )
        return self._show_result_on_offer(
            request, appended.match, await self._moves.show_begun_match(request, appended.match)
        )

    def _show_result_on_offer(self, request: Request, match: MatchState, response: Response) -> Response:
        """Return `response` or, if an offer in a private message was clicked and has not started, the updated offer."""
        if not request.is_private:
            return replace(response, clicked_card_match_id=match.id)
        if isinstance(match, Offer):
            return replace(self._moves.show_offer(request, match), refresh_match_id=match.id)
        return response

    async def _check_invited(self, request: Request, match_id: int) -> MatchState:
        """Return the match. If it is a challenge to other people, raise `Refused` with the names of those people."""
        match = await self._matches.find_match(match_id)
        if (
            isinstance(match, Offer)
            and match.terms.kind == "challenge"
            and request.person_id not in match.involved_person_ids
        ):
            mentions = [format_mention(person_id, request.locale) for person_id in match.invited_ids]
            raise Refused("for-others", who=say.format_list(mentions, request.locale))
        return match

    async def decline_offer(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._check_invited(request, custom_id.match_id)
        is_open = match.terms.kind == "open"
        leave = self._matches.leave_offer if is_open else self._matches.decline_offer
        await leave(custom_id.match_id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms)
        if request.is_private:
            action = "rise" if is_open else "decline"
            return Response(
                dialogs.render_action_done(action, match, request.person_id, request.locale),
                refresh_match_id=custom_id.match_id,
            )
        return Response(clicked_card_match_id=custom_id.match_id, refresh_match_id=custom_id.match_id)

    async def open_seed_form(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        offer = offer_rules.check_can_add_seed(match, request.person_id, request.now_ms, self._matches.absences)
        return Response(form=offer_card.render_seed_form(offer, request.locale))

    async def submit_seed_form(self, request: Request, custom_id: CustomId) -> Response:
        response = await self._add_seed_to_offer(
            request, await self._matches.find_match(custom_id.match_id), request.form_text
        )
        return replace(response, clicked_card_match_id=None if request.is_private else custom_id.match_id)

    async def withdraw_offer(self, request: Request, custom_id: CustomId) -> Response:
        appended = await self._matches.withdraw_offer(
            custom_id.match_id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms
        )
        return Response(
            dialogs.render_action_done("withdraw", appended.match, request.person_id, request.locale),
            refresh_match_id=custom_id.match_id,
        )

    async def start_match(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        # The house fills the empty seats only if the terms or the clicked button say so.
        has_house = match.terms.fills is not None or custom_id.argument == HOUSE_ARGUMENT
        seats = match.terms.seats if has_house else len(match.joined_players)
        appended = await self._matches.start_match(
            custom_id.match_id, request.person_id, seats, interaction_id=request.interaction_id, now_ms=request.now_ms
        )
        return replace(
            await self._moves.show_begun_match(request, appended.match), clicked_card_match_id=custom_id.match_id
        )

    async def invite_player(self, request: Request, custom_id: CustomId) -> Response:
        if request.has_selected_bot:
            raise Refused("bots")
        [invited_id] = parse_person_ids(request.selected_values, 1)
        appended = await self._matches.invite_replacement(
            custom_id.match_id,
            request.person_id,
            invited_id,
            interaction_id=request.interaction_id,
            now_ms=request.now_ms,
        )
        if not isinstance(appended.match, Offer):
            return Response(refresh_match_id=custom_id.match_id)
        return Response(
            offer_card.render_offer_menu(appended.match, request.person_id, request.locale),
            refresh_match_id=custom_id.match_id,
        )

    async def _find_changeable_match(self, request: Request, custom_id: CustomId) -> MatchState:
        """Return the match whose options are to be changed. Raise `Refused` if this person may not change them now."""
        match = await self._matches.find_match(custom_id.match_id)
        if request.person_id != match.host_id:
            raise Refused("not-host")
        is_practice = isinstance(match, RunningMatch) and match.is_practice
        if not is_practice:
            offer_rules.require_offer(match)
        if not match_options.has_options(match) or (is_practice and custom_id.argument):
            raise Refused("button")
        return match

    async def show_options(self, request: Request, custom_id: CustomId) -> Response:
        advanced = custom_id.argument == match_options.ADVANCED_ARGUMENT
        match = await self._find_changeable_match(request, custom_id)
        return Response(form=match_options.render_options_form(match, request.locale, advanced=advanced))

    async def submit_options(self, request: Request, custom_id: CustomId) -> Response:
        """Change the options and terms of an offer, or restart a practice match with the new options."""
        match = await self._find_changeable_match(request, custom_id)
        match_options.check_form_is_current(match, custom_id)
        advanced = custom_id.argument == match_options.ADVANCED_ARGUMENT
        chosen = match_options.apply_form(match, request.form_values, request.locale, advanced=advanced)
        if (validate_options(match.game.options_class, chosen.options), chosen.terms) == (match.options, match.terms):
            note = say("options-unchanged", request.locale)
            if not isinstance(match, Offer):
                return await self._moves.show_begun_match(request, match, note)
            scene = offer_card.render_offer_menu(match, request.person_id, request.locale, note)
            return Response(scene, panel_of_offer=match)
        if match.is_practice:
            return await self._practice.restart_with_options(request, match, chosen.options)
        appended = await self._matches.change_terms(
            match.id, request.person_id, chosen.options, chosen.terms,
            interaction_id=request.interaction_id, now_ms=request.now_ms,
        )  # fmt: skip
        assert isinstance(appended.match, Offer), "changed terms must be accepted again"
        scene = offer_card.render_changed_offer(appended.match, request.person_id, request.locale)
        return Response(scene, panel_of_offer=appended.match, refresh_match_id=match.id)

    async def offer_rematch(self, request: Request, custom_id: CustomId) -> Response:
        before = rematch.require_rematchable(await self._matches.find_match(custom_id.match_id), request.person_id)
        make_offer = partial(
            self._matches.offer_rematch,
            before.id,
            request.person_id,
            interaction_id=request.interaction_id,
            now_ms=request.now_ms,
        )
        if before.is_practice:
            return await self._practice.rematch_practice(request, custom_id, before, make_offer)
        request.check_can_show_card(before)
        request.check_can_post()
        async with self._lock_and_check_limits(request):
            appended = await make_offer()
        new_match = appended.match
        is_host = request.person_id == new_match.host_id
        if isinstance(new_match, StartedMatch) or (new_match.terms.shakes and not is_host):
            # Another player has already offered the rematch.
            return await self._moves.show_begun_match(request, new_match)
        if (
            is_host
            and not appended.is_repeat
            and request.is_where_match_is_played(new_match)
            and request.channel_id == new_match.channel_id
        ):
            return Response(card_of_match=new_match, refresh_match_id=new_match.id)
        # The card is in another channel, or was posted before. The channel of a user-installed match can be private,
        # and private channels cannot be linked.
        note = (
            say("rematch-here", request.locale)
            if before.is_user_installed
            else say("rematch-asked", request.locale, where=f"<#{new_match.channel_id}>")
        )
        if isinstance(before, UnreadableMatch):
            # The board of an unreadable match cannot be rendered.
            scene = offer_card.render_closed_offer(before, request.locale)
            return Response(replace(scene, below=(note,), rows=()), refresh_match_id=new_match.id)
        seat = before.player_ids.index(request.person_id)
        response = await self._moves.show_player_message(
            request, before, seat, PlayerScreenContext(finished_action=Action.OFFER_REMATCH, note=note)
        )
        # When the rematch starts, this message becomes the player message of the rematch.
        return replace(response, player_message=None, panel_of_offer=new_match, refresh_match_id=new_match.id)


def _check_limit(name: str, count: int, limit: int) -> None:
    if count >= limit:
        raise Refused(f"many-{name}", count=count)
