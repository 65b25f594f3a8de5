"""The AI: legal moves within the time limit, reproducible choices, and true reasons."""

from __future__ import annotations

from itertools import count
from math import inf

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Level, Move, Suggestion
from games.dice import UNSEEDED, Dice
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
from tests.effort_level import make_settings_for_slow_test
from tests.games.match_lines import make_timer
from tests.games.shamanic_chess.positions import (
    ALL_IN_TRANCE_FEN,
    KIWIPETE_FEN,
    begin_chess,
    draw_playable_fens,
    list_match_moves,
    parse_position,
    play_typed,
)
from tests.tools.bench.baselines import search_chess_to_depth

MANY_CAPTURES_FEN = "qqqqkqqq/8/1q6/8/8/6Q1/8/QQQQKQQQ w - - 0 1"
"""A position with so many possible captures that no search can finish them."""
MANY_JOURNEYS_FEN = "4k3/8/8/8/8/8/NNNNNNNN/RNBQKBNR w - - 0 1"
"""A position with more than 600 legal moves. Nearly all are journeys."""


def get_view_to_move(match: Match) -> View:
    (seat,) = match.seats_asked
    view: View = match.view_of(seat)
    return view


@make_settings_for_slow_test(2)
@given(draw_playable_fens(), st.sampled_from(["classic", "free"]), st.sampled_from(list(Level)), st.integers(0, 60))
def test_any_position_gets_a_legal_move_and_a_reason(fen: str, variant: str, level: Level, answers: int) -> None:
    match = begin_chess(fen, variant)
    if match.result:
        return
    view = get_view_to_move(match)
    suggestion = GAME.think(view, level, Dice(fen.encode()), make_timer(answers))
    assert suggestion.move in GAME.legal_moves(view)
    for locale in LOCALES:
        assert GAME.say(suggestion.why, locale, **suggestion.facts)


@pytest.mark.parametrize(
    ("fen", "variant"), [(ALL_IN_TRANCE_FEN, "free"), (MANY_CAPTURES_FEN, "classic"), (MANY_JOURNEYS_FEN, "free")]
)
def test_positions_with_the_most_moves_are_searched(fen: str, variant: str) -> None:
    match = begin_chess(fen, variant)
    assert fen != MANY_JOURNEYS_FEN or len(list_match_moves(match)) > 600
    for level in Level:
        for answers in (0, 40):
            suggestion = GAME.think(get_view_to_move(match), level, UNSEEDED.step_dice(1), make_timer(answers))
            assert "".join(suggestion.move) in list_match_moves(match)


def test_node_limit_holds_when_time_is_unlimited() -> None:
    """The number of time checks shows that the search stopped at its limit of 150,000 nodes."""
    times = count()
    view = get_view_to_move(begin_chess(MANY_CAPTURES_FEN))
    suggestion = GAME.think(view, Level.MEDIUM, Dice(b"queens"), lambda: 1.0 + next(times))
    assert suggestion.why != "why-random"
    assert next(times) == 1 + 149_999 // TIME_CHECK_NODES


def test_only_legal_move_is_played_without_search() -> None:
    view = get_view_to_move(begin_chess("7k/5Q2/6K1/8/8/8/8/b~7 b - - 0 1"))
    for level in Level:
        assert GAME.think(view, level, Dice(b"none"), make_timer(0)) == Suggestion(("a1", "^"), "why-only")


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM])
def test_move_does_not_depend_on_the_time_left(level: Level) -> None:
    view = get_view_to_move(begin_chess(KIWIPETE_FEN))
    limited, unlimited = (GAME.think(view, level, Dice(b"again"), left) for left in (make_timer(10_000), lambda: inf))
    assert limited == unlimited
    # With other dice the openings differ.
    start = get_view_to_move(begin_chess())
    assert len({GAME.think(start, level, Dice(bytes([seed])), lambda: inf).move for seed in range(6)}) > 1


@pytest.mark.parametrize(
    ("level", "times", "hasty"),
    [(Level.EASY, 20, 0), (Level.MEDIUM, 100, 10), (Level.HARD, 20, 0)],
)
def test_hasty_moves_have_the_frequency_of_the_level(level: Level, times: int, hasty: int) -> None:
    view = get_view_to_move(begin_chess("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1"))
    reasons = [GAME.think(view, level, Dice(bytes([seed])), make_timer(4)).why for seed in range(times)]
    assert reasons.count("why-hasty") == pytest.approx(hasty, abs=8 if hasty else 0)
    assert level is Level.EASY or set(reasons) == {"why-takes-free"} | ({"why-hasty"} if hasty else set())


def list_hasty_moves(match: Match, seeds: int) -> list[Move]:
    """Let the AI choose moves with this many seeds, and return those that are hasty."""
    view = get_view_to_move(match)
    suggestions = [GAME.think(view, Level.MEDIUM, Dice(seed.to_bytes(2, "big")), lambda: inf) for seed in range(seeds)]
    return [suggestion.move for suggestion in suggestions if suggestion.why == "why-hasty"]


@pytest.mark.parametrize(
    ("fen", "typed", "expected"),
    [
        # A hasty move overlooks the queen that could be captured far away.
        ("q6k/8/8/8/8/6p1/1P5P/R5K1 b - - 0 1", "g3g2", {("h2", "h3")}),
        # A hasty move captures the pawn on d5 although it is protected.
        ("4k3/3p4/4p3/8/8/8/8/3QK3 b - - 0 1", "d7d5", {("d1", "d5")}),
    ],
)
def test_hasty_move_ends_near_the_last_move(fen: str, typed: str, expected: set[Move]) -> None:
    match = play_typed(begin_chess(fen), typed)
    hasty_moves = list_hasty_moves(match, 300)
    assert expected <= set(hasty_moves)
    assert all(chess.square_distance(SQUARE_BY_NAME[move[-1]], SQUARE_BY_NAME[typed[-2:]]) <= 2 for move in hasty_moves)


def test_easy_level_overlooks_many_moves_but_not_all() -> None:
    """The king and the pawns have about ten moves, and one of them captures a rook."""
    view = get_view_to_move(begin_chess("4k3/8/8/8/8/1r5P/P6P/4K3 w - - 0 1"))
    moves = [GAME.think(view, Level.EASY, Dice(bytes([seed])), lambda: inf).move for seed in range(100)]
    assert 20 < moves.count(("a2", "b3")) < 60


@pytest.mark.parametrize(("level", "least", "most"), [(Level.EASY, 45, 75), (Level.HARD, 0, 0)])
def test_easy_level_often_makes_an_attractive_journey(level: Level, least: int, most: int) -> None:
    """The rook could wake with check on many squares, but capturing the queen is better."""
    view = get_view_to_move(begin_chess("4k3/8/q7/8/8/8/8/R3K3 w - - 0 1"))
    legal = [encode_move(move) for move in GAME.legal_moves(view)]
    attractive = {decode_move(journey) for journey in find_attractive_journeys(view.state.position, legal)}
    moves = [GAME.think(view, level, Dice(bytes([seed])), lambda: 1.0).move for seed in range(100 if most else 3)]
    assert least <= sum(move in attractive for move in moves) <= most


def test_easy_level_makes_no_pointless_journeys() -> None:
    """A search at depth 1 over all journeys would go to b6, from where waking threatens nothing."""
    match = begin_chess("4kb1r/pr~2pp1p/3pb~q~p1/6R~P/1Q1P1PP1/N7/P1PB~n3/4KBNn~ b - - 0 1")
    assert search_chess_to_depth(1, get_view_to_move(match), Dice(b"all")) == ("e2", "~", "b6")
    position = match.state.position
    legal_moves = map(encode_move, GAME.legal_moves(get_view_to_move(match)))
    attractive = {decode_move(journey) for journey in find_attractive_journeys(position, legal_moves)}
    played = {
        GAME.think(get_view_to_move(match), Level.EASY, Dice(bytes([seed])), lambda: inf).move for seed in range(40)
    }
    assert len(played) > 5
    assert all(
        move[1] != "~" or move in attractive or uncovers_check(build_awake_board(position), SQUARE_BY_NAME[move[0]])
        for move in played
    )


def test_attractive_journeys_escape_or_threaten_a_waking_check() -> None:
    fen = "4k3/8/8/3p4/4N3/8/8/R3K3 w - - 0 1"
    legal = [encode_move(move) for move in GAME.legal_moves(get_view_to_move(begin_chess(fen)))]
    attractive = {"".join(decode_move(journey)) for journey in find_attractive_journeys(parse_position(fen), legal)}
    # The knight is attacked, so it may escape to any unattacked square. The rook can only threaten a waking check.
    assert {move for move in attractive if move[0] == "e"} == {
        f"e4~{file}{rank}" for file in "abcdefgh" for rank in "12345678"
    } - {f"e4~{attacked}" for attacked in ("a1", "e1", "e4", "d5", "e8", "c4", "d7", "d8", "e7", "f7", "f8")}
    assert {move for move in attractive if move[0] == "a"} == {
        f"a1~{end}" for end in ("a8", "b8", "c8", "g8", "h8", "e5", "e6")
    }


def test_greedy_move_captures_the_most_valuable_piece() -> None:
    view = get_view_to_move(begin_chess("4k3/8/8/1p1r4/2P1P3/5b2/6P1/K7 w - - 0 1"))
    moves = {GAME.baselines["greedy"](view, Dice(bytes([seed]))) for seed in range(20)}
    assert moves == {("c4", "d5"), ("e4", "d5")}


def explain_move_in(fen: str, typed: str, score: int = 0, depth: int = 4) -> tuple[str, dict[str, str | int]]:
    move: Move = tuple(typed.split())
    reason, facts = explain_move(parse_position(fen), SearchResult(encode_move(move), score, depth))
    return reason, dict(facts)


@pytest.mark.parametrize(
    ("fen", "typed", "why", "facts"),
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
def test_reason_is_true_on_the_board(fen: str, typed: str, why: str, facts: dict[str, str | int]) -> None:
    key, actual_facts = explain_move_in(fen, typed)
    assert key == why
    assert facts.items() <= actual_facts.items()
    for locale in LOCALES:
        assert GAME.say(key, locale, **actual_facts)


def test_reason_names_mate_before_all_else() -> None:
    fen = "R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1"
    assert explain_move_in(fen, "a8 ^", score=MATE_SCORE - MATE_SCORE_PER_PLY) == ("why-mates", {"moves": 1})
    assert explain_move_in(fen, "a8 ^", score=MATE_SCORE - 5 * MATE_SCORE_PER_PLY) == ("why-mates", {"moves": 3})
    assert explain_move_in(fen, "a8 ^", score=4 * MATE_SCORE_PER_PLY - MATE_SCORE) == ("why-holds-out", {})
    assert explain_move_in(fen, "a8 ^", depth=0) == ("why-hurried", {})
