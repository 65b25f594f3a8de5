"""Tests for luck and play in profiles: the coach's verdicts are stored, and only their owner sees them."""

from __future__ import annotations

import pytest

from bot.ai.workers import AiWorkers
from bot.i18n import say
from bot.screens import profile
from games import GAMES
from games.coach import COACH_EDITION
from games.insight import Contribution
from games.match import RESIGN
from games.record import Record
from games.review import Review, ReviewedStep
from games.words import LOCALES
from storage import LuckAndPlay
from tests.bot.database_marks import both_databases
from tests.kit.matches import ANN, BEN, NOON_MS, SERVER_ID, play_move
from tests.kit.scene_reading import read_text
from tests.kit.world import World, begin_match_with_ben

JUDGED_GAME_KEY = next(key for key, game in GAMES.items() if game.can_judge)
MIN_MATCHES = profile.LUCK_SAMPLE_MIN_MATCHES


@pytest.fixture(autouse=True)
def constant_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the slow coach. In every match the first seat is luckier, and the second seat plays better."""

    async def review_at_once(_: AiWorkers, match: Record) -> Review | None:
        parts = (Contribution("meeting", (0.3, -0.3)), Contribution("choice", (-0.2, 0.2), 0))
        return Review((0.5, 0.5), (ReviewedStep(1, {}, parts, (0.6, 0.4)),))

    monkeypatch.setattr(AiWorkers, "review_match", review_at_once)


async def play_short_match(world: World) -> int:
    """Play a match between Ann and Ben in which Ben resigns at once. Return the match ID."""
    match = await begin_match_with_ben(world.matches, JUDGED_GAME_KEY)
    await play_move(world.matches, match.id, BEN, *RESIGN)
    return match.id


def format_luck_and_play(matches: list[LuckAndPlay], locale: str = "en") -> str:
    [line] = profile.format_luck_and_play([(GAMES[JUDGED_GAME_KEY], matches)], locale)
    return line


def make_luck_and_play(*shares: float) -> list[LuckAndPlay]:
    return [LuckAndPlay(match_id, share, -share) for match_id, share in enumerate(shares)]


@pytest.mark.parametrize(
    ("shares", "luck", "play"),
    [
        ([0.2, 0.3] * 10, "more", "less"),
        ([-0.2, -0.3] * 10, "less", "more"),
        ([0.4, -0.3] * 10, "open", "open"),
    ],
)
def test_luck_is_stated_only_if_the_interval_excludes_zero(shares: list[float], luck: str, play: str) -> None:
    for locale in LOCALES:
        line = format_luck_and_play(make_luck_and_play(*shares), locale)
        assert say(f"fortune-luck-{luck}", locale) in line
        assert say(f"fortune-play-{play}", locale) in line


def test_zero_luck_is_omitted_and_missing_matches_are_counted() -> None:
    line = format_luck_and_play([LuckAndPlay(match_id, 0.0, 0.2) for match_id in range(20)])
    assert say("fortune-play-more", "en") in line
    assert "luck" not in line.lower()
    line = format_luck_and_play([LuckAndPlay(99, None, None)])
    assert f"1 of {MIN_MATCHES}" in line
    line = format_luck_and_play([*make_luck_and_play(*[0.3] * (MIN_MATCHES - 1)), LuckAndPlay(99, None, None)])
    assert f"{MIN_MATCHES - 1} of {MIN_MATCHES}" in line
    assert "(±" not in line
    games = [game for game in GAMES.values() if game.can_judge]
    [line] = profile.format_luck_and_play([(game, make_luck_and_play(0.1)) for game in games], "en")
    assert all(f"**{game.say('name', 'en')}** 1 of {MIN_MATCHES}" in line for game in games)
    assert line.count("I can tell") == 1


async def list_verdicts(world: World, person_id: int, edition: int = COACH_EDITION) -> list[LuckAndPlay]:
    return await world.store.results.list_luck_and_play(person_id, SERVER_ID, JUDGED_GAME_KEY, edition, 50)


@both_databases
async def test_verdict_is_stored_for_both_players_until_a_newer_coach(world: World) -> None:
    match_id = await play_short_match(world)
    match = await world.matches.find_match(match_id)
    for person_id in (ANN, BEN):
        assert await list_verdicts(world, person_id) == [(match_id, None, None)]
    await world.person(ANN).open_review(match_id)
    for person_id in (ANN, BEN):
        sign = 1 if match.find_view_seat(person_id) == 0 else -1
        ((_, luck, play),) = await list_verdicts(world, person_id)
        assert (luck, play) == pytest.approx((0.3 * sign, -0.2 * sign))
        assert await list_verdicts(world, person_id, COACH_EDITION + 1) == [(match_id, None, None)]
    # An older coach in another process does not overwrite the verdict.
    await world.store.results.save_review(match_id, COACH_EDITION - 1, b"", [(0, 0), (0, 0)])
    assert (await list_verdicts(world, ANN))[0].luck != 0
    await world.store.results.save_review(match_id, COACH_EDITION + 1, b"", [(0, 0), (0, 0)])
    assert await list_verdicts(world, ANN, COACH_EDITION + 1) == [(match_id, 0, 0)]


async def test_profile_reviews_matches_and_shows_luck_only_to_its_owner(world: World) -> None:
    for _ in range(MIN_MATCHES):
        await play_short_match(world)
    ann = world.person(ANN)
    assert f"0 of {MIN_MATCHES}" in read_text((await ann.show_profile()).scene)
    await world.services.coach.wait_for_backlog()
    profile = (await ann.show_profile()).scene
    assert profile
    text = read_text(profile)
    assert f"your last {MIN_MATCHES} matches" in text
    assert say("fortune-private", "en") in profile.footer
    assert "🎲" not in read_text((await world.person(BEN).show_profile(ann)).scene)


@both_databases
async def test_deleted_person_has_no_verdicts(world: World) -> None:
    match_id, store = await play_short_match(world), world.store
    await world.person(ANN).open_review(match_id)
    assert len((await store.people.export_person(BEN))["seat_review"]) == 1
    await store.people.forget_person(BEN, NOON_MS)
    (remaining,) = await list_verdicts(world, ANN)
    assert remaining.luck is not None
    # A later review stores nothing about the deleted person either.
    await store.results.save_review(match_id, COACH_EDITION, b"", [(0, 0), (0, 0)])
    assert not (await store.people.export_person(BEN)).get("seat_review")
