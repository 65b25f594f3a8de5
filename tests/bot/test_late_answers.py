"""Responses that take long, and player messages that change while a response is under way."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery.player_messages import PAUSED_CONTENT_KEY
from bot.discord import pending_responses, router
from bot.discord.pending_responses import auto_defer
from bot.handlers.requests import Request, Response
from bot.matches.deadlines import PAUSE_DELAY_MS
from bot.matches.model import RunningMatch
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action, CustomId
from bot.screens.move_menu import spell_move
from bot.screens.scene import Scene
from bot.screens.settings import CONFIRMED_ARGUMENT
from bot.wall_clock import MINUTE_MS
from games.match import RESIGN
from storage import PlayerMessage, Store
from storage.statement import BoundStatement, Row
from tests.bot.traffic_recorder import RecordedBot
from tests.kit import world
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, NOON_MS, accept_offer, begin_practice, offer_match, play_move
from tests.storage.stored_matches import list_tokens

MESSAGE_ID = 700
"""A private message in which somebody presses a button."""


@pytest.fixture
def bot(store: Store, monkeypatch: pytest.MonkeyPatch) -> RecordedBot:
    """Return a whole bot. Its Discord layer takes no clock or delays as arguments, so they are patched."""
    bot = RecordedBot(store, FakeDiscord(lambda: NOON_MS), NOON_MS)
    monkeypatch.setattr(router, "current_time_ms", bot.get_now_ms)
    monkeypatch.setattr(pending_responses, "MAX_WAIT_FOR_LATER_CLICKS_S", 0.0)
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 0.0)
    return bot


def slow_down_method(bot: RecordedBot, monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[str]:
    """Let this method of a service take long, and any time be too long. Return what was sent before it was done."""
    method = getattr(owner, name)
    heard: list[str] = []

    async def slow(*given: object) -> Any:
        for _ in range(20):
            await asyncio.sleep(0)
        heard.extend(it.action for it in bot.output)
        return await method(*given)

    monkeypatch.setattr(router, "DEFER_DELAY_S", 0.0)
    monkeypatch.setattr(owner, name, slow)
    return heard


def list_responses(bot: RecordedBot) -> list[str]:
    return [it.action.removeprefix("answer: ") for it in bot.output if it.action.startswith("answer")]


async def begin_match_with_ben(bot: RecordedBot, game: str = "schamanen") -> int:
    options: dict[str, Any] = {"placement": "random"} if game == "schamanen" else {}
    return (await world.begin_match_with_ben(bot.services.matches, game, **options)).id


async def refresh_and_wait(bot: RecordedBot, match_id: int) -> None:
    bot.services.scheduler.schedule_refresh(match_id)
    await bot.wait_until_idle()


async def find_move_custom_id(bot: RecordedBot, match_id: int) -> str:
    """Return the custom id that submits a move of Ann."""
    match = await bot.services.matches.find_match(match_id)
    assert isinstance(match, RunningMatch)
    return str(
        CustomId(Action.PICK_MOVE, match_id, 0, spell_move(match.engine.legal_moves(match.player_ids.index(ANN))[0]))
    )


# Long work is announced in time


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("a choice on the card", ["defer", "follow"]),
        ("a choice in a player message", ["defer", "later"]),
        ("a replay from the card", ["promise", "later"]),
        ("a replay from a player message", ["promise", "later"]),
        ("a board of it", ["defer", "later"]),
        ("its list of boards", ["defer", "later"]),
        ("its proof", ["promise", "later"]),
        ("the command for it", ["promise", "later"]),
        ("an export", ["promise", "later"]),
        ("a deletion", ["defer", "later"]),
    ],
)
async def test_slow_answer_is_announced_in_time(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch, where: str, told: list[str]
) -> None:
    match_id = await begin_match_with_ben(bot)
    pick = await find_move_custom_id(bot, match_id)
    if where.startswith("a choice"):
        heard = slow_down_method(bot, monkeypatch, bot.services.dispatcher, "answer_press")
    elif where in {"an export", "a deletion"}:
        if where == "an export":
            heard = slow_down_method(bot, monkeypatch, bot.store.people, "export_person")
        else:
            heard = slow_down_method(bot, monkeypatch, bot.store.matches, "list_live_of_person")
    else:
        await play_move(bot.services.matches, match_id, ANN, *RESIGN)
        heard = slow_down_method(bot, monkeypatch, bot.services.matches, "load_journal")
    if "card" not in where and "command" not in where:
        bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("A hand",))
    board, door = (str(CustomId(Action.SHOW_REVIEW, match_id, 0, rest)) for rest in ("0", ""))
    pressed: dict[str, tuple[str, list[str]]] = {
        "a choice on the card": (str(CustomId(Action.OPEN_MATCH, match_id, 0)), []),
        "a choice in a player message": (pick, []),
        "a board of it": (board, []),
        "its list of boards": (str(CustomId(Action.SELECT_FROM_MENU, match_id, 0)), [board]),
        "its proof": (str(CustomId(Action.SHOW_PROOF, match_id, 0)), []),
        "an export": (str(CustomId(Action.EXPORT_DATA, 0, 0)), []),
        "a deletion": (str(CustomId(Action.FORGET_PERSON, 0, 0, CONFIRMED_ARGUMENT)), []),
    }
    bot.output.clear()
    if "command" in where:
        await bot.run_command(
            ANN, lambda it: bot.services.review.show_review(it, str(match_id)), "replay", auto_defer=True
        )
    else:
        to, values = pressed.get(where, (door, []))
        await bot.press_button(ANN, to, values=values)
    assert list_responses(bot) == told
    # What is pressed on the card of a running match is deferred anyhow.
    assert heard[:1] == ([] if where == "a choice on the card" else [f"answer: {told[0]}"])


@pytest.mark.parametrize(
    ("seats", "verb", "private", "told"),
    [
        (2, Action.JOIN_OFFER, False, ["defer", "follow"]),
        (2, Action.JOIN_OFFER, True, ["defer", "later"]),
        (3, Action.JOIN_OFFER, False, ["defer"]),
        (3, Action.START_MATCH, True, ["defer", "later"]),
    ],
)
async def test_slow_acceptance_is_deferred_and_leaves_the_card_in_place(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch, seats: int, verb: Action, private: bool, told: list[str]
) -> None:
    offer = await offer_match(bot.services.matches, game="woodwalkers", kind="open", seats=seats)
    if verb == Action.START_MATCH:
        await accept_offer(bot.services.matches, offer, BEN)
    heard = slow_down_method(bot, monkeypatch, bot.services.dispatcher, "answer_press")
    if private:
        bot.discord.ephemeral_scenes[MESSAGE_ID] = Scene(above=("The offer",))
    to = str(CustomId(verb, offer.id, 0))
    bot.output.clear()
    await bot.press_button(ANN if verb == Action.START_MATCH else BEN, to)
    assert list_responses(bot) == told
    assert heard == ["answer: defer"]
    assert isinstance(await bot.services.matches.find_match(offer.id), RunningMatch) == (
        seats == 2 or verb == Action.START_MATCH
    )
    # A refusal lies beside, too.
    bot.output.clear()
    await bot.press_button(BEN, to)
    assert list_responses(bot) == ["defer", "follow"]


async def test_forged_button_on_a_card_is_answered_in_private(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_practice(bot.services.matches)
    await bot.services.matches.close_practice(match.id, ANN, now_ms=NOON_MS)
    slow_down_method(bot, monkeypatch, bot.services.dispatcher, "answer_press")
    await bot.press_button(ANN, str(CustomId(Action.JOIN_OFFER, match.id, 0)))
    assert list_responses(bot) == ["defer", "follow"]


@pytest.mark.parametrize("gone", [False, True])
async def test_answer_is_deferred_once_and_a_failed_deferral_stops_nothing(gone: bool) -> None:
    said: list[str] = []

    async def defer(**_: object) -> None:
        said.append("deferred")
        if gone:
            raise OSError("gone")

    interaction: Any = SimpleNamespace(response=SimpleNamespace(is_done=lambda: bool(said), defer=defer))
    for _ in range(2):
        async with auto_defer(interaction, 0.0):
            for _ in range(20):
                await asyncio.sleep(0)
    assert said == ["deferred"]


# Messages that change meanwhile


async def test_edit_under_a_late_answer_is_made_once_more(bot: RecordedBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer was made before the edit, and arrived after it."""
    match_id = await begin_match_with_ben(bot)
    await world.play_first_legal_move(bot.services.matches, match_id, ANN)
    await bot.store.player_messages.save_message(PlayerMessage(match_id, ANN, MESSAGE_ID, None, 0, NOON_MS, f"{ANN} 1"))
    await refresh_and_wait(bot, match_id)
    answer = bot.services.dispatcher.answer_press

    async def slow(request: Request, custom_id: CustomId) -> Response:
        made = await answer(request, custom_id)
        await world.play_first_legal_move(bot.services.matches, match_id, BEN)
        bot.services.scheduler.schedule_refresh(match_id)
        await bot.services.scheduler.wait_until_delivered()
        return made

    monkeypatch.setattr(bot.services.dispatcher, "answer_press", slow)
    bot.output.clear()
    await bot.press_button(ANN, str(CustomId(Action.OPEN_MATCH, match_id, 0)))
    hers = [it.action for it in bot.output if it.recipient_id == ANN and not it.action.startswith("post")]
    assert hers == [f"edit private {MESSAGE_ID}", "answer: edit", f"edit private {MESSAGE_ID}"]


async def test_player_message_is_paused_in_time_though_nothing_happens(bot: RecordedBot) -> None:
    """And so is another one that is opened as the first is paused."""
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


async def test_press_on_the_card_opens_one_player_message_however_soon_it_is_refreshed(
    bot: RecordedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each write somebody else may move, or the process may die."""
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
async def test_press_after_the_end_is_answered_and_nothing_is_kept(bot: RecordedBot, message_id: int) -> None:
    """On the card, and in a player message that showed another match before: that one loses it."""
    match_id, other = (
        await begin_match_with_ben(bot, "shamanic_chess"),
        await begin_match_with_ben(bot, "shamanic_chess"),
    )
    await play_move(bot.services.matches, match_id, ANN, *RESIGN)
    for each in (match_id, other):
        await refresh_and_wait(bot, each)
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
