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
from tests.kit.discord import DIRECT, Discord
from tests.kit.match import ANN, BEN, NOON, SERVER, asked, cause
from tests.kit.world import EARLIER, World, challenge, chosen, create_world

NEEDS = {
    "post": ("view_channel", "send_messages", "attach_files"),
    "edit": ("view_channel", "attach_files"),
    "remove": ("view_channel",),
    "newest": ("view_channel",),
    "check": ("view_channel", "send_messages", "attach_files"),
    "ours": ("view_channel", "read_message_history"),
    "stands": ("view_channel", "read_message_history"),
    "thread": ("view_channel", "create_public_threads"),
}
"""What Discord wants for each deed in a channel of a server."""
PERMISSIONS = sorted({it for needed in NEEDS.values() for it in needed} | {"send_messages_in_threads"})
MOST_REFUSALS: Final = 10
"""Discord shuts out a bot that tries in vain too often."""


@dataclass
class Guarded(Discord):
    """A Discord whose server denies permissions; direct messages know none."""

    denied: set[str] = field(default_factory=set)
    refusals: int = 0

    async def _do(self, deed: str, whom: int) -> None:
        await super()._do(deed, whom)
        if DIRECT <= whom < 2 * DIRECT or deed not in NEEDS:
            return
        needed = [
            "send_messages_in_threads" if it == "send_messages" and whom in self.threads else it for it in NEEDS[deed]
        ]
        if self.denied & {*needed}:
            self.refusals += 1
            hidden = self.denied & {"view_channel", "read_message_history"}
            raise DestinationUnreachable("unreachable-channel" if hidden else "unreachable-permissions")


@pytest.mark.parametrize("denied_from", ["the offer on", "the first step on"])
@pytest.mark.parametrize("threads", [False, True], ids=["in the channel", "in a thread"])
@pytest.mark.parametrize("permission", PERMISSIONS)
async def test_match_without_a_permission_goes_on_and_is_shown_again_with_it(
    matches: MatchService, permission: str, threads: bool, denied_from: str
) -> None:
    hour = [NOON]
    board = Guarded(lambda: hour[0])
    world = create_world(matches.store, board, hour)
    await world.preferences.update_server(SERVER, ServerPreferences(threads=threads))
    match = await challenge(matches, "schamanen", placement="random")
    await world.refresh(match.id)
    if denied_from == "the offer on":
        board.denied.add(permission)
    await matches.join_offer(match.id, BEN, interaction_id=cause(), now_ms=EARLIER)
    await world.refresh(match.id)
    if permission not in NEEDS["edit"]:
        # There is another place or way to show it.
        assert [bool(scene.board) for _, scene in board.alive()] == [True]
    board.denied.add(permission)
    step = await next_step(world, match.id)
    # Both were called where they can choose, and nothing waits to be told.
    assert [len(board.direct(person_id)) for person_id in (ANN, BEN)] == [1, 1]
    assert await matches.store.matches.list_unshown() == []
    assert board.refusals <= MOST_REFUSALS
    board.denied.clear()
    assert await next_step(world, match.id) == step + 1
    [(_, card)] = board.alive()
    assert card.board


async def next_step(world: World, match_id: int) -> int:
    """Have everybody choose who is asked, and return the number of the step that comes of it."""
    match = await world.tables.find_match(match_id)
    assert isinstance(match, RunningMatch)
    for seat in sorted(match.engine.to_move):
        person_id = match.player_ids[seat]
        assert person_id
        # A card is edited once a minute.
        world.hour[0] += MINUTE_MS
        await chosen(world.tables, match_id, person_id)
        await world.refresh(match_id)
    match = await world.tables.find_match(match_id)
    assert isinstance(match, RunningMatch)
    return match.engine.step


THREAD: Final = "public or private thread"
PLACES: Final[dict[str, type[Any]]] = {
    "channel": discord.TextChannel,
    THREAD: discord.Thread,
    "voice chat": discord.VoiceChannel,
}
MISSING = [
    # Who lacks what, where, and what the person reads that is missing; nothing is needed but what is named.
    (
        "bot",
        "channel",
        {"view_channel": "View channel", "send_messages": "Send messages", "attach_files": "Attach files"},
    ),
    (
        "bot",
        THREAD,
        {
            "view_channel": "View channel",
            "send_messages_in_threads": "Send messages in threads",
            "attach_files": "Attach files",
        },
    ),
    ("bot", "voice chat", {"connect": "Connect", "send_messages": "Send messages"}),
    ("person", "channel", {"use_external_apps": "Use external apps", "send_messages": "Send messages"}),
    ("person", THREAD, {"send_messages_in_threads": "Send messages in threads"}),
]
OTHERS = {
    "send_messages", "send_messages_in_threads", "read_message_history", "create_public_threads", "embed_links",
    "use_external_emojis", "manage_messages", "manage_roles",
}  # fmt: skip


def all_but(permission: str) -> discord.Permissions:
    allowed = discord.Permissions.all()
    allowed.update(**{permission: False, "administrator": False})
    return allowed


def place_of(name: str) -> Any:
    """A channel of this kind, of which nothing else is known."""
    return object.__new__(PLACES[name])


@pytest.mark.parametrize(("who", "place", "needed"), MISSING)
def test_command_without_a_permission_is_refused_by_its_name(who: str, place: str, needed: dict[str, str]) -> None:
    """For a bot that only the person has installed it is the person's permissions that count."""
    find_missing = list_missing_permissions if who == "bot" else list_missing_user_app_permissions
    context: dict[str, Any] = {} if who == "bot" else {"server_id": None, "installation": Installation.USER}
    for permission in needed.keys() | OTHERS:
        missing = find_missing(place_of(place), all_but(permission))
        assert bool(missing) == (permission in needed), permission
        if missing:
            with pytest.raises(Refused) as no:
                asked(missing_permissions=missing, **context).check_can_post()
            [told] = render_refusal(no.value, "en").above
            assert f": {needed[permission]}." in told
    asked(server_id=None).check_can_post()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
def test_server_settings_name_what_threads_lack(permission: str, locale: Locale) -> None:
    missing = list_missing_thread_permissions(place_of("channel"), all_but(permission))
    told = render_server_settings(ServerPreferences(threads=True), locale, missing_thread_permissions=missing).above[-1]
    assert told.endswith(f"{format_permissions([permission], locale)}.")
    assert render_server_settings(ServerPreferences(), locale, missing_thread_permissions=missing).above[1:] == ()
    assert list_missing_thread_permissions(place_of(THREAD), all_but(permission)) == ()
