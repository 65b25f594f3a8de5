"""The mind reader: the habits it finds, its predictions, and who may see them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.model import StartedMatch
from bot.preferences import ServerPreferences
from bot.ratings import mind_reader
from bot.ratings.choice_prediction import PREDICTION_METHODS, Choice, GuessCounts, PreferencePredictor, guess_choices
from bot.ratings.mind_reader import (
    FALSE_ALARM_RATE_MAX,
    REPORT_MIN_CHOICES,
    GuessTally,
    HabitPattern,
    build_reports,
    count_choices_of_largest_kind,
    list_shown_habits,
)
from bot.ratings.stats import compute_binomial_tail
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from games import GAMES
from games.insight import OUTCOMES, Habit, Outcome
from games.match import RESIGN
from games.refused import Refused
from games.words import LOCALES
from tests.bot.habit_players import (
    PLAYERS_BY_HABIT,
    RIVALS_BY_HABIT,
    choose_randomly,
    find_first_pattern,
    measure_detection_rates,
    measure_false_alarm_rate,
)
from tests.bot.habit_players import simulate_matches as play_by_rule
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    SERVER_ID,
    MatchMoveChooser,
    begin_match,
    catch_refusal_key,
    make_random_chooser,
    play_match,
    play_move,
)
from tests.kit.scene_reading import GAMES_WITH_HABITS, SHORT_DUEL_OPTIONS, map_labels_to_custom_ids, read_text
from tests.kit.world import World

ALL_SIGNS = ("stone", "paper", "scissors")


def make_habit(
    symbol: str, symbols: Sequence[str] = ALL_SIGNS, met: str = "", outcome: Outcome = "", *, kind: str = "sign"
) -> Habit:
    return Habit(0, kind, symbol, tuple(symbols), met, outcome)


def find_habit_pattern(match: Sequence[Habit]) -> HabitPattern:
    found = find_first_pattern([match])
    assert found
    return found


# Which habits it finds


@pytest.mark.parametrize("symbols", [3, pytest.param(5, marks=pytest.mark.gate)])
@pytest.mark.parametrize("name", PLAYERS_BY_HABIT)
def test_habit_of_a_rule_is_told_rightly(name: str, symbols: int) -> None:
    right, wrong = measure_detection_rates(name, symbols, 200, 5)
    assert right >= 0.8
    assert wrong <= 0.1


@pytest.mark.parametrize("name", ["always the same", "each in turn", "two in turn"])
def test_constant_rule_is_known_from_the_first(name: str) -> None:
    assert measure_detection_rates(name, 3, REPORT_MIN_CHOICES, 10) == (1.0, 0.0)


CASES_NEAREST_TO_LIMIT = {("stays after a win, changes after a loss", 3), ("dice", 5)}
"""Where most is told, of few symbols and of many."""


@pytest.mark.parametrize(
    ("rival", "symbols", "most"),
    [
        *[
            pytest.param(rival, 3, 2 * FALSE_ALARM_RATE_MAX, marks=[] if rival == "dice" else pytest.mark.gate)
            for rival in RIVALS_BY_HABIT
        ],
        *[
            pytest.param(
                *each,
                FALSE_ALARM_RATE_MAX,
                marks=pytest.mark.gate if each in CASES_NEAREST_TO_LIMIT else pytest.mark.nightly,
            )
            for each in product(RIVALS_BY_HABIT, (3, 5))
        ],
    ],
)
def test_of_dice_hardly_anything_is_told(rival: str, symbols: int, most: float) -> None:
    assert (
        measure_false_alarm_rate(
            RIVALS_BY_HABIT[rival], symbols, *((40, 100) if most > FALSE_ALARM_RATE_MAX else (60, 1000))
        )
        <= most
    )


@pytest.mark.gate
def test_of_dice_over_different_hands_hardly_anything_is_told() -> None:
    """Who has no stone cannot choose it: that alone is no habit."""
    chance = random.Random(2)

    def make_match(kind: str) -> list[Habit]:
        hands = [chance.sample(ALL_SIGNS, chance.choice((1, 2, 2, 3))) for _ in range(12)]
        return [
            make_habit(
                chance.choice(hand), hand, f"{kind}-{chance.choice(ALL_SIGNS)}", chance.choice(OUTCOMES), kind=kind
            )
            for hand in hands
        ]

    found = [
        find_first_pattern([make_match(kind) for kind in ("row", "column", "line") for _ in range(6)])
        for _ in range(500)
    ]
    assert sum(story is not None for story in found) <= 500 * FALSE_ALARM_RATE_MAX


def test_few_choices_tell_nothing() -> None:
    for name, (choose, _) in PLAYERS_BY_HABIT.items():
        matches = play_by_rule(name, choose, choose_randomly, 3, REPORT_MIN_CHOICES - 1)
        assert build_reports(matches) == []
        assert count_choices_of_largest_kind(matches) == REPORT_MIN_CHOICES - 1
        for report in build_reports(play_by_rule(name, choose, choose_randomly, 3, 100)):
            # A perfect circle was once no more predictable than dice, and then guessed each time.
            assert report.pattern, name
            assert report.pattern.tally.trial_count <= report.choice_count
            assert all(
                tally in report.repeat_tallies.values() for tally in dict(report.pattern.tallies_by_outcome).values()
            )


def test_forced_choice_counts_only_as_what_came_before() -> None:
    forced, free = (
        make_habit("stone", ["stone"], "sign-scissors", "won"),
        make_habit("stone", ALL_SIGNS, "sign-paper", "lost"),
    )
    (report,) = build_reports([[forced, free] * REPORT_MIN_CHOICES])
    assert report.choice_count == REPORT_MIN_CHOICES
    assert report.repeat_tallies.keys() == {"", "won"}, "each choice came after a win"
    assert count_choices_of_largest_kind([[forced] * 30]) == 0
    # Nothing follows from one match to the next.
    (report,) = build_reports([[make_habit("stone"), make_habit("paper")]] * 15)
    assert (report.repeat_tallies[""].trial_count, report.guess_tallies["sequence"].trial_count) == (15, 14)


def test_favorites_and_avoided_symbols_are_found_through_different_hands() -> None:
    """Stone whenever it is there, in half of the hands; or never stone."""
    chance, match = random.Random(5), []
    for at in range(80):
        hand = ALL_SIGNS if at % 2 else ALL_SIGNS[1:]
        match.append(make_habit("stone" if at % 2 else chance.choice(hand), hand))
    found = find_habit_pattern(match)
    assert (found.kind, found.symbols, found.tally.hit_count, found.tally.trial_count) == (
        "favourite",
        ("stone",),
        40,
        40,
    )
    assert found.tally.expected_hits == pytest.approx(40 / 3)
    found = find_habit_pattern([make_habit(chance.choice(ALL_SIGNS[1:])) for _ in range(120)])
    assert (found.kind, found.symbols, found.tally.hit_count, found.tally.exceeds_chance) == (
        "favourite",
        ("stone",),
        0,
        False,
    )


def test_sequences_and_answers_are_found() -> None:
    """Paper after stone; row 1 after column A, which is no copy, since rivals choose among other things."""
    chance, symbols = random.Random(7), ["stone"]
    while len(symbols) < 120:
        symbols.append("paper" if symbols[-1] == "stone" else chance.choice(ALL_SIGNS))
    found = find_habit_pattern([make_habit(symbol) for symbol in symbols])
    assert (found.kind, found.symbols) == ("pair", ("paper", "stone"))
    assert found.tally.hit_count == found.tally.trial_count == symbols[:-1].count("stone")
    match, met = [], ""
    for _ in range(90):
        symbol = "1" if met == "column-a" else chance.choice("123")
        met = f"column-{chance.choice('abc')}"
        match.append(make_habit(symbol, "123", met, kind="row"))
    found = find_habit_pattern(match)
    assert (found.kind, found.symbols) == ("answer", ("1", "column-a"))
    assert found.tally.hit_count == found.tally.trial_count


def test_guesses_know_only_what_came_before() -> None:
    first = [make_habit(symbol) for symbol in (*ALL_SIGNS, "stone") * 8]
    for way in PREDICTION_METHODS.values():
        before, one, other = (
            guess_choices([Choice(habit, last) for last, habit in zip((None, *run), run, strict=False)], way)
            for run in (first, [*first, make_habit("stone")], [*first, make_habit("paper")])
        )
        assert before.right_count <= one.right_count <= before.right_count + 1
        assert before.right_count <= other.right_count <= before.right_count + 1
        assert one.guess_count == other.guess_count
        assert one.right_count + other.right_count <= 2 * before.right_count + 1


CHOICE_RUNS = st.lists(
    st.lists(st.tuples(st.sampled_from(ALL_SIGNS), st.sampled_from(ALL_SIGNS), st.sampled_from(OUTCOMES)), max_size=40),
    max_size=6,
)


def rename_symbols(
    runs: Sequence[Sequence[tuple[str, str, Outcome]]], names: Mapping[str, str], sizes: int
) -> list[list[Habit]]:
    """Give everything other names, and let some hands lack a symbol."""
    return [
        [
            make_habit(
                names[symbol],
                [names[each] for each in ALL_SIGNS if at % sizes == 0 or each == symbol or each == ALL_SIGNS[at % 3]],
                f"sign-{names[met]}",
                outcome,
            )
            for at, (symbol, met, outcome) in enumerate(run)
        ]
        for run in runs
    ]


@given(CHOICE_RUNS, st.integers(1, 3), st.permutations(ALL_SIGNS))
def test_figures_are_bounded_and_do_not_depend_on_names(
    runs: list[list[tuple[str, str, Outcome]]], sizes: int, names: Sequence[str]
) -> None:
    matches = rename_symbols(runs, dict(zip(ALL_SIGNS, ALL_SIGNS, strict=True)), sizes)
    found = build_reports(matches)
    for report in found:
        assert report.choice_count == sum(len(habit.among) > 1 for match in matches for habit in match)
        tallies = [
            *report.guess_tallies.values(),
            *report.repeat_tallies.values(),
            *([report.pattern.tally] if report.pattern else ()),
        ]
        for tally in tallies:
            assert 0 <= tally.hit_count <= tally.trial_count <= report.choice_count
            assert 0 < tally.expected_hits < tally.trial_count
    if sizes == 1:
        renamed = build_reports(rename_symbols(runs, dict(zip(ALL_SIGNS, names, strict=True)), 1))
        assert [(it.repeat_tallies, it.guess_tallies) for it in found] == [
            (it.repeat_tallies, it.guess_tallies) for it in renamed
        ]


@given(st.lists(st.sampled_from(ALL_SIGNS)), st.sets(st.sampled_from(ALL_SIGNS), min_size=2))
def test_every_symbol_keeps_a_chance(symbols: list[str], among: set[str]) -> None:
    liking = PreferencePredictor()
    for symbol in symbols:
        liking.observe_choice(Choice(make_habit(symbol), None))
    chances = liking.predict_chances(Choice(make_habit(min(among), sorted(among)), None))
    assert chances.keys() == among
    assert sum(chances.values()) == pytest.approx(1)
    assert min(chances.values()) > 0


def test_arithmetic_of_tallies_is_exact() -> None:
    assert GuessTally(3, 10, 4.0).complement == GuessTally(7, 10, 6.0)
    assert guess_choices([], PREDICTION_METHODS["outcome"]) == GuessCounts(
        guess_count=0, right_count=0, expected_right_count=0.0, log_gain=0.0
    )
    assert compute_binomial_tail(3, 2, 0.5) == pytest.approx(0.5)
    assert compute_binomial_tail(9, 9, 1 / 3) == pytest.approx(3.0**-9)
    assert compute_binomial_tail(5, 0, 0.2) == pytest.approx(1.0)
    assert compute_binomial_tail(40, 31, 0.6) == pytest.approx(
        sum(comb(40, at) * 0.6**at * 0.4 ** (40 - at) for at in range(31, 41))
    )
    assert 0.4 < compute_binomial_tail(4000, 2000, 0.5) < 0.6, "and of very many"


# What it reads and shows


def make_first_move_chooser(seed: int) -> MatchMoveChooser:
    """Let seat 0 choose the first word there is, and the others by dice."""
    chance = make_random_chooser(seed)
    return lambda engine, seat: engine.legal_moves(seat)[0] if seat == 0 else chance(engine, seat)


async def open_mind_reader(world: World, person_id: int = ANN, game: str = "schamanen", step: int = 0) -> Scene:
    scene = (await world.person(person_id).click(Action.SHOW_MIND_READER, 0, step, game)).scene
    assert scene
    return scene


async def test_mind_reader_bets_and_explains_behind_a_button(world: World) -> None:
    for at in range(12):
        await play_match(
            world.matches,
            (ANN, BEN),
            "schamanen",
            SHORT_DUEL_OPTIONS,
            choose_move=make_first_move_chooser(at),
            now_ms=NOON_MS + at,
        )
    scene = await open_mind_reader(world)
    _, bet = scene.above
    assert bet.startswith("🔮 **Rows, as Bison** – I’d bet on row 1: it came ")
    assert not scene.footer
    assert [*map_labels_to_custom_ids(scene)] == ["Profile", "How?", "Post it here for all"]
    how = await open_mind_reader(world, step=1)
    for line in (bet, "What came most so far: right", "after it lost", "I’ve read 12 finished matches"):
        assert line in read_text(how)
    assert (
        map_labels_to_custom_ids(how)["Mind reader: Duel of the Shamans"] == f"{Action.SHOW_MIND_READER}:0:0:schamanen"
    )
    other = read_text(await open_mind_reader(world, BEN, step=1))
    assert "**Columns, as Wolf**" in other
    assert "Rows" not in other


async def test_few_choices_are_counted_and_nothing_is_shared(world: World) -> None:
    await play_match(
        world.matches,
        (ANN, BEN),
        "schamanen",
        SHORT_DUEL_OPTIONS | {"duel_limit": 3},
        choose_move=make_random_chooser(1),
    )
    for person_id, choices in ((ANN, 3), (CAT, 0)):
        scene = await open_mind_reader(world, person_id)
        assert "Nothing to read yet: I begin at 20 choices of one kind" in read_text(scene)
        assert f"So far there are {choices}." in read_text(scene)
        assert [*map_labels_to_custom_ids(scene)] == ["Profile"]


async def test_running_match_is_not_read(world: World) -> None:
    """What is sealed stays sealed."""
    match = await begin_match(world.matches, BEN, game="schamanen", options=SHORT_DUEL_OPTIONS, order=(0, 1))
    await play_move(world.matches, match.id, ANN, "mask", "1")
    assert await world.store.history.list_newest_matches(ANN, SERVER_ID, "schamanen", 9) == []
    with pytest.raises(Refused, match="running"):
        list_shown_habits(await world.matches.load_journal(match.id), ANN)


async def test_last_word_of_a_step_is_the_choice(world: World) -> None:
    """A change of mind is no choice, and what a resignation left sealed was never shown."""
    match_id = (await begin_match(world.matches, BEN, game="schamanen", options=SHORT_DUEL_OPTIONS, order=(0, 1))).id
    for person_id, word in ((ANN, "1"), (ANN, "3"), (BEN, "b")):
        match = await play_move(world.matches, match_id, person_id, "mask", word)
    (mover,) = match.engine.seats_asked
    await play_move(world.matches, match_id, (ANN, BEN)[mover], *match.engine.legal_moves(mover)[0])
    await play_move(world.matches, match_id, ANN, "mask", "2")
    await play_move(world.matches, match_id, BEN, *RESIGN)
    journal = await world.matches.load_journal(match_id)
    assert [habit.symbol for habit in list_shown_habits(journal, ANN) if habit.kind == "row"] == ["3"]
    assert [habit.symbol for habit in list_shown_habits(journal, BEN) if habit.kind == "column"] == ["b"]
    assert list_shown_habits(journal, CAT) == []


async def test_choices_of_the_house_in_a_left_seat_are_not_the_player_s(world: World) -> None:
    matches, chance = world.matches, make_random_chooser(4)
    match: StartedMatch = await begin_match(matches, BEN, CAT, order=(0, 1, 2))
    match = await play_move(matches, match.id, CAT, *RESIGN)
    while not match.is_over:
        seat = min(match.engine.to_move)
        word = chance(match.engine, seat)
        if seat in match.ai_controlled_seats:
            await matches.play_ai_move(match.id, seat, word, step=match.engine.step, now_ms=NOON_MS)
        else:
            await play_move(matches, match.id, (ANN, BEN)[seat], *word)
        stands = await matches.find_match(match.id)
        assert isinstance(stands, StartedMatch)
        match = stands
    journal = await matches.load_journal(match.id)
    assert list_shown_habits(journal, CAT) == []
    assert list_shown_habits(journal, ANN)


@pytest.mark.parametrize("key", GAMES_WITH_HABITS)
async def test_every_game_with_habits_is_read_in_every_language(
    world: World, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    # How many choices it takes, which no test wants to play.
    monkeypatch.setattr(mind_reader, "REPORT_MIN_CHOICES", 1)
    match_id = await play_match(world.matches, (ANN, BEN), key, choose_move=make_first_move_chooser(5))
    kinds = {
        habit.kind
        for habit in list_shown_habits(await world.matches.load_journal(match_id), ANN)
        if len(habit.among) > 1
    }
    assert kinds
    for locale in LOCALES:
        ann = world.person(locale=locale)
        profile = await ann.show_profile()
        assert f"{Action.SHOW_MIND_READER}:0:0:{key}" in map_labels_to_custom_ids(profile.scene).values()
        assert len(read_text((await ann.click(Action.SHOW_MIND_READER, 0, 0, key)).scene).splitlines()) == 2
        how = read_text((await ann.click(Action.SHOW_MIND_READER, 0, 1, key)).scene)
        assert all(GAMES[key].say(f"habit-{kind}", locale) in how for kind in kinds)


async def test_shared_post_is_in_the_language_of_the_server_and_has_no_buttons(world: World) -> None:
    await play_match(world.matches, (ANN, BEN), "schamanen", SHORT_DUEL_OPTIONS, choose_move=make_first_move_chooser(1))
    await world.preferences.update_server(SERVER_ID, ServerPreferences(locale="fr"))
    for detail, title in (("", "Profil de"), ("schamanen", "Le télépathe face à")):
        response = await world.person(locale="de").click(Action.SHARE_PROFILE_OR_REPORT, 0, 0, detail)
        assert "Jetzt können es alle" in read_text(response.scene)
        assert f"{title} <@{ANN}>" in read_text(response.channel_post)
        assert map_labels_to_custom_ids(response.channel_post) == {}
        assert response.channel_post
        assert response.channel_post.pinged_ids == frozenset(), "nobody is pinged by it"


async def test_sharing_and_reading_are_refused_where_they_cannot_be(world: World) -> None:
    assert await catch_refusal_key(world.person(server_id=None).click(Action.SHARE_PROFILE_OR_REPORT)) == "server-only"
    assert (
        await catch_refusal_key(
            world.person(missing_permissions=("send_messages",)).click(Action.SHARE_PROFILE_OR_REPORT)
        )
        == "lacking"
    )
    (silent,) = set(GAMES) - set(GAMES_WITH_HABITS) - {"morra"}
    for verb in (Action.SHOW_MIND_READER, Action.SHARE_PROFILE_OR_REPORT):
        assert await catch_refusal_key(world.person().click(verb, 0, 0, silent)) == "button"
