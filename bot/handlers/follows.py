"""Handlers for following a match or a person. Followers get a direct message when a match starts or ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.requests import Request, Response, parse_person_ids
from bot.matches import match_rules
from bot.matches.cache import MatchCache
from bot.matches.model import RunningMatch, StartedMatch
from bot.preferences import Preferences
from bot.screens import follows as screens
from bot.screens.custom_ids import Action, CustomId
from games.refused import Refused
from storage import Store

MAX_FOLLOWED: Final = 25
"""How many matches and people a person can follow."""


@dataclass(eq=False)
class FollowHandler:
    _matches: MatchCache
    _store: Store
    _preferences: Preferences
    _match_lookup: MatchLookup
    _is_open_channel: Callable[[int, int], Awaitable[bool]]
    """Returns whether everybody on the server with the first ID can read the channel with the second ID."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.FOLLOW: self.follow,
            Action.UNFOLLOW: self.unfollow,
            Action.LIST_FOLLOWED: self.list_followed,
        }

    async def follow(self, request: Request, custom_id: CustomId) -> Response:
        """Follow the person in the argument or, without one, the match."""
        if await self._store.follows.count_followed(request.person_id) >= MAX_FOLLOWED:
            followed = await self._load_followed(request.person_id)
            scene = screens.render_following_limit(MAX_FOLLOWED, followed, request.locale)
            return Response(scene, is_separate_message=True)
        if not custom_id.argument:
            return await self._follow_match(request, custom_id.match_id)
        [followed_id] = parse_person_ids((custom_id.argument,), 1)
        if followed_id == request.person_id:
            raise Refused("button")
        if not (await self._preferences.reload_player(followed_id)).listed:
            raise Refused("unlisted")
        await self._store.follows.follow_person(request.person_id, followed_id, request.now_ms)
        return Response(screens.render_person_followed(followed_id, request.locale))

    async def _follow_match(self, request: Request, match_id: int) -> Response:
        await self._match_lookup.check_access(request, match_id)
        match = match_rules.require_started(await self._matches.find_match(match_id))
        header = await self._store.matches.load_header(match_id)
        if not isinstance(match, RunningMatch):
            raise Refused("stale")
        if match.find_view_seat(request.person_id) is not None or header is None or header.server_id is None:
            raise Refused("button")
        if not await self._is_open_channel(header.server_id, header.root_channel_id):
            raise Refused("follow-closed")
        await self._store.follows.follow_match(request.person_id, match_id, request.now_ms)
        return Response(screens.render_match_followed(match_id, request.locale), is_separate_message=True)

    async def unfollow(self, request: Request, custom_id: CustomId) -> Response:
        """Stop following the person in the argument, everybody (`EVERYBODY_ARGUMENT`), or by default the match."""
        if not custom_id.argument:
            await self._store.follows.unfollow_match(request.person_id, custom_id.match_id)
            return Response(screens.render_match_unfollowed(request.locale))
        if custom_id.argument == screens.EVERYBODY_ARGUMENT:
            await self._store.follows.unfollow_all(request.person_id)
            return Response(screens.render_nobody_followed(request.locale))
        [followed_id] = parse_person_ids((custom_id.argument,), 1)
        await self._store.follows.unfollow_person(request.person_id, followed_id)
        return Response(screens.render_person_unfollowed(followed_id, request.locale))

    async def list_followed(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - the signature of a handler
        followed = await self._load_followed(request.person_id)
        return Response(screens.render_followed(followed, request.locale))

    async def _load_followed(self, person_id: int) -> screens.Followed:
        people = await self._store.follows.list_followed_people(person_id)
        match_ids = await self._store.follows.list_followed_matches(person_id)
        headers = {it: header for it in match_ids if (header := await self._store.matches.load_header(it))}
        readable = self._matches.load_readable(headers.values())
        matches = [(headers[match.id], match) async for match in readable if isinstance(match, StartedMatch)]
        return screens.Followed(people, matches)
