"""The upset and the match of the week, and the weekly post that shows them."""

from __future__ import annotations

import pytest

from bot.delivery.season_posts import SeasonPosts
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.ratings.rating_updates import MatchResults, group_by_match
from bot.ratings.week_highlights import (
    STRONGEST_MATCHES,
    find_match_of_the_week,
    find_upset,
)
from bot.screens.custom_ids import Action
from bot.screens.scene import Film, Scene, SceneImage
from bot.wall_clock import MINUTE_MS, WEEK_MS, week_end_ms
from storage import SeatResult
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, NOON_MS, SERVER_ID, make_random_chooser, play_match
from tests.kit.scene_reading import SHORT_DUEL_OPTIONS, list_buttons, read_text
from tests.kit.world import World


def make_match(
    match_id: int,
    scores: tuple[int, ...] = (10, 8),
    ratings: tuple[float, ...] = (1000.0, 1000.0),
    gain: float = 20.0,
    reason: str = "shells",
) -> MatchResults:
    """Make the results of a match. The first player wins unless the best scores are equal."""
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return tuple(
        SeatResult(
            seat, ANN + seat, SERVER_ID, "schamanen", 0, rank, score, reason, True, match_id, rating,
            rating + (gain if rank == 1 else -gain), match_id,
        )
        for seat, (rank, score, rating) in enumerate(zip(ranks, scores, ratings, strict=True))
    )  # fmt: skip


def test_upset_is_the_largest_gain_against_a_stronger_player() -> None:
    matches = [
        make_match(1, ratings=(1000.0, 1100.0), gain=30.0),
        make_match(2, ratings=(1000.0, 1300.0), gain=44.4),
        make_match(3, ratings=(1200.0, 1000.0), gain=90.0),
        make_match(4, ratings=(1000.0, 1300.0), gain=44.4),
        make_match(5, scores=(9, 9), ratings=(900.0, 1500.0), gain=99.0),
    ]
    upset = find_upset(matches)
    assert upset
    assert (upset.winner.match_id, upset.winner.person_id, upset.loser.person_id) == (2, ANN, ANN + 1)
    assert upset.gained_points == 44
    assert find_upset(matches[2:3]) is None
    assert find_upset([]) is None


def test_upset_of_several_players_names_the_strongest_loser() -> None:
    upset = find_upset([make_match(1, (9, 5, 3), (1000.0, 900.0, 1200.0))])
    assert upset
    assert upset.loser.person_id == ANN + 2


def test_match_of_the_week_is_the_closest_of_the_strongest_matches() -> None:
    strong = [make_match(number, (12, 6), (1500.0 + number, 1500.0)) for number in range(1, STRONGEST_MATCHES)]
    closest = make_match(50, (10, 8), (1400.0, 1400.0))
    closer_but_weak = make_match(60, (9, 9), (900.0, 900.0))
    assert find_match_of_the_week([closer_but_weak, *strong, closest]) == 50
    resigned = make_match(70, (9, 9), (1600.0, 1600.0), reason="resign")
    assert find_match_of_the_week([resigned, *strong[:2]]) == 2, "equally close, and stronger"
    # Scores of different games have different sizes.
    assert find_match_of_the_week([make_match(1, (3, 1)), make_match(2, (30, 26))]) == 2
    assert find_match_of_the_week([make_match(1, (0, 0))]) == 1
    assert find_match_of_the_week([]) is None


def test_results_are_grouped_by_match() -> None:
    matches = [make_match(1), make_match(2, (3, 2, 1), (1.0, 2.0, 3.0))]
    assert group_by_match([result for results in matches for result in results]) == matches


@pytest.fixture
async def posts(world: World) -> SeasonPosts:
    """The posts of a server that wants the weekly post, and on which three duels have been played."""
    manager = world.person(can_manage_server=True)
    await manager.click(Action.CHANGE_SETTING, 0, 0, "ladder.weekly", selected_values=("yes",))
    await world.preferences.update_server(SERVER_ID, ServerPreferences(steps=0, pair=None))
    for number, people in enumerate(((ANN, BEN), (BEN, CAT), (CAT, ANN))):
        await play_match(
            world.matches,
            people,
            "schamanen",
            SHORT_DUEL_OPTIONS,
            choose_move=make_random_chooser(number),
            now_ms=NOON_MS + number * MINUTE_MS,
        )
    return world.services.season_posts


async def post_weekly(world: World, posts: SeasonPosts) -> Scene:
    await posts.post_due_announcements(week_end_ms(NOON_MS))
    [(channel_id, scene)] = world.discord.posted_messages
    assert channel_id == CHANNEL_ID
    assert not scene.pinged_ids
    return scene


async def test_weekly_post_shows_the_film_of_the_match_of_the_week(world: World, posts: SeasonPosts) -> None:
    scene = await post_weekly(world, posts)
    assert isinstance(scene.reveal, SceneImage), "the ladder"
    assert isinstance(scene.board, Film)
    assert "**Match of the week:**" in read_text(scene)
    results = group_by_match(await world.store.results.list_rated(SERVER_ID))
    review, _ = list_buttons(scene)
    assert review.custom_id == f"{Action.SHOW_REVIEW}:{find_match_of_the_week(results)}:0:"
    upset = find_upset(results)
    assert upset
    line = f"<@{upset.winner.person_id}> beat <@{upset.loser.person_id}> and gained {upset.gained_points} points"
    assert line in read_text(scene)


async def test_weekly_post_leaves_out_people_who_hide_themselves(world: World, posts: SeasonPosts) -> None:
    for person_id in (ANN, BEN):
        await world.preferences.update_player(person_id, PlayerPreferences(listed=False))
    scene = await post_weekly(world, posts)
    assert isinstance(scene.board, SceneImage)
    assert "of the week:" not in read_text(scene)


async def test_weekly_post_leaves_out_matches_in_closed_channels(world: World, posts: SeasonPosts) -> None:
    await world.preferences.update_server(SERVER_ID, ServerPreferences(standing=(77,)))
    await posts.post_due_announcements(week_end_ms(NOON_MS))
    [(channel_id, scene)] = world.discord.posted_messages
    assert channel_id == 77
    assert "of the week:" not in read_text(scene)


async def test_weekly_post_is_about_the_past_week_only(world: World, posts: SeasonPosts) -> None:
    await post_weekly(world, posts)
    latest_ms = week_end_ms(NOON_MS) + MINUTE_MS
    await play_match(world.matches, (BEN, ANN), "schnick", choose_move=make_random_chooser(9), now_ms=latest_ms)
    await posts.post_due_announcements(latest_ms + WEEK_MS)
    [_, (_, scene)] = world.discord.posted_messages
    assert "Schnick Schnack Schnuck" in read_text(scene)
    assert "Duel of the Shamans" not in read_text(scene)
