"""Profiles: the statistics they show, and to whom."""

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
    """Return the rows of a match: one's own rank, and those of the others."""
    row = PastResult(ended_ms, GAME_KEY, "{}", "shells", rank, 0, 0)
    row = row._replace(**fields)  # type: ignore[arg-type]
    return [row._replace(opponent_id=other, opponent_rank=theirs) for other, theirs in ranks_of_others.items()]


def build_profile_against(*opponents_and_ranks: tuple[int, tuple[int, int]]) -> Profile:
    """Return the profile after these matches: whom each was against, and how it ended."""
    return build_profile(
        row
        for at, (rival, (mine, theirs)) in enumerate(opponents_and_ranks, 1)
        for row in make_past_results(mine, {rival: theirs}, at)
    )


# What results add up to


def test_records_are_counted_by_game_and_variant() -> None:
    told = build_profile(
        [
            *make_past_results(1, {BEN: 2}, 1),
            *make_past_results(2, {BEN: 1}, 2, options='{"variant": "memory"}'),
            *make_past_results(1, {BEN: 2}, 3, options='{"duel_limit": 9, "variant": "memory"}'),
            # A variant of another edition is counted without one.
            *make_past_results(1, {BEN: 2}, 5, options='{"variant": "upside down"}'),
            *make_past_results(1, {BEN: 1}, 4, game=OTHER_GAME),
        ]
    )
    first, second = told.game_records
    assert (first.game, first.total) == (GAME_KEY, WinLossTally(3, 0, 1))
    assert list(first.tallies_by_variant.items()) == [
        ("memory", WinLossTally(1, 0, 1)),
        ("classic", WinLossTally(1, 0, 0)),
    ]
    assert (second.game, second.total, second.tallies_by_variant) == (OTHER_GAME, WinLossTally(0, 1, 0), {})


def test_first_alone_is_a_win_and_first_with_others_a_draw() -> None:
    won, drawn, lost = (
        make_past_results(1, {BEN: 2, CAT: 2}, 1),
        make_past_results(1, {BEN: 1, CAT: 3}, 2),
        make_past_results(2, {BEN: 1, CAT: 3}, 3),
    )
    assert build_profile([*won, *drawn, *lost]).game_records[0].total == WinLossTally(1, 1, 1)


def test_match_that_says_nothing_is_not_counted() -> None:
    for told in ({"reason": "cancelled"}, {"reason": "abandoned"}, {"opponent_id": None}):
        rows = [row._replace(**told) for row in make_past_results(1, {BEN: 2}, 1)]
        assert build_profile(rows) == Profile(finished_games=frozenset({GAME_KEY}))
    assert build_profile(make_past_results(1, {BEN: 2, None: 3}, 1)).game_records == (), "the house sat there"
    assert build_profile(make_past_results(1, {BEN: 2}, 1, game="pebbles")) == build_profile([]) == Profile(), (
        "a game that is no more"
    )


def test_streak_is_the_latest_and_the_longest_of_wins() -> None:
    ends = [
        (BEN, end)
        for end in (WIN_RANKS, WIN_RANKS, WIN_RANKS, LOSS_RANKS, WIN_RANKS, WIN_RANKS, DRAW_RANKS, DRAW_RANKS)
    ]
    assert (build_profile_against(*ends).current_streak, build_profile_against(*ends).longest_win_streak) == (
        Streak(MatchOutcome.DRAWN, 2),
        3,
    )
    assert build_profile_against(*ends[:6]).current_streak == Streak(MatchOutcome.WON, 2)
    assert build_profile_against((BEN, LOSS_RANKS)).longest_win_streak == 0


@pytest.mark.parametrize(
    ("ends", "nemesis", "favourite"),
    [
        ([*[(BEN, LOSS_RANKS)] * 2, *[(CAT, LOSS_RANKS)] * 3, *[(DAN, WIN_RANKS)] * 9], CAT, DAN),
        ([(BEN, LOSS_RANKS)] * (RIVAL_MIN_MATCHES - 1), None, None),
        ([*[(BEN, WIN_RANKS)] * 5, *[(CAT, DRAW_RANKS)] * 5], None, CAT),
        # Between equals the nemesis needed fewer matches, or else was met last; the favorite was met last.
        ([*[(CAT, LOSS_RANKS)] * 3, *[(BEN, LOSS_RANKS)] * 3, (BEN, WIN_RANKS)], CAT, BEN),
        ([*[(CAT, LOSS_RANKS)] * 3, *[(BEN, LOSS_RANKS)] * 3], BEN, BEN),
        ([*[(BEN, LOSS_RANKS)] * 3, *[(CAT, LOSS_RANKS)] * 3], CAT, CAT),
        # A person who asked to be forgotten is nobody's rival.
        ([(-7, LOSS_RANKS)] * 5, None, None),
    ],
)
def test_rivals_are_those_met_most_often(
    ends: Sequence[tuple[int, tuple[int, int]]], nemesis: int | None, favourite: int | None
) -> None:
    told = build_profile_against(*ends)
    assert [rival and rival.person_id for rival in (told.nemesis, told.favorite_opponent)] == [nemesis, favourite]
    assert told.game_records[0].total.match_count == len(ends)
    if favourite == DAN:
        assert told.nemesis == Rivalry(CAT, match_count=3, ahead_count=0, behind_count=3)
        assert told.favorite_opponent == Rivalry(DAN, match_count=9, ahead_count=9, behind_count=0)


def test_curve_begins_where_everybody_begins() -> None:
    rows = [
        *make_past_results(1, {BEN: 2, CAT: 3}, 1),
        *make_past_results(1, {BEN: 2}, 2),
        *make_past_results(2, {BEN: 1}, 3),
    ]
    rows += make_past_results(1, {BEN: 2}, 4, game=OTHER_GAME)
    points = [(GAME_KEY, 10, 1010.5), (GAME_KEY, 30, 990.0), (OTHER_GAME, 40, 1020.0), ("pebbles", 50, 1.0)]
    rated = [RatingPoint(*each, season_number=0) for each in points]
    assert [(curve.game, curve.points) for curve in build_profile(rows, rated).rating_curves] == [
        (GAME_KEY, ((9, START_POINTS), (10, 1010.5), (30, 990.0))),
        (OTHER_GAME, ((39, START_POINTS), (40, 1020.0))),
    ]


def test_peak_counts_once_there_is_a_rank_in_each_season() -> None:
    def find_peak(rated: Sequence[RatingPoint]) -> float | None:
        (curve,) = build_profile(make_past_results(1, {BEN: 2}, 1), rated).rating_curves
        return curve.peak_rating

    first = [
        RatingPoint(GAME_KEY, at, rating, 0)
        for at, rating in enumerate([1300.0, 1250.0, 1220.0, 1200.0, 1190.0, 1210.0])
    ]
    assert [find_peak(first[:count]) for count in (4, 5, 6)] == [None, 1190.0, 1210.0]
    second = [RatingPoint(GAME_KEY, 10 + at, rating, 1) for at, rating in enumerate([1400.0, 1350.0, 1300.0, 1250.0])]
    assert find_peak([*first, *second]) == 1210.0
    assert find_peak([*first, *second, RatingPoint(GAME_KEY, 20, 1240.0, 1)]) == 1240.0


@pytest.mark.parametrize(
    ("rank", "among", "top"),
    [
        (1, TOP_PERCENT_MIN_PLAYERS - 1, None),
        (1, TOP_PERCENT_MIN_PLAYERS, 10),
        (1, 100_000, 1),
        (3, 200, 2),
        (200, 200, 100),
        (TOP_PERCENT_MIN_PLAYERS + 1, TOP_PERCENT_MIN_PLAYERS, None),
    ],
)
def test_top_share_is_told_where_there_are_many(rank: int, among: int, top: int | None) -> None:
    assert CurrentRating(LadderPlace(rank, rank, Rating(1, "", 1, BEN, 1.0, 1.0, 1.0, 9, 9)), among).top_percent == top


def test_encounter_counts_the_matches_that_say_something() -> None:
    told = build_head_to_head_tally(
        [
            HeadToHead(GAME_KEY, "cancelled", 3, 2, 1, 900),
            HeadToHead(GAME_KEY, "shells", 5, 1, 2, 500),
            HeadToHead(GAME_KEY, "resigned", 4, 4, 0, 600),
            HeadToHead(OTHER_GAME, "points", 20, 3, 7, 100),
            HeadToHead("pebbles", "points", 99, 3, 7, 999),
        ]
    )
    assert told.tallies_by_game == ((OTHER_GAME, WinLossTally(3, 10, 7)), (GAME_KEY, WinLossTally(5, 2, 2)))
    assert (told.total, told.latest_ms) == (WinLossTally(8, 12, 9), 600)
    assert build_head_to_head_tally([]).tallies_by_game == ()


OPPONENTS_AND_RANKS = st.lists(
    st.tuples(st.sampled_from([BEN, CAT, DAN]), st.sampled_from([WIN_RANKS, DRAW_RANKS, LOSS_RANKS])), max_size=30
)


@given(OPPONENTS_AND_RANKS)
def test_all_figures_count_the_same_matches(ends: Sequence[tuple[int, tuple[int, int]]]) -> None:
    told = build_profile_against(*ends)
    assert sum(record.total.match_count for record in told.game_records) == len(ends)
    assert all(
        sum(it.match_count for it in record.tallies_by_variant.values()) == record.total.match_count
        for record in told.game_records
    )
    assert (told.current_streak is None) == (not ends)
    assert told.longest_win_streak <= sum(record.total.won for record in told.game_records)
    for rival in (told.nemesis, told.favorite_opponent):
        assert rival is None or RIVAL_MIN_MATCHES <= rival.match_count >= rival.ahead_count + rival.behind_count
    if told.nemesis and told.favorite_opponent:
        assert told.nemesis.match_count <= told.favorite_opponent.match_count


# What is shown to whom


async def play_short_matches(world: World, count: int = 1, server_id: int = SERVER_ID) -> None:
    """Let Ann and Ben finish some short matches."""
    for at in range(count):
        await play_match(
            world.matches,
            (ANN, BEN),
            GAME_KEY,
            SHORT_DUEL_OPTIONS,
            choose_move=make_random_chooser(at),
            now_ms=NOON_MS + at,
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
    """Another process is told that they do not want to be seen."""
    await Preferences(world.store).update_player(person_id, PlayerPreferences(listed=False))


async def read_profile(person: Person, subject_id: int = ANN) -> str:
    return read_text((await person.show_profile(subject_id)).scene)


async def compare_profiles(person: Person, other_id: int, *more_ids: object) -> str:
    return read_text(
        (
            await person.click(Action.SHOW_HEAD_TO_HEAD, 0, 0, f"{other_id}", selected_values=tuple(map(str, more_ids)))
        ).scene
    )


async def test_profile_tells_ratings_record_and_rivals(world: World) -> None:
    await play_short_matches(world, 4)
    for person_id, game, points in (
        (ANN, GAME_KEY, 3012.4),
        (BEN, GAME_KEY, 900.0),
        (CAT, GAME_KEY, 3300.0),
        (ANN, "", 990.0),
    ):
        await set_rating(world, person_id, game, points)
    response = await world.person(BEN).show_profile(ANN)
    for told in (
        f"Profile of <@{ANN}>",
        "**Duel of the Shamans**: **3012** ± 120 · rank 2",
        "**All games**: **990** ± 120 · rank 1",
        "4 matches:",
        "-# classic ",
        f"Favourite opponent: <@{BEN}>, 4 matches",
    ):
        assert told in read_text(response.scene)
    assert [*map_labels_to_custom_ids(response.scene)] == ["All my matches"], (
        "what others do without knowing it is theirs"
    )
    await world.store.seasons.begin_season(SERVER_ID, "Spring", NOON_MS)
    for server_id in (SERVER_ID, 99, None):
        assert "3012" not in await read_profile(world.person(ANN, server_id=server_id)), "of another season or server"


async def test_profile_tells_peak_and_place_once_ranked(world: World) -> None:
    await play_short_matches(world)
    told = await read_profile(world.person())
    assert "· provisional, 4 more matches to a rank" in told
    assert "top " not in told
    await set_rating(world, ANN, GAME_KEY, 1100.0)
    for other in range(100, 139):
        await set_rating(world, other, GAME_KEY, 900.0 + 10 * other)
    for _ in range(6):
        await set_rating(world, ANN, GAME_KEY, 3012.4)
    assert "**3012** ± 120 · rank 1 · top 3%" in await read_profile(restart_world(world).person())


async def test_awards_stay_on_the_profile_of_their_server(world: World) -> None:
    await play_short_matches(world)
    won = (("place", "", 1), ("place", "", 1), ("place", "", 3), ("first", GAME_KEY, 1), ("rival", "", 7))
    for kind, game, number in won:
        season = await world.store.seasons.begin_season(SERVER_ID, "", NOON_MS)
        award = Award(ANN, SERVER_ID, season, kind, game, number, 1200)
        await world.store.seasons.save_awards(Season(SERVER_ID, season, "", NOON_MS, NOON_MS), [award])
    for who in (ANN, BEN):
        told = await read_profile(world.person(who))
        assert "🏆 Champion: seasons 1 and 2" in told
        assert "🥉 On the podium: season 3" in told
        assert "🎯 First at Duel of the Shamans: season 4" in told
    assert "🏆" not in await read_profile(world.person(server_id=SERVER_ID + 1))
    assert "🏆" not in await read_profile(world.person(), BEN)


async def test_two_people_are_compared(world: World) -> None:
    await play_short_matches(world, 3)
    told = await compare_profiles(world.person(CAT), ANN, BEN)
    assert f"<@{ANN}> and <@{BEN}>" in told
    assert "3 matches: **" in told
    assert "**Duel of the Shamans**: " in told
    assert "haven’t met" in await compare_profiles(world.person(), ANN, CAT)
    assert "Profile of" in await compare_profiles(world.person(), ANN, ANN)
    for person_id in (ANN, BEN):
        response = await world.person(person_id).show_profile(ANN)
        assert response.scene
        assert [row.custom_id for row in response.scene.rows if isinstance(row, PersonSelect)] == [
            f"{Action.SHOW_HEAD_TO_HEAD}:0:0:{ANN}"
        ]


@pytest.mark.parametrize("chosen", [(), ("x",), ("0",), (f"{BEN}", f"{CAT}"), ("9" * 40,)])
async def test_forged_person_is_compared_with_nobody(world: World, chosen: tuple[str, ...]) -> None:
    assert await catch_refusal_key(compare_profiles(world.person(), ANN, *chosen)) == "button"


async def test_unlisted_person_is_seen_by_themselves_only(world: World) -> None:
    """Whatever this process remembers of their settings; nor are they named as a rival in what others see."""
    await play_short_matches(world, 4)
    assert f"<@{BEN}>" in await read_profile(world.person(CAT))
    await world.preferences.load_player(BEN)
    await hide_profile(world, BEN)
    ann, ben, cat = (world.person(it) for it in (ANN, BEN, CAT))
    for person in (ann, cat):
        assert await catch_refusal_key(person.show_profile(BEN)) == "unlisted"
        for one, other in ((ANN, BEN), (BEN, ANN)):
            assert await catch_refusal_key(compare_profiles(person, one, other)) == "unlisted"
    assert "4 matches" in await read_profile(ben, BEN)
    assert "4 matches" in await compare_profiles(ben, BEN, ANN)
    assert f"<@{BEN}>" in await read_profile(ann)
    assert f"<@{BEN}>" not in await read_profile(cat)
    assert f"<@{BEN}>" not in read_text((await ann.click(Action.SHARE_PROFILE_OR_REPORT)).channel_post)


async def test_profile_in_direct_messages_is_one_s_own_on_all_servers(world: World) -> None:
    for server_id in (SERVER_ID, SERVER_ID + 1):
        await play_short_matches(world, server_id=server_id)
    here, everywhere = await world.person().show_profile(), await world.person(server_id=None).show_profile()
    assert "1 match:" in read_text(here.scene)
    assert "2 matches:" in read_text(everywhere.scene)
    assert "Post it here for all" in map_labels_to_custom_ids(here.scene)
    assert "Post it here for all" not in map_labels_to_custom_ids(everywhere.scene), "there is nobody to show it to"
    assert everywhere.scene
    assert everywhere.scene.board is None, "between servers no points are compared"
    # What others play on servers where one has never been is theirs.
    assert await catch_refusal_key(world.person(BEN, server_id=None).show_profile(ANN)) == "server-only"
    assert await catch_refusal_key(compare_profiles(world.person(server_id=None), ANN, BEN)) == "server-only"


async def test_profile_counts_rated_and_unrated_matches_and_says_so(world: World) -> None:
    both = {"en": "rated or not", "de": "gewertet oder nicht", "fr": "classées ou non"}
    empty = await world.person().show_profile()
    assert "No finished match with other people" in read_text(empty.scene)
    assert [*map_labels_to_custom_ids(empty.scene)] == ["All my matches"]
    await play_short_matches(world)
    for locale in LOCALES:
        told = await read_profile(world.person(locale=locale))
        assert "1 " in told
        assert sum(both[locale] in line for line in told.splitlines()) == 1
