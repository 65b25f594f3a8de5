"""Tests for the review of a finished match: its boards, its proof, and practice from a board."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import say
from bot.matches import export
from bot.matches.export import build_record
from bot.matches.model import FinishedMatch, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.screens import proof, review, review_positions, turning_points
from bot.screens.charts import score_chart
from bot.screens.custom_ids import Action, CustomId
from bot.screens.match_card import format_match_title, render_reveal
from bot.screens.phrases import format_player_names
from bot.screens.scene import Button, ButtonMenu, Film, Scene, SceneImage, SelectMenu
from games import GAMES, canvas
from games import record as records
from games.art import Letters
from games.chain import encode_hash
from games.fairness import verify_record
from games.match import RESIGN
from games.refused import Refused
from games.words import LOCALES, SHARED_WORDS
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    catch_refusal_key,
    get_played_match,
    get_sample_match,
    make_click,
    make_random_chooser,
    mark_other_games_as_gate,
    offer_morra,
    play_for_seat,
    play_match,
    play_move,
    play_to_end,
)
from tests.kit.scene_reading import list_buttons, list_custom_ids, read_text
from tests.kit.world import World, begin_match_with_ben
from tests.laws.legibility import check_nothing_covers_text, check_text_is_readable
from tests.laws.painted_boards import LONG_NAMES


def list_jump_buttons(scene: Scene) -> list[Button]:
    return [button for row in scene.rows if isinstance(row, ButtonMenu) for button in row.buttons]


def get_board_number(button: Button) -> int:
    return int(button.custom_id.split(":")[3])


async def play_resigned_match(matches: MatchService, game: str = "woodwalkers") -> StartedMatch:
    return await play_move(matches, (await begin_match_with_ben(matches, game)).id, ANN, *RESIGN)


# Turning points and film


@pytest.mark.parametrize("game", GAMES)
async def test_turning_point_buttons_open_their_boards(matches: MatchService, game: str) -> None:
    match, journal, positions = await get_sample_match(matches, game)
    for locale in LOCALES:
        scene = review.render_review(match, journal, build_record(journal), locale)
        swings = turning_points.find_main_score_swings(positions)
        buttons = [candidate for candidate in list_jump_buttons(scene) if candidate.label.startswith("🔑")]
        assert len(buttons) == len(swings) <= 3
        position_counter = turning_points.build_position_counter(positions, is_over=True)
        for button, swing in zip(buttons, sorted(swings, key=lambda swing: swing.step_number), strict=True):
            moment = position_counter.find_moment(swing.step_number)
            moment_text = moment.format_with_total(locale)
            # Some games name the duel in the label, which must not name it twice.
            assert button.label.startswith((f"🔑 {moment_text} · ", f"🔑 {moment.format_short(locale)} "))
            assert button.label.count(moment.format_short(locale)) == 1
            assert get_board_number(button) == swing.step_number
            board_scene = review.render_review_board(match, journal, str(swing.step_number), locale)
            assert board_scene.board
            board_number = say("board-number", locale, board=swing.step_number + 1, boards=len(positions))
            short_moments = [position_counter.find_moment(swing.step_number).format_short(locale)] * (
                position_counter.unit != "step"
            )
            assert board_scene.footer == " · ".join((board_number, *short_moments))
            # The caption describes that step, and names only the two players.
            caption = scene.above[-len(swings) :][buttons.index(button)]
            assert caption.startswith(f"**{moment_text}** · ")
            caption_text = caption.split("** · ", 1)[1].rpartition(" (")[0]
            assert caption_text in {line.rstrip(".") for line in board_scene.above} | {f"<@{ANN}>", f"<@{BEN}>"}
        check_score_course(match.engine.scores(), scene.reveal, swings, position_counter)


def check_score_course(
    scores: tuple[int, ...],
    image: SceneImage | None,
    swings: list[turning_points.ScoreSwing],
    swing_count: turning_points.PositionCounter,
) -> None:
    """Check that the score chart is legible, that its scale covers all scores, and that it labels each swing."""
    assert bool(image) == bool(swings)
    if not image:
        return
    assert image.names == (ANN, BEN)
    check_text_is_readable(image.picture, image.picture.marks)
    check_nothing_covers_text(image.picture, image.picture.marks)
    assert len(canvas.paint_png(image.picture, LONG_NAMES)) <= 60 * 1024
    texts = [mark.text for mark, _, _ in image.picture.marks if isinstance(mark, Letters) and not mark.bold]
    assert {str(swing_count.find_moment(swing.step_number).number) for swing in swings} <= set(texts), (
        "numbers of the duels"
    )
    assert sum(text.startswith("+") for text in texts) == len(swings)
    scale = [int(text) for text in texts if text.isdecimal()]
    assert min(scale) <= min(scores) <= max(scores) <= max(scale)
    assert all(str(score) in image.alt for score in scores)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(1, 80)), min_size=1, max_size=6))
def test_spread_labels_do_not_overlap_and_move_only_if_needed(places: list[tuple[int, int]]) -> None:
    starts, sizes = sorted(start for start, _ in places), [size for _, size in places]
    spread = score_chart.spread_without_overlap(starts, sizes, 0, 500)
    assert spread[0] >= 0
    assert spread[-1] + sizes[-1] <= 500
    assert all(left + size <= right for left, size, right in zip(spread, sizes, spread[1:], strict=False))
    is_free = all(left + size <= right for left, size, right in zip(starts, sizes, [*starts[1:], 500], strict=True))
    assert not is_free or spread == starts


@pytest.mark.parametrize("locale", LOCALES)
async def test_review_of_running_match_hides_boards_to_be_forgotten(matches: MatchService, locale: str) -> None:
    match: StartedMatch = await begin_match_with_ben(
        matches, "schamanen", variant="memory", placement="random", prize="one"
    )
    for _ in range(3):
        for seat in sorted(match.engine.to_move):
            match = await play_for_seat(matches, match, seat, match.engine.legal_moves(seat)[0])
    journal = await matches.load_journal(match.id)
    assert isinstance(match, RunningMatch)
    scene = review.render_review(match, journal, None, locale)
    assert isinstance(scene.board, Film)
    for engine, picture in zip(review_positions.list_positions(journal), scene.board.pictures, strict=True):
        covered = engine.game.draw_board(engine.game.forget(engine.view_of(None)))
        assert picture.marks[: len(covered.marks)] == covered.marks


# Board by board


@pytest.mark.parametrize("game", mark_other_games_as_gate("schamanen", "schnick", "woodwalkers"))
async def test_review_boards_and_menus_name_players_and_events(matches: MatchService, game: str) -> None:
    match, journal, positions = await get_sample_match(matches, game)
    lines_by_step = [
        {
            *engine.game.describe_step(
                turning_points.get_public_view(engine, is_over=True), "en", format_player_names(match, "en")
            )
        }
        for engine in positions
    ]
    caption_count = 0
    for button in list_jump_buttons(review.render_review_board(match, journal, "3", "en")):
        step = get_board_number(button)
        new_lines = [
            line for line in lines_by_step[step] - lines_by_step[step - 1] if button.label.endswith(f" {line}")
        ]
        caption_count += bool(new_lines)
        assert new_lines or not step or not lines_by_step[step] - lines_by_step[step - 1], button.label
    assert caption_count
    for step in range(3):
        scene = review.render_review_board(match, journal, str(step), "en")
        assert len(list_buttons(scene)) == 6, "five buttons to turn pages, one to play on"
        assert all(len(row) <= 5 for row in scene.rows if isinstance(row, tuple))
        assert len(scene.rows) <= 5
    for seat in range(2):
        # The reader need not be the player of the seat, so no text may say "you".
        lines = [
            line
            for step in range(4)
            for line in review.render_review_board(match, journal, f"{step}.{seat}", "en").above[1:]
        ]
        assert lines
        assert not any(re.search(r"\b[Yy]ou", line) for line in lines), lines
    for step in range(1, len(positions), 9 if game != "schamanen" else 4):
        assert (
            len({review.render_review_board(match, journal, f"{step}{seat}", "en").reveal for seat in ("", ".0", ".1")})
            == 1
        )
    for locale in LOCALES:
        scene = review.render_review_board(match, journal, "3", locale)
        seats = [match.game.say(f"seat-{seat}", locale) for seat in range(2)]
        [button_menu] = [row for row in scene.rows if isinstance(row, ButtonMenu)]
        [seat_menu] = [row for row in scene.rows if isinstance(row, SelectMenu)]
        assert button_menu.mention_fallbacks == seat_menu.mention_fallbacks == ((ANN, seats[0]), (BEN, seats[1]))
        labels = " ".join(button.label for button in button_menu.buttons)
        assert "<@" in labels
        assert not [seat for seat in seats if re.search(rf"\b{seat}\b", labels)]
        # Without hidden information the menu only turns the board.
        neutral_labels = [say("button-everybody", locale)] if game == "schnick" else []
        choice_labels = [label for _, label in seat_menu.choices]
        assert choice_labels == [*neutral_labels, f"<@{ANN}> ({seats[0]})", f"<@{BEN}> ({seats[1]})"]
        assert seat_menu.heading == say("jump-eyes" if neutral_labels else "jump-turned", locale)


@pytest.mark.parametrize("own_seat", [0, 1, None])
async def test_review_leads_to_boards_seen_from_the_readers_side(matches: MatchService, own_seat: int | None) -> None:
    match, journal, _ = await get_sample_match(matches, "woodwalkers")
    scene = review.render_review(match, journal, None, "en", own_seat=own_seat)
    boards = [
        custom_id.argument
        for custom_id in list_custom_ids(scene)
        if custom_id.action == Action.SHOW_REVIEW and custom_id.argument[:1].isdecimal()
    ]
    assert len(boards) > 1
    expected_suffix = "" if own_seat is None else f".{own_seat}"
    assert {board.partition(".")[1] + board.partition(".")[2] for board in boards} == {expected_suffix}


async def test_ties_are_shown_without_a_separate_reveal(matches: MatchService) -> None:
    """The board already shows the same picture. Some matches have no tie, so the test tries several seeds."""
    seeds, tie_count = count(5), 0
    while not tie_count:
        match, journal, positions = await get_played_match(matches, "schnick", next(seeds))
        tie_lines_before = 0
        for step in range(1, len(positions)):
            scene = review.render_review_board(match, journal, str(step), "en")
            tie_lines = sum("a tie" in line for line in scene.above)
            if tie_lines > tie_lines_before:
                tie_count += 1
                assert scene.reveal is None
                assert scene.board == render_reveal(
                    match, turning_points.get_public_view(positions[step], is_over=True), "en"
                )
            elif scene.reveal:
                assert isinstance(scene.board, SceneImage)
                assert scene.board.picture != scene.reveal.picture
            tie_lines_before = tie_lines
            if tie_count > 1:
                break


# Commands and proof


async def test_replay_and_verify_default_to_latest_finished_match(world: World) -> None:
    """A newer running match or offer is not used instead of a finished match."""
    ann = world.person()
    await offer_morra(world.matches, BEN)
    assert await catch_refusal_key(ann.open_review()) == "no-match-here"
    finished = await begin_match_with_ben(world.matches)
    assert say("no-running", "en") in read_text((await ann.verify_match()).scene)
    assert await catch_refusal_key(ann.verify_match(finished.id)) == "running"
    await play_move(world.matches, finished.id, ANN, *RESIGN)
    running = await begin_match_with_ben(world.matches)
    proof_of_latest, proof_of_named = (await ann.verify_match()).scene, (await ann.verify_match(finished.id)).scene
    assert proof_of_latest
    assert replace(proof_of_latest, footer="") == proof_of_named
    for argument, proof_ids in (("", [finished.id]), (str(running.id), [])):
        scene = (await ann.open_review(argument)).scene
        assert not any(it.disabled for it in list_buttons(scene))
        assert [it.match_id for it in list_custom_ids(scene) if it.action == Action.SHOW_PROOF] == proof_ids


async def test_slow_review_functions_run_outside_the_event_loop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review of a long match takes a quarter of a second, which would block the requests of other players."""
    ran_on_loop: list[bool] = []

    def record_thread(function: Callable[..., Any]) -> Callable[..., Any]:
        def run_and_record(*args: Any, **kwargs: Any) -> Any:
            ran_on_loop.append(threading.current_thread() is threading.main_thread())
            return function(*args, **kwargs)

        return run_and_record

    for module, name in (
        (review, "render_review"),
        (review, "render_review_board"),
        (proof, "render_proof"),
        (export, "build_record"),
    ):
        monkeypatch.setattr(module, name, record_thread(getattr(module, name)))
    match_id, ann = (await play_resigned_match(world.matches, "schnick")).id, world.person()
    for action, argument in (
        (Action.SHOW_REVIEW, ""),
        (Action.SHOW_REVIEW, "0"),
        (Action.SHOW_PROOF, ""),
        (Action.SHOW_MORE, ""),
    ):
        assert (await ann.click(action, match_id, 0, argument)).scene
    assert len(ran_on_loop) > 5
    assert not any(ran_on_loop)


async def test_proof_shows_verdict_seal_and_seats(matches: MatchService) -> None:
    match = await play_resigned_match(matches)
    record = await matches.load_record(match.id)
    seat_texts: dict[str, tuple[str, str]] = {
        "en": ("The dice seated {} and {}.", "as"),
        "de": ("Ausgelost: {} und {}.", "als"),
        "fr": ("Les dés ont placé {} et {}.", "en"),
    }
    for locale, (sentence, preposition) in seat_texts.items():
        scene = proof.render_proof(match, record, locale)
        verdict, heading, seal, _, seats, *_ = scene.above
        assert encode_hash(match.public_seal) in seal
        assert scene.attachment
        assert scene.attachment.data == str(record).encode()
        assert verdict == f"### {say('proof-unchanged', locale, match=match.id)}"
        assert heading == format_match_title(match, locale)
        # Players are listed in the order in which they joined.
        places = [
            (person_id, match.game.say(f"seat-{match.player_ids.index(person_id)}", locale)) for person_id in (ANN, BEN)
        ]
        assert seats == sentence.format(*(f"<@{person_id}> {preposition} {seat}" for person_id, seat in places))


async def test_proof_rejects_forged_and_incomplete_records(matches: MatchService) -> None:
    match = await play_resigned_match(matches)
    record = await matches.load_record(match.id)
    for locale in LOCALES:
        for forged, verdict, key in (
            (replace(record, lines=(*record.lines, *record.lines)), "unfair", "ended"),
            (replace(record, lobby_lines=()), "unproven", "unproven"),
            (replace(record, lines=(), has_end_line=False), "unproven", "unfinished"),
        ):
            heading, _, reason = proof.render_proof(match, forged, locale).above
            assert heading == f"### {say(f'proof-{verdict}', locale, match=match.id)}"
            assert SHARED_WORDS.format_refusal(Refused(key), locale) in reason


# Practice from a board


async def play_on_from_board(world: World, custom_id: CustomId, person_id: int = ANN) -> RunningMatch:
    """Press a button that starts practice from a board. Return the practice match."""
    response = await world.person(person_id).press(custom_id)
    assert say("onward-begins", "en") in read_text(response.scene)
    running = await world.matches.find_practice_match(person_id)
    assert running
    return running


async def list_play_on_buttons(world: World, match_id: int, board: str) -> list[Button]:
    scene = (await world.person().click(Action.SHOW_REVIEW, match_id, 0, board)).scene
    return [it for it in list_buttons(scene) if it.custom_id.startswith(f"{Action.PLAY_FROM_POSITION}:")]


@pytest.mark.parametrize("game", mark_other_games_as_gate())
async def test_practice_from_a_board_keeps_position_and_valid_record(world: World, game: str) -> None:
    matches = world.matches
    match_id = await play_match(matches, (ANN, BEN), game, choose_move=make_random_chooser(5))
    positions = review_positions.list_positions(await matches.load_journal(match_id))
    start_step = positions[-1].step * 2 // 3
    for seat in (1, 0):
        button, *_ = await list_play_on_buttons(world, match_id, f"{start_step}.{seat}")
        assert button.label == say("button-onward", "en", seat=GAMES[game].say(f"seat-{seat}", "en"))
        custom_id = CustomId.parse(button.custom_id)
        assert custom_id
        practice = await play_on_from_board(world, custom_id, CAT if seat else ANN)
        # Forced moves are played at once, so the practice may already be further on.
        assert (
            review_positions.list_positions(await matches.load_journal(practice.id))[: start_step + 1][-1].state
            == positions[start_step].state
        )
        assert practice.player_ids.index(CAT if seat else ANN) == seat
    match = await play_to_end(matches, practice, make_random_chooser(7))
    record_text = str(await matches.load_record(match.id))
    verified = verify_record(records.parse_record(record_text))
    assert (verified.steps, verified.earlier_steps) == (match.engine.step, start_step)
    assert str(records.parse_record(record_text)) == record_text
    # Practice from a position of this practice, before and after its own start.
    for step in {start_step - 1, match.engine.step - 1}:
        second_practice = await play_on_from_board(world, CustomId(Action.PLAY_FROM_POSITION, match.id, step, "0"))
        new_positions, old_positions = [
            review_positions.list_positions(await matches.load_journal(practice_id))
            for practice_id in (second_practice.id, match.id)
        ]
        assert [engine.state for engine in new_positions[: step + 1]] == [
            engine.state for engine in old_positions[: step + 1]
        ]
        finished = await play_to_end(matches, second_practice, make_random_chooser(9))
        assert isinstance(finished, FinishedMatch)
        record = await matches.load_record(finished.id)
        assert verify_record(record).earlier_steps == step
        verdict, _, gap, *_ = proof.render_proof(finished, record, "en").above
        assert verdict == f"### {say('proof-not-drawn', 'en', match=finished.id)}"
        assert gap == say("proof-since", "en", steps=step)
    # A rematch begins at the start of the game.
    rematch = (await matches.offer_rematch(match.id, ANN, **make_click())).match
    assert isinstance(rematch, RunningMatch)
    assert (rematch.engine.step, rematch.terms.since) == (0, ())


async def test_practice_from_a_board_uses_new_dice_after_it(world: World) -> None:
    """With the original dice, players could know the results in advance."""
    match_id = await play_match(world.matches, (ANN, BEN), "schamanen", choose_move=make_random_chooser(5))
    practice = await play_on_from_board(world, CustomId(Action.PLAY_FROM_POSITION, match_id, 3, "0"))
    match = await world.matches.find_match(match_id)
    assert isinstance(match, FinishedMatch)
    old, new = ([it.engine.chance.step_dice(step).draw_below(1 << 32) for step in range(6)] for it in (match, practice))
    assert old[:4] == new[:4]
    assert old[4] != new[4]
    assert old[4:] != new[4:]


async def test_practice_from_the_end_or_forged_button_is_refused(world: World) -> None:
    match_id = await play_match(world.matches, (ANN, BEN), "schamanen", choose_move=make_random_chooser(5))
    positions = review_positions.list_positions(await world.matches.load_journal(match_id))
    last_step = positions[-1].step
    buttons = await list_play_on_buttons(world, match_id, f"{len(positions) - 1}")
    assert not any(
        button.custom_id.startswith(f"{Action.PLAY_FROM_POSITION}:{match_id}:{last_step}:") for button in buttons
    )
    for step, seat in ((last_step, "0"), (3, "2"), (3, ""), (3, "x")):
        with pytest.raises(Refused):
            await world.person().click(Action.PLAY_FROM_POSITION, match_id, step, seat)
    assert await world.matches.find_practice_match(ANN) is None


async def test_practice_from_a_board_confirms_before_replacing_another(world: World) -> None:
    match_id = await play_match(world.matches, (ANN, BEN), "schamanen", choose_move=make_random_chooser(5))
    first, second = [
        await play_on_from_board(world, CustomId(Action.PLAY_FROM_POSITION, match_id, 3, "0")) for _ in range(2)
    ]
    assert (await world.matches.find_match(first.id)).status == "shelved", "no move was made there"
    await play_move(world.matches, second.id, ANN, *second.engine.legal_moves(0)[0])
    confirmation = (await world.person().click(Action.PLAY_FROM_POSITION, match_id, 4, "0")).scene
    (custom_id,) = [it for it in list_custom_ids(confirmation) if it.action == Action.PLAY_FROM_POSITION]
    assert (await play_on_from_board(world, custom_id)).engine.step == 4
    assert (await world.matches.find_match(second.id)).status == "shelved"
