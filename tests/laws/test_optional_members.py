"""Laws for games that define optional members of `Game`."""

from games import record
from games.dice import Dice
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN, TIME_OUT
from games.record import Record
from games.words import LOCALES
from tests.laws.law_tables import (
    TABLES,
    LawTable,
    for_each_law_table,
    get_random_match,
    list_steps,
    list_tables_that_define,
    sample_moves,
    sample_positions,
)

TABLES_WITH_REVEALS = list_tables_that_define("draw_reveal")


@for_each_law_table(list_tables_that_define("perft"))
def test_perft_of_depth_1_counts_each_legal_move_once(law_table: LawTable) -> None:
    for match in sample_positions(law_table):
        for seat in match.seats_asked:
            assert law_table.game.perft(match.state, 1) == dict.fromkeys(match.legal_moves(seat), 1)


@for_each_law_table(list_tables_that_define("perft"))
def test_perft_of_depth_2_counts_the_replies(law_table: LawTable) -> None:
    match = sample_positions(law_table)[0]
    (seat,) = match.seats_asked
    counts = law_table.game.perft(match.state, 2)
    assert counts
    for move, count in counts.items():
        after = match.play_move(seat, move)
        assert count == sum(len(after.legal_moves(each)) for each in after.seats_asked)


@for_each_law_table(list_tables_that_define("format_pgn"))
def test_match_survives_conversion_to_pgn(law_table: LawTable) -> None:
    before = Record(law_table.game, law_table.options, law_table.seats, get_random_match(law_table).lines)
    assert str(record.parse_record(record.to_pgn(before))) == str(before)


@for_each_law_table(list_tables_that_define("recall_board"))
def test_recalled_board_depends_only_on_the_view(law_table: LawTable) -> None:
    """The recalled board must be the same for another state with the same view."""
    game = law_table.game
    for match in sample_positions(law_table)[:3]:
        for seat in range(match.seats):
            view = match.view_of(seat)
            other = game.view(game.resample(view, Dice(b"other")), seat)
            assert game.recall_board(view) == game.recall_board(other)
            assert [*game.list_possibilities(view, "en")] == [*game.list_possibilities(other, "en")]
            for _, things, places in game.list_possibilities(view, "en") if game.recall_board(view) else ():
                assert len(things) == len(set(things)) == len(set(places)) == len(places) > 1


@for_each_law_table(list_tables_that_define("complete_move"))
def test_completions_of_a_prefix_are_legal_moves(law_table: LawTable) -> None:
    for match in sample_positions(law_table):
        for seat in range(match.seats):
            view, legal = match.view_of(seat), match.legal_moves(seat)
            assert {*law_table.game.complete_move(view, "")} <= {*legal}
            for move in sample_moves(legal, 8):
                spelling = "".join(move)
                for end in range(1, len(spelling) + 1):
                    completions = law_table.game.complete_move(view, spelling[:end])
                    assert set(completions) <= set(legal)
                    assert len(set(completions)) == len(completions)
                assert move in completions


@for_each_law_table([table for table in TABLES if not table.game.HAS_RUNNING_SCORE])
def test_match_ended_by_players_awards_points(law_table: LawTable) -> None:
    start, match, *_ = sample_positions(law_table)
    loser = min(match.to_move)
    for move in (RESIGN, TIME_OUT):
        result = match.play_move(loser, move).result
        assert result
        assert result.ranks[loser] == 2
        assert result.scores == law_table.game.award_points(result.ranks)
        assert result.scores[1 - loser] > result.scores[loser]
    draw_result = match.play_move(0, OFFER_DRAW).play_move(1, AGREE_DRAW).result
    assert draw_result
    assert draw_result.scores[0] == draw_result.scores[1] > 0
    for unrated in (start.play_move(0, CANCEL).result, start.play_move(min(start.to_move), TIME_OUT).result):
        assert unrated
        assert not any(unrated.scores)


@for_each_law_table(list_tables_that_define("list_habits"))
def test_habits_are_choices_among_several_symbols(law_table: LawTable) -> None:
    game, habit_count = law_table.game, 0
    for before, joint, _ in list_steps(law_table):
        for habit in game.list_habits(before.state, joint):
            habit_count += 1
            assert habit.seat in joint
            assert len(joint) > 1 or not (habit.opposing_choice or habit.outcome), (
                "a player who chose alone met no other choice"
            )
            assert len(habit.possible_symbols) == len(set(habit.possible_symbols)) > 0
            assert habit.symbol in habit.possible_symbols
            for locale in LOCALES:
                assert game.say(f"habit-{habit.kind}", locale)
                assert all(game.say(f"habit-{habit.kind}-{symbol}", locale) for symbol in habit.possible_symbols)
                assert not habit.opposing_choice or game.say(f"habit-{habit.opposing_choice}", locale)
    assert habit_count


@for_each_law_table(TABLES_WITH_REVEALS)
def test_reveal_stays_until_the_next_step(law_table: LawTable) -> None:
    """A sealed move must not change the picture of the last reveal. Steps without a choice must have no reveal."""
    game = law_table.game
    matches, lines = get_random_match(law_table).matches, get_random_match(law_table).lines
    assert game.draw_reveal(matches[0].view_of(None)) is None
    for before, line, after in zip(matches, lines, matches[1:], strict=False):
        pictures = [game.draw_reveal(after.view_of(seat)) for seat in (None, *range(after.seats))]
        if after.step == before.step:
            assert pictures == [game.draw_reveal(before.view_of(seat)) for seat in (None, *range(after.seats))]
        elif line.seat is None:
            assert not any(pictures)


def test_games_with_reveals_draw_at_least_one() -> None:
    """All random matches of a game are searched, since a single match may have no reveal."""
    for key, game in {table.game.KEY: table.game for table in TABLES_WITH_REVEALS}.items():
        views = (
            match.view_of(None)
            for table in TABLES_WITH_REVEALS
            if table.game is game
            for match in get_random_match(table).matches
        )
        assert any(map(game.draw_reveal, views)), key


@for_each_law_table(list_tables_that_define("draw_partial_move"))
def test_partial_move_is_drawn_on_the_board(law_table: LawTable) -> None:
    """The picture must have the size and colors of the board, and some partial moves must change it."""
    drawn_count = 0
    for match in sample_positions(law_table):
        for seat in match.seats_asked:
            view = match.view_of(seat)
            board = law_table.game.draw_board(view)
            assert law_table.game.draw_partial_move(view, ()) == board
            for move in sample_moves(match.legal_moves(seat), 2):
                for end in range(1, len(move) + 1):
                    sketch = law_table.game.draw_partial_move(view, move[:end])
                    assert sketch
                    assert (sketch.width, sketch.height, sketch.palette) == (board.width, board.height, board.palette)
                    drawn_count += sketch != board
    assert drawn_count
