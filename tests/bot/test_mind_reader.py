"""Tests for the mind reader: the habits it finds, its predictions, and who may see them."""

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
    simulate_matches,
)
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
    play_for_seat,
    play_match,
    play_move,
)
from tests.kit.scene_reading import (
    GAMES_WITH_HABITS,
    SHORT_DUEL_OPTIONS,
    index_by_action,
    map_labels_to_custom_ids,
    read_text,
)
from tests.kit.world import World

ALL_SIGNS = ("stone", "paper", "scissors")


def make_habit(
    symbol: str, symbols: Sequence[str] = ALL_SIGNS, met: str = "", outcome: Outcome = "", *, kind: str = "sign"
) -> Habit:
    return Habit(0, kind, symbol, tuple(symbols), met, outcome)


def find_habit_pattern(match: Sequence[Habit]) -> HabitPattern:
    pattern = find_first_pattern([match])
    assert pattern
    return pattern


# Habits


@pytest.mark.parametrize("symbols", [3, pytest.param(5, marks=pytest.mark.gate)])
@pytest.mark.parametrize("name", PLAYERS_BY_HABIT)
def test_habit_of_a_rule_based_player_is_detected(name: str, symbols: int) -> None:
    right_rate, wrong_rate = measure_detection_rates(name, symbols, 200, 5)
    assert right_rate >= 0.8
    assert wrong_rate <= 0.1


@pytest.mark.parametrize("name", ["always the same", "each in turn", "two in turn"])
def test_constant_rule_is_detected_after_the_fewest_choices(name: str) -> None:
    assert measure_detection_rates(name, 3, REPORT_MIN_CHOICES, 10) == (1.0, 0.0)


CASES_NEAREST_TO_LIMIT = {("stays after a win, changes after a loss", 3), ("dice", 5)}
"""The pairs of rival and symbol count that cause the most false alarms."""


@pytest.mark.parametrize(
    ("rival", "symbols", "max_rate"),
    [
        *[
            pytest.param(rival, 3, 2 * FALSE_ALARM_RATE_MAX, marks=[] if rival == "dice" else pytest.mark.gate)
            for rival in RIVALS_BY_HABIT
        ],
        *[
            pytest.param(
                *case,
                FALSE_ALARM_RATE_MAX,
                marks=pytest.mark.gate if case in CASES_NEAREST_TO_LIMIT else pytest.mark.nightly,
            )
            for case in product(RIVALS_BY_HABIT, (3, 5))
        ],
    ],
)
def test_random_choices_rarely_raise_false_alarms(rival: str, symbols: int, max_rate: float) -> None:
    assert (
        measure_false_alarm_rate(
            RIVALS_BY_HABIT[rival], symbols, *((40, 100) if max_rate > FALSE_ALARM_RATE_MAX else (60, 1000))
        )
        <= max_rate
    )


@pytest.mark.gate
def test_random_choices_from_different_hands_rarely_raise_false_alarms() -> None:
    """Symbols that are missing from a hand cannot be chosen, so their absence must not count as a habit."""
    rng = random.Random(2)

    def make_match(kind: str) -> list[Habit]:
        hands = [rng.sample(ALL_SIGNS, rng.choice((1, 2, 2, 3))) for _ in range(12)]
        return [
            make_habit(rng.choice(hand), hand, f"{kind}-{rng.choice(ALL_SIGNS)}", rng.choice(OUTCOMES), kind=kind)
            for hand in hands
        ]

    patterns = [
        find_first_pattern([make_match(kind) for kind in ("row", "column", "line") for _ in range(6)])
        for _ in range(500)
    ]
    assert sum(pattern is not None for pattern in patterns) <= 500 * FALSE_ALARM_RATE_MAX


def test_too_few_choices_give_no_report() -> None:
    for name, (choose, _) in PLAYERS_BY_HABIT.items():
        matches = simulate_matches(name, choose, choose_randomly, 3, REPORT_MIN_CHOICES - 1)
        assert build_reports(matches) == []
        assert count_choices_of_largest_kind(matches) == REPORT_MIN_CHOICES - 1
        for report in build_reports(simulate_matches(name, choose, choose_randomly, 3, 100)):
            # A perfect cycle has uniform frequencies, so only its sequence reveals the pattern.
            assert report.pattern, name
            assert report.pattern.tally.trial_count <= report.choice_count
            assert all(
                tally in report.repeat_tallies.values() for tally in dict(report.pattern.tallies_by_outcome).values()
            )


def test_forced_choice_counts_only_as_the_preceding_choice() -> None:
    forced, free = (
        make_habit("stone", ["stone"], "sign-scissors", "won"),
        make_habit("stone", ALL_SIGNS, "sign-paper", "lost"),
    )
    (report,) = build_reports([[forced, free] * REPORT_MIN_CHOICES])
    assert report.choice_count == REPORT_MIN_CHOICES
    assert report.repeat_tallies.keys() == {"", "won"}, "each choice came after a win"
    assert count_choices_of_largest_kind([[forced] * 30]) == 0
    # Sequences do not continue from one match to the next.
    (report,) = build_reports([[make_habit("stone"), make_habit("paper")]] * 15)
    assert (report.repeat_tallies[""].trial_count, report.guess_tallies["sequence"].trial_count) == (15, 14)


def test_favorite_and_avoided_symbols_are_found_in_different_hands() -> None:
    rng, match = random.Random(5), []
    for index in range(80):
        hand = ALL_SIGNS if index % 2 else ALL_SIGNS[1:]
        match.append(make_habit("stone" if index % 2 else rng.choice(hand), hand))
    pattern = find_habit_pattern(match)
    assert (pattern.kind, pattern.symbols, pattern.tally.hit_count, pattern.tally.trial_count) == (
        "favourite",
        ("stone",),
        40,
        40,
    )
    assert pattern.tally.expected_hits == pytest.approx(40 / 3)
    pattern = find_habit_pattern([make_habit(rng.choice(ALL_SIGNS[1:])) for _ in range(120)])
    assert (pattern.kind, pattern.symbols, pattern.tally.hit_count, pattern.tally.exceeds_chance) == (
        "favourite",
        ("stone",),
        0,
        False,
    )


def test_sequences_and_answers_are_found() -> None:
    """A choice may follow the player's own last choice, such as paper after stone, or the rival's last choice."""
    rng, symbols = random.Random(7), ["stone"]
    while len(symbols) < 120:
        symbols.append("paper" if symbols[-1] == "stone" else rng.choice(ALL_SIGNS))
    pattern = find_habit_pattern([make_habit(symbol) for symbol in symbols])
    assert (pattern.kind, pattern.symbols) == ("pair", ("paper", "stone"))
    assert pattern.tally.hit_count == pattern.tally.trial_count == symbols[:-1].count("stone")
    match, met = [], ""
    for _ in range(90):
        symbol = "1" if met == "column-a" else rng.choice("123")
        met = f"column-{rng.choice('abc')}"
        match.append(make_habit(symbol, "123", met, kind="row"))
    pattern = find_habit_pattern(match)
    assert (pattern.kind, pattern.symbols) == ("answer", ("1", "column-a"))
    assert pattern.tally.hit_count == pattern.tally.trial_count


def test_guesses_depend_only_on_earlier_choices() -> None:
    first = [make_habit(symbol) for symbol in (*ALL_SIGNS, "stone") * 8]
    for method in PREDICTION_METHODS.values():
        before, after_stone, after_paper = (
            guess_choices(
                [Choice(habit, previous) for previous, habit in zip((None, *habits), habits, strict=False)], method
            )
            for habits in (first, [*first, make_habit("stone")], [*first, make_habit("paper")])
        )
        assert before.right_count <= after_stone.right_count <= before.right_count + 1
        assert before.right_count <= after_paper.right_count <= before.right_count + 1
        assert after_stone.guess_count == after_paper.guess_count
        assert after_stone.right_count + after_paper.right_count <= 2 * before.right_count + 1


CHOICE_RUNS = st.lists(
    st.lists(st.tuples(st.sampled_from(ALL_SIGNS), st.sampled_from(ALL_SIGNS), st.sampled_from(OUTCOMES)), max_size=40),
    max_size=6,
)


def rename_symbols(
    runs: Sequence[Sequence[tuple[str, str, Outcome]]], names: Mapping[str, str], sizes: int
) -> list[list[Habit]]:
    """Convert runs of own symbol, rival's symbol and outcome to habits, in which `names` replace the symbols.

    Only every `sizes`-th hand has all symbols.
    """
    return [
        [
            make_habit(
                names[symbol],
                [names[sign] for sign in ALL_SIGNS if index % sizes == 0 or sign in {symbol, ALL_SIGNS[index % 3]}],
                f"sign-{names[met]}",
                outcome,
            )
            for index, (symbol, met, outcome) in enumerate(run)
        ]
        for run in runs
    ]


@given(CHOICE_RUNS, st.integers(1, 3), st.permutations(ALL_SIGNS))
def test_tallies_are_bounded_and_independent_of_symbol_names(
    runs: list[list[tuple[str, str, Outcome]]], sizes: int, names: Sequence[str]
) -> None:
    matches = rename_symbols(runs, dict(zip(ALL_SIGNS, ALL_SIGNS, strict=True)), sizes)
    reports = build_reports(matches)
    for report in reports:
        assert report.choice_count == sum(len(habit.possible_symbols) > 1 for match in matches for habit in match)
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
        assert [(it.repeat_tallies, it.guess_tallies) for it in reports] == [
            (it.repeat_tallies, it.guess_tallies) for it in renamed
        ]


@given(st.lists(st.sampled_from(ALL_SIGNS)), st.sets(st.sampled_from(ALL_SIGNS), min_size=2))
def test_every_symbol_keeps_a_positive_probability(symbols: list[str], among: set[str]) -> None:
    predictor = PreferencePredictor()
    for symbol in symbols:
        predictor.observe_choice(Choice(make_habit(symbol), None))
    probabilities = predictor.predict_chances(Choice(make_habit(min(among), sorted(among)), None))
    assert probabilities.keys() == among
    assert sum(probabilities.values()) == pytest.approx(1)
    assert min(probabilities.values()) > 0


def test_arithmetic_of_tallies_is_exact() -> None:
    assert GuessTally(3, 10, 4.0).complement == GuessTally(7, 10, 6.0)
    assert guess_choices([], PREDICTION_METHODS["outcome"]) == GuessCounts(
        guess_count=0, right_count=0, expected_right_count=0.0, log_gain=0.0
    )
    assert compute_binomial_tail(3, 2, 0.5) == pytest.approx(0.5)
    assert compute_binomial_tail(9, 9, 1 / 3) == pytest.approx(3.0**-9)
    assert compute_binomial_tail(5, 0, 0.2) == pytest.approx(1.0)
    assert compute_binomial_tail(40, 31, 0.6) == pytest.approx(
        sum(comb(40, hits) * 0.6**hits * 0.4 ** (40 - hits) for hits in range(31, 41))
    )
    assert 0.4 < compute_binomial_tail(4000, 2000, 0.5) < 0.6, "also with many trials"


# Reports


def make_first_move_chooser(seed: int) -> MatchMoveChooser:
    """Return a chooser that picks the first legal move for seat 0 and a random one for the other seats."""
    choose_move = make_random_chooser(seed)
    return lambda engine, seat: engine.legal_moves(seat)[0] if seat == 0 else choose_move(engine, seat)


async def open_mind_reader(world: World, person_id: int = ANN, game: str = "schamanen", step: int = 0) -> Scene:
    scene = (await world.person(person_id).click(Action.SHOW_MIND_READER, 0, step, game)).scene
    assert scene
    return scene


async def test_report_shows_a_bet_and_explains_it_behind_a_button(world: World) -> None:
    for number in range(12):
        await play_match(
            world.matches,
            (ANN, BEN),
            "schamanen",
            SHORT_DUEL_OPTIONS,
            choose_move=make_first_move_chooser(number),
            now_ms=NOON_MS + number,
        )
    scene = await open_mind_reader(world)
    _, bet = scene.above
    assert bet.startswith("🔮 **Rows, as Bison** – I’d bet on row 1: ")
    assert not scene.footer
    assert [*map_labels_to_custom_ids(scene)] == ["Profile", "How?", "Post it here for all"]
    explanation = await open_mind_reader(world, step=1)
    for line in (bet, "By what came most so far: right", "after it lost", "From 12 finished matches"):
        assert line in read_text(explanation)
    assert (
        map_labels_to_custom_ids(explanation)["Mind reader: Duel of the Shamans"]
        == f"{Action.SHOW_MIND_READER}:0:0:schamanen"
    )
    bens_text = read_text(await open_mind_reader(world, BEN, step=1))
    assert "**Columns, as Wolf**" in bens_text
    assert "Rows" not in bens_text


async def test_report_on_too_few_choices_cannot_be_shared(world: World) -> None:
    await play_match(
        world.matches,
        (ANN, BEN),
        "schamanen",
        SHORT_DUEL_OPTIONS | {"duel_limit": 3},
        choose_move=make_random_chooser(1),
    )
    for person_id, choices in ((ANN, 3), (CAT, 0)):
        scene = await open_mind_reader(world, person_id)
        assert "Nothing to read yet: I need 20 choices of one kind" in read_text(scene)
        assert f"I have {choices}." in read_text(scene)
        assert [*map_labels_to_custom_ids(scene)] == ["Profile"]
    assert Action.SHOW_MIND_READER not in index_by_action((await world.person(ANN).show_profile()).scene)


async def test_habits_of_a_running_match_are_not_read(world: World) -> None:
    match = await begin_match(world.matches, BEN, game="schamanen", options=SHORT_DUEL_OPTIONS, order=(0, 1))
    await play_move(world.matches, match.id, ANN, "mask", "1")
    assert await world.store.history.list_newest_matches(ANN, SERVER_ID, "schamanen", 9) == []
    with pytest.raises(Refused, match="running"):
        list_shown_habits(await world.matches.load_journal(match.id), ANN)


async def test_only_the_last_move_of_a_step_counts_as_choice(world: World) -> None:
    """A move that was changed later does not count, nor does a move still sealed when the opponent resigned."""
    match_id = (await begin_match(world.matches, BEN, game="schamanen", options=SHORT_DUEL_OPTIONS, order=(0, 1))).id
    for person_id, token in ((ANN, "1"), (ANN, "3"), (BEN, "b")):
        match = await play_move(world.matches, match_id, person_id, "mask", token)
    (mover,) = match.engine.seats_asked
    await play_move(world.matches, match_id, (ANN, BEN)[mover], *match.engine.legal_moves(mover)[0])
    await play_move(world.matches, match_id, ANN, "mask", "2")
    await play_move(world.matches, match_id, BEN, *RESIGN)
    journal = await world.matches.load_journal(match_id)
    assert [habit.symbol for habit in list_shown_habits(journal, ANN) if habit.kind == "row"] == ["3"]
    assert [habit.symbol for habit in list_shown_habits(journal, BEN) if habit.kind == "column"] == ["b"]
    assert list_shown_habits(journal, CAT) == []


async def test_ai_moves_after_a_resignation_are_not_habits_of_the_player(world: World) -> None:
    matches, choose_move = world.matches, make_random_chooser(4)
    match: StartedMatch = await begin_match(matches, BEN, CAT, order=(0, 1, 2))
    match = await play_move(matches, match.id, CAT, *RESIGN)
    while not match.is_over:
        seat = min(match.engine.to_move)
        match = await play_for_seat(matches, match, seat, choose_move(match.engine, seat))
    journal = await matches.load_journal(match.id)
    assert list_shown_habits(journal, CAT) == []
    assert list_shown_habits(journal, ANN)


@pytest.mark.parametrize("key", GAMES_WITH_HABITS)
async def test_report_exists_for_every_game_in_every_language(
    world: World, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    # Report after one choice, so that one match is enough.
    monkeypatch.setattr(mind_reader, "REPORT_MIN_CHOICES", 1)
    match_id = await play_match(world.matches, (ANN, BEN), key, choose_move=make_first_move_chooser(5))
    kinds = {
        habit.kind
        for habit in list_shown_habits(await world.matches.load_journal(match_id), ANN)
        if len(habit.possible_symbols) > 1
    }
    assert kinds
    for locale in LOCALES:
        ann = world.person(locale=locale)
        profile = await ann.show_profile()
        assert f"{Action.SHOW_MIND_READER}:0:0:{key}" in map_labels_to_custom_ids(profile.scene).values()
        assert len(read_text((await ann.click(Action.SHOW_MIND_READER, 0, 0, key)).scene).splitlines()) == 2
        explanation = read_text((await ann.click(Action.SHOW_MIND_READER, 0, 1, key)).scene)
        assert all(GAMES[key].say(f"habit-{kind}", locale) in explanation for kind in kinds)


async def test_shared_post_uses_the_server_language(world: World) -> None:
    await play_match(world.matches, (ANN, BEN), "schamanen", SHORT_DUEL_OPTIONS, choose_move=make_first_move_chooser(1))
    await world.preferences.update_server(SERVER_ID, ServerPreferences(locale="fr"))
    for detail, title in (("", "Profil de"), ("schamanen", "Le télépathe face à")):
        response = await world.person(locale="de").click(Action.SHARE_PROFILE_OR_REPORT, 0, 0, detail)
        assert "Für alle hier gepostet" in read_text(response.scene)
        assert f"{title} <@{ANN}>" in read_text(response.channel_post)
        labels = [] if detail else ["Profil", f"Défier <@{ANN}>"]
        assert [*map_labels_to_custom_ids(response.channel_post)] == labels
        assert response.channel_post
        assert response.channel_post.pinged_ids == frozenset()


async def test_sharing_and_reading_are_refused_where_impossible(world: World) -> None:
    assert await catch_refusal_key(world.person(server_id=None).click(Action.SHARE_PROFILE_OR_REPORT)) == "server-only"
    assert (
        await catch_refusal_key(
            world.person(missing_permissions=("send_messages",)).click(Action.SHARE_PROFILE_OR_REPORT)
        )
        == "lacking"
    )
    (unreadable_game,) = set(GAMES) - set(GAMES_WITH_HABITS) - {"morra"}
    for action in (Action.SHOW_MIND_READER, Action.SHARE_PROFILE_OR_REPORT):
        assert await catch_refusal_key(world.person().click(action, 0, 0, unreadable_game)) == "button"
