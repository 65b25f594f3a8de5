"""Who plays for the house: legally everywhere, in time, the same with the same dice, and for a reason that holds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import inf

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Level, Move, Suggestion
from games.dice import UNSEEDED, Chance, Dice
from games.match import Match
from games.shamanic_chess import GAME
from games.shamanic_chess.ai import find_attractive_journeys
from games.shamanic_chess.move_reasons import explain_move, uncovers_check
from games.shamanic_chess.position import SQUARE_BY_NAME, build_awake_board
from games.shamanic_chess.search import (
    MATE_SCORE,
    MATE_SCORE_PER_PLY,
    TIME_CHECK_NODES,
    SearchResult,
    decode_move,
    encode_move,
)
from games.shamanic_chess.state import View
from games.words import LOCALES
from tests.effort import rarely
from tests.games.shamanic_chess.positions import (
    CROWDED,
    KIWI,
    begin_chess,
    list_match_moves,
    parse_position,
    play_typed,
    playable_fens,
)
from tests.tools.bench.baselines import search_chess

QUEENS = "qqqqkqqq/8/1q6/8/8/6Q1/8/QQQQKQQQ w - - 0 1"
"""Captures without end."""
HERD = "4k3/8/8/8/8/8/NNNNNNNN/RNBQKBNR w - - 0 1"
"""Ten knights and what goes with them, all awake, and nothing in the way: journeys without end."""


def view(match: Match) -> View:
    (seat,) = match.seats_asked
    seen: View = match.view_of(seat)
    return seen


def make_timer(grains: int) -> Callable[[], float]:
    left = iter(range(grains, 0, -1))
    return lambda: float(next(left, 0))


@rarely(2)
@given(playable_fens(), st.sampled_from(["classic", "free"]), st.sampled_from(list(Level)), st.integers(0, 60))
def test_any_position_gets_a_legal_turn_and_a_reason(drawn: str, variant: str, level: Level, grains: int) -> None:
    match = begin_chess(drawn, variant)
    if match.result:
        return
    thought = GAME.think(view(match), level, Dice(drawn.encode()), make_timer(grains))
    assert thought.move in GAME.legal_moves(view(match))
    for locale in LOCALES:
        assert GAME.say(thought.why, locale, **thought.facts)


@pytest.mark.parametrize(("drawn", "variant"), [(CROWDED, "free"), (QUEENS, "classic"), (HERD, "free")])
def test_longest_lists_of_turns_are_thought_about(drawn: str, variant: str) -> None:
    match = begin_chess(drawn, variant)
    assert drawn != HERD or len(list_match_moves(match)) > 600
    for level in Level:
        for grains in (0, 40):
            assert "".join(
                GAME.think(view(match), level, UNSEEDED.step_dice(1), make_timer(grains)).move
            ) in list_match_moves(match)


def test_boards_are_counted_where_time_is_no_object() -> None:
    """Once, and then every so many boards, the time is looked at."""
    grains = count()
    thought = GAME.think(view(begin_chess(QUEENS)), Level.STEADY, Dice(b"queens"), lambda: 1.0 + next(grains))
    assert thought.why != "why-random"
    assert next(grains) == 1 + 149_999 // TIME_CHECK_NODES


def test_only_turn_needs_no_thought() -> None:
    match = begin_chess("7k/5Q2/6K1/8/8/8/8/b~7 b - - 0 1")
    for level in Level:
        assert GAME.think(view(match), level, Dice(b"none"), make_timer(0)) == Suggestion(("a1", "^"), "why-only")


@pytest.mark.parametrize("level", [Level.PLAYFUL, Level.STEADY])
def test_thought_is_the_same_however_much_time_is_left(level: Level) -> None:
    seen = view(begin_chess(KIWI))
    one, other = (GAME.think(seen, level, Dice(b"again"), left) for left in (make_timer(10_000), lambda: inf))
    assert one == other
    # With other dice openings differ.
    assert len({GAME.think(view(begin_chess()), level, Dice(bytes([n])), lambda: inf).move for n in range(6)}) > 1


@pytest.mark.parametrize(
    ("level", "times", "hasty"), [(Level.PLAYFUL, 160, 20), (Level.STEADY, 100, 10), (Level.STRONG, 20, 0)]
)
def test_haste_is_as_frequent_as_the_level_says(level: Level, times: int, hasty: int) -> None:
    seen = view(begin_chess("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1"))
    whys = [GAME.think(seen, level, Dice(bytes([n])), make_timer(4)).why for n in range(times)]
    assert whys.count("why-hasty") == pytest.approx(hasty, abs=8 if hasty else 0)
    assert set(whys) - {"why-hasty"} == {"why-takes-free"}


def list_hasty_turns(match: Match, many: int) -> list[Move]:
    """What is done in haste."""
    seen = [GAME.think(view(match), Level.PLAYFUL, Dice(n.to_bytes(2, "big")), lambda: inf) for n in range(many)]
    return [thought.move for thought in seen if thought.why == "why-hasty"]


@pytest.mark.parametrize(
    ("drawn", "typed", "done"),
    [
        # The queen that hangs far away is overlooked.
        ("q6k/8/8/8/8/6p1/1P5P/R5K1 b - - 0 1", "g3g2", {("h2", "h3")}),
        # The pawn on d5 is protected.
        ("4k3/3p4/4p3/8/8/8/8/3QK3 b - - 0 1", "d7d5", {("d1", "d5")}),
    ],
)
def test_haste_looks_only_around_where_something_has_just_happened(drawn: str, typed: str, done: set[Move]) -> None:
    match = play_typed(begin_chess(drawn), typed)
    found = list_hasty_turns(match, 120)
    assert done <= set(found)
    assert all(chess.square_distance(SQUARE_BY_NAME[word[-1]], SQUARE_BY_NAME[typed[-2:]]) <= 2 for word in found)


def test_playful_house_puts_no_piece_to_sleep_for_nothing() -> None:
    """Whoever looks at all journeys goes to b6 here, where waking threatens nobody."""
    match = begin_chess("4kb1r/pr~2pp1p/3pb~q~p1/6R~P/1Q1P1PP1/N7/P1PB~n3/4KBNn~ b - - 0 1")
    assert search_chess(1, view(match), Dice(b"all")) == ("e2", "~", "b6")
    where = match.state.position
    told = {
        decode_move(turn) for turn in find_attractive_journeys(where, map(encode_move, GAME.legal_moves(view(match))))
    }
    done = {GAME.think(view(match), Level.PLAYFUL, Dice(bytes([n])), lambda: inf).move for n in range(40)}
    assert len(done) > 5
    assert all(
        word[1] != "~" or word in told or uncovers_check(build_awake_board(where), SQUARE_BY_NAME[word[0]])
        for word in done
    )


def test_tempting_journeys_escape_or_lie_in_wait() -> None:
    drawn = "4k3/8/8/3p4/4N3/8/8/R3K3 w - - 0 1"
    legal = [encode_move(word) for word in GAME.legal_moves(view(begin_chess(drawn)))]
    shown = {"".join(decode_move(turn)) for turn in find_attractive_journeys(parse_position(drawn), legal)}
    # The knight is attacked, and would be on the squares that Black attacks; the rook only lies in wait.
    assert {word for word in shown if word[0] == "e"} == {
        f"e4~{file}{rank}" for file in "abcdefgh" for rank in "12345678"
    } - {f"e4~{taken}" for taken in ("a1", "e1", "e4", "d5", "e8", "c4", "d7", "d8", "e7", "f7", "f8")}
    assert {word for word in shown if word[0] == "a"} == {
        f"a1~{goal}" for goal in ("a8", "b8", "c8", "g8", "h8", "e5", "e6")
    }


def test_greedy_rival_takes_what_is_worth_most() -> None:
    match = begin_chess("4k3/8/8/1p1r4/2P1P3/5b2/6P1/K7 w - - 0 1")
    assert {GAME.baselines["greedy"](view(match), Dice(bytes([n]))) for n in range(20)} == {("c4", "d5"), ("e4", "d5")}


def explain_turn(drawn: str, typed: str, worth: int = 0, depth: int = 4) -> tuple[str, dict[str, str | int]]:
    word: Move = tuple(typed.split())
    why, facts = explain_move(parse_position(drawn), SearchResult(encode_move(word), worth, depth))
    return why, dict(facts)


@pytest.mark.parametrize(
    ("drawn", "typed", "why", "facts"),
    [
        ("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1", "a8 ^", "why-wakes-check", {"piece": "rook", "at": "a8"}),
        ("R~7/5pkp/8/8/8/8/8/1n4K1 w - - 0 1", "a8 ^", "why-wakes", {"piece": "rook", "at": "a8"}),
        ("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", "d1 d5", "why-takes-free", {"taken": "rook", "to": "d5"}),
        ("4k3/8/4p3/3r4/8/8/8/3QK3 w - - 0 1", "d1 d5", "why-takes", {"taken": "rook", "to": "d5"}),
        ("4k3/8/4p3/3r~4/8/8/8/3QK3 w - - 0 1", "d1 d5", "why-takes-shaman", {"taken": "rook", "to": "d5"}),
        ("4k3/8/8/8/1pPp4/8/8/RN2K3 b - c3 0 1", "b4 c3", "why-takes", {"taken": "pawn", "to": "c3"}),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 b8 q", "why-promotes", {"to": "b8"}),
        ("4k3/8/8/8/8/8/3N4/r3K2R w K - 0 1", "d2 b1", "why-parries", {"to": "b1"}),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1 g1", "why-castles", {"to": "g1"}),
        ("4k3/8/8/8/1p6/2R5/8/4K3 w - - 0 1", "c3 ~ h6", "why-flees", {"piece": "rook", "at": "c3", "to": "h6"}),
        ("4k3/8/8/8/1p6/2R5/8/4K3 w - - 0 1", "c3 h3", "why-retreats", {"piece": "rook", "at": "c3", "to": "h3"}),
        ("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", "e5 ~ a1", "why-uncovers", {"piece": "knight", "at": "e5"}),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1 ~ c7", "why-lies-in-wait", {"piece": "knight", "to": "c7"}),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1 ~ c4", "why-travels", {"piece": "knight", "to": "c4"}),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1 a8", "why-checks", {}),
        ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5 c7", "why-forks", {"piece": "knight", "first": "e8", "second": "a8"}),
        ("4k3/8/8/2r5/8/8/1P6/4K3 w - - 0 1", "b2 b4", "why-threatens", {"taken": "rook", "target": "c5", "to": "b4"}),
        ("1k1r4/8/8/8/3B4/8/8/R3K3 w - - 0 1", "a1 d1", "why-guards", {"taken": "bishop", "target": "d4"}),
        ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1 c3", "why-develops", {"piece": "knight", "to": "c3"}),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2 e4", "why-centre", {"to": "e4"}),
        ("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", "h2 h3", "why-ahead", {"depth": 4}),
    ],
)
def test_reason_is_what_stands_on_the_board(drawn: str, typed: str, why: str, facts: dict[str, str | int]) -> None:
    key, told = explain_turn(drawn, typed)
    assert key == why
    assert facts.items() <= told.items()
    for locale in LOCALES:
        assert GAME.say(key, locale, **told)


def test_reason_tells_how_it_ends() -> None:
    drawn = "R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1"
    assert explain_turn(drawn, "a8 ^", worth=MATE_SCORE - MATE_SCORE_PER_PLY) == ("why-mates", {"moves": 1})
    assert explain_turn(drawn, "a8 ^", worth=MATE_SCORE - 5 * MATE_SCORE_PER_PLY) == ("why-mates", {"moves": 3})
    assert explain_turn(drawn, "a8 ^", worth=4 * MATE_SCORE_PER_PLY - MATE_SCORE) == ("why-holds-out", {})
    assert explain_turn(drawn, "a8 ^", depth=0) == ("why-hurried", {})


def play_matches(left: str, right: str, matches: int, variant: str) -> float:
    """What left scores, each side as often."""
    score = 0.0
    for number in range(matches):
        match = begin_chess(variant=variant)
        chance = Chance.derive(bytes([number]) * 32, ())
        while not match.result:
            (seat,) = match.seats_asked
            who = left if seat == number % 2 else right
            dice = chance.house_dice(seat, match.step)
            if who in GAME.baselines:
                word = GAME.baselines[who](match.view_of(seat), dice)
            else:
                word = GAME.think(match.view_of(seat), Level(who), dice, lambda: inf).move
            match = match.play_move(seat, word)
        score += match.result.scores[number % 2] / 2
    return score / matches


@pytest.mark.parametrize(
    ("level", "rival", "variant"),
    [
        ("steady", "greedy", "classic"),
        ("playful", "random", "classic"),
        pytest.param("steady", "greedy", "free", marks=pytest.mark.gate),
    ],
)
def test_house_beats_those_who_do_not_think(level: str, rival: str, variant: str) -> None:
    assert play_matches(level, rival, 4, variant) >= 0.75
