"""If a game by others fails during a match, the match ends without a result, and its players get a message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.matches.model import UnreadableMatch
from bot.preferences import ServerPreferences
from bot.screens.custom_ids import Action
from bot.wall_clock import DAY_MS, HOUR_MS
from games import GAMES, Registry
from games.refused import Refused
from games.words import LOCALES
from tests.bot.cli_runner import run_doctor
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, SERVER_ID
from tests.kit.scene_reading import index_by_action
from tests.kit.world import World, begin_match_with_ben, play_first_legal_move, restart_world

GAME_KEY = "woodwalkers"
CALLED_OFF_TEXTS = {"en": "broke. It doesn’t count.", "de": "hat einen Fehler.", "fr": "a planté."}


def fail(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("a mistake of the game's author")


@pytest.fixture
def as_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat one of our games as a game of another package."""
    monkeypatch.setattr(Registry, "plugin_keys", frozenset({GAME_KEY}))


async def check_match_is_called_off(world: World, match_id: int, tmp_path: Path, locale: str = "en") -> None:
    closed = await world.matches.find_match(match_id)
    assert isinstance(closed, UnreadableMatch)
    assert (closed.close_reason, closed.is_over) == ("broken", True)
    journal = await world.matches.load_journal(match_id)
    assert (journal.header.is_live, journal.header.status, journal.deadlines) == (False, "broken", ())
    assert journal.header.events_shown == closed.event_count
    assert await world.store.results.list_of_match(match_id) == []
    assert await world.store.player_messages.list_of_match(match_id) == []
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert CALLED_OFF_TEXTS[locale] in str(card.above)
    assert index_by_action(card)[Action.OFFER_REMATCH].match_id == match_id
    assert await run_doctor(world.store, tmp_path) == []


@pytest.mark.usefixtures("as_plugin")
@pytest.mark.parametrize("locale", LOCALES)
async def test_failing_move_calls_the_match_off(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    match_id = (await world.begin_match(GAME_KEY, HOUR_MS)).id
    await play_first_legal_move(world.matches, match_id, ANN)
    await world.refresh(match_id)
    await world.preferences.update_server(SERVER_ID, ServerPreferences.model_validate({"locale": locale}))
    monkeypatch.setattr(GAMES[GAME_KEY], "apply", fail)
    with pytest.raises(Refused, match="closed-broken"):
        await play_first_legal_move(world.matches, match_id, BEN)
    await world.refresh(match_id)
    await check_match_is_called_off(world, match_id, tmp_path, locale)
    for person_id in (ANN, BEN):
        assert CALLED_OFF_TEXTS["en"] in str(world.discord.list_dms(person_id)[-1].above)
    refusal = await world.person(BEN).click(Action.OPEN_MATCH, match_id)
    assert refusal.scene
    assert "It doesn’t count" in str(refusal.scene.above)


@pytest.mark.usefixtures("as_plugin")
@pytest.mark.parametrize("member", ["describe_briefly", "move_label"])
async def test_failing_picture_or_text_calls_the_match_off(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, member: str
) -> None:
    """The refresh that cannot show the match closes it, also if it was shown before by a process that was killed."""
    match_id = (await world.begin_match(GAME_KEY, HOUR_MS)).id
    await world.refresh(match_id)
    monkeypatch.setattr(GAMES[GAME_KEY], member, fail)
    refusal = await world.person(ANN).click(Action.OPEN_MATCH, match_id)
    assert refusal.scene
    assert refusal.refresh_match_id == match_id
    assert "It doesn’t count" in str(refusal.scene.above)
    world = restart_world(world)
    await world.delivery.catch_up()
    await world.delivery.wait_until_delivered()
    await check_match_is_called_off(world, match_id, tmp_path)


@pytest.mark.usefixtures("as_plugin")
async def test_failing_deadline_or_refresh_calls_the_match_off(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = (await world.begin_match(GAME_KEY, HOUR_MS)).id
    await world.refresh(match_id)
    monkeypatch.setattr(GAMES[GAME_KEY], "seats_to_move", fail)
    world = restart_world(world)
    await world.advance_time(NOON_MS + DAY_MS)
    await world.sweep_matches()
    await check_match_is_called_off(world, match_id, tmp_path)


@pytest.mark.usefixtures("as_plugin")
async def test_failing_computer_opponent_calls_the_match_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the game's `think` fails, the move is random. Here, even that fails."""
    monkeypatch.setattr(world.services.ai_seats.ai_workers, "choose_move", fail)
    with pytest.raises(Refused, match="closed-broken"):
        await world.person(ANN).practice(GAME_KEY)
    await world.services.ai_seats.wait_until_idle()
    (header,) = await world.store.matches.list_ended(0)
    assert header.status == "broken"


async def test_failing_game_of_ours_keeps_its_match(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match continues with the next version of the bot."""
    match_id = (await begin_match_with_ben(world.matches, GAME_KEY)).id
    await play_first_legal_move(world.matches, match_id, ANN)
    with monkeypatch.context() as patch:
        patch.setattr(GAMES[GAME_KEY], "apply", fail)
        with pytest.raises(ZeroDivisionError):
            await play_first_legal_move(world.matches, match_id, BEN)
    await play_first_legal_move(world.matches, match_id, BEN)
    assert (await world.load_header(match_id)).is_live


@pytest.mark.usefixtures("as_plugin")
async def test_finished_match_of_a_failing_plugin_keeps_its_result(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = (await world.begin_match(GAME_KEY, HOUR_MS)).id
    match = await world.matches.find_match(match_id)
    await world.matches.quit_match(match_id, ANN, now_ms=NOON_MS)
    results = await world.store.results.list_of_match(match_id)
    monkeypatch.setattr(GAMES[GAME_KEY], "draw_board", fail)
    assert not await world.matches.close_failed_match(match.id)
    assert await world.store.results.list_of_match(match_id) == results != []
