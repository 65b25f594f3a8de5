"""Tests for profiles: their statistics, and who may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.preferences import PlayerPreferences, Preferences
from bot.ratings.profile import (
    RIVAL_MIN_MATCHES,
    TOP_PERCENT_MIN_PLAYERS,
    CurrentRating,
    MatchOutcome,
    Profile,
    Rivalry,
    Streak,
    WinLossTally,
    build_head_to_head_tally,
    build_profile,
)
from bot.ratings.rating_updates import START_POINTS
from bot.screens.custom_ids import Action
from bot.screens.scene import PersonSelect
from games.words import LOCALES
from storage import (
    Award,
    Event,
    HeadToHead,
    LadderPlace,
    MatchChange,
    NewMatch,
    PastResult,
    Rating,
    RatingPoint,
    Season,
)
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    DAN,
    NOON_MS,
    SERVER_ID,
    catch_refusal_key,
    make_random_chooser,
    play_match,
)
from tests.kit.person import Person
from tests.kit.scene_reading import SHORT_DUEL_OPTIONS, map_labels_to_custom_ids, read_text
from tests.kit.world import World, restart_world

GAME_KEY, OTHER_GAME = "schamanen", "schnick"
WIN_RANKS, DRAW_RANKS, LOSS_RANKS = (1, 2), (1, 1), (2, 1)


def make_past_results(
    rank: int, ranks_of_others: Mapping[int | None, int], ended_ms: int, **fields: object
) -> list[PastResult]:
    """Return the rows of one match in which the player had this rank, with one row per opponent."""
    row = PastResult(ended_ms, GAME_KEY, "{}", "shells", rank, 0, 0)
    row = row._replace(**fields)  # type: ignore[arg-type]
    return [
        row._replace(opponent_id=opponent_id, opponent_rank=opponent_rank)
        for opponent_id, opponent_rank in ranks_of_others.items()
    ]


def build_profile_against(*opponents_and_ranks: tuple[int, tuple[int, int]]) -> Profile:
    """Return the profile of a player after two-player matches. Each one has an opponent and the ranks of both."""
    return build_profile(
        row
        for ended_ms, (opponent_id, (rank, opponent_rank)) in enumerate(opponents_and_ranks, 1)
        for row in make_past_results(rank, {opponent_id: opponent_rank}, ended_ms)
    )


# Statistics


def test_wins_and_losses_are_counted_per_game_and_variant() -> None:
    profile = build_profile(
        [
            *make_past_results(1, {BEN: 2}, 1),
            *make_past_results(2, {BEN: 1}, 2, options='{"variant": "memory"}'),
            *make_past_results(1, {BEN: 2}, 3, options='{"duel_limit": 9, "variant": "memory"}'),
            # An unknown variant only counts for the game.
            *make_past_results(1, {BEN: 2}, 5, options='{"variant": "upside down"}'),
            *make_past_results(1, {BEN: 1}, 4, game=OTHER_GAME),
        ]
    )
    first, second = profile.game_records
    assert (first.game, first.total) == (GAME_KEY, WinLossTally(3, 0, 1))
    assert list(first.tallies_by_variant.items()) == [
        ("memory", WinLossTally(1, 0, 1)),
        ("classic", WinLossTally(1, 0, 0)),
    ]
    assert (second.game, second.total, second.tallies_by_variant) == (OTHER_GAME, WinLossTally(0, 1, 0), {})


def test_sole_first_rank_is_a_win_and_shared_a_draw() -> None:
    won, drawn, lost = (
        make_past_results(1, {BEN: 2, CAT: 2}, 1),
        make_past_results(1, {BEN: 1, CAT: 3}, 2),
        make_past_results(2, {BEN: 1, CAT: 3}, 3),
    )
    assert build_profile([*won, *drawn, *lost]).game_records[0].total == WinLossTally(1, 1, 1)


def test_undecided_matches_and_matches_against_ai_are_not_counted() -> None:
    for changed_fields in ({"reason": "cancelled"}, {"reason": "abandoned"}, {"opponent_id": None}):
        rows = [row._replace(**changed_fields) for row in make_past_results(1, {BEN: 2}, 1)]
        assert build_profile(rows) == Profile(finished_games=frozenset({GAME_KEY}))
    assert build_profile(make_past_results(1, {BEN: 2, None: 3}, 1)).game_records == (), "the AI took part"
    assert build_profile(make_past_results(1, {BEN: 2}, 1, game="pebbles")) == build_profile([]) == Profile(), (
        "a removed game"
    )


def test_current_streak_and_longest_win_streak() -> None:
    opponents_and_ranks = [
        (BEN, ranks)
        for ranks in (WIN_RANKS, WIN_RANKS, WIN_RANKS, LOSS_RANKS, WIN_RANKS, WIN_RANKS, DRAW_RANKS, DRAW_RANKS)
    ]
    assert (
        build_profile_against(*opponents_and_ranks).current_streak,
        build_profile_against(*opponents_and_ranks).longest_win_streak,
    ) == (
        Streak(MatchOutcome.DRAWN, 2),
        3,
    )
    assert build_profile_against(*opponents_and_ranks[:6]).current_streak == Streak(MatchOutcome.WON, 2)
    assert build_profile_against((BEN, LOSS_RANKS)).longest_win_streak == 0


@pytest.mark.parametrize(
    ("opponents_and_ranks", "nemesis", "favorite"),
    [
        ([*[(BEN, LOSS_RANKS)] * 2, *[(CAT, LOSS_RANKS)] * 3, *[(DAN, WIN_RANKS)] * 9], CAT, DAN),
        ([(BEN, LOSS_RANKS)] * (RIVAL_MIN_MATCHES - 1), None, None),
        ([*[(BEN, WIN_RANKS)] * 5, *[(CAT, DRAW_RANKS)] * 5], None, CAT),
        # Ties: the nemesis needed fewer matches, or was met last; the favorite was met last.
        ([*[(CAT, LOSS_RANKS)] * 3, *[(BEN, LOSS_RANKS)] * 3, (BEN, WIN_RANKS)], CAT, BEN),
        ([*[(CAT, LOSS_RANKS)] * 3, *[(BEN, LOSS_RANKS)] * 3], BEN, BEN),
        ([*[(BEN, LOSS_RANKS)] * 3, *[(CAT, LOSS_RANKS)] * 3], CAT, CAT),
        # Negative IDs stand for deleted accounts.
        ([(-7, LOSS_RANKS)] * 5, None, None),
    ],
)
def test_nemesis_and_favorite_opponent_follow_from_the_results(
    opponents_and_ranks: Sequence[tuple[int, tuple[int, int]]], nemesis: int | None, favorite: int | None
) -> None:
    profile = build_profile_against(*opponents_and_ranks)
    assert [rival and rival.person_id for rival in (profile.nemesis, profile.favorite_opponent)] == [nemesis, favorite]
    assert profile.game_records[0].total.match_count == len(opponents_and_ranks)
    if favorite == DAN:
        assert profile.nemesis == Rivalry(CAT, match_count=3, ahead_count=0, behind_count=3)
        assert profile.favorite_opponent == Rivalry(DAN, match_count=9, ahead_count=9, behind_count=0)


def test_rating_curve_begins_at_the_starting_points() -> None:
    rows = [
        *make_past_results(1, {BEN: 2, CAT: 3}, 1),
        *make_past_results(1, {BEN: 2}, 2),
        *make_past_results(2, {BEN: 1}, 3),
    ]
    rows += make_past_results(1, {BEN: 2}, 4, game=OTHER_GAME)
    points = [(GAME_KEY, 10, 1010.5), (GAME_KEY, 30, 990.0), (OTHER_GAME, 40, 1020.0), ("pebbles", 50, 1.0)]
    rating_points = [RatingPoint(*point, season_number=0) for point in points]
    assert [(curve.game, curve.points) for curve in build_profile(rows, rating_points).rating_curves] == [
        (GAME_KEY, ((9, START_POINTS), (10, 1010.5), (30, 990.0))),
        (OTHER_GAME, ((39, START_POINTS), (40, 1020.0))),
    ]


def test_peak_rating_ignores_unranked_matches_of_each_season() -> None:
    def find_peak(points: Sequence[RatingPoint]) -> float | None:
        (curve,) = build_profile(make_past_results(1, {BEN: 2}, 1), points).rating_curves
        return curve.peak_rating

    first_season = [
        RatingPoint(GAME_KEY, number, rating, 0)
        for number, rating in enumerate([1300.0, 1250.0, 1220.0, 1200.0, 1190.0, 1210.0])
    ]
    assert [find_peak(first_season[:count]) for count in (4, 5, 6)] == [None, 1190.0, 1210.0]
    second_season = [
        RatingPoint(GAME_KEY, 10 + number, rating, 1) for number, rating in enumerate([1400.0, 1350.0, 1300.0, 1250.0])
    ]
    assert find_peak([*first_season, *second_season]) == 1210.0
    assert find_peak([*first_season, *second_season, RatingPoint(GAME_KEY, 20, 1240.0, 1)]) == 1240.0


@pytest.mark.parametrize(
    ("rank", "player_count", "top_percent"),
    [
        (1, TOP_PERCENT_MIN_PLAYERS - 1, None),
        (1, TOP_PERCENT_MIN_PLAYERS, 10),
        (1, 100_000, 1),
        (3, 200, 2),
        (200, 200, 100),
        (TOP_PERCENT_MIN_PLAYERS + 1, TOP_PERCENT_MIN_PLAYERS, None),
    ],
)
def test_top_percent_needs_many_ranked_players(rank: int, player_count: int, top_percent: int | None) -> None:
    assert (
        CurrentRating(LadderPlace(rank, rank, Rating(1, "", 1, BEN, 1.0, 1.0, 1.0, 9, 9)), player_count).top_percent
        == top_percent
    )


def test_head_to_head_counts_decided_matches_of_known_games() -> None:
    tally = build_head_to_head_tally(
        [
            HeadToHead(GAME_KEY, "cancelled", 3, 2, 1, 900),
            HeadToHead(GAME_KEY, "shells", 5, 1, 2, 500),
            HeadToHead(GAME_KEY, "resigned", 4, 4, 0, 600),
            HeadToHead(OTHER_GAME, "points", 20, 3, 7, 100),
            HeadToHead("pebbles", "points", 99, 3, 7, 999),
        ]
    )
    assert tally.tallies_by_game == ((OTHER_GAME, WinLossTally(3, 10, 7)), (GAME_KEY, WinLossTally(5, 2, 2)))
    assert (tally.total, tally.latest_ms) == (WinLossTally(8, 12, 9), 600)
    assert build_head_to_head_tally([]).tallies_by_game == ()


OPPONENTS_AND_RANKS = st.lists(
    st.tuples(st.sampled_from([BEN, CAT, DAN]), st.sampled_from([WIN_RANKS, DRAW_RANKS, LOSS_RANKS])), max_size=30
)


@given(OPPONENTS_AND_RANKS)
def test_all_statistics_count_the_same_matches(opponents_and_ranks: Sequence[tuple[int, tuple[int, int]]]) -> None:
    profile = build_profile_against(*opponents_and_ranks)
    assert sum(record.total.match_count for record in profile.game_records) == len(opponents_and_ranks)
    assert all(
        sum(tally.match_count for tally in record.tallies_by_variant.values()) == record.total.match_count
        for record in profile.game_records
    )
    assert (profile.current_streak is None) == (not opponents_and_ranks)
    assert profile.longest_win_streak <= sum(record.total.won for record in profile.game_records)
    for rival in (profile.nemesis, profile.favorite_opponent):
        assert rival is None or RIVAL_MIN_MATCHES <= rival.match_count >= rival.ahead_count + rival.behind_count
    if profile.nemesis and profile.favorite_opponent:
        assert profile.nemesis.match_count <= profile.favorite_opponent.match_count


# Visibility


async def play_short_matches(world: World, count: int = 1, server_id: int = SERVER_ID) -> None:
    """Play short matches between Ann and Ben."""
    for number in range(count):
        await play_match(
            world.matches,
            (ANN, BEN),
            GAME_KEY,
            SHORT_DUEL_OPTIONS,
            choose_move=make_random_chooser(number),
            now_ms=NOON_MS + number,
            server_id=server_id,
        )


async def set_rating(world: World, person_id: int, game: str, points: float) -> None:
    before = await world.store.ratings.load_rating(SERVER_ID, game, 0, person_id)
    matches = before.match_count + 1 if before else 8
    rating = Rating(SERVER_ID, game, 0, person_id, points, (points - 250) / 30, 2.0, matches, NOON_MS, opponent_count=3)
    opening = NewMatch(SERVER_ID, CHANNEL_ID, GAME_KEY, 1, "{}", "{}", "5eed", "offered", NOON_MS)
    await world.store.journal.create_match(
        opening, [Event("offered", "", NOON_MS, person_id=person_id)], MatchChange(ratings=(rating,))
    )


async def hide_profile(world: World, person_id: int) -> None:
    """Unlist a person in the store without updating the cache, as another process would."""
    await Preferences(world.store).update_player(person_id, PlayerPreferences(listed=False))


async def read_profile(person: Person, subject_id: int = ANN) -> str:
    return read_text((await person.show_profile(subject_id)).scene)


async def compare_profiles(person: Person, other_id: int, *more_ids: object) -> str:
    selected_ids = tuple(map(str, more_ids))
    response = await person.click(Action.SHOW_HEAD_TO_HEAD, 0, 0, f"{other_id}", selected_values=selected_ids)
    return read_text(response.scene)


async def test_profile_shows_ratings_tallies_and_rivals(world: World) -> None:
    await play_short_matches(world, 4)
    for person_id, game, points in (
        (ANN, GAME_KEY, 3012.4),
        (BEN, GAME_KEY, 900.0),
        (CAT, GAME_KEY, 3300.0),
        (ANN, "", 990.0),
    ):
        await set_rating(world, person_id, game, points)
    response = await world.person(BEN).show_profile(ANN)
    for text in (
        f"Profile of <@{ANN}>",
        "**Duel of the Shamans**: **3012** ± 120 · rank 2",
        "**All games**: **990** ± 120 · rank 1",
        "4 matches:",
        "-# classic ",
        f"Favorite opponent: <@{BEN}>, 4 matches",
    ):
        assert text in read_text(response.scene)
    labels = [*map_labels_to_custom_ids(response.scene)]
    assert labels == ["Follow", "How?", "All my matches"], "no buttons for private actions"
    await world.store.seasons.begin_season(SERVER_ID, "Spring", NOON_MS)
    for server_id in (SERVER_ID, 99, None):
        assert "3012" not in await read_profile(world.person(ANN, server_id=server_id)), "other season or server"


async def test_profile_explains_why_all_games_differ_from_the_only_rated_game(world: World) -> None:
    await play_short_matches(world)
    for all_points, other_game, is_explained in (
        (1171.0, None, True),
        (1167.3, None, False),
        (1171.0, OTHER_GAME, False),
    ):
        await set_rating(world, ANN, GAME_KEY, 1167.0)
        await set_rating(world, ANN, "", all_points)
        if other_game:
            await set_rating(world, ANN, other_game, 1100.0)
        text = await read_profile(restart_world(world).person())
        explanation = "-# Not the same as Duel of the Shamans: here, opponents count with their rating at all games."
        assert (explanation in text) == is_explained


async def test_profile_shows_rank_and_top_percent_only_once_ranked(world: World) -> None:
    await play_short_matches(world)
    text = await read_profile(world.person())
    assert "· unranked, 1 of 5 played" in text
    assert "top " not in text
    await set_rating(world, ANN, GAME_KEY, 1100.0)
    for other_id in range(100, 139):
        await set_rating(world, other_id, GAME_KEY, 900.0 + 10 * other_id)
    for _ in range(6):
        await set_rating(world, ANN, GAME_KEY, 3012.4)
    assert "**3012** ± 120 · rank 1 · top 3%" in await read_profile(restart_world(world).person())


async def test_awards_appear_only_on_the_server_they_were_won_on(world: World) -> None:
    await play_short_matches(world)
    awards = (("place", "", 1), ("place", "", 1), ("place", "", 3), ("first", GAME_KEY, 1), ("rival", "", 7))
    for kind, game, number in awards:
        season = await world.store.seasons.begin_season(SERVER_ID, "", NOON_MS)
        award = Award(ANN, SERVER_ID, season, kind, game, number, 1200)
        await world.store.seasons.save_awards(Season(SERVER_ID, season, "", NOON_MS, NOON_MS), [award])
    for viewer_id in (ANN, BEN):
        text = await read_profile(world.person(viewer_id))
        assert "🏆 Champion: seasons 1 and 2" in text
        assert "🥉 On the podium: season 3" in text
        assert "🎯 First at Duel of the Shamans: season 4" in text
    assert "🏆" not in await read_profile(world.person(server_id=SERVER_ID + 1))
    assert "🏆" not in await read_profile(world.person(), BEN)


async def test_head_to_head_compares_two_people(world: World) -> None:
    await play_short_matches(world, 3)
    text = await compare_profiles(world.person(CAT), ANN, BEN)
    assert f"<@{ANN}> and <@{BEN}>" in text
    assert "3 matches: **" in text
    assert "**Duel of the Shamans**: " in text
    assert "haven’t met" in await compare_profiles(world.person(), ANN, CAT)
    assert "Profile of" in await compare_profiles(world.person(), ANN, ANN)
    for person_id in (ANN, BEN):
        response = await world.person(person_id).show_profile(ANN)
        assert response.scene
        assert [row.custom_id for row in response.scene.rows if isinstance(row, PersonSelect)] == [
            f"{Action.SHOW_HEAD_TO_HEAD}:0:0:{ANN}"
        ]


@pytest.mark.parametrize("selected_ids", [(), ("x",), ("0",), (f"{BEN}", f"{CAT}"), ("9" * 40,)])
async def test_head_to_head_refuses_forged_person_ids(world: World, selected_ids: tuple[str, ...]) -> None:
    assert await catch_refusal_key(compare_profiles(world.person(), ANN, *selected_ids)) == "button"


async def test_unlisted_profile_is_visible_only_to_its_owner(world: World) -> None:
    """Other people also do not see the person as a rival, even if the preferences in the cache are outdated."""
    await play_short_matches(world, 4)
    assert f"<@{BEN}>" in await read_profile(world.person(CAT))
    await world.preferences.load_player(BEN)
    await hide_profile(world, BEN)
    ann, ben, cat = (world.person(person_id) for person_id in (ANN, BEN, CAT))
    for person in (ann, cat):
        assert await catch_refusal_key(person.show_profile(BEN)) == "unlisted"
        for first_id, second_id in ((ANN, BEN), (BEN, ANN)):
            assert await catch_refusal_key(compare_profiles(person, first_id, second_id)) == "unlisted"
    assert "4 matches" in await read_profile(ben, BEN)
    assert "4 matches" in await compare_profiles(ben, BEN, ANN)
    assert f"<@{BEN}>" in await read_profile(ann)
    assert f"<@{BEN}>" not in await read_profile(cat)
    assert f"<@{BEN}>" not in read_text((await ann.click(Action.SHARE_PROFILE_OR_REPORT)).channel_post)


async def test_own_profile_in_direct_messages_sums_all_servers(world: World) -> None:
    for server_id in (SERVER_ID, SERVER_ID + 1):
        await play_short_matches(world, server_id=server_id)
    on_server, in_dm = await world.person().show_profile(), await world.person(server_id=None).show_profile()
    assert "1 match:" in read_text(on_server.scene)
    assert "2 matches:" in read_text(in_dm.scene)
    assert "Post it here for all" in map_labels_to_custom_ids(on_server.scene)
    assert "Post it here for all" not in map_labels_to_custom_ids(in_dm.scene), "nobody else would see the post"
    assert in_dm.scene
    assert in_dm.scene.board is None, "ratings of different servers cannot be compared"
    # Matches of others on servers that the viewer may not share are private.
    assert await catch_refusal_key(world.person(BEN, server_id=None).show_profile(ANN)) == "server-only"
    assert await catch_refusal_key(compare_profiles(world.person(server_id=None), ANN, BEN)) == "server-only"


async def test_profile_says_it_counts_rated_and_unrated_matches(world: World) -> None:
    wordings = {"en": "rated or not", "de": "auch ungewertete", "fr": "même hors classement"}
    empty = await world.person().show_profile()
    assert "No matches with people yet" in read_text(empty.scene)
    assert [*map_labels_to_custom_ids(empty.scene)] == ["All my matches"]
    await play_short_matches(world)
    for locale in LOCALES:
        ann = world.person(locale=locale)
        response = await ann.show_profile()
        assert "1 " in read_text(response.scene)
        assert response.scene
        assert response.scene.footer.count(" · ") == 1
        explanation = await ann.click_action(response, Action.EXPLAIN_PROFILE)
        assert sum(wordings[locale] in line for line in read_text(explanation.scene).splitlines()) == 1
        back = await ann.click_action(explanation, Action.SHOW_PROFILE)
        assert read_text(back.scene) == read_text(response.scene)


async def test_profile_shows_the_running_season_and_the_place_in_the_last_one(world: World) -> None:
    await play_short_matches(world)
    await set_rating(world, ANN, "", 990.0)
    await world.store.seasons.begin_season(SERVER_ID, "", NOON_MS)
    text = await read_profile(world.person())
    assert "📅 Season 1: unranked, 0 of 5 played" in text
    assert "990" not in text, "the rating from before the season"
    await play_short_matches(world)
    assert "📅" not in await read_profile(world.person())
    season = await world.store.seasons.load_season(SERVER_ID)
    assert season
    await world.store.seasons.end_season(season, NOON_MS + 1)
    text = await read_profile(world.person())
    assert "🏁 Season 1: unranked, 1 of 5 played" in text
    assert "990" not in text
    await world.store.seasons.begin_season(SERVER_ID, "Spring", NOON_MS + 2)
    text = await read_profile(world.person(BEN), ANN)
    assert "📅 Spring (season 2): unranked, 0 of 5 played" in text
    assert "🏁 Season 1: unranked, 1 of 5 played" in text
