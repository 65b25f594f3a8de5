"""Onlookers: they watch matches, and predict what the players choose."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.layout import render_layout
from bot.handlers.requests import Response
from bot.i18n import say
from bot.matches.model import RunningMatch
from bot.matches.predictions import CHOICES_MAX, CLOCK_MIN_MS, list_open_choices
from bot.preferences import PlayerPreferences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.watch import OnlookerPredictions, format_prediction_labels, render_watched_match
from bot.wall_clock import DISCORD_EPOCH_MS, MINUTE_MS
from games import GAMES
from games.core import Move
from games.match import RESIGN
from games.words import LOCALES
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    DAN,
    NOON_MS,
    SERVER_ID,
    begin_match,
    catch_refusal_key,
    play_for_seat,
    play_token,
)
from tests.kit.scene_reading import (
    MAX_COMPONENTS_PER_MESSAGE,
    index_by_action,
    list_buttons,
    list_custom_ids,
    read_text,
    walk_components,
)
from tests.kit.world import World, begin_match_with_ben

NEW_ACCOUNT_ID = NOON_MS - DISCORD_EPOCH_MS << 22
TIE_OF_JOKERS = {"hands": ["j", "j", "j"], "pile": "sss"}
ROWS, COLUMNS = [("mask", row) for row in "123"], [("mask", column) for column in "abc"]


async def begin_duel(world: World, clock: int | None = None) -> RunningMatch:
    """Begin a Duel in which both players choose a mask."""
    match = await begin_match_with_ben(world.matches, "schamanen", clock, placement="random", prize="one")
    await world.refresh(match.id)
    return match


async def choose_masks(world: World, match: RunningMatch, row: str = "1", column: str = "a") -> RunningMatch:
    for seat, line in enumerate((row, column)):
        await play_and_refresh(world, match, seat, ("mask", line))
    return await world.load_running_match(match.id)


async def play_and_refresh(world: World, match: RunningMatch, seat: int, move: Move) -> None:
    await play_for_seat(world.matches, match, seat, move, world.time_ms[0])
    await world.refresh(match.id)


async def predict(
    world: World, match: RunningMatch, choice: str, person_id: int = CAT, *, step: int | None = None
) -> Response:
    step = match.engine.step if step is None else step
    return await world.person(person_id).click(Action.PREDICT, match.id, step, choice, message_id=77)


async def watch(world: World, match: RunningMatch, person_id: int = CAT, board: str = "") -> Response:
    return await world.person(person_id).click(Action.WATCH_MATCH, match.id, match.engine.step, board)


def list_predictable(response: Response) -> list[str]:
    return [it.argument for it in list_custom_ids(response.scene) if it.action == Action.PREDICT]


async def read_card(world: World, match: RunningMatch) -> str:
    """Return the text of the card once it may be edited again."""
    world.time_ms[0] += MINUTE_MS
    await world.refresh(match.id)
    return await world.person(ANN).read_card(match.id)


async def test_onlooker_watches_the_current_board_and_earlier_ones(world: World) -> None:
    match = await choose_masks(world, await begin_duel(world))
    assert Action.WATCH_MATCH in index_by_action(world.discord.list_scenes(match.channel_id)[-1])
    now = await watch(world, match)
    assert now.scene
    assert (now.clicked_card_match_id, now.player_message) == (match.id, None)
    assert now.scene.reveal
    before = await world.person(CAT).click(Action.WATCH_MATCH, match.id, 1, "0", message_id=77)
    assert before.scene
    assert before.replaces_clicked_message
    assert before.scene.board != now.scene.board
    assert not before.scene.reveal
    labels = {button.label: button.disabled for button in list_buttons(before.scene)}
    assert labels == {"Previous": True, "Next": False, "Now": False, "Follow": False, "Rules": False}
    assert [button.disabled for button in list_buttons(now.scene)][-5:] == [False, True, False, False, False]
    assert (await watch(world, match, board="99")).scene == now.scene


async def test_players_get_their_player_message_and_latecomers_the_result(world: World) -> None:
    match = await begin_duel(world)
    assert (await watch(world, match, ANN)).player_message
    await play_token(world.matches, match, 0, RESIGN[0])
    result = await watch(world, match)
    assert index_by_action(result.scene).keys() >= {Action.SHOW_REVIEW, Action.SHOW_GAME}
    assert "resigned" in read_text(result.scene)


async def test_one_press_predicts_and_another_changes_it(world: World) -> None:
    match = await begin_duel(world)
    assert list_predictable(await watch(world, match)) == [f"{seat}.{index}" for seat in (0, 1) for index in range(3)]
    for choice, label in (("0.1", "Row 2"), ("0.2", "Row 3")):
        response = await predict(world, match, choice)
        assert response.replaces_clicked_message
        assert f"**{label}**" in read_text(response.scene)
        assert [it.label for it in list_buttons(response.scene) if it.tone == "main"] == [label]
    assert "**Column A**" in read_text((await predict(world, match, "1.0")).scene)
    assert "**Row 3**" in read_text((await watch(world, match)).scene)
    assert "**" not in (await watch(world, match, DAN)).scene.below[-1]  # type: ignore[union-attr]


async def test_seers_are_named_once_the_step_is_resolved(world: World) -> None:
    match = await begin_duel(world)
    await predict(world, match, "0.1")
    await predict(world, match, "1.2", DAN)
    await play_and_refresh(world, match, 0, ("mask", "2"))
    assert "🔮" not in await read_card(world, match)
    await play_and_refresh(world, match, 1, ("mask", "a"))
    assert f"🔮 <@{CAT}> saw it coming." in await read_card(world, match)
    exchanged = await world.load_running_match(match.id)
    [seat] = exchanged.engine.to_move
    await play_and_refresh(world, exchanged, seat, exchanged.engine.legal_moves(seat)[0])
    await choose_masks(world, await world.load_running_match(match.id))
    assert "🔮" not in await read_card(world, match)


async def test_card_names_three_seers_at_most_and_nobody_who_is_unlisted(world: World) -> None:
    match = await begin_duel(world)
    await world.preferences.update_player(DAN, PlayerPreferences(listed=False))
    for person_id in (CAT, DAN, 55, 66, 77, 88):
        await predict(world, match, "0.0", person_id)
    await choose_masks(world, match)
    assert f"🔮 <@{CAT}>, <@55>, <@66> and 2 more saw it coming." in await read_card(world, match)
    assert not {CAT, 55, 66} & world.discord.list_scenes(match.channel_id)[-1].pinged_ids


@both_databases
async def test_onlooker_is_told_how_the_latest_predictions_came_out(world: World) -> None:
    match = await begin_duel(world)
    await predict(world, match, "0.0")
    await predict(world, match, "1.2")
    await play_and_refresh(world, match, 0, ("mask", "1"))
    assert "Last time" not in read_text((await watch(world, match)).scene), "nothing is told before the reveal"
    await play_and_refresh(world, match, 1, ("mask", "a"))
    exchanged = await world.load_running_match(match.id)
    last = f"🔮 Last time: ● <@{match.player_ids[0]}> right, +2 · ◆ <@{match.player_ids[1]}> wrong, −1"
    assert last in read_text((await watch(world, exchanged)).scene)
    assert "Last time" not in read_text((await watch(world, exchanged, DAN)).scene)
    assert last not in await read_card(world, match)
    await play_token(world.matches, match, 0, RESIGN[0])
    result = await watch(world, match)
    assert last in read_text(result.scene), "an open page shows it with the result"
    assert "resigned" in read_text(result.scene)


@pytest.mark.parametrize("pressed", ["Previous", "Now", "Row 1", "Follow"])
async def test_next_press_on_an_open_page_shows_that_the_match_has_ended(world: World, pressed: str) -> None:
    world.discord.open_channels[SERVER_ID] = [CHANNEL_ID]
    match = await choose_masks(world, await begin_duel(world))
    [seat] = match.engine.to_move
    await play_and_refresh(world, match, seat, match.engine.legal_moves(seat)[0])
    page = await watch(world, await world.load_running_match(match.id))
    await play_token(world.matches, match, 0, RESIGN[0])
    [button] = [it for it in list_buttons(page.scene) if it.label == pressed]
    result = await world.person(CAT).press(CustomId.parse(button.custom_id), message_id=77)
    assert result.replaces_clicked_message
    assert "resigned" in read_text(result.scene)
    assert index_by_action(result.scene).keys() >= {Action.SHOW_REVIEW}


async def test_result_names_those_who_foresaw_the_last_step(world: World) -> None:
    match = await begin_match_with_ben(world.matches, "schamanen", placement="random", duel_limit=1, prize="one")
    await predict(world, match, "0.0")
    for seat in (0, 1):
        await play_and_refresh(world, match, seat, ("mask", "1a"[seat]))
    assert (await world.matches.find_match(match.id)).is_over
    assert f"🔮 <@{CAT}> saw it coming." in read_text(world.discord.list_scenes(match.channel_id)[-1])


@both_databases
async def test_prediction_for_an_earlier_step_is_refused_and_shows_the_match(world: World) -> None:
    match = await begin_duel(world)
    now = await choose_masks(world, match)
    late = await predict(world, match, "0.0")
    assert say("no-stale", "en") in read_text(late.scene)
    assert await world.store.predictions.load_own(match.id, 0, CAT) == {}
    assert await catch_refusal_key(predict(world, now, "0.7")) == "prediction"
    await play_token(world.matches, now, 0, RESIGN[0])
    assert say("no-stale", "en") in read_text((await predict(world, now, "0.0")).scene)


async def test_prediction_survives_a_choice_sealed_at_the_same_moment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other player's choice adds an event between the check of the step and the insert."""
    match, save = await begin_duel(world), world.store.predictions.save
    seals = [play_and_refresh(world, match, 0, ("mask", "1"))]

    async def seal_first(*args: object) -> bool:
        if seals:
            await seals.pop()
        return await save(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(world.store.predictions, "save", seal_first)
    await predict(world, match, "0.0")
    assert await world.store.predictions.load_own(match.id, 0, CAT) == {0: "mask 1"}
    seals.append(play_and_refresh(world, match, 1, ("mask", "a")))
    await predict(world, match, "1.0")
    assert await world.store.predictions.load_own(match.id, 0, CAT) == {0: "mask 1"}
    assert await world.store.predictions.list_seers(match.id, 0) == [CAT]


async def test_players_cannot_predict_their_own_match(world: World) -> None:
    match = await begin_duel(world)
    for person_id in (ANN, BEN):
        for choice in ("0.0", "1.0"):
            assert await catch_refusal_key(predict(world, match, choice, person_id)) == "prediction"


async def test_player_can_switch_predictions_off(world: World) -> None:
    match = await begin_duel(world)
    await predict(world, match, "0.0")
    await predict(world, match, "1.0")
    bison = match.player_ids[0]
    assert bison
    await world.person(bison).click(Action.CHANGE_SETTING, argument="me.predictable", selected_values=("no",))
    assert list_predictable(await watch(world, match)) == ["1.0", "1.1", "1.2"]
    assert await catch_refusal_key(predict(world, match, "0.0")) == "prediction"
    assert await world.store.predictions.load_own(match.id, 0, CAT) == {1: "mask a"}


@pytest.mark.parametrize(("clock", "is_open"), [(None, True), (CLOCK_MIN_MS, True), (2 * MINUTE_MS, False)])
async def test_fast_matches_are_watched_without_predictions(world: World, clock: int | None, is_open: bool) -> None:
    match = await begin_duel(world, clock)
    assert bool(list_predictable(await watch(world, match))) == is_open
    asks_for_longer_clock = "Predictions need a clock of 5 minutes" in read_text((await watch(world, match)).scene)
    assert asks_for_longer_clock != is_open
    if not is_open:
        assert await catch_refusal_key(predict(world, match, "0.0")) == "prediction"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("schamanen", {"placement": "random", "variant": "memory"}),
        ("woodwalkers", {"variant": "midnight"}),
        ("schnick", {"hands": ["ssj", "ttj"], "pile": "ss"}),
        ("shamanic_chess", {}),
    ],
)
async def test_hidden_and_many_choices_cannot_be_predicted(world: World, game: str, options: dict[str, Any]) -> None:
    match = await begin_match_with_ben(world.matches, game, **options)
    while game == "schnick" and isinstance(match, RunningMatch) and len(match.engine.to_move) < 2:
        [seat] = match.engine.to_move
        await play_and_refresh(world, match, seat, match.engine.legal_moves(seat)[0])
        match = await world.load_running_match(match.id)
    assert isinstance(match, RunningMatch)
    assert list_open_choices(match) == {}
    response = await watch(world, match)
    assert list_predictable(response) == []
    assert "Predictions need" not in read_text(response.scene), "a longer clock would not help"


async def test_signs_and_answers_to_a_check_can_be_predicted(world: World) -> None:
    check = await begin_match_with_ben(world.matches, "shamanic_chess", fen="4k3/8/8/8/8/8/3q4/4K3 w - - 0 1")
    assert [it.label for it in list_buttons((await watch(world, check)).scene)[:2]] == ["Ke1×d2", "Ke1→f1"]
    begun = await begin_match_with_ben(world.matches, "schnick", hands=["j", "j"], pile="s")
    await world.refresh(begun.id)
    signs = await world.load_running_match(begun.id)
    assert {seat: len(moves) for seat, moves in list_open_choices(signs).items()} == {0: 5, 1: 5}
    labels = [it.label for it in list_buttons((await watch(world, signs)).scene)]
    assert ["● Paper" in labels, "◆ Paper" in labels] == [True, True]


async def test_prediction_of_a_player_who_leaves_is_not_scored(world: World) -> None:
    match = await begin_match(world.matches, BEN, DAN, options=TIE_OF_JOKERS)
    [challenger] = list_open_choices(match)
    await predict(world, match, f"{challenger}.0")
    await play_token(world.matches, match, challenger, RESIGN[0])
    await world.refresh(match.id)
    await world.wait_until_idle()
    after = await world.load_running_match(match.id)
    assert after.engine.step > match.engine.step
    assert challenger not in list_open_choices(after)
    assert await world.store.predictions.list_tallies(SERVER_ID, 0, 1 << 62, 10) == []


async def test_new_accounts_predict_without_being_counted(world: World) -> None:
    match = await begin_duel(world)
    for person_id in (CAT, NEW_ACCOUNT_ID):
        await predict(world, match, "0.0", person_id)
    await choose_masks(world, match)
    assert [it.person_id for it in await world.store.predictions.list_tallies(SERVER_ID, 0, 1 << 62, 10)] == [CAT]


async def test_predictions_leave_no_trace_in_the_journal(world: World) -> None:
    match = await begin_duel(world)
    before = await world.matches.load_journal(match.id)
    messages = world.discord.list_live_messages()
    await predict(world, match, "0.0")
    await world.refresh(match.id)
    assert await world.matches.load_journal(match.id) == before
    assert world.discord.list_live_messages() == messages
    assert (await world.store.player_messages.load_presence(CAT)).last_active_ms == 0


@pytest.mark.parametrize("locale", LOCALES)
async def test_screen_of_many_players_fits_into_a_message(world: World, locale: str) -> None:
    match = await begin_match(world.matches, BEN, CAT, DAN, 55, 66, options={"hands": ["j"] * 6, "pile": "sssss"})
    choices = {seat: [("sign", name) for name in ("scissors", "stone", "paper", "fire", "well")] for seat in range(4)}
    scene = render_watched_match(match, locale, world.matches.absences, OnlookerPredictions(choices, {}))
    assert len(list_buttons(scene)) == 4 * CHOICES_MAX + 5
    assert len([*walk_components(render_layout(scene))]) <= MAX_COMPONENTS_PER_MESSAGE


def test_prediction_labels_leave_out_words_that_all_choices_share() -> None:
    duel = GAMES["schamanen"]
    assert format_prediction_labels(duel, None, ROWS, "en") == ["Row 1", "Row 2", "Row 3"]
    assert format_prediction_labels(duel, None, COLUMNS, "de") == ["Spalte A", "Spalte B", "Spalte C"]
