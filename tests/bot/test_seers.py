"""The monthly table of seers, and the line about predictions in a profile."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.i18n import say
from bot.preferences import PlayerPreferences
from bot.ratings.seers import PREDICTIONS_MIN
from bot.screens.custom_ids import Action
from bot.wall_clock import month_number, month_start_ms
from games.words import LOCALES
from storage import Event, MatchChange, ResolvedChoice, StoredPrediction
from tests.bot.database_marks import both_databases
from tests.kit.matches import ANN, BEN, CAT, DAN, NOON_MS, SERVER_ID, begin_match, catch_refusal_key
from tests.kit.scene_reading import index_by_action, list_buttons, read_text
from tests.kit.world import World

pytestmark = pytest.mark.usefixtures("without_morra")
EVA = 55
MONTH = month_number(NOON_MS)


async def store_predictions(
    world: World, seer_ids: dict[int, int], player_ids: int = 5, count: int = 8, **fields: Any
) -> None:
    """Store `count` predictions of each seer on each of the players. `seer_ids` maps seers to their number of hits."""
    store, hits = world.store, dict(seer_ids)
    for player_id in range(1000, 1000 + player_ids):
        match = await begin_match(world.matches, player_id + 100, game="woodwalkers", host_id=player_id)
        event_count = match.event_count
        for step in range(count):
            for seer_id in seer_ids:
                choice = "a" if hits[seer_id] > 0 else "b"
                hits[seer_id] -= 1
                prediction = StoredPrediction(
                    match.id, step, 0, seer_id, SERVER_ID, choice, 3, True, fields.get("predicted_ms", NOON_MS)
                )
                assert await store.predictions.save(prediction, event_count)
        resolved = tuple(ResolvedChoice(step, 0, "a") for step in range(count))
        header = await world.load_header(match.id)
        await store.journal.append_events(
            match.id, header.event_count, [Event("note", "", NOON_MS)], MatchChange(resolved_choices=resolved)
        )


async def read_table(world: World, person_id: int = ANN, month: int = MONTH) -> list[str]:
    response = await world.person(person_id).click(Action.SHOW_SEERS, 0, month)
    assert response.scene
    return list(response.scene.above)[2:]


@both_databases
async def test_table_ranks_seers_by_points(world: World) -> None:
    await store_predictions(world, {CAT: 20, DAN: 20, EVA: 10})
    assert await read_table(world) == [
        f"**1.** <@{CAT}> · 20 points · 20 of 40 right",
        f"**1.** <@{DAN}> · 20 points · 20 of 40 right",
        f"**3.** <@{EVA}> · −10 points · 10 of 40 right",
    ]


async def test_table_opens_from_the_ladder_and_turns_to_earlier_months(world: World) -> None:
    await store_predictions(world, {CAT: 20}, predicted_ms=month_start_ms(MONTH) - 1)
    ladder = await world.person(ANN).show_ladder()
    now = await world.person(ANN).click_action(ladder, Action.SHOW_SEERS)
    assert say("seers-empty", "en", predictions=30, players=5) in read_text(now.scene)
    earlier, later, _ = list_buttons(now.scene)
    assert (earlier.disabled, later.disabled) == (False, True)
    assert len(await read_table(world, month=MONTH - 1)) == 1
    for month in (MONTH + 1, 0):
        assert await catch_refusal_key(world.person(ANN).click(Action.SHOW_SEERS, 0, month)) == "button"


@pytest.mark.parametrize("locale", LOCALES)
async def test_no_two_buttons_of_the_table_have_the_same_label(world: World, locale: str) -> None:
    response = await world.person(locale=locale).click(Action.SHOW_SEERS, 0, MONTH)
    labels = [button.label for button in list_buttons(response.scene)]
    assert len({*labels}) == len(labels) == 3


async def test_few_predictions_or_players_make_no_seer(world: World) -> None:
    await store_predictions(world, {CAT: 20}, player_ids=4, count=10)
    await store_predictions(world, {DAN: 20}, count=5)
    assert CAT not in {int(line[2]) for line in await read_table(world) if line.startswith("**")}
    table = await read_table(world, CAT)
    assert f"{PREDICTIONS_MIN} of {PREDICTIONS_MIN} predictions, on 4 of 5 players" in table[-1]
    assert f"25 of {PREDICTIONS_MIN} predictions, on 5 of 5 players" in (await read_table(world, DAN))[-1]


@pytest.mark.parametrize("locale", LOCALES)
async def test_one_point_is_not_plural(world: World, locale: str) -> None:
    await store_predictions(world, {CAT: 1}, player_ids=1, count=2)
    response = await world.person(CAT, locale=locale).click(Action.SHOW_SEERS, 0, MONTH)
    assert not re.search(r"\b1 (points|Punkte)", read_text(response.scene))


async def test_hidden_people_and_those_who_left_are_not_listed(world: World) -> None:
    await store_predictions(world, {CAT: 20, DAN: 20, EVA: 10})
    await world.preferences.update_player(CAT, PlayerPreferences(listed=False))
    world.discord.departed_person_ids.add(DAN)
    assert [line.partition(" · ")[0] for line in await read_table(world)] == [f"**1.** <@{EVA}>"]


async def test_profile_compares_predictions_with_guesses(world: World) -> None:
    await store_predictions(world, {CAT: 20, DAN: 1}, player_ids=1, count=40)
    assert "🔮 40 predictions, 50% right (guessing: 33%)" in read_text(
        (await world.person(ANN).show_profile(CAT)).scene
    )
    await store_predictions(world, {BEN: 1}, player_ids=1, count=9)
    assert "🔮" not in read_text((await world.person(ANN).show_profile(BEN)).scene)


async def test_table_leads_back_to_the_page_of_the_ladder_that_it_was_opened_from(world: World) -> None:
    person = world.person(ANN)
    page = await person.click(Action.SHOW_LADDER, argument="schnick.", message_id=77)
    table = await person.click_action(page, Action.SHOW_SEERS, message_id=77)
    earlier = await person.click(Action.SHOW_SEERS, 0, MONTH - 1, "schnick.", message_id=77)
    assert earlier.scene != table.scene
    back = await person.click_action(earlier, Action.SHOW_LADDER, message_id=77)
    assert back.replaces_clicked_message
    assert back.scene == page.scene


@pytest.mark.parametrize("locale", LOCALES)
async def test_table_explains_itself_in_each_language(world: World, locale: Any) -> None:
    person = world.person(ANN).with_context(locale=locale)
    table = await person.click(Action.SHOW_SEERS, 0, MONTH)
    assert say("seers-title", locale) in read_text(table.scene)
    assert index_by_action(table.scene).keys() == {Action.SHOW_SEERS, Action.SHOW_LADDER}


def test_month_begins_at_midnight_in_utc() -> None:
    start = int(datetime(2026, 12, 1, tzinfo=UTC).timestamp() * 1000)
    assert (month_number(start - 1), month_number(start)) == (12 * 2026 + 10, 12 * 2026 + 11)
    assert month_start_ms(month_number(start)) == start
