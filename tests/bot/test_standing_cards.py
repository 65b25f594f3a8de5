"""Standing cards: public messages that always show the current state of something."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.delivery.standing_cards import EDIT_INTERVAL_MS, REPLACE_AFTER_MS, StandingCards, is_up_to_date
from bot.errors import DestinationUnreachable, MessageTooOld
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from bot.screens.scene import Scene
from storage import StandingCard
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import CHANNEL_ID, NOON_MS


class StandingCardHarness:
    """The standing card of a lobby on a fake Discord, with a clock that the test advances."""

    def __init__(self, matches: MatchService) -> None:
        self.now_ms = NOON_MS
        self.discord = FakeDiscord(lambda: self.now_ms)
        self.store = matches.store
        self.cards = StandingCards(matches.store, self.discord, lambda: self.now_ms)

    async def show(self, text: str, *, after_ms: int = 0, channel_id: int = CHANNEL_ID) -> StandingCard | None:
        self.now_ms += after_ms
        return await self.cards.show_card("lobby", 1, channel_id, Scene((text,)))

    def list_texts(self, channel_id: int = CHANNEL_ID) -> Iterable[str]:
        return [scene.above[0] for scene in self.discord.list_scenes(channel_id)]


@pytest.fixture
def lobby(matches: MatchService) -> StandingCardHarness:
    return StandingCardHarness(matches)


async def test_card_is_posted_once_and_edited_when_its_interval_has_passed(lobby: StandingCardHarness) -> None:
    await lobby.show("one")
    waiting = await lobby.show("two", after_ms=EDIT_INTERVAL_MS - 1)
    assert waiting
    assert not is_up_to_date(waiting, Scene(("two",)))
    assert lobby.list_texts() == ["one"]
    edited = await lobby.show("two", after_ms=1)
    assert edited
    assert is_up_to_date(edited, Scene(("two",)))
    assert lobby.list_texts() == ["two"]
    assert len(lobby.discord.posted_messages) == 1


async def test_unchanged_card_is_not_edited(lobby: StandingCardHarness) -> None:
    await lobby.show("one")
    lobby.discord.fail_next("edit_message", DestinationUnreachable("unreachable-channel"))
    assert await lobby.show("one", after_ms=EDIT_INTERVAL_MS)


async def test_urgent_state_is_shown_at_once_and_later_changes_wait_again(lobby: StandingCardHarness) -> None:
    await lobby.show("one")
    lobby.now_ms = started_ms = NOON_MS + 1
    await lobby.cards.show_card("lobby", 1, CHANNEL_ID, Scene(("started",)), urgent_ms=started_ms)
    assert lobby.list_texts() == ["started"]
    lobby.now_ms += 1
    for _ in range(2):
        await lobby.cards.show_card("lobby", 1, CHANNEL_ID, Scene((f"later {lobby.now_ms}",)), urgent_ms=started_ms)
        lobby.now_ms += 1
    assert lobby.list_texts() != [f"later {lobby.now_ms - 1}"]


async def test_old_card_is_replaced_ten_minutes_after_discord_refused_to_edit_it(lobby: StandingCardHarness) -> None:
    await lobby.show("one")
    lobby.discord.fail_next("edit_message", MessageTooOld("too old"))
    await lobby.show("two", after_ms=EDIT_INTERVAL_MS)
    await lobby.show("three", after_ms=REPLACE_AFTER_MS - 1)
    assert lobby.list_texts() == ["one"]
    await lobby.show("three", after_ms=1)
    assert lobby.list_texts() == ["three"]
    assert not lobby.discord.posted_messages[-1][1].pinged_ids


async def test_deleted_card_is_posted_again(lobby: StandingCardHarness) -> None:
    card = await lobby.show("one")
    assert card
    await lobby.discord.delete_message(MessageLocation(CHANNEL_ID, card.message_id))
    await lobby.show("two", after_ms=EDIT_INTERVAL_MS)
    assert lobby.list_texts() == ["two"]


async def test_card_moves_to_another_channel(lobby: StandingCardHarness) -> None:
    await lobby.show("one")
    await lobby.show("one", channel_id=CHANNEL_ID + 1)
    assert (lobby.list_texts(), lobby.list_texts(CHANNEL_ID + 1)) == ([], ["one"])


async def test_crash_after_posting_posts_no_second_card(lobby: StandingCardHarness) -> None:
    """The process dies before it has stored the message."""
    await lobby.show("one")
    await lobby.store.standing_cards.delete("lobby", 1)
    card = await lobby.show("two")
    assert card
    assert not is_up_to_date(card, Scene(("two",)))
    await lobby.show("two", after_ms=EDIT_INTERVAL_MS)
    assert lobby.list_texts() == ["two"]


async def test_channel_where_the_bot_may_not_write_stays_empty(lobby: StandingCardHarness) -> None:
    lobby.discord.fail_next("post_message", DestinationUnreachable("unreachable-permissions"))
    assert await lobby.show("one") is None
    assert await lobby.show("one")


async def test_card_is_removed(lobby: StandingCardHarness) -> None:
    await lobby.show("one")
    await lobby.cards.remove_card("lobby", 1)
    await lobby.cards.remove_card("lobby", 1)
    assert lobby.list_texts() == []
