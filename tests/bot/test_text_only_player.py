"""Players who read only texts, descriptions of pictures and labels reach every decision, in every language."""

from __future__ import annotations

import random

import pytest

from bot.daily.calendar import find_board
from bot.handlers.tournaments import TournamentRequest
from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.preferences import ServerPreferences
from bot.screens.custom_ids import Action
from bot.screens.daily import format_line_name
from bot.tournaments.model import Format
from bot.tournaments.rules import TournamentRules
from bot.wall_clock import DAY_MS, MINUTE_MS
from games.words import LOCALES
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, DAN, SERVER_ID
from tests.kit.text_reader import TextReader
from tests.kit.world import World

pytestmark = [pytest.mark.gate, pytest.mark.usefixtures("without_morra")]

TURN_COUNT = 6
ROUND_COUNT = 3
VARIANTS = (
    ("schamanen", ""), ("schamanen", "variant=memory; placement=random"), ("schamanen", "variant=pro_stacks"),
    ("shamanic_chess", ""), ("schnick", ""), ("woodwalkers", ""), ("woodwalkers", "variant=midnight"),
)  # fmt: skip


def make_reader(world: World, person_id: int, locale: str) -> TextReader:
    person = world.person(person_id, locale=locale, can_manage_server=True)
    return TextReader(person, locale, random.Random(person_id))


@pytest.fixture(params=LOCALES)
async def locale(request: pytest.FixtureRequest, world: World) -> str:
    """The language of the players and of their server."""
    await world.preferences.update_server(SERVER_ID, ServerPreferences(locale=request.param))
    return str(request.param)


async def open_match(world: World, reader: TextReader, match_id: int) -> None:
    """Bring all messages up to date, and read the player message."""
    await world.refresh(match_id)
    reader.read((await reader.person.click(Action.OPEN_MATCH, match_id)).scene)


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=[" ".join(each).strip() for each in VARIANTS])
async def test_match_is_played_from_texts_and_labels(world: World, game: str, options: str, locale: str) -> None:
    ann, ben = (make_reader(world, person_id, locale) for person_id in (ANN, BEN))
    match_id = await ann.person.invite(ben.person, game, options)
    ben.read(*world.discord.list_scenes(CHANNEL_ID))
    await ben.press_text("button-sit-challenge")
    for _ in range(TURN_COUNT):
        for reader in (ann, ben):
            await open_match(world, reader, match_id)
            await reader.choose_moves(max_presses=8)
    match = await world.matches.find_match(match_id)
    assert isinstance(match, StartedMatch)
    assert set(match.last_decision_steps) == {0, 1}
    if not match.is_over:
        await open_match(world, ann, match_id)
        for key in ("button-more", "button-resign", "button-resign"):
            await ann.press_text(key)
    await open_match(world, ann, match_id)
    await ann.press_text("button-replay")


async def test_tournament_is_played_from_texts_and_labels(world: World, locale: str) -> None:
    readers = [make_reader(world, person_id, locale) for person_id in (ANN, BEN, CAT, DAN)]
    rules = TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS)
    request = TournamentRequest("schamanen", rules, "Friday", options_text="duel_limit=1; placement=random")
    await world.services.tournament_handler.open_tournament(readers[0].person.create_request(), request)
    for reader in readers:
        await read_tournament(world, reader)
        await reader.press_text("button-tournament-enter")
    await read_tournament(world, readers[0])
    await readers[0].press_text("button-tournament-start")
    for _ in range(ROUND_COUNT):
        for reader in readers:
            await read_tournament(world, reader)
            await reader.press_text("button-tournament-play")
            await reader.choose_moves(max_presses=1)
    await read_tournament(world, readers[0])
    loaded = await world.store.tournaments.load_latest(SERVER_ID)
    assert loaded
    assert loaded.status == "finished"


async def test_daily_is_played_from_texts_and_labels(world: World, locale: str) -> None:
    """On a weekday and on a Sunday, from the question to the reveal and the explanation."""
    await world.preferences.update_server(SERVER_ID, ServerPreferences(daily_channel=(CHANNEL_ID,)))
    readers = [make_reader(world, person_id, locale) for person_id in (ANN, BEN, CAT, DAN)]
    seen_stakes: set[bool] = set()
    while len(seen_stakes) < len((True, False)):
        for reader in readers:
            reader.read((await reader.person.click(Action.SHOW_DAILY)).scene)
            for _ in ("row", "column"):
                last_result = say("button-daily-last", locale)
                await reader.press(reader.rng.choice([it for it in reader.list_choices() if it != last_result]))
            await reader.press_text("button-change")
            reader.read((await reader.person.click(Action.SHOW_DAILY)).scene)
            assert say("button-change", locale) in reader.custom_ids
        day = await world.store.daily.load_last_day(SERVER_ID)
        assert day
        seen_stakes.add(find_board(day.number).is_match_point)
        world.time_ms[0] = day.closes_ms + 1
        await world.services.daily_delivery.close_due_days()
        for reader in readers:
            reader.read(world.discord.list_scenes(CHANNEL_ID)[-1])
            for key in ("button-daily-result", "button-how", "button-back", "button-daily-month", "button-back"):
                await reader.press_text(key)
            choice = await world.store.daily.load_choice(day.id, reader.person.id)
            assert choice
            lines = (format_line_name(0, choice.row, locale), format_line_name(1, choice.column, locale))
            assert any(all(line in text for line in lines) for text in reader.lines)


async def read_tournament(world: World, reader: TextReader) -> None:
    """Let the tournament go on for a minute, and read its card."""
    world.time_ms[0] += MINUTE_MS
    await world.services.tournament_delivery.advance_all()
    await world.delivery.wait_until_delivered()
    card, *_ = world.discord.list_scenes(CHANNEL_ID)
    reader.read(card)
