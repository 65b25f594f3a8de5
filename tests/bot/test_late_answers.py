"""Tests for slow responses, and for player messages that change before a response arrives."""

from __future__ import annotations

import asyncio
import errno
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.delivery.player_messages import PAUSED_CONTENT_KEY
from bot.discord import pending_responses, router
from bot.discord.pending_responses import auto_defer
from bot.handlers.requests import Request, Response
from bot.matches.deadlines import PAUSE_DELAY_MS
from bot.matches.model import RunningMatch
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import CONFIRMED_ARGUMENT, Action, CustomId
from bot.screens.move_menu import spell_move
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS
from games.match import RESIGN
from storage import PlayerMessage, Store
from storage.statement import BoundStatement, Row
from tests.bot.traffic_recorder import RecordedBot, RecordedOutput
from tests.kit import world
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, NOON_MS, accept_offer, begin_practice, offer_match, play_move
from tests.storage.stored_matches import list_tokens
from tests.waiting import wait_until

MESSAGE_ID = 700
"""The ID of the private message whose button is clicked."""


@pytest.fixture
def bot(store: Store, monkeypatch: pytest.MonkeyPatch) -> RecordedBot:
    """A complete bot. The clock and delays of its Discord layer are patched, since they cannot be arguments."""
    bot = RecordedBot(store, FakeDiscord(lambda: NOON_MS), NOON_MS)
    monkeypatch.setattr(router, "current_time_ms", bot.get_now_ms)
    monkeypatch.setattr(pending_responses, "MAX_WAIT_FOR_LATER_CLICKS_S", 0.0)
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 0.0)
    return bot


def slow_down_method(bot: RecordedBot, monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[str]:
    """Make a method of the bot so slow that the response is deferred.

    Return a list that collects the actions that the bot had sent by the time when the method runs.
    """
    method = getattr(owner, name)
    earlier_output: list[str] = []

    async def call_slowly(*arguments: object) -> Any:
        for _ in range(20):
            await asyncio.sleep(0)
        earlier_output.extend(sent.action for sent in bot.output)
        return await method(*arguments)

    monkeypatch.setattr(router, "DEFER_DELAY_S", 0.0)
    monkeypatch.setattr(owner, name, call_slowly)
    return earlier_output


def list_responses(bot: RecordedBot) -> list[str]:
    return [sent.action.removeprefix("answer: ") for sent in bot.output if sent.action.startswith("answer")]


async def begin_match_with_ben(bot: RecordedBot, game: str = "schamanen") -> int:
    options: dict[str, Any] = {"placement": "random"} if game == "schamanen" else {}
    return (await world.begin_match_with_ben(bot.services.matches, game, **options)).id


async def refresh_and_wait(bot: RecordedBot, match_id: int) -> None:
    bot.services.scheduler.schedule_refresh(match_id)
    await bot.wait_until_idle()


async def find_move_custom_id(bot: RecordedBot, match_id: int) -> str:
    """Return the custom ID of a button that submits a move for Ann."""
    match = await bot.services.matches.find_match(match_id)
    assert isinstance(match, RunningMatch)
    return str(
        CustomId(Action.PICK_MOVE, match_id, 0, spell_move(match.engine.legal_moves(match.player_ids.index(ANN))[0]))
    )


# Slow work is deferred in time


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a choice on the card", ["defer", "follow"]),
        ("a choice in a player message", ["defer", "later"]),
        ("a practice match", ["defer", "later"]),
        ("a replay from the card", ["promise", "later"]),
        ("a replay from a player message", ["promise", "later"]),
        ("a board of the replay", ["defer", "later"]),
        ("the replay's list of boards", ["defer", "later"]),
        ("the proof", ["promise", "later"]),
        ("the replay command", ["promise", "later"]),
        ("an export", ["promise", "later"]),
        ("a deletion", ["defer", "later"]),
    ],
)
async def test_slow_response_is_deferred_in_time(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch, source: str, expected: list[str]
) -> None:
    match_id = await begin_match_with_ben(bot)
    move_custom_id = await find_move_custom_id(bot, match_id)
    if source in {"a choice on the card", "a choice in a player message", "a practice match"}:
        earlier_output = slow_down_method(bot, monkeypatch, bot.services.dispatcher, "answer_press")
    elif source in {"an export", "a deletion"}:
        if source == "an export":
            earlier_output = slow_down_method(bot, monkeypatch, bot.store.people, "export_person")
        else:
            earlier_output = slow_down_method(bot, monkeypatch, bot.store.matches, "list_live_of_person")
    else:
        await play_move(bot.services.matches, match_id, ANN, *RESIGN)
        earlier_output = slow_down_method(bot, monkeypatch, bot.services.matches, "load_journal")
    if "card" not in source and "command" not in source:
        bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("A hand",))
    board, review_menu = (str(CustomId(Action.SHOW_REVIEW, match_id, 0, rest)) for rest in ("0", ""))
    clicks: dict[str, tuple[str, list[str]]] = {
        "a choice on the card": (str(CustomId(Action.OPEN_MATCH, match_id, 0)), []),
        "a choice in a player message": (move_custom_id, []),
        "a practice match": (str(CustomId(Action.START_PRACTICE, 0, 0, "schnick.-.-")), []),
        "a board of the replay": (board, []),
        "the replay's list of boards": (str(CustomId(Action.SELECT_FROM_MENU, match_id, 0)), [board]),
        "the proof": (str(CustomId(Action.SHOW_PROOF, match_id, 0)), []),
        "an export": (str(CustomId(Action.EXPORT_DATA, 0, 0)), []),
        "a deletion": (str(CustomId(Action.FORGET_PERSON, 0, 0, CONFIRMED_ARGUMENT)), []),
    }
    bot.output.clear()
    if "command" in source:
        await bot.run_command(
            ANN, lambda request: bot.services.review.show_review(request, str(match_id)), "replay", auto_defer=True
        )
    else:
        custom_id, values = clicks.get(source, (review_menu, []))
        await bot.press_button(ANN, custom_id, values=values)
    assert list_responses(bot) == expected
    # A click on the card of a running match is always deferred first.
    assert earlier_output[:1] == ([] if source == "a choice on the card" else [f"answer: {expected[0]}"])


@pytest.mark.parametrize(
    ("seats", "action", "is_private", "expected"),
    [
        (2, Action.JOIN_OFFER, False, ["defer", "follow"]),
        (2, Action.JOIN_OFFER, True, ["defer", "later"]),
        (3, Action.JOIN_OFFER, False, ["defer"]),
        (3, Action.START_MATCH, True, ["defer", "later"]),
    ],
)
async def test_slow_acceptance_is_deferred_and_does_not_replace_the_card(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch, seats: int, action: Action, is_private: bool, expected: list[str]
) -> None:
    offer = await offer_match(bot.services.matches, game="woodwalkers", kind="open", seats=seats)
    if action == Action.START_MATCH:
        await accept_offer(bot.services.matches, offer, BEN)
    earlier_output = slow_down_method(bot, monkeypatch, bot.services.dispatcher, "answer_press")
    if is_private:
        bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("The offer",))
    custom_id = str(CustomId(action, offer.id, 0))
    bot.output.clear()
    await bot.press_button(ANN if action == Action.START_MATCH else BEN, custom_id)
    assert list_responses(bot) == expected
    assert earlier_output == ["answer: defer"]
    assert isinstance(await bot.services.matches.find_match(offer.id), RunningMatch) == (
        seats == 2 or action == Action.START_MATCH
    )
    # A refusal is a separate message too.
    bot.output.clear()
    await bot.press_button(BEN, custom_id)
    assert list_responses(bot) == ["defer", "follow"]


async def test_forged_button_on_a_card_gets_a_private_response(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_practice(bot.services.matches)
    await bot.services.matches.close_practice(match.id, ANN, now_ms=NOON_MS)
    slow_down_method(bot, monkeypatch, bot.services.dispatcher, "answer_press")
    await bot.press_button(ANN, str(CustomId(Action.JOIN_OFFER, match.id, 0)))
    assert list_responses(bot) == ["defer", "follow"]


async def test_error_of_the_disk_is_not_taken_for_a_lost_connection(bot: RecordedBot) -> None:
    async def fail(_: Request) -> Response:
        raise OSError(errno.ENOSPC, "no space left")

    await bot.run_command(ANN, fail, "replay")
    assert list_responses(bot) == ["send"]


@pytest.mark.parametrize("fails", [False, True])
async def test_response_is_deferred_once_even_if_deferring_fails(fails: bool) -> None:
    deferrals: list[str] = []

    async def defer(**_: object) -> None:
        deferrals.append("deferred")
        if fails:
            raise OSError("lost")

    interaction: Any = SimpleNamespace(response=SimpleNamespace(is_done=lambda: bool(deferrals), defer=defer))
    for _ in range(2):
        async with auto_defer(interaction, 0.0):
            for _ in range(20):
                await asyncio.sleep(0)
    assert deferrals == ["deferred"]


# Messages that change before the response arrives


async def test_edit_made_before_a_late_response_is_repeated(bot: RecordedBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The response was built before the edit but arrives after it, so it overwrites the edit with outdated content."""
    match_id = await begin_match_with_ben(bot)
    await world.play_first_legal_move(bot.services.matches, match_id, ANN)
    await bot.store.player_messages.save_message(PlayerMessage(match_id, ANN, MESSAGE_ID, None, 0, NOON_MS, f"{ANN} 1"))
    await refresh_and_wait(bot, match_id)
    answer = bot.services.dispatcher.answer_press

    async def answer_late(request: Request, custom_id: CustomId) -> Response:
        response = await answer(request, custom_id)
        await world.play_first_legal_move(bot.services.matches, match_id, BEN)
        bot.services.scheduler.schedule_refresh(match_id)
        await bot.services.scheduler.wait_until_delivered()
        return response

    monkeypatch.setattr(bot.services.dispatcher, "answer_press", answer_late)
    bot.output.clear()
    await bot.press_button(ANN, str(CustomId(Action.OPEN_MATCH, match_id, 0)))
    actions = [sent.action for sent in bot.output if sent.recipient_id == ANN and not sent.action.startswith("post")]
    assert actions == [f"edit private {MESSAGE_ID}", "answer: edit", f"edit private {MESSAGE_ID}"]


async def test_response_waits_for_an_edit_of_the_clicked_message(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the response did not wait, the edit could arrive last and overwrite the page that the click opens."""
    match_id = await begin_match_with_ben(bot)
    page, clicks = Scene(above=("A page",)), []
    assert bot.discord.painter
    paint_files, is_painted = bot.discord.painter.paint_files, asyncio.Event()

    async def open_page(_: Request) -> Response:
        return Response(page, replaces_clicked_message=True)

    async def notice_painted_page(scene: Scene) -> list[discord.File]:
        files = await paint_files(scene)
        if scene == page:
            is_painted.set()
        return files

    async def click_during_edit(_: int) -> None:
        bot.discord.callbacks_before.clear()
        clicks.append(asyncio.create_task(bot.click(ANN, open_page, message_id=MESSAGE_ID)))
        await is_painted.wait()
        for _ in range(20):
            await asyncio.sleep(0)
        bot.output.append(RecordedOutput(ANN, "the edit arrives", ""))

    monkeypatch.setattr(bot.discord.painter, "paint_files", notice_painted_page)
    bot.discord.callbacks_before["edit_by_token"] = click_during_edit
    bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("A hand",))
    await bot.store.player_messages.save_message(PlayerMessage(match_id, ANN, MESSAGE_ID, None, 0, NOON_MS, f"{ANN} 1"))
    await refresh_and_wait(bot, match_id)
    await asyncio.gather(*clicks)
    actions = [sent.action for sent in bot.output if sent.recipient_id == ANN]
    assert actions[-2:] == ["the edit arrives", "answer: edit"]


async def test_refresh_that_has_begun_does_not_overwrite_a_newer_response(bot: RecordedBot) -> None:
    match_id = await begin_match_with_ben(bot)
    await refresh_and_wait(bot, match_id)
    move_custom_id = await find_move_custom_id(bot, match_id)

    async def click_during_refresh(_: int) -> None:
        bot.discord.callbacks_before.clear()
        bot.output.clear()
        await bot.click(ANN, partial(press, move_custom_id), message_id=MESSAGE_ID)

    async def press(custom_id: str, request: Request) -> Response:
        parsed = CustomId.parse(custom_id)
        assert parsed
        return await bot.services.dispatcher.answer_press(request, parsed)

    # The refresh edits the card before it edits Ann's message.
    bot.discord.callbacks_before["edit_message"] = click_during_refresh
    bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("A hand",))
    await bot.store.player_messages.save_message(PlayerMessage(match_id, ANN, MESSAGE_ID, None, 0, NOON_MS, f"{ANN} 1"))
    await world.play_first_legal_move(bot.services.matches, match_id, BEN)
    await refresh_and_wait(bot, match_id)
    seen = [sent for sent in bot.output if sent.recipient_id == ANN]
    # Painting the first board can take so long that the response is deferred.
    assert {"answer: edit", "answer: later"} & {sent.action for sent in seen}
    assert not any(f":{match_id}:0:" in sent.content for sent in seen)


async def test_player_message_is_paused_without_any_activity(bot: RecordedBot) -> None:
    """Nobody acts after a player message is opened, and after another is opened in place of the paused one."""
    match_id = await begin_match_with_ben(bot, "shamanic_chess")
    await refresh_and_wait(bot, match_id)
    header = await bot.store.matches.load_header(match_id)
    assert header
    for _ in range(2):
        bot.output.clear()
        await bot.press_button(
            ANN, str(CustomId(Action.OPEN_MATCH, match_id, 0)), message_id=header.card_message_id or 0
        )
        assert list_responses(bot) == ["defer", "follow"]
        [message] = [
            it
            for it in await bot.store.player_messages.list_of_match(match_id)
            if it.person_id == ANN and not it.channel_id and it.content_key != PAUSED_CONTENT_KEY
        ]
        for _ in range(PAUSE_DELAY_MS // MINUTE_MS):
            assert message.message_id not in bot.discord.ephemeral_scenes
            await bot.advance_time(bot.time_ms + MINUTE_MS)
        assert bot.discord.ephemeral_scenes[message.message_id].above[-1].startswith("⏸️")


async def test_card_click_opens_one_message_despite_a_concurrent_refresh(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is refreshed after every write to the store that the click causes."""
    match_id = await begin_match_with_ben(bot, "shamanic_chess")
    await refresh_and_wait(bot, match_id)
    header = await bot.store.matches.load_header(match_id)
    assert header
    write = bot.store.database.write
    refreshes: list[BoundStatement] = []

    async def write_and_refresh(*writes: BoundStatement) -> list[list[Row]]:
        written = await write(*writes)
        if not refreshes:
            refreshes.extend(writes)
            bot.services.scheduler.schedule_refresh(match_id)
            await bot.services.scheduler.wait_until_delivered()
            refreshes.clear()
        return written

    monkeypatch.setattr(bot.store.database, "write", write_and_refresh)
    bot.output.clear()
    await bot.press_button(ANN, str(CustomId(Action.OPEN_MATCH, match_id, 0)), message_id=header.card_message_id or 0)
    assert [it.action for it in bot.output if it.recipient_id == ANN] == ["answer: defer", "answer: follow"]
    assert [it.token for it in await list_tokens(bot.store, match_id) if it.person_id == ANN] == [
        it.token
        for it in await bot.store.player_messages.list_of_match(match_id)
        if it.person_id == ANN and not it.channel_id
    ]


@pytest.mark.parametrize("message_id", [MESSAGE_ID, MESSAGE_ID + 1])
async def test_click_after_the_end_stores_no_message_or_token(bot: RecordedBot, message_id: int) -> None:
    """The click is on the card, or in a player message of another match, which the result then replaces."""
    match_id, other = (
        await begin_match_with_ben(bot, "shamanic_chess"),
        await begin_match_with_ben(bot, "shamanic_chess"),
    )
    await play_move(bot.services.matches, match_id, ANN, *RESIGN)
    for refreshed_id in (match_id, other):
        await refresh_and_wait(bot, refreshed_id)
    bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("A hand",))
    await bot.store.player_messages.save_message(PlayerMessage(other, ANN, MESSAGE_ID, None, 0, NOON_MS, f"{ANN} 1"))
    bot.time_ms += ACTIVE_WINDOW_MS
    await bot.press_button(ANN, str(CustomId(Action.OPEN_MATCH, match_id, 0)), message_id=message_id)
    assert bot.output[-1].action == ("answer: edit" if message_id == MESSAGE_ID else "answer: send")
    assert (await bot.store.player_messages.load_presence(ANN)).last_active_ms == bot.time_ms
    assert await bot.store.player_messages.list_of_match(match_id) == []
    assert await list_tokens(bot.store, match_id) == []
    assert [it.message_id for it in await bot.store.player_messages.list_of_match(other) if not it.channel_id] == [
        MESSAGE_ID
    ] * (message_id != MESSAGE_ID)


@pytest.mark.parametrize("later_click", ["", "replaces", "separate"])
async def test_final_scene_is_shown_once_ready_unless_a_click_replaced_the_message(
    bot: RecordedBot, later_click: str
) -> None:
    started, is_ready, canceled = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def load_final_scene() -> Scene:
        started.set()
        try:
            await is_ready.wait()
        except asyncio.CancelledError:
            canceled.set()
            raise
        return Scene(above=("Final",))

    async def answer(request: Request) -> Response:
        return Response(Scene(above=("Wait",)), replaces_clicked_message=True, load_final_scene=load_final_scene)

    async def answer_later_click(request: Request) -> Response:
        return Response(Scene(above=("Other",)), replaces_clicked_message=later_click == "replaces")

    bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("Before",))
    await bot.click(ANN, answer, message_id=MESSAGE_ID)
    await wait_until(started.is_set)
    if later_click:
        await bot.click(ANN, answer_later_click, message_id=MESSAGE_ID)
    bot.output.clear()
    if later_click == "replaces":
        await wait_until(canceled.is_set)
    else:
        is_ready.set()
        await wait_until(lambda: bot.output)
    assert canceled.is_set() == (later_click == "replaces")
    assert [it.action for it in bot.output] == [f"edit private {MESSAGE_ID}"] * (not canceled.is_set())
