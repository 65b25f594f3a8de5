"""Tests for missing permissions: matches continue without them, and people learn which one is missing."""

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
from bot.matches.model import Installation
from bot.matches.service import MatchService
from bot.preferences import ServerPreferences
from bot.screens.dialogs import format_permissions, render_refusal
from bot.screens.settings import SERVER_PANEL, render_server_settings
from bot.wall_clock import MINUTE_MS
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.fake_discord import DM_CHANNEL_OFFSET, FakeDiscord
from tests.kit.matches import ANN, BEN, NOON_MS, create_request, make_click
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
"""The permissions that Discord requires for each operation in a server channel."""
ALL_PERMISSIONS = sorted(
    {name for needed in PERMISSIONS_BY_OPERATION.values() for name in needed} | {"send_messages_in_threads"}
)
MAX_REFUSALS: Final = 10
"""The limit on refused requests in a test. Discord blocks bots that send too many invalid requests."""


@dataclass
class GuardedDiscord(FakeDiscord):
    """A fake Discord whose server denies permissions. Direct messages need no permissions."""

    denied_permissions: set[str] = field(default_factory=set)
    refusal_count: int = 0

    async def _begin_operation(self, operation: str, target_id: int) -> None:
        await super()._begin_operation(operation, target_id)
        if DM_CHANNEL_OFFSET <= target_id < 2 * DM_CHANNEL_OFFSET or operation not in PERMISSIONS_BY_OPERATION:
            return
        needed = [
            "send_messages_in_threads" if name == "send_messages" and target_id in self.thread_names else name
            for name in PERMISSIONS_BY_OPERATION[operation]
        ]
        if self.denied_permissions & {*needed}:
            self.refusal_count += 1
            hidden = self.denied_permissions & {"view_channel", "read_message_history"}
            raise DestinationUnreachable("unreachable-channel" if hidden else "unreachable-permissions")


@pytest.mark.parametrize("denied_from", ["offer", "first step"])
@pytest.mark.parametrize("uses_threads", [False, True], ids=["channel", "thread"])
@pytest.mark.parametrize("permission", ALL_PERMISSIONS)
async def test_match_continues_without_a_permission_and_reappears_with_it(
    matches: MatchService, permission: str, uses_threads: bool, denied_from: str
) -> None:
    time_ms = [NOON_MS]
    discord_server = GuardedDiscord(lambda: time_ms[0], can_create_threads=uses_threads)
    world = create_world(matches.store, discord_server, time_ms)
    match = await offer_match_to_ben(matches, "schamanen", placement="random")
    await world.refresh(match.id)
    if denied_from == "offer":
        discord_server.denied_permissions.add(permission)
    await matches.join_offer(match.id, BEN, **make_click(INACTIVE_SINCE_MS))
    await world.refresh(match.id)
    if permission not in PERMISSIONS_BY_OPERATION["edit_message"]:
        # The match can be shown in another channel or as a new message.
        assert [bool(scene.board) for _, scene in discord_server.list_live_messages()] == [True]
    discord_server.denied_permissions.add(permission)
    step = await play_step(world, match.id)
    # Both were notified where they can move, and no delivery is pending.
    assert [len(discord_server.list_dms(person_id)) for person_id in (ANN, BEN)] == [1, 1]
    assert await matches.store.matches.list_unshown() == []
    assert discord_server.refusal_count <= MAX_REFUSALS
    discord_server.denied_permissions.clear()
    assert await play_step(world, match.id) == step + 1
    [(_, card)] = discord_server.list_live_messages()
    assert card.board


async def play_step(world: World, match_id: int) -> int:
    """Play a move for every seat to move. Return the number of the new step."""
    match = await world.load_running_match(match_id)
    for seat in sorted(match.engine.to_move):
        person_id = match.player_ids[seat]
        assert person_id
        # A card is edited at most once a minute.
        world.time_ms[0] += MINUTE_MS
        await play_first_legal_move(world.matches, match_id, person_id)
        await world.refresh(match_id)
    return (await world.load_running_match(match_id)).engine.step


THREAD_KIND: Final = "public or private thread"
CHANNEL_TYPES: Final[dict[str, type[Any]]] = {
    "channel": discord.TextChannel,
    THREAD_KIND: discord.Thread,
    "voice chat": discord.VoiceChannel,
}
MISSING_PERMISSION_CASES = [
    # Each case: who needs permissions, in what kind of channel, and which ones with their display names.
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
    """Return a channel object of this kind that has no attributes."""
    return object.__new__(CHANNEL_TYPES[kind])


@pytest.mark.parametrize(("subject", "place", "needed"), MISSING_PERMISSION_CASES)
def test_refusal_of_a_command_names_the_missing_permission(subject: str, place: str, needed: dict[str, str]) -> None:
    """If a person has installed the bot as a user app, that person's permissions count instead of the bot's."""
    find_missing = list_missing_permissions if subject == "bot" else list_missing_user_app_permissions
    context: dict[str, Any] = {} if subject == "bot" else {"server_id": None, "installation": Installation.USER}
    for permission in needed.keys() | OTHER_PERMISSIONS:
        missing = find_missing(make_channel(place), all_permissions_except(permission))
        assert bool(missing) == (permission in needed), permission
        if missing:
            with pytest.raises(Refused) as raised:
                create_request(missing_permissions=missing, **context).check_can_post()
            [text] = render_refusal(raised.value, "en").above
            assert needed[permission] in text
    create_request(server_id=None).check_can_post()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
def test_server_settings_name_permissions_missing_for_threads(permission: str, locale: Locale) -> None:
    missing = list_missing_thread_permissions(make_channel("channel"), all_permissions_except(permission))
    scene = render_server_settings(
        ServerPreferences(threads=True), SERVER_PANEL, locale, missing_thread_permissions=missing
    )
    assert scene.above[-1].endswith(f"{format_permissions([permission], locale)}.")
    without = render_server_settings(
        ServerPreferences(threads=False), SERVER_PANEL, locale, missing_thread_permissions=missing
    )
    assert len(without.above) == 1
    assert list_missing_thread_permissions(make_channel(THREAD_KIND), all_permissions_except(permission)) == ()
