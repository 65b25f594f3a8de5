"""The analysis of matches: finds mistakes, explains them, and attributes nothing to luck."""

from __future__ import annotations

import pytest

from games.coach import prepare_review, review_match, review_steps
from games.dice import UNSEEDED
from games.insight import Contribution
from games.match import Match
from games.record import parse_record
from games.review import MISTAKE_MIN_COST
from games.shamanic_chess import GAME, analysis
from games.shamanic_chess.analysis import split_change, win_shares
from games.words import LOCALES
from tests.games.shamanic_chess.positions import begin_chess, play_typed
from tests.records import RECORDS_FOLDER

MATE_IN_ONE_FEN = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
"""Ra8 mates, and most other moves also win."""
HANGING_ROOK_FEN = "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1"
"""The white queen and the black rook attack each other."""
NEAR_STALEMATE_FEN = "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1"
"""White is winning, but Kb6 would stalemate Black."""
LATE_MOVE_FEN = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 200"


@pytest.fixture(autouse=True)
def _search_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "FIRST_SEARCH_NODES", 5_000)
    monkeypatch.setattr(analysis, "SECOND_SEARCH_NODES", 10_000)


def judge_move(match: Match, typed: str) -> list[Contribution]:
    (seat,) = match.seats_asked
    joint = {seat: GAME.parse_move(match.view_of(seat), typed)}
    return [*split_change(match.state, joint, GAME.apply(match.state, joint, UNSEEDED.step_dice(1)))]


@pytest.mark.parametrize(
    ("fen", "typed", "key", "better"),
    [
        (MATE_IN_ONE_FEN, "a1a2", "", ""),
        (MATE_IN_ONE_FEN.replace("8/5PPP", "8/1b3PPP"), "h2h3", "judged-mate", "Ra8#"),
        (MATE_IN_ONE_FEN.replace(" w ", " b "), "g8f8", "", ""),
        (MATE_IN_ONE_FEN.replace(" w ", " b "), "f7f6", "", ""),
        (MATE_IN_ONE_FEN.replace("R5K1 w", "R4K2 b"), "h7h6", "", ""),
        (HANGING_ROOK_FEN, "e1f1", "judged-taken", "Qxd5"),
        (HANGING_ROOK_FEN, "d1d5", "", ""),
        (NEAR_STALEMATE_FEN, "c5b6", "judged-drawn", ""),
        ("r5k1/5ppp/8/8/8/8/1P3PPP/5RK1 w - - 0 1", "f1b1", "", ""),
        ("r5k1/5ppp/8/8/8/8/1P3PPP/5RK1 w - - 0 1", "f1~b8", "judged-mated", ""),
    ],
)
def test_mistake_is_explained_with_the_better_move(fen: str, typed: str, key: str, better: str) -> None:
    (part,) = [part for part in judge_move(begin_chess(fen), typed) if part.seat is not None]
    if not key:
        assert part.better is None
        assert part.gains == (0, 0)
        return
    assert part.better
    assert part.better.why == key
    assert better in ("", part.better.facts["better"])
    assert -part.gains[part.seat or 0] >= MISTAKE_MIN_COST
    for locale in LOCALES:
        assert GAME.say(part.better.why, locale, **part.better.facts)


def test_mate_is_worth_a_point_and_a_draw_half() -> None:
    match = begin_chess(MATE_IN_ONE_FEN)
    assert win_shares(match.state) == (1, 0)
    assert win_shares(play_typed(match, "a1a8").state) == (1, 0)
    assert win_shares(begin_chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1").state) == (0.5, 0.5)


def test_start_is_even_and_no_move_is_luck() -> None:
    match = begin_chess()
    assert win_shares(match.state)[0] == pytest.approx(0.5, abs=0.1)
    assert not {part.cause for part in judge_move(match, "e2e4")} & {"dice", "meeting"}


def test_late_moves_are_searched_less() -> None:
    """However long a match is, the search of all moves costs at most twice as much as that of the first forty."""
    assert analysis.scale_node_limit(begin_chess(LATE_MOVE_FEN).state, 1_000) == 40
    total_nodes = sum(
        analysis.scale_node_limit(begin_chess(LATE_MOVE_FEN.replace(" 200", f" {number}")).state, 1_000)
        for number in range(1, 500)
    )
    assert total_nodes <= 2 * 40 * 1_000


def test_review_in_parts_equals_review_at_once() -> None:
    match = parse_record((RECORDS_FOLDER / "shamanic_chess" / "interposed.match").read_text("utf-8"))
    complete, prepared = review_match(match), prepare_review(match)
    review, parts = review_steps(prepared, 0, lambda: True), 1
    while not review.is_complete:
        review = review.extend(review_steps(prepared, len(review.steps), lambda: True))
        parts += 1
    assert review == complete
    assert parts == len(complete.steps) > 1
    assert not complete.has_luck
