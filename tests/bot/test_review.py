"""The review of a finished match: its boards, its proof, and playing on from a board."""

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
    NOON_MS,
    catch_refusal_key,
    get_played_match,
    get_sample_match,
    make_random_chooser,
    mark_other_games_as_gate,
    next_interaction_id,
    offer_morra,
    play_match,
    play_move,
    play_to_end,
)
from tests.kit.scene_reading import list_buttons, list_custom_ids, read_text
from tests.kit.world import World, begin_match_with_ben, play_first_legal_moves_of_both
from tests.laws.legibility import check_nothing_covers_text, check_text_is_readable
from tests.laws.painted_boards import LONG_NAMES


def list_jump_buttons(scene: Scene) -> list[Button]:
    return [button for row in scene.rows if isinstance(row, ButtonMenu) for button in row.buttons]


def get_board_of(button: Button) -> int:
    return int(button.custom_id.split(":")[3])


async def play_resigned_match(matches: MatchService, game: str = "woodwalkers") -> StartedMatch:
    return await play_move(matches, (await begin_match_with_ben(matches, game)).id, ANN, *RESIGN)


# The review


@pytest.mark.parametrize("game", GAMES)
async def test_turning_points_come_first_and_lead_to_their_boards(matches: MatchService, game: str) -> None:
    match, journal, passed = await get_sample_match(matches, game)
    for locale in LOCALES:
        scene = review.render_review(match, journal, build_record(journal), locale)
        found = turning_points.find_main_score_swings(passed)
        jumps = [button for button in list_jump_buttons(scene) if button.label.startswith("🔑")]
        assert len(jumps) == len(found) <= 3
        count = turning_points.build_position_counter(passed, is_over=True)
        for jump, turn in zip(jumps, sorted(found, key=lambda turn: turn.step_number), strict=True):
            moment = count.find_moment(turn.step_number)
            when = moment.format_with_total(locale)
            # Some games tell which duel it was: it is not told twice.
            assert jump.label.startswith((f"🔑 {when} · ", f"🔑 {moment.format_short(locale)} "))
            assert jump.label.count(moment.format_short(locale)) == 1
            assert get_board_of(jump) == turn.step_number
            shown = review.render_review_board(match, journal, str(turn.step_number), locale)
            assert shown.board
            board = say("board-number", locale, board=turn.step_number + 1, boards=len(passed))
            named = [count.find_moment(turn.step_number).format_short(locale)] * (count.unit != "step")
            assert shown.footer == " · ".join((board, *named))
            # Its caption tells of that step, and names nobody but those who played.
            caption = scene.above[-len(found) :][jumps.index(jump)]
            assert caption.startswith(f"**{when}** · ")
            told = caption.split("** · ", 1)[1].rpartition(" (")[0]
            assert told in {line.rstrip(".") for line in shown.above} | {f"<@{ANN}>", f"<@{BEN}>"}
        check_score_course(match.engine.scores(), scene.reveal, found, count)


def check_score_course(
    scores: tuple[int, ...],
    image: SceneImage | None,
    swings: list[turning_points.ScoreSwing],
    swing_count: turning_points.PositionCounter,
) -> None:
    """Check the picture of who was ahead: a line each, a scale, and at the turning points who gained what."""
    assert bool(image) == bool(swings)
    if not image:
        return
    assert image.names == (ANN, BEN)
    check_text_is_readable(image.picture, image.picture.marks)
    check_nothing_covers_text(image.picture, image.picture.marks)
    assert len(canvas.paint_png(image.picture, LONG_NAMES)) <= 60 * 1024
    texts = [what.text for what, _, _ in image.picture.marks if isinstance(what, Letters) and not what.bold]
    assert {str(swing_count.find_moment(turn.step_number).number) for turn in swings} <= set(texts), (
        "which duels they were"
    )
    assert sum(text.startswith("+") for text in texts) == len(swings)
    scale = [int(text) for text in texts if text.isdecimal()]
    assert min(scale) <= min(scores) <= max(scores) <= max(scale)
    assert all(str(score) in image.alt for score in scores)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(1, 80)), min_size=1, max_size=6))
def test_spread_labels_stay_in_order_and_near(places: list[tuple[int, int]]) -> None:
    starts, sizes = sorted(start for start, _ in places), [size for _, size in places]
    found = score_chart.spread_without_overlap(starts, sizes, 0, 500)
    assert found[0] >= 0
    assert found[-1] + sizes[-1] <= 500
    assert all(left + size <= right for left, size, right in zip(found, sizes, found[1:], strict=False))
    free = all(left + size <= right for left, size, right in zip(starts, sizes, [*starts[1:], 500], strict=True))
    assert not free or found == starts


@pytest.mark.parametrize("locale", LOCALES)
async def test_review_of_a_running_match_keeps_covered_what_must_be_forgotten(
    matches: MatchService, locale: str
) -> None:
    match = await begin_match_with_ben(matches, "schamanen", variant="memory", placement="random", prize="one")
    for _ in range(3):
        match = await matches.find_match(match.id)
        assert isinstance(match, RunningMatch)
        if len(match.engine.to_move) == 2:
            await play_first_legal_moves_of_both(matches, match.id)
            continue
        seat = min(match.engine.to_move)
        await play_move(matches, match.id, match.player_ids[seat] or 0, *match.engine.legal_moves(seat)[0], now_ms=1)
    match, journal = await matches.find_match(match.id), await matches.load_journal(match.id)
    assert isinstance(match, RunningMatch)
    scene = review.render_review(match, journal, None, locale)
    assert isinstance(scene.board, Film)
    for engine, picture in zip(review_positions.list_positions(journal), scene.board.pictures, strict=True):
        covered = engine.game.draw_board(engine.game.forget(engine.view_of(None)))
        assert picture.marks[: len(covered.marks)] == covered.marks


# Board by board


@pytest.mark.parametrize("game", mark_other_games_as_gate("schamanen", "schnick", "woodwalkers"))
async def test_boards_and_their_lists_name_people_and_what_happened(matches: MatchService, game: str) -> None:
    match, journal, passed = await get_sample_match(matches, game)
    told = [
        {
            *engine.game.describe_step(
                turning_points.get_public_view(engine, is_over=True), "en", format_player_names(match, "en")
            )
        }
        for engine in passed
    ]
    captions = 0
    for jump in list_jump_buttons(review.render_review_board(match, journal, "3", "en")):
        at = get_board_of(jump)
        new = [line for line in told[at] - told[at - 1] if jump.label.endswith(f" {line}")]
        captions += bool(new)
        assert new or not at or not told[at] - told[at - 1], jump.label
    assert captions
    for at in range(3):
        scene = review.render_review_board(match, journal, str(at), "en")
        assert len(list_buttons(scene)) == 6, "a row of them, one to play on, and lists for the rest"
        assert all(len(row) <= 5 for row in scene.rows if isinstance(row, tuple))
        assert len(scene.rows) <= 5
    for eye in range(2):
        # Who turns the pages need not have sat in the seat through whose eyes they look.
        lines = [
            line
            for at in range(4)
            for line in review.render_review_board(match, journal, f"{at}.{eye}", "en").above[1:]
        ]
        assert lines
        assert not any(re.search(r"\b[Yy]ou", line) for line in lines), lines
    for at in range(1, len(passed), 9 if game != "schamanen" else 4):
        assert (
            len({review.render_review_board(match, journal, f"{at}{eye}", "en").reveal for eye in ("", ".0", ".1")})
            == 1
        )
    for locale in LOCALES:
        scene = review.render_review_board(match, journal, "3", locale)
        seats = [match.game.say(f"seat-{seat}", locale) for seat in range(2)]
        [listed] = [row for row in scene.rows if isinstance(row, ButtonMenu)]
        [eyes] = [row for row in scene.rows if isinstance(row, SelectMenu)]
        assert listed.mention_fallbacks == eyes.mention_fallbacks == ((ANN, seats[0]), (BEN, seats[1]))
        labels = " ".join(button.label for button in listed.buttons)
        assert "<@" in labels
        assert not [seat for seat in seats if re.search(rf"\b{seat}\b", labels)]
        # Where nothing was ever hidden one only turns the board.
        everybody = [say("button-everybody", locale)] if game == "schnick" else []
        shown = [label for _, label in eyes.choices]
        assert shown == [*everybody, f"<@{ANN}> ({seats[0]})", f"<@{BEN}> ({seats[1]})"]
        assert eyes.heading == say("jump-eyes" if everybody else "jump-turned", locale)


async def test_tie_is_shown_in_one_picture(matches: MatchService) -> None:
    """The board below would show what met once more. In three matches of a hundred nothing ties."""
    seeds, ties = count(5), 0
    while not ties:
        match, journal, passed = await get_played_match(matches, "schnick", next(seeds))
        before = 0
        for at in range(1, len(passed)):
            scene = review.render_review_board(match, journal, str(at), "en")
            told = sum("a tie" in line for line in scene.above)
            if told > before:
                ties += 1
                assert scene.reveal is None
                assert scene.board == render_reveal(
                    match, turning_points.get_public_view(passed[at], is_over=True), "en"
                )
            elif scene.reveal:
                assert isinstance(scene.board, SceneImage)
                assert scene.board.picture != scene.reveal.picture
            before = told
            if ties > 1:
                break


# The commands, and the proof


async def test_replay_and_verify_mean_the_match_that_ended_last(world: World) -> None:
    """Whatever else waits; and never an offer."""
    ann = world.person()
    await offer_morra(world.matches, BEN)
    for command in (ann.open_review(), ann.verify_match()):
        assert await catch_refusal_key(command) == "no-match-here"
    over = await begin_match_with_ben(world.matches)
    assert await catch_refusal_key(ann.verify_match()) == "running"
    await play_move(world.matches, over.id, ANN, *RESIGN)
    runs = await begin_match_with_ben(world.matches)
    assert (await ann.verify_match()).scene == (await ann.verify_match(over.id)).scene
    for named, proves in (("", [over.id]), (str(runs.id), [])):
        scene = (await ann.open_review(named)).scene
        assert not any(it.disabled for it in list_buttons(scene))
        assert [it.match_id for it in list_custom_ids(scene) if it.action == Action.SHOW_PROOF] == proves


async def test_long_match_is_folded_off_the_event_loop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions that take a quarter of a second for a long match are watched: nobody may wait for them."""
    on_loop: list[bool] = []

    def watch(function: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **more: Any) -> Any:
            on_loop.append(threading.current_thread() is threading.main_thread())
            return function(*given, **more)

        return watched

    for module, name in (
        (review, "render_review"),
        (review, "render_review_board"),
        (proof, "render_proof"),
        (export, "build_record"),
    ):
        monkeypatch.setattr(module, name, watch(getattr(module, name)))
    match_id, ann = (await play_resigned_match(world.matches, "schnick")).id, world.person()
    for verb, detail in (
        (Action.SHOW_REVIEW, ""),
        (Action.SHOW_REVIEW, "0"),
        (Action.SHOW_PROOF, ""),
        (Action.SHOW_MORE, ""),
    ):
        assert (await ann.click(verb, match_id, 0, detail)).scene
    assert len(on_loop) > 5
    assert not any(on_loop)


async def test_proof_begins_with_its_verdict_and_names_who_sat_where(matches: MatchService) -> None:
    match = await play_resigned_match(matches)
    found = await matches.load_record(match.id)
    seated: dict[str, tuple[str, str]] = {
        "en": ("The dice seated {} and {}.", "as"),
        "de": ("Die Würfel setzten {} und {}.", "als"),
        "fr": ("Les dés ont placé {} et {}.", "en"),
    }
    for locale, (told, as_seat) in seated.items():
        scene = proof.render_proof(match, found, locale)
        verdict, heading, seal, seats, *_ = scene.above
        assert encode_hash(match.public_seal) in seal
        assert scene.attachment
        assert scene.attachment.data == str(found).encode()
        assert verdict == f"### {say('proof-unchanged', locale, match=match.id)}"
        assert heading == format_match_title(match, locale)
        # In the order in which they sat down.
        places = [
            (person_id, match.game.say(f"seat-{match.player_ids.index(person_id)}", locale)) for person_id in (ANN, BEN)
        ]
        assert seats == told.format(*(f"<@{person_id}> {as_seat} {seat}" for person_id, seat in places))


async def test_forged_or_incomplete_record_is_no_proof(matches: MatchService) -> None:
    match = await play_resigned_match(matches)
    found = await matches.load_record(match.id)
    for locale in LOCALES:
        for forged, verdict, key in (
            (replace(found, lines=(*found.lines, *found.lines)), "unfair", "ended"),
            (replace(found, lobby_lines=()), "unproven", "unproven"),
            (replace(found, lines=()), "unproven", "unfinished"),
        ):
            told, _, why = proof.render_proof(match, forged, locale).above
            assert told == f"### {say(f'proof-{verdict}', locale, match=match.id)}"
            assert SHARED_WORDS.format_refusal(Refused(key), locale) in why


# Playing on from a board


async def play_on_from_board(world: World, custom_id: CustomId, person_id: int = ANN) -> RunningMatch:
    """Press a button that leads on from a board, and return the practice match that begins."""
    response = await world.person(person_id).click(
        custom_id.action, custom_id.match_id, custom_id.number, custom_id.argument
    )
    assert say("onward-begins", "en") in read_text(response.scene)
    running = await world.matches.find_practice_match(person_id)
    assert running
    return running


async def list_play_on_buttons(world: World, match_id: int, board: str) -> list[Button]:
    scene = (await world.person().click(Action.SHOW_REVIEW, match_id, 0, board)).scene
    return [it for it in list_buttons(scene) if it.custom_id.startswith(f"{Action.PLAY_FROM_POSITION}:")]


@pytest.mark.parametrize("game", mark_other_games_as_gate())
async def test_practice_goes_on_from_a_board_and_its_record_is_proven(world: World, game: str) -> None:
    matches = world.matches
    match_id = await play_match(matches, (ANN, BEN), game, choose_move=make_random_chooser(5))
    passed = review_positions.list_positions(await matches.load_journal(match_id))
    at = passed[-1].step * 2 // 3
    for seat in (1, 0):
        on, *_ = await list_play_on_buttons(world, match_id, f"{at}.{seat}")
        assert on.label == say("button-onward", "en", seat=GAMES[game].say(f"seat-{seat}", "en"))
        to = CustomId.parse(on.custom_id)
        assert to
        begins = await play_on_from_board(world, to, CAT if seat else ANN)
        # Where there is but one word it is said at once.
        assert (
            review_positions.list_positions(await matches.load_journal(begins.id))[: at + 1][-1].state
            == passed[at].state
        )
        assert begins.player_ids.index(CAT if seat else ANN) == seat
    match = await play_to_end(matches, begins, make_random_chooser(7))
    written = str(await matches.load_record(match.id))
    verified = verify_record(records.parse_record(written))
    assert (verified.steps, verified.earlier_steps) == (match.engine.step, at)
    assert str(records.parse_record(written)) == written
    # And from there once more: before the first goes on, and after it.
    for step in {at - 1, match.engine.step - 1}:
        again = await play_on_from_board(world, CustomId(Action.PLAY_FROM_POSITION, match.id, step, "0"))
        here, there = [review_positions.list_positions(await matches.load_journal(it)) for it in (again.id, match.id)]
        assert [engine.state for engine in here[: step + 1]] == [engine.state for engine in there[: step + 1]]
        over = await play_to_end(matches, again, make_random_chooser(9))
        assert verify_record(await matches.load_record(over.id)).earlier_steps == step
    # A rematch begins as any other match.
    rematch = (await matches.offer_rematch(match.id, ANN, interaction_id=next_interaction_id(), now_ms=NOON_MS)).match
    assert isinstance(rematch, RunningMatch)
    assert (rematch.engine.step, rematch.terms.since) == (0, ())


async def test_other_dice_fall_after_the_board(world: World) -> None:
    """Who has seen how they fell would else know it."""
    match_id = await play_match(world.matches, (ANN, BEN), "schamanen", choose_move=make_random_chooser(5))
    begins = await play_on_from_board(world, CustomId(Action.PLAY_FROM_POSITION, match_id, 3, "0"))
    match = await world.matches.find_match(match_id)
    assert isinstance(match, FinishedMatch)
    old, new = ([it.engine.chance.step_dice(n).draw_below(1 << 32) for n in range(6)] for it in (match, begins))
    assert old[:4] == new[:4]
    assert old[4] != new[4]
    assert old[4:] != new[4:]


async def test_nobody_plays_on_from_the_end_or_by_a_forged_button(world: World) -> None:
    match_id = await play_match(world.matches, (ANN, BEN), "schamanen", choose_move=make_random_chooser(5))
    passed = review_positions.list_positions(await world.matches.load_journal(match_id))
    ends = passed[-1].step
    last = await list_play_on_buttons(world, match_id, f"{len(passed) - 1}")
    assert not any(button.custom_id.startswith(f"{Action.PLAY_FROM_POSITION}:{match_id}:{ends}:") for button in last)
    for step, seat in ((ends, "0"), (3, "2"), (3, ""), (3, "x")):
        with pytest.raises(Refused):
            await world.person().click(Action.PLAY_FROM_POSITION, match_id, step, seat)
    assert await world.matches.find_practice_match(ANN) is None


async def test_playing_on_asks_before_it_ends_another_practice(world: World) -> None:
    match_id = await play_match(world.matches, (ANN, BEN), "schamanen", choose_move=make_random_chooser(5))
    first, again = [
        await play_on_from_board(world, CustomId(Action.PLAY_FROM_POSITION, match_id, 3, "0")) for _ in range(2)
    ]
    assert (await world.matches.find_match(first.id)).status == "shelved", "nothing was chosen there yet"
    await play_move(world.matches, again.id, ANN, *again.engine.legal_moves(0)[0])
    asks = (await world.person().click(Action.PLAY_FROM_POSITION, match_id, 4, "0")).scene
    (way,) = [it for it in list_custom_ids(asks) if it.action == Action.PLAY_FROM_POSITION]
    assert (await play_on_from_board(world, way)).engine.step == 4
    assert (await world.matches.find_match(again.id)).status == "shelved"
