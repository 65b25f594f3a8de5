"""Handlers for tournaments: the `/tournament` commands and the buttons of their cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.moves import MoveHandler
from bot.handlers.requests import Request, Response
from bot.handlers.typed_line import check_typed_line
from bot.preferences import Preferences
from bot.screens import tournaments as screens
from bot.screens.custom_ids import CONFIRMED_ARGUMENT, Action, CustomId
from bot.screens.match_options import parse_chosen_options
from bot.time_zones import load_zone
from bot.tournaments.loaded import LoadedTournament
from bot.tournaments.rules import TournamentRules
from bot.tournaments.service import MAX_NAME_LENGTH, TournamentService
from bot.wall_clock import DAY_MS, MINUTE_MS
from games import find_game
from games.refused import Refused
from storage import Store

MAX_START_DELAY_MS: Final = 30 * DAY_MS
_START_PATTERN: Final = re.compile(r"(?:(\d{4}-\d\d-\d\d)\s+)?(\d{1,2}):(\d\d)")
_MINUTES_PATTERN: Final = re.compile(r"\+?(\d{1,5})")
_NUMBER_PATTERN: Final = re.compile("[1-9][0-9]{0,8}")
PAGE_START_PATTERN: Final = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """The options of `/tournament open`."""

    game_key: str
    rules: TournamentRules
    name: str = ""
    variant: str = ""
    options_text: str = ""
    starts: str = ""
    """When it starts: minutes from now, a time, or a date and a time. Empty if the host starts it."""


@dataclass(eq=False)
class TournamentHandler:
    _tournaments: TournamentService
    _store: Store
    _preferences: Preferences
    _moves: MoveHandler
    _wake_delivery: Callable[[], None]
    """Makes the delivery of tournaments show changes soon."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.ENTER_TOURNAMENT: self.enter_tournament,
            Action.LEAVE_TOURNAMENT: self.leave_tournament,
            Action.PAUSE_TOURNAMENT: self.pause_entrant,
            Action.START_TOURNAMENT: self.start_tournament,
            Action.CANCEL_TOURNAMENT: self.cancel_tournament,
            Action.OPEN_TOURNAMENT_MATCH: self.open_match,
            Action.SHOW_STANDINGS: self.show_standings,
        }

    # Commands

    async def open_tournament(self, request: Request, wanted: TournamentRequest) -> Response:
        server_id = await self._require_organizer(request)
        request.check_can_post()
        if wanted.name:
            check_typed_line(wanted.name, MAX_NAME_LENGTH)
        game = find_game(wanted.game_key)
        options = parse_chosen_options(game, wanted.variant, wanted.options_text, request.locale)
        loaded = await self._tournaments.open_tournament(
            server_id=server_id,
            channel_id=request.channel_id,
            host_id=request.person_id,
            name=" ".join(wanted.name.split()),
            game_key=wanted.game_key,
            options=options,
            rules=wanted.rules,
            starts_ms=await self._parse_start(request, wanted.starts),
            interaction_id=request.interaction_id,
            now_ms=request.now_ms,
        )
        self._wake_delivery()
        return Response(screens.render_opened(loaded, request.locale))

    async def _parse_start(self, request: Request, typed: str) -> int | None:
        """Parse the start time that a person typed in their own time zone. Return None if they typed nothing."""
        typed = typed.strip()
        if not typed:
            return None
        if minutes := _MINUTES_PATTERN.fullmatch(typed):
            starts_ms = request.now_ms + int(minutes[1]) * MINUTE_MS
        elif parts := _START_PATTERN.fullmatch(typed):
            zone = load_zone((await self._preferences.load_player(request.person_id)).zone)
            now = datetime.fromtimestamp(request.now_ms / 1000, zone)
            date, hour, minute = parts.groups()
            try:
                day = datetime.fromisoformat(date).replace(tzinfo=zone) if date else now
                start = day.replace(hour=int(hour), minute=int(minute), second=0, microsecond=0)
            except ValueError:
                raise Refused("tournament-time") from None
            if not date and start <= now:
                start += timedelta(days=1)
            starts_ms = int(start.timestamp() * 1000)
        else:
            raise Refused("tournament-time")
        if starts_ms > request.now_ms + MAX_START_DELAY_MS:
            raise Refused("tournament-time")
        return starts_ms

    async def run_command(self, request: Request, action: Action, tournament: str) -> Response:
        """Handle a `/tournament` command like a click on the button with this action, on the card of the tournament."""
        tournament_id = await self._find_tournament_id(request, tournament)
        return await self.handlers[action](request, CustomId(action, tournament_id))

    async def _find_tournament_id(self, request: Request, tournament: str) -> int:
        """Parse a tournament's number. Without one, return that of the server's current or latest tournament."""
        server_id = request.require_server()
        if tournament:
            if not _NUMBER_PATTERN.fullmatch(tournament):
                raise Refused("no-tournament")
            return int(tournament)
        live = await self._store.tournaments.list_live_on_server(server_id)
        here = [each for each in live if request.channel_id in {each.channel_id, each.thread_id}] or live
        if here:
            return here[-1].id
        latest = await self._store.tournaments.load_latest(server_id)
        if latest is None:
            raise Refused("tournaments-yet")
        return latest.id

    async def list_tournament_choices(self, request: Request) -> list[tuple[str, str]]:
        """Return the names and numbers of the server's running tournaments, for autocompletion."""
        if request.server_id is None:
            return []
        live = await self._store.tournaments.list_live_on_server(request.server_id)
        return [(screens.format_choice(each, request.locale), str(each.id)) for each in live]

    # Buttons

    async def enter_tournament(self, request: Request, custom_id: CustomId) -> Response:
        loaded = await self._load_here(request, custom_id)
        loaded = await self._tournaments.enter(loaded.id, request.person_id, request.now_ms)
        self._wake_delivery()
        scene = screens.render_entered(loaded, request.locale)
        return Response(scene, waiting_in_tournament_id=loaded.id)

    async def leave_tournament(self, request: Request, custom_id: CustomId) -> Response:
        loaded = await self._load_here(request, custom_id)
        if loaded.status == "running" and custom_id.argument != CONFIRMED_ARGUMENT:
            if loaded.find_entrant(request.person_id) is None:
                raise Refused("tournament-not-in")
            return Response(screens.render_leave_question(loaded, request.locale))
        loaded = await self._tournaments.leave(loaded.id, request.person_id, request.now_ms)
        self._wake_delivery()
        return Response(screens.render_left(loaded, request.locale))

    async def pause_entrant(self, request: Request, custom_id: CustomId) -> Response:
        loaded = await self._load_here(request, custom_id)
        loaded = await self._tournaments.pause(loaded.id, request.person_id, request.now_ms)
        return Response(screens.render_waiting(loaded, request.person_id, request.now_ms, request.locale))

    async def start_tournament(self, request: Request, custom_id: CustomId) -> Response:
        loaded = await self._load_here(request, custom_id)
        await self._require_host_or_organizer(request, loaded)
        # The answer shows the host's own match.
        await self._store.tournaments.set_waiting_message(loaded.id, request.person_id, None)
        loaded = await self._tournaments.start(loaded.id, request.now_ms)
        self._wake_delivery()
        return await self._show_own_match(request, loaded)

    async def cancel_tournament(self, request: Request, custom_id: CustomId) -> Response:
        loaded = await self._load_here(request, custom_id)
        await self._require_host_or_organizer(request, loaded)
        if not loaded.is_over and custom_id.argument != CONFIRMED_ARGUMENT:
            return Response(screens.render_cancel_question(loaded, request.locale))
        loaded = await self._tournaments.cancel(loaded.id, request.now_ms)
        self._wake_delivery()
        return Response(screens.render_canceled(loaded, request.locale))

    async def open_match(self, request: Request, custom_id: CustomId) -> Response:
        return await self._show_own_match(request, await self._load_here(request, custom_id))

    async def _show_own_match(self, request: Request, loaded: LoadedTournament) -> Response:
        """Show the match that a person has to play now in a tournament or, without one, what they wait for."""
        fixture = loaded.find_open_fixture(request.person_id)
        if fixture is None or fixture.match_id is None:
            entrant = loaded.find_entrant(request.person_id)
            is_waiting = entrant is not None and entrant.status == "playing" and loaded.status in {"open", "running"}
            return Response(
                screens.render_waiting(loaded, request.person_id, request.now_ms, request.locale),
                waiting_in_tournament_id=loaded.id if is_waiting else None,
            )
        response = await self._moves.open_match(request, CustomId(Action.OPEN_MATCH, fixture.match_id))
        # The clicked message is the tournament's card and not that of the match.
        return replace(response, clicked_card_match_id=None)

    async def show_standings(self, request: Request, custom_id: CustomId) -> Response:
        loaded = await self._load_here(request, custom_id)
        if custom_id.argument == screens.PROOF_ARGUMENT:
            return Response(screens.render_draw_proof(loaded, request.locale))
        start = custom_id.argument or "0"
        if not PAGE_START_PATTERN.fullmatch(start):
            raise Refused("button")
        return Response(screens.render_standings(loaded, int(start), request.person_id, request.locale))

    async def _load_here(self, request: Request, custom_id: CustomId) -> LoadedTournament:
        """Load the tournament of a custom ID. Refuse other servers, except to people who entered the tournament."""
        loaded = await self._tournaments.load(custom_id.tournament_id)
        is_here = request.server_id == loaded.header.server_id
        if not is_here and loaded.find_entrant(request.person_id) is None:
            raise Refused("no-tournament")
        return loaded

    async def _require_host_or_organizer(self, request: Request, loaded: LoadedTournament) -> None:
        if request.person_id != loaded.header.host_id:
            await self._require_organizer(request)

    async def _require_organizer(self, request: Request) -> int:
        """Return the server ID, or raise `Refused` if this person may not organize tournaments there."""
        server_id = request.require_server()
        if not request.can_manage_server:
            organizer_roles = (await self._preferences.load_server(server_id)).organizers
            if not request.role_ids & {*organizer_roles}:
                raise Refused("not-organizer")
        return server_id
