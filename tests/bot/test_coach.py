"""Tests for the coach: its verdict on a finished match, sharing the verdict, and the timing of reviews."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Any

import pytest

from bot.ai import coach, workers
from bot.ai.workers import AiWorkers
from bot.i18n import say
from bot.matches import match_rules
from bot.matches.export import build_record
from bot.matches.model import FinishedMatch
from bot.screens.coach_texts import (
    ReviewReader,
    format_balance,
    format_signed_number,
    format_verdict,
    round_balance_to_points,
)
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import capitalize_sentence
from bot.screens.review import REVIEW_ARGUMENT
from bot.screens.scene import ButtonMenu, Film, Scene
from bot.screens.turning_points import PositionCounter
from games import GAMES
from games.art import Letters
from games.coach import COACH_EDITION, review_match
from games.insight import Contribution
from games.match import RESIGN
from games.record import Record, parse_record
from games.review import LuckAndPlayBalance, Review, ReviewedStep
from games.words import LOCALES, Locale
from storage import Store
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    SERVER_ID,
    make_random_chooser,
    play_for_seat,
    play_match,
    play_move,
)
from tests.kit.scene_reading import list_buttons, read_text
from tests.kit.world import World, begin_match_with_ben, create_world
from tests.records import RECORDS_FOLDER
from tests.seeded_dice import seed_dice
from tests.waiting import TEST_TIMEOUT_S

if "schamanen" not in GAMES:
    pytest.skip("uses matches of schamanen", allow_module_level=True)


@cache
def review_record_text(record_text: str) -> Review:
    """Review a match, but only once for all tests that use its record."""
    return review_match(parse_record(record_text))


def read_record(name: str) -> Record:
    return parse_record((RECORDS_FOLDER / f"{name}.match").read_text("utf-8"))


class ReviewWorkers(AiWorkers):
    """AI workers that review in this process and count reviews. Each review waits until `review_allowed` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.review_count, self.can_review = 0, True
        self.review_started, self.review_allowed = asyncio.Event(), asyncio.Event()
        self.review_allowed.set()

    async def review_match(self, finished_record: Record) -> Review | None:
        self.review_count += 1
        self.review_started.set()
        await asyncio.sleep(0)
        await self.review_allowed.wait()
        return review_record_text(str(finished_record)) if self.can_review else None


@pytest.fixture(autouse=True)
def long_coach_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the review timeout, since the machine may be slow."""
    monkeypatch.setattr(coach, "REVIEW_TIMEOUT_S", None)


@pytest.fixture
def review_workers() -> ReviewWorkers:
    return ReviewWorkers()


@pytest.fixture
def world(store: Store, review_workers: ReviewWorkers) -> World:
    return create_world(store, FakeDiscord(lambda: NOON_MS), [NOON_MS], ai_workers=review_workers)


async def finish_match(world: World) -> int:
    with seed_dice("a match for the coach"):
        return await play_match(world.matches, (ANN, BEN), "schamanen", choose_move=make_random_chooser(5))


async def review_finished(world: World, match_id: int) -> Review:
    return review_record_text(str(build_record(await world.matches.load_journal(match_id))))


async def open_review(world: World, match_id: int, person_id: int = ANN, **request_fields: Any) -> Scene:
    scene = (await world.person(person_id, **request_fields).open_review(match_id)).scene
    assert scene
    return scene


async def open_review_board(world: World, match_id: int, board: object, locale: Locale = "en") -> Scene:
    scene = (await world.person(locale=locale).click(Action.SHOW_REVIEW, match_id, 0, str(board))).scene
    assert scene
    return scene


def is_coach_shown(scene: Scene | None) -> bool:
    return "% to " in read_text(scene)


def list_boards_with_sign(scene: Scene, sign: str) -> list[int]:
    """Return the board numbers of the menu entries whose labels start with this sign."""
    menu_buttons = [button for row in scene.rows if isinstance(row, ButtonMenu) for button in row.buttons]
    boards = [it.custom_id.rpartition(":")[2] for it in menu_buttons if it.label.startswith(sign)]
    return [int(board.partition(".")[0]) for board in boards]


def list_share_buttons(scene: Scene | None) -> list[str]:
    return [it.custom_id for it in list_buttons(scene) if it.custom_id.startswith(f"{Action.SHARE_MATCH}:")]


# The verdict


@pytest.mark.parametrize(
    ("parts", "points"),
    [
        ((-2.48, 1.37, 0.61), (-250, 140, 60, -50)),
        # Rounded separately, the parts would be 50, 20 and 30, ten less than the total.
        ((0.53, 0.23, 0.34), (50, 20, 40, 110)),
        ((0.04, -0.04, 0.0), (0, 0, 0, 0)),
    ],
)
def test_rounded_points_add_up(parts: tuple[float, float, float], points: tuple[int, ...]) -> None:
    assert round_balance_to_points(LuckAndPlayBalance(*parts)) == points
    assert round_balance_to_points(LuckAndPlayBalance(*(-part for part in parts))) == tuple(-it for it in points)


@pytest.mark.parametrize(
    ("start_share", "verdict"),
    [(0.9, "You won, ahead from the start."), (0.5, "You won; the mistakes don’t explain it.")],
)
def test_win_from_a_better_start_is_explained_by_it(start_share: float, verdict: str) -> None:
    step = ReviewedStep(1, {}, (Contribution("choice", (0.1, -0.1), seat=1),), (1.0, 0.0))
    review = Review((start_share, 1 - start_share), (step,))
    reader = ReviewReader(("Ann", "Ben"), 0, 0, "en")
    assert format_verdict(review, PositionCounter("step", (), None), reader) == verdict


@pytest.mark.parametrize("name", ["schamanen/classic", "schnick/five"])
def test_lines_begin_with_a_capital_and_their_numbers_add_up(name: str) -> None:
    review = review_match(read_record(name))
    names = ["the house", *(f"player {seat}" for seat in review.seats[1:])]
    for own_seat in (None, *review.seats):
        for locale in LOCALES:
            reader = ReviewReader(names, own_seat or 0, own_seat, locale)
            for line in (
                format_verdict(review, PositionCounter("step", (), None), reader),
                *format_balance(review, reader),
            ):
                assert not next(letter for letter in line if letter.isalnum()).islower(), line
        lines = [*format_balance(review, ReviewReader(names, own_seat or 0, own_seat, "en"))]
        assert [line.startswith("You went") for line in lines] == [own_seat is not None, *[False] * (len(lines) - 1)]
        for line in lines:
            if numbers := re.search(r"from (\d+)% to (\d+)%: (.*)", line):
                first, last, causes = numbers.groups()
                points = [int(it.replace("−", "-")) for it in re.findall(r"[+−]\d+", causes)]
                assert sum(points) == int(last) - int(first), line
                assert 0 <= int(first) <= 100 >= int(last)


async def test_review_shows_luck_and_play_in_text_and_picture(world: World) -> None:
    match_id = await finish_match(world)
    review = await review_finished(world, match_id)
    (step_number, mistake), *_ = [(step.step_number, mistake) for step in review.steps for mistake in step.mistakes]
    assert mistake.better
    match = match_rules.require_started(await world.matches.find_match(match_id))
    own_seat = match.player_ids.index(ANN)
    turns = review.list_turning_points(own_seat)
    assert turns
    for locale in LOCALES:
        scene = await open_review(world, match_id, locale=locale)
        verdict, balance, _ = scene.below
        assert verdict.startswith("**")
        assert scene.reveal
        picture_texts = {mark.text for mark, _, _ in scene.reveal.picture.marks if isinstance(mark, Letters)}
        numbers = {format_signed_number(abs(share)) for share in round_balance_to_points(review.compute_balance(0))}
        assert {say("ahead-luck", locale), *numbers} <= picture_texts
        for text in (scene.reveal.alt, balance):
            assert all(number.lstrip("+") in text for number in numbers - {"±0"})
        # The menus of the summary and of each board lead to the turning points.
        assert list_boards_with_sign(scene, "🔑") == sorted(turn.step.step_number for turn in turns)
        board_scene = await open_review_board(world, match_id, turns[0].step.step_number, locale)
        assert list_boards_with_sign(board_scene, "🔑") == list_boards_with_sign(scene, "🔑")
        assert list_boards_with_sign(scene, "💡")
        # The board of a mistake shows the better move.
        why = GAMES["schamanen"].say(mistake.better.why, locale, **mistake.better.facts)
        player = say("review-reader", locale) if mistake.seat == own_seat else f"<@{BEN}>"
        board_scene = await open_review_board(world, match_id, step_number, locale)
        (line,) = [it for it in board_scene.above if it.endswith(why)]
        assert line.startswith(f"💡 {capitalize_sentence(player)}")
    # Before the first step, and after the last.
    for board in (0, len(review.steps)):
        assert await open_review_board(world, match_id, board)


async def test_buttons_lead_between_mistakes_in_the_same_view(world: World) -> None:
    match_id = await finish_match(world)
    review = await review_finished(world, match_id)
    mistakes = [step.step_number for step in review.steps if any(step.mistakes)]
    assert len(mistakes) > 2

    async def find_next_mistake(board: str, sign: str) -> str | None:
        buttons = list_buttons(await open_review_board(world, match_id, board))
        return next((it.custom_id.rpartition(":")[2] for it in buttons if "💡" in it.label and sign in it.label), None)

    for sign, start, steps in (("▶️", "0.1", mistakes), ("◀️", f"{len(review.steps)}.1", mistakes[::-1])):
        visited: list[str] = []
        while (board := await find_next_mistake(visited[-1] if visited else start, sign)) and board not in visited:
            visited.append(board)
        assert visited == [f"{step}.1" for step in steps if f"{step}.1" != start]


@pytest.mark.parametrize("game", ["schamanen", "shamanic_chess", pytest.param("woodwalkers", marks=pytest.mark.gate)])
async def test_resigned_match_is_reviewed(world: World, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    limits = {
        "shamanic_chess": ("analysis.FIRST_SEARCH_NODES", "analysis.SECOND_SEARCH_NODES"),
        "woodwalkers": ("analysis.SCREENING_SAMPLES", "analysis.SAMPLES_PER_BATCH"),
    }
    for name in limits.get(game, ()):
        # Make the analysis faster.
        monkeypatch.setattr(f"games.{game}.{name}", 4)
    match = await begin_match_with_ben(world.matches, game)
    for _ in range(0 if game == "schamanen" else 6):
        current = match_rules.require_started(await world.matches.find_match(match.id))
        for seat in sorted(current.engine.to_move):
            await play_for_seat(world.matches, current, seat, current.engine.legal_moves(seat)[0])
    await play_move(world.matches, match.id, ANN, *RESIGN)
    for board in (0, 1):
        assert await open_review_board(world, match.id, board)
    for locale in LOCALES:
        scene = await open_review(world, match.id, locale=locale)
        assert scene.reveal
        verdict, balance, *_ = scene.below
        assert verdict.startswith("**")
        assert say("review-by-nothing", locale) in balance or game != "schamanen"


@pytest.mark.gate
@pytest.mark.parametrize("people", [(ANN, BEN), (ANN, BEN, CAT)])
async def test_schnick_is_reviewed_for_two_and_three_players(world: World, people: tuple[int, ...]) -> None:
    match_id = await play_match(world.matches, people, "schnick", choose_move=make_random_chooser(5))
    for locale in LOCALES:
        scene = await open_review(world, match_id, locale=locale)
        assert len(scene.below) == 1 + (1 if len(people) == 2 else len(people))
        assert scene.reveal
    assert (await world.person().click(Action.SHARE_MATCH, match_id, 0, REVIEW_ARGUMENT)).channel_post


async def test_running_match_is_not_reviewed(world: World, review_workers: ReviewWorkers) -> None:
    """A review of a running match would reveal hidden information."""
    match = await begin_match_with_ben(world.matches)
    await open_review(world, match.id)
    await open_review_board(world, match.id, 0)
    assert review_workers.review_count == 0


# Sharing


async def test_player_shares_the_verdict_once(world: World, review_workers: ReviewWorkers) -> None:
    match_id = await finish_match(world)
    scenes = [await open_review(world, match_id, person_id) for person_id in (ANN, BEN, 99)]
    assert [len(list_share_buttons(scene)) for scene in scenes] == [1, 1, 0]
    responses = await asyncio.gather(
        *(
            world.person(person_id).click(Action.SHARE_MATCH, match_id, 0, REVIEW_ARGUMENT)
            for person_id in (99, ANN, BEN, ANN)
        )
    )
    assert responses[0].channel_post is None
    (post,) = [response.channel_post for response in responses if response.channel_post]
    assert post.reveal, "the course of the match according to the coach"
    assert isinstance(post.board, Film)
    assert not post.pinged_ids
    assert not any(list_share_buttons(response.scene) for response in responses)
    assert not list_share_buttons(await open_review(world, match_id, BEN))
    assert review_workers.review_count == 1
    assert not await world.store.cards.claim_review_post(match_id), "another process could share it again"


async def test_verdict_is_shared_only_on_the_server_of_the_match(world: World) -> None:
    match_id = await finish_match(world)
    for server_id in (None, SERVER_ID + 1):
        assert (
            await world.person(server_id=server_id).click(Action.SHARE_MATCH, match_id, 0, REVIEW_ARGUMENT)
        ).channel_post is None
        assert not list_share_buttons(await open_review(world, match_id, server_id=server_id))


# When reviews are computed


async def test_concurrent_requests_compute_one_review(world: World, review_workers: ReviewWorkers) -> None:
    match_id = await finish_match(world)
    scenes = await asyncio.gather(
        *(open_review(world, match_id, person_id) for person_id in (ANN, BEN) for _ in range(3))
    )
    assert all(map(is_coach_shown, scenes))
    assert review_workers.review_count == 1


async def test_failed_review_shows_only_the_score_and_is_retried(
    world: World, review_workers: ReviewWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await finish_match(world)
    review_workers.can_review = False
    assert not is_coach_shown(await open_review(world, match_id))
    review_workers.can_review = True
    assert is_coach_shown(await open_review(world, match_id))
    assert review_workers.review_count == 2
    # A game without analysis is never reviewed.
    monkeypatch.setattr(type(GAMES["schamanen"]), "can_judge", False)
    assert not is_coach_shown(await open_review(world, await finish_match(world)))
    assert review_workers.review_count == 2


async def test_stored_review_is_used_unless_damaged_or_old(
    world: World, review_workers: ReviewWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await finish_match(world)
    review_counts = [review_workers.review_count]

    async def read_after_restart() -> tuple[str, ...]:
        scene = await open_review(
            create_world(world.store, world.discord, [NOON_MS], ai_workers=review_workers), match_id
        )
        review_counts.append(review_workers.review_count)
        return scene.above

    first = await read_after_restart()
    assert await read_after_restart() == first
    await world.store.results.save_review(match_id, COACH_EDITION, b"damaged", [])
    assert await read_after_restart() == first
    monkeypatch.setattr(coach, "COACH_EDITION", COACH_EDITION + 1)
    assert await read_after_restart() == first
    assert review_counts == [0, 1, 1, 2, 3]


@pytest.mark.parametrize("name", ["schamanen/classic", "schnick/onward"])
def test_unpacking_a_packed_review_restores_it(name: str) -> None:
    review = review_match(read_record(name))
    assert coach.unpack_review(coach.pack_review(review)) == review


async def test_too_many_pending_reviews_show_only_the_score(
    world: World, review_workers: ReviewWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    review_workers.review_allowed.clear()
    monkeypatch.setattr(coach, "PENDING_REVIEWS_MAX", 1)
    first, second = await finish_match(world), await finish_match(world)
    waiting = asyncio.create_task(open_review(world, first))
    await review_workers.review_started.wait()
    assert not is_coach_shown(await open_review(world, second))
    assert review_workers.review_count == 1
    review_workers.review_allowed.set()
    assert is_coach_shown(await waiting)
    assert is_coach_shown(await open_review(world, second))


async def test_pending_review_is_announced_with_a_button_to_reload(
    world: World, review_workers: ReviewWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    review_workers.review_allowed.clear()
    monkeypatch.setattr(coach, "REVIEW_TIMEOUT_S", 0.0)
    match_id = await finish_match(world)
    for locale in LOCALES:
        scene = await open_review(world, match_id, locale=locale)
        assert not is_coach_shown(scene)
        assert scene.below[-1] == say("coach-thinks", locale)
        assert list_buttons(scene)[-1].label == say("button-look-again", locale)
        reload_id = CustomId.parse(list_buttons(scene)[-1].custom_id)
    # A board does not wait for the review.
    assert await open_review_board(world, match_id, 1)
    monkeypatch.setattr(coach, "REVIEW_TIMEOUT_S", None)
    review_workers.review_allowed.set()
    assert reload_id
    scene = await open_review_board(world, match_id, reload_id.argument)
    assert is_coach_shown(scene)
    assert say("coach-thinks", "en") not in scene.below
    assert review_workers.review_count == 1


async def test_response_with_a_pending_review_loads_the_review_later(
    world: World, review_workers: ReviewWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    review_workers.review_allowed.clear()
    monkeypatch.setattr(coach, "REVIEW_TIMEOUT_S", 0.0)
    match_id = await finish_match(world)
    response = await world.person().open_review(match_id)
    assert response.load_final_scene
    loading = asyncio.ensure_future(response.load_final_scene())
    review_workers.review_allowed.set()
    scene = await loading
    assert is_coach_shown(scene)
    assert say("coach-thinks", "en") not in scene.below
    assert scene == (await world.person().open_review(match_id)).scene
    assert (await world.person().open_review(match_id)).load_final_scene is None


async def test_review_is_written_from_the_readers_side(world: World) -> None:
    """Spectators read it from the winner's side."""
    match_id = await finish_match(world)
    match = await world.matches.find_match(match_id)
    assert isinstance(match, FinishedMatch)
    winner_id = match.player_ids[match.result.ranks.index(1)]
    for person_id in (ANN, BEN, CAT):
        _, balance, mistakes = (await open_review(world, match_id, person_id)).below
        subject = f"<@{winner_id}>" if person_id == CAT else "You"
        assert balance.startswith(subject)
        assert mistakes.startswith(f"Mistakes: {subject.lower()}")


@pytest.mark.parametrize("first", ["player", "backlog"])
async def test_backlog_and_player_share_one_review(world: World, review_workers: ReviewWorkers, first: str) -> None:
    review_workers.review_allowed.clear()
    service, match_id = world.services.coach, await finish_match(world)
    match, journal = await world.matches.find_match(match_id), await world.matches.load_journal(match_id)
    assert isinstance(match, FinishedMatch)
    if first == "backlog":
        service.add_to_backlog([match_id])
        await review_workers.review_started.wait()
    review = asyncio.create_task(service.review_match(match, journal))
    await review_workers.review_started.wait()
    if first == "player":
        service.add_to_backlog([match_id])
    while not service.is_review_pending(match_id):
        await asyncio.sleep(0)
    review_workers.review_allowed.set()
    assert await review
    await service.wait_for_backlog()
    assert review_workers.review_count == 1
    assert not service.is_review_pending(match_id)


async def test_review_runs_in_another_process(world: World) -> None:
    journal = await world.matches.load_journal(await finish_match(world))
    processes = AiWorkers(answer_timeout_s=TEST_TIMEOUT_S)
    try:
        assert await processes.review_match(build_record(journal)) == review_record_text(str(build_record(journal)))
        broken: Any = "match 1\ngame nothing\n"
        assert await processes.review_match(broken) is None
    finally:
        processes.kill_workers()


async def test_long_review_is_computed_in_slices(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two slices, the worker can handle other requests. In this test, each slice covers one step."""
    match, slice_starts = build_record(await world.matches.load_journal(await finish_match(world))), list[int]()

    async def compute(_: workers.AiWorker, review_slice: Any, match: str, done: int) -> Review:
        slice_starts.append(done)
        partial: Review = review_slice(match, done)
        return partial

    monkeypatch.setattr(workers.AiWorker, "compute_answer", compute)
    monkeypatch.setattr(workers, "REVIEW_SLICE_S", -1.0)
    review = review_record_text(str(match))
    assert await AiWorkers().review_match(match) == review
    assert slice_starts == [*range(len(review.steps))]
