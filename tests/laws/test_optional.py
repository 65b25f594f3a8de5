"""What holds for every game that defines an optional member."""

import pytest

from games import record
from games.dice import Dice
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN, TIME_OUT
from games.record import Record
from games.words import LOCALES
from tests.laws.law_tables import (
    TABLES,
    LawTable,
    get_random_match,
    list_tables_that_define,
    sample_moves,
    sample_positions,
)

TABLES_WITH_PERFT = list_tables_that_define("perft")
TABLES_WITH_PGN = list_tables_that_define("pgn")
TABLES_WITH_HABITS = list_tables_that_define("list_habits")
TABLES_WITH_MOVE_COMPLETION = list_tables_that_define("complete_move")
TABLES_WITH_REVEALS = list_tables_that_define("draw_reveal")
TABLES_WITH_PARTIAL_MOVES = list_tables_that_define("draw_partial_move")
TABLES_WITH_RECALLED_BOARD = list_tables_that_define("recall_board")
TABLES_WITHOUT_RUNNING_SCORES = [table for table in TABLES if not table.game.HAS_RUNNING_SCORE]


@pytest.mark.parametrize("counted", TABLES_WITH_PERFT, ids=str)
def test_one_step_is_counted_as_it_is_listed(counted: LawTable) -> None:
    for engine in sample_positions(counted):
        for seat in engine.seats_asked:
            assert counted.game.perft(engine.state, 1) == dict.fromkeys(engine.legal_moves(seat), 1)


@pytest.mark.parametrize("counted", TABLES_WITH_PERFT, ids=str)
def test_two_steps_are_counted_as_they_are_played(counted: LawTable) -> None:
    engine = sample_positions(counted)[0]
    (seat,) = engine.seats_asked
    counts = counted.game.perft(engine.state, 2)
    assert counts
    for word, ways in counts.items():
        after = engine.play_move(seat, word)
        assert ways == sum(len(after.legal_moves(each)) for each in after.seats_asked)


@pytest.mark.parametrize("notated", TABLES_WITH_PGN, ids=str)
def test_a_match_survives_its_pgn(notated: LawTable) -> None:
    before = Record(notated.game, notated.options, notated.seats, get_random_match(notated).lines)
    assert str(record.parse_record(record.to_pgn(before))) == str(before)


@pytest.mark.parametrize("forgetful", TABLES_WITH_RECALLED_BOARD, ids=str)
def test_what_could_be_known_follows_from_what_was_shown(forgetful: LawTable) -> None:
    """In another world that looks the same it is the same; and what is left fits where it is left."""
    game = forgetful.game
    for engine in sample_positions(forgetful)[:3]:
        for seat in range(engine.seats):
            view = engine.view_of(seat)
            other = game.view(game.resample(view, Dice(b"other")), seat)
            assert game.recall_board(view) == game.recall_board(other)
            assert [*game.list_possibilities(view, "en")] == [*game.list_possibilities(other, "en")]
            for _, what, where in game.list_possibilities(view, "en") if game.recall_board(view) else ():
                assert len(what) == len(set(what)) == len(set(where)) == len(where) > 1


@pytest.mark.parametrize("abbreviated", TABLES_WITH_MOVE_COMPLETION, ids=str)
def test_what_is_begun_is_what_may_be_said(abbreviated: LawTable) -> None:
    for engine in sample_positions(abbreviated):
        for seat in range(engine.seats):
            view, legal = engine.view_of(seat), engine.legal_moves(seat)
            assert not abbreviated.game.complete_move(view, "")
            for word in sample_moves(legal, 8):
                spelt = "".join(word)
                for end in range(1, len(spelt) + 1):
                    begun = abbreviated.game.complete_move(view, spelt[:end])
                    assert set(begun) <= set(legal)
                    assert len(set(begun)) == len(begun)
                assert word in begun


@pytest.mark.parametrize("awarding", TABLES_WITHOUT_RUNNING_SCORES, ids=str)
def test_what_players_end_is_awarded(awarding: LawTable) -> None:
    engine = sample_positions(awarding)[0]
    for word, ranks in ((RESIGN, (2, 1)), (TIME_OUT, (2, 1))):
        result = engine.play_move(0, word).result
        assert result
        assert (result.ranks, result.scores) == (ranks, awarding.game.award_points(ranks))
        assert result.scores[1] > result.scores[0]
    drawn = engine.play_move(0, OFFER_DRAW).play_move(1, AGREE_DRAW).result
    assert drawn
    assert drawn.scores[0] == drawn.scores[1] > 0
    cancelled = engine.play_move(0, CANCEL).result
    assert cancelled
    assert not any(cancelled.scores)


@pytest.mark.parametrize("telltale", TABLES_WITH_HABITS, ids=str)
def test_habits_are_choices_that_were_made_among_others(telltale: LawTable) -> None:
    game, told = telltale.game, 0
    for before, line, after in zip(
        get_random_match(telltale).matches,
        get_random_match(telltale).lines,
        get_random_match(telltale).matches[1:],
        strict=False,
    ):
        if after.step == before.step or line.seat is None:
            continue
        joint = {**before.sealed, line.seat: line.move}
        for habit in game.list_habits(before.state, joint):
            told += 1
            assert habit.seat in joint
            assert len(joint) > 1 or not (habit.met or habit.outcome), "who chose alone met nothing"
            assert len(habit.among) == len(set(habit.among)) > 0
            assert habit.symbol in habit.among
            for locale in LOCALES:
                assert game.say(f"habit-{habit.kind}", locale)
                assert all(game.say(f"habit-{habit.kind}-{symbol}", locale) for symbol in habit.among)
                assert not habit.met or game.say(f"habit-{habit.met}", locale)
    assert told


@pytest.mark.parametrize("revealing", TABLES_WITH_REVEALS, ids=str)
def test_what_several_chose_at_once_is_revealed_until_the_next_step(revealing: LawTable) -> None:
    """A choice that is sealed changes nothing that is seen; and where nobody chose anything, nothing met."""
    game = revealing.game
    matches, lines = get_random_match(revealing).matches, get_random_match(revealing).lines
    assert game.draw_reveal(matches[0].view_of(None)) is None
    for before, line, after in zip(matches, lines, matches[1:], strict=False):
        shown = [game.draw_reveal(after.view_of(seat)) for seat in (None, *range(after.seats))]
        if after.step == before.step:
            assert shown == [game.draw_reveal(before.view_of(seat)) for seat in (None, *range(after.seats))]
        elif line.seat is None:
            assert not any(shown)


def test_whoever_can_reveal_does() -> None:
    """Of random play no single match need come to it."""
    for key, game in {table.game.KEY: table.game for table in TABLES_WITH_REVEALS}.items():
        views = (
            engine.view_of(None)
            for table in TABLES_WITH_REVEALS
            if table.game is game
            for engine in get_random_match(table).matches
        )
        assert any(map(game.draw_reveal, views)), key


@pytest.mark.parametrize("sketched", TABLES_WITH_PARTIAL_MOVES, ids=str)
def test_a_sketch_is_the_board_with_what_was_said_so_far(sketched: LawTable) -> None:
    """As large and in the same colors; where nothing was said, or nothing of it can be drawn, the board itself."""
    drawn = 0
    for engine in sample_positions(sketched):
        for seat in engine.seats_asked:
            view = engine.view_of(seat)
            board = sketched.game.draw_board(view)
            assert sketched.game.draw_partial_move(view, ()) == board
            for word in sample_moves(engine.legal_moves(seat), 2):
                for end in range(1, len(word) + 1):
                    sketch = sketched.game.draw_partial_move(view, word[:end])
                    assert sketch
                    assert (sketch.width, sketch.height, sketch.palette) == (board.width, board.height, board.palette)
                    drawn += sketch != board
    assert drawn
