"""Luck and play in the last matches of a person: the verdict of the coach is stored, and shown to that person only."""

from __future__ import annotations

import pytest

from bot.ai.workers import AiWorkers
from bot.i18n import say
from bot.screens import profile
from bot.screens.scene import Scene
from games import GAMES
from games.coach import COACH_EDITION
from games.insight import Contribution
from games.match import RESIGN
from games.record import Record
from games.review import Review, ReviewedStep
from games.words import LOCALES
from storage import LuckAndPlay
from tests.bot.database_marks import both_databases
from tests.kit.matches import ANN, BEN, NOON_MS, SERVER_ID, next_interaction_id
from tests.kit.world import World, begin_match_with_ben

JUDGED_GAME_KEY = next(key for key, game in GAMES.items() if game.can_judge)
MIN_MATCHES = profile.LUCK_SAMPLE_MIN_MATCHES


@pytest.fixture(autouse=True)
def constant_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach takes long; here it says of each match that the first seat was lucky, and the second played better."""

    async def debriefed(_: AiWorkers, match: Record) -> Review | None:
        parts = (Contribution("meeting", (0.3, -0.3)), Contribution("choice", (-0.2, 0.2), 0))
        return Review((0.5, 0.5), (ReviewedStep(1, {}, parts, (0.6, 0.4)),))

    monkeypatch.setattr(AiWorkers, "review_match", debriefed)


async def play_short_match(world: World) -> int:
    """Play a match of Ann and Ben that is over as soon as can be."""
    match = await begin_match_with_ben(world.matches, JUDGED_GAME_KEY)
    await world.matches.play_move(
        match.id, BEN, RESIGN, step=None, interaction_id=next_interaction_id(), now_ms=NOON_MS
    )
    return match.id


def format_luck_and_play(matches: list[LuckAndPlay], locale: str = "en") -> str:
    [line] = profile.format_luck_and_play([(GAMES[JUDGED_GAME_KEY], matches)], locale)
    return line


def make_luck_and_play(*shares: float) -> list[LuckAndPlay]:
    return [LuckAndPlay(match_id, share, -share) for match_id, share in enumerate(shares)]


def read_text_below_board(scene: Scene | None) -> str:
    assert scene
    return " ".join(scene.below)


@pytest.mark.parametrize(
    ("shares", "luck", "play"),
    [
        ([0.2, 0.3] * 10, "more", "less"),
        ([-0.2, -0.3] * 10, "less", "more"),
        ([0.4, -0.3] * 10, "open", "open"),
    ],
)
def test_luck_is_told_only_where_the_interval_bears_it(shares: list[float], luck: str, play: str) -> None:
    for locale in LOCALES:
        line = format_luck_and_play(make_luck_and_play(*shares), locale)
        assert say(f"fortune-luck-{luck}", locale) in line
        assert say(f"fortune-play-{play}", locale) in line


def test_no_luck_and_too_few_matches_are_told_as_such() -> None:
    line = format_luck_and_play([LuckAndPlay(match_id, 0.0, 0.2) for match_id in range(20)])
    assert say("fortune-play-more", "en") in line
    assert "luck" not in line.lower()
    line = format_luck_and_play([*make_luck_and_play(*[0.3] * (MIN_MATCHES - 1)), LuckAndPlay(99, None, None)])
    assert f"{MIN_MATCHES - 1} of {MIN_MATCHES}" in line
    assert "(±" not in line
    games = [game for game in GAMES.values() if game.can_judge]
    [line] = profile.format_luck_and_play([(game, make_luck_and_play(0.1)) for game in games], "en")
    assert all(f"**{game.say('name', 'en')}** 1 of 1" in line for game in games)
    assert line.count("I can tell") == 1


@both_databases
async def test_verdict_is_kept_for_both_players_until_a_newer_coach_comes(world: World) -> None:
    match_id, store = await play_short_match(world), world.store
    match = await world.matches.find_match(match_id)
    for person_id in (ANN, BEN):
        assert await store.results.list_luck_and_play(person_id, SERVER_ID, JUDGED_GAME_KEY, COACH_EDITION, 50) == [
            (match_id, None, None)
        ]
    await world.person(ANN).open_review(match_id)
    for person_id in (ANN, BEN):
        sign = 1 if match.find_view_seat(person_id) == 0 else -1
        ((_, luck, play_),) = await store.results.list_luck_and_play(
            person_id, SERVER_ID, JUDGED_GAME_KEY, COACH_EDITION, 50
        )
        assert (luck, play_) == pytest.approx((0.3 * sign, -0.2 * sign))
        assert await store.results.list_luck_and_play(person_id, SERVER_ID, JUDGED_GAME_KEY, COACH_EDITION + 1, 50) == [
            (match_id, None, None)
        ]
    # An older one, which is still at work somewhere, takes nothing back.
    await store.results.save_review(match_id, COACH_EDITION - 1, b"", [(0, 0), (0, 0)])
    assert (await store.results.list_luck_and_play(ANN, SERVER_ID, JUDGED_GAME_KEY, COACH_EDITION, 50))[0].luck != 0
    await store.results.save_review(match_id, COACH_EDITION + 1, b"", [(0, 0), (0, 0)])
    assert await store.results.list_luck_and_play(ANN, SERVER_ID, JUDGED_GAME_KEY, COACH_EDITION + 1, 50) == [
        (match_id, 0, 0)
    ]


async def test_profile_has_missing_matches_judged_and_tells_its_owner_alone(world: World) -> None:
    for _ in range(MIN_MATCHES):
        await play_short_match(world)
    ann = world.person(ANN)
    assert f"0 of {MIN_MATCHES}" in read_text_below_board((await ann.show_profile()).scene)
    await world.services.coach.wait_for_backlog()
    told = read_text_below_board((await ann.show_profile()).scene)
    assert f"your last {MIN_MATCHES} matches" in told
    assert say("fortune-rules", "en") in told
    assert "🎲" not in read_text_below_board((await world.person(BEN).show_profile(ann)).scene)


@both_databases
async def test_forgotten_player_has_no_verdicts(world: World) -> None:
    match_id, store = await play_short_match(world), world.store
    await world.person(ANN).open_review(match_id)
    assert len((await store.people.export_person(BEN))["seat_review"]) == 1
    await store.people.forget_person(BEN, NOON_MS)
    (rest,) = await store.results.list_luck_and_play(ANN, SERVER_ID, JUDGED_GAME_KEY, COACH_EDITION, 50)
    assert rest.luck is not None
    # A coach who comes later has nothing to keep of them, either.
    await store.results.save_review(match_id, COACH_EDITION, b"", [(0, 0), (0, 0)])
    assert not (await store.people.export_person(BEN)).get("seat_review")
