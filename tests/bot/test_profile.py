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
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, by_dice, played, refusal
from tests.kit.person import Person
from tests.kit.scenes import SHORT, links, text
from tests.kit.world import World, restart_world

GAME, OTHER = "schamanen", "schnick"
WON, DRAWN, LOST = (1, 2), (1, 1), (2, 1)


def match(rank: int, others: Mapping[int | None, int], at: int, **told: object) -> list[PastResult]:
    """Return the rows of a match: one's own rank, and those of the others."""
    row = PastResult(at, GAME, "{}", "shells", rank, 0, 0)
    return [row._replace(opponent_id=other, opponent_rank=theirs, **told) for other, theirs in others.items()]  # type: ignore[arg-type]


def against(*ends: tuple[int, tuple[int, int]]) -> Profile:
    """Return the profile after these matches: whom each was against, and how it ended."""
    return build_profile(
        row for at, (rival, (mine, theirs)) in enumerate(ends, 1) for row in match(mine, {rival: theirs}, at)
    )


# What results add up to


def test_records_are_counted_by_game_and_variant() -> None:
    told = build_profile(
        [
            *match(1, {BEN: 2}, 1),
            *match(2, {BEN: 1}, 2, options='{"variant": "memory"}'),
            *match(1, {BEN: 2}, 3, options='{"duel_limit": 9, "variant": "memory"}'),
            # A variant of another edition is counted without one.
            *match(1, {BEN: 2}, 5, options='{"variant": "upside down"}'),
            *match(1, {BEN: 1}, 4, game=OTHER),
        ]
    )
    first, second = told.game_records
    assert (first.game, first.total) == (GAME, WinLossTally(3, 0, 1))
    assert list(first.tallies_by_variant.items()) == [
        ("memory", WinLossTally(1, 0, 1)),
        ("classic", WinLossTally(1, 0, 0)),
    ]
    assert (second.game, second.total, second.tallies_by_variant) == (OTHER, WinLossTally(0, 1, 0), {})


def test_first_alone_is_a_win_and_first_with_others_a_draw() -> None:
    won, drawn, lost = match(1, {BEN: 2, CAT: 2}, 1), match(1, {BEN: 1, CAT: 3}, 2), match(2, {BEN: 1, CAT: 3}, 3)
    assert build_profile([*won, *drawn, *lost]).game_records[0].total == WinLossTally(1, 1, 1)


def test_match_that_says_nothing_is_not_counted() -> None:
    for told in ({"reason": "cancelled"}, {"reason": "abandoned"}, {"opponent_id": None}):
        rows = [row._replace(**told) for row in match(1, {BEN: 2}, 1)]
        assert build_profile(rows) == Profile(finished_games=frozenset({GAME}))
    assert build_profile(match(1, {BEN: 2, None: 3}, 1)).game_records == (), "the house sat there"
    assert build_profile(match(1, {BEN: 2}, 1, game="pebbles")) == build_profile([]) == Profile(), (
        "a game that is no more"
    )


def test_streak_is_the_latest_and_the_longest_of_wins() -> None:
    ends = [(BEN, end) for end in (WON, WON, WON, LOST, WON, WON, DRAWN, DRAWN)]
    assert (against(*ends).current_streak, against(*ends).longest_win_streak) == (Streak(MatchOutcome.DRAWN, 2), 3)
    assert against(*ends[:6]).current_streak == Streak(MatchOutcome.WON, 2)
    assert against((BEN, LOST)).longest_win_streak == 0


@pytest.mark.parametrize(
    ("ends", "nemesis", "favourite"),
    [
        ([*[(BEN, LOST)] * 2, *[(CAT, LOST)] * 3, *[(DAN, WON)] * 9], CAT, DAN),
        ([(BEN, LOST)] * (RIVAL_MIN_MATCHES - 1), None, None),
        ([*[(BEN, WON)] * 5, *[(CAT, DRAWN)] * 5], None, CAT),
        # Between equals the nemesis needed fewer matches, or else was met last; the favorite was met last.
        ([*[(CAT, LOST)] * 3, *[(BEN, LOST)] * 3, (BEN, WON)], CAT, BEN),
        ([*[(CAT, LOST)] * 3, *[(BEN, LOST)] * 3], BEN, BEN),
        ([*[(BEN, LOST)] * 3, *[(CAT, LOST)] * 3], CAT, CAT),
        # A person who asked to be forgotten is nobody's rival.
        ([(-7, LOST)] * 5, None, None),
    ],
)
def test_rivals_are_those_met_most_often(
    ends: Sequence[tuple[int, tuple[int, int]]], nemesis: int | None, favourite: int | None
) -> None:
    told = against(*ends)
    assert [rival and rival.person_id for rival in (told.nemesis, told.favorite_opponent)] == [nemesis, favourite]
    assert told.game_records[0].total.match_count == len(ends)
    if favourite == DAN:
        assert told.nemesis == Rivalry(CAT, match_count=3, ahead_count=0, behind_count=3)
        assert told.favorite_opponent == Rivalry(DAN, match_count=9, ahead_count=9, behind_count=0)


def test_curve_begins_where_everybody_begins() -> None:
    rows = [*match(1, {BEN: 2, CAT: 3}, 1), *match(1, {BEN: 2}, 2), *match(2, {BEN: 1}, 3)]
    rows += match(1, {BEN: 2}, 4, game=OTHER)
    points = [(GAME, 10, 1010.5), (GAME, 30, 990.0), (OTHER, 40, 1020.0), ("pebbles", 50, 1.0)]
    rated = [RatingPoint(*each, season_number=0) for each in points]
    assert [(curve.game, curve.points) for curve in build_profile(rows, rated).rating_curves] == [
        (GAME, ((9, START_POINTS), (10, 1010.5), (30, 990.0))),
        (OTHER, ((39, START_POINTS), (40, 1020.0))),
    ]


def test_peak_counts_once_there_is_a_rank_in_each_season() -> None:
    def find_peak(rated: Sequence[RatingPoint]) -> float | None:
        (curve,) = build_profile(match(1, {BEN: 2}, 1), rated).rating_curves
        return curve.peak_rating

    first = [
        RatingPoint(GAME, at, rating, 0) for at, rating in enumerate([1300.0, 1250.0, 1220.0, 1200.0, 1190.0, 1210.0])
    ]
    assert [find_peak(first[:count]) for count in (4, 5, 6)] == [None, 1190.0, 1210.0]
    second = [RatingPoint(GAME, 10 + at, rating, 1) for at, rating in enumerate([1400.0, 1350.0, 1300.0, 1250.0])]
    assert find_peak([*first, *second]) == 1210.0
    assert find_peak([*first, *second, RatingPoint(GAME, 20, 1240.0, 1)]) == 1240.0


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
            HeadToHead(GAME, "cancelled", 3, 2, 1, 900),
            HeadToHead(GAME, "shells", 5, 1, 2, 500),
            HeadToHead(GAME, "resigned", 4, 4, 0, 600),
            HeadToHead(OTHER, "points", 20, 3, 7, 100),
            HeadToHead("pebbles", "points", 99, 3, 7, 999),
        ]
    )
    assert told.tallies_by_game == ((OTHER, WinLossTally(3, 10, 7)), (GAME, WinLossTally(5, 2, 2)))
    assert (told.total, told.latest_ms) == (WinLossTally(8, 12, 9), 600)
    assert build_head_to_head_tally([]).tallies_by_game == ()


ENDS = st.lists(st.tuples(st.sampled_from([BEN, CAT, DAN]), st.sampled_from([WON, DRAWN, LOST])), max_size=30)


@given(ENDS)
def test_all_figures_count_the_same_matches(ends: Sequence[tuple[int, tuple[int, int]]]) -> None:
    told = against(*ends)
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


async def play(world: World, count: int = 1, server_id: int = SERVER) -> None:
    """Let Ann and Ben finish some short matches."""
    for at in range(count):
        await played(world.tables, (ANN, BEN), GAME, SHORT, choose=by_dice(at), now_ms=NOON + at, server_id=server_id)


async def rate(world: World, person_id: int, game: str, points: float) -> None:
    before = await world.store.ratings.load_rating(SERVER, game, 0, person_id)
    matches = before.match_count + 1 if before else 8
    rating = Rating(SERVER, game, 0, person_id, points, (points - 250) / 30, 2.0, matches, NOON, opponent_count=3)
    opening = NewMatch(SERVER, CHANNEL, GAME, 1, "{}", "{}", "5eed", "offered", NOON)
    await world.store.journal.create_match(
        opening, [Event("offered", "", NOON, person_id=person_id)], MatchChange(ratings=(rating,))
    )


async def hide(world: World, person_id: int) -> None:
    """Another process is told that they do not want to be seen."""
    await Preferences(world.store).update_player(person_id, PlayerPreferences(listed=False))


async def read_profile(person: Person, of: int = ANN) -> str:
    return text((await person.profile(of)).scene)


async def compare(person: Person, one: int, *others: object) -> str:
    return text((await person.click(Action.SHOW_HEAD_TO_HEAD, 0, 0, f"{one}", chosen=tuple(map(str, others)))).scene)


async def test_profile_tells_ratings_record_and_rivals(world: World) -> None:
    await play(world, 4)
    for person_id, game, points in ((ANN, GAME, 3012.4), (BEN, GAME, 900.0), (CAT, GAME, 3300.0), (ANN, "", 990.0)):
        await rate(world, person_id, game, points)
    response = await world.person(BEN).profile(ANN)
    for told in (
        f"Profile of <@{ANN}>",
        "**Duel of the Shamans**: **3012** ± 120 · rank 2",
        "**All games**: **990** ± 120 · rank 1",
        "4 matches:",
        "-# classic ",
        f"Favourite opponent: <@{BEN}>, 4 matches",
    ):
        assert told in text(response.scene)
    assert [*links(response.scene)] == ["All my matches"], "what others do without knowing it is theirs"
    await world.store.seasons.begin_season(SERVER, "Spring", NOON)
    for server_id in (SERVER, 99, None):
        assert "3012" not in await read_profile(world.person(ANN, server_id=server_id)), "of another season or server"


async def test_profile_tells_peak_and_place_once_ranked(world: World) -> None:
    await play(world)
    told = await read_profile(world.person())
    assert "· provisional, 4 more matches to a rank" in told
    assert "top " not in told
    await rate(world, ANN, GAME, 1100.0)
    for other in range(100, 139):
        await rate(world, other, GAME, 900.0 + 10 * other)
    for _ in range(6):
        await rate(world, ANN, GAME, 3012.4)
    assert "**3012** ± 120 · rank 1 · top 3%" in await read_profile(restart_world(world).person())


async def test_awards_stay_on_the_profile_of_their_server(world: World) -> None:
    await play(world)
    won = (("place", "", 1), ("place", "", 1), ("place", "", 3), ("first", GAME, 1), ("rival", "", 7))
    for kind, game, number in won:
        season = await world.store.seasons.begin_season(SERVER, "", NOON)
        award = Award(ANN, SERVER, season, kind, game, number, 1200)
        await world.store.seasons.save_awards(Season(SERVER, season, "", NOON, NOON), [award])
    for who in (ANN, BEN):
        told = await read_profile(world.person(who))
        assert "🏆 Champion: seasons 1 and 2" in told
        assert "🥉 On the podium: season 3" in told
        assert "🎯 First at Duel of the Shamans: season 4" in told
    assert "🏆" not in await read_profile(world.person(server_id=SERVER + 1))
    assert "🏆" not in await read_profile(world.person(), BEN)


async def test_two_people_are_compared(world: World) -> None:
    await play(world, 3)
    told = await compare(world.person(CAT), ANN, BEN)
    assert f"<@{ANN}> and <@{BEN}>" in told
    assert "3 matches: **" in told
    assert "**Duel of the Shamans**: " in told
    assert "haven’t met" in await compare(world.person(), ANN, CAT)
    assert "Profile of" in await compare(world.person(), ANN, ANN)
    for person_id in (ANN, BEN):
        response = await world.person(person_id).profile(ANN)
        assert response.scene
        assert [row.custom_id for row in response.scene.rows if isinstance(row, PersonSelect)] == [
            f"{Action.SHOW_HEAD_TO_HEAD}:0:0:{ANN}"
        ]


@pytest.mark.parametrize("chosen", [(), ("x",), ("0",), (f"{BEN}", f"{CAT}"), ("9" * 40,)])
async def test_forged_person_is_compared_with_nobody(world: World, chosen: tuple[str, ...]) -> None:
    assert await refusal(compare(world.person(), ANN, *chosen)) == "button"


async def test_unlisted_person_is_seen_by_themselves_only(world: World) -> None:
    """Whatever this process remembers of their settings; nor are they named as a rival in what others see."""
    await play(world, 4)
    assert f"<@{BEN}>" in await read_profile(world.person(CAT))
    await world.preferences.load_player(BEN)
    await hide(world, BEN)
    ann, ben, cat = (world.person(it) for it in (ANN, BEN, CAT))
    for person in (ann, cat):
        assert await refusal(person.profile(BEN)) == "unlisted"
        for one, other in ((ANN, BEN), (BEN, ANN)):
            assert await refusal(compare(person, one, other)) == "unlisted"
    assert "4 matches" in await read_profile(ben, BEN)
    assert "4 matches" in await compare(ben, BEN, ANN)
    assert f"<@{BEN}>" in await read_profile(ann)
    assert f"<@{BEN}>" not in await read_profile(cat)
    assert f"<@{BEN}>" not in text((await ann.click(Action.SHARE_PROFILE_OR_REPORT)).channel_post)


async def test_profile_in_direct_messages_is_one_s_own_on_all_servers(world: World) -> None:
    for server_id in (SERVER, SERVER + 1):
        await play(world, server_id=server_id)
    here, everywhere = await world.person().profile(), await world.person(server_id=None).profile()
    assert "1 match:" in text(here.scene)
    assert "2 matches:" in text(everywhere.scene)
    assert "Post it here for all" in links(here.scene)
    assert "Post it here for all" not in links(everywhere.scene), "there is nobody to show it to"
    assert everywhere.scene
    assert everywhere.scene.board is None, "between servers no points are compared"
    # What others play on servers where one has never been is theirs.
    assert await refusal(world.person(BEN, server_id=None).profile(ANN)) == "server-only"
    assert await refusal(compare(world.person(server_id=None), ANN, BEN)) == "server-only"


async def test_profile_counts_rated_and_unrated_matches_and_says_so(world: World) -> None:
    both = {"en": "rated or not", "de": "gewertet oder nicht", "fr": "classées ou non"}
    empty = await world.person().profile()
    assert "No finished match with other people" in text(empty.scene)
    assert [*links(empty.scene)] == ["All my matches"]
    await play(world)
    for locale in LOCALES:
        told = await read_profile(world.person(locale=locale))
        assert "1 " in told
        assert sum(both[locale] in line for line in told.splitlines()) == 1
