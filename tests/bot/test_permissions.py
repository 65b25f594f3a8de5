"""Permissions: a match goes on without any of them, and people read which one is missing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import discord
import pytest

from bot.discord.api_errors import (
    list_missing_permissions,
    list_missing_thread_permissions,
    list_missing_user_app_permissions,
)
from bot.errors import DestinationUnreachable
from bot.matches.model import Installation, RunningMatch
from bot.matches.service import MatchService
from bot.preferences import ServerPreferences
from bot.screens.dialogs import format_permissions, render_refusal
from bot.screens.settings import render_server_settings
from bot.wall_clock import MINUTE_MS
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.fake_discord import DM_CHANNEL_OFFSET, FakeDiscord
from tests.kit.matches import ANN, BEN, NOON_MS, SERVER_ID, create_request, next_interaction_id
from tests.kit.world import INACTIVE_SINCE_MS, World, create_world, offer_match_to_ben, play_first_legal_move

PERMISSIONS_BY_OPERATION = {
    "post_message": ("view_channel", "send_messages", "attach_files"),
    "edit_message": ("view_channel", "attach_files"),
    "delete_message": ("view_channel",),
    "fetch_last_message_id": ("view_channel",),
    "check_can_post": ("view_channel", "send_messages", "attach_files"),
    "find_cards": ("view_channel", "read_message_history"),
    "has_posted_button": ("view_channel", "read_message_history"),
    "create_thread": ("view_channel", "create_public_threads"),
}
"""What Discord wants for each deed in a channel of a server."""
ALL_PERMISSIONS = sorted(
    {it for needed in PERMISSIONS_BY_OPERATION.values() for it in needed} | {"send_messages_in_threads"}
)
MAX_REFUSALS: Final = 10
"""Discord shuts out a bot that tries in vain too often."""


@dataclass
class GuardedDiscord(FakeDiscord):
    """A Discord whose server denies permissions; direct messages know none."""

    denied_permissions: set[str] = field(default_factory=set)
    refusal_count: int = 0

    async def _begin_operation(self, operation: str, target_id: int) -> None:
        await super()._begin_operation(operation, target_id)
        if DM_CHANNEL_OFFSET <= target_id < 2 * DM_CHANNEL_OFFSET or operation not in PERMISSIONS_BY_OPERATION:
            return
        needed = [
            "send_messages_in_threads" if it == "send_messages" and target_id in self.thread_names else it
            for it in PERMISSIONS_BY_OPERATION[operation]
        ]
        if self.denied_permissions & {*needed}:
            self.refusal_count += 1
            hidden = self.denied_permissions & {"view_channel", "read_message_history"}
            raise DestinationUnreachable("unreachable-channel" if hidden else "unreachable-permissions")


@pytest.mark.parametrize("denied_from", ["the offer on", "the first step on"])
@pytest.mark.parametrize("threads", [False, True], ids=["in the channel", "in a thread"])
@pytest.mark.parametrize("permission", ALL_PERMISSIONS)
async def test_match_without_a_permission_goes_on_and_is_shown_again_with_it(
    matches: MatchService, permission: str, threads: bool, denied_from: str
) -> None:
    hour = [NOON_MS]
    board = GuardedDiscord(lambda: hour[0])
    world = create_world(matches.store, board, hour)
    await world.preferences.update_server(SERVER_ID, ServerPreferences(threads=threads))
    match = await offer_match_to_ben(matches, "schamanen", placement="random")
    await world.refresh(match.id)
    if denied_from == "the offer on":
        board.denied_permissions.add(permission)
    await matches.join_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=INACTIVE_SINCE_MS)
    await world.refresh(match.id)
    if permission not in PERMISSIONS_BY_OPERATION["edit_message"]:
        # There is another place or way to show it.
        assert [bool(scene.board) for _, scene in board.list_live_messages()] == [True]
    board.denied_permissions.add(permission)
    step = await play_step(world, match.id)
    # Both were called where they can choose, and nothing waits to be told.
    assert [len(board.list_dms(person_id)) for person_id in (ANN, BEN)] == [1, 1]
    assert await matches.store.matches.list_unshown() == []
    assert board.refusal_count <= MAX_REFUSALS
    board.denied_permissions.clear()
    assert await play_step(world, match.id) == step + 1
    [(_, card)] = board.list_live_messages()
    assert card.board


async def play_step(world: World, match_id: int) -> int:
    """Have everybody choose who is asked, and return the number of the step that comes of it."""
    match = await world.matches.find_match(match_id)
    assert isinstance(match, RunningMatch)
    for seat in sorted(match.engine.to_move):
        person_id = match.player_ids[seat]
        assert person_id
        # A card is edited once a minute.
        world.time_ms[0] += MINUTE_MS
        await play_first_legal_move(world.matches, match_id, person_id)
        await world.refresh(match_id)
    match = await world.matches.find_match(match_id)
    assert isinstance(match, RunningMatch)
    return match.engine.step


THREAD_KIND: Final = "public or private thread"
CHANNEL_TYPES: Final[dict[str, type[Any]]] = {
    "channel": discord.TextChannel,
    THREAD_KIND: discord.Thread,
    "voice chat": discord.VoiceChannel,
}
MISSING_PERMISSION_CASES = [
    # Who lacks what, where, and what the person reads that is missing; nothing is needed but what is named.
    (
        "bot",
        "channel",
        {"view_channel": "View channel", "send_messages": "Send messages", "attach_files": "Attach files"},
    ),
    (
        "bot",
        THREAD_KIND,
        {
            "view_channel": "View channel",
            "send_messages_in_threads": "Send messages in threads",
            "attach_files": "Attach files",
        },
    ),
    ("bot", "voice chat", {"connect": "Connect", "send_messages": "Send messages"}),
    ("person", "channel", {"use_external_apps": "Use external apps", "send_messages": "Send messages"}),
    ("person", THREAD_KIND, {"send_messages_in_threads": "Send messages in threads"}),
]
OTHER_PERMISSIONS = {
    "send_messages", "send_messages_in_threads", "read_message_history", "create_public_threads", "embed_links",
    "use_external_emojis", "manage_messages", "manage_roles",
}  # fmt: skip


def all_permissions_except(permission: str) -> discord.Permissions:
    allowed = discord.Permissions.all()
    allowed.update(**{permission: False, "administrator": False})
    return allowed


def make_channel(kind: str) -> Any:
    """A channel of this kind, of which nothing else is known."""
    return object.__new__(CHANNEL_TYPES[kind])


@pytest.mark.parametrize(("who", "place", "needed"), MISSING_PERMISSION_CASES)
def test_command_without_a_permission_is_refused_by_its_name(who: str, place: str, needed: dict[str, str]) -> None:
    """For a bot that only the person has installed it is the person's permissions that count."""
    find_missing = list_missing_permissions if who == "bot" else list_missing_user_app_permissions
    context: dict[str, Any] = {} if who == "bot" else {"server_id": None, "installation": Installation.USER}
    for permission in needed.keys() | OTHER_PERMISSIONS:
        missing = find_missing(make_channel(place), all_permissions_except(permission))
        assert bool(missing) == (permission in needed), permission
        if missing:
            with pytest.raises(Refused) as no:
                create_request(missing_permissions=missing, **context).check_can_post()
            [told] = render_refusal(no.value, "en").above
            assert f": {needed[permission]}." in told
    create_request(server_id=None).check_can_post()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
def test_server_settings_name_what_threads_lack(permission: str, locale: Locale) -> None:
    missing = list_missing_thread_permissions(make_channel("channel"), all_permissions_except(permission))
    told = render_server_settings(ServerPreferences(threads=True), locale, missing_thread_permissions=missing).above[-1]
    assert told.endswith(f"{format_permissions([permission], locale)}.")
    assert render_server_settings(ServerPreferences(), locale, missing_thread_permissions=missing).above[1:] == ()
    assert list_missing_thread_permissions(make_channel(THREAD_KIND), all_permissions_except(permission)) == ()
